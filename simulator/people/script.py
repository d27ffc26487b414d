"""An endless script of shots of bots that play at a simulated table.

The script knows rules and people but no pictures, which `simulator.film` renders. It plays any `StagedGame`.

Like people, the players make mistakes: now and then one forgets to turn a tile, lays one at a wrong place or turns one
too many, and corrects that some seconds after the box has reported it; now and then one takes a move back.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType

from engines import bots
from engines.contract import Game, Move, State
from engines.messages import Fact
from engines.vocabulary import Layout
from simulator.film.shots import AnyShot, CardShot, FrameShot, Shot
from simulator.people.card_script import card_evening, card_stage
from simulator.people.companion import Begun, Companion, until
from simulator.people.mishaps import TAKES_BACK, Mishaps, Step
from simulator.people.reaching import Rng
from simulator.people.tile_table import USUAL_PACE_S, TileTable

_MIN_REST_S = 2.2  # at the usual pace, of the table after a move
_REACTION_S = 4.5  # from the report of a mistake to its correction
_MAX_WAIT_S = 12.0  # until a mistake is corrected that the box does not report
_RESULT_S = 10.0  # for which the result of a game is shown
_MAX_PLIES = 600  # of a game; bots would never end a longer one
_CANDIDATES = 2  # games of each kind, of which the shortest is played


def script(
    rng: Rng, companion: Companion, mishaps: Mishaps, pace_s: float = USUAL_PACE_S
) -> Iterator[Shot | FrameShot | CardShot]:
    """One game after the other, endlessly, a move in about `pace_s` seconds.

    When the box begins another game, the current one is left at the next shot.
    """
    while True:
        begun = companion.begun()
        for shot in _played(rng, begun, companion, mishaps, pace_s / USUAL_PACE_S):
            yield shot
            if companion.has_another_game():
                break


def _played(
    rng: Rng, begun: Begun, companion: Companion, mishaps: Mishaps, tempo: float
) -> Iterator[Shot | FrameShot | CardShot]:
    """A game to its end and a pause after it: with tiles, with cards or at the frame."""
    staged, seed = begun.staged, int(rng.integers(2**31))
    mishaps.are_made, mishaps.foreseen = staged.deck is None, None
    if staged.frame is not None:
        from simulator.people.frame_script import frame_evening, frame_stage  # with physics, which no other game needs

        stage = frame_stage(staged.frame, begun, seed, tempo)
        yield from frame_evening(stage, begun, companion, mishaps)
        yield from _after_it(companion, stage.rest)
    elif staged.deck is not None:
        made = story(begun, seed)
        cards = card_stage(rng, begun, made, tempo)
        yield from card_evening(cards, begun, companion, made)
        yield from _after_it(companion, cards.rest)
    else:
        table = TileTable(rng, len(begun.players), staged.lay, tempo, staged.sheet)
        yield from _evening(table, begun, companion, mishaps, seed)
        yield from _after_it(companion, table.rest)


def _after_it(companion: Companion, rest: Callable[[float], Iterator[AnyShot]]) -> Iterator[AnyShot]:
    """The result of a game, and the request for another."""
    companion.end()
    yield from until(companion.is_content, rest)
    yield from rest(_RESULT_S)
    companion.play_again()
    yield from rest(_MIN_REST_S)


def _evening(table: TileTable, begun: Begun, companion: Companion, mishaps: Mishaps, seed: int) -> Iterator[Shot]:
    """A game of tiles to its end."""
    staged, before = begun.staged, None
    steps = [Step(staged, state, move) for state, move in story(begun, seed)]
    for made, step in enumerate(steps, start=1):
        if before is None:
            mishaps.foresee(steps)
            yield from table.set_up(step.before)
            yield from table.rest(_MIN_REST_S * 1.5)
        before = step.before
        wrong = mishaps.next(step) if step.before != step.after else None
        mishaps.foresee(steps[made:])
        if wrong is not None:
            yield from _mistaken(table, companion, step, *wrong)
        companion.tell(staged.game.observed(step.state, step.move, None))
        if step.before != step.after:  # else it is a pass or spoken: nothing happens on the table
            yield from _brought(table, step.seat, step.after, _MIN_REST_S, USUAL_PACE_S)
        elif (number := staged.pips(step.move)) is not None:
            yield from table.throw(step.seat, number)
            yield from table.rest(_MIN_REST_S)
        yield from until(companion.is_content, table.rest)
    if before is None:
        yield from table.set_up(staged.layout(begun.state))


def story(begun: Begun, seed: int) -> Sequence[bots.Ply[object, object]]:
    """A game of bots from its current state, the shortest of some; empty where it cannot be continued."""
    game, players = begun.staged.game, begun.players
    dealt = game.deal(players, begun.options, seed)
    is_open = game.view(dealt, None) == dealt
    if begun.moves:
        return list(_plies_from(game, begun.state, len(players), seed)) if is_open else ()
    games = [plies(game, players, seed + number, begun.options) for number in range(_CANDIDATES)]
    if not is_open:  # in open games greedy bots would play the same game again and again
        games += [
            _plies_from(game, dealt, len(players), seed + number, is_greedy=True) for number in range(_CANDIDATES)
        ]
    return min((list(islice(made, _MAX_PLIES)) for made in games), key=len)


def plies(
    game: Game[State, Move], players: Sequence[str], seed: int, options: Mapping[str, Fact] = MappingProxyType({})
) -> Iterator[bots.Ply[State, Move]]:
    """A game of a first player who moves at random, and greedy others."""
    yield from _plies_from(game, game.deal(players, options, seed), len(players), seed)


def _plies_from(
    game: Game[State, Move], state: State, players: int, seed: int, is_greedy: bool = False
) -> Iterator[bots.Ply[State, Move]]:
    pick = random.Random(seed)
    while not game.is_over(state):
        move = pick.choice(_distinct_moves(game, state))
        if is_greedy or game.mover(state, move) != 0:
            move = bots.greedy_move(game, state, pick.randrange(players), players)
        yield state, move
        state = game.play(state, move)


def _distinct_moves(game: Game[State, Move], state: State) -> list[Move]:
    """The legal moves, but only one of those with equal descriptions, such as draws of different face-down tiles."""
    legal = game.moves(state)
    return list({(game.describe(state, move), game.mover(state, move)): move for move in legal[::-1]}.values())[::-1]


def _mistaken(table: TileTable, companion: Companion, step: Step, kind: str, wrong: Layout) -> Iterator[Shot]:
    """A mistake, which lies until the box has reported it and people have reacted."""
    yield from _brought(table, step.seat, wrong, _MIN_REST_S)
    takes_back = kind == TAKES_BACK
    yield from until(lambda: companion.has_noticed(mishap=not takes_back), table.rest, _MAX_WAIT_S)
    yield from table.rest(_REACTION_S - _MIN_REST_S)
    if takes_back:
        yield from _brought(table, step.seat, step.before, _MIN_REST_S)
        yield from until(companion.is_content, table.rest)


def _brought(table: TileTable, seat: int, layout: Layout, rest_s: float, pace_s: float = 0.0) -> Iterator[Shot]:
    """Hands bring the table to a layout and let it rest, at least for some seconds, until the pace is kept."""
    spent_s = 0.0
    for shot in table.bring(seat, layout):
        spent_s += shot.seconds / table.tempo
        yield shot
    yield from table.rest(max(rest_s, pace_s - spent_s))
