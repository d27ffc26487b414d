"""Makes the snapshot that every listener gets, of a game on the table or of a hand."""

from dataclasses import replace

from device.capture.table_view import Seeing
from device.games.listing import profile_of
from device.hands.table_hand import NAME as HANDS
from device.hands.table_hand import TableHand
from device.record.entries import first_leg_of, seat_holders
from device.record.replay import AnyReplay
from device.referee.differences import shown_as
from device.table.game import BoardGame
from device.table.snapshot import Snapshot
from engines.contract import Owned
from engines.messages import Message


def snapshot_of(
    game: BoardGame, hands: TableHand | None, serial: int, seeing: Seeing, notices: tuple[Message, ...]
) -> Snapshot:
    """The snapshot of the hand that is being read, or else of the game."""
    if hands is not None:
        known = game.journal.current()[-1].number
        return replace(_of_hand(hands, serial, seeing, notices), known=known, again=game.again)
    held = seat_holders(game.journal.current()) if game.computers else {}
    return replace(
        of_played(game.played, game.shown_turn),
        serial=serial,
        seeing=seeing,
        problem=game.problem,
        notices=notices,
        question=game.question,
        untold=game.untold,
        known=game.journal.current()[-1].number,
        again=game.again,
        march=profile_of(game.played.game.NAME).march(
            game.played.now, game.route, first_leg_of(game.journal.current()[0])
        ),
        computers=game.computers,
        seated=tuple(sorted(seat for seat, phone in held.items() if phone is not None)),
    )


def before_closer_look(snapshot: Snapshot, told: Snapshot) -> Snapshot:
    """The snapshot with nothing new to mend or to answer, since a closer look may settle that.

    `told`: the last one, whose problem and question still stand unless the record has gone on.
    """
    if snapshot.seeing in ("by_hand", "no_camera"):
        return snapshot
    problem, question = (told.problem, told.question) if told.known == snapshot.known else (None, ())
    return replace(snapshot, seeing="closer", problem=problem, question=question)


def of_played(played: AnyReplay, turn: int = 0) -> Snapshot:
    """The snapshot of a game by itself, as all at the table have seen it; `turn` is how it lies before the camera."""
    return replace(of_position(played, turn), moves=played.lines, scores=played.scores)


def of_position(played: AnyReplay, turn: int = 0) -> Snapshot:
    """The same without its moves and the score over time, of which there may be thousands."""
    rules, now = played.game, played.game.view(played.now, None)
    return Snapshot(
        serial=0,
        game=rules.NAME,
        players=played.players,
        prompts=tuple(rules.prompt(now)),
        standings=tuple(rules.standings(now)),
        layout={place: shown_as(look) for place, look in rules.layout(now).items()},
        moves=(),
        over=played.is_over,
        seeing="still",
        turn=turn,
        last_places=played.last_places,
        owners=rules.owners(now) if isinstance(rules, Owned) else {},
        state=now,
        before=rules.view(played.before, None) if played.plies else None,
    )


def _of_hand(hands: TableHand, serial: int, seeing: Seeing, notices: tuple[Message, ...]) -> Snapshot:
    return Snapshot(
        serial=serial,
        game=HANDS,
        players=(),
        prompts=hands.prompts(),
        standings=(),
        layout={},
        moves=(),
        over=False,
        seeing=seeing,
        problem=hands.problem,
        notices=notices,
        hand=hands.hand,
    )
