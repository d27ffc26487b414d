"""Observations of a table whose places a test names."""

from collections.abc import Mapping
from itertools import count
from types import MappingProxyType

from device.capture.observation import Observation
from device.table.game import BoardGame
from vision.facts import Facts
from vision.reading import NO_FACTS, Reading

_SERIALS = count(1)
NOTHING_OPEN: Mapping[str, int] = MappingProxyType({})


def observe(
    box: BoardGame,
    places: Mapping[str, Mapping[str, float]],
    reached: float | None = None,
    left_open: Mapping[str, int] = NOTHING_OPEN,
    facts: Facts = NO_FACTS,
) -> Observation:
    """The camera reads these places and facts."""
    reading = Reading(None, (), places, left_open=left_open, facts=facts)
    observation = Observation(next(_SERIALS), 0.0, None, reading, reached)
    box.see(observation)
    return observation
