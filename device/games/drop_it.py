"""Drop It: known by its rules; the camera does not follow it yet."""

from device.games.profile import Profile
from engines import drop_it
from engines.drop_it import Move, State

PROFILE: Profile[State, Move] = Profile(drop_it, diagram="drop_it", is_dealt=False)
