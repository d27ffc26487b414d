"""A real Mosquitto and a real PostgreSQL, each in a folder of its own; they can be killed and started again."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Self
from uuid import uuid4

from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from tests.support.waiting import eventually
from tools.bench.ports import reserved_port

CLUB = "club"  # the login that reads all tables
HOST = "127.0.0.1"
POSTGRESQL = "/usr/bin/pg_ctlcluster"  # of `tests/debian-packages`
MOSQUITTO = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin") or "mosquitto"


class Server:
    """A process that serves a port of this machine."""

    user: str | None = None  # whom it runs as, where not as the one who runs the tests

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, reserved_port(self)
        self._process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        """What starts it."""
        raise NotImplementedError

    def is_up(self) -> bool:
        """Whether it answers."""
        with socket.socket() as tried:
            return tried.connect_ex((HOST, self.port)) == 0

    @property
    def is_running(self) -> bool:
        """Whether its process is there."""
        return self._process is not None

    def start(self) -> None:
        """Start it, and wait until it answers."""

        def is_started() -> bool:
            # One that was killed may leave something behind for a moment that keeps the next one from starting.
            if self._process is None or self._process.poll() is not None:
                with (self.folder / "log").open("ab") as log:
                    self._process = subprocess.Popen(
                        self.command(), stdout=log, stderr=log, cwd=self.folder, user=self.user, group=self.user
                    )
            return self.is_up()

        eventually(is_started)

    def kill(self) -> None:
        """End it as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


class Mosquitto(Server):
    """A broker; with `passwords` each login publishes only its own topics, and `CLUB` only reads."""

    def __init__(self, folder: Path, passwords: Mapping[str, str] | None = None, is_encrypted: bool = False) -> None:
        super().__init__(folder)
        self.passwords, self.is_encrypted = dict(passwords or {}), is_encrypted
        lines = [f"listener {self.port} {HOST}", "persistence true", f"persistence_location {folder}/"]
        lines += ["user root"] * (os.getuid() == 0)
        lines += self._access() if self.passwords else ["allow_anonymous true"]
        lines += self._certificate() if is_encrypted else []
        (folder / "mosquitto.conf").write_text("\n".join(lines) + "\n")

    def command(self) -> list[str]:
        return [MOSQUITTO, "-c", str(self.folder / "mosquitto.conf")]

    def url(self, login: str = "anybody", fingerprint: str = "") -> str:
        """Its address for somebody who logs in."""
        who = f"{login}:{self.passwords[login]}" if self.passwords else login
        scheme = "mqtts" if self.is_encrypted else "mqtt"
        return f"{scheme}://{who}@{HOST}:{self.port}" + (f"#{fingerprint}" if fingerprint else "")

    def save(self) -> None:
        """Have it write what it retains to the disk."""
        assert self._process is not None
        self._process.send_signal(signal.SIGUSR1)
        eventually((self.folder / "mosquitto.db").exists)

    def _access(self) -> list[str]:
        passwords, access = self.folder / "passwords", self.folder / "access"
        passwords.write_text("".join(f"{name}:{password}\n" for name, password in self.passwords.items()))
        subprocess.run(["mosquitto_passwd", "-U", passwords], check=True)
        rules = {name: f"write jarapon/v1/{name}/#" for name in self.passwords} | {CLUB: "read jarapon/v1/#"}
        access.write_text("".join(f"user {name}\ntopic {rule}\n" for name, rule in rules.items()))
        return ["allow_anonymous false", f"password_file {passwords}", f"acl_file {access}"]

    def _certificate(self) -> list[str]:
        key, certificate = self.folder / "key.pem", self.folder / "certificate.pem"
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=a club"]
        subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
        return [f"certfile {certificate}", f"keyfile {key}"]


class PostgreSQL(Server):
    """A database server with any number of databases."""

    user = "postgres" if os.getuid() == 0 else None  # it refuses to run as root

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        if self.user:
            shutil.chown(folder, self.user, self.user)
        initdb = [_postgresql("initdb"), "--no-sync", "--auth=trust", "--username=club", f"--pgdata={folder / 'data'}"]
        subprocess.run(initdb, check=True, capture_output=True, cwd=folder, user=self.user, group=self.user)

    def command(self) -> list[str]:
        options = (
            "fsync=off",
            f"listen_addresses={HOST}",
            f"port={self.port}",
            f"unix_socket_directories={self.folder}",
        )
        return [_postgresql("postgres"), "-D", str(self.folder / "data"), *(f"--{one}" for one in options)]

    def is_up(self) -> bool:
        engine = create_engine(self._url("postgres"))
        try:
            engine.connect().close()
        except OperationalError:
            return False
        finally:
            engine.dispose()
        return True

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"club_{uuid4().hex}"
        engine = create_engine(self._url("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return self._url(name)

    def _url(self, name: str) -> str:
        return f"postgresql+psycopg://club@{HOST}:{self.port}/{name}"


@contextmanager
def postgresql() -> Iterator[PostgreSQL]:
    """A database server in a folder that PostgreSQL's own user may enter."""
    folder = Path(tempfile.mkdtemp(prefix="club-"))
    try:
        with PostgreSQL(folder) as server:
            yield server
    finally:
        shutil.rmtree(folder)


def _postgresql(program: str) -> str:
    """The path of a program of PostgreSQL's, which Debian keeps out of the way."""
    return str(max(Path("/usr/lib/postgresql").glob(f"*/bin/{program}")))
