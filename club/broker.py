"""Writes what a Mosquitto broker of a club needs: its configuration, logins, certificate, and a sheet to print.

Passwords are kept as they are, since the sheet shows them: the folder and its files are for their owner only. Written
again, it keeps passwords and certificate, so that no box has to be set up anew.
"""

import hashlib
import re
import secrets
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterable
from pathlib import Path

import jinja2
import msgspec
import segno

from club import mosquitto
from device.broker import BrokerSettings
from device.phones.addresses import local_name, own_addresses
from device.system.error_text import os_error_text
from device.system.whole_files import give_to_owner_of, left_as_they_are, read_kept, write_whole
from device.texts import texts_under
from engines.messages import Message, Refusal, message

SERVER, HOME = "club", "home"  # the logins of the club server and of Home Assistant, which only read
MOST_TABLES = 2000
KEPT = "logins.json"
IDENTITY, CERTIFICATE = "server.pem", "server.crt"  # the key with its certificate; the certificate alone, to hand out
SHEET = "tables.html"
_DAYS = 3650
_PATIENCE_S = 60.0
_SECRET = 0o600
PACKAGES = {"openssl": "openssl", "mosquitto_passwd": "mosquitto"}  # of Debian, by the program that they bring
_HOST = re.compile("[A-Za-z0-9.-]{1,253}")
_ADDRESS = re.compile(r"[0-9.]+|[0-9a-fA-F:]*:[0-9a-fA-F:.]*")


class Logins(msgspec.Struct):
    """Who may log in to a broker; kept in the folder."""

    host: str  # where boxes find it: a name or an address
    passwords: dict[str, str]  # by login

    @property
    def tables(self) -> list[str]:
        """The logins of the tables, in their order."""
        return [name for name in self.passwords if name not in (SERVER, HOME)]

    def grow(self, tables: int) -> None:
        """Give a password to everybody who has none yet, of so many tables and the two readers.

        >>> logins = Logins("club.local", {"table1": "kept"})
        >>> logins.grow(2)
        >>> logins.tables, logins.passwords["table1"], len(logins.passwords["table2"]) >= 16
        (['table1', 'table2'], 'kept', True)
        """
        for name in (SERVER, HOME, *(f"table{number}" for number in range(1, tables + 1))):
            self.passwords.setdefault(name, secrets.token_urlsafe(12))


def write_broker(folder: Path, tables: int, language: str, host: str | None = None) -> Message:
    """Write everything for a broker of so many tables; gives what to do next.

    `host`: the name or address at which boxes find this machine; by default the one kept, or this machine's. Raises
    `Refusal` if a program is missing, or something cannot be read or written.
    """
    if not 1 <= tables <= MOST_TABLES:
        raise Refusal(message("club_broker.bad_tables", most=MOST_TABLES))
    folder = folder.absolute()
    try:
        _make_folder(folder)
        _make_folder(folder / mosquitto.STATE)
        logins = _logins(folder, host)
        logins.grow(tables)
        write_whole(folder / KEPT, msgspec.json.format(msgspec.json.encode(logins)) + b"\n", _SECRET)
        fingerprint = _certificate(folder, logins.host)
        _write_passwords(folder, logins)
        write_whole(folder / mosquitto.ACCESS, mosquitto.access(SERVER, HOME, logins.tables).encode(), _SECRET)
        write_whole(folder / mosquitto.CONFIGURATION, mosquitto.configuration(folder, folder / IDENTITY).encode())
        write_whole(folder / SHEET, sheet(logins, fingerprint, language).encode(), _SECRET)
    except OSError as error:
        raise Refusal(message("club_broker.cannot_write", folder=str(folder), reason=os_error_text(error))) from error
    files = {"sheet": SHEET, "configuration": mosquitto.CONFIGURATION, "pid": mosquitto.PID}
    facts = {name: str(folder / file) for name, file in files.items()}
    return message("club_broker.written", tables=len(logins.tables), folder=str(folder), **facts)


def server_settings(folder: Path) -> BrokerSettings:
    """How the club server on the same machine reads the broker; raises `Refusal` where the folder holds none."""
    logins = _kept(folder)
    if logins is None:
        raise Refusal(message("club_broker.none", folder=str(folder)))
    return BrokerSettings(f"mqtt://{SERVER}:{logins.passwords[SERVER]}@127.0.0.1:{mosquitto.LOCAL_PORT}")


def sheet(logins: Logins, fingerprint: str, language: str) -> str:
    """The page to print: a card for each table, and one for whoever runs the evening."""
    place = f"{logins.host}:{mosquitto.PORT}#{fingerprint}"
    addresses = {name: f"mqtts://{name}:{logins.passwords[name]}@{place}" for name in logins.tables}
    cards = [(name, url, segno.make_qr(url, error="m").png_data_uri(scale=6)) for name, url in addresses.items()]
    facts = {"language": language, "logins": logins, "port": mosquitto.PORT, "certificate": CERTIFICATE}
    pages = jinja2.Environment(loader=jinja2.PackageLoader("club"), autoescape=True, undefined=jinja2.StrictUndefined)
    text = texts_under("club_broker", language)
    return pages.get_template("broker_sheet.html").render(text=text, cards=cards, **facts)


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        folder.mkdir(mode=0o700, parents=True)
        give_to_owner_of(folder.parent, folder)


def _kept(folder: Path) -> Logins | None:
    """The logins kept, or None yet; raises `Refusal` where they are damaged."""
    with left_as_they_are():  # without them every box would have to be set up anew: that is for people to decide
        kept, trouble = read_kept(folder / KEPT, msgspec.json.Decoder(Logins).decode)
    if trouble is not None:
        raise Refusal(message("club_broker.damaged", file=str(folder / KEPT)))
    return kept


def _logins(folder: Path, host: str | None) -> Logins:
    """The logins kept, or none yet, with the host at which boxes are to find the broker."""
    logins = _kept(folder) or Logins(local_name() or next(iter(own_addresses()), socket.gethostname()), {})
    logins.host = logins.host if host is None else host
    if not _HOST.fullmatch(logins.host):
        raise Refusal(message("club_broker.bad_host", host=logins.host))
    return logins


def _certificate(folder: Path, host: str) -> str:
    """The SHA-256 of the broker's certificate, which is made where there is none."""
    identity = folder / IDENTITY
    if not identity.exists():
        names = dict.fromkeys((host, socket.gethostname(), "localhost", *own_addresses("::"), "127.0.0.1", "::1"))
        command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        command += ["-days", str(_DAYS), "-subj", "/CN=Jarapon club", "-keyout", "-", "-out", "-"]
        command += ["-addext", "keyUsage=critical,digitalSignature,keyCertSign"]
        command += ["-addext", f"subjectAltName={_alternatives(names)}"]
        write_whole(identity, _run(*command), _SECRET)
    start = "-----BEGIN CERTIFICATE-----"
    certificate = start + identity.read_text(encoding="ascii").partition(start)[2]
    write_whole(folder / CERTIFICATE, certificate.encode())
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate)).hexdigest()


def _alternatives(hosts: Iterable[str]) -> str:
    """Names and addresses as OpenSSL writes a certificate's alternative names.

    >>> _alternatives(["club.local", "192.168.1.23", "::1"])
    'DNS:club.local,IP:192.168.1.23,IP:::1'
    """
    return ",".join(f"{'IP' if _ADDRESS.fullmatch(host) else 'DNS'}:{host}" for host in hosts)


def _write_passwords(folder: Path, logins: Logins) -> None:
    """The password file of Mosquitto; its own program digests the passwords, which no command line shows."""
    lines = [f"{name}:{password}\n" for name, password in logins.passwords.items()]
    unfinished = folder / f"{mosquitto.PASSWORDS}.plain"
    write_whole(unfinished, "".join(lines).encode(), _SECRET)
    try:
        _run("mosquitto_passwd", "-U", str(unfinished))
        write_whole(folder / mosquitto.PASSWORDS, unfinished.read_bytes(), _SECRET)
    finally:
        unfinished.unlink()


def _run(*command: str) -> bytes:
    """What a program prints; raises `Refusal` with its own words if it fails."""
    if shutil.which(command[0]) is None:
        raise Refusal(message("club_broker.missing", packages=PACKAGES[command[0]]))
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE_S, check=False)
    if done.returncode != 0:
        said = " ".join(done.stderr.decode(errors="replace").split())
        raise Refusal(message("club_broker.failed", program=command[0], said=said))
    return done.stdout
