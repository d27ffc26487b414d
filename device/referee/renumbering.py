"""Places that the camera numbers as tiles appear to it, put in the order in which the game has recorded the tiles.

A tile that no picture showed when it was turned up, and that people entered, is detected later: to the camera it is the
last.
"""

from device.referee.evidence import Places, share_of
from engines.vocabulary import NOTHING, Layout, Look
from vision.places.base import Probabilities

_SHOWS = 0.5  # a place shows what it has recorded with at least this likelihood


def in_recorded_order(places: Places, looks: Layout, prefix: str) -> Places:
    """The places with those that begin with `prefix` exchanged so that as many as can be show their recorded look.

    An empty prefix: the camera numbers no places of this game. `looks`: those recorded, by the same names. Places that
    show what is recorded of them stay.

    >>> looks = {"turned/1": frozenset({"3"}), "turned/2": frozenset({"2"})}
    >>> in_recorded_order({"turned/1": {"2": 1.0}, "turned/2": {"3": 0.9, "5": 0.1}}, looks, "turned/")
    {'turned/1': {'3': 0.9, '5': 0.1}, 'turned/2': {'2': 1.0}}
    """
    if not prefix:
        return places
    ordered = dict(places)
    for place, look in looks.items():
        if not place.startswith(prefix) or place not in places or _shows(ordered[place], look):
            continue
        fits = (one for one in places if one.startswith(prefix) and _may_move(one, ordered, looks, look))
        other = next(fits, None)
        if other is not None:
            ordered[place], ordered[other] = ordered[other], ordered[place]
    return ordered


def _may_move(place: str, places: Places, looks: Layout, look: Look) -> bool:
    """Whether a place shows a look, and not what is recorded of itself."""
    return _shows(places[place], look) and not _shows(places[place], looks.get(place, NOTHING))


def _shows(likely: Probabilities, look: Look) -> bool:
    return share_of(look, likely) >= _SHOWS
