"""What Character Search looks like and what is said in it: the table, the scores, the next thing to do."""

from engines.contract import Prompt, Standing, ranks
from engines.messages import Message, message
from engines.search.moves import Move, Take, Turn
from engines.search.rules import is_over
from engines.search.state import (
    START_CHIPS,
    TILES,
    WORTH,
    State,
    is_match,
    payers,
    score,
    smallest,
    still_in,
    worth_of,
)


def standings(state: State) -> tuple[Standing, ...]:
    """What everybody's chips count (J1-3); who has stayed in longer ranks higher, then who has most (J1-5)."""
    seats = range(len(state.players))
    left = {seat: number for number, group in enumerate(state.out) for seat in group}
    merits = [(left.get(seat, len(state.out)), score(state, seat)) for seat in seats]
    return tuple(
        Standing(seat, score(state, seat), rank, _reasons(state, seat), _unit(state, seat))
        for seat, rank in enumerate(ranks(merits))
    )


def _unit(state: State, seat: int) -> Message:
    return message(f"search.unit_{state.chips}", score=score(state, seat))


def _reasons(state: State, seat: int) -> tuple[Message, ...]:
    """Where the chips came from and went to; then how many pieces are left, where these are not what counts."""
    purse = state.purses[seat]
    came = worth_of(START_CHIPS[state.chips], state.chips)
    reasons = [message(f"search.began_{state.chips}", points=came)]
    if purse.received:
        reasons.append(message("search.received", points=purse.received))
    if purse.paid:
        reasons.append(message("search.paid", points=purse.paid))
    if purse.thrown:
        reasons.append(message("search.thrown", points=purse.thrown))
    if not any(purse.chips):
        reasons.append(message("search.out"))
    elif state.chips == "value":
        reasons.append(message("search.chips_left", chips=sum(purse.chips)))
    return tuple(reasons)


def prompt(state: State) -> tuple[Prompt, ...]:
    """Whose turn it is and what to do with tiles and chips, or the result."""
    if is_over(state):
        return _result(state)
    seat, name = state.seat, state.players[state.seat]
    if is_match(state):
        return (Prompt(seat, message("search.match", player=name)), *_payments(state))
    if len(state.up) == 2:
        return (Prompt(seat, message(f"search.throw_{_chip(state, seat)}", player=name)),)
    if state.up:
        return (Prompt(seat, message("search.second", player=name, face=state.tiles[state.up[0] - 1])),)
    turn = Prompt(seat, message("search.turn", player=name))
    ready = Prompt(None, message(f"search.setup_{state.chips}", tiles=TILES))
    has_begun = state.shown or any(purse.thrown for purse in state.purses)
    return (turn,) if has_begun else (ready, turn)


def _payments(state: State) -> tuple[Prompt, ...]:
    """Who gives the mover a chip, and for whom it is the last (J1-4)."""
    to = state.players[state.seat]
    return tuple(
        Prompt(payer, message(f"search.give_{_chip(state, payer)}", player=state.players[payer], to=to))
        for payer in payers(state)
    )


def _chip(state: State, seat: int) -> str:
    """Which chip a player parts with: his last one, any one, or one of the smallest kind that he has."""
    purse = state.purses[seat]
    if sum(purse.chips) == 1:
        return "last"
    return "one" if state.chips == "pieces" else str(WORTH[state.chips][smallest(purse)])


def _result(state: State) -> tuple[Prompt, ...]:
    """Why the game is over and who has won; equal counts share the win (J1-5)."""
    alone = still_in(state) if len(still_in(state)) == 1 else ()
    why = [message("search.over_alone", player=state.players[seat]) for seat in alone]
    best = [standing for standing in standings(state) if standing.rank == 1]
    won = f"search.{'won' if len(best) == 1 else 'shared'}_{state.chips}"
    said = [message(won, player=state.players[one.player], points=one.score) for one in best]
    return tuple(Prompt(None, one) for one in (*(why or [message("search.over_cleared")]), *said))


def describe(state: State, move: Move) -> Message:
    """One line of the record: what was turned up, or what became of the two tiles."""
    player = state.players[state.seat]
    if isinstance(move, Turn):
        return message("search.turned", player=player, tile=move.tile, face=move.face)
    if isinstance(move, Take):
        chips = len(payers(state))
        return message("search.took", player=player, face=state.tiles[state.up[0] - 1], chips=chips)
    unseen = f"_unseen_{move.unseen}" if move.unseen else ""
    return message(f"search.put_back{unseen}", player=player)
