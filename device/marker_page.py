"""Draws the page of corner markers that people print, cut out and lay on the corners of the sheet: A4, true to size."""

from functools import cache
from io import BytesIO
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from device.texts import LANGUAGES, say
from engines.messages import Message, message
from vision.board.markers import CARD, card
from vision.letters import written

Kind = Literal["PDF", "PNG"]
WIDE, HIGH = 210, 297  # mm: A4
SCALE = 20  # px per mm, so that every edge falls on a pixel
_PER_INCH = 25.4 * SCALE
_LEFT = 20  # mm
_RULER = 100  # mm
_LANGUAGES = LANGUAGES[::-1]  # Japanese above English
_Page = NDArray[np.uint8]


@cache
def marker_page(kind: Kind) -> bytes:
    """The page as a PDF or PNG file, in both languages.

    >>> marker_page("PDF")[:4], len(marker_page("PNG")) > 1000
    (b'%PDF', True)
    """
    kept = BytesIO()
    # Black and white only: it prints sharply on any printer.
    image = Image.fromarray(written(draw_page)).convert("1", dither=Image.Dither.NONE)
    if kind == "PDF":
        image.save(kept, kind, resolution=_PER_INCH, title=say(message("markers.title"), "en"))
    else:
        image.save(kept, kind, dpi=(_PER_INCH, _PER_INCH))
    return kept.getvalue()


def draw_page() -> _Page:
    """The page in grey (uint8), `SCALE` px per mm."""
    page = np.full((HIGH * SCALE, WIDE * SCALE), 255, np.uint8)
    _write(page, message("markers.title"), 22, size=7, weight=600)
    _write(page, message("markers.print"), 48)
    _draw_ruler(page, 72)
    _write(page, message("markers.cut"), 96)
    for number in range(4):
        _draw_card(page, _LEFT + number * 45, 118)
    _write(page, message("markers.lay"), 156)
    _draw_sheet(page, _LEFT, 180)
    return page


def _write(page: _Page, said: Message, top: float, size: float = 4.2, weight: int = 400) -> None:
    """Write a sentence in both languages, one below the other, from `top` mm on; letters are `size` mm high."""
    font = cv2.FontFace("sans")
    for row, language in enumerate(_LANGUAGES):
        base = (_LEFT * SCALE, round((top + (row + 0.8) * size * 1.6) * SCALE))
        cv2.putText(page, say(said, language), base, (0,), font, round(size * SCALE), weight)


def _draw_ruler(page: _Page, top: float) -> None:
    _draw_line(page, (_LEFT, top), (_LEFT + _RULER, top))
    for tick in range(0, _RULER + 1, 10):
        _draw_line(page, (_LEFT + tick, top - (4 if tick in (0, _RULER) else 2)), (_LEFT + tick, top))


def _draw_card(page: _Page, left: int, top: int) -> None:
    """Draw a card, with cutting lines just outside it that run past its corners."""
    side = round(CARD)
    for at in (0, side):
        _draw_line(page, (left - 4, top + at), (left + side + 4, top + at), 2)
        _draw_line(page, (left + at, top - 4), (left + at, top + side + 4), 2)
    page[top * SCALE : (top + side) * SCALE, left * SCALE : (left + side) * SCALE] = card(SCALE)
    cv2.rectangle(page, (left * SCALE - 1, top * SCALE - 1), ((left + side) * SCALE, (top + side) * SCALE), (110,), 2)


def _draw_sheet(page: _Page, left: float, top: float) -> None:
    """Draw a small sheet of 8 × 8 cells with a card in each corner."""
    side, margin = 70.0, 7.0
    cell = (side - 2 * margin) / 8
    for k in range(9):
        along = margin + k * cell
        _draw_line(page, (left + along, top + margin), (left + along, top + side - margin), 2)
        _draw_line(page, (left + margin, top + along), (left + side - margin, top + along), 2)
    for along in (0.0, side):
        _draw_line(page, (left + along, top), (left + along, top + side))
        _draw_line(page, (left, top + along), (left + side, top + along))
    small = cv2.resize(card(SCALE), None, fx=margin / CARD, fy=margin / CARD, interpolation=cv2.INTER_AREA)
    for turn, (x, y) in enumerate(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))):
        low = np.round((np.array([left, top]) + np.array([x, y]) * (side - margin)) * SCALE).astype(int)
        page[low[1] : low[1] + len(small), low[0] : low[0] + len(small)] = np.rot90(small, turn)


def _draw_line(page: _Page, start: tuple[float, float], end: tuple[float, float], thick: int = 8) -> None:
    """Draw a line between two points (mm), `thick` px wide."""
    ends = [(round(x * SCALE), round(y * SCALE)) for x, y in (start, end)]
    cv2.line(page, ends[0], ends[1], (0,), thick)
