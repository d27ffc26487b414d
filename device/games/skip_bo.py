"""Skip-Bo: known by its rules; the camera does not follow it yet."""

from device.games.profile import Profile
from engines import skip_bo
from engines.skip_bo import Move, State

PROFILE: Profile[State, Move] = Profile(skip_bo, diagram="skip_bo")
