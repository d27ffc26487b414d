"""Pages of the demo table: its controls, and one for each game that OK starts."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from device.config.frames import load_frame
from device.demo.pace import CONTROLS, SPEEDS, Control, Pace
from device.oled.canvas import BAR, BOLD, LINE, LINES_ABOVE_FOOT, MARGIN, SMALL, STAR, TEXT_WIDTH, WIDTH, Canvas, Page
from device.oled.text import wrapped
from device.table.snapshot import Snapshot
from device.texts import say
from engines.messages import message
from vision.dimensions import TILE_HIGH, TILE_WIDE
from vision.reading import Points

_TABLE = 38  # width in pixels
_MM = _TABLE / 330  # pixels per mm
_LEFT = _TABLE + 5


def control_pages(pace: Pace, language: str) -> list[Page]:
    """A page for each control with its state; one page if there is no control now."""
    if pace.asleep:
        return [Page(_saying(say(message("demo.screen_asleep"), language), language).image)]
    return [_control_page(control, pace, language) for control in CONTROLS if control != "mistake" or pace.has_mistakes]


def _control_page(control: Control, pace: Pace, language: str) -> Page:
    said = {
        "pause": ("demo.screen_waits", "demo.screen_go_on")
        if pace.paused
        else ("demo.screen_plays", "demo.screen_pause"),
        "mistake": ("demo.screen_due" if pace.mistake_due else "demo.screen_right", "demo.screen_mistake"),
        "speed": ("demo.screen_speed", "demo.screen_faster"),
    }
    how, does = (say(message(key), language) for key in said[control])
    canvas = _saying(how, language)
    if control == "speed":
        _draw_speeds(canvas, pace.speed)
    canvas.foot(does)
    return Page(canvas.image, control=control)


def _saying(how: str, language: str) -> Canvas:
    canvas = Canvas()
    canvas.bar(say(message("demo.screen_title"), language), STAR)
    canvas.lines(MARGIN, BAR + 2, wrapped(how, SMALL, TEXT_WIDTH)[:LINES_ABOVE_FOOT])
    return canvas


def _draw_speeds(canvas: Canvas, now: float) -> None:
    """Draw all speeds in a row, the current one lit."""
    wide = (WIDTH - 6) // len(SPEEDS)
    for at, speed in enumerate(SPEEDS):
        left, top = at * wide, BAR + 2 + LINE + 2
        canvas.draw.rectangle((left, top, left + wide - 3, top + LINE), int(speed == now), 1)
        canvas.centred(left + wide // 2 - 1, top + 1, f"{'½' if speed < 1 else int(speed)}×", BOLD, int(speed != now))


def gallery_pages(snapshot: Snapshot, language: str) -> list[Page]:
    """A page for each game that can be started at once."""
    return [_page(game, language) for game in snapshot.offered]


@lru_cache(maxsize=64)
def _page(game: str, language: str) -> Page:
    from device.demo.gallery import card  # with the simulator, which no box with a camera needs

    shown, canvas = card(game), Canvas()
    canvas.bar(say(message(f"{game}.title"), language), STAR)
    middle = BAR + 1 + _TABLE // 2
    for tile in shown.tiles:
        x, y = _TABLE / 2 + tile.x * _MM, middle - tile.y * _MM
        across = round(tile.turn / 90) % 2 == 1
        wide, high = (half * _MM / 2 for half in ((TILE_HIGH, TILE_WIDE) if across else (TILE_WIDE, TILE_HIGH)))
        box = (round(x - wide), round(y - high), round(x + wide) - 1, round(y + high) - 1)
        canvas.draw.rectangle(box, 1 if tile.face == "back" else 0, 1)
    if shown.pieces:
        _draw_frame(canvas, shown.pieces)
    if shown.cards:
        _draw_cards(canvas, shown.cards)
    said = [say(about, language) for about in (shown.said_players, shown.said_minutes)]
    canvas.lines(_LEFT, BAR + 3, [line for text in said for line in wrapped(text, SMALL, WIDTH - _LEFT - 6)][:3])
    canvas.foot(say(message("demo.screen_play"), language), _LEFT)
    return Page(canvas.image, game=game)


def _draw_cards(canvas: Canvas, cards: Sequence[tuple[bool, Points]]) -> None:
    """Draw the outlines of cards, filled if face down, with all of them in the picture."""
    corners = np.vstack([outline for _, outline in cards])
    low, high = corners.min(axis=0), corners.max(axis=0)
    scale, middle = (_TABLE - 2) / (high - low).max(), (low + high) / 2
    for is_down, outline in cards:
        points = (outline - middle) * (scale, -scale) + (_TABLE / 2, BAR + 1 + _TABLE / 2)
        canvas.draw.polygon([(round(x), round(y)) for x, y in points.tolist()], int(is_down), 1)


def _draw_frame(canvas: Canvas, pieces: Iterable[tuple[str, Points]]) -> None:
    """Draw the frame of Drop It with the outlines of its pieces, filled if light."""
    outline = load_frame(None).outline
    scale = (_TABLE - 2) / max(y for _, y in outline)

    def pixels(points: Iterable[tuple[float, float]]) -> list[tuple[int, int]]:
        return [(round(_TABLE / 2 + x * scale), round(BAR + _TABLE - y * scale)) for x, y in points]

    canvas.draw.line(pixels(outline), 1)
    for colour, outline_of_piece in pieces:
        canvas.draw.polygon(pixels(outline_of_piece.tolist()), int(colour in ("red", "yellow")), 1)
