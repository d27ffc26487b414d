"""Learns the faces of a set of tiles from photographs of one tile of each, laid in reading order."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engines.messages import Message, Refusal, message
from vision.board.camera_pose import view_from_field
from vision.board.finder import find_new_board
from vision.board.top_view import TopView
from vision.dimensions import TILE_HIGH
from vision.faces.recogniser import TaughtFaces, embeddings_of
from vision.quality.surface import overexposed
from vision.reading import Picture, PictureWarning, Points
from vision.tiles.crop import cut_face
from vision.tiles.detector import TileDetection, detect_tiles, on_sheet
from vision.tiles.rescoring import rescored

_MIN_CONFIDENCE = 0.4  # of a detection that counts as a tile
_ROW_OFF = range(-14, 15, 2)  # degrees between the direction of rows and that of their tiles
_CLEARLY = 0.7  # log odds between the faintest tile and the next detection
_GLARE = 0.10  # share of a face, its white edge left out, that may be overexposed
_ALIKE = 0.72  # two faces of more similarity will be mistaken for each other under glare
_SAME = 0.55  # two crops of one face of less similarity: one of them is of poor quality


@dataclass(frozen=True)
class LearnedFace:
    """One face as learned: `crop` 88 × 64 × 3 (BGR) to show, whether it is learned with confidence, and why not.

    `corners`: where its tile lies in the photograph that the crop is from, 4 points in px from the face's top left.
    """

    face: str
    crop: Picture
    confident: bool
    warnings: tuple[PictureWarning, ...] = ()
    corners: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Lesson:
    """What the photographs taught, to be reviewed before it is accepted."""

    taught: TaughtFaces
    faces: tuple[LearnedFace, ...]


@dataclass(frozen=True)
class Example:
    """One tile of a photograph: its crop, the overexposed share of it (0 to 1), its middle and corners (px)."""

    crop: Picture
    overexposed: float
    at: tuple[int, int]
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class LaidTiles:
    """All detections of flat tiles on the sheet of a photograph, the most confident first, and its top view."""

    top_view: TopView
    found: tuple[TileDetection, ...]

    def tiles(self) -> list[TileDetection]:
        """The confident detections."""
        return [tile for tile in self.found if tile.confidence >= _MIN_CONFIDENCE]


class CannotTeach(Refusal):
    """Photographs from which the faces cannot be learned; `laid` are the tiles of the first such one, if any."""

    def __init__(self, said: Message, laid: LaidTiles | None = None) -> None:
        super().__init__(said)
        self.laid = laid


def teach(pictures: Sequence[Picture], faces: Sequence[str]) -> Lesson:
    """Learns `faces` from tiles laid in reading order; several photographs show the same order.

    A face that glare hides in one photograph is taken from the others alone. Raises `CannotTeach` when a photograph has
    no whole board or another number of tiles than there are faces.
    """
    return lesson_of([examples_of(picture, number, len(faces)) for number, picture in enumerate(pictures, 1)], faces)


def lesson_of(photographs: Sequence[Sequence[Example]], faces: Sequence[str]) -> Lesson:
    """What the tiles of photographs teach, as `examples_of` gives them; raises `CannotTeach` where there are none."""
    if not photographs:
        raise CannotTeach(message("teach.no_photograph"))
    by_face = [list(examples) for examples in zip(*photographs, strict=True)]
    chosen = [_best(examples) for examples in by_face]
    taught = TaughtFaces({face: [e.crop for e in some] for face, some in zip(faces, chosen, strict=True)})
    doubts = _doubts(faces, chosen)
    learned = tuple(
        LearnedFace(face, _enlarged(some[0].crop), not doubts[face], tuple(doubts[face]), some[0].corners)
        for face, some in zip(faces, chosen, strict=True)
    )
    return Lesson(taught, learned)


def examples_of(picture: Picture, number: int, count: int) -> list[Example]:
    """The tiles of one photograph, of which there must be `count`, in reading order; raises `CannotTeach`."""
    laid = laid_tiles(picture)
    if laid is None:
        raise CannotTeach(message("teach.no_board", photograph=number))
    if not _stand_out(laid.found, count):
        raise CannotTeach(message("teach.count", photograph=number, seen=len(laid.tiles()), expected=count), laid)
    examples = []
    for ring in (ring for row in in_rows(laid.found[:count]) for ring in row):
        corners = laid.top_view.to_picture(ring)
        crop = cut_face(picture, corners)
        x, y = corners.mean(axis=0)
        around = tuple((float(x), float(y)) for x, y in corners)
        examples.append(Example(crop, overexposed(crop), (round(float(x)), round(float(y))), around))
    return examples


def laid_tiles(picture: Picture) -> LaidTiles | None:
    """The tiles that lie flat on the sheet; None where the whole board is not found."""
    board = find_new_board(picture)
    if board.corners is None:
        return None
    top_view = TopView.of(view_from_field(board.corners, (picture.shape[1], picture.shape[0])))
    found = [tile for tile in detect_tiles(top_view.picture(picture)) if on_sheet(tile)]
    # no face is known yet that could be evidence
    rescored_tiles = rescored(picture, top_view, found, [0.0] * len(found))
    flat = [tile for tile in rescored_tiles if not tile.upright]
    return LaidTiles(top_view, tuple(sorted(flat, key=lambda tile: -tile.confidence)))


def _stand_out(found: Sequence[TileDetection], count: int) -> bool:
    """Whether the `count` most confident detections are tiles and the next one, a print on the sheet, is not."""
    if len(found) < count or found[count - 1].confidence < _MIN_CONFIDENCE:
        return False
    if len(found) == count or found[count].confidence < _MIN_CONFIDENCE:
        return True
    odds = [float(np.log(tile.confidence / (1 - tile.confidence))) for tile in found[count - 1 : count + 1]]
    return odds[0] - odds[1] > _CLEARLY


def in_rows(found: Sequence[TileDetection]) -> list[list[Points]]:
    """Corners (4 × 2 top-view px, from the face's top left) of tiles, at least one, row by row, left to right.

    All tiles are upright in the picture, a little askew at most. Rows may have another direction than the tiles in
    them: of several directions, the one that gives few and straight rows is taken.
    """
    askew = float(np.mean([(tile.turn + np.pi / 4) % (np.pi / 2) - np.pi / 4 for tile in found]))
    centres = np.array([tile.centre for tile in found])
    directions = [_rows(centres, askew + np.radians(off)) for off in _ROW_OFF]
    rows = min(directions, key=lambda rows: rows[0])[1]
    return [[_upright(found[index].corners()) for index in row] for row in rows]


def _rows(centres: Points, askew: float) -> tuple[float, list[list[int]]]:
    """The squared deviations from straight rows in a direction (mm²), and the tiles' numbers along each."""
    level = np.array([[np.cos(askew), np.sin(askew)], [-np.sin(askew), np.cos(askew)]])
    x, y = (centres @ level.T).T
    order = np.argsort(y)
    rows = np.split(order, np.flatnonzero(np.diff(y[order]) > TILE_HIGH / 2) + 1)
    crooked = sum(float(((y[row] - y[row].mean()) ** 2).sum()) for row in rows) + len(rows) * TILE_HIGH**2 / 4
    return crooked, [[int(index) for index in row[np.argsort(x[row])]] for row in rows]


def _upright(ring: Points) -> Points:
    """The corners beginning with the top left in the picture."""
    wide = ring[1] - ring[0]
    return ring if wide[0] > 0 else np.roll(ring, 2, axis=0)


def _best(examples: Sequence[Example]) -> list[Example]:
    """The examples without glare, or the one with least."""
    clear = [example for example in examples if example.overexposed <= _GLARE]
    return clear or [min(examples, key=lambda example: example.overexposed)]


def _doubts(faces: Sequence[str], chosen: Sequence[Sequence[Example]]) -> dict[str, list[PictureWarning]]:
    """The doubts about each face: glare on all its examples, examples that differ, another face that is similar."""
    doubts: dict[str, list[PictureWarning]] = {face: [] for face in faces}
    vectors = [embeddings_of([e.crop for e in some]) for some in chosen]
    for face, some, own in zip(faces, chosen, vectors, strict=True):
        if some[0].overexposed > _GLARE:
            doubts[face].append(PictureWarning("glare", some[0].at))
        if len(some) > 1 and float((own @ own.T).min()) < _SAME:
            doubts[face].append(PictureWarning("differs", some[0].at))
    for i, face in enumerate(faces):
        for j in range(i):
            if float((vectors[i] @ vectors[j].T).max()) > _ALIKE:
                doubts[face].append(PictureWarning("alike", chosen[i][0].at, faces[j]))
                doubts[faces[j]].append(PictureWarning("alike", chosen[j][0].at, face))
    return doubts


def _enlarged(crop: Picture) -> Picture:
    return np.asarray(cv2.resize(crop, (64, 88), interpolation=cv2.INTER_CUBIC), np.uint8)
