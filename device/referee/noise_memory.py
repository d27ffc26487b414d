"""What each place looked like when it was known what lay there: a doubt that appears again is no news.

Light, a tilted tile or a picture on the sheet deceive a camera in every picture alike. So where a place looks as it did
when its look was settled, it is as it was; where it was clear and looks otherwise now, something has changed; where a
piece was hard to see when it was known to lie there, a faint or hazy detection says nothing, nor does what it was
mistaken for; and where something was detected, and nothing again in a later picture, while nothing should lie there,
another such detection says nothing either.

>>> memory = NoiseMemory()
>>> back, nothing = frozenset({"back"}), frozenset({"empty"})
>>> glare = {"tile/1": {"back": 0.6, "3": 0.4}, "tile/2": {"empty": 1.0}}
>>> memory.keep(glare, {"tile/1": back, "tile/2": nothing})
>>> memory.settle({**glare, "tile/2": {"empty": 0.04, "back": 0.96}}, {"tile/1": back}).places
{'tile/1': {'back': 1.0}, 'tile/2': {'empty': 0.008, 'back': 0.992}}
>>> memory.settle({"tile/1": {"empty": 0.9, "3": 0.1}, "tile/2": {"empty": 1.0}}, {"tile/1": back}).places
{'tile/2': {'empty': 1.0}}
"""

from device.referee.evidence import RATHER_NONE, Evidence, Places, is_faint, is_hazy, share_of
from engines.vocabulary import BESIDE, EMPTY, NOTHING, Layout, Look
from vision.places.base import Probabilities

# Readings of a place that nobody has touched differ by less than this share, those of another piece by more.
SAME, OTHER = 0.3, 0.7
# A piece that was seen with less likelihood than this, though it was known to lie there, was taken for another. Both
# sides of a tile may look alike under a lamp, so what looks so again may be either.
MISREAD = 0.5
# What was that clearly empty, and is not any more, is a fifth as likely to be a false detection as elsewhere.
CLEAR, LEFT = 0.95, 0.2
# Nothing lies where a detection was lost again; one as doubtful as this is lost there once more.
DOUBTFUL = 0.95
# A hazy place stays hazy until one face is so likely; a piece that was seen with the second was well seen.
CONFIDENT, WELL = 0.95, 0.9


class NoiseMemory:
    """The last settled looks of a table's places, and their readings; places go by the camera's names."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Look, Probabilities]] = {}
        self._hazy: set[str] = set()  # where what lies was hazy, and has not been clear since
        self._found: set[str] = set()  # where something was detected since then, and nothing should lie
        self._lost: set[str] = set()  # where such a detection was lost again

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been settled yet."""
        return not self._kept

    def forget(self) -> None:
        """The board lies otherwise, or it is another one."""
        self._kept.clear()
        self._hazy.clear()
        self._found.clear()
        self._lost.clear()

    def keep(self, places: Places, looks: Layout) -> None:
        """Remember how settled looks were read."""
        self._lost |= {place for place in self._found if places.get(place, {}).get(EMPTY, 0.0) > CLEAR}
        self._found.clear()
        clear = {place for place, likely in places.items() if max(likely.values(), default=0.0) >= CONFIDENT}
        self._hazy = (self._hazy | {place for place, likely in places.items() if is_hazy(likely)}) - clear
        self._kept = {place: (looks.get(place, NOTHING), likely) for place, likely in places.items()}

    def settle(self, places: Places, looks: Layout) -> Evidence:
        """The evidence of a reading in the light of what was known; `looks` are those that the places had last."""
        doubtful = {place for place, likely in places.items() if self._is_doubtful(place, likely, looks)}
        lost_again = doubtful & self._lost
        self._found |= doubtful
        settled = {
            place: likely if place.startswith(BESIDE) else self._settled(place, likely, looks.get(place, NOTHING))
            for place, likely in places.items()
            if place not in lost_again and not self._says_nothing(place, likely, looks.get(place, NOTHING))
        }
        return Evidence(settled, places)

    def _is_doubtful(self, place: str, likely: Probabilities, looks: Layout) -> bool:
        """Whether something is detected where nothing lay, and may not be there."""
        known, _ = self._kept.get(place, (None, {}))
        is_empty = known == NOTHING == looks.get(place, NOTHING)
        return is_empty and 1 - DOUBTFUL < likely.get(EMPTY, 0.0) < 1 - RATHER_NONE

    def _says_nothing(self, place: str, likely: Probabilities, look: Look) -> bool:
        """Whether a place that looked so before shows neither that look nor anything else that is worth a word."""
        known, before = self._kept.get(place, (None, {}))
        if known != look or look == NOTHING:
            return False
        was_seen = share_of(look, before)
        if _apart(likely, before) < SAME and look & likely.keys():
            return was_seen < MISREAD
        return (was_seen < WELL and is_faint(likely)) or (place in self._hazy and is_hazy(likely))

    def _settled(self, place: str, likely: Probabilities, look: Look) -> Probabilities:
        known, before = self._kept.get(place, (None, {}))
        apart = _apart(likely, before)
        fitting = {face: share for face, share in likely.items() if face in look}
        if known == look and apart < SAME and (fits := sum(fitting.values())):
            return {face: share / fits for face, share in fitting.items()}
        if known == NOTHING and before.get(EMPTY, 0.0) > CLEAR and apart > OTHER:
            nothing = likely.get(EMPTY, 0.0) * LEFT
            rest = (1 - nothing) / max(1 - likely.get(EMPTY, 0.0), 1e-9)
            return {face: round(nothing if face == EMPTY else share * rest, 6) for face, share in likely.items()}
        return likely


def _apart(one: Probabilities, other: Probabilities) -> float:
    """How far two readings are apart: 0 for the same, 1 when they have nothing in common."""
    return sum(abs(one.get(face, 0.0) - other.get(face, 0.0)) for face in {*one, *other}) / 2
