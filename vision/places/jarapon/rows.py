"""What lies before one player of Galaxy Jarapon: his river, his open sets, and the hand that he shows.

Everything follows from where rows of tiles lie, in the frame of the player's side (`discards`): the
river in rows from the middle outward that begin at the same left edge, each about as long as the first before the next
is begun; open sets of three further out at his right; a shown hand further out still, beside them. Discards that are
known from earlier pictures are neither of a set nor of a hand. A tile that fits nothing is unplaced: then no place
is empty for certain, and the river is read only as far as that tile cannot belong to it.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from vision.dimensions import TILE_WIDE
from vision.places.jarapon.discards import MAX_FIRST_ROW_NEAR, SideTile

SET = 3  # tiles of an open set (ポン)
MAX_SETS = 2
HAND = 9  # tiles of a won hand, those of open sets among them; one less while the winning tile lies elsewhere
# Distances in mm, in the frame of a side.
_MIN_SET_NEAR = 95.0  # of an open set's middle
_MIN_SET_RIGHT = {SET: 10.0, MAX_SETS * SET: 40.0}  # of the middle of one set, or of two side by side, by their tiles
_MIN_HAND_NEAR = 110.0
_MIN_PUSHED_RIGHT = 110.0  # of the right end of a set that was pushed to the player's right
_ROW_STEP_RANGE = (18.0, 44.0)  # between one row of a river and the next: tiles are 30 mm long
_MAX_EDGE_OFFSET = 36.0  # between the left ends of rows, and of a row's right end beyond the first one's
_MAX_OUT_OF_ROW = 13.0
_MAX_CALLED_GAP = 50.0  # that called tiles may have left in a row
_MAX_HAND_GAP = 40.0  # the winning tile may lie apart
_MIN_FULL_ROW = 4  # tiles of a row when the next one is begun


@dataclass(frozen=True)
class Run:
    """Tiles that lie side by side, in the frame of a side (mm)."""

    tiles: tuple[int, ...]  # their numbers in the picture, from left to right
    left: float  # of its left end
    right: float  # of its right end
    near: float  # mean of its tiles

    def __len__(self) -> int:
        return len(self.tiles)

    @property
    def middle(self) -> float:
        """Where its middle lies along the row (mm)."""
        return (self.left + self.right) / 2


@dataclass(frozen=True)
class PlayerArea:
    """What lies before a player, by the numbers of tiles in the picture."""

    river: tuple[int, ...] = ()  # in the order of discarding, as far as it is unambiguous
    sets: tuple[tuple[int, ...], ...] = ()  # from right to left, each from left to right
    hand: tuple[int, ...] = ()  # from left to right
    gaps: tuple[int, ...] = ()  # for each free place within the river, how many of its tiles lie before it
    is_river_open: bool = False  # whether the river may go on
    is_open: bool = False  # whether something lies there that fits nothing


def player_area(
    tiles: Mapping[int, SideTile],
    strays: Sequence[SideTile] = (),
    known_sets: int = 0,
    discards: Set[int] = frozenset(),
) -> PlayerArea:
    """Sorts the tiles of one side into river, open sets and hand.

    `strays`: tiles that may or may not be this player's. `known_sets`: how many of his open sets are known already;
    their tiles are not given. `discards`: the tiles that are known to be discards.

    >>> row = {at: SideTile(-53.0 + 22.4 * at, 74.0, 11.0, False) for at in range(4)}
    >>> player_area(row | {9: SideTile(-53.0, 104.0, 11.0, False)}).river
    (0, 1, 2, 3, 9)
    """
    left = _runs(tiles)
    sets = [run for run in left if _may_be_sets(run) and discards.isdisjoint(run.tiles)]
    left = [run for run in left if run not in sets]
    rows = _river_rows(left)
    left = [run for run in left if not any(run in row for row in rows)]
    in_rows = [run for run in sets if any(abs(run.near - row[0].near) < _MAX_OUT_OF_ROW for row in rows)]
    sets = [run for run in sets if run not in in_rows]
    laid = known_sets + sum(len(run) // SET for run in (*sets, *in_rows))
    hand, left = _hand(left, laid)
    if not hand and rows and _may_be_hand(rows[-1], rows, laid) and discards.isdisjoint(_tiles(rows[-1:])):
        left += rows.pop()
        if not discards.isdisjoint(_tiles(rows)):  # a known river cannot have grown by a whole row at once
            hand, left = _hand(left, laid)
    unplaced = [*left, *in_rows, *(_single_run(stray) for stray in strays)]
    river, cut = _unambiguous_part(rows, unplaced)
    too_many = laid > MAX_SETS
    return PlayerArea(
        river,
        () if too_many else tuple(three for run in sorted(sets, key=lambda run: -run.right) for three in _threes(run)),
        hand,
        tuple(count for count in _gaps(rows) if count < len(river)),
        is_river_open=cut,
        is_open=bool(unplaced) or too_many,
    )


def completes_set(tiles: Mapping[int, SideTile], stray: SideTile) -> bool:
    """Whether a stray tile completes an open set with two tiles of this side."""
    runs = _runs({**tiles, -1: stray})
    return any(-1 in run.tiles and len(run) == SET and _may_be_sets(run) for run in runs)


def _runs(tiles: Mapping[int, SideTile]) -> list[Run]:
    """Groups tiles into runs of neighbours, by distance from the middle of the table."""
    runs: list[Run] = []
    left = set(tiles)
    while left:
        group, edge = set[int](), {left.pop()}
        while edge:
            group |= edge
            edge = {at for at in left if any(tiles[at].is_beside(tiles[member]) for member in edge)}
            left -= edge
        ordered = sorted(group, key=lambda at: tiles[at].right)
        first, last = tiles[ordered[0]], tiles[ordered[-1]]
        near = sum(tiles[at].near for at in ordered) / len(ordered)
        runs.append(Run(tuple(ordered), first.right - first.half, last.right + last.half, near))
    return sorted(runs, key=lambda run: (run.near, run.left))


def _tiles(rows: Sequence[Sequence[Run]]) -> list[int]:
    return [tile for row in rows for run in row for tile in run.tiles]


def _may_be_sets(run: Run) -> bool:
    return len(run) in _MIN_SET_RIGHT and run.near > _MIN_SET_NEAR and run.middle > _MIN_SET_RIGHT[len(run)]


def _threes(run: Run) -> list[tuple[int, ...]]:
    """One or two sets side by side, from right to left."""
    return [run.tiles[at : at + SET] for at in range(len(run) - SET, -1, -SET)]


def _river_rows(runs: Sequence[Run]) -> list[list[Run]]:
    """The rows of the river, from the middle outward; each is one run, or more where tiles were called away."""
    rows: list[list[Run]] = []
    for run in runs:
        if rows and abs(run.near - rows[-1][0].near) < _MAX_OUT_OF_ROW:
            continue  # already in the last row
        if rows:
            first, last = rows[0][0], rows[-1]
            step = run.near - last[0].near
            is_full = sum(map(len, last)) >= _MIN_FULL_ROW and last[-1].right > rows[0][-1].right - _MAX_CALLED_GAP
            if not _ROW_STEP_RANGE[0] < step < _ROW_STEP_RANGE[1] or not is_full:
                break
            row = _row(run, runs)
            if abs(row[0].left - first.left) > _MAX_EDGE_OFFSET or row[-1].right > rows[0][-1].right + _MAX_EDGE_OFFSET:
                break
        elif run.near > MAX_FIRST_ROW_NEAR:
            break
        else:
            row = _row(run, runs)
        rows.append(row)
    return rows


def _row(run: Run, runs: Sequence[Run]) -> list[Run]:
    """The runs of a run's row, from left to right, with no wider gaps than called tiles leave."""
    line = sorted((part for part in runs if abs(part.near - run.near) < _MAX_OUT_OF_ROW), key=lambda part: part.left)
    at = low = line.index(run)
    while low > 0 and line[low].left - line[low - 1].right < _MAX_CALLED_GAP:
        low -= 1
    row = line[low : at + 1]
    for part in line[at + 1 :]:
        if part.left - row[-1].right > _MAX_CALLED_GAP or (len(part) == SET and part.right > _MIN_PUSHED_RIGHT):
            break
        row.append(part)
    return row


def _sizes_of_hand(sets: int) -> tuple[int, int]:
    """The number of tiles of a shown hand beside its open sets: without and with the winning tile."""
    return HAND - 1 - SET * sets, HAND - SET * sets


def _may_be_hand(row: Sequence[Run], rows: Sequence[Sequence[Run]], sets: int) -> bool:
    """Whether the outermost row of a river may be the shown hand instead."""
    return len(rows) > 1 and row[0].near > _MIN_HAND_NEAR and sum(map(len, row)) in _sizes_of_hand(sets)


def _hand(runs: Sequence[Run], sets: int) -> tuple[tuple[int, ...], list[Run]]:
    """The hand among the runs that are neither river nor open set, and the runs that are left then."""
    outer = [run for run in runs if run.near > _MIN_HAND_NEAR]
    for run in outer:
        row = [run]
        for part in sorted(outer, key=lambda part: part.left):
            is_level = abs(part.near - run.near) < _MAX_OUT_OF_ROW
            if part is not run and is_level and 0 < part.left - row[-1].right < _MAX_HAND_GAP:
                row.append(part)
        others = [part for part in runs if part not in row]
        in_line = any(abs(part.near - run.near) < 2 * _MAX_OUT_OF_ROW for part in others)
        at_left = sets == 0 or row[0].left < 0  # beside his open sets
        if sum(map(len, row)) in _sizes_of_hand(sets) and at_left and not in_line:
            return tuple(at for part in row for at in part.tiles), others
    return (), list(runs)


def _gaps(rows: Sequence[Sequence[Run]]) -> Iterator[int]:
    """For each free place between tiles of the river, how many tiles lie before it."""
    begin, count = min((row[0].left for row in rows), default=0.0), 0
    for row in rows:
        edge = begin
        for run in row:
            for _ in range(round((run.left - edge) / TILE_WIDE)):
                yield count
            count, edge = count + len(run), run.right


def _single_run(tile: SideTile) -> Run:
    return Run((), tile.right - tile.half, tile.right + tile.half, tile.near)


def _unambiguous_part(rows: Sequence[Sequence[Run]], unplaced: Sequence[Run]) -> tuple[tuple[int, ...], bool]:
    """The river up to where an unplaced run may belong to it, and whether there is such a run."""
    if not rows:
        return (), any(stray.near < MAX_FIRST_ROW_NEAR for stray in unplaced)
    tiles: list[int] = []
    for row in rows:
        beside = [
            stray
            for stray in unplaced
            if abs(stray.near - row[0].near) < _ROW_STEP_RANGE[0] and stray.left < row[-1].right + _MAX_CALLED_GAP
        ]
        for run in row:
            if any(stray.left < run.right for stray in beside):
                return tuple(tiles), True
            tiles += run.tiles
        if beside:
            return tuple(tiles), True
    reach = rows[-1][0].near + _ROW_STEP_RANGE[1]
    return tuple(tiles), any(rows[0][0].near - _ROW_STEP_RANGE[1] < stray.near < reach for stray in unplaced)
