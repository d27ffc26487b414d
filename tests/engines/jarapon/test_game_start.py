"""Setting up Galaxy Jarapon, J7-1 to J7-5, and who is refused a seat."""

from collections import Counter

import pytest

from device.texts import catalogue, say
from engines.contract import BadOption
from engines.jarapon import Jarapon
from engines.jarapon.sheet import parse_sheet
from engines.jarapon.tiles import PLAIN_TILES
from engines.jarapon.wall import SUPPLY
from engines.messages import Fact
from engines.vocabulary import FACE_DOWN, NOTHING, UNKNOWN
from tests.support.engines.jarapon import BROKEN, NAMES, after, begun, dealt, jarapon, legal, prompts, refused


def test_j7_1_everybody_starts_with_3000_force() -> None:
    assert [standing.score for standing in jarapon.standings(begun(4))] == [3000] * 4
    assert prompts(jarapon.start(NAMES, {}))[0].startswith(
        "Everybody takes 3000 Force: ten chips of 10, four of 100 and five of 500."
    )
    assert 10 * 10 + 4 * 100 + 5 * 500 == 3000


def test_j7_2_the_highest_die_is_the_dealer() -> None:
    state = jarapon.start(NAMES, {})
    assert prompts(state)[1:] == [
        "First throw, then sit. The highest throw is the dealer; equal highest throws are thrown again. The others "
        "then sit where they like, higher throws first.",
        "Aya: throw the die on the sheet. The highest throw is the dealer.",
    ]
    assert legal(state) == [f"1 throw {pips}" for pips in range(1, 7)]
    assert refused(state, "2 throw 4") == "Now Aya throws the die for the first dealer."
    state = after("1 throw 2; 2 throw 5; 3 throw 6; 4 throw 1", state)
    assert "Chie is the dealer." in prompts(state)[0]
    assert prompts(state)[1] == (
        "Now sit down: Chie first, then the others where they like, higher throws first. For me you sit in this order, "
        "each to the right of the one before: Chie, Dan, Aya, Ben. If not, begin the game again with your names as you "
        "sit, Chie first, and choose that whoever is named first deals."
    )
    assert not any("sit down" in said for said in prompts(begun()))
    assert after("build", state).dealer == 2


def test_j7_2_equal_highest_throws_are_thrown_again_by_those_alone() -> None:
    state = after("1 throw 6; 2 throw 3; 3 throw 6; 4 throw 6", jarapon.start(NAMES, {}))
    assert legal(state)[0] == "1 throw 1"
    state = after("1 throw 2; 3 throw 4", state)
    assert prompts(state) == ["Dan: throw the die on the sheet. The highest throw is the dealer."]
    state = after("4 throw 4", state)
    assert refused(state, "1 throw 6") == "Now Chie throws the die for the first dealer."
    assert after("3 throw 1; 4 throw 2; build", state).dealer == 3


def test_j7_2_players_may_be_named_from_the_dealer_on_instead() -> None:
    assert legal(begun()) == ["build"]
    assert prompts(begun())[1] == ("Aya is the dealer. The light-sabre chip goes on Aya's right, side 1 up.")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_j7_3_four_walls_of_ten_stacks_the_dealers_of_eleven_and_a_tile_in_the_centre(players: int) -> None:
    assert set(jarapon.layout(begun(players)).values()) == {NOTHING}
    state = after("build", players=players)
    shown = jarapon.layout(state)
    stacks = Counter(place.split("/")[1] for place, look in shown.items() if look == FACE_DOWN and place != "bonus")
    assert stacks == {"1": 11, "2": 10, "3": 10, "4": 10}
    assert shown["bonus"] == FACE_DOWN
    assert 2 * sum(stacks.values()) + 1 == 83 == sum(SUPPLY.values())
    assert prompts(begun(players))[2].startswith(
        "Mix all tiles face down. Build four walls of 10 stacks, two tiles high;"
    )


def test_j7_3_the_longer_wall_is_the_dealers_and_two_players_sit_opposite_each_other() -> None:
    for players, side in ((2, 3), (3, 2), (4, 2)):
        state = after("1 throw 1; 2 throw 6", jarapon.start(NAMES[:players], {}))
        state = after("3 throw 1; 4 throw 1" if players == 4 else "3 throw 1" if players == 3 else "", state)
        shown = jarapon.layout(after("build", state))
        assert [wall for wall in range(1, 5) if shown[f"wall/{wall}/11"] == FACE_DOWN] == [side]


@pytest.mark.parametrize(
    ("first", "second", "stack"), [(1, 1, "wall/1/2"), (3, 4, "wall/1/7"), (5, 6, "wall/1/11"), (6, 6, "wall/4/1")]
)
def test_j7_4_the_dora_is_counted_from_the_dealers_right_end_and_on_into_the_next_wall_clockwise(
    first: int, second: int, stack: str
) -> None:
    state = after(f"build; 1 throw {first}; 1 throw {second}")
    into = "go on into the wall on your left" in prompts(state)[0]
    assert into is (first + second == 12)
    before, shown = jarapon.layout(state), jarapon.layout(after("deal 7", state))
    assert (before["dora"], before[stack]) == (NOTHING, FACE_DOWN)
    assert shown["dora"] == {"7"}
    assert before.keys() - shown.keys() == {stack}  # what lies up there is the dora


def test_j7_4_the_dealer_throws_twice_before_anything_is_dealt() -> None:
    state = after("build")
    assert prompts(state) == ["Aya: throw the die for the wall, on the sheet."]
    assert prompts(after("1 throw 3", state)) == ["Aya: throw the die once more."]
    assert refused(after("1 throw 3", state), "deal 7") == "Now Aya, the dealer, throws the die for the wall."
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
    draws = 0
    while state.wall:
        seat = state.turn + 1
        face = "123456789"[draws // 8]
        state = after(f"{seat} draw; {seat} discard {face}", state)
        draws += 1
    assert draws == live
    assert legal(state)[0] == "void"
    standing = [place for place, look in jarapon.layout(state).items() if place.startswith("wall") and look != NOTHING]
    assert standing == []
    assert jarapon.layout(state)["dora"] == {"9"}  # on the tile that nobody draws


def test_a_stack_is_seen_until_its_lower_tile_is_drawn() -> None:
    state = dealt(
        players=2
    )  # the dora is the 7th stack, eight are dealt, the 16th is drawn from: the fifth at the left
    state = after("1 draw; 1 discard 1", state)
    assert jarapon.layout(state)["wall/4/5"] == FACE_DOWN
    assert jarapon.layout(after("2 draw", state))["wall/4/5"] == NOTHING
    assert jarapon.layout(after("2 draw", state))["wall/4/6"] == FACE_DOWN


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (1, {}, "This game is for 2–4 players, but 1 name was given."),
        (5, {}, "This game is for 2–4 players, but 5 names were given."),
        (2, {"rules": "jedi"}, "The option rules cannot be “jedi”: choose one of master and padawan."),
        (
            2,
            {"almighty_pon": "yes"},
            "The option almighty_pon cannot be “yes”: choose one of own, never and discarded.",
        ),
        (2, {"almighty_ron": 1}, "The option almighty_ron cannot be “1”: choose one of yes and no."),
        (2, {"false_win": ""}, "The option false_win cannot be “”: choose one of same_dealer and next_dealer."),
        (2, {"dora": "yes"}, "There is no option “dora”: this game knows rules, sheet, dealer,"),
    ],
)
def test_a_wrong_start_is_refused(players: int, options: dict[str, Fact], sentence: str) -> None:
    with pytest.raises(BadOption) as error:
        jarapon.start([*NAMES, "Emi"][:players], options)
    assert say(error.value.said, "en").startswith(sentence)


def test_every_option_and_value_is_said_in_words() -> None:
    for option in jarapon.OPTIONS:
        for language in ("en", "ja"):
            assert f"jarapon.option.{option.name}" in catalogue(language)
            assert all(f"jarapon.option.{option.name}_{value}" in catalogue(language) for value in option.allowed)


def test_j7_15_a_match_is_scored_by_the_sheet_that_it_names() -> None:
    own = parse_sheet(
        '[sheet]\nname = "ours"\n[[hand]]\nen = "Nines"\ntiles = ["9 of 9"]\npoints = 900', "ours.toml", PLAIN_TILES
    )
    options = {"dealer": "first", "sheet": "ours"}
    with pytest.raises(BadOption) as error:
        Jarapon({}).start(NAMES, options)
    assert say(error.value.said, "en").startswith("The option sheet cannot be “ours”: choose one of reconstruction")
    state = after(f"{BROKEN}; deal 1: 9 9 9 9 9 9 9 9 / ? / ? / ?", Jarapon({"ours": own}).start(NAMES, options))
    state = after("1 draw 9; 1 jarapon 9 9 9 9 9 9 9 9 9", state)
    assert state.purses == (3000 + 3 * 1800, 1200, 1200, 1200)
    assert "Score sheet: ours." in prompts(state)


def test_j7_15_without_a_sheet_there_are_only_the_padawan_rules() -> None:
    assert Jarapon({}).start(NAMES, {"rules": "padawan"})
    with pytest.raises(BadOption) as error:
        Jarapon({}).start(NAMES, {})
    assert "“reconstruction” is not known here" in say(error.value.said, "en")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "deal 7: 1 1 1 / ?",
            "This deal is not possible: everybody gets eight tiles, and there are nine of each number",
        ),
        ("deal 7: 7 7 7 7 7 7 7 7 / 7 1 1 1 1 1 1 1", "This deal is not possible"),
        ("deal wild: wild wild 1 1 1 1 1 1 / ?", "This deal is not possible"),
        ("deal 7: ? / ? / ?", "This deal is not possible"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(line: str, sentence: str) -> None:
    assert refused(after(BROKEN, players=2), line).startswith(sentence)


def test_what_a_known_deal_says_otherwise_is_refused() -> None:
    state = jarapon.deal(NAMES[:2], {"dealer": "first"}, 1)
    state = jarapon.play(state, jarapon.moves(state)[0])
    (throw,) = legal(state)
    other = "2" if throw == "1 throw 1" else "1"
    assert refused(state, f"1 throw {other}") == "Aya, the die shows something else."
    while state.phase != "deal":
        state = jarapon.play(state, jarapon.moves(state)[0])
    (deal,) = legal(state)
    wrong = "deal 1" if not deal.startswith("deal 1") else "deal 2"
    assert refused(state, wrong).startswith("The tile turned up in the wall must be")
    assert jarapon.play(state, jarapon.move_from_text(deal.split(":")[0])) == after(deal, state)
    assert UNKNOWN not in str(after(deal, state))
