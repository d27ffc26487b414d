"""Expose the Lie: how many tiles were laid, who called, which one was turned up, and what of that is asked for."""

from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

from device.referee.choices import choice_in_words
from engines import doubt
from engines.bots import NAMES, Ply
from engines.vocabulary import UNKNOWN
from simulator.people.script import plies as demo_plies
from tests.support.device.known_game import KnownGame, places_of, plies_of
from tests.support.device.observing import observe
from vision.facts import TileFacts

LAY, ADD = doubt.Lay(UNKNOWN), doubt.Add(UNKNOWN)
NOT_SPREAD = TileFacts()


@pytest.fixture
def table(tmp_path: Path) -> KnownGame:
    return KnownGame(tmp_path, "doubt")


def spread(counts: dict[int, int]) -> TileFacts:
    """Tiles that lie face down side by side under their headings."""
    return TileFacts(columns={number: ({"back": 1.0},) * count for number, count in counts.items()})


def see_lays(table: KnownGame, *numbers: int, beside: TileFacts = NOT_SPREAD) -> None:
    """The table after lays of so many tiles."""
    state = table.game.start(table.players, {})
    for number in numbers:
        for move in (LAY, *[ADD] * (number - 1)):
            state = table.game.play(state, move)
    table.see(state, facts=beside)


def test_tiles_that_lie_side_by_side_are_counted(table: KnownGame) -> None:
    see_lays(table, 3, beside=spread({1: 3}))
    assert (table.recorded(), table.asked) == ([LAY, ADD, ADD], [])
    see_lays(table, 3, 1, beside=spread({1: 3, 2: 1}))
    see_lays(table, 3, 2, beside=spread({1: 3, 2: 2}))
    assert (table.recorded()[3:], table.asked) == ([LAY, ADD], [])
    # Two have been laid meanwhile.
    see_lays(table, 3, 2, 1, 2, beside=spread({1: 3, 2: 2, 3: 1, 4: 2}))
    assert (table.recorded()[5:], table.asked, table.box.problem) == ([LAY, LAY, ADD], [], None)


def test_a_second_lay_below_the_first_one_is_seen_as_well(table: KnownGame) -> None:
    for count in range(1, 10):
        see_lays(table, *[1] * count, beside=spread(dict.fromkeys(range(1, count + 1), 1)))
    see_lays(table, *[1] * 9, 2, beside=spread(dict.fromkeys(range(1, 10), 1) | {1: 3}))
    assert table.recorded()[9:] == [LAY, ADD]
    assert (table.box.played.now.last.number, table.asked) == (1, [])


@pytest.mark.parametrize(
    "seen",
    [
        spread({1: 1, 2: 1}),  # two are known to lie under the 1: they are stacked
        spread({1: 2, 2: 1, 7: 1}),  # nobody may have laid anything under the 7
        TileFacts(columns={1: ({"back": 1.0},) * 2, 2: ({"back": 0.9, "empty": 0.1},)}),
    ],
)
def test_how_many_were_laid_is_asked_where_tiles_may_be_stacked(table: KnownGame, seen: TileFacts) -> None:
    see_lays(table, 2)
    for recorded, chosen in ((0, 1), (2, 0)):
        assert [len(choice.moved.moves) for choice in table.box.question] == [1, 2, 3, 4]
        assert len(table.recorded()) == recorded
        table.answer(chosen)
        assert len(table.box.played.now.last.tiles) == chosen + 1
        see_lays(table, 2, 1, beside=seen)


def test_a_tile_that_the_box_has_not_counted_can_be_entered(table: KnownGame) -> None:
    see_lays(table, 2, beside=spread({1: 2}))
    see_lays(table, 2, 1, beside=spread({1: 2, 2: 1}))
    said = [choice.said.key for choice in table.box.untold]
    assert said[-2:] == ["doubt.challenged", "doubt.challenged"]
    table.box.choose(table.box.untold[said.index("doubt.added")].key, "phone")  # one lay on another
    see_lays(table, 2, 2, beside=spread({1: 2, 2: 1}))
    assert (len(table.box.played.now.last.tiles), table.box.problem) == (2, None)


def test_what_is_laid_face_down_is_not_asked_even_where_all_know_what_its_player_holds(tmp_path: Path) -> None:
    *made, last = islice(demo_plies(doubt, NAMES[:3], 1), 46)
    assert last[0].hands[0] == ("5", "6", "9")  # Aya's last three tiles were turned up as a lie: she has them back
    table = KnownGame(tmp_path, "doubt", made)
    table.make(*last)
    assert table.recorded()[-2:] == [doubt.Take(UNKNOWN), LAY]
    assert (table.box.problem, table.asked) == (None, [])


def lie_called(table: KnownGame, known: int) -> list[Ply[Any, Any]]:
    """A game in which two have laid and the second is doubted, known so far; its plies."""
    made = list(islice(demo_plies(table.game, table.players, 2, table.options), 5))
    assert [type(move).__name__ for _, move in made] == ["Lay", "Lay", "Challenge", "Turn", "Take"]
    for ply in made[:known]:
        table.make(*ply)
    return made


@pytest.mark.parametrize("looked_at_the_lay", [True, False])
def test_who_called_lie_is_asked_when_a_tile_lies_turned_up(table: KnownGame, looked_at_the_lay: bool) -> None:
    made = lie_called(table, 2 if looked_at_the_lay else 1)
    table.see(table.game.play(*made[3]))
    assert [choice_in_words(choice, "en") for choice in table.box.question] == [
        "Aya calls “Lie!” on Ben. Ben turns up a 2.",
        "Chie calls “Lie!” on Ben. Ben turns up a 2.",
    ]
    table.answer()
    assert [type(move).__name__ for move in table.recorded()] == ["Lay", "Lay", "Challenge", "Turn"]
    assert table.box.problem is None


def test_which_tile_was_turned_up_is_asked_when_all_are_taken_before_anybody_saw_it(table: KnownGame) -> None:
    made = lie_called(table, 2)
    table.box.choose("doubt 1", "phone")
    table.see(table.game.play(*made[4]))
    done = [table.game.observed(*ply, None) for ply in made[3:]]
    assert done in [list(choice.moved.moves) for choice in table.box.question]


@pytest.fixture
def two_turned(tmp_path: Path) -> tuple[KnownGame, list[Ply[Any, Any]]]:
    """A game in which two tiles of different faces are turned up one after the other, before that, and these moves."""
    for seed in range(20):
        plies = plies_of("doubt", seed, 120)
        for at, ((state, first), (_, second)) in enumerate(pairwise(plies)):
            both_turn = isinstance(first, doubt.Turn) and isinstance(second, doubt.Turn)
            if both_turn and first != second and not state.turned:
                return KnownGame(tmp_path, "doubt", plies[:at]), plies[at : at + 2]
    raise AssertionError("no such game among twenty")


def test_a_second_tile_turned_up_does_not_replace_the_first(two_turned: tuple[KnownGame, list[Ply[Any, Any]]]) -> None:
    table, turns = two_turned
    for state, move in turns:
        table.told.append(table.game.observed(state, move, None))
        places = places_of(table.game, table.game.play(state, move))
        first = places.pop("turned/1")
        if "turned/2" in places:  # to the camera the tile that it sees first is the first
            places["turned/1"], places["turned/2"] = places["turned/2"], first
        for _ in range(2):
            observe(table.box, dict(places))
            table.people.answer()
    assert table.recorded() == table.told
    assert table.box.problem is None


def test_what_people_told_of_a_tile_no_later_picture_changes(two_turned: tuple[KnownGame, list[Ply[Any, Any]]]) -> None:
    table, ((state, move), (_, other)) = two_turned
    table.told.append(table.game.observed(state, move, None))
    places = places_of(table.game, table.game.play(state, move))
    observe(table.box, {place: likely for place, likely in places.items() if place != "turned/1"})
    table.people.answer()
    for _ in range(4):
        assert table.recorded() == table.told
        observe(table.box, places | {"turned/1": {other.tile: 1.0}})
    assert table.box.problem is not None
