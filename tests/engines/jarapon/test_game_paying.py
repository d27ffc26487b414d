"""What is paid in Galaxy Jarapon and how a match goes on and ends, J7-14 to J7-26."""

from typing import Any

import pytest

from engines.jarapon import State
from tests.support.engines.jarapon import (
    FALSE,
    SETS,
    TOUR,
    after,
    begun,
    dealer_shows,
    dealt,
    jarapon,
    legal,
    next_hand,
    prompts,
    reasons,
    refused,
    with_purses,
)
from tests.support.engines.seats import AYA, BEN, DAN

NEARLY = "4 4 4 4 4 7 7 9"  # with a 7 for the 9 it waits for 4: six 4s and three 7s, 180 points, 90 with pon
NEARLY_WITH_ALMIGHTY = "4 4 4 4 7 7 9 wild"


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
        took = f"{seat} draw 1; {seat} discard 1; {right} draw; {right} discard 1 riichi; {opposite} draw"
        took += f"; {opposite} discard 7; {seat} pon 7; {seat} discard 9; {right} draw; {right} discard 2"
    else:
        took = f"{seat} draw 7; {seat} discard 9{riichi}; {right} draw; {right} discard 1 riichi"
    state = after(f"{took}; {opposite} draw; {opposite} discard 2; {left} draw", state)
    state = after(f"{left} discard 4" if "ron" in way else f"{left} discard 2; {seat} draw 4", state)
    shown = hand.replace("7 7 9", "").replace("  ", " ") if "pon" in way else hand.replace("9", "7")
    before = state
    state = after(f"{seat} jarapon {shown}" + ("" if "ron" in way else " 4"), state)
    return before, after(f"turn up {centre}", state) if riichi else state


EXTRAS: tuple[dict[str, Any], ...] = (
    {},
    {"almighty": True},
    {"dora": "7"},  # three tiles of the dora's number
    {"almighty": True, "dora": "7"},
    {"centre": "7"},  # three tiles of the bonus tile's number, which count with riichi only
    {"almighty": True, "dora": "7", "centre": "7"},
)
# The manual's summary (上がり方のまとめ): six ways to win, and what one payer pays with these extras to somebody who is
# not the dealer. The dealer gets twice as much.
SUMMARY = {
    "self-draw": (180, 210, 270, 300, 180, 300),
    "ron": (180, 210, 270, 300, 180, 300),
    "pon, self-draw": (90, 120, 180, 210, 90, 210),
    "pon, ron": (90, 120, 180, 210, 90, 210),
    "riichi, self-draw": (210, 240, 300, 330, 300, 420),
    "riichi, ron": (210, 240, 300, 330, 300, 420),
}
ROWS = [(way, extras, share) for way, row in SUMMARY.items() for extras, share in zip(EXTRAS, row, strict=True)]


@pytest.mark.parametrize(("way", "extras", "share"), ROWS)
@pytest.mark.parametrize("winner", [AYA, BEN])
def test_the_summary_of_the_manual(way: str, extras: dict[str, Any], share: int, winner: int) -> None:
    """What J7-17 gives is added up, and paid by whom J7-20 says: everybody for a self-draw, the discarder for a ron.

    J7-21: a dealer gets points and bonuses twice. J7-22: pon halves points, not bonuses. J7-23: stakes come on top.
    """
    before, state = won(way, winner, **extras)
    share = 2 * share if winner == AYA else share
    discarder = (winner + 3) % 4
    gained = [after - purse for after, purse in zip(state.match.purses, before.match.purses, strict=True)]
    expected = [(0 if "ron" in way and seat != discarder else -share) for seat in range(4)]
    expected[winner] = (share if "ron" in way else 3 * share) + 10 * before.match.chips
    assert gained == expected
    assert before.match.chips == (2 if "riichi" in way else 1)
    assert (state.match.chips, sum(state.match.purses)) == (0, 12_000)


def test_reasons_say_where_every_point_came_from() -> None:
    _, state = won("riichi, ron", AYA, almighty=True, dora="7", centre="7")
    assert reasons(state, AYA) == [
        *("gain.start 3000", "gain.staked 1 10", "gain.won 1 860", "worth.hand Six and Three / 6連 180"),
        *("worth.almighty 1 30", "worth.dora 3 90", "worth.riichi 1 30", "worth.bonus 3 90", "worth.dealer 840"),
        *("gain.from Dan 840", "gain.stakes 20", "used_reconstruction reconstruction"),
    ]
    assert reasons(state, DAN)[:2] == ["gain.start 3000", "gain.paid 1 Aya Six and Three / 6連 840"]
    assert reasons(state, BEN)[:2] == ["gain.start 3000", "gain.staked 1 10"]
    told = [*reasons(state, AYA)[3:9], "chips.given Dan Aya 840 chips/1/500 chips/3/100 chips/4/10"]
    assert prompts(state)[:10] == ["won Aya", *told, *reasons(state, AYA)[-2:]]


def test_j7_14_and_19_padawan_is_one_each_of_1_to_9_for_50_and_knows_neither_dora_nor_bonus_tile() -> None:
    tour = "1 2 3 4 5 6 7 wild"
    state = after("1 draw 9; 1 discard 9 riichi; 2 draw; 2 discard 8", dealt(tour, dora="1", rules="padawan"))
    state = after(f"1 jarapon {tour}", state)
    assert state.phase == "build"  # nobody turns up the centre tile
    assert state.match.purses == (3000 + 2 * (50 + 30 + 30), 2780, 3000, 3000)
    assert not any("reconstruction" in line for line in reasons(state, AYA))
    assert prompts(after(f"1 draw 3; 1 jarapon {SETS} 3", dealt(SETS, rules="padawan")))[1] == "not_one_each"


def test_j7_15_and_16_pon_needs_a_row_with_pon_points_and_the_dearest_hand_counts_alone() -> None:
    state = after("1 draw; 1 discard 3; 2 pon 3; 2 discard 9", dealt("?", "3 3 1 2 4 5 6 9"))
    assert not any(" jarapon 1 2" in move for move in legal(after("3 draw; 3 discard 7", state)))
    told = reasons(after(f"1 draw 3; 1 jarapon {SETS} 3", dealt(SETS)), AYA)
    assert [line for line in told if line.startswith("worth.hand")] == ["worth.hand Resistance / レジスタンス 240"]


def with_riichi(discard: str, *hands: str, dora: str = "9", **options: Any) -> State:
    """Aya, who said riichi, has won on Ben's discard: next comes the centre tile."""
    lines = f"1 draw 9; 1 discard 9 riichi; 2 draw; 2 discard {discard}; 1 jarapon {hands[0]}"
    return after(lines, dealt(*hands, dora=dora, **options))


def bonuses(state: State) -> list[str]:
    """What the winner got beside the points of his hand."""
    return [line for line in reasons(state, AYA) if line.split()[0] in ("worth.almighty", "worth.dora", "worth.bonus")]


def test_j7_17_the_centre_tile_is_turned_up_only_by_a_winner_who_had_said_riichi() -> None:
    state = with_riichi("3", SETS)
    assert prompts(state) == ["turn_up Aya"]
    assert refused(state, "build") == "due.bonus Aya"
    assert "turn up wild" in legal(state)
    assert refused(with_riichi("3", SETS, "9 9 9 9 9 9 9 8"), "turn up 9") == "centre"
    shown = after("turn up 2", state)
    assert jarapon.layout(shown)["bonus"] == {"2"}
    assert bonuses(shown) == ["worth.bonus 3 90"]
    assert refused(dealt(), "turn up 2") == "due.draw Aya"


@pytest.mark.parametrize(("option", "count"), [("no", 2), ("yes", 3)])
def test_j7_18_opt_an_almighty_counts_as_dora_and_bonus_where_it_stands_for_their_number(
    option: str, count: int
) -> None:
    state = with_riichi("3", "1 1 1 2 2 2 3 wild", dora="3", almighty_dora=option)
    counted = [f"worth.dora {count} {30 * count}", f"worth.bonus {count} {30 * count}"]
    assert bonuses(after("turn up 3", state)) == ["worth.almighty 1 30", *counted]


def test_j7_18_an_almighty_turned_up_as_dora_or_bonus_has_no_number() -> None:
    state = after("turn up wild", with_riichi("wild", SETS, dora="4"))
    assert bonuses(state) == ["worth.almighty 1 30"]
    assert bonuses(after(f"1 draw wild; 1 jarapon {SETS} wild", dealt(SETS, dora="wild"))) == ["worth.almighty 1 30"]


def test_the_hand_that_has_won_lies_open_with_the_taken_tile_or_without_it() -> None:
    shown = jarapon.layout(after("1 draw; 1 discard 3; 2 jarapon " + SETS, dealt("?", SETS)))
    assert [shown[f"hand/2/{at}"] for at in range(1, 9)] == [{"1", "2", "3"}] * 8
    assert (shown["hand/2/9"], shown["river/1/1"]) == ({"1", "2", "3", "empty"}, {"3", "empty"})


def test_j7_24_a_payer_without_enough_gives_what_he_has_and_the_match_ends() -> None:
    state = with_purses(after("1 draw 9", dealt(TOUR)), 3000, 70, 5930, 3000)
    state = after(f"1 jarapon {TOUR} 9", state)  # 50 and a dora for 30, twice
    assert state.match.purses == (3000 + 70 + 160 + 160, 0, 5770, 2840)
    assert "chips.all Ben Aya 70 chips/7/10" in prompts(state)
    assert prompts(state)[-2:] == ["over_broke Ben", "jedi_master Chie 5770"]
    assert jarapon.is_over(state)
    assert legal(state) == []
    assert refused(state, "build") == "over"
    assert "gain.paid_all 1 Aya Galaxy Tour / 銀河めぐり 70" in reasons(state, BEN)


@pytest.mark.parametrize(("purse", "over"), [(160, True), (170, False)])
def test_j7_24_who_has_just_enough_has_nothing_left_either(purse: int, over: bool) -> None:
    state = with_purses(after("1 draw 9", dealt(TOUR, players=2)), 6000 - purse, purse)
    assert jarapon.is_over(after(f"1 jarapon {TOUR} 9", state)) is over


def last_chip(**options: Any) -> State:
    """Aya has staked her last chip for riichi."""
    state = with_purses(after("1 draw 9", dealt(SETS, players=2, **options)), 10, 5990)
    return after("1 discard 9 riichi", state)


def test_j7_24_by_default_a_last_chip_for_riichi_is_looked_at_only_after_the_hand_is_settled() -> None:
    state = after("2 draw", last_chip())
    assert state.match.purses == (0, 5990)
    assert not jarapon.is_over(state)
    won = after(f"2 discard 3; 1 jarapon {SETS}; turn up 7", state)
    assert won.match.purses == (10 + 540, 5450)
    assert not jarapon.is_over(won)
    assert prompts(after("2 jarapon 1 1 1 2 2 2 4 4 4", state))[-2] == "over_broke Aya"


def test_j7_24_opt_at_once_the_match_ends_with_the_last_chip_for_riichi() -> None:
    state = last_chip(broke="at_once")
    assert jarapon.is_over(state)
    assert legal(state) == []
    assert prompts(state) == ["over_broke Aya", "stakes_left 10", "jedi_master Ben 5990"]
    assert all("stakes_left 10" in reasons(state, seat) for seat in (AYA, BEN))
    for going_on in (last_chip(), after("1 draw; 1 discard 9 riichi", dealt(players=2, broke="at_once"))):
        assert not jarapon.is_over(going_on)
        assert "stakes_left 10" not in reasons(going_on, AYA)


def test_j7_9_a_sideways_tile_that_is_taken_to_win_has_lost_its_stake() -> None:
    state = after("1 draw 9; 1 discard 3 riichi; 2 jarapon " + SETS, dealt("3 4 4 4 5 5 5 9", SETS, dora="8"))
    assert state.match.purses == (3000 - 10 - 240, 3000 + 10 + 240, 3000, 3000)


def test_j7_26_a_winning_dealer_stays_otherwise_the_deal_moves_right() -> None:
    stays = after(f"1 draw; 1 jarapon {TOUR} 9", dealt())
    assert after("build", stays).dealer == AYA
    moves = after(f"1 draw; 1 discard 9; 2 jarapon {TOUR}", dealt())
    assert prompts(moves)[-2] == "dealer Ben 1"
    assert after("build", moves).dealer == BEN


def test_j7_26_the_match_ends_when_all_have_been_dealer_twice_in_tenures_not_hands() -> None:
    state, dealers = next_hand(begun(2)), []
    while not jarapon.is_over(state):
        dealers.append((state.dealer, state.sabre))
        wins = len(dealers) in (1, 4)  # here the dealer wins and deals again
        state = dealer_shows(f"{TOUR} 9" if wins else FALSE, state)
    assert dealers == [(AYA, 1), (AYA, 1), (BEN, 1), (AYA, 2), (AYA, 2), (BEN, 2)]
    assert prompts(state)[-2] == "over_dealt"


def test_j7_26_most_force_is_jedi_master_and_equals_share_a_rank() -> None:
    state = next_hand(begun(3))
    for _ in range(6):
        state = dealer_shows(FALSE, state)
    assert [(standing.score, standing.rank) for standing in jarapon.standings(state)] == [(3000, 1)] * 3
    assert prompts(state)[-1] == "jedi_masters Aya, Ben, Chie 3000"
    ranked = with_purses(dealt(players=3), 2500, 4000, 2500)
    assert [standing.rank for standing in jarapon.standings(ranked)] == [2, 1, 2]


def test_stakes_that_nobody_wins_any_more_belong_to_nobody() -> None:
    state = next_hand(begun(2))
    for _ in range(3):
        state = dealer_shows(FALSE, state)
    state = after(f"2 draw; 2 discard 1 riichi; 1 draw; 1 discard 9; 2 draw; 2 jarapon {FALSE}", state)
    assert "stakes_left 10" in prompts(state)
    assert sum(state.match.purses) == 5990
