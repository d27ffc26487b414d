"""Power cuts on a real ext4: what a box has confirmed is there and whole afterwards, and no file is empty.

A process writes as the box does, on a file system in an image of its own. At random moments it is stopped, the image
is copied as it lies there, which is what a disk holds when the power goes, and the copy is mounted and looked at.
"""

import json
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.capture.tapped_field import TappedField
from device.config.sheets import save_sheet, sheet_in
from device.phones.paired import PairedPhones
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.system.whole_files import is_set_aside
from device.table.place_store import PlaceStore
from engines.data_file import BadData
from tests.support.paths import ROOT
from tests.support.system_tools import needs
from tests.support.trust.evening_folder import FACES, invented_crops, sheet_form
from vision.faces.recogniser import BadTaught, TaughtFaces
from vision.whole_files import UNFINISHED

CUTS = 60
UNSYNCED_CUTS = 4
IMAGE_MB = 48
LESSON_EVERY = 5  # moves
# The kernel's own rule that a file put in the place of another is written first would hide what is not synced.
OPTIONS = "loop,data=ordered,noauto_da_alloc,commit=300"
WRITER = """
import sys
from pathlib import Path
{before}
from tests.trust.test_power_cut_files import write_as_the_box_does
write_as_the_box_does(Path(sys.argv[1]))
"""


def write_as_the_box_does(folder: Path) -> None:
    """Keep files of every kind, over and over, and say each that is confirmed on a line of the standard output."""
    store, journal = PictureStore(folder / "pictures", room_bytes=2 << 20), Journal(folder / "journal.db")
    game, art = journal.start_game("reversi", ["Aya", "Ben"], {}), np.random.default_rng(1)
    phones, memory = PairedPhones(folder / "phones.json"), PlaceStore(folder / "places.json")

    def confirm(what: str, value: Any) -> None:
        print(json.dumps([what, value]), flush=True)  # noqa: T201 — a pipe to the test

    for at in range(10_000):
        picture_id = f"{game}-{journal.next_number()}"
        kept = store.keep(picture_id, art.integers(0, 255, (96, 128, 3), np.uint8))
        entry = journal.append("move", {"move": f"m{at}", "picture": kept, "by": "camera"})
        confirm("move", [entry.number, kept])
        phone, token = phones.add(f"phone {at}")
        confirm("phone", token)
        phones.revoke(phone.number - 20)
        memory.keep(game, {"at": at})
        confirm("places", at)
        TappedField(folder / "field.json").give(np.full((4, 2), at / 10_000), 1, None)
        confirm("field", at)
        if at % LESSON_EVERY == 0:
            confirm("sheet", save_sheet(folder, sheet_form(10 * (at + 1)), datetime(2026, 1, 1)).rows[-1].points)
            TaughtFaces(invented_crops(at)).save(folder / "taught")
            confirm("taught", at)


@dataclass
class Confirmed:
    """What the writer has confirmed: the last of each kind, and every move and phone."""

    last: dict[str, Any] = field(default_factory=dict)
    moves: dict[int, str] = field(default_factory=dict)
    tokens: list[str] = field(default_factory=list)
    count: int = 0

    def hear(self, line: bytes) -> None:
        what, value = json.loads(line)
        self.count += 1
        self.last[what] = value
        if what == "move":
            self.moves[value[0]] = value[1]
        elif what == "phone":
            self.tokens.append(value)


def _sh(*command: object) -> None:
    subprocess.run([str(part) for part in command], check=True, capture_output=True, timeout=60)


@contextmanager
def mounted(image: Path, at: Path, options: str) -> Iterator[Path]:
    at.mkdir(exist_ok=True)
    _sh("mount", "-o", options, image, at)
    try:
        yield at
    finally:
        _sh("umount", at)


@contextmanager
def writer(folder: Path, before: str) -> Iterator["subprocess.Popen[bytes]"]:
    command = [sys.executable, "-c", WRITER.format(before=before), str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, bufsize=0) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGCONT)
            process.kill()


def hear_all(process: "subprocess.Popen[bytes]", confirmed: Confirmed, rest: bytes) -> bytes:
    """Hear what was confirmed so far; gives the beginning of a line that is not whole yet."""
    assert process.stdout is not None
    while select.select([process.stdout], [], [], 0)[0]:
        read = os.read(process.stdout.fileno(), 1 << 16)
        if not read:
            break
        *lines, rest = (rest + read).split(b"\n")
        for line in lines:
            confirmed.hear(line)
    return rest


def look(folder: Path, told: Confirmed, found: Counter[str]) -> None:
    """Count what a cut has left of what was confirmed."""
    files = [path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("journal")]
    found["files"] += len(files)
    found["empty files"] += sum(path.stat().st_size == 0 for path in files if not path.name.endswith(UNFINISHED))
    with Journal(folder / "journal.db") as journal:
        entries = {entry.number: entry.data.get("picture") for entry in journal.current()}
    found["moves confirmed"] += len(told.moves)
    found["moves lost"] += sum(number not in entries for number in told.moves)
    store = PictureStore(folder / "pictures")
    # The oldest go when there is no room: those are not lost.
    there = sorted(int(path.stem.rpartition("-")[2]) for path in store.folder.glob("*.jpg"))
    named = [name for number, name in entries.items() if name and there and number >= there[0]]
    found["pictures of moves"] += len(named)
    found["pictures of moves lost"] += sum(store.read(name) is None for name in named) + (bool(entries) and not there)
    phones = PairedPhones(folder / "phones.json")
    found["phones confirmed"] += len(told.tokens[-20:])
    found["phones lost"] += sum(phones.known(token) is None for token in told.tokens[-20:])
    found["sets of faces confirmed"] += 1
    found["sets of faces lost or mixed"] += not is_one_set(folder / "taught", told.last["taught"])
    for what, value in newest(folder).items():
        found["settings confirmed"] += what in told.last
        found["settings lost"] += what in told.last and value < told.last[what]
    found["files set aside"] += sum(is_set_aside(path) for path in folder.rglob("*"))


def is_one_set(folder: Path, last: int) -> bool:
    """Whether the faces in a folder are all those of the last confirmed lesson, or of the one after it."""
    try:
        crops = TaughtFaces.load(folder).crops
    except BadTaught:
        return False
    lessons = (invented_crops(at) for at in (last, last + LESSON_EVERY))
    return any(all(np.array_equal(crops[face], lesson[face]) for face in FACES) for lesson in lessons)


def newest(folder: Path) -> dict[str, float]:
    """What stands in the files that are written over and over; -1 where there is nothing to be read."""

    def number(name: str, take: Callable[[Any], float]) -> float:
        try:
            return take(json.loads((folder / name).read_bytes()))
        except (OSError, ValueError):
            return -1

    try:
        sheet = sheet_in(folder)
        points = -1 if sheet.reconstruction else float(sheet.rows[-1].points or 0)
    except BadData:
        points = -1
    return {
        "places": number("places.json", lambda kept: float(kept["memory"]["at"])),
        "field": round(number("field.json", lambda kept: float(kept["corners"][0][0] * 10_000))),
        "sheet": points,
    }


def cut_power(tmp_path: Path, cuts: int, before: str = "") -> Counter[str]:
    """Cut the power again and again while a process writes; what was found after each cut, added up."""
    image, copy, rng = tmp_path / "image", tmp_path / "copied", random.Random(6)
    _sh("truncate", "-s", f"{IMAGE_MB}M", image)
    _sh("mkfs.ext4", "-q", image)
    found: Counter[str] = Counter()
    with mounted(image, tmp_path / "disk", OPTIONS) as disk, writer(disk, before) as process:
        confirmed, rest = Confirmed(), b""
        until = time.monotonic() + 60
        while not confirmed.last.get("taught"):
            assert process.poll() is None and time.monotonic() < until
            time.sleep(0.1)
            rest = hear_all(process, confirmed, rest)
        for _ in range(cuts):
            time.sleep(rng.uniform(0.0, 0.6))
            process.send_signal(signal.SIGSTOP)
            rest = hear_all(process, confirmed, rest)
            shutil.copyfile(image, copy)
            process.send_signal(signal.SIGCONT)
            assert process.poll() is None
            with mounted(copy, tmp_path / "after", "loop") as after:
                look(after, confirmed, found)
            found["cuts"] += 1
    return found


@pytest.fixture
def may_mount() -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can mount a file system to cut the power of")


@pytest.mark.trust
@needs("mkfs.ext4")
@pytest.mark.usefixtures("may_mount")
def test_what_was_confirmed_is_there_after_a_power_cut(tmp_path: Path, figure: Callable[[str, object], None]) -> None:
    found = cut_power(tmp_path, CUTS)
    for what, count in found.items():
        figure(f"power cuts: {what}", count)
    assert found["cuts"] == CUTS
    assert all(found[what] > CUTS for what in ("moves confirmed", "pictures of moves", "phones confirmed", "files"))
    lost = [what for what in found if "lost" in what or what in ("empty files", "files set aside")]
    assert {what: found[what] for what in lost if found[what]} == {}


@pytest.mark.trust
@needs("mkfs.ext4")
@pytest.mark.usefixtures("may_mount")
def test_these_cuts_would_find_what_is_not_synced(tmp_path: Path, figure: Callable[[str, object], None]) -> None:
    found = cut_power(tmp_path, UNSYNCED_CUTS, before="import os; os.fsync = lambda file: None")
    for what in ("cuts", "pictures of moves", "pictures of moves lost", "empty files", "phones lost", "settings lost"):
        figure(f"the same without fsync: {what}", found[what])
    assert found["moves lost"] == 0  # SQLite syncs by itself
    assert found["pictures of moves lost"] + found["empty files"] > 0
    assert found["phones lost"] > 0
