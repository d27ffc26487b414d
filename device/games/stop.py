"""Stop: known by its rules; the camera does not follow it yet."""

from device.games.profile import Profile
from engines import stop
from engines.stop import Move, State

PROFILE: Profile[State, Move] = Profile(stop, diagram="stop")
