"""The plan of a card table: the middle on top, and below it the players' areas, two side by side.

The profile of the game says which cards lie where (`device.games.card_table`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

from device.games.card_table import Area, Card, CardTable, Group
from device.games.listing import profile_of
from device.table.game_view import GameView
from engines.vocabulary import EMPTY
from web.diagrams.plan import WIDE, Content, Covered, Ground, Label, Plan, Spot, changed_places, shortened, width_of

T = TypeVar("T")
_MARGIN = 1.0
_BLOCK, _BETWEEN = 42.8, 2.4  # width of a player's area, and the gap between two
_HEADING = 6.4  # height of a line of text above cards
_BASELINE = 1.8  # of the text, from the line's lower edge
_BELOW_BLOCK = 3.0
_GAP = 1.2  # between groups side by side, and between rows
_COUNT_OVERHANG = 1.6  # how far a pile's number reaches over its edge
_EDGE = 4.7  # visible part of a covered card in a row
_STEP, _COLUMN = 3.1, 16.0  # the same in a column, and the most that its covered cards take together
_MIN_READABLE = 2.5  # visible part of a card that its number needs
_CAPTION, _CAPTIONS = 5.6, 9.0  # from cards to the baseline and to the end of the text below them
_HAND, _HAND_COUNT = 5.8, 2.6  # from a block's right edge to the small hand in its heading, and to its number


@dataclass
class _Block:
    """A player's area: spots and labels relative to its top left corner, and its height."""

    heading: str
    height: float = 0.0
    spots: list[Spot] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)


def cards_plan(view: GameView, language: str) -> Plan:
    """Plan the cards that everybody may see."""
    table_of = profile_of(view.game).drawing.card_table
    if table_of is None:
        raise TypeError(f"{view.game} has no table of cards")
    table = table_of(view.state, language)
    before = None if view.before is None else _tops(table_of(view.before, language))
    return _Drawing(view, table, changed_places(view, _tops(table), before)).plan()


def _tops(table: CardTable) -> Mapping[str, Card]:
    """The cards by which moves are compared: a pile's top card by the pile's name, others by their places."""
    areas = (table.middle, *table.seats)
    tops = {area.hand.place: area.hand for area in areas if area.hand is not None}
    for group in (group for area in areas for group in area.groups):
        tops |= {group.pile: group.cards[-1]} if group.pile else {card.place: card for card in group.cards}
    return tops


class _Drawing:
    """Lays out one table; the last move changed the places in `last`."""

    def __init__(self, view: GameView, table: CardTable, last: frozenset[str]) -> None:
        self._view, self._table, self._last = view, table, last
        self._wide, self._high = table.card
        self._piece = profile_of(view.game).drawing.piece

    def plan(self) -> Plan:
        """Plan the middle, and below it the players' blocks from left to right and from top to bottom."""
        plan = Plan("cards", WIDE, 0)
        self._add_middle(plan)
        blocks = [self._block(seat, area) for seat, area in enumerate(self._table.seats)]
        for row in _in_rows(blocks, 2):
            for at, block in enumerate(row):
                x, y = _MARGIN + at * (_BLOCK + _BETWEEN), plan.height
                plan.labels.append(Label(block.heading, x, y + _HEADING - _BASELINE, "start"))
                plan.labels += [label.moved(x, y) for label in block.labels]
                plan.spots += [spot.moved(x, y) for spot in block.spots]
            plan.height += max(block.height for block in row) + _BELOW_BLOCK
        return plan

    def _add_middle(self, plan: Plan) -> None:
        """Add the groups of the middle side by side, breaking long rows into lines, and their captions."""
        captions_above = self._table.captions == "above"
        left, top = _MARGIN, _HEADING if captions_above else _MARGIN
        for group in self._table.middle.groups:
            left = left if group.left is None else group.left
            lines = self._lines(group, left)
            for at, line in enumerate(lines):
                plan.spots += self._spots(line, left, top + at * (self._high + _GAP), WIDE)
            if group.caption:
                plan.labels.append(self._caption(group.caption, left, top))
            left += self._width(lines[0]) + _GAP
        bottom = max((spot.y for spot in plan.spots), default=top) + self._high / 2
        plan.height = bottom + (_GAP + _COUNT_OVERHANG if captions_above else _CAPTIONS)

    def _caption(self, text: str, left: float, top: float) -> Label:
        """A caption above a group, or centred below its first card; left-aligned at the table's edge."""
        if self._table.captions == "above":
            return Label(text, left, top - _BASELINE, "start")
        y = top + self._high + _CAPTION
        return Label(text, left, y, "start") if left == _MARGIN else Label(text, left + self._wide / 2, y)

    def _lines(self, group: Group, left: float) -> list[Group]:
        """Break a group into lines that fit the width to the right of `left`."""
        room = int((WIDE - _MARGIN - left - self._wide) / _EDGE) + 1
        *lines, last = _in_rows(group.cards, room)
        return [*(Group(tuple(cards)) for cards in lines), replace(group, cards=tuple(last))]

    def _width(self, group: Group) -> float:
        return self._wide + (len(group.cards) - 1) * (_EDGE if group.fan == "row" else 0)

    def _block(self, seat: int, area: Area) -> _Block:
        """Lay out a player's area: groups side by side, wrapped into further rows."""
        room = _BLOCK if area.hand is None else _BLOCK - _HAND - _HAND_COUNT
        block = _Block(_heading(self._view, seat, area.notes, room))
        if area.hand is not None:
            content = self._content(area.hand, count=0)
            ground = _ground(area.hand)
            block.spots.append(Spot(area.hand.place, _BLOCK - _HAND, _HEADING / 2, ground, small=True, content=content))
            block.labels.append(Label(str(area.hand.count), _BLOCK - _HAND_COUNT, _HEADING - _BASELINE, "start"))
        x, y = 0.0, _HEADING
        for group in area.groups:
            width = self._width(group)
            if group.left is not None:
                x = group.left
            elif x and x + width > _BLOCK:
                x, y = 0.0, y + self._high + _GAP
            block.spots += self._spots(group, x, y, _BLOCK)
            x += width + _GAP
        block.height = max([y + self._high / 2, *(spot.y for spot in block.spots)]) + self._high / 2 + _COUNT_OVERHANG
        return block

    def _spots(self, group: Group, left: float, top: float, room: float) -> Iterator[Spot]:
        """Spots of overlapping cards from a top left corner on; the overlap grows when `room` is short."""
        covered = max(len(group.cards) - 1, 1)
        along, down = min(_EDGE, (room - self._wide) / covered), 0.0
        visible: Covered = "left"
        if group.fan == "column":
            along, down = 0.0, min(_STEP, _COLUMN / covered)
            visible = "top" if down >= _MIN_READABLE else "edge"
        for at, card in enumerate(group.cards):
            is_top = card is group.cards[-1]
            is_last = is_top and group.pile in self._last
            content = self._content(card, card.count, "" if is_top else visible, is_last)
            x, y = left + self._wide / 2 + at * along, top + self._high / 2 + at * down
            yield Spot(card.place, x, y, ground=_ground(card), content=content)

    def _content(self, card: Card, count: int, covered: Covered | Literal[""] = "", is_last: bool = False) -> Content:
        last = is_last or card.place in self._last
        return Content(card.name, card.words, card.face, self._piece, card.mark, count, covered, last)


def _ground(card: Card) -> Ground | Literal[""]:
    return "slot" if card.face == EMPTY else ""


def _in_rows(items: Sequence[T], per_row: int) -> list[Sequence[T]]:
    """Split items into rows of `per_row`; the last row has the rest.

    >>> _in_rows("abcde", 2)
    ['ab', 'cd', 'e']
    """
    return [items[at : at + per_row] for at in range(0, len(items), per_row)]


def _heading(view: GameView, seat: int, notes: Sequence[str], room: float) -> str:
    """A player's name with the notes, after `▶` if the player is prompted.

    The name is shortened if `room` is not enough for all of it.
    """
    turn = "▶ " if not view.over and any(prompt.player == seat for prompt in view.prompts) else ""
    rest = "".join(f" · {note}" for note in notes)
    return f"{turn}{shortened(view.players[seat], room - width_of(turn + rest))}{rest}"
