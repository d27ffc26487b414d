"""The greedy bot of Expose the Lie: honest where it can be; it doubts what its own tiles make unlikely."""

from engines.doubt.moves import Add, Challenge, Lay, Move, Take, Turn
from engines.doubt.state import COPIES, State, face_down, is_true
from engines.vocabulary import UNKNOWN, WILD

# With fewer tiles at stake bots would challenge each other round and round.
WORTH_TAKING = 6


def greedy(state: State, player: int) -> Move | None:
    """Lays all tiles of the number that is due, else one that he cannot use soon; keeps the almighty to the end."""
    if state.challenger is not None or state.winner is not None:
        return _answer(state, player)
    if state.fresh and _doubts(state, player):
        return Challenge(player)
    if state.fresh and state.last.seat == player:
        return _more(state, player)
    may_lay = state.seat == player and not state.is_closing
    return Lay(_tile_to_lay(state, player)) if may_lay else None


def _answer(state: State, player: int) -> Move | None:
    """What follows a challenge: the layer turns his tiles up, the loser takes them."""
    if state.is_turning and state.last.seat == player:
        return Turn(state.last.tiles[0])
    return Take(UNKNOWN) if state.loser == player else None


def _doubts(state: State, player: int) -> bool:
    """Whether it is now or never, or much can be taken and a true lay would be all such tiles that may be left."""
    last = state.last
    if last.seat == player:
        return False
    mine = (*state.hands[player], *face_down(state)[player])
    elsewhere = [tile for seat, known in enumerate(state.known) if seat not in (player, last.seat) for tile in known]
    gone = [tile for tile in (*mine, *elsewhere) if is_true((tile,), last.number)]
    out_there = COPIES[str(last.number)] + COPIES[WILD] - len(gone)
    return state.is_closing or (len(last.tiles) >= out_there and sum(map(len, face_down(state))) >= WORTH_TAKING)


def _more(state: State, player: int) -> Move | None:
    """Another tile of the number that he laid; the almighty too when it is his last tile and the lay is true."""
    hand, last = state.hands[player], state.last
    if str(last.number) in hand:
        return Add(str(last.number))
    return Add(WILD) if hand == (WILD,) and is_true(last.tiles, last.number) else None


def _tile_to_lay(state: State, player: int) -> str:
    hand = state.hands[player]
    if str(state.number) in hand:
        return str(state.number)
    return max(hand, key=lambda tile: (tile != WILD, _turns_until_true(state, tile)))


def _turns_until_true(state: State, tile: str) -> int:
    """After how many of his turns a player would be due to say a tile's number, should nobody be challenged."""
    steps = range(1, 10)
    due = ((state.number - 1 + step * len(state.players)) % 9 + 1 for step in steps)
    return next((step for step, number in zip(steps, due, strict=True) if str(number) == tile), len(steps) + 1)
