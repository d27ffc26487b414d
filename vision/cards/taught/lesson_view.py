"""Previews a lesson of cards while people are still laying them, and shows what it taught."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from engines.messages import Message
from engines.vocabulary import UNSURE
from vision.cards.taught.lesson import laid_cards
from vision.cards.taught.lesson_rows import doubt_of
from vision.cards.taught.taught_cards import TaughtCards, taught_by
from vision.faces.lesson_view import LessonTile, LessonView
from vision.faces.teaching import CannotTeach, LearnedFace
from vision.reading import Picture, PictureWarning, Points

_SHOWN = 64  # px across


def view_cards(picture: Picture, faces: Sequence[str]) -> LessonView:
    """What a lesson from this picture would teach: as long as cards are missing none of them has a face."""
    laid = laid_cards(picture, len(faces))
    rings = [] if laid is None else [_ring(corners) for corners in laid.corners]
    warned: Mapping[str, PictureWarning] = {}
    try:
        taught_by(picture, laid, faces)
    except CannotTeach as cannot:
        warned = _warned(cannot.said)
        if not warned:
            doubt = None if laid is None else doubt_of(laid, len(faces))
            missing = () if doubt is None else (LessonTile(faces[doubt.place - 1], False, _ring(doubt.corners)),)
            detected = tuple(LessonTile(UNSURE, False, ring) for ring in rings)
            return LessonView(True, False, detected, missing=tuple(gap.face for gap in missing), gaps=missing)
    return LessonView(
        True,
        True,
        tuple(
            LessonTile(face, face not in warned, ring, (warned[face],) if face in warned else ())
            for face, ring in zip(faces, rings, strict=True)
        ),
    )


def _ring(corners: Points) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in corners)


def _warned(said: Message) -> Mapping[str, PictureWarning]:
    """What is wrong with which faces of a lesson that is refused; none where cards are missing."""
    facts = {name: str(value) for name, value in said.facts}
    if said.key == "teach.cards_alike":
        pair = facts["face"], facts["other"]
        return {face: PictureWarning("alike", other=other) for face, other in (pair, pair[::-1])}
    return {facts["face"]: PictureWarning("no_card_sure")} if said.key == "teach.cards_doubtful" else {}


def learned_cards(taught: TaughtCards) -> tuple[LearnedFace, ...]:
    """Each face as it was learned: a lesson of which one is uncertain teaches nothing."""
    size = (_SHOWN, round(_SHOWN * taught.proportion))
    return tuple(
        LearnedFace(face, np.asarray(cv2.resize(crop, size, interpolation=cv2.INTER_AREA), np.uint8), True)
        for face, crop in zip(taught.faces, taught.crops, strict=True)
    )
