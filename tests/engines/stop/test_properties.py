"""What must hold in every game of Stop: cards and coins are kept, nothing hidden leaks, nothing breaks."""

import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from device.texts import catalogue
from engines import stop
from engines.bots import greedy_move
from engines.contract import IllegalMove
from engines.hands import without
from engines.stop.campaign import KING
from engines.stop.cards import deck, in_order
from engines.stop.melds import arranged
from engines.stop.moves import CALLS, Call, Draw, Lot, Move, Pon, Show
from engines.stop.state import OPTIONS, PHASES, SEATS, State
from engines.vocabulary import UNKNOWN
from tests.support.engines.laws import any_table
from tests.support.engines.stop import table

GAMES = 6
Ply = tuple[State, Move]


@cache
def lively(seed: int) -> tuple[Ply, ...]:
    """A match in which simple players make most moves, so that riichi, pon and all ways to win come up; now and then
    any move is made, and Stop is often thought better of."""
    players, options = any_table(stop, seed)
    pick, state = random.Random(seed), stop.deal(players, options, seed)
    plies: list[Ply] = []
    while len(plies) < 150 and not stop.is_over(state):
        legal = stop.moves(state)
        move = greedy_move(stop, state, pick.randrange(SEATS), SEATS)
        if pick.random() < 0.1 or (isinstance(move, Call) and move.what == "stop" and pick.random() < 0.7):
            move = pick.choice([one for one in legal if one != move] or [move])
        plies.append((state, move))
        state = stop.play(state, move)
    return tuple(plies)


@st.composite
def plies(draw: Callable[[Any], Any]) -> Ply:
    """Some state of some lively game, and what is done there."""
    game = lively(draw(st.integers(0, GAMES - 1)))
    return game[draw(st.integers(0, len(game) - 1))]


viewers = st.sampled_from([None, *range(SEATS)])


def test_lively_games_are_lively() -> None:
    made = Counter(
        f"{type(move).__name__} {move.what}" if isinstance(move, Call) else type(move).__name__
        for seed in range(GAMES)
        for _, move in lively(seed)
    )
    assert {"Meld", "LayOff", "Take", "Pon", "Show", "Call riichi", "Call stop", "Call ron", "Call tsumo"} <= set(made)
    assert {state.phase for seed in range(GAMES) for state, _ in lively(seed)} >= set(PHASES) - {"over", "last"}


@settings(max_examples=80)
@given(plies(), viewers)
def test_every_card_is_somewhere_and_every_coin_accounted_for(ply: Ply, viewer: int | None) -> None:
    for state in (ply[0], stop.view(ply[0], viewer)):
        places = [*state.stock, *state.river, *state.lots]
        places += [card for seat in state.seats for card in seat.hand]
        places += [card for laid in state.melds for card in laid.cards]
        assert len(places) == state.rules.cards
        assert not Counter(card for card in places if card != UNKNOWN) - Counter(deck(state.rules.jokers))
        assert all(arranged(laid.cards, state.rules.around) == laid.cards for laid in state.melds)
        assert sum(state.coins) + state.stakes == (state.rules.course or 0)


@settings(max_examples=80)
@given(plies(), viewers)
def test_every_move_that_is_listed_can_be_made(ply: Ply, viewer: int | None) -> None:
    for state in (ply[0], stop.view(ply[0], viewer)):
        moves = stop.moves(state)
        assert len(set(moves)) == len(moves)
        for move in moves:
            stop.play(state, move)


@settings(max_examples=80)
@given(plies(), viewers)
def test_what_is_legal_could_be_true_for_whoever_sees_less(ply: Ply, viewer: int | None) -> None:
    state, _ = ply
    seen = stop.view(state, viewer)
    for move in stop.moves(state):
        assert stop.play(seen, stop.observed(state, move, viewer)) == stop.view(stop.play(state, move), viewer)


@settings(max_examples=60)
@given(plies(), viewers, st.integers(0, 2**32))
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
    other = replace(state, seed=seed, seats=tuple(seats), stock=tuple(hidden), drawn=drawn)
    view = stop.view(state, viewer)
    assert stop.view(other, viewer) == view
    assert stop.layout(other) == stop.layout(view)
    assert stop.prompt(other) == stop.prompt(view)
    assert stop.standings(other) == stop.standings(view)


@settings(max_examples=60)
@given(plies(), st.integers(0, SEATS - 1))
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
@given(plies())
def test_standings_rank_by_coins_and_their_reasons_add_up(ply: Ply) -> None:
    state = ply[0]
    standings = stop.standings(state)
    generals = standings[KING + 1 :] if state.campaign else standings
    for one in standings:
        assert one.score == sum(int(dict(reason.facts).get("coins", 0)) for reason in one.reasons)
    for one in generals:
        ahead = sum(other.score > one.score for other in generals)
        assert one.rank == 1 + ahead + (state.campaign is not None and state.coins[KING] > 0)


def test_a_simple_player_wants_what_he_may_do_by_what_he_sees() -> None:
    for state, _ in lively(1):
        for seat in range(SEATS):
            view = stop.view(state, seat)
            wanted = stop.greedy(view, seat)
            if wanted is not None and not isinstance(wanted, Draw | Lot):
                stop.play(view, wanted)


def test_every_refusal_and_every_option_has_its_words() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in Path(stop.__path__[0]).glob("*.py"))
    codes = set(re.findall(r'refused\("(\w+)"', source))
    codes |= {f"now_{phase}" for phase in set(PHASES)} | {f"no_{what}_now" for what in CALLS}
    sentences = catalogue("en")
    assert {key.rsplit(".", 1)[1] for key in sentences if key.startswith("stop.illegal.")} == codes
    asked = [option for option in OPTIONS if option.asked]
    words = {f"stop.option.{option.name}" for option in asked}
    words |= {f"stop.option.{option.name}_{value}" for option in asked for value in option.allowed}
    assert {key for key in sentences if key.startswith("stop.option.")} == words


def test_a_leak_would_be_seen() -> None:
    """The engine's own hands are in no view: a check of the checks above."""
    state = table({})
    assert stop.view(state, None) != state
    assert all(card == UNKNOWN for seat in stop.view(state, None).seats for card in seat.hand)
    assert stop.view(state, 1).seats[1] == state.seats[1]
    assert stop.view(state, 1).seed is None
