"""How sure a find is: its centre in the plan view, its face, and where these leave doubt a closer look at the spot.

The plan view has one pixel a millimetre, half of what most pictures have. A faint find is looked at again in all the
pixels that there are, by a network that knows what tiles pushed together, faded by light or half in shadow look like.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.networks import run_network
from vision.plan_view import PlanView
from vision.reading import Picture
from vision.tile_finder import FoundTile

LOOK_SIZE = 64  # px
_SEEN = 52.0  # mm that a look shows each way: the tile and what lies round it
# Logarithms of the odds, found by logistic regression over finds on invented tables that took no part in training
# (docs/recognition.md): what each of the three says, in its own measure, and that faint finds are mostly tiles.
_PLAN, _FACE, _LOOK = 1.77, 0.99, 0.50
_FLAT, _UPRIGHT = 1.09, 2.71  # an upright tile shows no face that could speak for it
_MOST = 4.0  # either way, of what a look says
_STANDS = 2.5  # so much likelier upright than lying that a look is believed before the plan view
_SHOWS_A_FACE = 1.0  # odds of a face that no upper side of an upright tile has: of 721 on invented tables, none


def weighed(
    picture: Picture, plan_view: PlanView, found: Sequence[FoundTile], faces: Sequence[float]
) -> list[FoundTile]:
    """The finds, each as sure as all that speaks for it makes it; `faces`: logarithms of the odds by their faces."""
    found = [replace(one, upright=one.upright and face < _SHOWS_A_FACE) for one, face in zip(found, faces, strict=True)]
    odds = [_odds(one, face) for one, face in zip(found, faces, strict=True)]
    doubtful = [index for index, odd in enumerate(odds) if abs(odd) < _LOOK * _MOST]
    looks = [cut_look(picture, plan_view, found[index]) for index in doubtful]
    for index, (nothing, flat, upright) in zip(doubtful, _look_at(looks), strict=True):
        odds[index] += _LOOK * float(np.clip(np.logaddexp(flat, upright) - nothing, -_MOST, _MOST))
        if upright - flat > _STANDS and faces[index] < _SHOWS_A_FACE:
            found[index] = replace(found[index], upright=True)
    return [replace(one, sure=float(1 / (1 + np.exp(-odd)))) for one, odd in zip(found, odds, strict=True)]


def _odds(tile: FoundTile, face: float) -> float:
    plan = _PLAN * float(np.log(tile.sure / (1 - tile.sure + 1e-6)))
    return plan + (_UPRIGHT if tile.upright else _FLAT + _FACE * face)


def cut_look(picture: Picture, plan_view: PlanView, tile: FoundTile) -> Picture:
    """The surroundings of a find (LOOK_SIZE square × 3), turned so that its wide side lies level."""
    scale = LOOK_SIZE / _SEEN
    cosine, sine = np.cos(tile.turn) * scale, np.sin(tile.turn) * scale
    x, y = tile.centre
    half = LOOK_SIZE / 2
    level = np.array(
        [[cosine, sine, half - cosine * x - sine * y], [-sine, cosine, half + sine * x - cosine * y], [0.0, 0.0, 1.0]]
    )
    return np.asarray(cv2.warpPerspective(picture, level @ plan_view.to_plan, (LOOK_SIZE, LOOK_SIZE)), np.uint8)


def _look_at(looks: list[Picture]) -> NDArray[np.float64]:
    """Logarithms (n × 3) of how likely the middle of each look is nothing, a lying tile and an upright one."""
    return np.asarray(run_network("looks", looks), np.float64) if looks else np.zeros((0, 3))
