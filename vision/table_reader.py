"""Reads a table: board, tiles and faces of one picture, as places of a game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np

from engines.vocabulary import BACK, BLANK, UNSURE
from vision.board_finder import find_board, ordered
from vision.camera_view import CameraView, view_from_field
from vision.discards import laid_across
from vision.evenness import burnt, hidden_by_glare, unevenness
from vision.face_crop import cut_face
from vision.jarapon_places import JaraponPlaces
from vision.place_reader import Lying, Placed, PlaceReader, Remembering
from vision.plan_view import PlanView
from vision.reading import Picture, Points, Pose, Reading, SeenPiece, Warned
from vision.row_places import RowPlaces
from vision.second_look import weighed
from vision.sizes import TILE_HIGH, TILE_THICK
from vision.square_places import CentrePlaces, SquarePlaces
from vision.stack_places import StackPlaces
from vision.strewn_places import StrewnPlaces
from vision.taught import UNKNOWN, Likeness
from vision.tile_finder import FoundTile, find_tiles, on_sheet

GAMES_READ = ("search", "sevens", "doubt", "infiltration", "checkers", "reversi", "jarapon")
GAMES_OF_SIDES = ("reversi",)  # which side of a tile lies up is all that counts
_PLACES: dict[str, Callable[[], PlaceReader]] = {
    "search": StrewnPlaces,
    "sevens": RowPlaces,
    "doubt": StackPlaces,
    "infiltration": CentrePlaces,
    "checkers": SquarePlaces,
    "reversi": SquarePlaces,
    "jarapon": JaraponPlaces,
}
_TILE = 0.5  # a find is a piece from this sureness on
_SURE = 0.7  # a face is named from this likelihood on
_GLARE = 0.6  # how much surer a face must be that glare hides altogether; in between, in proportion
_NOT = 0.1  # a white upper side that is the back with less likelihood than this is the spare tile
_TINT = 30  # of 255 between the channels of white plastic under a warm lamp
_EVEN = 2.0  # unevenness of a plain upper side in good light
_HAND_SHARE = 0.004  # share of the sheet under a hand that is worth a warning: a few fingertips


@dataclass(frozen=True)
class _Seen:
    """A found tile with its face: corners (4 × 2 plan px) begin at the face's top left."""

    tile: FoundTile
    corners: Points
    likeness: Likeness
    crop: Picture


class _NoPlaces:
    """For games whose places are not told yet."""

    def place(self, pieces: Sequence[Lying]) -> Placed:
        """No place for any piece."""
        return Placed((None,) * len(pieces), {})


class Faces(Protocol):
    """What a reader needs of `TaughtFaces` or `UntaughtFaces`."""

    def recognise(self, crops: Sequence[Picture]) -> list[Likeness]:
        """What each crop shows."""


class TableReader:
    """Reads pictures of one table and remembers where the board is.

    The board's place is kept until `forget_board`, or until a look at the whole picture says that it moved: a look
    is taken whenever the board is not known or the caller asks for it. Pictures of one camera in several sizes may be
    mixed.
    """

    def __init__(self, game: str, taught: Faces) -> None:
        self.game, self.taught = game, taught
        self._place_reader = _PLACES.get(game, _NoPlaces)()
        self._field: Points | None = None  # in shares of the picture's width
        self._given = False

    def set_field(self, corners: Points, width: int) -> None:
        """Takes the field's corners (4 × 2 px of a picture `width` px wide, any order) from people, until forgotten."""
        self._field = ordered(np.asarray(corners, np.float64).reshape(4, 2)) / width
        self._given = True

    def forget_board(self) -> None:
        """Looks for the board anew in the next picture."""
        self._field, self._given = None, False

    def memory(self) -> Any:
        """What its places must remember over a restart, as plain JSON data; None when it is nothing."""
        return self._place_reader.memory() if isinstance(self._place_reader, Remembering) else None

    def remember(self, memory: Any) -> None:
        """Go on from what `memory` gave; raises `KeyError`, `TypeError` or `ValueError` for other data."""
        if isinstance(self._place_reader, Remembering):
            self._place_reader.remember(memory)

    def read(self, picture: Picture, check_board: bool = False) -> Reading:
        """What the picture (height × width × 3, BGR) shows; with `check_board`, after a look where the board is now."""
        warnings = self._find_board(picture) if check_board or self._field is None else []
        if self._field is None:
            return Reading(None, (), {}, (*warnings, Warned(_why_no_board(picture))))
        field = self._field * picture.shape[1]
        view = view_from_field(field, (picture.shape[1], picture.shape[0]))
        plan_view = PlanView.of(view)
        seen = self._tiles(picture, plan_view)
        across = laid_across([one.corners for one in seen]) if self.game == "jarapon" else [False] * len(seen)
        placed = self._place_reader.place([_lying(one, plan_view, view) for one in seen])
        pieces = [
            _piece(one, plan_view, side, place) for one, side, place in zip(seen, across, placed.names, strict=True)
        ]
        kept = tuple(piece for piece, one in zip(pieces, seen, strict=True) if one.tile.sure >= _TILE)
        warnings += [Warned("glare", _pixel(p)) for p, one in zip(pieces, seen, strict=True) if _is_glare(one, p)]
        return Reading(field, kept, placed.places, tuple(warnings))

    def _find_board(self, picture: Picture) -> list[Warned]:
        """Looks where the board is and keeps that when it is seen clearly; corners given by people stay."""
        seen = find_board(picture)
        if seen.corners is not None and not self._given:
            self._field = _turned_like(seen.corners / picture.shape[1], self._field)
        return [Warned("hand", seen.hand_at)] if seen.hand > _HAND_SHARE else []

    def _tiles(self, picture: Picture, plan_view: PlanView) -> list[_Seen]:
        found = [tile for tile in find_tiles(plan_view.picture(picture)) if on_sheet(tile)]
        corners = [tile.corners() for tile in found]
        crops = [cut_face(picture, plan_view.to_picture(ring)) for ring in corners]
        likes = self.taught.recognise(crops)
        found = weighed(picture, plan_view, found, [like.evidence for like in likes])
        return [
            _Seen(tile, np.roll(ring, 2, axis=0) if like.upside_down else ring, like, crop)
            for tile, ring, like, crop in zip(found, corners, likes, crops, strict=True)
        ]


def _lying(one: _Seen, plan_view: PlanView, view: CameraView) -> Lying:
    """A find on the table; the upper side of a tile that stands is higher than that of one that lies."""
    upright = one.tile.upright
    ring = view.on_plane(plan_view.to_picture(one.corners), TILE_HIGH if upright else TILE_THICK)
    return Lying(ring, one.likeness.likely, one.tile.sure, upright)


def _piece(one: _Seen, plan_view: PlanView, across: bool, place: str | None) -> SeenPiece:
    likely = one.likeness.likely
    pose: Pose = "upright" if one.tile.upright else "sideways" if across else "flat"
    corners = plan_view.to_picture(one.corners)
    middle = plan_view.to_picture(np.array([one.tile.centre]))[0]
    confidence = max(likely.values()) * one.tile.sure
    ring = tuple((float(x), float(y)) for x, y in corners)
    return SeenPiece(_named(one), pose, (float(middle[0]), float(middle[1])), place, confidence, likely, ring)


def _named(one: _Seen) -> str:
    """The face that is named, `"blank"` for the white spare tile, or `"?"`."""
    face, share = max(one.likeness.likely.items(), key=lambda item: item[1])
    if one.tile.upright or one.tile.sure < _TILE:
        return UNSURE
    if share >= _SURE + _GLARE * hidden_by_glare(one.crop) and face != UNKNOWN:
        return face
    return BLANK if _is_white(one.crop) and one.likeness.likely.get(BACK, 0.0) < _NOT else UNSURE


def _is_white(crop: Picture) -> bool:
    """Whether a crop is one even white that is not burnt out, as warm or cold as light makes it."""
    darkest, lightest = float(crop.min(axis=2).mean()), float(crop.max(axis=2).mean())
    white = darkest > 90 and lightest - darkest < _TINT
    return white and burnt(crop) < 0.1 and unevenness(crop) < _EVEN


def _turned_like(corners: Points, before: Points | None) -> Points:
    """The same corners, beginning with the one nearest to where the field began before: a board does not spin."""
    if before is None:
        return corners
    far = [float(np.linalg.norm(np.roll(corners, -i, axis=0) - before)) for i in range(4)]
    return np.roll(corners, -int(np.argmin(far)), axis=0)


def _is_glare(one: _Seen, piece: SeenPiece) -> bool:
    return piece.face == UNSURE and one.tile.sure >= _TILE and not one.tile.upright and burnt(one.crop) > 0.15


def _pixel(piece: SeenPiece) -> tuple[int, int]:
    return round(piece.xy[0]), round(piece.xy[1])


def _why_no_board(picture: Picture) -> str:
    """The likeliest reason why no board was found: `too_dark`, `too_bright`, `blurred` or just `no_board`."""
    grey = cv2.cvtColor(cv2.resize(picture, (320, 240), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    if np.percentile(grey, 95) < 40:
        return "too_dark"
    if np.percentile(grey, 25) > 245:
        return "too_bright"
    return "blurred" if cv2.Laplacian(grey, cv2.CV_32F).var() < 12 else "no_board"
