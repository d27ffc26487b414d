"""How far tiles are from the hands of a score sheet: which tiles they lack, and which tiles bring them closer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import ge

from engines.jarapon.hand import SET_SIZE, Pon
from engines.jarapon.shapes import HAND_SIZE, counts_of
from engines.jarapon.sheet import Ranking, Row
from engines.vocabulary import NUMBERS, TILE_FACES, WILD

NAMED = 3  # at most so many hands are named
Left = Mapping[str, int]  # at most how many tiles of each face may still come


@dataclass(frozen=True)
class Near:
    """A hand of the sheet, and the tiles that it lacks; of several ways to make it, the one of which most are left."""

    row: Row
    points: int  # of the row, or its pon points
    lacks: tuple[str, ...]


@dataclass(frozen=True)
class Help:
    """A tile that leaves the nearest hands lacking one less, and the points of the dearest of these."""

    tile: str
    left: int
    points: int


@dataclass(frozen=True)
class Nearest:
    """The hands of the sheet that tiles are closest to."""

    near: tuple[Near, ...] = ()  # those that lack the fewest tiles, and one more; the closest and dearest first
    helps: tuple[Help, ...] = ()  # what helps those that lack the fewest, in the order of the faces

    @property
    def lacks(self) -> int:
        """How many tiles are lacking at least; one more than a hand has where none can be made."""
        return len(self.near[0].lacks) if self.near else HAND_SIZE + 1


@dataclass(frozen=True)
class _Way:
    """A way to make a hand of a rank."""

    rank: int
    lacks: tuple[str, ...]
    helped_by: frozenset[str]


def nearest(tiles: Sequence[str], ranking: Ranking, pons: Sequence[Pon], left: Left) -> Nearest:
    """The nearest hands that can be made of eight or nine tiles and of what is left; open sets stay as they are.

    An almighty stands for the tile of which the fewest are left.
    """
    ways = _closest(tiles, ranking, pons, left)
    if not ways:
        return Nearest()
    easiest: dict[int, _Way] = {}
    for way in sorted(ways, key=lambda way: (len(way.lacks), -sum(left[tile] for tile in way.lacks))):
        easiest.setdefault(way.rank, way)
    in_order = sorted(easiest.values(), key=lambda way: (len(way.lacks), way.rank))
    points = [row.pays(bool(pons)) or 0 for row in ranking.rows]
    near = tuple(Near(ranking.rows[way.rank], points[way.rank], way.lacks) for way in in_order[:NAMED])
    return Nearest(near, tuple(_helps([way for way in ways if len(way.lacks) == len(near[0].lacks)], points, left)))


def _helps(ways: Sequence[_Way], points: Sequence[int], left: Left) -> Iterator[Help]:
    """Every tile left that brings one of the ways closer, in the order of the faces."""
    ranks: dict[str, int] = {}
    for way in ways:
        for tile in way.helped_by:
            ranks[tile] = min(ranks.get(tile, way.rank), way.rank)
    for tile in TILE_FACES:
        if tile in ranks and left[tile]:
            yield Help(tile, left[tile], points[ranks[tile]])


def _closest(tiles: Sequence[str], ranking: Ranking, pons: Sequence[Pon], left: Left) -> list[_Way]:
    """Every way that lacks the fewest tiles, and those with one more of ranks that are not among them."""
    laid = [pon.number for pon in pons for _ in range(pon.wilds)]
    wilds = tiles.count(WILD) - len(laid)
    own = [tiles.count(number) + laid.count(number) for number in NUMBERS]
    fixed = [SET_SIZE * sum(pon.number == number for pon in pons) for number in NUMBERS]
    by_lacks: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
    for hand, rank in ranking.best.items():
        counts = counts_of(hand)
        if not pons or all(map(ge, counts[1:], fixed)):
            by_lacks.setdefault(HAND_SIZE - wilds - sum(map(min, counts[1:], own)), []).append((rank, counts))
    found: list[_Way] = []
    for lacks in sorted(by_lacks):
        if found and lacks > len(found[0].lacks) + 1:
            break
        ranks = {way.rank for way in found}
        ways = (_way(rank, counts, own, wilds, left) for rank, counts in by_lacks[lacks] if rank not in ranks)
        found += filter(None, ways)
    return found


def _way(rank: int, counts: tuple[int, ...], own: Sequence[int], wilds: int, left: Left) -> _Way | None:
    """What tiles lack to a hand, given as counts; None where too few of it are left."""
    as_itself, *wanted = counts
    lacking = sorted(
        (left[number] - at, number)
        for number, count, have in zip(NUMBERS, wanted, own, strict=True)
        for at in range(count - have)
    )
    open_ones = lacking[max(0, wilds - as_itself) :]  # those for which no almighty of the hand stands
    to_come = sorted(number for spare, number in open_ones if spare > 0)
    wilds_to_come = max(0, as_itself - wilds) + len(open_ones) - len(to_come)
    if wilds_to_come > left[WILD]:
        return None
    helped_by = frozenset(number for _, number in lacking) | {WILD}
    return _Way(rank, (*to_come, *[WILD] * wilds_to_come), helped_by)
