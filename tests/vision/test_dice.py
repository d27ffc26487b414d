"""Dice on simulated tables are read, and what is no die, or no clear one, is not."""

import numpy as np
import pytest

from device.games.profile import READ
from simulator.render.dice import sides
from simulator.render.pieces import Die, DieStyle, Hand, Tile
from tests.support.vision.tables import scene
from vision.dice import Die as SeenDie
from vision.dice import find_dice
from vision.faces.side_classifier import UntaughtFaces
from vision.facts import TileFacts, facts_of
from vision.geometry.camera_pose import view_from_field
from vision.places.base import Arrangement
from vision.places.jarapon.places import JaraponPlaces
from vision.table_reader import TableReader

STYLES = {
    "white with a red one": DieStyle(),
    "ivory": DieStyle((200.0, 236.0, 242.0), one=(25.0, 25.0, 25.0), one_radius=1.6, rounded=3.0),
    "red": DieStyle((35.0, 35.0, 180.0), (235.0, 240.0, 240.0), (235.0, 240.0, 240.0), one_radius=1.6),
}


def found(
    number: int, dice: tuple[Die, ...], tiles: tuple[Tile, ...] = (), hands: tuple[Hand, ...] = ()
) -> list[SeenDie]:
    """The dice that are found in a picture, where the board lies being known."""
    picture, truth, _ = scene(number, [*tiles], hands, dice=dice)
    view = view_from_field(truth.field, (picture.shape[1], picture.shape[0]))
    return [*find_dice(picture, view, [tile.corners()[:4, :2] for tile in tiles]).dice]


@pytest.mark.parametrize("pips", range(1, 7))
def test_opposite_sides_of_a_drawn_die_add_up_to_seven(pips: int) -> None:
    die, eye = Die(0.0, 0.0, pips, turn=20.0), np.array([0.0, 0.0, 700.0])
    (above,) = (side.number for side in sides(die, die.middle + eye) if side.outward[2] > 0.9)
    (below,) = (side.number for side in sides(die, die.middle - eye) if side.outward[2] < -0.9)
    assert (above, above + below) == (pips, 7)


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_every_number_is_read_in_any_turn(style: DieStyle) -> None:
    spots = [(x, y) for y in (45.0, -45.0) for x in (-90.0, 0.0, 90.0)]
    dice = tuple(Die(x, y, pips, 17.0 * pips, style) for pips, (x, y) in enumerate(spots, start=1))
    seen = found(1, dice)
    assert len(seen) == 6
    for die in dice:
        (there,) = [one for one in seen if one.distance((die.x, die.y)) < 4]
        assert (there.number, there.probabilities[there.number] > READ) == (str(die.pips), True)


def test_no_die_is_read_that_stands_on_an_edge_or_lies_under_a_hand() -> None:
    leaning, hidden = Die(0.0, 12.0, 5, z=4.0, tilt=50.0), Die(-80.0, -60.0, 6)
    seen = found(2, (leaning, hidden), (Tile(0.0, 30.0, "back"),), (Hand(-80.0, -60.0, 200.0),))
    assert seen == []


def test_two_dice_that_touch_are_read_rightly_or_not_at_all() -> None:
    there = {"3": (60.0, 40.0), "6": (76.2, 40.0)}
    for one in found(4, (Die(*there["3"], 3), Die(*there["6"], 6))):
        assert one.distance(there[one.number]) < 4


@pytest.mark.full
def test_tables_without_dice_have_none() -> None:
    tiles = tuple(
        Tile(x, y, face)
        for face, (x, y) in zip("123456789", [(x, y) for x in (-60, 0, 60) for y in (-60, 0, 60)], strict=True)
    )
    assert [found(number, (), tiles) for number in range(10, 16)] == [[]] * 6


def test_a_throw_is_read_once_and_is_no_tile() -> None:
    reader = TableReader(Arrangement(JaraponPlaces, sideways=True, dice=True), UntaughtFaces())
    river = [Tile(-29.0 + 26.5 * at, -74.0, "back") for at in range(3)]
    picture, truth, art = scene(3, river)
    reader.set_field(truth.field, picture.shape[1])
    without = reader.read(picture)
    assert facts_of(TileFacts, without.facts).throw is None
    thrown, _, _ = scene(3, river, art=art, dice=(Die(10.0, 20.0, 4, 30.0),))
    shown = reader.read(thrown)
    throw = facts_of(TileFacts, shown.facts).throw
    assert throw is not None and throw.number == 1 and throw.pips["4"] > READ
    assert len(shown.pieces) == len(without.pieces) == len(river)
    again = facts_of(TileFacts, reader.read(thrown).facts).throw
    assert again is not None and again.number == 1
