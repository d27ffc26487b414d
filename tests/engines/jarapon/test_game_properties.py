"""What must hold in every match of Galaxy Jarapon, however it is played, fouls included."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.contract import IllegalMove
from engines.jarapon import Move, State
from engines.jarapon.calls import jarapon_refused
from engines.jarapon.moves import Discard, Draw, Show, Throw
from engines.jarapon.wall import SUPPLY
from engines.vocabulary import EMPTY, NOTHING, UNKNOWN, across
from tests.support.engines import laws
from tests.support.engines.jarapon import jarapon

MOST = 120  # moves of a match that are looked at
FOULS = 0.03  # how often somebody says “Jarapon!” at random
seeds = st.integers(0, 2**32)


def foul(state: State, pick: random.Random) -> Move | None:
    """A hand shown by somebody who may say that he has won, whether he has or not (J7-25)."""
    seats = [seat for seat in range(len(state.players)) if jarapon_refused(state, seat) is None]
    if state.phase not in ("draw", "discard") or not seats or pick.random() > FOULS:
        return None
    seat = pick.choice(seats)
    return Show(seat, state.in_hand(seat))


def played(seed: int, most: int = MOST) -> Iterator[tuple[State, Move]]:
    """A known match of players who pick any legal move, and now and then a false win."""
    pick, state = random.Random(seed), laws.dealt(jarapon, seed)
    for _ in range(most):
        moves = jarapon.moves(state)
        if not moves:
            return
        move = foul(state, pick) or pick.choice(moves)
        yield state, move
        state = jarapon.play(state, move)


def every_tile(state: State) -> Counter[str]:
    tiles = Counter([*state.wall, state.under, state.dora, state.centre.tile])
    for at, seat in enumerate(state.seats):
        tiles.update(state.in_hand(at))
        tiles.update(lying.tile for lying in seat.river)
        tiles.update(tile for laid in seat.sets for tile in laid.tiles)
    return tiles


@settings(max_examples=6)
@given(seeds)
def test_tiles_and_chips_are_conserved_and_a_place_of_the_layout_holds_something_that_there_is(seed: int) -> None:
    for state, _ in played(seed):
        assert sum(state.match.purses) + 10 * state.match.chips == 3000 * len(state.players)
        broken = bool(state.match.hand and state.phase not in ("break", "deal"))
        tiles, public = every_tile(state), every_tile(jarapon.view(state, None))
        for seen in (tiles, public):
            seen[UNKNOWN] -= 0 if broken else 2  # the dora and what lies under it are still in the wall
        known = Counter({face: count for face, count in public.items() if face != UNKNOWN})
        assert not state.match.hand or (+tiles == SUPPLY and public.total() == 83 and known <= Counter(SUPPLY))
        shown = jarapon.layout(state)
        assert all(look and look <= {*SUPPLY, *map(across, SUPPLY), "back", EMPTY} for look in shown.values())
        standing = sum(EMPTY not in look for place, look in shown.items() if place.startswith("wall"))
        assert standing == ((len(state.wall) + 1) // 2 if broken else len(state.wall) // 2)
        assert (shown["dora"] != NOTHING) is broken
        assert all(place.split("/")[1] in "1234" for place in shown if "/" in place)


@settings(max_examples=6)
@given(seeds)
def test_the_account_says_all_that_was_gained_and_each_payment_sums_to_zero(seed: int) -> None:
    for state, move in played(seed):
        after = jarapon.play(state, move)
        for seat, purse in enumerate(after.match.purses):
            assert purse == 3000 + sum(entry.gained[seat] for entry in after.match.account)
        for entry in after.match.account[len(state.match.account) :]:
            from_the_centre = {"riichi": -10, "won": 10 * state.match.chips}.get(entry.kind, 0)
            assert sum(entry.gained) == from_the_centre
        ranked = sorted(after.match.purses, reverse=True)
        for standing in jarapon.standings(after):
            assert standing.score == after.match.purses[standing.player]
            assert standing.rank == 1 + ranked.index(standing.score)


@settings(max_examples=6)
@given(seeds)
def test_false_wins_keep_the_laws_of_hidden_tiles_and_a_view_leaks_nothing(seed: int) -> None:
    """What the table sees, and what each player sees, is all that a false win hangs on."""
    players, options = laws.any_table(jarapon, seed)
    begun = laws.dealt(jarapon, seed)
    own = {viewer: jarapon.view(begun, viewer) for viewer in (None, *range(len(players)))}
    assert own[None] == jarapon.start(players, options)
    for state, move in played(seed):
        after = jarapon.play(state, move)
        public = jarapon.view(after, None)
        assert jarapon.layout(public) == jarapon.layout(after)
        assert jarapon.standings(public) == jarapon.standings(after)
        assert jarapon.prompt(public) == jarapon.prompt(after)
        for viewer, before in list(own.items()):
            own[viewer] = seen = jarapon.play(before, jarapon.observed(state, move, viewer))
            assert seen == jarapon.view(after, viewer)
            hidden = [hand.hand for at, hand in enumerate(seen.seats) if at not in (viewer, after.shown)]
            assert seen.match.seed is None
            assert {*seen.wall, seen.under, *chain.from_iterable(hidden)} <= {UNKNOWN}


@settings(max_examples=5)
@given(seeds)
def test_what_a_player_may_do_in_his_own_view_he_may_do_at_the_table(seed: int) -> None:
    """His own moves are the same; whatever is legal is among what the table holds possible."""
    for state, _ in played(seed, most=60):
        public = {str(jarapon.move_to_json(move)) for move in jarapon.moves(jarapon.view(state, None))}
        for move in jarapon.moves(state):
            seen = jarapon.observed(state, move, None)
            shown = Show(seen.seat, UNKNOWN) if isinstance(seen, Show) else seen
            assert jarapon.move_to_json(shown) in public
        for seat in range(len(state.players)):
            own = jarapon.view(state, seat)
            mine = [move for move in jarapon.moves(state) if getattr(move, "seat", None) == seat]
            seen_by_him = [move for move in jarapon.moves(own) if getattr(move, "seat", None) == seat]
            if not any(isinstance(move, Draw | Throw) for move in mine):
                assert mine == seen_by_him


@settings(max_examples=5)
@given(seeds)
def test_a_move_for_the_wrong_player_is_refused(seed: int) -> None:
    for state, move in played(seed, most=60):
        if isinstance(move, Draw | Discard | Throw):
            for seat in set(range(-1, len(state.players) + 1)) - {move.seat}:
                with pytest.raises(IllegalMove):
                    jarapon.play(state, type(move)(seat, *[getattr(move, name) for name in move.__slots__[1:]]))
