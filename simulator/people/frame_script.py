"""What happens at a simulated frame: a game of Drop It, as a script of shots.

The players know what they drop; how it lands physics says, and everybody can see it. Now and then one takes his piece
out again and drops it once more, one drops two pieces at once, or one bumps the frame and puts it back.
"""

from collections.abc import Iterator
from itertools import cycle

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
from simulator.people.mishaps import Mishaps
from simulator.people.tile_table import USUAL_PACE_S

_LOOK = 3.0  # seconds at the usual pace that a piece lies at least before the next one comes
_UNHEARD = 12.0  # a mistake that the box does not say is mended all the same
_REMINDED = 3.0  # a mistake lies so long, from when the box says it
_BUMP = 6.0  # mm


def frame_stage(frame: Frame, begun: Begun, seed: int, tempo: float) -> FrameStage:
    """The frame where a game stands; pieces that were dropped before lie somewhere."""
    rng = np.random.default_rng(seed)
    game = FrameGame(frame, SIZES, rng, str(begun.options.get("edges", SHAPE)))
    for move in begun.moves:
        if isinstance(move, Drop):
            game.drop(Throw(move.piece, float(rng.uniform(-30, 30)), float(rng.uniform(0, 7))))
    return FrameStage(game, rng, tempo)


def frame_evening(stage: FrameStage, begun: Begun, companion: Companion, mishaps: Mishaps) -> Iterator[FrameShot]:
    """A game from where it stands to its end."""
    state = begun.state if isinstance(begun.state, State) else drop_it.start(begun.players, begun.options)
    evening = _Evening(stage, companion, mishaps)
    yield from stage.rest(_LOOK)
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
            yield from stage.rest(max(_LOOK, USUAL_PACE_S / 2))
            yield from until(companion.is_content, stage.rest)


def joker_said(state: State) -> Joker | Keep | None:
    """What is said of a joker, before the next piece is dropped or after the last one."""
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
    """The players before the frame, and what goes wrong."""

    def __init__(self, stage: FrameStage, companion: Companion, mishaps: Mishaps) -> None:
        self._stage, self._companion, self._mishaps = stage, companion, mishaps
        self._kinds = cycle((self._taken_back, self._two_at_once, self._bumped))

    def drop(self, state: State) -> Iterator[FrameShot]:
        """The player in turn drops a piece, perhaps after something else has gone wrong."""
        seat = state.seat_of(len(state.drops))
        if self._mishaps.are_due():
            yield from next(self._kinds)(state, seat)
        else:
            yield from self._stage.drop(seat, self._stage.game.thrown(state))

    def _taken_back(self, state: State, seat: int) -> Iterator[FrameShot]:
        """A piece is dropped, taken out again, and dropped once more."""
        throw = self._stage.game.thrown(state)
        yield from self._stage.drop(seat, throw)
        yield from self._noticed(mishap=False)
        yield from self._stage.take_out(seat)
        yield from self._stage.rest(_LOOK)
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
        yield from self._stage.rest(_LOOK)
        yield from self._stage.drop(seat, self._stage.game.thrown(state))

    def _noticed(self, mishap: bool) -> Iterator[FrameShot]:
        """It lies until the box has said it, or recorded it, and people have heard that."""
        yield from self._stage.rest(_LOOK)
        yield from until(lambda: self._companion.has_noticed(mishap=mishap), self._stage.rest, _UNHEARD)
        yield from self._stage.rest(_REMINDED)
