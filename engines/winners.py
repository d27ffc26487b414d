"""Games that end when somebody says who has won, whether or not their moves were followed to the end.

>>> from engines import reversi
>>> game = EndedByWord(reversi)
>>> state = game.play(game.start(["Aya", "Ben"], {}), game.move_from_json({"winners": [1]}))
>>> game.is_over(state), [standing.rank for standing in game.standings(state)]
(True, [2, 1])
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from engines.contract import BadRecord, Game, IllegalMove, Json, Move, Prompt, Standing, State
from engines.messages import Fact, Message, message
from engines.vocabulary import Layout

BY_WORD = message("pad.by_word")  # the reason of every standing of a game that has ended so
_KEY = "winners"
_OF_A_STATE = ("owners", "status", "may_err")  # what a game may have besides, as far as it is asked of a state


@dataclass(frozen=True, slots=True)
class Winners:
    """Somebody says who has won: the seats of all who share the first rank, counted from 0."""

    seats: tuple[int, ...]


@dataclass(frozen=True)
class Ended(Generic[State]):
    """A game that has ended so; all that its last state has can be asked of it."""

    last: State
    seats: tuple[int, ...]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "last":  # which copying and hashing look for
            raise AttributeError(name)
        return getattr(self.last, name)


class EndedByWord(Generic[State, Move]):
    """A game with one more move, `Winners`, which is legal until the game is over and never listed.

    Everything else is asked of the game itself, and so is what a game may have besides (`engines.contract.Owned` …).
    """

    def __init__(self, game: Game[State, Move]) -> None:
        self._game = game
        # Attributes of its own, not of `__getattr__`: extensions of the contract are looked for in the object itself.
        others = [name for name in dir(game) if not (name.startswith("_") or hasattr(type(self), name))]
        vars(self).update({name: getattr(game, name) for name in others})
        vars(self).update({name: _of_last(vars(self)[name]) for name in _OF_A_STATE if name in others})

    def moves(self, state: State | Ended[State]) -> Sequence[Move]:
        """The legal moves; none once it was said who has won."""
        return () if isinstance(state, Ended) else self._game.moves(state)

    def play(self, state: State | Ended[State], move: Move | Winners) -> State | Ended[State]:
        """The state after a legal move; raises `IllegalMove`."""
        if not isinstance(move, Winners):
            if isinstance(state, Ended):
                raise IllegalMove(message("pad.illegal.over"))
            return self._game.play(state, move)
        if self.is_over(state):
            raise IllegalMove(message("pad.illegal.over"))
        if not move.seats or not set(move.seats) <= set(range(len(_players(state)))):
            raise IllegalMove(message("pad.illegal.nobody"))
        return Ended(_last(state), tuple(sorted(set(move.seats))))

    def is_over(self, state: State | Ended[State]) -> bool:
        """Whether it has ended, by its rules or by word."""
        return isinstance(state, Ended) or self._game.is_over(state)

    def standings(self, state: State | Ended[State]) -> Sequence[Standing]:
        """The scores; of a game that has ended by word only who has won."""
        if not isinstance(state, Ended):
            return self._game.standings(state)
        losers = 1 + len(state.seats)
        unit = message("pad.unit")
        won = [seat in state.seats for seat in range(len(_players(state)))]
        return [Standing(seat, int(has), 1 if has else losers, (BY_WORD,), unit) for seat, has in enumerate(won)]

    def prompt(self, state: State | Ended[State]) -> Sequence[Prompt]:
        """What to say now."""
        if not isinstance(state, Ended):
            return self._game.prompt(state)
        return (Prompt(None, _won(state, state.seats)),)

    def describe(self, state: State, move: Move | Winners) -> Message:
        """One line of the record."""
        return _won(state, move.seats) if isinstance(move, Winners) else self._game.describe(state, move)

    def mover(self, state: State, move: Move | Winners) -> int | None:
        """The seat of the player who makes a move; None for `Winners`, which all agree on."""
        return None if isinstance(move, Winners) else self._game.mover(state, move)

    def layout(self, state: State | Ended[State]) -> Layout:
        """What a camera must see: what lay there last."""
        return self._game.layout(_last(state))

    def view(self, state: State | Ended[State], player: int | None) -> State | Ended[State]:
        """What one player may know, None for the table: who has won is known to all."""
        seen = self._game.view(_last(state), player)
        return Ended(seen, state.seats) if isinstance(state, Ended) else seen

    def observed(self, state: State, move: Move | Winners, player: int | None) -> Move | Winners:
        """What one player learns of a move, None for the table."""
        return move if isinstance(move, Winners) else self._game.observed(state, move, player)

    def move_to_json(self, move: Move | Winners) -> Json:
        """A move as plain JSON data: `{"winners": [0, 2]}`, or as the game writes it."""
        return {_KEY: list(move.seats)} if isinstance(move, Winners) else self._game.move_to_json(move)

    def move_from_json(self, data: Json) -> Move | Winners:
        """The move that `move_to_json` wrote; raises `BadRecord`."""
        if not isinstance(data, dict) or _KEY not in data:
            return self._game.move_from_json(data)
        seats = data[_KEY]
        if not isinstance(seats, list) or not all(type(seat) is int for seat in seats):
            raise BadRecord(message("pad.illegal.nobody"))
        return Winners(tuple(seat for seat in seats if isinstance(seat, int)))

    def write_record(
        self, players: Sequence[str], options: Mapping[str, Fact], played: Sequence[Move | Winners]
    ) -> str:
        """The moves that were followed, in the notation that players know; it has no sign for who has won by word."""
        followed = [move for move in played if not isinstance(move, Winners)]
        return self._game.write_record(players, options, followed)


def _last(state: State | Ended[State]) -> State:
    return state.last if isinstance(state, Ended) else state


def _of_last(call: Callable[[State], Any]) -> Callable[[State | Ended[State]], Any]:
    return lambda state: call(_last(state))


def _players(state: Any) -> Sequence[str]:  # which every state has
    return tuple(state.players)


def _won(state: Any, seats: Sequence[int]) -> Message:
    names = [_players(state)[seat] for seat in seats]
    return message("pad.won" if len(names) == 1 else "pad.won_together", players=", ".join(names))
