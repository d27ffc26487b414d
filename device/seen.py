"""One reading as the referee weighs it: how well a look fits what the camera sees at a place."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import log

from engines.vocabulary import BACK, BESIDE, EMPTY, NOTHING, UPRIGHT, Layout, Look

Likely = Mapping[str, float]  # how likely a place shows each face, "empty" included; sums to 1
Places = Mapping[str, Likely]  # of a reading

# No camera is surer than this, whatever it says: one misread place cannot outweigh all others, and a place that was
# seen well still counts a thousand to one.
FLOOR = 0.001
# Below this a look is not what lies there: something else is at least nine times likelier.
CONTRADICTED = 0.1
# A place that the camera says nothing of fits one look as well as another.
UNSEEN = 0.5


def share_of(look: Look, likely: Likely) -> float:
    """How likely a place shows a face of the look, 0 to 1."""
    return sum(share for face, share in likely.items() if face in look)


@dataclass(frozen=True)
class Sight:
    """What is seen at a place: `"empty"`, `"back"`, `"upright"` or `"up"` (any face), and whether it was seen well."""

    shows: str
    sure: bool


class Seen:
    """The places of a reading: each gives faces, `"empty"` included, their likelihoods.

    What lies beside the field is left out, since it may lie there.

    >>> from engines.vocabulary import FACE_UP
    >>> seen = Seen({"d4": {"5": 0.7, "6": 0.29, "empty": 0.01}})
    >>> round(seen.likelihood("d4", FACE_UP), 2), seen.at("d4")
    (0.99, Sight(shows='up', sure=True))
    """

    def __init__(self, places: Places) -> None:
        self.places = {place: likely for place, likely in places.items() if not place.startswith(BESIDE)}
        self._weights: dict[tuple[str, Look], float] = {}
        self._nothing_anywhere = sum(self._weight(place, NOTHING) for place in self.places)

    def likelihood(self, place: str, look: Look) -> float:
        """How likely a place shows a face of the look, 0 to 1; half and half where it was not looked at."""
        likely = self.places.get(place)
        return UNSEEN if likely is None else share_of(look, likely)

    @cached_property
    def occupied(self) -> frozenset[str]:
        """The places at which something lies."""
        return frozenset(place for place in self.places if self.at(place).shows != EMPTY)

    def log_likelihood(self, looks: Layout) -> float:
        """How well looks fit at all places that were looked at; where none is said, nothing may lie.

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
        """The places that show something else, also where nothing may lie since no look is said."""
        unexpected = ((place, NOTHING) for place in self.places if place not in looks)
        return [place for place, look in (*looks.items(), *unexpected) if self.likelihood(place, look) < CONTRADICTED]

    def contradicts(self, place: str, look: Look) -> bool:
        """Whether a place was looked at and shows something else than a look."""
        return self.likelihood(place, look) < CONTRADICTED

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
