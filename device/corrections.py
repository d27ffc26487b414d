"""What people put right in the record: what may stand in the place of a move, and what would follow from it.

Nothing here changes a game: a correction is looked at first (`preview`) and written down by the table alone.

>>> from pathlib import Path
>>> from device.journal import Journal
>>> from engines.games import GAMES
>>> with Journal(Path(":memory:")) as journal:
...     _ = journal.start_game("reversi", ["Aya", "Ben"], {})
...     first, second = (journal.append("move", {"move": square, "picture": None}) for square in ("f5", "d6"))
...     entries = journal.current()
>>> seen = preview(Played.of(entries, GAMES), entries, Correction("change", first.number, "d3"))
>>> seen.breaks.said.facts, seen.without, seen.played.now.players
((('player', 'Ben'), ('square', 'd6'), ('flipped', 1)), (3,), ('Aya', 'Ben'))
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from device.candidates import changed
from device.events import Change, Insert, Strike
from device.journal import Entry, Kind
from device.line import Line, line_of
from device.open_hands import OpenHand, came_to, open_hand
from device.played import CorrectionRefused, Played, Ply
from engines.contract import Game
from engines.messages import Message, message

Way = Literal["change", "insert", "strike"]
WAYS: tuple[Way, ...] = ("change", "insert", "strike")


@dataclass(frozen=True)
class Correction:
    """A correction that somebody thinks of: of the move of an `entry`, or for an insert behind it (0: before all)."""

    way: Way
    entry: int
    move: Any = None


@dataclass(frozen=True)
class Possible:
    """A legal move at some point of a game, in words; `places` are those that it changes, by the game's own names.

    `hand`: it shows a hand, whose tiles are still to be told; the move itself leaves them open.
    """

    move: Any
    player: int | None
    said: Message
    places: tuple[str, ...]
    hand: OpenHand | None = None


@dataclass(frozen=True)
class Preview:
    """What a correction would come to: the game `played` anew.

    `breaks` is the first move that would no longer be allowed. The game is then played without it and all after it,
    whose entries are `without`. `later` counts the chosen moves after the corrected one that stay; `came_to` tells of a
    hand that is shown what it is worth and who pays whom.
    """

    played: Played
    breaks: Ply | None = None
    without: tuple[int, ...] = ()
    later: int = 0
    came_to: tuple[Message, ...] = ()


def as_data(event: Strike | Change | Insert) -> tuple[Kind, Mapping[str, Any]]:
    """A correction as the journal has it."""
    if isinstance(event, Strike):
        return "strike", {"entries": [event.entry, *event.without], "by": event.by}
    more = {"without": list(event.without)} if event.without else {}
    if isinstance(event, Change):
        return "change", {"entry": event.entry, "move": event.move_json, "by": event.by, **more}
    return "insert", {"after": event.after_entry, "move": event.move_json, "by": event.by, **more}


def check_known(entries: Sequence[Entry], known: int | None) -> None:
    """Raises `CorrectionRefused` when the game was corrected since entry `known`, or is another one.

    Moves that were made meanwhile do no harm: the correction is played with them.
    """
    if known is None:
        return
    if entries[0].number > known:
        raise CorrectionRefused(message("keeping.other_game"))
    if any(entry.number > known and entry.kind in WAYS for entry in entries):
        raise CorrectionRefused(message("keeping.corrected_meanwhile"))


def check_can_go_on(entries: Sequence[Entry], games: Mapping[str, Game]) -> None:
    """Raises `CorrectionRefused` when there is no such game, or none that the camera could go on following."""
    if not entries:
        raise CorrectionRefused(message("keeping.no_such_game"))
    if entries[0].data["game"] not in games:
        raise CorrectionRefused(message("keeping.not_watched"))
    begun = Played.begun(entries, games)
    if begun.as_far_as(line_of(entries))[0].is_over:
        raise CorrectionRefused(message("keeping.game_over"))


def possible(played: Played, correction: Correction) -> tuple[Possible, ...]:
    """The legal moves at the point of a change or an insert, but for the move that stands there.

    Raises `CorrectionRefused` where there is no such move.
    """
    game, at = played.game, point_of(played, correction)
    stands = played.plies[at].move if correction.way == "change" else None
    state = game.view(played.states[at], None)
    before = game.layout(state)
    offered = ((move, open_hand(state, move, stands)) for move in game.moves(state))
    return tuple(
        Possible(
            game.move_to_json(move),
            game.mover(state, move),
            game.tell_move(state, move),
            tuple(sorted(changed(before, game.layout(game.play(state, move))))),
            hand,
        )
        for move, hand in offered
        if move != stands or hand is not None
    )


def with_hand(played: Played, correction: Correction, player: int, tiles: Sequence[str]) -> Correction:
    """A change or an insert whose move shows a hand of these tiles, in any order.

    Raises `CorrectionRefused` where nobody can show a hand there, `IllegalMove` where it cannot be these tiles.
    """
    if correction.way == "strike":
        raise CorrectionRefused(message("keeping.not_allowed_there"))
    hand = next((one.hand for one in possible(played, correction) if one.hand and one.player == player), None)
    if hand is None:
        raise CorrectionRefused(message("keeping.not_allowed_there"))
    game, state = played.game, played.states[point_of(played, correction)]
    move = hand.shown(tiles)
    game.play(game.view(state, None), move)
    return replace(correction, move=game.move_to_json(move))


def point_of(played: Played, correction: Correction) -> int:
    """After how many plies a change or an insert plays its move; raises `CorrectionRefused`."""
    ply = _ply_of(played, correction)
    return ply - 1 if correction.way == "change" else _after_passes(played, ply)


def preview(played: Played, entries: Sequence[Entry], correction: Correction) -> Preview:
    """What a correction of the game of these entries would come to; raises `CorrectionRefused` where it cannot be."""
    _ply_of(played, correction)
    written = _entry_of(correction, entries)
    line = line_of([*entries, written])
    after, broken = played.as_far_as(line)
    number = written.number if correction.way == "insert" else correction.entry
    told = came_to(after, after.ply_of(number))
    if broken is None:
        return Preview(after, later=_later(correction, number, played, line), came_to=told)
    if played.ply_of(broken.entry) == 0 or (correction.way == "change" and broken.entry == correction.entry):
        raise CorrectionRefused(message("keeping.not_allowed_there")) from broken
    at = next(at for at, one in enumerate(line) if one.entry == broken.entry)
    breaks = played.plies[played.ply_of(broken.entry) - 1]
    gone = tuple(one.entry for one in line[at:])
    return Preview(after, breaks, gone, _later(correction, number, played, line) - len(gone), told)


def _later(correction: Correction, number: int, played: Played, line: Sequence[Line]) -> int:
    """How many moves of a corrected line come after what was corrected; of what is struck, those that came after it."""
    if correction.way == "strike":
        return sum(ply.entry > 0 for ply in played.plies[played.ply_of(number) :])
    return len(line) - 1 - next(at for at, one in enumerate(line) if one.entry == number)


def _entry_of(correction: Correction, entries: Sequence[Entry]) -> Entry:
    """The entry that a correction would be written down as."""
    event: Strike | Change | Insert
    match correction.way:
        case "strike":
            event = Strike(correction.entry, "")
        case "change":
            event = Change(correction.entry, correction.move, "")
        case "insert":
            event = Insert(correction.entry, correction.move, "")
    kind, data = as_data(event)
    return Entry(entries[-1].number + 1, entries[0].game, kind, data, "")


def _ply_of(played: Played, correction: Correction) -> int:
    """The ply that is corrected; 0 for an insert before all others."""
    ply = played.ply_of(correction.entry)
    if not ply and (correction.entry or correction.way != "insert"):
        raise CorrectionRefused(message("table.no_such_move", entry=str(correction.entry)))
    return ply


def _after_passes(played: Played, ply: int) -> int:
    """After a ply and the passes that it forced."""
    while ply < len(played.plies) and not played.plies[ply].entry:
        ply += 1
    return ply
