"""Rescores detections by their heat in the top view, their faces, and a context crop where these leave doubt.

The top view has one pixel a millimetre, half of what most pictures have. A doubtful detection is therefore classified
again from a crop of its surroundings at full resolution, by a network trained on touching, faded and shadowed tiles.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.top_view import TopView
from vision.networks import run_network
from vision.reading import Picture
from vision.tiles.detector import TileDetection

CONTEXT_SIZE = 64  # px
_SPAN = 52.0  # mm across a context crop: the tile and its surroundings
# Weights of the three sources' log odds, by logistic regression over detections on invented tables that took no part in
# training, and the biases: faint detections are mostly tiles.
_HEAT_WEIGHT, _FACE_WEIGHT, _CONTEXT_WEIGHT = 1.77, 0.99, 0.50
_FLAT_BIAS, _UPRIGHT_BIAS = 0.6, 1.5  # an upright tile has no face as evidence
_MAX_CONTEXT = 4.0  # log odds from a context crop, for or against a tile
_MIN_UPRIGHT_LOG_ODDS = 2.5  # of upright over flat in a context crop that overrules the top view
_MIN_FACE_LOG_ODDS = 1.0  # of a face, which no upright tile has: of 721 on invented tables, none


def rescored(
    picture: Picture, top_view: TopView, found: Sequence[TileDetection], faces: Sequence[float]
) -> list[TileDetection]:
    """The detections with confidences from all evidence; `faces`: the log odds of a tile by each one's face."""
    found = [
        replace(tile, upright=False) if tile.upright and face >= _MIN_FACE_LOG_ODDS else tile
        for tile, face in zip(found, faces, strict=True)
    ]
    odds = [_odds(tile, face) for tile, face in zip(found, faces, strict=True)]
    doubtful = [index for index, odd in enumerate(odds) if abs(odd) < _CONTEXT_WEIGHT * _MAX_CONTEXT]
    crops = [cut_context(picture, top_view, found[index]) for index in doubtful]
    for index, (nothing, flat, upright) in zip(doubtful, _classified(crops), strict=True):
        context = float(np.clip(np.logaddexp(flat, upright) - nothing, -_MAX_CONTEXT, _MAX_CONTEXT))
        odds[index] += _CONTEXT_WEIGHT * context
        if upright - flat > _MIN_UPRIGHT_LOG_ODDS and faces[index] < _MIN_FACE_LOG_ODDS:
            found[index] = replace(found[index], upright=True)
    return [replace(tile, confidence=float(1 / (1 + np.exp(-odd)))) for tile, odd in zip(found, odds, strict=True)]


def _odds(tile: TileDetection, face: float) -> float:
    heat = _HEAT_WEIGHT * float(np.log(tile.confidence / (1 - tile.confidence + 1e-6)))
    return heat + (_UPRIGHT_BIAS if tile.upright else _FLAT_BIAS + _FACE_WEIGHT * face)


def cut_context(picture: Picture, top_view: TopView, tile: TileDetection) -> Picture:
    """The surroundings of a detection (CONTEXT_SIZE square × 3), rotated so that its wide side is horizontal."""
    scale = CONTEXT_SIZE / _SPAN
    cosine, sine = np.cos(tile.turn) * scale, np.sin(tile.turn) * scale
    x, y = tile.centre
    half = CONTEXT_SIZE / 2
    level = np.array(
        [[cosine, sine, half - cosine * x - sine * y], [-sine, cosine, half + sine * x - cosine * y], [0.0, 0.0, 1.0]]
    )
    return np.asarray(
        cv2.warpPerspective(picture, level @ top_view.to_top_view, (CONTEXT_SIZE, CONTEXT_SIZE)), np.uint8
    )


def _classified(crops: list[Picture]) -> NDArray[np.float64]:
    """Log likelihoods (n × 3) of nothing, a flat and an upright tile in the middle of each context crop."""
    return np.asarray(run_network("looks", crops), np.float64) if crops else np.zeros((0, 3))
