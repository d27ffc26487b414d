"""What a crop shows, and what recognisers of faces have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from vision.faces.references import ReferenceTiles
from vision.reading import Picture

CLEAR = 0.97  # probability of the best face from which a slower comparison changes nothing


@dataclass(frozen=True)
class Recognition:
    """What a crop shows: the probability of each taught face and of `"unknown"`, and whether it is upside down.

    The probabilities sum to 1. `evidence` (log odds) is what the crop says for there being a tile at all: a crop that
    resembles a taught face probably is one.
    """

    probabilities: Mapping[str, float]
    upside_down: bool
    evidence: float = 0.0

    @cached_property
    def best(self) -> tuple[str, float]:
        """The most probable face and its probability."""
        return max(self.probabilities.items(), key=lambda item: item[1])

    def softened(self, temperature: float) -> "Recognition":
        """The same with all log odds between faces divided by a temperature.

        >>> Recognition({"5": 0.9, "6": 0.1}, False).softened(2.0).probabilities
        {'5': 0.75, '6': 0.25}
        """
        powers = {face: share ** (1 / temperature) for face, share in self.probabilities.items()}
        total = sum(powers.values())
        return replace(self, probabilities={face: power / total for face, power in powers.items()})


class FaceRecogniser(Protocol):
    """Recognises the faces of tiles from crops of their upper sides."""

    def recognise(self, crops: Sequence[Picture]) -> list[Recognition]:
        """What each crop (CROP_HIGH × CROP_WIDE × 3) shows."""

    def compare(self, crop: Picture, recognition: Recognition, references: ReferenceTiles) -> Recognition:
        """What a doubtful crop shows after a slower comparison in pairs, also with `references` of the same picture.

        `recognition`: the result of `recognise` for this crop.
        """

    def without_colours(self) -> "FaceRecogniser":
        """One for pictures that show no colours."""
