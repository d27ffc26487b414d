"""Hands settled by their result alone, as on a score pad: who won with which tiles, or that nobody did.

>>> from engines.jarapon import Jarapon
>>> from engines.jarapon.moves import Won
>>> game = Jarapon({})
>>> state = game.start(["Aya", "Ben"], {"rules": "padawan", "dealer": "first"})
>>> state = game.play(state, Won(1, tuple("123456789"), giver=0))
>>> state.match.purses, game.prompt(state)[0].said.key
((2950, 3050), 'jarapon.won')
"""

from dataclasses import replace

from engines.contract import IllegalMove
from engines.hands import replaced
from engines.jarapon.dealing import build
from engines.jarapon.hand import HandScore, Win, score_hand
from engines.jarapon.moves import FirstDealer, Result, Won, WonFalsely, illegal
from engines.jarapon.settling import no_hand, nobody_wins, pay, penalty, staked
from engines.jarapon.state import STAKE, Phase, Seat, State
from engines.jarapon.tiles import BadTiles


def book(state: State, move: Result | FirstDealer) -> State:
    """Settle the hand that is being played, or the next one; raises `IllegalMove`.

    Before the first hand somebody must be the dealer (J7-2). Nothing that lies on the table is known afterwards. Riichi
    chips that were seen to be put in count once.
    """
    if isinstance(move, FirstDealer) != (state.phase == Phase.DICE) or state.phase == Phase.BONUS:
        raise IllegalMove(state.due)
    if isinstance(move, FirstDealer):
        return replace(state, match=replace(state.match, first=move.seat), dice=(), phase=Phase.BUILD)
    hand = build(state) if state.phase == Phase.BUILD else state
    hand = _with_riichi(hand, move.riichi)
    if hand.phase != Phase.OVER:
        hand = _settled(hand, move)
    elif isinstance(move, Won | WonFalsely):  # the last chip of somebody has ended the match before (J7-24)
        raise illegal("over")
    cleared = replace(hand, dice=(), wall=(), last=None, shown=None)
    return replace(cleared, seats=(Seat(),) * len(state.players))


def _with_riichi(state: State, riichi: tuple[int, ...]) -> State:
    """The hand after riichi by these players, too (J7-9)."""
    for seat in riichi:
        if seat not in range(len(state.players)):
            raise illegal("no_seat", seat=seat + 1, players=len(state.players))
        if state.seats[seat].riichi or state.phase == Phase.OVER:
            continue
        if state.match.purses[seat] < STAKE:
            raise illegal("riichi_without_chip", player=state.players[seat], stake=STAKE)
        state = replace(staked(state, seat), seats=replaced(state.seats, seat, Seat(riichi=True)))
    return state


def _settled(state: State, move: Result) -> State:
    if isinstance(move, WonFalsely):
        return penalty(state, move.seat)
    if not isinstance(move, Won):
        return nobody_wins(state)
    if move.giver == move.seat or move.giver not in (None, *range(len(state.players))):
        raise illegal("giver", player=state.players[move.seat])
    return pay(replace(state, last=move.giver), move.seat, _score(state, move), pon=bool(move.pons))


def _score(state: State, move: Won) -> HandScore:
    """What the nine tiles are worth (J7-14 to J7-18); raises `IllegalMove` where they are no hand."""
    rules = state.house
    if move.pons and rules.rules == "padawan":
        raise illegal("pon_padawan")
    riichi, dealer = state.seats[move.seat].riichi, move.seat == state.dealer
    win = Win(riichi, dealer, move.dora, move.bonus, move.pons, almighty_counts=rules.almighty_dora == "yes")
    try:
        score = score_hand(move.tiles, rules.scored_by, win)
    except BadTiles as bad:
        raise IllegalMove(bad.said) from bad
    if score is None:
        raise IllegalMove(no_hand(state))
    return score
