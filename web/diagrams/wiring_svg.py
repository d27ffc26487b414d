"""The wiring diagram as a standalone SVG: for the page, the documents, and printing in grey.

Each wire has the number of its leg at both ends, so colours need not be distinguished.
"""

from collections.abc import Iterable
from xml.etree import ElementTree

from device.hardware.header import GROUND, LEGS, POWER, ROWS
from device.hardware.wiring import Wiring
from device.texts import say
from engines.messages import message
from web.diagrams.wiring import (
    INNER,
    LEG,
    MARGIN,
    OUTER,
    PART,
    PILL,
    PITCH,
    TAG,
    TOP,
    Part,
    Point,
    WiringPlan,
    leg_at,
    wiring_plan,
)

_INK, _QUIET, _BOARD, _PAPER = "#222", "#777", "#e3efe4", "#fff"
_POWER_COLOUR, _GROUND_COLOUR = "#c8102e", "#222"
_COLOURS = ("#1565c0", "#c77700", "#2e7d32", "#7b1fa2", "#00838f", "#ad1457", "#6d4c41", "#558b2f", "#4527a0")
_BOARD_EDGE = OUTER + LEG / 2 + 6
_RADIUS = 3.0

Element = ElementTree.Element


def wiring_svg(wiring: Wiring, language: str) -> str:
    """Draw the diagram of a wiring."""
    plan = wiring_plan(wiring, language)
    colours = _colours(plan)
    box = f"0 0 {_svg_number(plan.width)} {_svg_number(plan.height)}"
    svg = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box, "role": "img"})
    svg.attrib |= {"width": _svg_number(plan.width), "height": _svg_number(plan.height), "font-size": "14"}
    svg.attrib |= {"font-family": "sans-serif", "fill": _INK}
    ElementTree.SubElement(svg, "title").text = say(message("web.wiring.drawn.title"), language)
    _rect(svg, 0, 0, plan.width, plan.height, fill=_PAPER)
    _draw_board(svg, language)
    for part in plan.parts:
        _draw_part(svg, part, plan.parts_x)
    for wire in plan.wires:
        _line(svg, wire.points, _PAPER, 6)
        _line(svg, wire.points, colours[wire.leg], 3)
    _draw_legs(svg, colours)
    for part in plan.parts:
        _draw_tags(svg, part, plan.parts_x, colours)
    ElementTree.indent(svg, " ")
    return ElementTree.tostring(svg, encoding="unicode") + "\n"


def _colours(plan: WiringPlan) -> dict[int, str]:
    """The colour of each wire by its leg: red for power, black for ground."""
    fixed = {POWER: _POWER_COLOUR, GROUND: _GROUND_COLOUR}
    signals = [wire.leg for wire in plan.wires if LEGS[wire.leg - 1] not in fixed]
    by_signal = {leg: _COLOURS[at % len(_COLOURS)] for at, leg in enumerate(signals)}
    return {wire.leg: by_signal.get(wire.leg) or fixed[LEGS[wire.leg - 1]] for wire in plan.wires}


def _draw_board(svg: Element, language: str) -> None:
    """Draw the Pi: SD card at the upper end, USB sockets at the lower one."""
    high = PITCH * (ROWS + 1) + TOP - MARGIN
    _rect(svg, MARGIN, MARGIN, _BOARD_EDGE - MARGIN, high, fill=_BOARD, stroke=_QUIET, rx="8")
    for key, y in (("upper_end", MARGIN + 20), ("lower_end", MARGIN + high - 8)):
        _text(svg, say(message(f"web.wiring.drawn.{key}"), language), (MARGIN + _BOARD_EDGE) / 2, y, "middle", "13")


def _draw_legs(svg: Element, colours: dict[int, str]) -> None:
    for leg in range(1, len(LEGS) + 1):
        x, y = leg_at(leg)
        colour = colours.get(leg)
        if colour:
            left = INNER - LEG / 2 - PILL if leg % 2 else OUTER + LEG / 2
            _rect(svg, left, y - LEG / 2, PILL, LEG, fill=_PAPER, stroke=colour, rx=str(_RADIUS))
            _text(svg, LEGS[leg - 1], left + PILL / 2, y + 5, "middle")
        _number(svg, leg, x - LEG / 2, y, LEG, colour)


def _draw_part(svg: Element, part: Part, left: float) -> None:
    _rect(svg, left, part.top, PART, part.height, fill="#f4f1ea", stroke=_QUIET, rx="6")
    _text(svg, part.name, left + PART / 2, part.top + 23, "middle", bold=True)
    for end in part.terminals:
        _text(svg, end.name, left + TAG + 8, end.y + 5)
    if part.shares_ground:
        _draw_shared_ground(svg, part, left)


def _draw_shared_ground(svg: Element, part: Part, left: float) -> None:
    """Draw the wire from button to button that ends at ground."""
    along = left + PART - 10
    ys = [end.y for end in part.terminals]
    _line(svg, ((along, min(ys)), (along, max(ys))), _GROUND_COLOUR, 3)
    for end in part.terminals:
        start = left + TAG + 42 if end.name == GROUND else along - 10
        _line(svg, ((start, end.y), (along, end.y)), _GROUND_COLOUR, 3)
        if end.name != GROUND:
            ElementTree.SubElement(
                svg,
                "circle",
                {"cx": _svg_number(along - 16), "cy": _svg_number(end.y), "r": "8", "fill": _PAPER, "stroke": _INK}
                | {"stroke-width": "2"},
            )


def _draw_tags(svg: Element, part: Part, left: float, colours: dict[int, str]) -> None:
    for end in part.terminals:
        _number(svg, end.leg, left, end.y, TAG, None if end.leg is None else colours[end.leg])


def _number(svg: Element, leg: int | None, left: float, y: float, width: float, colour: str | None) -> None:
    """Draw the number of a leg, white on its wire's colour; pale without a wire."""
    _rect(svg, left, y - LEG / 2, width, LEG, fill=colour or _PAPER, stroke=colour or "#bbb", rx=str(_RADIUS))
    said = "?" if leg is None else str(leg)
    _text(svg, said, left + width / 2, y + 4.5, "middle", "12", fill=_PAPER if colour else _QUIET)


def _rect(svg: Element, x: float, y: float, width: float, height: float, **style: str) -> None:
    at = {"x": _svg_number(x), "y": _svg_number(y), "width": _svg_number(width), "height": _svg_number(height)}
    ElementTree.SubElement(svg, "rect", at | style)


def _line(svg: Element, points: Iterable[Point], colour: str, width: float) -> None:
    along = " ".join(f"{_svg_number(x)},{_svg_number(y)}" for x, y in points)
    style = {"fill": "none", "stroke": colour, "stroke-width": _svg_number(width), "stroke-linejoin": "round"}
    ElementTree.SubElement(svg, "polyline", {"points": along} | style)


def _text(
    svg: Element,
    said: str,
    x: float,
    y: float,
    anchor: str = "start",
    size: str = "",
    bold: bool = False,
    fill: str = "",
) -> None:
    style = {"x": _svg_number(x), "y": _svg_number(y)}
    style |= {name: value for name, value in (("text-anchor", anchor), ("font-size", size), ("fill", fill)) if value}
    if bold:
        style["font-weight"] = "bold"
    ElementTree.SubElement(svg, "text", style).text = said


def _svg_number(number: float) -> str:
    """Format a number without trailing zeros.

    >>> _svg_number(12.0), _svg_number(6.5)
    ('12', '6.5')
    """
    return f"{number:.2f}".rstrip("0").rstrip(".")
