"""What lies before one player of Galaxy Jarapon: his river, his open sets, and the hand that he shows.

Everything follows from where rows of tiles lie, in the frame of the player's side (`discards`): the
river in rows from the middle outward that begin at the same left edge, each about as long as the first before the next
is begun; open sets of three further out at his right; a shown hand further out still, beside them. Discards that are
known from earlier pictures are neither of a set nor of a hand. What fits nothing is `open`: then no place is called
empty, and the river is read only as far as the open tile cannot belong to it.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from vision.dimensions import TILE_WIDE
from vision.places.jarapon.discards import RIVER_BEGINS, SideTile

SET = 3  # tiles of an open set (ポン)
MOST_SETS = 2
HAND = 9  # tiles of a won hand, those of open sets among them; one less while the winning tile lies elsewhere
_SETS_BEGIN = 95.0  # an open set's middle is further out than this
_SETS_RIGHT = {SET: 10.0, MOST_SETS * SET: 40.0}  # and the middle of one, or of two side by side, further right
_HAND_BEGINS = 110.0
_AT_THE_END = 110.0  # right of this lies what was pushed to the player's right end
_ROW_APART = (18.0, 44.0)  # between one row of a river and the next: tiles are 30 mm long
_EDGE = 36.0  # how far the beginnings of rows may differ, and further ones pass the first: a tile was called away
_IN_ROW = 13.0
_CALLED_AWAY = 50.0  # the room that called tiles may have left in a row
_APART_IN_HAND = 40.0  # the winning tile may lie apart
_FULL = 4  # so many tiles has a row at least when the next one is begun


@dataclass(frozen=True)
class Run:
    """Tiles that lie side by side, from left to right: their numbers in the picture, and how they lie."""

    tiles: tuple[int, ...]
    left: float
    right: float
    near: float

    def __len__(self) -> int:
        return len(self.tiles)

    @property
    def middle(self) -> float:
        """Where its middle lies along the row (mm)."""
        return (self.left + self.right) / 2


@dataclass(frozen=True)
class PlayerArea:
    """What lies before a player: numbers of tiles.

    `river` in the order of discarding, as far as it is unambiguous; `sets` from right to left, each from left to right.
    `gaps`: for each place that is free within the river, how many of its tiles lie before it. `river_open`: the river
    may go on; `open`: something lies there that fits nothing.
    """

    river: tuple[int, ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()
    hand: tuple[int, ...] = ()
    gaps: tuple[int, ...] = ()
    river_open: bool = False
    open: bool = False


def player_area(
    tiles: Mapping[int, SideTile], strays: Sequence[SideTile] = (), known_sets: int = 0, discards: Container[int] = ()
) -> PlayerArea:
    """What the tiles of one side are. `strays`: tiles that may or may not be this player's.

    `known_sets`: how many of his open sets are known already; their tiles are not given. `discards`: the tiles that are
    known to be discards.

    >>> row = {at: SideTile(-53.0 + 22.4 * at, 74.0, 11.0, False) for at in range(4)}
    >>> player_area(row | {9: SideTile(-53.0, 104.0, 11.0, False)}).river
    (0, 1, 2, 3, 9)
    """
    left = _runs(tiles)
    sets = [run for run in left if _may_be_sets(run) and not _any_of(run.tiles, discards)]
    left = [run for run in left if run not in sets]
    rows = _river_rows(left)
    left = [run for run in left if not any(run in row for row in rows)]
    in_rows = [run for run in sets if any(abs(run.near - row[0].near) < _IN_ROW for row in rows)]
    sets = [run for run in sets if run not in in_rows]
    laid = known_sets + sum(len(run) // SET for run in (*sets, *in_rows))
    hand, left = _hand(left, laid)
    if not hand and rows and _may_be_hand(rows[-1], rows, laid) and not _any_of(_tiles(rows[-1:]), discards):
        left += rows.pop()
        if _any_of(_tiles(rows), discards):  # so many do not come at once
            hand, left = _hand(left, laid)
    unplaced = [*left, *in_rows, *(_alone(stray) for stray in strays)]
    river, cut = _unambiguous_part(rows, unplaced)
    too_many = laid > MOST_SETS
    return PlayerArea(
        river,
        () if too_many else tuple(three for run in _from_right(sets) for three in _threes(run)),
        hand,
        tuple(count for count in _gaps(rows) if count < len(river)),
        river_open=cut,
        open=bool(unplaced) or too_many,
    )


def completes_set(tiles: Mapping[int, SideTile], stray: SideTile) -> bool:
    """Whether a tile that may be this side's makes an open set of two that lie where one is laid."""
    runs = _runs({**tiles, -1: stray})
    return any(-1 in run.tiles and len(run) == SET and _may_be_sets(run) for run in runs)


def _runs(tiles: Mapping[int, SideTile]) -> list[Run]:
    """Tiles that are neighbours, group by group."""
    runs: list[Run] = []
    left = set(tiles)
    while left:
        group, edge = set[int](), {left.pop()}
        while edge:
            group |= edge
            edge = {other for other in left if any(tiles[other].beside(tiles[one]) for one in edge)}
            left -= edge
        ordered = sorted(group, key=lambda at: tiles[at].right)
        first, last = tiles[ordered[0]], tiles[ordered[-1]]
        near = sum(tiles[at].near for at in ordered) / len(ordered)
        runs.append(Run(tuple(ordered), first.right - first.half, last.right + last.half, near))
    return sorted(runs, key=lambda run: (run.near, run.left))


def _tiles(rows: Sequence[Sequence[Run]]) -> list[int]:
    return [tile for row in rows for run in row for tile in run.tiles]


def _any_of(tiles: Sequence[int], those: Container[int]) -> bool:
    return any(tile in those for tile in tiles)


def _may_be_sets(run: Run) -> bool:
    return len(run) in _SETS_RIGHT and run.near > _SETS_BEGIN and run.middle > _SETS_RIGHT[len(run)]


def _from_right(runs: Sequence[Run]) -> list[Run]:
    return sorted(runs, key=lambda run: -run.right)


def _threes(run: Run) -> list[tuple[int, ...]]:
    """One or two sets side by side, from right to left."""
    return [run.tiles[at : at + SET] for at in range(len(run) - SET, -1, -SET)]


def _river_rows(runs: Sequence[Run]) -> list[list[Run]]:
    """The rows of the river, from the middle outward; each is one run, or more where tiles were called away."""
    rows: list[list[Run]] = []
    for run in runs:
        if rows and abs(run.near - rows[-1][0].near) < _IN_ROW:
            continue  # lies in a row that is known
        if rows:
            first, last = rows[0][0], rows[-1]
            apart = run.near - last[0].near
            is_full = sum(map(len, last)) >= _FULL and last[-1].right > rows[0][-1].right - _CALLED_AWAY
            if not _ROW_APART[0] < apart < _ROW_APART[1] or not is_full:
                break
            row = _row(run, runs)
            if abs(row[0].left - first.left) > _EDGE or row[-1].right > rows[0][-1].right + _EDGE:
                break
        elif run.near > RIVER_BEGINS:
            break
        else:
            row = _row(run, runs)
        rows.append(row)
    return rows


def _row(run: Run, runs: Sequence[Run]) -> list[Run]:
    """The runs in line with one, from left to right, that only called tiles have parted."""
    line = sorted((other for other in runs if abs(other.near - run.near) < _IN_ROW), key=lambda other: other.left)
    at = low = line.index(run)
    while low > 0 and line[low].left - line[low - 1].right < _CALLED_AWAY:
        low -= 1
    row = line[low : at + 1]
    for other in line[at + 1 :]:
        if other.left - row[-1].right > _CALLED_AWAY or (len(other) == SET and other.right > _AT_THE_END):
            break
        row.append(other)
    return row


def _sizes_of_hand(sets: int) -> tuple[int, int]:
    """How many tiles a shown hand has beside so many open sets: without and with the winning tile."""
    return HAND - 1 - SET * sets, HAND - SET * sets


def _may_be_hand(row: Sequence[Run], rows: Sequence[Sequence[Run]], sets: int) -> bool:
    """Whether the outermost row of a river may as well be the hand that its player shows."""
    return len(rows) > 1 and row[0].near > _HAND_BEGINS and sum(map(len, row)) in _sizes_of_hand(sets)


def _hand(runs: Sequence[Run], sets: int) -> tuple[tuple[int, ...], list[Run]]:
    """The hand among what is neither river nor open set, and what is left then."""
    out = [run for run in runs if run.near > _HAND_BEGINS]
    for run in out:
        row = [run]
        for other in sorted(out, key=lambda one: one.left):
            near = abs(other.near - run.near) < _IN_ROW
            if other is not run and near and 0 < other.left - row[-1].right < _APART_IN_HAND:
                row.append(other)
        others = [other for other in runs if other not in row]
        in_line = any(abs(other.near - run.near) < 2 * _IN_ROW for other in others)
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


def _alone(tile: SideTile) -> Run:
    return Run((), tile.right - tile.half, tile.right + tile.half, tile.near)


def _unambiguous_part(rows: Sequence[Sequence[Run]], unplaced: Sequence[Run]) -> tuple[tuple[int, ...], bool]:
    """The river up to where a tile that fits nothing may belong to it, and whether there is one."""
    if not rows:
        return (), any(other.near < RIVER_BEGINS for other in unplaced)
    tiles: list[int] = []
    for row in rows:
        apart = _ROW_APART[0]
        beside = [
            one for one in unplaced if abs(one.near - row[0].near) < apart and one.left < row[-1].right + _CALLED_AWAY
        ]
        for run in row:
            if any(one.left < run.right for one in beside):
                return tuple(tiles), True
            tiles += run.tiles
        if beside:
            return tuple(tiles), True
    reach = rows[-1][0].near + _ROW_APART[1]
    return tuple(tiles), any(rows[0][0].near - _ROW_APART[1] < one.near < reach for one in unplaced)
