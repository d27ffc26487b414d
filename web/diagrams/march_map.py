"""The map of a campaign as SVG parts: the coast, the route passed and the route ahead, cities, and names that fit.

Two maps are drawn of one plane, which is `WIDE` units wide: all of it, and what lies round the king. Names stand where
they cover neither another name nor a city. On a phone the whole map is so small that only a few large names fit; a wide
window shows small ones instead, and more of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, radians

from device.config.coast import load_coast
from engines.stop.route import City, Route
from web.diagrams.plan import width_of

WIDE = 1000.0
LARGE, SMALL = 36.0, 13.0  # heights of letters on the whole map: on a phone, and in a wide window
NEAR = 0.16  # of the whole map's width is seen round the king
LETTER = 0.042  # of its width is a letter of the map round the king high
_LETTER_UNITS = 3.8  # how high the letters are that `width_of` measures
_SHAPE = 0.72  # height of the map round the king by its width
_FAMED = ("Pella", "Babylon", "Rome", "Carthage", "Marakanda", "Alexandria in Egypt", "Gades", "Taxila", "Persepolis")

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True)
class Dot:
    """A city on the map."""

    name: str
    x: float
    y: float
    state: str  # "passed", "here" or "ahead"


@dataclass(frozen=True)
class Name:
    """A city's name beside its dot; of the whole map, `large` ones are for phones."""

    text: str
    x: float
    y: float
    anchor: str
    state: str
    large: bool


@dataclass(frozen=True)
class MarchMap:
    """One map: its part of the plane, lines as the `points` of polylines, dots, and names of this height of letters."""

    view: Box
    passed: str
    ahead: str
    dots: tuple[Dot, ...]
    names: tuple[Name, ...]
    letters: float

    @property
    def view_box(self) -> str:
        """Left, top, width and height, as SVG has it."""
        left, top, right, bottom = self.view
        return f"{left:.1f} {top:.1f} {right - left:.1f} {bottom - top:.1f}"


def place(east: float, north: float) -> Point:
    """Where a place lies on the plane: degrees are as wide as they are on the 34th parallel."""
    west, south, most_east, most_north = load_coast().box
    scale = WIDE / (most_east - west)
    return (east - west) * scale, (most_north - north) * scale / cos(radians((south + most_north) / 2))


@cache
def height() -> float:
    """How high the plane is."""
    west, south, _, _ = load_coast().box
    return place(west, south)[1]


@cache
def land() -> str:
    """The land as the path of an SVG."""
    return "".join("M" + "L".join(_svg_point(place(*point)) for point in ring) + "Z" for ring in load_coast().rings)


def _svg_point(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def whole_map(route: Route, cities: int, language: str) -> MarchMap:
    """All of the route, of which so many cities are passed."""
    dots = _dots(route, cities, language)
    view = (0.0, 0.0, WIDE, height())
    order = _by_importance(route, cities)
    large = _names(dots, order[: 1 + len(_FAMED)], LARGE, view, large=True)
    small = _names(dots, order, SMALL, view, large=False)
    return MarchMap(view, *_lines(dots, cities), dots, (*large, *small), SMALL)


def near_map(route: Route, cities: int, language: str) -> MarchMap:
    """What lies round the king, as far as he marches in some weeks."""
    dots = _dots(route, cities, language)
    here = dots[cities]
    wide = NEAR * WIDE
    left = min(max(here.x - wide / 2, 0.0), WIDE - wide)
    top = min(max(here.y - wide * _SHAPE / 2, 0.0), height() - wide * _SHAPE)
    view = (left, top, left + wide, top + wide * _SHAPE)
    seen = [at for at in _by_nearness(cities) if left < dots[at].x < view[2] and top < dots[at].y < view[3]]
    letters = LETTER * wide
    return MarchMap(view, *_lines(dots, cities), dots, tuple(_names(dots, seen, letters, view, large=True)), letters)


def _dots(route: Route, cities: int, language: str) -> tuple[Dot, ...]:
    """Home, and then every city in the order of the route; home is the first and the last."""
    states = ["passed"] * cities + ["here"] + ["ahead"] * (len(route.cities) - cities)
    stops = (route.home, *route.cities)
    return tuple(_dot(city, state, language) for city, state in zip(stops, states, strict=True))


def _dot(city: City, state: str, language: str) -> Dot:
    return Dot(city.name(language), *place(city.east, city.north), state)


def _lines(dots: Sequence[Dot], cities: int) -> tuple[str, str]:
    """The route behind the king and the route before him."""
    points = [_svg_point((dot.x, dot.y)).replace(" ", ",") for dot in dots]
    return " ".join(points[: cities + 1]), " ".join(points[cities:])


def _by_importance(route: Route, cities: int) -> list[int]:
    """Where the king is, then cities that everybody knows, then the next one and those that he comes from."""
    stops = [route.home.en, *(city.en for city in route.cities)]
    famed = [stops.index(name) for name in _FAMED if name in stops]
    return list(dict.fromkeys((cities, *famed, *_by_nearness(cities))))


def _by_nearness(cities: int) -> list[int]:
    """The numbers of all stops, those next to the king first."""
    return sorted(range(101), key=lambda at: (abs(at - cities), at))


def _names(dots: Sequence[Dot], order: Sequence[int], letters: float, view: Box, large: bool) -> Iterator[Name]:
    """Those names for which there is room, in this order. The first, of the city where the king is, may cover others.

    On a phone the whole map has more cities than room for names: there they may be covered, but not where the king is.
    """
    named: set[str] = set()
    seen = dots[order[0] : order[0] + 1] if large and view[2] - view[0] == WIDE else dots
    cities = [_around(dot, letters) for dot in seen]
    taken: list[Box] = []
    for at in order:
        if dots[at].name in named:
            continue
        for name in _beside(dots[at], letters, large):
            box = _box(name, letters)
            covered = taken if at == order[0] else (*taken, *cities)
            if _inside(box, view) and not any(_overlap(box, other) for other in covered):
                taken.append(box)
                named.add(name.text)
                yield name
                break


def _beside(dot: Dot, letters: float, large: bool) -> Iterator[Name]:
    """Where a name may stand: right of its dot, left, above or below it."""
    gap = 0.6 * letters
    for dx, dy, anchor in (
        (gap, 0, "start"),
        (-gap, 0, "end"),
        (0, -1.1 * letters, "middle"),
        (0, 1.1 * letters, "middle"),
        (gap, -letters, "start"),
        (gap, letters, "start"),
        (-gap, -letters, "end"),
        (-gap, letters, "end"),
    ):
        yield Name(dot.name, dot.x + dx, dot.y + dy, anchor, dot.state, large)


def _box(name: Name, letters: float) -> Box:
    """The room that a name takes, with a little between two."""
    wide = width_of(name.text) * letters / _LETTER_UNITS
    left = name.x - {"start": 0.0, "middle": wide / 2, "end": wide}[name.anchor]
    return left, name.y - 0.65 * letters, left + wide, name.y + 0.65 * letters


def _around(dot: Dot, letters: float) -> Box:
    """The room that a city takes; more where the king is."""
    half = letters * (0.5 if dot.state == "here" else 0.2)
    return dot.x - half, dot.y - half, dot.x + half, dot.y + half


def _inside(box: Box, view: Box) -> bool:
    return box[0] >= view[0] and box[1] >= view[1] and box[2] <= view[2] and box[3] <= view[3]


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
