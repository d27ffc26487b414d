"""Every kind of page that the display shows of the table, in order; a new kind is a function and a line here.

Of alarms, and of games, the first kind that has pages is shown: what is wrong or asked hides the game.
"""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import NamedTuple

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
    turn_pages,
)
from device.table.snapshot import Snapshot


class Role(Enum):
    """When the pages of a kind are shown."""

    ALARM = auto()  # at once, instead of the game
    GAME = auto()  # at once, or for whoever asks while there is an alarm
    NOTICE = auto()  # at once, after what is shown
    FURTHER = auto()  # for whoever asks


class PageKind(NamedTuple):
    """A kind of page: `draw` gives its pages for a snapshot and a language, none where it has nothing to say."""

    role: Role
    draw: Callable[[Snapshot, str], list[Page]]


PAGES = (
    PageKind(Role.ALARM, problem_pages),
    PageKind(Role.ALARM, blind_pages),
    PageKind(Role.ALARM, question_pages),
    PageKind(Role.GAME, hand_on_table_pages),
    PageKind(Role.GAME, result_pages),
    PageKind(Role.GAME, turn_pages),
    PageKind(Role.NOTICE, march_pages),
    PageKind(Role.NOTICE, notice_pages),
    PageKind(Role.FURTHER, choice_pages),
    PageKind(Role.FURTHER, gallery_pages),
)


def pages_with(pace: Callable[[], Pace]) -> tuple[PageKind, ...]:
    """The kinds of pages where the demo table is watched: what its visitors may do stands before its games."""
    controls = PageKind(Role.FURTHER, lambda _snapshot, language: control_pages(pace(), language))
    return (*PAGES[:-1], controls, PAGES[-1])


def snapshot_pages(snapshot: Snapshot, language: str, kinds: Sequence[PageKind] = PAGES) -> tuple[Page, ...]:
    """The pages that say what a snapshot says, at least one."""
    main = _first(Role.ALARM, snapshot, language, kinds) or _first(Role.GAME, snapshot, language, kinds)
    return with_dots([*main, *_all(Role.NOTICE, snapshot, language, kinds)])


def further_pages(snapshot: Snapshot, language: str, kinds: Sequence[PageKind] = PAGES) -> tuple[Page, ...]:
    """What comes after these pages for whoever asks, last the game that something hides."""
    is_hidden = bool(_first(Role.ALARM, snapshot, language, kinds))
    game = _first(Role.GAME, snapshot, language, kinds) if is_hidden else []
    return (*_all(Role.FURTHER, snapshot, language, kinds), *game)


def _first(role: Role, snapshot: Snapshot, language: str, kinds: Sequence[PageKind]) -> list[Page]:
    drawn = (kind.draw(snapshot, language) for kind in kinds if kind.role is role)
    return next(filter(None, drawn), [])


def _all(role: Role, snapshot: Snapshot, language: str, kinds: Sequence[PageKind]) -> list[Page]:
    return [page for kind in kinds if kind.role is role for page in kind.draw(snapshot, language)]
