"""The rules of Expose the Lie, J3-1 to J3-6, one by one."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

from device.texts import LANGUAGES, catalogue, say
from engines import doubt
from engines.contract import BadOption, BadRecord, IllegalMove, Prompt
from engines.doubt import BELIEVE, Add, Challenge, Lay, Move, State, Take, Turn
from engines.hands import in_order
from engines.vocabulary import BACK, FACE_DOWN, NOTHING, NUMBERS, TILE_FACES, UNKNOWN
from tests.support.engines.records import read_record

AYA, BEN, CHIE, DAN = range(4)
ALL = Counter({**dict.fromkeys(NUMBERS, 4), "wild": 1})


def table(*hands: str, takes: str = "all", number: int = 1, seat: int = AYA) -> State:
    """A table with nothing laid: the hands in words, and a last player who holds all other tiles."""
    given = [hand.split() for hand in hands]
    rest = ALL - Counter(tile for hand in given for tile in hand)
    players = ["Aya", "Ben", "Chie", "Dan"][: len(hands) + 1]
    held = tuple(map(in_order, (*given, rest.elements())))
    return replace(doubt.start(players, {"takes": takes}), hands=held, number=number, seat=seat)


def after(state: State, *moves: Move) -> State:
    for move in moves:
        state = doubt.play(state, move)
    return state


def lay(tiles: str) -> tuple[Move, ...]:
    """The tiles of one lay, `?` for one that is not seen."""
    first, *more = (UNKNOWN if tile == "?" else tile for tile in tiles.split())
    return Lay(first), *map(Add, more)


def challenged(tiles: str, seat: int, shown: str | None = None) -> tuple[Move, ...]:
    """A lay that is challenged and turned up."""
    return *lay(tiles), Challenge(seat), *map(Turn, (shown or tiles).split())


def taken(state: State) -> State:
    """The state when the loser has taken his tiles."""
    (take,) = doubt.moves(state)
    return doubt.play(state, take)


def said(prompts: Iterable[Prompt]) -> list[str]:
    return [say(prompt.said, "en") for prompt in prompts]


def refusal(state: State, move: Move) -> str:
    before = repr(state)
    with pytest.raises(IllegalMove) as refused:
        doubt.play(state, move)
    assert repr(state) == before
    assert say(refused.value.said, "ja")
    return say(refused.value.said, "en")


@pytest.fixture
def begun() -> State:
    return doubt.start(["Aya", "Ben", "Chie"], {})


# J3-1: the deal


@pytest.mark.parametrize(("players", "sizes"), [(3, [13, 12, 12]), (4, [10, 9, 9, 9])])
def test_j3_1_all_37_tiles_are_dealt_and_the_first_players_get_the_extra_one(players: int, sizes: list[int]) -> None:
    names = ["Aya", "Ben", "Chie", "Dan"][:players]
    assert [len(hand) for hand in doubt.start(names, {}).hands] == sizes
    dealt = doubt.deal(names, {}, seed=5)
    assert [len(hand) for hand in dealt.hands] == sizes
    assert Counter(tile for hand in dealt.hands for tile in hand) == ALL
    assert dealt != doubt.deal(names, {}, seed=6)


def test_j3_1_the_headings_lie_face_up_over_nine_empty_stacks(begun: State) -> None:
    shown = doubt.layout(begun)
    assert {place: look for place, look in shown.items() if look != NOTHING} == {
        f"heading/{number}": frozenset({number}) for number in NUMBERS
    }
    assert [place for place, look in shown.items() if look == NOTHING] == [f"stack/{n}" for n in range(1, 10)]


def test_j3_1_the_players_are_told_how_to_deal(begun: State) -> None:
    assert said(doubt.prompt(begun)) == [
        "Lay one tile of each number face up in a row as headings, from side to side along an edge of the sheet, and "
        "deal the other 37: each of you gets 13 or 12. Lay your tiles across, below their heading and below what lies "
        "there already, none on another: so the box counts them.",
        "Aya: say “1” and put one or more tiles face down under the 1, true or not.",
    ]


# J3-2: laying


def test_j3_2_the_first_player_begins_with_1_and_lays_any_tile_or_tiles_clockwise() -> None:
    state = table("1 1 wild 4", "2 3")
    assert (state.seat, state.number) == (AYA, 1)
    assert doubt.moves(state) == (Lay("1"), Lay("4"), Lay("wild"))
    state = after(state, *lay("1 4 1"))
    assert state.last == doubt.Laid(AYA, 1, ("1", "1", "4"))
    assert state.hands[AYA] == ("wild",)
    assert (state.seat, state.number) == (BEN, 2)
    assert (after(state, Lay("3")).seat, after(state, Lay("3")).number) == (CHIE, 3)


def test_j3_2_the_number_follows_the_turn_and_1_comes_after_9() -> None:
    state = after(table("1 2", "3 4", number=8), Lay("1"), Lay("3"))
    assert [one.number for one in state.laid] == [8, 9]
    assert (state.number, state.seat) == (1, CHIE)
    assert after(state, Lay("5")).last.number == 1


def test_j3_2_a_player_lays_whether_or_not_he_holds_the_number() -> None:
    state = table("2 3 3", "4 5", number=7)
    assert doubt.moves(state) == (Lay("2"), Lay("3"))
    assert after(state, Lay("3")).laid[0].number == 7
    assert said(doubt.prompt(state))[-1] == "Aya: say “7” and put one or more tiles face down under the 7, true or not."


def test_j3_2_nobody_may_pass() -> None:
    assert all(isinstance(move, Lay) for move in doubt.moves(table("1 1 2", "3 4")))


def test_j3_2_a_lay_may_grow_until_the_next_one_is_made() -> None:
    state = after(table("1 1 2 3", "5 6 7"), Lay("1"))
    assert Add("1") in doubt.moves(state)
    state = after(state, Add("1"), Lay("5"))
    assert {move for move in doubt.moves(state) if isinstance(move, Add)} == {Add("6"), Add("7")}
    assert refusal(state, Add("1")) == "Ben, you have no 1 in your hand."


def test_j3_2_the_stack_under_a_number_shows_its_back() -> None:
    state = after(table("1 1 2 3", "5 6 7"), *lay("1 1"))
    assert {place: look for place, look in doubt.layout(state).items() if place.startswith("stack")} == {
        "stack/1": FACE_DOWN,
        **{f"stack/{number}": NOTHING for number in range(2, 10)},
    }
    assert BACK in doubt.layout(state)["stack/1"]


# J3-3: challenging


def test_j3_3_any_other_player_may_challenge_the_last_lay() -> None:
    state = after(table("1 2", "3 4", "5 6"), Lay("1"))
    assert [move for move in doubt.moves(state) if isinstance(move, Challenge)] == [
        Challenge(BEN),
        Challenge(CHIE),
        Challenge(DAN),
    ]
    assert said(doubt.prompt(state)) == [
        "Aya said 1 and laid 1 tile. Whoever doubts it calls “Lie!”",
        "Ben: say “2” and put one or more tiles face down under the 2, true or not.",
    ]


def test_j3_3_only_until_the_next_lay_is_made() -> None:
    state = after(table("1 2", "3 4"), Lay("2"), Lay("3"))
    turning = after(state, Challenge(CHIE))
    assert turning.last.seat == BEN
    assert doubt.moves(turning) == (Turn("3"),)


def test_j3_3_of_several_at_once_it_is_the_nearest_clockwise_after_the_layer() -> None:
    state = after(table("1 2", "3 4", "5 6", seat=BEN), Lay("3"), Challenge(AYA))
    assert doubt.moves(state) == (Turn("3"), Challenge(CHIE), Challenge(DAN))
    state = after(state, Challenge(DAN))
    assert doubt.moves(state) == (Turn("3"), Challenge(CHIE))
    assert refusal(state, Challenge(AYA)) == "Aya, Dan has already doubted this play."
    assert after(state, Challenge(CHIE)).challenger == CHIE


def test_j3_3_nobody_joins_in_once_a_tile_is_turned_up() -> None:
    state = after(table("1 2 2", "3 4", seat=AYA), *lay("1 2"), Challenge(CHIE), Turn("2"))
    assert doubt.moves(state) == (Turn("1"),)
    assert refusal(state, Challenge(BEN)) == "Ben, Chie has already doubted this play."


def test_j3_3_after_a_challenge_is_settled_there_is_nothing_to_doubt() -> None:
    state = taken(after(table("1 2", "3 4"), *challenged("1", BEN)))
    assert refusal(state, Challenge(CHIE)) == "There is nothing to doubt now: wait until somebody lays tiles."


def test_j3_3_the_tiles_are_turned_up_one_by_one_for_the_camera() -> None:
    state = after(table("1 2 2", "3 4"), *lay("1 2"), Challenge(BEN))
    assert said(doubt.prompt(state)) == [
        "Ben does not believe Aya.",
        "Aya: turn up what you laid as 1. 2 tiles are still face down.",
    ]
    state = after(state, Turn("2"))
    assert doubt.layout(state)["turned/1"] == frozenset({"2"})
    assert doubt.layout(state)["stack/1"] == FACE_DOWN
    state = after(state, Turn("1"))
    assert doubt.layout(state)["turned/2"] == frozenset({"1"})
    assert doubt.layout(state)["stack/1"] == NOTHING


# J3-4: what is true


@pytest.mark.parametrize(("tiles", "loser"), [("4", BEN), ("4 4", BEN), ("4 wild", BEN), ("wild", BEN), ("4 5", AYA)])
def test_j3_4_a_lay_is_true_when_every_tile_is_the_number_or_the_almighty(tiles: str, loser: int) -> None:
    state = after(table("4 4 5 wild 9", "3 3", number=4), *challenged(tiles, BEN))
    assert state.loser == loser
    assert doubt.mover(state, doubt.moves(state)[0]) == loser
    told = "It was true: every tile that Aya laid is 4, or the almighty."
    assert said(doubt.prompt(state))[0] == (
        told if loser == BEN else "It was a lie: not every tile that Aya laid is 4."
    )


# J3-5: what the loser takes


def test_j3_5_a_liar_takes_all_face_down_tiles_and_plays_next_with_the_next_number() -> None:
    state = after(table("1 2 7", "3 4 8"), *lay("1 2"), Lay("3"), *lay("5 5"), Lay("7"), Challenge(CHIE), Turn("7"))
    assert state.loser == AYA
    assert said(doubt.prompt(state)) == [
        "It was a lie: not every tile that Aya laid is 4.",
        "Aya: take all the tiles from under the headings, 6 in all.",
    ]
    assert doubt.moves(state) == (Take(("1", "2", "3", "5", "5")),)
    state = taken(state)
    assert state.hands[AYA] == ("1", "2", "3", "5", "5", "7")
    assert not state.laid
    assert (state.seat, state.number) == (AYA, 5)
    assert set(doubt.layout(state)) == {f"{row}/{number}" for row in ("heading", "stack") for number in NUMBERS}


def test_j3_5_a_wrong_challenger_takes_them_and_plays_next() -> None:
    state = taken(after(table("1 2 7", "3 4 8"), Lay("1"), *challenged("4 3", CHIE)))
    assert state.hands[BEN] == ("1", "3", "4", "8")
    state = taken(after(table("1 2 7", "2 4 8"), Lay("1"), *challenged("2", CHIE)))
    assert Counter(state.hands[CHIE])["1"] == 3 + 1
    assert (state.seat, state.number) == (CHIE, 3)


def test_j3_5_option_stack_takes_only_the_challenged_stack() -> None:
    state = after(table("1 2 7 8", "3 4 8", takes="stack"), Lay("1"), Lay("3"), Challenge(CHIE), Turn("3"))
    assert said(doubt.prompt(state))[1] == "Ben: take all the tiles from under the 2, 1 in all."
    state = taken(state)
    assert state.hands[BEN] == ("3", "4", "8")
    assert state.laid == (doubt.Laid(AYA, 1, ("1",)),)
    assert doubt.layout(state)["stack/1"] == FACE_DOWN
    assert refusal(state, Challenge(BEN)) == "There is nothing to doubt now: wait until somebody lays tiles."


def test_j3_5_option_stack_takes_older_lays_of_the_same_stack_too() -> None:
    state = table("1 1 2 2 2 3", "2 3 3 3 4 4", takes="stack")
    for _ in range(9):
        state = after(state, Lay(state.hands[state.seat][-1]))
    state = after(state, Lay(state.hands[AYA][0]), Challenge(BEN))
    assert [one.number for one in state.laid] == [*range(1, 10), 1]
    state = taken(after(state, *(Turn(tile) for tile in state.last.tiles)))
    assert [one.number for one in state.laid] == list(range(2, 10))
    assert sum(map(len, state.hands)) == 37 - 8


# J3-6: the end


def test_j3_6_a_player_without_tiles_wins_once_nobody_doubts_the_last_lay() -> None:
    state = after(table("1", "3 4"), Lay("1"))
    assert not doubt.is_over(state)
    assert said(doubt.prompt(state)) == ["Aya said 1 and laid the last tile. Call “Lie!” now, or let Aya win."]
    assert doubt.moves(state) == (Challenge(BEN), Challenge(CHIE), BELIEVE)
    assert refusal(state, Lay("3")) == ("Aya has laid the last tile: first call “Lie!”, or say that you believe it.")
    assert doubt.mover(state, BELIEVE) is None
    state = after(state, BELIEVE)
    assert doubt.is_over(state)
    assert doubt.moves(state) == ()
    assert said(doubt.prompt(state)) == ["Aya has no tiles left and wins!"]
    assert [(one.score, one.rank) for one in doubt.standings(state)] == [(0, 1), (2, 2), (34, 3)]
    assert refusal(state, Lay("3")) == "The game is over: nothing more can be laid."


def test_j3_6_a_true_last_lay_stands_its_challenge_and_wins() -> None:
    state = after(table("1 wild", "3 4"), *challenged("1 wild", CHIE))
    assert doubt.is_over(state)
    assert said(doubt.prompt(state)) == [
        "It was true: every tile that Aya laid is 1, or the almighty.",
        "Aya has no tiles left and wins!",
    ]


def test_j3_6_a_false_last_lay_does_not_win() -> None:
    state = taken(after(table("2", "3 4"), *challenged("2", CHIE)))
    assert not doubt.is_over(state)
    assert state.hands[AYA] == ("2",)


def test_j3_6_equal_hands_share_a_rank_and_say_why(begun: State) -> None:
    assert [(one.score, one.rank) for one in doubt.standings(begun)] == [(13, 3), (12, 1), (12, 1)]
    assert say(doubt.standings(begun)[0].reasons[0], "en") == "13 tiles in hand."


# What the table has seen


def test_the_table_sees_how_many_tiles_are_laid_and_no_more() -> None:
    state = after(table("1 1 2 3", "5 6 7"), *lay("1 2"))
    shown = doubt.view(state, None)
    assert shown.last == doubt.Laid(AYA, 1, (UNKNOWN, UNKNOWN))
    assert shown.hands[AYA] == (UNKNOWN, UNKNOWN)
    assert doubt.view(state, AYA).last.tiles == ("1", "2")
    assert doubt.view(state, BEN).last.tiles == (UNKNOWN, UNKNOWN)
    assert doubt.view(state, BEN).hands[BEN] == ("5", "6", "7")
    assert doubt.observed(state, Add("1"), AYA) == Add("1")
    assert doubt.observed(state, Add("1"), BEN) == doubt.observed(state, Add("1"), None) == Add(UNKNOWN)


def test_who_takes_tiles_sees_them_and_the_others_do_not() -> None:
    state = after(table("1 2 7", "3 4 8"), Lay("1"), *challenged("3", CHIE))
    (take,) = doubt.moves(state)
    assert take == Take(("1",))
    assert doubt.observed(state, take, BEN) == take
    assert doubt.observed(state, take, AYA) == doubt.observed(state, take, None) == Take(UNKNOWN)
    assert doubt.moves(doubt.view(state, BEN)) == (Take(UNKNOWN),)
    assert after(doubt.view(state, BEN), take).hands[BEN] == ("1", "3", "4", "8")


def test_tiles_that_were_turned_up_are_known_to_be_in_the_hand_that_took_them(begun: State) -> None:
    state = taken(after(begun, *challenged("? ? ?", BEN, "7 wild 7")))
    assert state.known == (("7", "7", "wild"), (), ())
    assert str(state).splitlines()[0].endswith("(seen: 7 7 wild)")


def test_known_tiles_stay_known_while_they_may_lie_in_the_own_lays(begun: State) -> None:
    state = taken(after(begun, *challenged("? ?", BEN, "7 7")))
    state = after(state, *lay("? ? ?"))
    assert state.known[AYA] == ("7", "7")
    state = after(state, Challenge(CHIE), Turn("7"), Turn("5"), Turn("5"))
    assert state.known[AYA] == ("7",)
    assert taken(state).known[AYA] == ("5", "5", "7", "7")


def test_known_tiles_may_have_gone_with_what_another_player_takes(begun: State) -> None:
    state = taken(after(begun, *challenged("? ? ?", BEN, "7 7 7")))
    state = taken(after(state, *lay("? ?"), *challenged("?", AYA, "9")))
    assert state.known == (("7",), ("9",), ())


def test_known_tiles_that_a_hand_has_no_room_for_must_have_gone(begun: State) -> None:
    state = taken(after(begun, *challenged("? ? ?", BEN, "7 7 7")))
    state = after(state, *lay("? ? ? ? ? ? ? ? ? ? ?"))
    assert len(state.hands[AYA]) == 2
    assert taken(after(state, *challenged("?", AYA, "9"))).known == ((), ("7", "9"), ())


def test_no_more_tiles_of_a_number_can_be_turned_up_than_there_are(begun: State) -> None:
    state = taken(after(begun, *challenged("? ? ? ?", BEN, "7 7 7 7")))
    state = after(state, Lay(UNKNOWN), Lay(UNKNOWN), Challenge(AYA))
    assert state.last.seat == BEN
    assert [move for move in doubt.moves(state) if isinstance(move, Turn)] == [
        Turn(face) for face in TILE_FACES if face != "7"
    ]
    assert refusal(state, Turn("7")) == (
        "That is not possible: too many such tiles have been seen elsewhere. Look at the tile again."
    )


def test_no_other_tile_can_be_turned_up_where_all_are_known(begun: State) -> None:
    state = taken(after(begun, *challenged("? " * 13, BEN, "1 2 2 2 2 3 3 3 3 4 4 4 4")))
    assert len(state.known[AYA]) == len(state.hands[AYA]) == 13
    state = after(state, Lay(UNKNOWN), Challenge(BEN))
    assert [move.tile for move in doubt.moves(state) if isinstance(move, Turn)] == ["1", "2", "3", "4"]


def test_a_hidden_tile_may_be_named_by_whatever_could_be_true(begun: State) -> None:
    state = after(begun, Lay("5"), Add("5"), Challenge(BEN))
    assert doubt.moves(state) == (Turn("5"),)
    state = after(state, Turn("5"), Turn("5"))
    assert after(state, Take(())).hands[AYA] == (UNKNOWN,) * 13
    with pytest.raises(IllegalMove):
        after(begun, *lay("5 5 5 5 5"))
    with pytest.raises(IllegalMove):
        after(begun, *lay("wild wild"))


def test_a_hand_is_hidden_again_by_a_lay_that_nobody_names() -> None:
    state = after(table("1 1 2", "3 4"), Lay(UNKNOWN))
    assert state.hands[AYA] == (UNKNOWN, UNKNOWN)
    assert after(state, Challenge(BEN), Turn("2")).loser == AYA


# Wrong moves


@pytest.mark.parametrize(
    ("moves", "wrong", "sentence"),
    [
        ([], Lay("9"), "Aya, you have no 9 in your hand."),
        ([], Lay("wild"), "Aya, you do not have the almighty in your hand."),
        ([], Lay("10"), "There is no tile “10”: there are 1 to 9 and the almighty."),
        ([], Add("1"), "Aya, lay a tile of your own first: there is no play to add to."),
        ([], Challenge(BEN), "There is nothing to doubt now: wait until somebody lays tiles."),
        ([], Turn("1"), "There is no tile to turn up now: nobody has called “Lie!”"),
        ([], Take(UNKNOWN), "Nobody has tiles to take now."),
        ([], BELIEVE, "Nobody has laid a last tile, so the game goes on."),
        ([Lay("1")], Challenge(AYA), "Aya, you cannot doubt your own play."),
        ([Lay("1")], Challenge(3), "There is no player 4: the players are 1 to 3."),
        ([Lay("1")], Challenge(-1), "There is no player 0: the players are 1 to 3."),
        ([Lay("1"), Challenge(BEN)], Lay("3"), "First turn up the tiles that Aya laid."),
        ([Lay("1"), Challenge(BEN)], Add("1"), "First turn up the tiles that Aya laid."),
        ([Lay("1"), Challenge(BEN)], Take(UNKNOWN), "Nobody has tiles to take now."),
        ([Lay("1"), Challenge(BEN)], BELIEVE, "Nobody has laid a last tile, so the game goes on."),
        ([Lay("1"), Challenge(BEN)], Turn("2"), "Aya did not lay a 2: look again at what was turned up."),
        (
            [Lay("1"), Challenge(BEN)],
            Turn("wild"),
            "Aya did not lay the almighty: look again at what was turned up.",
        ),
        ([Lay("1"), Challenge(BEN)], Turn("x"), "There is no tile “x”: there are 1 to 9 and the almighty."),
        ([Lay("1"), Challenge(BEN), Turn("1")], Lay("3"), "First Ben must take the tiles."),
        ([Lay("1"), Challenge(BEN), Turn("1")], Challenge(CHIE), "Chie, Ben has already doubted this play."),
        (
            [Lay("1"), Challenge(BEN), Turn("1")],
            Turn("1"),
            "There is no tile to turn up now: nobody has called “Lie!”",
        ),
        (
            [Lay("1"), Challenge(BEN), Turn("1")],
            Take(("1",)),
            "Ben, these are not the tiles that lie face down; 0 tiles do.",
        ),
        ([Lay("1"), Challenge(BEN), Turn("1")], Take("5"), "There is no tile “5”: there are 1 to 9 and the almighty."),
        (
            [Lay("1"), Lay("3"), Challenge(AYA), Turn("3")],
            Take(("2",)),
            "Ben, these are not the tiles that lie face down; 1 tile does.",
        ),
        ([Lay("1"), Add("1"), Add("2")], Add("2"), "Aya, you have no tiles left to lay."),
    ],
)
def test_a_wrong_move_is_refused_with_what_to_do(moves: list[Move], wrong: Move, sentence: str) -> None:
    assert refusal(after(table("1 1 2", "3 4"), *moves), wrong) == sentence


# Who speaks


def test_who_makes_each_move() -> None:
    state = after(table("1 2", "3 4"), Lay("1"))
    assert doubt.mover(state, Lay("3")) == BEN
    assert doubt.mover(state, Add("2")) == AYA
    assert doubt.mover(state, Challenge(CHIE)) == CHIE
    state = after(state, Challenge(CHIE))
    assert doubt.mover(state, Turn("1")) == AYA


def test_each_move_is_told_in_one_line_of_the_record() -> None:
    told, state = [], table("1 wild 2", "3 4")
    for move in (Lay("1"), Add("wild"), Challenge(BEN), Turn("wild"), Turn("1"), Take(())):
        told.append(say(doubt.describe(state, move), "en"))
        state = doubt.play(state, move)
    state = after(table("1", "3"), Lay("1"))
    assert told == [
        "Aya says 1 and lays a tile.",
        "Aya adds a tile: 2 tiles in this play.",
        "Ben calls “Lie!” on Aya.",
        "Aya turns up the almighty.",
        "Aya turns up a 1.",
        "Ben takes 2 tiles.",
    ]
    assert say(doubt.describe(state, BELIEVE), "en") == "Nobody doubts Aya's last play."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_is_put_in_words(language: str) -> None:
    for option in doubt.OPTIONS:
        for key in (option.name, *(f"{option.name}_{value}" for value in option.allowed)):
            assert catalogue(language)[f"doubt.option.{key}"]


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (["Aya", "Ben"], {}, "This game is for 3–4 players, but 2 names were given."),
        (["Aya", "Ben", "Chie"], {"takes": "none"}, "The option takes cannot be “none”: choose one of all and stack."),
    ],
)
def test_a_wrong_start_is_refused(players: list[str], options: dict[str, str | int], sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        doubt.start(players, options)
    assert say(refused.value.said, "en") == sentence
    with pytest.raises(BadOption):
        doubt.deal(players, options, seed=1)


# Records


def test_a_record_has_a_move_a_line() -> None:
    moves = (*lay("1 ?"), Challenge(1), Turn("1"), Turn("wild"), Take(UNKNOWN), Lay("3"), Challenge(0), Turn("3"))
    moves = (*moves, Take(()))
    text = doubt.write_record(["Aya", "Ben", "Chie"], {"takes": "stack"}, moves)
    assert text == (
        "# player: Aya\n# player: Ben\n# player: Chie\n# takes: stack\n"
        "lay 1\nadd ?\ndoubt 2\nturn 1\nturn wild\ntake ?\nlay 3\ndoubt 1\nturn 3\ntake\n"
    )
    assert read_record(doubt, text) == (("Aya", "Ben", "Chie"), {"takes": "stack"}, moves)
    assert doubt.move_from_text("take 9 3 wild 3") == Take(("3", "3", "9", "wild"))
    assert doubt.move_from_text("believe") is BELIEVE


@pytest.mark.parametrize(
    ("text", "line", "because"),
    [
        ("lay 1\nlie 2", 2, "“lie 2” is not a move in Expose the Lie"),
        ("lay 0", 1, "“lay 0” is not a move in Expose the Lie"),
        ("lay 1\ndoubt 1", 2, "Aya, you cannot doubt your own play."),
        ("lay 1\n# remark\n\nlay 1\nturn ?", 5, "“turn ?” is not a move in Expose the Lie"),
        ("doubt 5", 1, "“doubt 5” is not a move"),
    ],
)
def test_a_wrong_record_is_refused_by_line(text: str, line: int, because: str) -> None:
    with pytest.raises(BadRecord) as refused:
        doubt.read_records("# player: Aya\n# player: Ben\n# player: Chie\n" + text)
    assert dict(refused.value.said.facts)["line"] == line + 3
    assert refused.value.because is not None
    assert say(refused.value.because, "en").startswith(because)


# States as data
