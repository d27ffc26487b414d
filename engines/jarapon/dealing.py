"""The beginning of a hand of Galaxy Jarapon: dice, walls and the deal (J7-2 to J7-5)."""

from dataclasses import replace

from engines.contract import IllegalMove
from engines.hands import in_order, replaced
from engines.jarapon import wall
from engines.jarapon.moves import Deal, Throw, Tiles, illegal
from engines.jarapon.state import Centre, Phase, Seat, State, merge_face
from engines.jarapon.wall import DEALT
from engines.vocabulary import TILE_FACES, UNKNOWN

DIE = range(1, 7)


def throw(state: State, move: Throw) -> State:
    """A die is thrown for the first dealer or for the break of the wall (J7-2, J7-4); raises `IllegalMove`."""
    if state.phase not in (Phase.DICE, Phase.BREAK) or move.seat != state.thrower:
        raise IllegalMove(state.due)
    if move.pips not in DIE:
        raise illegal("die", pips=move.pips)
    known = wall.die(state.match.seed, state.match.hand, len(state.dice))
    if known not in (None, move.pips):
        raise illegal("not_so", player=state.players[move.seat])
    dice = (*state.dice, int(move.pips))
    if state.phase == Phase.BREAK:
        return replace(state, dice=dice, phase=Phase.DEAL if len(dice) == 2 else Phase.BREAK)
    throwing, _ = wall.highest(dice, len(state.players))
    if len(throwing) > 1:
        return replace(state, dice=dice)
    return replace(state, match=replace(state.match, first=throwing[0]), dice=(), phase=Phase.BUILD)


def build(state: State) -> State:
    """A new hand. The deal moves only now: until then the state shows the finished table."""
    if state.phase != Phase.BUILD:
        raise IllegalMove(state.due)
    match, seats = state.match, (Seat(),) * len(state.players)
    tiles, centre = wall.built(match.seed, match.hand + 1)
    match = replace(match, hand=match.hand + 1, tenure=match.tenure + match.deal_moves, deal_moves=False)
    return State(state.players, state.house, match, Phase.BREAK, seats, wall=tiles, centre=Centre(centre))


def in_walls(state: State) -> wall.Broken:
    """The hands, the dora and the live tiles of the walls, as far as they are known."""
    return wall.broken(state.wall, state.dice, state.dealer, len(state.players))


def give_out(state: State, move: Deal) -> State:
    """The dora is turned up and everybody has eight tiles (J7-4); raises `IllegalMove`."""
    if state.phase != Phase.DEAL:
        raise IllegalMove(state.due)
    held = in_walls(state)
    dora = merge_face(held.dora, move.dora)
    if dora is None or dora not in TILE_FACES:
        raise illegal("dora")
    hands = move.hands if isinstance(move.hands, tuple) else (UNKNOWN,) * len(state.players)
    if len(hands) != len(state.players):
        raise illegal("deal")
    seats = tuple(Seat(hand) for hand in held.hands)
    state = replace(
        state, dora=dora, under=held.under, wall=held.live, seats=seats, phase=Phase.DRAW, turn=state.dealer
    )
    for seat, hand in enumerate(hands):
        if isinstance(hand, tuple):
            state = replace(state, seats=replaced(state.seats, seat, Seat(_dealt(state, seat, hand))))
    return state


def _dealt(state: State, seat: int, hand: Tiles) -> Tiles:
    """The eight tiles that the move gives a player; raises `IllegalMove` for tiles that he cannot have."""
    if len(hand) != DEALT or UNKNOWN in hand or state.taken_out(state.seats[seat].hand, hand) is None:
        raise illegal("deal")
    return in_order(hand)
