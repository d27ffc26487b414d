"""The game of a journal: its moves with all corrections applied, replayed from the start.

>>> from pathlib import Path
>>> from device.record.journal import Journal
>>> from device.games.listing import GAMES
>>> with Journal(Path(":memory:")) as journal:
...     _ = journal.start_game("reversi", ["Aya", "Ben"], {})
...     wrong = journal.append("move", {"move": "d3", "picture": None})
...     _ = journal.append("change", {"entry": wrong.number, "move": "f5", "by": "phone"})
...     [ply.move.square for ply in Replay.of(journal.current(), GAMES).plies]
['f5']
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import Any, Generic, TypeAlias

from device.games.forced_moves import Step, play_on
from device.record.journal import Entry
from device.record.line import Line, line_of
from engines.contract import AnyGame, BadRecord, Game, IllegalMove, Move, State
from engines.messages import Fact, Message, Refusal, message
from engines.options import as_played
from engines.vocabulary import changed


class BrokenLine(Refusal):
    """A sequence of moves cannot be played."""

    def __init__(self, said: Message, entry: int) -> None:
        super().__init__(said)
        self.entry = entry  # entry of the first move that cannot


class CorrectionRefused(Refusal):
    """The rules or the record do not allow a correction; the game stays as it was."""


@dataclass(frozen=True)
class MoveLine:
    """One line of the record."""

    entry: int  # the journal's number; 0 for a pass that the rules forced: nobody chose it, so nobody can strike it
    player: int | None
    said: Message
    picture: str | None = None  # id of the picture that it came from


@dataclass(frozen=True)
class Ply(Generic[State, Move]):
    """A move that was made."""

    entry: int  # as in `MoveLine`
    player: int | None
    said: Message  # the move in words, by public knowledge
    move: Move
    state: State  # after it
    picture: str | None = None
    line: Line | None = None  # its line in the journal; None for a forced pass
    rules: Game[State, Move] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat after it."""
        return () if self.rules is None else scores_of(self.rules, self.state)


def scores_of(game: Game[State, Move], state: State) -> tuple[int, ...]:
    """The score of each seat, by public knowledge."""
    standings = game.standings(game.view(state, None))
    return tuple(standing.score for standing in sorted(standings, key=lambda standing: standing.player))


@dataclass(frozen=True)
class Replay(Generic[State, Move]):
    """A game from its start to now."""

    game: Game[State, Move]
    number: int  # the journal's number of its start
    players: tuple[str, ...]
    options: Mapping[str, Fact]
    start: State
    plies: tuple[Ply[State, Move], ...] = ()
    is_dealt: bool = False  # the box has dealt: all is known, and only the players make moves, forced ones too

    @classmethod
    def of(
        cls, entries: Sequence[Entry], games: Mapping[str, AnyGame], before: "AnyReplay | None" = None
    ) -> "AnyReplay":
        """The game of the journal's entries, which begin with its start; raises `BrokenLine`.

        What it has in common with the game `before`, as far as that is the same one, is not played once more.
        """
        same = before if before is not None and before.number == entries[0].number else cls.begun(entries, games)
        return same.with_line(line_of(entries))

    @classmethod
    def begun(cls, entries: Sequence[Entry], games: Mapping[str, AnyGame]) -> "AnyReplay":
        """The game of the journal's entries, before its first move."""
        first = entries[0]
        game, players = games[first.data["game"]], tuple(first.data["players"])
        options = as_played(first.data["options"], game.OPTIONS)
        seed = first.data.get("seed")
        start = game.start(players, options) if seed is None else game.deal(players, options, seed)
        return Replay(game, first.number, players, options, start, is_dealt="computers" in first.data)

    def with_line(self, line: Iterable[Line]) -> "Replay[State, Move]":
        """The same game with these moves instead of its own; raises `BrokenLine` naming the first that is illegal."""
        played, broken = self.as_far_as(line)
        if broken is not None:
            raise broken
        return played

    def as_far_as(self, line: Iterable[Line]) -> "tuple[Replay[State, Move], BrokenLine | None]":
        """The same game with these moves instead of its own, up to the first that is illegal, and what breaks there."""
        line = tuple(line)
        same, kept = self._in_common(line)
        plies, broken = list(kept), None
        for number, one in enumerate(line[same:], start=same + 1):
            try:
                plies += plies_of(self.game, plies[-1].state if plies else self.start, one, not self.is_dealt)
            except (BadRecord, IllegalMove) as error:
                broken = BrokenLine(message("table.line_breaks", number=number, move=str(one.move)), one.entry)
                broken.__cause__ = error.with_traceback(None)  # which leads back here, and keeps the game in memory
                break
        return replace(self, plies=tuple(plies)), broken

    def _in_common(self, line: Sequence[Line]) -> tuple[int, tuple[Ply[State, Move], ...]]:
        """How many moves a line begins with that were played already, and their plies with the passes they force."""
        same = 0
        for at, ply in enumerate(self.plies):
            if ply.entry and (same == len(line) or ply.line != line[same]):
                return same, self.plies[:at]
            same += 1 if ply.entry else 0
        return same, self.plies

    def with_ply(self, one: Line) -> "Replay[State, Move]":
        """The game with one more move and the passes that it forces; raises `IllegalMove` or `BadRecord`."""
        return replace(self, plies=(*self.plies, *plies_of(self.game, self.now, one, not self.is_dealt)))

    def as_observed(self) -> "Replay[State, Move]":
        """The same game as everybody at the table has seen it: what is hidden is open in its states and moves."""
        game, states = self.game, self.states
        plies = tuple(
            replace(ply, move=game.observed(before, ply.move, None), state=game.view(ply.state, None))
            for before, ply in zip(states, self.plies, strict=False)
        )
        return replace(self, start=game.view(self.start, None), plies=plies)

    def until(self, plies: int) -> "Replay[State, Move]":
        """The game after this many plies."""
        return replace(self, plies=self.plies[:plies])

    def ply_of(self, entry: int) -> int:
        """The number of the ply that a journal's entry has made, counted from 1; 0 where it is not in the game."""
        return self._numbers.get(entry, 0)

    def after_passes(self, ply: int) -> int:
        """The number of the last pass forced by a ply; its own if it forced none."""
        while ply < len(self.plies) and not self.plies[ply].entry:
            ply += 1
        return ply

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {ply.entry: number for number, ply in enumerate(self.plies, start=1) if ply.entry}

    @cached_property
    def scores(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The score over time: plies after which it was another one, the start as 0, with everybody's score."""
        points = [(0, scores_of(self.game, self.start))]
        for number, ply in enumerate(self.plies, start=1):
            if ply.scores != points[-1][1]:
                points.append((number, ply.scores))
        return tuple(points)

    @cached_property
    def lines(self) -> tuple[MoveLine, ...]:
        """Its plies as lines of the record."""
        return tuple(MoveLine(ply.entry, ply.player, ply.said, ply.picture) for ply in self.plies)

    @cached_property
    def states(self) -> tuple[State, ...]:
        """Every state from the start to now, one per ply."""
        return (self.start, *(ply.state for ply in self.plies))

    @property
    def now(self) -> State:
        """The state after the last ply."""
        return self.plies[-1].state if self.plies else self.start

    @property
    def before(self) -> State:
        """The state before the last ply."""
        return self.plies[-2].state if len(self.plies) > 1 else self.start

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_over(self.now)

    @property
    def other_starts(self) -> dict[tuple[tuple[str, Fact], ...], State]:
        """What the game may have begun with instead, by the options that nobody entered; none after the first move."""
        asked = [] if self.plies else [option for option in self.game.OPTIONS if option.is_offered]
        left_open = [option for option in asked if option.name not in self.options]
        choices = product(*([(option.name, value) for value in option.allowed] for option in left_open))
        starts = {chosen: self.game.start(self.players, {**self.options, **dict(chosen)}) for chosen in choices}
        return {chosen: start for chosen, start in starts.items() if start != self.start}

    @cached_property
    def last_places(self) -> tuple[str, ...]:
        """The places that the last chosen move changed."""
        last = next((at for at in range(len(self.plies) - 1, -1, -1) if self.plies[at].entry), None)
        if last is None:
            return ()
        before, after = (self.game.layout(self.states[ply]) for ply in (last, last + 1))
        touched = changed(before, after)
        return tuple(place for place in after if place in touched)

    def record(self) -> str:
        """The game in the notation that its players know."""
        return self.game.write_record(self.players, self.options, [ply.move for ply in self.plies])


def plies_of(game: Game[State, Move], state: State, one: Line, forces: bool = True) -> list[Ply[State, Move]]:
    """A move made in a state, and the passes that it `forces`; raises `IllegalMove` or `BadRecord`."""
    plies: list[Ply[State, Move]] = []
    move = game.move_from_json(one.move)
    for step in play_on(game, state, move) if forces else [Step(move, game.play(state, move))]:
        player, said = game.mover(state, step.move), _in_words(game, state, step.move)
        entry, picture, line = (0, None, None) if step.forced else (one.entry, one.picture, one)
        plies.append(Ply(entry, player, said, step.move, step.state, picture, line, game))
        state = step.state
    return plies


def _in_words(game: Game[State, Move], state: State, move: Move) -> Message:
    """A move in words by public knowledge; an imported game may know more."""
    return game.describe(game.view(state, None), game.observed(state, move, None))


# A game of which the caller need not know the types.
AnyPly: TypeAlias = Ply[Any, Any]
AnyReplay: TypeAlias = Replay[Any, Any]
