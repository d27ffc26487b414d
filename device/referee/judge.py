"""Judges what one observation's evidence says has happened, given the game and what is known of its table.

First the position's referee compares the evidence with all candidates (`device.referee.referee`). Where nothing
explains the table, the board may have been turned and moved on meanwhile, or a doubtful move may have been another one:
such an explanation counts when two readings in a row give it.

Then the judgement says what to do about it. A verdict waits where another picture may soon say more, is narrowed by who
has reached over the table, and becomes a question where a reading leaves alternatives.

Nothing is changed here; the table acts on the verdict.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from device.games.forced_moves import state_after
from device.games.profile import AnyHabits
from device.games.table_reading import TableReading
from device.record.replay import AnyReplay
from device.referee.candidates import find_turned_board
from device.referee.evidence import Evidence
from device.referee.orientation import camera_layout
from device.referee.outcomes import (
    Moved,
    Nothing,
    Outcome,
    PutAway,
    SetUpAnew,
    TakenBack,
    Turned,
    Unclear,
    Which,
    Wrong,
)
from device.referee.referee import Referee
from device.referee.revisions import Revision, revisions
from device.referee.sides import Sides
from engines.vocabulary import Layout

# Minimum number of wrong places for considering a turned board: more than by any slip.
MIN_TURNED_PLACES = 6
# Minimum number of moves after which a start position means a new game and not that all were taken back.
MIN_MOVES_BEFORE_NEW_GAME = 4
# Maximum number of moves taken back once a game is over: then the tiles are put away.
MAX_TAKEN_BACK_AFTER_THE_END = 2

AnyOutcome: TypeAlias = Outcome[object] | SetUpAnew | PutAway


@dataclass(frozen=True)
class Position:
    """A game as it stands, and how its board lies before the camera."""

    played: AnyReplay
    habits: AnyHabits
    # Turn of the board in clockwise quarters, as in the journal; None while it is open.
    turn: int | None
    # Turn of the board in the last reading.
    shown_turn: int

    @cached_property
    def referee(self) -> Referee[object, object]:
        """The referee of this position. Made while nobody waits, it saves time at the next move."""
        played = self.played
        starts = played.other_starts if self.habits.shows_options else {}
        return Referee(played.game, self.habits, played.states, self.turn, starts)

    @cached_property
    def camera_layout(self) -> Layout:
        """The current layout, by the camera's names of places."""
        return camera_layout(self.played.game.layout(self.played.now), self.shown_turn)

    def must_be_confirmed(self, moved: Moved[object], reading: TableReading) -> bool:
        """Whether people must confirm these moves even where nothing else explains the reading."""
        after = state_after(self.played.game, self.played.now, moved.moves)
        return self.habits.confirmed(self.played.now, after, reading)

    def leads_through(self, moved: Moved[object], layouts: tuple[Layout, ...]) -> bool:
        """Whether these moves pass through one of these layouts."""
        game, state = self.played.game, self.played.now
        for move in () if moved.options or not layouts else moved.moves:
            state = state_after(game, state, [move])
            if game.layout(state) in layouts:
                return True
        return False


@dataclass(frozen=True)
class Known:
    """What is known besides the position and the evidence."""

    # Whether nothing of the table has been settled yet.
    is_fresh: bool = False
    # Entries of doubtful moves.
    doubtful: frozenset[int] = frozenset()
    # Layouts that people have corrected and not rearranged yet.
    rejected: tuple[Layout, ...] = ()
    # Whether the last correction inserted a missed move, so that nothing is to be rearranged.
    is_inserted: bool = False
    # The event suspected at the last reading.
    suspicion: Turned | Revision | None = None
    # The outcome of the last reading.
    expected: AnyOutcome | None = None
    # Whether people are asked what has happened, and have not answered yet.
    is_asked: bool = False


@dataclass(frozen=True)
class Verdict:
    """What has happened, and what is known after it."""

    outcome: AnyOutcome
    # What happened before the outcome.
    first: tuple[Turned | Revision | TakenBack[object], ...] = ()
    # As in `Known`.
    suspicion: Turned | Revision | None = None
    rejected: tuple[Layout, ...] = ()
    expected: AnyOutcome | None = None
    # Sides from which somebody has reached over the table.
    sides: Sides = field(default_factory=Sides)
    # Whether to wait: another picture may soon say more.
    waits: bool = False
    # Whether the table has moved on before anybody answered a question: turns may have been unobserved.
    is_gap_opened: bool = False


def judge(position: Position, evidence: Evidence, known: Known) -> Verdict:
    """The verdict on an observation."""
    explained, after = _explained(position, evidence, known)
    verdict = replace(explained, sides=evidence.sides)
    outcome = verdict.outcome
    if known.is_asked and evidence.may_be_decided and isinstance(outcome, Nothing):
        # The place that raised the question is not read in this picture.
        return replace(verdict, waits=True, expected=known.expected)
    verdict = replace(verdict, expected=outcome)
    is_open = isinstance(outcome, Moved) and position.habits.depends(
        after.played.now, outcome.moves, evidence.reading.left_open
    )
    is_confirmed = isinstance(outcome, Moved) and outcome == known.expected and not is_open
    is_known = is_confirmed or isinstance(outcome, Nothing)
    if evidence.may_be_decided and (evidence.is_changing or not is_known):
        return replace(verdict, waits=True)
    is_traceless = position.habits.traceless is not None and not evidence.reading.gap.is_unwatched
    if known.is_asked and outcome != known.expected and is_traceless:
        known = replace(known, suspicion=None, expected=outcome)
        return replace(judge(position, evidence.after_gap(), known), is_gap_opened=True)
    verdict = _narrowed(position, evidence, verdict)
    moved = verdict.outcome
    if isinstance(moved, Moved) and is_open:
        verdict = replace(verdict, outcome=Which((moved,)))
    if isinstance(moved, Moved) and after.leads_through(moved, known.rejected):
        verdict = replace(verdict, outcome=Which((moved,)), rejected=known.rejected)
    return verdict


def _narrowed(position: Position, evidence: Evidence, verdict: Verdict) -> Verdict:
    """The verdict narrowed by who has reached over the table; also learns from where players reach.

    The only answer that agrees with it is accepted, unless it must be confirmed all the same.
    """
    outcome, sides, played = verdict.outcome, evidence.sides, position.played
    is_of_gap = isinstance(outcome, Which) and any(choice.then for choice in outcome.choices)
    if verdict.first or verdict.rejected or played.is_over or is_of_gap:
        return replace(verdict, sides=sides.explained())
    match outcome:
        case Which(choices):
            agreeing = sides.agreeing(played, choices)
            if len(agreeing) == 1 and not position.must_be_confirmed(agreeing[0], evidence.settled):
                return replace(verdict, outcome=agreeing[0], sides=sides.explained_by(played, agreeing[0]))
            return replace(verdict, outcome=Which(agreeing)) if agreeing else verdict
        case Moved():
            return replace(verdict, sides=sides.explained_by(played, outcome))
        case Wrong() | Unclear():
            return verdict
    return replace(verdict, sides=sides.explained())


def _explained(position: Position, evidence: Evidence, known: Known) -> tuple[Verdict, Position]:
    """The explanation of the evidence, if need be with a turned board or a revised move.

    Also gives the position after what happened first, to which the outcome belongs.
    """
    (verdict, position_after), played = _verdict_after(position, evidence, known), position.played
    if not isinstance(verdict.outcome, Wrong) or played.is_over:
        return verdict, position_after
    known = replace(known, rejected=verdict.rejected)
    turned = (
        find_turned_board(played.game, position.habits, played.states, position.turn, evidence.raw)
        if len(verdict.outcome.problem.places) >= MIN_TURNED_PLACES
        else None
    )
    events: list[tuple[Turned | Revision, Position]] = []
    if turned is not None:
        # Noise is known under the places' former names.
        evidence, known = evidence.raw, replace(known, is_fresh=True)
        events.append((turned, replace(position, turn=turned.turn, shown_turn=turned.turn)))
    elif not known.rejected:
        others = revisions(played, known.doubtful, position.shown_turn, evidence.reading.places)
        events += [(revision, replace(position, played=other)) for revision, other in others]
    found = []
    for event, other in events:
        explaining, after = _verdict_after(other, evidence.for_layout(other.camera_layout), known, (event,))
        if turned is not None or isinstance(explaining.outcome, Nothing | Moved):
            found.append((event, explaining, after))
    if len(found) != 1:
        return verdict, position_after
    event, explaining, after = found[0]
    if not (evidence.is_new and event == known.suspicion):
        explaining, after = verdict, position_after
    return replace(explaining, suspicion=event), after


def _verdict_after(
    position: Position, evidence: Evidence, known: Known, first: tuple[Turned | Revision | TakenBack[object], ...] = ()
) -> tuple[Verdict, Position]:
    """The verdict after `first`, with nothing unobserved since; also gives the position to which it belongs."""
    while True:
        played = position.played
        outcome = position.referee.judge(evidence, known.is_fresh and not played.plies, known.rejected)
        # A table that nothing explains is being changed: what it shows from now on is meant.
        is_meant = isinstance(outcome, Nothing | Moved) or (isinstance(outcome, Wrong) and not outcome.is_rejected)
        if not isinstance(outcome, TakenBack):
            return Verdict(outcome, first, rejected=() if is_meant else known.rejected), position
        chosen = sum(ply.entry > 0 for ply in played.plies[outcome.to_ply :])
        if outcome.to_ply == 0 and not outcome.moves and (played.is_over or chosen >= MIN_MOVES_BEFORE_NEW_GAME):
            return Verdict(SetUpAnew(), first), position
        if played.is_over and chosen > MAX_TAKEN_BACK_AFTER_THE_END:
            return Verdict(PutAway(), first, rejected=known.rejected), position
        if outcome.to_ply > 0:
            return Verdict(outcome, first), position
        # With no move left the board may lie in any turn again, until the first move.
        position, first = replace(position, played=played.until(0), turn=None), (*first, TakenBack(0))
        evidence = evidence.for_layout(position.camera_layout)
