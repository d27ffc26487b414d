"""Port 80, where browsers ask that were given no port: sends everybody on to the page, and does nothing else.

    python -m web.server.usual_port --port 8000       on the socket that systemd hands over

A phone that has joined the box's own Wi-Fi asks its maker's server whether there is an internet. There every name leads
to the box, so the phone gets here, is sent on, and opens the page as the one where one signs in. In a home network it
is what makes http://jarapon.local do without ":8000".

It is a process of its own that knows nothing of the box, and is there only while somebody asks
(systemd/jarapon-http.socket and .service).
"""

import argparse
import asyncio
import re
import socket
from collections.abc import Sequence
from contextlib import suppress

from device.phones.addresses import url_of
from web.security.hosts import is_own_name

FIRST_FD = 3  # of the sockets that systemd hands over
HEADER_BYTES = 8192
ANSWER_S = 5.0
IDLE_S = 60.0
MAX_CONNECTIONS = 64
_PORT = re.compile(r":\d{1,5}$")


class Redirector:
    """Answers every request with the address of the page at `port`, of a machine with further `names`."""

    def __init__(self, port: int, names: Sequence[str] = ()) -> None:
        self._port, self._names = port, names
        self.asked_at, self._open = 0.0, 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request and close the connection; one that is slow, too long or none gets no answer."""
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
            pass  # nobody is left to be told
        finally:
            self._open -= 1
            writer.close()

    def response(self, header: str, here: str) -> str:
        """The answer to a request by its header, that came to this address of ours.

        Who asked for one of our names keeps it, and the path. Any other name may be one that leads here for now: such a
        page is sent to our address in numbers, where its scripts are strangers.

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
    """Answer until nobody has asked for a while; systemd starts it again when somebody does."""
    loop = asyncio.get_running_loop()
    redirector.asked_at = loop.time()
    async with await asyncio.start_server(redirector.answer, sock=listening, limit=HEADER_BYTES):
        while (left := redirector.asked_at + idle_s - loop.time()) > 0:
            await asyncio.sleep(left)


def main(words: Sequence[str] | None = None) -> None:
    """Serve with the words with which the box is started, of which these count as they do there."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--name", action="append", default=[])
    known, _ = parser.parse_known_args(words)
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(socket.socket(fileno=FIRST_FD), Redirector(known.port, known.name)))


if __name__ == "__main__":
    main()
