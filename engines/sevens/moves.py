"""The moves of Kylo Ren Siege."""

from dataclasses import dataclass

from engines.vocabulary import UNKNOWN


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile is laid in a row at the place of a number: the tile of this number or the almighty (J2-1, J2-6)."""

    row: int
    number: int
    face: str


@dataclass(frozen=True, slots=True)
class Draw:
    """A tile of the stock is drawn; others than the drawer do not see its face (J2-4)."""

    at: int
    face: str = UNKNOWN


@dataclass(frozen=True, slots=True)
class Keep:
    """The tile just drawn is not laid (J2-4)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The stock is empty and nothing is laid (J2-4)."""


@dataclass(frozen=True, slots=True)
class Show:
    """All have passed, and the player at a seat shows that he holds the almighty (J2-7)."""

    seat: int


Move = Lay | Draw | Keep | Pass | Show


KEEP, PASS = Keep(), Pass()
