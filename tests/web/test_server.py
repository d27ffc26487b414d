"""The page at a port: what happens when the port cannot be had, and that closing frees it."""

import socket
from urllib.request import urlopen

import pytest
from flask import Flask

from engines.messages import message
from web import open_server
from web.server import ServerTrouble


def test_a_port_in_use_is_named(app: Flask) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(ServerTrouble) as trouble:
        port = other.getsockname()[1]
        open_server(app, port, "127.0.0.1")
    assert trouble.value.said == message("web.error.port_in_use", port=port)


def test_an_address_that_this_machine_has_not(app: Flask) -> None:
    with pytest.raises(ServerTrouble) as trouble:
        open_server(app, 0, "192.0.2.1")
    assert trouble.value.said.key == "web.error.no_port"


def test_a_closed_server_frees_its_port(app: Flask) -> None:
    with open_server(app, 0, "127.0.0.1") as server:
        port = server.port
        assert urlopen(f"http://127.0.0.1:{port}/api/state").status == 200
    server.close()
    with open_server(app, port, "127.0.0.1"):
        assert urlopen(f"http://127.0.0.1:{port}/api/state").status == 200
