"""The rules of Drop It, D-1 to D-14, one by one; D-2 and D-3, the frame, stand in `test_frame.py`."""

from collections import Counter
from typing import Any

import pytest

from engines import drop_it
from engines.contract import BadOption
from engines.drop_it import Drop, Joker, Keep, State
from engines.drop_it.pieces import ALL, COLOURS, OF_EACH, PIECES, SHAPES, Shares
from tests.support.engines.drop_it import (
    AYA,
    BEN,
    BROKEN,
    CHIE,
    NAMES,
    after,
    any_piece,
    begun,
    rules,
    scores,
    to_the_end,
    turns,
)
from tests.support.engines.in_short import short

said, reasons, ranked, refused = rules.said, rules.reasons, rules.ranked, rules.refused


def colours_open(state: State) -> set[str]:
    """The colours of the pieces that may be dropped now."""
    return {move.piece.partition("/")[2] for move in drop_it.moves(state) if isinstance(move, Drop)}


def test_d1_four_colours_with_three_circles_and_two_of_each_other_shape() -> None:
    assert len(PIECES) == len(COLOURS) * len(SHAPES) == 16
    assert OF_EACH == {"circle": 3, "square": 2, "diamond": 2, "triangle": 2}
    assert sum(OF_EACH.values()) * len(COLOURS) == ALL == 36
    for players in (2, 3, 4):
        dropped = Counter(drop.piece for drop in to_the_end(begun(players)).drops)
        assert dropped == {piece: OF_EACH[piece.partition("/")[0]] for piece in PIECES}


def test_d2_levels_are_worth_1_to_8_and_smaller_circles_more() -> None:
    for level in range(1, 9):
        assert scores(after(begun(), Drop("circle/red", level))) == [level, 0]
    worth = [scores(after(begun(), Drop("circle/red", 1, (size,))))[0] - 1 for size in ("large", "medium", "small")]
    assert worth == [1, 2, 3]


@pytest.mark.parametrize(("players", "colours"), [
    (2, ["blue yellow", "green red"]), (3, ["blue", "green", "red"]), (4, ["blue", "yellow", "green", "red"]),
])  # fmt: skip
def test_d4_colours_are_given_to_players_at_the_start(players: int, colours: list[str]) -> None:
    state = begun(players, colours="given")
    assert said(state)[:players] == [
        f"setup_colours {name} {' '.join(f'colour/{colour}' for colour in own.split())}"
        for name, own in zip(NAMES, colours, strict=False)
    ]
    assert ("setup_yellow" in said(state)) == (players == 3)
    wrong = f"not_yours Aya circle/red {NAMES[players - 1]}"
    assert refused(state, Drop("circle/red", 1)) == wrong
    assert colours_open(state) == ({"blue"} if players == 4 else {"blue", "yellow"})


def test_d4_a_game_whose_record_does_not_name_the_option_is_played_as_it_was() -> None:
    begun_before = "# player: Aya\n# player: Ben\ndrop circle/red level 1\ndrop square/blue level 1\n"
    ((_, options, moves),) = drop_it.read_records(begun_before)
    assert options == {"colours": "first_drop"}
    assert drop_it.write_record(("Aya", "Ben"), options, moves) == begun_before
    assert "# colours: given" in drop_it.write_record(["Aya", "Ben"], {}, [])


@pytest.mark.parametrize(
    ("players", "each", "setup"), [(2, 18, "setup_two"), (3, 12, "setup_three"), (4, 9, "setup_four")]
)
def test_d4_each_player_has_as_many_drops(players: int, each: int, setup: str) -> None:
    assert said(begun(players))[0] == setup
    assert Counter(turns(begun(players))) == dict.fromkeys(NAMES[:players], each)


@pytest.mark.parametrize(("players", "dropped", "piece", "why"), [
    # D-1: no piece is dropped more often than there are
    (2, "square/red square/blue square/red square/blue", "square/red", "none_left square/red"),
    (2, "circle/red circle/blue " * 3, "circle/red", "none_left circle/red"),
    # two have two colours each
    (2, "circle/red circle/green circle/blue", "square/red", "not_yours Ben square/red Aya"),
    (2, "circle/red circle/green circle/blue square/green", "square/yellow",
     "other_colours Aya square/yellow colour/blue colour/red"),
    # three have a colour and three yellow pieces: a circle and two different others
    (3, "circle/yellow " * 3, "circle/yellow", "none_left circle/yellow"),
    (3, "circle/red circle/green circle/blue", "circle/blue", "not_yours Aya circle/blue Chie"),
    (3, "circle/yellow square/yellow circle/red", "circle/yellow", "yellow_share Aya circle/yellow"),
    (3, "circle/yellow square/yellow circle/red square/yellow", "square/yellow", "none_left square/yellow"),
    (3, "circle/blue square/yellow circle/red circle/blue", "square/yellow", "yellow_share Ben square/yellow"),
    (3, "circle/blue square/yellow circle/red circle/blue diamond/yellow circle/red circle/blue", "triangle/yellow",
     "yellow_share Ben triangle/yellow"),
    # four have a colour each
    (4, "circle/red circle/green circle/blue", "circle/red", "not_yours Dan circle/red Aya"),
    (4, "circle/red circle/green circle/blue circle/yellow", "circle/blue", "not_yours Aya circle/blue Chie"),
])  # fmt: skip
def test_d4_nobody_drops_what_is_not_his_or_is_gone(players: int, dropped: str, piece: str, why: str) -> None:
    assert refused(after(begun(players), *dropped.split()), Drop(piece, 1)) == why


def test_d4_whoever_has_his_colours_may_drop_no_others_and_no_joker_makes_up_for_it() -> None:
    assert colours_open(after(begun(), "circle/red", "circle/green", "circle/blue", "square/green")) == {"blue", "red"}
    four = ("circle/red", "circle/green", "circle/blue", "circle/yellow")
    assert colours_open(after(begun(4), *four)) == {"red"}
    state = after(begun(jokers="yes", colours="given"), "circle/blue")
    assert refused(state, Drop("circle/blue", 1)) == "not_yours Ben circle/blue Aya"
    assert refused(state, Joker()) == "nothing_to_cancel"


def test_d4_everybody_lacks_another_yellow_shape_as_there_are_two_of_each() -> None:
    # Aya has no triangle; so Ben, who has a square, lacks the diamond, and Chie the square
    shares = Shares([["square/yellow", "diamond/yellow"], ["square/yellow"], []], are_given=False)
    assert [shares.why_not(BEN, f"{shape}/yellow") for shape in ("diamond", "triangle")] == ["yellow_share", None]
    assert [shares.why_not(CHIE, f"{shape}/yellow") for shape in SHAPES] == [None, "none_left", None, None]


def test_d5_the_first_named_is_the_youngest_and_play_goes_clockwise() -> None:
    assert said(begun(3))[-2:] == ["first Aya", "turn Aya 12"]
    assert turns(begun(3))[:7] == ["Aya", "Ben", "Chie", "Aya", "Ben", "Chie", "Aya"]
    assert said(after(begun(3), "circle/red"))[-1] == "turn Ben 12"


def test_d5_teams_alternate_and_their_members_rotate() -> None:
    assert turns(begun(4, teams="yes"))[:6] == ["Aya", "Ben", "Chie", "Dan", "Aya", "Ben"]
    uneven = turns(begun(3, teams="yes"))
    assert uneven[:6] == ["Aya", "Ben", "Chie", "Ben", "Aya", "Ben"]
    assert Counter(uneven) == {"Aya": 9, "Chie": 9, "Ben": 18}


@pytest.mark.parametrize(("landed", "broken"), [
    ({}, ""),
    ({"touches": ("square/blue", "circle/green", "triangle/yellow")}, ""),
    ({"touches": ("diamond/blue",)}, "shape"),
    ({"touches": ("square/blue", "circle/red")}, "colour"),
    ({"touches": ("diamond/red",)}, "shape colour"),
    ({"edges": ("diamond",)}, "edge"),
    ({"edges": ("circle", "square", "triangle")}, ""),
    ({"level": 8, "above": True}, "height"),
    ({"level": 8, "touches": ("diamond/red",), "edges": ("diamond",), "above": True}, "shape colour edge height"),
])  # fmt: skip
def test_d6_a_landing_rule_is_broken_by_what_the_piece_touches_or_by_sticking_out(
    landed: dict[str, Any], broken: str
) -> None:
    assert " ".join(Drop("diamond/red", **{"level": 4, **landed}).breaches("shape")) == broken


def test_d6_another_colour_of_its_owner_counts_as_another_colour() -> None:
    state = after(begun(), "circle/red", "circle/green", Drop("square/blue", 4, touches=("circle/red",)))
    assert scores(state) == [1 + 4, 1]
    state = after(state, "square/yellow", Drop("diamond/blue", 5, touches=("square/blue",)))
    assert scores(state) == [1 + 4, 2]


def test_d6_each_rule_that_is_broken_is_told() -> None:
    state = after(begun(), "circle/red")
    one = Drop("circle/green", 2, touches=("circle/red",))
    all_but_colour = Drop("circle/green", 8, touches=("circle/red",), edges=("circle",), above=True)
    for drop, broken in ((one, "rule/shape"), (all_but_colour, "rule/shape rule/edge rule/height")):
        assert said(after(state, drop))[0] == f"broken Ben circle/green {broken}"


def test_d7_points_are_the_level_and_every_circle_added_up() -> None:
    state = after(begun(), Drop("circle/red", 5, circles=("large", "small", "large", "medium")))
    assert scores(state) == [5 + 1 + 3 + 1 + 2, 0]
    assert said(state)[0] == "scored_circles Aya 5 7 12"
    assert reasons(state, AYA) == ["levels 5", "circles 7"]
    # a circle counts whether or not another piece covers it
    state = after(begun(), Drop("circle/red", 1, ("small",)), Drop("square/blue", 1, ("small",), ("circle/red",)))
    assert scores(state) == [4, 4]


def test_d7_any_rule_broken_brings_nothing_at_all() -> None:
    state = after(begun(), Drop("circle/red", 7, circles=("small",), edges=("circle",)))
    assert scores(state) == [0, 0]
    assert reasons(state, AYA) == ["levels 0", "scoreless 1"]


def test_d8_nothing_is_scored_again_and_pieces_may_lie_anywhere_later() -> None:
    state = after(begun(), Drop("circle/red", 6, ("small",)))
    later = after(state, Drop("circle/blue", 1, touches=("circle/red",)), "square/red", "square/blue")
    assert scores(later)[AYA] == scores(state)[AYA] + 1
    assert drop_it.layout(later)["frame/1"] == drop_it.layout(state)["frame/1"] == {"circle/red"}


def test_d9_the_game_ends_when_all_pieces_are_dropped_and_the_most_points_win() -> None:
    state = to_the_end(after(begun(), Drop("circle/red", 3)), upto=ALL - 1)
    assert not drop_it.is_over(state)
    over = to_the_end(state)
    assert drop_it.is_over(over)
    assert drop_it.moves(over) == ()
    assert ranked(over) == [(20, 1), (18, 2)]
    assert said(over)[-2:] == ["over", "won Aya 20"]
    assert refused(over, Drop("circle/red", 1)) == "over"
    # equals share the win
    state = to_the_end(after(begun(3), Drop("circle/red", 2), Drop("circle/blue", 2)))
    assert [rank for _, rank in ranked(state)] == [1, 1, 3]
    assert said(state)[-1] == "shared Aya & Ben 13"


def test_d10_tokens_are_told_at_25_and_50_points() -> None:
    state = begun()
    due: dict[int, str] = {}
    while not drop_it.is_over(state):
        state = after(state, Drop(any_piece(state), 5 if len(state.drops) % 2 == 0 else 1))
        due |= {scores(state)[AYA]: line for line in said(state) if "token" in line}
    assert due == {25: "take_token Aya 25", 50: "take_token Aya 50"}
    assert scores(state) == [90, 18]
    assert reasons(state, AYA)[-1] == "token 50 40"
    assert len(reasons(state, BEN)) == 1


@pytest.mark.parametrize(("points", "line"), [(24, None), (25, "25 0"), (49, "25 24")])
def test_d10_the_track_shows_what_is_more_than_the_token(points: int, line: str | None) -> None:
    state = begun()
    while points > scores(state)[AYA]:
        state = after(state, Drop(any_piece(state), min(8, points - scores(state)[AYA])))
        state = after(state, any_piece(state))
    assert reasons(state, AYA)[1:] == ([f"token {line}"] if line else [])


def test_d11_team_mates_share_points_colours_and_rank() -> None:
    state = begun(4, teams="yes")
    assert said(state)[0] == "setup_teams Aya & Chie Ben & Dan"
    state = after(state, Drop("circle/red", 4), "circle/blue", Drop("square/red", 3), "square/blue")
    assert ranked(state) == [(7, 1), (2, 2), (7, 1), (2, 2)]
    state = after(state, "circle/green")
    assert refused(state, Drop("square/red", 1)) == "not_yours Ben square/red Aya & Chie"
    assert said(to_the_end(state))[-1] == "won Aya & Chie 23"


@pytest.mark.parametrize(("players", "first", "drops"), [
    (4, 1, [18, 6, 6, 6]),
    (4, 3, [6, 6, 6, 18]),
    (5, 2, [9, 9, 6, 6, 6]),
    (5, 4, [5, 5, 4, 4, 18]),
    (8, 4, [5, 5, 4, 4] * 2),
])  # fmt: skip
def test_d11_teams_of_one_to_four_by_name_who_alternate(players: int, first: int, drops: list[int]) -> None:
    names = NAMES[:players]
    state = begun(players, teams=first, colours="given")
    one, other = " & ".join(names[:first]), " & ".join(names[first:])
    assert said(state)[:3] == [
        f"setup_teams {one} {other}",
        f"setup_colours {one} colour/blue colour/yellow",
        f"setup_colours {other} colour/green colour/red",
    ]
    dropping = turns(state)
    assert set(dropping[0::2]) == set(names[:first])
    assert set(dropping[1::2]) == set(names[first:])
    assert [dropping.count(name) for name in names] == drops  # D-4: 18 a team, as evenly as they can be shared


def test_d11_each_team_has_a_line_of_what_is_left_to_it() -> None:
    assert rules.status(begun(4, teams="yes")) == []  # as it says at the beginning
    state = after(begun(4, teams="yes"), "circle/blue", "circle/red", "square/blue")
    assert rules.status(state) == ["team Aya & Chie 16", "team Ben & Dan 17"]
    with_jokers = after(begun(4, teams="yes", jokers="yes"), BROKEN, Joker())
    assert rules.status(with_jokers) == ["team_jokers Aya & Chie 17 3", "team_jokers Ben & Dan 18 4"]
    assert rules.status(after(begun(4), "circle/blue")) == []
    assert rules.status(to_the_end(begun(4, teams="yes"))) == []


@pytest.mark.parametrize(
    ("players", "teams", "fewest", "most"), [(5, "no", 2, 4), (6, 1, 2, 5), (3, 3, 4, 7), (4, 4, 5, 8)]
)
def test_d11_a_team_of_more_than_four_or_of_nobody_is_refused(
    players: int, teams: str | int, fewest: int, most: int
) -> None:
    with pytest.raises(BadOption) as error:
        begun(players, teams=teams)
    assert short(error.value.said) == f"wrong_teams {players} {fewest} {most}"


def test_d12_edges_by_colour() -> None:
    state = begun(edges="colour")
    assert said(state)[1] == "setup_edges_colour"
    landed = after(state, Drop("circle/red", 4, edges=("blue",)), Drop("circle/green", 4, edges=("green",)))
    assert scores(landed) == [4, 0]
    marks = " ".join(f"edge/{colour}" for colour in ("blue", "yellow", "green", "red"))
    assert refused(state, Drop("circle/red", 4, edges=("circle",))) == f"no_edge circle {marks}"
    marks = " ".join(f"edge/{shape}" for shape in ("circle", "square", "diamond", "triangle"))
    assert refused(begun(), Drop("circle/red", 4, edges=("red",))) == f"no_edge red {marks}"


def test_d13_simple_without_edge_rule() -> None:
    state = begun(edges="none")
    assert said(state)[1] == "setup_edges_none"
    assert refused(state, Drop("circle/red", 4, edges=("circle",))) == "no_edge_rule circle"
    assert all(not move.edges for move in drop_it.moves(state) if isinstance(move, Drop))
    assert Drop("circle/red", 4, edges=("circle", "red")).breaches("none") == ()


@pytest.mark.parametrize(
    ("players", "teams", "each", "score"),
    [(2, "no", 4, 18 + 12), (3, "no", 2, 12 + 6), (4, "no", 2, 9 + 6), (4, "yes", 4, 18 + 12)],
)
def test_d14_two_jokers_each_or_four_for_two_sides(players: int, teams: str, each: int, score: int) -> None:
    state = begun(players, jokers="yes", teams=teams)
    assert f"setup_jokers {each}" in said(state)
    ended = to_the_end(state)
    assert f"jokers_left {each} 3 {3 * each}" in reasons(ended, AYA)
    assert scores(ended) == [score] * players


def test_d14_a_joker_cancels_every_breach_of_the_last_drop() -> None:
    state = after(begun(jokers="yes"), "square/red", "square/blue")
    state = after(state, Drop("square/red", 8, ("small",), ("square/blue", "square/red"), ("square",), above=True))
    assert scores(state) == [1, 1]
    assert said(state)[1] == "joker Aya 11 3"
    assert [prompt.player for prompt in drop_it.prompt(state)] == [None, AYA, BEN]
    assert Joker() in drop_it.moves(state)
    assert drop_it.mover(state, Joker()) == AYA
    saved = after(state, Joker())
    assert scores(saved) == [12, 1]
    assert said(saved)[:2] == ["saved Aya", "scored_circles Aya 8 3 11"]
    assert "jokers_used 1" in reasons(saved, AYA)
    assert drop_it.layout(saved) == drop_it.layout(state)
    # in a team the one who dropped says it
    state = after(begun(4, teams="yes", jokers="yes"), "circle/red", "circle/blue", BROKEN)
    assert drop_it.mover(state, Joker()) == CHIE
    assert scores(after(state, Joker())) == [9, 1, 9, 1]


def test_d14_above_the_top_line_counts_as_level_8() -> None:
    out = Drop("circle/red", 8, above=True)
    assert scores(after(begun(jokers="yes"), out)) == [0, 0]
    assert scores(after(begun(jokers="yes"), out, Joker())) == [8, 0]
    assert refused(begun(), Drop("circle/red", 7, above=True)) == "above_is_top 7 8"


def test_d14_a_joker_needs_a_breach_is_said_before_the_next_drop_and_used_once() -> None:
    for moves in ((), ("circle/red",), (BROKEN, "circle/blue"), (BROKEN, Joker())):
        state = after(begun(jokers="yes"), *moves)
        assert refused(state, Joker()) == "nothing_to_cancel"
    assert refused(after(begun(), BROKEN), Joker()) == "without_jokers"
    # who has used all jokers has no more
    state = begun(3, jokers="yes")
    for _ in range(2):
        state = after(state, BROKEN, Joker(), "square/blue", "square/green")
    state = after(state, BROKEN)
    assert refused(state, Joker()) == "no_joker_left Aya"
    assert scores(state)[AYA] == 16


def test_d14_after_the_last_drop_the_game_waits_for_a_word_about_the_joker() -> None:
    state = to_the_end(begun(jokers="yes"), upto=ALL - 1)
    piece = any_piece(state)
    state = after(state, Drop(piece, 8, above=True))
    assert not drop_it.is_over(state)
    assert drop_it.moves(state) == (Joker(), Keep())
    assert said(state)[-1] == "joker_or_end Ben 8 3"
    assert refused(state, Drop(piece, 1)) == "over"
    used, kept = after(state, Joker()), after(state, Keep())
    assert [drop_it.is_over(one) for one in (used, kept)] == [True, True]
    assert scores(used) == [18 + 12, 17 + 8 + 9]
    assert scores(kept) == [18 + 12, 17 + 12]
    assert said(kept)[-1] == "won Aya 30"
    assert said(used)[-1] == "won Ben 34"
    assert refused(kept, Joker()) == "over"
    assert refused(used, Keep()) == "nothing_to_keep"


def test_d14_jokers_left_count_at_the_end_only_and_may_bring_a_token() -> None:
    state = to_the_end(begun(jokers="yes"), upto=ALL - 1)
    assert scores(state) == [18, 17]
    over = to_the_end(state)
    assert scores(over) == [30, 30]
    assert reasons(over, AYA) == [
        "levels 18",
        "jokers_left 4 3 12",
        "token 25 5",
    ]
