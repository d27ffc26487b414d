"""The map of a campaign as SVG parts: the coast, the route passed and ahead, cities, and the names that fit.

Two maps show one plane, `WIDE` units wide: all of it, and the surroundings of the king. Names cover neither other names
nor cities. On a phone only a few large names fit on the whole map; a wide window shows more of them, and smaller.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, radians

from device.config.coast import load_coast
from engines.stop.route import City, Route
from web.diagrams.plan import width_of

WIDE = 1000.0
LARGE, SMALL = 36.0, 13.0  # letter heights on the whole map: on a phone, and in a wide window
NEAR = 0.16  # width of the near map, as a fraction of the whole map's
LETTER = 0.042  # letter height on the near map, as a fraction of its width
_LETTER_UNITS = 3.8  # height of the letters that `width_of` measures
_SHAPE = 0.72  # height of the near map, as a fraction of its width
_FAMOUS = ("Pella", "Babylon", "Rome", "Carthage", "Marakanda", "Alexandria in Egypt", "Gades", "Taxila", "Persepolis")

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
    """A city's name beside its dot; on the whole map, `large` ones are for phones."""

    text: str
    x: float
    y: float
    anchor: str
    state: str
    large: bool


@dataclass(frozen=True)
class MarchMap:
    """One map."""

    view: Box  # its part of the plane
    passed: str  # the route behind the king, as `points` of an SVG polyline
    ahead: str  # the route ahead, likewise
    dots: tuple[Dot, ...]
    names: tuple[Name, ...]
    letters: float  # height of the letters

    @property
    def view_box(self) -> str:
        """The SVG `viewBox`: left, top, width and height."""
        left, top, right, bottom = self.view
        return f"{left:.1f} {top:.1f} {right - left:.1f} {bottom - top:.1f}"


def project(east: float, north: float) -> Point:
    """Project degrees to the plane (equirectangular, true to scale at the middle latitude of the coast's box)."""
    west, south, most_east, most_north = load_coast().box
    scale = WIDE / (most_east - west)
    return (east - west) * scale, (most_north - north) * scale / cos(radians((south + most_north) / 2))


@cache
def height() -> float:
    """The height of the plane."""
    west, south, _, _ = load_coast().box
    return project(west, south)[1]


@cache
def land() -> str:
    """The land as an SVG path."""
    return "".join("M" + "L".join(_svg_point(project(*point)) for point in ring) + "Z" for ring in load_coast().rings)


def _svg_point(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def whole_map(route: Route, cities: int, language: str) -> MarchMap:
    """The map of the whole route, of which so many `cities` are passed."""
    dots = _dots(route, cities, language)
    view = (0.0, 0.0, WIDE, height())
    order = _by_importance(route, cities)
    large = _names(dots, order[: 1 + len(_FAMOUS)], LARGE, view, large=True)
    small = _names(dots, order, SMALL, view, large=False)
    return MarchMap(view, *_lines(dots, cities), dots, (*large, *small), SMALL)


def near_map(route: Route, cities: int, language: str) -> MarchMap:
    """The map of the king's surroundings, clamped to the plane."""
    dots = _dots(route, cities, language)
    here = dots[cities]
    wide = NEAR * WIDE
    left = min(max(here.x - wide / 2, 0.0), WIDE - wide)
    top = min(max(here.y - wide * _SHAPE / 2, 0.0), height() - wide * _SHAPE)
    view = (left, top, left + wide, top + wide * _SHAPE)
    nearest = _by_nearness(len(dots), cities)
    visible = [at for at in nearest if left < dots[at].x < view[2] and top < dots[at].y < view[3]]
    letters = LETTER * wide
    return MarchMap(view, *_lines(dots, cities), dots, tuple(_names(dots, visible, letters, view, large=True)), letters)


def _dots(route: Route, cities: int, language: str) -> tuple[Dot, ...]:
    """The home city, then every city in the order of the route, which ends at home."""
    states = ["passed"] * cities + ["here"] + ["ahead"] * (len(route.cities) - cities)
    stops = (route.home, *route.cities)
    return tuple(_dot(city, state, language) for city, state in zip(stops, states, strict=True))


def _dot(city: City, state: str, language: str) -> Dot:
    return Dot(city.name(language), *project(city.east, city.north), state)


def _lines(dots: Sequence[Dot], cities: int) -> tuple[str, str]:
    """The route behind the king and the route ahead, as SVG points."""
    points = [_svg_point((dot.x, dot.y)).replace(" ", ",") for dot in dots]
    return " ".join(points[: cities + 1]), " ".join(points[cities:])


def _by_importance(route: Route, cities: int) -> list[int]:
    """Indices of stops: the king's city, then famous cities, then the others by distance along the route."""
    stops = [route.home.en, *(city.en for city in route.cities)]
    famous = [stops.index(name) for name in _FAMOUS if name in stops]
    return list(dict.fromkeys((cities, *famous, *_by_nearness(len(stops), cities))))


def _by_nearness(stops: int, cities: int) -> list[int]:
    """Indices of so many stops, those nearest to the king along the route first."""
    return sorted(range(stops), key=lambda at: (abs(at - cities), at))


def _names(dots: Sequence[Dot], order: Sequence[int], letters: float, view: Box, large: bool) -> Iterator[Name]:
    """The names that fit, tried in this order. The first, of the king's city, may cover dots of other cities.

    Large names on the whole map may cover any dot but the king's: there are more cities than room for names.
    """
    named: set[str] = set()
    avoided = dots[order[0] : order[0] + 1] if large and view[2] - view[0] == WIDE else dots
    cities = [_dot_box(dot, letters) for dot in avoided]
    taken: list[Box] = []
    for at in order:
        if dots[at].name in named:
            continue
        for name in _name_candidates(dots[at], letters, large):
            box = _name_box(name, letters)
            covered = taken if at == order[0] else (*taken, *cities)
            if _inside(box, view) and not any(_overlap(box, other) for other in covered):
                taken.append(box)
                named.add(name.text)
                yield name
                break


def _name_candidates(dot: Dot, letters: float, large: bool) -> Iterator[Name]:
    """Possible positions of a name: right of its dot, left, above, below, or diagonal."""
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


def _name_box(name: Name, letters: float) -> Box:
    """The box of a name, with a margin."""
    wide = width_of(name.text) * letters / _LETTER_UNITS
    left = name.x - {"start": 0.0, "middle": wide / 2, "end": wide}[name.anchor]
    return left, name.y - 0.65 * letters, left + wide, name.y + 0.65 * letters


def _dot_box(dot: Dot, letters: float) -> Box:
    """The box of a city's dot, larger for the king's."""
    half = letters * (0.5 if dot.state == "here" else 0.2)
    return dot.x - half, dot.y - half, dot.x + half, dot.y + half


def _inside(box: Box, view: Box) -> bool:
    return box[0] >= view[0] and box[1] >= view[1] and box[2] <= view[2] and box[3] <= view[3]


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
