"""What people put right in the record: what may stand in the place of a move, and what would follow from it.

Nothing here changes a game: a correction is previewed first (`preview`) and written down by the table alone.

>>> from pathlib import Path
>>> from device.record.journal import Journal
>>> from device.games.listing import GAMES
>>> with Journal(Path(":memory:")) as journal:
...     _ = journal.start_game("reversi", ["Aya", "Ben"], {})
...     first, second = (journal.append("move", {"move": square, "picture": None}) for square in ("f5", "d6"))
...     entries = journal.current()
>>> seen = preview(Replay.of(entries, GAMES), entries, Correction("change", first.number, "d3"))
>>> seen.breaks.said.facts, seen.without, seen.played.now.players
((('player', 'Ben'), ('square', 'd6'), ('flipped', 1)), (3,), ('Aya', 'Ben'))
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from device.record.entries import EntryData
from device.record.journal import Entry
from device.record.line import Line, line_of
from device.record.meanwhile import ChangedMeanwhile
from device.record.open_hands import OpenHand, came_to, open_hand
from device.record.replay import AnyPly, AnyReplay, BrokenLine, CorrectionRefused, Replay
from engines.contract import AnyGame, Json
from engines.messages import Message, message
from engines.vocabulary import changed

CorrectionKind = Literal["change", "insert", "strike"]
CORRECTIONS: tuple[CorrectionKind, ...] = ("change", "insert", "strike")


@dataclass(frozen=True)
class Correction:
    """A correction that somebody asks for, `by` whom as in `device.table.events`.

    It is of the move of an `entry`, or for an insert behind it (0: before all); what follows is played again. `move`:
    as the game writes it, none to strike. `without`: the entries of moves that are struck with it. `known`: the last
    entry of the journal that whoever corrects has read; if somebody has corrected the game since, it is refused.
    """

    kind: CorrectionKind
    entry: int
    move: Json = None
    by: str = ""
    without: tuple[int, ...] = ()
    known: int | None = None

    @property
    def entries(self) -> tuple[int, ...]:
        """The entries of the moves that it is about."""
        return {"strike": (self.entry, *self.without), "change": (self.entry,), "insert": ()}[self.kind]

    def written(self) -> EntryData:
        """What the journal's entry of it has."""
        more: EntryData = {"without": list(self.without)} if self.without else {}
        match self.kind:
            case "strike":
                return {"entries": list(self.entries), "by": self.by}
            case "change":
                return {"entry": self.entry, "move": self.move, "by": self.by, **more}
            case "insert":
                return {"after": self.entry, "move": self.move, "by": self.by, **more}

    def after(self, entries: Sequence[Entry]) -> Entry:
        """The journal's entry that it would be after those of its game."""
        return Entry(entries[-1].number + 1, entries[0].game, self.kind, self.written(), "")


@dataclass(frozen=True)
class Possible:
    """A legal move at some point of a game, in words; `places` are those that it changes, by the game's own names.

    `hand`: it shows a hand, whose tiles are still to be entered; the move itself leaves them open.
    """

    move: Json
    player: int | None
    said: Message
    places: tuple[str, ...]
    hand: OpenHand | None = None


@dataclass(frozen=True)
class Preview:
    """What a correction would come to: the game `played` anew.

    `breaks` is the first move that would no longer be allowed. The game is then played without it and all after it,
    whose entries are `without`. `later` counts the chosen moves after the corrected one that stay; `came_to` states
    of a hand that is shown what it is worth and who pays whom.
    """

    played: AnyReplay
    breaks: AnyPly | None = None
    without: tuple[int, ...] = ()
    later: int = 0
    came_to: tuple[Message, ...] = ()


def check(correction: Correction, played: AnyReplay, entries: Sequence[Entry]) -> None:
    """Raises `CorrectionRefused` where a correction cannot be made of the game of these entries.

    It was corrected since entry `known`, or is another game; there is no such move, or one after it would become
    illegal. Moves that were made meanwhile are kept: the correction is played with them.
    """
    known = entries[-1].number if correction.known is None else correction.known
    if entries[0].number > known:
        raise ChangedMeanwhile(message("keeping.other_game"))
    if any(entry.number > known and entry.kind in CORRECTIONS for entry in entries):
        raise ChangedMeanwhile(message("keeping.corrected_meanwhile"))
    there = {one.entry for one in line_of(entries)}
    behind = (correction.entry,) if correction.kind == "insert" and correction.entry else ()
    missing = next((entry for entry in (*correction.entries, *behind) if entry not in there), None)
    if missing is not None:
        raise CorrectionRefused(message("table.no_such_move", entry=str(missing)))
    try:
        played.with_line(line_of([*entries, correction.after(entries)]))
    except BrokenLine as broken:
        raise CorrectionRefused(broken.said) from broken


def check_can_go_on(entries: Sequence[Entry], games: Mapping[str, AnyGame]) -> None:
    """Raises `CorrectionRefused` when there is no such game, or none that could go on."""
    if not entries:
        raise CorrectionRefused(message("keeping.no_such_game"))
    if entries[0].data["game"] not in games:
        raise CorrectionRefused(message("keeping.unknown_game"))
    begun = Replay.begun(entries, games)
    if begun.as_far_as(line_of(entries))[0].is_over:
        raise CorrectionRefused(message("keeping.game_over"))


def possible(played: AnyReplay, correction: Correction) -> tuple[Possible, ...]:
    """The legal moves at the point of a change or an insert, but for the move that stands there.

    Raises `CorrectionRefused` where there is no such move.
    """
    game, at = played.game, point_of(played, correction)
    stands = played.plies[at].move if correction.kind == "change" else None
    state = game.view(played.states[at], None)
    before = game.layout(state)
    offered = ((move, open_hand(state, move, stands)) for move in game.moves(state))
    return tuple(
        Possible(
            game.move_to_json(move),
            game.mover(state, move),
            game.describe(state, move),
            tuple(sorted(changed(before, game.layout(game.play(state, move))))),
            hand,
        )
        for move, hand in offered
        if move != stands or hand is not None
    )


def with_hand(played: AnyReplay, correction: Correction, player: int, tiles: Sequence[str]) -> Correction:
    """A change or an insert whose move shows a hand of these tiles, in any order.

    Raises `CorrectionRefused` where nobody can show a hand there, `IllegalMove` where it cannot be these tiles.
    """
    if correction.kind == "strike":
        raise CorrectionRefused(message("keeping.not_allowed_there"))
    hand = next((one.hand for one in possible(played, correction) if one.hand and one.player == player), None)
    if hand is None:
        raise CorrectionRefused(message("keeping.not_allowed_there"))
    game, state = played.game, played.states[point_of(played, correction)]
    move = hand.shown(tiles)
    game.play(game.view(state, None), move)
    return replace(correction, move=game.move_to_json(move))


def point_of(played: AnyReplay, correction: Correction) -> int:
    """After how many plies a change or an insert plays its move; raises `CorrectionRefused`."""
    ply = _ply_of(played, correction)
    return ply - 1 if correction.kind == "change" else _after_passes(played, ply)


def preview(played: AnyReplay, entries: Sequence[Entry], correction: Correction) -> Preview:
    """What a correction of the game of these entries would come to; raises `CorrectionRefused` where it cannot be."""
    _ply_of(played, correction)
    written = correction.after(entries)
    line = line_of([*entries, written])
    after, broken = played.as_far_as(line)
    number = written.number if correction.kind == "insert" else correction.entry
    worth = came_to(after, after.ply_of(number))
    if broken is None:
        return Preview(after, later=_later(correction, number, played, line), came_to=worth)
    if played.ply_of(broken.entry) == 0 or (correction.kind == "change" and broken.entry == correction.entry):
        raise CorrectionRefused(message("keeping.not_allowed_there")) from broken
    at = next(at for at, one in enumerate(line) if one.entry == broken.entry)
    breaks = played.plies[played.ply_of(broken.entry) - 1]
    gone = tuple(one.entry for one in line[at:])
    return Preview(after, breaks, gone, _later(correction, number, played, line) - len(gone), worth)


def _later(correction: Correction, number: int, played: AnyReplay, line: Sequence[Line]) -> int:
    """How many moves of a corrected line come after what was corrected; of what is struck, those that came after it."""
    if correction.kind == "strike":
        return sum(ply.entry > 0 for ply in played.plies[played.ply_of(number) :])
    return len(line) - 1 - next(at for at, one in enumerate(line) if one.entry == number)


def _ply_of(played: AnyReplay, correction: Correction) -> int:
    """The ply that is corrected; 0 for an insert before all others."""
    ply = played.ply_of(correction.entry)
    if not ply and (correction.entry or correction.kind != "insert"):
        raise CorrectionRefused(message("table.no_such_move", entry=str(correction.entry)))
    return ply


def _after_passes(played: AnyReplay, ply: int) -> int:
    """After a ply and the passes that it forced."""
    while ply < len(played.plies) and not played.plies[ply].entry:
        ply += 1
    return ply
