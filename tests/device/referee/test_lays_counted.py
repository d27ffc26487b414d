"""Lays in Expose the Lie: counted where all tiles are seen side by side, asked about where some may be stacked."""

from pathlib import Path
from typing import Any

import pytest

from engines import doubt
from engines.vocabulary import UNKNOWN
from tests.support.device.known_game import KnownGame, places_of


def spread(counts: dict[int, int]) -> dict:
    """Tiles that lie face down side by side under their headings."""
    return {f"beside/{number}/{at}": {"back": 1.0} for number, count in counts.items() for at in range(1, count + 1)}


def after_lays(table: KnownGame, *numbers: int) -> Any:
    """The state after lays of so many tiles."""
    state = table.game.start(table.players, {})
    for number in numbers:
        for move in (doubt.Lay(UNKNOWN), *[doubt.Add(UNKNOWN)] * (number - 1)):
            state = table.game.play(state, move)
    return state


def test_tiles_that_lie_side_by_side_in_expose_the_lie_are_counted(tmp_path: Path) -> None:
    table, one, more = KnownGame(tmp_path, "doubt"), doubt.Lay(UNKNOWN), doubt.Add(UNKNOWN)
    table.box.see(places_of(table.game, after_lays(table, 3)) | spread({1: 3}), None)
    assert (table.recorded(), table.box.question) == ([one, more, more], ())
    table.box.see(places_of(table.game, after_lays(table, 3, 1)) | spread({1: 3, 2: 1}), None)
    table.box.see(places_of(table.game, after_lays(table, 3, 2)) | spread({1: 3, 2: 2}), None)
    assert (table.recorded()[3:], table.box.question) == ([one, more], ())
    # Two have been laid meanwhile.
    table.box.see(places_of(table.game, after_lays(table, 3, 2, 1, 2)) | spread({1: 3, 2: 2, 3: 1, 4: 2}), None)
    assert (table.recorded()[5:], table.box.question, table.box.problem) == ([one, one, more], (), None)


def test_a_second_lay_below_the_first_one_is_seen_as_well(tmp_path: Path) -> None:
    table = KnownGame(tmp_path, "doubt")
    round_of_nine = [1] * 9
    for count in range(1, 10):
        laid_there = spread(dict.fromkeys(range(1, count + 1), 1))
        table.box.see(places_of(table.game, after_lays(table, *round_of_nine[:count])) | laid_there, None)
    again = spread(dict.fromkeys(range(1, 10), 1) | {1: 3})
    table.box.see(places_of(table.game, after_lays(table, *round_of_nine, 2)) | again, None)
    assert table.recorded()[9:] == [doubt.Lay(UNKNOWN), doubt.Add(UNKNOWN)]
    assert (table.box.played.now.last.number, table.box.question) == (1, ())


@pytest.mark.parametrize(
    "seen",
    [
        spread({1: 1, 2: 1}),  # two are known to lie under the 1: they are stacked
        spread({1: 2, 2: 1, 7: 1}),  # nobody may have laid anything under the 7
        spread({1: 2}) | {"beside/2/1": {"back": 0.9, "empty": 0.1}},
    ],
)
def test_where_the_count_does_not_agree_with_what_lay_there_it_is_asked(tmp_path: Path, seen: dict) -> None:
    table = KnownGame(tmp_path, "doubt")
    table.box.see(places_of(table.game, after_lays(table, 2)), None)
    table.box.choose(table.box.question[1].key, "phone")
    table.box.see(places_of(table.game, after_lays(table, 2, 1)) | seen, None)
    assert [len(choice.moved.moves) for choice in table.box.question] == [1, 2, 3, 4]
    assert len(table.recorded()) == 2


def test_a_tile_that_the_box_has_not_counted_can_be_entered(tmp_path: Path) -> None:
    table = KnownGame(tmp_path, "doubt")
    table.box.see(places_of(table.game, after_lays(table, 2)) | spread({1: 2}), None)
    table.box.see(places_of(table.game, after_lays(table, 2, 1)) | spread({1: 2, 2: 1}), None)
    added = next(choice for choice in table.box.untold if choice.said.key == "doubt.added")
    table.box.choose(added.key, "phone")  # one lay on another
    table.box.see(places_of(table.game, after_lays(table, 2, 2)) | spread({1: 2, 2: 1}), None)
    assert (len(table.box.played.now.last.tiles), table.box.problem) == (2, None)
