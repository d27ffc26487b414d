"""Watching checkers (game 5): an 8×8 board."""

from device.games.profile import Drawing, Profile
from engines import checkers
from engines.checkers import Agreed, Move, State
from vision.places.base import Arrangement
from vision.places.squares import SquarePlaces

PROFILE: Profile[State, Move | Agreed] = Profile(
    checkers, drawing=Drawing("squares"), arrangement=Arrangement(SquarePlaces)
)
