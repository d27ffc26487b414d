"""Port 80, the default of browsers: redirects every request to the page's own port.

    python -m web.server.usual_port --port 8000       on the socket that systemd passes

A phone that has joined the box's own Wi-Fi asks its maker's server whether it is online. In that Wi-Fi every name
resolves to the box, so the phone is redirected and opens the page as a captive portal. In a home network
http://jarapon.local works without ":8000".

It is a process of its own, independent of the box, which systemd starts on demand (systemd/jarapon-http.socket and
.service).
"""

import argparse
import asyncio
import re
import socket
from collections.abc import Sequence
from contextlib import suppress

from device.phones.addresses import url_of
from web.security.hosts import is_own_name

FIRST_FD = 3  # the first file descriptor that systemd passes
MAX_HEADER_BYTES = 8192
ANSWER_S = 5.0
IDLE_S = 60.0
MAX_CONNECTIONS = 64
_PORT = re.compile(r":\d{1,5}$")


class Redirector:
    """Redirects every request to the page at `port`; `names` are further host names of this machine."""

    def __init__(self, port: int, names: Sequence[str] = ()) -> None:
        self._port, self._names = port, names
        self.asked_at, self._open = 0.0, 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request and close the connection; a slow, overlong or incomplete one gets no answer."""
        self.asked_at = asyncio.get_running_loop().time()
        self._open += 1
        try:
            if self._open <= MAX_CONNECTIONS:
                async with asyncio.timeout(ANSWER_S):
                    header = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                    here: str = writer.get_extra_info("sockname")[0]
                    writer.write(self.response(header, here).encode("latin-1"))
                    await writer.drain()
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, ConnectionError):
            pass  # nobody is left to answer
        finally:
            self._open -= 1
            writer.close()

    def response(self, header: str, here: str) -> str:
        """The response to a request with this header, received at our address `here`.

        A request for one of our names keeps the name and the path. Any other name may be a DNS rebinding attack: it is
        redirected to our numeric address, where the scripts of such a page are cross-origin.

        >>> Redirector(8000).response("GET /a HTTP/1.1\\r\\nHost: evil.example\\r\\n\\r\\n", "10.10.10.10").split()[4]
        'http://10.10.10.10:8000/'
        """
        request, *lines = header.split("\r\n")
        path = [*request.split(" "), ""][1]
        named = (value.strip() for name, _, value in (line.partition(":") for line in lines) if name.lower() == "host")
        host = _PORT.sub("", next(named, ""))
        is_ours = re.fullmatch(r"[\w.:\[\]-]+", host, re.ASCII) and is_own_name(host, self._names)
        is_kept = is_ours and re.fullmatch("/[!-~]*", path)
        to = f"http://{host}:{self._port}{path}" if is_kept else f"{url_of(here, self._port)}/"
        lines = ["HTTP/1.1 302 Found", f"Location: {to}", "Content-Length: 0", "Cache-Control: no-store"]
        return "\r\n".join([*lines, "Connection: close", "", ""])


async def serve(listening: socket.socket, redirector: Redirector, idle_s: float = IDLE_S) -> None:
    """Answer until no request has come for `idle_s`; systemd starts the process again for the next one."""
    loop = asyncio.get_running_loop()
    redirector.asked_at = loop.time()
    async with await asyncio.start_server(redirector.answer, sock=listening, limit=MAX_HEADER_BYTES):
        while (left := redirector.asked_at + idle_s - loop.time()) > 0:
            await asyncio.sleep(left)


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve with the box's own command-line arguments; those that are not understood here are ignored."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--name", action="append", default=[])
    known, _ = parser.parse_known_args(arguments)
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(socket.socket(fileno=FIRST_FD), Redirector(known.port, known.name)))


if __name__ == "__main__":
    main()
