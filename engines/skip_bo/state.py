"""The state of a table of Skip-Bo, its moves, layout and views.

Moves name places, with seats and piles counted from 1: `hand`, `stock/2` (the second player's stock), `discard/2/4`
(his fourth discard pile), `build/3` (the third building pile). An unknown card is `UNKNOWN`.

>>> GRAMMAR.write(Lay("7", "stock/1", "build/2", "wild")), GRAMMAR.write(Penalty(2, ("unknown", "4")))
('lay 7 stock/1 build/2 turn wild', 'penalty 3 ? 4')
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain

from engines.contract import Option
from engines.move_grammar import HIDDEN, Either, Line, MoveGrammar, Several, always, numbered, seats, words
from engines.vocabulary import FACE_DOWN, NOTHING, UNKNOWN, WILD, Faces, Layout

NAME = "skip_bo"
PLAYERS = range(2, 7)
OPTIONS: tuple[Option, ...] = (
    Option("teams", ("no", "yes")),  # K-8
    Option("short", ("no", "yes")),  # K-1
    Option("play", ("game", "match")),  # K-7
)
TEAM_TABLES = (4, 6)  # K-8: teams of two

HIGHEST = 12
NUMBERS = tuple(str(number) for number in range(1, HIGHEST + 1))
FACES = (*NUMBERS, WILD)
OF_EACH = dict.fromkeys(NUMBERS, 12) | {WILD: 18}
DECK = tuple(face for face, count in OF_EACH.items() for _ in range(count))  # 162 cards
RANK = {face: rank for rank, face in enumerate((*FACES, UNKNOWN))}
HAND = 5
BUILDS = 4  # K-3: building piles, and discard piles of each player
PENALTY = 2  # cards (K-9)
WIN_POINTS = 25  # K-7
CARD_POINTS = 5  # for each card left in a hostile stock (K-7)
MATCH_POINTS = 500
MATCH_GAMES = 4

Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options of a table (`engines.options`)."""

    teams: bool  # partners sit opposite (K-8)
    short: bool  # with ten cards in each stock (K-1)
    match: bool  # games are played until a match is won (K-7)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    winner: int | None  # the seat that emptied the last stock; None where it was drawn
    left: int  # cards in hostile stocks

    @property
    def points(self) -> int:
        """25 for the winner and 5 for each card in the others' stocks; nothing for a drawn game (K-6, K-7)."""
        return 0 if self.winner is None else WIN_POINTS + CARD_POINTS * self.left


@dataclass(frozen=True, slots=True)
class State:
    """A table; the last card of every pile is on top."""

    players: tuple[str, ...]
    house: HouseRules
    draw: Cards
    hands: tuple[Cards, ...]  # sorted
    stocks: tuple[Cards, ...]
    # of each stock, the positions from the bottom of cards that everybody knows: on top, or covered by a penalty (K-9)
    shown: tuple[tuple[int, ...], ...]
    discards: tuple[tuple[Cards, ...], ...]
    seat: int  # in turn
    builds: tuple[Cards, ...] = ((),) * BUILDS
    aside: Cards = ()  # the cards of finished building piles, sorted (K-4)
    busy: bool = False  # whether the player in turn has played or drawn
    idle: int = 0  # turns in a row in which nobody played, drew or discarded (K-6)
    game: int = 1
    results: tuple[Result, ...] = ()
    chance: int | None = None  # the seed of the next shuffle, where it is known

    def team(self, seat: int) -> tuple[int, ...]:
        """The seat and, in teams, that of the partner, who sits opposite (K-8)."""
        count = len(self.players)
        return (seat, (seat + count // 2) % count) if self.house.teams else (seat,)

    @property
    def starter(self) -> int:
        """The dealer's left neighbour: seat 0 in the first game, the deal goes round clockwise (K-1)."""
        return (self.game - 1) % len(self.players)

    def dealer(self, game: int) -> int:
        """Who deals a game, counted from 1."""
        return (game - 2) % len(self.players)

    @property
    def to_turn(self) -> int | None:
        """The seat that turns up the top card of its stock next, the starter first; None when all lie face up (K-1)."""
        count = len(self.players)
        for seat in ((self.starter + step) % count for step in range(count)):
            stock, shown = self.stocks[seat], self.shown[seat]
            if stock and (not shown or shown[-1] != len(stock) - 1):
                return seat
        return None

    @property
    def to_draw(self) -> int:
        """The number of cards that the player in turn draws now.

        He fills his hand to five at the start of his turn, and whenever it is empty (K-2), as far as there are cards
        (K-4).
        """
        hand = self.hands[self.seat]
        if hand and (self.busy or len(hand) == HAND):
            return 0
        return min(HAND - len(hand), len(self.draw) + len(self.aside))

    @property
    def phase(self) -> str:
        """What is due: `"deal"` (of the next game), `"turn"` (of a stock), `"draw"`, `"play"`; or `"over"`."""
        if len(self.results) == self.game:
            return "over" if is_over(self) else "deal"
        if self.to_turn is not None:
            return "turn"
        return "draw" if self.to_draw else "play"

    def won_by(self, seat: int) -> tuple[tuple[int, Result], ...]:
        """The games, counted from 1, that a player or his partner has won (K-8)."""
        return tuple(
            (game, result) for game, result in enumerate(self.results, start=1) if result.winner in self.team(seat)
        )

    def score(self, seat: int) -> int:
        """A player's points, which partners share."""
        return sum(result.points for _, result in self.won_by(seat))

    @property
    def is_cleared(self) -> bool:
        """Whether the last game was settled by its result alone, so that nothing is known of the table."""
        return not any((self.draw, self.aside, *self.hands, *self.builds, *chain.from_iterable(self.discards)))

    @property
    def match_winner(self) -> int | None:
        """Who won the match with the last game, by 500 points or four games (K-7)."""
        winner = self.results[-1].winner if self.results else None
        if winner is None or not self.house.match:
            return None
        enough = self.score(winner) >= MATCH_POINTS or len(self.won_by(winner)) >= MATCH_GAMES
        return winner if enough else None

    @property
    def unseen(self) -> Mapping[str, int]:
        """The number of cards of each face that are known nowhere."""
        known = Counter(
            chain(
                self.draw,
                self.aside,
                chain.from_iterable(self.hands),
                chain.from_iterable(self.stocks),
                chain.from_iterable(self.builds),
                chain.from_iterable(chain.from_iterable(self.discards)),
            )
        )
        return {face: count - known[face] for face, count in OF_EACH.items()}

    def __str__(self) -> str:
        """The top number of each building pile, and a line for each player; `>` is in turn."""
        built = "   ".join(f"{len(pile)}{'*' * (pile[-1] == WILD)}" if pile else "-" for pile in self.builds)
        heading = f"game {self.game}   build  {built}   draw pile {len(self.draw)}   set aside {len(self.aside)}"
        return "\n".join((heading, *(self._row(seat) for seat in range(len(self.players)))))

    def _row(self, seat: int) -> str:
        mark = ">" if seat == self.seat else " "
        stock = self.stocks[seat]
        top = "-" if not stock else stock[-1] if len(stock) - 1 in self.shown[seat] else "back"
        hand = " ".join(self.hands[seat]).replace(UNKNOWN, "?") or "-"
        discards = " | ".join(" ".join(pile) or "-" for pile in self.discards[seat])
        return f"{mark} {self.players[seat]:<8} stock {len(stock):>2}: {top:<5} hand {hand:<24} discards {discards}"


def is_over(state: State) -> bool:
    """Whether the game, or the match if one is played, has ended."""
    return len(state.results) == state.game and (not state.house.match or state.match_winner is not None)


def in_order(cards: Cards) -> Cards:
    """Cards as they stand in a hand, unknown ones last."""
    return tuple(sorted(cards, key=RANK.__getitem__))


HAND_PLACE = "hand"
STOCKS = tuple(f"stock/{seat}" for seat in range(1, PLAYERS.stop))
DISCARDS = tuple(tuple(f"discard/{seat}/{pile}" for pile in range(1, BUILDS + 1)) for seat in range(1, PLAYERS.stop))
BUILD = tuple(f"build/{pile}" for pile in range(1, BUILDS + 1))

STOCK_AT = {place: seat for seat, place in enumerate(STOCKS)}
DISCARD_AT = {place: (seat, pile) for seat, piles in enumerate(DISCARDS) for pile, place in enumerate(piles)}
BUILD_AT = {place: pile for pile, place in enumerate(BUILD)}


@dataclass(frozen=True, slots=True)
class Deal:
    """All cards are collected, shuffled and dealt for the next game of a match (K-1)."""

    # five cards by seat, `UNKNOWN` for an unknown hand, or `UNKNOWN` for all
    hands: tuple[Cards | str, ...] | str


@dataclass(frozen=True, slots=True)
class Turn:
    """A player turns up the top card of his stock before the game (K-1)."""

    card: str


@dataclass(frozen=True, slots=True)
class Draw:
    """The player in turn fills his hand (K-2)."""

    cards: Cards | str  # `UNKNOWN` for all


@dataclass(frozen=True, slots=True)
class Lay:
    """A card goes onto a building pile (K-3)."""

    # `UNKNOWN` where it came from the hand and was covered, or taken off with its pile, before it was read
    card: str
    source: str
    target: str
    turned: str | None = None  # the card that is turned up, when this was the top of a stock


@dataclass(frozen=True, slots=True)
class Discard:
    """A card from the hand goes onto an own discard pile, which ends the turn (K-5)."""

    card: str
    target: str


@dataclass(frozen=True, slots=True)
class End:
    """A turn ends without a discard, with an empty hand and nothing to draw (K-4)."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """Cards from the draw pile go on top of a player's stock, two if there are (K-9); the last one lies face up."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Won:
    """A game was won; nobody has followed it."""

    seat: int  # who won; of a team, either
    left: tuple[int, ...]  # cards in each hostile stock, by seat


@dataclass(frozen=True, slots=True)
class NobodyWon:
    """A drawn game (K-6) that nobody has followed."""


END = End()
Ending = Won | NobodyWon
Move = Deal | Turn | Draw | Lay | Discard | End | Penalty | Ending


def _collect_hands(hands: Iterable[Cards | str]) -> tuple[Cards | str, ...] | str:
    """Hands by seat, or `UNKNOWN` where all are."""
    dealt = tuple(hands)
    return UNKNOWN if set(dealt) == {UNKNOWN} else dealt


_FACE, _STOCK, _BUILD = words(*FACES), words(*STOCK_AT), words(*BUILD_AT)
_CARD = Either(HIDDEN, _FACE)
_HAND = Either(HIDDEN, Several(_CARD, range(HAND, HAND + 1)))
GRAMMAR: MoveGrammar[Move] = MoveGrammar(
    "skip_bo.bad_move",
    Line("deal {hands}", Deal, hands=Either(HIDDEN, Several(_HAND, range(1, PLAYERS.stop), " / ", _collect_hands))),
    Line("turn {card}", Turn, card=_CARD),
    Line("draw {cards}", Draw, cards=Either(HIDDEN, Several(_CARD, range(1, HAND + 1)))),
    Line(
        "lay {card} {source} {target}",
        Lay,
        card=_FACE,
        source=words(HAND_PLACE, *STOCK_AT, *DISCARD_AT),
        target=_BUILD,
        turned=always(None),
    ),
    Line("lay {card} hand {target}", Lay, card=HIDDEN, source=always(HAND_PLACE), target=_BUILD, turned=always(None)),
    Line("lay {card} {source} {target} turn {turned}", Lay, card=_FACE, source=_STOCK, target=_BUILD, turned=_CARD),
    Line("discard {card} {target}", Discard, card=_FACE, target=words(*DISCARD_AT)),
    Line("penalty {seat} {cards}", Penalty, seat=seats(PLAYERS), cards=Several(_CARD, range(1, PENALTY + 1))),
    Line("end", End),
    Line(
        "{seat} won left {left}",
        Won,
        seat=seats(PLAYERS),
        left=Several(numbered(range(len(DECK) + 1)), range(1, PLAYERS[-1])),
    ),
    Line("nobody won", NobodyWon),
)


def view(state: State, player: int | None) -> State:
    """The state without the draw pile, the others' hands and the face-down cards of stocks; None for the table."""
    return replace(
        state,
        draw=(UNKNOWN,) * len(state.draw),
        hands=tuple(hand if seat == player else (UNKNOWN,) * len(hand) for seat, hand in enumerate(state.hands)),
        stocks=tuple(map(_covered, state.stocks, state.shown)),
        chance=None,
    )


def _covered(stock: Cards, shown: tuple[int, ...]) -> Cards:
    """A stock with only the cards at `shown` known."""
    cards = [UNKNOWN] * len(stock)
    for at in shown:
        cards[at] = stock[at]
    return tuple(cards)


def observed(state: State, move: Move, player: int | None) -> Move:
    """What one player learns of a move: his own hand and draws; a covered penalty card nobody knows (K-9)."""
    match move:
        case Deal(hands) if not isinstance(hands, str):
            own = tuple(hand if seat == player else UNKNOWN for seat, hand in enumerate(hands))
            return Deal(UNKNOWN if set(own) == {UNKNOWN} else own)
        case Draw() if player != state.seat:
            return Draw(UNKNOWN)
        case Penalty(seat, cards):
            return Penalty(seat, (*[UNKNOWN] * (len(cards) - 1), cards[-1]))
    return move


DRAW_PLACE = "draw"


def layout(state: State) -> Layout:
    """Draw pile, building piles, stocks, and each card of the discard piles, which lie fanned out.

    `discard/2/4/1` is the lowest card of the second player's fourth pile; the place after the last card is empty.
    Nothing is demanded from an entered result to the next deal.
    """
    if state.is_cleared:
        return {}
    places = {DRAW_PLACE: FACE_DOWN if state.draw else NOTHING}
    places |= {place: _top(pile) for place, pile in zip(BUILD, state.builds, strict=True)}
    for seat, stock in enumerate(state.stocks):
        turned = state.shown[seat][-1:] == (len(stock) - 1,)
        places[STOCKS[seat]] = _top(stock) if turned or not stock else FACE_DOWN
        for place, pile in zip(DISCARDS[seat], state.discards[seat], strict=True):
            places |= {f"{place}/{at}": frozenset({card}) for at, card in enumerate(pile, start=1)}
            places[f"{place}/{len(pile) + 1}"] = NOTHING
    return places


def _top(pile: Cards) -> Faces:
    if pile[-1:] == (UNKNOWN,):
        return frozenset({str(len(pile)), WILD})
    return frozenset(pile[-1:]) or NOTHING
