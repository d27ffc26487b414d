"""Character Search on a board that is turned round: each tile keeps its number, or it is said that nothing tells."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from simulator.render.pieces import Tile
from tests.support.vision.table_pieces import lying, restarted, turned
from vision.places.base import FieldPose, Placed, TablePiece
from vision.places.strewn import StrewnPlaces

Rng = np.random.Generator
HERE = np.array([[0.2, 0.1], [0.8, 0.1], [0.8, 0.7], [0.2, 0.7]])  # the field in the picture, in shares of its width
ELSEWHERE = HERE + np.array([0.02, 0.01])
USUALLY, LIKE_TILES_OF_A_FLOOR = 1.0, 0.2  # mm that tiles lie uneven


def in_lines(rng: Rng, count: int, uneven: float) -> list[Tile]:
    """Tiles face down in lines, as even as hands lay them (mm, and about as many degrees); few are left of many."""
    spots = [((column - 3.5) * 36.0, (4 - row) * 32.5) for row in range(9) for column in range(8)]
    left = sorted(rng.permutation(len(spots))[:count]) if count < len(spots) else range(len(spots))
    return [
        Tile(spots[i][0] + rng.normal(0, uneven), spots[i][1] + rng.normal(0, uneven), "back", rng.normal(0, uneven))
        for i in left
    ]


def on_a_square(rng: Rng) -> list[Tile]:
    """64 tiles that a quarter turn also lays where others lay."""
    spots = [((column - 3.5) * 33.0, (3.5 - row) * 33.0) for row in range(8) for column in range(8)]
    return [Tile(*np.add(spot, rng.normal(0, 0.2, 2)), "back", rng.normal(0, 0.2)) for spot in spots]


def up(tiles: Sequence[Tile], **faces: str) -> list[Tile]:
    """The same tiles, some of them face up: `up(tiles, t3="5")`."""
    return [replace(tile, face=faces.get(f"t{i}", tile.face)) for i, tile in enumerate(tiles)]


def look(tiles: Sequence[Tile], rng: Rng, lamp: float = 0.0) -> list[TablePiece]:
    """One picture: the camera errs by where a tile lies, under another lamp otherwise, and hardly by chance."""
    bent = [replace(t, x=t.x + 0.7 * np.sin(t.y / 70 + 1 + lamp), y=t.y + 0.7 * np.sin(t.x / 90 + lamp)) for t in tiles]
    return [lying(replace(tile, turn=tile.turn + 0.6 * np.sin(tile.x / 60)), rng, 0.05) for tile in bent]


class Evening:
    """A reader that has seen these tiles, two of them face up for a moment, and then all as they lie now."""

    def __init__(self, tiles: Sequence[Tile], rng: Rng) -> None:
        self.reader, self.rng = StrewnPlaces(), rng
        self.names = self.sees(tiles).names
        self.sees(up([replace(tile, face="back") for tile in tiles], t0="4", t1="7"))
        assert self.sees(tiles).names == self.names

    def sees(self, tiles: Sequence[Tile], field: np.ndarray = HERE, lamp: float = 0.0) -> Placed:
        return self.reader.place(look(tiles, self.rng, lamp), FieldPose(field))


@pytest.mark.full
@pytest.mark.parametrize("count", [72, 30, 6, 2])
@pytest.mark.parametrize("quarters", [1, 2, 3])
@pytest.mark.parametrize("field", [HERE, ELSEWHERE])
def test_a_board_that_is_turned_round_keeps_its_numbers(count: int, quarters: int, field: np.ndarray) -> None:
    """With no face up, one, or two; and each time on from where it lies then, as a lively family has it."""
    rng = np.random.default_rng(count + quarters)
    tiles = in_lines(rng, count, USUALLY)
    evening = Evening(tiles, rng)
    for shown in ({}, {"t1": "7"}, {"t0": "5", "t1": "7"}, {}):
        evening.sees(up(tiles, **shown))
        tiles = [turned(tile, 90 * quarters + 1.5, (3.0, -2.0)) for tile in tiles]
        placed = evening.sees(up(tiles, **shown), field)
        assert (placed.names, placed.turned_or_not) == (evening.names, False)
        assert evening.sees(up(tiles, **shown)).names == evening.names


@pytest.mark.parametrize("count", [72, 30, 8])
@pytest.mark.parametrize("quarters", [1, 2])
def test_a_move_is_made_while_the_board_is_turned(count: int, quarters: int) -> None:
    """Two tiles are turned up, put back a little beside, and taken off: each time the board is turned meanwhile."""
    rng = np.random.default_rng(count * quarters)
    tiles = in_lines(rng, count, USUALLY)
    evening = Evening(tiles, rng)
    for shown, pushed in (({"t4": "3", "t5": "3"}, 0.0), ({}, 8.0)):
        tiles = [turned(tile, 90 * quarters) for tile in tiles]
        tiles[4] = turned(tiles[4], 0.0, (pushed, 0.0))
        assert evening.sees(up(tiles, **shown), ELSEWHERE).names == evening.names
    left = [turned(tile, 90 * quarters) for i, tile in enumerate(tiles) if i not in (4, 5)]
    placed = evening.sees(left)
    assert placed.names == (*evening.names[:4], *evening.names[6:])
    for name in evening.names[4:6]:
        assert name is not None
        assert placed.places[name]["empty"] == 1.0


@pytest.mark.full
@pytest.mark.parametrize("count", [72, 30, 6, 2])
@pytest.mark.parametrize("uneven", [0.0, LIKE_TILES_OF_A_FLOOR, USUALLY])
def test_a_board_that_nobody_has_turned_is_never_said_to_be(count: int, uneven: float) -> None:
    """However evenly tiles lie: looked at again, another lamp switched on, some turned up, one pushed, two taken."""
    rng = np.random.default_rng(count)
    tiles = in_lines(rng, count, uneven)
    evening = Evening(tiles, rng)
    for shown in ({}, {"t0": "4"}, {"t0": "4", "t1": "7"}, {}):
        for lamp in (0.0, 0.4, 0.4, 0.0):
            placed = evening.sees(up(tiles, **shown), lamp=lamp)
            assert (placed.names, placed.turned_or_not) == (evening.names, False)
    tiles[-1] = turned(tiles[-1], 0.0, (6.0, 5.0))
    assert evening.sees(tiles).names == evening.names
    assert evening.sees(tiles[2:]).names == evening.names[2:]


@pytest.mark.parametrize("count", [72, 30, 6])
def test_a_bumped_camera_is_no_turned_board(count: int) -> None:
    rng = np.random.default_rng(count)
    tiles = in_lines(rng, count, USUALLY)
    evening = Evening(tiles, rng)
    placed = evening.sees([turned(tile, 0.5, (1.0, 2.0)) for tile in tiles], ELSEWHERE, lamp=0.7)
    assert (placed.names, placed.turned_or_not) == (evening.names, False)


@pytest.mark.parametrize(("quarters", "shown"), [(1, {}), (2, {}), (2, {"t3": "5"})])
def test_tiles_too_even_to_tell_are_not_confused_but_said_and_the_game_goes_on(quarters, shown):
    """Laid to a fifth of a millimetre on a square; the board is laid back, after a restart too."""
    rng = np.random.default_rng(7)
    tiles = up(on_a_square(rng), **shown)
    evening = Evening(tiles, rng)
    round_it_goes = [turned(tile, 90 * quarters) for tile in tiles]
    for _ in range(2):
        placed = evening.sees(round_it_goes, ELSEWHERE)
        assert (set(placed.names), dict(placed.places), placed.turned_or_not) == ({None}, {}, True)
        evening.reader = restarted(evening.reader)
    assert evening.sees(tiles, lamp=0.3).names == evening.names


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_on_a_taught_sheet_the_print_tells_how_even_tiles_were_turned(quarters: int) -> None:
    """The corners come in the order of the print, so that on the sheet nothing has moved."""
    rng = np.random.default_rng(7)
    tiles = on_a_square(rng)
    evening = Evening(tiles, rng)
    for field in (HERE, np.roll(ELSEWHERE, quarters, axis=0)):
        placed = evening.reader.place(look(tiles, rng, 0.3), FieldPose(field, is_oriented=True))
        assert (placed.names, placed.turned_or_not) == (evening.names, False)


@pytest.mark.parametrize(
    ("is_square", "shown", "taken", "degrees", "field"),
    [
        (True, {"t3": "5"}, (), 90, ELSEWHERE),
        (True, {"t3": "5"}, (), 270, ELSEWHERE),
        (False, {"t3": "5", "t9": "2"}, (), 180, HERE),
        (False, {"t3": "5", "t9": "2"}, (), 180, ELSEWHERE),
        (False, {}, (3, 20), 180, ELSEWHERE),
    ],
    ids=["one face", "one face, to the right", "two faces", "two faces, moved", "gaps where tiles were taken"],
)
def test_faces_that_are_up_and_gaps_tell_of_the_turn_of_even_tiles(is_square, shown, taken, degrees, field):
    rng = np.random.default_rng(8)
    tiles = up(on_a_square(rng) if is_square else in_lines(rng, 72, LIKE_TILES_OF_A_FLOOR), **shown)
    evening = Evening(tiles, rng)
    left = [tile for i, tile in enumerate(tiles) if i not in taken]
    names = evening.sees(left).names
    assert evening.sees([turned(tile, degrees) for tile in left], field).names == names


def test_a_face_that_was_seen_elsewhere_tells_of_the_turn_where_tiles_lie_too_evenly() -> None:
    """Nobody laid the board back: the next tiles are turned up, of which one is known not to be what lay there."""
    rng = np.random.default_rng(9)
    tiles = in_lines(rng, 72, LIKE_TILES_OF_A_FLOOR)
    evening = Evening(tiles, rng)
    tiles = [turned(tile, 180) for tile in tiles]
    assert evening.sees(tiles, ELSEWHERE).turned_or_not
    assert evening.sees(up(tiles, t71="2", t0="4"), ELSEWHERE).names == evening.names


def test_what_a_box_wrote_down_before_it_knew_of_turns_is_understood() -> None:
    rng = np.random.default_rng(11)
    tiles = in_lines(rng, 72, USUALLY)
    evening = Evening(tiles, rng)
    memory = evening.reader.memory
    old = {"spots": [spot[:3] for spot in memory["spots"]], "begun": memory["begun"]}
    evening.reader = StrewnPlaces()
    evening.reader.memory = old
    assert evening.sees(tiles).names == evening.names
    assert evening.sees([turned(tile, 180) for tile in tiles], ELSEWHERE).names == evening.names
