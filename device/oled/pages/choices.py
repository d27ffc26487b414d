"""The pages of choices that people may enter; OK takes the choice shown."""

from collections.abc import Sequence

from device.oled.canvas import (
    BAR,
    LINES_ABOVE_FOOT,
    MARGIN,
    SMALL,
    STAR,
    TEXT_WIDTH,
    WARNING,
    Canvas,
    Page,
    on_pages,
    titled_pages,
)
from device.oled.text import wrapped
from device.referee.choices import Choice, choice_in_words
from device.table.snapshot import Snapshot
from device.texts import say
from engines.messages import message

_MORE = "…"


def question_pages(snapshot: Snapshot, language: str) -> list[Page]:
    """The question about something that the camera cannot see, and how to answer; empty if nothing is asked."""
    if not snapshot.choices.question:
        return []
    asked = _asked(snapshot)
    title, text = (say(message(key), language) for key in (asked, f"{asked}_how"))
    return titled_pages(title, text, WARNING)


def choice_pages(snapshot: Snapshot, language: str) -> list[Page]:
    """The pages of each choice: the answers to a question first, then moves that may be entered at any time."""
    asked = [page for choice in snapshot.choices.question for page in _pages(choice, _asked(snapshot), language)]
    return asked + [page for choice in snapshot.choices.untold for page in _pages(choice, "screen.tell", language)]


def _asked(snapshot: Snapshot) -> str:
    """Text key of the question: which of several it was, or whether it was the only possible one."""
    return "screen.was_it" if len(snapshot.choices.question) == 1 else "screen.which"


def _pages(choice: Choice, title: str, language: str) -> list[Page]:
    """A choice in words, on as many pages as needed; OK takes it on each of them."""
    lines = wrapped(choice_in_words(choice, language), SMALL, TEXT_WIDTH)
    if len(lines) > LINES_ABOVE_FOOT:
        lines = wrapped(choice_in_words(choice, language), SMALL, TEXT_WIDTH - int(SMALL.getlength(_MORE)))
    parts = on_pages(lines, LINES_ABOVE_FOOT)
    return [_page(choice, title, part, part is not parts[-1], language) for part in parts]


def _page(choice: Choice, title: str, lines: Sequence[str], goes_on: bool, language: str) -> Page:
    canvas = Canvas()
    canvas.bar(say(message(title), language), STAR)
    canvas.lines(MARGIN, BAR + 2, [*lines[:-1], lines[-1] + _MORE] if goes_on else lines)
    canvas.foot(say(message("screen.take"), language))
    return Page(canvas.image, choice.key)
