"""Trains the network that detects whole cards, on scenes of `tools.lab.training.whole_card_scenes`.

    python -m tools.lab.training.train_whole_cards SCENES HELD_BACK vision/weights/whole_cards.onnx --minutes 30

Needs torch and onnx. The loss on the held-back fonts is printed beside that of training.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from tools.lab.training.index_networks import WholeCardNet
from tools.lab.training.light import Batch
from tools.lab.training.steps import export, trained
from tools.lab.training.train_index import (
    CELL,
    Rng,
    Scenes,
    cell_weight,
    heat_loss,
    load_weights,
    recoloured,
    to_tensor,
)

_MIN_VISIBLE, _MAX_COVERED = 0.55, 0.4  # visible share of a card that must be detected, and of one that must not
_MIN_WHOLE = 0.9  # visible share of a card that nothing covers
_BATCH = 16


def turned(picture: np.ndarray, rows: np.ndarray, rng: Rng) -> tuple[np.ndarray, np.ndarray]:
    """The scene, sometimes mirrored, and a little larger or smaller; and its cards' corners."""
    high, wide = picture.shape[:2]
    scale = np.exp(rng.uniform(-0.12, 0.12))
    corner = rng.uniform(0, 1, 2) * (wide - wide * scale, high - high * scale)
    matrix = np.array([[scale, 0, corner[0]], [0, scale, corner[1]]])
    corners = rows[:, :8].reshape(-1, 4, 2) * scale + corner
    if rng.random() < 0.5:
        matrix[0] = (-scale, 0, wide - corner[0])
        corners = np.stack([wide - corners[..., 0], corners[..., 1]], axis=-1)
    return cv2.warpAffine(picture, matrix, (wide, high), borderMode=cv2.BORDER_REFLECT), corners


def targets(corners: np.ndarray, rows: np.ndarray, shape: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Of one scene: heat with -1 where it is not counted (rows × columns), and the other maps' values (8 × …)."""
    high, wide = shape[0] // CELL, shape[1] // CELL
    heat, rest = np.zeros((high, wide), np.float32), np.zeros((WholeCardNet.MAPS - 1, high, wide), np.float32)
    ys, xs = np.mgrid[:high, :wide] + 0.5
    found = []
    for ring, row in zip(corners, rows, strict=True):
        x, y = ring.mean(axis=0)
        away = np.hypot(xs - x / CELL, ys - y / CELL)
        if row[-1] != 1 or row[9] < _MAX_COVERED:
            continue
        if row[9] < _MIN_VISIBLE:
            heat[(away < 2.5) & (heat == 0)] = -1
            continue
        found.append((ring, row[8], row[9] > _MIN_WHOLE))
        glow = np.exp(-(away**2) / (2 * 0.7**2))
        heat = np.where(heat < 0, glow * (glow > 0.3) - (glow <= 0.3), np.maximum(heat, glow))
    for ring, is_back, is_whole in found:
        x, y = ring.mean(axis=0) / CELL
        column, line = int(x), int(y)
        short, long = ((ring[1] - ring[0]) + (ring[2] - ring[3])) / 2, ((ring[3] - ring[0]) + (ring[2] - ring[1])) / 2
        twice = 2 * np.arctan2(long[1], long[0])
        sides = [np.log(np.hypot(*side) / 2 / WholeCardNet.UNIT) for side in (long, short)]
        for r in range(line - 1, line + 2):
            for c in range(column - 1, column + 2):
                if 0 <= r < high and 0 <= c < wide:
                    rest[:, r, c] = (x - c, y - r, np.cos(twice), np.sin(twice), *sides, is_back, is_whole)
        if 0 <= line < high and 0 <= column < wide:
            heat[line, column] = 1
    return heat, rest


def batches(scenes: Scenes, size: int, rng: Rng) -> Iterator[Batch]:
    """Pictures, heatmaps, and the other maps."""
    held: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    for picture, rows in scenes.endless():
        part, corners = turned(picture, rows, rng)
        held.append((recoloured(part, rng), *targets(corners, rows, part.shape[:2])))
        if len(held) == size:
            pictures, heats, rests = zip(*held, strict=True)
            yield to_tensor(list(pictures)), torch.from_numpy(np.stack(heats)), torch.from_numpy(np.stack(rests))
            held = []


def loss(maps: Tensor, heat: Tensor, rest: Tensor) -> Tensor:
    """The loss of the heatmap, distances in the other maps, and the cross-entropies of the last two."""
    weight = cell_weight(heat, rest)
    far = (maps[:, 1:3] - rest[:, :2]).abs().sum(1)
    turn = (maps[:, 3:5] - rest[:, 2:4]).abs().sum(1)
    size = (maps[:, 5:7] - rest[:, 4:6]).abs().sum(1)
    shares = binary_cross_entropy_with_logits(maps[:, 7:], rest[:, 6:], reduction="none").sum(1)
    shape = ((0.5 * far + turn + 3 * size + 0.5 * shares) * weight).sum() / weight.sum().clamp(min=1)
    return heat_loss(maps[:, 0], heat) + shape


def main() -> int:
    """Train the network."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scenes", type=Path)
    parser.add_argument("held_back", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--resume", type=Path, help="weights (.pt) to go on from")
    args = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    model = WholeCardNet().to(memory_format=torch.channels_last)
    if args.resume:
        load_weights(model, torch.load(args.resume))
    held = list(islice(batches(Scenes(args.held_back, np.random.default_rng(1)), _BATCH, np.random.default_rng(2)), 16))
    rng = np.random.default_rng(3)
    source = batches(Scenes(args.scenes, rng), _BATCH, rng)
    for now in trained(model, source, loss, args.minutes, args.rate, every_s=150):
        torch.save(model.state_dict(), args.out.with_suffix(".pt"))
        export(model, args.out, (3, 192, 256), {2: "height", 3: "width"})
        model.eval()
        with torch.no_grad():
            judged = float(np.mean([loss(model(x), *target).item() for x, *target in held]))
        model.train()
        sys.stdout.write(f"{now.part:.0%} step {now.step} loss {now.loss:.4f} held back {judged:.4f}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
