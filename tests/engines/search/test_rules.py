"""The rules of Character Search, J1-1 to J1-5, one by one."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from device.texts import catalogue, say
from engines import search
from engines.contract import BadOption, BadRecord, IllegalMove, Prompt, Standing
from engines.messages import Fact
from engines.search import BACK, TAKE, Back, Move, State, Turn
from engines.vocabulary import FACE_DOWN, NOTHING, UNKNOWN
from tests.support.engines.records import read_record

AYA, BEN, CHIE, DAN = range(4)
NAMES = ("Aya", "Ben", "Chie", "Dan")
IN_PAIRS = "1122334455667788" * 4 + "99999999"  # odd places match the next one


def lying(players: int = 3, chips: str = "pieces", tiles: str = IN_PAIRS) -> State:
    """A known start in which tile 1 matches tile 2, tile 3 matches tile 4 and so on."""
    return replace(search.start(NAMES[:players], {"chips": chips}), tiles=tuple(tiles))


def played(state: State, *moves: str) -> State:
    """The state after some moves, each a line of a record."""
    for move in moves:
        state = search.play(state, search.move_from_json(move))
    return state


def a_match(state: State, first: int) -> State:
    """The player in turn takes two neighbours that match."""
    face = state.tiles[first - 1]
    return played(state, f"turn {first} {face}", f"turn {first + 1} {face}", "take")


def a_miss(state: State) -> State:
    """The player in turn turns up two of the last ten tiles, an 8 and a 9."""
    return played(state, "turn 64 8", "turn 65 9", "back")


def with_chips(state: State, *chips: int) -> State:
    """The same where some chips were thrown away before; each began with ten."""
    purses = [search.Purse((left,), thrown=10 - left) for left in chips]
    return replace(state, purses=tuple(purses))


def scores(state: State) -> list[tuple[int, int]]:
    return [(standing.score, standing.rank) for standing in search.standings(state)]


def said(state: State) -> list[str]:
    return [say(prompt.said, "en") for prompt in search.prompt(state)]


def reasons(standing: Standing) -> list[str]:
    return [say(reason, "en") for reason in standing.reasons]


def test_the_game_is_for_two_to_four_and_begins_with_72_tiles_face_down_and_ten_chips_each() -> None:
    begun = search.start(NAMES, {})
    assert list(search.layout(begun)) == [f"tile/{tile}" for tile in range(1, 73)]
    assert set(search.layout(begun).values()) == {FACE_DOWN}
    assert scores(begun) == [(10, 1)] * 4
    assert said(begun) == [
        "Lay 72 tiles face down, eight of each number, and mix them. Everybody takes ten chips.",
        "Aya: turn up a tile.",
    ]


def test_a_deal_holds_eight_of_each_number_and_no_almighty() -> None:
    tiles = search.deal(NAMES, {}, seed=5).tiles
    assert sorted(tiles) == sorted("123456789" * 8)
    assert tiles != search.deal(NAMES, {}, seed=6).tiles


def test_j1_1_one_tile_after_the_other_is_turned_up_and_lies_open() -> None:
    state = played(lying(), "turn 1 1")
    assert search.layout(state)["tile/1"] == {"1"}
    assert said(state) == ["Aya: number 1. Turn up a second tile."]
    both = played(state, "turn 4 2")
    assert [search.layout(both)[place] for place in ("tile/1", "tile/4", "tile/2")] == [{"1"}, {"2"}, FACE_DOWN]


def test_j1_1_a_match_takes_both_tiles_off_and_a_chip_from_every_other_player() -> None:
    state = played(lying(), "turn 1 1", "turn 2 1")
    assert search.moves(state) == (TAKE,)
    assert search.prompt(state)[0].player == AYA
    assert said(state) == [
        "Aya: a match! Take both tiles, and a chip from everybody still in.",
        "Ben: give Aya a chip.",
        "Chie: give Aya a chip.",
    ]
    after = played(state, "take")
    assert [search.layout(after)[f"tile/{tile}"] for tile in (1, 2, 3)] == [NOTHING, NOTHING, FACE_DOWN]
    assert [score for score, _ in scores(after)] == [12, 9, 9]


def test_j1_1_any_two_of_the_same_number_match() -> None:
    assert played(lying(), "turn 1 1", "turn 17 1", "take").gone == {1, 17}


def test_j1_1_other_tiles_go_back_and_a_chip_is_thrown_away_for_good() -> None:
    state = played(lying(), "turn 1 1", "turn 3 2")
    assert search.moves(state) == (BACK,)
    assert said(state) == ["Aya: no match. Turn both face down again and throw a chip away."]
    after = played(state, "back")
    assert set(search.layout(after).values()) == {FACE_DOWN}
    assert [score for score, _ in scores(after)] == [9, 10, 10]
    assert reasons(search.standings(after)[AYA])[1:] == ["−1: thrown away where nothing matched."]


def test_j1_1_tiles_turned_back_stay_known_to_everybody() -> None:
    state = played(search.start(NAMES, {}), "turn 1 5", "turn 3 2", "back")
    assert search.view(state, None) == search.view(state, BEN) == state
    assert (state.tiles[0], state.tiles[2], state.tiles[1]) == ("5", "2", UNKNOWN)
    assert Turn(1, "5") in search.moves(state)
    assert Turn(1, "6") not in search.moves(state)


@pytest.mark.parametrize("seen", [(), ("turn 1 5",)])
def test_j1_1_whoever_writes_the_record_may_have_missed_tiles_that_went_back(seen: tuple[str, ...]) -> None:
    state = played(search.start(NAMES, {}), *seen)
    missed = Back(unseen=2 - len(seen))
    assert missed in search.moves(state)
    after = search.play(state, missed)
    assert (after.tiles, after.up, after.seat) == (state.tiles, (), BEN)
    assert [score for score, _ in scores(after)] == [9, 10, 10, 10]
    assert said(after) == ["Ben: turn up a tile."]


@pytest.mark.parametrize("turn", [a_miss, lambda state: a_match(state, 1)])
def test_j1_2_the_next_player_clockwise_has_his_turn_also_after_a_match(turn: Callable[[State], State]) -> None:
    state = lying()
    assert (state.seat, turn(state).seat) == (AYA, BEN)
    assert said(turn(state)) == ["Ben: turn up a tile."]
    assert a_miss(a_miss(turn(state))).seat == AYA


def test_j1_3_chips_count_as_pieces() -> None:
    state = a_match(lying(), 1)
    assert reasons(search.standings(state)[AYA]) == ["10 chips at the start.", "+2: from the others for matches."]
    assert reasons(search.standings(state)[BEN]) == [
        "10 chips at the start.",
        "−1: to the others for their matches.",
    ]


def test_j1_3_by_option_chips_count_what_is_printed_on_them_and_the_smallest_go_first() -> None:
    begun = lying(chips="value")
    assert "five of 10, three of 100 and two of 500" in said(begun)[0]
    assert scores(begun) == [(1350, 1)] * 3
    state = played(begun, "turn 1 1", "turn 2 1")
    assert said(state)[1:] == ["Ben: give Aya a chip of 10.", "Chie: give Aya a chip of 10."]
    after = played(state, "take")
    assert scores(after) == [(1370, 1), (1340, 2), (1340, 2)]
    assert after.purses[AYA].chips == (7, 3, 2)
    assert reasons(search.standings(after)[BEN]) == [
        "1350 Force at the start.",
        "−10: to the others for their matches.",
        "9 chips of any kind left.",
    ]


def test_j1_3_by_option_the_larger_chips_follow_and_only_the_last_piece_puts_one_out() -> None:
    state, told, worth = lying(players=2, chips="value"), [], []
    while not search.is_over(state):
        state = played(state, "turn 64 8", "turn 65 9")
        told.append(said(state)[0])
        state = played(state, "back")
        worth.append(scores(state)[AYA][0])
    kinds = [line.rsplit("throw ", 1)[1] for line in told[::2]]
    assert kinds[4:9:2] == ["a chip of 10 away.", "a chip of 100 away.", "a chip of 500 away."]
    assert kinds[9] == "your last chip away. You are out."
    assert worth[::2] == [1340, 1330, 1320, 1310, 1300, 1200, 1100, 1000, 500, 0]


def test_j1_3_the_equipment_has_enough_of_each_chip_for_four() -> None:
    begun = search.start(NAMES, {"chips": "value"})
    boxed = (44, 20, 25)
    assert [sum(purse.chips) for purse in begun.purses] == [10] * 4
    assert all(sum(purse.chips[kind] for purse in begun.purses) <= most for kind, most in enumerate(boxed))


def test_j1_4_a_player_who_throws_his_last_chip_away_is_out_and_skipped() -> None:
    state = with_chips(lying(), 1, 10, 10)
    up = played(state, "turn 64 8", "turn 65 9")
    assert said(up) == [
        "Aya: no match. Turn both face down again and throw your last chip away. You are out.",
    ]
    after = played(up, "back")
    assert after.out == ((AYA,),)
    assert scores(after) == [(0, 3), (10, 1), (10, 1)]
    assert reasons(search.standings(after)[AYA])[-1] == "No chip left: out."
    assert [after.seat, a_miss(after).seat, a_miss(a_miss(after)).seat] == [BEN, CHIE, BEN]


def test_j1_4_a_player_whose_last_chip_paid_for_a_match_is_out_too_and_pays_no_more() -> None:
    state = with_chips(lying(), 10, 1, 10)
    up = played(state, "turn 1 1", "turn 2 1")
    assert search.prompt(up)[1] == Prompt(BEN, search.prompt(up)[1].said)
    assert said(up)[1:] == ["Ben: give Aya your last chip. You are out.", "Chie: give Aya a chip."]
    after = played(up, "take")
    assert after.out == ((BEN,),)
    assert after.seat == CHIE
    assert [score for score, _ in scores(a_match(after, 3))] == [11, 0, 10]


def test_j1_5_the_last_player_in_wins_whatever_tiles_are_left() -> None:
    state = a_miss(with_chips(lying(players=2), 1, 3))
    assert search.is_over(state)
    assert search.moves(state) == ()
    assert scores(state) == [(0, 2), (3, 1)]
    assert said(state) == ["Only Ben still has chips: the game is over.", "Ben wins! 3 chips left."]


def test_j1_5_if_one_match_empties_all_others_the_mover_wins() -> None:
    state = a_match(with_chips(lying(players=4), 2, 1, 1, 1), 1)
    assert search.is_over(state)
    assert state.out == ((BEN, CHIE, DAN),)
    assert scores(state) == [(5, 1), (0, 2), (0, 2), (0, 2)]
    assert said(state)[1] == "Aya wins! 5 chips left."


def test_j1_5_who_leaves_later_ranks_higher() -> None:
    state = a_miss(a_miss(a_miss(with_chips(lying(players=4), 1, 1, 1, 4))))
    assert state.out == ((AYA,), (BEN,), (CHIE,))
    assert [rank for _, rank in scores(state)] == [4, 3, 2, 1]


def cleared(players: int, chips: str = "pieces") -> State:
    """A game in which nobody ever misses, to the last tile."""
    state = lying(players, chips)
    for first in range(1, 73, 2):
        state = a_match(state, first)
    return state


def test_j1_5_when_the_last_tile_is_gone_most_chips_win() -> None:
    state = a_miss(a_match(lying(), 1))
    for first in range(3, 73, 2):
        state = a_match(state, first)
    assert search.is_over(state)
    assert set(search.layout(state).values()) == {NOTHING}
    assert said(state)[0] == "The last tile is gone: the game is over."
    ranks = [rank for _, rank in scores(state)]
    assert ranks.count(1) == 1
    assert scores(state)[ranks.index(1)][0] == max(score for score, _ in scores(state))
    assert said(state)[1].startswith(f"{NAMES[ranks.index(1)]} wins! ")


@pytest.mark.parametrize(
    ("chips", "sentence"),
    [("pieces", "shares the win. 10 chips left."), ("value", "shares the win. 1350 Force on the chips.")],
)
def test_j1_5_equal_counts_share_the_win(chips: str, sentence: str) -> None:
    state = cleared(3, chips)
    assert said(state) == [
        "The last tile is gone: the game is over.",
        *(f"{name} {sentence}" for name in ("Aya", "Ben", "Chie")),
    ]


UP = ("turn 1 1", "turn 3 2")


@pytest.mark.parametrize(
    ("before", "move", "sentence"),
    [
        ((), Turn(0, "1"), "There is no tile 0: the tiles go from 1 to 72."),
        ((), Turn(73, "1"), "There is no tile 73: the tiles go from 1 to 72."),
        ((), Turn(1, "wild"), "“wild” is not a number in this game: its tiles go from 1 to 9."),
        ((), Turn(1, UNKNOWN), "“unknown” is not a number in this game: its tiles go from 1 to 9."),
        ((), Turn(1, "2"), "Tile 1 cannot be number 2: it is another tile."),
        ((), TAKE, "Aya, turn up two tiles first."),
        (("turn 1 1",), BACK, "Aya, turn up two tiles first."),
        (("turn 1 1",), Turn(1, "1"), "Aya, tile 1 is already face up: turn up another one."),
        (("turn 1 1", "turn 2 1", "take"), Turn(2, "1"), "Ben, tile 2 has been taken away: turn up another one."),
        (
            UP,
            Turn(5, "3"),
            "Aya, two tiles are already face up: take them if they match, or turn both face down again.",
        ),
        (UP, TAKE, "1 and 2 do not match: turn both face down again."),
        (("turn 1 1", "turn 2 1"), BACK, "Both are number 1, a match: take them off the sheet."),
        (
            ("turn 1 1",),
            Back(unseen=2),
            "Two tiles are turned up in a turn. Seen: 1; so the number that was missed cannot be 2.",
        ),
        ((), Back(unseen=2), "All tiles have been seen by now: say which two were turned up."),
    ],
)
def test_an_illegal_move_is_refused_with_what_to_do(before: tuple[str, ...], move: Move, sentence: str) -> None:
    state = played(lying(), *before)
    with pytest.raises(IllegalMove) as refused:
        search.play(state, move)
    assert say(refused.value.said, "en") == sentence
    assert say(refused.value.said, "ja") != sentence
    assert move not in search.moves(state)


def test_nothing_can_be_turned_up_after_the_end() -> None:
    over = a_miss(with_chips(lying(players=2), 1, 3))
    for move in (Turn(1, "1"), TAKE, BACK):
        with pytest.raises(IllegalMove) as refused:
            search.play(over, move)
        assert say(refused.value.said, "en") == "The game is over: nothing more can be turned up."


def test_the_table_refuses_a_ninth_tile_of_a_number() -> None:
    """J1: eight of each; the camera knows no more than what was shown."""
    state = search.start(NAMES[:2], {})
    for first in range(1, 9, 2):
        state = played(state, f"turn {first} 7", f"turn {first + 1} 7", "take")
    assert Turn(20, "7") not in search.moves(state)
    assert Turn(20, "6") in search.moves(state)
    with pytest.raises(IllegalMove) as refused:
        search.play(state, Turn(20, "7"))
    assert say(refused.value.said, "en") == "Tile 20 cannot be number 7: all 8 of them have been seen elsewhere."


def test_the_table_refuses_a_tile_that_showed_something_else_before() -> None:
    state = played(search.start(NAMES, {}), "turn 1 5", "turn 3 2", "back")
    with pytest.raises(IllegalMove) as refused:
        search.play(state, Turn(1, "6"))
    assert say(refused.value.said, "en") == "Tile 1 cannot be number 6: it is another tile."


def test_a_move_is_told_in_one_line_of_the_record() -> None:
    state = lying()
    assert say(search.describe(state, Turn(1, "1")), "en") == "Aya turns up tile 1: number 1."
    missed = played(state, *UP)
    assert say(search.describe(missed, BACK), "en") == "Aya turns both face down again and throws a chip away."
    matched = played(state, "turn 1 1", "turn 2 1")
    assert say(search.describe(matched, TAKE), "en") == "Aya takes two tiles of number 1; 2 chips received."
    assert search.mover(matched, TAKE) == AYA


def test_a_simple_player_turns_up_new_tiles_and_takes_each_match_that_he_has_seen() -> None:
    state = search.start(NAMES, {})
    assert search.greedy(state, AYA) == Turn(1, UNKNOWN)
    assert search.greedy(state, BEN) is None
    state = played(state, "turn 1 5")
    assert search.greedy(state, AYA) == Turn(2, UNKNOWN)
    state = played(state, "turn 2 3", "back", "turn 3 5")
    assert search.greedy(state, BEN) == Turn(1, "5")
    state = played(state, "turn 4 3")
    assert search.greedy(state, BEN) == BACK
    state = played(state, "back")
    assert [search.greedy(state, CHIE), search.greedy(played(state, "turn 1 5"), CHIE)] == [Turn(1, "5"), Turn(3, "5")]
    assert search.greedy(played(state, "turn 1 5", "turn 3 5"), CHIE) == TAKE


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (["Aya"], {}, "This game is for 2–4 players, but 1 name was given."),
        (["Aya"] * 5, {}, "This game is for 2–4 players, but 5 names were given."),
        (["Aya", "Ben"], {"chips": "gold"}, "The option chips cannot be “gold”: choose one of pieces and value."),
        (["Aya", "Ben"], {"first": "up"}, "There is no option “first”: this game knows chips."),
    ],
)
def test_a_wrong_start_is_refused(players: list[str], options: dict[str, Fact], sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        search.start(players, options)
    assert say(refused.value.said, "en") == sentence


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_option_is_explained_in_words(language: str) -> None:
    for option in search.OPTIONS:
        keys = [f"search.option.{option.name}", *(f"search.option.{option.name}_{value}" for value in option.allowed)]
        assert all(key in catalogue(language) for key in keys)


def test_every_chip_that_is_given_or_thrown_has_its_sentence() -> None:
    for which in ("one", "10", "100", "500", "last"):
        assert f"search.give_{which}" in catalogue("ja")
        assert f"search.throw_{which}" in catalogue("ja")


def test_a_record_is_one_move_a_line() -> None:
    moves = (Turn(17, "5"), Turn(40, "3"), BACK, Turn(2, "5"), Turn(17, "5"), TAKE)
    text = search.write_record(["Aya", "Ben"], {"chips": "value"}, moves)
    lines = ["# player: Aya", "# player: Ben", "# chips: value", "turn 17 5", "turn 40 3", "back", "turn 2 5"]
    assert text.splitlines() == [*lines, "turn 17 5", "take"]
    assert read_record(search, text) == (("Aya", "Ben"), {"chips": "value"}, moves)


@pytest.mark.parametrize(
    ("text", "sentence", "because"),
    [
        ("turn 17 5\nturn 17 5", "Line 2, “turn 17 5”, cannot be played:", "tile 17 is already face up"),
        ("turn 1 5\n\nturn 1 5\ntake", "Line 4, “take”, cannot be played:", "turn up two tiles first"),
        ("turn 73 5", "Line 1, “turn 73 5”, cannot be played:", "is not a move in Character Search"),
        ("turn 7", "Line 1, “turn 7”, cannot be played:", "is not a move in Character Search"),
    ],
)
def test_a_wrong_record_is_refused_by_line(text: str, sentence: str, because: str) -> None:
    with pytest.raises(BadRecord) as refused:
        search.read_records(text)
    assert say(refused.value.said, "en") == sentence
    assert refused.value.because is not None
    assert because in say(refused.value.because, "en")
