"""Waitress with admission control: a request with a body is judged by its header, before any of the body is stored.

Plain waitress buffers whatever arrives, up to a size, before the application hears of it. Here every address has its
limits (`web/server/shares.py`), and slow connections are dropped. `tests/web/server/test_admission.py` lists the
internals of waitress that these classes override or read, so that a new version cannot change them unnoticed.
Everything but `_Task` and the end of `service` runs in waitress's own thread and must never block.
"""

import io
import ipaddress
import logging
import socket
import time
from collections.abc import Callable
from typing import Any, TypeAlias

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask
from waitress.wasyncore import dispatcher

from engines.messages import message
from web.errors import Refused
from web.limits import UPLOAD_EVERY_SECONDS, Pace
from web.places import PAGE_HOST
from web.security.guard import JUDGEMENT, Judgement
from web.server.shares import Connection, Shares

Environment: TypeAlias = dict[str, Any]  # of WSGI
_log = logging.getLogger(__name__)
_CONNECTION = "jarapon.connection"
_MAX_ACCEPTS_PER_ROUND = 64
_DRAIN_CHUNK_BYTES = 65_536


class _Request(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """An incoming request: judged when its header is complete, and answered without its body when refused."""

    judgement: Judgement | None = None
    body_began = 0.0
    content_length: int
    chunked: bool

    def __init__(self, connection: "_Connection", adjustments: Adjustments) -> None:
        super().__init__(adjustments)
        self.began = time.monotonic()
        self._connection = connection
        self._pace: Pace = connection.server.pace
        self._reservation: tuple[str, int, bool] | None = None

    def received(self, data: bytes) -> int:
        taken: int = super().received(data)
        if self.error is None and (self.judgement is None or self.judgement.refusal is None):
            return taken
        # The rest belongs to a body that nobody reads; it must not be parsed as the next request.
        self._connection.is_ending = True
        return len(data)

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # a length of thousands of digits, half an IPv6 address
            raise ParsingError("Header cannot be understood") from error
        if not (self.content_length or self.chunked or "TRANSFER_ENCODING" in self.headers):
            self.expect_continue = False  # there is no body to continue with
            return
        self.body_began = time.monotonic()
        self.judgement = self._judge()
        if self.judgement.refusal is not None:
            # The application answers with the reason, without the body, and the connection is closed.
            self.body_rcv, self.content_length, self.chunked, self.expect_continue = None, 0, False, False
            self.headers |= {"CONNECTION": "close", "CONTENT_LENGTH": "0"}
            self.headers.pop("TRANSFER_ENCODING", None)

    def close(self) -> None:
        super().close()
        if self._reservation is not None:
            self._connection.server.shares.release_body(*self._reservation)
            self._reservation = None

    def is_late(self, now: float) -> bool:
        """Whether its header, or then its body, arrives too slowly."""
        if not self.body_began:
            return now > self.began + self._pace.header_s
        return bool(self.body_bytes_received < (now - self.body_began - self._pace.grace_s) * self._pace.body_rate)

    def _judge(self) -> Judgement:
        if self.chunked or "TRANSFER_ENCODING" in self.headers:
            return Judgement(Refused(message("web.error.no_length"), 411))
        environment = self._connection.task_class(self._connection, self).get_environment()
        judgement: Judgement = self._connection.server.judge(environment | {"wsgi.input": io.BytesIO()})
        if judgement.refusal is None:
            reservation = self._connection.address, self.content_length, judgement.is_paired
            if not self._connection.server.shares.reserve_body(*reservation):
                wait_s = int(UPLOAD_EVERY_SECONDS)
                return Judgement(Refused(message("web.error.other_uploads"), 503, wait_s=wait_s))
            self._reservation = reservation
        return judgement


class _Task(WSGITask):  # type: ignore[misc]
    """A request passed to the application, with its judgement in the WSGI environment."""

    def get_environment(self) -> Environment:
        environment: Environment = super().get_environment()
        environment[_CONNECTION], environment[JUDGEMENT] = self.channel, self.request.judgement
        environment[PAGE_HOST] = self.channel.server.host
        return environment


class _Connection(HTTPChannel):  # type: ignore[misc]
    """A connection, counted for its address; it is closed when it is too slow."""

    task_class = _Task
    is_ending = False  # further bytes are not parsed as requests

    def __init__(self, server: "AdmissionServer", sock: socket.socket, addr: tuple[str, int]) -> None:
        addr = (_unmapped(addr[0]), addr[1])
        self.address: str = addr[0]
        self._pace: Pace = server.pace
        self._quiet_since = time.monotonic()
        self._unread_since, self._sent = 0.0, 0
        super().__init__(server, sock, addr, server.adj, map=server.channels)
        server.shares.enter(self)

    def parser_class(self, adjustments: Adjustments) -> _Request:
        return _Request(self, adjustments)

    def handle_expt(self) -> None:
        """Do nothing: urgent (out-of-band) bytes are read inline."""

    def received(self, data: bytes) -> bool:
        return not self.is_ending and bool(super().received(data))

    def send(self, data: bytes, do_close: bool = True) -> int:
        sent: int = super().send(data, do_close)
        self._sent += sent
        return sent

    def service(self) -> None:
        try:
            super().service()
        finally:
            self._quiet_since = time.monotonic()
            self.server.shares.free_thread(self)

    def handle_close(self) -> None:
        # Closing while the client still sends would reset the connection, and the client would lose the answer.
        if self.is_ending and self.connected and not self.total_outbufs_len:
            _Draining(self)
        super().handle_close()

    def del_channel(self, *channels: object) -> None:
        super().del_channel(*channels)
        waited = self.server.shares.leave(self)
        # Requests that will never be answered release the memory reserved for their bodies.
        for request in (self.request, *(self.requests if waited else ())):
            if request is not None:
                request.close()

    def is_late(self, now: float) -> bool:
        """Whether it has kept the server waiting for too long; checked every second."""
        if self.total_outbufs_len:
            if not self._unread_since:
                self._unread_since, self._sent = now, 0
            return bool(self._sent < (now - self._unread_since - self._pace.grace_s) * self._pace.answer_rate)
        self._unread_since = 0.0
        if self.request is not None and self.request.is_late(now):
            return True
        return not self.requests and self.request is None and now > self._quiet_since + self._pace.idle_s

    def drop(self) -> None:
        # Not `will_close`, which waits until the client reads something: it may never do so.
        self.handle_close()


def _unmapped(address: str) -> str:
    """Turn an IPv4-mapped IPv6 address into the IPv4 address; leave others as they are.

    >>> _unmapped("::ffff:192.168.1.5"), _unmapped("2001:db8::7")
    ('192.168.1.5', '2001:db8::7')
    """
    ip = ipaddress.ip_address(address)
    return str((ip.version == 6 and ip.ipv4_mapped) or ip)


class _Draining(dispatcher):  # type: ignore[misc]
    """The rest of a refused connection: our side is closed, and incoming bytes are discarded for a few seconds."""

    total_outbufs_len = 0

    def __init__(self, connection: _Connection) -> None:
        self.address, self._shares = connection.address, connection.server.shares
        self._until: float = time.monotonic() + connection.server.pace.drain_s
        super().__init__(connection.socket.dup(), map=connection.server.channels)
        self.connected = True
        self._shares.enter(self)
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:  # the other side has gone
            self.close()

    def writable(self) -> bool:
        return False

    def handle_read(self) -> None:
        self.recv(_DRAIN_CHUNK_BYTES)

    def handle_close(self) -> None:
        self.close()

    def del_channel(self, *channels: object) -> None:
        super().del_channel(*channels)
        self._shares.leave(self)

    def is_late(self, now: float) -> bool:
        return now > self._until

    def drop(self) -> None:
        self.close()


class AdmissionServer(TcpWSGIServer):  # type: ignore[misc]
    """Waitress at a listening socket, which calls `judge` for each request with a body once its header is complete.

    `judge` gets the request's WSGI environment without the body, and must not block.
    """

    def __init__(
        self,
        application: Callable[..., object],
        judge: Callable[[Environment], Judgement],
        listening: socket.socket,
        channels: dict[int, object],
        pace: Pace,
        **adjustments: object,
    ) -> None:
        self.judge, self.channels, self.pace = judge, channels, pace
        self.host: str = listening.getsockname()[0]
        self.shares = Shares(start=self._start)
        self._application, self._has_dropped = application, False
        super().__init__(
            self._answer,
            map=channels,
            _sock=listening,
            sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
            bind_socket=False,
            adj=Adjustments(cleanup_interval=1, **adjustments),
        )

    def readable(self) -> bool:
        """Whether to accept connections; waitress begins each round of its loop with this and `maintenance`."""
        self._has_dropped = False
        return bool(super().readable())

    def handle_accept(self) -> None:
        """Accept waiting connections, and close those of addresses that have reached their limit."""
        # Events of a connection dropped in this round must not reach a new one that gets its file descriptor.
        if self._has_dropped:
            return
        # Many per round, so that a client that reconnects in a loop does not starve the others in the queue.
        for _ in range(_MAX_ACCEPTS_PER_ROUND):
            try:
                accepted = self.accept()
                if accepted is None:
                    return
                sock, address = accepted
                # Without delay: the body of an answer would wait until the client has acknowledged the header.
                self.set_socket_options(sock)
            except OSError as error:
                _log.warning("a connection could not be taken: %s", error)
                return
            if self.shares.has_room(address[0]):
                _Connection(self, sock, address)
            else:
                sock.close()

    def add_task(self, task: _Connection) -> None:
        """Queue the next request of a connection until its address may have it answered."""
        self.shares.enqueue(task)

    def _start(self, connection: Connection) -> None:
        self.task_dispatcher.add_task(connection)

    def maintenance(self, now: float) -> None:
        """Drop connections that are too slow; waitress calls this every second."""
        self.shares.tick()
        now = time.monotonic()
        for channel in list(self.channels.values()):
            if isinstance(channel, _Connection | _Draining) and channel.is_late(now):
                channel.drop()
                self._has_dropped = True

    def _answer(self, environment: Environment, start_response: object) -> object:
        """Let the application answer, and charge the CPU time to the client's address."""
        began = time.thread_time()
        connection: Connection = environment.pop(_CONNECTION)
        try:
            return self._application(environment, start_response)
        finally:
            self.shares.finish_answer(connection, time.thread_time() - began)
