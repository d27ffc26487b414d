"""Cuts tiles out of a picture, those that seem to be found wrongly in two ways, and keeps what looks like a face."""

from collections.abc import Sequence
from itertools import islice

from vision.faces.recognition import FaceRecogniser, Recognition
from vision.reading import Picture, Points
from vision.tiles.aligning import aligned
from vision.tiles.crop import cut_face


def likeliest_crops(
    picture: Picture, rings: Sequence[Points], lying: Sequence[bool], recogniser: FaceRecogniser
) -> list[tuple[Picture, Recognition]]:
    """Of each tile (corners 4 × 2 px) its crop, and what that shows.

    Where one that is `lying` seems to be found wrongly it is cut out aligned as well. The crop that is more evidence
    for a tile is kept; of two that are as much, or both none as under glare, the one as the tile was found.
    """
    moved = iter(aligned(picture, [ring for ring, lies in zip(rings, lying, strict=True) if lies]))
    pairs = [(ring, next(moved) if lies else ring) for ring, lies in zip(rings, lying, strict=True)]
    ways = [(ring,) if new is ring else (ring, new) for ring, new in pairs]
    crops = [cut_face(picture, ring) for some in ways for ring in some]
    seen = iter(zip(crops, recogniser.recognise(crops), strict=True))
    return [max(islice(seen, len(some)), key=lambda one: max(one[1].evidence, 0.0)) for some in ways]
