"""A hand of Galaxy Jarapon on the display: its tiles, what it is worth, waits for or may discard, and why."""

from collections.abc import Sequence

from device.hands.check import AnswerWithTiles, all_said
from device.hands.waits import hand_name
from device.oled.canvas import (
    BOLD,
    HEIGHT,
    LINE,
    MARGIN,
    SMALL,
    TEXT_WIDTH,
    WARNING,
    WIDTH,
    Canvas,
    Page,
    on_pages,
    titled_pages,
)
from device.oled.text import fitted, wrapped
from device.texts import say
from engines.messages import message

TILE = 14  # px; nine tiles fill a row
BELOW = 18


def hand_pages(hand: AnswerWithTiles, language: str) -> list[Page]:
    """The pages of a hand as `jarapon hand --json` answers, with its `tiles`."""
    if "waits" in hand:
        first = _waits(hand, language)
    elif hand["valid"]:
        first = [_worth(hand, language)]
    else:
        first = [*_discard(hand), *_no_hand(hand)]
    reasons = titled_pages(say(message("screen.hand"), language), "\n".join(all_said(hand)))
    return [*first, *reasons]


def _worth(hand: AnswerWithTiles, language: str) -> Page:
    """The hand's name and, in large digits, what everybody or the discarder pays for it."""
    canvas = _with_tiles(hand["tiles"])
    canvas.centred(WIDTH // 2, BELOW, fitted(hand_name(hand["names"], language), BOLD, WIDTH - 2 * MARGIN), BOLD)
    canvas.large(WIDTH // 2, BELOW + 15, str(hand["total"]))
    return Page(canvas.image)


def _waits(hand: AnswerWithTiles, language: str) -> list[Page]:
    """A line for each winning tile: the hand that it makes, and its value."""
    pages = []
    for waits in on_pages(hand["waits"], (HEIGHT - BELOW) // (LINE + 3)):
        canvas = _with_tiles(hand["tiles"])
        for row, wait in enumerate(waits):
            top = BELOW + (LINE + 3) * row
            total = str(wait["total"])
            right = WIDTH - 6 - int(BOLD.getlength(total))
            canvas.tile((MARGIN, top, MARGIN + 12, top + 13), wait["tile"])
            canvas.draw.text((19, top + 2), fitted(hand_name(wait["names"], language), SMALL, right - 23), 1, SMALL)
            canvas.draw.text((right, top + 2), total, 1, BOLD)
        pages.append(Page(canvas.image))
    return pages


def _discard(hand: AnswerWithTiles) -> list[Page]:
    """What to discard, and what is likeliest to come of it."""
    if "discards" not in hand.get("advice", {}):
        return []
    best, pages = hand["advice"]["discards"][0], []
    for lines in on_pages(wrapped(best["reasons"][0], SMALL, TEXT_WIDTH), (HEIGHT - BELOW) // LINE - 1):
        canvas = _with_tiles(hand["tiles"])
        canvas.draw.text((MARGIN, BELOW - 1), fitted(best["said"], BOLD, TEXT_WIDTH), 1, BOLD)
        canvas.lines(MARGIN, BELOW + LINE, lines)
        pages.append(Page(canvas.image))
    return pages


def _no_hand(hand: AnswerWithTiles) -> list[Page]:
    pages = []
    for lines in on_pages(wrapped(hand["reason"], SMALL, WIDTH - 20), (HEIGHT - BELOW) // LINE):
        canvas = _with_tiles(hand["tiles"])
        canvas.icon(MARGIN, BELOW + 2, WARNING)
        canvas.lines(16, BELOW, lines)
        pages.append(Page(canvas.image))
    return pages


def _with_tiles(tiles: Sequence[str]) -> Canvas:
    canvas = Canvas()
    left = (WIDTH - TILE * len(tiles)) // 2
    for at, face in enumerate(tiles):
        canvas.tile((left + TILE * at, 0, left + TILE * at + 12, 14), face)
    return canvas
