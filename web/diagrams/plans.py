"""The plans of the games: squares with what was captured, rows of tiles, a table with four sides, cards, or a frame.

The profile of a game names its diagram (`device.games.profile`).
"""

from collections.abc import Callable, Collection, Iterable, Mapping

from device.games.listing import GAMES, profile_of
from device.referee.orientation import camera_place
from device.table.game_view import GameView
from device.texts import say
from engines.messages import message
from engines.squares import INDEX, SQUARES
from engines.vocabulary import EMPTY
from vision.dimensions import SHEET, TILE_WIDE
from web.diagrams.card_table import cards_plan
from web.diagrams.drop_it import frame_plan
from web.diagrams.plan import Ground, Label, Plan, Spot, shortened, width_of
from web.diagrams.sides import sides_plan

Layout = Mapping[str, str]
SQUARE, EDGE = 12.0, 5.0  # side of a square, and space for the letters beside the board
ACROSS, DOWN = 9.4, 12.4  # pitch of tiles in a row, and of rows
NAMED_ACROSS = 11.0  # pitch of tiles with names on them
ROW_CAPACITY = 9
LABEL = 6.0  # height of a line of text
UNITS = 8.0 / TILE_WIDE  # per mm, where tiles are drawn to scale
SIGN = 6.0  # space for a player's sign before a label
MARGIN = 1.0  # for the highlight of a tile
_WIDE = ROW_CAPACITY * ACROSS + 2 * MARGIN


def plan_of(view: GameView, wrong: Collection[str], language: str) -> Plan:
    """Plan a table as everybody knows it, with the diagram that the game's profile names."""
    # Without a game, a hand is being checked.
    diagram = profile_of(view.game).drawing.diagram if view.game in GAMES else "lines"
    return DIAGRAMS[diagram](view, wrong, language)


def _layout_with_wrong(view: GameView, wrong: Collection[str]) -> Layout:
    """The layout of a game, with the `wrong` places added as empty."""
    return {**dict.fromkeys(wrong, EMPTY), **view.layout}


def _squares(view: GameView, wrong: Collection[str], language: str) -> Plan:
    """The squares as the camera sees them; below them what each player has captured, where anything can be."""
    layout, own = _layout_with_wrong(view, wrong), view.layout.keys() & INDEX.keys()
    # A piece may lie outside a smaller field: then the whole sheet is shown.
    whole = len(own) == len(SQUARES) or not own >= layout.keys() & INDEX.keys()
    in_view = [square for square in squares_in_view(view.turn) if whole or square in own]
    side = round(len(in_view) ** 0.5)
    plan = Plan("squares", EDGE + side * SQUARE + 1, EDGE + side * SQUARE + 1)
    for at, square in enumerate(in_view):
        down, across = divmod(at, side)
        ground: Ground = "dark" if sum(divmod(INDEX[square], 8)) % 2 else "light"
        plan.spots.append(Spot(square, EDGE + (across + 0.5) * SQUARE, EDGE + (down + 0.5) * SQUARE, ground=ground))
    top, left = in_view[:side], in_view[::side]
    varies = 0 if top[0][0] != top[1][0] else 1
    plan.labels += [Label(name[varies], EDGE + (at + 0.5) * SQUARE, 3.5) for at, name in enumerate(top)]
    plan.labels += [Label(name[1 - varies], 2.4, EDGE + (at + 0.5) * SQUARE + 1.3) for at, name in enumerate(left)]
    if view.owners:
        _add_owners(plan, view)
    if len(own) < len(SQUARES):
        _add_captured(plan, layout, view, language)
    return plan


def _add_owners(plan: Plan, view: GameView) -> None:
    """Add a legend of the players' signs."""
    y, room = plan.height + LABEL - 0.5, (plan.width - EDGE) / len(view.players)
    for seat, player in enumerate(view.players):
        x = EDGE + SIGN + seat * room
        plan.labels.append(Label(shortened(player, room - SIGN - MARGIN), x, y, "start", owner=seat))
    plan.height += LABEL + 1


def _add_captured(plan: Plan, layout: Layout, view: GameView, language: str) -> None:
    for seat, player in enumerate(view.players, start=1):
        room = plan.width - EDGE - width_of(say(message("web.board.captured", player=""), language))
        said = say(message("web.board.captured", player=shortened(player, room)), language)
        plan.labels.append(Label(said, EDGE, plan.height + LABEL - 1, "start"))
        captured = _in_order(layout, f"captured/{seat}/")
        y = plan.height + LABEL + 6
        plan.spots += [Spot(place, EDGE + (at + 0.5) * NAMED_ACROSS, y) for at, place in enumerate(captured)]
        plan.height += LABEL + DOWN


def squares_in_view(quarters: int) -> list[str]:
    """The names of the squares, row by row in the camera's view, for a board rotated clockwise by `quarters`.

    >>> squares_in_view(0)[:2], squares_in_view(1)[:2], squares_in_view(2)[:2]
    (['a1', 'b1'], ['a8', 'a7'], ['h8', 'g8'])
    """
    lies_at = {camera_place(name, quarters): name for name in SQUARES}
    return [lies_at[square] for square in SQUARES]


def _strewn(view: GameView, wrong: Collection[str], _language: str) -> Plan:
    """Plan tiles strewn over the table, in the order of their numbers."""
    plan, layout = Plan("rows", _WIDE, 0), _layout_with_wrong(view, wrong)
    tiles = _in_order(layout, "tile/")
    hints = {place: place.partition("/")[2] for place in tiles if layout[place] != EMPTY}
    _add_row(plan, tiles, hints)
    return plan


def _rows(view: GameView, wrong: Collection[str], _language: str) -> Plan:
    """Plan rows that grow from their middle, free places with their numbers, and the stock, to scale."""
    lay, half = profile_of(view.game).filming.lay, SHEET * UNITS / 2
    plan, layout = Plan("rows", EDGE + 2 * half, 2 * half), _layout_with_wrong(view, wrong)
    for place, content in layout.items():
        kind, *_, number = place.split("/")
        lie = lay(place, {})
        if lie is not None:
            hint = number if kind == "row" and content == EMPTY else ""
            x, y = EDGE + half + lie.x * UNITS, half - lie.y * UNITS
            plan.spots.append(Spot(place, x, y, "slot" if kind == "row" else "", bool(lie.turn), hint))
            if kind == "row" and number == "1":
                plan.labels.append(Label(place.split("/")[1], 2.4, y + 1.3))
    return plan


def _columns(view: GameView, wrong: Collection[str], language: str) -> Plan:
    """Plan nine headings, the stacks under them, and the tiles turned up."""
    plan, layout = Plan("rows", _WIDE, 0), _layout_with_wrong(view, wrong)
    _add_row(plan, _in_order(layout, "heading/"), {})
    _add_row(plan, _in_order(layout, "stack/"), {})
    plan.labels.append(
        Label(say(message("web.board.turned"), language), MARGIN + 0.7, plan.height + LABEL - 1, "start")
    )
    plan.height += LABEL
    _add_row(plan, _in_order(layout, "turned/") or [""], {})
    return plan


def _lines(view: GameView, wrong: Collection[str], _language: str) -> Plan:
    """Plan places in rows, one group for each name without its last number: for games without a diagram."""
    plan = Plan("rows", _WIDE, 0, named=False)
    kinds: dict[str, list[str]] = {}
    for place in _layout_with_wrong(view, wrong):
        kinds.setdefault(place.rpartition("/")[0], []).append(place)
    for places in kinds.values():
        _add_row(plan, places, {})
    return plan


def _add_row(plan: Plan, places: Iterable[str], hints: Mapping[str, str], left: float = MARGIN) -> None:
    """Add places side by side below the plan, in several rows if needed; a place without a name leaves a gap."""
    at = -1
    for at, place in enumerate(places):
        down, across = divmod(at, ROW_CAPACITY)
        x, y = left + (across + 0.5) * ACROSS, plan.height + (down + 0.5) * DOWN
        if place:
            plan.spots.append(Spot(place, x, y, ground="slot", hint=hints.get(place, "")))
    plan.height += (at // ROW_CAPACITY + 1) * DOWN


def _in_order(layout: Layout, prefix: str) -> list[str]:
    """The places whose names begin with `prefix`, sorted by the number at their end."""
    return sorted(
        (place for place in layout if place.startswith(prefix)), key=lambda place: int(place.rpartition("/")[2])
    )


# By their names in profiles. The layout of some games lacks facts, such as the size of a pile or the level of a piece:
# their diagrams are drawn from the state.
DIAGRAMS: Mapping[str, Callable[[GameView, Collection[str], str], Plan]] = {
    "squares": _squares,
    "strewn": _strewn,
    "rows": _rows,
    "columns": _columns,
    "sides": lambda view, wrong, language: sides_plan(_layout_with_wrong(view, wrong), view, wrong, language),
    "lines": _lines,
    "cards": lambda view, _wrong, language: cards_plan(view, language),
    "drop_it": lambda view, _wrong, language: frame_plan(view, language),
}
