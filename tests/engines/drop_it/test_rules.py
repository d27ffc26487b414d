"""The rules of Drop It, D-1 to D-14, one by one; D-2 and D-3, the frame, stand in `test_drop_it_frame.py`."""

from collections import Counter
from typing import Any

import pytest

from device.texts import say
from engines import drop_it
from engines.contract import BadOption
from engines.drop_it import Drop, Joker, Keep
from engines.drop_it.judging import breaches
from engines.drop_it.pieces import ALL, COLOURS, OF_EACH, PIECES, SHAPES, Shares
from tests.support.engines.drop_it import (
    ALL_RULES,
    AYA,
    BEN,
    BROKEN,
    CHIE,
    NAMES,
    after,
    begun,
    reasons,
    refusal,
    said,
    scores,
    to_the_end,
    turns,
)


def test_d1_four_colours_with_three_circles_and_two_of_each_other_shape() -> None:
    assert len(PIECES) == len(COLOURS) * len(SHAPES) == 16
    assert OF_EACH == {"circle": 3, "square": 2, "diamond": 2, "triangle": 2}
    assert sum(OF_EACH.values()) * len(COLOURS) == ALL == 36
    for players in (2, 3, 4):
        dropped = Counter(drop.piece for drop in to_the_end(begun(players)).drops)
        assert dropped == {piece: OF_EACH[piece.partition("/")[0]] for piece in PIECES}


def test_d1_no_piece_is_dropped_more_often_than_there_are() -> None:
    two = after(begun(), "square/red", "square/blue", "square/red", "square/blue")
    assert refusal(two, Drop("square/red", 1)) == "Every red square has been dropped already."
    circles = after(begun(), *["circle/red", "circle/blue"] * 3)
    assert refusal(circles, Drop("circle/red", 1)) == "Every red circle has been dropped already."


def test_d2_levels_are_worth_1_to_8_and_smaller_circles_more() -> None:
    for level in range(1, 9):
        assert scores(after(begun(), Drop("circle/red", level))) == [level, 0]
    worth = {
        size: scores(after(begun(), Drop("circle/red", 1, (size,))))[0] - 1 for size in ("large", "medium", "small")
    }
    assert worth == {"large": 1, "medium": 2, "small": 3}


@pytest.mark.parametrize(
    ("players", "colours"),
    [
        (2, ["Aya: all pieces in blue and yellow.", "Ben: all pieces in green and red."]),
        (3, ["Aya: all pieces in blue.", "Ben: all pieces in green.", "Chie: all pieces in red."]),
        (4, ["Aya: all pieces in blue.", "Ben: all pieces in yellow.", "Chie: all pieces in green.",
             "Dan: all pieces in red."]),
    ],
)  # fmt: skip
def test_d4_colours_are_given_to_players_at_the_start(players: int, colours: list[str]) -> None:
    state = begun(players, colours="given")
    assert said(state)[: len(colours)] == colours
    yellow = "Share out the yellow pieces: a circle and two other, different ones each."
    assert (yellow in said(state)) == (players == 3)
    wrong = f"Aya, the red circle belongs to {NAMES[players - 1]}: drop one of your own."
    assert refusal(state, Drop("circle/red", 1)) == wrong
    own = {move.piece.partition("/")[2] for move in drop_it.moves(state) if isinstance(move, Drop)}
    assert own == ({"blue"} if players == 4 else {"blue", "yellow"})


def test_d4_no_joker_makes_up_for_a_drop_of_anothers_colour() -> None:
    state = after(begun(jokers="yes", colours="given"), "circle/blue")
    assert refusal(state, Drop("circle/blue", 1)) == "Ben, the blue circle belongs to Aya: drop one of your own."
    assert refusal(state, Joker()) == "There is nothing that a joker could put right now."


def test_d4_a_game_whose_record_does_not_name_the_option_is_played_as_it_was() -> None:
    begun_before = "# player: Aya\n# player: Ben\ndrop circle/red level 1\ndrop square/blue level 1\n"
    ((_, options, moves),) = drop_it.read_records(begun_before)
    assert options == {"colours": "first_drop"}
    assert drop_it.write_record(("Aya", "Ben"), options, moves) == begun_before


def test_d4_two_players_have_two_colours_and_eighteen_drops_each() -> None:
    state = begun()
    assert "Each side takes all pieces of two colours: nine of each." in said(state)
    assert Counter(turns(state)) == {"Aya": 18, "Ben": 18}
    state = after(state, "circle/red", "circle/green", "circle/blue")
    assert refusal(state, Drop("square/red", 1)) == "Ben, the red square belongs to Aya: drop one of your own."
    state = after(state, "square/green")
    assert (
        refusal(state, Drop("square/yellow", 1))
        == "Aya, the yellow square cannot be yours: you play with blue and red."
    )
    assert {move.piece.partition("/")[2] for move in drop_it.moves(state) if isinstance(move, Drop)} == {"blue", "red"}


def test_d4_three_players_have_a_colour_and_three_yellow_pieces_and_twelve_drops_each() -> None:
    state = begun(3)
    assert "Share out the yellow ones: a circle and two other, different pieces each." in said(state)[0]
    assert Counter(turns(state)) == {"Aya": 12, "Ben": 12, "Chie": 12}
    state = after(state, "circle/yellow", "circle/yellow", "circle/yellow")
    assert refusal(state, Drop("circle/yellow", 1)) == "Every yellow circle has been dropped already."
    state = after(state, "circle/red", "circle/green", "circle/blue")
    assert refusal(state, Drop("circle/blue", 1)) == "Aya, the blue circle belongs to Chie: drop one of your own."


def test_d4_of_yellow_each_of_three_has_one_circle_and_two_different_others() -> None:
    yours = "{}, the yellow {} cannot be yours: everybody has one yellow circle and two different other yellow pieces."
    state = after(begun(3), "circle/yellow", "square/yellow", "circle/red")
    assert refusal(state, Drop("circle/yellow", 1)) == yours.format("Aya", "circle")
    state = after(state, "square/yellow")
    assert refusal(state, Drop("square/yellow", 1)) == "Every yellow square has been dropped already."
    state = after(begun(3), "circle/blue", "square/yellow", "circle/red", "circle/blue")
    assert refusal(state, Drop("square/yellow", 1)) == yours.format("Ben", "square")
    state = after(state, "diamond/yellow", "circle/red", "circle/blue")
    assert refusal(state, Drop("triangle/yellow", 1)) == yours.format("Ben", "triangle")


def test_d4_everybody_lacks_another_yellow_shape_as_there_are_two_of_each() -> None:
    # Aya has no triangle; so Ben, who has a square, lacks the diamond, and Chie the square
    dropped = [["square/yellow", "diamond/yellow"], ["square/yellow"], []]
    assert Shares(dropped, are_given=False).why_not(1, "diamond/yellow") == "yellow_share"
    assert Shares(dropped, are_given=False).why_not(1, "triangle/yellow") is None
    assert Shares(dropped, are_given=False).why_not(2, "square/yellow") == "none_left"
    assert [shape for shape in SHAPES if Shares(dropped, are_given=False).why_not(2, f"{shape}/yellow") is None] == [
        "circle",
        "diamond",
        "triangle",
    ]


def test_d4_four_players_have_a_colour_and_nine_drops_each() -> None:
    state = begun(4)
    assert "Each of you takes the nine pieces of one colour." in said(state)
    assert Counter(turns(state)) == dict.fromkeys(NAMES, 9)
    state = after(state, "circle/red", "circle/green", "circle/blue")
    assert refusal(state, Drop("circle/red", 1)) == "Dan, the red circle belongs to Aya: drop one of your own."
    state = after(state, "circle/yellow")
    assert refusal(state, Drop("circle/blue", 1)) == "Aya, the blue circle belongs to Chie: drop one of your own."
    one = after(begun(4), "circle/red", "circle/green", "circle/blue", "circle/yellow")
    assert {move.piece.partition("/")[2] for move in drop_it.moves(one) if isinstance(move, Drop)} == {"red"}


def test_d5_the_first_named_is_the_youngest_and_play_goes_clockwise() -> None:
    assert "The youngest begins, then play goes clockwise: Aya is first." in said(begun(3))
    assert turns(begun(3))[:7] == ["Aya", "Ben", "Chie", "Aya", "Ben", "Chie", "Aya"]
    assert said(after(begun(3), "circle/red"))[-1] == "Ben: drop a piece into the frame (pieces left: 12)."


def test_d5_teams_alternate_and_their_members_rotate() -> None:
    assert turns(begun(4, teams="yes"))[:6] == ["Aya", "Ben", "Chie", "Dan", "Aya", "Ben"]
    uneven = turns(begun(3, teams="yes"))
    assert uneven[:6] == ["Aya", "Ben", "Chie", "Ben", "Aya", "Ben"]
    assert Counter(uneven) == {"Aya": 9, "Chie": 9, "Ben": 18}


@pytest.mark.parametrize(
    ("landed", "broken"),
    [
        ({}, ()),
        ({"touches": ("square/blue", "circle/green", "triangle/yellow")}, ()),
        ({"touches": ("diamond/blue",)}, ("shape",)),
        ({"touches": ("square/blue", "circle/red")}, ("colour",)),
        ({"touches": ("diamond/red",)}, ("shape", "colour")),
        ({"edges": ("diamond",)}, ("edge",)),
        ({"edges": ("circle", "square", "triangle")}, ()),
        ({"level": 8, "above": True}, ("height",)),
        ({"level": 8, "touches": ("diamond/red",), "edges": ("diamond",), "above": True}, ALL_RULES),
    ],
)
def test_d6_a_landing_rule_is_broken_by_what_the_piece_touches_or_by_sticking_out(
    landed: dict[str, Any], broken: tuple[str, ...]
) -> None:
    drop = Drop("diamond/red", **{"level": 4, **landed})
    assert breaches(drop, "shape") == broken


def test_d6_another_colour_of_its_owner_counts_as_another_colour() -> None:
    state = after(begun(), "circle/red", "circle/green")
    state = after(state, Drop("square/blue", 4, touches=("circle/red",)))
    assert scores(state) == [1 + 4, 1]
    state = after(state, "square/yellow", Drop("diamond/blue", 5, touches=("square/blue",)))
    assert scores(state) == [1 + 4, 2]


def test_d6_each_rule_that_is_broken_is_told() -> None:
    state = after(begun(), "circle/red")
    assert said(after(state, Drop("circle/green", 2, touches=("circle/red",))))[0] == (
        "No points for Ben: the green circle touches a piece of its own shape."
    )
    both = Drop("circle/green", 8, touches=("circle/red",), edges=("circle",), above=True)
    assert said(after(state, both))[0] == (
        "No points for Ben: the green circle touches a piece of its own shape, "
        "touches its own mark on the edge and sticks out above the top line."
    )


def test_d7_points_are_the_level_and_every_circle_added_up() -> None:
    state = after(begun(), Drop("circle/red", 5, circles=("large", "small", "large", "medium")))
    assert scores(state) == [5 + 1 + 3 + 1 + 2, 0]
    assert said(state)[0] == "Aya lands on level 5, and the circles add 7. 12 points."
    assert reasons(state, AYA) == ["5 points from levels.", "7 points from bonus circles."]


def test_d7_a_circle_counts_whether_or_not_another_piece_covers_it() -> None:
    state = after(begun(), Drop("circle/red", 1, ("small",)), Drop("square/blue", 1, ("small",), ("circle/red",)))
    assert scores(state) == [4, 4]


def test_d7_any_rule_broken_brings_nothing_at_all() -> None:
    state = after(begun(), Drop("circle/red", 7, circles=("small",), edges=("circle",)))
    assert scores(state) == [0, 0]
    assert reasons(state, AYA) == ["0 points from levels.", "1 drop without points."]


def test_d8_nothing_is_scored_again_and_pieces_may_lie_anywhere_later() -> None:
    state = after(begun(), Drop("circle/red", 6, ("small",)))
    later = after(state, Drop("circle/blue", 1, touches=("circle/red",)), "square/red", "square/blue")
    assert scores(later)[AYA] == scores(state)[AYA] + 1
    assert drop_it.layout(later)["frame/1"] == drop_it.layout(state)["frame/1"] == {"circle/red"}


def test_d9_the_game_ends_when_all_pieces_are_dropped_and_the_most_points_win() -> None:
    state = to_the_end(after(begun(), Drop("circle/red", 3)), upto=ALL - 1)
    assert not drop_it.is_over(state)
    state = to_the_end(state)
    assert drop_it.is_over(state)
    assert drop_it.moves(state) == ()
    assert [(standing.score, standing.rank) for standing in drop_it.standings(state)] == [(20, 1), (18, 2)]
    assert said(state)[-2:] == ["All pieces are dropped: the game is over.", "Victory for Aya! 20 points."]


def test_d9_equals_share_the_win() -> None:
    state = to_the_end(after(begun(3), Drop("circle/red", 2), Drop("circle/blue", 2)))
    assert [standing.rank for standing in drop_it.standings(state)] == [1, 1, 3]
    assert said(state)[-1] == "Aya & Ben share the win. 13 points."


def test_d10_tokens_are_told_at_25_and_50_points() -> None:
    state = begun()
    told: dict[int, str] = {}
    while not drop_it.is_over(state):
        piece = next(move.piece for move in drop_it.moves(state) if isinstance(move, Drop))
        state = drop_it.play(state, Drop(piece, 5 if len(state.drops) % 2 == 0 else 1))
        told |= {scores(state)[AYA]: line for line in said(state) if "token" in line}
    assert told == {
        25: "Aya: put your token 25 beside the score track.",
        50: "Aya: put your token 50 beside the score track.",
    }
    assert scores(state) == [90, 18]
    assert reasons(state, AYA)[-1] == "On the score track: token 50 and 40."
    assert len(reasons(state, BEN)) == 1


@pytest.mark.parametrize(("points", "line"), [(24, None), (25, "token 25 and 0."), (49, "token 25 and 24.")])
def test_d10_the_track_shows_what_is_more_than_the_token(points: int, line: str | None) -> None:
    state = begun()
    while points > scores(state)[AYA]:
        free = [move.piece for move in drop_it.moves(state) if isinstance(move, Drop)]
        state = after(state, Drop(free[0], min(8, points - scores(state)[AYA])))
        state = after(state, next(move.piece for move in drop_it.moves(state) if isinstance(move, Drop)))
    assert reasons(state, AYA)[1:] == ([f"On the score track: {line}"] if line else [])


def test_d11_team_mates_share_points_colours_and_rank() -> None:
    state = begun(4, teams="yes")
    assert said(state)[0] == "Two teams: Aya & Chie against Ben & Dan. The members of a team take turns."
    state = after(state, Drop("circle/red", 4), "circle/blue", Drop("square/red", 3), "square/blue")
    assert scores(state) == [7, 2, 7, 2]
    assert [standing.rank for standing in drop_it.standings(state)] == [1, 2, 1, 2]
    state = after(state, "circle/green")
    assert refusal(state, Drop("square/red", 1)) == "Ben, the red square belongs to Aya & Chie: drop one of your own."
    assert said(to_the_end(state))[-1] == "Victory for Aya & Chie! 23 points."


@pytest.mark.parametrize(
    ("players", "first", "drops"),
    [
        ("Aya Ben Chie Dan", 1, [18, 6, 6, 6]),
        ("Aya Ben Chie Dan", 3, [6, 6, 6, 18]),
        ("Aya Ben Chie Dan Emi", 2, [9, 9, 6, 6, 6]),
        ("Aya Ben Chie Dan Emi", 4, [5, 5, 4, 4, 18]),
        ("Aya Ben Chie Dan Emi Fumi Gen Hana", 4, [5, 5, 4, 4] * 2),
    ],
)
def test_d11_teams_of_one_to_four_by_name_who_alternate(players: str, first: int, drops: list[int]) -> None:
    names = players.split()
    state = drop_it.start(names, {"teams": first})
    one, other = " & ".join(names[:first]), " & ".join(names[first:])
    assert said(state)[:3] == [
        f"Two teams: {one} against {other}. The members of a team take turns.",
        f"{one}: all pieces in blue and yellow.",
        f"{other}: all pieces in green and red.",
    ]
    dropping = turns(state)
    assert {dropping[at] in names[:first] for at in range(0, 36, 2)} == {True}
    assert {dropping[at] in names[first:] for at in range(1, 36, 2)} == {True}
    assert [dropping.count(name) for name in names] == drops  # D-4: 18 a team, as evenly as they can be shared


def test_d11_a_team_of_more_than_four_or_of_nobody_is_refused() -> None:
    for players, teams, fewest, most in ((5, "no", 2, 4), (6, 1, 2, 5), (3, 3, 4, 7), (4, 4, 5, 8)):
        with pytest.raises(BadOption) as refused:
            drop_it.start(("Aya", "Ben", "Chie", "Dan", "Emi", "Fumi")[:players], {"teams": teams})
        assert say(refused.value.said, "en") == (
            f"With these teams {fewest}–{most} can play, but {players} names were given: "
            "look at the house rules, or at the names."
        )


def test_d12_edges_by_colour() -> None:
    assert said(begun(edges="colour"))[1] == (
        "Build the frame so that colours show on its edges and base: no piece may touch its own colour there."
    )
    state = after(
        begun(edges="colour"), Drop("circle/red", 4, edges=("blue",)), Drop("circle/green", 4, edges=("green",))
    )
    assert scores(state) == [4, 0]
    assert refusal(state, Drop("circle/red", 4, edges=("circle",))) == (
        "There is no “circle” on the edges: look for blue, yellow, green and red."
    )
    assert refusal(begun(), Drop("circle/red", 4, edges=("red",))) == (
        "There is no “red” on the edges: look for circle, square, diamond and triangle."
    )


def test_d13_simple_without_edge_rule() -> None:
    state = begun(edges="none")
    assert "without the base parts" in said(state)[1]
    assert refusal(state, Drop("circle/red", 4, edges=("circle",))) == (
        "This table plays without the edge rule: leave “circle” out."
    )
    assert all(not move.edges for move in drop_it.moves(state) if isinstance(move, Drop))
    assert breaches(Drop("circle/red", 4, edges=("circle", "red")), "none") == ()


@pytest.mark.parametrize(
    ("players", "teams", "each", "score"),
    [(2, "no", 4, 18 + 12), (3, "no", 2, 12 + 6), (4, "no", 2, 9 + 6), (4, "yes", 4, 18 + 12)],
)
def test_d14_two_jokers_each_or_four_for_two_sides(players: int, teams: str, each: int, score: int) -> None:
    state = begun(players, jokers="yes", teams=teams)
    assert f"Each side takes {each} jokers." in said(state)
    ended = to_the_end(state)
    assert f"Unused jokers: {each} × 3 = {3 * each}." in reasons(ended, AYA)
    assert scores(ended) == [score] * players


def test_d14_a_joker_cancels_every_breach_of_the_last_drop() -> None:
    state = after(begun(jokers="yes"), "square/red", "square/blue")
    worst = Drop("square/red", 8, ("small",), ("square/blue", "square/red"), ("square",), above=True)
    state = after(state, worst)
    assert scores(state) == [1, 1]
    assert said(state)[1] == (
        "Aya: before the next piece drops, you may use a joker and get 11. (At the end an unused one is worth 3.)"
    )
    assert [prompt.player for prompt in drop_it.prompt(state)] == [None, AYA, BEN]
    assert Joker() in drop_it.moves(state)
    assert drop_it.mover(state, Joker()) == AYA
    saved = after(state, Joker())
    assert scores(saved) == [12, 1]
    assert said(saved)[:2] == [
        "Aya uses a joker: the drop counts.",
        "Aya lands on level 8, and the circles add 3. 11 points.",
    ]
    assert "1 joker used." in reasons(saved, AYA)
    assert drop_it.layout(saved) == drop_it.layout(state)


def test_d14_above_the_top_line_counts_as_level_8() -> None:
    out = Drop("circle/red", 8, above=True)
    assert scores(after(begun(jokers="yes"), out)) == [0, 0]
    assert scores(after(begun(jokers="yes"), out, Joker())) == [8, 0]
    assert refusal(begun(), Drop("circle/red", 7, above=True)) == (
        "A piece above the top line or in the mouth counts as level 8, not 7."
    )


def test_d14_a_joker_is_said_before_the_next_drop() -> None:
    state = after(begun(jokers="yes"), BROKEN, "circle/blue")
    assert Joker() not in drop_it.moves(state)
    assert refusal(state, Joker()) == "There is nothing that a joker could put right now."


def test_d14_a_joker_needs_a_breach_and_each_is_used_once() -> None:
    nothing = "There is nothing that a joker could put right now."
    assert refusal(begun(jokers="yes"), Joker()) == nothing
    assert refusal(after(begun(jokers="yes"), "circle/red"), Joker()) == nothing
    assert refusal(after(begun(jokers="yes"), BROKEN, Joker()), Joker()) == nothing
    assert refusal(after(begun(), BROKEN), Joker()) == "This table plays without jokers."


def test_d14_who_has_used_all_jokers_has_no_more() -> None:
    state = begun(3, jokers="yes")
    for _ in range(2):
        state = after(state, BROKEN, Joker(), "square/blue", "square/green")
    state = after(state, BROKEN)
    assert refusal(state, Joker()) == "No joker is left for Aya."
    assert scores(state)[AYA] == 16


def test_d14_after_the_last_drop_the_game_waits_for_a_word_about_the_joker() -> None:
    state = to_the_end(begun(jokers="yes"), upto=ALL - 1)
    piece = next(move.piece for move in drop_it.moves(state) if isinstance(move, Drop))
    state = after(state, Drop(piece, 8, above=True))
    assert not drop_it.is_over(state)
    assert drop_it.moves(state) == (Joker(), Keep())
    assert said(state)[-1] == "Ben: use a joker and get 8, or keep it, worth 3? Then the game is over."
    assert refusal(state, Drop(piece, 1)) == "The game is over: no piece is left to drop."
    used, kept = after(state, Joker()), after(state, Keep())
    assert drop_it.is_over(used)
    assert drop_it.is_over(kept)
    assert scores(used) == [18 + 12, 17 + 8 + 9]
    assert scores(kept) == [18 + 12, 17 + 12]
    assert said(kept)[-1] == "Victory for Aya! 30 points."
    assert said(used)[-1] == "Victory for Ben! 34 points."
    assert refusal(kept, Joker()) == "The game is over: no piece is left to drop."
    assert refusal(used, Keep()) == "Nobody has to decide about a joker now."


def test_d14_jokers_left_count_at_the_end_only_and_may_bring_a_token() -> None:
    state = to_the_end(begun(jokers="yes"), upto=ALL - 1)
    assert scores(state) == [18, 17]
    state = to_the_end(state)
    assert scores(state) == [30, 30]
    assert reasons(state, AYA) == [
        "18 points from levels.",
        "Unused jokers: 4 × 3 = 12.",
        "On the score track: token 25 and 5.",
    ]


def test_d14_in_a_team_the_one_who_dropped_says_it() -> None:
    state = after(begun(4, teams="yes", jokers="yes"), "circle/red", "circle/blue", BROKEN)
    assert drop_it.mover(state, Joker()) == CHIE
    assert scores(after(state, Joker())) == [9, 1, 9, 1]
