"""Counts how well a box follows a game whose every move is known.

The bots at its table answer its questions by what they really did, and enter what it cannot see.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from device.capture.field_tracker import FieldTracker
from device.capture.game_reader import GameReader
from device.capture.table_observer import TableObserver
from device.demo.witness import Witness
from device.games.listing import profile_of
from device.games.profile import AnyProfile
from device.hardware.timeout import TimeLimit
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.record.replay import CorrectionRefused
from device.referee.choices import Choice
from device.table.game import BoardGame
from device.table.game_start import begin_game
from engines.bots import NAMES, Ply
from engines.contract import IllegalMove
from engines.messages import Fact
from simulator.people.script import plies

_MAX_READ_S = 600.0  # for a reading; a busy machine takes longer than a box may


@dataclass(frozen=True)
class Match:
    """What is filmed: a game, who plays, and its options."""

    profile: AnyProfile
    players: tuple[str, ...]
    options: Mapping[str, Fact]

    @classmethod
    def of(cls, profile: AnyProfile, seats: int = 0, options: Mapping[str, Fact] | None = None) -> Self:
        """A match of so many players, 0 for the fewest; `options` are added to those of the game's films."""
        players = NAMES[: seats or profile.game.PLAYERS.start]
        return cls(profile, players, {**profile.filming.options, **(options or {})})


@dataclass
class Followed:
    """How a game was followed."""

    game: str
    moves: int = 0  # moves that were made
    seen: int = 0  # of these, recorded by the camera alone
    asked: int = 0  # questions that people answered
    told: int = 0  # moves that people entered, since nothing shows them
    typed: int = 0  # hands that people typed in, since they were not legible
    missed: int = 0  # moves that are not in the record
    invented: int = 0  # moves of the record that nobody made
    result: bool | None = None  # whether the final standings are the true ones; None: the film ends before

    @property
    def by_hand(self) -> int:
        """How often people had to do something on a phone or at the box."""
        return self.asked + self.told + self.typed


class People(Witness):
    """The bots round a box's table, who know what they did; `made`: their moves as the table shows them."""

    def __init__(self, box: BoardGame) -> None:
        super().__init__(profile_of(box.played.game.NAME))
        self.box = box
        self.asked = self.entered = self.typed = 0

    @property
    def recorded(self) -> list[Any]:
        """The moves that the box has."""
        return [ply.move for ply in self.box.played.plies]

    @property
    def missing(self) -> list[Any]:
        """The moves that the box does not have yet."""
        return self.missing_in(self.box.played)

    def answer(self) -> None:
        """Answer the box's questions, and enter what nothing on the table shows."""
        self._answer_all()
        self._type_hands()
        while self.must_tell(self.box.played) and self._choose(self.box.untold):
            self.entered += 1
            self._answer_all()  # what was entered may raise a question

    def finish(self, state: Any) -> bool | None:
        """At the end of a game, enter the moves that only a next one would show, and hands that were not read.

        Returns whether the recorded standings are those of the state; None if the game is not over.
        """
        game = self.profile.game
        if not game.is_over(state):
            return None
        while self.missing and self._choose(self.box.untold):
            self.entered += 1
        self._type_hands()
        return game.standings(self.box.played.now) == game.standings(state)

    def followed(self, result: bool | None) -> Followed:
        """Count the moves that were made, and how they came into the record.

        A last move that nobody announces and nothing shows is not counted: only the next move would get it recorded.
        """
        while self.missing and isinstance(self.made[-1], self.profile.habits.assumed):
            self.made.pop()
        right, count = self.right(), len(self.made)
        helped = (self.asked, self.entered, self.typed)
        counts = Followed(self.profile.game.NAME, count, 0, *helped, missed=count - right, result=result)
        counts.seen = right - counts.by_hand
        counts.invented = sum(ply.entry > 0 for ply in self.box.played.plies[right:])
        return counts

    def right(self) -> int:
        """How many moves of the record, from the beginning, are those that were made."""
        return self.in_common(self.box.played, self.as_named_by(self.box.played))

    def _answer_all(self) -> None:
        while self.box.question and self._choose(self.box.question):  # an answer may raise another question
            self.asked += 1

    def _type_hands(self) -> None:
        """Type hands that were not legible, until the box refuses one because its record is wrong elsewhere."""
        with suppress(CorrectionRefused):
            while (typed := self.typed_hand(self.box.played)) is not None:
                self.box.correct(typed)
                self.typed += 1

    def _choose(self, choices: Sequence[Choice]) -> bool:
        """Choose what was really done; returns whether there is such a choice."""
        right = self.choice_of(self.box.played, choices)
        if right is not None:
            self.box.choose(right.key, "phone")
        return right is not None


@contextmanager
def people_at_box(match: Match) -> Iterator[People]:
    """Begin a match at a box without camera and threads, and yield its people; the journal is removed afterwards."""
    game = match.profile.game
    games = {game.NAME: game}
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "journal.db") as journal:
        begin_game(journal, game.NAME, match.players, match.options, games)
        yield People(BoardGame(journal, PictureStore(Path(folder) / "pictures"), games))


def patient_observer(reader: GameReader) -> TableObserver:
    """An observer for the frames of a film that gives each reading ample time: not its speed is measured."""
    return TableObserver(reader, field=FieldTracker(limit=TimeLimit(_MAX_READ_S)))


def moves_of(match: Match, seed: int) -> Iterator[Ply[Any, Any]]:
    """The moves of a game without calls that the next move implies: whoever lays a pon open has called it."""
    profile, game = match.profile, match.profile.game
    called: Ply[Any, Any] | None = None
    for state, move in plies(game, match.players, seed, match.options):
        if called is not None:
            with suppress(IllegalMove):
                if game.play(called[0], move) == game.play(state, move):
                    called = None
            if called is not None:
                yield called
        seat = game.mover(state, move)
        is_call = any(seat is not None and not kind.announces and kind.is_call(move, seat) for kind in profile.calls)
        called = (state, move) if is_call else None
        if called is None:
            yield state, move
    if called is not None:
        yield called
