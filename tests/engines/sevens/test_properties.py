"""What must hold in every game of Kylo Ren Siege."""

import random
from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engines import sevens
from engines.hands import in_order
from engines.sevens import Lay, State
from engines.sevens.state import OPENERS
from engines.vocabulary import EMPTY, FACE_DOWN, NOTHING, UNKNOWN, WILD
from tests.support.engines import laws

ALL_TILES = Counter([*"123456789" * 6, WILD])
seeds = st.integers(0, 2**32)


@settings(max_examples=5)
@given(seeds)
def test_no_tile_is_ever_lost_or_seen_by_who_may_not(seed: int) -> None:
    for state in laws.states(sevens, seed, 300):
        looks = {place: look for place, look in sevens.layout(state).items() if look != NOTHING}
        known = Counter(face for place, look in looks.items() if place.startswith("row/") for face in look)
        for tiles in (*state.hands, state.stock):
            known.update(tile for tile in tiles if tile not in (UNKNOWN, EMPTY))
        hidden = sum(tiles.count(UNKNOWN) for tiles in (*state.hands, state.stock))
        assert hidden == state.unseen.total()
        assert known + state.unseen == ALL_TILES
        assert list(looks.values()).count(FACE_DOWN) == len(state.stock) - state.stock.count(EMPTY)
        for seat, hand in enumerate(state.hands):
            own = sevens.view(state, seat)
            assert own.hands[seat] == hand == in_order(hand)
            assert set(own.stock) <= {UNKNOWN, EMPTY}
            for other, tiles in enumerate(own.hands):
                shown = [WILD] if other == state.holder else []
                assert other == seat or [face for face in tiles if face != UNKNOWN] == shown


@settings(max_examples=25)
@given(seeds, st.integers(0, 90), st.booleans(), st.randoms(use_true_random=False))
def test_what_the_table_allows_could_be_true(seed: int, steps: int, must_draw: bool, pick: random.Random) -> None:
    """For each lay that a view allows there are hands that fit all that was shown, and with which it is legal."""
    state = laws.dealt(sevens, seed)
    state = without_openers(state) if must_draw else state
    for _ in range(steps):
        if legal := sevens.moves(state):
            state = sevens.play(state, pick.choice(legal))
    state = sevens.view(state, pick.choice([None, 0, 1]))
    for move in sevens.moves(state):
        if isinstance(move, Lay):
            assert move in sevens.moves(filled_in(state, move.face, pick))


def without_openers(state: State) -> State:
    """A start in which the opening player has to draw (J2-3)."""
    tiles = [*state.hands[0], *state.stock]
    plain = [tile for tile in tiles if tile not in OPENERS]
    stock = [tile for tile in tiles if tile in OPENERS] + plain[6:]
    return replace(state, hands=(in_order(plain[:6]), *state.hands[1:]), stock=tuple(stock))


def filled_in(state: State, face: str, pick: random.Random) -> State:
    """A known state that fits a view and in which the player in turn may lay this face."""
    left = list(state.unseen.elements())
    pick.shuffle(left)
    hands, stock, drawn = [list(hand) for hand in state.hands], list(state.stock), state.drawn
    mine = hands[state.seat]
    later = (state.opener_drew or 0) if state.opener_drew is not None else len(hands[0])
    if drawn == UNKNOWN or (drawn is None and face not in mine):
        left.remove(face)
        mine[mine.index(UNKNOWN)] = face
        later -= state.seat == 0 and (face in OPENERS or drawn == UNKNOWN)
        drawn = drawn and face
    # first what Aya cannot have been dealt otherwise, then anything anywhere
    for _ in range(max(0, hands[0].count(UNKNOWN) - later)):
        other = next(tile for tile in left if tile not in OPENERS)
        left.remove(other)
        hands[0][hands[0].index(UNKNOWN)] = other
    for tiles in (*hands, stock):
        while UNKNOWN in tiles:
            tiles[tiles.index(UNKNOWN)] = left.pop()
    return replace(state, hands=tuple(in_order(hand) for hand in hands), stock=tuple(stock), drawn=drawn)
