"""The rules of Expose the Lie, J3-1 to J3-6, one by one."""

from collections import Counter
from dataclasses import replace

import pytest

from engines import doubt
from engines.doubt import BELIEVE, Add, Challenge, Laid, Lay, Move, State, Take, Turn
from engines.hands import in_order
from engines.vocabulary import FACE_DOWN, NOTHING, NUMBERS, UNKNOWN
from tests.support.engines.told import Told

AYA, BEN, CHIE, DAN = range(4)
NAMES = ("Aya", "Ben", "Chie", "Dan")
ALL = Counter({**dict.fromkeys(NUMBERS, 4), "wild": 1})
rules = Told(doubt)
after, legal, said, ranked, refused = rules.after, rules.legal, rules.said, rules.ranked, rules.refused


def table(*hands: str, takes: str = "all", number: int = 1, seat: int = AYA) -> State:
    """A table with nothing laid: the hands in words, and a last player who holds all other tiles."""
    given = [hand.split() for hand in hands]
    rest = ALL - Counter(tile for hand in given for tile in hand)
    held = tuple(map(in_order, (*given, rest.elements())))
    return replace(doubt.start(NAMES[: len(held)], {"takes": takes}), hands=held, number=number, seat=seat)


def lay(tiles: str) -> tuple[str, ...]:
    """The tiles of one lay, `?` for one that is not seen."""
    first, *more = tiles.split()
    return f"lay {first}", *(f"add {tile}" for tile in more)


def challenged(tiles: str, seat: int, shown: str | None = None) -> tuple[str, ...]:
    """A lay that is challenged and turned up."""
    return *lay(tiles), f"doubt {seat + 1}", *(f"turn {tile}" for tile in (shown or tiles).split())


def taken(state: State) -> State:
    """The state when the loser has taken his tiles."""
    (take,) = doubt.moves(state)
    return doubt.play(state, take)


@pytest.fixture
def begun() -> State:
    return doubt.start(NAMES[:3], {})


@pytest.mark.parametrize(("players", "sizes"), [(3, [13, 12, 12]), (4, [10, 9, 9, 9])])
def test_j3_1_all_37_tiles_are_dealt_and_the_first_players_get_the_extra_one(players: int, sizes: list[int]) -> None:
    names = NAMES[:players]
    dealt = doubt.deal(names, {}, seed=5)
    assert [len(hand) for hand in doubt.start(names, {}).hands] == [len(hand) for hand in dealt.hands] == sizes
    assert Counter(tile for hand in dealt.hands for tile in hand) == ALL
    assert dealt != doubt.deal(names, {}, seed=6)


def test_j3_1_the_headings_lie_face_up_over_nine_empty_stacks_and_all_are_told_how_to_deal(begun: State) -> None:
    shown = doubt.layout(begun)
    assert [place for place, look in shown.items() if look == NOTHING] == [f"stack/{n}" for n in range(1, 10)]
    assert {place: look for place, look in shown.items() if look != NOTHING} == {
        f"heading/{number}": frozenset({number}) for number in NUMBERS
    }
    assert said(begun) == ["setup 37 13 12", "lay_across", "turn Aya 1"]
    assert ranked(begun) == [(13, 3), (12, 1), (12, 1)]  # equal hands share a rank (J3-6)
    assert rules.reasons(begun, AYA) == ["tiles 13"]


def test_j3_2_the_first_player_begins_with_1_and_lays_any_tile_or_tiles_clockwise() -> None:
    state = table("1 1 wild 4", "2 3")
    assert (state.seat, state.number) == (AYA, 1)
    assert legal(state) == ["lay 1", "lay 4", "lay wild"]  # so nobody may pass
    state = after(state, *lay("1 4 1"))
    assert state.last == Laid(AYA, 1, ("1", "1", "4"))
    assert state.hands[AYA] == ("wild",)
    assert (state.seat, state.number) == (BEN, 2)
    assert {place for place, look in doubt.layout(state).items() if look == FACE_DOWN} == {"stack/1"}
    state = after(state, "lay 3")
    assert (state.seat, state.number) == (CHIE, 3)


def test_j3_2_the_number_follows_the_turn_and_1_comes_after_9() -> None:
    state = after(table("1 2", "3 4", number=8), "lay 1", "lay 3")
    assert [one.number for one in state.laid] == [8, 9]
    assert (state.number, state.seat) == (1, CHIE)
    assert said(state)[-1] == "turn Chie 1"
    assert after(state, "lay 5").last.number == 1
    # a lay may grow until the next one is made
    state = after(table("1 1 2 3", "5 6 7"), "lay 1")
    assert "add 1" in legal(state)
    state = after(state, "add 1", "lay 5")
    assert [line for line in legal(state) if "add" in line] == ["add 6", "add 7"]
    assert refused(state, "add 1") == "not_in_hand 1 Ben"


def test_j3_3_any_other_player_may_challenge_the_last_lay() -> None:
    state = after(table("1 2", "3 4", "5 6"), "lay 1")
    assert [line for line in legal(state) if "doubt" in line] == ["doubt 2", "doubt 3", "doubt 4"]
    assert said(state) == ["who_doubts Aya 1 1", "turn Ben 2"]
    turning = after(state, "lay 3", "doubt 4")
    assert turning.last.seat == BEN
    assert [line for line in legal(turning) if "turn" in line] == ["turn 3"]


def test_j3_3_of_several_at_once_it_is_the_nearest_clockwise_after_the_layer() -> None:
    state = after(table("1 2", "3 4", "5 6", seat=BEN), "lay 3", "doubt 1")
    assert legal(state) == ["turn 3", "doubt 3", "doubt 4"]
    state = after(state, "doubt 4")
    assert legal(state) == ["turn 3", "doubt 3"]
    assert refused(state, "doubt 1") == "doubted Aya Dan"
    assert after(state, "doubt 3").challenger == CHIE


def test_j3_3_the_tiles_are_turned_up_one_by_one_for_the_camera_and_nobody_joins_in() -> None:
    state = after(table("1 2 2", "3 4"), *lay("1 2"), "doubt 3")
    assert said(state) == ["doubted Chie Aya", "turn_up Aya 1 2"]
    state = after(state, "turn 2")
    assert legal(state) == ["turn 1"]
    assert refused(state, "doubt 2") == "doubted Ben Chie"
    assert [doubt.layout(state)[place] for place in ("turned/1", "stack/1")] == [{"2"}, FACE_DOWN]
    state = after(state, "turn 1")
    assert [doubt.layout(state)[place] for place in ("turned/2", "stack/1")] == [{"1"}, NOTHING]
    assert refused(taken(state), "doubt 2") == "nothing_to_doubt"


@pytest.mark.parametrize(("tiles", "loser"), [("4", BEN), ("4 4", BEN), ("4 wild", BEN), ("wild", BEN), ("4 5", AYA)])
def test_j3_4_a_lay_is_true_when_every_tile_is_the_number_or_the_almighty(tiles: str, loser: int) -> None:
    state = after(table("4 4 5 wild 9", "3 3", number=4), *challenged(tiles, BEN))
    assert state.loser == doubt.mover(state, doubt.moves(state)[0]) == loser
    assert said(state)[0] == f"{'was_true' if loser == BEN else 'was_lie'} Aya 4"


def test_j3_5_a_liar_takes_all_face_down_tiles_and_plays_next_with_the_next_number() -> None:
    state = after(table("1 2 7", "3 4 8"), *lay("1 2"), "lay 3", *lay("5 5"), *challenged("7", CHIE))
    assert state.loser == AYA
    assert said(state) == ["was_lie Aya 4", "take_all Aya 6"]
    assert legal(state) == ["take 1 2 3 5 5"]
    state = taken(state)
    assert state.hands[AYA] == ("1", "2", "3", "5", "5", "7")
    assert not state.laid
    assert (state.seat, state.number) == (AYA, 5)
    assert set(doubt.layout(state)) == {f"{row}/{number}" for row in ("heading", "stack") for number in NUMBERS}


def test_j3_5_a_wrong_challenger_takes_them_and_plays_next() -> None:
    state = taken(after(table("1 2 7", "3 4 8"), "lay 1", *challenged("4 3", CHIE)))
    assert state.hands[BEN] == ("1", "3", "4", "8")
    state = taken(after(table("1 2 7", "2 4 8"), "lay 1", *challenged("2", CHIE)))
    assert Counter(state.hands[CHIE])["1"] == 3 + 1
    assert (state.seat, state.number) == (CHIE, 3)


def test_j3_5_option_stack_takes_only_the_challenged_stack() -> None:
    state = after(table("1 2 7 8", "3 4 8", takes="stack"), "lay 1", *challenged("3", CHIE))
    assert said(state)[1] == "take_stack Ben 1 2"
    state = taken(state)
    assert state.hands[BEN] == ("3", "4", "8")
    assert state.laid == (Laid(AYA, 1, ("1",)),)
    assert doubt.layout(state)["stack/1"] == FACE_DOWN
    assert refused(state, "doubt 2") == "nothing_to_doubt"


def test_j3_5_option_stack_takes_older_lays_of_the_same_stack_too() -> None:
    state = table("1 1 2 2 2 3", "2 3 3 3 4 4", takes="stack")
    for _ in range(9):
        state = after(state, Lay(state.hands[state.seat][-1]))
    state = after(state, Lay(state.hands[AYA][0]), "doubt 2")
    assert [one.number for one in state.laid] == [*range(1, 10), 1]
    state = taken(after(state, *map(Turn, state.last.tiles)))
    assert [one.number for one in state.laid] == list(range(2, 10))
    assert sum(map(len, state.hands)) == 37 - 8


def test_j3_6_a_player_without_tiles_wins_once_nobody_doubts_the_last_lay() -> None:
    state = after(table("1", "3 4"), "lay 1")
    assert not doubt.is_over(state)
    assert said(state) == ["now_or_never Aya 1 1"]
    assert legal(state) == ["doubt 2", "doubt 3", "believe"]
    assert refused(state, "lay 3") == "closing Aya"
    assert doubt.mover(state, BELIEVE) is None
    state = after(state, "believe")
    assert doubt.is_over(state)
    assert legal(state) == []
    assert said(state) == ["won Aya"]
    assert ranked(state) == [(0, 1), (2, 2), (34, 3)]
    assert refused(state, "lay 3") == "over"


def test_j3_6_a_true_last_lay_stands_its_challenge_and_wins_but_a_false_one_does_not() -> None:
    state = after(table("1 wild", "3 4"), *challenged("1 wild", CHIE))
    assert doubt.is_over(state)
    assert said(state) == ["was_true Aya 1", "won Aya"]
    state = taken(after(table("2", "3 4"), *challenged("2", CHIE)))
    assert not doubt.is_over(state)
    assert state.hands[AYA] == ("2",)


# What the table has seen


def test_the_table_sees_how_many_tiles_are_laid_and_no_more() -> None:
    state = after(table("1 1 2 3", "5 6 7"), *lay("1 2"))
    shown = doubt.view(state, None)
    assert shown.last == Laid(AYA, 1, (UNKNOWN, UNKNOWN))
    assert shown.hands[AYA] == (UNKNOWN, UNKNOWN)
    assert [doubt.view(state, seat).last.tiles for seat in (AYA, BEN)] == [("1", "2"), (UNKNOWN, UNKNOWN)]
    assert doubt.view(state, BEN).hands[BEN] == ("5", "6", "7")
    assert [doubt.observed(state, Add("1"), seat) for seat in (AYA, BEN, None)] == [Add("1"), *[Add(UNKNOWN)] * 2]


def test_who_takes_tiles_sees_them_and_the_others_do_not() -> None:
    state = after(table("1 2 7", "3 4 8"), "lay 1", *challenged("3", CHIE))
    (take,) = doubt.moves(state)
    assert [doubt.observed(state, take, seat) for seat in (BEN, AYA, None)] == [Take(("1",)), *[Take(UNKNOWN)] * 2]
    assert doubt.moves(doubt.view(state, BEN)) == (Take(UNKNOWN),)
    assert after(doubt.view(state, BEN), take).hands[BEN] == ("1", "3", "4", "8")


def test_tiles_that_were_turned_up_are_known_to_be_in_the_hand_that_took_them(begun: State) -> None:
    state = taken(after(begun, *challenged("? ? ?", BEN, "7 wild 7")))
    assert state.known == (("7", "7", "wild"), (), ())
    assert str(state).splitlines()[0].endswith("(seen: 7 7 wild)")
    # they stay known while they may lie in his own lays
    state = taken(after(begun, *challenged("? ?", BEN, "7 7")))
    state = after(state, *lay("? ? ?"))
    assert state.known[AYA] == ("7", "7")
    state = after(state, "doubt 3", "turn 7", "turn 5", "turn 5")
    assert state.known[AYA] == ("7",)
    assert taken(state).known[AYA] == ("5", "5", "7", "7")


@pytest.mark.parametrize(("laid", "known"), [
    ("? ?", (("7",), ("9",), ())),  # two of them may have gone with what another player takes
    ("? ? ? ? ? ? ? ? ? ? ?", ((), ("7", "9"), ())),  # two tiles are left in the hand: one of three has gone
])  # fmt: skip
def test_known_tiles_may_have_gone_or_must(begun: State, laid: str, known: tuple[tuple[str, ...], ...]) -> None:
    state = taken(after(begun, *challenged("? ? ?", BEN, "7 7 7")))
    assert taken(after(state, *lay(laid), *challenged("?", AYA, "9"))).known == known


def test_no_more_tiles_of_a_number_can_be_turned_up_than_there_are(begun: State) -> None:
    state = taken(after(begun, *challenged("? ? ? ?", BEN, "7 7 7 7")))
    state = after(state, "lay ?", "lay ?", "doubt 1")
    assert [line for line in legal(state) if "turn" in line] == [f"turn {face}" for face in (*"12345689", "wild")]
    assert refused(state, "turn 7") == "cannot_be"
    # and no other tile where all are known
    state = taken(after(begun, *challenged("? " * 13, BEN, "1 2 2 2 2 3 3 3 3 4 4 4 4")))
    assert len(state.known[AYA]) == len(state.hands[AYA]) == 13
    state = after(state, "lay ?", "doubt 2")
    assert [line for line in legal(state) if "turn" in line] == ["turn 1", "turn 2", "turn 3", "turn 4"]


def test_a_hidden_tile_may_be_named_by_whatever_could_be_true(begun: State) -> None:
    state = after(begun, "lay 5", "add 5", "doubt 2")
    assert legal(state) == ["turn 5"]
    assert after(state, "turn 5", "turn 5", "take").hands[AYA] == (UNKNOWN,) * 13
    assert refused(after(begun, *lay("5 5 5 5")), "add 5") == "cannot_be"
    assert refused(after(begun, "lay wild"), "add wild") == "cannot_be"
    # a hand is hidden again by a lay that nobody names
    state = after(table("1 1 2", "3 4"), "lay ?")
    assert state.hands[AYA] == (UNKNOWN, UNKNOWN)
    assert after(state, "doubt 2", "turn 2").loser == AYA


@pytest.mark.parametrize(("moves", "wrong", "why"), [
    ("", Lay("9"), "not_in_hand 9 Aya"),
    ("", Lay("wild"), "not_in_hand_wild wild Aya"),
    ("", Lay("10"), "no_tile 10"),
    ("", Add("1"), "nothing_laid Aya"),
    ("", Challenge(BEN), "nothing_to_doubt"),
    ("", Turn("1"), "nothing_to_turn"),
    ("", Take(UNKNOWN), "nothing_to_take"),
    ("", BELIEVE, "nobody_is_out"),
    ("lay 1", Challenge(AYA), "own_lay Aya"),
    ("lay 1", Challenge(3), "no_player 4 3"),
    ("lay 1", Challenge(-1), "no_player 0 3"),
    ("lay 1; doubt 2", Lay("3"), "turn_first Aya"),
    ("lay 1; doubt 2", Add("1"), "turn_first Aya"),
    ("lay 1; doubt 2", Take(UNKNOWN), "nothing_to_take"),
    ("lay 1; doubt 2", BELIEVE, "nobody_is_out"),
    ("lay 1; doubt 2", Turn("2"), "not_laid 2 Aya"),
    ("lay 1; doubt 2", Turn("wild"), "not_laid_wild wild Aya"),
    ("lay 1; doubt 2", Turn("x"), "no_tile x"),
    ("lay 1; doubt 2; turn 1", Lay("3"), "take_first Ben"),
    ("lay 1; doubt 2; turn 1", Challenge(CHIE), "doubted Chie Ben"),
    ("lay 1; doubt 2; turn 1", Turn("1"), "nothing_to_turn"),
    ("lay 1; doubt 2; turn 1", Take(("1",)), "other_tiles Ben 0"),
    ("lay 1; doubt 2; turn 1", Take("5"), "no_tile 5"),
    ("lay 1; lay 3; doubt 1; turn 3", Take(("2",)), "other_tiles Ben 1"),
    ("lay 1; add 1; add 2", Add("2"), "no_tiles_left Aya"),
])  # fmt: skip
def test_a_wrong_move_is_refused(moves: str, wrong: Move, why: str) -> None:
    assert refused(after(table("1 1 2", "3 4"), *filter(None, moves.split("; "))), wrong) == why


def test_who_makes_each_move_and_how_it_is_told() -> None:
    state = after(table("1 2", "3 4"), "lay 1")
    movers = [doubt.mover(state, move) for move in (Lay("3"), Add("2"), Challenge(CHIE))]
    assert [*movers, doubt.mover(after(state, "doubt 3"), Turn("1"))] == [BEN, AYA, CHIE, AYA]
    lines = ("lay 1", "add wild", "doubt 2", "turn wild", "turn 1", "take")
    assert rules.described(table("1 wild 2", "3 4"), *lines) == [
        "laid Aya 1",
        "added Aya 2",
        "challenged Ben Aya",
        "turned_wild Aya wild",
        "turned Aya 1",
        "took Ben 2",
    ]
    assert rules.described(table("1", "3"), "lay 1", "believe")[1:] == ["believed Aya"]
