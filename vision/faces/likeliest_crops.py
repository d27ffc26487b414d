"""Cuts crops of tiles out of a picture, along the detected and the aligned corners, and keeps the better ones."""

from collections.abc import Sequence
from itertools import islice

from vision.faces.recognition import FaceRecogniser, Recognition
from vision.reading import Picture, Points
from vision.tiles.aligning import aligned
from vision.tiles.crop import cut_face


def likeliest_crops(
    picture: Picture, rings: Sequence[Points], lying: Sequence[bool], recogniser: FaceRecogniser
) -> list[tuple[Picture, Recognition]]:
    """The crop of each tile (corners 4 × 2 px) and the recognition of its face.

    A tile that is `lying` and whose corners seem to be off is cropped along aligned corners as well. The crop with more
    evidence for a tile is kept; if both have as much, or none as under glare, the one along the detected corners.
    """
    aligned_rings = iter(aligned(picture, [ring for ring, lies in zip(rings, lying, strict=True) if lies]))
    pairs = [(ring, next(aligned_rings) if lies else ring) for ring, lies in zip(rings, lying, strict=True)]
    candidates = [(ring,) if new is ring else (ring, new) for ring, new in pairs]
    crops = [cut_face(picture, ring) for of_tile in candidates for ring in of_tile]
    recognised = iter(zip(crops, recogniser.recognise(crops), strict=True))
    return [
        max(islice(recognised, len(of_tile)), key=lambda pair: max(pair[1].evidence, 0.0)) for of_tile in candidates
    ]
