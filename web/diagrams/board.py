"""The board of a game for drawing: cells at spots of a plan, each with a sentence for screen readers."""

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
    """A place of the table: its position, its content, and whether that is new or wrong."""

    place: str  # its name in the game
    said: str  # what a screen reader reads
    look: str  # `Content.face`
    x: float
    y: float
    last: bool  # part of the last move
    wrong: bool  # its content contradicts the game


class Cell(Place, frozen=True):
    """A place with drawing details; fields that do not apply are left out."""

    owner: Seat | UnsetType = UNSET  # seat of the player whose piece lies there
    piece: Piece | UnsetType = UNSET
    mark: str | UnsetType = UNSET  # text on it
    turned: bool | UnsetType = UNSET  # rotated by a quarter
    count: Annotated[int, Meta(ge=1)] | UnsetType = UNSET  # number of pieces, where that is shown
    covered: Covered | UnsetType = UNSET
    ground: Ground | UnsetType = UNSET
    hint: str | UnsetType = UNSET  # text on an empty place
    small: bool | UnsetType = UNSET  # drawn small, as a stack of a wall


class Board(Struct, frozen=True):
    """All that is drawn of a table."""

    kind: Literal["squares", "rows", "sides", "cards", "frame"]
    size: Point  # width and height
    labels: list[Label]
    cells: list[Cell]
    lines: list[DrawnLine] | UnsetType = UNSET  # only of a frame


def board_of(view: GameView, language: str, wrong: Collection[str] = ()) -> Board:
    """Lay out the board of a game, with texts in a language; the content of `wrong` places contradicts the game."""
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
    content = spot.content or _content_from_layout(spot.place, plan, view, language)
    how = "wrong" if wrong else "last" if content.last else "place"
    x, y = _rounded((spot.x, spot.y))
    return Cell(
        place=spot.place,
        said=say(message(f"web.board.{how}", place=content.name, look=content.words), language),
        look=content.face,
        x=x,
        y=y,
        last=content.last,
        wrong=wrong,
        owner=view.owners.get(spot.place, UNSET),
        piece=content.piece or UNSET,
        mark=content.mark or UNSET,
        turned=spot.turned != content.across or UNSET,
        count=content.count or UNSET,
        covered=content.covered or UNSET,
        ground=spot.ground or UNSET,
        hint=spot.hint or UNSET,
        small=spot.small or UNSET,
    )


def _content_from_layout(place: str, plan: Plan, view: GameView, language: str) -> Content:
    """The content of a place according to the table's layout."""
    face, is_across = _split_across(view.layout.get(place, EMPTY))
    name = _place_name(place, view, language) if plan.named else place
    if place in view.owners:
        player = view.players[view.owners[place]]
        name = say(message("web.owner.place", place=name, player=player), language)
    words = catalogue(language).get(f"web.look.{face}", _face_name(face, language))
    if is_across:
        words = say(message("web.look.across", face=words), language)
    mark, last = _face_mark(face, plan.kind, language), place in view.last_places
    return Content(name, words, face, mark=mark, last=last, across=is_across)


def _place_name(place: str, view: GameView, language: str) -> str:
    """A place in words; one before a player with that player's name."""
    sides = profile_of(view.game).sides_of_seats(len(view.players))
    place = own_place(place, names_of_sides(sides, view.players))
    return say(message("web.board.name", place=place), language)


def _split_across(content: str) -> tuple[str, bool]:
    """Split a layout's entry into the face and whether the tile lies across its row.

    >>> _split_across("5 across"), _split_across("back")
    (('5', True), ('back', False))
    """
    return content.removesuffix(_ACROSS), content.endswith(_ACROSS)


def _face_mark(face: str, kind: str, language: str) -> str:
    """The text on a tile: its number, or its name if it has none."""
    if face == "up" and kind == "sides":
        return UNSURE  # the face is unknown; it must not be drawn as an almighty
    if face in ("up", "back", "upright", EMPTY, "wild"):
        return ""
    return _face_name(face, language)


def _face_name(face: str, language: str) -> str:
    return catalogue(language).get(f"web.face.{face}", face)
