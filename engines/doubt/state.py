"""The state of Expose the Lie, its moves, layout and views.

>>> GRAMMAR.write(Take(("3", "wild"))), GRAMMAR.write(Lay("unknown")), GRAMMAR.write(Challenge(1))
('take 3 wild', 'lay ?', 'doubt 2')
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engines.contract import Option
from engines.hands import in_order
from engines.messages import Fact
from engines.move_grammar import HIDDEN, Either, Line, MoveGrammar, Several, always, seats, words
from engines.options import check_players, choose_options
from engines.vocabulary import FACE_DOWN, NOTHING, NUMBERS, TILE_FACES, UNKNOWN, WILD, Layout

NAME = "doubt"
PLAYERS = range(3, 5)
OPTIONS: tuple[Option, ...] = (Option("takes", ("all", "stack")),)  # J3-5
Tiles = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lay:
    """The player in turn says the number that is due and puts a tile face down under it (J3-2)."""

    tile: str


@dataclass(frozen=True, slots=True)
class Add:
    """The player who laid last puts another tile on his lay (J3-2)."""

    tile: str


@dataclass(frozen=True, slots=True)
class Challenge:
    """A player, by his seat, says that the last lay is a lie (J3-3)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A tile of the challenged lay is turned up, for everybody to see."""

    tile: str


@dataclass(frozen=True, slots=True)
class Take:
    """The loser takes the tiles (J3-5)."""

    tiles: Tiles | str  # those that lie face down, sorted, or `UNKNOWN` for all


@dataclass(frozen=True, slots=True)
class Believe:
    """Nobody challenges the lay of a player who has no tiles left (J3-6)."""


BELIEVE = Believe()
Move = Lay | Add | Challenge | Turn | Take | Believe
# All but the nine headings are dealt: four tiles of each number and one almighty (オールマイティ).
COPIES = {**dict.fromkeys(NUMBERS, 4), WILD: 1}
DEALT = sum(COPIES.values())

_FACE = words(*TILE_FACES)
_TILE = Either(HIDDEN, _FACE)
GRAMMAR: MoveGrammar[Move] = MoveGrammar(
    "doubt.bad_move",
    Line("lay {tile}", Lay, tile=_TILE),
    Line("add {tile}", Add, tile=_TILE),
    Line("doubt {seat}", Challenge, seat=seats(PLAYERS)),
    Line("turn {tile}", Turn, tile=_FACE),
    Line("take", Take, tiles=always(())),
    Line("take {tiles}", Take, tiles=Either(HIDDEN, Several(_FACE, range(1, DEALT + 1), collect=in_order))),
    Line("believe", Believe),
)


@dataclass(frozen=True, slots=True)
class Laid:
    """A lay on the sheet."""

    seat: int  # of the player who made it
    number: int  # that he said
    tiles: Tiles  # those that lie face down


@dataclass(frozen=True, slots=True)
class State:
    """A position of Expose the Lie."""

    players: tuple[str, ...]
    takes: str  # the option of J3-5
    hands: tuple[Tiles, ...]  # by seat, each entirely known or unknown
    # by seat, tiles that everybody knows to be in a player's hand or lays: they were turned up before he took them
    known: tuple[Tiles, ...]
    laid: tuple[Laid, ...] = ()  # on the sheet, from first to last
    seat: int = 0  # of the player who is due to say `number` next
    number: int = 1
    fresh: bool = False  # whether the last lay may be challenged
    challenger: int | None = None  # of the last lay
    turned: Tiles = ()  # the tiles of the challenged lay turned up so far
    winner: int | None = None

    @property
    def last(self) -> Laid:
        """The last lay; there is one while `fresh`."""
        return self.laid[-1]

    @property
    def is_turning(self) -> bool:
        """Whether tiles of a challenged lay are still to be turned up."""
        return self.challenger is not None and bool(self.last.tiles)

    @property
    def is_closing(self) -> bool:
        """Whether the last lay emptied its player's hand, so that this is the last chance to challenge it (J3-6)."""
        return self.fresh and self.challenger is None and not self.hands[self.last.seat]

    @property
    def loser(self) -> int | None:
        """The seat that lost a challenge and must take tiles, if any."""
        if self.challenger is None or self.last.tiles or self.winner is not None:
            return None
        return self.challenger if is_true(self.turned, self.last.number) else self.last.seat

    @property
    def to_take(self) -> tuple[Laid, ...]:
        """The lays that the loser of a challenge takes: all, or those of the challenged stack (J3-5)."""
        return tuple(lay for lay in self.laid if self.takes == "all" or lay.number == self.last.number)

    @property
    def face_down(self) -> list[list[str]]:
        """Each player's tiles that lie face down on the sheet, by seat."""
        down: list[list[str]] = [[] for _ in self.players]
        for lay in self.laid:
            down[lay.seat] += lay.tiles
        return down

    @property
    def is_consistent(self) -> bool:
        """Whether some deal of the hidden tiles fits: enough of each face, and no player with too many known ones."""
        left = Counter(COPIES)
        left.subtract(self.turned)
        for hand, down, known in zip(self.hands, self.face_down, self.known, strict=True):
            held = Counter((*hand, *down))
            del held[UNKNOWN]
            held |= Counter(known)  # of each face the larger number: a visible tile may be one of the known ones
            if held.total() > len(hand) + len(down):
                return False
            left.subtract(held)
        return min(left.values()) >= 0

    def known_after_take(self, taker: int) -> tuple[Tiles, ...]:
        """The known tiles of each player after a take.

        The taker has the tiles turned up. Which tiles another player lost is hidden: of a face that he was known to
        have, he may have lost as many as were taken from him, and has certainly lost those that exceed his remaining
        tiles.
        """
        known: list[Tiles] = []
        gained = list(self.turned)
        down = self.face_down
        for seat, had in enumerate(self.known):
            gone = sum(len(lay.tiles) for lay in self.to_take if lay.seat == seat)
            left = len(self.hands[seat]) + len(down[seat]) - gone
            if seat == taker or not gone:
                known.append(had)
                continue
            known.append(tuple(face for face in COPIES for _ in range(had.count(face) - gone)))
            gained += [face for face in COPIES for _ in range(had.count(face) - left)]
        known[taker] = in_order((*known[taker], *gained))
        return tuple(known)

    def __str__(self) -> str:
        """A line for each hand and each lay; after `seen` the tiles that everybody knows a player to have."""
        names = self.players
        lines = [
            " ".join((name, *map(_letter, hand))) + (f" (seen: {' '.join(known)})" if known else "")
            for name, hand, known in zip(names, self.hands, self.known, strict=True)
        ]
        lines += [
            " ".join((f"{lay.number} by {self.players[lay.seat]}:", *map(_letter, lay.tiles))) for lay in self.laid
        ]
        if self.turned:
            lines[-1] += f" turned up: {' '.join(self.turned)}"
        return "\n".join((*lines, f"{names[self.seat]} is due to say {self.number}"))


def start(players: Sequence[str], options: Mapping[str, Fact]) -> State:
    """All tiles dealt evenly, with one more for the first players (J3-1); raises `BadOption`."""
    names = check_players(players, PLAYERS)
    hands = tuple(hidden((UNKNOWN,) * DEALT)[seat :: len(names)] for seat in range(len(names)))
    return State(names, str(choose_options(options, OPTIONS)["takes"]), hands, known=((),) * len(names))


def deal(players: Sequence[str], options: Mapping[str, Fact], seed: int) -> State:
    """The same with every hand known, shuffled by a seed."""
    begun = start(players, options)
    tiles = [face for face, copies in COPIES.items() for _ in range(copies)]
    random.Random(seed).shuffle(tiles)
    return replace(begun, hands=tuple(in_order(tiles[seat :: len(begun.hands)]) for seat in range(len(begun.hands))))


def hidden(tiles: Tiles) -> Tiles:
    """The same number of unknown tiles."""
    return (UNKNOWN,) * len(tiles)


def is_true(tiles: Tiles, number: int) -> bool:
    """Whether every tile of a lay is the number that was said or the almighty (J3-4)."""
    return set(tiles) <= {str(number), WILD}


def _letter(tile: str) -> str:
    return "?" if tile == UNKNOWN else tile


def view(state: State, player: int | None) -> State:
    """What one player may know: his own hand and lays, and what everybody knows; None for the table."""
    hands = tuple(hand if seat == player else hidden(hand) for seat, hand in enumerate(state.hands))
    laid = tuple(lay if lay.seat == player else replace(lay, tiles=hidden(lay.tiles)) for lay in state.laid)
    return replace(state, hands=hands, laid=laid)


def mover(state: State, move: Move) -> int | None:
    """The seat of the player who makes a move; None for `Believe`."""
    match move:
        case Lay():
            return state.seat
        case Add() | Turn():
            return state.last.seat
        case Challenge(seat):
            return seat
        case Take():
            return state.loser
        case _:
            return None


def observed(state: State, move: Move, player: int | None) -> Move:
    """What one player learns of a move: only the player who lays or takes tiles knows them."""
    if player == mover(state, move):
        return move
    match move:
        case Lay():
            return Lay(UNKNOWN)
        case Add():
            return Add(UNKNOWN)
        case Take():
            return Take(UNKNOWN)
        case _:
            return move


def layout(state: State) -> Layout:
    """Headings `heading/1` …, the stacks under them `stack/1` …, and tiles `turned/1` … in the order of turning."""
    covered = {lay.number for lay in state.laid if lay.tiles}
    stacks = {f"stack/{number}": FACE_DOWN if number in covered else NOTHING for number in range(1, 10)}
    turned = {f"turned/{count}": frozenset({tile}) for count, tile in enumerate(state.turned, start=1)}
    return {f"heading/{number}": frozenset({number}) for number in NUMBERS} | stacks | turned
