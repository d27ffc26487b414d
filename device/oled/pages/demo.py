"""The games that can be watched at the demo table: on the page of each the button OK begins it."""

from functools import lru_cache

from device.oled.canvas import BAR, HEIGHT, LINE, SMALL, STAR, WIDTH, Canvas, Page
from device.oled.text import wrapped
from device.table.snapshot import Snapshot
from device.texts import say
from engines.messages import message
from vision.dimensions import TILE_HIGH, TILE_WIDE

_TABLE = 38  # pixels across
_MM = _TABLE / 330  # pixels for each
_LEFT = _TABLE + 5


def gallery_pages(snapshot: Snapshot, language: str) -> list[Page]:
    """A page for each game that can be begun at once."""
    return [_page(game, language) for game in snapshot.offered]


@lru_cache(maxsize=64)
def _page(game: str, language: str) -> Page:
    from device.demo.gallery import card  # with the simulator, which no box with a camera needs

    shown, canvas = card(game), Canvas()
    canvas.bar(say(message(f"{game}.title"), language), STAR)
    middle = BAR + 1 + _TABLE // 2
    for tile in shown.table.tiles:
        x, y = _TABLE / 2 + tile.x * _MM, middle - tile.y * _MM
        across = round(tile.turn / 90) % 2 == 1
        wide, high = (half * _MM / 2 for half in ((TILE_HIGH, TILE_WIDE) if across else (TILE_WIDE, TILE_HIGH)))
        box = (round(x - wide), round(y - high), round(x + wide) - 1, round(y + high) - 1)
        canvas.draw.rectangle(box, 1 if tile.face == "back" else 0, 1)
    said = [say(one, language) for one in (shown.said_players, shown.said_minutes)]
    canvas.lines(_LEFT, BAR + 3, [line for one in said for line in wrapped(one, SMALL, WIDTH - _LEFT - 6)][:3])
    canvas.draw.rectangle((_LEFT, HEIGHT - LINE - 1, WIDTH - 6, HEIGHT - 1), 1)
    middle_right = (_LEFT + WIDTH - 6) // 2
    canvas.centred(middle_right, HEIGHT - LINE, say(message("demo.screen_play"), language), SMALL, 0)
    return Page(canvas.image, game=game)
