"""Tiles of a picture whose faces are sure, for doubtful ones beside them: they lie under the same light."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.networks import Maps
from vision.reading import Picture
from vision.rims import Colour, rims_of
from vision.side_by_side import views_both_ways_up

_BRIGHTEST = 2  # of the sure backs: those nearest to one that is burnt out; four told no more


@dataclass(frozen=True)
class SureTiles:
    """Crops (CROP_HIGH × CROP_WIDE × 3) of backs and of faces that are read surely in one picture."""

    backs: Sequence[Picture] = ()
    faces: Sequence[Picture] = ()

    @cached_property
    def bright_backs(self) -> Maps | None:
        """Views (2 × n × …) of the brightest backs, a few at most: the right way up, then upside down."""
        brightest = sorted(self.backs, key=lambda crop: -float(crop.mean()))[:_BRIGHTEST]
        return views_both_ways_up(brightest) if brightest else None

    def rims(self, back: Colour, face: Colour) -> tuple[Colour, Colour] | None:
        """The colours of the rims of backs and of faces in this light; `back` and `face`: as they were taught.

        Where only the one or the other is seen surely, light is taken to have changed both alike. None without any.
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
