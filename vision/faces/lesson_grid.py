"""Fits the grid in which the tiles of a lesson are laid: which detection lies at which place, what is missing or extra.

There may be as many false detections as missed tiles, so that a count proves nothing. What does is the grid: rows of
one spacing, one below the other, of tiles of one size.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.dimensions import TILE_HIGH, TILE_WIDE
from vision.reading import Points
from vision.tiles.detector import TileDetection

_MAX_OFFSET = 0.35  # of a spacing between a tile and its place: from half of one on it would be at the next
_MAX_SHEAR = 0.35  # of a spacing by which a row begins beside the one above; by one, it lacks its first tile
_MAX_SIZE_DIFFERENCE = 0.12  # log ratio between the size of a tile and that of all
_MAX_ASKEW = np.radians(30)  # between a tile and its row
_MIN_ROOM = 1.5  # usual steps between two tiles of a row that leave room for another one
_MIN_STEP = 0.9  # of a tile's side, between the middles of two of them
_MAX_BESIDE = 1 + _MAX_OFFSET  # spacings beside the grid within which no other tile may be detected
_USUAL_COLUMNS = 6  # as people are shown to lay the tiles
_MIN_LEAD = 0.7  # log odds of the faintest tile over a print on the sheet
_MAX_EMPTY = 2  # places of a grid that is determined by the rest
_TRIALS = 20_000  # random hypotheses for a layout: of eleven tiles some hundred are right


@dataclass(frozen=True)
class LessonGrid:
    """A grid of places and the tiles that are detected at them."""

    columns: int
    tiles: tuple[TileDetection | None, ...]  # of each place in reading order; None where none is detected
    axes: Points  # the first place, the step along a row and the step from row to row (3 × 2 top-view px)
    size: float  # of tiles, relative to one that lies on the sheet
    extra: tuple[TileDetection, ...]  # detections without a place, among the places or beside, that may be tiles

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of the empty places, the first being 0."""
        return tuple(number for number, tile in enumerate(self.tiles) if tile is None)

    @property
    def is_whole(self) -> bool:
        """Whether each place holds one tile, and there are no extra ones."""
        return not self.missing and not self.extra

    @property
    def is_determined(self) -> bool:
        """Whether so few tiles are missing that it is known which."""
        return len(self.missing) <= min(_MAX_EMPTY, len(self.tiles) // 4)

    def row_and_place(self, number: int) -> tuple[int, int]:
        """Where a place is, both counted from 1."""
        row, column = divmod(number, self.columns)
        return row + 1, column + 1

    def nearest(self, stray: TileDetection) -> int:
        """The number of the place that is nearest to a detection."""
        off = [np.subtract(self.tile_at(number).centre, stray.centre) for number in range(len(self.tiles))]
        return int(np.linalg.norm(off, axis=1).argmin())

    def rows(self) -> list[list[TileDetection]]:
        """The detected tiles, row by row, left to right."""
        starts = range(0, len(self.tiles), self.columns)
        return [[tile for tile in self.tiles[start : start + self.columns] if tile] for start in starts]

    def tile_at(self, number: int) -> TileDetection:
        """The tile that should lie at a place."""
        row, column = divmod(number, self.columns)
        x, y = np.array([1, column, row]) @ self.axes
        turn = float(np.arctan2(self.axes[1, 1], self.axes[1, 0]))
        return TileDetection((float(x), float(y)), turn, self.size, False, 0.0)


def fit_grid(detections: Sequence[TileDetection], count: int) -> LessonGrid | None:
    """Fits the grid of `count` places that explains most detections, upright in the picture; None without any."""
    if not detections:
        return None
    size = float(np.median([tile.size for tile in detections]))
    candidates = _Candidates([tile for tile in detections if abs(np.log(tile.size / size)) <= _MAX_SIZE_DIFFERENCE])
    if len(candidates.tiles) < min(2, count):
        return None
    fits = [
        fit for columns in _layouts(count) if (fit := _fit(candidates, columns, count)) is not None and fit.score > 0
    ]
    if not fits:
        return None
    best = max(fits, key=lambda fit: fit.score)
    roomy = _places_after_room(best, candidates)
    found_at = [None if number in roomy else n for number, n in enumerate(best.found)]
    tiles = tuple(None if n is None else candidates.tiles[n] for n in found_at)
    faintest = min(_odds(tile) for tile in tiles if tile is not None)
    extra = tuple(
        tile
        for n, (tile, is_near) in enumerate(zip(candidates.tiles, best.are_near(candidates), strict=True))
        if n not in found_at and is_near and _odds(tile) > faintest - _MIN_LEAD
    )
    return LessonGrid(best.columns, tiles, best.axes, size, extra)


def _layouts(count: int) -> Iterator[int]:
    """Columns of the layouts that are expected: at least as many as rows, and rows as even as the count allows."""
    even = {-(-count // rows) for rows in range(1, count + 1) if rows <= -(-count // rows)}
    yield from sorted(even | {min(_USUAL_COLUMNS, count)})


class _Candidates:
    """Detections of one size."""

    def __init__(self, tiles: Sequence[TileDetection]) -> None:
        self.tiles = tiles
        self.points = np.array([tile.centre for tile in tiles])  # n × 2 top-view px
        self.turns = np.array([tile.turn for tile in tiles])  # n, of their wide sides, radians up to a half turn

    def are_upright(self, along: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which candidates lie along rows (… × 2): … × n."""
        off = self.turns - np.arctan2(along[..., 1], along[..., 0])[..., None]
        return np.asarray(np.abs((off + np.pi / 2) % np.pi - np.pi / 2) <= _MAX_ASKEW)


@dataclass(frozen=True)
class _Fit:
    """A layout fitted to the candidates."""

    columns: int
    axes: Points  # as of `LessonGrid`
    found: tuple[int | None, ...]  # the number of the candidate at each place
    score: float  # the number of tiles, and how exactly they lie

    def are_near(self, candidates: _Candidates) -> NDArray[np.bool_]:
        """Which candidates lie upright among the places or beside them."""
        at = _coordinates(candidates.points, self.axes)
        last = np.array([self.columns - 1, (len(self.found) - 1) // self.columns])
        return np.asarray(
            ((at > -_MAX_BESIDE) & (at < last + _MAX_BESIDE)).all(axis=1) & candidates.are_upright(self.axes[1])
        )


def _fit(candidates: _Candidates, columns: int, count: int) -> _Fit | None:
    """The best fit of a layout by random hypotheses, refined by all tiles at their places."""
    axes = _hypotheses(candidates.points, columns, count)
    if not len(axes):
        return None
    best = _best(axes, candidates, columns, count)
    for _ in range(3):
        best = _refined(best, candidates)  # even if that loses a tile: a hypothesis alone might stretch the grid
    return best


def _places_after_room(fit: _Fit, candidates: _Candidates) -> set[int]:
    """The places whose tiles lie so far from those before them that another one is missing between."""
    along = _coordinates(candidates.points, fit.axes)[:, 0]
    steps = {
        number: float(along[n] - along[before])
        for number, (before, n) in enumerate(pairwise(fit.found), 1)
        if number % fit.columns and before is not None and n is not None
    }
    usual = float(np.median([*steps.values()])) if steps else 1.0
    return {number for number, step in steps.items() if step > _MIN_ROOM * usual}


def _hypotheses(points: Points, columns: int, count: int) -> NDArray[np.float64]:
    """Random axes (h × 3 × 2), each from two points of one row and a third one of another row if there are several."""
    rng = np.random.default_rng(0)
    rows = -(-count // columns)
    first, third = (rng.integers(len(points), size=_TRIALS) for _ in range(2))
    second = (first + rng.integers(1, max(2, len(points)), size=_TRIALS)) % len(points)
    start, end = (rng.integers(columns, size=(_TRIALS, 1)) for _ in range(2))
    row, third_row = (rng.integers(rows, size=(_TRIALS, 1)) for _ in range(2))
    if columns > 1:
        along = (points[second] - points[first]) / np.where(end > start, end - start, np.nan)
    else:
        along = np.tile([1.5 * TILE_WIDE, 0.0], (_TRIALS, 1))
    across = np.column_stack([-along[:, 1], along[:, 0]])
    wide = np.linalg.norm(along, axis=1, keepdims=True)
    if rows > 1:
        off = points[third] - points[first]
        shift = np.round((off * along).sum(axis=1, keepdims=True) / wide**2)
        down = (off - shift * along) / np.where(third_row == row, np.nan, third_row - row)
    else:
        down = across / wide * 1.5 * TILE_HIGH
    axes = np.stack([points[first] - start * along - row * down, along, down], axis=1)
    return axes[_are_plausible(axes)]


def _are_plausible(axes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which axes (h × 3 × 2) have rows across the picture, one below the other, with room for the tiles."""
    along, down = axes[:, 1], axes[:, 2]
    wide = np.linalg.norm(along, axis=1)
    high = (along[:, 0] * down[:, 1] - along[:, 1] * down[:, 0]) / wide
    shear = (along * down).sum(axis=1) / wide**2
    has_room = (wide >= _MIN_STEP * TILE_WIDE) & (high >= _MIN_STEP * TILE_HIGH)
    return np.asarray(has_room & (along[:, 0] > np.abs(along[:, 1])) & (np.abs(shear) <= _MAX_SHEAR))


def _best(axes: NDArray[np.float64], candidates: _Candidates, columns: int, count: int) -> _Fit:
    """The fit on those of several axes (h × 3 × 2) at whose places most candidates lie."""
    place, near = _near_places(_coordinates(candidates.points, axes), columns, count)
    near = np.where(candidates.are_upright(axes[:, 1]), near, 0.0)
    scores = np.zeros((len(axes), count))
    np.maximum.at(scores, (np.arange(len(axes))[:, None], place), near)
    totals = (scores > 0).sum(axis=1) + scores.mean(axis=1)  # one tile more counts for more than exactness
    index = int(totals.argmax())
    nearest = [int(np.where(place[index] == number, near[index], 0.0).argmax()) for number in range(count)]
    found = tuple(n if score > 0 else None for n, score in zip(nearest, scores[index], strict=True))
    return _Fit(columns, axes[index], found, float(totals[index]))


def _refined(fit: _Fit, candidates: _Candidates) -> _Fit:
    """The least-squares fit to the tiles at their places; the given fit where these determine none."""
    pairs = [(number, n) for number, n in enumerate(fit.found) if n is not None]
    rows, at = np.divmod([number for number, _ in pairs], fit.columns)
    steps = np.column_stack([np.ones(len(pairs)), at, rows])
    if np.linalg.matrix_rank(steps) < steps.shape[1]:
        return fit
    axes = np.linalg.lstsq(steps, candidates.points[[n for _, n in pairs]], rcond=None)[0][None]
    return _best(axes, candidates, fit.columns, len(fit.found)) if _are_plausible(axes)[0] else fit


def _coordinates(points: Points, axes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Columns and rows (… × n × 2, fractions included) on axes (… × 3 × 2) of points (n × 2 top-view px)."""
    return np.asarray((points - axes[..., :1, :]) @ np.linalg.inv(axes[..., 1:, :]))


def _near_places(at: NDArray[np.float64], columns: int, count: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The nearest places of coordinates (h × n × 2), and a score for each: 1 exactly there, 0 or less out of reach."""
    column, row = np.moveaxis(np.round(at), -1, 0)
    is_place = (column >= 0) & (column < columns) & (row >= 0) & (row * columns + column < count)
    near = np.where(is_place, 1 - np.abs(at - np.round(at)).max(axis=-1) / _MAX_OFFSET, 0)
    return np.where(is_place, row * columns + column, 0).astype(np.int64), near


def _odds(tile: TileDetection) -> float:
    """The log odds that a detection is a tile."""
    return float(np.log(tile.confidence / (1 - tile.confidence + 1e-6)))
