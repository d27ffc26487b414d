"""The judgement: what one observation's evidence says has happened, given what is known of the game and its table.

First the referee of the position compares the evidence with all that may have happened (`device.referee.referee`).
Where nothing explains the table, the board may have been turned and moved on meanwhile, or a doubtful move may have
been another one: such an explanation counts when two readings in a row give it.

Then the judgement says what is to be done about it: a verdict waits where another picture soon may say more, is
narrowed by who has reached over the table, and becomes a question where a reading leaves open whether it was otherwise.

Nothing is changed here; the table does what the verdict says.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from device.games.forced_moves import state_after
from device.games.profile import AnyHabits
from device.games.table_reading import TableReading
from device.record.replay import AnyReplay
from device.referee.candidates import turned_and_moved
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

# So many places are wrong at least when it is thought of that the board may have been turned: more than by any slip.
MIN_TURNED_PLACES = 6
# Whoever sets up the start position after so many moves does not take them back one and all: it is a new game.
MIN_MOVES_BEFORE_NEW_GAME = 4
# When a game is over the tiles are put away; only so many moves are still understood as taken back.
MAX_TAKEN_BACK_AFTER_THE_END = 2

AnyOutcome: TypeAlias = Outcome[object] | SetUpAnew | PutAway


@dataclass(frozen=True)
class Position:
    """A game as it stands, and how its board lies before the camera."""

    played: AnyReplay
    habits: AnyHabits
    # By how many clockwise quarters the board lies turned, as the journal says; None while that is open.
    turn: int | None
    # The same as the last reading showed it.
    shown_turn: int

    @cached_property
    def referee(self) -> Referee[object, object]:
        """The referee of this position. Made while nobody waits, it saves time when the next move is made."""
        played = self.played
        starts = played.other_starts if self.habits.shows_options else {}
        return Referee(played.game, self.habits, played.states, self.turn, starts)

    @cached_property
    def camera_layout(self) -> Layout:
        """The layout of the table now, by the camera's names of places."""
        return camera_layout(self.played.game.layout(self.played.now), self.shown_turn)

    def must_be_confirmed(self, moved: Moved[object], reading: TableReading) -> bool:
        """Whether people are asked whether these moves were made, even where nothing else may have been."""
        after = state_after(self.played.game, self.played.now, moved.moves)
        return self.habits.confirmed(self.played.now, after, reading)

    def leads_through(self, moved: Moved[object], layouts: tuple[Layout, ...]) -> bool:
        """Whether moves from here lead through a table of one of these layouts."""
        game, state = self.played.game, self.played.now
        for move in () if moved.options or not layouts else moved.moves:
            state = state_after(game, state, [move])
            if game.layout(state) in layouts:
                return True
        return False


@dataclass(frozen=True)
class Known:
    """What is known beside the position and the evidence."""

    # Nothing of the table has been settled yet.
    is_fresh: bool = False
    # The entries of moves that are open to doubt.
    doubtful: frozenset[int] = frozenset()
    # The layouts of tables that people have corrected and not mended yet.
    rejected: tuple[Layout, ...] = ()
    # The last of these corrections was a move that the box had missed, so that nothing is to be mended.
    is_inserted: bool = False
    # What the last reading said has happened meanwhile.
    suspicion: Turned | Revision | None = None
    # The outcome of the last reading.
    expected: AnyOutcome | None = None
    # People are asked what has happened, and have not answered yet.
    is_asked: bool = False


@dataclass(frozen=True)
class Verdict:
    """What has happened, and what is known after it."""

    outcome: AnyOutcome
    # What happened before that.
    first: tuple[Turned | Revision | TakenBack[object], ...] = ()
    # As in `Known`.
    suspicion: Turned | Revision | None = None
    rejected: tuple[Layout, ...] = ()
    expected: AnyOutcome | None = None
    # From where somebody has reached over the table.
    sides: Sides = field(default_factory=Sides)
    # Nothing is done yet: another picture soon may say more.
    waits: bool = False
    # The table has gone on before anybody answered a question: turns may have been made that nobody observed.
    is_gap_opened: bool = False


def judge(position: Position, evidence: Evidence, known: Known) -> Verdict:
    """The verdict on an observation."""
    explained, after = _explained(position, evidence, known)
    verdict = replace(explained, sides=evidence.sides)
    outcome = verdict.outcome
    if known.is_asked and evidence.may_be_decided and isinstance(outcome, Nothing):
        # What raised the question is not read in this picture.
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
    """The verdict in the light of who has reached over the table, and from where players reach after it.

    One answer alone that agrees with that is what was made, unless people are asked about it all the same.
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
    """What explains the evidence, if need be with a board that was turned or a doubtful move that was another one.

    Gives the position after what happened first, too: the outcome is one of that.
    """
    (verdict, begun), played = _verdict_after(position, evidence, known), position.played
    if not isinstance(verdict.outcome, Wrong) or played.is_over:
        return verdict, begun
    known = replace(known, rejected=verdict.rejected)
    turned = (
        turned_and_moved(played.game, position.habits, played.states, position.turn, evidence.raw)
        if len(verdict.outcome.problem.places) >= MIN_TURNED_PLACES
        else None
    )
    meanwhile: list[tuple[Turned | Revision, Position]] = []
    if turned is not None:
        # What is known of the places is known by other names.
        evidence, known = evidence.raw, replace(known, is_fresh=True)
        meanwhile.append((turned, replace(position, turn=turned.turn, shown_turn=turned.turn)))
    elif not known.rejected:
        others = revisions(played, known.doubtful, position.shown_turn, evidence.reading.places)
        meanwhile += [(revision, replace(position, played=other)) for revision, other in others]
    found = []
    for event, other in meanwhile:
        explaining, after = _verdict_after(other, evidence.in_the_light_of(other.camera_layout), known, (event,))
        if turned is not None or isinstance(explaining.outcome, Nothing | Moved):
            found.append((event, explaining, after))
    if len(found) != 1:
        return verdict, begun
    event, explaining, after = found[0]
    if not (evidence.is_new and event == known.suspicion):
        explaining, after = verdict, begun
    return replace(explaining, suspicion=event), after


def _verdict_after(
    position: Position, evidence: Evidence, known: Known, first: tuple[Turned | Revision | TakenBack[object], ...] = ()
) -> tuple[Verdict, Position]:
    """The verdict if `first` has led to the position, and nothing unobserved since; with the position that it is of."""
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
        # With no move left the board may lie in any turn again, which its first move settles.
        position, first = replace(position, played=played.until(0), turn=None), (*first, TakenBack(0))
        evidence = evidence.in_the_light_of(position.camera_layout)
