"""The truth of drops: of simulated ones, and of photographed sequences with their `truth.json`."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from device.config.frames import load_frame
from engines.drop_it.frame import Frame, level_of, sticks_out
from engines.drop_it.geometry import Point, distance, gap, gap_to_segment, polygon_of
from engines.drop_it.measuring import Resting, landing
from engines.messages import Refusal, message
from simulator.render.frame.physics import Basin
from simulator.render.frame.pieces import Lying
from simulator.render.pieces import Hand
from simulator.scenes.frames import RandomFrame, random_frame, shuffled_pieces
from vision.pictures import open_picture
from vision.reading import Picture, Points

NEAR = 3.0  # mm: farther things are left out
_FLAT = 0.05  # mm below the highest point within which a point lies on the same level side
_SLACK = 0.1  # mm: gap that the physics may leave between things in contact


@dataclass(frozen=True)
class TrueCircle:
    """A bonus circle that a piece covers or misses narrowly."""

    size: str
    is_covered: bool
    margin: float  # mm by which it is covered or missed


@dataclass(frozen=True)
class TrueDrop:
    """A piece that was dropped, and how it landed."""

    piece: str
    outline: tuple[Point, ...]  # mm
    gaps: dict[str, float]  # mm to each thing nearer than `NEAR`, by items as in `Measured.doubtful`
    level: int
    level_margin: float  # mm from the highest point to the nearest line
    circles: tuple[TrueCircle, ...]
    above: bool  # whether it reaches above the top line
    above_margin: float  # mm from the highest point to the top line


@dataclass(frozen=True)
class Stretch:
    """Drops into one frame before one fixed camera."""

    name: str
    frame: Frame
    plane: tuple[Points, Points]  # the outermost corners of the frame's print, in mm and in px (4 × 2 each)
    empty: Picture  # of the empty frame
    drops: tuple[tuple[Picture, TrueDrop], ...]  # the picture after each drop, and its truth
    begun: tuple[Picture, ...] = ()  # pictures before the first of these drops, with what lay there by then


def true_drop(frame: Frame, piece: str, outline: Sequence[Point], others: Sequence[Resting]) -> TrueDrop:
    """How a piece landed, by its exact outline."""
    drop = landing(frame, piece, outline, others, slack=_SLACK)
    gaps: dict[str, float] = {}
    near = [(f"touch {name}", gap(outline, other, NEAR)) for name, other in others]
    near += [(f"edge {edge.shape}", gap_to_segment(outline, edge.segment, NEAR)) for edge in frame.edges]
    for item, away in near:
        if away < NEAR:
            gaps[item] = min(away, gaps.get(item, away))
    circles = ((one.size, distance(outline, one.centre) - one.radius) for one in frame.circles)
    return TrueDrop(
        piece,
        tuple(outline),
        gaps,
        drop.level,
        _level_margin(frame, outline),
        tuple(TrueCircle(size, away <= 0, abs(away)) for size, away in circles if away < NEAR),
        drop.above,
        0.0 if drop.above and not sticks_out(frame, outline) else _above_margin(frame, outline),
    )


def _level_margin(frame: Frame, outline: Sequence[Point]) -> float:
    """How far (mm) the highest point is from the nearest line; 0 if a level side spans two levels."""
    highest = max(y for _, y in outline)
    tops = [point for point in outline if point[1] >= highest - _FLAT]
    if len({level_of(frame, [top]) for top in tops}) > 1:
        return 0.0
    return min(abs(line.height_at(x) - y) for x, y in tops for line in frame.lines)


def _above_margin(frame: Frame, outline: Sequence[Point]) -> float:
    return abs(max(y - frame.top.height_at(x) for x, y in outline))


def simulated(seed: int, drops: int) -> Stretch:
    """Drops into a random frame, everything at rest in each picture; the white balance wanders a little."""
    made, rng = random_frame(seed), np.random.default_rng([seed, 42])
    empty, scene = take_picture(made, (), rng), made.scene
    pictures = tuple((take_picture(made, lying, rng), true) for lying, true in fallen(made, drops, rng))
    corners = outermost(scene.frame)
    return Stretch(f"{seed}", scene.frame, (corners, scene.camera.project(corners, 0.0)), empty, pictures)


def fallen(made: RandomFrame, drops: int, rng: np.random.Generator) -> Iterator[tuple[Sequence[Lying], TrueDrop]]:
    """What lies in a frame after each drop, and how the last piece landed."""
    scene, basin = made.scene, Basin(made.scene.frame.outline, made.scene.sizes)
    for piece in shuffled_pieces(rng)[:drops]:
        basin.drop(piece, float(rng.uniform(-1, 1)) * reach(scene.frame, scene.sizes.radius), float(rng.uniform(0, 7)))
        *others, new = ((one.piece, polygon_of(one.outline(scene.sizes))) for one in basin.lying)
        yield basin.lying, true_drop(scene.frame, *new, others)


def take_picture(
    made: RandomFrame, pieces: Sequence[Lying], rng: np.random.Generator, hands: Sequence[Hand] = ()
) -> Picture:
    """A photograph with a slightly random white balance."""
    return made.developed(made.scene.radiance(pieces, hands), rng)


def reach(frame: Frame, radius: float) -> float:
    """How far (mm) from the middle of the mouth a piece can be let go, by its middle."""
    return max(0.0, frame.mouth[1][0] - radius)


def outermost(frame: Frame) -> Points:
    """The corners of the box round a frame's inside, anticlockwise from its lower left (4 × 2 mm)."""
    (left, low), (right, top) = np.min(frame.outline, axis=0), np.max(frame.outline, axis=0)
    return np.array([[left, low], [right, low], [right, top], [left, top]])


def photographed(folder: Path) -> Stretch:
    """A sequence of photographs with its `frame.toml` and `truth.json`; raises `Refusal` if it has none."""
    if not (folder / "truth.json").is_file():
        raise Refusal(message("reading.no_photographs", folder=str(folder)))
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    frame, camera = load_frame(folder / "frame.toml"), truth["camera"]
    drops = tuple(_photographed_drops(folder, truth["pictures"]))
    before = [one["photo"] for one in truth["pictures"] if "dropped" not in one and one["pieces"]]
    corners = outermost(frame)
    rotation, _ = cv2.Rodrigues(np.array(camera["R_frame_to_cam"]))
    pixels, _ = cv2.projectPoints(
        np.column_stack([corners, np.zeros(4)]),
        rotation,
        np.array(camera["t_frame_to_cam_mm"]),
        np.array(camera["K"]),
        np.array(camera["dist_k1k2p1p2k3"]),
    )
    plane = corners, np.asarray(pixels, np.float64).reshape(-1, 2)
    empty = open_picture(folder / "empty.jpg")
    return Stretch(folder.name, frame, plane, empty, drops, tuple(open_picture(folder / photo) for photo in before))


def _photographed_drops(folder: Path, pictures: Sequence[dict[str, object]]) -> Iterator[tuple[Picture, TrueDrop]]:
    for entry in pictures:
        drop = entry.get("dropped")
        if isinstance(drop, dict):
            gaps: dict[str, float] = {}
            for one in drop["contacts"]:
                item = {"piece": f"touch {one.get('piece')}", "edge": f"edge {one.get('shape')}"}.get(one["with"])
                if item is not None:
                    gaps[item] = min(one["gap_mm"], gaps.get(item, NEAR))
            yield (
                open_picture(folder / str(entry["photo"])),
                TrueDrop(
                    drop["piece"],
                    tuple((x, y) for x, y in drop["outline_mm"]),
                    gaps,
                    drop["level"],
                    drop["level_margin_mm"],
                    tuple(TrueCircle(one["size"], one["covered"], one["margin_mm"]) for one in drop["circles"]),
                    drop["above"],
                    drop.get("above_margin_mm", NEAR),
                ),
            )
