"""What is paid in Galaxy Jarapon and how a match goes on and ends, J7-14 to J7-26."""

from typing import Any

import pytest

from device.texts import say
from engines.jarapon import State
from engines.messages import message
from tests.support.engines.jarapon import (
    FALSE,
    after,
    begun,
    dealt,
    jarapon,
    legal,
    prompts,
    reasons,
    refused,
    with_purses,
)

AYA, BEN, CHIE, DAN = range(4)
NEARLY = "4 4 4 4 4 7 7 9"  # with a 7 for the 9 it waits for 4: six 4s and three 7s, 180 points, 90 with pon
NEARLY_WITH_ALMIGHTY = "4 4 4 4 7 7 9 wild"
SETS = "1 1 1 2 2 2 3 3"


def won(way: str, winner: int, almighty: bool = False, dora: str = "8", centre: str = "6") -> tuple[State, State]:
    """The table before and after a hand is won: `way` names what was done, of pon, riichi, ron.

    The player after the winner has a riichi chip in the centre; by ron the player before him pays.
    """
    seat = winner + 1
    right, opposite, left = ((winner + step) % 4 + 1 for step in (1, 2, 3))
    hand = NEARLY_WITH_ALMIGHTY if almighty else NEARLY
    state = dealt(*["?"] * winner, hand, dora=dora)
    if winner:
        state = after("1 draw; 1 discard 1", state)
    riichi = " riichi" if "riichi" in way else ""
    if "pon" in way:
        took = f"{seat} draw 1; {seat} discard 1; {right} draw; {right} discard 1 riichi"
        took += (
            f"; {opposite} draw; {opposite} discard 7; {seat} pon 7; {seat} discard 9; {right} draw; {right} discard 2"
        )
    else:
        took = f"{seat} draw 7; {seat} discard 9{riichi}; {right} draw; {right} discard 1 riichi"
    state = after(f"{took}; {opposite} draw; {opposite} discard 2; {left} draw", state)
    state = after(f"{left} discard 4" if "ron" in way else f"{left} discard 2; {seat} draw 4", state)
    shown = hand.replace(" 9", "") if "pon" in way else hand.replace("9", "7")
    shown = shown.replace("7 7 ", "").replace(" 7 7", "") if "pon" in way else shown
    before, shown = state, shown + ("" if "ron" in way else " 4")
    state = after(f"{seat} jarapon {shown}", state)
    return before, after(f"turn up {centre}", state) if riichi else state


NOTHING: dict[str, Any] = {}
ALMIGHTY = {"almighty": True}
DORA = {"dora": "7"}  # three tiles of the dora's number
BOTH = {"almighty": True, "dora": "7"}
BONUS = {"centre": "7"}  # three tiles of the bonus tile's number, which count with riichi only
ALL = {"almighty": True, "dora": "7", "centre": "7"}

# The manual's summary (上がり方のまとめ): six ways to win, with what bonuses, and what one payer pays to somebody who
# is not the dealer, and to the dealer.
SUMMARY = [
    (1, "self-draw", NOTHING, 180, 360),
    (1, "self-draw", ALMIGHTY, 210, 420),
    (1, "self-draw", DORA, 270, 540),
    (1, "self-draw", BOTH, 300, 600),
    (1, "self-draw", BONUS, 180, 360),
    (1, "self-draw", ALL, 300, 600),
    (2, "ron", NOTHING, 180, 360),
    (2, "ron", ALMIGHTY, 210, 420),
    (2, "ron", DORA, 270, 540),
    (2, "ron", BOTH, 300, 600),
    (2, "ron", BONUS, 180, 360),
    (2, "ron", ALL, 300, 600),
    (3, "pon, self-draw", NOTHING, 90, 180),
    (3, "pon, self-draw", ALMIGHTY, 120, 240),
    (3, "pon, self-draw", DORA, 180, 360),
    (3, "pon, self-draw", BOTH, 210, 420),
    (3, "pon, self-draw", BONUS, 90, 180),
    (3, "pon, self-draw", ALL, 210, 420),
    (4, "pon, ron", NOTHING, 90, 180),
    (4, "pon, ron", ALMIGHTY, 120, 240),
    (4, "pon, ron", DORA, 180, 360),
    (4, "pon, ron", BOTH, 210, 420),
    (4, "pon, ron", BONUS, 90, 180),
    (4, "pon, ron", ALL, 210, 420),
    (5, "riichi, self-draw", NOTHING, 210, 420),
    (5, "riichi, self-draw", ALMIGHTY, 240, 480),
    (5, "riichi, self-draw", DORA, 300, 600),
    (5, "riichi, self-draw", BOTH, 330, 660),
    (5, "riichi, self-draw", BONUS, 300, 600),
    (5, "riichi, self-draw", ALL, 420, 840),
    (6, "riichi, ron", NOTHING, 210, 420),
    (6, "riichi, ron", ALMIGHTY, 240, 480),
    (6, "riichi, ron", DORA, 300, 600),
    (6, "riichi, ron", BOTH, 330, 660),
    (6, "riichi, ron", BONUS, 300, 600),
    (6, "riichi, ron", ALL, 420, 840),
]


@pytest.mark.parametrize(("row", "way", "extras", "child", "dealer"), SUMMARY)
@pytest.mark.parametrize("winner", [AYA, BEN])
def test_the_summary_of_the_manual(
    row: int, way: str, extras: dict[str, Any], child: int, dealer: int, winner: int
) -> None:
    """What J7-17 gives is added up, and paid by whom J7-20 says: everybody for a self-draw, the discarder for a ron.

    J7-21: a dealer gets points and bonuses twice. J7-22: pon halves points, not bonuses. J7-23: stakes come on top.
    """
    before, state = won(way, winner, **extras)
    share = dealer if winner == AYA else child
    discarder = (winner + 3) % 4
    gained = [after - purse for after, purse in zip(state.purses, before.purses, strict=True)]
    expected = [(0 if "ron" in way and seat != discarder else -share) for seat in range(4)]
    expected[winner] = (share if "ron" in way else 3 * share) + 10 * before.chips
    assert gained == expected
    assert before.chips == (2 if "riichi" in way else 1)
    assert (state.chips, sum(state.purses)) == (0, 12_000)


def test_every_row_of_the_summary_is_there() -> None:
    assert {(row, tuple(extras)) for row, _, extras, _, _ in SUMMARY} == {
        (row, tuple(extras)) for row in range(1, 7) for extras in (NOTHING, ALMIGHTY, DORA, BOTH, BONUS, ALL)
    }


def test_reasons_say_where_every_point_came_from() -> None:
    _, state = won("riichi, ron", AYA, almighty=True, dora="7", centre="7")
    assert reasons(state, AYA) == [
        "At the start: 3000",
        "Hand 1, riichi chip: −10",
        "Hand 1, won: +860",
        "Six and Three / 6連: 180",
        "· almighty × 1: 30",
        "· dora × 3: 90",
        "· riichi: 30",
        "· bonus tile × 3: 90",
        "· dealer × 2: 840",
        "· from Dan: 840",
        "· riichi chips in the centre: 20",
        say(message("sheet.used_reconstruction", sheet="reconstruction"), "en"),
    ]
    assert reasons(state, DAN)[:2] == ["At the start: 3000", "Hand 1, to Aya for Six and Three / 6連: −840"]
    assert reasons(state, BEN)[:2] == ["At the start: 3000", "Hand 1, riichi chip: −10"]
    assert prompts(state)[:10] == ["Jarapon! Aya has won the hand.", *reasons(state, AYA)[3:]]


def test_j7_14_and_19_padawan_is_one_each_of_1_to_9_for_50_and_knows_neither_dora_nor_bonus_tile() -> None:
    tour = "1 2 3 4 5 6 7 wild"
    state = after("1 draw 9; 1 discard 9 riichi; 2 draw; 2 discard 8", dealt(tour, dora="1", rules="padawan"))
    state = after(f"1 jarapon {tour}", state)
    assert state.phase == "build"  # nobody turns up the centre tile
    assert state.purses == (3000 + 2 * (50 + 30 + 30), 2780, 3000, 3000)
    assert not any("sheet" in line.lower() for line in reasons(state, AYA))
    false = after("1 draw 3; 1 jarapon 1 1 1 2 2 2 3 3 3", dealt(SETS, rules="padawan"))
    assert prompts(false)[1] == "These nine tiles are not one each of 1 to 9."


def test_j7_15_pon_needs_a_row_with_pon_points() -> None:
    state = after("1 draw; 1 discard 3; 2 pon 3; 2 discard 9", dealt("?", "3 3 1 2 4 5 6 9"))
    assert not any(" jarapon 1 2" in move for move in legal(after("3 draw; 3 discard 7", state)))


def test_j7_16_the_dearest_hand_counts_alone() -> None:
    state = after("1 draw 3; 1 jarapon 1 1 1 2 2 2 3 3 3", dealt(SETS))
    assert "Resistance / レジスタンス: 240" in reasons(state, AYA)
    assert not any("Three Sets" in line or "Sets in a Row" in line for line in reasons(state, AYA))


def test_j7_17_the_centre_tile_is_turned_up_only_by_a_winner_who_had_said_riichi() -> None:
    state = after("1 draw 9; 1 discard 9 riichi; 2 draw; 2 discard 3; 1 jarapon " + SETS, dealt(SETS))
    assert prompts(state) == ["Aya: turn up the bonus tile in the centre."]
    assert refused(state, "build") == "Now Aya turns up the bonus tile in the centre."
    assert "turn up wild" in legal(state)
    full = after("1 draw 9; 1 discard 9 riichi; 2 draw; 2 discard 3; 1 jarapon " + SETS, dealt(SETS, "9 9 9 9 9 9 9 8"))
    assert refused(full, "turn up 9").startswith("The tile in the centre must be 1 to 9 or an almighty")
    shown = after("turn up 2", state)
    assert jarapon.layout(shown)["bonus"] == {"2"}
    assert "· bonus tile × 3: 90" in reasons(shown, AYA)
    assert refused(dealt(), "turn up 2").startswith("Now Aya draws a tile")


def test_j7_18_opt_an_almighty_counts_as_dora_and_bonus_where_it_stands_for_their_number() -> None:
    hand = "1 1 1 2 2 2 3 wild"
    moves = f"1 draw 9; 1 discard 9 riichi; 2 draw; 2 discard 3; 1 jarapon {hand}; turn up 3"

    def bonuses(**options: Any) -> list[str]:
        state = after(moves, dealt(hand, dora="3", **options))
        return [line for line in reasons(state, AYA) if "×" in line and "dealer" not in line]

    assert bonuses() == ["· almighty × 1: 30", "· dora × 2: 60", "· bonus tile × 2: 60"]
    assert bonuses(almighty_dora="yes") == ["· almighty × 1: 30", "· dora × 3: 90", "· bonus tile × 3: 90"]


def test_j7_18_an_almighty_turned_up_as_dora_or_bonus_has_no_number() -> None:
    state = after("1 draw 9; 1 discard 9 riichi; 2 draw; 2 discard wild", dealt(SETS, dora="4"))
    state = after(f"1 jarapon {SETS}; turn up wild", state)
    assert [line for line in reasons(state, AYA) if line.startswith("· ") and "from" not in line] == [
        *("· almighty × 1: 30", "· riichi: 30", "· dealer × 2: 600", "· riichi chips in the centre: 10")
    ]
    dora = after("1 draw wild; 1 jarapon 1 1 1 2 2 2 3 3 wild", dealt(SETS, dora="wild"))
    assert not any("dora" in line for line in reasons(dora, AYA))


def test_the_hand_that_has_won_lies_open_with_the_taken_tile_or_without_it() -> None:
    state = after("1 draw; 1 discard 3; 2 jarapon " + SETS, dealt("?", SETS))
    shown = jarapon.layout(state)
    assert [shown[f"hand/2/{at}"] for at in range(1, 9)] == [{"1", "2", "3"}] * 8
    assert shown["hand/2/9"] == {"1", "2", "3", "empty"}
    assert shown["river/1/1"] == {"3", "empty"}


def test_j7_24_a_payer_without_enough_gives_what_he_has_and_the_match_ends() -> None:
    state = with_purses(after("1 draw 9", dealt("1 2 3 4 5 6 7 8")), 3000, 70, 5930, 3000)
    state = after("1 jarapon 1 2 3 4 5 6 7 8 9", state)  # 50 and a dora for 30, twice
    assert state.purses == (3000 + 70 + 160 + 160, 0, 5770, 2840)
    assert "· from Ben, everything left: 70" in prompts(state)
    assert prompts(state)[-2:] == [
        "Out of Force: Ben. The match is over.",
        "Chie is the Jedi Master with 5770 Force!",
    ]
    assert jarapon.is_over(state)
    assert legal(state) == []
    assert refused(state, "build") == "The match is over: nothing more can be played."
    assert "Hand 1, to Aya for Galaxy Tour / 銀河めぐり, everything left: −70" in reasons(state, BEN)


def test_j7_24_who_has_just_enough_has_nothing_left_either() -> None:
    state = with_purses(after("1 draw 9", dealt("1 2 3 4 5 6 7 8", players=2)), 5840, 160)
    assert jarapon.is_over(after("1 jarapon 1 2 3 4 5 6 7 8 9", state))
    richer = with_purses(after("1 draw 9", dealt("1 2 3 4 5 6 7 8", players=2)), 5830, 170)
    assert not jarapon.is_over(after("1 jarapon 1 2 3 4 5 6 7 8 9", richer))


def test_j7_24_is_looked_at_only_after_a_hand_is_settled() -> None:
    state = with_purses(after("1 draw 9", dealt(SETS, players=2)), 10, 5990)
    state = after("1 discard 9 riichi; 2 draw", state)
    assert state.purses == (0, 5990)
    assert not jarapon.is_over(state)
    state = after("2 discard 3; 1 jarapon 1 1 1 2 2 2 3 3; turn up 7", state)
    assert state.purses == (10 + 540, 5450)
    assert not jarapon.is_over(state)


def test_j7_24_whoever_has_staked_his_last_chip_in_vain_has_nothing_left() -> None:
    state = with_purses(after("1 draw", dealt(players=2)), 10, 5990)
    state = after("1 discard 9 riichi; 2 draw; 2 jarapon 1 1 1 2 2 2 4 4 4", state)
    assert prompts(state)[-2] == "Out of Force: Aya. The match is over."


def test_j7_24_by_default_a_last_chip_for_riichi_is_looked_at_after_the_hand() -> None:
    state = with_purses(after("1 draw", dealt(players=2)), 10, 5990)
    state = after("1 discard 9 riichi", state)
    assert not jarapon.is_over(state)
    assert "2 draw" in legal(state)


def test_j7_24_opt_at_once_the_match_ends_with_the_last_chip_for_riichi() -> None:
    state = with_purses(after("1 draw", dealt(players=2, broke="at_once")), 10, 5990)
    state = after("1 discard 9 riichi", state)
    assert jarapon.is_over(state)
    assert legal(state) == []
    assert prompts(state) == [
        "Out of Force: Aya. The match is over.",
        "The riichi chips in the centre belong to nobody: 10.",
        "Ben is the Jedi Master with 5990 Force!",
    ]
    rich = after("1 draw; 1 discard 9 riichi", dealt(players=2, broke="at_once"))
    assert not jarapon.is_over(rich)


def test_j7_24_the_standings_say_that_stakes_at_the_end_belong_to_nobody() -> None:
    state = with_purses(after("1 draw", dealt(players=2, broke="at_once")), 10, 5990)
    over = after("1 discard 9 riichi", state)
    sentence = "The riichi chips in the centre belong to nobody: 10."
    assert sentence in reasons(over, AYA)
    assert sentence in reasons(over, BEN)
    assert sentence not in reasons(after("1 draw; 1 discard 9 riichi", dealt(players=2)), AYA)


def test_j7_9_a_sideways_tile_that_is_taken_to_win_has_lost_its_stake() -> None:
    state = after("1 draw 9; 1 discard 3 riichi; 2 jarapon " + SETS, dealt("3 4 4 4 5 5 5 9", SETS, dora="8"))
    assert state.purses[AYA] == 3000 - 10 - 240
    assert state.purses[BEN] == 3000 + 10 + 240


def next_hand(state: State) -> State:
    dealer = state.next_dealer + 1
    return after(f"build; {dealer} throw 3; {dealer} throw 4; deal 9", state)


def test_j7_26_a_winning_dealer_stays_otherwise_the_deal_moves_right() -> None:
    stays = after("1 draw; 1 jarapon 1 2 3 4 5 6 7 8 9", dealt())
    assert after("build", stays).dealer == AYA
    moves = after("1 draw; 1 discard 9; 2 jarapon 1 2 3 4 5 6 7 8", dealt())
    assert prompts(moves)[-2] == "Ben is the dealer. The light-sabre chip goes on Ben's right, side 1 up."
    assert after("build", moves).dealer == BEN


def test_j7_26_the_match_ends_when_all_have_been_dealer_twice_in_tenures_not_hands() -> None:
    state, dealers = next_hand(begun(2)), []
    while not jarapon.is_over(state):
        dealers.append((state.dealer, state.sabre))
        seat = state.dealer + 1
        stays = len(dealers) in (1, 4)  # here the dealer wins and deals again
        hand = "1 2 3 4 5 6 7 8 9" if stays else FALSE
        state = after(f"{seat} draw; {seat} jarapon {hand}", state)
        state = state if jarapon.is_over(state) else next_hand(state)
    assert dealers == [(AYA, 1), (AYA, 1), (BEN, 1), (AYA, 2), (AYA, 2), (BEN, 2)]
    assert prompts(state)[-2] == "Everybody has been dealer twice: the match is over."


def test_j7_26_most_force_is_jedi_master_and_equals_share_a_rank() -> None:
    state = next_hand(begun(3))
    for _ in range(6):
        seat = state.dealer + 1
        state = after(f"{seat} draw; {seat} jarapon {FALSE}", state)
        state = state if jarapon.is_over(state) else next_hand(state)
    assert [(standing.score, standing.rank) for standing in jarapon.standings(state)] == [(3000, 1)] * 3
    assert prompts(state)[-1] == "Aya, Ben, Chie are Jedi Masters together, with 3000 Force each!"
    ranked = with_purses(dealt(players=3), 2500, 4000, 2500)
    assert [standing.rank for standing in jarapon.standings(ranked)] == [2, 1, 2]


def test_stakes_that_nobody_wins_any_more_belong_to_nobody() -> None:
    state = next_hand(begun(2))
    for _ in range(3):
        seat = state.dealer + 1
        state = next_hand(after(f"{seat} draw; {seat} jarapon {FALSE}", state))
    state = after(f"2 draw; 2 discard 1 riichi; 1 draw; 1 discard 9; 2 draw; 2 jarapon {FALSE}", state)
    assert "The riichi chips in the centre belong to nobody: 10." in prompts(state)
    assert sum(state.purses) == 5990
