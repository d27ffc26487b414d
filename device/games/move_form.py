"""Moves entered part by part, where a list of all legal moves would be endless.

A dropped piece comes to rest in countless positions, and the playing cards laid open can be any. All other moves are
chosen from a list.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from msgspec import Meta

from engines.contract import Json


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
    """One part of a move: between `least` and `most` of `parts`; without parts, a number from `least` to `most`.

    A field of exactly one part brings a table that is merged into the move; any other brings a list under its name.
    """

    name: str
    said: str
    parts: tuple[FormPart, ...]
    least: Annotated[int, Meta(ge=0)]
    most: Annotated[int, Meta(ge=1)]
    number: int | None = None  # the one that is known to be part of the move, of a field without parts


@dataclass(frozen=True)
class MoveForm:
    """A form with its title and fields."""

    said: str
    fields: tuple[FormField, ...]
    begins: str | None = None  # prefix of a move that is text; the chosen parts follow it


def filled(form: MoveForm, move: Json) -> MoveForm | None:
    """The form with the parts of a move chosen, as far as it has them; None if the move has others besides.

    >>> who = FormField("who", "Who?", (FormPart("Aya", "1 won"), FormPart("Ben", "2 won")), 1, 1)
    >>> riichi = FormField("riichi", "Riichi?", (FormPart("Aya", "riichi 1"), FormPart("Ben", "riichi 2")), 0, 2)
    >>> form = MoveForm("Somebody won", (who, riichi), begins="")
    >>> [part.chosen for field in filled(form, "2 won riichi 1").fields for part in field.parts]
    [0, 1, 1, 0]
    >>> filled(form, "2 won falsely")
    >>> levels = (FormPart("8", {"level": 8}), FormPart("above", {"level": 8, "above": True}))
    >>> drop = MoveForm("Drop", (FormField("level", "Level?", levels, 1, 1),))
    >>> [part.chosen for part in filled(drop, {"level": 8, "above": True}).fields[0].parts]
    [0, 1]
    >>> filled(drop, {"level": 8, "touches": ["square/red"]})
    >>> left = FormField("left", "How many?", (), 0, 30)
    >>> filled(MoveForm("Aya won", (left,), "1 won left"), "1 won left 12").fields[0].number
    12
    """
    if isinstance(move, str) != (form.begins is not None):
        return None
    rest = move.removeprefix(form.begins or "").strip() if isinstance(move, str) else ""
    fields: list[FormField] = []
    taken: dict[str, Json] = {}  # of a move that is a table
    for field in form.fields:
        if not field.parts:
            number, rest = _number_of(rest)
            fields.append(replace(field, number=number))
            continue
        if isinstance(move, str):
            chosen, rest = _words_of(field, rest)
        else:
            chosen, brought = _brought(field, move if isinstance(move, dict) else {})
            taken |= brought
        # where nothing of the move belongs to it, what is usual stays chosen
        parts = (replace(part, chosen=chosen[part.said]) for part in field.parts) if chosen else field.parts
        fields.append(replace(field, parts=tuple(parts)))
    return None if rest or (not isinstance(move, str) and taken != move) else replace(form, fields=tuple(fields))


def _number_of(text: str) -> tuple[int | None, str]:
    """The number that stands at the beginning of a text, and what comes after."""
    word, _, rest = text.partition(" ")
    return (int(word), rest) if word.isdecimal() else (None, text)


def _words_of(field: FormField, text: str) -> tuple[Counter[str], str]:
    """How often each part of a field stands at the beginning of a text, longer ones first, and what comes after."""
    chosen: Counter[str] = Counter()
    parts = sorted((part for part in field.parts if part.brings), key=lambda part: -len(part.brings))
    while chosen.total() < field.most:
        found = next((part for part in parts if f"{text} ".startswith(f"{part.brings} ")), None)
        if found is None:
            break
        chosen[found.said] += 1
        text = text[len(found.brings) :].strip()
    return chosen, text


def _brought(field: FormField, move: Mapping[str, Json]) -> tuple[Counter[str], Mapping[str, Json]]:
    """How often each part of a field is in a move that is a table, and what of the table they bring."""
    if (field.least, field.most) == (1, 1):
        fitting = [part for part in field.parts if part.brings.items() <= move.items()]
        whole = max(fitting, key=lambda part: len(part.brings), default=None)  # others bring only some of it
        return (Counter(), {}) if whole is None else (Counter([whole.said]), whole.brings)
    listed = move.get(field.name)
    brought = listed if isinstance(listed, list) else []
    chosen = Counter({part.said: brought.count(part.brings) for part in field.parts if part.brings in brought})
    return chosen, {field.name: brought} if brought and chosen.total() == len(brought) else {}
