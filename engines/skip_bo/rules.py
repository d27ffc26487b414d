"""The rules of play, K-2 to K-9: legal moves and their effects.

How a game ended may be entered at any time (`engines.skip_bo.results`): `play` accepts it, `moves` does not list it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from engines.contract import IllegalMove
from engines.hands import replaced
from engines.messages import Message, message
from engines.skip_bo.dealing import check_card, check_left, identified, named, next_game, renewed, taken
from engines.skip_bo.results import enter
from engines.skip_bo.state import (
    BUILD,
    BUILD_AT,
    BUILDS,
    DISCARD_AT,
    DISCARDS,
    END,
    FACES,
    HAND,
    HAND_PLACE,
    HIGHEST,
    PENALTY,
    STOCK_AT,
    STOCKS,
    Cards,
    Deal,
    Discard,
    Draw,
    End,
    Lay,
    Move,
    NobodyWon,
    Penalty,
    Result,
    State,
    Turn,
    Won,
    in_order,
)
from engines.vocabulary import UNKNOWN, WILD

Part = TypeVar("Part")  # what one player has
Left = Mapping[str, int]  # number of unknown cards of each face
_ALLOWED: dict[str, tuple[type, ...]] = {
    "deal": (Deal, Won, NobodyWon),
    "turn": (Turn, Won, NobodyWon),
    "draw": (Draw, Penalty, Won, NobodyWon),
    "play": (Lay, Discard, End, Penalty, Won, NobodyWon),
    "over": (),
}


def moves(state: State) -> tuple[Move, ...]:
    """Every legal move: cards from the stock first, then hand, discard piles, discards, penalties by seat."""
    due = state.phase
    if due == "over":
        return ()
    if due == "deal":
        return (Deal(_all_or_unknown(next_game(state).hands)),)
    left = state.unseen
    if due == "turn":
        return tuple(Turn(card) for card in _may_be(state.stocks[_turning(state)][-1], left))
    if due == "draw":
        cards, _ = taken(state, state.to_draw)
        return (Draw(UNKNOWN if UNKNOWN in cards else cards), *_penalties(state, left))
    ends = () if state.hands[state.seat] else (END,)
    return (*_lays(state, left), *_discards(state, left), *ends, *_penalties(state, left))


def _all_or_unknown(hands: tuple[Cards, ...]) -> tuple[Cards, ...] | str:
    return UNKNOWN if any(UNKNOWN in hand for hand in hands) else hands


def _may_be(card: str, left: Left) -> Cards:
    """The faces that a card may have."""
    return tuple(face for face in FACES if left[face]) if card == UNKNOWN else (card,)


def _in_hand(state: State, left: Left) -> Cards:
    """The faces that the player in turn may have in his hand, each once."""
    return tuple(dict.fromkeys(face for card in state.hands[state.seat] for face in _may_be(card, left)))


def _sources(state: State, left: Left) -> Iterator[tuple[str, Cards, tuple[str | None, ...]]]:
    """Each place to play from (K-3, K-8): the possible faces of its card, and of the card turned up under it."""
    for owner in state.team(state.seat):
        stock = state.stocks[owner]
        if stock:
            yield STOCKS[owner], stock[-1:], _may_be(stock[-2], left) if len(stock) > 1 else (None,)
    yield HAND_PLACE, _in_hand(state, left), (None,)
    for owner in state.team(state.seat):
        for place, pile in zip(DISCARDS[owner], state.discards[owner], strict=True):
            if pile:
                yield place, pile[-1:], (None,)


def _lays(state: State, left: Left) -> list[Lay]:
    """Each playable card on each pile that it fits on; a wild fits on all (K-3)."""
    needed = [str(len(pile) + 1) for pile in state.builds]
    return [
        Lay(card, place, BUILD[pile], under)
        for place, cards, turned in _sources(state, left)
        for card in cards
        for pile in range(BUILDS)
        if card in (needed[pile], WILD)
        for under in turned
    ]


def _discards(state: State, left: Left) -> list[Discard]:
    return [Discard(card, place) for card in _in_hand(state, left) for place in DISCARDS[state.seat]]


def _penalties(state: State, left: Left) -> list[Penalty]:
    """Penalty cards for every player with every possible face up; only in games of teams (K-9)."""
    count = min(PENALTY, len(state.draw) + len(state.aside))
    if not (state.house.teams and count):
        return []
    cards, _ = taken(state, count)
    faces = _may_be(cards[-1], left)
    return [Penalty(seat, (*cards[:-1], face)) for seat in range(len(state.players)) for face in faces]


def mover(state: State, move: Move) -> int | None:
    """The seat of the player who makes a legal move; None for penalty cards (K-9) and an entered result."""
    match move:
        case Deal():
            return state.dealer(state.game + 1)
        case Turn():
            return state.to_turn
        case Penalty() | Won() | NobodyWon():
            return None
    return state.seat


def play(state: State, move: Move) -> State:  # noqa: PLR0911  (a result for each kind of move)
    """The state after a move; raises `IllegalMove` with a `skip_bo.illegal.*` message."""
    due = state.phase
    if not isinstance(move, _ALLOWED[due]):
        raise IllegalMove(_why_not_now(state, due))
    match move:
        case Draw():
            return _draw(state, move)
        case Lay():
            return _lay(state, move)
        case Discard():
            return _discard(state, move)
        case Turn():
            return _turn(state, move)
        case End():
            return _end(state)
        case Penalty():
            return _penalty(state, move)
        case Deal():
            return _deal(state, move)
        case Won() | NobodyWon():
            return enter(state, move)


def _why_not_now(state: State, due: str) -> Message:
    """The message that names what is due instead of a move of this kind."""
    if due == "over":
        return message("skip_bo.illegal.over")
    if due == "deal":
        player = state.players[state.dealer(state.game + 1)]
        return message("skip_bo.illegal.deal_first", player=player, game=state.game + 1)
    if due == "turn":
        return message("skip_bo.illegal.turn_first", player=state.players[_turning(state)])
    player = state.players[state.seat]
    if due == "draw":
        return message("skip_bo.illegal.draw_first", player=player, cards=state.to_draw)
    return message("skip_bo.illegal.not_now", player=player)


def _deal(state: State, move: Deal) -> State:
    """The next game of a match (K-1, K-7)."""
    state = next_game(state)
    hands = (UNKNOWN,) * len(state.players) if isinstance(move.hands, str) else move.hands
    if len(hands) != len(state.players) or any(hand != UNKNOWN and len(hand) != HAND for hand in hands):
        raise IllegalMove(message("skip_bo.illegal.deal_hands", hands=len(state.players), cards=HAND))
    for seat, hand in enumerate(hands):
        if not isinstance(hand, str):
            state = _with_hand(state, seat, identified(state, state.hands[seat], hand))
    return state


def _turn(state: State, move: Turn) -> State:
    """The top card of a stock is turned up before the game (K-1)."""
    seat = _turning(state)
    return _with_top(state, seat, state.stocks[seat], move.card)


def _turning(state: State) -> int:
    seat = state.to_turn
    assert seat is not None
    return seat


def _with_top(state: State, owner: int, stock: Cards, card: str | None) -> State:
    """A stock whose top card, if there is one, is turned up with the face that the move names."""
    shown = tuple(at for at in state.shown[owner] if at < len(stock) - 1)
    state = replace(state, stocks=replaced(state.stocks, owner, stock), shown=replaced(state.shown, owner, shown))
    if not stock:
        if card is not None:
            raise IllegalMove(message("skip_bo.illegal.nothing_to_turn"))
        return state
    (top,) = identified(state, stock[-1:], (UNKNOWN if card is None else card,))
    if top == UNKNOWN:
        raise IllegalMove(message("skip_bo.illegal.say_which", player=state.players[owner]))
    return replace(
        state,
        stocks=replaced(state.stocks, owner, (*stock[:-1], top)),
        shown=replaced(state.shown, owner, (*shown, len(stock) - 1)),
    )


def _draw(state: State, move: Draw) -> State:
    """The player in turn fills his hand (K-2), as far as there are cards (K-4)."""
    count = state.to_draw
    if not isinstance(move.cards, str) and len(move.cards) != count:
        player = state.players[state.seat]
        raise IllegalMove(message("skip_bo.illegal.draw_count", player=player, cards=count, given=len(move.cards)))
    cards, state = taken(state, count)
    hand = state.hands[state.seat]
    state = _with_hand(state, state.seat, (*hand, *cards))
    if not isinstance(move.cards, str):
        state = _with_hand(state, state.seat, (*hand, *identified(state, cards, move.cards)))
    return replace(state, busy=True)


def _with_hand(state: State, seat: int, cards: Cards) -> State:
    return replace(state, hands=replaced(state.hands, seat, in_order(cards)))


def _lay(state: State, move: Lay) -> State:
    """A card goes onto a building pile, which is set aside when full (K-3, K-4); the last of a stock may win (K-6)."""
    pile = BUILD_AT.get(move.target)
    if pile is None:
        raise IllegalMove(message("skip_bo.illegal.no_build", place=move.target))
    number = len(state.builds[pile]) + 1
    is_covered = move.card == UNKNOWN and move.source == HAND_PLACE
    if not is_covered:
        check_card(move.card)
    if not is_covered and move.card not in (str(number), WILD):
        raise IllegalMove(
            message("skip_bo.illegal.does_not_fit", card=named(move.card), pile=pile + 1, number=number),
        )
    state = _without(state, move)
    built = (*state.builds[pile], move.card)
    if number == HIGHEST:
        state, built = replace(state, aside=in_order((*state.aside, *built))), ()
    state = replace(state, builds=replaced(state.builds, pile, built), busy=True)
    if move.source not in STOCK_AT:
        return renewed(state)
    owner = STOCK_AT[move.source]
    return _judged(renewed(_with_top(state, owner, state.stocks[owner], move.turned)))


def _without(state: State, move: Lay) -> State:
    """The state without the card that is laid, which must lie where the move says (K-3, K-8)."""
    if move.source in STOCK_AT:
        owner = STOCK_AT[move.source]
        stock = _own(state, owner, state.stocks)
        _check_top(stock, move.card)
        return replace(state, stocks=replaced(state.stocks, owner, stock[:-1]))
    if move.turned is not None:
        raise IllegalMove(message("skip_bo.illegal.nothing_to_turn"))
    if move.source in DISCARD_AT:
        owner, at = DISCARD_AT[move.source]
        piles = _own(state, owner, state.discards)
        _check_top(piles[at], move.card)
        return replace(state, discards=replaced(state.discards, owner, replaced(piles, at, piles[at][:-1])))
    if move.source != HAND_PLACE:
        raise IllegalMove(message("skip_bo.illegal.no_source", place=move.source))
    return _out_of_hand(state, move.card)


def _own(state: State, owner: int, of_all: tuple[Part, ...]) -> Part:
    """A player's own part of what all have, or his partner's (K-8)."""
    if owner not in state.team(state.seat):
        raise IllegalMove(message("skip_bo.illegal.not_yours", player=state.players[state.seat]))
    return of_all[owner]


def _check_top(pile: Cards, card: str) -> None:
    """Only the top card of a stock or discard pile can be played (K-3)."""
    if not pile:
        raise IllegalMove(message("skip_bo.illegal.empty", card=named(card)))
    if pile[-1] != card:
        raise IllegalMove(message("skip_bo.illegal.not_on_top", card=named(card), top=named(pile[-1])))


def _out_of_hand(state: State, card: str) -> State:
    """The state without a card that the player in turn has in his hand, or may have."""
    hand = list(state.hands[state.seat])
    if card not in hand:
        if UNKNOWN not in hand:
            player = state.players[state.seat]
            raise IllegalMove(message("skip_bo.illegal.not_in_hand", player=player, card=named(card)))
        check_left(card, state.unseen[card])
    hand.remove(card if card in hand else UNKNOWN)
    return replace(state, hands=replaced(state.hands, state.seat, tuple(hand)))


def _judged(state: State) -> State:
    """A game is won as soon as the stock is empty, in teams both stocks (K-6, K-8)."""
    mine = state.team(state.seat)
    if any(state.stocks[seat] for seat in mine):
        return state
    left = sum(len(stock) for seat, stock in enumerate(state.stocks) if seat not in mine)
    return replace(state, results=(*state.results, Result(state.seat, left)))


def _discard(state: State, move: Discard) -> State:
    """A card goes onto an own discard pile, also in teams (K-8), which ends the turn (K-5)."""
    owner, at = DISCARD_AT.get(move.target, (-1, 0))
    if owner != state.seat:
        raise IllegalMove(message("skip_bo.illegal.own_discard", player=state.players[state.seat]))
    check_card(move.card)
    state = _out_of_hand(state, move.card)
    piles = state.discards[owner]
    piles = replaced(piles, at, (*piles[at], move.card))
    return _next_turn(replace(state, discards=replaced(state.discards, owner, piles), idle=0))


def _end(state: State) -> State:
    """No discard from an empty hand (K-4); the game is drawn after a round without a play, draw or discard (K-6)."""
    if state.hands[state.seat]:
        raise IllegalMove(message("skip_bo.illegal.must_discard", player=state.players[state.seat]))
    idle = 0 if state.busy else state.idle + 1
    if idle == len(state.players):
        return replace(state, idle=idle, results=(*state.results, Result(None, 0)))
    return _next_turn(replace(state, idle=idle))


def _next_turn(state: State) -> State:
    return replace(state, seat=(state.seat + 1) % len(state.players), busy=False)


def _penalty(state: State, move: Penalty) -> State:
    """Two cards from the draw pile, or fewer, go on top of a stock, the last one face up (K-9)."""
    if not state.house.teams:
        raise IllegalMove(message("skip_bo.illegal.no_penalty"))
    if move.seat not in range(len(state.players)):
        raise IllegalMove(message("skip_bo.illegal.no_player", seat=move.seat + 1, players=len(state.players)))
    count = min(PENALTY, len(state.draw) + len(state.aside))
    if not count or len(move.cards) != count:
        raise IllegalMove(message("skip_bo.illegal.penalty_count", cards=count))
    cards, state = taken(state, count)
    stock = state.stocks[move.seat]
    for card, says in zip(cards, move.cards, strict=True):
        state = replace(state, stocks=replaced(state.stocks, move.seat, (*stock, card)))
        stock += identified(state, (card,), (says,))
    return _with_top(state, move.seat, stock, stock[-1])
