"""What happens at the demo table: bots at a game, as an endless script of shots.

The script knows the rules and the people, nothing of pictures: `device.demo.view` draws what it says. Any game will do
whose tiles `device.games.laying` knows to lay.

The players are human: now and then one forgets to turn a tile over or turns one too many, is reminded by the box, and
puts it right some seconds later; now and then one takes a move back.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from device.demo.tabletop import USUAL_PACE_S, DemoTable, Rng, Shot
from device.games.listing import profile_of
from engines import bots, reversi
from engines.contract import AnyGame, Game, Move, State
from engines.messages import Fact
from engines.vocabulary import FACE_DOWN, FACE_UP, NOTHING, Layout

_LOOK = 2.2  # seconds at the usual pace that the table lies still at least after a move
_REMINDED = 4.5  # a mistake lies so long before it is mended
_RESULT = 10.0
_SIDES = (NOTHING, FACE_UP, FACE_DOWN)


def script(rng: Rng, pace_s: float = USUAL_PACE_S, game: AnyGame = reversi) -> Iterator[Shot]:
    """One game after the other, endlessly, a move in about `pace_s` seconds."""
    players = bots.NAMES[: game.PLAYERS.start]
    while True:
        table = DemoTable(rng, len(players), profile_of(game.NAME).filming.lay, pace_s / USUAL_PACE_S)
        yield from _game(table, game, players, rng)
        yield from table.rest(_RESULT)
        yield from _clear(table, len(players))


def plies(
    game: Game[State, Move], players: Sequence[str], seed: int, options: Mapping[str, Fact] = MappingProxyType({})
) -> Iterator[bots.Ply[State, Move]]:
    """A game of a first player who plays anything, and others who take what looks best at once."""
    pick = random.Random(seed)
    state = game.deal(players, options, seed)
    while not game.is_over(state):
        move = pick.choice(_told_apart(game, state))
        if game.mover(state, move) != 0:
            move = bots.greedy_move(game, state, pick.randrange(len(players)), len(players))
        yield state, move
        state = game.play(state, move)


def _told_apart(game: Game[State, Move], state: State) -> list[Move]:
    """The legal moves, but only one of those that nobody could tell apart: which of many face-down tiles is drawn."""
    legal = game.moves(state)
    return list({(game.describe(state, move), game.mover(state, move)): move for move in legal[::-1]}.values())[::-1]


def _game(table: DemoTable, game: AnyGame, players: Sequence[str], rng: Rng) -> Iterator[Shot]:
    """A whole game, with a mishap every few moves, of another kind each time."""
    mishaps, ply, is_set_up = _mishaps(rng), 0, False
    kind, due = next(mishaps)
    for state, move in plies(game, players, int(rng.integers(2**31))):
        before, after = game.layout(state), game.layout(game.play(state, move))
        if not is_set_up:
            yield from table.bring(0, before)
            yield from table.rest(_LOOK * 1.5)
            is_set_up = True
        if before == after:  # a pass, or something said: nothing happens on the table
            continue
        wrong = _gone_wrong(kind, game, state, move, rng) if ply >= due else None
        seat = game.mover(state, move) or 0
        yield from _move(table, seat, after, wrong, before if kind == "takes_back" else None)
        ply += 1
        if wrong is not None:
            kind, later = next(mishaps)
            due = ply + later


def _mishaps(rng: Rng) -> Iterator[tuple[str, int]]:
    """What goes wrong, and after how many moves."""
    while True:
        for kind in ("forgets", "takes_back", "turns_too_many"):
            yield kind, int(rng.integers(4, 10))


def _gone_wrong(kind: str, game: AnyGame, state: object, move: object, rng: Rng) -> Layout | None:
    """The table as it is when a move has gone wrong in a way, before that is mended; None where it cannot.

    Only where no tile hides its face from anybody, so that a side is all that is turned.
    """
    before, after = game.layout(state), game.layout(game.play(state, move))
    if not all(look in _SIDES for look in (*before.values(), *after.values())):
        return None
    lying = [place for place in after if NOTHING not in (before[place], after[place])]
    turned = [place for place in lying if before[place] != after[place]]
    if kind == "forgets":
        return {**after, turned[-1]: before[turned[-1]]} if len(turned) >= 2 else None
    if kind == "turns_too_many":
        same = [place for place in lying if place not in turned]
        stray = str(rng.choice(same)) if same else ""
        return {**after, stray: FACE_UP if after[stray] == FACE_DOWN else FACE_DOWN} if same else None
    others = [table for other in game.moves(state) if (table := game.layout(game.play(state, other))) != after]
    return others[int(rng.integers(len(others)))] if others else None


def _move(
    table: DemoTable, seat: int, after: Layout, wrong: Layout | None, taken_back_to: Layout | None
) -> Iterator[Shot]:
    """A player makes the table look as it does after his move, perhaps by way of a mistake."""
    if wrong is not None:
        yield from _brought(table, seat, wrong, _REMINDED)
        if taken_back_to is not None:
            yield from _brought(table, seat, taken_back_to, _LOOK)
    yield from _brought(table, seat, after, _LOOK, USUAL_PACE_S)


def _brought(table: DemoTable, seat: int, layout: Layout, rest_s: float, pace_s: float = 0.0) -> Iterator[Shot]:
    """Hands bring the table to a layout and let it rest, at least for some seconds, until the pace is kept."""
    spent_s = 0.0
    for shot in table.bring(seat, layout):
        spent_s += shot.seconds / table.tempo
        yield shot
    yield from table.rest(max(rest_s, pace_s - spent_s))


def _clear(table: DemoTable, players: int) -> Iterator[Shot]:
    """The tiles are put away, a quarter of them at a time."""
    lying = table.lying
    for quarter in range(4):
        some = lying[len(lying) * quarter // 4 : len(lying) * (quarter + 1) // 4]
        yield from table.sweep(quarter % players, some)
