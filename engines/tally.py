"""Counted pieces of a set: which are missing, which are too many, and whether a game can be played with them.

>>> tally = Tally({"3": 9, "7": 9}, {"3": 11, "7": 8})
>>> tally.missing, tally.surplus, tally.is_whole
({'7': 1}, {'3': 2}, False)

A piece whose face could not be read may be one of those that seem to be missing:

>>> tally = Tally({"3": 9, "7": 9}, {"3": 8, "7": 8}, unnamed=1)
>>> tally.missing, tally.fewest_missing, tally.is_whole
({'3': 1, '7': 1}, 1, False)
>>> print(Tally({"3": 9, "7": 9}, {"3": 9, "7": 8}, unnamed=1).is_whole)
None
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

Counts = Mapping[str, int]  # how many pieces of each face


@dataclass(frozen=True)
class Tally:
    """Pieces that were counted, against those that there should be."""

    due: Counts
    named: Counts
    unnamed: int = 0  # detected without a face: each may be any piece, or none at all
    elusive: Collection[str] = ()  # faces of which some pieces may have been overlooked

    @property
    def missing(self) -> dict[str, int]:
        """The pieces of each face that are missing, unless they are unnamed or overlooked."""
        return dict(Counter(self.due) - Counter(self.named))

    @property
    def surplus(self) -> dict[str, int]:
        """The pieces of each face that are too many, at least."""
        return dict(Counter(self.named) - Counter(self.due))

    @property
    def fewest_missing(self) -> int:
        """How many are missing at least, whichever faces the unnamed ones have."""
        certain = sum(count for face, count in self.missing.items() if face not in self.elusive)
        return max(0, certain - self.unnamed)

    @property
    def is_enough(self) -> bool | None:
        """Whether nothing that is due is missing; None where that is uncertain."""
        if not self.missing:
            return True
        return False if self.fewest_missing else None

    @property
    def is_whole(self) -> bool | None:
        """Whether it is just what is due; None where that is uncertain."""
        if self.surplus or self.is_enough is False:
            return False
        return None if self.unnamed else self.is_enough


@dataclass(frozen=True)
class Kit:
    """A set of pieces as it is sold, of which several games may be played.

    >>> deck = Kit({"AS": 1, "joker": 2}, spare={"joker": 4})
    >>> deck.tally({"AS": 1, "joker": 3}).is_whole, deck.tally({"AS": 2, "joker": 7}).surplus
    (True, {'AS': 1, 'joker': 1})
    """

    pieces: Counts  # of each face
    spare: Counts = field(default_factory=dict)  # that may lie beside them, and are not missing where they do not

    def tally(self, named: Counts, unnamed: int = 0, elusive: Collection[str] = ()) -> Tally:
        """Counted pieces without spare ones, against those of the whole set."""
        over = Counter(named) - Counter(self.pieces)
        kept = Counter(named) - (over & Counter(self.spare))
        return Tally(self.pieces, kept, unnamed, elusive)


@dataclass(frozen=True)
class Equipment:
    """The pieces that a game is played with, and the set that they are taken from.

    >>> kit, four = Kit(dict.fromkeys("123456789", 9)), dict.fromkeys("123456789", 4)
    >>> reversi, infiltration = Equipment(kit, {}, chosen=64), Equipment(kit, four, chosen=16)
    >>> reversi.is_enough(kit.tally({"1": 64})), reversi.is_enough(kit.tally({"1": 63}))
    (True, False)
    >>> infiltration.is_enough(kit.tally(four)), infiltration.is_enough(kit.tally({**four, "8": 3}))
    (True, None)
    """

    kit: Kit
    pieces: Counts  # of each face that the game takes
    # How many it takes in all. Less than the `pieces`: only some of these faces, which ones depends on the characters
    # that they show (J-c3). More: the players choose the faces. None: just the `pieces`.
    chosen: int | None = None

    @property
    def total(self) -> int:
        """How many pieces the game takes."""
        return sum(self.pieces.values()) if self.chosen is None else self.chosen

    def is_enough(self, tally: Tally) -> bool | None:
        """Whether a tally of the set has all that the game takes; None where that is uncertain."""
        has_faces = replace(tally, due=self.pieces).is_enough
        if self.chosen is None:
            return has_faces
        named = sum(tally.named.values())
        if named + tally.unnamed < self.chosen and not tally.elusive:
            return False
        if has_faces:
            return True if named >= self.chosen else None
        return None if self.chosen < sum(self.pieces.values()) else has_faces
