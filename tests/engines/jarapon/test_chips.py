"""With which chips a payment of Galaxy Jarapon changes hands, J7-1 and J7-20 to J7-25."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.jarapon.chips import START, VALUES, Chips, handed_over, last_handings
from engines.jarapon.state import FORCE, STAKE, Entry, Worth
from tests.support.engines.jarapon import TOUR, after, dealt, prompts

purses = st.tuples(st.integers(0, 8), st.integers(0, 12), st.integers(0, 20))


def worth(chips: Chips) -> int:
    return sum(count * value for count, value in zip(chips, VALUES, strict=True))


def pieces(chips: Chips) -> int:
    return sum(map(abs, chips))


@given(purses, purses, st.integers(1, 300).map(lambda tens: 10 * tens))
def test_the_sum_is_exact_with_chips_that_both_have_and_no_fewer_would_do(
    payer: Chips, payee: Chips, points: int
) -> None:
    possible = product(*(range(-back, had + 1) for had, back in zip(payer, payee, strict=True)))
    exact = [chips for chips in possible if worth(chips) == points]
    chips = handed_over(points, payer, payee)
    assert (chips is None) is (not exact)
    if chips is not None:
        assert chips in exact
        without_change = [one for one in exact if min(one) >= 0]
        assert pieces(chips) == min(map(pieces, without_change or exact))
        assert (min(chips) >= 0) is bool(without_change)


@given(purses, purses)
def test_who_gives_everything_left_gets_no_change(payer: Chips, payee: Chips) -> None:
    assert handed_over(worth(payer), payer, payee) == payer


def account_of(seed: int, seats: int) -> Iterator[Entry]:
    """A long match: sums as they occur, riichi, false wins, and a last hand that takes all that somebody has."""
    pick, purses, stakes = random.Random(seed), [FORCE] * seats, 0
    while min(purses) > 0:
        seat, kind = pick.randrange(seats), pick.choice(("riichi", "won", "won", "false_win"))
        others = [at for at in range(seats) if at != seat]
        gained = [0] * seats
        if kind == "riichi":
            gained[seat], stakes = -STAKE, stakes + STAKE
        elif kind == "won":
            for at in pick.choice((others, others[:1])):
                gained[at] = -min(10 * pick.randint(3, 90), purses[at])
            gained[seat], stakes = stakes - sum(gained), 0
        elif purses[seat] >= 30 * len(others):
            gained = [-30 * len(others) if at == seat else 30 for at in range(seats)]
        purses = [had + more for had, more in zip(purses, gained, strict=True)]
        row = Worth("", 0, False, (), False, None, 0, max(0, sum(gained))) if kind == "won" else None
        yield Entry(1, kind, seat, tuple(gained), row)


@settings(max_examples=30)
@given(st.integers(0, 2**32), st.sampled_from([2, 3, 4]))
def test_a_whole_match_is_paid_with_the_chips_that_everybody_has(seed: int, seats: int) -> None:
    held, account = (
        [Counter(dict(zip(VALUES, START, strict=True))) for _ in range(seats)],
        list(account_of(seed, seats)),
    )
    purses = [FORCE] * seats
    for count, entry in enumerate(account, 1):
        for handing in last_handings(account[:count], seats):
            assert worth(handing.chips) == handing.points
            chips = dict(zip(VALUES, handing.chips, strict=True))
            held[handing.giver].subtract(chips)
            held[handing.taker].update(chips)
            assert min(min(chips.values()) for chips in held) >= 0
        held[entry.seat][10] += sum(entry.gained) // STAKE  # to the centre by riichi, from there for a winner
        purses = [had + more for had, more in zip(purses, entry.gained, strict=True)]
        assert [sum(value * number for value, number in chips.items()) for chips in held] == purses


def test_what_everybody_begins_with_is_what_the_rules_deal_out_to_four() -> None:
    """J7-1, J-c5: 10×10, 4×100 and 5×500 are 3000 Force, and the box of tiles has enough chips for four."""
    assert worth(START) == FORCE
    assert all(4 * count <= there for count, there in zip(START, (25, 20, 44), strict=True))


def test_a_payment_is_told_in_chips_and_change_where_the_payer_lacks_some() -> None:
    state = after(f"1 draw 9; 1 jarapon {TOUR} 9", dealt(TOUR))  # 50 and a dora for 30, twice
    assert prompts(state)[4:7] == [
        f"chips.given {name} Aya 160 chips/1/100 chips/6/10" for name in ("Ben", "Chie", "Dan")
    ]
    again = after(f"build; 1 throw 3; 1 throw 4; deal 9: {TOUR} / ? / ? / ?", state)
    told = prompts(after(f"1 draw 9; 1 jarapon {TOUR} 9", again))
    assert told[4] == "chips.with_change Ben Aya 160 chips/2/100 chips/4/10"
