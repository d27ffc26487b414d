"""The names of hands of Galaxy Jarapon, and the tiles that win, as plain data."""

from typing import Annotated, Literal, TypedDict, cast

from msgspec import Meta

from engines.jarapon import hand
from engines.jarapon.hand import Discards, HandScore, ron_refused
from engines.jarapon.sheet import Row

Count = Annotated[int, Meta(ge=0)]
Bonus = tuple[Literal["almighty", "dora", "riichi", "bonus"], Count, Count]  # kind, count, points


class Names(TypedDict):
    """The names printed on the sheet."""

    en: str
    ja: str


class Named(TypedDict):
    """A hand of the sheet; `hand` is its English name, by which programs know it."""

    hand: str
    names: Names


class Wait(Named):
    """A tile that would win."""

    tile: str
    points: Count
    bonuses: list[Bonus]
    total: Count
    ron: bool  # whether it may be taken from a discard
    left: Count  # at most so many of it may still come


def named(row: Row) -> Named:
    """The names of a row of the sheet."""
    return {"hand": row.en, "names": {"en": row.en, "ja": row.ja}}


def hand_name(names: Names, language: str) -> str:
    """The name of a hand in a language as the sheet prints it; languages without one get the English name."""
    return names["ja"] if language == "ja" else names["en"]


def name_of(row: Row, language: str) -> str:
    """The name of a row of the sheet in a language."""
    return hand_name(named(row)["names"], language)


def bonuses_of(score: HandScore) -> list[Bonus]:
    """The bonuses of a score."""
    return [cast(Bonus, (bonus.kind, bonus.count, bonus.points)) for bonus in score.bonuses]


def wait_of(wait: hand.Wait, left: int, discards: Discards) -> Wait:
    """A tile that would win, of which at most so many may come."""
    return {
        "tile": wait.tile,
        **named(wait.score.row),
        "points": wait.score.points,
        "bonuses": bonuses_of(wait.score),
        "total": wait.score.total,
        "ron": ron_refused(wait.tile, discards) is None,
        "left": left,
    }
