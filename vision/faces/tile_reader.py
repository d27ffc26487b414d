"""Detects the tiles of one picture and recognises their faces; doubtful ones by slower methods in a second pass.

White tiles are distinguished by their number: backs are as white in some light, but a set has one spare tile (J-c1).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from engines.vocabulary import BACK, BLANK, UNKNOWN, UNSURE
from vision.board.top_view import TopView
from vision.faces.back_colours import colours_of, likeness
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
from vision.tiles.free_sides import log_odds_by_edge, weakest_edge
from vision.tiles.rescoring import rescored

_MIN_CONFIDENCE = 0.5  # of a detection that counts as a piece
_MIN_FAINT_CONFIDENCE = 0.1  # of a detection that may be a piece in a spoilt picture
_MIN_DOUBTFUL, _MAX_DOUBTFUL = 0.2, 0.8  # confidences between which a detection triggers test-time augmentation
_MAX_GLARE = 0.2  # share of a face that glare hides: beyond it, the face is compared in pairs, whatever its probability
_MIN_PROBABILITY = 0.85  # of a face that is named
_MIN_SPARE = 0.5  # probability of an untaught face, more than of all taught ones, for a white side to be the spare tile
_MAX_BACK = 0.2  # probability of the back up to which a white upper side is the spare tile
_MIN_WARNED_GLARE = 0.15  # overexposed share of an unnamed face that is worth a warning
# With less evidence than the first, a crop's best face must be as probable as the second: in spoilt pictures an
# embedding mistakes a face that glare has washed out for another one
_MIN_EVIDENCE, _CLEAR_WITHOUT_EVIDENCE = 1.84, 0.99
# Added to the temperature of a crop that resembles no taught face though no glare hides it: a speck may be on it
_UNLIKE_TEMPERATURE = 0.3
# Factor for an upright detection where no tile stands: mostly a light square with a tile on it
_UPRIGHT_ODDS_FACTOR = 0.1
_MAX_ASKED_CONFIDENCE = 0.998  # of a plain detection: beyond it, the edges of its sides could not unname it
_COLOURLESS_TEMPERATURE = 2.0  # of a plain detection in a picture without colours: colour is half of what tells a back
_MAX_SURE = 6  # surely found plain tiles whose edges are measured
_SURE_CONFIDENCE = 0.99  # of a detection by which others are judged
_MIN_PLAINNESS = 0.5  # of the spare tile or a back
_MIN_UNKNOWN = 0.01  # probability of an untaught face, for a tile to be a candidate for the spare one


@dataclass(frozen=True)
class RecognisedTile:
    """A detection with its face."""

    detection: TileDetection
    corners: Points  # 4 × 2 top-view px from the face's top left
    recognition: Recognition
    crop: Picture  # of its upper side

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
        """Whether the face of a flat piece needs a comparison in pairs."""
        clear = CLEAR if self.recognition.evidence > _MIN_EVIDENCE else _CLEAR_WITHOUT_EVIDENCE
        return self.is_flat and (self.recognition.best[1] < clear or hidden_by_glare(self.crop) > _MAX_GLARE)

    @property
    def is_plain(self) -> bool:
        """Whether it is a flat piece that shows one colour: most probably the back, or an untaught white side."""
        face = self.recognition.best[0]
        return self.is_flat and (face == BACK or (face == UNKNOWN and is_white(self.crop)))

    @property
    def is_unnamed(self) -> bool:
        """Whether no face is probable enough to be named."""
        return self.recognition.best[1] < _MIN_PROBABILITY

    @cached_property
    def face(self) -> str:
        """The face if it is probable enough, `"blank"` for the white spare tile, or `"?"`.

        A face is evidence that a tile is there. A back is none, since the print of a sheet may be as plain.
        """
        face, share = self.recognition.best
        if not self.is_flat or (face == BACK and share * self.detection.confidence < _MIN_PROBABILITY):
            return UNSURE
        if face != UNKNOWN:
            return UNSURE if self.is_unnamed else face
        is_spare = share > _MIN_SPARE and self.recognition.probabilities.get(BACK, 0.0) < _MAX_BACK
        return BLANK if is_spare and is_white(self.crop) else UNSURE

    @property
    def certainty(self) -> float:
        """The probability of the face that is named, or of the most probable taught one (0 to 1)."""
        shares = self.recognition.probabilities
        if self.face == BLANK and UNKNOWN in shares:
            return shares[UNKNOWN]
        return max((share for face, share in shares.items() if face != UNKNOWN), default=0.0)

    @property
    def is_unread(self) -> bool:
        """Whether it is a flat piece whose face is not named."""
        return self.is_flat and self.face == UNSURE

    @property
    def is_faint(self) -> bool:
        """Whether it is a faint detection that may be a flat piece."""
        return not self.counts and not self.detection.upright and self.detection.confidence > _MIN_FAINT_CONFIDENCE

    @property
    def is_lost_to_glare(self) -> bool:
        """Whether glare is the likely reason that its face is not named."""
        return self.is_unread and overexposed(self.crop) > _MIN_WARNED_GLARE

    def without_its_colour(self) -> "RecognisedTile":
        """The tile with the odds that a plain tile is there by shape alone: squares of a print have edges, too."""
        odds = self.detection.confidence / (1 - self.detection.confidence + 1e-6)
        return _scaled(self, float(odds ** (1 / _COLOURLESS_TEMPERATURE - 1)))

    def softened(self, temperature: float) -> "RecognisedTile":
        """The tile with the log odds of its faces divided by a temperature."""
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
        if any(_MIN_DOUBTFUL < tile.detection.confidence < _MAX_DOUBTFUL for tile in tiles):
            augmented = strongest(averaged_maps(plan, maps), darkened)
            tiles = self._recognised(picture, top_view, detections_in(augmented), tiles)
        softened = [
            after if after.recognition is before.recognition else after.softened(_temperature(before, clarity))
            for before, after in zip(tiles, self._compared(tiles), strict=True)
        ]
        rescored_tiles = _rescored_by_edges(picture, top_view, _with_one_spare(softened), clarity.is_colourless)
        return with_backs_of_one_colour(rescored_tiles)

    def _recognised(
        self,
        picture: Picture,
        top_view: TopView,
        detections: Sequence[TileDetection],
        known: Sequence[RecognisedTile] = (),
    ) -> list[RecognisedTile]:
        """The detections on the sheet with their faces, rescored by all evidence.

        `known`: tiles of an earlier pass; the faces of those detected again are not recognised a second time.
        """
        found = [detection for detection in detections if on_sheet(detection)]
        before = [next((tile for tile in known if tile.detection.is_same(detection)), None) for detection in found]
        corners = np.array([detection.corners() for detection in found]).reshape(-1, 4, 2)
        is_new = np.array([tile is None for tile in before], np.bool_)
        rings = top_view.to_picture(corners[is_new].reshape(-1, 2)).reshape(-1, 4, 2)
        lying = [not detection.upright for detection, tile in zip(found, before, strict=True) if tile is None]
        new = iter(likeliest_crops(picture, [*rings], lying, self._recogniser))
        shown = [next(new) if tile is None else (tile.crop, tile.recognition) for tile in before]
        found = rescored(picture, top_view, found, [face.evidence for _, face in shown])
        return [
            RecognisedTile(detection, np.roll(ring, 2, axis=0) if face.upside_down else ring, face, crop)
            for detection, ring, (crop, face) in zip(found, corners, shown, strict=True)
        ]

    def _compared(self, tiles: Sequence[RecognisedTile]) -> list[RecognisedTile]:
        """The tiles with doubtful faces compared in pairs, also with confident tiles of the same picture.

        A face that is still unnamed is compared a second time if further backs have become confident. Where no tile
        stands, upright detections lose confidence.
        """
        doubtful = [tile.is_doubtful for tile in tiles]
        if self._upright_tiles:
            return self._compared_where(doubtful, tiles, tiles, NO_REFERENCES)
        tiles = [_scaled(tile, _UPRIGHT_ODDS_FACTOR) if tile.detection.upright else tile for tile in tiles]
        references = _references(tiles, doubtful)
        compared = self._compared_where(doubtful, tiles, tiles, references)
        unnamed = [is_open and tile.is_unnamed for tile, is_open in zip(compared, doubtful, strict=True)]
        if not any(unnamed):
            return compared
        more = _references(compared, unnamed)
        if len(more.backs) == len(references.backs):  # faces as references change little
            return compared
        return self._compared_where(unnamed, tiles, compared, more)

    def _compared_where(
        self,
        chosen: Sequence[bool],
        tiles: Sequence[RecognisedTile],
        defaults: Sequence[RecognisedTile],
        references: ReferenceTiles,
    ) -> list[RecognisedTile]:
        """The `chosen` of `tiles` compared in pairs, and the `defaults` for the rest."""
        return [
            self._compared_tile(tile, references) if is_chosen else default
            for tile, default, is_chosen in zip(tiles, defaults, chosen, strict=True)
        ]

    def _compared_tile(self, tile: RecognisedTile, references: ReferenceTiles) -> RecognisedTile:
        """A tile after a comparison in pairs, which rescores its detection unless it may be the white spare tile."""
        recognition = self._recogniser.compare(tile.crop, tile.recognition, references)
        corners = np.roll(tile.corners, 2 * (recognition.upside_down != tile.recognition.upside_down), axis=0)
        if not is_white(tile.crop):
            tile = _scaled(tile, float(np.exp(recognition.evidence)))
        return replace(tile, corners=corners, recognition=recognition)


def _temperature(tile: RecognisedTile, clarity: Clarity) -> float:
    """The temperature of a face after a comparison in pairs; `tile`: as it was before that."""
    is_unlike = tile.recognition.evidence < 0 and overexposed(tile.crop) < _MAX_GLARE
    return clarity.temperature + (_UNLIKE_TEMPERATURE if is_unlike else 0.0)


def _rescored_by_edges(
    picture: Picture, top_view: TopView, tiles: Sequence[RecognisedTile], is_colourless: bool
) -> list[RecognisedTile]:
    """The tiles, of which backs and the spare one count for more where their sides stand out, and else for less."""
    lying = [at for at, tile in enumerate(tiles) if tile.counts]
    plain = [at for at in lying if tiles[at].is_plain]
    asked = [at for at in plain if tiles[at].detection.confidence < _MAX_ASKED_CONFIDENCE]
    if not asked:
        return [*tiles]
    sure = [at for at in plain if at not in asked][:_MAX_SURE]
    corners = np.array([tile.corners for tile in tiles]).reshape(-1, 2)
    rings = top_view.to_picture(corners).reshape(-1, 4, 2)
    edges = {
        at: weakest_edge(picture, rings[at], [rings[other] for other in lying if other != at]) for at in asked + sure
    }
    rescored_tiles = [*tiles]
    for at in asked:
        log_odds = log_odds_by_edge(edges[at], [edges[other] for other in sure])
        tile = tiles[at].without_its_colour() if is_colourless else tiles[at]
        rescored_tiles[at] = _scaled(tile, float(np.exp(min(log_odds, 0.0) if is_colourless else log_odds)))
    return rescored_tiles


def _scaled(tile: RecognisedTile, factor: float) -> RecognisedTile:
    """The tile with the odds of its detection multiplied by a factor."""
    return replace(tile, detection=tile.detection.with_odds_times(factor))


def _references(tiles: Sequence[RecognisedTile], doubtful: Sequence[bool]) -> ReferenceTiles:
    """The confident detections whose face is taught and not doubtful."""
    named = [
        (tile.recognition.best[0], tile.crop)
        for tile, is_open in zip(tiles, doubtful, strict=True)
        if not is_open and tile.detection.confidence > _MAX_DOUBTFUL and tile.is_flat
    ]
    faces = [crop for face, crop in named if face not in (BACK, UNKNOWN)]
    return ReferenceTiles([crop for face, crop in named if face == BACK], faces)


def _with_one_spare(tiles: Sequence[RecognisedTile]) -> list[RecognisedTile]:
    """The tiles, of which at most one can be the spare tile."""
    flat = [tile for tile in tiles if tile.is_flat]
    new = iter(at_most_one_spare([tile.recognition for tile in flat], [tile.crop for tile in flat]))
    return [replace(tile, recognition=next(new)) if tile.is_flat else tile for tile in tiles]


def with_backs_of_one_colour(tiles: Sequence[RecognisedTile]) -> list[RecognisedTile]:
    """The tiles, of which a back of another colour than all surely found ones may as well be something untaught."""
    backs = [at for at, tile in enumerate(tiles) if tile.is_flat and tile.recognition.best[0] == BACK]
    if not backs:
        return [*tiles]
    colours = colours_of([tiles[at].crop for at in backs])
    is_sure = [tiles[at].detection.confidence > _SURE_CONFIDENCE and tiles[at].face == BACK for at in backs]
    others = np.logical_and(is_sure, ~np.eye(len(backs), dtype=bool))
    alike = np.where(others, likeness(colours, colours), 0.0).max(axis=1)
    judged = [*tiles]
    for at, share, own in zip(backs, alike, others, strict=True):
        shares = tiles[at].recognition.probabilities
        if own.any():
            left = shares[BACK] * float(share)
            doubt = shares.get(UNKNOWN, 0.0) + shares[BACK] - left
            recognition = replace(tiles[at].recognition, probabilities={**shares, BACK: left, UNKNOWN: doubt})
            judged[at] = replace(tiles[at], recognition=recognition)
    return judged


def at_most_one_spare(recognitions: Sequence[Recognition], crops: Sequence[Picture]) -> list[Recognition]:
    """Recognitions of the tiles of one table under the constraint that at most one of them is the spare tile.

    `crops` (CROP_HIGH × CROP_WIDE × 3 each) belong to `recognitions`. One plain tile alone may be the spare tile or a
    back in other light; of several, all but one are backs. An overexposed crop is no evidence and stays unchanged.

    >>> import numpy as np
    >>> crop, white = np.full((44, 32, 3), 200, np.uint8), Recognition({"back": 0.25, "unknown": 0.75}, False)
    >>> [round(tile.probabilities["back"], 2) for tile in at_most_one_spare([white], [crop])]
    [0.25]
    >>> [round(tile.probabilities["back"], 2) for tile in at_most_one_spare([white] * 9, [crop] * 9)]
    [0.89, 0.89, 0.89, 0.89, 0.89, 0.89, 0.89, 0.89, 0.89]
    """
    odds = {
        index: recognition.probabilities[UNKNOWN] / recognition.probabilities[BACK]
        for index, (recognition, crop) in enumerate(zip(recognitions, crops, strict=True))
        if recognition.probabilities.get(BACK, 0.0) > 0
        and recognition.probabilities[UNKNOWN] > _MIN_UNKNOWN
        and plainness(crop) > _MIN_PLAINNESS
    }
    total = 1 + sum(odds.values())  # none is the spare one, or this one, or the next, ...
    return [
        recognition if index not in odds else _redistributed(recognition, odds[index] / total)
        for index, recognition in enumerate(recognitions)
    ]


def _redistributed(recognition: Recognition, spare: float) -> Recognition:
    """A recognition with the probability of back and `"unknown"` redistributed, the share `spare` to `"unknown"`."""
    shares = recognition.probabilities
    both = shares[BACK] + shares[UNKNOWN]
    return replace(recognition, probabilities={**shares, BACK: both * (1 - spare), UNKNOWN: both * spare})
