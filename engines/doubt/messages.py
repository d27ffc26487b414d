"""What Expose the Lie says: what a camera must see, who holds how many tiles, and what to tell whom."""

from engines.contract import Prompt, Standing, ranks
from engines.doubt.moves import Add, Challenge, Lay, Move, Take, Turn
from engines.doubt.state import COPIES, State, is_true
from engines.messages import Fact, Message, message
from engines.vocabulary import WILD


def standings(state: State) -> tuple[Standing, ...]:
    """Tiles in hand by seat, the fewest first; the winner has none (J3-6)."""
    counts = [len(hand) for hand in state.hands]
    fewest_first = ranks([-count for count in counts])
    return tuple(
        Standing(seat, count, rank, (message("doubt.tiles", tiles=count),), message("doubt.unit", score=count))
        for seat, (count, rank) in enumerate(zip(counts, fewest_first, strict=True))
    )


def prompt(state: State) -> tuple[Prompt, ...]:
    """Who says which number, who may doubt what, what to turn up and to take, or who has won."""
    if state.winner is not None:
        return _won(state)
    if state.loser is not None:
        return _to_take(state, state.loser)
    if state.challenger is not None:
        return _to_turn(state, state.challenger)
    said = []
    if not state.fresh and not state.laid and not any(state.known):
        most = len(state.hands[0])
        said.append(Prompt(None, message("doubt.setup", tiles=sum(COPIES.values()), most=most, fewest=most - 1)))
    if state.fresh:
        last = state.last
        facts: dict[str, Fact] = {"player": state.players[last.seat], "number": last.number, "tiles": len(last.tiles)}
        said.append(Prompt(None, message("doubt.now_or_never" if state.is_closing else "doubt.who_doubts", **facts)))
    if not state.is_closing:
        player = state.players[state.seat]
        said.append(Prompt(state.seat, message("doubt.turn", player=player, number=state.number)))
    return tuple(said)


def _to_turn(state: State, challenger: int) -> tuple[Prompt, ...]:
    last = state.last
    doubted = message("doubt.doubted", player=state.players[challenger], layer=state.players[last.seat])
    turn = message("doubt.turn_up", player=state.players[last.seat], number=last.number, tiles=len(last.tiles))
    return Prompt(None, doubted), Prompt(last.seat, turn)


def _to_take(state: State, loser: int) -> tuple[Prompt, ...]:
    player, tiles = state.players[loser], _number_to_take(state)
    if state.takes == "all":
        take = message("doubt.take_all", player=player, tiles=tiles)
    else:
        take = message("doubt.take_stack", player=player, tiles=tiles, number=state.last.number)
    return _outcome(state), Prompt(loser, take)


def _won(state: State) -> tuple[Prompt, ...]:
    won = Prompt(None, message("doubt.won", player=state.players[state.last.seat]))
    return (won,) if state.challenger is None else (_outcome(state), won)


def _outcome(state: State) -> Prompt:
    """Whether the lay that was turned up was a lie."""
    true = is_true(state.turned, state.last.number)
    facts: dict[str, Fact] = {"player": state.players[state.last.seat], "number": state.last.number}
    return Prompt(None, message("doubt.was_true" if true else "doubt.was_lie", **facts))


def _number_to_take(state: State) -> int:
    return len(state.turned) + sum(len(lay.tiles) for lay in state.to_take)


def describe(state: State, move: Move) -> Message:
    """One line of the record: what everybody sees of a move."""
    match move:
        case Lay():
            return message("doubt.laid", player=state.players[state.seat], number=state.number)
        case Add():
            last = state.last
            return message("doubt.added", player=state.players[last.seat], tiles=len(last.tiles) + 1)
        case Challenge(seat):
            return message("doubt.challenged", player=state.players[seat], layer=state.players[state.last.seat])
        case Turn(tile):
            player = state.players[state.last.seat]
            return message("doubt.turned_wild" if tile == WILD else "doubt.turned", player=player, tile=tile)
        case Take():
            return message("doubt.took", player=state.players[state.loser or 0], tiles=_number_to_take(state))
        case _:
            return message("doubt.believed", player=state.players[state.last.seat])
