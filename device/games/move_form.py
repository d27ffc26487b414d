"""Moves that are entered part by part, where a list of all that there are would be endless.

A piece dropped into a frame comes to rest in countless ways, and playing cards that are laid open can be any. All other
moves are chosen from a list.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import Meta


@dataclass(frozen=True)
class FormPart:
    """What may be chosen for a field."""

    said: str  # what it is, in words
    brings: Any  # what it brings to the move: JSON, as each game has it
    most: Annotated[int, Meta(ge=1)] = 1  # how often it may be chosen
    look: str = ""  # how it is drawn, as in a diagram; none where it is but words
    piece: Literal["", "card", "shape"] = ""
    chosen: Annotated[int, Meta(ge=0)] = 0  # how often it is known to belong to the move


@dataclass(frozen=True)
class FormField:
    """One part of a move: at least and at most so many of `parts`.

    A field of just one brings a table that goes into the move's own; any other brings a list, under its name.
    """

    name: str
    said: str
    parts: tuple[FormPart, ...]
    least: Annotated[int, Meta(ge=0)]
    most: Annotated[int, Meta(ge=1)]


@dataclass(frozen=True)
class MoveForm:
    """What is entered, and its fields."""

    said: str
    fields: tuple[FormField, ...]
    begins: str | None = None  # a move that is text begins so, and what was chosen follows it
