"""The evidence of one reading: how well a look fits what the camera sees at a place.

A *reading's places* (`Places`) are raw: just what vision gave. *Evidence* is what the referee weighs: the same in the
light of what was known of the table (`NoiseMemory.settle`).
"""

from collections.abc import Container
from dataclasses import dataclass
from functools import cached_property
from math import log

from device.games.profile import Places
from engines.vocabulary import BACK, BESIDE, EMPTY, NOTHING, UPRIGHT, Layout, Look
from vision.places.base import Probabilities

__all__ = ["Evidence", "Places", "Sight", "is_faint", "is_hazy", "share_of", "shown_as"]

# No camera is more confident than this, whatever it says: one misread place cannot outweigh all others, and a place
# that was seen well still counts a thousand to one.
FLOOR = 0.001
# Below this a look is not what lies there: something else is at least nine times likelier.
CONTRADICTED = 0.1
# A place that the camera says nothing of fits one look as well as another.
UNSEEN = 0.5
# A place that shows nothing with the greater of these is empty. A detection fainter than the lesser, where a piece
# lies, is neither that piece nor nothing, and the face that it shows is none either.
NONE, RATHER_NONE = 0.98, 0.5
# A place is hazy where no face is likelier than this.
HAZY = 0.7


def share_of(look: Look, probabilities: Probabilities) -> float:
    """How likely a place shows a face of the look, 0 to 1."""
    return sum(share for face, share in probabilities.items() if face in look)


def is_faint(probabilities: Probabilities) -> bool:
    """Whether a place looks rather empty, and not quite."""
    return RATHER_NONE < probabilities.get(EMPTY, 0.0) < NONE


def is_hazy(probabilities: Probabilities) -> bool:
    """Whether nothing in particular is to be seen at a place."""
    return max(probabilities.values(), default=0.0) < HAZY


@dataclass(frozen=True)
class Sight:
    """What is seen at a place: `"empty"`, `"back"`, `"upright"` or `"up"` (any face), and whether it was seen well."""

    shows: str
    is_clear: bool


class Evidence:
    """The places of a settled reading: each gives faces, `"empty"` included, their likelihoods.

    `reading` is the raw one that it was made of, by default the same. Nothing is weighed of what lies beside the field,
    since it may lie there; `everywhere` has that too.

    >>> from engines.vocabulary import FACE_UP
    >>> evidence = Evidence({"d4": {"5": 0.7, "6": 0.29, "empty": 0.01}})
    >>> round(evidence.likelihood("d4", FACE_UP), 2), evidence.at("d4")
    (0.99, Sight(shows='up', is_clear=True))
    """

    def __init__(self, settled: Places, reading: Places | None = None) -> None:
        self.everywhere, self.reading = settled, settled if reading is None else reading
        self.places = {place: shares for place, shares in settled.items() if not place.startswith(BESIDE)}
        self._weights: dict[tuple[str, Look], float] = {}
        self._nothing_anywhere = sum(self._weight(place, NOTHING) for place in self.places)

    def unsettled_at(self, places: Container[str]) -> "Evidence":
        """The same with some places as they were read: what was known of them holds no more."""
        settled = {
            place: shares if place in places else self.everywhere[place]
            for place, shares in self.reading.items()
            if place in places or place in self.everywhere
        }
        return Evidence(settled, self.reading)

    def without_doubtful(self, looks: Layout) -> "Evidence":
        """The same without the places where pieces should lie, by these looks, and are hard to see."""
        clear = {
            place: shares
            for place, shares in self.places.items()
            if looks.get(place, NOTHING) == NOTHING or not (is_faint(shares) or is_hazy(shares))
        }
        return Evidence(clear, self.reading)

    def likelihood(self, place: str, look: Look) -> float:
        """How likely a place shows a face of the look, 0 to 1; half and half where it was not looked at."""
        shares = self.places.get(place)
        return UNSEEN if shares is None else share_of(look, shares)

    @cached_property
    def occupied(self) -> frozenset[str]:
        """The places at which something lies."""
        return frozenset(place for place in self.places if self.at(place).shows != EMPTY)

    def log_likelihood(self, looks: Layout) -> float:
        """How well looks fit at all places that were looked at; where none is given, nothing may lie.

        A place counts `log(FLOOR)` at least.
        """
        more = self._more_than_nothing
        return self._nothing_anywhere + sum([more(*placed) for placed in looks.items() if placed[1] is not NOTHING])

    def _more_than_nothing(self, place: str, look: Look) -> float:
        """How much better a look fits than that nothing lies there."""
        more = self._weights.get((place, look))
        if more is None:
            here = self._weight(place, look) - self._weight(place, NOTHING) if place in self.places else 0.0
            more = self._weights[place, look] = here
        return more

    def _weight(self, place: str, look: Look) -> float:
        return log(max(self.likelihood(place, look), FLOOR))

    def contradicted(self, looks: Layout) -> list[str]:
        """The places that show something else, also where nothing may lie since no look is given."""
        unexpected = ((place, NOTHING) for place in self.places if place not in looks)
        return [place for place, look in (*looks.items(), *unexpected) if self.contradicts(place, look)]

    def contradicts(self, place: str, look: Look) -> bool:
        """Whether a place was looked at and shows something else than a look."""
        return self.likelihood(place, look) < CONTRADICTED

    def occupancy_apart(self, looks: Layout) -> int:
        """At how many places a piece lies where none should, or none where one should."""
        return len(self.occupied ^ {place for place, look in looks.items() if look != NOTHING and place in self.places})

    def at(self, place: str) -> Sight:
        """What is most likely there. A face that the camera does not know is a face all the same."""
        likely = self.places.get(place, {})
        shares = {look: likely.get(look, 0.0) for look in (EMPTY, BACK, UPRIGHT)}
        shares["up"] = sum(likely.values()) - sum(shares.values())
        shows = max(shares, key=lambda look: shares[look])
        return Sight(shows, shares[shows] >= 1 - CONTRADICTED)


def shown_as(look: Look) -> str:
    """A look in one word: a face, `"back"`, `"empty"`, or `"up"` for any face that lies up.

    >>> from engines.vocabulary import FACE_UP
    >>> shown_as(FACE_UP), shown_as(frozenset({"5"}))
    ('up', '5')
    """
    return min(look) if len(look) == 1 else "up"
