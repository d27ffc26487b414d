"""False wins in Galaxy Jarapon: what is one, what it costs, and who deals then (J7-25)."""

from typing import Any

import pytest

from tests.support.engines.jarapon import (
    FALSE,
    SETS,
    after,
    dealt,
    jarapon,
    legal,
    prompts,
    reasons,
    refused,
    with_purses,
)
from tests.support.engines.seats import AYA, BEN, NAMES

BY_DEALER = f"1 draw; 1 jarapon {FALSE}"
BY_BEN = f"1 draw; 1 discard 9; 2 draw; 2 jarapon {FALSE}"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_j7_25_a_false_win_costs_30_to_each_other_player_and_stakes_stay(players: int) -> None:
    state = after(BY_BEN.replace("discard 9", "discard 9 riichi"), dealt(players=players))
    others = players - 1
    assert state.match.purses == (3020, 3000 - 30 * others, *[3030] * (players - 2))
    assert state.match.chips == 1
    paid = [f"chips.given Ben {name} 30 chips/3/10" for name in ("Aya", *NAMES[2:players])]
    said = ["false_win Ben", "none reconstruction", "fine Ben 30", *paid, "stakes_stay 10"]
    assert prompts(state)[: len(said)] == said
    assert reasons(state, BEN)[1] == f"gain.own_false_win 1 {30 * others}"
    assert reasons(state, AYA)[1:3] == ["gain.staked 1 10", "gain.false_win 1 Ben 30"]


def test_j7_25_a_ron_that_is_not_allowed_is_a_false_win() -> None:
    own = after("1 draw 3; 1 discard 3; 2 draw; 2 discard 3; 1 jarapon " + SETS, dealt(SETS, players=2))
    assert own.match.purses == (2970, 3030)  # against J7-10
    state = after("1 draw; 1 discard wild", dealt("?", SETS, almighty_ron="no"))
    called = after("2 call jarapon", state)
    assert called.claim is not None
    assert "2 call jarapon" not in legal(state)
    for shown in (after(f"2 jarapon {SETS}", state), after(f"2 jarapon {SETS}", called)):
        assert prompts(shown)[:3] == ["false_win Ben", "wild_not_taken", "fine Ben 30"]
        assert shown.match.purses == (3030, 2910, 3030, 3030)


def test_j7_25_under_padawan_a_false_win_is_void_and_dealt_again_without_a_fine() -> None:
    state = after(BY_DEALER, dealt(rules="padawan"))
    assert state.match.purses == (3000,) * 4
    assert prompts(state)[:3] == ["false_win Aya", "not_one_each", "no_fine"]
    assert reasons(state, AYA) == ["gain.start 3000"]
    by_ben = after(BY_BEN.replace("discard 9", "discard 9 riichi"), dealt(rules="padawan"))
    assert (by_ben.match.chips, by_ben.match.purses) == (1, (2990, 3000, 3000, 3000))
    assert prompts(by_ben)[3] == "stakes_stay 10"


@pytest.mark.parametrize(
    ("options", "fined", "dealers"),
    [
        ({}, True, (BEN, AYA)),  # a dealer's penalty moves the deal; otherwise the same dealer deals again
        ({"padawan_fine": "no"}, True, (BEN, AYA)),
        ({"false_win": "next_dealer"}, True, (BEN, BEN)),
        ({"rules": "padawan"}, False, (AYA, AYA)),
        ({"rules": "padawan", "padawan_fine": "yes"}, True, (BEN, AYA)),
        ({"rules": "padawan", "false_win": "next_dealer"}, False, (BEN, BEN)),
    ],
)
def test_j7_25_opt_who_is_fined_and_who_deals_after_a_false_win_of_the_dealer_and_of_another(
    options: dict[str, Any], fined: bool, dealers: tuple[int, int]
) -> None:
    for moves, dealer, purses in zip((BY_DEALER, BY_BEN), dealers, ((2910, 3030), (3030, 2910)), strict=True):
        state = after(moves, dealt(**options))
        assert state.match.purses == ((*purses, 3030, 3030) if fined else (3000,) * 4)
        assert prompts(state)[6 if fined else 3].startswith(f"dealer {NAMES[dealer]} ")
        assert after("build", state).dealer == dealer


def test_j7_25_a_penalty_that_cannot_be_paid_goes_round_to_the_right_as_far_as_it_lasts() -> None:
    state = after(BY_DEALER, with_purses(dealt(), 50, 3000, 4000, 4950))
    assert state.match.purses == (0, 3030, 4020, 4950)
    assert jarapon.is_over(state)
    broke = after(BY_BEN.replace("discard 9", "discard 9 riichi"), with_purses(dealt(), 3000, 50, 4000, 4950))
    assert not any("stakes_stay" in said for said in prompts(broke))  # nobody comes after
    assert "stakes_left 10" in prompts(broke)


def test_j7_25_what_is_shown_must_be_in_the_hand() -> None:
    known, unknown = after("1 draw 9", dealt(SETS)), after("1 draw", dealt("?", "3 3 3 3 3 3 3 9"))
    assert refused(known, f"1 jarapon {SETS} 3") == refused(unknown, f"1 jarapon {SETS} 3") == "show_not_held Aya"
    assert refused(unknown, "1 jarapon 1 1 1 2 2 2") == "show_all Aya 9"
