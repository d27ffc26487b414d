"""The end of a game: hands laid open, payments, the next dealer, and the campaign."""

from collections.abc import Sequence
from dataclasses import replace

from engines.hands import replaced, without
from engines.stop.calls import win_on_discard
from engines.stop.campaign import GAMES_A_CITY, GENERALS, KING, is_lost, settled
from engines.stop.cards import HAND, JOKER, Cards, in_order, total
from engines.stop.moves import HIT, OUT, RON, STOP, TSUMO, check_face, refused
from engines.stop.payment import (
    FIRST_ROUND,
    NOT_DOUBLED,
    ONE_SHOT,
    Ledger,
    Payment,
    booked,
    due,
    paid,
)
from engines.stop.state import SEATS, Claim, Phase, State, after
from engines.stop.waits import ALL_LEFT, could_wait, is_four_pairs

FAILED_STOP = "failed_stop"


def show(state: State, at: int, cards: Cards | str) -> State:
    """A hand lies open: a winner's must be the win that he called, and one in riichi must wait for a card.

    After the last one all payments are made. Raises `IllegalMove`.
    """
    player = state.players[at]
    if at not in state.showdown.pending:
        raise refused("no_show", player=player)
    showdown = replace(state.showdown, opened=tuple(sorted({*state.showdown.opened, at})))
    if isinstance(cards, str):
        return replace(state, phase=Phase.SHOW, showdown=showdown)
    for card in cards:
        check_face(card)
    hand = state.seats[at].hand
    if len(cards) != len(hand):
        raise refused("show_count", player=player, cards=len(hand))
    if state.taken_out(hand, cards) is None:
        raise refused("show_others", player=player)
    _check_proof(state, at, in_order(cards))
    state = replace(
        state,
        seats=replaced(state.seats, at, replace(state.seats[at], hand=in_order(cards), shown=in_order(cards))),
        phase=Phase.SHOW,
        showdown=replace(showdown, pending=without(showdown.pending, at)),
    )
    return state if state.showdown.pending else _settled(state)


def _check_proof(state: State, at: int, hand: Cards) -> None:
    """Raises `IllegalMove` for a hand that is not the win that its player called, or could not be in riichi."""
    seat, player = state.seats[at], state.players[at]
    kind = next((claim.kind for claim in state.showdown.claims if claim.seat == at), None)
    distinct = state.house.pairs_distinct
    if kind in (RON, HIT) and not is_four_pairs((*hand, str(state.top)), distinct):
        raise refused("shown_no_win", player=player, card=str(state.top))
    if kind == TSUMO and not is_four_pairs(hand, distinct):
        raise refused("shown_no_pairs", player=player)
    if kind == "seventy" and total(hand) < 10 * HAND:
        raise refused("shown_no_seventy", player=player)
    if seat.riichi and kind != TSUMO and not could_wait(hand, distinct, ALL_LEFT):
        raise refused("shown_no_riichi", player=player)


def _settled(state: State) -> State:
    """Payments are made. The winner takes the stakes and deals next, after a failed Stop the dealer's neighbour."""
    claims, match = _valid_claims(state), state.match
    payments = tuple(dues(state, claims))
    ledger = paid(match.ledger, payments)
    if payments[0].kind == FAILED_STOP:
        prize, match = 0, replace(match, ledger=ledger, dealer=after(match.dealer or 0))
    else:
        prize, winner = match.stakes, claims[0].seat
        match = replace(match, ledger=booked(ledger, winner, "stakes", prize), stakes=0, dealer=winner)
    showdown = replace(state.showdown, claims=claims, payments=payments, prize=prize)
    return _next_game(replace(state, match=match, showdown=showdown))


def _valid_claims(state: State) -> tuple[Claim, ...]:
    """The valid claims: an out fails where hands win on its last card by ron or hit (S-14), nearest first (S-20)."""
    claims = state.showdown.claims
    if claims[0].kind != OUT:
        return claims
    others = [(claims[0].seat + step) % SEATS for step in range(1, SEATS)]
    won = tuple(Claim(seat, kind) for seat in others if (kind := win_on_discard(state, seat)))
    return (won[:1] if state.house.rons == "nearest" else won) or claims


def dues(state: State, claims: Sequence[Claim]) -> list[Payment]:
    """The payments for the claims when all hands lie open (S-11 to S-18)."""
    kind, seat = claims[0].kind, claims[0].seat
    others = [other for other in range(SEATS) if other != seat]
    doubled = doubling(state, seat, kind)
    if kind in (RON, HIT):
        giver = state.last or 0
        return [_due(state, claim.kind, giver, claim.seat, doubling(state, claim.seat, claim.kind)) for claim in claims]
    if kind == STOP:
        lower = [other for other in others if stop_total(state, other) <= total(state.seats[seat].hand)]
        if lower:
            return [_due(state, FAILED_STOP, seat, other, doubled) for other in lower]
    return [_due(state, kind, other, seat, doubled) for other in others]


def _due(state: State, kind: str, payer: int, payee: int, doubled: str) -> Payment:
    return due(kind, payer, payee, doubled, state.seats[payer].hand.count(JOKER))


def stop_total(state: State, seat: int) -> int:
    """An opponent's points when somebody calls Stop: doubled for each joker in his hand (S-18)."""
    hand = state.seats[seat].hand
    return int(total(hand) * 2 ** hand.count(JOKER))


def doubling(state: State, seat: int, kind: str) -> str:
    """What doubles the coins of a win: one-shot for wins with riichi, else the first round (S-11 to S-17)."""
    if kind in (RON, TSUMO):
        return ONE_SHOT if state.seats[seat].one_shot else NOT_DOUBLED
    first = state.is_first_round if kind in (HIT, OUT) else state.is_first_turn
    return FIRST_ROUND if first else NOT_DOUBLED


def no_winner(state: State) -> State:
    """A draw: the dealer stays, and so do the stakes (S-21, S-22)."""
    return _next_game(state)


def _next_game(state: State) -> State:
    """The table between two games, or at the end of the last one."""
    ledger, campaign, games = state.match.ledger, state.match.campaign, state.match.games + 1
    over = games == state.house.games
    if campaign:
        campaign, salary = settled(campaign, games, sum(ledger[KING]))
        ledger = _with_salary(ledger, salary)
        is_leg_over = state.house.in_legs and not games % GAMES_A_CITY
        over = is_lost(sum(ledger[KING])) or campaign.is_complete or is_leg_over
    return replace(
        state,
        phase=Phase.OVER if over else Phase.DEAL,
        match=replace(state.match, ledger=ledger, campaign=campaign, games=games),
        turn=state.match.dealer or 0,
        last=None,
        drawn=None,
    )


def _with_salary(ledger: Ledger, salary: int) -> Ledger:
    """The ledger when the king has paid his generals (S-24)."""
    ledger = booked(ledger, KING, "salary", -salary * len(GENERALS))
    for general in GENERALS:
        ledger = booked(ledger, general, "salary", salary)
    return ledger
