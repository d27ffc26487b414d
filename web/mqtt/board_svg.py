"""A board as a standalone SVG: for smart homes and the club's page, which do not run the page's own scripts.

Plainer than what the page draws (`web/static/board.js`), in the same units, and its colours are fixed. Whatever a
colour says is also said by a shape or a sign.
"""

from xml.etree import ElementTree

from web.diagrams.board import Board, Cell
from web.diagrams.plan import DrawnLine, Label, width_of

_INK, _SOFT, _PAPER, _TILE, _EDGE = "#1d2233", "#5a6075", "#f7f3ea", "#fffaf0", "#6b6455"
_LAST, _WRONG, _BLUE, _RED, _BACK = "#d97a12", "#b3261e", "#17408f", "#9c2c12", "#2b4a9e"
_GROUNDS = {"light": "#dfe8d8", "dark": "#c6d4bd", "slot": "none"}
_FILLS = {"blue": "#1f56b8", "green": "#1d7a3c", "red": "#c3291f", "yellow": "#f2c230", "wall": "#dfe8d8"}
_SUITS = {"H": "♥", "D": "♦", "S": "♠", "C": "♣"}
_SHAPES = {
    "square": "M-3.8-3.8H3.8V3.8H-3.8Z",
    "diamond": "M0-4.6 4.4 0 0 4.6-4.4 0Z",
    "triangle": "M0-4.4 4.7 4H-4.7Z",
    "circle": "M-4.3 0A4.3 4.3 0 0 1 4.3 0 4.3 4.3 0 0 1-4.3 0Z",
}
_SCALE = 8  # pixels a unit: the size where nobody gives another
_SQUARE, _NARROW, _WIDE, _HIGH = 12.0, 8.0, 10.4, 10.0

Element = ElementTree.Element


def board_svg(board: Board) -> str:
    """Draw a board."""
    width, height = board.size
    svg = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width:g} {height:g}", "role": "img"})
    svg.attrib |= {"width": f"{width * _SCALE:g}", "height": f"{height * _SCALE:g}"}
    svg.attrib |= {"font-family": "sans-serif", "text-anchor": "middle"}
    _add(svg, "rect", width=width, height=height, fill=_GROUNDS["light"] if board.kind == "sides" else _PAPER)
    for line in board.lines or ():
        _draw_line(svg, line)
    for label in board.labels:
        _draw_label(svg, label)
    # A marked place's outline must not lie under its neighbour.
    for cell in sorted(board.cells, key=lambda cell: (cell.wrong, cell.last)):
        _draw_cell(svg, cell)
    return ElementTree.tostring(svg, encoding="unicode")


def _draw_line(svg: Element, line: DrawnLine) -> None:
    stroke, width = (_LAST, 1.1) if line.last else (_SOFT, 1.4) if line.kind == "wall" else (_SOFT, 0.4)
    points = " ".join(f"{x:g},{y:g}" for x, y in line.points)
    drawn = _add(svg, "polyline", points=points, fill=_FILLS.get(line.kind, "none"), stroke=stroke, stroke_width=width)
    if line.kind == "top":
        drawn.set("stroke-dasharray", "1.5 1")


def _draw_label(svg: Element, label: Label) -> None:
    at = _add(svg, "g", transform=f"translate({label.x:g} {label.y:g}) rotate({label.turned * 90})")
    _write(at, label.text, 0, 0, 4, font_weight="normal", text_anchor=label.where)
    if isinstance(label.owner, int):
        sign = _add(svg, "g", transform=f"translate({label.x - 3.8:g} {label.y - 1.4:g})")
        _draw_body(sign, 5.2, 5.2)
        _draw_sign(sign, label.owner, 0.72)


def _draw_cell(svg: Element, cell: Cell) -> None:
    at = _add(svg, "g", transform=f"translate({cell.x:g} {cell.y:g})")
    _add(at, "title").text = cell.said
    scaled = _add(at, "g", transform="scale(0.5)") if cell.small else at
    width, height = _size_of(cell)
    if cell.ground:
        wide, high = (width, height) if cell.ground == "slot" else (_SQUARE, _SQUARE)
        ground = _draw_body(scaled, wide, high, _GROUNDS[cell.ground], "#b9c7ae")
        if cell.ground == "slot":
            ground.set("stroke-dasharray", "1 0.8")
    if cell.look != "empty":
        _draw_content(scaled, cell, width, height)
    if cell.hint or (cell.look == "back" and cell.mark):
        _draw_hint(at, cell)
    half = 0.5 if cell.small else 1.0
    _draw_marks(at, cell, width * half, height * half)
    if cell.count:
        said = str(cell.count)
        _add(at, "rect", x=-1.3 - 0.85 * len(said), y=3, width=2.6 + 1.7 * len(said), height=4.2, rx=2.1, fill=_INK)
        _write(at, said, 0, 6.3, 3.4, "#fff")


def _size_of(cell: Cell) -> tuple[float, float]:
    if cell.piece == "shape":
        return 9.0, 9.0
    width = _WIDE if not cell.piece and len(cell.mark or "") > 2 else _NARROW
    return (_HIGH, width) if cell.turned else (width, _HIGH)


def _draw_content(at: Element, cell: Cell, width: float, height: float) -> None:
    if cell.piece == "shape":
        _draw_shape(at, cell)
    elif cell.look == "upright":
        _draw_standing(at, cell)
    elif cell.look == "back":
        _draw_body(at, width, height, _BACK)
        _draw_body(at, width - 2, height - 2, "none", "#b9c8f2")
        _add(at, "path", d="M0-2.6 1.9 0 0 2.6-1.9 0Z", fill="none", stroke="#b9c8f2", stroke_width=0.5)
    else:
        body = _draw_body(at, width, height)
        if cell.look in ("wild", "joker"):
            body.set("stroke-dasharray", "1 0.6")
        if isinstance(cell.owner, int):
            _draw_sign(at, cell.owner, 1)
        elif cell.piece:
            _draw_card(at, cell)
        else:
            said = cell.mark or ("★" if cell.look in ("up", "wild") else cell.look)
            _write_within(at, said, width - 1)


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
    if cell.piece == "number":
        number = cell.mark or cell.look
        if cell.look == "wild":
            return "★", "" if number == "wild" else number, _LAST
        return number, "", (_BLUE, _FILLS["green"], _RED)[(int(number) - 1) // 4]
    if cell.look in ("up", "joker"):
        return ("?", "", _INK) if cell.look == "up" else ("★", "J" if cell.covered else "JOKER", _LAST)
    return cell.look[:-1], _SUITS[cell.look[-1]], _WRONG if cell.look[-1] in "HD" else _INK


def _draw_shape(at: Element, cell: Cell) -> None:
    """Draw a piece of Drop It with its points; a line inside tells colours apart that look alike to some."""
    form, colour = cell.look.split("/")
    is_triangle = form == "triangle"
    _add(at, "path", d=_SHAPES[form], fill=_FILLS[colour], stroke=_INK, stroke_width=0.5)
    if colour in ("blue", "green"):
        inside = _add(at, "path", d=_SHAPES[form], fill="none", stroke="#fff", stroke_width=0.5)
        inside.set("transform", "translate(0 0.4) scale(0.83)" if is_triangle else "scale(0.84)")
        inside.set("stroke-dasharray", "0.9 0.7" if colour == "blue" else "none")
    _write(at, cell.mark or "", 0, 2.9 if is_triangle else 1.6, 4.3, _INK if colour == "yellow" else "#fff")


def _draw_standing(at: Element, cell: Cell) -> None:
    """Draw a tile on its edge, from above: narrow, with a shadow, and its face is not seen."""
    _add(at, "path", d="M-4 2.2H4L5.4 5.2H-2.6Z", fill=_INK, fill_opacity=0.4)
    _add(at, "rect", x=-4, y=-4.6, width=8, height=7.2, rx=0.6, fill="#d9cba9", stroke=_EDGE, stroke_width=0.5)
    _add(at, "rect", x=-4, y=-4.6, width=8, height=2.4, rx=0.6, fill="#fff", stroke=_EDGE, stroke_width=0.5)
    if isinstance(cell.owner, int):
        _draw_sign(_add(at, "g", transform="translate(0 0.3)"), cell.owner, 0.72)


def _draw_sign(at: Element, owner: int, scale: float) -> None:
    """Draw a player's sign: a ring with a dot for the first, a filled triangle for the second."""
    sign = _add(at, "g", transform=f"scale({scale:g})")
    if owner:
        _add(sign, "path", d="M0-3.2 3.3 2.6H-3.3Z", fill=_RED)
    else:
        _add(sign, "circle", r=2.6, fill="none", stroke=_BLUE, stroke_width=1.4)
        _add(sign, "circle", r=0.9, fill=_BLUE)


def _draw_hint(at: Element, cell: Cell) -> None:
    """Write which place it is on an empty slot, and what a back stands for on a plate."""
    if cell.look == "back":
        _add(at, "rect", x=-3, y=-2.2, width=6, height=4.4, rx=1, fill=_TILE)
        _write(at, cell.mark or cell.hint or "", 0, 1.35, 3.6)
    elif cell.look == "empty":
        _write(at, cell.hint or "", 0, 2, 5, _SOFT)
    else:
        _write(at, cell.hint or "", -1.9, -2.9, 2.3, _SOFT)


def _draw_marks(at: Element, cell: Cell, width: float, height: float) -> None:
    """Outline what the last move has changed, and what is wrong."""
    if cell.last:
        _draw_body(at, width + 1.2, height + 1.2, "none", _LAST).set("stroke-width", "1.1")
    if cell.wrong:
        outline = _draw_body(at, width + 1.4, height + 1.4, "none", _WRONG)
        outline.attrib |= {"stroke-width": "1", "stroke-dasharray": "2 1.2"}
        x, y = width / 2 - 0.1, 1.1 - height / 2
        _add(at, "circle", cx=x, cy=y, r=2.3, fill=_WRONG)
        _write(at, "!", x, y + 1.3, 3.8, "#fff")


def _draw_body(at: Element, width: float, height: float, fill: str = _TILE, stroke: str = _EDGE) -> Element:
    """Draw a rounded rectangle around the middle."""
    where = {"x": -width / 2, "y": -height / 2, "width": width, "height": height}
    return _add(at, "rect", **where, rx=1.2, fill=fill, stroke=stroke, stroke_width=0.5)


def _write_within(at: Element, said: str, room: float) -> None:
    """Write as high as there is room for."""
    height = min(7.0, room * 4 / (1.2 * width_of(said)))
    _write(at, said, 0, height * 0.36, height)


def _write(at: Element, said: str, x: float, y: float, height: float, fill: str = _INK, **style: str) -> None:
    if said:
        style = {"font_weight": "bold"} | style
        _add(at, "text", x=x, y=y, font_size=height, fill=fill, **style).text = said


def _add(parent: Element, tag: str, **attributes: float | str) -> Element:
    """Add an element; `stroke_width` is the attribute `stroke-width`."""
    shown = {name: value if isinstance(value, str) else f"{value:g}" for name, value in attributes.items()}
    return ElementTree.SubElement(parent, tag, {name.replace("_", "-"): value for name, value in shown.items()})
