"""What must hold in every game of Stop: cards and coins are kept, and nothing hidden leaks."""

import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from device.texts import catalogue
from engines import stop
from engines.contract import IllegalMove
from engines.hands import without
from engines.stop.campaign import KING
from engines.stop.cards import deck, in_order
from engines.stop.melds import arranged
from engines.stop.moves import CALLS, Call, Move, Pon, Show
from engines.stop.state import SEATS, Phase, State
from engines.vocabulary import UNKNOWN
from tests.support.engines import fuzz
from tests.support.engines.positions import some_ply

Ply = tuple[State, Move]
plies = some_ply(stop)
viewers = st.sampled_from([None, *range(SEATS)])


def test_lively_games_are_lively() -> None:
    played = [ply for seed in range(fuzz.GAMES) for ply in fuzz.plies(stop, seed)]
    made = {f"Call {move.what}" if isinstance(move, Call) else type(move).__name__ for _, move in played}
    assert {"Meld", "LayOff", "Take", "Pon", "Show", "Call riichi", "Call stop", "Call ron", "Call tsumo"} <= made
    assert {state.phase for state, _ in played} >= set(Phase) - {
        "over",
        "last",
    }


@settings(max_examples=80)
@given(plies, viewers)
def test_every_card_is_somewhere_and_every_coin_accounted_for(ply: Ply, viewer: int | None) -> None:
    for state in (ply[0], stop.view(ply[0], viewer)):
        places = [*state.stock, *state.river, *state.lots]
        places += [card for seat in state.seats for card in seat.hand]
        places += [card for laid in state.melds for card in laid.cards]
        assert len(places) == state.house.cards
        assert not Counter(card for card in places if card != UNKNOWN) - Counter(deck(state.house.jokers))
        assert all(arranged(laid.cards, state.house.around) == laid.cards for laid in state.melds)
        assert sum(state.coins) + state.match.stakes == (state.house.course or 0)


@settings(max_examples=60)
@given(plies, viewers, st.integers(0, 2**32))
def test_a_view_does_not_depend_on_what_it_hides(ply: Ply, viewer: int | None, seed: int) -> None:
    """All hidden cards are shuffled among the places where they lie: nobody can tell."""
    state, _ = ply
    secret = [seat.shown if at != viewer else seat.hand for at, seat in enumerate(state.seats)]
    hidden = [card for seat, kept in zip(state.seats, secret, strict=True) for card in without(seat.hand, *kept)]
    hidden += state.stock
    random.Random(seed).shuffle(hidden)
    seats = []
    for seat, kept in zip(state.seats, secret, strict=True):
        count = len(seat.hand) - len(kept)
        seats.append(replace(seat, hand=in_order((*kept, *hidden[:count]))))
        hidden = hidden[count:]
    drawn = None if state.drawn is None else state.drawn if state.turn == viewer else "AS"
    other = replace(state, match=replace(state.match, seed=seed), seats=tuple(seats), stock=tuple(hidden), drawn=drawn)
    view = stop.view(state, viewer)
    assert stop.view(other, viewer) == view
    assert stop.layout(other) == stop.layout(view)
    assert stop.prompt(other) == stop.prompt(view)
    assert stop.standings(other) == stop.standings(view)


@settings(max_examples=60)
@given(plies, st.integers(0, SEATS - 1))
def test_a_call_of_the_wrong_player_is_refused(ply: Ply, seat: int) -> None:
    state, move = ply
    if isinstance(move, Call | Pon | Show):
        other = replace(move, seat=seat)
        try:
            stop.play(state, other)
        except IllegalMove:
            assert other not in stop.moves(state)
        else:
            assert other in stop.moves(state)


@settings(max_examples=40)
@given(plies)
def test_standings_rank_by_coins_and_their_reasons_add_up(ply: Ply) -> None:
    state = ply[0]
    standings = stop.standings(state)
    generals = standings[KING + 1 :] if state.match.campaign else standings
    for one in standings:
        assert one.score == sum(int(dict(reason.facts).get("coins", 0)) for reason in one.reasons)
    for one in generals:
        ahead = sum(other.score > one.score for other in generals)
        assert one.rank == 1 + ahead + (state.match.campaign is not None and state.coins[KING] > 0)


def test_every_refusal_has_its_words() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in Path(stop.__path__[0]).glob("*.py"))
    codes = set(re.findall(r'refused\("(\w+)"', source))
    codes |= {f"now_{phase}" for phase in Phase} | {f"no_{what}_now" for what in CALLS}
    assert {key.rsplit(".", 1)[1] for key in catalogue("en") if key.startswith("stop.illegal.")} == codes
