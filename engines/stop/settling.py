"""The end of a game: hands laid open, payments, the next dealer, and the campaign."""

from collections.abc import Sequence
from dataclasses import replace

from engines.hands import replaced, without
from engines.stop.calls import win_on_discard
from engines.stop.campaign import GAMES_A_CITY, GENERALS, KING, is_lost, settled
from engines.stop.cards import HAND, JOKER, Cards, in_order, total
from engines.stop.moves import HIT, ON_DISCARD, OUT, RON, STOP, TSUMO, Result, check_face, refused
from engines.stop.payment import (
    FAILED_STOP,
    FIRST_ROUND,
    NOT_DOUBLED,
    ONE_SHOT,
    Ledger,
    Payment,
    booked,
    due,
    paid,
)
from engines.stop.state import SEATS, Claim, Phase, State, after, next_phase
from engines.stop.waits import ALL_LEFT, could_wait, is_four_pairs


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
    """All hands lie open: payments are made."""
    claims = _valid_claims(state)
    return settle(state, claims, _result(state, claims))


def _valid_claims(state: State) -> tuple[Claim, ...]:
    """The valid claims: an out fails where hands win on its last card by ron or hit (S-14), nearest first (S-20)."""
    claims = state.showdown.claims
    if claims[0].kind != OUT:
        return claims
    others = [(claims[0].seat + step) % SEATS for step in range(1, SEATS)]
    won = tuple(Claim(seat, kind) for seat in others if (kind := win_on_discard(state, seat)))
    return (won[:1] if state.house.rons == "nearest" else won) or claims


def _result(state: State, claims: Sequence[Claim]) -> Result:
    """What the payments for these claims depend on, as the open hands show it."""
    kind, seat = claims[0].kind, claims[0].seat
    others = [other for other in range(SEATS) if other != seat]
    points = total(state.seats[seat].hand)
    lower = tuple(other for other in others if stop_total(state, other) <= points) if kind == STOP else ()
    is_on_discard = kind in (RON, HIT)
    return Result(
        kind=FAILED_STOP if lower else ON_DISCARD if is_on_discard else kind,
        seats=tuple(claim.seat for claim in claims),
        giver=state.last if is_on_discard else None,
        lower=lower,
        first=state.is_first_round if is_on_discard or kind == OUT else state.is_first_turn,
        one_shot=tuple(at for at, each in enumerate(state.seats) if each.one_shot),
        jokers=tuple(at for at, each in enumerate(state.seats) for _ in range(each.hand.count(JOKER))),
    )


def stop_total(state: State, seat: int) -> int:
    """An opponent's points when somebody calls Stop: doubled for each joker in his hand (S-18)."""
    hand = state.seats[seat].hand
    return int(total(hand) * 2 ** hand.count(JOKER))


def settle(state: State, claims: tuple[Claim, ...], result: Result) -> State:
    """Payments are made. The winner takes the stakes and deals next, after a failed Stop the dealer's neighbour."""
    match, payments = state.match, tuple(_dues(claims, result))
    ledger = paid(match.ledger, payments)
    if result.kind == FAILED_STOP:
        prize, dealer = 0, None if match.dealer is None else after(match.dealer)
        match = replace(match, ledger=ledger, dealer=dealer)
    else:
        prize, winner = match.stakes, claims[0].seat
        match = replace(match, ledger=booked(ledger, winner, "stakes", prize), stakes=0, dealer=winner)
    showdown = replace(state.showdown, claims=claims, payments=payments, prize=prize)
    return next_game(replace(state, match=match, showdown=showdown))


def _dues(claims: Sequence[Claim], result: Result) -> list[Payment]:
    """The payments for the claims (S-11 to S-18)."""
    kind, seat = result.kind, claims[0].seat
    if kind == ON_DISCARD:
        giver = result.giver or 0
        return [_due(result, claim.kind, giver, claim.seat, _doubled(result, claim)) for claim in claims]
    doubled = _doubled(result, claims[0])
    if kind == FAILED_STOP:
        return [_due(result, kind, seat, other, doubled) for other in result.lower]
    return [_due(result, kind, other, seat, doubled) for other in range(SEATS) if other != seat]


def _due(result: Result, kind: str, payer: int, payee: int, doubled: str) -> Payment:
    return due(kind, payer, payee, doubled, result.jokers.count(payer))


def _doubled(result: Result, claim: Claim) -> str:
    """What doubles the coins of a claim: one-shot for wins with riichi, else the first round (S-11 to S-17)."""
    if claim.kind in (RON, TSUMO):
        return ONE_SHOT if claim.seat in result.one_shot else NOT_DOUBLED
    return FIRST_ROUND if result.first else NOT_DOUBLED


def no_winner(state: State) -> State:
    """A draw: the dealer stays, and so do the stakes (S-21, S-22)."""
    return next_game(state)


def next_game(state: State) -> State:
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
        phase=Phase.OVER if over else next_phase(state.match),
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
