"""Nobody looked between two moves: what is recorded then was really done, and what is asked leaves room for it."""

from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise

import pytest

from device.demo.staging import laid
from device.games.listing import GAMES, profile_of
from device.referee.evidence import Evidence
from device.referee.outcomes import Moved, TakenBack, Turned, Which
from device.referee.referee import Referee
from engines import checkers
from engines.bots import NAMES
from engines.jarapon.moves import Show
from engines.search import BACK, Back
from engines.vocabulary import UNKNOWN
from simulator.people.script import plies
from tests.support.device.known_game import PLAYERS, KnownGame, places_of
from tests.support.tiers import full
from vision.facts import BESIDE

MOST = {"search": 16, "sevens": 40, "doubt": 40, "reversi": 40}


def missed_looks(game, seed):
    """The states that the box knows, the state at the next look, and the moves between; two of them show."""
    players = NAMES[: PLAYERS.get(game.NAME, 2)]
    made = list(islice(plies(game, players, seed, profile_of(game.NAME).filming.options), MOST.get(game.NAME, 70)))
    # Tiles that are counted where they lie side by side, these looks do not show.
    tables = [
        {place: look for place, look in laid(profile_of(game.NAME), state).items() if not place.startswith(BESIDE)}
        for state, _ in made
    ]
    shows = [ply for ply in range(len(made) - 1) if tables[ply] != tables[ply + 1]]
    known = [game.view(state, None) for state, _ in made]
    for first, second in pairwise(shows):
        moves = [game.observed(state, move, None) for state, move in made[first : second + 1]]
        yield known[: first + 1], made[second + 1][0], moves


def are_among(moves, made):
    """Whether these moves were made, each of them; of a hand that was laid open not all tiles need be known, and a
    tile that was turned up and back need not have been seen."""
    open_hands = {move.seat for move in moves if isinstance(move, Show) and move.tiles == UNKNOWN}
    known = [
        replace(move, tiles=UNKNOWN) if isinstance(move, Show) and move.seat in open_hands else move for move in made
    ]
    if Back(unseen=1) in moves:
        known = [Back(unseen=1) if move == BACK else move for move in known]
    return Counter(moves) <= Counter(known)


# In the second game of Galaxy Jarapon a riichi is called pon at once: nothing shows any more that it lay across.
@pytest.mark.parametrize(
    ("name", "seed"),
    [
        *(("search", 1), ("checkers", 1), ("reversi", 1), ("doubt", 1)),
        *(full("sevens", 1), full("infiltration", 1), full("jarapon", 1), full("jarapon", 4)),
    ],
)
def test_no_move_is_recorded_that_was_not_made_and_the_right_one_can_be_answered(name, seed):
    game = GAMES[name]
    found = tried = 0
    for states, now, made in missed_looks(game, seed):
        tried += 1
        outcome = Referee(game, profile_of(name).habits, states, 0).judge(Evidence(places_of(game, now)))
        assert not isinstance(outcome, TakenBack | Turned), made
        if isinstance(outcome, Moved):
            assert are_among(outcome.moves, made)
            found += 1
        elif isinstance(outcome, Which):
            assert any(are_among(choice.moves, made) for choice in outcome.choices)
            found += 1
    assert found > tried / 2


def looked_away(folder, name, seed, count, away=2):
    """A game in which nobody looks at the table between the last two, or more, of so many plies, and these."""
    players, rules = NAMES[: PLAYERS.get(name, 2)], GAMES[name]
    game = list(islice(plies(rules, players, seed, profile_of(name).filming.options), count))
    table = KnownGame(folder, name, game[:-away])
    table.see(rules.play(*game[-1]))
    return table, [rules.observed(state, move, None) for state, move in game[-away:]]


@pytest.mark.parametrize(("count", "kinds"), [(6, ["Turn", "Take"]), (7, ["Turn", "Take", "Turn"])])
def test_a_tile_that_is_turned_up_and_taken_at_once_has_been_there(tmp_path, count, kinds):
    table, missed = looked_away(tmp_path, "search", 0, count, away=len(kinds))
    assert [type(move).__name__ for move in missed] == kinds
    assert table.recorded()[-len(kinds) :] == missed
    assert (table.box.question, table.box.problem) == ((), None)


# A tile that is turned up and back at once, a discard that is called pon at once and may have lain across, and two
# moves that may as well be the last one taken back and another made.
@pytest.mark.parametrize(
    ("name", "count", "asked", "made"),
    [
        ("search", 3, ["back unseen 1"], [Back(unseen=1)]),
        ("jarapon", 7, ["1 discard 8 · 2 pon 8", "1 discard 8 riichi · 2 pon 8"], None),
        ("checkers", 34, ["d5-e6 · c6-d5"], None),
    ],
)
def test_of_what_nobody_saw_it_is_asked_whether_it_was_so(tmp_path, name, count, asked, made):
    table, missed = looked_away(tmp_path, name, 1, count)
    before = table.recorded()
    assert [choice.key for choice in table.box.question] == asked
    table.box.choose(asked[0], "phone")
    assert (table.recorded(), table.box.problem) == ([*before, *(made or missed)], None)


def test_two_tiles_that_are_turned_up_and_back_at_once_can_be_told(tmp_path):
    table = KnownGame(tmp_path, "search")
    table.see(table.game.start(table.players, {}))
    assert [choice.key for choice in table.box.untold] == ["back unseen 2"]
    table.box.choose("back unseen 2", "phone")
    assert table.box.played.now.seat == 1


def test_a_move_taken_back_and_made_otherwise_is_no_question_once_people_have_struck_it(tmp_path):
    table, _ = looked_away(tmp_path, "checkers", 1, 34)
    table.box.undo("phone")
    assert table.box.question == ()
    assert table.recorded()[30:] == [checkers.Move(("e2", "d3")), checkers.Move(("d7", "e6"))]
