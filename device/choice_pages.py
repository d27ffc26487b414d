"""The display's pages for what people tell the box: one page a choice, which the button OK takes."""

from device.choices import Choice, told
from device.drawing import (
    BAR,
    HEIGHT,
    LINE,
    MARGIN,
    SMALL,
    STAR,
    TEXT_WIDTH,
    WARNING,
    WIDTH,
    Canvas,
    Page,
    titled_pages,
)
from device.screen_text import wrapped
from device.snapshot import Snapshot
from device.texts import say
from engines.messages import message

_LINES = (HEIGHT - BAR - LINE - 2) // LINE


def question_pages(snapshot: Snapshot, language: str) -> list[Page]:
    """That something happened which the camera cannot see, and how to answer."""
    asked = _asked(snapshot)
    title, text = (say(message(key), language) for key in (asked, f"{asked}_how"))
    return titled_pages(title, text, WARNING)


def choice_pages(snapshot: Snapshot, language: str) -> list[tuple[str, Page]]:
    """Each choice's key and page: the answers to a question first, then what may be told at any time."""
    asked = [(choice.key, _page(choice, _asked(snapshot), language)) for choice in snapshot.question]
    return asked + [(choice.key, _page(choice, "screen.tell", language)) for choice in snapshot.untold]


def _asked(snapshot: Snapshot) -> str:
    """What is asked: which of several it was, or whether it was the only one that could be."""
    return "screen.was_it" if len(snapshot.question) == 1 else "screen.which"


def _page(choice: Choice, title: str, language: str) -> Page:
    canvas = Canvas()
    canvas.bar(say(message(title), language), STAR)
    lines = wrapped(told(choice, language), SMALL, TEXT_WIDTH)
    if len(lines) > _LINES:
        lines = [*lines[: _LINES - 1], lines[_LINES - 1][:-1] + "…"]
    canvas.lines(MARGIN, BAR + 2, lines)
    canvas.draw.rectangle((0, HEIGHT - LINE - 1, WIDTH - 6, HEIGHT - 1), 1)
    canvas.centred(WIDTH // 2 - 3, HEIGHT - LINE, say(message("screen.take"), language), SMALL, 0)
    return canvas.page
