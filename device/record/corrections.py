"""Corrections of the record: the legal moves at a point of a game, and what replacing a move there leads to.

Nothing here changes a game: `preview` says what a correction leads to, `play_correction` plays it for the table, which
alone writes to the journal. An edit made on a state that somebody else has changed since is refused.

>>> from pathlib import Path
>>> from device.record.journal import Journal
>>> from device.games.listing import GAMES
>>> with Journal(Path(":memory:")) as journal:
...     _ = journal.start_game("reversi", ["Aya", "Ben"], {})
...     first, second = (journal.append("move", {"move": square, "picture": None}) for square in ("f5", "d6"))
...     entries = journal.current()
>>> previewed = preview(Replay.of(entries, GAMES), entries, Correction("change", first.number, "d3"))
>>> previewed.breaks.said.facts, previewed.without, previewed.played.now.players
((('player', 'Ben'), ('square', 'd6'), ('flipped', 1)), (3,), ('Aya', 'Ben'))
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from device.record.entries import ON_THE_TABLE, Entry, EntryData
from device.record.line import Line, line_of
from device.record.open_hands import OpenHand, came_to, open_hand
from device.record.replay import AnyPly, AnyReplay, BrokenLine, CorrectionRefused, Replay
from engines.contract import AnyGame, Json
from engines.messages import Message, message
from engines.vocabulary import changed

CorrectionKind = Literal["change", "insert", "strike"]
CORRECTIONS: tuple[CorrectionKind, ...] = ("change", "insert", "strike")
_REASONS: dict[str, Message] = {  # why an edit is stale, by the kind of the later entry
    "move": message("keeping.moved_meanwhile"),
    "strike": message("keeping.struck_meanwhile"),
    "insert": message("keeping.corrected_meanwhile"),
    "change": message("keeping.corrected_meanwhile"),
}


class StaleEdit(CorrectionRefused):
    """The edited state has been changed since by somebody else."""


@dataclass(frozen=True)
class Correction:
    """A requested correction; the moves after it are replayed."""

    kind: CorrectionKind
    entry: int  # of the move to correct; for an insert, of the move before it (0: none)
    move: Json = None  # as the game writes it; None to strike
    by: str = ""  # who asks, as in `device.table.events`
    without: tuple[int, ...] = ()  # entries of the later moves to strike with it
    known: int | None = None  # last journal entry known to the author: refused if corrected since

    @property
    def entries(self) -> tuple[int, ...]:
        """The entries of the moves that it removes or replaces."""
        return {"strike": (self.entry, *self.without), "change": (self.entry,), "insert": ()}[self.kind]

    def written(self) -> EntryData:
        """The data of its journal entry."""
        more: EntryData = {"without": list(self.without)} if self.without else {}
        match self.kind:
            case "strike":
                return {"entries": list(self.entries), "by": self.by}
            case "change":
                return {"entry": self.entry, "move": self.move, "by": self.by, **more}
            case "insert":
                return {"after": self.entry, "move": self.move, "by": self.by, **more}

    def after(self, entries: Sequence[Entry]) -> Entry:
        """Its journal entry, following the entries of its game."""
        return Entry(entries[-1].number + 1, entries[0].game, self.kind, self.written(), "")


@dataclass(frozen=True)
class LegalMove:
    """A legal move at a point of a game, in words."""

    move: Json
    player: int | None
    said: Message
    places: tuple[str, ...]  # places that it changes, by the game's names
    hand: OpenHand | None = None  # the hand that it shows, whose tiles are still to be entered


@dataclass(frozen=True)
class Preview:
    """The game that a correction leads to.

    Where a later move is no longer legal, the game is played without it and all moves after it.
    """

    played: AnyReplay
    breaks: AnyPly | None = None  # the first move that is no longer legal
    without: tuple[int, ...] = ()  # entries of that move and all after it
    later: int = 0  # number of chosen moves after the corrected one that stay
    came_to: tuple[Message, ...] = ()  # worth of a shown hand, and the payments


def check_same_game(known: int | None, entries: Sequence[Entry]) -> None:
    """Raise `StaleEdit` if the game of these entries came to the table after the entry `known`."""
    if known is not None and any(entry.number > known and entry.kind in ON_THE_TABLE for entry in entries):
        raise StaleEdit(message("keeping.begun_meanwhile"))


def check_unchanged(known: int | None, entries: Sequence[Entry]) -> None:
    """Raise `StaleEdit` also if a move was made or corrected after `known`; a turned board does not count.

    >>> entries = [Entry(4, 4, "start", {}, ""), Entry(5, 4, "move", {}, ""), Entry(6, 4, "strike", {}, "")]
    >>> check_unchanged(6, entries)
    >>> check_unchanged(5, entries)
    Traceback (most recent call last):
        ...
    device.record.corrections.StaleEdit: keeping.struck_meanwhile
    """
    check_same_game(known, entries)
    since = [] if known is None else [entry.kind for entry in entries if entry.number > known]
    reason = next((_REASONS[kind] for kind in reversed(since) if kind in _REASONS), None)
    if reason is not None:
        raise StaleEdit(reason)


def play_correction(correction: Correction, played: AnyReplay, entries: Sequence[Entry]) -> AnyReplay:
    """Play the game of these entries with a correction; moves made since `known` are kept.

    Raises `StaleEdit` where the game was corrected since `known` or is another one, `CorrectionRefused` where there is
    no such move or a later one becomes illegal.
    """
    known = entries[-1].number if correction.known is None else correction.known
    if entries[0].number > known:
        raise StaleEdit(message("keeping.other_game"))
    if any(entry.number > known and entry.kind in CORRECTIONS for entry in entries):
        raise StaleEdit(message("keeping.corrected_meanwhile"))
    present = {one.entry for one in line_of(entries)}
    behind = (correction.entry,) if correction.kind == "insert" and correction.entry else ()
    missing = next((entry for entry in (*correction.entries, *behind) if entry not in present), None)
    if missing is not None:
        raise CorrectionRefused(message("table.no_such_move", entry=str(missing)))
    try:
        return played.with_line(line_of([*entries, correction.after(entries)]))
    except BrokenLine as broken:
        raise CorrectionRefused(broken.said) from broken


def check_can_go_on(entries: Sequence[Entry], games: Mapping[str, AnyGame]) -> None:
    """Raise `CorrectionRefused` if there is no such game, or it cannot be continued."""
    if not entries:
        raise CorrectionRefused(message("keeping.no_such_game"))
    if entries[0].data["game"] not in games:
        raise CorrectionRefused(message("keeping.unknown_game"))
    begun = Replay.begun(entries, games)
    if begun.as_far_as(line_of(entries))[0].is_over:
        raise CorrectionRefused(message("keeping.game_over"))


def find_legal_moves(played: AnyReplay, correction: Correction) -> tuple[LegalMove, ...]:
    """Find the legal moves at the point of a change or an insert, other than the recorded one.

    Raises `CorrectionRefused` where there is no such point.
    """
    game, at = played.game, point_of(played, correction)
    recorded = played.plies[at].move if correction.kind == "change" else None
    state = game.view(played.states[at], None)
    before = game.layout(state)
    offered = ((move, open_hand(state, move, recorded)) for move in game.moves(state))
    return tuple(
        LegalMove(
            game.move_to_json(move),
            game.mover(state, move),
            game.describe(state, move),
            tuple(sorted(changed(before, game.layout(game.play(state, move))))),
            hand,
        )
        for move, hand in offered
        if move != recorded or hand is not None
    )


def with_hand(played: AnyReplay, correction: Correction, player: int, tiles: Sequence[str]) -> Correction:
    """Give a change or an insert the move that shows a hand of these tiles, in any order.

    Raises `CorrectionRefused` where nobody can show a hand there, `IllegalMove` where it cannot be these tiles.
    """
    if correction.kind == "strike":
        raise CorrectionRefused(message("keeping.not_allowed_there"))
    hand = next((one.hand for one in find_legal_moves(played, correction) if one.hand and one.player == player), None)
    if hand is None:
        raise CorrectionRefused(message("keeping.not_allowed_there"))
    game, state = played.game, played.states[point_of(played, correction)]
    move = hand.shown(tiles)
    game.play(game.view(state, None), move)
    return replace(correction, move=game.move_to_json(move))


def point_of(played: AnyReplay, correction: Correction) -> int:
    """The number of plies before the move of a change or an insert; raises `CorrectionRefused`."""
    ply = _ply_of(played, correction)
    return ply - 1 if correction.kind == "change" else played.after_passes(ply)


def preview(played: AnyReplay, entries: Sequence[Entry], correction: Correction) -> Preview:
    """Play a correction of the game of these entries as far as it goes; raises `CorrectionRefused` if it is illegal."""
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
    """Count the chosen moves after a corrected one in the `line`, after a struck one in the game as it was `played`."""
    if correction.kind == "strike":
        return sum(ply.entry > 0 for ply in played.plies[played.ply_of(number) :])
    return len(line) - 1 - next(at for at, one in enumerate(line) if one.entry == number)


def _ply_of(played: AnyReplay, correction: Correction) -> int:
    """The number of the ply that is corrected; 0 for an insert before all others."""
    ply = played.ply_of(correction.entry)
    if not ply and (correction.entry or correction.kind != "insert"):
        raise CorrectionRefused(message("table.no_such_move", entry=str(correction.entry)))
    return ply
