"""Writes the photographs that libcamera's virtual camera shows: smooth colours, which compression leaves alone."""

import sys
from pathlib import Path

import cv2
import numpy as np

from vision.reading import Picture


def photographs() -> tuple[Picture, Picture]:
    """Two pictures of 960 × 1280 (BGR) with every colour in them, the second turned by half."""
    across, down = np.meshgrid(np.linspace(0, 255, 1280), np.linspace(0, 255, 960))
    picture = np.dstack([across, down, 255 - (across + down) / 2]).astype(np.uint8)
    return picture, picture[::-1, ::-1]


if __name__ == "__main__":
    for number, photograph in enumerate(photographs()):
        cv2.imwrite(str(Path(sys.argv[1]) / f"{number}.jpg"), photograph, [cv2.IMWRITE_JPEG_QUALITY, 95])
