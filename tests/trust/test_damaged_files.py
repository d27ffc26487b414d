"""No file of the data folder keeps a box from starting: a damaged one is named and set aside, and nothing else."""

import os
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from device.box import Box
from device.settings import Settings
from device.testing.camera import StandInCamera
from device.texts import say
from tests.support.trust.evening_folder import NOBODY, as_nobody, contents, evening_folder, kept_files, start_in
from tests.support.trust.figure import Figure
from tests.support.trust.real_box import RealBox

HUGE = 50 << 20
Harm = Callable[[Path, random.Random], None]


def written(data: bytes) -> Harm:
    return lambda path, _: (path.write_bytes(data), None)[1]


def _cut(path: Path, rng: random.Random) -> None:
    os.truncate(path, rng.randrange(1, path.stat().st_size // 2))


def _zeroed(path: Path, _: random.Random) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def _end_zeroed(path: Path, rng: random.Random) -> None:
    data = path.read_bytes()
    whole = rng.randrange(1, len(data) // 2)
    path.write_bytes(data[:whole] + bytes(len(data) - whole))


def _huge(path: Path, _: random.Random) -> None:
    with path.open("ab") as file:
        file.write(b" " * HUGE)


def _folder(path: Path, _: random.Random) -> None:
    path.unlink()
    path.mkdir()
    (path / "in it").write_text("x")


def in_its_place(make: Callable[[Path], object]) -> Harm:
    def harm(path: Path, _: random.Random) -> None:
        path.unlink()
        make(path)

    return harm


def _bit(path: Path, rng: random.Random) -> None:
    data = bytearray(path.read_bytes())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    path.write_bytes(data)


def _unreadable(path: Path, _: random.Random) -> None:
    path.chmod(0)


# What stands there is no file of ours, whichever it was.
NO_FILE: dict[str, Harm] = {
    "empty": written(b""), "zeroed": _zeroed, "end zeroed": _end_zeroed, "huge": _huge,
    "no text": written(b"\xc3\x28\x00{"), "unreadable": _unreadable, "a folder": _folder,
    "a pipe": in_its_place(os.mkfifo),
    "a link that leads nowhere": in_its_place(lambda path: path.symlink_to("nowhere")),
    "a link to itself": in_its_place(lambda path: path.symlink_to(path.name)),
    "a link to a device": in_its_place(lambda path: path.symlink_to("/dev/zero")),
    "a device": in_its_place(lambda path: os.mknod(path, 0o020666, os.makedev(1, 5))),
}  # fmt: skip
# It is a text, but not what the box wrote; of a TOML file people may have written it, so it stays for them to mend.
NO_SUCH_TEXT: dict[str, Harm] = {
    "cut": _cut, "deep": written(b"[" * 100_000), "deep tables": written(b'{"a":' * 100_000),
    "a number": written(b"42"), "a word": written(b'"x"'), "null": written(b"null"), "a list": written(b"[]"),
    "a table": written(b"{}"), "a long number": written(b'{"phones": ' + b"9" * 10_000 + b"}"),
}  # fmt: skip
HARMS = NO_FILE | NO_SUCH_TEXT
BITS = 8  # a file
FILES = ("field.json", "phones.json", "places.json", "language.json", "buzzer.json", "voice.json",
         "sheet.toml", "tiles.toml", "wiring.toml", "frame.toml", "route.toml", "players.toml",
         "taught/taught.json", "taught/03_", "sheets/", "pictures/", "phones.json.0123abcd.new")  # fmt: skip
NEEDS_ROOT = ("unreadable", "a device")


@pytest.fixture(scope="module")
def evening() -> Iterator[Path]:
    """The folder of an evening, where anybody may look for it."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield evening_folder(Path(folder) / "data")


@pytest.fixture
def data(evening: Path) -> Iterator[Path]:
    copy = evening.with_name("copy")
    shutil.copytree(evening, copy)
    yield copy
    shutil.rmtree(copy)


def file_called(data: Path, begins: str) -> Path:
    return next(path for path in kept_files(data) if str(path.relative_to(data)).startswith(begins))


def top_of(data: Path, path: Path) -> str:
    """What is set aside for a file: the file, but for a face the whole set, since half a set reads wrongly."""
    relative = path.relative_to(data)
    return relative.parts[0] if relative.parts[0] == "taught" else str(relative)


def start_with(data: Path, begins: str, harm: str, rng: random.Random) -> None:
    """Harm a file, start a box, and see that it says so, keeps what there was, and records a game."""
    if harm in NEEDS_ROOT and os.geteuid() != 0:
        pytest.skip(f"only root can try what {harm} does")
    path = file_called(data, begins)
    (HARMS | {"bit": _bit})[harm](path, rng)
    before, top = contents(data), top_of(data, path)
    if harm == "unreadable":
        for part in (data, *data.rglob("*")):
            os.chown(part, NOBODY, NOBODY, follow_symlinks=False)
    with as_nobody() if harm == "unreadable" else nullcontext():
        started = start_in(data)
    after = contents(data)
    assert started.moves == ("f5",), started
    harmed = {name: kind for name, kind in before.items() if f"{name}/".startswith(f"{top}/")}
    others = {name: kind for name, kind in before.items() if name not in harmed}
    assert {name: kind for name, kind in after.items() if name in others} == others
    is_same = {name: kind for name, kind in after.items() if name in harmed} == harmed
    if path.name.endswith(".new") or (harm == "bit" and is_same):
        assert is_same
        return
    assert started.names(top), (harm, started.said)
    if path.suffix == ".toml" and (harm in NO_SUCH_TEXT or harm == "bit") and is_same:
        return
    assert not os.path.lexists(path)
    stem, suffix = top.removesuffix(Path(top).suffix), Path(top).suffix
    aside = {name for name in after if name not in before and name.startswith(f"{stem}-damaged-")}
    assert sorted(after[name] for name in aside) == sorted(harmed.values())
    assert all(name.partition("/in it")[0].endswith(suffix) for name in aside)
    again = start_in(data)
    assert again.moves == ("f5",)
    # What people wrote is missed until they see to it; what the box keeps itself is begun anew.
    assert again.names(top) == (top.endswith(".toml") and not top.startswith("sheets/"))


# Every file as a power cut leaves it, and one of them in every way; in `make trust` each of them in every way.
SOME = dict.fromkeys([*((begins, "empty") for begins in FILES), *(("phones.json", harm) for harm in HARMS)])


@pytest.mark.full
@pytest.mark.parametrize(("begins", "harm"), SOME)
def test_a_box_starts_with_a_damaged_file(data: Path, begins: str, harm: str) -> None:
    start_with(data, begins, harm, random.Random(2))


@pytest.mark.trust
@pytest.mark.parametrize("begins", FILES, ids=lambda begins: begins.replace("/", " "))
def test_a_box_starts_whatever_a_file_is(evening: Path, begins: str, figure: Figure) -> None:
    rng, tried = random.Random(begins), 0
    for harm in (*HARMS, *["bit"] * BITS):
        copy = evening.with_name("copy")
        shutil.copytree(evening, copy)
        try:
            start_with(copy, begins, harm, rng)
        finally:
            shutil.rmtree(copy)
        tried += 1
    figure(f"starts with {begins}… damaged, all well", tried)


def stand_in(folder: Path, harm: str) -> AbstractContextManager[None]:
    """Put something in the place of a folder; gives as whom the box is then started."""
    if harm == "a file":
        folder.write_text("x")
    elif harm == "a pipe":
        os.mkfifo(folder)
    elif harm == "a link that leads nowhere":
        folder.symlink_to("/proc/nowhere")
    elif os.geteuid() != 0:
        pytest.skip("only root can try what permissions do")
    else:
        folder.mkdir(mode=0o555 if harm == "not to be written" else 0)
        return as_nobody()
    return nullcontext()


@pytest.mark.parametrize("name", ["pictures", "sheets", "taught"])
@pytest.mark.parametrize("harm", ["a file", "a pipe", "a link that leads nowhere", "unreadable"])
def test_a_box_starts_whatever_stands_where_a_folder_should_be(data: Path, name: str, harm: str) -> None:
    shutil.rmtree(data / name)
    if harm == "unreadable":
        for part in (data, *data.rglob("*")):
            os.chown(part, NOBODY, NOBODY, follow_symlinks=False)
    with stand_in(data / name, harm):
        started = start_in(data)
    assert started.moves == ("f5",)
    assert started.names(name)
    assert [path.name for path in data.glob(f"{name}-damaged-*")]


@pytest.mark.parametrize("harm", ["a file", "a link that leads nowhere", "not to be written"])
def test_a_data_folder_that_cannot_be_used_is_named_and_the_game_goes_on(tmp_path: Path, harm: str) -> None:
    folder = tmp_path / "data"
    for outer in folder.parents:
        if outer.is_relative_to(tempfile.gettempdir()) and outer != Path(tempfile.gettempdir()):
            outer.chmod(0o755)
    with stand_in(folder, harm), Box(Settings(folder), StandInCamera()) as box:
        assert any(str(folder) in say(said, "en") for said in box.troubles), box.troubles
        assert box.table.snapshot.notices


def test_what_is_wrong_with_a_file_stands_on_the_page_and_not_in_the_terminal_alone(data: Path) -> None:
    (data / "wiring.toml").write_bytes(b"")
    assert any("wiring.toml" in say(said, "en") for said in start_in(data).on_page)


@pytest.mark.trust
def test_a_whole_box_starts_with_every_file_of_its_folder_damaged_and_records(data: Path) -> None:
    for path in kept_files(data):
        if path.name not in ("tiles.toml", "phones.json.0123abcd.new"):  # without its words no sheet can be read
            written(b"")(path, random.Random(3))
    with RealBox(data, game=None) as box:
        box.pair()
        status, told = box.ask("POST", "/api/games", {"game": "reversi", "players": ["Aya", "Ben"], "options": {}})
        assert status == 200, told
        assert box.state()["players"] == ["Aya", "Ben"]
        said = box.said()
        assert "Traceback" not in said
        named = ("field.json", "places.json", "phones.json", "sheet.toml", "wiring.toml", "sheets/")
        assert [name for name in named if name not in said] == []
