"""Moves entered part by part, where a list of all legal moves would be endless.

A dropped piece comes to rest in countless positions, and the playing cards laid open can be any. All other moves are
chosen from a list.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import Meta


@dataclass(frozen=True)
class FormPart:
    """An option of a field."""

    said: str  # label
    brings: Any  # its contribution to the move: JSON, defined by each game
    most: Annotated[int, Meta(ge=1)] = 1  # how often it may be chosen
    look: str = ""  # how it is drawn, as in a diagram; "" if it is text only
    piece: Literal["", "card", "shape"] = ""
    chosen: Annotated[int, Meta(ge=0)] = 0  # how often it is known to be part of the move


@dataclass(frozen=True)
class FormField:
    """One part of a move: between `least` and `most` of `parts`.

    A field of exactly one part brings a table that is merged into the move; any other brings a list under its name.
    """

    name: str
    said: str
    parts: tuple[FormPart, ...]
    least: Annotated[int, Meta(ge=0)]
    most: Annotated[int, Meta(ge=1)]


@dataclass(frozen=True)
class MoveForm:
    """A form with its title and fields."""

    said: str
    fields: tuple[FormField, ...]
    begins: str | None = None  # prefix of a move that is text; the chosen parts follow it
