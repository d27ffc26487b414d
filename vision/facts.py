"""Facts of a table that a reader knows beyond what each place shows."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from typing import Self, TypeAlias, TypeVar

# How the names of pieces begin that lie beside the field of a game, `beside/1`, …, or beside the first tile under a
# heading, `beside/3/2`, …. No layout has such a place.
BESIDE = "beside/"

Probabilities: TypeAlias = Mapping[str, float]  # of each face, "empty" included; they sum to 1


@dataclass(frozen=True)
class Facts:
    """What a reader knows beyond places; here nothing."""

    def without(self, names: Container[str]) -> Self:
        """The same without the pieces of these names (`DetectedPiece.place`), whose faces are left open."""
        del names
        return self


Known = TypeVar("Known", bound=Facts)


def facts_of(kind: type[Known], facts: Facts) -> Known:
    """The facts if they are of this kind, else the empty facts of this kind."""
    return facts if isinstance(facts, kind) else kind()


@dataclass(frozen=True)
class Throw:
    """The last throw of a die that was detected."""

    number: int  # how many throws have been detected so far
    pips: Probabilities  # of each number of pips; flat where it is not read now


@dataclass(frozen=True)
class TileFacts(Facts):
    """What lies on a sheet where no layout has a place for it."""

    # What tiles show that lie beside the field, such as captured ones, in reading order.
    beside: tuple[Probabilities, ...] = ()
    # What the tiles under each heading show, from the heading on, where players lay them side by side.
    columns: Mapping[int, tuple[Probabilities, ...]] = field(default_factory=dict)
    throw: Throw | None = None  # the last one; None before the first

    def without(self, names: Container[str]) -> Self:
        """The same without the tiles of these names."""
        beside = tuple(shows for at, shows in enumerate(self.beside, start=1) if beside_field(at) not in names)
        columns = {
            number: tuple(shows for at, shows in enumerate(tiles, start=1) if beside_field(number, at) not in names)
            for number, tiles in self.columns.items()
        }
        return replace(self, beside=beside, columns=columns)


@dataclass(frozen=True)
class LyingCard:
    """A card that lies face up."""

    shows: Probabilities  # less than 1 in all, or nothing, where it is not read
    # Before which players it lies, by seat from 1: the nearer to one, the greater his share.
    seats: Probabilities = field(default_factory=dict)


@dataclass(frozen=True)
class CardRow:
    """Cards that lie beside each other."""

    cards: tuple[LyingCard, ...]  # in the order in which they lie on each other
    is_askew: bool = False  # whether that order is not certain


@dataclass(frozen=True)
class CardFacts(Facts):
    """What lies on a table of cards beyond its piles."""

    rows: tuple[CardRow, ...] = ()  # the cards that lie face up and on no pile
    river: tuple[LyingCard, ...] = ()  # the cards of the river under the one on top, the lowest first
    top_seats: Probabilities = field(default_factory=dict)  # before whom the river's top card lies
    # What cards show that lie as near to the river as its next one may, but nearer to others.
    near_river: tuple[Probabilities, ...] = ()
    coins: tuple[Probabilities, ...] = ()  # before whom each coin lies that has come lately


def beside_field(*numbers: int) -> str:
    """The name of a piece that lies beside the field, or as so manieth under a heading.

    >>> beside_field(2), beside_field(3, 2)
    ('beside/2', 'beside/3/2')
    """
    return BESIDE + "/".join(map(str, numbers))
