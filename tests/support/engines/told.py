"""A game as its rules are tested: moves as they are written, and what is said in short."""

from dataclasses import dataclass
from typing import Generic

from engines.contract import Game, HasStatus, Move, State
from tests.support.engines.in_short import refusal, short


@dataclass(frozen=True)
class Told(Generic[State, Move]):
    """A game with its moves as JSON data or as they are, and all that it says in short."""

    game: Game[State, Move]

    def after(self, state: State, *moves: Move | str) -> State:
        """The state after some moves."""
        for move in moves:
            state = self.game.play(state, self._read(move))
        return state

    def legal(self, state: State) -> list[str]:
        """The legal moves as they are written."""
        return [str(self.game.move_to_json(move)) for move in self.game.moves(state)]

    def said(self, state: State) -> list[str]:
        """What is to be said now."""
        return [short(prompt.said) for prompt in self.game.prompt(state)]

    def status(self, state: State) -> list[str]:
        """What stands outside the board."""
        assert isinstance(self.game, HasStatus)
        return [short(said).removeprefix("status.") for said in self.game.status(state)]

    def reasons(self, state: State, seat: int) -> list[str]:
        """Where a player's score came from."""
        return list(map(short, self.game.standings(state)[seat].reasons))

    def described(self, state: State, *moves: Move | str) -> list[str]:
        """What moves that are made one after the other are called in the record."""
        lines = []
        for move in map(self._read, moves):
            lines.append(short(self.game.describe(state, move)))
            state = self.game.play(state, move)
        return lines

    def ranked(self, state: State) -> list[tuple[int, int]]:
        """Scores and ranks by seat."""
        return [(standing.score, standing.rank) for standing in self.game.standings(state)]

    def refused(self, state: State, move: Move | str) -> str:
        """Why a move is refused, which is not listed."""
        assert self._read(move) not in self.game.moves(state)
        return refusal(self.game, state, self._read(move))

    def _read(self, move: Move | str) -> Move:
        return self.game.move_from_json(move) if isinstance(move, str) else move
