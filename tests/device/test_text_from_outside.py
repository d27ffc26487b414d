"""Text comes in through one door: whatever an editor, a phone or a keyboard has made of it, it means the same."""

import io
import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from cli.commands.teach import faces_named
from cli.main import main
from device.config.frames import load_frame, own_frame_in
from device.config.players import PlayerBadges
from device.config.routes import route_in
from device.config.sheets import load_sheet, load_tile_set, sheet_in
from device.hardware.wiring import wiring_in
from device.record.imports import BadImport, read_games
from engines.data_file import BadData
from engines.drop_it.frame import write_frame
from tests.support.refusals import refused

NOW = datetime(2026, 1, 2)
_WIDE = str.maketrans("0123456789[]#=:.,-()*x", "０１２３４５６７８９［］＃＝：．，－（）＊×")


def curly(text: str) -> str:
    """The text with each pair of quotation marks as a phone types it."""
    quoted = text.split('"')
    return quoted[0] + "".join("“”"[at % 2] + part for at, part in enumerate(quoted[1:]))


WRITTEN: dict[str, Callable[[str], bytes]] = {
    "a byte order mark": lambda text: text.encode("utf-8-sig"),
    "two files in one, each with its mark": lambda text: b"\xef\xbb\xbf" + text.encode("utf-8-sig"),
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-16, the other way round": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "lines as Windows ends them": lambda text: text.replace("\n", "\r\n").encode(),
    "no-break spaces": lambda text: text.replace(" ", "\u00a0").encode(),
    "wide spaces": lambda text: text.replace(" ", "\u3000").encode(),
    "full-width signs": lambda text: text.translate(_WIDE).encode(),
    "smart quotes": lambda text: curly(text).encode(),
    "zero-width spaces": lambda text: text.replace(" ", " \u200b").encode(),
}


def replayed(game: str) -> Callable[[bytes, Path], object]:
    def read(data: bytes, folder: Path) -> object:
        (folder / "record").write_bytes(data)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.stdout", said := io.StringIO())
            assert main(["replay", str(folder / "record"), "--game", game, "--json"]) == 0
        return said.getvalue()

    return read


def imported(data: bytes, folder: Path) -> object:
    (read,) = read_games(data, NOW, None, str)
    return read.entries


def hands(data: bytes, folder: Path) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        patch.setattr("sys.stdout", said := io.StringIO())
        assert main(["hand", "-"]) == 0
    return [json.loads(line)["total"] for line in said.getvalue().splitlines()]


def in_folder(name: str, read: Callable[[Path], object]) -> Callable[[bytes, Path], object]:
    def lay(data: bytes, folder: Path) -> object:
        (folder / name).write_bytes(data)
        return read(folder)

    return lay


PDN = '[Result "1-0"]\n1. 11-15 23-19 2. 8-11 (2. 9-14 {or so}) 22-17 *\n'
CITY = '[[city]]\nen = "{0}"\nja = "{0}"\nnorth = 40.5\neast = -3.25\nfact_en = "old"\nfact_ja = "old"\n'
PLACES: dict[str, tuple[str, Callable[[bytes, Path], object]]] = {
    "replay, checkers": (PDN, replayed("checkers")),
    "replay, reversi": ("1. f5 d6 2. c3 d3\n3. c4\n", replayed("reversi")),
    "replay, search": ("# players: 2\nturn 17 5\nturn 18 5\n", replayed("search")),
    "import": (PDN, imported),
    "standard input": ('1 1 1 2 2 2 3 3 3\n"4, 4, 4, 5, 5, 5, 6, 6, 6"\n', hands),
    "sheet of the command line": (
        '[sheet]\nname = "ours"\n[[hand]]\nen = "Odd"\ntiles = ["3 x 3 odd"]\npoints = 60\n',
        in_folder("own", lambda folder: load_sheet(folder / "own", load_tile_set(None))),
    ),
    "sheet": (
        '[sheet]\nname = "ours"\n[[hand]]\nen = "Odd"\ntiles = ["3 of 1,3,5", "6 any"]\npoints = 60\npon = "none"\n',
        in_folder("sheet.toml", sheet_in),
    ),
    "players": (
        '[[player]]\nname = "Aya"\ncolour = "green"\ntile = "7"\n',
        in_folder("players.toml", lambda folder: PlayerBadges(folder).of(["Aya"])),
    ),
    "frame": (write_frame(load_frame(None)), in_folder("frame.toml", own_frame_in)),
    "wiring": (
        '[display]\nkind = "none"\nbus = 1\naddress = 60\n[buttons]\nok = 5\n[buzzer]\nkind = "none"\npin = 18\n',
        in_folder("wiring.toml", wiring_in),
    ),
    "route": (
        '[route]\nname = "ours"\n' + "".join(CITY.format(chr(0x4E00 + at)) for at in range(100)),
        in_folder("route.toml", route_in),
    ),
}


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("place", PLACES)
def test_every_place_reads_a_text_however_it_was_written(place: str, written: str, tmp_path: Path) -> None:
    text, read = PLACES[place]
    plain = read(text.encode(), tmp_path)
    assert read(WRITTEN[written](text), tmp_path) == plain


def test_typed_lists_are_read_like_files() -> None:
    assert faces_named("１　２、３，４ ｗｉｌｄ") == ["1", "2", "3", "4", "wild"]


@pytest.mark.parametrize(("text", "encoding"), [("# player: 彩\n", "cp932"), ('[White "René"]\n', "latin-1")])
def test_a_text_in_another_encoding_is_to_be_saved_as_utf_8_and_stays_where_it_is(
    text: str, encoding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, file = text.encode(encoding), tmp_path / "sheet.toml"
    file.write_bytes(data)
    assert main(["replay", str(file)]) == 2
    assert "save it as UTF-8" in capsys.readouterr().err
    with refused("data.not_utf8", BadData):
        sheet_in(tmp_path)
    assert file.read_bytes() == data
    with refused("keeping.not_utf8", BadImport):
        read_games(data, NOW, None, str)
