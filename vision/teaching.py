"""Learns the faces of a set of tiles from photographs of one tile of each, laid in reading order."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engines.messages import Message, Refusal, message
from vision.board_finder import find_new_board
from vision.camera_view import view_from_field
from vision.evenness import burnt
from vision.face_crop import cut_face
from vision.plan_view import PlanView
from vision.reading import Picture, Points, Warned
from vision.second_look import weighed
from vision.sizes import TILE_HIGH
from vision.taught import TaughtFaces, vectors_of
from vision.tile_finder import FoundTile, find_tiles, on_sheet

_TILE = 0.4  # a find is a tile from this sureness on
_ROW_OFF = range(-14, 15, 2)  # degrees that rows may be askew beside their tiles
_CLEARLY = 0.7  # logarithm of the odds between the faintest tile and the next find
_GLARE = 0.10  # share of a face, its white edge left out, that may be burnt out
_ALIKE = 0.72  # two faces of more likeness will be mistaken for each other under glare
_SAME = 0.55  # two crops of one face of less likeness: one of them was not seen well


@dataclass(frozen=True)
class LearnedFace:
    """One face as learned: `crop` 88 × 64 × 3 (BGR) to look at, whether it is sure, and why not.

    `corners`: where its tile lies in the photograph that the crop is from, 4 points in px from the face's top left.
    """

    face: str
    crop: Picture
    sure: bool
    warned: tuple[Warned, ...] = ()
    corners: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Lesson:
    """What the photographs taught, to be looked at before it is accepted."""

    taught: TaughtFaces
    faces: tuple[LearnedFace, ...]


@dataclass(frozen=True)
class Example:
    """One tile of a photograph: its crop, how much of it is burnt out (0 to 1), where it and its corners lie (px)."""

    crop: Picture
    burnt: float
    at: tuple[int, int]
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class LaidTiles:
    """Everything in a photograph that may be a flat tile on the sheet, the surest first, and the view from above."""

    plan_view: PlanView
    found: tuple[FoundTile, ...]

    def tiles(self) -> list[FoundTile]:
        """What is a tile for sure."""
        return [tile for tile in self.found if tile.sure >= _TILE]


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
        corners = laid.plan_view.to_picture(ring)
        crop = cut_face(picture, corners)
        x, y = corners.mean(axis=0)
        around = tuple((float(x), float(y)) for x, y in corners)
        examples.append(Example(crop, burnt(crop), (round(float(x)), round(float(y))), around))
    return examples


def laid_tiles(picture: Picture) -> LaidTiles | None:
    """The tiles that lie flat on the sheet; None where the whole board is not seen."""
    board = find_new_board(picture)
    if board.corners is None:
        return None
    plan_view = PlanView.of(view_from_field(board.corners, (picture.shape[1], picture.shape[0])))
    found = [tile for tile in find_tiles(plan_view.picture(picture)) if on_sheet(tile)]
    # nothing is known of faces yet that could speak for a find
    looked_at = weighed(picture, plan_view, found, [0.0] * len(found))
    flat = [tile for tile in looked_at if not tile.upright]
    return LaidTiles(plan_view, tuple(sorted(flat, key=lambda tile: -tile.sure)))


def _stand_out(found: Sequence[FoundTile], count: int) -> bool:
    """Whether the `count` surest finds are tiles and the next one, a star or a word on the sheet, clearly is not."""
    if len(found) < count or found[count - 1].sure < _TILE:
        return False
    if len(found) == count or found[count].sure < _TILE:
        return True
    odds = [float(np.log(tile.sure / (1 - tile.sure))) for tile in found[count - 1 : count + 1]]
    return odds[0] - odds[1] > _CLEARLY


def in_rows(found: Sequence[FoundTile]) -> list[list[Points]]:
    """Corners (4 × 2 plan px, from the face's top left) of tiles, at least one, row by row, left to right.

    All tiles stand upright as the camera sees them, a little askew at most. Rows may be askew otherwise than the tiles
    in them: of several ways to look along them, the one is taken that makes few and straight rows.
    """
    askew = float(np.mean([(tile.turn + np.pi / 4) % (np.pi / 2) - np.pi / 4 for tile in found]))
    centres = np.array([tile.centre for tile in found])
    ways = [_rows(centres, askew + np.radians(off)) for off in _ROW_OFF]
    rows = min(ways, key=lambda way: way[0])[1]
    return [[_upright(found[index].corners()) for index in row] for row in rows]


def _rows(centres: Points, askew: float) -> tuple[float, list[list[int]]]:
    """How crooked rows are that run in a direction (mm², less is better), and the tiles' numbers along each."""
    level = np.array([[np.cos(askew), np.sin(askew)], [-np.sin(askew), np.cos(askew)]])
    x, y = (centres @ level.T).T
    order = np.argsort(y)
    rows = np.split(order, np.flatnonzero(np.diff(y[order]) > TILE_HIGH / 2) + 1)
    crooked = sum(float(((y[row] - y[row].mean()) ** 2).sum()) for row in rows) + len(rows) * TILE_HIGH**2 / 4
    return crooked, [[int(index) for index in row[np.argsort(x[row])]] for row in rows]


def _upright(ring: Points) -> Points:
    """The corners beginning with the top left as the camera sees it."""
    wide = ring[1] - ring[0]
    return ring if wide[0] > 0 else np.roll(ring, 2, axis=0)


def _best(examples: Sequence[Example]) -> list[Example]:
    """The examples without glare, or the one with least."""
    clear = [example for example in examples if example.burnt <= _GLARE]
    return clear or [min(examples, key=lambda example: example.burnt)]


def _doubts(faces: Sequence[str], chosen: Sequence[Sequence[Example]]) -> dict[str, list[Warned]]:
    """What speaks against each face: glare on all its examples, examples that differ, another face that looks alike."""
    doubts: dict[str, list[Warned]] = {face: [] for face in faces}
    vectors = [vectors_of([e.crop for e in some]) for some in chosen]
    for face, some, own in zip(faces, chosen, vectors, strict=True):
        if some[0].burnt > _GLARE:
            doubts[face].append(Warned("glare", some[0].at))
        if len(some) > 1 and float((own @ own.T).min()) < _SAME:
            doubts[face].append(Warned("differs", some[0].at))
    for i, face in enumerate(faces):
        for j in range(i):
            if float((vectors[i] @ vectors[j].T).max()) > _ALIKE:
                doubts[face].append(Warned("alike", chosen[i][0].at, faces[j]))
                doubts[faces[j]].append(Warned("alike", chosen[j][0].at, face))
    return doubts


def _enlarged(crop: Picture) -> Picture:
    return np.asarray(cv2.resize(crop, (64, 88), interpolation=cv2.INTER_CUBIC), np.uint8)
