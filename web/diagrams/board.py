"""A game as a phone draws it: tiles at spots of a plan, each with a sentence for who cannot see it."""

from collections.abc import Collection, Iterable
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from device.games.listing import profile_of
from device.table.game_view import GameView
from device.table.named_places import names_of_sides, own_place
from device.texts import catalogue, say
from engines.messages import message
from engines.vocabulary import EMPTY, UNSURE
from web.diagrams.plan import Content, Covered, DrawnLine, Ground, Label, Piece, Plan, Point, Seat, Spot
from web.diagrams.plans import plan_of
from web.diagrams.sides import with_open_hand

_ACROSS = " across"


class Place(Struct, frozen=True):
    """A place of the table: where it is drawn, what lies there, and whether that is new or wrong."""

    place: str  # the game's own name
    said: str  # what a screen reader reads
    look: str  # a face, "up", "back", "upright" or "empty"
    x: float
    y: float
    last: bool  # part of the last move
    wrong: bool  # something lies there that ought not to


class Cell(Place, frozen=True):
    """A place, and how it is drawn; a field is there only where it applies, none is empty."""

    owner: Seat | UnsetType = UNSET  # whose piece lies there
    piece: Piece | UnsetType = UNSET
    mark: str | UnsetType = UNSET  # what is written on it
    turned: bool | UnsetType = UNSET  # it lies on its side
    count: Annotated[int, Meta(ge=1)] | UnsetType = UNSET  # how many lie there, where that is shown
    covered: Covered | UnsetType = UNSET
    ground: Ground | UnsetType = UNSET
    hint: str | UnsetType = UNSET  # what tells the place from others
    small: bool | UnsetType = UNSET  # as a stack of a wall is


class Board(Struct, frozen=True):
    """What lies where."""

    kind: Literal["squares", "rows", "sides", "cards", "frame"]
    size: Point  # width and height
    labels: list[Label]
    cells: list[Cell]
    lines: list[DrawnLine] | UnsetType = UNSET  # only of a frame


def board_of(view: GameView, language: str, wrong: Collection[str] = ()) -> Board:
    """Draw a game, its names and sentences in a language; at the `wrong` places lies what ought not to."""
    view = with_open_hand(view)
    plan = plan_of(view, wrong, language)
    return Board(
        plan.kind,
        _rounded((plan.width, plan.height)),
        [Label(one.text, *_rounded((one.x, one.y)), one.where, one.turned, one.owner) for one in plan.labels],
        [_cell(spot, plan, view, spot.place in wrong, language) for spot in plan.spots],
        [DrawnLine(one.kind, tuple(map(_rounded, one.points)), one.last) for one in plan.lines] or UNSET,
    )


def _rounded(point: Iterable[float]) -> tuple[float, float]:
    x, y = point
    return round(x, 2), round(y, 2)


def _cell(spot: Spot, plan: Plan, view: GameView, wrong: bool, language: str) -> Cell:
    lies = spot.content or _as_laid_out(spot.place, plan, view, language)
    how = "wrong" if wrong else "last" if lies.last else "place"
    x, y = _rounded((spot.x, spot.y))
    return Cell(
        place=spot.place,
        said=say(message(f"web.board.{how}", place=lies.name, look=lies.words), language),
        look=lies.look,
        x=x,
        y=y,
        last=lies.last,
        wrong=wrong,
        owner=view.owners.get(spot.place, UNSET),
        piece=lies.piece or UNSET,
        mark=lies.mark or UNSET,
        turned=spot.turned != lies.across or UNSET,
        count=lies.count or UNSET,
        covered=lies.covered or UNSET,
        ground=spot.ground or UNSET,
        hint=spot.hint or UNSET,
        small=spot.small or UNSET,
    )


def _as_laid_out(place: str, plan: Plan, view: GameView, language: str) -> Content:
    """What lies at a place by the table's layout."""
    look, is_across = _face(view.layout.get(place, EMPTY))
    name = _name(place, view, language) if plan.named else place
    if place in view.owners:
        player = view.players[view.owners[place]]
        name = say(message("web.owner.place", place=name, player=player), language)
    words = catalogue(language).get(f"web.look.{look}", _named(look, language))
    if is_across:
        words = say(message("web.look.across", face=words), language)
    mark, last = _mark(look, plan.kind, language), place in view.last_places
    return Content(name, words, look, mark=mark, last=last, across=is_across)


def _name(place: str, view: GameView, language: str) -> str:
    """A place in words; what lies before a player, by whose it is."""
    sides = profile_of(view.game).sides_of_seats(len(view.players))
    place = own_place(place, names_of_sides(sides, view.players))
    return say(message("web.board.name", place=place), language)


def _face(look: str) -> tuple[str, bool]:
    """A face, and whether it lies across its row.

    >>> _face("5 across"), _face("back")
    (('5', True), ('back', False))
    """
    return look.removesuffix(_ACROSS), look.endswith(_ACROSS)


def _mark(look: str, kind: str, language: str) -> str:
    """What is written on a tile: its number, or its name where it has no number."""
    if look == "up" and kind == "sides":
        return UNSURE  # it may have any face, and is not drawn as an almighty
    if look in ("up", "back", "upright", EMPTY, "wild"):
        return ""
    return _named(look, language)


def _named(face: str, language: str) -> str:
    return catalogue(language).get(f"web.face.{face}", face)
