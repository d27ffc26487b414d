"""Waitress, which asks first: a request with a body is judged by its header, before anything of the body is kept.

Waitress itself takes in whatever comes, up to a size, before the application hears of it, from as many connections as
there may be. Here every address has its share (`web/server/shares.py`), and whoever is slow is dropped. What the
classes below override, and what they read of waitress, `tests/web/server/test_admission.py` names, so that another
waitress cannot change it unnoticed. All but `_Task` and the end of `service` runs in waitress's own thread, which must
never wait for anything.
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
from web.limits import (
    UPLOAD_EVERY_SECONDS,
    Pace,
)
from web.places import PAGE_HOST
from web.security.guard import JUDGED, Judged
from web.server.shares import Connection, Shares

Environment: TypeAlias = dict[str, Any]  # of WSGI
_log = logging.getLogger(__name__)
_CONNECTION = "jarapon.connection"
_ACCEPTED_AT_ONCE = 64
_THROWN_AWAY_AT_ONCE = 65_536  # bytes


class _Request(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """A request as it comes in: judged when its header is complete, and without its body when it is refused."""

    judged: Judged | None = None
    body_began = 0.0
    content_length: int
    chunked: bool

    def __init__(self, connection: "_Connection", adjustments: Adjustments) -> None:
        super().__init__(adjustments)
        self.began = time.monotonic()
        self._connection = connection
        self._pace: Pace = connection.server.pace
        self._room: tuple[str, int, bool] | None = None

    def received(self, data: bytes) -> int:
        taken: int = super().received(data)
        if self.error is None and (self.judged is None or self.judged.refusal is None):
            return taken
        # What follows belongs to a body that nobody reads, and must not be taken for the next request.
        self._connection.is_ending = True
        return len(data)

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # a length of thousands of digits, half an IPv6 address
            raise ParsingError("Header cannot be understood") from error
        if not (self.content_length or self.chunked or "TRANSFER_ENCODING" in self.headers):
            self.expect_continue = False  # there is nothing to go on with
            return
        self.body_began = time.monotonic()
        self.judged = self._judge()
        if self.judged.refusal is not None:
            # The application says why, without the body, and the connection ends with that.
            self.body_rcv, self.content_length, self.chunked, self.expect_continue = None, 0, False, False
            self.headers |= {"CONNECTION": "close", "CONTENT_LENGTH": "0"}
            self.headers.pop("TRANSFER_ENCODING", None)

    def close(self) -> None:
        super().close()
        if self._room is not None:
            self._connection.server.shares.give_body(*self._room)
            self._room = None

    def is_late(self, now: float) -> bool:
        """Whether it comes too slowly: its header, or then its body."""
        if not self.body_began:
            return now > self.began + self._pace.header_s
        return bool(self.body_bytes_received < (now - self.body_began - self._pace.grace_s) * self._pace.body_rate)

    def _judge(self) -> Judged:
        if self.chunked or "TRANSFER_ENCODING" in self.headers:
            return Judged(Refused(message("web.error.no_length"), 411))
        environment = self._connection.task_class(self._connection, self).get_environment()
        judged: Judged = self._connection.server.judge(environment | {"wsgi.input": io.BytesIO()})
        if judged.refusal is None:
            room = self._connection.address, self.content_length, judged.is_paired
            if not self._connection.server.shares.take_body(*room):
                wait_s = int(UPLOAD_EVERY_SECONDS)
                return Judged(Refused(message("web.error.other_uploads"), 503, wait_s=wait_s))
            self._room = room
        return judged


class _Task(WSGITask):  # type: ignore[misc]
    """A request for the application, with what was judged of it."""

    def get_environment(self) -> Environment:
        environment: Environment = super().get_environment()
        environment[_CONNECTION], environment[JUDGED] = self.channel, self.request.judged
        environment[PAGE_HOST] = self.channel.server.host
        return environment


class _Connection(HTTPChannel):  # type: ignore[misc]
    """A connection that is closed when it is slow, and counted for its address until then."""

    task_class = _Task
    is_ending = False  # what comes now is not read as a request any more

    def __init__(self, server: "AskingServer", sock: socket.socket, addr: tuple[str, int]) -> None:
        addr = (_plain(addr[0]), addr[1])
        self.address: str = addr[0]
        self._pace: Pace = server.pace
        self._quiet_since = time.monotonic()
        self._unread_since, self._sent = 0.0, 0
        super().__init__(server, sock, addr, server.adj, map=server.channels)
        server.shares.enter(self)

    def parser_class(self, adjustments: Adjustments) -> _Request:
        return _Request(self, adjustments)

    def handle_expt(self) -> None:
        """An urgent byte is read as any other."""

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
            self.server.shares.done(self)

    def handle_close(self) -> None:
        # Closing while the other side still sends would take the answer away from it again.
        if self.is_ending and self.connected and not self.total_outbufs_len:
            _Draining(self)
        super().handle_close()

    def del_channel(self, *channels: object) -> None:
        super().del_channel(*channels)
        waited = self.server.shares.leave(self)
        # What nobody answers any more frees the room of its body here.
        for request in (self.request, *(self.requests if waited else ())):
            if request is not None:
                request.close()

    def is_late(self, now: float) -> bool:
        """Whether it has kept the server waiting for too long; to be asked each second."""
        if self.total_outbufs_len:
            if not self._unread_since:
                self._unread_since, self._sent = now, 0
            return bool(self._sent < (now - self._unread_since - self._pace.grace_s) * self._pace.answer_rate)
        self._unread_since = 0.0
        if self.request is not None and self.request.is_late(now):
            return True
        return not self.requests and self.request is None and now > self._quiet_since + self._pace.idle_s

    def drop(self) -> None:
        # At once: `will_close` waits until the other side takes something, and it may never do so.
        self.handle_close()


def _plain(address: str) -> str:
    """An address as it is known elsewhere: one of IPv4 that came to a socket of IPv6 is written as that of IPv4.

    >>> _plain("::ffff:192.168.1.5"), _plain("2001:db8::7")
    ('192.168.1.5', '2001:db8::7')
    """
    ip = ipaddress.ip_address(address)
    return str((ip.version == 6 and ip.ipv4_mapped) or ip)


class _Draining(dispatcher):  # type: ignore[misc]
    """The rest of a refused connection: our side is closed, and what still comes is thrown away for a few seconds."""

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
        self.recv(_THROWN_AWAY_AT_ONCE)

    def handle_close(self) -> None:
        self.close()

    def del_channel(self, *channels: object) -> None:
        super().del_channel(*channels)
        self._shares.leave(self)

    def is_late(self, now: float) -> bool:
        return now > self._until

    def drop(self) -> None:
        self.close()


class AskingServer(TcpWSGIServer):  # type: ignore[misc]
    """Waitress at a socket, which asks `judge` about each request with a body as soon as its header is there.

    `judge` is given the request's WSGI environment without the body, and must not wait for anything.
    """

    def __init__(
        self,
        application: Callable[..., object],
        judge: Callable[[Environment], Judged],
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
        """Whether connections are to be taken; each round of waitress begins with this, and with `maintenance`."""
        self._has_dropped = False
        return bool(super().readable())

    def handle_accept(self) -> None:
        """Take the connections that wait, and close those of addresses that have enough."""
        # What was dropped in this round may still have events in it, which must not reach a new one of its number.
        if self._has_dropped:
            return
        # Many at a time: whoever connects again and again must not keep others in the queue.
        for _ in range(_ACCEPTED_AT_ONCE):
            try:
                accepted = self.accept()
            except OSError as error:
                _log.warning("a connection could not be taken: %s", error)
                return
            if accepted is None:
                return
            sock, address = accepted
            if self.shares.has_room(address[0]):
                _Connection(self, sock, address)
            else:
                sock.close()

    def add_task(self, task: _Connection) -> None:
        """Have the next request of a connection answered, when it is its address's turn."""
        self.shares.ask(task)

    def _start(self, connection: Connection) -> None:
        self.task_dispatcher.add_task(connection)

    def maintenance(self, now: float) -> None:
        """Drop what is too slow; waitress calls it every second."""
        self.shares.tick()
        now = time.monotonic()
        for channel in list(self.channels.values()):
            if isinstance(channel, _Connection | _Draining) and channel.is_late(now):
                channel.drop()
                self._has_dropped = True

    def _answer(self, environment: Environment, start_response: object) -> object:
        """Have the application answer; what it takes of the processor is its address's share."""
        began = time.thread_time()
        connection: Connection = environment.pop(_CONNECTION)
        try:
            return self._application(environment, start_response)
        finally:
            self.shares.made(connection, time.thread_time() - began)
