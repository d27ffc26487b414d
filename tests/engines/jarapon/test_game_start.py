"""Setting up Galaxy Jarapon, J7-1 to J7-5, and which deals cannot be."""

from collections import Counter

import pytest

from engines.contract import BadOption
from engines.jarapon import Jarapon
from engines.jarapon.sheet import parse_sheet
from engines.jarapon.tiles import PLAIN_TILES
from engines.jarapon.wall import SUPPLY
from engines.vocabulary import FACE_DOWN, NOTHING, UNKNOWN
from tests.support.engines.in_short import short
from tests.support.engines.jarapon import BROKEN, NAMES, after, begun, dealt, jarapon, legal, prompts, refused
from tests.support.engines.seats import CHIE, DAN


def test_j7_1_and_2_everybody_starts_with_3000_force_and_the_highest_die_is_the_dealer() -> None:
    assert [standing.score for standing in jarapon.standings(begun(4))] == [3000] * 4
    state = jarapon.start(NAMES, {})
    assert prompts(state) == ["setup 3000 5 4 10", "almighty", "die", "throw_then_sit", "throw_for_dealer Aya"]
    assert legal(state) == [f"1 throw {pips}" for pips in range(1, 7)]
    assert refused(state, "2 throw 4") == "due.dice Aya"
    state = after("1 throw 2; 2 throw 5; 3 throw 6; 4 throw 1", state)
    assert prompts(state)[:2] == ["dealer Chie 1", "sit Chie Chie, Dan, Aya, Ben"]
    assert after("build", state).dealer == CHIE


def test_j7_2_equal_highest_throws_are_thrown_again_by_those_alone() -> None:
    state = after("1 throw 6; 2 throw 3; 3 throw 6; 4 throw 6", jarapon.start(NAMES, {}))
    assert legal(state)[0] == "1 throw 1"
    state = after("1 throw 2; 3 throw 4", state)
    assert prompts(state) == ["throw_for_dealer Dan"]
    state = after("4 throw 4", state)
    assert refused(state, "1 throw 6") == "due.dice Chie"
    assert after("3 throw 1; 4 throw 2; build", state).dealer == DAN


def test_j7_2_players_may_be_named_from_the_dealer_on_instead() -> None:
    assert legal(begun()) == ["build"]
    setup = ["setup 3000 5 4 10", "almighty", "die"]
    assert prompts(begun()) == [*setup, "dealer Aya 1", "rows", "build Aya 10 11"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_j7_3_four_walls_of_ten_stacks_the_dealers_of_eleven_and_a_tile_in_the_centre(players: int) -> None:
    assert set(jarapon.layout(begun(players)).values()) == {NOTHING}
    shown = jarapon.layout(after("build", players=players))
    stacks = Counter(place.split("/")[1] for place, look in shown.items() if look == FACE_DOWN and place != "bonus")
    assert stacks == {"1": 11, "2": 10, "3": 10, "4": 10}
    assert shown["bonus"] == FACE_DOWN
    assert 2 * sum(stacks.values()) + 1 == 83 == sum(SUPPLY.values())


@pytest.mark.parametrize(
    ("throws", "players", "side"),
    [("", 2, 3), ("3 throw 1", 3, 2), ("3 throw 1; 4 throw 1", 4, 2)],
)
def test_j7_3_the_longer_wall_is_the_dealers_and_two_players_sit_opposite_each_other(
    throws: str, players: int, side: int
) -> None:
    state = after(f"1 throw 1; 2 throw 6; {throws}; build", jarapon.start(NAMES[:players], {}))
    shown = jarapon.layout(state)
    assert [wall for wall in range(1, 5) if shown[f"wall/{wall}/11"] == FACE_DOWN] == [side]


@pytest.mark.parametrize(
    ("first", "second", "stack"), [(1, 1, "wall/1/2"), (3, 4, "wall/1/7"), (5, 6, "wall/1/11"), (6, 6, "wall/4/1")]
)
def test_j7_4_the_dora_is_counted_from_the_dealers_right_end_and_on_into_the_next_wall_clockwise(
    first: int, second: int, stack: str
) -> None:
    state = after(f"build; 1 throw {first}; 1 throw {second}")
    assert prompts(state)[0].startswith("break_next_wall") is (first + second == 12)
    before, shown = jarapon.layout(state), jarapon.layout(after("deal 7", state))
    assert (before["dora"], before[stack]) == (NOTHING, FACE_DOWN)
    assert shown["dora"] == {"7"}
    assert before.keys() - shown.keys() == {stack}  # what lies up there is the dora


def test_j7_4_the_dealer_throws_twice_before_anything_is_dealt() -> None:
    state = after("build")
    assert prompts(state) == ["throw_for_wall Aya"]
    assert prompts(after("1 throw 3", state)) == ["throw_again Aya"]
    assert refused(after("1 throw 3", state), "deal 7") == "due.break Aya"
    assert legal(after("1 throw 3; 1 throw 4", state)) == [f"deal {face}" for face in (*"123456789", "wild")]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_j7_4_and_6_stacks_go_round_two_tiles_at_a_time_from_the_left_of_the_dora(players: int, seed: int) -> None:
    """Against a plain walk round the walls, stack by stack."""
    state = jarapon.deal(NAMES[:players], {}, seed)
    while state.phase != "deal":
        state = jarapon.play(state, jarapon.moves(state)[0])
    stacks = [list(state.wall[at : at + 2]) for at in range(0, 82, 2)]
    at = sum(state.dice) - 1
    dora, under = stacks[at]
    hands: list[list[str]] = [[] for _ in range(players)]
    for count in range(4 * players):
        at = (at + 1) % 41
        hands[(state.dealer + count) % players] += stacks[at]
    live = [tile for step in range(1, 41 - 4 * players) for tile in stacks[(at + step) % 41]]
    (move,) = jarapon.moves(state)
    after_deal = jarapon.play(state, move)
    assert (after_deal.dora, after_deal.under, list(after_deal.wall)) == (dora, under, live)
    assert [sorted(seat.hand) for seat in after_deal.seats] == [sorted(hand) for hand in hands]
    assert after_deal.turn == state.dealer


@pytest.mark.parametrize(("players", "live"), [(4, 48), (3, 56), (2, 64)])
def test_j7_5_so_many_tiles_can_be_drawn_and_the_one_under_the_dora_never(players: int, live: int) -> None:
    state = dealt(players=players)
    for draw in range(live):
        seat = state.turn + 1
        state = after(f"{seat} draw; {seat} discard {'123456789'[draw // 8]}", state)
    assert legal(state)[0] == "void"
    shown = jarapon.layout(state)
    assert [place for place, look in shown.items() if place.startswith("wall") and look != NOTHING] == []
    assert shown["dora"] == {"9"}  # on the tile that nobody draws


def test_a_stack_is_seen_until_its_lower_tile_is_drawn() -> None:
    """The dora is the 7th stack, eight are dealt, the 16th is drawn from: the fifth at the left."""
    state = after("1 draw; 1 discard 1", dealt(players=2))
    then = jarapon.layout(after("2 draw", state))
    assert (jarapon.layout(state)["wall/4/5"], then["wall/4/5"], then["wall/4/6"]) == (FACE_DOWN, NOTHING, FACE_DOWN)


def test_j7_15_a_match_is_scored_by_the_sheet_that_it_names() -> None:
    text = '[sheet]\nname = "ours"\n[[hand]]\nen = "Nines"\ntiles = ["9 of 9"]\npoints = 900'
    ours = Jarapon({"ours": parse_sheet(text, "ours.toml", PLAIN_TILES)})
    state = ours.start(NAMES, {"dealer": "first", "sheet": "ours"})
    state = after(f"{BROKEN}; deal 1: 9 9 9 9 9 9 9 9 / ? / ? / ?; 1 draw 9; 1 jarapon 9 9 9 9 9 9 9 9 9", state)
    assert state.match.purses == (3000 + 3 * 1800, 1200, 1200, 1200)
    assert "used ours" in prompts(state)


@pytest.mark.parametrize(
    ("sheet", "why"), [("ours", "value sheet ours reconstruction"), ("reconstruction", "no_sheet reconstruction")]
)
def test_j7_15_without_a_sheet_there_are_only_the_padawan_rules(sheet: str, why: str) -> None:
    assert Jarapon({}).start(NAMES, {"rules": "padawan"})
    with pytest.raises(BadOption) as error:
        Jarapon({}).start(NAMES, {"sheet": sheet})
    assert short(error.value.said) == why


HANDS = ("7: 1 1 1 / ?", "7: 7 7 7 7 7 7 7 7 / 7 1 1 1 1 1 1 1", "wild: wild wild 1 1 1 1 1 1 / ?", "7: ? / ? / ?")


@pytest.mark.parametrize("hands", HANDS)
def test_a_deal_that_cannot_be_is_refused(hands: str) -> None:
    assert refused(after(BROKEN, players=2), f"deal {hands}") == "deal"


def test_what_a_known_deal_says_otherwise_is_refused() -> None:
    state = jarapon.deal(NAMES[:2], {"dealer": "first"}, 1)
    state = jarapon.play(state, jarapon.moves(state)[0])
    (throw,) = legal(state)
    other = "2" if throw == "1 throw 1" else "1"
    assert refused(state, f"1 throw {other}") == "not_so Aya"
    while state.phase != "deal":
        state = jarapon.play(state, jarapon.moves(state)[0])
    (deal,) = legal(state)
    wrong = "deal 1" if not deal.startswith("deal 1") else "deal 2"
    assert refused(state, wrong) == "dora"
    assert jarapon.play(state, jarapon.move_from_text(deal.split(":")[0])) == after(deal, state)
    assert UNKNOWN not in str(after(deal, state))
