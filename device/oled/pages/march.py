"""The pages of a campaign: game, city and purse, and a map with the route so far."""

from collections.abc import Sequence

from device.config.coast import load_coast
from device.games.march import March
from device.oled.canvas import BAR, BOLD, HEIGHT, MARGIN, SMALL, STAR, WIDTH, Canvas, Page, titled_pages
from device.table.snapshot import Snapshot
from device.texts import say
from engines.messages import message

HERE = 2  # px from the centre to the edge of the king's marker
_MIN_RING_POINTS = 60  # smaller islands would be specks


def march_pages(snapshot: Snapshot, language: str) -> list[Page]:
    """The campaign's progress, in words and on a map; empty without a campaign."""
    march = snapshot.march
    if march is None:
        return []
    title = say(message("campaign.screen.game", game=march.game), language)
    said = say(message("campaign.screen.place", city=march.cities, coins=march.purse), language)
    return [*titled_pages(title, f"{march.city.name(language)}\n{said}", STAR), _map_page(march, language)]


def _map_page(march: March, language: str) -> Page:
    canvas = Canvas()
    for ring in load_coast().rings:
        if len(ring) >= _MIN_RING_POINTS:
            canvas.draw.point([_pixel(east, north) for east, north in _dense(ring)], 1)
    passed = [_pixel(city.east, city.north) for city in march.passed]
    if len(passed) > 1:
        canvas.draw.line(passed, 1, 2)
    x, y = _pixel(march.city.east, march.city.north)
    canvas.draw.rectangle((x - HERE - 1, y - HERE - 1, x + HERE + 1, y + HERE + 1), 0)
    canvas.draw.rectangle((x - HERE, y - HERE, x + HERE, y + HERE), 1)
    canvas.draw.rectangle((0, 0, WIDTH - 1, BAR - 1), 0)
    purse = say(message("campaign.coins", coins=march.purse), language)
    canvas.draw.text((MARGIN, 1), say(message("campaign.screen.city", city=march.cities), language), 1, SMALL)
    canvas.draw.text((WIDTH - MARGIN - int(BOLD.getlength(purse)), 1), purse, 1, BOLD)
    return Page(canvas.image)


def _dense(ring: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """A coast as points less than a pixel apart, without the edges of the map."""
    west, south, east, north = load_coast().box
    edges = ((0, west), (0, east), (1, south), (1, north))
    found = []
    for start, end in zip(ring, (*ring[1:], ring[0]), strict=True):
        if any(abs(point[axis] - edge) < 0.01 for point in (start, end) for axis, edge in edges):
            continue
        across, up = end[0] - start[0], end[1] - start[1]
        steps = int(max(abs(across), abs(up)) / 0.4) + 1
        found += [(start[0] + across * step / steps, start[1] + up * step / steps) for step in range(steps)]
    return found


def _pixel(east: float, north: float) -> tuple[int, int]:
    west, south, most_east, most_north = load_coast().box
    x = (east - west) / (most_east - west) * (WIDTH - 1)
    return round(x), round(BAR + (most_north - north) / (most_north - south) * (HEIGHT - 1 - BAR))
