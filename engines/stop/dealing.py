"""Before a game of Stop: who deals first, and the deal (S-22)."""

from collections import Counter
from dataclasses import replace

from engines.stop.cards import FACES, HAND, POINTS, Cards, deck, in_order
from engines.stop.moves import Deal, check_face, refused
from engines.stop.state import SEATS, Phase, Seat, State, after, shuffled, unknown
from engines.vocabulary import UNKNOWN


def turn_up(state: State, card: str) -> State:
    """The next player turns up a card; the lowest deals first, of equals the first, and jokers are lowest (S-22)."""
    lots = (*state.lots, off_the_stock(state, card))
    state = replace(state, lots=lots, stock=state.stock[1:], turn=after(state.turn))
    if len(lots) < SEATS:
        return state
    points = [POINTS[lot] for lot in lots]
    dealer = points.index(min(points))
    return replace(state, match=replace(state.match, dealer=dealer), turn=dealer, phase=Phase.DEAL)


def off_the_stock(state: State, card: str) -> str:
    """The top card of the stock, which a lot must name; raises `IllegalMove` for a card that it cannot be."""
    known = state.stock[0]
    if card == UNKNOWN and (known != UNKNOWN or state.phase != Phase.LOTS):
        return known
    check_face(card)
    if known == UNKNOWN:
        if state.unseen[card] < 1:
            raise refused("seen_elsewhere", card=card)
    elif known != card:
        raise refused("not_drawn", card=card)
    return card


def next_deal(state: State) -> Deal:
    """The next deal, unknown without a seed."""
    seed = state.match.seed
    if seed is None:
        return Deal(UNKNOWN, UNKNOWN)
    cards = shuffled(state.house, seed, state.match.games)
    hands = tuple(in_order(cards[HAND * seat : HAND * (seat + 1)]) for seat in range(SEATS))
    return Deal(hands, cards[HAND * SEATS :])


def give_out(state: State, deal: Deal) -> State:
    """Seven cards to each, the rest face down in the middle; raises `IllegalMove`.

    The dealer begins; stakes stay on the table.
    """
    hands, stock = _given(state, deal)
    too_many = Counter(card for cards in (*hands, stock) for card in cards if card != UNKNOWN)
    too_many.subtract(deck(state.house.jokers))
    if max(too_many.values()) > 0:
        raise refused("dealt_twice")
    return State(
        players=state.players,
        house=state.house,
        match=state.match,
        stock=stock,
        seats=tuple(Seat(in_order(hand)) for hand in hands),
        phase=Phase.TURN,
        turn=state.match.dealer or 0,
    )


def _given(state: State, deal: Deal) -> tuple[tuple[Cards, ...], Cards]:
    """Hands and stock of a deal, completed by known cards; raises `IllegalMove` for wrong counts or cards."""
    known, in_stock = next_deal(state), state.house.cards - HAND * SEATS
    given, due = _each(deal.hands), _each(known.hands)
    if len(given) != SEATS:
        raise refused("dealt_wrong", cards=HAND, stock=in_stock)
    hands = tuple(_filled(named, held, HAND, in_stock) for named, held in zip(given, due, strict=True))
    return hands, _filled(deal.stock, known.stock, in_stock, in_stock)


def _each(hands: tuple[Cards | str, ...] | str) -> tuple[Cards | str, ...]:
    return (UNKNOWN,) * SEATS if isinstance(hands, str) else hands


def _filled(named: Cards | str, known: Cards | str, count: int, in_stock: int) -> Cards:
    """The cards that a deal names, else the known ones, else unknown ones."""
    if isinstance(named, str):
        return unknown(count) if isinstance(known, str) else known
    if len(named) != count or not set(named) <= set(FACES):
        raise refused("dealt_wrong", cards=HAND, stock=in_stock)
    if not isinstance(known, str) and named != known:
        raise refused("dealt_otherwise")
    return named
