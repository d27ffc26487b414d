"""Reads a table: board, tiles and faces of one picture, as places of a game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import cv2
import numpy as np

from engines.vocabulary import BACK, BLANK, UNSURE
from vision.board_finder import BoardSeen, find_board, find_new_board, ordered
from vision.camera_view import CameraView, view_from_field
from vision.discards import laid_across
from vision.evenness import burnt, hidden_by_glare, is_white
from vision.exposure import brightened, too_bright, too_dark
from vision.face_crop import cut_face
from vision.jarapon_places import JaraponPlaces
from vision.place_reader import Lying, Placed, PlaceReader, Remembering, SeesField
from vision.plan_view import PlanView
from vision.reading import Picture, Points, Pose, Reading, SeenPiece, Warned
from vision.row_places import RowPlaces
from vision.second_look import weighed
from vision.sizes import TILE_HIGH, TILE_THICK
from vision.spare_tile import at_most_one_spare
from vision.square_places import CentrePlaces, SquarePlaces
from vision.stack_places import StackPlaces
from vision.strewn_places import StrewnPlaces
from vision.sure_tiles import SureTiles
from vision.taught import CLEAR, NONE_SURE, UNKNOWN, Likeness
from vision.tile_finder import FoundTile, clearer, closer_maps, dark_maps, on_sheet, tile_maps, tiles_of

GAMES_READ = ("search", "sevens", "doubt", "infiltration", "checkers", "reversi", "jarapon")
_GAMES_STANDING = ("infiltration",)  # whose tiles stand
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
_MAY_BE, _IS = 0.2, 0.8  # a find between these makes it worth while to look for all tiles more closely
_VEILED = 0.2  # a face hidden by this much glare is looked at side by side, however clear it seems
_ALIKE_PX, _ALIKE_TURN, _ALIKE_SIZE = 0.7, 0.03, 0.03  # mm, radians and share by which finds may differ and be the same
_SELDOM_STANDS = 0.1  # odds of an upright tile in all other games: mostly it is a light square with something on it
_SURE = 0.85  # a face is named from this likelihood on
_NOT = 0.2  # a white upper side that is the back with less likelihood than this is the spare tile
_HAND_SHARE = 0.004  # share of the sheet under a hand that is worth a warning: a few fingertips


def read_once(game: str, faces: "Faces", picture: Picture, field: Points | None = None) -> Reading:
    """What one picture shows, read without anything known before but its field (4 × 2 px), if that is given."""
    reader = TableReader(game, faces)
    if field is not None:
        reader.set_field(field, picture.shape[1])
    return reader.read(picture)


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

    def compared(self, crop: Picture, likeness: Likeness, sure: SureTiles) -> Likeness:
        """What a doubtful crop shows, looked at more closely, beside tiles of the same picture that are `sure`.

        `likeness`: what `recognise` said of it.
        """


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
        self._has_markers: bool | None = None  # on the sheet; None before a look has told

    def set_field(self, corners: Points, width: int) -> None:
        """Takes the field's corners (4 × 2 px of a picture `width` px wide, any order) from people, until forgotten."""
        self._field = ordered(np.asarray(corners, np.float64).reshape(4, 2)) / width
        self._given = True

    def forget_board(self) -> None:
        """Looks for the board anew in the next picture."""
        self._field, self._given, self._has_markers = None, False, None

    def memory(self) -> Any:
        """What its places must remember over a restart, as plain JSON data; None when it is nothing."""
        return self._place_reader.memory() if isinstance(self._place_reader, Remembering) else None

    def remember(self, memory: Any) -> None:
        """Go on from what `memory` gave; raises `KeyError`, `TypeError` or `ValueError` for other data."""
        if isinstance(self._place_reader, Remembering):
            self._place_reader.remember(memory)

    def read(self, picture: Picture, check_board: bool = False) -> Reading:
        """What the picture (height × width × 3, BGR) shows; with `check_board`, after a look where the board is now."""
        is_new = self._field is None
        warnings = self._find_board(picture, find_new_board) if is_new else []
        if self._field is None:
            return Reading(None, (), {}, (*warnings, Warned(_why_no_board(picture))))
        if too_dark(picture, self._field * picture.shape[1]):
            return Reading(self._field * picture.shape[1], (), {}, (Warned("too_dark"),))
        warnings += self._find_board(picture, find_board) if check_board and not is_new else []
        field = self._field * picture.shape[1]
        view = view_from_field(field, (picture.shape[1], picture.shape[0]))
        plan_view = PlanView.of(view)
        seen = self._tiles(brightened(picture, field), plan_view)
        across = laid_across([one.corners for one in seen]) if self.game == "jarapon" else [False] * len(seen)
        if isinstance(self._place_reader, SeesField):
            self._place_reader.see_field(self._field)
        placed = self._place_reader.place([_lying(one, plan_view, view) for one in seen])
        pieces = [
            _piece(one, plan_view, side, place) for one, side, place in zip(seen, across, placed.names, strict=True)
        ]
        kept = tuple(piece for piece, one in zip(pieces, seen, strict=True) if one.tile.sure >= _TILE)
        is_too_bright = too_bright(picture, field, [one.crop for one in seen if one.tile.sure >= _TILE])
        warnings += [Warned("too_bright")] if is_too_bright else []
        warnings += [Warned("turned_or_not")] if placed.turned_or_not else []
        warnings += [Warned("glare", _pixel(p)) for p, one in zip(pieces, seen, strict=True) if _is_glare(one, p)]
        return Reading(field, kept, placed.places, tuple(warnings))

    def _find_board(self, picture: Picture, find: Callable[[Picture, bool | None], BoardSeen]) -> list[Warned]:
        """Looks where the board is and keeps that when it is seen clearly; corners given by people stay."""
        seen = find(picture, self._has_markers)
        if seen.marked or (seen.corners is not None and self._has_markers is None):
            self._has_markers = seen.marked  # once seen, hands and tiles may hide them for a while
        if seen.corners is not None and not self._given:
            self._field = _turned_like(seen.corners / picture.shape[1], self._field)
        return [Warned("hand", seen.hand_at)] if seen.hand > _HAND_SHARE else []

    def _tiles(self, picture: Picture, plan_view: PlanView) -> list[_Seen]:
        plan = plan_view.picture(picture)
        maps, dark = tile_maps(plan), dark_maps(plan)
        seen = self._faces(picture, plan_view, tiles_of(clearer(maps, dark)))
        if any(_MAY_BE < one.tile.sure < _IS for one in seen):
            seen = self._faces(picture, plan_view, tiles_of(clearer(closer_maps(plan, maps), dark)), seen)
        return _with_one_spare(self._looked_over(seen))

    def _looked_over(self, seen: Sequence[_Seen]) -> list[_Seen]:
        """The finds as told: what stands is believed less where none stands, and doubtful faces are looked at again.

        A face that is still not named is looked at once more, beside those that the look has made sure.
        """
        doubtful = [_is_doubtful(one) for one in seen]
        if self.game in _GAMES_STANDING:
            return self._compared_where(doubtful, seen, NONE_SURE)
        seen = [replace(one, tile=_less_sure(one.tile, _SELDOM_STANDS)) if one.tile.upright else one for one in seen]
        sure = _sure_of(seen, doubtful)
        told = self._compared_where(doubtful, seen, sure)
        left = [is_open and not _is_clear(one, _SURE) for one, is_open in zip(told, doubtful, strict=True)]
        if not any(left):
            return told
        now_sure = _sure_of(told, left)
        if len(now_sure.backs) == len(sure.backs):  # only backs tell much more than before
            return told
        return [
            self._compared(one, now_sure) if is_open else now
            for one, now, is_open in zip(seen, told, left, strict=True)
        ]

    def _compared_where(self, doubtful: Sequence[bool], seen: Sequence[_Seen], sure: SureTiles) -> list[_Seen]:
        return [self._compared(one, sure) if is_open else one for one, is_open in zip(seen, doubtful, strict=True)]

    def _compared(self, one: _Seen, sure: SureTiles) -> _Seen:
        """A find after a closer look at its face, which may also say that it is no tile; the white spare one is."""
        likeness = self.taught.compared(one.crop, one.likeness, sure)
        tile = one.tile if is_white(one.crop) else _less_sure(one.tile, float(np.exp(likeness.evidence)))
        corners = np.roll(one.corners, 2 * (likeness.upside_down != one.likeness.upside_down), axis=0)
        return _Seen(tile, corners, likeness, one.crop)

    def _faces(
        self, picture: Picture, plan_view: PlanView, tiles: Sequence[FoundTile], known: Sequence[_Seen] = ()
    ) -> list[_Seen]:
        """The finds on the sheet with their faces, each as sure as all that speaks for it makes it.

        `known`: what an earlier look has found; where it found the same, the face is not asked for again.
        """
        found = [tile for tile in tiles if on_sheet(tile)]
        before = [next((one for one in known if _is_same(one.tile, tile)), None) for tile in found]
        crops = [
            cut_face(picture, plan_view.to_picture(tile.corners())) if one is None else one.crop
            for tile, one in zip(found, before, strict=True)
        ]
        new = iter(self.taught.recognise([crop for crop, one in zip(crops, before, strict=True) if one is None]))
        likes = [next(new) if one is None else one.likeness for one in before]
        found = weighed(picture, plan_view, found, [like.evidence for like in likes])
        return [
            _Seen(tile, np.roll(tile.corners(), 2, axis=0) if like.upside_down else tile.corners(), like, crop)
            for tile, like, crop in zip(found, likes, crops, strict=True)
        ]


def _with_one_spare(seen: Sequence[_Seen]) -> list[_Seen]:
    """The finds when of the tiles that lie there at most one is the spare one."""
    lying = [one for one in seen if _lies(one)]
    told = iter(at_most_one_spare([one.likeness for one in lying], [one.crop for one in lying]))
    return [replace(one, likeness=next(told)) if _lies(one) else one for one in seen]


def _sure_of(seen: Sequence[_Seen], doubtful: Sequence[bool]) -> SureTiles:
    """Of finds without a doubtful face those that are surely tiles with a face that was taught."""
    named = [
        (max(one.likeness.likely, key=lambda face: one.likeness.likely[face]), one.crop)
        for one, is_open in zip(seen, doubtful, strict=True)
        if not is_open and one.tile.sure > _IS and _lies(one)
    ]
    faces = [crop for face, crop in named if face not in (BACK, UNKNOWN)]
    return SureTiles([crop for face, crop in named if face == BACK], faces)


def _less_sure(tile: FoundTile, by: float) -> FoundTile:
    """The same find, the odds that it is a tile changed by a factor."""
    odds = tile.sure / (1 - tile.sure + 1e-6) * by
    return replace(tile, sure=odds / (1 + odds))


def _is_same(one: FoundTile, other: FoundTile) -> bool:
    """Whether two finds of the same plan view would be cut out of the picture alike."""
    far = max(abs(one.centre[0] - other.centre[0]), abs(one.centre[1] - other.centre[1]))
    return far < _ALIKE_PX and abs(one.turn - other.turn) < _ALIKE_TURN and abs(one.size / other.size - 1) < _ALIKE_SIZE


def _lies(one: _Seen) -> bool:
    """Whether a find is a tile that lies there."""
    return one.tile.sure >= _TILE and not one.tile.upright


def _is_doubtful(one: _Seen) -> bool:
    """Whether the face of a tile that is there must be looked at more closely."""
    return _lies(one) and (not _is_clear(one, CLEAR) or hidden_by_glare(one.crop) > _VEILED)


def _is_clear(one: _Seen, least: float) -> bool:
    """Whether one face is at least as likely as `least`."""
    return max(one.likeness.likely.values()) >= least


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
    if share >= _SURE and face != UNKNOWN:
        return face
    return BLANK if is_white(one.crop) and one.likeness.likely.get(BACK, 0.0) < _NOT else UNSURE


def _turned_like(corners: Points, before: Points | None) -> Points:
    """The same corners, beginning with the one nearest to where the field began before: a board does not spin."""
    if before is None:
        return corners
    far = [float(np.linalg.norm(np.roll(corners, -i, axis=0) - before)) for i in range(4)]
    return np.roll(corners, -int(np.argmin(far)), axis=0)


def _is_glare(one: _Seen, piece: SeenPiece) -> bool:
    return piece.face == UNSURE and _lies(one) and burnt(one.crop) > 0.15


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
