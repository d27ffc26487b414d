"""A fault at each seam, again and again, while a whole game of each kind is played: the record is right at the end."""

import os
import random
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EREMOTEIO
from pathlib import Path

import pytest

from device.games.listing import GAMES
from device.hardware.camera import CameraTrouble
from device.record.journal import Journal
from device.record.replay import Replay
from engines.messages import message
from tests.support.trust.figure import Figure
from tests.support.trust.known_box import KnownBox

GAMES_ON_A_TABLE = ["search", "sevens", "doubt", "infiltration", "checkers", "reversi", "jarapon"]
CALM = 5  # one move in so many meets a fault
NEXT, BACK = 19, 6  # BCM pins; OK and undo are people's answers, and no faults
DISK_MB = 24


@contextmanager
def camera_reports_trouble(box: KnownBox) -> Iterator[None]:
    box.camera.fault = CameraTrouble(message("camera.failed", camera="usb:0", reason="no such device"))
    yield
    box.camera.fault = None


@contextmanager
def camera_raises_what_nobody_thought_of(box: KnownBox) -> Iterator[None]:
    box.camera.fault = RuntimeError("driver")
    yield
    box.camera.fault = None


@contextmanager
def display_is_unplugged(box: KnownBox) -> Iterator[None]:
    box.bus.unplug()
    yield
    box.bus.plug_in()


@contextmanager
def display_fails(box: KnownBox) -> Iterator[None]:
    box.bus.fault = OSError(EREMOTEIO, "Remote I/O error")
    yield
    box.bus.fault = None


@contextmanager
def display_hangs(box: KnownBox) -> Iterator[None]:
    box.bus.flows.clear()
    yield
    box.bus.flows.set()


@contextmanager
def buttons_bounce(box: KnownBox) -> Iterator[None]:
    for _ in range(20):
        for pin in (NEXT, BACK):
            box.pins.pin(pin).drive_low()
            box.pins.pin(pin).drive_high()
    yield


@contextmanager
def network_sends_rubbish(box: KnownBox) -> Iterator[None]:
    sent = (
        b"\x16\x03\x01\x02\x00\x01",
        b"GET / HTTP/1.1\r\n" * 50,
        b"POST /api/undo HTTP/1.1\r\nContent-Length: 9\r\n\r\n",
    )
    opened = [socket.create_connection(("127.0.0.1", box.server.port), 5) for _ in sent]
    for connection, data in zip(opened, sent, strict=True):
        connection.sendall(data)
    yield
    for connection in opened:
        connection.close()


@contextmanager
def disk_is_full(box: KnownBox) -> Iterator[None]:
    filler = box.box.settings.data.parent / "filler"
    with filler.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space left"):
        while True:
            file.write(bytes(1 << 12))
    yield
    filler.unlink()


@contextmanager
def pictures_cannot_be_kept(box: KnownBox) -> Iterator[None]:
    folder, aside = box.box.table_parts.pictures.folder, box.box.settings.data / "aside"
    folder.mkdir(exist_ok=True)
    folder.rename(aside)
    folder.write_bytes(b"")
    yield
    folder.unlink()
    aside.rename(folder)


FAULTS = (
    camera_reports_trouble, camera_raises_what_nobody_thought_of, display_is_unplugged, display_fails, display_hangs,
    buttons_bounce, network_sends_rubbish, pictures_cannot_be_kept,
)  # fmt: skip


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, which can be filled; root alone may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = ("mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "tmpfs", str(folder))
    if os.geteuid() != 0 or shutil.which("mount") is None or _fails(*mounted):
        pytest.skip("no disk can be mounted here: a full disk was not tried (run as root)")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def _fails(*command: str) -> bool:
    return subprocess.run(command, check=False, capture_output=True).returncode != 0


def play(box: KnownBox, faults, seed: int) -> int:
    """Play a whole game, every few moves with a fault that comes before a move and goes after it; how many came."""
    chance, met = random.Random(seed), 0
    for state, move in box.plies(seed):
        if chance.randrange(CALM):
            box.make(state, move)
        else:
            with faults[met % len(faults)](box):
                box.make(state, move)
                box.wait_for(lambda: box.is_right() or box.says())
            met += 1
        assert box.wait_for(box.is_right), (box.people.made, box.people.recorded, box.says())
    return met


def recorded_on_disk(folder: Path, name: str) -> list:
    with Journal(folder / "data" / "journal.db") as journal:
        assert journal.notices == []
        return [ply.move for ply in Replay.of(journal.current(), GAMES).plies]


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=() if name == "reversi" else pytest.mark.trust) for name in GAMES_ON_A_TABLE
])  # fmt: skip
def test_a_game_survives_its_camera_display_buttons_and_network(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    with KnownBox(tmp_path, name, monkeypatch) as box:
        met = play(box, FAULTS, seed=3)
        made = box.people.recorded
        figure(f"{name}: faults of camera, display, buttons, network", f"{met} in {len(made)} moves, none lost")
    assert recorded_on_disk(tmp_path, name) == made


@pytest.mark.trust
@pytest.mark.parametrize("name", GAMES_ON_A_TABLE)
def test_a_game_survives_a_disk_that_is_full_for_a_while(
    small_disk: Path, name: str, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    with KnownBox(small_disk, name, monkeypatch) as box:
        met = play(box, (disk_is_full,), seed=4)
        made = box.people.recorded
        figure(f"{name}: a full disk", f"{met} in {len(made)} moves, none lost")
    assert recorded_on_disk(small_disk, name) == made
