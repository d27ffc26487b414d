"""Detects the tiles of one picture and recognises their faces; doubtful tiles are examined again more slowly.

White tiles are told apart by their number: backs look as white in some light, but a set has one spare tile (J-c1).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from engines.vocabulary import BACK, BLANK, UNKNOWN, UNSURE
from vision.board.top_view import TopView
from vision.faces.likeliest_crops import likeliest_crops
from vision.faces.recognition import CLEAR, FaceRecogniser, Recognition
from vision.faces.references import NO_REFERENCES, ReferenceTiles
from vision.quality.clarity import Clarity
from vision.quality.surface import hidden_by_glare, is_white, overexposed, plainness
from vision.reading import Picture, Points
from vision.tiles.detector import (
    TileDetection,
    averaged_maps,
    darkened_maps,
    detections_in,
    on_sheet,
    strongest,
    tile_maps,
)
from vision.tiles.rescoring import rescored

_MIN_CONFIDENCE = 0.5  # of a detection that counts as a piece
_MIN_FAINT_CONFIDENCE = 0.1  # of one that may be a piece where a picture is spoilt
_DOUBTFUL, _CONFIDENT = 0.2, 0.8  # one detection with a confidence between these triggers test-time augmentation
_MAX_GLARE = 0.2  # a face of which glare hides more than this is compared in pairs, whatever its probability
_MIN_PROBABILITY = 0.85  # of a face that is named
_MAX_BACK = 0.2  # a white upper side that is the back with less probability than this is the spare tile
_GLARE_WARNING = 0.15  # overexposed share of an unnamed face that is worth a warning
# The best face of a crop with less evidence than the first must be as probable as the second: in spoilt pictures an
# embedding takes a face that glare has washed out for another one
_MIN_EVIDENCE, _CLEAR_WITHOUT_EVIDENCE = 1.84, 0.99
# Added to the temperature of a crop that is rather like no taught face though no glare hides it: a speck may be on it
_UNLIKE = 0.3
_UPRIGHT_ODDS = 0.1  # of an upright tile where none stands: mostly it is a light square with something on it
_MIN_PLAINNESS = 0.5  # plainness from which a tile is the spare tile or a back
_MIN_UNKNOWN = 0.01  # probability of a face that was never taught, from which a tile is a candidate


@dataclass(frozen=True)
class RecognisedTile:
    """A detection with its face; `corners` (4 × 2 top-view px) begin at the face's top left."""

    detection: TileDetection
    corners: Points
    recognition: Recognition
    crop: Picture

    @property
    def counts(self) -> bool:
        """Whether the detection is confident enough to be a piece."""
        return self.detection.confidence >= _MIN_CONFIDENCE

    @property
    def is_flat(self) -> bool:
        """Whether it is a piece that lies on the table."""
        return self.counts and not self.detection.upright

    @property
    def is_doubtful(self) -> bool:
        """Whether the face of a piece that lies there needs a comparison in pairs."""
        clear = CLEAR if self.recognition.evidence > _MIN_EVIDENCE else _CLEAR_WITHOUT_EVIDENCE
        return self.is_flat and (self.recognition.best[1] < clear or hidden_by_glare(self.crop) > _MAX_GLARE)

    @property
    def is_unnamed(self) -> bool:
        """Whether no face is probable enough to be named."""
        return self.recognition.best[1] < _MIN_PROBABILITY

    @cached_property
    def face(self) -> str:
        """The face that is named, `"blank"` for the white spare tile, or `"?"`."""
        face = self.recognition.best[0]
        if not self.is_flat:
            return UNSURE
        if face != UNKNOWN:
            return UNSURE if self.is_unnamed else face
        return BLANK if is_white(self.crop) and self.recognition.probabilities.get(BACK, 0.0) < _MAX_BACK else UNSURE

    @property
    def certainty(self) -> float:
        """The probability of the face that is named, or of the most probable taught one (0 to 1)."""
        shares = self.recognition.probabilities
        if self.face == BLANK and UNKNOWN in shares:
            return shares[UNKNOWN]
        return max((share for face, share in shares.items() if face != UNKNOWN), default=0.0)

    @property
    def is_unread(self) -> bool:
        """Whether it lies there and its face is not named."""
        return self.is_flat and self.face == UNSURE

    @property
    def is_faint(self) -> bool:
        """Whether it may be a piece that lies there, though hardly detected."""
        return not self.counts and not self.detection.upright and self.detection.confidence > _MIN_FAINT_CONFIDENCE

    @property
    def is_lost_to_glare(self) -> bool:
        """Whether glare is the likely reason that its face is not named."""
        return self.is_unread and overexposed(self.crop) > _GLARE_WARNING

    def softened(self, temperature: float) -> "RecognisedTile":
        """The same tile, less certain of its face."""
        return replace(self, recognition=self.recognition.softened(temperature))


class TileReader:
    """Reads the tiles of pictures with one recogniser. `upright_tiles`: whether the game's tiles may stand."""

    def __init__(self, recogniser: FaceRecogniser, upright_tiles: bool) -> None:
        self._recogniser, self._upright_tiles = recogniser, upright_tiles

    def read(self, picture: Picture, top_view: TopView, clarity: Clarity) -> list[RecognisedTile]:
        """The tiles on the sheet; detections below the minimum confidence are included.

        Faces that had to be compared in pairs are the less certain the less `clarity` the picture has.
        """
        if clarity.is_colourless:
            return TileReader(self._recogniser.without_colours(), self._upright_tiles)._read(picture, top_view, clarity)
        return self._read(picture, top_view, clarity)

    def _read(self, picture: Picture, top_view: TopView, clarity: Clarity) -> list[RecognisedTile]:
        plan = top_view.picture(picture)
        maps, darkened = tile_maps(plan), darkened_maps(plan)
        tiles = self._recognised(picture, top_view, detections_in(strongest(maps, darkened)))
        if any(_DOUBTFUL < tile.detection.confidence < _CONFIDENT for tile in tiles):
            augmented = strongest(averaged_maps(plan, maps), darkened)
            tiles = self._recognised(picture, top_view, detections_in(augmented), tiles)
        softened = [
            after if after.recognition is before.recognition else after.softened(_temperature(before, clarity))
            for before, after in zip(tiles, self._compared(tiles), strict=True)
        ]
        return _with_one_spare(softened)

    def _recognised(
        self,
        picture: Picture,
        top_view: TopView,
        detections: Sequence[TileDetection],
        known: Sequence[RecognisedTile] = (),
    ) -> list[RecognisedTile]:
        """The detections on the sheet with their faces, rescored by all evidence.

        `known`: tiles of an earlier pass; where it found the same, their faces are not recognised again.
        """
        found = [one for one in detections if on_sheet(one)]
        before = [next((tile for tile in known if tile.detection.is_same(one)), None) for one in found]
        corners = np.array([one.corners() for one in found]).reshape(-1, 4, 2)
        is_new = np.array([tile is None for tile in before], np.bool_)
        rings = top_view.to_picture(corners[is_new].reshape(-1, 2)).reshape(-1, 4, 2)
        lying = [not one.upright for one, tile in zip(found, before, strict=True) if tile is None]
        new = iter(likeliest_crops(picture, [*rings], lying, self._recogniser))
        shown = [next(new) if tile is None else (tile.crop, tile.recognition) for tile in before]
        found = rescored(picture, top_view, found, [face.evidence for _, face in shown])
        return [
            RecognisedTile(one, np.roll(ring, 2, axis=0) if face.upside_down else ring, face, crop)
            for one, ring, (crop, face) in zip(found, corners, shown, strict=True)
        ]

    def _compared(self, tiles: Sequence[RecognisedTile]) -> list[RecognisedTile]:
        """The tiles after doubtful faces were compared in pairs, beside confident tiles of the same picture.

        A face that is still unnamed is compared once more where this has made further backs confident. Where no tile
        stands, upright detections lose confidence.
        """
        doubtful = [tile.is_doubtful for tile in tiles]
        if self._upright_tiles:
            return self._compared_where(doubtful, tiles, tiles, NO_REFERENCES)
        tiles = [_scaled(tile, _UPRIGHT_ODDS) if tile.detection.upright else tile for tile in tiles]
        references = _references(tiles, doubtful)
        once = self._compared_where(doubtful, tiles, tiles, references)
        unnamed = [is_open and tile.is_unnamed for tile, is_open in zip(once, doubtful, strict=True)]
        if not any(unnamed):
            return once
        more = _references(once, unnamed)
        if len(more.backs) == len(references.backs):  # faces as references change little
            return once
        return self._compared_where(unnamed, tiles, once, more)

    def _compared_where(
        self,
        chosen: Sequence[bool],
        tiles: Sequence[RecognisedTile],
        others: Sequence[RecognisedTile],
        references: ReferenceTiles,
    ) -> list[RecognisedTile]:
        """The `chosen` of `tiles` compared in pairs, `others` in the place of the rest."""
        return [
            self._compared_tile(tile, references) if is_chosen else other
            for tile, other, is_chosen in zip(tiles, others, chosen, strict=True)
        ]

    def _compared_tile(self, tile: RecognisedTile, references: ReferenceTiles) -> RecognisedTile:
        """A tile after a comparison in pairs, which may also say that it is none, unless it is the white spare one."""
        recognition = self._recogniser.compare(tile.crop, tile.recognition, references)
        corners = np.roll(tile.corners, 2 * (recognition.upside_down != tile.recognition.upside_down), axis=0)
        if not is_white(tile.crop):
            tile = _scaled(tile, float(np.exp(recognition.evidence)))
        return replace(tile, corners=corners, recognition=recognition)


def _temperature(tile: RecognisedTile, clarity: Clarity) -> float:
    """By what the log odds of a face are divided after a comparison in pairs; `tile`: as it was before that."""
    is_unlike = tile.recognition.evidence < 0 and overexposed(tile.crop) < _MAX_GLARE
    return clarity.temperature + (_UNLIKE if is_unlike else 0.0)


def _scaled(tile: RecognisedTile, factor: float) -> RecognisedTile:
    """The same tile, the odds of its detection multiplied by a factor."""
    return replace(tile, detection=tile.detection.with_odds_times(factor))


def _references(tiles: Sequence[RecognisedTile], doubtful: Sequence[bool]) -> ReferenceTiles:
    """Confident detections with a taught face that is not in doubt."""
    named = [
        (tile.recognition.best[0], tile.crop)
        for tile, is_open in zip(tiles, doubtful, strict=True)
        if not is_open and tile.detection.confidence > _CONFIDENT and tile.is_flat
    ]
    faces = [crop for face, crop in named if face not in (BACK, UNKNOWN)]
    return ReferenceTiles([crop for face, crop in named if face == BACK], faces)


def _with_one_spare(tiles: Sequence[RecognisedTile]) -> list[RecognisedTile]:
    """The tiles, of which at most one can be the spare tile."""
    flat = [tile for tile in tiles if tile.is_flat]
    new = iter(at_most_one_spare([tile.recognition for tile in flat], [tile.crop for tile in flat]))
    return [replace(tile, recognition=next(new)) if tile.is_flat else tile for tile in tiles]


def at_most_one_spare(recognitions: Sequence[Recognition], crops: Sequence[Picture]) -> list[Recognition]:
    """Recognitions of the tiles of one table under the constraint that at most one of them is the spare tile.

    `crops` (CROP_HIGH × CROP_WIDE × 3 each) belong to `recognitions`. One plain tile alone may be the spare tile or a
    back in other light; of several, all but one are backs. An overexposed crop says nothing here and is unchanged.

    >>> import numpy as np
    >>> crop, white = np.full((44, 32, 3), 200, np.uint8), Recognition({"back": 0.25, "unknown": 0.75}, False)
    >>> [round(one.probabilities["back"], 2) for one in at_most_one_spare([white], [crop])]
    [0.25]
    >>> [round(one.probabilities["back"], 2) for one in at_most_one_spare([white] * 9, [crop] * 9)]
    [0.89, 0.89, 0.89, 0.89, 0.89, 0.89, 0.89, 0.89, 0.89]
    """
    odds = {
        index: one.probabilities[UNKNOWN] / one.probabilities[BACK]
        for index, (one, crop) in enumerate(zip(recognitions, crops, strict=True))
        if one.probabilities.get(BACK, 0.0) > 0
        and one.probabilities[UNKNOWN] > _MIN_UNKNOWN
        and plainness(crop) > _MIN_PLAINNESS
    }
    either = 1 + sum(odds.values())  # none is the spare one, or this one, or the next, ...
    return [
        one if index not in odds else _redistributed(one, odds[index] / either)
        for index, one in enumerate(recognitions)
    ]


def _redistributed(one: Recognition, spare: float) -> Recognition:
    """The same with the probability of back and `"unknown"` redistributed: the share `spare` to `"unknown"`."""
    both = one.probabilities[BACK] + one.probabilities[UNKNOWN]
    return replace(one, probabilities={**one.probabilities, BACK: both * (1 - spare), UNKNOWN: both * spare})
