"""Starts the broker of a club and the club server, each as the documents say, at ports that are free."""

import hashlib
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Self

import msgspec

from club import mosquitto
from club.broker import CERTIFICATE, KEPT, SERVER, Logins, write_broker
from engines.messages import Refusal, message
from tools.bench.phones import PATIENCE_S, memory_mb, processor_s
from tools.bench.ports import reserved_port

HOST = "127.0.0.1"
_STALLED_S = 15.0  # without a further message
_HUB = (sys.executable, "-c", "import sys; from cli.main import main; sys.exit(main())", "club")


class Server:
    """A process that is measured."""

    _process: "subprocess.Popen[str]"

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    @property
    def memory_mb(self) -> float:
        """The most memory that it ever had."""
        return memory_mb(self.pid, "VmHWM")

    @property
    def processor_s(self) -> float:
        """The processor time that it has taken."""
        return processor_s(self.pid)

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()


class Broker(Server):
    """Mosquitto with a login for each table, in a folder that is made."""

    def __init__(self, folder: Path, tables: int) -> None:
        self._folder = folder
        write_broker(folder, tables, "en", HOST)
        self._ports = {port: reserved_port(self) for port in (mosquitto.PORT, mosquitto.LOCAL_PORT)}
        file = folder / mosquitto.CONFIGURATION
        written = file.read_text(encoding="utf-8")
        for port, free in self._ports.items():
            written = written.replace(f"listener {port}", f"listener {free}")
        file.write_text(written, encoding="utf-8")
        self._logins = msgspec.json.decode((folder / KEPT).read_bytes(), type=Logins)

    @property
    def table_urls(self) -> list[str]:
        """The addresses on the tables' cards."""
        certificate = (self._folder / CERTIFICATE).read_text(encoding="ascii")
        fingerprint = hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate)).hexdigest()
        place, passwords = f"{HOST}:{self._ports[mosquitto.PORT]}#{fingerprint}", self._logins.passwords
        return [f"mqtts://{name}:{passwords[name]}@{place}" for name in self._logins.tables]

    @property
    def reader_url(self) -> str:
        """The address for the club server, without TLS."""
        return f"mqtt://{SERVER}:{self._logins.passwords[SERVER]}@{HOST}:{self._ports[mosquitto.LOCAL_PORT]}"

    def __enter__(self) -> Self:
        program = shutil.which("mosquitto", path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin") or "mosquitto"
        words = [program, "-c", str(self._folder / mosquitto.CONFIGURATION)]
        with (self._folder / "log").open("w") as log:
            self._process = subprocess.Popen(words, stderr=log, text=True)
        patience = time.monotonic() + PATIENCE_S
        while not all(map(_answers, self._ports.values())):
            _check(patience)
        return self


class Hub(Server):
    """The club server, with its data in a folder."""

    def __init__(self, folder: Path, broker: str) -> None:
        self._folder, self._broker = folder, broker

    def __enter__(self) -> Self:
        words = [*_HUB, "--broker", self._broker, "--data", str(self._folder), "--host", HOST, "--port", "0"]
        with (self._folder / "log").open("w") as log:
            self._process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self._process.stdout is not None
        said = (re.search(r"http://[^/]*:(\d+)", line) for line in self._process.stdout)
        self.port = next((int(found[1]) for found in said if found), 0)
        if not self.port:
            raise Refusal(message("web.bench.silent"))
        return self

    def wait_for(self, messages: int) -> int:
        """Wait until it has received so many messages, or no further one for a while; gives how many."""
        received, patience = -1, time.monotonic() + _STALLED_S
        while received < messages and time.monotonic() < patience:
            before, received = received, self._received()
            if received > before:
                patience = time.monotonic() + _STALLED_S
            time.sleep(0.2)
        return received

    def troubles(self) -> list[str]:
        """What it has said of itself, other than that all is well."""
        lines = (self._folder / "log").read_text(encoding="utf-8").splitlines()
        return [line for line in lines if not line.startswith("All is well")]

    def _received(self) -> int:
        connection = HTTPConnection(HOST, self.port, timeout=PATIENCE_S)
        connection.request("GET", "/healthz")  # 503 where something is wrong: the count is there, too
        with connection.getresponse() as answer:
            return int(json.load(answer)["received"])


def _answers(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex((HOST, port)) == 0


def _check(patience: float) -> None:
    if time.monotonic() > patience:
        raise Refusal(message("web.bench.silent"))
    time.sleep(0.05)
