"""The plan of a Drop It frame: where its pieces lie, and what the last one touches.

A frame measured by the camera is drawn to scale. Otherwise each piece is drawn on the level that it counts for, from
the middle outward in the order of the drops: the record has the level of a piece, but not its position across.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import cos, pi, sin
from typing import cast

from device.drop_it.frame_contents import FrameContents
from device.games.drop_it import match_pieces
from device.table.game_view import GameView
from device.texts import say
from engines.drop_it.frame import Circle, Edge
from engines.drop_it.geometry import Point, Polygon
from engines.drop_it.messages import named
from engines.drop_it.moves import BONUS, COLOUR, NO_EDGES, Drop
from engines.drop_it.pieces import colour_of
from engines.drop_it.state import SIGNS, State
from engines.messages import Fact, message
from engines.vocabulary import EMPTY, UNKNOWN
from web.diagrams.plan import WIDE, Content, DrawnLine, Label, LineKind, Plan, Spot, changed_places, shortened, width_of

_PIECE, _ROW = 9.6, 9.8  # pitch of pieces, and of rows on a level
_LEFT, _RIGHT = 8.0, WIDE - 8.0  # the inside of the frame
_MIDDLE = (_LEFT + _RIGHT) / 2
_NECK, _LIP = 21.0, 4.0  # half the width of the mouth, and the height of the slope below it
_ROW_CAPACITY, _NECK_CAPACITY = 7, 4
_SLANT = 1.0  # of the lines between levels
_LINE = 6.0  # height of a line of text
_CONTACTS_X, _CONTACTS_PER_ROW = 24.0, 6  # where the touched pieces begin, and how many fit in a row
_BESIDE = 7.0  # space beside a measured frame, for level numbers and edge prints
_MAX_HEIGHT = 1.3 * WIDE  # of a measured frame
_HALF_LETTER = 1.4
_RIM_SEGMENTS = 24  # of a circle drawn as a polyline


def frame_plan(view: GameView, language: str) -> Plan:
    """Plan the frame, and below it what the last drop touches and how many pieces each side has left."""
    state, before = view.state, view.before
    if not isinstance(state, State):
        raise TypeError(f"{view.game} has no frame")
    pieces_before = _pieces_by_place(before) if isinstance(before, State) else None
    last = changed_places(view, _pieces_by_place(state), pieces_before)
    plan = Plan("frame", WIDE, 0)
    if view.frame is None:
        _add_levels(plan, state, last, language)
    else:
        for number, middle in _add_measured(plan, view.frame, state).items():
            plan.spots.append(_piece(state, number, middle, last, language)._replace(small=True))
    if state.drops:
        _add_last_drop(plan, state, language)
    else:
        empty = say(message("web.look.empty"), language)
        nothing = Content(_say("frame", language), empty, EMPTY, "shape")
        plan.spots.append(Spot("frame", _MIDDLE, plan.height / 2, hint=empty, content=nothing))
    _add_remaining(plan, state, language)
    return plan


def _pieces_by_place(state: State) -> dict[str, object]:
    """Each piece in the frame with its points, for comparing states."""
    return {f"frame/{at + 1}": (drop.piece, state.points_of(at)) for at, drop in enumerate(state.drops)}


def _add_levels(plan: Plan, state: State, last: frozenset[str], language: str) -> None:
    """Add the levels from the mouth down, each as high as its pieces need."""
    levels: dict[int, list[int]] = {level: [] for level in range(state.levels + 1, 0, -1)}
    for number, drop in enumerate(state.drops):
        levels[state.levels + 1 if drop.above else drop.level].append(number)
    for level, numbers in levels.items():
        in_a_row = _NECK_CAPACITY if level > state.levels else _ROW_CAPACITY
        top, rows = plan.height, max(1, -(-len(numbers) // in_a_row))
        plan.height += rows * _ROW + (_LIP if level > state.levels else 1.0)
        for at, number in enumerate(numbers):
            down, slot = divmod(at, in_a_row)
            x = _MIDDLE + _offset_from_middle(slot) * _PIECE
            plan.spots.append(_piece(state, number, (x, top + (down + 0.5) * _ROW), last, language))
        if level <= state.levels:
            plan.labels.append(Label(str(level), _LEFT / 2, (top + plan.height) / 2 + 1.4))
        if 1 < level <= state.levels:
            slant = _SLANT if level % 2 else -_SLANT
            plan.lines.append(DrawnLine("level", ((_LEFT, plan.height + slant), (_RIGHT, plan.height - slant))))
    _add_wall(plan, levels)
    plan.height += 2.0


def _add_wall(plan: Plan, levels: dict[int, list[int]]) -> None:
    """Add the inner wall of the frame, open at its narrow mouth, and the top line across it."""
    high = plan.height
    neck = max(1, -(-len(levels[max(levels)]) // _NECK_CAPACITY)) * _ROW
    left, right = _MIDDLE - _NECK, _MIDDLE + _NECK
    sides = ((left, 1.0), (left, neck), (_LEFT, neck + _LIP), (_LEFT, high), (_RIGHT, high))
    wall = DrawnLine("wall", (*sides, (_RIGHT, neck + _LIP), (right, neck), (right, 1.0)))
    plan.lines.insert(0, wall)
    plan.lines.append(DrawnLine("top", ((left, neck), (right, neck))))


def _offset_from_middle(slot: int) -> int:
    """The offset of a slot from the middle of its row: 0, −1, 1, −2, 2, …

    >>> [_offset_from_middle(slot) for slot in range(5)]
    [0, -1, 1, -2, 2]
    """
    return (slot + 1) // 2 * (-1 if slot % 2 else 1)


def _piece(state: State, number: int, middle: tuple[float, float], last: frozenset[str], language: str) -> Spot:
    """The spot of a piece in the frame, with its points."""
    drop, place = state.drops[number], f"frame/{number + 1}"
    player, points = state.players[state.seat_of(number)], state.points_of(number)
    height = "above" if drop.above else "level"
    name = _say("place", language, number=number + 1, player=player)
    words = _say(height, language, piece=named(drop.piece), level=drop.level, points=points)
    content = Content(name, words, drop.piece, "shape", mark=str(points), last=place in last)
    if drop.piece == UNKNOWN:
        content = replace(content, face="up", piece="")
    return Spot(place, *middle, content=content)


class _Scale:
    """Converts millimetres of a frame to units of a plan, from y = `top` down; `size` is the millimetres per unit."""

    def __init__(self, outline: Polygon, top: float) -> None:
        (left, right), (low, high) = ((min(axis), max(axis)) for axis in zip(*outline, strict=True))
        self.size = max((right - left) / (WIDE - 2 * _BESIDE), (high - low) / _MAX_HEIGHT)
        self._middle, self._high, self._top = (left + right) / 2, high, top
        self.height = (high - low) / self.size

    def at(self, point: Point) -> Point:
        """Convert a point in mm to the plan."""
        return WIDE / 2 + (point[0] - self._middle) / self.size, self._top + (self._high - point[1]) / self.size


def _add_measured(plan: Plan, contents: FrameContents, state: State) -> Mapping[int, Point]:
    """Draw a measured frame with its pieces; returns each drop's position on the plan, by its number from 0."""
    frame, scale = contents.frame, _Scale(contents.frame.outline, plan.height + 1.0)
    plan.lines.append(DrawnLine("wall", tuple(map(scale.at, frame.outline))))
    plan.lines.append(DrawnLine("top", (scale.at(frame.outline[0]), scale.at(frame.outline[-1]))))
    plan.lines += [DrawnLine("level", (scale.at(line.left), scale.at(line.right))) for line in frame.lines]
    plan.lines += [DrawnLine("circle", tuple(map(scale.at, _rim(circle)))) for circle in frame.circles]
    plan.labels += [_label(str(BONUS[circle.size]), scale.at(circle.centre)) for circle in frame.circles]
    plan.labels += _level_labels(contents, scale)
    plan.labels += [_label(_sign(edge, state.edges), at) for edge, at in _edge_positions(contents, scale, state.edges)]
    found = match_pieces([drop.piece for drop in state.drops], [lying.piece for lying in contents.pieces])
    last = found.get(len(state.drops) - 1)
    for at, lying in enumerate(contents.pieces):
        ring = tuple(map(scale.at, (*lying.outline, lying.outline[0])))
        plan.lines.append(DrawnLine(cast(LineKind, colour_of(lying.piece)), ring, last=at == last))
    plan.height += scale.height + 7.0
    return {drop: scale.at(_mean_corner(contents.pieces[at].outline)) for drop, at in found.items()}


def _level_labels(contents: FrameContents, scale: _Scale) -> Iterator[Label]:
    """The number of each level, beside the wall that bounds it, or else beside the neck."""
    outline = contents.frame.outline
    left, neck = min(x for x, _ in outline), outline[0]
    high = max(y for x, y in outline if x == left)
    lines = [line.height_at for line in contents.frame.lines]
    for level in range(1, contents.frame.levels + 1):
        low = lines[level - 2](left) if level > 1 else min(y for _, y in outline)
        top = lines[level - 1](left) if level < contents.frame.levels else neck[1]
        at = (left, (low + min(top, high)) / 2) if low < high else (neck[0], (lines[level - 2](neck[0]) + neck[1]) / 2)
        x, y = scale.at(at)
        yield Label(str(level), x - _BESIDE / 2 - 1.2, y + _HALF_LETTER)


def _edge_positions(contents: FrameContents, scale: _Scale, edges_by: str) -> Iterator[tuple[Edge, Point]]:
    """Each edge segment with the position of its print, outside the frame."""
    for edge in contents.frame.edges if edges_by != NO_EDGES else ():
        (ax, ay), (bx, by) = map(scale.at, edge.segment)
        is_base, is_left = abs(ax - bx) > abs(ay - by), (ax + bx) / 2 < WIDE / 2
        shift = (0.0, 3.4) if is_base else (-1.6 if is_left else 1.6, 0.0)
        yield edge, ((ax + bx) / 2 + shift[0], (ay + by) / 2 + shift[1])


def _sign(edge: Edge, edges_by: str) -> str:
    return edge.colour[0].upper() if edges_by == COLOUR else SIGNS[edge.shape]


def _label(text: str, at: Point) -> Label:
    return Label(text, at[0], at[1] + _HALF_LETTER)


def _rim(circle: Circle) -> Polygon:
    turns = [2 * pi * step / _RIM_SEGMENTS for step in range(_RIM_SEGMENTS + 1)]
    (x, y), radius = circle.centre, circle.radius
    return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


def _mean_corner(outline: Polygon) -> Point:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def _add_last_drop(plan: Plan, state: State, language: str) -> None:
    """Add why the last drop scores or not, and the pieces that it touches; a cross marks forbidden contacts."""
    number = len(state.drops) - 1
    drop = state.drops[number]
    plan.labels.append(Label(_drop_sentence(state, number, language), 1.0, plan.height + _LINE - 1.8, "start"))
    plan.height += _LINE
    if not drop.touches:
        return
    plan.labels.append(Label(_say("touches", language), 1.0, plan.height + _ROW / 2 + 1.4, "start"))
    for at, other in enumerate(drop.touches):
        down, across = divmod(at, _CONTACTS_PER_ROW)
        is_bad = bool(Drop(drop.piece, drop.level, touches=(other,)).breaches(state.edges))
        said = _say("touched_wrongly" if is_bad else "touched", language, piece=other)
        content = Content(_say("contact", language), said, other, "shape", mark="×" if is_bad else "✓")
        x, y = _CONTACTS_X + (across + 0.5) * _PIECE, plan.height + (down + 0.5) * _ROW
        plan.spots.append(Spot(f"touch/{at + 1}", x, y, content=content))
    plan.height += -(-len(drop.touches) // _CONTACTS_PER_ROW) * _ROW


def _drop_sentence(state: State, number: int, language: str) -> str:
    drop, rules = state.drops[number], state.broken(number)
    facts: dict[str, Fact] = {"level": drop.level, "bonus": drop.bonus, "points": drop.points}
    facts["rules"] = " ".join(f"breach/{rule}" for rule in rules)
    key = "broken" if rules else "scored_circles" if drop.circles else "scored"
    return _say_with_name(key, state.players[state.seat_of(number)], WIDE - 2, language, **facts)


def _say_with_name(key: str, player: str, room: float, language: str, **facts: Fact) -> str:
    """A line of text with a player's name in it, shortened to fit."""
    rest = width_of(_say(key, language, player="", **facts))
    return _say(key, language, player=shortened(player, room - rest), **facts)


def _add_remaining(plan: Plan, state: State, language: str) -> None:
    """Add how many pieces each side has left, and the colours known to be its own."""
    columns = 1 if state.side_count == 2 else 2
    room = (WIDE - 2) / columns - 1.0
    for side in range(state.side_count):
        down, across = divmod(side, columns)
        colours = " ".join(f"colour/{colour}" for colour in state.shares.colours(side))
        facts: dict[str, Fact] = {"pieces": state.left_of(side)}
        key, facts = ("left_of_colours", facts | {"colours": colours}) if colours else ("left_of", facts)
        said = _say_with_name(key, state.side_name(side), room, language, **facts)
        x, y = 1.0 + across * (room + 1.0), plan.height + (down + 1) * _LINE - 1.8
        plan.labels.append(Label(said, x, y, "start"))
    plan.height += -(-state.side_count // columns) * _LINE


def _say(key: str, language: str, **facts: Fact) -> str:
    return say(message(f"tables.drop_it.{key}", **facts), language)
