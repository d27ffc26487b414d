"""Each way to win, in and out of its bracket, by the payer's jokers: S-11 to S-18, played out on a table."""

import pytest

from engines import stop
from engines.stop.payment import Payment
from engines.stop.state import State
from tests.support.engines.in_short import short
from tests.support.engines.seats import AYA, BEN, CHIE, DAN, EMI
from tests.support.engines.stop import WAITING_FOR_5, after, legal, shown, table, told

LOW = "AS AH AD AC 2S 2H 2D"
TENS = "10S 10H JS JH QS QH KS"
FIVE_DISCARDS = "3S 4S 6S 7S 8S"  # the first round is over when the dealer's turn comes again

# What the payer of each line pays with 0, 1, 2 … jokers in his hand: once for the win, and once where it is doubled.
TABLE = {
    ("stop", "once"): (1, 2, 4, 8, 16, 32, 64),
    ("stop", "first round"): (2, 4, 8, 16, 32, 64, 128),
    ("failed_stop", "once"): (4, 8, 16, 32, 64, 128, 256),
    ("failed_stop", "first round"): (8, 16, 32, 64, 128, 256, 512),
    ("seventy", "once"): (1, 2, 4, 8, 16, 32, 64),
    ("seventy", "first round"): (2, 4, 8, 16, 32, 64, 128),
    ("out", "once"): (1, 2, 4, 8, 16, 32, 64),
    ("out", "first round"): (2, 4, 8, 16, 32, 64, 128),
    ("tsumo", "once"): (1, 2, 4, 8, 16, 32, 64),
    ("tsumo", "one-shot"): (2, 4, 8, 16, 32, 64, 128),
    ("tsumo without riichi", "once"): (1, 2, 4, 8, 16, 32, 64),
    ("tsumo without riichi", "first round"): (1, 2, 4, 8, 16, 32, 64),
    ("ron", "once"): (4, 8, 16, 32, 64, 128, 256),
    ("ron", "first round"): (4, 8, 16, 32, 64, 128, 256),
    ("ron", "one-shot"): (8, 16, 32, 64, 128, 256, 512),
    ("hit", "once"): (4, 8, 16, 32, 64, 128, 256),
    ("hit", "first round"): (8, 16, 32, 64, 128, 256, 512),
}
ROWS = [(way, when, jokers, coins) for (way, when), row in TABLE.items() for jokers, coins in enumerate(row)]


PAYER_AND_PAYEE = {"failed_stop": (AYA, BEN), "out": (EMI, AYA), "ron": (BEN, CHIE), "hit": (BEN, CHIE)}


def won(way: str, when: str, jokers: int) -> State:
    """A game that is won in this way, when everything is paid. One payer, a failed Stop's caller, has the jokers."""
    payer = " ".join([*["8H", "8D", "9H", "9C", "7D", "7C", "6H"][jokers:], *["joker"] * jokers])
    river = "" if when == "first round" else FIVE_DISCARDS
    if way in ("ron", "hit"):
        return won_on_a_discard(way, when, payer)
    hands = {
        "stop": {AYA: LOW, BEN: payer},
        "failed_stop": {AYA: payer, BEN: LOW} if jokers < 5 else {AYA: payer, BEN: "AS"},
        "seventy": {AYA: TENS, BEN: payer},
        "out": {AYA: "10D 5H 5S", EMI: payer},  # Ben's hit would beat it
        "tsumo": {AYA: WAITING_FOR_5, BEN: payer},
        "tsumo without riichi": {AYA: WAITING_FOR_5, BEN: payer},
    }[way]
    moves = {
        "stop": ["1 stop"],
        "failed_stop": ["1 stop"],
        "seventy": ["1 70"],
        "out": ["draw 5C", "meld 5H 5S 5C", "discard 10D", "1 out"],
    }.get(way, ["draw 5C", "1 tsumo"])
    riichi = [AYA] if way == "tsumo" else []
    one_shot = riichi if when == "one-shot" else []
    state = table(hands, river=river, stock="5C", riichi=riichi, one_shot=one_shot, options={"jokers": 6})
    return shown(after(state, *moves))


def won_on_a_discard(way: str, when: str, payer: str) -> State:
    """Ben discards what Chie, who sits at his right, is waiting for."""
    river = "3S" if when == "first round" else f"{FIVE_DISCARDS} 10C"
    riichi = [CHIE] if way == "ron" else []
    one_shot = riichi if when == "one-shot" else []
    hands = {BEN: payer, CHIE: WAITING_FOR_5}
    state = table(hands, river=river, stock="5C", riichi=riichi, one_shot=one_shot, options={"jokers": 6})
    return shown(after(state, "draw 5C", "discard 5C", f"3 {way}"))


@pytest.mark.parametrize(("way", "when", "jokers", "coins"), ROWS)
def test_s_11_to_s_17_what_a_payer_pays(way: str, when: str, jokers: int, coins: int) -> None:
    state = won(way, when, jokers)
    payer, payee = PAYER_AND_PAYEE.get(way, (BEN, AYA))
    (made,) = (payment for payment in state.showdown.payments if (payment.payer, payment.payee) == (payer, payee))
    assert (made.coins, made.jokers) == (coins, jokers)
    assert bool(made.doubled) == (coins == 2 * TABLE[way, "once"][jokers])
    assert sum(state.coins) == 0


@pytest.mark.parametrize("way", ["stop", "seventy", "out", "tsumo", "tsumo without riichi"])
def test_s_11_to_s_15_each_other_player_pays_his_own_part(way: str) -> None:
    state = won(way, "once", jokers=2)
    assert [payment.payer for payment in state.showdown.payments] == [BEN, CHIE, DAN, EMI]
    assert sorted(state.coins) == [-4, -1, -1, -1, 7]


@pytest.mark.parametrize("way", ["ron", "hit"])
def test_s_16_s_17_only_the_discarder_pays(way: str) -> None:
    assert won(way, "once", jokers=1).showdown.payments == (Payment(way, BEN, CHIE, 8, "", 1),)


def test_s_11_s_12_s_18_a_strictly_lower_total_wins_else_it_costs_four_to_each_who_has_no_more() -> None:
    """Jokers double what the others have only."""
    hands = {AYA: "6S joker", BEN: "3S joker joker", CHIE: "7S", DAN: "4S joker", EMI: "8C"}
    state = shown(after(table(hands, river="9S 9H 9D 9C 10S", options={"jokers": 4}), "1 stop"))
    assert [payment.kind for payment in state.showdown.payments] == ["stop"] * 4  # 6 against 12, 7, 8 and 8
    assert state.coins == (8, -4, -1, -2, -1)
    equal = {AYA: "6S", BEN: "3S joker", CHIE: "7S", DAN: "8S", EMI: "8C"}
    assert shown(after(table(equal, river="9S 9H 9D 9C 10S"), "1 stop")).coins == (-4, 4, 0, 0, 0)
    hands = {AYA: "3S 3H 2S", BEN: "8S", CHIE: "9S", DAN: "AS AH AD", EMI: "7S"}
    state = shown(after(table(hands, river="4S 4H 6S 9H 9D"), "1 stop"))
    assert state.coins == (-12, 4, 0, 4, 4)  # Ben's 8 are just as many
    assert told(state)[:4] == ["won_failed_stop Aya 8", *(f"pays Aya {name} 4 0" for name in ("Ben", "Dan", "Emi"))]


def test_s_14_one_who_has_won_on_the_last_discard_takes_the_out_away() -> None:
    hands = {AYA: "5D 7S 7H", CHIE: WAITING_FOR_5}
    state = table(hands, riichi=[CHIE], river=FIVE_DISCARDS.replace("7S", "10S"), stock="7D")
    state = after(state, "draw 7D", "meld 7S 7H 7D", "discard 5D")
    assert legal(state, "out") == ["1 out"]
    state = shown(after(state, "3 ron"))
    assert (state.coins, state.match.dealer) == ((-4, 0, 4, 0, 0), CHIE)


@pytest.mark.parametrize(
    ("way", "when", "jokers", "line"),
    [
        ("stop", "once", 0, "pays Ben Aya 1 0"),
        ("stop", "once", 1, "pays_jokers Ben Aya 2 1"),
        ("hit", "first round", 0, "pays_first Ben Chie 8 0"),
        ("stop", "first round", 2, "pays_first_jokers Ben Aya 8 2"),
        ("ron", "one-shot", 0, "pays_one_shot Ben Chie 8 0"),
        ("tsumo", "one-shot", 3, "pays_one_shot_jokers Ben Aya 16 3"),
    ],
)
def test_each_payment_is_told_with_what_doubled_it(way: str, when: str, jokers: int, line: str) -> None:
    assert next(one for one in told(won(way, when, jokers)) if one.startswith("pays")) == line


def test_standings_say_where_every_coin_came_from() -> None:
    standings = stop.standings(won("tsumo", "one-shot", 1))
    assert [(standing.score, standing.rank) for standing in standings] == [(10, 1), (-4, 5), (-2, 2), (-2, 2), (-2, 2)]
    assert [short(reason) for reason in standings[AYA].reasons] == ["account.tsumo 10"]
