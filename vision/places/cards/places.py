"""Names the places of cards that lie in piles and columns on a table without a sheet.

The zones are proposed from the table as it is laid for the start. They stay until people move them, or until piles lie
in none of them and another proposal holds all piles. When the camera or the whole table is pushed, they move along with
the cards.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import dist

import msgspec
import numpy as np
from msgspec import structs

from engines.vocabulary import BACK
from vision.cards.common.reading import UNSURE, Corner, DetectedCard
from vision.facts import CardFacts, LyingCard, Probabilities
from vision.places.cards.coins import Coins
from vision.places.cards.melded import is_midst, midst_of
from vision.places.cards.pile import KeptCard, Pile, shares
from vision.places.cards.river import River
from vision.places.cards.rows import Rows
from vision.places.cards.steady_piles import SteadyPiles
from vision.places.cards.zones import MAX_OFF_ZONE, Zone, offs, size_of, zone_of
from vision.places.rigid_motion import UNMOVED, Motion, common_motion, named_motion
from vision.reading import Points

_CARD_WIDE = 57.0  # mm: the shorter side of a card, by which pictures are scaled for `rigid_motion`
# Distances in shorter sides of a card.
_MAX_OFF_STOCK = 0.5  # of a card of the stock, from the stock's middle
_MAX_RIVER_START = 2.4  # from the stock to the first discard; lots and melds lie farther out
_MAX_PUSH = 1.2  # of cards that are matched by their faces
_MIN_PUSH = 0.1  # the median motion of such cards below which the table lies still

_FaceAt = tuple[str, Points]  # what a card shows, and its middle in shares of the picture's width

# Proposes the zones of a table from its piles in a picture of a width (px), as laid for a number of seats (None where
# not known); none as long as it is not laid for the start.
Proposal = Callable[[Sequence[DetectedCard], float, int | None], Mapping[str, Zone]]


@dataclass(frozen=True)
class PlacedCards:
    """The assignment of the cards of a picture to places."""

    names: tuple[str | None, ...]  # for each card its place, None for none
    places: Mapping[str, Probabilities]  # what each place shows, open ones left out
    left_open: Mapping[str, int] = field(default_factory=dict)  # open places, and for how many pictures each was open
    facts: CardFacts = field(default_factory=CardFacts)  # what lies on no pile


class _Memory(msgspec.Struct):
    zones: dict[str, Zone]
    piles: dict[str, list[KeptCard]]
    begun: bool
    moved: bool
    rows: dict[int, list[KeptCard]]
    proposed: dict[str, Zone] = {}


class CardPlaces:
    """Names the places of a table by its zones.

    As long as no card lies face up, or a pile lies in no zone, the zones are proposed anew from the piles on which the
    last pictures agree. With `players_round` the table, cards that lie face up in no zone form rows
    (`vision.places.cards.rows`).
    """

    def __init__(self, proposal: Proposal, players_round: int = 0) -> None:
        self.zones: dict[str, Zone] = {}
        self.seats: int | None = None  # the seats for which the table must be laid; None for any number
        self.is_moved = False  # whether people have moved zones
        self.size = (0.0, 0.0)  # of a card, shorter side first, in shares of the picture's width
        self._proposal = proposal
        self._piles: dict[str, Pile | River] = {}
        self._rows = Rows(players_round) if players_round else None
        self._coins = Coins()
        self._steady = SteadyPiles()
        self._as_proposed: dict[str, Zone] = {}
        self._false_stocks: list[Zone] = []  # detections of a stock away from the middle of the lots
        self._begun = False  # whether a card has been laid face up
        self._last: list[_FaceAt] = []  # the cards of the last picture

    def place(
        self, cards: Sequence[DetectedCard], width: float, coins: Sequence[Points] = (), is_bare: bool = False
    ) -> PlacedCards:
        """The places of the cards in a picture, `width` px wide, and of `coins` (2, px) that have come to lie there.

        With rows, a picture without cards gives no places unless the table `is_bare`: the stock of an untaught deck is
        not detected.
        """
        if not cards and not is_bare and self._rows is not None:
            self._rows.update([], 0.0)  # the rows of one game are none of the next
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
                near = self._update_river(pile, name, cards, names, width)
                facts = replace(facts, river=tuple(map(LyingCard, pile.below)), near_river=near)
            else:
                here = [card for card, at in zip(cards, names, strict=True) if at == name]
                pile.update(_from_below(here, zone), short or width)
            shown, still_open = pile.shown(name)
            places |= shown
            left_open |= still_open
        if self._rows is not None and self.zones and short:
            beside = [at for at, card in enumerate(cards) if names[at] is None and card.code != BACK]
            rows = self._rows.update([cards[at] for at in beside], short)
            for at, row in zip(beside, rows, strict=True):
                names[at] = f"row/{row}"
            middle = np.array([self._stock.x, self._stock.y]) * width
            found, still_open = self._rows.shown(middle)
            self._coins.update(coins, short)
            lying = tuple(self._rows.seats_of(spot, middle) for spot in self._coins.new)
            facts = self._with_seats(replace(facts, rows=found, coins=lying), self._rows, middle)
            left_open |= still_open
        return PlacedCards(tuple(names), places, left_open, facts)

    def _update_river(
        self, river: River, name: str, cards: Sequence[DetectedCard], names: list[str | None], width: float
    ) -> tuple[Probabilities, ...]:
        """Updates a river with its cards and names their places; the first discard moves the river's zone.

        Returns what the cards show that may be discards although they lie nearer to others.
        """
        up = [at for at, card in enumerate(cards) if card.code != BACK and names[at] in (None, name)]
        zone = self.zones[name]
        begun = None if river.kept or self.is_moved else _first_discard([cards[at] for at in up], self._stock, width)
        if begun is not None:
            zone = self.zones[name] = replace(zone, x=begun.xy[0] / width, y=begun.xy[1] / width)
        others = [] if self._rows is None else [kept.card for line in self._rows.kept.values() for kept in line]
        lying = [cards[at] for at in up]
        members = river.members(lying, zone, width, others)
        for at, card in enumerate(up):
            names[card] = name if at in members else None
        river.update([lying[at] for at in sorted(members)])
        near = sorted(river.beside(lying, members, zone, width))
        return tuple(shares(lying[at]) for at in near)

    def _with_seats(self, facts: CardFacts, rows: Rows, middle: Points) -> CardFacts:
        """The facts with the seats of each card of the river, since a hand that is shown may reach it."""
        discards = [kept.card for pile in self._piles.values() if isinstance(pile, River) for kept in pile.kept]
        seats = [rows.seats_of(card.xy, middle) for card in discards]
        river = tuple(replace(lying, seats=shared) for lying, shared in zip(facts.river, seats, strict=False))
        return replace(facts, river=river, top_seats=seats[-1] if seats else {})

    def _is_of_stock(self, card: DetectedCard, width: float) -> bool:
        off = float(np.hypot(card.xy[0] - self._stock.x * width, card.xy[1] - self._stock.y * width))
        return card.code in (BACK, UNSURE) or off < _MAX_OFF_STOCK * card.shorter_side

    @property
    def _stock(self) -> Zone:
        """The zone in the middle of the table: the first one proposed."""
        return next(iter(self.zones.values()))

    def lay(self, name: str, x: float, y: float) -> None:
        """Moves a zone to where people say it is, in shares of the picture's width; raises `KeyError` for no zone."""
        self.zones[name] = replace(self.zones[name], x=x, y=y)
        self._piles[name] = _pile_of(self.zones[name])
        self.is_moved = True

    def lay_as_before(self, before: "CardPlaces") -> None:
        """Takes the zones of the game `before` at the same table if people have moved them there."""
        if before.is_moved and not self.is_moved:
            self.zones, self._as_proposed = dict(before.zones), dict(before._as_proposed)
            self._piles = {name: _pile_of(zone) for name, zone in self.zones.items()}
            self.size, self.is_moved = before.size, True

    def lay_as_proposed(self) -> None:
        """Moves all zones back to where they were proposed."""
        moved = [name for name, zone in self.zones.items() if zone != self._as_proposed.get(name)]
        self.zones = dict(self._as_proposed)
        self._piles |= {name: _pile_of(self.zones[name]) for name in moved if name in self.zones}
        self._begun, self.is_moved = any(code != BACK for code, _ in self._last), False

    def memory(self) -> object:
        """The state that must survive a restart, as plain JSON data."""
        piles = {name: pile.kept for name, pile in self._piles.items()}
        rows = {} if self._rows is None else self._rows.kept
        return msgspec.to_builtins(
            _Memory(self.zones, piles, self._begun, self.is_moved, rows, self._as_proposed), str_keys=True
        )

    def remember(self, memory: object) -> None:
        """Restores the state that `memory` gave."""
        saved = msgspec.convert(memory, _Memory, strict=False)
        self.zones, self._begun, self.is_moved = saved.zones, saved.begun, saved.moved
        self._as_proposed = saved.proposed
        if self._rows is not None:
            self._rows.remember(saved.rows)
        self._piles = {name: _pile_of(zone, saved.piles[name]) for name, zone in saved.zones.items()}

    def _propose(self, cards: Sequence[DetectedCard], width: float) -> None:
        """Proposes the zones anew, until the first card lies face up, and while a pile lies in none of them."""
        piles = self._without_false_stocks(self._steady.update(cards, width))
        is_up = any(pile.code != BACK for pile in piles)
        self._begun = self._begun and is_up
        if self.is_moved or (self._begun and self._holds(piles, cards, width)):
            return
        if found := self._proposal(piles, 1.0, self.seats):
            before, self.zones, self._as_proposed = self.zones, dict(found), dict(found)
            unmoved = {
                name
                for name, zone in found.items()
                if name in before and _is_at(before[name], (zone.x, zone.y), size_of(piles)[0])
            }
            self._piles = {name: self._piles[name] if name in unmoved else _pile_of(found[name]) for name in found}
        self._begun = bool(self.zones) and is_up

    def _without_false_stocks(self, piles: Sequence[DetectedCard]) -> list[DetectedCard]:
        """The piles without backs that are detected away from the middle of the lots, where the stock lies."""
        short = size_of(piles)[0]

        def is_false(pile: DetectedCard) -> bool:
            return pile.code == BACK and any(_is_at(zone, pile.xy, short) for zone in self._false_stocks)

        if self._rows is not None and midst_of(piles, self.seats) is not None:
            self._false_stocks = [
                zone for zone in self._false_stocks if not is_midst((zone.x, zone.y), piles, self.seats)
            ]
            backs = [pile for pile in piles if pile.code == BACK and not is_midst(pile.xy, piles, self.seats)]
            self._false_stocks += [Zone(*pile.xy, (0.0, 1.0)) for pile in backs if not is_false(pile)]
        return [pile for pile in piles if not is_false(pile)]

    def _holds(self, piles: Sequence[DetectedCard], cards: Sequence[DetectedCard], width: float) -> bool:
        """Whether the zones fit the piles: each read one lies in a zone, or a column of every player has a card.

        Beside rows, where cards may lie anywhere, they do unless the cards lie like lots round another middle.
        """
        if self.seats is None:
            return True
        if self._rows is not None:
            are_lots = (
                sum(card.code != BACK for card in cards) == self.seats and midst_of(piles, self.seats) is not None
            )
            return not are_lots or is_midst((self._stock.x, self._stock.y), piles, self.seats)
        read = [pile for pile in piles if pile.code != UNSURE]
        return not read or self._are_in_use() or bool(offs(read, self._as_laid(width), 1.0).max() <= MAX_OFF_ZONE)

    def _are_in_use(self) -> bool:
        """Whether a card lies in a column of each player, so that what lies in no zone is none of the game's piles."""
        columns = [name for name, zone in self.zones.items() if zone.is_column]
        players = {name.rpartition("/")[0] for name in columns}
        return bool(players) and players == {name.rpartition("/")[0] for name in columns if self._piles[name].kept}

    def _as_laid(self, width: float) -> dict[str, Zone]:
        """The zones, shifted to the left or right as their piles and the others of their row lie."""
        off = {name: self._offsets(name, width) for name in self.zones}
        rows: dict[str, list[float]] = {}
        for name, offsets in off.items():
            rows.setdefault(name.rpartition("/")[0], []).extend([float(np.mean(offsets))] if offsets else [])
        found = {}
        for name, zone in self.zones.items():
            of_row = rows[name.rpartition("/")[0]]
            expected = sum(of_row) / (len(of_row) + 1)
            beside = zone.beside((expected + sum(off[name])) / (len(off[name]) + 1))
            found[name] = replace(zone, x=beside.x, y=beside.y)
        return found

    def _offsets(self, name: str, width: float) -> list[float]:
        """The offsets of the cards of a pile to the right of its zone, in shares of the picture's width."""
        zone = self.zones[name]
        if zone.is_river:
            return []  # its cards lie anyhow
        middles = (np.array(kept.card.xy) / width for kept in self._piles[name].kept)
        return [float((middle - (zone.x, zone.y)) @ zone.right) for middle in middles]

    def _follow(self, cards: Sequence[DetectedCard], width: float) -> None:
        """Moves the zones by the common motion of the cards since the last picture, when table or camera was pushed."""
        before, self._last = self._last, [(card.code, np.array(card.xy) / width) for card in cards]
        short = size_of(cards)[0] / width
        if not short or not self.zones:
            return
        motion = _motion_of_cards(before, self._last, short)
        if motion is UNMOVED:
            return
        self._steady.forget()
        shift = motion.shift * short / _CARD_WIDE
        self.zones = {name: zone.moved(motion.turn, shift) for name, zone in self.zones.items()}
        self._as_proposed = {name: zone.moved(motion.turn, shift) for name, zone in self._as_proposed.items()}
        self._false_stocks = [zone.moved(motion.turn, shift) for zone in self._false_stocks]
        for pile in self._piles.values():
            pile.kept = _moved(pile.kept, motion, shift, width)
        if self._rows is not None:
            self._rows.kept = {row: _moved(line, motion, shift, width) for row, line in self._rows.kept.items()}


def _is_at(zone: Zone, spot: Corner, short: float) -> bool:
    """Whether a spot lies in a zone's pile; `spot` and a card's shorter side in shares of the picture's width."""
    return dist((zone.x, zone.y), spot) < short / 2


def _pile_of(zone: Zone, kept: Sequence[KeptCard] = ()) -> Pile | River:
    return River(kept) if zone.is_river else Pile(zone.is_column, kept)


def _first_discard(cards: Sequence[DetectedCard], stock: Zone, width: float) -> DetectedCard | None:
    """The card beside the stock, if there is just one."""
    apart = [np.hypot(card.xy[0] - stock.x * width, card.xy[1] - stock.y * width) for card in cards]
    near = [card for card, far in zip(cards, apart, strict=True) if far < _MAX_RIVER_START * card.shorter_side]
    return near[0] if len(near) == 1 else None


def _motion_of_cards(before: Sequence[_FaceAt], after: Sequence[_FaceAt], short: float) -> Motion:
    """The common motion of all cards (mm), by cards matched by face and distance; where these disagree, by all."""
    pairs = []
    for code, middle in before:
        same = [new for new_code, new in after if new_code == code]
        far = [float(np.linalg.norm(new - middle)) for new in same]
        if far and min(far) < _MAX_PUSH * short:
            pairs.append((middle, same[int(np.argmin(far))]))
    if pairs and float(np.median([np.linalg.norm(old - new) for old, new in pairs])) < _MIN_PUSH * short:
        return UNMOVED
    scale = _CARD_WIDE / short
    matched = named_motion([old * scale for old, _ in pairs], [new * scale for _, new in pairs]) if pairs else None
    return matched or common_motion([middle * scale for _, middle in before], [middle * scale for _, middle in after])


def _moved(line: Sequence[KeptCard], motion: Motion, shift: Points, width: float) -> list[KeptCard]:
    """Cards after a motion of the table; `shift` (2) in shares of the picture's width, which is in px."""
    moved = []
    for kept in line:
        ring = np.array(kept.card.corners) / width @ motion.turn.T + shift
        (a, b, c, d) = ((float(x), float(y)) for x, y in ring * width)
        moved.append(structs.replace(kept, card=replace(kept.card, corners=(a, b, c, d))))
    return moved


def _from_below(cards: Sequence[DetectedCard], zone: Zone) -> list[DetectedCard]:
    """Cards in the order in which they lie on each other, or down a column where they do not touch."""
    return sorted(cards, key=lambda card: (card.level, float(np.array(card.xy) @ zone.down)))
