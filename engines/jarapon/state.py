"""The state of a match of Galaxy Jarapon: house rules, seats, wall, calls, and the account of all chips."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from engines.contract import Option
from engines.hands import in_order, taken_from
from engines.jarapon import wall
from engines.jarapon.moves import PON, Tiles
from engines.jarapon.sheet import DEFAULT_SHEET, ScoreSheet
from engines.jarapon.wall import SUPPLY
from engines.messages import Message, message
from engines.vocabulary import TILE_FACES, UNKNOWN, WILD

NAME = "jarapon"
FORCE = 3000  # J7-1: 10×10, 4×100, 5×500
TENURES = 2  # J7-26
STAKE = 10  # J7-9: the chip that a riichi puts in the centre
OPTIONS: tuple[Option, ...] = (
    Option("rules", ("master", "padawan")),
    Option("sheet", (DEFAULT_SHEET,)),
    Option("dealer", ("die", "first")),
    Option("almighty_pon", ("own", "never", "discarded")),
    Option("almighty_ron", ("yes", "no")),
    Option("almighty_dora", ("no", "yes")),
    Option("false_win", ("same_dealer", "next_dealer")),
    Option("padawan_fine", ("no", "yes"), former_default="yes", only_with=("rules", "padawan")),
    Option("broke", ("after_hand", "at_once")),
)


class Phase(StrEnum):
    """What is due next."""

    DICE = "dice"  # the first dealer is thrown for
    BUILD = "build"
    BREAK = "break"  # the dealer throws the die twice
    DEAL = "deal"
    DRAW = "draw"  # a tile is drawn; until then the last discard may be called
    DISCARD = "discard"
    BONUS = "bonus"  # the winner turns up the tile in the centre
    OVER = "over"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options of a match (`engines.options`)."""

    rules: str  # with `sheet`: how hands are scored (J7-14, J7-15)
    sheet: str
    dealer: str  # `"die"`, or `"first"` where the first player named deals first (J7-2)
    almighty_pon: str  # almighty tiles in a pon: `"own"` ones, `"never"`, or `"discarded"` ones too (J7-8)
    almighty_ron: str  # whether a discarded almighty may be taken to win (J7-12)
    almighty_dora: str  # whether an almighty counts as dora or bonus where it stands for their number (J7-18)
    false_win: str  # who deals after a false win of another than the dealer (J7-25)
    padawan_fine: str  # whether a false win is fined under Padawan too (J7-25)
    broke: str  # when the match ends for a player without chips (J7-24)
    scored_by: ScoreSheet = field(hash=False, repr=False)  # the score sheet itself

    @property
    def fines(self) -> bool:
        """Whether a false win costs its player anything (J7-25)."""
        return self.rules == "master" or self.padawan_fine == "yes"


@dataclass(frozen=True, slots=True)
class OpenSet:
    """A pon: three of a number that lie open."""

    number: str
    wilds: int  # number of almighty tiles
    giver: int  # the player who discarded `taken`
    taken: str

    @property
    def tiles(self) -> Tiles:
        """The three tiles."""
        return (self.number,) * (3 - self.wilds) + (WILD,) * self.wilds


@dataclass(frozen=True, slots=True)
class Discarded:
    """A tile in a river; riichi lays it sideways (J7-9)."""

    tile: str
    sideways: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's tiles in this hand."""

    hand: Tiles = ()
    sets: tuple[OpenSet, ...] = ()
    river: tuple[Discarded, ...] = ()
    riichi: bool = False
    lay_sideways: bool = False  # his sideways tile was called away, so his next one is laid sideways (J7-9)
    passed: tuple[str, ...] = ()  # discards since his riichi that he was allowed to take to win and did not (J7-10)


@dataclass(frozen=True, slots=True)
class Claim:
    """The call that takes precedence."""

    seat: int
    what: str  # `"pon"`, `"jarapon"`, or `"shown"` while the hand lies open but is not read yet


@dataclass(frozen=True, slots=True)
class Worth:
    """The score of a won hand."""

    hand: str  # the name of its row
    points: int  # the row's, or its pon points
    pon: bool
    bonuses: tuple[tuple[str, int, int], ...]  # kind, count and points of each
    dealer: bool
    giver: int | None  # who discarded the winning tile; None for a self-draw
    due: int  # points that one payer owed
    stakes: int  # points of the riichi chips


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the account."""

    hand: int
    kind: str  # `riichi`, `won`, `false_win` or `void`
    seat: int
    gained: tuple[int, ...]  # points that everybody gained, by seat
    worth: Worth | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """The part of a state that continues from hand to hand."""

    purses: tuple[int, ...]  # points by seat
    account: tuple[Entry, ...] = ()  # every change of the purses
    chips: int = 0  # riichi chips on the table
    hand: int = 0  # counted from 1; 0 before the first
    first: int | None = None  # the seat of the first dealer
    tenure: int = 0  # how often the deal has moved
    deal_moves: bool = False  # whether the deal moves at the next `Build`
    seed: int | None = None  # of all later dice and walls, where these are known


@dataclass(frozen=True, slots=True)
class Centre:
    """The bonus tile in the centre (J7-17)."""

    tile: str = UNKNOWN
    turned_up: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A match; players sit counter-clockwise. A new hand keeps only players, house rules and `match`."""

    players: tuple[str, ...]
    house: HouseRules
    match: Match
    phase: Phase
    seats: tuple[Seat, ...]
    dice: tuple[int, ...] = ()
    # until the deal all tiles of the walls, upper before lower of each stack from the dealer's right end clockwise;
    # then the live tiles in the order of drawing
    wall: Tiles = ()
    under: str = UNKNOWN  # the tile under the dora
    dora: str = UNKNOWN
    centre: Centre = Centre()
    turn: int = 0  # the seat that draws or discards
    drawn: str | None = None  # the tile just drawn
    last: int | None = None  # the seat that made the discard that may be called
    claim: Claim | None = None
    shown: int | None = None  # the seat whose hand lies open

    @property
    def dealer(self) -> int:
        """The dealer's seat (親); 0 until the die has decided."""
        return ((self.match.first or 0) + self.match.tenure) % len(self.players)

    @property
    def next_dealer(self) -> int:
        """Who deals the next hand."""
        return (self.dealer + self.match.deal_moves) % len(self.players)

    @property
    def is_cleared(self) -> bool:
        """Whether a hand was settled by its result alone, so that nothing is known of the table."""
        return self.phase in (Phase.BUILD, Phase.OVER) and not self.dice

    @property
    def sabre(self) -> int:
        """The side of the light-sabre chip that lies up (J7-26): the dealer's first or second tenure."""
        return 1 + self.match.tenure // len(self.players)

    @property
    def taken(self) -> str:
        """The last discard, while it may be called."""
        return "" if self.last is None else self.seats[self.last].river[-1].tile

    @property
    def others(self) -> tuple[int, ...]:
        """The seats that may call the last discard, nearest to the dealer counter-clockwise first (J7-7, J7-11)."""
        count = len(self.players)
        near = ((self.dealer + step) % count for step in range(count))
        return tuple(seat for seat in near if seat != self.last)

    def after(self, seat: int) -> int:
        """The next seat in turn: the player at the right (J-c7)."""
        return (seat + 1) % len(self.players)

    def all_discarded(self, seat: int) -> Tiles:
        """Every tile that a player has discarded in this hand, also those called away (J7-10)."""
        called = tuple(laid.taken for other in self.seats for laid in other.sets if laid.giver == seat)
        return tuple(lying.tile for lying in self.seats[seat].river) + called

    def in_hand(self, seat: int) -> Tiles:
        """The concealed tiles of a player, including the one just drawn."""
        hand = self.seats[seat].hand
        return hand if self.drawn is None or seat != self.turn else in_order((*hand, self.drawn))

    @property
    def unseen(self) -> dict[str, int]:
        """How many tiles of each face are known nowhere, and may be among the unknown ones."""
        known = [*self.wall, self.under, self.dora, self.centre.tile, self.drawn]
        for seat in self.seats:
            known += seat.hand
            known += [lying.tile for lying in seat.river]
            for laid in seat.sets:
                known += laid.tiles
        return {face: SUPPLY[face] - known.count(face) for face in TILE_FACES}

    def taken_out(self, tiles: Sequence[str], faces: Sequence[str]) -> Tiles | None:
        """The tiles left when some are removed, as `hands.taken_from`; None if they cannot be among them."""
        return taken_from(tiles, faces, self.unseen if UNKNOWN in tiles else {})

    def could_be(self, tiles: Sequence[str]) -> list[str]:
        """The faces that one of these tiles could have, in order."""
        spare = self.unseen if UNKNOWN in tiles else {}
        return [face for face in TILE_FACES if face in tiles or spare.get(face, 0) > 0]

    @property
    def thrower(self) -> int:
        """The seat that throws the die: in turn for the first dealer, later the dealer (J7-2, J7-4)."""
        if self.phase != Phase.DICE:
            return self.dealer
        throwing, thrown = wall.highest(self.dice, len(self.players))
        return throwing[len(thrown)]

    @property
    def due(self) -> Message:
        """The refusal that names the move that is due."""
        if self.claim:
            key = "jarapon.due.pon" if self.claim.what == PON else "jarapon.due.show"
            return message(key, player=self.players[self.claim.seat])
        if self.phase == Phase.DRAW and not self.wall:
            return message("jarapon.due.void")
        seat = (
            self.thrower
            if self.phase in (Phase.DICE, Phase.BREAK)
            else self.dealer
            if self.phase == Phase.DEAL
            else self.turn
        )
        return message(f"jarapon.due.{self.phase}", player=self.players[seat])

    def __str__(self) -> str:
        """The table in a line, and each player in a line: purse, hand, what was drawn, open sets, river."""
        return "\n".join((self._headline(), *(self._line(seat) for seat in range(len(self.players)))))

    def _headline(self) -> str:
        match, centre = self.match, self.centre
        dealer = "-" if match.first is None else f"{self.players[self.dealer]} ({self.sabre})"
        parts = [f"hand {match.hand}: {self.phase}", f"dealer {dealer}", f"dice {' '.join(map(str, self.dice)) or '-'}"]
        parts += [f"dora {shorter(self.dora)}", f"centre {shorter(centre.tile)}{' up' * centre.turned_up}"]
        parts += [f"wall {len(self.wall)}", f"stakes {match.chips * STAKE}"]
        return ", ".join(parts)

    def _line(self, at: int) -> str:
        seat = self.seats[at]
        turn = self.phase in (Phase.DRAW, Phase.DISCARD) and at == self.turn
        drawn = f" + {shorter(self.drawn)}" if turn and self.drawn else ""
        hand = f"[{' '.join(map(shorter, seat.hand))}{drawn}]"
        sets = [f"({' '.join(map(shorter, laid.tiles))} of {self.players[laid.giver]})" for laid in seat.sets]
        river = " ".join(f"-{shorter(lying.tile)}-" if lying.sideways else shorter(lying.tile) for lying in seat.river)
        call = f"{self.claim.what}!" if self.claim and self.claim.seat == at else ""
        parts = [f"{'>' if turn else ' '} {self.players[at]} {self.match.purses[at]}", hand, *sets, river, call]
        return " ".join(part for part in parts if part)


def shorter(tile: str) -> str:
    """A tile as one character: an almighty is a star, an unknown tile a question mark."""
    return {WILD: "★", UNKNOWN: "?"}.get(tile, tile)


def merge_face(known: str, named: str) -> str | None:
    """The face of a tile that is `known` and that a move has `named`, either perhaps `UNKNOWN`; None if they differ."""
    if UNKNOWN in (known, named):
        return known if named == UNKNOWN else named
    return known if known == named else None
