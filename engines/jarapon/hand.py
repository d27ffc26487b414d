"""Scores a hand of Galaxy Jarapon, and judges whether a discard may be taken to win (J7-10 to J7-22, J7-25).

A hand scores the dearest row of the sheet that fits, and its bonuses.

>>> from engines.jarapon.sheet import parse_sheet
>>> from engines.jarapon.tiles import PLAIN_TILES
>>> text = '[sheet]\\nname = "mine"\\n[[hand]]\\nen = "Three Sets"\\ntiles = ["3 x 3 any"]\\npoints = 60'
>>> sheet = parse_sheet(text, "mine.toml", PLAIN_TILES)
>>> score = score_hand("2 2 2 7 7 7 4 4 wild".split(), sheet, Win(dora="7"))
>>> score.row.en, score.points, score.total, score.reading
('Three Sets', 60, 180, ('2', '2', '2', '4', '4', '4', '7', '7', '7'))
>>> [(wait.tile, wait.score.points) for wait in waits("2 2 2 7 7 7 4 4".split(), sheet)]
[('4', 60), ('wild', 60)]
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from engines.jarapon.shapes import HAND_SIZE, bag_of
from engines.jarapon.sheet import Row, ScoreSheet
from engines.jarapon.tiles import WILDS, BadTiles, check_supply
from engines.messages import Message, message
from engines.vocabulary import NUMBERS, TILE_FACES, WILD

BONUS_POINTS = 30
PENALTY_POINTS = 30  # to each other player, for a false win (J7-25)
SET_SIZE = 3
MAX_PONS = 2  # a third set could only be opened with the winning tile
_WILD_FIRST = (WILD, *NUMBERS)
# By the number of almighty tiles: the bag and the faces of all that they may stand for.
_STANDING_FOR = tuple(
    tuple((bag_of(faces), faces) for faces in combinations_with_replacement(_WILD_FIRST, count))
    for count in range(WILDS + 1)
)


@dataclass(frozen=True)
class Pon:
    """A set laid open (ポン): its number, and how many of its three tiles are almighty ones of the owner (J7-8)."""

    number: str
    wilds: int = 0


@dataclass(frozen=True)
class Win:
    """How a hand was won."""

    riichi: bool = False
    dealer: bool = False
    dora: str | None = None  # its face
    bonus: str | None = None  # the face of the bonus tile
    pons: tuple[Pon, ...] = ()  # among the nine tiles
    almighty_counts: bool = False  # whether an almighty counts as dora or bonus by what it stands for (J7-18)


NO_EXTRAS = Win()


@dataclass(frozen=True)
class Bonus:
    """Extra points of a hand: `kind` is `almighty`, `dora`, `riichi` or `bonus` (J7-17)."""

    kind: str
    count: int
    points: int


@dataclass(frozen=True)
class HandScore:
    """What a hand is worth."""

    row: Row
    points: int  # of the row, or its pon points
    reading: tuple[str, ...]  # the nine tiles group by group, each almighty replaced by what it stands for
    stands_for: tuple[str, ...]  # what each almighty stands for
    bonuses: tuple[Bonus, ...]
    total: int  # what one payer pays, doubled for a dealer (J7-21)


@dataclass(frozen=True)
class Wait:
    """A tile that completes eight tiles, and the score of the hand that it makes."""

    tile: str
    score: HandScore


def score_hand(tiles: Sequence[str], sheet: ScoreSheet, win: Win = NO_EXTRAS) -> HandScore | None:
    """The score of nine tiles, or None if they are no hand; only the highest row counts (J7-16).

    Raises `BadTiles` unless there are nine tiles, at most two of them almighty, with all pon sets among them.
    """
    _check(tiles, HAND_SIZE, win)
    return _score(tiles, sheet, win)


def waits(tiles: Sequence[str], sheet: ScoreSheet, win: Win = NO_EXTRAS) -> tuple[Wait, ...]:
    """Every tile that completes eight tiles, with the score; raises `BadTiles` like `score_hand`."""
    _check(tiles, HAND_SIZE - 1, win)
    drawn = NUMBERS if tiles.count(WILD) == WILDS else TILE_FACES
    scores = ((tile, _score((*tiles, tile), sheet, win)) for tile in drawn)
    return tuple(Wait(tile, score) for tile, score in scores if score)


def is_waiting(tiles: Sequence[str], sheet: ScoreSheet) -> bool:
    """Whether any tile completes eight concealed tiles; a faster test than `waits`."""
    near = sheet.closed.one_short
    return any(bag in near for bag, _ in _readings(tiles, NO_EXTRAS))


def fitting_rows(tiles: Sequence[str], sheet: ScoreSheet, win: Win = NO_EXTRAS) -> tuple[Row, ...]:
    """Every row of the sheet that nine tiles could count as, the dearest first."""
    bags = [bag for bag, _ in _readings(tiles, win)]
    rows = sheet.ranking(bool(win.pons)).rows
    return tuple(row for row in rows if any(bag in row.shape.hands for bag in bags))


def pons_among(tiles: Sequence[str], sets: Sequence[Sequence[str]]) -> tuple[Pon, ...]:
    """The open sets among the tiles, each given as its three tiles or as its number alone; raises `BadTiles`.

    A set given by its number has as few almighty tiles as possible.

    >>> pons_among("3 3 wild 4 4 4 5 5 5".split(), ["3"])
    (Pon(number='3', wilds=1),)
    """
    left, pons = Counter(tiles), []
    for laid in sorted(sets, key=len, reverse=True):  # those given as three tiles first: they need exactly these
        numbers = set(laid) - {WILD}
        if len(laid) not in (1, SET_SIZE) or len(numbers) != 1:
            raise BadTiles(message("hand.not_a_pon", tiles=" ".join(laid)))
        number = numbers.pop()
        own = laid.count(number) if len(laid) == SET_SIZE else min(left[number], SET_SIZE)
        left[number] -= own
        pons.append(Pon(number, SET_SIZE - own))
    _check_pons(tiles, pons)
    return tuple(pons)


def _score(tiles: Sequence[str], sheet: ScoreSheet, win: Win) -> HandScore | None:
    ranking = sheet.ranking(bool(win.pons))
    found = [(ranking.best[bag], at, bag) for at, (bag, _) in enumerate(_readings(tiles, win)) if bag in ranking.best]
    if not found:
        return None
    readings = list(_readings(tiles, win))
    in_pons = tuple(pon.number for pon in win.pons for _ in range(pon.wilds))

    def scored(rank: int, at: int, bag: int) -> HandScore:
        row, stands_for = ranking.rows[rank], in_pons + readings[at][1]
        points, bonuses = row.pays(bool(win.pons)) or 0, tuple(_bonuses(tiles, sheet, win, stands_for))
        total = (points + sum(bonus.points for bonus in bonuses)) * (2 if win.dealer else 1)
        return HandScore(row, points, row.shape.hands[bag], stands_for, bonuses, total)

    if not win.almighty_counts:
        return scored(*min(found))
    return max((scored(*reading) for reading in sorted(found)), key=lambda score: score.total)


def _readings(tiles: Sequence[str], win: Win) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every bag that the tiles can be read as, with the faces that the concealed almighty tiles stand for."""
    fixed = [pon.number for pon in win.pons for _ in range(pon.wilds)]
    natural = bag_of([tile for tile in tiles if tile != WILD] + fixed)
    for bag, faces in _STANDING_FOR[tiles.count(WILD) - len(fixed)]:
        yield natural + bag, faces


def _bonuses(tiles: Sequence[str], sheet: ScoreSheet, win: Win, stands_for: tuple[str, ...]) -> Iterator[Bonus]:
    """The bonuses that the sheet counts; an almighty as dora or bonus tile has no number (J7-18)."""
    may_count = [tile for tile in (*tiles, *(stands_for if win.almighty_counts else ())) if tile != WILD]
    counts = {
        "almighty": tiles.count(WILD),
        "dora": may_count.count(win.dora) if win.dora else 0,
        "riichi": int(win.riichi),
        "bonus": may_count.count(win.bonus) if win.riichi and win.bonus else 0,
    }
    for kind in sheet.bonuses:
        if counts[kind]:
            yield Bonus(kind, counts[kind], counts[kind] * BONUS_POINTS)


def _check(tiles: Sequence[str], size: int, win: Win) -> None:
    if len(tiles) != size:
        raise BadTiles(message("tiles.wrong_count", count=len(tiles)))
    check_supply(tiles)
    _check_pons(tiles, win.pons)
    if win.pons and win.riichi:
        raise BadTiles(message("hand.riichi_with_pon"))


def _check_pons(tiles: Sequence[str], pons: Sequence[Pon]) -> None:
    """Raise `BadTiles` unless the open sets lie among the tiles."""
    if len(pons) > MAX_PONS:
        raise BadTiles(message("hand.too_many_pons", most=MAX_PONS))
    have, wilds = Counter(tiles), 0
    for pon in pons:
        have[pon.number] -= SET_SIZE - pon.wilds
        wilds += pon.wilds
        if have[pon.number] < 0 or wilds > have[WILD]:
            raise BadTiles(message("hand.no_such_pon", number=pon.number))


@dataclass(frozen=True)
class Discards:
    """What decides whether a player may take a discard to win."""

    own: Collection[str] = ()  # all faces that he has discarded in this hand, also those called away
    let_pass: bool = False  # after his riichi he let a winning discard pass
    wild_may_be_taken: bool = True  # the option of J7-12


def ron_refused(tile: str | None, discards: Discards) -> Message | None:
    """Why a discard may not be taken to win, or None when it may; a self-draw is always allowed (J7-10).

    Without the `tile` (None), only the rules that do not depend on it are checked.

    >>> ron_refused("5", Discards(own="15")).key, ron_refused("6", Discards(own="15"))
    ('hand.furiten', None)
    """
    if tile == WILD and not discards.wild_may_be_taken:
        return message("hand.wild_not_taken")
    if tile is not None and tile in discards.own:
        return message("hand.furiten_wild") if tile == WILD else message("hand.furiten", tile=tile)
    if discards.let_pass:
        return message("hand.let_pass")
    return None
