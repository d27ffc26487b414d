"""What a player of Galaxy Jarapon alone may know of his hand: what it waits for, and what a pon would cost."""

from engines.jarapon.calls import open_sets, pon_refused
from engines.jarapon.settling import own_waits
from engines.jarapon.shapes import HAND_SIZE
from engines.jarapon.state import Phase, State, shorter
from engines.messages import Message, message


def own_notes(state: State, seat: int) -> tuple[Message, ...]:
    """Notes on a known hand while it is played."""
    if state.phase not in (Phase.DRAW, Phase.DISCARD):
        return ()
    return (*_waits(state, seat), *_cost_of_pon(state, seat))


def _waits(state: State, seat: int) -> list[Message]:
    """What completes eight tiles, those together that pay the same, the dearest first (J7-9, J7-16)."""
    me = state.seats[seat]
    if len(state.in_hand(seat)) + sum(len(laid.tiles) for laid in me.sets) != HAND_SIZE - 1:
        return []
    by_points: dict[int, list[str]] = {}
    for wait in own_waits(state, seat):
        by_points.setdefault(wait.score.total, []).append(shorter(wait.tile))
    return [
        message("jarapon.own.waits", tiles=" ".join(tiles), points=points)
        for points, tiles in sorted(by_points.items(), reverse=True)
    ]


def _cost_of_pon(state: State, seat: int) -> list[Message]:
    """What a first pon costs: pon points, and the right to riichi (J7-7, J7-22)."""
    if state.seats[seat].sets or pon_refused(state, seat) or not open_sets(state, seat):
        return []
    return [message("jarapon.own.pon")]
