"""What hands do: a sleeve that stays, a tile askew, a move thought better of, two moves at once."""

from itertools import product

import pytest

from device.games.forced_moves import play_forced_moves
from engines import reversi, search
from engines.jarapon.moves import Discard, Draw
from engines.vocabulary import UNKNOWN
from tests.support.device.filmed_table import (
    FILMED,
    FINE,
    FIXED_AND_TRACKED,
    FilmedTable,
    changed_tile,
    film,
    moved,
    newest,
)
from tests.support.device.spoilt_pictures import SLEEVES, with_sleeve
from tests.support.tiers import first, full

BESIDE_THE_LINE, OVER_THE_LINE, FAR_OVER = 15.0, 18.5, 23.0  # mm that a tile is pushed on squares of 34


@pytest.mark.parametrize(("name", "which"), first(zip(FIXED_AND_TRACKED, SLEEVES, strict=True)))
def test_a_sleeve_stays_in_the_picture_for_a_minute(table, which):
    covered = with_sleeve(table.film.picture(-2), which)
    table.wait(covered, 18.0, step_s=6.0)
    assert table.says() == ("moving", [])
    table.wait(covered, 42.0, step_s=14.0)
    assert table.says() == ("moving", ["seen.waiting"])
    assert table.go_on() == FINE


@pytest.mark.full
def test_hands_that_are_at_work_for_long_are_told_what_the_box_waits_for(tmp_path):
    with FilmedTable(tmp_path, "search", -2) as table:
        for number in range(60):
            table.glance(table.film.hand if number % 2 else table.film.picture(-2), after_s=1.0)
        assert table.says() == ("moving", [])
        table.glance(table.film.hand, after_s=1.0)
        assert table.says() == ("moving", ["seen.waiting"])
        assert table.go_on() == FINE


def askew(of, along):
    """The last move of a film, its tile laid askew and pushed to the left (mm)."""
    before, after = of.shown[-2].tiles, of.shown[-1].tiles
    return of.drawn(moved(after, newest(before, after), x=-along, turn=25.0))


@pytest.mark.parametrize(("name", "pushed"), first(product(["reversi", "checkers"], [BESIDE_THE_LINE, OVER_THE_LINE])))
def test_a_tile_askew_over_a_line_is_where_the_rules_allow_it(table, pushed):
    assert table.go_on(askew(table.film, pushed)) == FINE
    table.hands(table.film.picture(-1))
    assert table.says() == FINE


@pytest.mark.parametrize(
    ("name", "square", "told"),
    [
        ("reversi", "a3", ["referee.not_here", "referee.turn_back_up"]),
        full("checkers", "f4", ["referee.not_here", "referee.lay_up"]),
    ],
)
def test_a_tile_that_lies_on_the_square_beside_is_said(table, square, told):
    table.hands(askew(table.film, FAR_OVER))
    assert table.says() == ("still", told)
    assert dict(table.now.problem.message.facts)["places"] == square
    assert table.go_on() == FINE


def test_a_tile_askew_whose_move_is_not_done_yet_is_waited_for(table):
    before, after = table.film.shown[-2].tiles, table.film.shown[-1].tiles
    laid = moved(after, newest(before, after), x=-BESIDE_THE_LINE, turn=25.0)[newest(before, after)]
    table.hands(table.film.drawn((*before, laid)))
    assert table.says() == ("still", ["referee.turn_too"])
    assert table.go_on() == FINE


@pytest.mark.parametrize(
    ("name", "right", "up"),
    first(
        [
            ("jarapon", -5.0, 5.0),
            ("infiltration", -8.0, 0.0),
            ("search", 9.0, 0.0),
            ("sevens", -4.0, 4.0),
            ("doubt", 8.0, -5.0),
        ]
    ),
)
def test_a_tile_laid_carelessly_is_known_all_the_same(table, right, up):
    careless = moved(table.film.shown[-1].tiles, changed_tile(table.film), right, up, turn=25.0)
    assert table.go_on(table.film.drawn(careless)) == FINE


OTHERS = {
    "reversi": reversi.Move("b5"),
    "checkers": "d5-c6",
    "infiltration": "d3-e3",
    "sevens": "lay 1/3 3",
    "jarapon": (Draw(1, UNKNOWN), Discard(1, "6")),
    "search": search.Turn(31, "5"),
}


def other(of):
    """Another last move than that of a film, and the table after it."""
    rules, moves = of.game, OTHERS[of.name]
    state = rules.view(play_forced_moves(rules, of.shown[-2].state), None)
    for one in moves if isinstance(moves, tuple) else (moves,):
        move = rules.move_from_json(one) if isinstance(one, str) else one
        state = rules.play(state, move)
    return move, of.drawn(of.bring(state))


@pytest.mark.parametrize(
    ("name", "looked_between"), first(product(["checkers", "reversi", "infiltration", "sevens"], [True, False]), 2)
)
def test_a_move_is_taken_back_and_another_made(tmp_path, name, looked_between):
    move, instead = other(film(name))
    with FilmedTable(tmp_path, name, -1) as table:
        if looked_between:
            table.hands(table.film.picture(-2))
            table.next -= 1
            assert table.says() == ("still", ["table.taken_back"])
            table.next += 1
        table.hands(instead)
        assert table.tells() == ([] if looked_between else ["table.taken_back"])
        assert table.people.recorded == [*table.film.shown[-2].told, move]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("jarapon", ["referee.other_face"]),
        full("search", ["referee.turn_back_down", "referee.turn_back_up"]),
        full("doubt", ["referee.lay_down"]),
    ],
)
def test_what_everybody_has_seen_and_what_was_laid_face_down_is_not_taken_back(tmp_path, name, told):
    with FilmedTable(tmp_path, name, -1) as table:
        table.hands(table.film.picture(-2) if name == "doubt" else other(table.film)[1])
        assert table.says() == ("still", told)
        table.hands(table.film.picture(-1))
        assert table.says() == FINE


# Who laid which of two tiles, and which was turned up first, no picture shows.
ASKED_OF_TWO_MOVES = {
    "search": ["turn 61 2 · turn 49 2", "turn 49 2 · turn 61 2"],
    "sevens": ["lay 3/8 8 · lay 2/3 3", "lay 2/3 3 · lay 3/8 8"],
}


@pytest.mark.parametrize("name", first(FILMED))
def test_two_moves_are_made_between_two_pictures(tmp_path, name):
    with FilmedTable(tmp_path, name, -3) as table:
        before = table.people.recorded
        table.hands(table.film.picture(-1))
        asked = [choice.key for choice in table.now.choices.question]
        assert (table.now.problem, asked) == (None, ASKED_OF_TWO_MOVES.get(name, []))
        assert not asked or table.people.recorded == before
        table.next += 1
        assert table.go_on() == FINE
        moves = table.game.played.plies[len(before) :]
        assert all(ply.picture for ply in moves if ply.entry)
