"""Measures how a frame of Drop It is made on a picture: what is proposed, and what becomes of marks that are a bit off.

A folder is that of a photographed sequence, with `empty.jpg`, `frame.toml` and `truth.json`.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from device.drop_it.frame_sketch import Pixel, Sketch, SketchedCircle, Wall
from device.drop_it.measured_frame import measured_frame
from engines.drop_it.frame import Circle, Frame, parse_frame, write_frame
from engines.drop_it.geometry import to_segment
from tools.artwork.random_frames import HELD_BACK, random_frame
from vision.drop_it.frame_proposal import FrameProposal, proposed_frame
from vision.pictures import open_picture
from vision.reading import Picture, Points

HANDS = 20  # people who mark the same picture
_NEAR = 3.0  # px: what is proposed nearer to the truth is found
_DRAGGED = 10.0  # px: a corner that is nearer is soon dragged


@dataclass(frozen=True)
class TrueFrame:
    """A frame as it is, a picture of it without pieces, and the true camera: as in `cv2.projectPoints`."""

    frame: Frame
    picture: Picture
    lens: NDArray[np.float64]
    bent: NDArray[np.float64]
    rotation: NDArray[np.float64]
    shift: NDArray[np.float64]

    @classmethod
    def of(cls, folder: Path) -> "TrueFrame":
        """The frame of a photographed sequence."""
        camera = json.loads((folder / "truth.json").read_text(encoding="utf-8"))["camera"]
        names = ("K", "dist_k1k2p1p2k3", "R_frame_to_cam", "t_frame_to_cam_mm")
        frame = parse_frame((folder / "frame.toml").read_text(encoding="utf-8"), "frame.toml")
        return cls(frame, open_picture(folder / "empty.jpg"), *(np.array(camera[name]) for name in names))

    @classmethod
    def simulated(cls, seed: int) -> "TrueFrame":
        """A frame as chance will have it."""
        drawn = random_frame(seed)
        camera, rng = drawn.scene.camera, np.random.default_rng(seed)
        lens = np.array([[camera.focal, 0, camera.centre[0]], [0, camera.focal, camera.centre[1]], [0, 0, 1.0]])
        picture = drawn.scene.picture([], drawn.sensor, rng)
        turn = camera.rotation
        return cls(drawn.scene.frame, picture, lens, np.array([*camera.radial, 0, 0]), turn, -turn @ camera.eye)

    def project(self, points: Sequence[tuple[float, float]] | Points, z: float) -> Points:
        """Where points of the frame (n × 2 mm, `z` mm before the print) are in the picture (px)."""
        deep = np.column_stack([np.asarray(points, np.float64), np.full(len(points), z)])
        flat, _ = cv2.projectPoints(deep, cv2.Rodrigues(self.rotation)[0], self.shift, self.lens, self.bent)
        return np.asarray(flat, np.float64).reshape(-1, 2)

    def sketch(self, off: float, rng: np.random.Generator) -> Sketch:
        """What somebody marks who is `off` px beside each point in each direction, and measures exactly."""

        def marked(points: Sequence[tuple[float, float]], z: float) -> list[Pixel]:
            placed = self.project(points, z)
            return [(float(x), float(y)) for x, y in placed + rng.normal(0, off, placed.shape)]

        frame = self.frame
        outline = np.array(frame.outline)
        return Sketch(
            frame.name,
            tuple(marked(frame.outline, frame.depth)),
            tuple((left, right) for left, right in (marked([line.left, line.right], 0.0) for line in frame.lines)),
            tuple(
                SketchedCircle(marked([one.centre], 0.0)[0], self._radius(one) + rng.normal(0, off), one.size)
                for one in frame.circles
            ),
            tuple(_walls(frame)),
            float(np.ptp(outline[:, 0])),
            float(outline[:, 1].max()),
            frame.depth,
        )

    def _radius(self, circle: Circle) -> float:
        """How large a circle looks (px)."""
        angles = np.linspace(0, 2 * np.pi, 32, endpoint=False)
        rim = np.column_stack([np.cos(angles), np.sin(angles)]) * circle.radius + circle.centre
        return float(np.hypot(*(self.project(rim, 0.0) - self.project([circle.centre], 0.0)).T).mean())


def _walls(frame: Frame) -> list[Wall]:
    walls = []
    for start, wall in enumerate(pairwise(frame.outline)):
        on_it = [edge for edge in frame.edges if max(to_segment(end, wall) for end in edge.segment) < 1]
        if on_it:
            walls.append(Wall(start, tuple((edge.shape, edge.colour) for edge in on_it)))
    return walls


def proposal_counts(true: TrueFrame) -> NDArray[np.int64]:
    """How much is proposed rightly, and of how much: lines, circles, their sizes, corners within 3 and 10 px, shapes.

    The last number is the milliseconds that it took.
    """
    started = time.process_time()
    seen = proposed_frame(true.picture)
    spent_ms = (time.process_time() - started) * 1000
    frame = true.frame
    lines = sum(_has_line(seen, true.project([line.left, line.right], 0.0)) for line in frame.lines)
    sizes = [_size_of(seen, true.project([circle.centre], 0.0)[0]) for circle in frame.circles]
    right = sum(size == circle.size for size, circle in zip(sizes, frame.circles, strict=True))
    corners = true.project(frame.outline, frame.depth)
    away = np.hypot(*(corners[:, None] - seen.outline[None]).transpose(2, 0, 1)).min(axis=1)
    walls = zip((seen.left, seen.base, seen.right), _walls(frame), strict=True)
    # Where a wall seems to have another number of parts, people name them all.
    shapes = sum(
        one == other
        for told, wall in walls
        if len(told) == len(wall.prints)
        for one, (other, _) in zip(told, wall.prints, strict=True)
    )
    near, dragged = (away < _NEAR).sum(), (away < _DRAGGED).sum()
    counts = (lines, len(frame.lines), sum(map(bool, sizes)), len(sizes), right, near, dragged, len(away), shapes)
    return np.array([*counts, len(frame.edges), round(spent_ms)], np.int64)


def _row(name: str, counts: NDArray[np.int64]) -> str:
    lines, of_lines, circles, of_circles, sizes, near, dragged, corners, shapes, of_shapes, ms = counts
    parts = [f"{lines} of {of_lines}", f"{circles} of {of_circles}", f"{sizes}", f"{near}, {dragged} of {corners}"]
    parts += [f"{shapes} of {of_shapes}", f"{ms}"]
    return f"{name:10}" + " ".join(f"{part:>{wide}}" for part, wide in zip(parts, (10, 10, 6, 15, 11, 5), strict=True))


def _has_line(seen: FrameProposal, ends: Points) -> bool:
    found = [np.polynomial.Polynomial.fit(line[:, 0], line[:, 1], 1) for line in seen.lines]
    return any(np.abs(line(ends[:, 0]) - ends[:, 1]).max() < _NEAR for line in found)


def _size_of(seen: FrameProposal, centre: Points) -> str:
    """The size of the circle that is proposed there; "" without one."""
    near = [circle for circle in seen.circles if np.hypot(*np.subtract(circle.centre, centre)) < _NEAR]
    return near[0].size if near else ""


def accuracy_row(true: TrueFrame, off: float) -> str:
    """How far corners, lines (at their ends), middles and radii of circles are from the truth: mean and 95 %, in mm."""
    corners, lines, middles, radii = [], [], [], []
    for seed in range(HANDS):
        made = measured_frame(true.picture, true.sketch(off, np.random.default_rng(seed))).frame
        corners.append(np.hypot(*np.subtract(made.outline, true.frame.outline).T))
        pairs = list(zip(made.lines, true.frame.lines, strict=True))
        lines.append([abs(line.height_at(x) - y) for line, one in pairs for x, y in (one.left, one.right)])
        circles = list(zip(made.circles, true.frame.circles, strict=True))
        middles.append([float(np.hypot(*np.subtract(one.centre, other.centre))) for one, other in circles])
        radii.append([abs(one.radius - other.radius) for one, other in circles])
    found = (np.concatenate([np.ravel(one) for one in some]) for some in (corners, lines, middles, radii))
    return " ".join(f"{one.mean():6.2f}, {np.percentile(one, 95):.2f}" for one in found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints what is proposed in each folder's picture, and what becomes of marks that are beside the truth."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.frame_lesson", description=__doc__)
    parser.add_argument("folder", nargs="*", type=Path)
    parser.add_argument("--frames", type=int, default=0, help="so many simulated frames besides (default: none)")
    parser.add_argument("--seed", type=int, default=HELD_BACK, help="of the first of them (default: %(default)s)")
    parser.add_argument("--off", type=float, nargs="+", default=[0.0, 1.0], help="px (default: 0 1)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the frames that the first three people make")
    args = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    frames = {folder.name: TrueFrame.of(folder) for folder in args.folder}
    sys.stdout.write("               lines    circles  sizes  corners 3, 10      shapes    ms\n")
    for name, true in frames.items():
        sys.stdout.write(f"{_row(name, proposal_counts(true))}\n")
    if args.frames:
        counts = [proposal_counts(TrueFrame.simulated(args.seed + number)) for number in range(args.frames)]
        sys.stdout.write(f"{_row('simulated', np.sum(counts, axis=0))}\n")
    sys.stdout.write("off, px         corners       lines     circles       radii\n")
    for name, true in frames.items():
        for number in range(3 if args.keep else 0):
            made = measured_frame(true.picture, true.sketch(args.off[-1], np.random.default_rng(number))).frame
            (args.keep / f"{name}-{number}.toml").write_text(write_frame(made), encoding="utf-8")
        for off in args.off:
            sys.stdout.write(f"{name:8} {off:g} {accuracy_row(true, off)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
