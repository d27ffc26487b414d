"""Where exactly the rim of a printed circle is."""

import numpy as np

from vision.frame.profiles import STEP, across, peaks, slopes
from vision.reading import Picture

_RAYS = 48
_REACH = 5.0  # px beside the rim as it was given
_NEAR = 1.5  # px beside the usual rim that it is looked for on each ray
_PLAIN = 8.0  # a change of colour below this is noise
_CLEAR = 0.1  # of the clearest ring: a change of colour that is as clear is the rim of the print
_OF_MOST = 35  # % of the rays that may lack a rim: lines and numbers cut it
_ROUNDS = 3


def rim_near(picture: Picture, centre: tuple[float, float], radius: float) -> tuple[tuple[float, float], float] | None:
    """Centre and radius (px) of the circle that is printed near a given one, by its outermost rim; None without one."""
    angles = np.linspace(0, 2 * np.pi, _RAYS, endpoint=False)
    rays = np.column_stack([np.cos(angles), np.sin(angles)])
    # A circle looks like an ellipse whose middle is the circle's, as nearly as a pixel shows it.
    forms = np.column_stack([np.ones(_RAYS), rays, np.cos(2 * angles), np.sin(2 * angles)])
    (x, y), reach = centre, min(_REACH, 0.4 * radius)
    form = np.array([radius, 0.0, 0.0, 0.0, 0.0])
    for _ in range(_ROUNDS):
        rim = rays * (forms @ form)[:, None] + (x, y)
        steep = slopes(across(picture, rim, rays, reach))
        mean = np.percentile(steep, _OF_MOST, axis=0)
        tops = np.flatnonzero((mean[1:-1] >= mean[:-2]) & (mean[1:-1] > mean[2:])) + 1
        tops = tops[mean[tops] > max(_PLAIN, _CLEAR * mean.max())]
        if not len(tops):
            return None
        usual = tops[-1] * STEP - reach
        offsets = np.arange(steep.shape[1]) * STEP - reach
        off, strength = peaks(np.where(np.abs(offsets - usual) < _NEAR, steep, 0).astype(np.float32), reach)
        seen = strength > _PLAIN
        if seen.sum() < _RAYS // 2:
            return None
        change, *_ = np.linalg.lstsq(forms[seen], off[seen], rcond=None)
        form += change
        x, y = x + float(form[1]), y + float(form[2])
        form[1:3] = 0
        reach = 3.0
    return (x, y), float(form[0])
