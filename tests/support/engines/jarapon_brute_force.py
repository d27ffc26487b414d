"""Scoring by plain search, independent of the engine: shapes are tried tile by tile, almighty tiles as every face.

Rows are written here as plain data (`Row`), and turned into a score sheet's TOML where the engine is to read them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

WILD = "wild"
FACES = (*"123456789", WILD)
ANY, ODD, EVEN, LIGHT, DARK = "123456789", "13579", "2468", "1234", "5678"


@dataclass(frozen=True)
class Row:
    """A row of a sheet: groups are (count, allowed numbers, is it a run), pon points 0 mean that pon is impossible."""

    name: str
    groups: tuple[tuple[int, str, bool], ...]
    rule: str
    points: int
    pon: int


# The table of the reconstructed sheet, written down once more by hand.
RECONSTRUCTION = (
    Row("Galaxy Tour", tuple((1, number, False) for number in ANY), "free", 50, 0),
    Row("Three Sets", ((3, ANY, False),) * 3, "free", 60, 30),
    Row("Odd Sets", ((3, ODD, False),) * 3, "free", 100, 50),
    Row("Even Sets", ((3, EVEN, False),) * 3, "free", 120, 60),
    Row("Sets in a Row", ((3, ANY, False),) * 3, "in a row", 140, 70),
    Row("Six and Three", ((6, ANY, False), (3, ANY, False)), "different", 180, 90),
    Row("Nine of One", ((9, ANY, False),), "free", 600, 300),
    Row("Resistance", ((3, LIGHT, False),) * 3, "different", 240, 120),
    Row("First Order", ((3, DARK, False),) * 3, "different", 240, 120),
    Row("Fated Duel", ((3, "1", False), (3, "5", False), (3, ANY, False)), "free", 200, 100),
    Row("Balance of the Force", ((4, "1", False), (4, "5", False), (1, WILD, False)), "free", 300, 0),
)


def toml_of(rows: tuple[Row, ...]) -> str:
    """The rows as a player would write them."""
    lines = ['[sheet]\nname = "random"']
    for row in rows:
        groups = [
            '"1 wild"' if of == WILD else f'"{"run of " * run}{count} {"" if run else "of "}{",".join(of)}"'
            for count, of, run in row.groups
        ]
        pon = row.pon or '"none"'
        lines.append(f'[[hand]]\nen = "{row.name}"\ntiles = [{", ".join(groups)}]\nrule = "{row.rule}"')
        lines.append(f"points = {row.points}\npon = {pon}")
    return "\n".join(lines)


def every_hand() -> Iterator[tuple[str, ...]]:
    """All kinds of nine tiles with at most two almighty ones."""
    return (hand for hand in combinations_with_replacement(FACES, 9) if hand.count(WILD) <= 2)


@cache
def assignments(wilds: int) -> tuple[tuple[str, ...], ...]:
    """Everything that so many almighty tiles may stand for."""
    return tuple(combinations_with_replacement(FACES, wilds))


class BruteForce:
    """A sheet that scores by trying everything."""

    def __init__(self, rows: tuple[Row, ...]) -> None:
        self.rows = rows
        self.known: dict[tuple[str, ...], tuple[Row, ...]] = {}

    def points(
        self, hand: tuple[str, ...], fixed: tuple[str, ...] = (), with_pon: bool = False, dora: str | None = None
    ) -> int:
        """What the hand pays at best, 0 for no hand; `fixed` is what almighty tiles in open sets stand for.

        With a `dora`, 30 come on top for each tile of that number, almighty ones that stand for it among them (J7-18).
        """
        natural = tuple(tile for tile in hand if tile != WILD) + fixed
        free = hand.count(WILD) - len(fixed)
        best = 0
        for standing_for in assignments(free):
            tiles = tuple(sorted(natural + standing_for))
            extra = 30 * tiles.count(dora) if dora else 0
            for row in self.fitting(tiles):
                best = max(best, (row.pon if with_pon else row.points) + extra)
        return best

    def fitting(self, tiles: tuple[str, ...]) -> tuple[Row, ...]:
        """The rows that nine tiles are, an almighty among them being laid as itself."""
        if tiles not in self.known:
            left = {face: tiles.count(face) for face in set(tiles)}
            self.known[tiles] = tuple(row for row in self.rows if fits(row, left))
        return self.known[tiles]


def fits(row: Row, left: dict[str, int]) -> bool:
    """Whether nine tiles, so many of each face, can be split into the groups of a row by its rule."""
    return any(by_rule(row.rule, chosen) for chosen in splits(row.groups, left))


def splits(groups: tuple[tuple[int, str, bool], ...], left: dict[str, int]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to take the groups from the tiles one after the other: the numbers that each group uses."""
    if not groups:
        yield ()
        return
    (count, of, run), *rest = groups
    for face, have in left.items():
        numbers = tuple(str(int(face) + step) for step in range(count)) if run and face != WILD else (face,)
        take = 1 if run else count
        if have >= take and all(number in of and left.get(number, 0) >= take for number in numbers):
            fewer = left | {number: left[number] - take for number in numbers}
            for others in splits(tuple(rest), fewer):
                yield (numbers, *others)


def by_rule(rule: str, chosen: tuple[tuple[str, ...], ...]) -> bool:
    """Whether the numbers of the groups keep the rule."""
    if rule == "different":
        used = [number for numbers in chosen for number in numbers]
        return len(used) == len(set(used))
    if rule == "in a row":
        first = int(chosen[0][0])
        return [numbers[0] for numbers in chosen] == [str(first + step) for step in range(len(chosen))]
    return True
