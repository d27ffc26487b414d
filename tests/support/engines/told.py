"""A game as its rules are tested: moves as they are written, and what is said as keys and facts.

`message("doubt.illegal.not_yours", player="Aya")` is `not_yours player=Aya` here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic

import pytest

from device.texts import LANGUAGES, say
from engines.contract import Game, IllegalMove, Move, Prompt, State
from engines.messages import Message


def told(said: Message) -> str:
    """What is said, as the last part of its key and its facts; it has a sentence of its own in each language."""
    assert len({say(said, language) for language in LANGUAGES} - {""}) == len(LANGUAGES)
    return " ".join((said.key.rpartition(".")[2], *(f"{name}={value}" for name, value in said.facts)))


@dataclass(frozen=True)
class Told(Generic[State, Move]):
    """A game with its moves as JSON data or as they are, and everything that it says in keys and facts."""

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
        return self.all_told(self.game.prompt(state))

    def reasons(self, state: State, seat: int) -> list[str]:
        """Where a player's score came from."""
        return self.all_told(self.game.standings(state)[seat].reasons)

    def described(self, state: State, *moves: Move | str) -> list[str]:
        """What moves that are made one after the other are called in the record."""
        lines = []
        for move in map(self._read, moves):
            lines.append(told(self.game.describe(state, move)))
            state = self.game.play(state, move)
        return lines

    def ranked(self, state: State) -> list[tuple[int, int]]:
        """Scores and ranks by seat."""
        return [(standing.score, standing.rank) for standing in self.game.standings(state)]

    def refused(self, state: State, move: Move | str) -> str:
        """Why a move is refused; it is not listed, and the state stays as it was."""
        before = repr(state)
        with pytest.raises(IllegalMove) as error:
            self.game.play(state, self._read(move))
        assert repr(state) == before
        assert error.value.said.key.startswith(f"{self.game.NAME}.illegal.")
        assert self._read(move) not in self.game.moves(state)
        return told(error.value.said)

    @staticmethod
    def all_told(said: Iterable[Prompt | Message]) -> list[str]:
        """Several things that are said."""
        return [told(one.said if isinstance(one, Prompt) else one) for one in said]

    def _read(self, move: Move | str) -> Move:
        return self.game.move_from_json(move) if isinstance(move, str) else move
