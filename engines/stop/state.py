"""The state of a table of Stop: house rules, each seat's cards, stock, river, melds, and the ledger."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain

from engines.contract import Option
from engines.hands import taken_from, without
from engines.messages import Fact
from engines.options import check_players, choose_options
from engines.stop.campaign import COURSES, FIRST, KING, WHOLE, Campaign, Match, carried_from, is_lost
from engines.stop.cards import FACES, JOKER, Cards, deck, in_order
from engines.stop.payment import Payment, balances, opened
from engines.vocabulary import UNKNOWN

NAME = "stop"
SEATS = 5
PLAYERS = range(SEATS, SEATS + 1)
YES_NO = ("yes", "no")
JOKERS = (2, 4, 6)
OPTIONS: tuple[Option, ...] = (
    Option("jokers", JOKERS),
    Option("around", YES_NO),  # S-3: K-A-2 is a run
    Option("pairs_distinct", YES_NO),  # S-7
    Option("own_discards", ("both", "ron"), former_default="ron"),  # S-9
    Option("rons", ("nearest", "all")),  # S-20
    Option("games", (10, 1, 5, 20, 50)),
    Option("course", ("none", *COURSES)),  # S-23
    Option("leg", (WHOLE, FIRST), is_offered=False),  # S-25
)


class Phase(StrEnum):
    """What is due next."""

    LOTS = "lots"  # each player turns up a card for the first dealer
    DEAL = "deal"
    TURN = "turn"  # a card is drawn or taken; until then the last discard may be called
    DISCARD = "discard"
    CALLED = "called"  # the discard after a pon
    OUT = "out"  # the last card of a hand was discarded
    LAST = "last"  # the stock is empty and the last card discarded
    CLAIMED = "claimed"  # somebody called a win on the discard, or an out; a nearer player may still win on it
    SHOW = "show"  # hands are laid open
    OVER = "over"


BETWEEN_GAMES = (Phase.LOTS, Phase.DEAL, Phase.OVER)
WINDOWS = (Phase.TURN, Phase.CALLED, Phase.OUT, Phase.LAST, Phase.CLAIMED)  # while ron and hit may be called


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options of a table (`engines.options`)."""

    jokers: int
    around: bool  # whether K-A-2 is a run (S-3)
    pairs_distinct: bool  # whether the four pairs must be of different ranks (S-7)
    own_discards: str  # whether in riichi own discards forbid `"both"` kinds of win, or only `"ron"` (S-9)
    rons: str  # whether of several wins on a discard the `"nearest"` counts, or `"all"` (S-20)
    games: int
    course: int | None  # the king's first coins, None without a campaign
    in_legs: bool = False  # whether the game is one leg of ten games of a campaign
    carried: Match | None = None  # the match at the end of the leg before

    @property
    def cards(self) -> int:
        """The number of cards in the deck."""
        return len(FACES) - 1 + self.jokers


@dataclass(frozen=True, slots=True)
class Seat:
    """The cards and the riichi of a player."""

    hand: Cards = ()  # closed
    shown: Cards = ()  # the cards of it that everybody knows
    discarded: Cards = ()  # also those taken or called away
    riichi: bool = False
    one_shot: bool = False  # whether his riichi is so recent that a win counts double (S-15, S-16)
    declared: bool = False  # whether he has called riichi and discards next


@dataclass(frozen=True, slots=True)
class Laid:
    """A meld on the table: who laid it, and its cards from low to high."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Claim:
    """A called win."""

    seat: int
    kind: str  # `"stop"`, `"seventy"`, `"out"`, `"tsumo"`, `"ron"` or `"hit"`


@dataclass(frozen=True, slots=True)
class Showdown:
    """The end of a game."""

    claims: tuple[Claim, ...] = ()  # called wins, nearest first
    pending: tuple[int, ...] = ()  # seats that must still lay their hands open
    opened: tuple[int, ...] = ()  # seats that have done so; a seat in both has a hand that is not read yet
    payments: tuple[Payment, ...] = ()
    prize: int = 0  # the stakes that went to the winner
    entered: bool = False  # whether people entered how it ended, after which nothing is known of the cards


@dataclass(frozen=True, slots=True)
class State:
    """A table; seats go counter-clockwise, so that the next player is the right neighbour.

    A deal keeps only players, house rules and `match`.
    """

    players: tuple[str, ...]
    house: HouseRules
    match: Match
    stock: Cards  # in the order of drawing
    seats: tuple[Seat, ...] = (Seat(),) * SEATS
    phase: Phase = Phase.LOTS
    lots: Cards = ()  # turned up for the first dealer
    river: Cards = ()  # from its bottom up
    melds: tuple[Laid, ...] = ()
    turn: int = 0  # the seat in turn
    last: int | None = None  # the seat that made the top discard, while it may be taken or called
    drawn: str | None = None  # the card that the player in turn drew
    taken: str | None = None  # the card that he took, or called for pon
    called: bool = False  # whether there was a pon or kan in this game
    showdown: Showdown = Showdown()

    @property
    def coins(self) -> tuple[int, ...]:
        """The coins of each player, by seat."""
        return balances(self.match.ledger)

    @property
    def carried(self) -> Match | None:
        """The match that the next leg continues; None unless this leg is over and the campaign is not."""
        campaign = self.match.campaign
        is_on = campaign is not None and not campaign.is_complete and not is_lost(self.coins[KING])
        return self.match if self.house.in_legs and self.phase == Phase.OVER and is_on else None

    @property
    def top(self) -> str | None:
        """The last discard, while it may be taken or called; after a pon it lies in the meld."""
        if self.last is None:
            return None
        return self.taken if self.phase == Phase.CALLED else self.river[-1]

    @property
    def at_play(self) -> tuple[Seat, ...]:
        """The seats in the game that is being played; between games, while the last one still lies there, bare ones."""
        return (Seat(),) * SEATS if self.phase in BETWEEN_GAMES else self.seats

    @property
    def discards(self) -> int:
        """The number of discards in this game."""
        return sum(len(seat.discarded) for seat in self.seats)

    @property
    def is_first_round(self) -> bool:
        """Whether a discard, or what is called on it, still belongs to the first round (S-6)."""
        return not self.called and self.discards <= SEATS

    @property
    def is_first_turn(self) -> bool:
        """Whether what the player in turn does belongs to the first round: before the dealer's second turn (S-6)."""
        return not self.called and self.discards < SEATS

    @property
    def unseen(self) -> dict[str, int]:
        """How many cards of each face are known nowhere, and may be among the unknown ones."""
        left = dict.fromkeys(FACES, 1)
        left[JOKER] = self.house.jokers
        placed = [self.stock, self.river, self.lots]
        placed += [seat.hand for seat in self.seats]
        placed += [laid.cards for laid in self.melds]
        for card in chain.from_iterable(placed):
            if card != UNKNOWN:
                left[card] -= 1
        return left

    def taken_out(self, cards: Cards, gone: Cards, kept: Cards = ()) -> Cards | None:
        """The cards left when some are removed, as `hands.taken_from`; None if they cannot be among them.

        `kept`: those of the cards that may not be removed.
        """
        left = taken_from(without(cards, *kept), gone, self.unseen if UNKNOWN in cards else {})
        return None if left is None else in_order((*left, *kept))

    def could_hold(self, cards: Cards, kept: Cards = ()) -> list[str]:
        """The faces that one of these cards could have, in order, without those `kept`."""
        left = without(cards, *kept)
        spare = self.unseen if UNKNOWN in left else {}
        return [face for face in FACES if face in left or spare.get(face, 0) > 0]

    def __str__(self) -> str:
        """The table in two lines, then each player in a line: coins, hand, melds, riichi."""
        return "\n".join((self._headline(), self._middle(), *(self._line(seat) for seat in range(SEATS))))

    def _headline(self) -> str:
        match = self.match
        dealer = "-" if match.dealer is None else self.players[match.dealer]
        game = match.games + (self.phase != Phase.OVER)
        parts = [f"game {game}: {self.phase}", f"dealer {dealer}", f"stakes {match.stakes}"]
        if match.campaign:
            parts.append(f"city {match.campaign.cities}")
        if self.phase == Phase.LOTS or (self.lots and not match.games):
            parts.append(f"turned up {spelt(self.lots)}")
        return ", ".join(parts)

    def _middle(self) -> str:
        return f"stock {len(self.stock)}, river {spelt(self.river)}"

    def _line(self, at: int) -> str:
        seat = self.seats[at]
        on_turn = at == self.turn and self.phase in (Phase.TURN, Phase.DISCARD, Phase.CALLED)
        parts = [f"{'>' if on_turn else ' '} {self.players[at]} {self.coins[at]} [{spelt(seat.hand)}]"]
        parts += [f"({count}: {spelt(laid.cards)})" for count, laid in enumerate(self.melds, 1) if laid.seat == at]
        parts += [f"{claim.kind}!" for claim in self.showdown.claims if claim.seat == at]
        if seat.riichi:
            parts.append("riichi" + " (one-shot)" * seat.one_shot)
        return " ".join(parts)


def spelt(cards: Sequence[str]) -> str:
    """Cards as a record writes them: an unknown one is `?`, none at all `-`."""
    return " ".join("?" if card == UNKNOWN else card for card in cards) or "-"


def start(players: Sequence[str], options: Mapping[str, Fact]) -> State:
    """A shuffled deck in the middle, from which each turns up a card; raises `BadOption`."""
    names = check_players(players, PLAYERS)
    house = house_rules(options)
    stock = stock_for_lots(house, None)
    if (carried := house.carried) is not None:  # a later leg begins as the leg before would go on
        return State(names, house, carried, stock, phase=next_phase(carried), turn=carried.dealer or 0)
    starts = tuple((house.course or 0) * (seat == KING) for seat in range(SEATS))
    campaign = None if house.course is None else Campaign()
    return State(names, house, Match(0, None, 0, opened(starts), campaign), stock)


def deal(players: Sequence[str], options: Mapping[str, Fact], seed: int) -> State:
    """The same with every card known, also those of all later games."""
    begun = start(players, options)
    return replace(begun, match=replace(begun.match, seed=seed), stock=stock_for_lots(begun.house, seed))


def next_phase(match: Match) -> Phase:
    """What is due before the next game: the deal, or lots while nobody is known who deals."""
    return Phase.LOTS if match.dealer is None else Phase.DEAL


def house_rules(options: Mapping[str, Fact]) -> HouseRules:
    """The options of a table; raises `BadOption`."""
    values = choose_options(options, OPTIONS)
    leg = WHOLE if values["course"] == "none" else str(values["leg"])
    return HouseRules(
        jokers=int(values["jokers"]),
        around=values["around"] == "yes",
        pairs_distinct=values["pairs_distinct"] == "yes",
        own_discards=str(values["own_discards"]),
        rons=str(values["rons"]),
        games=int(values["games"]),
        course=None if values["course"] == "none" else int(values["course"]),
        in_legs=leg != WHOLE,
        carried=None if leg in (WHOLE, FIRST) else carried_from(leg),
    )


def stock_for_lots(house: HouseRules, seed: int | None) -> Cards:
    """All cards face down in the middle, where lots are turned up; unknown without a seed."""
    return unknown(house.cards) if seed is None else shuffled(house, seed, "lots")


def shuffled(house: HouseRules, seed: int, what: int | str) -> Cards:
    """The shuffled deck of a game, by its number, or of the lots."""
    cards = list(deck(house.jokers))
    random.Random(f"{seed} {what}").shuffle(cards)
    return tuple(cards)


def unknown(count: int) -> Cards:
    """A number of unknown cards."""
    return (UNKNOWN,) * count


def after(seat: int) -> int:
    """The next player: the right neighbour."""
    return (seat + 1) % SEATS


def steps(start: int, seat: int) -> int:
    """The number of seats counter-clockwise from one to another."""
    return (seat - start) % SEATS
