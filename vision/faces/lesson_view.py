"""Previews a lesson while people are still laying its tiles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engines.vocabulary import UNKNOWN, UNSURE
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import CannotTeach, LaidTiles, in_rows, teach
from vision.reading import Picture, PictureWarning
from vision.tiles.crop import cut_face

_MIN_PROBABILITY = 0.7  # of a face that is named by an earlier lesson


@dataclass(frozen=True)
class LessonTile:
    """A tile and its face, `"?"` where that is open; `corners` are 4 points in px."""

    face: str
    confident: bool
    corners: tuple[tuple[float, float], ...]
    warnings: tuple[PictureWarning, ...] = ()


@dataclass(frozen=True)
class LessonView:
    """The tiles row by row; `complete`: as many as there are faces, so that each is known by its place.

    `board`: whether the whole board was found. `rows`: the number of tiles in each row. `missing`: faces that no tile
    shows, where that is known. `gaps`: where these should lie, as far as that is known.
    """

    board: bool
    complete: bool
    tiles: tuple[LessonTile, ...] = ()
    rows: tuple[int, ...] = ()
    missing: tuple[str, ...] = ()
    gaps: tuple[LessonTile, ...] = ()


def view_lesson(picture: Picture, faces: Sequence[str], known: TaughtFaces | None) -> LessonView:
    """What a lesson from this picture would teach.

    While tiles are missing, they are named by what was taught before (`known`), if anything was.
    """
    try:
        lesson = teach([picture], faces)
    except CannotTeach as cannot:
        return LessonView(False, False) if cannot.laid is None else _unfinished(picture, cannot.laid, faces, known)
    tiles = tuple(LessonTile(face.face, face.confident, face.corners, face.warnings) for face in lesson.faces)
    return LessonView(True, True, tiles)


def _unfinished(picture: Picture, laid: LaidTiles, faces: Sequence[str], known: TaughtFaces | None) -> LessonView:
    found = laid.tiles()
    if not found:
        return LessonView(True, False)
    rows = in_rows(found)
    rings = [laid.top_view.to_picture(ring) for row in rows for ring in row]
    named = [UNSURE] * len(rings)
    if known is not None:
        crops = [cut_face(picture, ring) for ring in rings]
        named = [_named(like.probabilities) for like in known.recognise(crops)]
    tiles = tuple(
        LessonTile(face, face != UNSURE, tuple((float(x), float(y)) for x, y in np.asarray(ring)))
        for face, ring in zip(named, rings, strict=True)
    )
    missing = () if known is None or UNSURE in named else tuple(face for face in faces if face not in named)
    return LessonView(True, False, tiles, tuple(len(row) for row in rows), missing)


def _named(probabilities: Mapping[str, float]) -> str:
    face = max(probabilities, key=probabilities.__getitem__)
    return face if face != UNKNOWN and probabilities[face] >= _MIN_PROBABILITY else UNSURE
