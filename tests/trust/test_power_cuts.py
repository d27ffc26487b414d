"""Power cuts at any moment of an evening: what was confirmed is there, once, with its picture; no file is half one."""

import json
import random
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from device.config.sheets import sheet_in
from device.phones.paired import PairedPhones
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.system.whole_files import is_set_aside
from engines.data_file import BadData
from tests.support.system_tools import needs
from tests.support.trust.evening_folder import FACES, invented_crops
from tests.support.trust.evening_to_cut import LESSON_EVERY, PHONES
from tests.support.trust.figure import Figure
from tests.support.trust.power_cuts import Named, Said, Step, Synced, left_behind, record
from vision.faces.recogniser import BadTaught, TaughtFaces
from vision.whole_files import UNFINISHED

MOVES = 40


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Step]]:
    """The folder of an evening, and all that was written and said in it."""
    folder = tmp_path_factory.mktemp("evening")
    program = [sys.executable, "-m", "tests.support.trust.evening_to_cut"]
    evening = [*program, str(folder / "data"), str(folder / "said"), str(MOVES)]
    return folder / "data", record(evening, folder / "data", folder / "said", folder / "trace")


def check(data: Path, said: Sequence[tuple[str, object]]) -> None:
    """Whether a box finds in a folder all that was confirmed, and nothing that was never written."""
    last = dict(said)
    with Journal(data / "journal.db") as journal:
        assert [notice.key for notice in journal.notices] == []
        entries = {entry.number: entry for entry in journal.current()}
    assert sorted(entries) == list(range(1, len(entries) + 1))
    store = PictureStore(data / "pictures")
    for number, told in (value for what, value in said if what == "move"):
        assert number in entries
        assert entries[number].data == told
        assert store.read(told["picture"]) is not None
    phones = PairedPhones(data / "phones.json")
    assert phones.trouble is None
    # The oldest goes when the next one comes, before which the power may have been cut.
    assert all(phones.known(token) for token in [value for what, value in said if what == "phone"][1 - PHONES :])
    for what, read in CHECKED_AT_OPEN.items():
        if what in last:
            assert read(data) in (last[what], last[what] + (LESSON_EVERY if what in ("sheet", "taught") else 1)), what
    files = [path for path in data.rglob("*") if path.is_file() and not path.name.startswith("journal")]
    assert [path for path in files if path.stat().st_size == 0 and not path.name.endswith(UNFINISHED)] == []
    assert not any(map(is_set_aside, files))


def sheet(data: Path) -> float | None:
    try:
        return (sheet_in(data).rows[-1].points or 0) / 10 - 1
    except BadData:
        return None


def taught(data: Path) -> int | None:
    """Which lesson taught the faces: one and the same all of them."""
    try:
        crops = TaughtFaces.load(data / "taught").crops
    except BadTaught:
        return None
    lessons = range(0, MOVES, LESSON_EVERY)
    return next((at for at in lessons if all(np.array_equal(crops[f], invented_crops(at)[f]) for f in FACES)), None)


# The number of the move at which each of these files was written.
CHECKED_AT_OPEN: dict[str, Callable[[Path], float | None]] = {
    "places": lambda data: json.loads((data / "places.json").read_bytes())["memory"]["at"],
    "field": lambda data: round(json.loads((data / "field.json").read_bytes())["corners"][0][0] * 10_000),
    "sheet": sheet,
    "taught": taught,
}


def cut_power(evening: tuple[Path, list[Step]], folder: Path, cuts: int) -> int:
    """Cut the power again and again, and look each time at what is left; how much was looked for in all."""
    (data, written), chance, confirmed = evening, random.Random(11), 0
    # Before the first entry there is nothing to lose.
    first = next(number for number, step in enumerate(written) if isinstance(step, Said))
    for _ in range(cuts):
        before = written[: chance.randint(first, len(written))]
        for path, content in left_behind(before, chance).items():
            file = folder / Path(path).relative_to(data)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        said = [json.loads(step.text) for step in before if isinstance(step, Said)]
        check(folder, said)
        confirmed += len(said)
        shutil.rmtree(folder)
    return confirmed


@needs("strace")
@pytest.mark.parametrize("cuts", [20, pytest.param(3000, marks=pytest.mark.trust)])
def test_nothing_that_was_confirmed_is_lost_by_a_power_cut(
    tmp_path: Path, steps: tuple[Path, list[Step]], cuts: int, figure: Figure
) -> None:
    confirmed = cut_power(steps, tmp_path / "left", cuts)
    figure(f"{cuts} power cuts", f"{confirmed} confirmed entries, files and phones looked for, 0 lost")


@needs("strace")
@pytest.mark.parametrize("begins", ["journal.db-wal", "pictures/", "phones", "places", "field", "sheet", "taught/", ""])
def test_these_cuts_would_find_what_is_not_synced(tmp_path: Path, steps: tuple[Path, list[Step]], begins: str) -> None:
    """Files whose names begin so; without any name, the folders in which names stand."""
    data, written = steps
    names = [step for step in written if isinstance(step, Named) and step.path.startswith(f"{data}/{begins}")]
    unsynced = {step.file for step in names} if begins else {None}
    left = [step for step in written if not (isinstance(step, Synced) and step.file in unsynced)]
    with pytest.raises((AssertionError, ValueError)):
        cut_power((data, left), tmp_path / "left", cuts=20)
