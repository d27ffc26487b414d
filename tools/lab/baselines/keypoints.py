"""ORB or SIFT: keypoints of the taught faces are matched with the picture, one instance after another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np

from engines.vocabulary import UNSURE
from tools.lab.baselines.base import TaughtTile, cut, piece, suppress_overlaps
from vision.dimensions import TILE_HIGH, TILE_WIDE
from vision.reading import DetectedPiece, Picture, Points

_MARGIN = 2.0  # mm round a face: keypoints near its edge need room
_NEIGHBOURS = 8  # nearest matches of a keypoint, in which the first of another face is searched
_MIN_DISTANCE = 15.0  # mm between the middles of two tiles
_MIN_SCALE, _MAX_SCALE = 0.8, 4.0  # px a mm of a camera above a table
_MIDDLE = np.array([TILE_WIDE / 2, TILE_HIGH / 2])


@dataclass(frozen=True)
class Kind:
    """A kind of keypoints and how it is used."""

    detector: cv2.Feature2D
    norm: int  # of OpenCV, between descriptors
    times: float  # factor by which the picture is enlarged
    scale: float  # px a mm of the taught faces
    ratio: float  # of a match's distance to that of any other face, at most
    off: float  # px between a point and its place, at most
    fewest: int  # points of one tile, at least
    fewest_given: int  # the same where the tile's outline is given


def orb() -> Kind:
    """ORB with small steps and a low threshold, since tiles are small; chosen on invented tables."""
    detector = cv2.ORB.create(
        nfeatures=20000, scaleFactor=1.2, nlevels=5, edgeThreshold=16, patchSize=31, fastThreshold=7
    )
    return Kind(detector, cv2.NORM_HAMMING, 2.0, 4.0, 0.85, 6.0, 10, 3)


def sift() -> Kind:
    """SIFT; thresholds chosen on invented tables."""
    return Kind(cv2.SIFT.create(contrastThreshold=0.02), cv2.NORM_L2, 3.0, 6.0, 0.85, 5.0, 3, 2)


class Keypoints:
    """Matches keypoints of pictures with those of taught faces."""

    def __init__(self, taught: Sequence[TaughtTile], kind: Kind) -> None:
        self._kind = kind
        self._matcher = cv2.BFMatcher(kind.norm)
        at, known, owner = [], [], []
        self._faces = tuple(dict.fromkeys(tile.face for tile in taught))
        for tile in taught:
            points, described = self._described(cut(tile.picture, tile.corners, kind.scale, _MARGIN))
            at.append(points / kind.scale - _MARGIN - _MIDDLE)
            known.append(described)
            owner += [self._faces.index(tile.face)] * len(points)
        self._at, self._known, self._owner = np.concatenate(at), np.concatenate(known), np.array(owner)

    def read(self, picture: Picture) -> list[DetectedPiece]:
        """Every instance of a face that enough points agree on."""
        times = self._kind.times
        large = cv2.resize(picture, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
        seen, described = self._described(np.asarray(large, np.uint8))
        found = [
            (piece(face, pose[:, 2] / times, points), float(np.hypot(pose[0, 0], pose[1, 0])) / times)
            for face, (source, target) in zip(self._faces, self._matches(seen, described), strict=True)
            for pose, points in self._instances(source, target)
        ]
        plausible = [(one, scale) for one, scale in found if _MIN_SCALE < scale < _MAX_SCALE]
        return suppress_overlaps(
            [one for one, _ in plausible], _MIN_DISTANCE * median([scale for _, scale in plausible] or [1.0])
        )

    def _instances(self, source: Points, target: Points) -> Iterator[tuple[np.ndarray, int]]:
        """Each instance of a face: its pose and how many points agree; they are removed before the next search."""
        while True:
            pose, held = self._pose(source, target)
            if pose is None or held.sum() < self._kind.fewest:
                return
            yield pose, int(held.sum())
            source, target = source[~held], target[~held]

    def name_faces(self, picture: Picture, rings: Sequence[Points]) -> list[str]:
        """The face that most points of each tile agree on."""
        return [self._face(cut(picture, ring, self._kind.scale, _MARGIN)) for ring in rings]

    def _face(self, crop: Picture) -> str:
        counts = []
        for source, target in self._matches(*self._described(crop)):
            pose, held = self._pose(source, target)
            fits = pose is not None and 0.8 < np.hypot(pose[0, 0], pose[1, 0]) / self._kind.scale < 1.25
            counts.append(int(held.sum()) if fits else 0)
        best, second = np.argsort(counts)[::-1][:2]
        confident = counts[best] >= self._kind.fewest_given and counts[best] > counts[second]
        return self._faces[best] if confident else UNSURE

    def _described(self, picture: Picture) -> tuple[Points, np.ndarray]:
        """Keypoints (n × 2 px) and their descriptors (n × bytes or floats)."""
        points, described = self._kind.detector.detectAndCompute(picture, None)
        if described is None:
            width, number = (32, np.uint8) if self._kind.norm == cv2.NORM_HAMMING else (128, np.float32)
            described = np.zeros((0, width), number)
        return np.array([point.pt for point in points]).reshape(-1, 2), described

    def _matches(self, seen: Points, described: np.ndarray) -> list[tuple[Points, Points]]:
        """For each face, points on it (n × 2 mm from its middle) and in the picture (n × 2 px).

        A picture may hold many instances of a face, so points of the picture are matched with those of faces; a match
        must be clearly nearer than the nearest point of any *other* face.
        """
        pairs: list[list[tuple[int, int]]] = [[] for _ in self._faces]
        for near in self._matcher.knnMatch(described, self._known, k=_NEIGHBOURS) if len(described) else ():
            owner = self._owner[near[0].trainIdx]
            other = next((m.distance for m in near if self._owner[m.trainIdx] != owner), near[-1].distance)
            if near[0].distance < self._kind.ratio * other or len(near) == 1:
                pairs[owner].append((near[0].trainIdx, near[0].queryIdx))
        both = [np.array(some, int).reshape(-1, 2) for some in pairs]
        return [(self._at[some[:, 0]], seen[some[:, 1]]) for some in both]

    def _pose(self, source: Points, target: Points) -> tuple[np.ndarray | None, np.ndarray]:
        """The similarity (2 × 3, mm to px) that most matches agree on, and which those are.

        Seen from above a tile is turned, moved and scaled, and hardly foreshortened: RANSAC needs far fewer points for
        that than for a homography, which detected fewer tiles.
        """
        if len(source) < 2:
            return None, np.zeros(len(source), bool)
        pose, held = cv2.estimateAffinePartial2D(
            source, target, method=cv2.RANSAC, ransacReprojThreshold=self._kind.off, maxIters=3000
        )
        return pose, np.zeros(len(source), bool) if pose is None else held.ravel().astype(bool)
