"""A board as a standalone SVG: for smart homes and the club's page, which do not run the page's own scripts.

Plainer than what the page draws (`web/static/board.js`), in the same units, and its colours are fixed. Whatever a
colour says is also said by a shape or a sign.
"""

from xml.etree.ElementTree import Element, SubElement, tostring

from msgspec import UNSET, UnsetType

from engines.vocabulary import UNSURE
from web.diagrams.board import Board, Cell
from web.diagrams.plan import DrawnLine, Label, Seat, width_of

_INK, _SOFT, _PAPER, _TILE, _EDGE, _FELT = "#1d2233", "#5a6075", "#f7f3ea", "#fffaf0", "#6b6455", "#b9c7ae"
_LAST, _WRONG, _BLUE, _RED, _BACK, _LATTICE = "#d97a12", "#b3261e", "#17408f", "#9c2c12", "#2b4a9e", "#b9c8f2"
_GROUNDS = {"light": "#dfe8d8", "dark": "#c6d4bd", "slot": "none"}
_FILLS = {"blue": "#1f56b8", "green": "#1d7a3c", "red": "#c3291f", "yellow": "#f2c230", "wall": "#dfe8d8"}
_STROKES = {"wall": (_SOFT, 1.4), "top": (_SOFT, 0.6)}
_SUITS = {"H": "♥", "D": "♦", "S": "♠", "C": "♣"}
_SHAPES = {
    "square": "M-3.8-3.8H3.8V3.8H-3.8Z",
    "diamond": "M0-4.6 4.4 0 0 4.6-4.4 0Z",
    "triangle": "M0-4.4 4.7 4H-4.7Z",
    "circle": "M-4.3 0A4.3 4.3 0 0 1 4.3 0 4.3 4.3 0 0 1-4.3 0Z",
}
_SCALE = 8  # pixels a unit, where the picture is shown at its own size
_SQUARE, _NARROW, _WIDE, _HIGH = 12.0, 8.0, 10.4, 10.0


def board_svg(board: Board) -> str:
    """Draw a board."""
    width, height = board.size
    svg = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width:g} {height:g}"})
    svg.attrib |= {"width": f"{width * _SCALE:g}", "height": f"{height * _SCALE:g}"}
    svg.attrib |= {"font-family": "sans-serif", "font-weight": "bold", "text-anchor": "middle"}
    _add(svg, "rect", width=width, height=height, fill=_GROUNDS["light"] if board.kind == "sides" else _PAPER)
    for line in board.lines or ():
        _draw_line(svg, line)
    for label in board.labels:
        _draw_label(svg, label)
    # A marked place's outline must not lie under its neighbour.
    for cell in sorted(board.cells, key=lambda cell: (cell.wrong, cell.last)):
        _draw_cell(_add(svg, "g", transform=f"translate({cell.x:g} {cell.y:g})"), cell)
    return tostring(svg, encoding="unicode")


def _draw_line(svg: Element, line: DrawnLine) -> None:
    stroke, width = (_LAST, 1.1) if line.last else _STROKES.get(line.kind, (_FELT, 0.6))
    points = " ".join(f"{x:g},{y:g}" for x, y in line.points)
    _add(svg, "polyline", points=points, fill=_FILLS.get(line.kind, "none"), stroke=stroke, stroke_width=width)


def _draw_label(svg: Element, label: Label) -> None:
    at = _add(svg, "g", transform=f"translate({label.x:g} {label.y:g}) rotate({label.turned * 90})")
    _write(at, label.text, 0, 0, 4, font_weight="normal", text_anchor=label.where)
    if label.owner is not UNSET:
        sign = _add(at, "g", transform="translate(-3.8 -1.4)")
        _draw_body(sign, 5.2, 5.2)
        _draw_sign(sign, label.owner, 0.72)


def _draw_cell(at: Element, cell: Cell) -> None:
    width, height = _size_of(cell)
    piece = _add(at, "g", transform="scale(0.5)") if cell.small else at
    if cell.ground == "slot":
        _draw_body(piece, width, height, "none", _FELT, stroke_dasharray="1 0.8")
    elif cell.ground:
        _draw_body(piece, _SQUARE, _SQUARE, _GROUNDS[cell.ground], _FELT)
    if cell.look != "empty":
        _draw_content(piece, cell, width, height)
    _draw_hint(at, cell)
    wide, high = (width / 2, height / 2) if cell.small else (width, height)  # as drawn: marks are never small
    if cell.last:
        _draw_body(at, wide + 1.2, high + 1.2, "none", _LAST, stroke_width=1.1)
    if cell.wrong:
        _draw_body(at, wide + 1.4, high + 1.4, "none", _WRONG, stroke_width=1, stroke_dasharray="2 1.2")
        _write_on_plate(at, "!", wide / 2, 2.4 - high / 2, _WRONG)
    if cell.count:
        _write_on_plate(at, str(cell.count), 0, 6.3, _INK)


def _size_of(cell: Cell) -> tuple[float, float]:
    width = _WIDE if not cell.piece and len(cell.mark or "") > 2 else _NARROW
    return (_HIGH, width) if cell.turned or cell.piece == "shape" else (width, _HIGH)


def _draw_content(at: Element, cell: Cell, width: float, height: float) -> None:
    if cell.piece == "shape":
        _draw_shape(at, cell)
    elif cell.look == "back":
        _draw_body(at, width, height, _BACK)
        _draw_body(at, width - 2, height - 2, "none", _LATTICE)
        _add(at, "path", d="M0-2.6 1.9 0 0 2.6-1.9 0Z", fill="none", stroke=_LATTICE, stroke_width=0.5)
    elif cell.look == "upright":  # from above: its edge is seen, its face is not
        _draw_body(at, width, 7.2, "#d9cba9")
        _draw_body(_add(at, "g", transform="translate(0 -3.6)"), width, 2.4, "#fff")
        _draw_sign(_add(at, "g", transform="translate(0 0.8)"), cell.owner, 0.72)
    else:
        _draw_body(at, width, height, stroke_dasharray="1 0.6" if cell.look in ("wild", "joker") else "")
        _draw_face(at, cell, width)


def _draw_face(at: Element, cell: Cell, width: float) -> None:
    if cell.owner is not UNSET:
        _draw_sign(at, cell.owner, 1)
    elif cell.piece:
        _draw_card(at, cell)
    else:
        said = cell.mark or ("★" if cell.look in ("up", "wild") else cell.look)
        size = min(7.0, (width - 1) * 3.2 / width_of(said))
        _write(at, said, 0, size * 0.36, size)


def _draw_card(at: Element, cell: Cell) -> None:
    """Draw what is on a playing card or a card of Skip-Bo; of one under another, where it is seen."""
    upper, lower, colour = _signs_of(cell)
    if cell.covered == "left":
        _write(at, upper, -1.9, -0.9, 3.6 if len(upper) < 2 else 2.9, colour)
        _write(at, lower, -1.9, 3.4, 3.6, colour)
    elif cell.covered == "top":
        _write(at, upper, 0, -2.4, 2.9, colour)
    elif not cell.covered:
        _write(at, upper, 0, (-0.2 if lower else 2.1) - bool(cell.count), 5 if lower else 6, colour)
        _write(at, lower, 0, 4.2, 4.4 if len(lower) < 3 else 2, colour)


def _signs_of(cell: Cell) -> tuple[str, str, str]:
    """What stands above and below on a card, and in which colour."""
    if cell.look == "up":
        return UNSURE, "", _INK
    if cell.piece == "number":
        number = cell.mark or cell.look
        if cell.look == "wild":
            return "★", "" if number == "wild" else number, _LAST
        return number, "", (_BLUE, _FILLS["green"], _RED)[(int(number) - 1) // 4]
    if cell.look == "joker":
        return "★", "J" if cell.covered else "JOKER", _LAST
    return cell.look[:-1], _SUITS[cell.look[-1]], _WRONG if cell.look[-1] in "HD" else _INK


def _draw_shape(at: Element, cell: Cell) -> None:
    """Draw a piece of Drop It with its points; a line inside tells colours apart that look alike to some."""
    form, colour = cell.look.split("/")
    middle = 2.9 if form == "triangle" else 1.6
    _add(at, "path", d=_SHAPES[form], fill=_FILLS[colour], stroke=_INK, stroke_width=0.5)
    if colour in ("blue", "green"):
        dashes, inside = "0.9 0.7" if colour == "blue" else "", f"translate(0 {middle / 4 - 0.4:g}) scale(0.84)"
        line = {"stroke": "#fff", "stroke_width": "0.5", "stroke_dasharray": dashes, "transform": inside}
        _add(at, "path", d=_SHAPES[form], fill="none", **line)
    _write(at, cell.mark or "", 0, middle, 4.3, _INK if colour == "yellow" else "#fff")


def _draw_sign(at: Element, owner: Seat | UnsetType, scale: float) -> None:
    """Draw a player's sign, if any: a ring with a dot for the first, a filled triangle for the second."""
    if owner == 0:
        _add(at, "circle", r=2.6 * scale, fill="none", stroke=_BLUE, stroke_width=1.4 * scale)
        _add(at, "circle", r=0.9 * scale, fill=_BLUE)
    elif owner == 1:
        _add(at, "path", d="M0-3.2 3.3 2.6H-3.3Z", fill=_RED, transform=f"scale({scale:g})")


def _draw_hint(at: Element, cell: Cell) -> None:
    """Write which place it is, or what a back is known to be."""
    if cell.look == "back" and (said := cell.hint or cell.mark):
        _draw_body(at, 6, 4.4, _TILE, "none")
        _write(at, said, 0, 1.35, 3.6)
    elif cell.hint:
        x, y, size = (0, 2, 5) if cell.look == "empty" else (-1.9, -2.9, 2.3)
        _write(at, cell.hint, x, y, size, _SOFT)


def _draw_body(
    at: Element, width: float, height: float, fill: str = _TILE, stroke: str = _EDGE, **style: float | str
) -> None:
    """Draw a rounded rectangle around the middle."""
    place = {"x": -width / 2, "y": -height / 2, "width": width, "height": height, "rx": 1.2}
    _add(at, "rect", **place, fill=fill, stroke=stroke, **({"stroke_width": 0.5} | style))


def _write_on_plate(at: Element, said: str, x: float, y: float, fill: str) -> None:
    width = 2.6 + 1.7 * len(said)
    _add(at, "rect", x=x - width / 2, y=y - 3.3, width=width, height=4.2, rx=2.1, fill=fill)
    _write(at, said, x, y, 3.4, "#fff")


def _write(at: Element, said: str, x: float, y: float, size: float, fill: str = _INK, **style: str) -> None:
    if said:
        _add(at, "text", x=x, y=y, font_size=size, fill=fill, **style).text = said


def _add(parent: Element, tag: str, **attributes: float | str) -> Element:
    """Add an element; `stroke_width` is the attribute `stroke-width`, and an empty one is left out."""
    shown = {
        name: value if isinstance(value, str) else f"{value:g}" for name, value in attributes.items() if value != ""
    }
    return SubElement(parent, tag, {name.replace("_", "-"): value for name, value in shown.items()})
