"""The evidence of one reading: how well a look fits what the camera sees at a place.

A *reading's places* (`Places`) are raw: just what vision gave. *Evidence* is what the referee weighs: the same in the
light of what each place looked like when it was known what lay there (`NoiseMemory.settle`).

Light, a tilted tile or a picture on the sheet mislead a camera in the same way in every picture. So a place that looks
as it did when its look was settled is unchanged, and one that was clear and looks different now has changed. Where a
piece was hard to see although it was known to lie there, a faint or hazy detection says nothing, nor does the face that
it was mistaken for. Where nothing should lie, and a detection was gone again in a later picture, another such detection
says nothing either.

>>> memory = NoiseMemory()
>>> back, nothing = frozenset({"back"}), frozenset({"empty"})
>>> glare = {"tile/1": {"back": 0.6, "3": 0.4}, "tile/2": {"empty": 1.0}}
>>> memory.keep(glare, {"tile/1": back, "tile/2": nothing})
>>> memory.settle({**glare, "tile/2": {"empty": 0.04, "back": 0.96}}, {"tile/1": back}).places
{'tile/1': {'back': 1.0}, 'tile/2': {'empty': 0.008, 'back': 0.992}}
>>> memory.settle({"tile/1": {"empty": 0.9, "3": 0.1}, "tile/2": {"empty": 1.0}}, {"tile/1": back}).places
{'tile/2': {'empty': 1.0}}
"""

from dataclasses import dataclass
from functools import cached_property
from math import log

from device.games.profile import Places
from engines.vocabulary import BACK, BESIDE, DIE, EMPTY, NOTHING, UPRIGHT, Layout, Look
from vision.places.base import Probabilities

__all__ = ["Evidence", "NoiseMemory", "Places", "RecordedOrder", "Sight", "share_of"]

# The camera is never trusted beyond this: one misread place cannot outweigh all others, and a place that was seen well
# still counts a thousand to one.
FLOOR = 0.001
# What fits a place so well is fifty times likelier than all that fits it otherwise.
SURE = 0.98
# Below this a look is not what lies there: something else is at least nine times likelier.
CONTRADICTED = 0.1
_ANYWHERE = (BESIDE, DIE)
# A place that the camera says nothing of fits one look as well as another.
UNSEEN = 0.5
LIKELIER = 0.5
# A place that shows nothing with the greater of these is empty. A detection fainter than the lesser, where a piece
# lies, is neither that piece nor nothing, and the face that it shows is none either.
NONE, RATHER_NONE = 0.98, 0.5
# A place is hazy where no face is likelier than this.
HAZY = 0.7
# Readings of a place that nobody has touched differ by less than this share, those of another piece by more.
SAME, OTHER = 0.3, 0.7
# A piece that was seen with less likelihood than this, though it was known to lie there, was taken for another. Both
# sides of a tile may look alike under a lamp, so what looks so again may be either.
MISREAD = 0.5
# A detection at a place that was clearly empty is a fifth as likely to be false as elsewhere.
CLEAR, LEFT = 0.95, 0.2
# Nothing lies where a detection was lost again; one as doubtful as this is lost there once more.
DOUBTFUL = 0.95
# A hazy place stays hazy until one face is so likely; a piece that was seen with the second was well seen.
CONFIDENT, WELL = 0.95, 0.9


@dataclass(frozen=True)
class Sight:
    """What is seen at a place: `"empty"`, `"back"`, `"upright"` or `"up"` (any face), and whether it was seen well."""

    shows: str
    is_clear: bool


class Evidence:
    """The places of a settled reading: each gives faces, `"empty"` included, their likelihoods.

    `reading` is the raw one that it was made of, by default the same, and `looks` those in whose light it was settled,
    if it was. What lies beside the field is not weighed, nor is a die, since they may lie there; `everywhere` has them
    too.

    >>> from engines.vocabulary import FACE_UP
    >>> evidence = Evidence({"d4": {"5": 0.7, "6": 0.29, "empty": 0.01}})
    >>> round(evidence.likelihood("d4", FACE_UP), 2), evidence.at("d4")
    (0.99, Sight(shows='up', is_clear=True))
    """

    def __init__(self, settled: Places, reading: Places | None = None, looks: Layout | None = None) -> None:
        self.everywhere, self.reading, self._looks = settled, settled if reading is None else reading, looks
        self.places = {place: shares for place, shares in settled.items() if not place.startswith(_ANYWHERE)}
        self._weights: dict[tuple[str, Look], float] = {}
        self._nothing_anywhere = sum(self._weight(place, NOTHING) for place in self.places)

    def in_the_light_of(self, looks: Layout) -> "Evidence":
        """The same if other looks must lie there: where they differ, what was known no longer holds."""
        if self._looks is None:
            return self
        same = {place for place in self.reading if self._looks.get(place, NOTHING) == looks.get(place, NOTHING)}
        settled = {
            place: self.everywhere[place] if place in same else shares
            for place, shares in self.reading.items()
            if place in self.everywhere or place not in same
        }
        return Evidence(settled, self.reading, looks)

    def likelihood(self, place: str, look: Look) -> float:
        """How likely a place shows a face of the look, 0 to 1; half and half where it was not looked at."""
        shares = self.places.get(place)
        return UNSEEN if shares is None else share_of(look, shares)

    @cached_property
    def raw(self) -> "Evidence":
        """The same places as they were read, without what was known of them."""
        return Evidence(self.reading)

    @cached_property
    def vague(self) -> frozenset[str]:
        """The places at which a piece is hard to see, if one lies there."""
        return frozenset(place for place, shares in self.places.items() if _is_faint(shares) or _is_hazy(shares))

    @cached_property
    def occupied(self) -> frozenset[str]:
        """The places at which something lies."""
        return frozenset(place for place in self.places if self.at(place).shows != EMPTY)

    def log_likelihood(self, looks: Layout) -> float:
        """How well looks fit at all places that were looked at; where none is given, nothing may lie.

        A place counts `log(FLOOR)` at least.
        """
        weights = self._weights  # many layouts have most of their looks in common: each is weighed once
        placed = [one for one in looks.items() if one[1] is not NOTHING]
        for one in placed:
            if one not in weights:
                weights[one] = self._more_than_nothing(*one)
        return self._nothing_anywhere + sum([weights[one] for one in placed])

    def _more_than_nothing(self, place: str, look: Look) -> float:
        """How much better a look fits than that nothing lies there."""
        return self._weight(place, look) - self._weight(place, NOTHING) if place in self.places else 0.0

    def _weight(self, place: str, look: Look) -> float:
        return log(max(self.likelihood(place, look), FLOOR))

    def contradicted(self, looks: Layout) -> list[str]:
        """The places that show something else, also where nothing may lie since no look is given."""
        unexpected = ((place, NOTHING) for place in self.places if place not in looks)
        return [place for place, look in (*looks.items(), *unexpected) if self.contradicts(place, look)]

    def contradicts(self, place: str, look: Look) -> bool:
        """Whether a place was looked at and shows something else than a look."""
        return self.likelihood(place, look) < CONTRADICTED

    def may_differ(self, place: str, look: Look) -> bool:
        """Whether a place was looked at, and something else than a look may explain it as well."""
        return place in self.places and self.likelihood(place, look) <= SURE

    def occupancy_apart(self, looks: Layout) -> int:
        """At how many places a piece lies where none should, or none where one should."""
        return len(self.occupied ^ {place for place, look in looks.items() if look != NOTHING and place in self.places})

    def at(self, place: str) -> Sight:
        """What is most likely there. An unknown face is a face too."""
        likely = self.places.get(place, {})
        shares = {look: likely.get(look, 0.0) for look in (EMPTY, BACK, UPRIGHT)}
        shares["up"] = sum(likely.values()) - sum(shares.values())
        shows = max(shares, key=lambda look: shares[look])
        return Sight(shows, shares[shows] >= 1 - CONTRADICTED)


class NoiseMemory:
    """The last settled looks of a table's places, and their readings; places go by the camera's names."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Look, Probabilities]] = {}
        self._hazy: set[str] = set()  # where what lies was hazy, and has not been clear since
        self._found: set[str] = set()  # where something was detected since then, and nothing should lie
        self._lost: set[str] = set()  # where such a detection was lost again
        self._order = RecordedOrder()

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been settled yet."""
        return not self._kept

    def forget(self) -> None:
        """The board was turned, or it is another one."""
        self._kept.clear()
        self._hazy.clear()
        self._found.clear()
        self._lost.clear()
        self._order = RecordedOrder()

    def keep(self, places: Places, looks: Layout) -> None:
        """Remember how places were read whose looks are settled."""
        self._lost |= {place for place in self._found if places.get(place, {}).get(EMPTY, 0.0) > CLEAR}
        self._found.clear()
        clear = {place for place, likely in places.items() if max(likely.values(), default=0.0) >= CONFIDENT}
        self._hazy = (self._hazy | {place for place, likely in places.items() if _is_hazy(likely)}) - clear
        self._kept = {place: (looks.get(place, NOTHING), likely) for place, likely in places.items()}

    def settle(self, places: Places, looks: Layout, numbered: str = "") -> Evidence:
        """The evidence of a reading in the light of what was known; `looks` are those that the places had last.

        `numbered`: how the names of places begin that the camera numbers as tiles appear to it, if it does.
        """
        if numbered:
            places = self._order.of(places, looks, numbered)
        doubtful = {place for place, likely in places.items() if self._is_doubtful(place, likely, looks)}
        lost_again = doubtful & self._lost
        self._found |= doubtful
        settled = {
            place: likely if place.startswith(_ANYWHERE) else self._settled(place, likely, looks.get(place, NOTHING))
            for place, likely in places.items()
            if place not in lost_again and not self._says_nothing(place, likely, looks.get(place, NOTHING))
        }
        return Evidence(settled, places, looks)

    def _is_doubtful(self, place: str, likely: Probabilities, looks: Layout) -> bool:
        """Whether something is detected where nothing lay, and may not be there."""
        known, _ = self._kept.get(place, (None, {}))
        is_empty = known == NOTHING == looks.get(place, NOTHING)
        return is_empty and 1 - DOUBTFUL < likely.get(EMPTY, 0.0) < 1 - RATHER_NONE

    def _says_nothing(self, place: str, likely: Probabilities, look: Look) -> bool:
        """Whether a place that looked so before shows neither that look nor anything else that can be relied on."""
        known, before = self._kept.get(place, (None, {}))
        if known != look or look == NOTHING:
            return False
        was_seen = share_of(look, before)
        if _apart(likely, before) < SAME and look & likely.keys():
            return was_seen < MISREAD
        return (was_seen < WELL and _is_faint(likely)) or (place in self._hazy and _is_hazy(likely))

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


class RecordedOrder:
    """By which recorded number a tile goes that the camera has numbered as it appeared, or anew after a restart.

    A tile that no picture showed when it was turned up, and that people entered, is detected later: the camera numbers
    it last. Places that show what is recorded of them stay; others are exchanged so that as many as can be do.

    >>> looks = {"turned/1": frozenset({"3"}), "turned/2": frozenset({"2"})}
    >>> RecordedOrder().of({"turned/1": {"2": 1.0}, "turned/2": {"3": 0.9, "5": 0.1}}, looks, "turned/")
    {'turned/1': {'3': 0.9, '5': 0.1}, 'turned/2': {'2': 1.0}}

    Of a stock whose first two tiles are gone a new camera numbers what is left from 1:

    >>> order, looks = RecordedOrder(), {"stock/1": NOTHING, "stock/2": NOTHING, "stock/3": frozenset({"back"})}
    >>> order.of({"stock/1": {"back": 1.0}}, looks, "stock/"), order.of({"stock/1": {"empty": 1.0}}, looks, "stock/")
    ({'stock/3': {'back': 1.0}}, {'stock/3': {'empty': 1.0}})
    """

    def __init__(self) -> None:
        self._camera: dict[str, str] = {}  # the camera's names by the recorded ones, where they differ

    def of(self, places: Places, looks: Layout, prefix: str) -> Places:
        """A reading's places by their recorded names; `looks`: what was recorded of those that begin with `prefix`."""
        numbered = {name: shares for name, shares in places.items() if name.startswith(prefix)}
        if all(look == NOTHING for name, look in looks.items() if name.startswith(prefix)):
            self._camera.clear()
        names = dict.fromkeys(name for name in (*numbered, *looks, *self._camera) if name.startswith(prefix))

        def fits(name: str, look: Look) -> bool:
            return share_of(look, numbered.get(self._camera.get(name, name), {})) >= LIKELIER

        def is_amiss(name: str) -> bool:
            look = looks.get(name, NOTHING)
            is_seen = self._camera.get(name, name) in numbered
            return not fits(name, look) if is_seen else look != NOTHING

        for name in filter(is_amiss, names):
            other = next((one for one in filter(is_amiss, names) if fits(one, looks.get(name, NOTHING))), None)
            if other is not None:
                here, there = self._camera.get(name, name), self._camera.get(other, other)
                self._camera |= {name: there, other: here}
        renamed = {name: numbered[at] for name in names if (at := self._camera.get(name, name)) in numbered}
        return {name: shares for name, shares in places.items() if name not in numbered} | renamed


def share_of(look: Look, probabilities: Probabilities) -> float:
    """How likely a place shows a face of the look, 0 to 1."""
    return sum(share for face, share in probabilities.items() if face in look)


def _is_faint(probabilities: Probabilities) -> bool:
    """Whether a place looks more empty than not, without being clearly empty."""
    return RATHER_NONE < probabilities.get(EMPTY, 0.0) < NONE


def _is_hazy(probabilities: Probabilities) -> bool:
    """Whether a place shows no face clearly."""
    return max(probabilities.values(), default=0.0) < HAZY


def _apart(one: Probabilities, other: Probabilities) -> float:
    """How far two readings are apart: 0 for the same, 1 when they have nothing in common."""
    return sum(abs(one.get(face, 0.0) - other.get(face, 0.0)) for face in {*one, *other}) / 2
