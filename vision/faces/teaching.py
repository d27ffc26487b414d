"""Learns the faces of a set of tiles from photographs of one tile of each, laid in reading order."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.messages import Message, Refusal, message
from vision.board.finder import find_new_board
from vision.board.top_view import TopView
from vision.faces.lesson_grid import fit_grid
from vision.faces.recogniser import TaughtFaces, embeddings_of
from vision.geometry.camera_pose import view_from_field
from vision.quality.surface import overexposed
from vision.reading import Picture, PictureWarning, Points
from vision.tiles.aligning import aligned
from vision.tiles.crop import cut_face
from vision.tiles.detector import TileDetection, detect_tiles, on_sheet
from vision.tiles.rescoring import rescored

_MIN_CONFIDENCE = 0.4  # of a detection that counts as a tile
_MAX_GLARE = 0.10  # share of a face, its white edge left out, that may be overexposed
_MAX_LIKENESS = 0.72  # similarity of two faces: beyond it, glare makes them indistinguishable
# Similarity of two crops of one tile: other tiles of 243 lessons have 0.91 at most, 88 % of tiles laid twice have more
_MIN_TWIN_LIKENESS = 0.93
_MIN_SAME_LIKENESS = 0.55  # similarity of two crops of one face: below it, one of them is of poor quality


@dataclass(frozen=True)
class LearnedFace:
    """One face as learned."""

    face: str
    crop: Picture  # 88 × 64 × 3 (BGR), to be shown
    confident: bool  # whether it is learned with confidence
    warnings: tuple[PictureWarning, ...] = ()  # why it is not
    # Of its tile in the photograph that the crop is from: 4 points (px) from the face's top left
    corners: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Lesson:
    """What photographs taught, to be reviewed before it is accepted."""

    taught: TaughtFaces
    faces: tuple[LearnedFace, ...]
    twins: tuple[str, str] | None  # two faces that cannot be distinguished


@dataclass(frozen=True)
class Example:
    """One tile of a photograph."""

    crop: Picture
    overexposed: float  # share of the crop (0 to 1)
    at: tuple[int, int]  # its middle (px)
    corners: tuple[tuple[float, float], ...]  # 4 points (px) from the face's top left


@dataclass(frozen=True)
class LaidTiles:
    """The tiles on the sheet of a photograph."""

    top_view: TopView
    found: tuple[TileDetection, ...]  # all detections of flat tiles, the most confident first

    def tiles(self) -> list[TileDetection]:
        """The confident detections."""
        return [tile for tile in self.found if tile.confidence >= _MIN_CONFIDENCE]

    def ring(self, tile: TileDetection) -> Points:
        """The corners (4 × 2 px) of a tile, beginning with the top left in the picture."""
        ring = tile.corners()
        wide = ring[1] - ring[0]
        return self.top_view.to_picture(ring if wide[0] > 0 else np.roll(ring, 2, axis=0))


class CannotTeach(Refusal):
    """Photographs from which the faces cannot be learned; `laid`: the tiles of the first such photograph, if any."""

    def __init__(self, said: Message, laid: LaidTiles | None = None) -> None:
        super().__init__(said)
        self.laid = laid


def teach(pictures: Sequence[Picture], faces: Sequence[str]) -> Lesson:
    """Learns `faces` from tiles laid in reading order; several photographs show the same order.

    A face that glare hides in one photograph is taken from the others alone. Raises `CannotTeach` when a photograph has
    no whole board, or not one tile at each place of even rows, and when two tiles show the same face.
    """
    return lesson_of([examples_of(picture, number, len(faces)) for number, picture in enumerate(pictures, 1)], faces)


def lesson_of(photographs: Sequence[Sequence[Example]], faces: Sequence[str]) -> Lesson:
    """The lesson from the tiles of photographs, as `examples_of` gives them.

    Raises `CannotTeach` without photographs, or where two tiles have the same face: one was laid twice, or is none.
    """
    if not photographs:
        raise CannotTeach(message("teach.no_photograph"))
    lesson = lesson_to_review(photographs, faces)
    if lesson.twins is not None:
        face, twin = lesson.twins
        raise CannotTeach(message("teach.alike", face=face, other=twin))
    return lesson


def lesson_to_review(photographs: Sequence[Sequence[Example]], faces: Sequence[str]) -> Lesson:
    """The lesson from the tiles of one or more photographs, even if it is not good enough to be taught."""
    by_face = [list(examples) for examples in zip(*photographs, strict=True)]
    chosen = [_best(examples) for examples in by_face]
    taught = TaughtFaces({face: [example.crop for example in some] for face, some in zip(faces, chosen, strict=True)})
    vectors = [embeddings_of([example.crop for example in some]) for some in chosen]
    likeness = {(i, j): float((vectors[i] @ vectors[j].T).max()) for i in range(len(faces)) for j in range(i)}
    doubts = _doubts(
        faces, chosen, vectors, [pair for pair, similarity in likeness.items() if similarity > _MAX_LIKENESS]
    )
    most = max(likeness, key=likeness.__getitem__, default=None)
    twins = None if most is None or likeness[most] <= _MIN_TWIN_LIKENESS else (faces[most[1]], faces[most[0]])
    learned = tuple(
        LearnedFace(face, _enlarged(some[0].crop), not doubts[face], tuple(doubts[face]), some[0].corners)
        for face, some in zip(faces, chosen, strict=True)
    )
    return Lesson(taught, learned, twins)


def examples_of(picture: Picture, number: int, count: int) -> list[Example]:
    """The tiles of one photograph, of which there must be `count`, in reading order; raises `CannotTeach`."""
    laid = laid_tiles(picture)
    if laid is None:
        raise CannotTeach(message("teach.no_board", photograph=number))
    examples = []
    rings = aligned(picture, [laid.ring(tile) for tile in tiles_in_order(laid, number, count)])
    for corners in rings:
        crop = cut_face(picture, corners)
        x, y = corners.mean(axis=0)
        around = tuple((float(x), float(y)) for x, y in corners)
        examples.append(Example(crop, overexposed(crop), (round(float(x)), round(float(y))), around))
    return examples


def tiles_in_order(laid: LaidTiles, number: int, count: int) -> list[TileDetection]:
    """The `count` tiles of photograph `number` in reading order; raises `CannotTeach` where any place is in doubt."""
    tiles = laid.tiles()
    grid = fit_grid(tiles, count)
    if grid is not None and grid.is_whole:
        return [tile for tile in grid.tiles if tile is not None]
    if grid is not None and grid.is_determined:
        what, at = ("missing", grid.missing[0]) if grid.missing else ("too_many", grid.nearest(grid.extra[0]))
        row, place = grid.row_and_place(at)
        raise CannotTeach(message(f"teach.tile_{what}", photograph=number, row=row, place=place), laid)
    if len(tiles) == count:
        raise CannotTeach(message("teach.no_rows", photograph=number, expected=count), laid)
    raise CannotTeach(message("teach.count", photograph=number, seen=len(tiles), expected=count), laid)


def laid_tiles(picture: Picture) -> LaidTiles | None:
    """The tiles that lie flat on the sheet; None where the whole board is not found."""
    board = find_new_board(picture)
    return None if board.corners is None else tiles_on(picture, board.corners)


def tiles_on(picture: Picture, corners: Points) -> LaidTiles:
    """The tiles that lie flat on a sheet whose corners (4 × 2 px) are known."""
    top_view = TopView.of(view_from_field(corners, (picture.shape[1], picture.shape[0])))
    found = [tile for tile in detect_tiles(top_view.picture(picture)) if on_sheet(tile)]
    # no face is known yet that could be evidence
    rescored_tiles = rescored(picture, top_view, found, [0.0] * len(found))
    flat = [tile for tile in rescored_tiles if not tile.upright]
    return LaidTiles(top_view, tuple(sorted(flat, key=lambda tile: -tile.confidence)))


def _best(examples: Sequence[Example]) -> list[Example]:
    """The examples without glare, or the one with least."""
    clear = [example for example in examples if example.overexposed <= _MAX_GLARE]
    return clear or [min(examples, key=lambda example: example.overexposed)]


def _doubts(
    faces: Sequence[str],
    chosen: Sequence[Sequence[Example]],
    vectors: Sequence[NDArray[np.float32]],
    alike: Sequence[tuple[int, int]],
) -> dict[str, list[PictureWarning]]:
    """The doubts about each face: glare on all its examples, examples that differ, another face that is similar."""
    doubts: dict[str, list[PictureWarning]] = {face: [] for face in faces}
    for face, some, own in zip(faces, chosen, vectors, strict=True):
        if some[0].overexposed > _MAX_GLARE:
            doubts[face].append(PictureWarning("glare", some[0].at))
        if len(some) > 1 and float((own @ own.T).min()) < _MIN_SAME_LIKENESS:
            doubts[face].append(PictureWarning("differs", some[0].at))
    for face_at, similar_at in [*alike, *(pair[::-1] for pair in alike)]:
        doubts[faces[face_at]].append(PictureWarning("alike", chosen[face_at][0].at, faces[similar_at]))
    return doubts


def _enlarged(crop: Picture) -> Picture:
    return np.asarray(cv2.resize(crop, (64, 88), interpolation=cv2.INTER_CUBIC), np.uint8)
