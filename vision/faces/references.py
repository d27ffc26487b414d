"""Uses confidently recognised tiles of a picture as references for doubtful ones, under the same light."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.faces.pair_matcher import pair_features_both_turns
from vision.faces.rims import Colour, rims_of
from vision.networks import Maps
from vision.reading import Picture

_MAX_BACKS = 2  # reference backs, the brightest ones, which resemble an overexposed one most; four were no better


@dataclass(frozen=True)
class ReferenceTiles:
    """Crops (CROP_HIGH × CROP_WIDE × 3) of backs and of faces that are read with confidence in one picture."""

    backs: Sequence[Picture] = ()
    faces: Sequence[Picture] = ()

    @cached_property
    def bright_backs(self) -> Maps | None:
        """Pair features (2 × n × …) of the brightest backs, a few at most: upright, then upside down."""
        brightest = sorted(self.backs, key=lambda crop: -float(crop.mean()))[:_MAX_BACKS]
        return pair_features_both_turns(brightest) if brightest else None

    def rims(self, back: Colour, face: Colour) -> tuple[Colour, Colour] | None:
        """The colours of the rims of backs and of faces in this light; `back` and `face`: as they were taught.

        Where only one of the two is known, light is assumed to change both equally. None without references.
        """
        backs, faces = self._rims_of_backs, self._rims_of_faces
        if backs is None:
            return None if faces is None else (back + faces - face, faces)
        return backs, face + backs - back if faces is None else faces

    @cached_property
    def _rims_of_backs(self) -> Colour | None:
        return _middle(self.backs)

    @cached_property
    def _rims_of_faces(self) -> Colour | None:
        return _middle(self.faces)


def _middle(crops: Sequence[Picture]) -> Colour | None:
    return np.asarray(np.median(rims_of(crops), axis=0)) if crops else None


NO_REFERENCES = ReferenceTiles()
