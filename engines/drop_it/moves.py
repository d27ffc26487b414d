"""The moves of Drop It: a piece dropped, and a joker used or not."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Drop:
    """A piece dropped, and how it came to rest: everything that its judgement needs, at the moment of landing (D-8).

    The order within each list says nothing.
    """

    piece: str
    level: int  # of its highest point
    circles: tuple[str, ...] = ()  # the bonus circles that it covers wholly or in part
    touches: tuple[str, ...] = ()  # the pieces that it touches
    edges: tuple[str, ...] = ()  # what is printed on the edge segments that it touches
    above: bool = False  # it sticks out above the top line or is jammed in the mouth; its level is then 8

    def __post_init__(self) -> None:
        # equal drops are to be equal, in whatever order a camera lists what it saw
        object.__setattr__(self, "circles", tuple(sorted(self.circles)))
        object.__setattr__(self, "touches", tuple(sorted(self.touches)))
        object.__setattr__(self, "edges", tuple(sorted(set(self.edges))))


@dataclass(frozen=True, slots=True)
class Joker:
    """The player who has just dropped uses a joker (D-14)."""


@dataclass(frozen=True, slots=True)
class Keep:
    """After the very last drop, which no other follows: its player uses no joker (D-14)."""


Move = Drop | Joker | Keep
