"""What each place looked like when it was known what lay there: a doubt that is seen again is no news.

Light, a tilted tile or a picture on the sheet deceive a camera in every picture alike. So where a place looks as it did
when its look was settled, it is as it was; where it was clear and looks otherwise now, something has changed; where a
piece was hard to see when it was known to lie there, a faint or hazy find says nothing, nor does what it was mistaken
for; and where something was found, and nothing again in a later picture, while nothing should lie there, another such
find says nothing either.

>>> memory = TableMemory()
>>> back, nothing = frozenset({"back"}), frozenset({"empty"})
>>> glare = {"tile/1": {"back": 0.6, "3": 0.4}, "tile/2": {"empty": 1.0}}
>>> memory.keep(glare, {"tile/1": back, "tile/2": nothing})
>>> memory.settled({**glare, "tile/2": {"empty": 0.04, "back": 0.96}}, {"tile/1": back})
{'tile/1': {'back': 1.0}, 'tile/2': {'empty': 0.008, 'back': 0.992}}
>>> memory.settled({"tile/1": {"empty": 0.9, "3": 0.1}, "tile/2": {"empty": 1.0}}, {"tile/1": back})
{'tile/2': {'empty': 1.0}}
"""

from device.seen import Likely, Places, share_of
from engines.vocabulary import BESIDE, EMPTY, NOTHING, Layout, Look

# Readings of a place that nobody has touched differ by less than this share, those of another piece by more.
SAME, OTHER = 0.3, 0.7
# A piece that was seen with less likelihood than this, though it was known to lie there, was taken for another. Both
# sides of a tile may look alike under a lamp, so what looks so again may be either.
MISREAD = 0.5
# What was seen to be empty so surely, and is not any more, is a fifth as likely to be a false find as elsewhere.
CLEAR, LEFT = 0.95, 0.2
# A place that shows nothing so surely is empty. A find fainter than a half, where a piece lies, is neither that piece
# nor nothing, and the face that it shows is none either.
NONE, RATHER_NONE = 0.98, 0.5
# Nothing lies where a find was lost again; one as doubtful as this is lost there once more.
DOUBTFUL = 0.95
# A place that shows nothing with so much likelihood is hazy, until a picture shows what lies there surely; a piece that
# was seen as well as that was well seen.
HAZY, SURELY, WELL = 0.7, 0.95, 0.9


def as_expected(places: Places, looks: Layout) -> Places:
    """A reading when these looks are to be expected: pieces that should lie there and are hard to see are left out."""
    return {
        place: likely
        for place, likely in places.items()
        if looks.get(place, NOTHING) == NOTHING or not (_is_faint(likely) or _is_hazy(likely))
    }


def _is_faint(likely: Likely) -> bool:
    return RATHER_NONE < likely.get(EMPTY, 0.0) < NONE


def _is_hazy(likely: Likely) -> bool:
    return max(likely.values(), default=0.0) < HAZY


class TableMemory:
    """The last settled looks of a table's places, and their readings; places go by the camera's names."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Look, Likely]] = {}
        self._hazy: set[str] = set()  # where what lies was hazy, and was not seen surely since
        self._found: set[str] = set()  # where something was found since then, and nothing should lie
        self._lost: set[str] = set()  # where such a find was lost again

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
        surely = {place for place, likely in places.items() if max(likely.values(), default=0.0) >= SURELY}
        self._hazy = (self._hazy | {place for place, likely in places.items() if _is_hazy(likely)}) - surely
        self._kept = {place: (looks.get(place, NOTHING), likely) for place, likely in places.items()}

    def settled(self, places: Places, looks: Layout) -> Places:
        """A reading in the light of what was known; `looks` are those that the places had last."""
        doubtful = {place for place, likely in places.items() if self._is_doubtful_find(place, likely, looks)}
        lost_again = doubtful & self._lost
        self._found |= doubtful
        return {
            place: likely if place.startswith(BESIDE) else self._settled(place, likely, looks.get(place, NOTHING))
            for place, likely in places.items()
            if place not in lost_again and not self._says_nothing(place, likely, looks.get(place, NOTHING))
        }

    def _is_doubtful_find(self, place: str, likely: Likely, looks: Layout) -> bool:
        """Whether something is found, not quite surely, where nothing lay."""
        known, _ = self._kept.get(place, (None, {}))
        is_empty = known == NOTHING == looks.get(place, NOTHING)
        return is_empty and 1 - DOUBTFUL < likely.get(EMPTY, 0.0) < 1 - RATHER_NONE

    def _says_nothing(self, place: str, likely: Likely, look: Look) -> bool:
        """Whether a place that looked so before shows neither that look nor anything else that is worth a word."""
        known, before = self._kept.get(place, (None, {}))
        if known != look or look == NOTHING:
            return False
        was_seen = share_of(look, before)
        if _apart(likely, before) < SAME and look & likely.keys():
            return was_seen < MISREAD
        return (was_seen < WELL and _is_faint(likely)) or (place in self._hazy and _is_hazy(likely))

    def _settled(self, place: str, likely: Likely, look: Look) -> Likely:
        known, before = self._kept.get(place, (None, {}))
        apart = _apart(likely, before)
        fits = share_of(look, likely)
        if known == look and apart < SAME and fits:
            return {face: share / fits for face, share in likely.items() if face in look}
        if known == NOTHING and before.get(EMPTY, 0.0) > CLEAR and apart > OTHER:
            nothing = likely.get(EMPTY, 0.0) * LEFT
            rest = (1 - nothing) / max(1 - likely.get(EMPTY, 0.0), 1e-9)
            return {face: round(nothing if face == EMPTY else share * rest, 6) for face, share in likely.items()}
        return likely


def _apart(one: Likely, other: Likely) -> float:
    """How far two readings are apart: 0 for the same, 1 when they have nothing in common."""
    return sum(abs(one.get(face, 0.0) - other.get(face, 0.0)) for face in {*one, *other}) / 2
