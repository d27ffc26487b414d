"""Random tables of every kind that the seven games make, and cameras and hands above them."""

from collections.abc import Callable, Sequence

import numpy as np

from engines.vocabulary import BACK, TILE_FACES
from simulator.render.pieces import Hand, Tile
from vision.dimensions import CELL, SHEET, TILE_HIGH, TILE_THICK, TILE_WIDE
from vision.geometry.camera_pose import CameraView, sheet_corners, usual_matrix

Rng = np.random.Generator


def random_view(rng: Rng, size: tuple[int, int] = (1280, 960), most_roll: float = 180.0) -> CameraView:
    """A camera on a stand above the tray: turned by up to `most_roll` degrees, tilted by up to 18."""
    matrix = usual_matrix(size, rng.uniform(60, 78))
    tilt, direction, roll = np.radians(
        [abs(rng.normal(0, 9)) % 18, rng.uniform(0, 360), rng.uniform(-most_roll, most_roll)]
    )
    spread = rng.uniform(430, 640)  # mm of table over the picture's height
    distance = matrix[0, 0] * spread / size[1]
    shift = np.array([*rng.normal(0, 0.035, 2) * spread, distance])
    return CameraView(matrix, tilted(tilt, direction, roll), shift, size)


def tilted(tilt: float, direction: float, roll: float) -> np.ndarray:
    """The rotation (3×3) of a camera that looks straight down, turned by `roll` and leant over (radians)."""
    lean = _turn_about(np.array([np.cos(direction), np.sin(direction), 0.0]), tilt)
    return np.asarray(lean @ _turn_about(np.array([0.0, 0.0, 1.0]), roll) @ np.diag([1.0, -1.0, -1.0]))


def whole_view(rng: Rng, most_roll: float = 180.0) -> CameraView:
    """A camera that sees the whole sheet, as people are asked to set it up."""
    while True:
        view = random_view(rng, most_roll=most_roll)
        corners = view.project(np.column_stack([sheet_corners(), np.zeros(4)]))
        if (corners > 0).all() and (corners < np.array(view.size)).all():
            return view


def _turn_about(axis: np.ndarray, angle: float) -> np.ndarray:
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross)


def _face(rng: Rng, backs: float) -> str:
    if rng.random() < backs:
        return "back"
    return "blank" if rng.random() < 0.01 else str(rng.choice(TILE_FACES))


def squares(rng: Rng) -> list[Tile]:
    """Tiles on an 8×8 board, laid more or less accurately."""
    share, backs = rng.uniform(0, 1), rng.choice([0.0, 0.3, 0.5, 1.0])
    care, twist = rng.uniform(0.3, 3.2), rng.uniform(0.5, 9)
    direction = rng.choice([0, 90, 180, 270])
    tiles = []
    for row in range(8):
        for column in range(8):
            if rng.random() < share:
                x, y = (column - 3.5) * CELL + rng.normal(0, care), (3.5 - row) * CELL + rng.normal(0, care)
                pose = "upright" if rng.random() < 0.03 else "flat"
                half = 180 * (rng.random() < 0.25)
                tiles.append(Tile(x, y, _face(rng, backs), direction + half + rng.normal(0, twist), pose=pose))
    return tiles


def _row(
    rng: Rng, count: int, start: tuple[float, float], direction: float, backs: float, z: float = 0.0
) -> list[Tile]:
    """Tiles side by side from `start` in direction `direction`, now and then one laid across."""
    tiles, at = [], np.array(start)
    along = np.array([np.cos(np.radians(direction)), np.sin(np.radians(direction))])
    gap = rng.choice([0.15, 0.6, 2.0, 4.0]) * rng.uniform(0.3, 1)
    facing = direction + rng.choice([0, 0, 0, 180])
    for _ in range(count):
        across = rng.random() < 0.06
        wide = TILE_HIGH if across else TILE_WIDE
        at = at + along * wide / 2
        x, y = at + rng.normal(0, 0.5, 2)
        tiles.append(Tile(x, y, _face(rng, backs), facing + 90 * across + rng.normal(0, 1.2), z))
        at = at + along * (wide / 2 + abs(rng.normal(0, gap)) + 0.1)
    return tiles


def _wall(rng: Rng) -> list[Tile]:
    """A block of face-down tiles, touching, two high in places, with a turned-up one on top."""
    columns, rows = int(rng.integers(1, 6)), int(rng.integers(1, 5))
    turn = rng.choice([0, 90]) + rng.normal(0, 2)
    along = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
    across = np.array([-along[1], along[0]])
    middle, gap, tiles = rng.normal(0, 18, 2), rng.uniform(0.1, 1.2), []
    for row in range(rows):
        for column in range(columns):
            if rng.random() < 0.12:
                continue
            spot = middle + along * (column - columns / 2 + 0.5) * (TILE_WIDE + gap)
            spot = spot + across * (row - rows / 2 + 0.5) * (TILE_HIGH + gap)
            x, y = spot + rng.normal(0, 0.4, 2)
            tiles.append(Tile(x, y, "back", turn + rng.normal(0, 0.8)))
            if rng.random() < 0.5:
                face = "back" if rng.random() < 0.85 else _face(rng, 0)
                tiles.append(Tile(x + rng.normal(0, 0.6), y, face, turn + rng.normal(0, 1.0), TILE_THICK))
    return tiles


def rows(rng: Rng) -> list[Tile]:
    """The rows of Galaxy Jarapon: discards, open sets, a shown hand, the rest of the wall."""
    tiles = _wall(rng) if rng.random() < 0.75 else []
    for side in range(4):
        direction = side * 90.0
        turn = np.radians(direction)
        inward = np.array([-np.sin(turn), np.cos(turn)])
        along = np.array([np.cos(turn), np.sin(turn)])
        lines = [(80.0 + 31 * k, int(rng.integers(1, 7))) for k in range(int(rng.integers(0, 3)))]
        if rng.random() < 0.6:
            lines.append((float(rng.uniform(118, 135)), int(rng.integers(3, 11))))
        for depth, count in lines:
            start = -inward * depth + along * rng.uniform(-110, 20)
            backs = 0.0 if rng.random() < 0.85 else 0.6
            tiles += _row(rng, count, (float(start[0]), float(start[1])), direction + rng.normal(0, 2), backs)
    return tiles


def strewn(rng: Rng) -> list[Tile]:
    """Tiles scattered over the sheet, turned at random."""
    backs = rng.choice([0.0, 0.5, 0.95])
    spots = rng.uniform(-SHEET / 2 + 16, SHEET / 2 - 16, (int(rng.integers(1, 75)), 2))
    return [
        Tile(
            float(x),
            float(y),
            _face(rng, backs),
            rng.uniform(0, 360),
            pose="upright" if rng.random() < 0.04 else "flat",
        )
        for x, y in spots
    ]


def shuffled(rng: Rng) -> list[Tile]:
    """Tiles pushed together after shuffling: turned at random, most touching others, nearly all face down."""
    direction, twist = rng.uniform(0, 360), rng.choice([4.0, 25.0, 90.0])
    x, y = rng.uniform(-110, 110, 2)
    tiles = [Tile(float(x), float(y), "back", rng.uniform(0, 360))]
    backs = rng.choice([0.7, 0.95, 1.0])
    for _ in range(int(rng.integers(12, 75))):
        by = tiles[int(rng.integers(len(tiles)))]
        angle = direction + rng.choice([0, 90]) + rng.normal(0, twist)
        tile = _beside(rng, by, _face(rng, backs), angle, tiles)
        tiles += [tile] if tile else []
    return tiles


def _beside(rng: Rng, by: Tile, face: str, angle: float, others: Sequence[Tile]) -> Tile | None:
    """A tile as near to another as fits in a random direction; None where there is no room."""
    out = np.radians(rng.choice([by.turn + 90 * rng.integers(4), rng.uniform(0, 360)]))
    for far in np.arange(21.0, 37.0, 1.5) + rng.uniform(0, 1.5):
        tile = Tile(by.x + far * float(np.cos(out)), by.y + far * float(np.sin(out)), face, angle)
        if max(abs(tile.x), abs(tile.y)) > SHEET / 2 - 13:
            return None
        ring = tile.corners()[:4, :2]
        near = (o for o in others if np.hypot(o.x - tile.x, o.y - tile.y) < 38)
        if not any(_overlap(ring, other.corners()[:4, :2]) for other in near):
            return tile
    return None


def armies(rng: Rng) -> list[Tile]:
    """Upright tiles of two players who face each other on an 8×8 board, and what they have captured, lying beside."""
    direction, care = rng.choice([0.0, 90.0]), rng.uniform(0.3, 3)
    spots = rng.permutation(64)[: int(rng.integers(4, 26))]
    tiles = []
    for spot in spots:
        x, y = (spot % 8 - 3.5) * CELL + rng.normal(0, care), (3.5 - spot // 8) * CELL + rng.normal(0, care)
        turn = direction + 180 * rng.integers(2) + rng.normal(0, 3)
        tiles.append(Tile(float(x), float(y), _face(rng, 0), float(turn), pose="upright"))
    for side in (-1, 1):
        start = np.array([rng.uniform(-130, 30), side * rng.uniform(115, 132)])
        start = start if direction == 0 else start[::-1]
        tiles += _row(rng, int(rng.integers(0, 5)), (float(start[0]), float(start[1])), direction, 0.1)
    return tiles


def nine_by_six(rng: Rng) -> list[Tile]:
    """Rows that grow from a middle column, as in Kylo Ren Siege."""
    direction = rng.choice([0, 90, 180, 270])
    turn = np.radians(direction)
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    tiles = []
    for row in range(6):
        low, high = int(rng.integers(0, 5)), int(rng.integers(5, 10))
        for column in range(low, high):
            spot = turned @ np.array([(column - 4) * 32.0, (2.5 - row) * 46.0]) + rng.normal(0, 1.5, 2)
            tiles.append(Tile(float(spot[0]), float(spot[1]), str(column + 1), direction + rng.normal(0, 3)))
    return tiles


def doubt(rng: Rng) -> list[Tile]:
    """Expose the Lie: nine headings, stacks under them, and tiles turned up; the headings come first.

    The headings lie in a row or three by three, and their stacks all on the same side of them.
    """
    direction, gap, in_row = rng.choice([0, 90, 180, 270]) + rng.normal(0, 3), rng.uniform(25, 31), rng.random() < 0.6
    turn, care = np.radians(direction), rng.uniform(0.3, 2)
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    at = [((n - 4) * gap, 30.0) if in_row else ((n % 3 - 1) * 3 * gap, 90.0 - n // 3 * 84) for n in range(9)]
    facing = direction + rng.choice([0, 180])

    def tile(spot: Sequence[float], face: str, turn: float, z: float = 0.0) -> Tile:
        x, y = turned @ np.array(spot) + rng.normal(0, min(care, (gap - 24) / 2), 2)
        return Tile(float(x), float(y), face, turn + rng.normal(0, 1.5), z)

    headings = [tile(spot, str(n + 1), facing) for n, spot in enumerate(at)]
    stacks = [
        tile((x, y - 36), "back", direction, high * TILE_THICK)
        for x, y in at
        for high in range(int(rng.choice([0, 0, 1, 1, 2, 3])))
    ]
    shown = [
        tile((x, 100 if in_row else 130), _face(rng, 0), direction) for x in np.arange(int(rng.integers(0, 4))) * 35.0
    ]
    return headings + stacks + shown


def doubt_roles(tiles: Sequence[Tile]) -> list[str]:
    """The role of each tile of `doubt`: `heading`, `stack` or `turned`."""
    return ["heading" if n < 9 else "stack" if tile.face == "back" else "turned" for n, tile in enumerate(tiles)]


def free(tiles: Sequence[Tile]) -> list[Tile]:
    """The tiles without later ones that overlap an earlier one or lie off the sheet."""
    kept: list[Tile] = []
    for tile in tiles:
        corners = tile.corners()[:4, :2]
        if np.abs(corners).max() > SHEET / 2 + 6:
            continue
        near = (other for other in kept if other.z == tile.z and np.hypot(other.x - tile.x, other.y - tile.y) < 40)
        if not any(_overlap(corners, other.corners()[:4, :2]) for other in near):
            kept.append(tile)
    return kept


def _overlap(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two convex quadrilaterals overlap by more than half a millimetre (separating axes)."""
    for shape in (one, other):
        for side in np.diff(np.vstack([shape, shape[:1]]), axis=0)[:2]:
            axis = np.array([-side[1], side[0]]) / np.linalg.norm(side)
            first, second = one @ axis, other @ axis
            if first.max() < second.min() + 0.5 or second.max() < first.min() + 0.5:
                return False
    return True


def racks(rng: Rng) -> list[Tile]:
    """Tiles that stand in the players' racks on the tray's rails."""
    tiles = []
    for side in range(4):
        if rng.random() < 0.5:
            continue
        count, turn = int(rng.integers(1, 10)), side * 90
        out, start = rng.uniform(170, 190), rng.uniform(-140, 140 - count * 22.3)
        angle = np.radians(turn)
        for k in range(count):
            along = start + k * 22.3
            x, y = -np.sin(angle) * -out + np.cos(angle) * along, np.cos(angle) * -out + np.sin(angle) * along
            tiles.append(Tile(float(x), float(y), "1", turn, rng.uniform(0, 8), "rack"))
    return tiles


def random_hand(rng: Rng) -> Hand:
    """A hand over the board or beside it, bare or with a sleeve of any colour."""
    shade = rng.uniform(0.35, 1.05)
    skin = (140 * shade, 170 * shade, 225 * shade)
    sleeve = skin if rng.random() < 0.3 else tuple(rng.uniform(20, 235, 3))
    x, y = rng.uniform(-190, 190, 2)
    return Hand(x, y, rng.uniform(0, 360), rng.uniform(18, 80), skin, sleeve, rng.uniform(0.6, 1.3))


def lesson_tiles(rng: Rng) -> list[Tile]:
    """One tile of each face in reading order, as for teaching."""
    tiles = []
    turn, gap = rng.normal(0, 3), rng.uniform(28, 40)
    for number, face in enumerate((*TILE_FACES, BACK)):
        row, column = divmod(number, 6)
        x, y = (column - 2.5) * gap + rng.normal(0, 2), 25 - row * rng.uniform(40, 48) + rng.normal(0, 2)
        tiles.append(Tile(x, y, face, turn + rng.normal(0, 4)))
    return tiles


KINDS: tuple[Callable[[Rng], list[Tile]], ...] = (
    squares,
    rows,
    doubt,
    strewn,
    shuffled,
    armies,
    nine_by_six,
    lesson_tiles,
)
SHARES = (0.3, 0.29, 0.06, 0.07, 0.12, 0.08, 0.05, 0.03)


def random_tiles(rng: Rng, kinds: Sequence[str] = ()) -> tuple[list[Tile], str]:
    """The tiles of a random table and its kind of sheet; `kinds`: names of allowed `KINDS`, by default all."""
    wanted = [not kinds or kind.__name__ in kinds for kind in KINDS]
    shares = np.where(wanted, SHARES, 0.0)
    kind = KINDS[int(rng.choice(len(KINDS), p=shares / shares.sum()))]
    sheet = str(rng.choice(["stars", "stars", "grid", "cells"]))
    if kind in (squares, armies, nine_by_six):
        sheet = "cells" if kind is nine_by_six else "grid"
    return free(kind(rng)) + racks(rng), sheet
