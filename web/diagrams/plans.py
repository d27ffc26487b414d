"""The plans of the games: squares with what was captured, rows of tiles, a table with four sides, cards, or a frame.

Which one it is, the profile of the game says (`device.games.profile`).
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

Looks = Mapping[str, str]
SQUARE, EDGE = 12.0, 5.0  # a board's square, and the room for the letters beside it
ACROSS, DOWN = 9.4, 12.4  # from tile to tile in a row, and from row to row
NAMED = 11.0  # from tile to tile where names are written on them
IN_A_ROW = 9
LABEL = 6.0  # the height of a line of words
UNITS = 8.0 / TILE_WIDE  # to a mm, where tiles are drawn as they lie
SIGN = 6.0  # the room for a player's sign before them
MARGIN = 1.0  # for the frame of a marked tile
_WIDE = IN_A_ROW * ACROSS + 2 * MARGIN


def plan_of(view: GameView, wrong: Collection[str], language: str) -> Plan:
    """Plan a table as everybody has seen it, by the diagram that the profile of its game names."""
    # Where no game is on the table, there is a hand to be checked.
    diagram = profile_of(view.game).drawing.diagram if view.game in GAMES else "lines"
    return DIAGRAMS[diagram](view, wrong, language)


def _looks(view: GameView, wrong: Collection[str]) -> Looks:
    """What lies at the places of a game, and at those where something wrongly lies."""
    return {**dict.fromkeys(wrong, EMPTY), **view.layout}


def _squares(view: GameView, wrong: Collection[str], language: str) -> Plan:
    """The squares as the camera sees them; below them what each player has captured, where anything can be."""
    looks, own = _looks(view, wrong), view.layout.keys() & INDEX.keys()
    # Something may wrongly lie beside a smaller field: then the whole sheet is shown.
    whole = len(own) == len(SQUARES) or not own >= looks.keys() & INDEX.keys()
    seen = [square for square in names_as_seen(view.turn) if whole or square in own]
    side = round(len(seen) ** 0.5)
    plan = Plan("squares", EDGE + side * SQUARE + 1, EDGE + side * SQUARE + 1)
    for at, square in enumerate(seen):
        down, across = divmod(at, side)
        ground: Ground = "dark" if sum(divmod(INDEX[square], 8)) % 2 else "light"
        plan.spots.append(Spot(square, EDGE + (across + 0.5) * SQUARE, EDGE + (down + 0.5) * SQUARE, ground=ground))
    top, left = seen[:side], seen[::side]
    varies = 0 if top[0][0] != top[1][0] else 1
    plan.labels += [Label(name[varies], EDGE + (at + 0.5) * SQUARE, 3.5) for at, name in enumerate(top)]
    plan.labels += [Label(name[1 - varies], 2.4, EDGE + (at + 0.5) * SQUARE + 1.3) for at, name in enumerate(left)]
    if view.owners:
        _add_owners(plan, view)
    if len(own) < len(SQUARES):
        _add_captured(plan, looks, view, language)
    return plan


def _add_owners(plan: Plan, view: GameView) -> None:
    """Whose tiles have which sign."""
    y, room = plan.height + LABEL - 0.5, (plan.width - EDGE) / len(view.players)
    for seat, player in enumerate(view.players):
        x = EDGE + SIGN + seat * room
        plan.labels.append(Label(shortened(player, room - SIGN - MARGIN), x, y, "start", owner=seat))
    plan.height += LABEL + 1


def _add_captured(plan: Plan, looks: Looks, view: GameView, language: str) -> None:
    for seat, player in enumerate(view.players, start=1):
        room = plan.width - EDGE - width_of(say(message("web.board.captured", player=""), language))
        said = say(message("web.board.captured", player=shortened(player, room)), language)
        plan.labels.append(Label(said, EDGE, plan.height + LABEL - 1, "start"))
        captured = _in_order(looks, f"captured/{seat}/")
        y = plan.height + LABEL + 6
        plan.spots += [Spot(place, EDGE + (at + 0.5) * NAMED, y) for at, place in enumerate(captured)]
        plan.height += LABEL + DOWN


def names_as_seen(quarters: int) -> list[str]:
    """The game's names of the squares, row by row as the camera sees a board that is turned by clockwise quarters.

    >>> names_as_seen(0)[:2], names_as_seen(1)[:2], names_as_seen(2)[:2]
    (['a1', 'b1'], ['a8', 'a7'], ['h8', 'g8'])
    """
    lies_at = {camera_place(name, quarters): name for name in SQUARES}
    return [lies_at[square] for square in SQUARES]


def _strewn(view: GameView, wrong: Collection[str], _language: str) -> Plan:
    """Tiles that are strewn over the table, in the order of their numbers."""
    plan, looks = Plan("rows", _WIDE, 0), _looks(view, wrong)
    tiles = _in_order(looks, "tile/")
    hints = {place: place.partition("/")[2] for place in tiles if looks[place] != EMPTY}
    _add_row(plan, tiles, hints)
    return plan


def _rows(view: GameView, wrong: Collection[str], _language: str) -> Plan:
    """The rows that grow from their middle, free places with their numbers, and the stock, as they lie on the sheet."""
    lay, half = profile_of(view.game).filming.lay, SHEET * UNITS / 2
    plan, looks = Plan("rows", EDGE + 2 * half, 2 * half), _looks(view, wrong)
    for place, look in looks.items():
        kind, *_, number = place.split("/")
        lie = lay(place, {})
        if lie is not None:
            hint = number if kind == "row" and look == EMPTY else ""
            x, y = EDGE + half + lie.x * UNITS, half - lie.y * UNITS
            plan.spots.append(Spot(place, x, y, "slot" if kind == "row" else "", bool(lie.turn), hint))
            if kind == "row" and number == "1":
                plan.labels.append(Label(place.split("/")[1], 2.4, y + 1.3))
    return plan


def _columns(view: GameView, wrong: Collection[str], language: str) -> Plan:
    """Nine headings, the stacks under them, and what was turned up."""
    plan, looks = Plan("rows", _WIDE, 0), _looks(view, wrong)
    _add_row(plan, _in_order(looks, "heading/"), {})
    _add_row(plan, _in_order(looks, "stack/"), {})
    plan.labels.append(
        Label(say(message("web.board.turned"), language), MARGIN + 0.7, plan.height + LABEL - 1, "start")
    )
    plan.height += LABEL
    _add_row(plan, _in_order(looks, "turned/") or [""], {})
    return plan


def _lines(view: GameView, wrong: Collection[str], _language: str) -> Plan:
    """Places by their names without the last number, each kind in rows of its own: for games without a diagram."""
    plan = Plan("rows", _WIDE, 0, named=False)
    kinds: dict[str, list[str]] = {}
    for place in _looks(view, wrong):
        kinds.setdefault(place.rpartition("/")[0], []).append(place)
    for places in kinds.values():
        _add_row(plan, places, {})
    return plan


def _add_row(plan: Plan, places: Iterable[str], hints: Mapping[str, str], left: float = MARGIN) -> None:
    """Places side by side under what is there, in several rows if need be; a place without a name only takes room."""
    at = -1
    for at, place in enumerate(places):
        down, across = divmod(at, IN_A_ROW)
        x, y = left + (across + 0.5) * ACROSS, plan.height + (down + 0.5) * DOWN
        if place:
            plan.spots.append(Spot(place, x, y, ground="slot", hint=hints.get(place, "")))
    plan.height += (at // IN_A_ROW + 1) * DOWN


def _in_order(looks: Looks, begins: str) -> list[str]:
    """The places whose names begin so, by the number that they end with."""
    return sorted(
        (place for place in looks if place.startswith(begins)), key=lambda place: int(place.rpartition("/")[2])
    )


# By the names that profiles give them. Of some games a layout says too little, such as how many cards a pile has, or on
# which level a piece lies: their diagrams are drawn from the state.
DIAGRAMS: Mapping[str, Callable[[GameView, Collection[str], str], Plan]] = {
    "squares": _squares,
    "strewn": _strewn,
    "rows": _rows,
    "columns": _columns,
    "sides": lambda view, wrong, language: sides_plan(_looks(view, wrong), view, wrong, language),
    "lines": _lines,
    "cards": lambda view, _wrong, language: cards_plan(view, language),
    "drop_it": lambda view, _wrong, language: frame_plan(view, language),
}
