"""Builds the snapshots of a game on the table or of a hand."""

from dataclasses import replace

from device.capture.table_view import Seeing
from device.config.players import PlayerBadges
from device.drop_it.frame_contents import FrameContents
from device.games.listing import profile_of
from device.hands.table_hand import NAME as HANDS
from device.hands.table_hand import TableHand
from device.record.entries import first_leg_of, seat_holders
from device.table.game import BoardGame
from device.table.game_view import GameView, view_of
from device.table.snapshot import Choices, Seats, Snapshot
from device.table.told_prompts import told_on_pad, told_prompts


def snapshot_of_hand(hands: TableHand, game: BoardGame, seeing: Seeing) -> Snapshot:
    """Make the snapshot of the hand that is being read; of the `game` behind it stands what can be played again."""
    view = GameView(HANDS, (), hands.prompts(), (), {}, over=False)
    known = game.journal.current()[-1].number
    return Snapshot(view, seeing, known=known, problem=hands.problem, hand=hands.hand, again=game.again)


def snapshot_of_game(
    game: BoardGame, seeing: Seeing, choices: Choices, badges: PlayerBadges, frame: FrameContents | None
) -> Snapshot:
    """Make the snapshot of the game on the table; `frame` is what its camera sees of Drop It."""
    played, journal = game.played, game.journal.current()
    holders = seat_holders(journal) if game.computers else {}
    held = tuple(sorted(seat for seat, phone in holders.items() if phone is not None))
    view, profile = view_of(played, game.shown_turn, frame), profile_of(played.game.NAME)
    is_by_hand, is_dealt = seeing == "by_hand", bool(game.computers)
    told = told_on_pad(view, profile) if game.is_on_pad else told_prompts(view.prompts, is_by_hand, is_dealt)
    return Snapshot(
        view=replace(view, prompts=told),
        seeing=seeing,
        moves=played.lines,
        scores=played.scores,
        known=journal[-1].number,
        problem=game.problem,
        choices=choices,
        seats=Seats(badges.of(played.players), game.computers, held, game.can_change_seats),
        march=profile.march(played.now, game.route, first_leg_of(journal[0])),
        again=game.again,
        pad=game.is_on_pad,
    )


def before_closer_look(snapshot: Snapshot, last: Snapshot) -> Snapshot:
    """Leave out of a snapshot what is new to mend or to answer, since a closer look may settle that.

    The problem and the question of the `last` one still stand unless the record has gone on.
    """
    if snapshot.seeing in ("by_hand", "no_camera"):
        return snapshot
    problem, question = (last.problem, last.choices.question) if last.known == snapshot.known else (None, ())
    return replace(snapshot, seeing="closer", problem=problem, choices=replace(snapshot.choices, question=question))
