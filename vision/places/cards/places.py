"""Names the places of cards that lie in piles and columns on a table without a sheet.

The zones are proposed from the table as it is laid for the start, and stay where they are until people move them, or
piles lie in none of them and other zones hold all piles; when the camera or the whole table is pushed, they move with
what lies still.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import dist

import msgspec
import numpy as np

from engines.vocabulary import BACK
from vision.cards.common.reading import UNSURE, Corner, DetectedCard
from vision.facts import CardFacts, LyingCard, Probabilities
from vision.places.cards.coins import Coins
from vision.places.cards.melded import is_midst, midst_of
from vision.places.cards.pile import Kept, Pile, shares
from vision.places.cards.river import River
from vision.places.cards.rows import Rows
from vision.places.cards.steady_piles import SteadyPiles
from vision.places.cards.zones import WIDE, Zone, offs, size_of, zone_of
from vision.places.rigid_motion import UNMOVED, Motion, common_motion, named_motion
from vision.reading import Points

_CARD = 57.0  # mm: the shorter side of a card, by which pictures are scaled for `rigid_motion`
_ON_STOCK = 0.5  # shorter sides from the stock's middle
_BESIDE_STOCK = 2.4  # shorter sides from the stock to where a river may begin; lots and melds lie farther out
_NEAR, _STILL = 1.2, 0.1  # of a shorter side: as far cards are pushed that are known by their faces; less is none

_Seen = tuple[str, Points]  # what a card shows, and its middle in shares of the picture's width

# The zones of a table as it is laid for so many seats, if that is known, by its piles in a picture of some width; none
# as long as it is not.
Proposal = Callable[[Sequence[DetectedCard], float, int | None], Mapping[str, Zone]]


@dataclass(frozen=True)
class PlacedCards:
    """Where the cards of a picture lie, and what each place shows."""

    # For each card the place where it lies, None for none.
    names: tuple[str | None, ...]
    # What each place shows, open ones left out.
    places: Mapping[str, Probabilities]
    # What the picture leaves open, and for how many pictures it has been so.
    left_open: Mapping[str, int] = field(default_factory=dict)
    # What lies on no pile.
    facts: CardFacts = field(default_factory=CardFacts)


class _Memory(msgspec.Struct):
    zones: dict[str, Zone]
    piles: dict[str, list[Kept]]
    begun: bool
    moved: bool
    rows: dict[int, list[Kept]]
    proposed: dict[str, Zone] = {}


class CardPlaces:
    """Names the places of a table by its zones.

    As long as no card lies face up, or a pile lies in no zone, the zones are proposed anew from the piles on which the
    last pictures agree; a table of more or fewer `seats` than the game has is not laid for it.
    With players round the table, so many, cards that lie face up in no zone are rows (`vision.places.cards.rows`).
    """

    def __init__(self, proposal: Proposal, players_round: int = 0) -> None:
        self.zones: dict[str, Zone] = {}
        self.seats: int | None = None
        self.size = (0.0, 0.0)  # of a card, shorter side first, in shares of the picture's width
        self._proposal = proposal
        self._piles: dict[str, Pile | River] = {}
        self._rows = Rows(players_round) if players_round else None
        self._coins = Coins()
        self._steady = SteadyPiles()
        self._as_proposed: dict[str, Zone] = {}
        self._none: list[Zone] = []  # what passes for a stock where the lots told that it lies elsewhere
        self._moved = False  # people have said where zones are
        self._begun = False
        self._last: list[_Seen] = []  # the cards of the last picture

    def place(
        self, cards: Sequence[DetectedCard], width: float, coins: Sequence[Points] = (), is_bare: bool = False
    ) -> PlacedCards:
        """Where the cards of a picture lie that is `width` px wide, and before whom `coins` (2, px) have come to lie.

        With rows, nothing is said of a table on which no card is seen, unless it `is_bare`: of an untaught deck, a
        stock alone is not.
        """
        if not cards and not is_bare and self._rows is not None:
            self._rows.see([], 0.0)  # those of one game are none of the next
            return PlacedCards((), {})
        self._follow(cards, width)
        self._propose(cards, width)
        short, long = size_of(cards)
        size = (short / width, long / width)
        self.size = size if short else self.size
        short = short or self.size[0] * width
        zones = self._as_laid(width)
        names = [zone_of(card, zones, width, self.size) for card in cards]
        if self._rows is not None:  # the stock lies face down, but for one that was turned up in its place
            names = [
                name if name and self._is_of_stock(card, width) else None
                for card, name in zip(cards, names, strict=True)
            ]
        places: dict[str, Probabilities] = {}
        left_open: dict[str, int] = {}
        facts = CardFacts()
        for name, zone in self.zones.items():
            pile = self._piles[name]
            if isinstance(pile, River):
                near = self._discarded(pile, name, cards, names, width)
                facts = replace(facts, river=tuple(map(LyingCard, pile.below)), near_river=near)
            else:
                here = [card for card, at in zip(cards, names, strict=True) if at == name]
                pile.see(_from_below(here, zone), short or width)
            shown, still_open = pile.shown(name)
            places |= shown
            left_open |= still_open
        if self._rows is not None and self.zones and short:
            beside = [at for at, card in enumerate(cards) if names[at] is None and card.code != BACK]
            rows = self._rows.see([cards[at] for at in beside], short)
            for at, row in zip(beside, rows, strict=True):
                names[at] = f"row/{row}"
            middle = np.array([self._stock.x, self._stock.y]) * width
            found, still_open = self._rows.shown(middle)
            self._coins.see(coins, short)
            lying = tuple(self._rows.seats_of(spot, middle) for spot in self._coins.new)
            facts = self._with_seats(replace(facts, rows=found, coins=lying), self._rows, middle)
            left_open |= still_open
        return PlacedCards(tuple(names), places, left_open, facts)

    def _discarded(
        self, river: River, name: str, cards: Sequence[DetectedCard], names: list[str | None], width: float
    ) -> tuple[Probabilities, ...]:
        """Lets a river see its cards, and names them; the first one of all is where people begin it.

        Gives what the cards show that may as well have been discarded, though they lie nearer to others.
        """
        up = [at for at, card in enumerate(cards) if card.code != BACK and names[at] in (None, name)]
        zone = self.zones[name]
        begun = None if river.kept or self._moved else _first_discard([cards[at] for at in up], self._stock, width)
        if begun is not None:
            zone = self.zones[name] = replace(zone, x=begun.xy[0] / width, y=begun.xy[1] / width)
        others = [] if self._rows is None else [one.card for kept in self._rows.kept.values() for one in kept]
        lying = [cards[at] for at in up]
        members = river.members(lying, zone, width, others)
        for at, card in enumerate(up):
            names[card] = name if at in members else None
        river.see([lying[at] for at in sorted(members)])
        near = sorted(river.beside(lying, members, zone, width))
        return tuple(shares(lying[at]) for at in near)

    def _with_seats(self, facts: CardFacts, rows: Rows, middle: Points) -> CardFacts:
        """The facts with before whom each card of the river lies, since a hand that is shown may reach to it."""
        kept = [one for pile in self._piles.values() if isinstance(pile, River) for one in pile.kept]
        seats = [rows.seats_of(one.card.xy, middle) for one in kept]
        river = tuple(replace(card, seats=its) for card, its in zip(facts.river, seats, strict=False))
        return replace(facts, river=river, top_seats=seats[-1] if seats else {})

    def _is_of_stock(self, card: DetectedCard, width: float) -> bool:
        off = float(np.hypot(card.xy[0] - self._stock.x * width, card.xy[1] - self._stock.y * width))
        return card.code in (BACK, UNSURE) or off < _ON_STOCK * card.shorter_side

    @property
    def _stock(self) -> Zone:
        """The zone of a table that lies in its middle."""
        return next(iter(self.zones.values()))

    def lay(self, name: str, x: float, y: float) -> None:
        """Move a zone to where people say it is, in shares of the picture's width; a `KeyError` for no zone."""
        self.zones[name] = replace(self.zones[name], x=x, y=y)
        self._piles[name] = _pile_of(self.zones[name])
        self._moved = True

    def lay_as_before(self, before: "CardPlaces") -> None:
        """Begin another game at the same table, where people have said for the one `before` where its zones are."""
        if before._moved and not self._moved:
            self.zones, self._as_proposed = dict(before.zones), dict(before._as_proposed)
            self._piles = {name: _pile_of(zone) for name, zone in self.zones.items()}
            self.size, self._moved = before.size, True

    @property
    def is_moved(self) -> bool:
        """Whether people have said where zones are."""
        return self._moved

    def lay_as_proposed(self) -> None:
        """Move all zones back to where they were proposed, as far as the table lies there still."""
        moved = [name for name, zone in self.zones.items() if zone != self._as_proposed.get(name)]
        self.zones = dict(self._as_proposed)
        self._piles |= {name: _pile_of(self.zones[name]) for name in moved if name in self.zones}
        self._begun, self._moved = any(code != BACK for code, _ in self._last), False

    def memory(self) -> object:
        """What must be kept over a restart, as plain data."""
        piles = {name: pile.kept for name, pile in self._piles.items()}
        rows = {} if self._rows is None else self._rows.kept
        return msgspec.to_builtins(
            _Memory(self.zones, piles, self._begun, self._moved, rows, self._as_proposed), str_keys=True
        )

    def remember(self, memory: object) -> None:
        """Continues from what `memory` gave."""
        kept = msgspec.convert(memory, _Memory, strict=False)
        self.zones, self._begun, self._moved = kept.zones, kept.begun, kept.moved
        self._as_proposed = kept.proposed
        if self._rows is not None:
            self._rows.remember(kept.rows)
        self._piles = {name: _pile_of(zone, kept.piles[name]) for name, zone in kept.zones.items()}

    def _propose(self, cards: Sequence[DetectedCard], width: float) -> None:
        """The zones of a table as it is laid: until the first card lies face up, and while a pile lies in none."""
        piles = self._without_printed(self._steady.see(cards, width))
        is_up = any(pile.code != BACK for pile in piles)
        self._begun = self._begun and is_up
        if self._moved or (self._begun and self._holds(piles, cards, width)):
            return
        if found := self._proposal(piles, 1.0, self.seats):
            was, self.zones, self._as_proposed = self.zones, dict(found), dict(found)
            same = {
                name
                for name, zone in found.items()
                if name in was and _is_at(was[name], (zone.x, zone.y), size_of(piles)[0])
            }
            self._piles = {name: self._piles[name] if name in same else _pile_of(found[name]) for name in found}
        self._begun = bool(self.zones) and is_up

    def _without_printed(self, piles: Sequence[DetectedCard]) -> list[DetectedCard]:
        """The piles without what passes for a stock where lots have told that it lies elsewhere."""
        short = size_of(piles)[0]

        def is_none(pile: DetectedCard) -> bool:
            return pile.code == BACK and any(_is_at(one, pile.xy, short) for one in self._none)

        if self._rows is not None and midst_of(piles, self.seats) is not None:
            self._none = [one for one in self._none if not is_midst((one.x, one.y), piles, self.seats)]
            backs = [pile for pile in piles if pile.code == BACK and not is_midst(pile.xy, piles, self.seats)]
            self._none += [Zone(*pile.xy, (0.0, 1.0)) for pile in backs if not is_none(pile)]
        return [pile for pile in piles if not is_none(pile)]

    def _holds(self, piles: Sequence[DetectedCard], cards: Sequence[DetectedCard], width: float) -> bool:
        """Whether every pile that is read lies in a zone, or a column of every player has a card; beside rows, where
        anything may lie anywhere, whether a lot lies before each seat, if there are just so many cards and these lie
        like lots."""
        if self.seats is None:
            return True
        if self._rows is not None:
            are_lots = (
                sum(card.code != BACK for card in cards) == self.seats and midst_of(piles, self.seats) is not None
            )
            return not are_lots or is_midst((self._stock.x, self._stock.y), piles, self.seats)
        read = [pile for pile in piles if pile.code != UNSURE]
        return not read or self._are_in_use() or bool(offs(read, self._as_laid(width), 1.0).max() <= WIDE)

    def _are_in_use(self) -> bool:
        """Whether a card lies in a column of each player: what lies in no zone then is none of the game's piles."""
        columns = [name for name, zone in self.zones.items() if zone.is_column]
        players = {name.rpartition("/")[0] for name in columns}
        return bool(players) and players == {name.rpartition("/")[0] for name in columns if self._piles[name].kept}

    def _as_laid(self, width: float) -> dict[str, Zone]:
        """The zones as people use them: piles lie off to the left or right, and the others of their row with them."""
        off = {name: self._off(name, width) for name in self.zones}
        rows: dict[str, list[float]] = {}
        for name, aside in off.items():
            rows.setdefault(name.rpartition("/")[0], []).extend([float(np.mean(aside))] if aside else [])
        found = {}
        for name, zone in self.zones.items():
            of_row = rows[name.rpartition("/")[0]]
            expected = sum(of_row) / (len(of_row) + 1)
            beside = zone.beside((expected + sum(off[name])) / (len(off[name]) + 1))
            found[name] = replace(zone, x=beside.x, y=beside.y)
        return found

    def _off(self, name: str, width: float) -> list[float]:
        """How far to the right of its zone each card of a pile lies."""
        zone = self.zones[name]
        if zone.is_river:
            return []  # its cards lie anyhow
        middles = (np.array(one.card.xy) / width for one in self._piles[name].kept)
        return [float((middle - (zone.x, zone.y)) @ zone.right) for middle in middles]

    def _follow(self, cards: Sequence[DetectedCard], width: float) -> None:
        """Move the zones as all cards have moved since the last picture, because the table or the camera was pushed."""
        before, self._last = self._last, [(card.code, np.array(card.xy) / width) for card in cards]
        short = size_of(cards)[0] / width
        if not short or not self.zones:
            return
        motion = _common(before, self._last, short)
        if motion is UNMOVED:
            return
        self._steady.forget()
        shift = motion.shift * short / _CARD
        self.zones = {name: zone.moved(motion.turn, shift) for name, zone in self.zones.items()}
        self._as_proposed = {name: zone.moved(motion.turn, shift) for name, zone in self._as_proposed.items()}
        self._none = [zone.moved(motion.turn, shift) for zone in self._none]
        for pile in self._piles.values():
            pile.kept = [replace(one, card=_moved(one.card, motion, shift, width)) for one in pile.kept]
        if self._rows is not None:
            self._rows.kept = {
                row: [replace(one, card=_moved(one.card, motion, shift, width)) for one in kept]
                for row, kept in self._rows.kept.items()
            }


def _is_at(zone: Zone, spot: Corner, short: float) -> bool:
    """Whether what lies at a spot lies in a zone's pile; `spot` and `short` in shares of the picture's width."""
    return dist((zone.x, zone.y), spot) < short / 2


def _pile_of(zone: Zone, kept: Sequence[Kept] = ()) -> Pile | River:
    return River(kept) if zone.is_river else Pile(zone.is_column, kept)


def _first_discard(cards: Sequence[DetectedCard], stock: Zone, width: float) -> DetectedCard | None:
    """The one card that lies by itself beside the stock, if there is just one."""
    apart = [np.hypot(card.xy[0] - stock.x * width, card.xy[1] - stock.y * width) for card in cards]
    near = [card for card, far in zip(cards, apart, strict=True) if far < _BESIDE_STOCK * card.shorter_side]
    return near[0] if len(near) == 1 else None


def _common(before: Sequence[_Seen], after: Sequence[_Seen], short: float) -> Motion:
    """How all cards have moved, in mm: first by those that show the same near by, then by all, whatever they show."""
    near = []
    for code, middle in before:
        same = [other for other_code, other in after if other_code == code]
        far = [float(np.linalg.norm(other - middle)) for other in same]
        if far and min(far) < _NEAR * short:
            near.append((middle, same[int(np.argmin(far))]))
    if near and float(np.median([np.linalg.norm(one - other) for one, other in near])) < _STILL * short:
        return UNMOVED
    scale = _CARD / short
    named = named_motion([one * scale for one, _ in near], [other * scale for _, other in near]) if near else None
    return named or common_motion([middle * scale for _, middle in before], [middle * scale for _, middle in after])


def _moved(card: DetectedCard, motion: Motion, shift: Points, width: float) -> DetectedCard:
    ring = np.array(card.corners) / width @ motion.turn.T + shift
    (a, b, c, d) = ((float(x), float(y)) for x, y in ring * width)
    return replace(card, corners=(a, b, c, d))


def _from_below(cards: Sequence[DetectedCard], zone: Zone) -> list[DetectedCard]:
    """Cards in the order in which they lie on each other, or down a column where they do not touch."""
    return sorted(cards, key=lambda card: (card.level, float(np.array(card.xy) @ zone.down)))
