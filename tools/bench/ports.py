"""Ports for servers that are started at a given one, or again at the one that they had."""

import socket
from weakref import finalize


def reserved_port(owner: object) -> int:
    """A port of this machine that nobody else is given as long as `owner` lives; a server may listen at it.

    A port that is merely free now, or while its server is started again, becomes now and then the near end of some
    connection, or of one to that very port, which then looks as if the server answered.
    """
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as servers do: Linux lets both have the port
    reserved.bind(("127.0.0.1", 0))
    finalize(owner, reserved.close)
    return int(reserved.getsockname()[1])
