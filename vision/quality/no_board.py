"""Why a picture shows no board."""

import cv2
import numpy as np

from vision.reading import Picture


def reason_for_no_board(picture: Picture) -> str:
    """The likeliest reason why no board was found: `too_dark`, `too_bright`, `blurred` or just `no_board`.

    >>> [reason_for_no_board(np.full((960, 1280, 3), grey, np.uint8)) for grey in (3, 255, 120)]
    ['too_dark', 'too_bright', 'blurred']
    """
    grey = cv2.cvtColor(cv2.resize(picture, (320, 240), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    if np.percentile(grey, 95) < 40:
        return "too_dark"
    if np.percentile(grey, 25) > 245:
        return "too_bright"
    return "blurred" if cv2.Laplacian(grey, cv2.CV_32F).var() < 12 else "no_board"
