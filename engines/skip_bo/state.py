"""A table of Skip-Bo, and what follows from it: whose turn it is, what he may use, who has won."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from engines.contract import BadOption, Option
from engines.messages import Fact, message
from engines.options import chosen, seated
from engines.vocabulary import UNKNOWN, WILD

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
PENALTY = 2  # K-9
WON = 25  # K-7
LEFT_OVER = 5
MATCH_POINTS = 500
MATCH_GAMES = 4

Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the seat that emptied the last stock (None: drawn), and the cards left in hostile stocks."""

    winner: int | None
    left: int


@dataclass(frozen=True, slots=True)
class State:
    """A table. Of every pile of cards the last one is on top; hands are sorted.

    `shown` names the cards of each stock whose faces everybody has seen, counted from the bottom: the top one, once
    it is turned up, and those that penalty cards have covered (K-9). `aside` are the cards of finished building
    piles, sorted (K-4). `busy`: the player in turn has played or drawn; `idle` counts the turns in a row in which
    nobody played, drew or discarded (K-6). `chance` is what the next shuffle comes from, None where nobody knows it.
    """

    players: tuple[str, ...]
    teams: bool
    short: bool
    match: bool
    draw: Cards
    aside: Cards
    hands: tuple[Cards, ...]
    stocks: tuple[Cards, ...]
    shown: tuple[tuple[int, ...], ...]
    builds: tuple[Cards, ...]
    discards: tuple[tuple[Cards, ...], ...]
    seat: int
    busy: bool = False
    idle: int = 0
    game: int = 1
    results: tuple[Result, ...] = ()
    chance: int | None = None

    def __str__(self) -> str:
        """The table: each building pile with what it has come to, and a line for each player; `>` is in turn."""
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


def team(state: State, seat: int) -> tuple[int, ...]:
    """The seat and, in teams, that of the partner, who sits opposite (K-8)."""
    count = len(state.players)
    return (seat, (seat + count // 2) % count) if state.teams else (seat,)


def starter(state: State) -> int:
    """The dealer's left neighbour: seat 0 in the first game, the deal goes round clockwise (K-1)."""
    return (state.game - 1) % len(state.players)


def dealer(state: State, game: int) -> int:
    """Who deals a game, counted from 1."""
    return (game - 2) % len(state.players)


def to_turn(state: State) -> int | None:
    """The seat that turns up the top card of its stock next, the starter first; None when all lie face up (K-1)."""
    count = len(state.players)
    for seat in ((starter(state) + step) % count for step in range(count)):
        stock, shown = state.stocks[seat], state.shown[seat]
        if stock and (not shown or shown[-1] != len(stock) - 1):
            return seat
    return None


def to_draw(state: State) -> int:
    """How many cards the player in turn draws now.

    He fills his hand to five before he does anything else, and at once when it is played out (K-2); from a draw pile
    that runs short he takes what there is (K-4).
    """
    hand = state.hands[state.seat]
    if hand and (state.busy or len(hand) == HAND):
        return 0
    return min(HAND - len(hand), len(state.draw) + len(state.aside))


def phase(state: State) -> str:
    """What is due: to `"deal"` the next game, to `"turn"` up a stock, to `"draw"`, to `"play"`; or all is `"over"`."""
    if len(state.results) == state.game:
        return "over" if is_over(state) else "deal"
    if to_turn(state) is not None:
        return "turn"
    return "draw" if to_draw(state) else "play"


def is_over(state: State) -> bool:
    """Whether the game, or the match if one is played, has ended."""
    return len(state.results) == state.game and (not state.match or match_winner(state) is not None)


def points(result: Result) -> int:
    """25 for the winner and 5 for each card in the others' stocks; nothing for a drawn game (K-6, K-7)."""
    return 0 if result.winner is None else WON + LEFT_OVER * result.left


def won_by(state: State, seat: int) -> tuple[tuple[int, Result], ...]:
    """The games, counted from 1, that a player or his partner has won (K-8)."""
    return tuple(
        (game, result) for game, result in enumerate(state.results, start=1) if result.winner in team(state, seat)
    )


def score(state: State, seat: int) -> int:
    """A player's points, which partners share."""
    return sum(points(result) for _, result in won_by(state, seat))


def match_winner(state: State) -> int | None:
    """Who won the match with the last game, by 500 points or four games (K-7)."""
    winner = state.results[-1].winner if state.results else None
    if winner is None or not state.match:
        return None
    enough = score(state, winner) >= MATCH_POINTS or len(won_by(state, winner)) >= MATCH_GAMES
    return winner if enough else None


def unseen(state: State) -> Mapping[str, int]:
    """How many cards of each face the state does not know, wherever they are."""
    known = Counter(
        chain(
            state.draw,
            state.aside,
            chain.from_iterable(state.hands),
            chain.from_iterable(state.stocks),
            chain.from_iterable(state.builds),
            chain.from_iterable(chain.from_iterable(state.discards)),
        )
    )
    return {face: count - known[face] for face, count in OF_EACH.items()}


def in_order(cards: Cards) -> Cards:
    """Cards as they stand in a hand, unknown ones last."""
    return tuple(sorted(cards, key=RANK.__getitem__))


def start(players: Sequence[str], options: Mapping[str, Fact]) -> State:
    """Dealt, and the stocks still face down; raises `BadOption`. Who is named first begins, the last one deals."""
    return _begun(players, options, None)


def deal(players: Sequence[str], options: Mapping[str, Fact], seed: int) -> State:
    """The same with all cards known, and with them every later shuffle and deal; raises `BadOption`."""
    return _begun(players, options, seed)


def _begun(players: Sequence[str], options: Mapping[str, Fact], chance: int | None) -> State:
    names = seated(players, PLAYERS)
    values = chosen(options, OPTIONS)
    teams, short, match = values["teams"] == "yes", values["short"] == "yes", values["play"] == "match"
    if teams and len(names) not in TEAM_TABLES:
        raise BadOption(message("skip_bo.team_players", players=len(names)))
    none: tuple[Cards, ...] = ((),) * len(names)
    state = State(names, teams, short, match, (), (), none, none, ((),) * len(names), (), (), seat=0, chance=chance)
    return dealt(state, 1)


def stock_size(state: State) -> int:
    """Cards dealt to each stock (K-1)."""
    if state.short:
        return 10
    return 30 if len(state.players) <= 4 else 20


def dealt(state: State, game: int) -> State:
    """All cards shuffled and dealt anew: the stocks, five to each hand, the rest is the draw pile (K-1)."""
    count, size = len(state.players), stock_size(state)
    cards, chance = _shuffled(DECK, state.chance)
    hands_from = count * size
    rest = hands_from + count * HAND
    state = replace(
        state,
        draw=cards[rest:],
        aside=(),
        hands=tuple(in_order(cards[at : at + HAND]) for at in range(hands_from, rest, HAND)),
        stocks=tuple(cards[at : at + size] for at in range(0, hands_from, size)),
        shown=((),) * count,
        builds=((),) * BUILDS,
        discards=(((),) * BUILDS,) * count,
        busy=False,
        idle=0,
        game=game,
        chance=chance,
    )
    return replace(state, seat=starter(state))


def _shuffled(cards: Cards, chance: int | None) -> tuple[Cards, int | None]:
    """The cards in the order that chance gives them, and the chance of the shuffle after this."""
    if chance is None:
        return (UNKNOWN,) * len(cards), None
    shuffler = random.Random(chance)
    order = list(cards)
    shuffler.shuffle(order)
    return tuple(order), shuffler.getrandbits(32)
