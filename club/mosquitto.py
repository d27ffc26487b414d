"""The files of a Mosquitto 2 broker for a club: its configuration, and who may do what."""

from collections.abc import Iterable
from pathlib import Path

from web.mqtt.home_assistant import PREFIX
from web.mqtt.topics import ROOT

CONFIGURATION, PASSWORDS, ACCESS, STATE, PID = "mosquitto.conf", "passwords", "access", "state", "mosquitto.pid"
PORT, LOCAL_PORT = 8883, 1883
MAX_PACKET = 256 << 10  # bytes; a drawing of a board has a tenth of it. Whoever sends more is disconnected.
# Whoever comes is sent every retained result at once: with Mosquitto's usual 1,000 the rest would be dropped.
MAX_QUEUED = 64 << 20  # bytes a client


def configuration(folder: Path, identity: Path) -> str:
    """`mosquitto.conf` of a broker whose files are in a folder; `identity` is the file of its key and certificate."""
    # Started by root, Mosquitto becomes another user, who could not read what is root's.
    user = "\nuser root" if folder.stat().st_uid == 0 else ""
    return f"""\
# Written by `jarapon club broker`, which replaces it when it is run again.{user}
listener {PORT}
certfile {identity}
keyfile {identity}

# The club server on this machine needs no TLS.
listener {LOCAL_PORT} 127.0.0.1

pid_file {folder / PID}

allow_anonymous false
password_file {folder / PASSWORDS}
acl_file {folder / ACCESS}

# Boxes publish again what the last minute before a power cut has lost.
persistence true
persistence_location {folder / STATE}/
autosave_interval 60
persistent_client_expiration 1d

max_packet_size {MAX_PACKET}
max_inflight_messages 100
max_queued_messages 0
max_queued_bytes {MAX_QUEUED}
"""


def access(server: str, home: str, tables: Iterable[str]) -> str:
    """The access list: the club server reads the tables, Home Assistant reads all, each table writes its own topics.

    Everything else is denied. A `pattern` of Mosquitto's would let the two readers write, too.

    >>> print(access("club", "home", ["table1"]))
    user club
    topic read jarapon/v1/#
    <BLANKLINE>
    user home
    topic read #
    topic write homeassistant/status
    <BLANKLINE>
    user table1
    topic write jarapon/v1/table1/#
    topic write homeassistant/+/table1/+/config
    <BLANKLINE>
    """
    may = {
        server: [f"read {ROOT}/#"],
        home: ["read #", f"write {PREFIX}/status"],  # where it says that it has started
        **{table: [f"write {ROOT}/{table}/#", f"write {PREFIX}/+/{table}/+/config"] for table in tables},
    }
    lines = (f"user {user}\n" + "".join(f"topic {topic}\n" for topic in topics) for user, topics in may.items())
    return "\n".join(lines)
