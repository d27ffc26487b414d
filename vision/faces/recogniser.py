"""Recognises the faces that a box has been taught, and stores them."""

import hashlib
import json
import logging
import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.messages import Refusal, message
from engines.vocabulary import BACK, UNKNOWN
from vision.faces.pair_matcher import pair_features, pair_features_both_turns, pair_scores
from vision.faces.recognition import CLEAR, Recognition
from vision.faces.references import NO_REFERENCES, ReferenceTiles
from vision.faces.rims import Colour, back_log_ratio, rims_of
from vision.networks import Maps, run_on_many
from vision.quality.surface import hidden_by_glare, is_white, plainness, unevenness
from vision.reading import Picture
from vision.tiles.crop import CROP_HIGH, CROP_WIDE, upside_down
from vision.whole_files import DAMAGE, Damaged, read_bounded, write_whole

_INDEX = "taught.json"
_FORMAT = 1
_CROP_FILE = re.compile(r"\d\d_\d+(?:-([0-9a-f]{16}))?\.png")  # earlier versions wrote no digest
_MAX_BYTES = 1 << 20
# Calibrated on invented artwork that took no part in training
_SHARPNESS = 20.0  # inverse temperature of the softmax over cosine similarities
_UNTAUGHT_SIMILARITY = 0.30  # at which an untaught face is as likely as the best taught one
# The best similarity of a crop that is no evidence for or against a tile, the one beyond which evidence does not grow,
# and the log odds per similarity: parts of sheets reach 0.7, tiles that glare does not hide begin at 0.8
_NEUTRAL_SIMILARITY, _MAX_SIMILARITY, _EVIDENCE_SLOPE = 0.55, 0.9, 8.0
# Weights of a crop's embedding and of its comparison in pairs, and the log prior of an untaught face, which is rarer
# than in training
_EMBEDDING_WEIGHT, _PAIR_WEIGHT, _UNTAUGHT_LOG_PRIOR = 0.6, 1.2, -2.0
_MIN_COMPARED = 0.001  # probability of a face that is compared with shifted crops too
_SHIFT = 1.5  # px that a crop is shifted each way for test-time augmentation
_MIN_PROBABILITY = 0.03  # of a face by its embedding, which errs under glare
# Log likelihoods of a plain upper side: against faces that were taught with a drawing of at least this unevenness, and,
# where it is not white as the spare tile is, against a face that was never taught
_MIN_DRAWN_UNEVENNESS, _PLAIN_AGAINST_DRAWN, _PLAIN_AGAINST_UNTAUGHT = 5.0, -3.0, -0.7
_MIN_TAUGHT = 0.05  # probability of a taught face, as that of a tile: so many tiles on tables are untaught
_log = logging.getLogger(__name__)


class BadTaught(Refusal):
    """A folder of taught faces that is missing or damaged."""


class TaughtFaces:
    """Crops of known faces, one or more each, and their embeddings.

    `crops`: face → crops of CROP_HIGH × CROP_WIDE × 3 (BGR), upright. They are compared upright and upside down, since
    players lay tiles as they like.
    """

    def __init__(self, crops: Mapping[str, Sequence[Picture]]) -> None:
        self.crops = {face: tuple(some) for face, some in crops.items()}
        self.faces = tuple(self.crops)
        self._every = [crop for some in self.crops.values() for crop in some]
        self._owner = np.array([i for i, some in enumerate(self.crops.values()) for _ in some])
        self._upright = embeddings_of(self._every)
        self._upside = embeddings_of([upside_down(crop) for crop in self._every])

    @cached_property
    def _features(self) -> Maps:
        """The pair features of all crops, upright and upside down; only doubtful crops need them."""
        return pair_features_both_turns(self._every)

    @cached_property
    def _rims(self) -> tuple[Colour, Colour] | None:
        """The colours of the rims of backs and of faces, where both were taught."""
        backs = self.crops.get(BACK, ())
        faces = [crop for face, some in self.crops.items() if face != BACK for crop in some]
        return (np.median(rims_of(backs), axis=0), np.median(rims_of(faces), axis=0)) if backs and faces else None

    def recognise(self, crops: Sequence[Picture]) -> list[Recognition]:
        """Recognises the face of each crop (CROP_HIGH × CROP_WIDE × 3)."""
        if not crops:
            return []
        embeddings = embeddings_of(crops)
        upright, upside = (self._by_face(embeddings @ known.T, self._owner) for known in (self._upright, self._upside))
        similarity = np.maximum(upright, upside)
        scores = np.column_stack([similarity * _SHARPNESS, np.full(len(crops), _UNTAUGHT_SIMILARITY * _SHARPNESS)])
        names = (*self.faces, UNKNOWN)
        best = similarity.argmax(axis=1)
        evidence = _EVIDENCE_SLOPE * (np.minimum(similarity.max(axis=1), _MAX_SIMILARITY) - _NEUTRAL_SIMILARITY)
        return [
            Recognition(
                {name: float(share) for name, share in zip(names, row, strict=True)},
                bool(upside[i, best[i]] > upright[i, best[i]]),
                float(evidence[i]),
            )
            for i, row in enumerate(_softmax(scores))
        ]

    def compare(
        self, crop: Picture, recognition: Recognition, references: ReferenceTiles = NO_REFERENCES
    ) -> Recognition:
        """Compares a doubtful crop in pairs with every taught crop, upright and upside down, and with `references`.

        `recognition`: the result of `recognise` for this crop. The new `evidence` is a correction: a crop that
        resembles no taught face, though no glare hides it, is hardly a tile.
        """
        embedded = np.log([max(share, _MIN_PROBABILITY) for share in recognition.probabilities.values()])
        alone = _EMBEDDING_WEIGHT * embedded + self._plain(crop) + self._by_rim(crop, references)
        known, owner = self._known(references)
        pairs = self._pair_scores(crop, known, owner)
        shares = _combined(alone, pairs)
        if shares.max() < CLEAR:  # test-time augmentation: the mean over shifted crops, for faces still open
            open_ones = shares[:-1] > _MIN_COMPARED
            known, owner = known.compress(open_ones[owner], axis=1), owner[open_ones[owner]]
            shifted = [self._pair_scores(aside, known, owner) for aside in _shifted(crop)]
            pairs = np.where(open_ones, np.mean([pairs, *shifted], axis=0), pairs)
            shares = _combined(alone, pairs)
        probabilities = {name: float(share) for name, share in zip(recognition.probabilities, shares, strict=True)}
        evidence = float(np.log(max(1 - probabilities[UNKNOWN] * (1 - hidden_by_glare(crop)), _MIN_TAUGHT)))
        return Recognition(probabilities, bool(pairs[1].max() > pairs[0].max()), evidence)

    def without_colours(self) -> "TaughtFaces":
        """The same faces in grey, for pictures without colours; those that differ only in colour become equal."""
        return self._without_colours

    @cached_property
    def _without_colours(self) -> "TaughtFaces":
        return TaughtFaces({face: [_grey(crop) for crop in some] for face, some in self.crops.items()})

    def _known(self, references: ReferenceTiles) -> tuple[Maps, NDArray[np.int64]]:
        """The pair features (2 × crops × …, upright and upside down) of all known crops, and each one's face number.

        Backs among the references count as further crops of the back.
        """
        if references.bright_backs is None or BACK not in self.faces:
            return self._features, self._owner
        backs = np.full(references.bright_backs.shape[1], self.faces.index(BACK))
        return np.concatenate([self._features, references.bright_backs], axis=1), np.append(self._owner, backs)

    def _pair_scores(self, crop: Picture, known: Maps, owner: NDArray[np.int64]) -> NDArray[np.float32]:
        """The scores of a crop with each face (2 × faces): upright, then upside down.

        Of several crops of a face the best one counts; a face without any has a score of minus infinity.
        """
        scores = pair_scores(pair_features([crop])[0], known.reshape(-1, *known.shape[2:]))
        return self._by_face(scores.reshape(2, -1), owner)

    def _by_rim(self, crop: Picture, references: ReferenceTiles) -> NDArray[np.float64]:
        """Log likelihoods of each taught face and `"unknown"` by the colour of a crop's rim."""
        rims = references.rims(*self._rims) if self._rims else None
        score = back_log_ratio(rims_of([crop])[0], *rims) if rims else 0.0
        return score * np.array([face == BACK for face in (*self.faces, UNKNOWN)])

    def _plain(self, crop: Picture) -> NDArray[np.float64]:
        """Log likelihoods of each taught face and `"unknown"` by a crop's plainness."""
        against = [*(_PLAIN_AGAINST_DRAWN * self._is_drawn), 0.0 if is_white(crop) else _PLAIN_AGAINST_UNTAUGHT]
        return plainness(crop) * np.array(against)

    @cached_property
    def _is_drawn(self) -> NDArray[np.bool_]:
        """Of each taught face, whether all its crops show a drawing."""
        return np.array(
            [min(unevenness(crop) for crop in some) >= _MIN_DRAWN_UNEVENNESS for some in self.crops.values()]
        )

    def _by_face(self, scores: NDArray[np.float32], owner: NDArray[np.int64]) -> NDArray[np.float32]:
        every = (scores[:, owner == face] for face in range(len(self.faces)))
        return np.column_stack([of_face.max(axis=1, initial=-np.inf) for of_face in every])

    def save(self, folder: Path) -> None:
        """Writes the crops as PNG files and their index; raises `OSError`, and leaves what was taught before.

        File names are unique to a lesson, so the old set stays whole until the index names the new one.
        """
        folder.mkdir(parents=True, exist_ok=True)
        index: dict[str, list[str]] = {}
        for number, (face, some) in enumerate(self.crops.items()):
            for copy, crop in enumerate(some):
                png = cv2.imencode(".png", crop)[1].tobytes()
                name = f"{number:02d}_{copy}-{_digest(face, png)}.png"
                write_whole(folder / name, png)
                index.setdefault(face, []).append(name)
        text = json.dumps({"format": _FORMAT, "faces": index}, indent=1) + "\n"
        write_whole(folder / _INDEX, text.encode())
        named = {name for some in index.values() for name in some}
        for old in folder.glob("*.png"):
            if _CROP_FILE.fullmatch(old.name) and old.name not in named:
                with suppress(OSError):  # no index refers to it, so it does no harm
                    old.unlink()

    @classmethod
    def load(cls, folder: Path) -> "TaughtFaces":
        """Reads what `save` wrote; raises `BadTaught`."""
        if not os.path.lexists(folder / _INDEX) and (not os.path.lexists(folder) or folder.is_dir()):
            raise BadTaught(message("taught.missing", folder=str(folder)))
        try:
            index = json.loads(read_bounded(folder / _INDEX, _MAX_BYTES))
            faces = {face: [_crop(folder / name, face) for name in names] for face, names in index["faces"].items()}
            if not faces or not all(faces.values()):
                raise Damaged("no faces")
        except (OSError, *DAMAGE, cv2.error) as error:
            _log.info("%s is damaged: %s", folder, error)
            raise BadTaught(message("taught.damaged", folder=str(folder))) from error
        return cls(faces)


def _softmax(scores: NDArray[np.floating]) -> NDArray[np.floating]:
    """Probabilities along the last axis."""
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=-1, keepdims=True))


def _combined(alone: NDArray[np.floating], pairs: NDArray[np.floating]) -> NDArray[np.floating]:
    """Probabilities of each taught face and `"unknown"` from log likelihoods of the crop alone and from pairs.

    `pairs`: 2 × faces, upright and upside down.
    """
    return _softmax(alone + _PAIR_WEIGHT * np.append(pairs.max(axis=0), _UNTAUGHT_LOG_PRIOR))


def _shifted(crop: Picture) -> list[Picture]:
    """The crop shifted towards each of its corners, its edge replicated."""
    size = (CROP_WIDE, CROP_HIGH)
    moves = [np.array([[1.0, 0.0, x], [0.0, 1.0, y]]) for x in (-_SHIFT, _SHIFT) for y in (-_SHIFT, _SHIFT)]
    return [np.asarray(cv2.warpAffine(crop, move, size, borderMode=cv2.BORDER_REPLICATE), np.uint8) for move in moves]


def _grey(crop: Picture) -> Picture:
    """The crop without its colours, still of three channels."""
    return np.asarray(cv2.cvtColor(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


def embeddings_of(crops: Sequence[Picture]) -> Maps:
    """The network's embeddings (n × 64, unit length) of crops, at least one."""
    return run_on_many("faces", crops)


def _crop(path: Path, face: str) -> Picture:
    data = read_bounded(path, _MAX_BYTES)
    named = _CROP_FILE.fullmatch(path.name)
    if named is None or named[1] not in (None, _digest(face, data)):
        raise Damaged(path.name)
    crop = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if crop is None or crop.shape != (CROP_HIGH, CROP_WIDE, 3):
        raise Damaged(path.name)
    return np.asarray(crop, np.uint8)


def _digest(face: str, png: bytes) -> str:
    """Identifies a crop and the face that it was taught as; a file under a wrong face would be read as that face."""
    return hashlib.sha256(face.encode() + b"\0" + png).hexdigest()[:16]
