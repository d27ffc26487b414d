"""The evidence of one reading: how well a layout fits what the camera sees at each place.

A *reading's places* (`Places`) are raw: just what vision gave. *Evidence* is what the referee weighs: the places
corrected by how each was read when its content was known (`NoiseMemory.settled`).

Light, a tilted tile or a picture on the sheet mislead a camera in the same manner in every picture. So a place that
reads as it did when its faces were settled is unchanged, and one that was clear and reads differently has changed.
Where a piece was known but hard to see, a faint or hazy detection says nothing, nor does the face that it was mistaken
for. Where nothing should lie, and a detection was lost again in a later picture, another such detection says nothing
either.

>>> memory = NoiseMemory()
>>> back, nothing = frozenset({"back"}), frozenset({"empty"})
>>> glare = {"tile/1": {"back": 0.6, "3": 0.4}, "tile/2": {"empty": 1.0}}
>>> memory.keep(glare, {"tile/1": back, "tile/2": nothing})
>>> memory.settled({**glare, "tile/2": {"empty": 0.04, "back": 0.96}}, {"tile/1": back})
{'tile/1': {'back': 1.0}, 'tile/2': {'empty': 0.008, 'back': 0.992}}
>>> memory.settled({"tile/1": {"empty": 0.9, "3": 0.1}, "tile/2": {"empty": 1.0}}, {"tile/1": back})
{'tile/2': {'empty': 1.0}}
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import log

from device.games.table_reading import Places, TableReading
from device.referee.sides import Sides
from engines.vocabulary import BACK, EMPTY, NOTHING, UPRIGHT, Faces, Layout
from vision.facts import Probabilities
from vision.reading import MAX_OPEN_READINGS

# Minimum likelihood of a place: one misread place cannot outweigh all others, and a place that was seen well still
# counts a thousand to one.
FLOOR = 0.001
# Minimum likelihood that is certain: fifty times likelier than everything else.
CERTAIN = 0.98
# Maximum likelihood of faces that a place contradicts: something else is at least nine times likelier.
CONTRADICTED = 0.1
# Likelihood of any face at a place that was not read.
UNREAD = 0.5
LIKELIER = 0.5
# A place is empty at the greater of these likelihoods of nothing. A detection with more than the lesser, where a piece
# lies, is neither that piece nor nothing, and its face does not count.
EMPTY_FROM, FAINT_FROM = 0.98, 0.5
# A place is hazy where no face is likelier than this.
HAZY = 0.7
# Readings of an untouched place differ by less than the first share, those of another piece by more than the second.
SAME, OTHER = 0.3, 0.7
# A known piece read with less likelihood than this was mistaken for another. Both sides of a tile may read alike under
# a lamp, so a similar reading may be either.
MISREAD = 0.5
# At a clearly empty place (first), a new detection is a fifth (second) as likely to be false as elsewhere.
CLEAR, LEFT = 0.95, 0.2
# Nothing lies where a detection was lost again; a new one as doubtful as this is ignored there.
DOUBTFUL = 0.95
# Likelihoods from which a hazy place is clear again, and from which a piece was well read.
CONFIDENT, WELL = 0.95, 0.9


@dataclass(frozen=True)
class Sight:
    """What a place shows: `"empty"`, `"back"`, `"upright"` or `"up"` (any face), and whether that is clear."""

    shows: str
    is_clear: bool


class Evidence:
    """The evidence of one reading: its settled places, and what is known of the time before it.

    `settled` are the places, each with the likelihoods of its faces, `"empty"` included. `reading` is the raw reading,
    by default the same. `layout` is the layout by which it was settled, if any. `sides` are the sides from which
    somebody has reached over the table. `is_new`: this observation is judged for the first time.

    >>> from engines.vocabulary import FACE_UP
    >>> evidence = Evidence({"d4": {"5": 0.7, "6": 0.29, "empty": 0.01}})
    >>> round(evidence.likelihood("d4", FACE_UP), 2), evidence.at("d4")
    (0.99, Sight(shows='up', is_clear=True))
    """

    def __init__(
        self,
        settled: Places,
        reading: TableReading | None = None,
        layout: Layout | None = None,
        sides: Sides | None = None,
        is_new: bool = True,
    ) -> None:
        self.reading, self._layout = TableReading(settled) if reading is None else reading, layout
        self.settled = replace(self.reading, places=settled)
        self.sides, self.is_new = sides or Sides(), is_new
        self.places = settled
        self._weights: dict[tuple[str, Faces], float] = {}
        self._nothing_anywhere = sum(self._weight(place, NOTHING) for place in self.places)

    @property
    def undecided(self) -> Mapping[str, int]:
        """Places that another picture may soon decide, and for how many pictures they have been open.

        Empty for an observation that is judged again: people have said meanwhile what happened.
        """
        return self.reading.left_open if self.is_new else {}

    @property
    def may_be_decided(self) -> bool:
        """Whether another picture may soon decide a place."""
        return any(readings < MAX_OPEN_READINGS for readings in self.undecided.values())

    @property
    def is_changing(self) -> bool:
        """Whether something new is visible that this reading is the first to show."""
        return 0 in self.undecided.values()

    def for_layout(self, layout: Layout) -> "Evidence":
        """The evidence for another layout: where the layouts differ, noise that was known no longer applies."""
        if self._layout is None:
            return self
        raw, known = self.reading.places, self._layout
        same = {place for place in raw if known.get(place, NOTHING) == layout.get(place, NOTHING)}
        settled = {
            place: self.settled.places[place] if place in same else shares
            for place, shares in raw.items()
            if place in self.settled.places or place not in same
        }
        return Evidence(settled, self.reading, layout, self.sides, self.is_new)

    def after_gap(self) -> "Evidence":
        """The evidence as after turns that nobody may have observed."""
        reading = replace(self.reading, gap=self.reading.gap.opened())
        return Evidence(self.settled.places, reading, self._layout, self.sides, self.is_new)

    def likelihood(self, place: str, faces: Faces) -> float:
        """The likelihood that a place shows one of the faces, 0 to 1; 0.5 where it was not read."""
        shares = self.places.get(place)
        return UNREAD if shares is None else share_of(faces, shares)

    @cached_property
    def raw(self) -> "Evidence":
        """The raw places, without known noise removed."""
        return Evidence(self.reading.places, self.reading, sides=self.sides, is_new=self.is_new)

    @cached_property
    def vague(self) -> frozenset[str]:
        """The places at which a piece is hard to see, if one lies there."""
        return frozenset(place for place, shares in self.places.items() if _is_faint(shares) or _is_hazy(shares))

    @cached_property
    def occupied(self) -> frozenset[str]:
        """The places at which something lies."""
        return frozenset(place for place in self.places if self.at(place).shows != EMPTY)

    def log_likelihood(self, layout: Layout) -> float:
        """Log-likelihood of a layout over all places read; places that it lacks must be empty.

        Each place counts at least `log(FLOOR)`.
        """
        weights = self._weights  # layouts share most of their places: each is weighed once
        placed = [one for one in layout.items() if one[1] is not NOTHING]
        for one in placed:
            if one not in weights:
                weights[one] = self._more_than_nothing(*one)
        return self._nothing_anywhere + sum([weights[one] for one in placed])

    def _more_than_nothing(self, place: str, faces: Faces) -> float:
        """Log-likelihood ratio of faces to nothing."""
        return self._weight(place, faces) - self._weight(place, NOTHING) if place in self.places else 0.0

    def _weight(self, place: str, faces: Faces) -> float:
        return log(max(self.likelihood(place, faces), FLOOR))

    def contradicted(self, layout: Layout) -> list[str]:
        """The places that contradict a layout, including occupied places that it lacks."""
        unexpected = ((place, NOTHING) for place in self.places if place not in layout)
        return [place for place, faces in (*layout.items(), *unexpected) if self.contradicts(place, faces)]

    def contradicts(self, place: str, faces: Faces) -> bool:
        """Whether a place was read and contradicts these faces."""
        return self.likelihood(place, faces) < CONTRADICTED

    def may_differ(self, place: str, faces: Faces) -> bool:
        """Whether a place was read and may show something else than these faces."""
        return place in self.places and self.likelihood(place, faces) <= CERTAIN

    def occupancy_differences(self, layout: Layout) -> int:
        """The number of places that are occupied but should be empty, or the reverse."""
        return len(
            self.occupied ^ {place for place, faces in layout.items() if faces != NOTHING and place in self.places}
        )

    def at(self, place: str) -> Sight:
        """What is most likely there. An unknown face counts as a face."""
        likely = self.places.get(place, {})
        shares = {face: likely.get(face, 0.0) for face in (EMPTY, BACK, UPRIGHT)}
        shares["up"] = sum(likely.values()) - sum(shares.values())
        shows = max(shares, key=lambda face: shares[face])
        return Sight(shows, shares[shows] >= 1 - CONTRADICTED)


class NoiseMemory:
    """The last settled layout of a table, and how it was read; places by the camera's names."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Faces, Probabilities]] = {}
        self._hazy: set[str] = set()  # places that were hazy, and have not been clear since
        self._found: set[str] = set()  # places that should be empty with a detection since then
        self._lost: set[str] = set()  # places where such a detection was lost again

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been settled yet."""
        return not self._kept

    def forget(self) -> None:
        """Forget everything: the board was turned, or it is another one."""
        self._kept.clear()
        self._hazy.clear()
        self._found.clear()
        self._lost.clear()

    def keep(self, places: Places, layout: Layout) -> None:
        """Remember how places were read whose faces are settled."""
        self._lost |= {place for place in self._found if places.get(place, {}).get(EMPTY, 0.0) > CLEAR}
        self._found.clear()
        clear = {place for place, likely in places.items() if max(likely.values(), default=0.0) >= CONFIDENT}
        self._hazy = (self._hazy | {place for place, likely in places.items() if _is_hazy(likely)}) - clear
        self._kept = {place: (layout.get(place, NOTHING), likely) for place, likely in places.items()}

    def settled(self, places: Places, layout: Layout) -> Places:
        """A reading's places with known noise removed; `layout` is the last that was recorded."""
        doubtful = {place for place, likely in places.items() if self._is_doubtful(place, likely, layout)}
        lost_again = doubtful & self._lost
        self._found |= doubtful
        return {
            place: self._settled(place, likely, layout.get(place, NOTHING))
            for place, likely in places.items()
            if place not in lost_again and not self._says_nothing(place, likely, layout.get(place, NOTHING))
        }

    def _is_doubtful(self, place: str, likely: Probabilities, layout: Layout) -> bool:
        """Whether a detection at an empty place may be false."""
        known, _ = self._kept.get(place, (None, {}))
        is_empty = known == NOTHING == layout.get(place, NOTHING)
        return is_empty and 1 - DOUBTFUL < likely.get(EMPTY, 0.0) < 1 - FAINT_FROM

    def _says_nothing(self, place: str, likely: Probabilities, faces: Faces) -> bool:
        """Whether an unchanged place shows neither these faces nor anything else reliable."""
        known, before = self._kept.get(place, (None, {}))
        if known != faces or faces == NOTHING:
            return False
        known_share = share_of(faces, before)
        if _distance(likely, before) < SAME and faces & likely.keys():
            return known_share < MISREAD
        return (known_share < WELL and _is_faint(likely)) or (place in self._hazy and _is_hazy(likely))

    def _settled(self, place: str, likely: Probabilities, faces: Faces) -> Probabilities:
        known, before = self._kept.get(place, (None, {}))
        distance = _distance(likely, before)
        fitting = {face: share for face, share in likely.items() if face in faces}
        if known == faces and distance < SAME and (fits := sum(fitting.values())):
            return {face: share / fits for face, share in fitting.items()}
        if known == NOTHING and before.get(EMPTY, 0.0) > CLEAR and distance > OTHER:
            nothing = likely.get(EMPTY, 0.0) * LEFT
            rest = (1 - nothing) / max(1 - likely.get(EMPTY, 0.0), 1e-9)
            return {face: round(nothing if face == EMPTY else share * rest, 6) for face, share in likely.items()}
        return likely


def share_of(faces: Faces, probabilities: Probabilities) -> float:
    """The likelihood that a place shows one of the faces, 0 to 1."""
    return sum(share for face, share in probabilities.items() if face in faces)


def _is_faint(probabilities: Probabilities) -> bool:
    """Whether a place is more likely empty than not, without being clearly empty."""
    return FAINT_FROM < probabilities.get(EMPTY, 0.0) < EMPTY_FROM


def _is_hazy(probabilities: Probabilities) -> bool:
    """Whether a place shows no face clearly."""
    return max(probabilities.values(), default=0.0) < HAZY


def _distance(one: Probabilities, other: Probabilities) -> float:
    """Total variation distance of two readings: 0 for the same, 1 when they have nothing in common."""
    return sum(abs(one.get(face, 0.0) - other.get(face, 0.0)) for face in {*one, *other}) / 2
