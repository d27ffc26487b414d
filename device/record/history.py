"""The record with all its corrections: which moves were struck or changed, by whom and when.

>>> from pathlib import Path
>>> from device.record.journal import Journal
>>> from device.games.listing import GAMES
>>> from device.record.replay import Replay
>>> with Journal(Path(":memory:")) as journal:
...     _ = journal.start_game("reversi", ["Aya", "Ben"], {})
...     wrong = journal.append("move", {"move": "d3", "picture": None})
...     _ = journal.append("change", {"entry": wrong.number, "move": "f5", "by": "phone"})
...     moves = history_of(journal.current(), Replay.of(journal.current(), GAMES))
>>> [(dict(one.said.facts)["square"], one.ply, one.by, one.ended is not None) for one in moves]
[('d3', 0, 'camera', True), ('f5', 1, 'phone', False)]
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from device.record.journal import Entry
from device.record.line import Chain, Kept
from device.record.replay import AnyPly, AnyReplay, plies_of
from engines.contract import BadRecord, IllegalMove
from engines.messages import Message, message

USUAL_BY = "camera"  # of the moves of old journals, which do not say who reported them


@dataclass(frozen=True)
class RecordedMove:
    """A move that is or was in the game."""

    entry: int  # the journal's number; 0 for a pass that the rules forced
    said: Message
    player: int | None = None
    ply: int = 0  # its number in the game; 0 for a move that was struck or changed
    picture: str | None = None
    written: Entry | None = None  # that brought it; None for a forced pass
    ended: Entry | None = None  # that struck or changed it

    @property
    def by(self) -> str:
        """Who reported it: `"camera"`, `"button"`, `"phone"`, `"phone:Aya's phone"`; empty for a pass."""
        return "" if self.written is None else str(self.written.data.get("by", USUAL_BY))

    @property
    def at(self) -> str:
        """When, as an ISO time."""
        return "" if self.written is None else self.written.at


def history_of(entries: Sequence[Entry], played: AnyReplay) -> tuple[RecordedMove, ...]:
    """All moves in the entries of a game, in the game's order; `played` is its current state."""
    chain, then = Chain(), _Then(played)
    words: dict[Kept, AnyPly | None] = {}
    for entry in entries:
        for one in chain.ended_by(entry):
            words[one] = then.ply_of(chain, one)
            then.forget_from(one)
        if entry.kind == "insert":
            then.forget_after(chain.found(entry.data["after"] or 0) or chain.before_first)
        chain.take(entry)
    return tuple(move for one in chain for move in _recorded(one, words.get(one), played))


class _Then:
    """The game as it was at some time in the past, played as far as somebody asks for the words of a move.

    As long as it began as the game now does, nothing of it is played once more.
    """

    def __init__(self, played: AnyReplay) -> None:
        self._game, self._start, self._forces = played.game, played.start, not played.is_dealt
        self._now: list[list[AnyPly]] = []  # the moves of the game as it is, each with the passes that it forced
        for ply in played.plies:
            self._now += [[ply]] if ply.entry else []
            self._now[-1] += [] if ply.entry else [ply]
        self._same = 0  # so many of the moves made are those of the game as it is
        self._made: list[tuple[Kept, list[AnyPly]]] = []
        self._number: dict[Kept, int] = {}

    def ply_of(self, chain: Chain, one: Kept) -> AnyPly | None:
        """The ply of a move that is in the game; None where a damaged journal has lost what came before it."""
        while one not in self._number:
            last, plies = self._made[-1] if self._made else (chain.before_first, [])
            following, at = last.right, len(self._made)
            if at == self._same < len(self._now) and self._now[at][0].line == following.line:
                plies, self._same = self._now[at], at + 1
            else:
                try:
                    state = plies[-1].state if plies else self._start
                    plies = plies_of(self._game, state, following.line, self._forces)
                except (BadRecord, IllegalMove):
                    return None
            self._number[following] = at
            self._made.append((following, plies))
        return self._made[self._number[one]][1][0]

    def forget_from(self, one: Kept) -> None:
        """A move, and what follows, is made otherwise from now on."""
        self._cut(self._number.get(one, len(self._made)))

    def forget_after(self, one: Kept) -> None:
        """What follows a move is made otherwise from now on."""
        self._cut(self._number.get(one, -1 if one.written is None else len(self._made)) + 1)

    def _cut(self, number: int) -> None:
        for one, _ in self._made[number:]:
            del self._number[one]
        del self._made[number:]
        self._same = min(self._same, number)


def _recorded(one: Kept, ply: AnyPly | None, played: AnyReplay) -> Iterator[RecordedMove]:
    """A move: one that was taken out in the words that it had, one that stands with the passes that it forced."""
    picture, number = one.line.picture, 0
    if one.ended is None and (number := played.ply_of(one.line.entry)):
        ply = played.plies[number - 1]
    if ply is None:
        said, player = message("keeping.unplayed", move=str(one.line.move)), None
    else:
        said, player = ply.said, ply.player
    yield RecordedMove(one.line.entry, said, player, number, picture, one.written, one.ended)
    for at in range(number, len(played.plies)) if number else ():
        if played.plies[at].entry:
            break
        yield RecordedMove(0, played.plies[at].said, played.plies[at].player, at + 1)
