"""What goes wrong before a camera or in it, done to a good picture."""

from functools import cache

import cv2
import numpy as np

from vision.reading import Picture


def exposed(picture: Picture, times: float) -> Picture:
    """As much lighter or darker; a sensor's noise stays."""
    lit = cv2.convertScaleAbs(picture, alpha=times)
    return np.asarray(cv2.add(lit, _noise(picture.shape), dtype=cv2.CV_8U), np.uint8)


@cache
def _noise(shape: tuple[int, int, int]) -> np.ndarray:
    return np.random.default_rng(3).integers(-3, 4, shape, np.int8)


def black(picture: Picture) -> Picture:
    """What a camera sends whose lens is covered."""
    return np.zeros_like(picture)


def bumped(picture: Picture, right: float = 0.0, down: float = 0.0, turn: float = 0.0) -> Picture:
    """The camera pushed (px) and turned (degrees): more of the bare table comes into the picture."""
    high, wide = picture.shape[:2]
    matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), turn, 1.0)
    matrix[:, 2] += np.array((right, down))
    table = [float(channel) for channel in np.median(picture[:40].reshape(-1, 3), axis=0)]
    return np.asarray(cv2.warpAffine(picture, matrix, (wide, high), borderValue=table), np.uint8)


def torn(upper: Picture, lower: Picture, share: float = 0.5) -> Picture:
    """The upper part of one picture and the lower part of another, as a driver gives them that was disturbed."""
    row = round(upper.shape[0] * share)
    return np.concatenate([upper[:row], lower[row:]])


SLEEVES = {
    "striped from below": ((640.0, 990.0), (600.0, 520.0), 150.0, (120.0, 60.0, 40.0)),
    "dark from the left": ((-20.0, 700.0), (520.0, 560.0), 160.0, (70.0, 60.0, 65.0)),
}


def with_sleeve(picture: Picture, which: str) -> Picture:
    """A sleeve of cloth with folds and a shadow, and no hand in it, from the rim to the middle of the table."""
    start, end, wide, colour = SLEEVES[which]
    along = np.subtract(end, start) / np.linalg.norm(np.subtract(end, start))
    across = np.array([-along[1], along[0]]) * wide / 2
    outline = np.array([start + across, end + across, end - across, start - across])
    cloth = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(cloth, np.round(outline).astype(np.int32), 255, cv2.LINE_AA)
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]]
    far = (columns - start[0]) * along[0] + (rows - start[1]) * along[1]
    folds = cv2.GaussianBlur(np.random.default_rng(4).normal(0, 1, far.shape), (0, 0), 3)
    weave = 1 + 0.3 * np.sign(np.sin(far / 9)) * ("striped" in which) + folds
    shadow = cv2.GaussianBlur(cloth, (0, 0), 15)[..., None] / 255
    share = cloth[..., None] / 255
    drawn = picture * (1 - 0.4 * shadow) * (1 - share) + weave[..., None] * np.array(colour) * share
    return np.asarray(np.clip(drawn, 0, 255), np.uint8)
