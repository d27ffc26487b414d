"""Reads a table: board, tiles and faces of one picture, as places of a game."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.board.finder import find_board, find_new_board
from vision.board.known_board import KnownBoard
from vision.board.taught_sheet import TaughtSheet
from vision.board.top_view import TopView
from vision.dice import DetectedDice, find_dice
from vision.dimensions import TILE_HIGH, TILE_THICK
from vision.faces.recognition import FaceRecogniser
from vision.faces.tile_reader import RecognisedTile, TileReader
from vision.facts import Throw
from vision.geometry.camera_pose import CameraView, view_from_field
from vision.places.base import Arrangement, FieldPose, Placed, TablePiece
from vision.places.jarapon.discards import laid_across
from vision.places.thrown import Throws
from vision.quality.clarity import Clarity
from vision.quality.doubts import may_hide_tiles, reasons_for_doubt
from vision.quality.exposure import pixels_of_field, too_bright, too_dark
from vision.quality.levels import Levels
from vision.quality.no_board import reason_for_no_board
from vision.reading import DetectedPiece, Picture, PictureWarning, Points, Pose, Reading

_MIN_TILE_CONFIDENCE = 0.98  # of a tile within which a few spots are artwork and no die
_MAX_OFF_DIE = 9.0  # mm between the middles of a die and of what was detected there as a tile


def read_once(
    arrangement: Arrangement, faces: FaceRecogniser, picture: Picture, field: Points | None = None
) -> Reading:
    """Reads one picture and any hands over it, with nothing known before but its field (4 × 2 px), if that is given."""
    reader = TableReader(arrangement, faces)
    if field is not None:
        reader.set_field(field, picture.shape[1])
    return reader.read(picture, check_board=True)


class TableReader:
    """Reads pictures of one table and remembers where the board is.

    The board is searched for while its place is unknown and whenever the caller asks for it; its place is kept until
    `forget_board`. Pictures of one camera in several sizes may be mixed. `sheets`: those whose print was taught.
    """

    def __init__(self, arrangement: Arrangement, taught: FaceRecogniser, sheets: Sequence[TaughtSheet] = ()) -> None:
        self._arrangement = arrangement
        self._sheets = sheets
        self._board = KnownBoard(sheets)
        self._tile_reader = TileReader(taught, upright_tiles=arrangement.upright)
        self._place_reader = arrangement.places()
        self._throws = Throws()

    def set_field(self, corners: Points, width: int) -> None:
        """Takes the field's corners (4 × 2 px of a picture `width` px wide, any order) from people, until forgotten."""
        self._board.give(corners, width)

    def forget_board(self) -> None:
        """Searches for the board anew in the next picture."""
        self._board = KnownBoard(self._sheets)

    def memory(self) -> object:
        """What its places must remember over a restart, as plain JSON data; None for nothing."""
        return self._place_reader.memory

    def remember(self, memory: object) -> None:
        """Continues from what `memory` gave; raises `KeyError`, `TypeError` or `ValueError` for other data."""
        self._place_reader.memory = memory

    def read(self, picture: Picture, check_board: bool = False) -> Reading:
        """What the picture (height × width × 3, BGR) shows; with `check_board`, after a search for the board."""
        is_new = self._board.field is None
        warnings = self._board.find(picture, find_new_board) if is_new else []
        if self._board.field is None:
            return Reading(None, (), {}, tuple(warnings) or (PictureWarning(reason_for_no_board(picture)),))
        field = self._board.field * picture.shape[1]
        pixels = pixels_of_field(picture, field)
        if too_dark(pixels):
            return Reading(field, (), {}, (PictureWarning("too_dark"),))
        if check_board and not is_new:
            warnings += self._board.find(picture, find_board)
            pixels = pixels_of_field(picture, self._board.field * picture.shape[1])
        return self._read_board(picture, self._board.field, pixels, warnings)

    def _read_board(
        self, picture: Picture, shares: Points, pixels: NDArray[np.uint8], warnings: Sequence[PictureWarning]
    ) -> Reading:
        """What lies on a board with its field at `shares` of the picture's width, and some of its `pixels` (n × 3)."""
        field = shares * picture.shape[1]
        view = view_from_field(field, (picture.shape[1], picture.shape[0]))
        top_view = TopView.of(view)
        levels = Levels.of(picture, pixels)
        clarity = Clarity(levels.evened(picture), field)
        restored = clarity.sharpened()
        tiles = self._tile_reader.read(restored, top_view, clarity)
        thrown: Throw | None = None
        if self._arrangement.dice:
            tiles, dice = without_dice(restored, view, tiles, top_view)
            if not any(warned.kind == "hand" for warned in warnings):  # which may hold a die
                thrown = self._throws.update(dice, shares)
        across = laid_across([tile.corners for tile in tiles]) if self._arrangement.sideways else [False] * len(tiles)
        is_open = any(tile.is_unread or (tile.is_faint and may_hide_tiles(clarity, levels)) for tile in tiles)
        doubts = reasons_for_doubt(clarity, levels) if is_open else []
        if doubts and may_hide_tiles(clarity, levels):  # what is missed must not pass for an empty place
            placed, thrown = Placed((None,) * len(tiles), {}), None
        else:
            field_pose = FieldPose(shares, self._board.is_oriented)
            placed = self._place_reader.place(_on_table(tiles, top_view, view), field_pose)
        pieces = _pieces(tiles, top_view, across, placed.names)
        is_too_bright = too_bright(pixels, [tile.crop for tile in tiles if tile.counts])
        return Reading(
            field,
            tuple(piece for piece, tile in zip(pieces, tiles, strict=True) if tile.counts),
            placed.places,
            (
                *warnings,
                *([PictureWarning("too_bright")] if is_too_bright else []),
                *doubts,
                *([PictureWarning("turned_or_not")] if placed.turned_or_not else []),
                *(_glare(piece) for piece, tile in zip(pieces, tiles, strict=True) if tile.is_lost_to_glare),
            ),
            facts=replace(placed.facts, throw=thrown),
        )


def without_dice(
    picture: Picture, view: CameraView, tiles: Sequence[RecognisedTile], top_view: TopView
) -> tuple[list[RecognisedTile], DetectedDice]:
    """The tiles without those that are dice, and the dice."""
    rings = _on_table(tiles, top_view, view)
    found = find_dice(picture, view, [tile.ring for tile in rings if tile.confidence > _MIN_TILE_CONFIDENCE])
    kept = [
        tile
        for tile, there in zip(tiles, rings, strict=True)
        if not any(die.distance(there.middle.tolist()) < _MAX_OFF_DIE for die in found.dice)
    ]
    return kept, found


def _on_table(tiles: Sequence[RecognisedTile], top_view: TopView, view: CameraView) -> list[TablePiece]:
    """The tiles in table coordinates; the upper side of one that stands is higher than that of one that lies."""
    corners = _in_picture(tiles, top_view)[:, :4].reshape(-1, 2)
    low, high = (view.on_plane(corners, height).reshape(-1, 4, 2) for height in (TILE_THICK, TILE_HIGH))
    return [
        TablePiece(
            (high if tile.detection.upright else low)[at],
            tile.recognition.probabilities,
            tile.detection.confidence,
            tile.detection.upright,
        )
        for at, tile in enumerate(tiles)
    ]


def _in_picture(tiles: Sequence[RecognisedTile], top_view: TopView) -> Points:
    """The corners of the tiles' upper sides and their middles (n × 5 × 2 px of the picture)."""
    corners = np.array([tile.corners for tile in tiles]).reshape(-1, 4, 2)
    middles = np.array([tile.detection.centre for tile in tiles]).reshape(-1, 1, 2)
    return top_view.to_picture(np.concatenate([corners, middles], axis=1).reshape(-1, 2)).reshape(-1, 5, 2)


def _pieces(
    tiles: Sequence[RecognisedTile], top_view: TopView, across: Sequence[bool], places: Sequence[str | None]
) -> list[DetectedPiece]:
    """The tiles in pixels of the picture."""
    pieces = []
    for tile, ring, is_across, place in zip(tiles, _in_picture(tiles, top_view).tolist(), across, places, strict=True):
        *corners, middle = ((x, y) for x, y in ring)
        pose: Pose = "upright" if tile.detection.upright else "sideways" if is_across else "flat"
        confidence = tile.certainty * tile.detection.confidence
        pieces.append(
            DetectedPiece(tile.face, pose, middle, place, confidence, tile.recognition.probabilities, tuple(corners))
        )
    return pieces


def _glare(piece: DetectedPiece) -> PictureWarning:
    return PictureWarning("glare", (round(piece.xy[0]), round(piece.xy[1])))
