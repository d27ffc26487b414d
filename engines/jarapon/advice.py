"""Advises the holder of a hand of Galaxy Jarapon: what to discard, what it may become, and whether riichi or pon pays.

Nothing unknown is guessed: of a tile there may come *at most* as many as neither the hand nor the table shows, since
the rest lies in walls and other hands.

Discards are ranked by what the next tile is worth: for each tile that would win, how many of it may come times what the
hand then pays. Of discards after which no tile wins, the better one lacks fewer tiles to a hand of the sheet; then the
one with more tiles that help, each counted times the points of the dearest hand that it brings closer.

>>> from engines.jarapon.sheet import parse_sheet
>>> from engines.jarapon.tiles import PLAIN_TILES
>>> text = '[sheet]\\nname = "mine"\\n[[hand]]\\nen = "Three Sets"\\ntiles = ["3 x 3 any"]\\npoints = 60'
>>> sheet = parse_sheet(text, "mine.toml", PLAIN_TILES)
>>> best = advise("2 2 2 7 7 7 4 4 5".split(), sheet, seen="4 4".split()).outlooks[0]
>>> best.discard, [(chance.wait.tile, chance.left) for chance in best.chances], best.value
('5', [('wild', 2), ('4', 5)], 480)
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engines.jarapon.hand import MAX_PONS, NO_EXTRAS, SET_SIZE, Pon, Wait, Win, score_hand, waits
from engines.jarapon.nearest import Left, Nearest, nearest
from engines.jarapon.shapes import HAND_SIZE
from engines.jarapon.sheet import ScoreSheet
from engines.jarapon.state import STAKE
from engines.jarapon.wall import SUPPLY
from engines.vocabulary import TILE_FACES, WILD


@dataclass(frozen=True)
class Chance:
    """A tile that wins, and at most how many of it may still come."""

    wait: Wait
    left: int


@dataclass(frozen=True)
class Outlook:
    """What eight tiles may become."""

    tiles: tuple[str, ...]
    chances: tuple[Chance, ...]  # those that may still come first, the dearest before the others
    nearest: Nearest  # empty where a tile wins that may still come
    discard: str | None = None  # the tile that leaves these eight

    @property
    def value(self) -> int:
        """What all tiles that may come next would pay together."""
        return sum(chance.left * chance.wait.score.total for chance in self.chances)

    @property
    def left(self) -> int:
        """At most how many tiles may come that win."""
        return sum(chance.left for chance in self.chances)

    @property
    def likeliest(self) -> Chance:
        """The chance that makes most of that value."""
        return max(self.chances, key=lambda chance: chance.left * chance.wait.score.total)

    @property
    def rank(self) -> tuple[int, int, int]:
        """The higher, the better, by the rule of this module."""
        return self.value, -self.nearest.lacks, sum(one.left * one.points for one in self.nearest.helps)


@dataclass(frozen=True)
class Riichi:
    """What the likeliest winning tile pays without riichi and with it (J7-17)."""

    tile: str
    without: int
    worth: int

    @property
    def pays(self) -> bool:
        """Whether it brings more than its chip costs (J7-9)."""
        return self.worth - self.without > STAKE


@dataclass(frozen=True)
class PonOffer:
    """The best pon of two equal tiles in the hand, and whether the next tile is then worth more than before."""

    number: str
    after: Outlook
    # what the likeliest hand pays without it: of the tiles as they are, or else the same hand if all is drawn (J7-22)
    without: int
    pays: bool

    @property
    def worth(self) -> int:
        """What the likeliest hand after it pays."""
        return self.after.likeliest.wait.score.total


@dataclass(frozen=True)
class Advice:
    """What may be said to the holder of eight tiles, or of nine that do not win."""

    outlooks: tuple[Outlook, ...]  # of every discard, the best first; for eight tiles the only one
    nearest: Nearest  # what the tiles themselves lack
    riichi: Riichi | None  # of the first outlook, as is the pon
    pon: PonOffer | None


def left_of(tiles: Sequence[str], seen: Sequence[str]) -> Left:
    """At most how many tiles of each face may still come to a hand, where others lie open.

    >>> left_of("1 1 wild".split(), "1 9".split())["1"]
    6
    """
    known = Counter((*tiles, *seen))
    return {face: max(0, SUPPLY[face] - known[face]) for face in TILE_FACES}


def advise(tiles: Sequence[str], sheet: ScoreSheet, win: Win = NO_EXTRAS, seen: Sequence[str] = ()) -> Advice:
    """Advice on eight tiles, or on nine that are no hand; `seen` lie open beside them. Raises `BadTiles`."""
    return _Adviser(sheet, win, tuple(seen)).advice(tuple(tiles))


@dataclass(frozen=True)
class _Adviser:
    """A way to win by a sheet, where some tiles lie open beside the hand."""

    sheet: ScoreSheet
    win: Win
    seen: tuple[str, ...]

    def advice(self, tiles: tuple[str, ...]) -> Advice:
        left = left_of(tiles, self.seen)
        if len(tiles) < HAND_SIZE:
            outlooks = [self._outlook(tiles, left)]
        else:
            outlooks = [self._outlook(eight, left, discard) for discard, eight in self._discards(tiles)]
            outlooks.sort(key=lambda outlook: outlook.rank, reverse=True)
        best, near = outlooks[0], self._nearest(tiles, left)
        return Advice(tuple(outlooks), near, self._riichi(best), None if self.win.riichi else self._pon(best, left))

    def _discards(self, tiles: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Every face that may be discarded, and the eight tiles left."""
        for tile in self._concealed(tiles):
            at = tiles.index(tile)
            yield tile, (*tiles[:at], *tiles[at + 1 :])

    def _concealed(self, tiles: tuple[str, ...]) -> Counter[str]:
        """How many tiles of each face do not lie open, in the order of the faces."""
        concealed = Counter({face: tiles.count(face) for face in TILE_FACES})
        for pon in self.win.pons:
            concealed.subtract({pon.number: SET_SIZE - pon.wilds, WILD: pon.wilds})
        return +concealed

    def _outlook(self, tiles: tuple[str, ...], left: Left, discard: str | None = None) -> Outlook:
        chances = self._chances(tiles, left)
        wins = any(chance.left for chance in chances)
        return Outlook(tiles, chances, Nearest() if wins else self._nearest(tiles, left), discard)

    def _chances(self, tiles: tuple[str, ...], left: Left) -> tuple[Chance, ...]:
        found = [Chance(wait, left[wait.tile]) for wait in waits(tiles, self.sheet, self.win)]
        return tuple(sorted(found, key=lambda chance: (not chance.left, -chance.wait.score.total)))

    def _nearest(self, tiles: tuple[str, ...], left: Left) -> Nearest:
        return nearest(tiles, self.sheet.ranking(bool(self.win.pons)), self.win.pons, left)

    def _riichi(self, best: Outlook) -> Riichi | None:
        """What riichi adds, for who may still say it and waits for a tile that may come."""
        if self.win.riichi or self.win.pons or not best.value:
            return None
        wait = best.likeliest.wait
        with_riichi = score_hand((*best.tiles, wait.tile), self.sheet, replace(self.win, riichi=True))
        assert with_riichi is not None  # riichi changes nothing about the hand itself
        return Riichi(wait.tile, wait.score.total, with_riichi.total)

    def _pon(self, now: Outlook, left: Left) -> PonOffer | None:
        """The best pon after which some tile wins; a tile that wins at once is no offer."""
        winning = {chance.wait.tile for chance in now.chances}
        offers = []
        for number, count in self._concealed(now.tiles).items():
            if (
                count > 1
                and number != WILD
                and number not in winning
                and left[number]
                and len(self.win.pons) < MAX_PONS
            ):
                after = self._after_pon(now.tiles, number, left)
                if after.value:
                    offers.append((after.value, number, after))
        if not offers:
            return None
        value, number, after = max(offers, key=lambda offer: offer[0])
        drawn = score_hand((*after.tiles, after.likeliest.wait.tile), self.sheet, self.win)
        without = now.likeliest.wait.score if now.value else drawn
        return PonOffer(number, after, without.total if without else 0, pays=value > now.value)

    def _after_pon(self, tiles: tuple[str, ...], number: str, left: Left) -> Outlook:
        """The best that a pon of two tiles in the hand leaves."""
        then = replace(self, win=replace(self.win, pons=(*self.win.pons, Pon(number))))
        fewer = {**left, number: left[number] - 1}
        found = (
            Outlook(eight, then._chances(eight, fewer), Nearest(), discard)
            for discard, eight in then._discards((*tiles, number))
        )
        return max(found, key=lambda outlook: outlook.value)
