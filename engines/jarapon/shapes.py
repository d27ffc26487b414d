"""The shape of a hand, written in the terms of a printed score sheet.

A shape is a list of groups that make nine tiles together, and a rule for the numbers of its groups:

    3 any            three tiles of one number (a *set*, セット)
    3 odd            … of one odd number; also even
    3 of 1,2,6       … of one of these numbers
    4 Rey            four tiles of a character, whose number the tile set knows
    3 light          three tiles of one number of a faction
    1 wild           an almighty laid as itself
    run of 3         three tiles with numbers in a row; also `run of 3 light`
    3 x 3 any        the same group three times

The rule is `free` (numbers may repeat), `different` (no two groups share a number) or `in a row` (each group's number
is one more than that of the group before).
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

from engines.jarapon.tiles import WILDS, folded
from engines.vocabulary import NUMBERS, WILD

HAND_SIZE = 9
RULES = ("free", "different", "in a row")
BUILT_IN_WORDS = {
    "any": frozenset(NUMBERS),
    "odd": frozenset("13579"),
    "even": frozenset("2468"),
    "wild": frozenset({WILD}),
}
_GROUP = re.compile(
    r"(?:(?P<times>[1-9])\s*x\s*)?(?:(?P<run>run\s+of)\s+)?(?P<count>[1-9])(?:\s+(?:of\s+)?(?P<of>.+))?"
)
_STEP = {face: 1 << 4 * place for place, face in enumerate((WILD, *NUMBERS))}


def bag_of(tiles: Sequence[str]) -> int:
    """Tiles without their order as one integer: four bits for the count of each face.

    >>> bag_of(["1", "2"]) == bag_of(["2", "1"]) == bag_of(["1"]) + bag_of(["2"])
    True
    """
    return sum(_STEP[tile] for tile in tiles)


@cache
def counts_of(bag: int) -> tuple[int, ...]:
    """How many tiles of each face a bag has: almighty ones first, then the numbers.

    >>> counts_of(bag_of(["1", "wild", "9", "9"]))
    (1, 1, 0, 0, 0, 0, 0, 0, 0, 2)
    """
    return tuple(bag >> 4 * place & 15 for place in range(len(_STEP)))


class ShapeError(ValueError):
    """A shape that is written wrongly: `why` is the last part of a text key `data.*`, `facts` its facts."""

    def __init__(self, why: str, **facts: str | int) -> None:
        self.why, self.facts = why, facts
        super().__init__(why)


@dataclass(frozen=True)
class Group:
    """Tiles of one number, or of numbers in a row."""

    count: int  # of tiles
    of: frozenset[str]  # numbers that they may have
    run: bool = False  # one each of so many numbers in a row

    def choices(self) -> Iterator[tuple[str, ...]]:
        """All tiles that make the group, lowest numbers first."""
        if self.run:
            starts = range(len(NUMBERS) - self.count + 1)
            runs = (NUMBERS[start : start + self.count] for start in starts)
            yield from (run for run in runs if self.of.issuperset(run))
        else:
            yield from ((number,) * self.count for number in (*NUMBERS, WILD) if number in self.of)


@dataclass(frozen=True)
class Shape:
    """Groups that make nine tiles, and the rule for their numbers."""

    groups: tuple[Group, ...]
    rule: str = "free"

    @cached_property
    def hands(self) -> Mapping[int, tuple[str, ...]]:
        """Every hand of nine tiles that has this shape, by its `bag_of`, laid out group by group."""
        laid: dict[int, tuple[str, ...]] = {0: ()}
        allowed = _ALLOWED[self.rule]
        for group in self.groups:
            choices = [(choice, bag_of(choice)) for choice in group.choices()]
            longer: dict[int, tuple[str, ...]] = {}
            for bag, tiles in laid.items():
                for choice, step in choices:
                    if bag + step not in longer and allowed(tiles, choice):
                        longer[bag + step] = (*tiles, *choice)
            laid = longer
        return laid


def _different(tiles: tuple[str, ...], choice: tuple[str, ...]) -> bool:
    return set(tiles).isdisjoint(choice)


def _in_a_row(tiles: tuple[str, ...], choice: tuple[str, ...]) -> bool:
    return not tiles or (tiles[-1], choice[0]) in _NEIGHBOURS


_NEIGHBOURS = frozenset(pairwise(NUMBERS))
_ALLOWED: Mapping[str, Callable[[tuple[str, ...], tuple[str, ...]], bool]] = {
    "free": lambda tiles, choice: True,  # noqa: ARG005
    "different": _different,
    "in a row": _in_a_row,
}


def parse_shape(groups: Sequence[str], rule: str, words: Mapping[str, frozenset[str]]) -> Shape:
    """A shape from its groups as written; `words` are further names of numbers. Raises `ShapeError`.

    >>> len(parse_shape(["3 x 3 any"], "in a row", {}).hands)
    7
    """
    parsed = [group for text in groups for group in _parse_group(text, words)]
    total = sum(group.count for group in parsed)
    if total != HAND_SIZE:
        raise ShapeError("not_nine", tiles=total)
    if sum(group.count for group in parsed if WILD in group.of) > WILDS:
        raise ShapeError("too_many_wild", most=WILDS)
    if rule == "in a row" and any(group.run or WILD in group.of for group in parsed):
        raise ShapeError("only_sets_in_a_row")
    return Shape(tuple(parsed), rule)


@dataclass(frozen=True)
class WrittenGroup:
    """A group as people write it, its words not yet resolved.

    >>> str(written_group("3 × 3  Odd")), str(written_group("run of 3")), written_group("3 of 1, 2").of
    ('3 x 3 odd', 'run of 3', '1,2')
    """

    times: int  # how often the group is repeated
    run: bool
    count: int  # of tiles
    of: str  # numbers with commas between them, or a word for them

    def __str__(self) -> str:
        often = f"{self.times} x " if self.times > 1 else ""
        if self.run:
            return f"{often}run of {self.count}" + (f" {self.of}" if self.of != "any" else "")
        needs_of = self.of.startswith("of ") or set(self.of.split(",")) <= set(NUMBERS)
        return f"{often}{self.count} {'of ' if needs_of else ''}{self.of}"


def written_group(text: str) -> WrittenGroup:
    """The parts of a group as written, its words not yet resolved; raises `ShapeError`."""
    found = _GROUP.fullmatch(folded(text))
    if not found or not (found["run"] or found["of"]):
        raise ShapeError("not_a_group", text=text)
    of = found["of"] or "any"
    if set(of) <= {*NUMBERS, *",・ "}:
        of = ",".join(re.findall("[1-9]+", of))
    return WrittenGroup(int(found["times"] or 1), bool(found["run"]), int(found["count"]), of)


def _parse_group(text: str, words: Mapping[str, frozenset[str]]) -> list[Group]:
    group = written_group(text)
    of = _numbers(group.of, {**words, **BUILT_IN_WORDS})
    if group.run and WILD in of:
        raise ShapeError("not_a_group", text=text)
    return [Group(group.count, of, group.run)] * group.times


def _numbers(text: str, words: Mapping[str, frozenset[str]]) -> frozenset[str]:
    listed = frozenset(text.split(","))
    if listed <= set(NUMBERS):
        return listed
    if text not in words:
        raise ShapeError("unknown_word", text=text, allowed=" ".join(f'"{word}"' for word in sorted(words)))
    return words[text]
