"""What happens at a simulated table: bots at a game, as an endless script of shots.

The script knows the rules and the people, nothing of pictures: `simulator.film` draws what it says. Any game will do
whose tiles somebody knows to lay (`StagedGame`).

The players are human: now and then one forgets to turn a tile over, lays one where it may not lie or turns one too
many, is reminded by the box, and puts it right some seconds later; now and then one takes a move back.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType

from engines import bots
from engines.contract import Game, Move, State
from engines.messages import Fact
from engines.vocabulary import Layout
from simulator.film.shots import AnyShot, FrameShot, Shot
from simulator.people.companion import Begun, Companion, until
from simulator.people.mishaps import TAKES_BACK, Mishaps, Step
from simulator.people.tile_table import USUAL_PACE_S, Rng, TileTable

_LOOK = 2.2  # seconds at the usual pace that the table lies still at least after a move
_REMINDED = 4.5  # a mistake lies so long, from when the box says it, before it is mended
_UNHEARD = 12.0  # a mistake that the box does not say is mended all the same
_RESULT = 10.0
_LONGEST = 600  # plies: a story that long has no end
_STORIES = 2  # of each kind, of which the shortest is played


def script(
    rng: Rng, companion: Companion, mishaps: Mishaps, pace_s: float = USUAL_PACE_S
) -> Iterator[Shot | FrameShot]:
    """One game after the other, endlessly, a move in about `pace_s` seconds.

    Where the box has begun another game, the one that is played is left at the next shot.
    """
    while True:
        begun = companion.begun()
        for shot in _played(rng, begun, companion, mishaps, pace_s / USUAL_PACE_S):
            yield shot
            if companion.has_another_game():
                break


def _played(rng: Rng, begun: Begun, companion: Companion, mishaps: Mishaps, tempo: float) -> Iterator[Shot | FrameShot]:
    """A game to its end, and a while after it, on the sheet or at the frame."""
    staged, seed = begun.staged, int(rng.integers(2**31))
    if staged.frame is not None:
        from simulator.people.frame_script import frame_evening, frame_stage  # with physics, which no other game needs

        stage = frame_stage(staged.frame, begun, seed, tempo)
        yield from frame_evening(stage, begun, companion, mishaps)
        yield from _after_it(companion, stage.rest)
    else:
        table = TileTable(rng, len(begun.players), staged.lay, tempo, staged.sheet)
        yield from _evening(table, begun, companion, mishaps, seed)
        yield from _after_it(companion, table.rest)


def _after_it(companion: Companion, rest: Callable[[float], Iterator[AnyShot]]) -> Iterator[AnyShot]:
    """A game is over."""
    companion.end()
    yield from until(companion.is_content, rest)
    yield from rest(_RESULT)
    companion.play_again()
    yield from rest(_LOOK)


def _evening(table: TileTable, begun: Begun, companion: Companion, mishaps: Mishaps, seed: int) -> Iterator[Shot]:
    """A game of tiles to its end."""
    staged, before = begun.staged, None
    for state, move in story(begun, seed):
        step = Step(staged, state, move)
        if before is None:
            yield from table.set_up(step.before)
            yield from table.rest(_LOOK * 1.5)
        before = step.before
        wrong = mishaps.next(step) if step.before != step.after else None
        if wrong is not None:
            yield from _mistaken(table, companion, step, *wrong)
        companion.tell(staged.game.observed(state, move, None))
        if step.before != step.after:  # else it is a pass, or something said: nothing happens on the table
            yield from _brought(table, step.seat, step.after, _LOOK, USUAL_PACE_S)
        elif (number := staged.pips(move)) is not None:
            yield from table.throw(step.seat, number)
            yield from table.rest(_LOOK)
        yield from until(companion.is_content, table.rest)
    if before is None:
        yield from table.set_up(staged.layout(begun.state))


def story(begun: Begun, seed: int) -> Sequence[bots.Ply[object, object]]:
    """A game as bots play it from where it stands, the shortest of some; none where it cannot be gone on with."""
    game, players = begun.staged.game, begun.players
    dealt = game.deal(players, begun.options, seed)
    is_open = game.view(dealt, None) == dealt
    if begun.moves:
        return list(_plies_from(game, begun.state, len(players), seed)) if is_open else ()
    told = [plies(game, players, seed + one, begun.options) for one in range(_STORIES)]
    if not is_open:  # where all is known, bots that take what is best play the same game again and again
        told += [_plies_from(game, dealt, len(players), seed + one, is_greedy=True) for one in range(_STORIES)]
    return min((list(islice(one, _LONGEST)) for one in told), key=len)


def plies(
    game: Game[State, Move], players: Sequence[str], seed: int, options: Mapping[str, Fact] = MappingProxyType({})
) -> Iterator[bots.Ply[State, Move]]:
    """A game of a first player who plays anything, and others who take what looks best at once."""
    yield from _plies_from(game, game.deal(players, options, seed), len(players), seed)


def _plies_from(
    game: Game[State, Move], state: State, players: int, seed: int, is_greedy: bool = False
) -> Iterator[bots.Ply[State, Move]]:
    pick = random.Random(seed)
    while not game.is_over(state):
        move = pick.choice(_told_apart(game, state))
        if is_greedy or game.mover(state, move) != 0:
            move = bots.greedy_move(game, state, pick.randrange(players), players)
        yield state, move
        state = game.play(state, move)


def _told_apart(game: Game[State, Move], state: State) -> list[Move]:
    """The legal moves, but only one of those that nobody could tell apart: which of many face-down tiles is drawn."""
    legal = game.moves(state)
    return list({(game.describe(state, move), game.mover(state, move)): move for move in legal[::-1]}.values())[::-1]


def _mistaken(table: TileTable, companion: Companion, step: Step, kind: str, wrong: Layout) -> Iterator[Shot]:
    """A mistake, which lies until the box has said it and people have heard that."""
    yield from _brought(table, step.seat, wrong, _LOOK)
    takes_back = kind == TAKES_BACK
    yield from until(lambda: companion.has_noticed(mishap=not takes_back), table.rest, _UNHEARD)
    yield from table.rest(_REMINDED - _LOOK)
    if takes_back:
        yield from _brought(table, step.seat, step.before, _LOOK)
        yield from until(companion.is_content, table.rest)


def _brought(table: TileTable, seat: int, layout: Layout, rest_s: float, pace_s: float = 0.0) -> Iterator[Shot]:
    """Hands bring the table to a layout and let it rest, at least for some seconds, until the pace is kept."""
    spent_s = 0.0
    for shot in table.bring(seat, layout):
        spent_s += shot.seconds / table.tempo
        yield shot
    yield from table.rest(max(rest_s, pace_s - spent_s))
