"""Pairs of crops for the network that lays two side by side: one under hard light, one as a face was taught."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from vision.training.light import Batch, as_input, dazzled, moved
from vision.training.tables import Rng, crops_by_set, load

_OTHERS = 4  # wrong faces that a crop is held against, besides the back; they stand for all wrong ones
_STRANGE = 0.08  # share of the crops whose own face is kept from them: "never taught" is the right answer
_BURNT, _DARK = 248, 70  # of 255
_NEVER = -30.0  # in place of the logarithm of a weight of 0
_HELD_BACK = 12  # batches


def pair_batches(folder: Path, size: int, rng: Rng | None) -> Iterator[Batch]:
    """For all faces of `size` sets: pairs (n·6, 3, 88, 32: the crop above a known face), logarithms of how many known
    faces each stands for (n, 6), and whether the first of the six is the right one (n, 1 or 0)."""
    rows = load(folder, ("crop", "crop_set", "crop_face"), rng is None)
    sets, local = crops_by_set(rows), rng or np.random.default_rng(0)
    for _ in range(_HELD_BACK if rng is None else 10**9):
        seen: list[int] = []
        known: list[list[int]] = []
        weights: list[list[float]] = []
        own: list[int] = []
        for one in local.choice(list(sets), min(size, len(sets)), replace=False):
            for crop, faces, weight, right in _questions(rows["crop"], sets[int(one)], local):
                seen.append(crop)
                known.append(faces)
                weights.append(weight)
                own.append(right)
        above = moved(dazzled(as_input(rows["crop"][seen], local), local, 1.6), local, 1.0)
        every, where = np.unique(known, return_inverse=True)
        below = moved(as_input(rows["crop"][every], local), local, 0.7)
        pairs = torch.cat([above.repeat_interleave(_OTHERS + 2, 0), below[torch.from_numpy(where.ravel())]], 2)
        yield pairs, torch.tensor(weights), torch.tensor(own)


def _questions(
    crops: np.ndarray, faces: dict[str, np.ndarray], rng: Rng
) -> Iterator[tuple[int, list[int], list[float], int]]:
    """Of one set: a crop, six known ones, how many each stands for (logarithms), and whether the first shows its face.

    Where there are fewer than six, the last is there again with no weight.
    """
    taught = {face: _as_taught(crops, spots, rng) for face, spots in faces.items()}
    for face, spots in faces.items():
        seen = int(rng.choice([spot for spot in spots if spot != taught[face]]))
        strange = face == "blank" or rng.random() < _STRANGE  # the spare tile is never taught
        wrong = [other for other in faces if other not in (face, "back", "blank")]
        drawn = list(rng.choice(wrong, min(_OTHERS, len(wrong)), replace=False))
        first = ([] if strange else [face]) + (["back"] if face != "back" else [])
        asked = [taught[other] for other in (*first, *drawn)]
        weight = [0.0] * len(first) + [float(np.log(len(wrong) / len(drawn)))] * len(drawn)
        missing = _OTHERS + 2 - len(asked)
        yield seen, asked + asked[-1:] * missing, weight + [_NEVER] * missing, int(not strange)


def _as_taught(crops: np.ndarray, spots: Sequence[int] | np.ndarray, rng: Rng) -> int:
    """The crop that people would have taught a face with: under no glare, and not in the dark."""
    inner = crops[np.asarray(spots)]
    glare = (inner[:, 5:-5, 5:-5].min(axis=3) >= _BURNT).mean(axis=(1, 2))
    dark = inner.mean(axis=(1, 2, 3)) < _DARK
    return int(spots[int(np.argmin(glare * 3 + dark * 0.5 + rng.random(len(inner)) * 0.05))])


def pair_loss(out: Tensor, weights: Tensor, own: Tensor) -> Tensor:
    """Cross-entropy of the right face, or of none, among all known faces of the set."""
    alike = out.view(weights.shape) + weights
    never = torch.zeros(len(alike), 1)
    return nn.functional.cross_entropy(torch.cat([never, alike], 1), own)
