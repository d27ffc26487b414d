"""Every kind of page about the table, in order; a new kind is a function listed here."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from device.demo.pace import Pace
from device.oled.canvas import Page, with_dots
from device.oled.pages.choices import choice_pages, question_pages
from device.oled.pages.demo import control_pages, gallery_pages
from device.oled.pages.march import march_pages
from device.oled.pages.table import (
    blind_pages,
    hand_on_table_pages,
    notice_pages,
    problem_pages,
    result_pages,
    status_pages,
    turn_pages,
)
from device.table.snapshot import Snapshot

# The pages of a kind for a snapshot and a language; empty if it has nothing to say.
Draw: TypeAlias = Callable[[Snapshot, str], list[Page]]

# Of alarms, and of games, the first kind with pages is shown at once: a problem or question hides the game.
ALARMS: tuple[Draw, ...] = (problem_pages, blind_pages, question_pages)
GAMES: tuple[Draw, ...] = (hand_on_table_pages, result_pages, turn_pages)
NOTICES: tuple[Draw, ...] = (march_pages, notice_pages)  # at once, after what is shown
FURTHER: tuple[Draw, ...] = (status_pages, choice_pages, gallery_pages)  # shown when turned to


def further_with(pace: Callable[[], Pace]) -> tuple[Draw, ...]:
    """The further kinds at the demo table: its controls come before its games."""
    *others, games = FURTHER
    return (*others, lambda _snapshot, language: control_pages(pace(), language), games)


def snapshot_pages(snapshot: Snapshot, language: str) -> tuple[Page, ...]:
    """The pages of a snapshot, at least one."""
    main = _first(ALARMS, snapshot, language) or _first(GAMES, snapshot, language)
    return with_dots([*main, *_all(NOTICES, snapshot, language)])


def further_pages(snapshot: Snapshot, language: str, kinds: Sequence[Draw] = FURTHER) -> tuple[Page, ...]:
    """The pages that follow when turned to, last the game that an alarm hides."""
    is_hidden = bool(_first(ALARMS, snapshot, language))
    return (*_all(kinds, snapshot, language), *(_first(GAMES, snapshot, language) if is_hidden else []))


def _first(kinds: Sequence[Draw], snapshot: Snapshot, language: str) -> list[Page]:
    return next(filter(None, (draw(snapshot, language) for draw in kinds)), [])


def _all(kinds: Sequence[Draw], snapshot: Snapshot, language: str) -> list[Page]:
    return [page for draw in kinds for page in draw(snapshot, language)]
