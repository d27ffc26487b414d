"""The face that a crop shows, and the interface of recognisers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from vision.faces.references import ReferenceTiles
from vision.reading import Picture

CLEAR = 0.97  # probability of the best face from which a slower comparison changes nothing


@dataclass(frozen=True)
class Recognition:
    """The face that a crop shows."""

    probabilities: Mapping[str, float]  # of each taught face and of `"unknown"`; they sum to 1
    upside_down: bool
    evidence: float = 0.0  # log odds that there is a tile at all: more where the crop resembles a taught face

    @cached_property
    def best(self) -> tuple[str, float]:
        """The most probable face and its probability."""
        return max(self.probabilities.items(), key=lambda item: item[1])

    def softened(self, temperature: float) -> "Recognition":
        """The recognition with all log odds between faces divided by a temperature.

        >>> Recognition({"5": 0.9, "6": 0.1}, False).softened(2.0).probabilities
        {'5': 0.75, '6': 0.25}
        """
        powers = {face: share ** (1 / temperature) for face, share in self.probabilities.items()}
        total = sum(powers.values())
        return replace(self, probabilities={face: power / total for face, power in powers.items()})


class FaceRecogniser(Protocol):
    """Recognises the faces of tiles from crops of their upper sides."""

    def recognise(self, crops: Sequence[Picture]) -> list[Recognition]:
        """Recognises the face of each crop (CROP_HIGH × CROP_WIDE × 3)."""

    def compare(self, crop: Picture, recognition: Recognition, references: ReferenceTiles) -> Recognition:
        """Recognises a doubtful crop by a slower comparison in pairs, also with `references` of the same picture.

        `recognition`: the result of `recognise` for this crop.
        """

    def without_colours(self) -> "FaceRecogniser":
        """The recogniser for pictures without colours."""
