"""What a picture of tiles laid for a lesson shows so far, while people are still laying them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engines.vocabulary import UNSURE
from vision.face_crop import cut_face
from vision.reading import Picture, Warned
from vision.taught import UNKNOWN, TaughtFaces
from vision.teaching import CannotTeach, LaidTiles, in_rows, teach

_NAMED = 0.7  # a face that was taught before is named from this likelihood on


@dataclass(frozen=True)
class LessonTile:
    """A tile and the face that it is taken for, `"?"` where that cannot be told; `corners` are 4 points in px."""

    face: str
    sure: bool
    corners: tuple[tuple[float, float], ...]
    warned: tuple[Warned, ...] = ()


@dataclass(frozen=True)
class LessonView:
    """The tiles row by row; `complete`: as many as there are faces, so that each is known by its place.

    `board`: whether the whole board is seen. `rows`: how many tiles lie in each row. `missing`: faces that none of the
    tiles is taken for, as far as that can be told.
    """

    board: bool
    complete: bool
    tiles: tuple[LessonTile, ...] = ()
    rows: tuple[int, ...] = ()
    missing: tuple[str, ...] = ()


def view_lesson(picture: Picture, faces: Sequence[str], known: TaughtFaces | None) -> LessonView:
    """What a lesson from this picture would teach.

    As long as tiles are missing they are named by what was taught before (`known`), if anything was.
    """
    try:
        lesson = teach([picture], faces)
    except CannotTeach as cannot:
        return LessonView(False, False) if cannot.laid is None else _unfinished(picture, cannot.laid, faces, known)
    tiles = tuple(LessonTile(face.face, face.sure, face.corners, face.warned) for face in lesson.faces)
    return LessonView(True, True, tiles)


def _unfinished(picture: Picture, laid: LaidTiles, faces: Sequence[str], known: TaughtFaces | None) -> LessonView:
    found = laid.tiles()
    if not found:
        return LessonView(True, False)
    rows = in_rows(found)
    rings = [laid.plan_view.to_picture(ring) for row in rows for ring in row]
    named = [UNSURE] * len(rings)
    if known is not None:
        crops = [cut_face(picture, ring) for ring in rings]
        named = [_named(like.likely) for like in known.recognise(crops)]
    tiles = tuple(
        LessonTile(face, face != UNSURE, tuple((float(x), float(y)) for x, y in np.asarray(ring)))
        for face, ring in zip(named, rings, strict=True)
    )
    missing = () if known is None or UNSURE in named else tuple(face for face in faces if face not in named)
    return LessonView(True, False, tiles, tuple(len(row) for row in rows), missing)


def _named(likely: Mapping[str, float]) -> str:
    face = max(likely, key=likely.__getitem__)
    return face if face != UNKNOWN and likely[face] >= _NAMED else UNSURE
