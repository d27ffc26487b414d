"""Stop: known by its rules; the camera does not follow it yet."""

from collections.abc import Sequence

from device.games.profile import Profile
from engines import stop
from engines.messages import Message
from engines.stop import Move, State
from engines.stop.messages import ending


def _settled(before: State, after: State) -> Sequence[Message]:
    return ending(after) if after.games > before.games else ()


PROFILE: Profile[State, Move] = Profile(stop, diagram="stop", settled=_settled)
