"""Crops for training the network that compares pairs: some under hard light, with all faces as they were taught."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from tools.lab.training.light import Batch, as_input, dazzled, moved
from tools.lab.training.tables import Rng, crops_by_set, load

_STRANGE = 0.08  # share of the crops whose own face is left out: "never taught" is the right answer
_SYMMETRIC = ("back", "blank")  # either way up is right
_MIN_OVEREXPOSED, _MAX_DARK = 248, 70  # of 255
_MAX_GLARE = 1.6  # times the brightness of white plastic
_NEVER = -30.0  # in place of the logarithm of a weight of 0
_HELD_BACK = 12  # batches


def pair_batches(folder: Path, size: int, rng: Rng | None) -> Iterator[Batch]:
    """Of `size` sets with n faces each: crops (size, 2, n, 3, 44, 32: as seen, half of them upside down, then as
    taught), which taught faces they are held against (size·n, 1 + n + n: none, all upright, all upside down; 0, or
    −30 for not at all), and which of these answers are right."""
    rows = load(folder, ("crop", "crop_set", "crop_face", "crop_clean"), rng is None)
    sets, local = crops_by_set(rows), rng or np.random.default_rng(0)
    faces = sorted({face for every in sets.values() for face in every})
    whole = [number for number, every in sets.items() if len(every) == len(faces)]
    for _ in range(_HELD_BACK if rng is None else 10**9):
        chosen = [sets[int(one)] for one in local.choice(whole, size, replace=False)]
        taught = [[_as_taught(rows, every[face], local) for face in faces] for every in chosen]
        seen = [
            [int(local.choice(every[face][every[face] != known])) for face, known in zip(faces, own, strict=True)]
            for every, own in zip(chosen, taught, strict=True)
        ]
        upside = torch.from_numpy(local.random(size * len(faces)) < 0.5)
        above = moved(dazzled(as_input(rows["crop"][np.ravel(seen)], local), local, _MAX_GLARE), local, 1.0)
        above = torch.where(upside.view(-1, 1, 1, 1), above.flip(2).flip(3), above)
        below = moved(as_input(rows["crop"][np.ravel(taught)], local), local, 0.7)
        crops = torch.stack([part.view(size, len(faces), *part.shape[1:]) for part in (above, below)], 1)
        yield crops, *_answers(faces, upside, local)


def _answers(faces: Sequence[str], upside: Tensor, rng: Rng) -> tuple[Tensor, Tensor]:
    """The answers that each crop may get, and which are right; crops show the faces in turn, some upside down."""
    count, width = len(upside), len(faces)
    asked, right = torch.zeros(count, 1 + 2 * width), torch.zeros(count, 1 + 2 * width, dtype=torch.bool)
    never = faces.index("blank")  # the spare tile is never taught
    asked[:, [1 + never, 1 + width + never]] = _NEVER
    for row in range(count):
        own = row % width
        turns = [0, 1] if faces[own] in _SYMMETRIC else [int(upside[row])]
        if own == never or rng.random() < _STRANGE:
            asked[row, [1 + own, 1 + width + own]] = _NEVER
            turns = []
        right[row, [1 + width * turn + own for turn in turns] or [0]] = True
    return asked, right


def _as_taught(rows: dict[str, np.ndarray], spots: np.ndarray, rng: Rng) -> int:
    """The crop that people would teach a face with: of a good picture, without glare, and not dark."""
    inner = rows["crop"][spots]
    glare = (inner[:, 5:-5, 5:-5].min(axis=3) >= _MIN_OVEREXPOSED).mean(axis=(1, 2))
    dark = inner.mean(axis=(1, 2, 3)) < _MAX_DARK
    return int(
        spots[int(np.argmin(glare * 3 + dark * 0.5 + 3 * ~rows["crop_clean"][spots] + rng.random(len(inner)) * 0.05))]
    )


def pair_loss(out: Tensor, asked: Tensor, right: Tensor) -> Tensor:
    """Cross-entropy of the right answers among all."""
    scores = torch.cat([torch.zeros(len(out), 1, device=out.device), out], 1) + asked
    of_right = scores.masked_fill(~right, _NEVER * 2)
    return (torch.logsumexp(scores, 1) - torch.logsumexp(of_right, 1)).mean()
