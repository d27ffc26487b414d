"""The HTTP server: waitress, with a thread for every phone that watches.

Waitress is pure Python, well maintained, refuses malformed requests by itself, and lets `web/server/admission.py`
judge requests by their headers. An event stream holds a thread for as long as its phone watches, so the pool has a
thread for each allowed stream and some to spare for everything else. `jarapon bench web` measures the cost.
"""

import errno
import ipaddress
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Self

from flask import Flask
from waitress.wasyncore import close_all

from device.system.error_text import os_error_text
from device.system.start_options import USUAL_HOST
from engines.messages import Message, Refusal, message
from web import errors
from web.limits import MAX_HEADER_BYTES, MAX_STREAMS, SPARE_THREADS, USUAL_PACE, Pace
from web.security.guard import Judgement, judge
from web.server import admission
from web.server.admission import AdmissionServer
from web.server.log_limits import limit_logs

Judge = Callable[[Flask, dict[str, object]], Judgement]
_LOST_AFTER_MS = 30_000
_STOP_S = 3.0
_UNLIMITED = 2**40  # bytes
_ADJUSTMENTS: dict[str, object] = {
    "threads": MAX_STREAMS + SPARE_THREADS,
    "connection_limit": 4 * MAX_STREAMS,
    "asyncore_use_poll": True,  # select() ends at 1024 open files
    "max_request_header_size": MAX_HEADER_BYTES,
    # No temporary files: /tmp may be in memory as well, or on an SD card that wears out.
    "inbuf_overflow": _UNLIMITED,
    "outbuf_overflow": _UNLIMITED,
    # waitress keeps up to this many *sent* bytes per answer; with its default of 16 MB, 200 streams would fill memory.
    "outbuf_high_watermark": 65_536,
    # Read ahead while an answer runs, so that a closed stream is noticed at once.
    "channel_request_lookahead": 1,
    "ident": "jarapon",
}


class ServerTrouble(Refusal):
    """The page cannot be served at this address."""


class WebServer:
    """Serves the page at a port, in a thread of its own until it is closed.

    with open_server(app, 8080) as server:
        print(server.port)
    """

    def __init__(self, app: Flask, listening: socket.socket, pace: Pace, judge: Judge) -> None:
        self.host, self.port = str(listening.getsockname()[0]), int(listening.getsockname()[1])
        self._app, self._listening, self._pace, self._judge = app, listening.dup(), pace, judge
        # Anybody who sends requests can make these loggers write.
        limit_logs("waitress", "waitress.queue", admission.__name__, errors.__name__)
        self._channels: dict[int, object] = {}
        self._server = AdmissionServer(app, partial(judge, app), listening, self._channels, pace, **_ADJUSTMENTS)
        self._thread = threading.Thread(target=self._server.run, name="web", daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """Whether its thread runs; a thread that hangs counts as running."""
        return self._thread.is_alive()

    def call_soon(self, call: Callable[[], None]) -> None:
        """Have the server's thread call a function that does not block."""
        with suppress(OSError):  # the server has ended meanwhile
            self._server.trigger.pull_trigger(call)

    def replace(self) -> "WebServer":
        """Start another server at the same port, when this one's thread has ended or hangs; cuts off its connections.

        The port stays taken throughout: both servers listen on the same socket.
        """
        other = WebServer(self._app, self._listening, self._pace, self._judge)
        for channel in list(self._server.active_channels.values()):
            channel.cancel()
            # Not closed: a thread that wakes must not find another file at the same descriptor.
            with suppress(OSError):
                channel.socket.shutdown(socket.SHUT_RDWR)
        self._close_sockets()
        return other

    def close(self) -> None:
        """Close every connection and free the port; a second call does nothing."""
        self._listening.close()
        self._close_sockets()
        self._thread.join(_STOP_S)

    def _close_sockets(self) -> None:
        """Close all sockets, in the server's thread as long as that runs."""
        if self._thread.is_alive():
            # If the thread has already closed them, and its trigger, then waking it fails harmlessly.
            self.call_soon(lambda: close_all(self._channels, ignore_all=True))
        else:
            close_all(self._channels, ignore_all=True)
        # Idle threads end now, those of streams when they next find their phone disconnected.
        self._server.task_dispatcher.set_thread_count(0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_server(
    app: Flask, port: int, host: str = USUAL_HOST, pace: Pace = USUAL_PACE, judge: Judge = judge
) -> WebServer:
    """Serve the page; port 0 takes any free port. Raises `ServerTrouble` when the address or port is unavailable.

    `host` may be an IPv6 address; `::` stands for all addresses, IPv4 and IPv6. `judge` judges a request with a body by
    its header, without blocking.
    """
    family = _family_of(host)
    try:
        listening = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        raise ServerTrouble(message("web.error.no_address", host=host)) from error
    if family == socket.AF_INET6:
        listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Every connection inherits this: a phone that vanished is dropped in seconds, not minutes.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _LOST_AFTER_MS)
    # And this: urgent bytes arrive inline, instead of raising an event that nobody handles and that never ends.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_OOBINLINE, 1)
    try:
        listening.bind((host, port))
        # SO_REUSEADDR lets two servers bind the same port until one of them listens.
        listening.listen()
    except OSError as error:
        listening.close()
        raise ServerTrouble(_bind_error(error, port, host)) from error
    return WebServer(app, listening, pace, judge)


def open_first_free(app: Flask, ports: Sequence[int], host: str = USUAL_HOST, judge: Judge = judge) -> WebServer:
    """Serve the page at the first of these ports that is available; raises `ServerTrouble` if none is."""
    for port in ports[:-1]:
        with suppress(ServerTrouble):
            return open_server(app, port, host, judge=judge)
    return open_server(app, ports[-1], host, judge=judge)


def _family_of(host: str) -> socket.AddressFamily:
    try:
        return socket.AF_INET if ipaddress.ip_address(host).version == 4 else socket.AF_INET6
    except ValueError as error:
        raise ServerTrouble(message("web.error.no_address", host=host)) from error


def _bind_error(error: OSError, port: int, host: str) -> Message:
    if error.errno == errno.EADDRNOTAVAIL:
        return message("web.error.no_address", host=host)
    if error.errno == errno.EADDRINUSE:
        return message("web.error.port_in_use", port=port)
    if error.errno == errno.EACCES:
        return message("web.error.port_forbidden", port=port)
    return message("web.error.no_port", port=port, why=os_error_text(error))
