"""The faces that a box has been taught, and how likely a crop shows each of them."""

import hashlib
import json
import logging
import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.messages import Refusal, message
from engines.vocabulary import BACK
from vision.evenness import bareness, hidden_by_glare, is_white, unevenness
from vision.face_crop import CROP_HIGH, CROP_WIDE, upside_down
from vision.networks import Maps, run_on_many
from vision.reading import Picture
from vision.rims import Colour, for_the_back, rims_of
from vision.side_by_side import side_by_side, views_both_ways_up, views_of
from vision.sure_tiles import SureTiles
from vision.whole_files import DAMAGE, Damaged, read_bounded, write_whole

_INDEX = "taught.json"
_FORMAT = 1
_CROP_FILE = re.compile(r"\d\d_\d+(?:-([0-9a-f]{16}))?\.png")  # boxes did not always write the digest
_MOST_BYTES = 1 << 20
# Invented artwork that took no part in training says that the likelihoods are honest with it (docs/recognition.md)
_SHARPNESS = 20.0
_STRANGE = 0.30  # likeness at which a face that was never taught is as likely as the best of those that were
# A crop as alike as _NEITHER to some taught face speaks neither for a tile nor against it: pieces of sheets reach 0.7,
# tiles that glare does not hide begin at 0.8
_NEITHER, _ALIKE_ENOUGH, _EVIDENCE = 0.55, 0.9, 8.0
# How much counts what a crop says alone, and what it says beside the taught ones; faces that were never taught are
# seldomer than in training, by this logarithm (docs/recognition.md)
_ALONE, _BESIDE, _STRANGER = 0.6, 1.2, -2.0
_OPEN = 0.001  # a face that is less likely is not compared again
_ASIDE = 1.5  # px that a crop is moved each way where laying it beside the taught ones leaves a doubt
CLEAR = 0.97  # a face is looked at more closely where none is as likely as this
_LEAST = 0.03  # no crop alone says more against a face than this: under glare it errs
# Where nothing is drawn on an upper side, by how much less (logarithm) it shows a face that was taught with a drawing
# from this unevenness on, and, where it is not white as the spare tile is, a face that was never taught
_DRAWN, _NO_DRAWING, _NOT_WHITE = 5.0, -3.0, -0.7
_UNTAUGHT = 0.05  # how many of the tiles on tables may never have been taught
UNKNOWN = "unknown"
_log = logging.getLogger(__name__)
NONE_SURE = SureTiles()


class BadTaught(Refusal):
    """A folder of taught faces that is missing or damaged."""


@dataclass(frozen=True)
class Likeness:
    """What a crop shows: how likely each taught face and `"unknown"` is (sums to 1), and whether it is upside down.

    `evidence` (logarithm of the odds) is what the crop says for there being a tile at all: what looks like a taught
    face is one.
    """

    likely: Mapping[str, float]
    upside_down: bool
    evidence: float = 0.0


class TaughtFaces:
    """Crops of known faces, one or more each, and their vectors.

    `crops`: face → crops of CROP_HIGH × CROP_WIDE × 3 (BGR), upright. Both ways round are compared, since players lay
    tiles as they like.
    """

    def __init__(self, crops: Mapping[str, Sequence[Picture]]) -> None:
        self.crops = {face: tuple(some) for face, some in crops.items()}
        self.faces = tuple(self.crops)
        self._every = [crop for some in self.crops.values() for crop in some]
        self._owner = np.array([i for i, some in enumerate(self.crops.values()) for _ in some])
        self._upright = vectors_of(self._every)
        self._upside = vectors_of([upside_down(crop) for crop in self._every])

    @cached_property
    def _views(self) -> Maps:
        """The views of all crops the right way up, then upside down; only a doubt needs them."""
        return views_both_ways_up(self._every)

    @cached_property
    def _rims(self) -> tuple[Colour, Colour] | None:
        """The colours of the rims of backs and of faces, where both were taught."""
        backs = self.crops.get(BACK, ())
        faces = [crop for face, some in self.crops.items() if face != BACK for crop in some]
        return (np.median(rims_of(backs), axis=0), np.median(rims_of(faces), axis=0)) if backs and faces else None

    def recognise(self, crops: Sequence[Picture]) -> list[Likeness]:
        """What each crop (CROP_HIGH × CROP_WIDE × 3) shows."""
        if not crops:
            return []
        seen = vectors_of(crops)
        upright, upside = (self._by_face(seen @ known.T, self._owner) for known in (self._upright, self._upside))
        scores = np.maximum(upright, upside) * _SHARPNESS
        scores = np.column_stack([scores, np.full(len(scores), _STRANGE * _SHARPNESS)])
        shares = _shares_of(scores)
        names = (*self.faces, UNKNOWN)
        best = np.maximum(upright, upside).argmax(axis=1)
        alike = np.maximum(upright, upside).max(axis=1)
        evidence = _EVIDENCE * (np.minimum(alike, _ALIKE_ENOUGH) - _NEITHER)
        return [
            Likeness(
                {name: float(share) for name, share in zip(names, row, strict=True)},
                bool(upside[i, best[i]] > upright[i, best[i]]),
                float(evidence[i]),
            )
            for i, row in enumerate(shares)
        ]

    def compared(self, crop: Picture, likeness: Likeness, sure: SureTiles = NONE_SURE) -> Likeness:
        """What a doubtful crop shows, laid beside every taught crop, both ways up, and beside tiles that are `sure`.

        `likeness`: what `recognise` said of it. The `evidence` is what is said besides: what is like no taught face,
        and not for glare, is hardly a tile.
        """
        before = np.log([max(share, _LEAST) for share in likeness.likely.values()])
        alone = _ALONE * before + self._bare(crop) + self._by_rim(crop, sure)
        known, owner = self._known(sure)
        beside = self._beside(crop, known, owner)
        shares = _weighed(alone, beside)
        if shares.max() < CLEAR:  # the network errs in different places: what it says of moved crops counts as well
            open_ones = shares[:-1] > _OPEN
            known, owner = known[:, open_ones[owner]], owner[open_ones[owner]]
            moved = [self._beside(aside, known, owner) for aside in _moved_aside(crop)]
            beside = np.where(open_ones, np.mean([beside, *moved], axis=0), beside)
            shares = _weighed(alone, beside)
        likely = {name: float(share) for name, share in zip(likeness.likely, shares, strict=True)}
        evidence = float(np.log(max(1 - likely[UNKNOWN] * (1 - hidden_by_glare(crop)), _UNTAUGHT)))
        return Likeness(likely, bool(beside[1].max() > beside[0].max()), evidence)

    def _known(self, sure: SureTiles) -> tuple[Maps, NDArray[np.int64]]:
        """The views (2 × copies × …, upright and upside down) of all known copies, and the number of each one's face.

        Backs of a picture that are sure are copies too.
        """
        if sure.bright_backs is None or BACK not in self.faces:
            return self._views, self._owner
        backs = np.full(sure.bright_backs.shape[1], self.faces.index(BACK))
        return np.concatenate([self._views, sure.bright_backs], axis=1), np.append(self._owner, backs)

    def _beside(self, crop: Picture, known: Maps, owner: NDArray[np.int64]) -> NDArray[np.float32]:
        """How alike a crop laid beside known copies is to each face (2 × faces): upright, then upside down.

        Of two copies of a face the one counts that the crop is more like; one without any is infinitely unlike.
        """
        alike = side_by_side(views_of([crop])[0], known.reshape(-1, *known.shape[2:]))
        return self._by_face(alike.reshape(2, -1), owner)

    def _by_rim(self, crop: Picture, sure: SureTiles) -> NDArray[np.float64]:
        """What the colour of a crop's rim says for or against each taught face and `"unknown"` (logarithms)."""
        rims = sure.rims(*self._rims) if self._rims else None
        says = for_the_back(rims_of([crop])[0], *rims) if rims else 0.0
        return says * np.array([face == BACK for face in (*self.faces, UNKNOWN)])

    def _bare(self, crop: Picture) -> NDArray[np.float64]:
        """What it says for or against each taught face and `"unknown"` that nothing is drawn on a crop (logarithms)."""
        against = [*(_NO_DRAWING * self._is_drawn), 0.0 if is_white(crop) else _NOT_WHITE]
        return bareness(crop) * np.array(against)

    @cached_property
    def _is_drawn(self) -> NDArray[np.bool_]:
        """Of each taught face, whether all its crops show a drawing."""
        return np.array([min(unevenness(crop) for crop in some) >= _DRAWN for some in self.crops.values()])

    def _by_face(self, likeness: NDArray[np.float32], owner: NDArray[np.int64]) -> NDArray[np.float32]:
        every = (likeness[:, owner == face] for face in range(len(self.faces)))
        return np.column_stack([of_face.max(axis=1, initial=-np.inf) for of_face in every])

    def save(self, folder: Path) -> None:
        """Writes the crops as PNG files and their index; raises `OSError`, and leaves what was taught before.

        The files of a lesson have names of their own, so the old set is whole until the new index names the new one.
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
                with suppress(OSError):  # nothing names it any more, so it does no harm
                    old.unlink()

    @classmethod
    def load(cls, folder: Path) -> "TaughtFaces":
        """Reads what `save` wrote; raises `BadTaught`."""
        if not os.path.lexists(folder / _INDEX) and (not os.path.lexists(folder) or folder.is_dir()):
            raise BadTaught(message("taught.missing", folder=str(folder)))
        try:
            index = json.loads(read_bounded(folder / _INDEX, _MOST_BYTES))
            faces = {face: [_crop(folder / name, face) for name in names] for face, names in index["faces"].items()}
            if not faces or not all(faces.values()):
                raise Damaged("no faces")
        except (OSError, *DAMAGE, cv2.error) as error:
            _log.warning("%s is damaged: %r", folder, error)
            raise BadTaught(message("taught.damaged", folder=str(folder))) from error
        return cls(faces)


def _shares_of(scores: NDArray[np.floating]) -> NDArray[np.floating]:
    """How likely each is by logarithms of likelihoods, along the last axis; they sum to 1."""
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=-1, keepdims=True))


def _weighed(alone: NDArray[np.floating], beside: NDArray[np.floating]) -> NDArray[np.floating]:
    """How likely each taught face and `"unknown"` is by what a crop says alone (logarithms) and beside the taught ones.

    `beside`: 2 × faces, upright and upside down.
    """
    return _shares_of(alone + _BESIDE * np.append(beside.max(axis=0), _STRANGER))


def _moved_aside(crop: Picture) -> list[Picture]:
    """The crop moved towards each of its corners; what that uncovers is its edge drawn out."""
    size = (CROP_WIDE, CROP_HIGH)
    moves = [np.array([[1.0, 0.0, x], [0.0, 1.0, y]]) for x in (-_ASIDE, _ASIDE) for y in (-_ASIDE, _ASIDE)]
    return [np.asarray(cv2.warpAffine(crop, move, size, borderMode=cv2.BORDER_REPLICATE), np.uint8) for move in moves]


def vectors_of(crops: Sequence[Picture]) -> Maps:
    """The network's directions (n × 64, unit length) of crops, at least one."""
    return run_on_many("faces", crops)


def _crop(path: Path, face: str) -> Picture:
    data = read_bounded(path, _MOST_BYTES)
    named = _CROP_FILE.fullmatch(path.name)
    if named is None or named[1] not in (None, _digest(face, data)):
        raise Damaged(path.name)
    crop = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if crop is None or crop.shape != (CROP_HIGH, CROP_WIDE, 3):
        raise Damaged(path.name)
    return np.asarray(crop, np.uint8)


def _digest(face: str, png: bytes) -> str:
    """What tells that a file still shows the face that it was taught as: a wrong one would be read as another."""
    return hashlib.sha256(face.encode() + b"\0" + png).hexdigest()[:16]
