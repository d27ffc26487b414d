"""How a hand or a game within a match was settled by a move: what it was worth, and who pays whom."""

from device.record.replay import AnyReplay
from engines import jarapon, stop
from engines.jarapon.messages import ending as jarapon_ending
from engines.jarapon.state import BONUS
from engines.messages import Message
from engines.stop.messages import ending as stop_ending


def settled_by(played: AnyReplay, number: int) -> tuple[Message, ...]:
    """What a ply has settled, in the order in which people tell it; nothing where it has settled nothing.

    A hand of Galaxy Jarapon with a riichi is told when it is shown, and again with the bonus tile that is turned up.
    """
    if not number:
        return ()
    before, after = played.states[number - 1 : number + 1]
    if isinstance(before, jarapon.State) and isinstance(after, jarapon.State):
        has_ended = len(after.account) > len(before.account) and after.account[-1].kind != "riichi"
        return tuple(jarapon_ending(after)) if has_ended or after.phase == BONUS else ()
    if isinstance(before, stop.State) and isinstance(after, stop.State):
        return stop_ending(after) if after.games > before.games else ()
    return ()
