"""Trains the networks that read French-suited cards, on scenes of `tools.lab.training.card_scenes`.

    python -m tools.lab.training.train_index find SCENES HELD_BACK vision/weights/index.onnx --minutes 12
    python -m tools.lab.training.train_index read SCENES HELD_BACK vision/weights/rank.onnx --minutes 15

Needs torch and onnx. The losses on the held-back fonts are printed beside those of training.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from tools.lab.training.card_scenes import JOKER_ROW
from tools.lab.training.index_networks import IndexNet, RankNet
from tools.lab.training.light import Batch
from tools.lab.training.shipped import load_shipped
from tools.lab.training.steps import export, trained
from vision.cards.french.index_detector import peaks
from vision.cards.french.index_reader import CROP, cut_index
from vision.networks import run_network

Rng = np.random.Generator
CELL = 4
MIN_SIZE, MAX_SIZE = 5.5, 18.0  # px of half an index's height that one level of the pyramid detects
WINDOW = (224, 224)  # px of a scene that the detector trains on at once
_JOKER = JOKER_ROW[0]
# Visible shares of rank and pip from which each can be read, and under which it is taken as covered.
SHOWN, HIDDEN = (0.85, 0.45), (0.4, 0.15)
_UNKNOWN = -100  # a target that is not counted
_NOWHERE = np.full(RankNet.FINE, np.nan, np.float32)
_NOTHING = (*JOKER_ROW, _UNKNOWN, _NOWHERE)  # neither rank nor suit


class Scenes:
    """The scenes of a folder, a few files at a time."""

    def __init__(self, folder: Path, rng: Rng) -> None:
        self.files, self.rng = sorted(folder.glob("*.npz")), rng

    def endless(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Pictures and indices in random order, without end; files that are added later are read too."""
        folder = self.files[0].parent
        while True:
            files = sorted(folder.glob("*.npz"))
            for start in range(0, len(files), 4):
                order = self.rng.permutation(len(files))[start : start + 4]
                parts = [np.load(files[k]) for k in order]
                pictures = np.concatenate([part["picture"] for part in parts])
                rows = np.concatenate([part["index"] for part in parts])
                for number in self.rng.permutation(len(pictures)):
                    yield pictures[number], rows[number]


def recoloured(picture: np.ndarray, rng: Rng) -> np.ndarray:
    """The picture under other light: brightness, tone and white balance."""
    tone = np.arange(256) / 255
    gain, gamma = np.exp(rng.normal(0, 0.2)), np.exp(rng.normal(0, 0.15))
    table = [np.clip(255 * (gain * np.exp(rng.normal(0, 0.05)) * tone) ** gamma, 0, 255) for _ in range(3)]
    return np.asarray(cv2.LUT(np.ascontiguousarray(picture), np.stack(table, axis=1)[None].astype(np.uint8)))


def to_tensor(pictures: list[np.ndarray]) -> Tensor:
    """BGR bytes as the networks' input."""
    stacked = torch.from_numpy(np.ascontiguousarray(np.stack(pictures)[..., ::-1].transpose(0, 3, 1, 2)))
    return stacked.float() / 255


def is_shown(rows: np.ndarray) -> np.ndarray:
    """Which of the indices (… × columns) are to be detected."""
    return np.asarray((rows[..., 7:9] > SHOWN).all(axis=-1) & (rows[..., 4] != _JOKER) & (rows[..., -1] == 1))


def find_targets(rows: np.ndarray, shape: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Of one scene: heat with -1 where it is not counted (rows × columns), and offsets and ups (4 × rows × columns)."""
    high, wide = shape[0] // CELL, shape[1] // CELL
    heat, rest = np.zeros((high, wide), np.float32), np.zeros((4, high, wide), np.float32)
    ys, xs = np.mgrid[:high, :wide] + 0.5
    found = []
    for row in rows[(rows[:, -1] == 1) & (rows[:, 4] != _JOKER)]:
        x, y, up_x, up_y = row[:4]
        size = np.hypot(up_x, up_y)
        away = np.hypot(xs - x / CELL, ys - y / CELL)
        if row[7:9].max() < HIDDEN[0]:
            continue
        if not is_shown(row) or not MIN_SIZE <= size <= MAX_SIZE:
            heat[(away < max(2.0, size / CELL * 0.8)) & (heat == 0)] = -1
            continue
        found.append((x, y, up_x, up_y))
        glow = np.exp(-(away**2) / (2 * (0.35 + size / CELL * 0.12) ** 2))
        heat = np.where(heat < 0, glow * (glow > 0.3) - (glow <= 0.3), np.maximum(heat, glow))
    for x, y, up_x, up_y in found:
        column, line = int(x / CELL), int(y / CELL)
        for r in range(line - 1, line + 2):
            for c in range(column - 1, column + 2):
                if 0 <= r < high and 0 <= c < wide:
                    rest[:, r, c] = (x / CELL - c, y / CELL - r, up_x / IndexNet.UNIT, up_y / IndexNet.UNIT)
        if 0 <= line < high and 0 <= column < wide:
            heat[line, column] = 1
    return heat, rest


def window_of(picture: np.ndarray, rows: np.ndarray, rng: Rng) -> tuple[np.ndarray, np.ndarray]:
    """A part of a scene, scaled so that most of its indices have a size that is to be detected; and its indices."""
    there = rows[(rows[:, -1] == 1) & (rows[:, 4] != _JOKER)].copy()
    half = float(np.median(np.hypot(there[:, 2], there[:, 3]))) if len(there) else 20.0
    least = max(WINDOW[0] / picture.shape[1], WINDOW[1] / picture.shape[0])
    scale = float(np.clip(np.exp(rng.uniform(np.log(5.3), np.log(17.0))) / half, least, 2.0))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=method)
    there[:, :4] *= scale
    room = np.array([small.shape[1] - WINDOW[0], small.shape[0] - WINDOW[1]])
    corner = rng.uniform(0, 1, 2) * room
    shown = there[is_shown(there)]
    if len(shown) and rng.random() < 0.9:
        corner = shown[int(rng.integers(len(shown))), :2] - rng.uniform(0.1, 0.9, 2) * WINDOW
    x, y = (int(v) for v in np.clip(corner, 0, room))
    there[:, :2] -= (x, y)
    return np.asarray(small[y : y + WINDOW[1], x : x + WINDOW[0]]), there


def turned_by_quarters(picture: np.ndarray, rows: np.ndarray, rng: Rng) -> tuple[np.ndarray, np.ndarray]:
    """A square picture and its indices, turned by any quarters, so that light and blur come from all sides."""
    turned = rows.copy()
    for _ in range(int(rng.integers(4))):
        picture = np.rot90(picture)
        x, y, up_x, up_y = turned[:, :4].T
        turned[:, :4] = np.stack([y, len(picture) - 1 - x, up_y, -up_x], axis=1)
    return np.ascontiguousarray(picture), turned


def find_batches(scenes: Scenes, size: int, rng: Rng) -> Iterator[Batch]:
    """Pictures, heatmaps, and the other maps."""
    pictures, heats, rests = [], [], []
    for picture, rows in scenes.endless():
        if not is_shown(rows).any() and rng.random() < 0.6:
            continue  # most scenes without an index teach little
        part, there = turned_by_quarters(*window_of(picture, rows, rng), rng)
        heat, rest = find_targets(there, part.shape[:2])
        pictures.append(recoloured(part, rng))
        heats.append(heat)
        rests.append(rest)
        if len(pictures) == size:
            yield to_tensor(pictures), torch.from_numpy(np.stack(heats)), torch.from_numpy(np.stack(rests))
            pictures, heats, rests = [], [], []


def heat_loss(logit: Tensor, heat: Tensor) -> Tensor:
    """Focal loss of a map with -1 where it is not counted (Zhou et al., Objects as Points, 2019)."""
    share = torch.sigmoid(logit)
    positive, counted = heat == 1, heat >= 0
    hit = -nn.functional.logsigmoid(logit) * (1 - share) ** 2 * positive
    miss = -nn.functional.logsigmoid(-logit) * share**2 * (1 - heat.clamp(min=0)) ** 4 * (counted & ~positive)
    return (hit + miss).sum() / positive.sum().clamp(min=1)


def cell_weight(heat: Tensor, rest: Tensor) -> Tensor:
    """The weight of each cell in the other maps: 1 for one with a middle, a quarter for its neighbours."""
    return (rest.abs().sum(1) > 0) * torch.where(heat == 1, 1.0, 0.25)


def find_loss(maps: Tensor, heat: Tensor, rest: Tensor) -> Tensor:
    """The loss of the heatmap, and distances in the other maps."""
    weight = cell_weight(heat, rest)
    far = (maps[:, 1:3] - rest[:, :2]).abs().sum(1)
    size = rest[:, 2:].norm(dim=1).clamp(min=0.4)
    off = (maps[:, 3:] - rest[:, 2:]).norm(dim=1) / size
    return heat_loss(maps[:, 0], heat) + ((0.3 * far + 2 * off) * weight).sum() / weight.sum().clamp(min=1)


Crop = tuple[np.ndarray, int, int, int, np.ndarray]  # rank, suit, side, how the index lies in it


def labels_of(row: np.ndarray, middle: np.ndarray, up: np.ndarray) -> tuple[int, int, int, np.ndarray]:
    """Rank, suit and side of an index, and how it lies in the crop that is cut about `middle` with `up`.

    What is covered is none; what is half covered is unknown.
    """
    rank, suit = (
        int(value) if seen > shown else none if seen < hidden else _UNKNOWN
        for value, seen, none, shown, hidden in zip(row[4:6], row[7:9], JOKER_ROW, SHOWN, HIDDEN, strict=True)
    )
    if not is_shown(row):
        return rank, suit, _UNKNOWN, _NOWHERE
    size, off = np.hypot(*up), row[:2] - middle
    across = np.array([-up[1], up[0]])
    turn = np.arctan2(up[0] * row[3] - up[1] * row[2], up @ row[2:4])
    fine = (off @ across / size**2, -(off @ up) / size**2, turn, np.log(np.hypot(*row[2:4]) / size))
    return rank, suit, int(row[6]), np.array(fine, np.float32)


def crops_of(picture: np.ndarray, rows: np.ndarray, rng: Rng) -> Iterator[Crop]:
    """Crops of the indices of a scene, a little shifted, turned and scaled; a few upside down."""
    for row in rows[rows[:, -1] == 1]:
        middle, up = row[:2], row[2:4]
        size = np.hypot(*up)
        if not 6 < size < 60 or row[7:9].max() < HIDDEN[0]:
            continue
        if not (0 < middle[0] < picture.shape[1] and 0 < middle[1] < picture.shape[0]):
            continue
        off = np.clip(rng.normal(0, 0.08, 2), -0.25, 0.25) * size
        turn, grow = rng.normal(0, 0.1), np.exp(np.clip(rng.normal(0, 0.2), -0.5, 0.5))
        turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ up * grow
        yield cut_index(picture, middle + off, turned), *labels_of(row, middle + off, turned)
        if rng.random() < 0.1:
            yield cut_index(picture, middle + off, -turned), *_NOTHING


def detected_crops(picture: np.ndarray, rows: np.ndarray, rng: Rng) -> Iterator[Crop]:
    """Crops as the detector of `vision/weights` gives them: of indices, and of false detections."""
    there = rows[(rows[:, -1] == 1) & (rows[:, 7:9].max(axis=1) > 0.1)]
    found = peaks(run_network("index", [picture])[0], np.ones(2))
    false = 0
    for index in sorted(found, key=lambda one: -one.confidence * rng.uniform(0.5, 1)):
        away = np.hypot(*(there[:, :2] - index.middle).T) / index.half
        nearest = int(away.argmin()) if len(there) else -1
        if nearest >= 0 and away[nearest] < 0.5:
            up = there[nearest, 2:4]
            alike = float(up @ index.up) / (np.hypot(*up) * index.half)
            if alike > 0.85 and 0.55 < np.hypot(*up) / index.half < 1.8:
                yield cut_index(picture, index.middle, index.up), *labels_of(there[nearest], index.middle, index.up)
        elif (nearest < 0 or away[nearest] > 0.9) and false < 5:
            false += 1
            yield cut_index(picture, index.middle, index.up), *_NOTHING


def read_batches(scenes: Scenes, size: int, rng: Rng) -> Iterator[Batch]:
    """Crops, ranks, suits, sides, and how the indices lie in the crops."""
    held: list[Crop] = []
    for picture, rows in scenes.endless():
        shown = recoloured(picture, rng)
        held += (detected_crops if rng.random() < 0.5 else crops_of)(shown, rows, rng)
        if len(held) > size * 12:
            order = rng.permutation(len(held))
            for start in range(0, size * 8, size):
                crops, *targets = zip(*(held[i] for i in order[start : start + size]), strict=True)
                yield to_tensor(list(crops)), *(torch.from_numpy(np.array(target)) for target in targets)
            held = [held[i] for i in order[size * 8 :]]


def read_loss(logits: Tensor, rank: Tensor, suit: Tensor, side: Tensor, fine: Tensor) -> Tensor:
    """Cross-entropies of rank and suit, and, where it is known, of the side, with the error of the index's pose."""
    symbols, suits = RankNet.SYMBOLS, RankNet.SUITS
    whole = cross_entropy(logits[:, :symbols], rank, label_smoothing=0.02)
    whole = whole + cross_entropy(logits[:, symbols : symbols + suits], suit, label_smoothing=0.02)
    known = side >= 0
    if known.any():
        at_right = logits[known, symbols + suits]
        whole = whole + 0.3 * binary_cross_entropy_with_logits(at_right, side[known].float())
        whole = whole + 2 * (logits[known, symbols + suits + 1 :] - fine[known]).abs().mean()
    return whole


TASKS: dict[str, Any] = {
    "find": (IndexNet, find_batches, find_loss, 8, (3, 224, 224)),
    "read": (RankNet, read_batches, read_loss, 48, (3, CROP, CROP)),
}


def train(
    task: str, scenes: Path, held_back: Path, out: Path, minutes: float, rate: float, resume: Path | None
) -> None:
    """Train for `minutes` and write `out` (.onnx) and its weights (.pt)."""
    make, batches, loss_of, size, shape = TASKS[task]
    torch.manual_seed(0)
    torch.set_num_threads(1)
    model = make().to(memory_format=torch.channels_last)
    held = [
        batch
        for batch, _ in zip(
            batches(Scenes(held_back, np.random.default_rng(1)), size, np.random.default_rng(2)),
            range(24),
            strict=False,
        )
    ]
    if resume is not None and resume.suffix == ".onnx":
        load_shipped(model, resume, torch.cat([x for x, *_ in held]))
    elif resume is not None:
        load_weights(model, torch.load(resume))
    rng = np.random.default_rng(3)
    for now in trained(model, batches(Scenes(scenes, rng), size, rng), loss_of, minutes, rate, every_s=150):
        save(model, out, shape, many=task == "read")
        progress = f"{task} {now.part:.0%} step {now.step} loss {now.loss:.4f}"
        sys.stdout.write(f"{progress} held back {judged(model, task, held)}\n")
        sys.stdout.flush()


def load_weights(model: nn.Module, weights: dict[str, Tensor]) -> None:
    """Load weights, also those of a network with fewer outputs."""
    own = model.state_dict()
    for name, value in weights.items():
        own[name][tuple(slice(side) for side in value.shape)] = value
    model.load_state_dict(own)


def judged(model: nn.Module, task: str, held: list[Batch]) -> str:
    """The mean loss on held-back batches; for crops also the shares of wrong ranks and suits, and the pose's errors."""
    model.eval()
    losses, wrong = [], []
    symbols, suits = RankNet.SYMBOLS, RankNet.SUITS
    with torch.no_grad():
        for x, *target in held:
            maps = model(x)
            losses.append(TASKS[task][2](maps, *target).item())
            if task == "read":
                rank, suit = target[0], target[1]
                off_rank = (maps[:, :symbols].argmax(1) != rank)[rank >= 0].float().mean().item()
                off_suit = (maps[:, symbols : symbols + suits].argmax(1) != suit)[suit >= 0].float().mean().item()
                off = (maps[:, symbols + suits + 1 :] - target[3]).abs()[target[2] >= 0].mean(0).tolist()
                wrong.append((off_rank, off_suit, *off))
    model.train()
    return f"{np.mean(losses):.4f}" + (f" wrong {np.mean(wrong, axis=0)}" if wrong else "")


def save(model: nn.Module, out: Path, shape: tuple[int, ...], many: bool) -> None:
    """Write the weights, and the network as ONNX: for any number of crops, or a picture of any size."""
    torch.save(model.state_dict(), out.with_suffix(".pt"))
    export(model, out, shape, {0: "n"} if many else {2: "height", 3: "width"})


def main() -> int:
    """Train one network."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("task", choices=sorted(TASKS))
    parser.add_argument("scenes", type=Path)
    parser.add_argument("held_back", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=12)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--resume", type=Path, help="weights to go on from: .pt, or .onnx as shipped")
    args = parser.parse_args()
    train(args.task, args.scenes, args.held_back, args.out, args.minutes, args.rate, args.resume)
    return 0


if __name__ == "__main__":
    sys.exit(main())
