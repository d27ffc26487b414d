"""The judgement: what one reading's evidence says has happened, given what is known of the game and its table.

First the evidence is compared with the position as it is known. Where nothing explains the table, the board may have
been turned and moved on meanwhile, or a doubtful move may have been another one: such an explanation counts when two
readings in a row give it. Nothing is changed here; the table does what the verdict says.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from device.games.forced_moves import state_after
from device.games.profile import AnyHabits
from device.record.replay import AnyReplay
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
from engines.vocabulary import Layout, changed

# So many places are wrong at least when it is thought of that the board may have been turned: more than by any slip.
TURNED_FROM = 6
# Whoever sets up the start position after so many moves does not take them back one and all: it is a new game.
NEW_GAME_AFTER = 4
# When a game is over the tiles are put away; only so many moves are still understood as taken back.
TAKEN_BACK_AFTER_THE_END = 2


@dataclass(frozen=True)
class Position:
    """A game as it stands, and how its board lies before the camera.

    `turn` is what the journal says of that, None while it is open; `shown_turn` is how the board was seen last.
    """

    played: AnyReplay
    habits: AnyHabits
    turn: int | None = None
    shown_turn: int = 0

    @cached_property
    def referee(self) -> Referee[object, object]:
        """The referee of this position. Made while nobody waits, it saves time when the next move is made."""
        played = self.played
        return Referee(played.game, self.habits, played.states, self.turn, played.other_starts)

    @cached_property
    def looks(self) -> Layout:
        """How the table must look now, by the camera's names of places."""
        return camera_layout(self.played.game.layout(self.played.now), self.shown_turn)


@dataclass(frozen=True)
class Known:
    """What is known beside the position.

    `is_fresh`: nothing of the table has been settled yet. `doubtful`: the entries of moves that are open to doubt.
    `rejected`: the layouts of tables that people have corrected and not mended yet. `suspicion`: what the last reading
    said has happened meanwhile.
    """

    is_fresh: bool = False
    doubtful: frozenset[int] = frozenset()
    rejected: tuple[Layout, ...] = ()
    suspicion: Turned | Revision | None = None


@dataclass(frozen=True)
class Verdict:
    """What has happened: the `outcome`, after what happened `first`.

    `suspicion` and `rejected` are what is known after it, as in `Known`.
    """

    outcome: Outcome[object] | SetUpAnew | PutAway
    first: tuple[Turned | Revision | TakenBack[object], ...] = ()
    suspicion: Turned | Revision | None = None
    rejected: tuple[Layout, ...] = ()


def judge(position: Position, evidence: Evidence, known: Known) -> Verdict:
    """The verdict on a reading."""
    verdict = _verdict(position, evidence, known)
    if not isinstance(verdict.outcome, Wrong) or position.played.is_over:
        return verdict
    explained = _turned(position, evidence, known, verdict) or _revised(position, evidence, known, verdict)
    if explained is None or explained.suspicion == known.suspicion:
        return explained or verdict
    return replace(verdict, suspicion=explained.suspicion)


def _verdict(position: Position, evidence: Evidence, known: Known) -> Verdict:
    """The verdict if nothing has happened to the position meanwhile."""
    outcome, rejected = position.referee.judge(evidence), known.rejected
    if isinstance(outcome, Unclear | Wrong) and known.is_fresh and not position.played.plies:
        # The table was just laid for the start: what is hazy of it is what it must be, if it looks most like that.
        outcome = position.referee.start_seen(evidence) or outcome
    if isinstance(outcome, Wrong):
        rejected = ()  # the table is being changed: what it shows from now on is meant
    if rejected and _layout_after(position, outcome) in rejected:
        outcome = position.referee.must_be(evidence)
    if isinstance(outcome, TakenBack):
        return _taken_back(position, outcome, evidence, replace(known, rejected=rejected))
    return Verdict(outcome, rejected=() if isinstance(outcome, Nothing | Moved) else rejected)


def _layout_after(position: Position, outcome: Outcome[object]) -> Layout | None:
    """How the table must look after an outcome; None where it does not say so."""
    game, before, happened = position.played.game, position.played.now, outcome
    if isinstance(happened, Which):
        happened = happened.choices[0]
    if not isinstance(happened, Moved | TakenBack) or (isinstance(happened, Moved) and happened.options):
        return None
    if isinstance(happened, TakenBack):
        before = position.played.states[happened.to_ply]
    return game.layout(state_after(game, before, happened.moves))


def _taken_back(position: Position, outcome: TakenBack[object], evidence: Evidence, known: Known) -> Verdict:
    """What it means that the table is as it was earlier."""
    played = position.played
    chosen = sum(ply.entry > 0 for ply in played.plies[outcome.to_ply :])
    if outcome.to_ply == 0 and not outcome.moves and (played.is_over or chosen >= NEW_GAME_AFTER):
        return Verdict(SetUpAnew())
    if played.is_over and chosen > TAKEN_BACK_AFTER_THE_END:
        return Verdict(PutAway(), rejected=known.rejected)
    if outcome.to_ply > 0:
        return Verdict(outcome)
    # With no move left the board may again lie either way round, which its first move settles.
    start = replace(position, played=played.until(0), turn=None)
    verdict = _verdict(start, _evidence_for(start, position, evidence), known)
    return replace(verdict, first=(TakenBack(0), *verdict.first))


def _turned(position: Position, evidence: Evidence, known: Known, verdict: Verdict) -> Verdict | None:
    """The verdict if the board was turned and moved on since the last reading; None where it clearly was not."""
    if not isinstance(verdict.outcome, Wrong) or len(verdict.outcome.problem.places) < TURNED_FROM:
        return None
    raw = Evidence(evidence.reading)  # what is known of its places is known by other names
    turned = position.referee.turned_and_moved(raw)
    if turned is None:
        return None
    now = replace(position, turn=turned.turn, shown_turn=turned.turn)
    after = _verdict(now, raw, replace(known, is_fresh=True, rejected=verdict.rejected))
    return replace(after, first=(turned, *after.first), suspicion=turned)


def _revised(position: Position, evidence: Evidence, known: Known, verdict: Verdict) -> Verdict | None:
    """The verdict if just one doubtful move was another one, and that explains the whole table; None where none was."""
    if verdict.rejected:
        return None
    found = []
    for revision, other in revisions(position.played, known.doubtful, position.shown_turn, evidence.reading):
        revised = replace(position, played=other)
        after = _verdict(revised, _evidence_for(revised, position, evidence), replace(known, rejected=()))
        if isinstance(after.outcome, Nothing | Moved):
            found.append(replace(after, first=(revision, *after.first), suspicion=revision))
    return found[0] if len(found) == 1 else None


def _evidence_for(other: Position, position: Position, evidence: Evidence) -> Evidence:
    """The evidence for another position than that in whose light the reading was settled."""
    return evidence.unsettled_at(changed(position.looks, other.looks))
