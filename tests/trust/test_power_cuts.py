"""Power cuts at any moment of an evening: what was confirmed is there, once, with its picture; no file is half one."""

import hashlib
import json
import random
import shutil
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from device.phones.paired import PairedPhones
from device.record.journal import Journal
from device.record.pictures import PictureStore
from tests.support.system_tools import needs
from tests.support.trust.power_cuts import Said, Step, left_behind, record

needs_strace = needs("strace")


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Step]]:
    """The folder of an evening, and all that was written and said in it."""
    folder = tmp_path_factory.mktemp("evening")
    evening = [
        sys.executable,
        "-m",
        "tests.support.trust.evening_to_cut",
        str(folder / "data"),
        str(folder / "said"),
        "60",
    ]
    return folder / "data", record(evening, folder / "data", folder / "said", folder / "trace")


def check(data: Path, said: list[str]) -> None:
    """Whether a box finds in a folder all that was confirmed, and nothing that was never written."""
    words = [line.split(" ", 2) for line in said]
    with Journal(data / "journal.db") as journal:
        assert [notice.key for notice in journal.notices] == []
        entries = {entry.number: entry for entry in journal.current()}
    assert sorted(entries) == list(range(1, len(entries) + 1))
    store = PictureStore(data / "pictures")
    for number, told in ((int(word[1]), json.loads(word[2])) for word in words if word[0] == "entry"):
        assert entries[number].data == told
        assert store.read(told["picture"]) is not None
    phones = PairedPhones(data / "phones.json")
    assert phones.trouble is None
    digests = {phone.token_sha256 for phone in phones.all()}
    assert {word[1] for word in words if word[0] == "phone"} <= digests
    check_files(data, words)


def check_files(data: Path, words: list[list[str]]) -> None:
    """A file is as it was confirmed last, or as it was about to be written since then."""
    for name in {word[1] for word in words if word[0] == "writes"}:
        ours = [word for word in words if word[0] in ("writes", "wrote") and word[1] == name]
        confirmed = max((at for at, word in enumerate(ours) if word[0] == "wrote"), default=-1)
        allowed = {word[2] for word in ours[max(confirmed, 0) :]}
        found = (data / name).read_bytes() if (data / name).exists() else None
        if found is None:
            assert confirmed < 0
        else:
            assert hashlib.sha256(found).hexdigest() in allowed


@needs_strace
@pytest.mark.parametrize("cuts", [100, pytest.param(3000, marks=pytest.mark.trust)])
def test_nothing_that_was_confirmed_is_lost_by_a_power_cut(
    tmp_path: Path, steps: tuple[Path, list[Step]], cuts: int, figure: Callable[[str, object], None]
) -> None:
    folder, written = steps
    chance, folders, confirmed = random.Random(11), count(), 0
    # Before the first entry there is nothing to lose.
    first = next(number for number, step in enumerate(written) if isinstance(step, Said) and "entry" in step.text)
    for _ in range(cuts):
        before = written[: chance.randint(first, len(written))]
        data = tmp_path / str(next(folders))
        for path, content in left_behind(before, chance).items():
            file = data / Path(path).relative_to(folder)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        said = [step.text for step in before if isinstance(step, Said)]
        check(data, said)
        confirmed += sum(line.startswith(("entry", "wrote", "phone")) for line in said)
        shutil.rmtree(data)
    figure(f"{cuts} power cuts", f"{confirmed} confirmed entries, files and phones looked for, 0 lost")
