"""False wins in Galaxy Jarapon: what is one, what it costs, and who deals then (J7-25)."""

import pytest

from tests.support.engines.jarapon import (
    BROKEN,
    FALSE,
    after,
    dealt,
    jarapon,
    legal,
    lines_of,
    prompts,
    reasons,
    refused,
    with_purses,
)
from tests.support.engines.records import read_record

AYA, BEN = range(2)
SETS = "1 1 1 2 2 2 3 3"  # waits for 3, and for an almighty


@pytest.mark.parametrize("players", [2, 3, 4])
def test_j7_25_a_false_win_costs_30_to_each_other_player_and_stakes_stay(players: int) -> None:
    state = after("1 draw; 1 discard 9 riichi; 2 draw; 2 jarapon 1 1 1 2 2 2 3 3 4", dealt(players=players))
    others = players - 1
    assert state.purses == (3020, 3000 - 30 * others, *[3030] * (players - 2))
    assert state.chips == 1
    assert prompts(state)[:3] == [
        "Ben has not won: a false win is void.",
        "This is not a hand on the sheet reconstruction.",
        "Ben pays 30 to everybody else.",
    ]
    assert reasons(state, BEN)[1] == f"Hand 1, false win: −{30 * others}"
    assert reasons(state, AYA)[1:3] == ["Hand 1, riichi chip: −10", "Hand 1, false win of Ben: +30"]


def test_j7_25_a_false_win_by_ron_against_j7_10() -> None:
    state = after("1 draw 3; 1 discard 3; 2 draw; 2 discard 3; 1 jarapon " + SETS, dealt(SETS, players=2))
    assert state.purses == (2970, 3030)


def test_j7_25_a_ron_on_an_almighty_where_it_is_not_taken_is_a_false_win() -> None:
    state = after("1 draw; 1 discard wild", dealt("?", SETS, almighty_ron="no"))
    assert "2 call jarapon" not in legal(state)
    for shown in (after(f"2 jarapon {SETS}", state), after(f"2 call jarapon; 2 jarapon {SETS}", state)):
        assert prompts(shown)[:3] == [
            "Ben has not won: a false win is void.",
            "At this table you may not win on a discarded almighty.",
            "Ben pays 30 to everybody else.",
        ]
        assert shown.purses == (3030, 2910, 3030, 3030)
    assert after("2 call jarapon", state).claim is not None


def test_j7_25_under_padawan_a_false_win_is_void_and_dealt_again_without_a_fine() -> None:
    state = dealt(rules="padawan")
    by_dealer = after(f"1 draw; 1 jarapon {FALSE}", state)
    assert by_dealer.purses == (3000,) * 4
    assert prompts(by_dealer)[:3] == [
        "Aya has not won: a false win is void.",
        "These nine tiles are not one each of 1 to 9.",
        "By the Padawan rules it costs nothing.",
    ]
    assert after("build", by_dealer).dealer == AYA
    assert reasons(by_dealer, AYA) == ["At the start: 3000"]
    by_ben = after(f"1 draw; 1 discard 9 riichi; 2 draw; 2 jarapon {FALSE}; build", state)
    assert (by_ben.dealer, by_ben.chips, by_ben.purses) == (AYA, 1, (2990, 3000, 3000, 3000))


def test_j7_25_opt_the_fine_under_padawan() -> None:
    state = after(f"1 draw; 1 jarapon {FALSE}", dealt(rules="padawan", padawan_fine="yes"))
    assert state.purses == (2910, 3030, 3030, 3030)
    assert prompts(state)[2] == "Aya pays 30 to everybody else."
    assert after("build", state).dealer == BEN
    master = after(f"1 draw; 1 jarapon {FALSE}", dealt(padawan_fine="no"))
    assert master.purses == (2910, 3030, 3030, 3030)


def test_j7_25_opt_the_deal_moves_under_padawan_too() -> None:
    state = dealt(rules="padawan", false_win="next_dealer")
    assert after(f"1 draw; 1 jarapon {FALSE}; build", state).dealer == BEN
    assert after(f"1 draw; 1 discard 9; 2 draw; 2 jarapon {FALSE}; build", state).dealer == BEN


def test_j7_25_a_record_of_the_time_when_padawan_fined_goes_as_it_went() -> None:
    lines = "# players: 2\n# rules: padawan\n# dealer: first\n" + "\n".join(
        lines_of(f"{BROKEN}; deal 9; 1 draw; 1 jarapon {FALSE}; build; 2 throw 1")
    )
    _, options, played = read_record(jarapon, lines)
    assert options["padawan_fine"] == "yes"
    assert "# padawan_fine: no\n" in jarapon.write_record((), {"rules": "padawan"}, played[:1])
    assert jarapon.write_record(("Aya", "Ben"), options, played).splitlines()[:4] == [
        *("# player: Aya", "# player: Ben", "# rules: padawan", "# dealer: first")
    ]
    assert read_record(jarapon, "# dealer: first\nbuild")[1] == {"dealer": "first"}  # under Master it matters nothing


def test_j7_25_a_dealers_penalty_moves_the_deal_otherwise_the_same_dealer_deals_again() -> None:
    assert after(f"1 draw; 1 jarapon {FALSE}; build", dealt()).dealer == BEN
    assert after(f"1 draw; 1 discard 9; 2 draw; 2 jarapon {FALSE}; build", dealt()).dealer == AYA


def test_j7_25_opt_the_deal_moves_after_anybodys_false_win() -> None:
    state = dealt(false_win="next_dealer")
    assert after(f"1 draw; 1 jarapon {FALSE}; build", state).dealer == BEN
    assert after(f"1 draw; 1 discard 9; 2 draw; 2 jarapon {FALSE}; build", state).dealer == BEN


def test_j7_25_a_penalty_that_cannot_be_paid_goes_round_to_the_right_as_far_as_it_lasts() -> None:
    state = with_purses(after("1 draw", dealt()), 50, 3000, 4000, 4950)
    state = after(f"1 jarapon {FALSE}", state)
    assert state.purses == (0, 3030, 4020, 4950)
    assert jarapon.is_over(state)


def test_j7_25_what_is_shown_must_be_in_the_hand() -> None:
    known = after("1 draw 9", dealt(SETS))
    assert refused(known, "1 jarapon 1 1 1 2 2 2 3 3 3").startswith("Aya cannot have these tiles")
    unknown = after("1 draw", dealt("?", "3 3 3 3 3 3 3 9"))
    assert refused(unknown, "1 jarapon 1 1 1 2 2 2 3 3 3").startswith("Aya cannot have these tiles")
    assert refused(unknown, "1 jarapon 1 1 1 2 2 2") == (
        "Aya, lay all your concealed tiles open, so that each can be read. There must be 9."
    )
