"""Previews a lesson of cards while people are still laying them, and shows what it taught."""

from collections.abc import Sequence

import cv2
import numpy as np

from engines.vocabulary import UNSURE
from vision.cards.lesson import laid_cards
from vision.cards.taught import TaughtCards, taught_by
from vision.faces.lesson_view import LessonTile, LessonView
from vision.faces.teaching import CannotTeach, LearnedFace
from vision.reading import Picture, PictureWarning

_SHOWN = 64  # px across


def view_cards(picture: Picture, faces: Sequence[str]) -> LessonView:
    """What a lesson from this picture would teach: as long as cards are missing none of them has a face."""
    laid = laid_cards(picture, len(faces))
    rings = [] if laid is None else [tuple((float(x), float(y)) for x, y in ring) for ring in laid.corners]
    try:
        taught_by(picture, laid, faces)
    except CannotTeach as cannot:
        facts = dict(cannot.said.facts)
        alike = (facts.get("face"), facts.get("other"))
        if alike[0] is None:
            return LessonView(True, False, tuple(LessonTile(UNSURE, False, ring) for ring in rings))
        tiles = tuple(
            LessonTile(face, face not in alike, ring, _alike(face, alike))
            for face, ring in zip(faces, rings, strict=True)
        )
        return LessonView(True, True, tiles)
    return LessonView(True, True, tuple(LessonTile(face, True, ring) for face, ring in zip(faces, rings, strict=True)))


def _alike(face: str, pair: tuple[object, object]) -> tuple[PictureWarning, ...]:
    return (PictureWarning("alike", other=str(pair[face == pair[0]])),) if face in pair else ()


def learned_cards(taught: TaughtCards) -> tuple[LearnedFace, ...]:
    """Each face as it was learned: a lesson of which one is not sure teaches nothing."""
    size = (_SHOWN, round(_SHOWN * taught.proportion))
    return tuple(
        LearnedFace(face, np.asarray(cv2.resize(crop, size, interpolation=cv2.INTER_AREA), np.uint8), True)
        for face, crop in zip(taught.faces, taught.crops, strict=True)
    )
