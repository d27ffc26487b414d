"""Previews a lesson while people are still laying its tiles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines.vocabulary import UNKNOWN, UNSURE
from vision.faces.lesson_grid import fit_grid
from vision.faces.likeliest_crops import likeliest_crops
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import CannotTeach, LaidTiles, examples_of, lesson_to_review
from vision.reading import Picture, PictureWarning, Points
from vision.tiles.detector import TileDetection

_MIN_PROBABILITY = 0.7  # of a face that is named by an earlier lesson


@dataclass(frozen=True)
class LessonTile:
    """A tile of a lesson."""

    face: str  # `"?"` where it is open
    confident: bool
    corners: tuple[tuple[float, float], ...]  # 4 points (px)
    warnings: tuple[PictureWarning, ...] = ()


@dataclass(frozen=True)
class LessonView:
    """The preview of a lesson."""

    board: bool  # whether the whole board was found
    complete: bool  # whether there are as many tiles as faces, so that each is known by its place
    tiles: tuple[LessonTile, ...] = ()  # row by row
    rows: tuple[int, ...] = ()  # the number of tiles in each row
    missing: tuple[str, ...] = ()  # faces that no tile shows, where that is known
    gaps: tuple[LessonTile, ...] = ()  # the tiles that should lie at empty places, where that is known


def view_lesson(picture: Picture, faces: Sequence[str], known: TaughtFaces | None) -> LessonView:
    """Previews the lesson that this picture would teach.

    While tiles are missing, they are named by what was taught before (`known`), if anything was.
    """
    try:
        lesson = lesson_to_review([examples_of(picture, 1, len(faces))], faces)
    except CannotTeach as cannot:
        return LessonView(False, False) if cannot.laid is None else _unfinished(picture, cannot.laid, faces, known)
    tiles = tuple(LessonTile(face.face, face.confident, face.corners, face.warnings) for face in lesson.faces)
    return LessonView(True, True, tiles)


def _unfinished(picture: Picture, laid: LaidTiles, faces: Sequence[str], known: TaughtFaces | None) -> LessonView:
    found = laid.tiles()
    grid = fit_grid(found, len(faces))
    if grid is None:
        return LessonView(True, False, tuple(_doubtful(UNSURE, laid, tile) for tile in found))
    rows = grid.rows()
    placed = [tile for row in rows for tile in row]
    named = _names(picture, [laid.ring(tile) for tile in placed], known)
    tiles = [
        LessonTile(face, face != UNSURE, _points(laid.ring(tile))) for face, tile in zip(named, placed, strict=True)
    ]
    strays = [
        _doubtful(UNSURE, laid, tile, "no_place" if grid.is_determined else None)
        for tile in found
        if tile not in placed
    ]
    gaps = tuple(_doubtful(faces[at], laid, grid.tile_at(at)) for at in grid.missing) if grid.is_determined else ()
    unseen = () if known is None or UNSURE in named else tuple(face for face in faces if face not in named)
    missing = tuple(gap.face for gap in gaps) or unseen
    return LessonView(True, False, (*tiles, *strays), tuple(len(row) for row in rows), missing, gaps)


def _doubtful(face: str, laid: LaidTiles, tile: TileDetection, why: str | None = None) -> LessonTile:
    return LessonTile(face, False, _points(laid.ring(tile)), () if why is None else (PictureWarning(why),))


def _points(ring: Points) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in ring)


def _names(picture: Picture, rings: Sequence[Points], known: TaughtFaces | None) -> list[str]:
    if known is None:
        return [UNSURE] * len(rings)
    return [_named(like.probabilities) for _, like in likeliest_crops(picture, rings, [True] * len(rings), known)]


def _named(probabilities: Mapping[str, float]) -> str:
    face = max(probabilities, key=probabilities.__getitem__)
    return face if face != UNKNOWN and probabilities[face] >= _MIN_PROBABILITY else UNSURE
