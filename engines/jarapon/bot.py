"""The greedy bot of Galaxy Jarapon, which knows only its own view.

Its goal is the hand of the sheet of which it has most tiles, the dearest of equals; it discards what that does not
need. With one tile missing it declares riichi. It calls pon only while three or more tiles are missing.
"""

from collections.abc import Sequence
from functools import lru_cache

from engines.jarapon.hand import SET_SIZE
from engines.jarapon.moves import Build, Deal, Discard, Draw, LaySet, Move, Show, Throw, TurnUp, Void
from engines.jarapon.rules import moves
from engines.jarapon.settling import is_waiting
from engines.jarapon.shapes import HAND_SIZE
from engines.jarapon.sheet import ScoreSheet
from engines.jarapon.state import STAKE, Phase, State
from engines.vocabulary import NUMBERS, UNKNOWN, WILD

Counts = tuple[int, ...]  # of each number
MIN_MISSING_TO_PON = 3  # tiles still missing from the hand that he aims at


def greedy(state: State, player: int) -> Move | None:
    """The move of this player in his own view; None while he waits for others."""
    if state.phase == Phase.BUILD:
        return Build()
    if state.phase in (Phase.DRAW, Phase.DISCARD):
        return _at_play(state, player)
    due: dict[str, tuple[int, Move]] = {
        Phase.DICE: (state.thrower, Throw(player, UNKNOWN)),
        Phase.BREAK: (state.dealer, Throw(player, UNKNOWN)),
        Phase.DEAL: (state.dealer, Deal(UNKNOWN)),
        Phase.BONUS: (state.turn, TurnUp(UNKNOWN)),
    }
    seat, move = due.get(state.phase, (None, None))
    return move if seat == player else None


def _at_play(state: State, player: int) -> Move | None:
    """A win, else a pon where it helps, else a draw or discard."""
    mine = [move for move in moves(state) if getattr(move, "seat", player) == player]
    won = [move for move in mine if isinstance(move, Show)]
    if state.phase == Phase.DISCARD and state.turn == player and not won:
        return _discard(state, player)
    has_called = state.claim is not None and state.claim.seat == player
    sets = [move for move in mine if isinstance(move, LaySet) and (has_called or _worth_a_pon(state, player, move))]
    return next(iter((*won, *sets, *(move for move in mine if isinstance(move, (Draw, Void))))), None)


def _discard(state: State, player: int) -> Discard:
    """The first tile that the best hand does not need; the drawn one after riichi."""
    me = state.seats[player]
    if me.riichi:
        return Discard(player, str(state.drawn))
    tiles = state.in_hand(player)
    goal = _best(state, _counted(state, player, tiles), bool(me.sets))[1]
    laid = _counted(state, player, ())
    needless = [
        tile for tile in tiles if tile != WILD and tiles.count(tile) + laid[int(tile) - 1] > goal[int(tile) - 1]
    ]
    tile = needless[0] if needless else tiles[0]
    left = state.taken_out(tiles, (tile,)) or ()
    riichi = not me.sets and state.match.purses[player] >= STAKE and is_waiting(state, left)
    return Discard(player, tile, riichi)


def _worth_a_pon(state: State, player: int, move: LaySet) -> bool:
    """Whether a pon brings a player who is far from any hand nearer to one that can be made with pon."""
    tiles, opened = state.seats[player].hand, bool(state.seats[player].sets)
    now, _ = _best(state, _counted(state, player, tiles), opened)
    after, _ = _best(state, _counted(state, player, (*tiles, move.number)), with_pon=True)
    return move.wilds == 0 and after > now and HAND_SIZE - now - tiles.count(WILD) >= MIN_MISSING_TO_PON


def _counted(state: State, player: int, tiles: Sequence[str]) -> Counts:
    """How many of each number a player has, in his open sets too."""
    laid = [laid_set.number for laid_set in state.seats[player].sets]
    return tuple(tiles.count(number) + SET_SIZE * laid.count(number) for number in NUMBERS)


def _best(state: State, counts: Counts, with_pon: bool) -> tuple[int, Counts]:
    """The hand of the sheet that most tiles fit, the dearest of equals, after the number of tiles that fit."""
    goals = _goals(state.house.scored_by, with_pon) or _goals(state.house.scored_by, False)
    fitting, _, goal = max((sum(map(min, counts, goal)), points, goal) for points, goal in goals)
    return fitting, goal


@lru_cache(maxsize=8)
def _goals(sheet: ScoreSheet, with_pon: bool) -> tuple[tuple[int, Counts], ...]:
    """Every hand of a sheet with its points."""
    ranking = sheet.ranking(with_pon)
    hands = ((ranking.rows[rank], bag) for bag, rank in ranking.best.items())
    return tuple(
        (row.pays(with_pon) or 0, tuple(row.shape.hands[bag].count(number) for number in NUMBERS)) for row, bag in hands
    )
