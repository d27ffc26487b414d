"""What Galaxy Jarapon tells of the things outside the board: hand, dealer and light sabre, wall, riichi chips."""

from tests.support.engines.jarapon import (
    BROKEN,
    FALSE,
    TOUR,
    after,
    begun,
    dealer_shows,
    dealt,
    jarapon,
    next_hand,
    status,
)


def test_j7_5_the_wall_is_told_from_the_deal_on_and_has_one_tile_less_after_each_draw() -> None:
    assert status(after(BROKEN)) == ["hand 1", "dealer Aya", "sabre 1"]
    for players, tiles in ((4, 48), (3, 56), (2, 64)):
        assert status(dealt(players=players))[-1] == f"wall {tiles}"
    assert status(after("1 draw; 1 discard 1; 2 draw", dealt()))[-1] == "wall 46"


def test_j7_9_and_23_a_riichi_chip_lies_in_the_centre_until_somebody_wins() -> None:
    riichi = after("1 draw; 1 discard 2 riichi", dealt())
    assert status(riichi) == ["hand 1", "dealer Aya", "sabre 1", "wall 47", "chips 1"]
    again = after(f"2 draw; 2 jarapon {FALSE}; build", riichi)
    assert status(again) == ["hand 2", "dealer Aya", "sabre 1", "chips 1"]
    won = after(f"1 throw 3; 1 throw 4; deal 9; 1 draw; 1 jarapon {TOUR} 9; build", again)
    assert status(won) == ["hand 3", "dealer Aya", "sabre 1"]


def test_j7_26_on_the_second_side_of_the_light_sabre_it_is_told_who_is_still_to_be_dealer() -> None:
    state, told = next_hand(begun(3)), []
    while not jarapon.is_over(state):
        told.append(", ".join(line for line in status(state)[1:] if not line.startswith("wall")))
        state = dealer_shows(FALSE, state)
    assert told == [
        "dealer Aya, sabre 1",
        "dealer Ben, sabre 1",
        "dealer Chie, sabre 1",
        "dealer Aya, sabre 2, later Ben, Chie",
        "dealer Ben, sabre 2, later Chie",
        "last_dealer Chie, sabre 2",
    ]


def test_nothing_is_told_before_the_first_hand_between_two_and_after_the_last_where_the_prompts_do() -> None:
    thrown_for = jarapon.start(("Aya", "Ben"), {})
    between = after(f"1 draw; 1 jarapon {TOUR} 9", dealt())
    over = next_hand(begun(2))
    for _ in range(4):
        over = dealer_shows(FALSE, over)
    assert jarapon.is_over(over)
    assert [status(state) for state in (thrown_for, begun(), between, over)] == [[]] * 4
