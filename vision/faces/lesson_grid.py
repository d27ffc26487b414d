"""The grid in which the tiles of a lesson are laid: which find lies at which place, what is missing or too much.

False finds may be as many as tiles are missed, so that a count proves nothing. What does: rows of one spacing, one
below the other, of tiles of one size.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.dimensions import TILE_HIGH, TILE_WIDE
from vision.reading import Points
from vision.tiles.detector import TileDetection

_MAX_OFFSET = 0.35  # of a spacing from its place: from half of one on it would be at the next
# Of a spacing along rows by which a row may begin beside the one above; by one, it lacks its first tile
_MAX_SHEAR = 0.35
_MAX_SIZE_DIFFERENCE = 0.12  # log ratio between the size of a tile and that of all
_MAX_ASKEW = np.radians(30)  # between a tile and its row
_MIN_ROOM = 1.5  # usual steps from one tile of a row to the next that leave room for another one between them
_MIN_STEP = 0.9  # of a tile's side, between two of them
_BESIDE = 1 + _MAX_OFFSET  # spacings beside the grid within which nothing else may look like its tiles
_ASKED_FOR = 6  # columns, as people are shown to lay the tiles
_MIN_LEAD = 0.7  # log odds by which a print on the sheet looks less like a tile than the faintest one does
_MAX_EMPTY = 2  # places may be empty in a grid that is told from others by the rest
_MAX_TRIALS = 20_000  # random hypotheses for a layout: of eleven tiles some hundred are right


@dataclass(frozen=True)
class LessonGrid:
    """`columns` of places in reading order, each with its tile; None where none is found.

    `axes`: the first place, the step along a row and the step from row to row (3 × 2 top-view px). `size`: of tiles.
    `too_many`: what looks as much like a tile as they do, among the places or beside them, and has none.
    """

    columns: int
    tiles: tuple[TileDetection | None, ...]
    axes: Points
    size: float
    too_many: tuple[TileDetection, ...]

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of the empty places, the first being 0."""
        return tuple(number for number, tile in enumerate(self.tiles) if tile is None)

    @property
    def is_whole(self) -> bool:
        """Whether each place holds one tile, and nothing else may be one."""
        return not self.missing and not self.too_many

    @property
    def is_told(self) -> bool:
        """Whether so few tiles are missing that it is known which."""
        return len(self.missing) <= min(_MAX_EMPTY, len(self.tiles) // 4)

    def row_and_place(self, number: int) -> tuple[int, int]:
        """Where a place is, both counted from 1."""
        row, column = divmod(number, self.columns)
        return row + 1, column + 1

    def nearest(self, stray: TileDetection) -> int:
        """The number of the place that is nearest to a find."""
        off = [np.subtract(self.tile_at(number).centre, stray.centre) for number in range(len(self.tiles))]
        return int(np.linalg.norm(off, axis=1).argmin())

    def rows(self) -> list[list[TileDetection]]:
        """The tiles that are found, row by row, left to right."""
        starts = range(0, len(self.tiles), self.columns)
        return [[tile for tile in self.tiles[start : start + self.columns] if tile] for start in starts]

    def tile_at(self, number: int) -> TileDetection:
        """The tile that should lie at a place."""
        row, column = divmod(number, self.columns)
        x, y = np.array([1, column, row]) @ self.axes
        turn = float(np.arctan2(self.axes[1, 1], self.axes[1, 0]))
        return TileDetection((float(x), float(y)), turn, self.size, False, 0.0)


def fit_grid(found: Sequence[TileDetection], count: int) -> LessonGrid | None:
    """The grid of `count` places that explains most of the finds, upright in the picture; None without any."""
    if not found:
        return None
    size = float(np.median([tile.size for tile in found]))
    finds = _Finds([tile for tile in found if abs(np.log(tile.size / size)) <= _MAX_SIZE_DIFFERENCE])
    if len(finds.tiles) < min(2, count):
        return None
    fits = [fit for columns in _layouts(count) if (fit := _fit(finds, columns, count)) is not None and fit.score > 0]
    if not fits:
        return None
    best = max(fits, key=lambda fit: fit.score)
    roomy = _places_after_room(best, finds)
    found_at = [None if number in roomy else n for number, n in enumerate(best.found)]
    tiles = tuple(None if n is None else finds.tiles[n] for n in found_at)
    faintest = min(_odds(tile) for tile in tiles if tile is not None)
    too_many = tuple(
        tile
        for n, (tile, might_be) in enumerate(zip(finds.tiles, best.might_be_tiles(finds), strict=True))
        if n not in found_at and might_be and _odds(tile) > faintest - _MIN_LEAD
    )
    return LessonGrid(best.columns, tiles, best.axes, size, too_many)


def _layouts(count: int) -> Iterator[int]:
    """Columns of the layouts that are expected: at least as many as rows, and rows as even as the count allows."""
    even = {-(-count // rows) for rows in range(1, count + 1) if rows <= -(-count // rows)}
    yield from sorted(even | {min(_ASKED_FOR, count)})


class _Finds:
    """Finds of one size: `points` n × 2 top-view px, `turns` of their wide sides in radians, up to a half turn."""

    def __init__(self, tiles: Sequence[TileDetection]) -> None:
        self.tiles = tiles
        self.points = np.array([tile.centre for tile in tiles])
        self.turns = np.array([tile.turn for tile in tiles])

    def are_upright(self, along: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which finds lie as rows (… × 2) do: … × n."""
        off = self.turns - np.arctan2(along[..., 1], along[..., 0])[..., None]
        return np.asarray(np.abs((off + np.pi / 2) % np.pi - np.pi / 2) <= _MAX_ASKEW)


@dataclass(frozen=True)
class _Fit:
    """A layout on axes: the number of the find at each place. `score`: how many there are, and how exactly they lie."""

    columns: int
    axes: Points
    found: tuple[int | None, ...]
    score: float

    def might_be_tiles(self, finds: _Finds) -> NDArray[np.bool_]:
        """Which finds lie upright among the places or beside them."""
        at = _coordinates(finds.points, self.axes)
        last = np.array([self.columns - 1, (len(self.found) - 1) // self.columns])
        return np.asarray(((at > -_BESIDE) & (at < last + _BESIDE)).all(axis=1) & finds.are_upright(self.axes[1]))


def _fit(finds: _Finds, columns: int, count: int) -> _Fit | None:
    """The best fit of a layout by random hypotheses, refined by all tiles at their places."""
    axes = _hypotheses(finds.points, columns, count)
    if not len(axes):
        return None
    best = _best(axes, finds, columns, count)
    for _ in range(3):
        best = _refined(best, finds)  # even where that loses a find: by a hypothesis alone it could stretch the grid
    return best


def _places_after_room(fit: _Fit, finds: _Finds) -> set[int]:
    """The places whose tiles lie too far from those before them, so that another one is missing between."""
    along = _coordinates(finds.points, fit.axes)[:, 0]
    steps = {
        number: float(along[n] - along[before])
        for number, (before, n) in enumerate(pairwise(fit.found), 1)
        if number % fit.columns and before is not None and n is not None
    }
    usual = float(np.median([*steps.values()])) if steps else 1.0
    return {number for number, step in steps.items() if step > _MIN_ROOM * usual}


def _hypotheses(points: Points, columns: int, count: int) -> NDArray[np.float64]:
    """Axes (h × 3 × 2) by which two points lie in one row, and a third one in another where there are several."""
    rng = np.random.default_rng(0)
    rows = -(-count // columns)
    one, three = (rng.integers(len(points), size=_MAX_TRIALS) for _ in range(2))
    two = (one + rng.integers(1, max(2, len(points)), size=_MAX_TRIALS)) % len(points)
    start, end = (rng.integers(columns, size=(_MAX_TRIALS, 1)) for _ in range(2))
    row, other = (rng.integers(rows, size=(_MAX_TRIALS, 1)) for _ in range(2))
    if columns > 1:
        along = (points[two] - points[one]) / np.where(end > start, end - start, np.nan)
    else:
        along = np.tile([1.5 * TILE_WIDE, 0.0], (_MAX_TRIALS, 1))
    across = np.column_stack([-along[:, 1], along[:, 0]])
    wide = np.linalg.norm(along, axis=1, keepdims=True)
    if rows > 1:
        off = points[three] - points[one]
        shift = np.round((off * along).sum(axis=1, keepdims=True) / wide**2)
        down = (off - shift * along) / np.where(other == row, np.nan, other - row)
    else:
        down = across / wide * 1.5 * TILE_HIGH
    axes = np.stack([points[one] - start * along - row * down, along, down], axis=1)
    return axes[_are_plausible(axes)]


def _are_plausible(axes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which axes (h × 3 × 2) have rows across the picture, one below the other, with room for the tiles."""
    along, down = axes[:, 1], axes[:, 2]
    wide = np.linalg.norm(along, axis=1)
    high = (along[:, 0] * down[:, 1] - along[:, 1] * down[:, 0]) / wide
    shear = (along * down).sum(axis=1) / wide**2
    has_room = (wide >= _MIN_STEP * TILE_WIDE) & (high >= _MIN_STEP * TILE_HIGH)
    return np.asarray(has_room & (along[:, 0] > np.abs(along[:, 1])) & (np.abs(shear) <= _MAX_SHEAR))


def _best(axes: NDArray[np.float64], finds: _Finds, columns: int, count: int) -> _Fit:
    """The fit on those of several axes (h × 3 × 2) at whose places most tiles lie."""
    place, near = _near_places(_coordinates(finds.points, axes), columns, count)
    near = np.where(finds.are_upright(axes[:, 1]), near, 0.0)
    scores = np.zeros((len(axes), count))
    np.maximum.at(scores, (np.arange(len(axes))[:, None], place), near)
    totals = (scores > 0).sum(axis=1) + scores.mean(axis=1)  # one tile more counts for more than exactness
    index = int(totals.argmax())
    nearest = [int(np.where(place[index] == number, near[index], 0.0).argmax()) for number in range(count)]
    found = tuple(n if score > 0 else None for n, score in zip(nearest, scores[index], strict=True))
    return _Fit(columns, axes[index], found, float(totals[index]))


def _refined(fit: _Fit, finds: _Finds) -> _Fit:
    """The least-squares fit to the tiles at their places; the same one where these determine none."""
    pairs = [(number, n) for number, n in enumerate(fit.found) if n is not None]
    rows, at = np.divmod([number for number, _ in pairs], fit.columns)
    steps = np.column_stack([np.ones(len(pairs)), at, rows])
    if np.linalg.matrix_rank(steps) < steps.shape[1]:
        return fit
    axes = np.linalg.lstsq(steps, finds.points[[n for _, n in pairs]], rcond=None)[0][None]
    return _best(axes, finds, fit.columns, len(fit.found)) if _are_plausible(axes)[0] else fit


def _coordinates(points: Points, axes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Columns and rows (… × n × 2, fractions included) on axes (… × 3 × 2) of points (n × 2 top-view px)."""
    return np.asarray((points - axes[..., :1, :]) @ np.linalg.inv(axes[..., 1:, :]))


def _near_places(at: NDArray[np.float64], columns: int, count: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The nearest places of columns and rows (h × n × 2), and how near: 1 exactly there, 0 or less out of reach."""
    column, row = np.moveaxis(np.round(at), -1, 0)
    is_place = (column >= 0) & (column < columns) & (row >= 0) & (row * columns + column < count)
    near = np.where(is_place, 1 - np.abs(at - np.round(at)).max(axis=-1) / _MAX_OFFSET, 0)
    return np.where(is_place, row * columns + column, 0).astype(np.int64), near


def _odds(tile: TileDetection) -> float:
    """The log odds that it is one."""
    return float(np.log(tile.confidence / (1 - tile.confidence + 1e-6)))
