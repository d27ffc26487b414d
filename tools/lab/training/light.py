"""Augments training pictures and crops with other light, glare, shadow, blur and noise."""

import numpy as np
import torch
from torch import Tensor, nn

from tools.lab.training.tables import Rng

Batch = tuple[Tensor, ...]
_GAMMA = 2.2  # of a camera's tone curve, roughly


def as_input(pictures: np.ndarray, rng: Rng | None) -> Tensor:
    """BGR bytes (n, h, w, 3) as RGB from 0 to 1 (n, 3, h, w); with `rng`, under other light and noise."""
    x = torch.from_numpy(np.ascontiguousarray(pictures[..., ::-1].transpose(0, 3, 1, 2))).float() / 255
    if rng is None:
        return x
    count = len(x)
    x = x.clamp(min=1e-4) ** torch.exp(_drawn(rng, count, -0.3, 0.3)) * torch.exp(_drawn(rng, count, -0.15, 0.15, 3))
    x = x * (1 - _drawn(rng, count, 0, 0.18)) + _drawn(rng, count, 0, 0.12)
    return (x + torch.randn_like(x) * _drawn(rng, count, 0, 0.03)).clamp(0, 1)


def _drawn(rng: Rng, count: int, low: float, high: float, channels: int = 1) -> Tensor:
    """Random numbers for `count` pictures."""
    return torch.from_numpy(rng.uniform(low, high, (count, channels, 1, 1)).astype(np.float32))


def _some(rng: Rng, count: int, share: float) -> Tensor:
    """A random `share` of `count` pictures, as a mask."""
    return torch.from_numpy(rng.random((count, 1, 1, 1)) < share)


def veiled(x: Tensor, rng: Rng) -> Tensor:
    """Crops under glare, shadow and blur.

    Every second one gets a gradient of light, added in linear light, so that bright parts lose contrast. Every fourth
    one gets a soft focus.
    """
    count = len(x)
    slope = _slope(x, rng, 1.2, 2.5)
    power = _drawn(rng, count, 0, 1.1) ** 1.3 * _some(rng, count, 0.5)
    gain = 1 - _drawn(rng, count, 0, 0.5) * _some(rng, count, 0.3)
    linear = (x * (1 - slope * (1 - gain))) ** _GAMMA + slope * power
    return _soft(linear.clamp(1e-4, 1) ** (1 / _GAMMA), rng, 0.25, _drawn(rng, count, 0, 0.015))


def dazzled(x: Tensor, rng: Rng, most: float) -> Tensor:
    """Crops of tiles with specular highlights of lamps and windows, up to `most` times as bright as white plastic.

    A highlight may end on the tile or, on every fifth, cover all of its flat part, up to three times as bright; the
    tile's rounded edge faces elsewhere and often keeps its colour.
    """
    count = len(x)
    slope = _slope(x, rng, 1.5, 2.8)
    slope = torch.where(_some(rng, count, 0.4), slope * _slope(x, rng, 1.5, 2.8), slope)
    power = _drawn(rng, count, 0, 1) ** 1.2 * most * _some(rng, count, 0.6)
    whole = _some(rng, count, 0.2)
    slope, power = slope.masked_fill(whole, 1.0), torch.where(whole, _drawn(rng, count, 0.3, 3), power)
    tint = 1 + torch.from_numpy(rng.normal(0, 0.08, (count, 3, 1, 1)).astype(np.float32))
    gain = 1 - _drawn(rng, count, 0, 0.6) * _some(rng, count, 0.3)
    linear = (x * (1 - slope * (1 - gain))) ** _GAMMA + slope * power * _inside(x, rng) * tint
    linear = linear * torch.exp(_drawn(rng, count, -0.3, 0.5))
    return _soft(linear.clamp(1e-4, 1) ** (1 / _GAMMA), rng, 0.3, _drawn(rng, count, 0, 1) ** 2 * 0.05)


def _slope(x: Tensor, rng: Rng, furthest: float, sharpest: float) -> Tensor:
    """A gradient from 0 to 1 across each crop, at a random place, in a random direction and sharpness."""
    count, _, high, wide = x.shape
    angle = _drawn(rng, count, 0, 2 * np.pi)
    rows = torch.linspace(-1, 1, high).view(1, 1, high, 1)
    columns = torch.linspace(-1, 1, wide).view(1, 1, 1, wide)
    sharp, at = torch.exp(_drawn(rng, count, -0.5, sharpest)), _drawn(rng, count, -furthest, furthest)
    return torch.sigmoid((rows * torch.sin(angle) + columns * torch.cos(angle) - at) * sharp)


def _inside(x: Tensor, rng: Rng) -> Tensor:
    """1 on the flat part of each upper side; on its edge the share of a highlight that this tile's edge shows."""
    count, _, high, wide = x.shape
    rows, columns = torch.arange(high).float().view(1, 1, high, 1), torch.arange(wide).float().view(1, 1, 1, wide)
    margin = torch.minimum(torch.minimum(rows, high - 1 - rows), torch.minimum(columns, wide - 1 - columns))
    flat = torch.sigmoid((margin - _drawn(rng, count, 1.5, 4.5)) * 3)
    return flat + (1 - flat) * torch.from_numpy(rng.choice([0.0, 0.15, 0.5, 1.0], (count, 1, 1, 1)).astype(np.float32))


def _soft(x: Tensor, rng: Rng, share: float, noise: Tensor) -> Tensor:
    """Some of the crops out of focus, all of them with noise."""
    soft = nn.functional.avg_pool2d(nn.functional.pad(x, (1, 1, 1, 1), mode="replicate"), 3, 1)
    x = torch.where(_some(rng, len(x), share), soft, x)
    return (x + torch.randn_like(x) * noise).clamp(0, 1)


def moved(x: Tensor, rng: Rng, by: float) -> Tensor:
    """Crops cut a little askew: `by` 1 for about half a millimetre, two degrees and two per cent."""
    count, _, high, wide = x.shape
    turn, size = rng.normal(0, 0.03 * by, count), np.exp(rng.normal(0, 0.025 * by, count))
    shift = rng.normal(0, 1, (count, 2)) * [0.03 * by, 0.022 * by]
    cosine, sine = size * np.cos(turn), size * np.sin(turn)
    rows = [[cosine, -sine * high / wide, shift[:, 0]], [sine * wide / high, cosine, shift[:, 1]]]
    matrix = torch.from_numpy(np.array(rows).transpose(2, 0, 1).astype(np.float32))
    grid = nn.functional.affine_grid(matrix, list(x.shape), align_corners=False)
    return nn.functional.grid_sample(x, grid, padding_mode="border", align_corners=False)
