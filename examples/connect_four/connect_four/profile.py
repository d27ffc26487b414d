"""Watching Connect Four: tiles on the squares of the sheet, of which only the side that lies up counts."""

from connect_four import rules
from connect_four.rules import Move, State
from device.games.profile import Drawing, Profile
from vision.places.base import Arrangement
from vision.places.squares import SquarePlaces

PROFILE: Profile[State, Move] = Profile(
    rules,
    drawing=Drawing("squares", sides={"connect_four.side_up": "up", "connect_four.side_down": "back"}),
    arrangement=Arrangement(SquarePlaces, sides_only=True),
)
