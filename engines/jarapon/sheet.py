"""The score sheet (得点表) of the Master rules; its rows are data that players copy from the printed sheet (J7-15)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

from engines.data_file import BadData, Table, many_tables, one_table, read_tables
from engines.jarapon.shapes import RULES, Shape, ShapeError, bag_of, parse_shape
from engines.jarapon.tiles import RESERVED_WORDS, WILDS, TileSet, folded
from engines.messages import Message, message
from engines.vocabulary import NUMBERS, WILD

DEFAULT_SHEET = "reconstruction"  # the name of the sheet that a match uses by default
BONUSES = ("almighty", "dora", "riichi", "bonus")
SECTIONS = ("normal", "special")
NO_PON = "none"
PRINTED_ROWS = 11
CHIP = 10
MAX_POINTS = 100_000
_HAND_KEYS = ("en", "ja", "section", "tiles", "rule", "points", "pon")


class BadSheet(BadData):
    """A score sheet that cannot be used; its message names file, row, key and what is allowed."""


@dataclass(frozen=True)
class Row:
    """A hand of the sheet."""

    en: str  # its name in English
    ja: str  # its name in Japanese
    shape: Shape
    points: int
    pon: int | None  # points with pon; None where the hand cannot be made with pon
    section: str = SECTIONS[0]

    @property
    def title(self) -> str:
        """Its names, once where they are the same."""
        return self.en if self.en == self.ja else f"{self.en} / {self.ja}"

    def pays(self, with_pon: bool) -> int | None:
        """Points of the hand, or its pon points (J7-22); None where it cannot be made with pon."""
        return self.pon if with_pon else self.points


@dataclass(frozen=True)
class Ranking:
    """The rows of a sheet by rank."""

    rows: tuple[Row, ...]  # from the dearest to the cheapest, the upper one of equals first
    best: Mapping[int, int]  # the rank of the dearest row, by bag of tiles

    @cached_property
    def one_short(self) -> frozenset[int]:
        """Every bag of tiles that one tile completes."""
        hands = ((bag, row.shape.hands[bag]) for row in self.rows for bag in row.shape.hands)
        return frozenset(bag - bag_of((tile,)) for bag, tiles in hands for tile in set(tiles))


@dataclass(frozen=True)
class ScoreSheet:
    """A score sheet."""

    name: str
    rows: tuple[Row, ...]
    reconstruction: bool = False  # whether it is not the maker's own; messages that name it say so
    bonuses: tuple[str, ...] = BONUSES  # those that count

    @cached_property
    def closed(self) -> Ranking:
        """The ranking of hands without pon."""
        return _ranking([(row.points, row) for row in self.rows])

    @cached_property
    def opened(self) -> Ranking:
        """The ranking of hands with pon; rows without pon points are left out."""
        return _ranking([(row.pon, row) for row in self.rows if row.pon is not None])

    def ranking(self, with_pon: bool) -> Ranking:
        """The ranking that counts for a hand."""
        return self.opened if with_pon else self.closed


def _ranking(paid: list[tuple[int, Row]]) -> Ranking:
    rows = tuple(row for _, row in sorted(paid, key=lambda pair: -pair[0]))
    best: dict[int, int] = {}
    for rank, row in enumerate(rows):
        for bag in row.shape.hands:
            best.setdefault(bag, rank)
    return Ranking(rows, best)


def parse_sheet(text: str, file: str, tiles: TileSet) -> ScoreSheet:
    """A score sheet from TOML; raises `BadSheet` naming file, row, key and what is allowed.

    `[sheet]` has `name` and optionally `reconstruction = true` and `bonuses`, a list of those that count (`almighty`,
    `dora`, `riichi`, `bonus`; by default all). `[words]` may name numbers (`pilots = [3, 4]`). Each `[[hand]]` is a
    printed row: `en` and/or `ja`, `section` (`normal`, `special`), `tiles` (a list of groups, see
    `engines.jarapon.shapes`), `rule` (`free`, `different`, `in a row`), `points`, and `pon`: a number, `"none"` where
    the sheet prints –, or by default half of the points. A row with several shapes is written several times.

    >>> from engines.jarapon.tiles import PLAIN_TILES
    >>> text = '[sheet]\\nname = "mine"\\n[[hand]]\\nen = "Nine"\\ntiles = ["9 any"]\\npoints = 600'
    >>> [(row.en, row.points, row.pon) for row in parse_sheet(text, "mine.toml", PLAIN_TILES).rows]
    [('Nine', 600, 300)]
    """
    try:
        data = read_tables(text, file, ("sheet", "words", "hand"))
        heading = one_table(data, "sheet", file, ("name", "reconstruction", "bonuses"))
        words = {**tiles.words(), **_own_words(data, file)}
        rows = tuple(_row(table, words) for table in many_tables(data, "hand", file, _HAND_KEYS))
        return ScoreSheet(heading.text("name"), rows, heading.switch("reconstruction"), _bonuses(heading))
    except BadData as error:
        raise BadSheet(error.said) from error


def _bonuses(heading: Table) -> tuple[str, ...]:
    """The bonuses that count, in their usual order; a sheet may have none."""
    listed = heading.values.get("bonuses", list(BONUSES))
    if not isinstance(listed, list) or not all(kind in BONUSES for kind in listed):
        raise heading.wrong("not_bonuses", "bonuses", allowed=" ".join(f'"{kind}"' for kind in BONUSES))
    return tuple(kind for kind in BONUSES if kind in listed)


def _own_words(data: Mapping[str, object], file: str) -> dict[str, frozenset[str]]:
    if "words" not in data:
        return {}
    table = one_table(data, "words", file, None)
    found = {}
    for word, numbers in table.values.items():
        if folded(word) in RESERVED_WORDS:
            raise table.wrong("reserved", word)
        if not isinstance(numbers, list) or not numbers or not {str(number) for number in numbers} <= set(NUMBERS):
            raise table.wrong("not_numbers", word)
        found[folded(word)] = frozenset(str(number) for number in numbers)
    return found


def _row(table: Table, words: Mapping[str, frozenset[str]]) -> Row:
    if not {"en", "ja"} & table.values.keys():
        raise table.wrong("missing_key", "en")
    names = [table.text(language) for language in ("en", "ja") if language in table.values]
    table.where += f' "{names[0]}"'
    try:
        shape = parse_shape(table.texts("tiles"), table.choice("rule", RULES), words)
    except ShapeError as error:
        raise table.wrong(error.why, "tiles", **error.facts) from error
    points = table.whole("points", 1, MAX_POINTS)
    return Row(names[0], names[-1], shape, points, _pon(table, points), table.choice("section", SECTIONS))


def _pon(table: Table, points: int) -> int | None:
    """Pon points as printed, by default half of the points (J7-15)."""
    if table.values.get("pon") == NO_PON:
        return None
    pon = table.values.get("pon")
    if type(pon) is int and 1 <= pon <= MAX_POINTS:
        return pon
    if pon is not None:
        raise table.wrong("not_pon", "pon", highest=MAX_POINTS, none=NO_PON)
    if points % 2:
        raise table.wrong("half_is_broken", "pon", points=points)
    return points // 2


Standing = Literal["counts", "only_pon", "hidden", "impossible"]


@dataclass(frozen=True)
class Reach:
    """How many of the 43,615 hands of nine tiles fit a row, and how many it scores."""

    fits: int  # number of hands that have its shape
    counts: int  # number of these hands for which no dearer row counts
    # it `counts`, counts `only_pon` (with an open set), is always `hidden` by the row `by`, or `impossible`
    standing: Standing
    example: tuple[str, ...] | None  # a hand for which it counts, else one that fits, group by group
    by: Row | None = None


def reaches(sheet: ScoreSheet) -> tuple[Reach, ...]:
    """The reach of every row, in the order of the sheet; almighty tiles stand for what scores most (J7-16).

    A row that no hand fits, or that a dearer row always beats, was probably copied wrongly.

    >>> from engines.jarapon.tiles import PLAIN_TILES
    >>> text = '[sheet]\\nname = "mine"\\n[[hand]]\\nen = "Tour"\\ntiles = ["run of 9"]\\npoints = 50'
    >>> [(reach.fits, reach.counts, reach.example) for reach in reaches(parse_sheet(text, "mine.toml", PLAIN_TILES))]
    [(46, 46, ('1', '2', '3', '4', '5', '6', '7', '8', '9'))]
    """
    taken: set[int] = set()
    counts: dict[int, int] = {}
    for row in sheet.closed.rows:
        free = _hands(row.shape) - taken
        counts[id(row)] = len(free)
        taken |= free
    return tuple(_reach(row, sheet, counts[id(row)]) for row in sheet.rows)


def _reach(row: Row, sheet: ScoreSheet, counts: int) -> Reach:
    fits = len(_hands(row.shape))
    own = _scored_bags(row, sheet.closed)
    with_pon = _scored_bags(row, sheet.opened)
    example = _most_varied_hand(row, own or with_pon or list(row.shape.hands))
    if not fits:
        return Reach(0, 0, "impossible", None)
    if own:
        return Reach(fits, counts, "counts", example)
    by = Counter(sheet.closed.best[bag] for bag in row.shape.hands).most_common(1)[0][0]
    return Reach(fits, counts, "only_pon" if with_pon else "hidden", example, sheet.closed.rows[by])


def _scored_bags(row: Row, ranking: Ranking) -> list[int]:
    """The bags of a row for which no dearer row counts."""
    rank = next((at for at, other in enumerate(ranking.rows) if other is row), None)
    return [bag for bag in row.shape.hands if rank is not None and ranking.best[bag] == rank]


def _most_varied_hand(row: Row, bags: list[int]) -> tuple[str, ...] | None:
    """The first hand with the most different tiles, which shows best how the tiles of a row may vary."""
    return max((row.shape.hands[bag] for bag in bags), key=lambda tiles: len(set(tiles)), default=None)


@lru_cache(maxsize=64)
def _hands(shape: Shape) -> frozenset[int]:
    """The bag of every hand, almighty tiles included, that can be read as this shape."""
    hands = last = set(shape.hands)
    for _ in range(WILDS):
        last = {held for hand in last for held in _with_one_more_wild(hand)}
        hands = hands | last
    return frozenset(hands)


def _with_one_more_wild(hand: int) -> Iterator[int]:
    """The bags of a hand in which an almighty tile replaces one number."""
    if _count(hand, _WILD_STEP) < WILDS:
        yield from (hand - step + _WILD_STEP for step in _STEPS if _count(hand, step))


def _count(hand: int, step: int) -> int:
    return hand // step & 15


_WILD_STEP = bag_of((WILD,))
_STEPS = tuple(bag_of((number,)) for number in NUMBERS)


def check_sheet(sheet: ScoreSheet) -> tuple[Message, ...]:
    """Warnings: rows that no hand fits, or that never count, and unusual numbers."""
    found = []
    for row, reach in zip(sheet.rows, reaches(sheet), strict=True):
        if reach.standing == "impossible":
            found.append(message("sheet.impossible", sheet=sheet.name, hand=row.title))
        elif reach.by is not None and reach.standing == "hidden":
            found.append(message("sheet.hidden", sheet=sheet.name, hand=row.title, by=reach.by.title))
        for points in sorted({row.points, row.pon or 0}):
            if points % CHIP:
                found.append(message("sheet.not_in_chips", sheet=sheet.name, hand=row.title, points=points, chip=CHIP))
    names = len({row.title for row in sheet.rows})
    if names != PRINTED_ROWS:
        found.append(message("sheet.not_eleven", sheet=sheet.name, rows=names, printed=PRINTED_ROWS))
    return tuple(found)


# The Padawan rules (パダワンルール): one each of 1 to 9, and only the almighty and riichi bonuses (J7-14, J7-19).
PADAWAN = ScoreSheet(
    name="padawan",
    rows=(Row("One to Nine", "1から9", parse_shape(["run of 9"], "free", {}), points=50, pon=None),),
    bonuses=("almighty", "riichi"),
)
