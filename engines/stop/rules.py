"""The rules of Stop behind the contract: legal moves, their effects, and views.

How a game ended may be entered at any time (`Result`): `play` accepts it, `moves` does not list it.
"""

from dataclasses import replace

from engines.contract import IllegalMove
from engines.stop.calls import call, calls, pon, pons
from engines.stop.cards import FACES, Cards, in_order
from engines.stop.dealing import give_out, next_deal, turn_up
from engines.stop.moves import (
    CALLS,
    NO_WINNER,
    Call,
    Deal,
    Discard,
    Draw,
    LayOff,
    Lot,
    Meld,
    Move,
    NoWinner,
    Pon,
    Result,
    Show,
    Take,
    refused,
)
from engines.stop.results import enter
from engines.stop.settling import no_winner, show
from engines.stop.state import SEATS, Phase, Seat, State, unknown
from engines.stop.turns import discard, draw, lay_off, meld, take, turn_moves
from engines.vocabulary import FACE_DOWN, NOTHING, UNKNOWN, Faces, Layout

_DUE: dict[Phase, tuple[type, ...]] = {
    Phase.LOTS: (Lot,),
    Phase.DEAL: (Deal,),
    Phase.TURN: (Draw, Take, Pon, Call),
    Phase.DISCARD: (Meld, LayOff, Discard, Call),
    Phase.CALLED: (Discard, Call),
    Phase.OUT: (Call,),
    Phase.LAST: (Call, NoWinner),
    Phase.CLAIMED: (Call, Show),
    Phase.SHOW: (Show,),
    Phase.OVER: (),
}


def is_over(state: State) -> bool:
    """Whether all games are played, or the campaign has ended (S-24, S-25)."""
    return state.phase == Phase.OVER


def moves(state: State) -> tuple[Move, ...]:
    """Every legal move: those of the player in turn, pon and kan, calls by kind and seat, then hands to show."""
    if state.phase == Phase.LOTS:
        return tuple(Lot(card) for card in state.could_hold(state.stock[:1]))
    if state.phase == Phase.DEAL:
        return (next_deal(state),)
    if state.top == UNKNOWN:
        return tuple(turn_moves(state))
    shows = [Show(seat, _known_hand(state, seat)) for seat in state.showdown.pending]
    end = [NO_WINNER] if state.phase == Phase.LAST else []
    return (*turn_moves(state), *pons(state), *calls(state), *shows, *end)


def _known_hand(state: State, seat: int) -> tuple[str, ...] | str:
    hand = state.seats[seat].hand
    return UNKNOWN if UNKNOWN in hand else hand


def play(state: State, move: Move) -> State:
    """The state after a move; raises `IllegalMove` with a `stop.illegal.*` message."""
    _check_due(state, move)
    match move:
        case Lot(card):
            then = turn_up(state, card)
        case Deal():
            then = give_out(state, move)
        case Draw(card):
            then = draw(state, card)
        case Take():
            then = take(state)
        case Meld(cards):
            then = meld(state, cards)
        case LayOff(card, at, end):
            then = lay_off(state, card, at, end)
        case Discard(card):
            then = discard(state, card)
        case Pon(seat, cards):
            then = pon(state, seat, cards)
        case Call(seat, what):
            then = call(state, seat, what)
        case Show(seat, cards):
            then = show(state, seat, cards)
        case Result():
            then = enter(state, move)
        case _:
            then = no_winner(state)
    return then


def _check_due(state: State, move: Move) -> None:
    """Raises `IllegalMove` for a move that is not due now, or whose seat or call does not exist."""
    if isinstance(move, Result) and state.phase != Phase.OVER:
        return
    if not isinstance(move, _DUE[state.phase]):
        raise _not_due(state)
    if state.top == UNKNOWN and not isinstance(move, Take):
        raise refused("name_card", player=state.players[state.last or 0])
    if isinstance(move, Pon | Call | Show) and move.seat not in range(SEATS):
        raise refused("no_player", seat=move.seat + 1, players=SEATS)
    if isinstance(move, Call) and move.what not in CALLS:
        raise refused("no_call", what=move.what)


def _not_due(state: State) -> IllegalMove:
    """The refusal that names the move that is due."""
    at = next(iter(state.showdown.pending), state.turn)
    return refused(f"now_{state.phase}", player=state.players[at])


def mover(state: State, move: Move) -> int | None:
    """The seat of the player who makes a move; None for `NoWinner` and `Result`."""
    if isinstance(move, Pon | Call | Show):
        return move.seat
    return None if isinstance(move, NoWinner | Result) else state.turn


def view(state: State, player: int | None) -> State:
    """What one player may know: his own hand and drawn card, and what the table shows; None for the table."""
    return replace(
        state,
        match=replace(state.match, seed=None),
        stock=unknown(len(state.stock)),
        drawn=UNKNOWN if state.drawn is not None and state.turn != player else state.drawn,
        seats=tuple(seat if at == player else _closed(seat) for at, seat in enumerate(state.seats)),
    )


def _closed(seat: Seat) -> Seat:
    return replace(seat, hand=in_order((*seat.shown, *unknown(len(seat.hand) - len(seat.shown)))))


def observed(state: State, move: Move, player: int | None) -> Move:
    """What one player learns of a move: his own cards of a deal, and the card that he draws."""
    match move:
        case Deal(hands, _):
            if isinstance(hands, str) or player is None:
                return Deal(UNKNOWN, UNKNOWN)
            return Deal(tuple(hand if at == player else UNKNOWN for at, hand in enumerate(hands)), UNKNOWN)
        case Draw() if state.turn != player:
            return Draw(UNKNOWN)
        case _:
            return move


_ANY_CARD: Faces = frozenset(FACES)


def layout(state: State) -> Layout:
    """The `stock`, the top of the `river`, and face up: `lot/1` …, melds `meld/1/1` … and hands shown `cards/1/1` ….

    Melds are counted as they were laid, their cards from low to high; lots and hands go by player. Nothing is demanded
    from an entered result to the next deal.
    """
    if state.showdown.entered:
        return {}
    found: dict[str, Faces] = {
        "stock": FACE_DOWN if state.stock else NOTHING,
        "river": _faces(state.river[-1]) if state.river else NOTHING,
    }
    for seat, card in enumerate(state.lots, start=1):
        found[f"lot/{seat}"] = _faces(card)
    for count, laid in enumerate(state.melds, start=1):
        found |= _row(f"meld/{count}", laid.cards)
    for at in state.showdown.opened:
        found |= _row(f"cards/{at + 1}", state.seats[at].hand)
    return found


def _row(place: str, cards: Cards) -> dict[str, Faces]:
    return {f"{place}/{count}": _faces(card) for count, card in enumerate(cards, start=1)}


def _faces(card: str) -> Faces:
    return _ANY_CARD if card == UNKNOWN else frozenset({card})
