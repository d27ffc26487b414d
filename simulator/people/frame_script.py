"""A game of Drop It at a simulated frame, as a script of shots.

The players choose what they drop; physics decides how it lands. Now and then a player takes his piece out and drops it
once more, drops two pieces at once, or bumps the frame and puts it back.
"""

from collections import deque
from collections.abc import Iterator

import numpy as np

from engines import drop_it
from engines.drop_it import Drop, Joker, Keep, State
from engines.drop_it.bot import greedy
from engines.drop_it.frame import Frame
from engines.drop_it.moves import SHAPE
from engines.drop_it.pieces import ALL
from simulator.film.frame_view import SIZES
from simulator.film.shots import FrameShot
from simulator.people.companion import Begun, Companion, until
from simulator.people.frame_stage import FrameGame, FrameStage, Throw
from simulator.people.mishaps import Foreseen, Mishaps
from simulator.people.tile_table import USUAL_PACE_S

_MIN_REST_S = 3.0  # at the usual pace, of a piece before the next one comes
_MAX_WAIT_S = 12.0  # until a mistake is corrected that the box does not report
_REACTION_S = 3.0  # from the report of a mistake to its correction
_BUMP = 6.0  # mm: displacement of a bumped frame


def frame_stage(frame: Frame, begun: Begun, seed: int, tempo: float) -> FrameStage:
    """The frame of a game; pieces that were dropped before lie somewhere."""
    rng = np.random.default_rng(seed)
    game = FrameGame(frame, SIZES, rng, str(begun.options.get("edges", SHAPE)))
    for move in begun.moves:
        if isinstance(move, Drop):
            game.drop(Throw(move.piece, float(rng.uniform(-30, 30)), float(rng.uniform(0, 7))))
    return FrameStage(game, rng, tempo)


def frame_evening(stage: FrameStage, begun: Begun, companion: Companion, mishaps: Mishaps) -> Iterator[FrameShot]:
    """A game from its current state to its end."""
    state = begun.state if isinstance(begun.state, State) else drop_it.start(begun.players, begun.options)
    evening = _Evening(stage, companion, mishaps)
    yield from stage.rest(_MIN_REST_S)
    while not drop_it.is_over(state):
        joker = joker_said(state)
        if joker is not None:
            companion.tell(joker)
            state = drop_it.play(state, joker)
            yield from until(companion.is_content, stage.rest)
        else:
            yield from evening.drop(state)
            drop = stage.game.landed()
            companion.tell(drop)
            state = drop_it.play(state, drop)
            if state.all_dropped:
                mishaps.foreseen = None
            yield from stage.rest(max(_MIN_REST_S, USUAL_PACE_S / 2))
            yield from until(companion.is_content, stage.rest)


def joker_said(state: State) -> Joker | Keep | None:
    """The player's decision on a joker, before the next piece is dropped or after the last one."""
    if not state.joker_open:
        return None
    said = greedy(state, state.seat_of(len(state.drops) - 1))
    return said if isinstance(said, Joker | Keep) else None


def half_full(frame: Frame, seed: int) -> FrameShot:
    """The frame in the middle of a game."""
    rng = np.random.default_rng(seed)
    stage, state = FrameStage(FrameGame(frame, SIZES, rng), rng), drop_it.start(("1", "2"), {})
    for _ in range(ALL // 2):
        stage.game.drop(stage.game.thrown(state))
        state = drop_it.play(state, stage.game.landed())
    return next(stage.rest(1.0))


class _Evening:
    """The players before the frame, and their mishaps."""

    def __init__(self, stage: FrameStage, companion: Companion, mishaps: Mishaps) -> None:
        self._stage, self._companion, self._mishaps = stage, companion, mishaps
        self._kinds = deque((self._taken_back, self._two_at_once, self._bumped))
        self._foresee()

    def drop(self, state: State) -> Iterator[FrameShot]:
        """The player in turn drops a piece, perhaps after a mishap."""
        seat = state.seat_of(len(state.drops))
        if self._mishaps.are_due():
            happens = self._kinds[0]
            self._kinds.rotate(-1)
            self._foresee()
            yield from happens(state, seat)
        else:
            yield from self._stage.drop(seat, self._stage.game.thrown(state))

    def _foresee(self) -> None:
        self._mishaps.foreseen = Foreseen(1, self._kinds[0].__name__.lstrip("_"))

    def _taken_back(self, state: State, seat: int) -> Iterator[FrameShot]:
        """A piece is dropped, taken out again, and dropped once more."""
        throw = self._stage.game.thrown(state)
        yield from self._stage.drop(seat, throw)
        yield from self._noticed(mishap=False)
        yield from self._stage.take_out(seat)
        yield from self._stage.rest(_MIN_REST_S)
        yield from until(self._companion.is_content, self._stage.rest)
        yield from self._stage.drop(seat, Throw(throw.piece, -throw.x, throw.turn))

    def _two_at_once(self, state: State, seat: int) -> Iterator[FrameShot]:
        """Two pieces are dropped at once, and the second one is taken out again."""
        if drop_it.play(state, Drop((first := self._stage.game.thrown(state)).piece, 1)).all_dropped:
            yield from self._stage.drop(seat, first)
            return
        second = self._stage.game.thrown(state, but=(first.piece,))
        yield from self._stage.drop(seat, first, second)
        yield from self._noticed(mishap=True)
        yield from self._stage.take_out(seat)

    def _bumped(self, state: State, seat: int) -> Iterator[FrameShot]:
        """The frame is bumped, and put back before the next drop."""
        angle = float(self._stage.rng.uniform(0, 2 * np.pi))
        across, along = _BUMP * float(np.cos(angle)), _BUMP * float(np.sin(angle))
        yield from self._stage.bump((across, 0.0, along))
        yield from self._noticed(mishap=True)
        yield from self._stage.bump((-across, 0.0, -along))
        yield from self._stage.rest(_MIN_REST_S)
        yield from self._stage.drop(seat, self._stage.game.thrown(state))

    def _noticed(self, mishap: bool) -> Iterator[FrameShot]:
        """A mistake lies until the box has reported or recorded it, and people have reacted."""
        yield from self._stage.rest(_MIN_REST_S)
        yield from until(lambda: self._companion.has_noticed(mishap=mishap), self._stage.rest, _MAX_WAIT_S)
        yield from self._stage.rest(_REACTION_S)
