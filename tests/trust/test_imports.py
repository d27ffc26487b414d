"""Files that are broken, hostile or huge: refused in words, in time, and nothing of them is kept.

The corpus was found by `fuzz_imports.py`, which goes on looking for more.
"""

import gc
import io
import json
import struct
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.record.exports import GAME
from device.record.imports import MAX_NOTATION_BYTES, read_games
from engines.messages import Refusal
from tests.support.paths import CORPUS
from tests.support.tiers import full
from tests.support.trust.exported import AT, entry, export
from tests.support.trust.exported import move_entry as move
from tests.support.trust.exported import start_entry as start
from tests.support.trust.figure import Figure
from tests.support.trust.real_box import PATIENCE_S, RealBox, nothing_to_see
from tests.support.trust.seeds import CORRECTED, seeds
from tests.support.trust.sent_files import NOW, look_at, reader_number

MOST_KEPT = 500  # objects that wait for Python's garbage collector; a text of 250 KB once left 1.2 million
UNPACED = "import web.security.guard as g; g.CHANGES_AT_ONCE = g.UPLOADS_AT_ONCE = 10**9"
HANGS_S = 30.0  # of processor time: what takes seconds by right does not hang

TEXTS = {
    "lines that are no moves": "a\n",
    "brackets": "[",
    "brackets in lines": "[\n",
    "open braces": "\n{\n",
    "open parentheses": "(",
    "numbers of moves": "1.\n",
    "digits in a remark": ("(", "1"),
    "ten thousand games": '[Event "x"]\n1. 11-15 *\n',
    "headings": "# player: a\n",
    "options": "# option: 1\n",
    "a heading with a gap": ("# player: a", " ", "b"),
    "joiners": ("# player: ", "\u200d", "b"),
    "moves again and again": "f5",
    "empty lines": "\r",
    "blanks": (" ", " ", "x"),
    "tags": '[A "b"]\n',
    "chains of captures": "1x10",
    "wide digits": "１",
}
QUICK_TEXTS = ("lines that are no moves", "headings", "tags")


def filled(parts: str | tuple[str, ...]) -> bytes:
    """A text as long as a notation may be, made of one part again and again, perhaps with a beginning and an end."""
    first, again, *last = ("", parts) if isinstance(parts, str) else parts
    times = (MAX_NOTATION_BYTES - len((first + "".join(last)).encode())) // len(again.encode())
    return (first + again * times + "".join(last)).encode()


@pytest.mark.full
@pytest.mark.parametrize("what", [what if what in QUICK_TEXTS else full(what) for what in TEXTS])
def test_a_long_text_that_is_no_notation_is_refused_in_time_and_leaves_nothing(what: str) -> None:
    text, began = filled(TEXTS[what]), time.process_time()
    gc.collect()
    gc.disable()
    try:
        with pytest.raises(Refusal):
            read_games(text, NOW, None, str)
        assert gc.collect() < MOST_KEPT
    finally:
        gc.enable()
    assert time.process_time() - began < HANGS_S


def test_a_game_of_corrections_without_end_is_looked_at_in_time() -> None:
    inserts = [entry(number, "insert", after=2, move="d6", by="x") for number in range(3, 2500)]
    strikes = [entry(number, "strike", entries=[*range(3, 300)], by="x") for number in range(2500, 3200)]
    began = time.process_time()
    with pytest.raises(Refusal):
        read_games(export([start(), move(2), *inserts, *strikes]), NOW, None, str)
    assert time.process_time() - began < HANGS_S


@pytest.mark.parametrize("entries", [
    [start(), move(2, by="\ud800")],
    [start(), move(2, by="a\nb" * 40)],
    [start(), move(2, by=7)],
    [start(), move(2, by=None)],
    [start(players=["Aya", "\udfff"]), move(2)],
    [start(players=("p",) * 9), move(2)],
    [start(players="AB"), move(2)],
    [start(game="reversi\r\nX: y"), move(2)],
    [start(game=None), move(2)],
    [start(options={"first": True}), move(2)],
    [start(options={"first": float("nan")}), move(2)],
    [start(options={"\ud800": "up"}), move(2)],
    [start(options=[]), move(2)],
    [start(), move(2), entry(3, "strike", entries=[float("inf")], by="x")],
    [start(), move(2), entry(3, "strike", entries=[True], by="x")],
    [start(), move(2), entry(3, "strike", entries=[2.0], by="x")],
    [start(), move(2), entry(3, "strike", entries={"2": 2}, by="x")],
    [start(), move(2), entry(3, "strike", entries=[4], by="x"), move(4)],
    [start(), move(2), entry(3, "insert", after=float("nan"), move="d6", by="x")],
    [start(), move(2), entry(3, "insert", after=False, move="d6", by="x")],
    [start(), move(2), entry(3, "change", entry=None, move="d3", by="x")],
    [start(), move(2), entry(3, "turn", turn=float("inf"))],
    [start(), move(2), entry(3, "turn", turn=4)],
    [start(), move(2), entry(3, "resume"), start()],
    [start(), move(10**30)],
    [start(), move(True)],
    [start(), move(2.0)],
    [start(), move(2, move={"a": [{}] * 100})],
    [start(), move(2, move="f5" * 1000)],
    [start(), move(2, move="\ud800")],
    [start(), move(2, move={"drop": {"drop": {"drop": 1}}})],
    [start(), move(2, picture="../../x")],
    [start(), move(2, picture=["1-2"])],
    [start(), move(2, picture="１-２")],
    [start(), move(2) | {"at": "2026-01-02"}],
    [start(), move(2) | {"at": "2026-01-02T15:04:05\n"}],
    [start(), move(2) | {"at": "0001-01-01T00:00:00"}],
    [start(), move(2) | {"at": 1767366245}],
    [start(), move(2) | {"kind": ["move"]}],
    [start(), move(2) | {"kind": "delete"}],
    [start(), move(2) | {"data": None}],
    [start(), None],
    [start(), move(2), entry(3, "insert", after=2, move="nonsense", by="x"), entry(4, "strike", entries=[3], by="x")],
])  # fmt: skip
def test_an_entry_that_the_box_would_not_have_written_is_refused(entries: list[Any]) -> None:
    with pytest.raises(Refusal) as refused:
        read_games(export(entries), NOW, None, str)
    assert refused.value.said.key in ("keeping.damaged_export", "names.hidden")


def packed(data: bytes, method: int = zipfile.ZIP_DEFLATED, more: int = 0) -> bytearray:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", method) as archive:
        archive.writestr(GAME, data)
        for number in range(more):
            archive.writestr(f"x{number}", b"")
    return bytearray(into.getvalue())


GOOD = export([start(), move(2), move(3, move="d6")])
DATA_AT = 30 + len(GAME)  # where the packed data of the only member begin
ODD_BYTES = {
    "encrypted": (6, 1), "another method": (8, 99), "another checksum": (14, 7), "another size": (22, 1),
    "another name": (30, 0x58), "a name without end": (26, 0xFF),
}  # fmt: skip
LAST_WORDS = {"disks": 4, "members": 10, "size of the directory": 12, "place of the directory": 16}


def broken_deflate() -> bytes:
    broken = packed(GOOD * 20)
    broken[DATA_AT : DATA_AT + 20] = b"\xff" * 20
    return bytes(broken)


def with_byte(place: int, value: int, of_member: bool) -> bytes:
    """A good archive with one odd byte in what is said of its member, there or in the directory."""
    odd = packed(GOOD)
    odd[place if of_member else odd.index(b"PK\x01\x02") + 2 + place] = value
    return bytes(odd)


def with_wrong_number(place: int) -> bytes:
    odd = packed(GOOD)
    odd[len(odd) - 22 + place] ^= 0x7F
    return bytes(odd)


def zip64() -> bytes:
    archive = packed(GOOD)
    return bytes(archive[:-22] + struct.pack("<4sLQL", b"PK\x06\x07", 0, 2**62, 1) + archive[-22:])


# Made when they are tried: some are large, and every run collects the tests.
ODD_ARCHIVES: dict[str, Callable[[], bytes | bytearray]] = {
    f"packed by method {method}": partial(packed, GOOD, method) for method in (zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2)
}
ODD_ARCHIVES["broken deflate"] = broken_deflate
for what, (place, value) in ODD_BYTES.items():
    ODD_ARCHIVES[f"{what} in the member"] = partial(with_byte, place, value, True)
    ODD_ARCHIVES[f"{what} in the directory"] = partial(with_byte, place, value, False)
ODD_ARCHIVES["60,000 members"] = partial(packed, GOOD, more=60_000)
ODD_ARCHIVES |= {f"wrong number: {what}": partial(with_wrong_number, place) for what, place in LAST_WORDS.items()}
ODD_ARCHIVES |= {
    "zip64": zip64,
    "cut": lambda: packed(GOOD)[:DATA_AT],
    "only the end": lambda: packed(GOOD)[-22:],
    "only two letters": lambda: b"PK",
    "a bomb": lambda: packed(b" " * (200 << 20)),
}
LARGE_ARCHIVES = ("60,000 members", "a bomb")


@pytest.mark.full
@pytest.mark.parametrize("what", [full(what) if what in LARGE_ARCHIVES else what for what in ODD_ARCHIVES])
def test_an_odd_archive_is_taken_or_refused(what: str) -> None:
    look_at(bytes([reader_number("any")]) + ODD_ARCHIVES[what]())


@pytest.mark.full
def test_what_the_fuzzer_has_found_is_read_or_refused_and_leaves_nothing(
    figure: Figure,
) -> None:
    found = [path.read_bytes() for path in sorted((CORPUS / "imports").iterdir())]
    assert len(found) > 300
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for data in found:
            look_at(data)
        gc.collect()
        # A refusal whose traceback waits for the garbage collector keeps all that its functions have read until then.
        assert [one for one in gc.garbage if isinstance(one, TracebackType)] == []
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    figure("corpus of the fuzzer", f"{len(found)} files, {sum(map(len, found)) >> 10} KB, all read or refused")


ATOMS = st.sampled_from([
    None, True, -1, 0, 1e400, float("nan"), 2**70, 3.5, "", "x" * 100, "f5", "\ud800", "Ben\u202e", "../x", [], {},
    [[1]], {"a": 1}, AT, "pass", [2], "move", "strike",
])  # fmt: skip


def changed(data: Any, draw: st.DrawFn) -> Any:
    """JSON data with something in it left out, doubled, or put in place of another."""
    if not isinstance(data, dict | list) or not data or not draw(st.integers(0, 5)):
        return draw(ATOMS)
    copy: Any = data.copy()
    key = draw(st.sampled_from(sorted(copy) if isinstance(copy, dict) else range(len(copy))))
    match draw(st.integers(0, 6)):
        case 0:
            del copy[key]
        case 1 if isinstance(copy, list):
            copy.insert(key, copy[key])
        case _:
            copy[key] = changed(copy[key], draw)
    return copy


@pytest.mark.full
@settings(max_examples=400)
@given(data=st.data())
def test_a_spoilt_export_is_another_game_or_refused(data: st.DataObject) -> None:
    reader, written = data.draw(st.sampled_from(EXPORTS))
    told = json.loads(written)
    for _ in range(data.draw(st.integers(1, 3))):
        told["entries"] = changed(told["entries"], data.draw)
    look_at(bytes([reader_number(reader)]) + json.dumps(told).encode())


EXPORTS = [(reader, data) for reader, data in seeds() if data.startswith(b"{") and reader in ("any", "zipped")]
EXPORTS.append(("any", export(CORRECTED)))


def spoilt_archives(many: int) -> Iterator[bytes]:
    """Archives and JSON of our own, with some bytes changed, or some data."""
    pick = Random(4)
    good = [data for reader, data in seeds() if reader == "any"]
    for _ in range(many):
        spoilt = bytearray(pick.choice(good))
        for _ in range(pick.randrange(1, 6)):
            spoilt[pick.randrange(len(spoilt))] = pick.randrange(256)
        yield bytes(spoilt)


@pytest.mark.trust
def test_a_real_box_answers_every_file_in_words_and_goes_on_recording(tmp_path: Path, figure: Figure) -> None:
    many, temporary = 400, tmp_path / "temporary"
    temporary.mkdir()
    with RealBox(tmp_path / "data", environment={"TMPDIR": str(temporary)}, before=UNPACED) as box:
        box.pair()
        temporary_files = set(temporary.iterdir())  # of libraries, from their start
        answers = Counter[int]()
        poison = export([start(), move(2, by="\ud800")])
        for data in (poison, *spoilt_archives(many), *(bytes(archive()) for archive in ODD_ARCHIVES.values())):
            status, told = box.send("/api/games/import", [("file", data)])
            answers[status] += 1
            assert status in (200, 413, 422), told
            assert told["sentence"]
        status, told = box.send("/api/games/import", [("file", export([start(), move(2)]))])
        assert status == 200, told
        before = box.ask("GET", "/api/games")[1]["games"][0]["number"]
        assert set(temporary.iterdir()) == temporary_files
        box.kill()
    with RealBox(tmp_path / "data") as box:
        numbers = [game["number"] for game in box.ask("GET", "/api/games")[1]["games"]]
        assert before in numbers
        assert told["numbers"][0] in numbers
    figure("spoilt archives and exports sent to a real box", f"{answers.total()}: {dict(answers)}, none answered 500")


@pytest.mark.trust
def test_a_real_box_keeps_no_memory_of_what_it_refuses(tmp_path: Path, figure: Figure) -> None:
    with RealBox(tmp_path / "data", camera=nothing_to_see(tmp_path / "still"), before=UNPACED) as box:
        box.pair()
        box.send("/api/games/import", [("file", filled("a\n"))])
        before = box.usage().resident_mb
        for _ in range(3):
            for parts in TEXTS.values():
                status, told = box.send("/api/games/import", [("file", filled(parts))])
                assert status == 422, told
        until = time.monotonic() + PATIENCE_S
        while (after := box.usage().resident_mb) > before + 40 and time.monotonic() < until:
            time.sleep(1)
    what = f"resident memory before and after {3 * len(TEXTS)} texts of 256 KB that are no notation"
    figure(what, f"{before:.0f} and {after:.0f} MB")
    assert after < before + 40
