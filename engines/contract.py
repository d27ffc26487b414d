"""The contract of a game, and the types that it is stated in.

A game is a module (`engines.reversi`) with the functions of `Game`, or an object where it needs data
(`engines.jarapon.Jarapon`). States and moves are frozen, comparable and hashable; moves go to JSON and back. Texts for
people are `Message`s (`engines.messages`).

The camera is a player without a hand: hidden pieces of a state and hidden parts of a move are `UNKNOWN`
(`engines.vocabulary`). One law holds in every game: a second engine that is fed `observed(state, move, None)` for each
move is at every step in the state `view(state, None)`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from engines.messages import Fact, Message, Refusal
from engines.vocabulary import Layout

State = TypeVar("State")
Move = TypeVar("Move")
State_contra = TypeVar("State_contra", contravariant=True)
Merit = TypeVar("Merit", int, tuple[int, int])
Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
# The players (empty if nobody is named), the options and the moves of a written game.
Record: TypeAlias = tuple[Sequence[str], Mapping[str, Fact], Sequence[Move]]


class IllegalMove(Refusal):
    """A move that the rules do not allow in this state."""


class BadOption(Refusal):
    """A player count or an option that the game does not allow."""


class BadRecord(Refusal):
    """A written game that cannot be read or played; its facts name the line, `because` is the rule that it breaks.

    `moves_read`: the number of its moves that were read, the illegal one included; 0 for a text of another kind.
    `games`: where a text has several games, each in order as its record or its error.
    """

    def __init__(
        self,
        said: Message,
        because: Message | None = None,
        moves_read: int = 0,
        games: "Sequence[Record[Any] | BadRecord]" = (),
    ) -> None:
        super().__init__(said, because)
        self.moves_read, self.games = moves_read, games


@dataclass(frozen=True)
class Prompt:
    """A message and its addressee: `player` is a seat counted from 0, or None for everybody."""

    player: int | None
    said: Message


@dataclass(frozen=True)
class Standing:
    """A player's place in the score."""

    player: int  # seat
    score: int
    rank: int  # from 1; equals share it
    reasons: tuple[Message, ...] = ()  # where the points came from
    unit: Message | None = None  # what the score counts, written after the number


def ranks(merits: Sequence[Merit]) -> list[int]:
    """The rank of each merit: 1 for the greatest, equals share theirs.

    >>> ranks([5, 9, 5, 1])
    [2, 1, 2, 4]
    """
    return [1 + sum(other > merit for other in merits) for merit in merits]


# Metadata of a field that a move reveals, such as the role of a captured tile; the player chooses all other fields.
REVEALED: Mapping[str, bool] = MappingProxyType({"revealed": True})


@dataclass(frozen=True)
class Option:
    """An option of a game."""

    name: str
    allowed: tuple[Fact, ...]  # the first is the default
    # the earlier default, by which a recorded game that does not name the option was played (`as_played`)
    former_default: Fact | None = None
    only_with: tuple[str, Fact] | None = None  # another option and its value without which this one has no effect
    is_offered: bool = True  # False: it is no rule to choose, and its value may be any text
    is_chosen: bool = False  # whether people choose it all the same; else the box itself writes it


class Game(Protocol[State, Move]):
    """The functions of a game. `State` and `Move` are the game's own frozen types."""

    NAME: str
    PLAYERS: range
    OPTIONS: tuple[Option, ...]

    def start(self, players: Sequence[str], options: Mapping[str, Fact]) -> State:
        """The state before the first move as the table shows it; raises `BadOption`."""

    def deal(self, players: Sequence[str], options: Mapping[str, Fact], seed: int) -> State:
        """The same with every hidden piece known, shuffled by a seed; raises `BadOption`."""

    def moves(self, state: State) -> Sequence[Move]:
        """Every legal move, in a fixed order; empty when the game is over.

        Where the state does not know what a move reveals, one move with an `UNKNOWN` part stands for all. What players
        may agree on at any time, such as a draw, need not be listed.
        """

    def play(self, state: State, move: Move) -> State:
        """The state after a legal move; raises `IllegalMove`.

        An unknown part of a move may be given as any value that is possible.
        """

    def layout(self, state: State) -> Layout:
        """What a camera must see."""

    def standings(self, state: State) -> Sequence[Standing]:
        """Scores with their reasons, by seat."""

    def prompt(self, state: State) -> Sequence[Prompt]:
        """What to say now, and to whom."""

    def mover(self, state: State, move: Move) -> int | None:
        """The seat of the player who makes a legal move in this state; None for a move of nobody in particular."""

    def describe(self, state: State, move: Move) -> Message:
        """One line of the record: what a legal move does in this state."""

    def view(self, state: State, player: int | None) -> State:
        """What one player may know; None for what the table shows."""

    def observed(self, state: State, move: Move, player: int | None) -> Move:
        """What one player learns of a legal move in this state, the rest `UNKNOWN`; None for the table."""

    def greedy(self, state: State, player: int) -> Move | None:
        """The legal move of a greedy bot that knows only `state`, its own view; None while it waits for others."""

    def is_over(self, state: State) -> bool:
        """Whether the game has ended."""

    def move_to_json(self, move: Move) -> Json:
        """A move as plain JSON data."""

    def move_from_json(self, data: Json) -> Move:
        """The move that `move_to_json` wrote; raises `BadRecord`."""

    def write_record(self, players: Sequence[str], options: Mapping[str, Fact], played: Sequence[Move]) -> str:
        """The game in the notation that its players know.

        Without names, `players` are `unnamed(count)` of `engines.options`, or empty for the fewest players that the
        options allow.
        """

    def read_records(self, text: str) -> Sequence[Record[Move]]:
        """Players, options and moves of every game of a text, at least one; raises `BadRecord` naming the line.

        Where only some games of a text cannot be read, the error has all of them in `games`.
        """


# A game whose types the caller does not know, as where games are listed by name.
AnyGame: TypeAlias = Game[Any, Any]


@runtime_checkable
class Owned(Protocol[State_contra]):
    """An extension of `Game`: who owns each piece, for games in which pieces of several players look alike."""

    def owners(self, state: State_contra) -> Mapping[str, int]:
        """The seat of the owner of each piece, by its place in the layout."""


@runtime_checkable
class HasStatus(Protocol[State_contra]):
    """An extension of `Game`: what stands outside the board, for games that have something to tell of it."""

    def status(self, state: State_contra) -> Sequence[Message]:
        """A few words on each thing, to be read as one line; nothing where the prompts say it."""


@runtime_checkable
class Fallible(Protocol[State_contra]):
    """An extension of `Game`: moves that the rules penalise rather than forbid; `moves` does not list them."""

    def may_err(self, state: State_contra) -> bool:
        """Whether somebody could make such a move now."""
