"""Trains the networks on invented tables and writes them as ONNX.

    python -m tools.lab.training.train board|corners|sheet|tiles|edges|faces|looks|pairs TABLES OUT.onnx --minutes 20

The last shard is held back: its losses are printed beside those of training.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from tools.lab.training.light import Batch, as_input, moved, veiled
from tools.lab.training.networks import (
    BoardNet,
    CornerNet,
    CropNet,
    EdgeNet,
    FaceNet,
    LookNet,
    PairNet,
    SheetNet,
    TileNet,
)
from tools.lab.training.pairs import pair_batches, pair_loss
from tools.lab.training.shipped import load_shipped
from tools.lab.training.steps import DEVICE, export, trained
from tools.lab.training.strangers import SHEET, TAKEN
from tools.lab.training.tables import Rng, crops_by_set, load
from vision.board.field_view import CORNERS, field_view, to_field_view

CELL_PX = 4
_MANY_CROPS = 512
MANY = {0: "n"}  # any number of inputs at once


def board_batches(folder: Path, size: int, rng: Rng | None) -> Iterator[Batch]:
    """Small pictures, and masks of the sheet and of hands."""
    rows = load(folder, ("small", "corners", "hand"), rng is None)
    small = np.pad(rows["small"], ((0, 0), (8, 8), (0, 0), (0, 0)), constant_values=115)
    masks = np.zeros((len(small), 2, 64, 80), np.float32)
    masks[:, 1, 2:-2] = rows["hand"] / 255.0
    for mask, corners in zip(masks, rows["corners"] + [0, 8], strict=True):
        fine = np.zeros((512, 640), np.uint8)
        cv2.fillConvexPoly(fine, np.round((corners * 2 - 0.5) * 16).astype(np.int32), 255, cv2.LINE_8, 4)
        mask[0] = cv2.resize(fine, (80, 64), interpolation=cv2.INTER_AREA) / 255
    for chosen in choices(len(masks), size, rng):
        x, y = as_input(small[chosen], rng), torch.from_numpy(masks[chosen])
        if rng is not None and rng.random() < 0.5:
            x, y = x.flip(3), y.flip(3)
        if rng is not None and rng.random() < 0.5:
            x, y = x.flip(2), y.flip(2)
        yield x, y


def corner_batches(folder: Path, size: int, rng: Rng | None) -> Iterator[Batch]:
    """Field views cut at wrong corners, and the offset of each corner."""
    rows = load(folder, ("half", "corners"), rng is None)
    local = rng or np.random.default_rng(0)
    for chosen in choices(len(rows["half"]), size, rng):
        views, offsets = [], []
        for index in chosen:
            true = np.roll(rows["corners"][index] * 2, int(local.integers(4)), axis=0)
            assumed = true + local.normal(0, local.uniform(0.5, 13), (4, 2)) + local.normal(0, 6, 2)
            views.append(field_view(rows["half"][index], assumed))
            offsets.append((to_field_view(true, assumed) - CORNERS).ravel() / 10)
        yield as_input(np.stack(views), rng), torch.tensor(np.stack(offsets), dtype=torch.float32)


def corner_loss(out: Tensor, offsets: Tensor) -> Tensor:
    """Smooth L1, precise for small offsets; targets are clamped, so that hopeless ones do not dominate."""
    return nn.functional.smooth_l1_loss(out, offsets.clamp(-2, 2), beta=0.05)


def sheet_batches(folder: Path, size: int, rng: Rng | None) -> Iterator[Batch]:
    """Field views and what each shows; whole batches are turned and mirrored, half of it under glare and shadow."""
    rows = load(folder, ("field", "field_kind"), rng is None)
    for chosen in choices(len(rows["field"]), size, rng):
        x, kinds = as_input(rows["field"][chosen], rng), torch.from_numpy(rows["field_kind"][chosen])
        if rng is not None:
            x = torch.rot90(x, int(rng.integers(4)), (2, 3))
            x = x.flip(3) if rng.random() < 0.5 else x
            lit = torch.from_numpy(rng.random((len(chosen), 1, 1, 1)) < 0.5)
            x = torch.where(lit, veiled(x, rng), x)
        yield x, kinds


_WEIGHT_OF_TAKEN = 3.0


def sheet_loss(out: Tensor, kinds: Tensor) -> Tensor:
    """Cross-entropy, weighted more for what the finder takes for a sheet."""
    weight = 1 + (_WEIGHT_OF_TAKEN - 1) * (kinds == TAKEN)
    return nn.functional.binary_cross_entropy_with_logits(out[:, 0], (kinds == SHEET).float(), weight)


def board_loss(out: Tensor, mask: Tensor) -> Tensor:
    """Cross-entropy, weighted more along the edge, from which the corners are found."""
    edge = nn.functional.max_pool2d(mask, 5, 1, 2) + nn.functional.max_pool2d(-mask, 5, 1, 2)
    loss = nn.functional.binary_cross_entropy_with_logits(out, mask, reduction="none")
    return (loss * (1 + 6 * edge)).mean()


def choices(count: int, size: int, rng: Rng | None) -> Iterator[np.ndarray]:
    """Row numbers of endless random batches; with no `rng`, of all rows once."""
    if rng is None:
        yield from (np.arange(first, min(first + size, count)) for first in range(0, count, size))
        return
    while True:
        order = rng.permutation(count)
        yield from (order[first : first + size] for first in range(0, count - size + 1, size))


def tile_targets(rows: np.ndarray, cells: int = 88) -> tuple[np.ndarray, np.ndarray]:
    """Maps (7, cells, cells) and weights (2, cells, cells): heat is a bell round each centre, 1 in its own cell."""
    maps, weights = np.zeros((7, cells, cells), np.float32), np.ones((2, cells, cells), np.float32)
    grid = np.arange(cells) + 0.5
    for x, y, wide_x, wide_y, kind, visible in rows:
        column, row = x / CELL_PX, y / CELL_PX
        if visible < 0.15 or not (0 <= column < cells and 0 <= row < cells):
            continue
        bell = np.exp(-((grid[None, :] - column) ** 2 + (grid[:, None] - row) ** 2) / (2 * 1.1**2))
        if kind == 2 or visible < 0.55:
            weights[:, bell > 0.1] = 0
            continue
        heat, (i, j) = maps[int(kind)], (int(row), int(column))
        np.maximum(heat, bell, out=heat)
        heat[i, j] = 1
        turn, size = 2 * np.arctan2(wide_y, wide_x), np.hypot(wide_x, wide_y) / 11
        near = bell > 0.45
        near[i, j] = True
        for a, b in np.argwhere(near):
            maps[2:, a, b] = (column - b, row - a, np.cos(turn), np.sin(turn), np.log(size) * 4)
    return maps, weights


def tile_batches(folder: Path, size: int, rng: Rng | None) -> Iterator[Batch]:
    """Plan views, maps and weights; whole batches are turned and mirrored."""
    rows = load(folder, ("plan", "tiles"), rng is None)
    for chosen in choices(len(rows["plan"]), size, rng):
        pictures, tiles = rows["plan"][chosen], rows["tiles"][chosen].copy()
        if rng is not None:
            pictures, tiles = turned(pictures, tiles, int(rng.integers(4)), bool(rng.integers(2)))
        targets = [tile_targets(part) for part in tiles]
        maps, weights = (torch.from_numpy(np.stack(part)) for part in zip(*targets, strict=True))
        yield as_input(pictures, rng), maps, weights


def turned(pictures: np.ndarray, tiles: np.ndarray, quarters: int, mirrored: bool) -> tuple[np.ndarray, np.ndarray]:
    """A batch turned clockwise by quarters, then mirrored left to right."""
    high = pictures.shape[1]
    for _ in range(quarters):
        tiles = np.stack(
            [high - tiles[..., 1], tiles[..., 0], -tiles[..., 3], tiles[..., 2], tiles[..., 4], tiles[..., 5]], axis=-1
        )
    pictures = np.rot90(pictures, -quarters, axes=(1, 2))
    if mirrored:
        pictures = pictures[:, :, ::-1]
        tiles = tiles.copy()
        tiles[..., 0], tiles[..., 2] = high - tiles[..., 0], -tiles[..., 2]
    return np.ascontiguousarray(pictures), tiles


def tile_loss(out: Tensor, maps: Tensor, weights: Tensor) -> Tensor:
    """Penalty-reduced focal loss of the centres (CornerNet, Law and Deng 2018) and L1 of the rest at the centres."""
    heat, target = torch.sigmoid(out[:, :2]).clamp(1e-4, 1 - 1e-4), maps[:, :2]
    hit = (target == 1).float()
    found = -((1 - heat) ** 2) * torch.log(heat) * hit
    empty = -((1 - target) ** 4) * heat**2 * torch.log(1 - heat) * (1 - hit)
    # The count of tiles is bounded below, so that empty tables still teach.
    count = hit.sum().clamp(min=8.0)
    near = (maps[:, 4:6].abs().sum(1, keepdim=True) > 0).float() * weights[:, :1]
    scale = torch.tensor([1.0, 1.0, 1.5, 1.5, 1.0], device=out.device).view(1, 5, 1, 1)
    rest = ((out[:, 2:] - maps[:, 2:]).abs() * scale * near).sum() / near.sum().clamp(min=8.0)
    return ((found + empty) * weights).sum() / count + 0.25 * rest


def look_batches(folder: Path, size: int, rng: Rng | None) -> Iterator[Batch]:
    """Context crops and their kinds; mirrored or turned by half at random, under glare and shadow."""
    rows = load(folder, ("look", "look_kind"), rng is None)
    for chosen in choices(len(rows["look"]), size, rng):
        x, kinds = as_input(rows["look"][chosen], rng), torch.from_numpy(rows["look_kind"][chosen].astype(np.int64))
        if rng is not None:
            for axis in (2, 3):
                mirrored = torch.from_numpy(rng.random((len(chosen), 1, 1, 1)) < 0.5)
                x = torch.where(mirrored, x.flip(axis), x)
            lit = torch.from_numpy(rng.random((len(chosen), 1, 1, 1)) < 0.5)
            x = torch.where(lit, veiled(x, rng), x)
        yield x, kinds


def look_loss(out: Tensor, kinds: Tensor) -> Tensor:
    """Cross-entropy."""
    return nn.functional.cross_entropy(out, kinds)


def edge_batches(folder: Path, size: int, rng: Rng | None) -> Iterator[Batch]:
    """Tiles with their surroundings and their corners' errors; mirrored at random, under glare and shadow."""
    rows = load(folder, ("surroundings", "errors"), rng is None)
    for chosen in choices(len(rows["errors"]), size, rng):
        x, errors = as_input(rows["surroundings"][chosen], rng), torch.from_numpy(rows["errors"][chosen])
        if rng is not None:
            for axis, order, sign in ((3, [1, 0, 3, 2], [-1.0, 1.0]), (2, [3, 2, 1, 0], [1.0, -1.0])):
                mirrored = torch.from_numpy(rng.random((len(chosen), 1, 1)) < 0.5)
                x = torch.where(mirrored[..., None], x.flip(axis), x)
                errors = torch.where(mirrored, errors[:, order] * torch.tensor(sign), errors)
            lit = torch.from_numpy(rng.random((len(chosen), 1, 1, 1)) < 0.5)
            x = torch.where(lit, veiled(x, rng), x)
        yield x, errors.flatten(1)


def edge_loss(out: Tensor, errors: Tensor) -> Tensor:
    """Smooth L1 in tenths of a tile's side."""
    return nn.functional.smooth_l1_loss(out * 10, errors * 10, beta=0.05)


SETS_A_BATCH = 12


def face_batches(folder: Path, size: int, rng: Rng | None) -> Iterator[Batch]:
    """Two crops of each face of some sets, one of them of a good picture, and the face that each shows."""
    del size
    rows = load(folder, ("crop", "crop_set", "crop_face", "crop_clean"), rng is None)
    by_set = crops_by_set(rows)
    local = rng or np.random.default_rng(0)
    for number in range(10**9 if rng is not None else 12):
        del number
        chosen, label, group = [], [], 0
        for one in local.choice(list(by_set), min(SETS_A_BATCH, len(by_set)), replace=False):
            for spots in by_set[int(one)].values():
                clean = spots[rows["crop_clean"][spots]]
                taught = int(local.choice(clean if len(clean) else spots))
                chosen += [taught, int(local.choice(spots[spots != taught]))]
                label += [group, group]
                group += 1
        x = as_input(rows["crop"][chosen], rng)
        if rng is not None:
            x = moved(veiled(x, rng), rng, 0.8)
            upside = torch.from_numpy(local.random(group) < 0.3).repeat_interleave(2)
            x = torch.where(upside.view(-1, 1, 1, 1), x.flip(2).flip(3), x)
        yield x, torch.tensor(label)


SHARPNESS = 16.0


def face_loss(vectors: Tensor, label: Tensor) -> Tensor:
    """Each crop should be most similar, among all crops of the batch, to the other crop of its face."""
    similarity = vectors @ vectors.T * SHARPNESS
    similarity.fill_diagonal_(-1e4)
    twin = torch.arange(len(label), device=label.device) ^ 1
    return nn.functional.cross_entropy(similarity, twin)


TASKS: dict[
    str, tuple[Callable[[], nn.Module], Callable[..., Iterator[Batch]], Callable[..., Tensor], int, tuple[int, ...]]
] = {
    "board": (BoardNet, board_batches, board_loss, 16, (3, 256, 320)),
    "corners": (CornerNet, corner_batches, corner_loss, 32, (3, 160, 160)),
    "sheet": (SheetNet, sheet_batches, sheet_loss, 64, (3, 160, 160)),
    "tiles": (TileNet, tile_batches, tile_loss, 8, (3, 352, 352)),
    "edges": (EdgeNet, edge_batches, edge_loss, 256, (3, 44, 32)),
    "faces": (FaceNet, face_batches, face_loss, 0, (3, 44, 32)),
    "looks": (LookNet, look_batches, look_loss, 64, (3, 64, 64)),
    "pairs": (PairNet, pair_batches, pair_loss, 5, ()),
}


class Endless(IterableDataset[Batch]):
    """Endless random batches, made in a process of their own."""

    def __init__(self, task: str, folder: Path) -> None:
        self.task, self.folder = task, folder

    def __iter__(self) -> Iterator[Batch]:
        _, batches, _, size, _ = TASKS[self.task]
        worker = get_worker_info()
        return batches(self.folder, size, np.random.default_rng([int(time.time()), worker.id if worker else 0]))


def train(task: str, folder: Path, out: Path, minutes: float, rate: float, resume: Path | None, workers: int) -> None:
    """Train for `minutes`, print held-back losses, and write `out` (.onnx) and its weights (.pt)."""
    make, batches_of, loss_of, size, shape = TASKS[task]
    torch.manual_seed(0)
    model = make()
    if resume is not None and resume.suffix == ".onnx":
        resume_from(model, resume, some_pictures(task, folder))
    elif resume is not None:
        model.load_state_dict(torch.load(resume))
    model.to(DEVICE, memory_format=torch.channels_last)  # type: ignore[call-overload, unused-ignore]
    next(batches_of(folder, size, np.random.default_rng(0)))  # loads the shards into the cache that the workers share
    batches = DataLoader(Endless(task, folder), batch_size=None, num_workers=workers, prefetch_factor=6)
    for now in trained(model, batches, loss_of, minutes, rate, every_s=60, precision=torch.bfloat16):
        torch.save(model.state_dict(), out.with_suffix(".pt"))
        progress = f"{task} {now.part:.0%} step {now.step} loss {now.loss:.4f}"
        sys.stdout.write(f"{progress} held back {held_back(model, task, folder):.4f}\n")
        sys.stdout.flush()
    model.cpu()
    if isinstance(model, PairNet):
        export(model.crops, out.with_name("crops.onnx"), (3, 44, 32), MANY)
        export(model.mix, out, (2 * CropNet.VIEW[0], *CropNet.VIEW[1:]), MANY)
    else:
        export(model, out, shape, MANY if task in ("edges", "faces", "looks") else {})


def resume_from(model: nn.Module, shipped: Path, pictures: Tensor) -> None:
    """Fill the network with the trained weights of an ONNX file; that of pairs has a second file beside it."""
    if not isinstance(model, PairNet):
        load_shipped(model, shipped, pictures)
        return
    crops = pictures.flatten(0, 2)[:_MANY_CROPS]
    load_shipped(model.crops, shipped.with_name("crops.onnx"), crops)
    with torch.no_grad():
        views = model.crops.eval()(crops)
    load_shipped(model.mix, shipped, torch.cat([views, views.roll(1, 0)], 1))
    model.train()


def some_pictures(task: str, folder: Path) -> Tensor:
    """Input pictures of the network, at least 64 of the shard that is held back."""
    _, batches, _, size, _ = TASKS[task]
    every = (x for x, *_ in batches(folder, size, None))
    return torch.cat([x for x, _ in zip(every, range(64 // max(size, 1) + 1), strict=False)])


def held_back(model: nn.Module, task: str, folder: Path) -> float:
    """The mean loss on the shard that training does not see."""
    _, batches, loss_of, size, _ = TASKS[task]
    model.eval()
    with torch.no_grad():
        every = ([part.to(DEVICE) for part in batch] for batch in batches(folder, size, None))
        losses = [loss_of(model(x), *target).item() for x, *target in every]
    model.train()
    return float(np.mean(losses))


def main() -> int:
    """Train one network."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("task", choices=sorted(TASKS))
    parser.add_argument("tables", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--resume", type=Path, help="weights to go on from: .pt, or .onnx as trained")
    parser.add_argument("--workers", type=int, default=1, help="processes that make batches")
    args = parser.parse_args()
    train(args.task, args.tables, args.out, args.minutes, args.rate, args.resume, args.workers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
