"""The end of a hand: shown tiles are judged, chips are paid, and the deal moves or stays (J7-13 to J7-26)."""

from dataclasses import replace

from engines.contract import IllegalMove
from engines.jarapon import hand
from engines.jarapon.hand import PENALTY_POINTS, Discards, HandScore, Wait, Win, ron_refused, score_hand, waits
from engines.jarapon.moves import Tiles, TurnUp, illegal
from engines.jarapon.state import STAKE, TENURES, Centre, Entry, Match, Phase, State, Worth, merge_face
from engines.messages import Message, message
from engines.vocabulary import UNKNOWN


def judged(state: State, seat: int, tiles: Tiles) -> HandScore | Message:
    """The score of a player's concealed tiles with his open sets and, by ron, the last discard; or why there is none.

    The bonus tile counts once it is turned up. The result depends only on what the table shows once these tiles lie
    open.
    """
    nine = (*tiles, *laid_tiles(state, seat))
    won = nine if state.last is None else (*nine, state.taken)
    score = score_hand(won, state.house.scored_by, win_of(state, seat))
    if score is None:
        return no_hand(state)
    return score if state.last is None else ron_forbidden(state, seat, tiles) or score


def own_waits(state: State, seat: int) -> tuple[Wait, ...]:
    """What completes a player's eight known tiles, open sets included, with the score of each."""
    return waits((*state.in_hand(seat), *laid_tiles(state, seat)), state.house.scored_by, win_of(state, seat))


def laid_tiles(state: State, seat: int) -> Tiles:
    """The tiles of a player's open sets."""
    return tuple(tile for laid in state.seats[seat].sets for tile in laid.tiles)


def win_of(state: State, seat: int) -> Win:
    """How a player would win now, as far as the table shows."""
    me = state.seats[seat]
    pons = tuple(hand.Pon(laid.number, laid.wilds) for laid in me.sets)
    bonus, counts = state.centre.tile if state.centre.turned_up else None, state.house.almighty_dora == "yes"
    return Win(me.riichi, seat == state.dealer, state.dora, bonus, pons, almighty_counts=counts)


def ron_forbidden(state: State, seat: int, tiles: Tiles | None) -> Message | None:
    """Why a player may not take the last discard to win (J7-10, J7-12); without his tiles, as the table knows."""
    passed, missed = state.seats[seat].passed, False
    if tiles and passed:
        missed = any(wait.tile in passed for wait in waits(tiles, state.house.scored_by))
    return ron_refused(state.taken, _discards(state, seat, missed))


def let_pass(state: State, seat: int) -> tuple[str, ...]:
    """The tiles that a player in riichi has let pass, now with the last discard (J7-10).

    A discard that he was not allowed to take, such as one of a face that he had discarded himself, does not count.
    """
    passed = state.seats[seat].passed
    if ron_refused(state.taken, _discards(state, seat, False)) or state.taken in passed:
        return passed
    return tuple(sorted((*passed, state.taken)))


def _discards(state: State, seat: int, missed: bool) -> Discards:
    return Discards(state.all_discarded(seat), missed, state.house.almighty_ron == "yes")


def no_hand(state: State) -> Message:
    """Why tiles that no row of the sheet fits are no hand."""
    if state.house.rules == "padawan":
        return message("jarapon.not_one_each")
    return message("hand.none", sheet=state.house.sheet)


def paid(state: State) -> State:
    """The winner, whose hand lies open, is paid."""
    winner = state.shown or 0
    score = judged(state, winner, state.seats[winner].hand)
    assert isinstance(score, HandScore)  # it was judged when it was shown
    return pay(state, winner, score, pon=bool(state.seats[winner].sets))


def pay(state: State, winner: int, score: HandScore, pon: bool) -> State:
    """A winner is paid by whoever made the last discard, else by all, and takes the stakes (J7-20 to J7-24)."""
    stakes = state.match.chips * STAKE  # never doubled (J7-21)
    gained = [0] * len(state.players)
    for seat in range(len(state.players)):
        if seat != winner and state.last in (seat, None):
            gained[seat] = -min(score.total, state.match.purses[seat])
    gained[winner] = stakes - sum(gained)
    worth = Worth(
        hand=score.row.title,
        points=score.points,
        pon=pon,
        bonuses=tuple((bonus.kind, bonus.count, bonus.points) for bonus in score.bonuses),
        dealer=winner == state.dealer,
        giver=state.last,
        due=score.total,
        stakes=stakes,
    )
    entry = Entry(state.match.hand, "won", winner, tuple(gained), worth)
    # J7-26: a winning dealer stays
    return ended(replace(state, match=replace(state.match, chips=0)), entry, deal_moves=winner != state.dealer)


def penalty(state: State, seat: int) -> State:
    """A false win is void; where it is fined, its player pays the others counter-clockwise while he can (J7-25)."""
    gained, left = [0] * len(state.players), state.match.purses[seat]
    fine = PENALTY_POINTS if state.house.fines else 0
    other = state.after(seat)
    while other != seat:
        gained[other] = min(fine, left)
        left -= gained[other]
        other = state.after(other)
    gained[seat] = left - state.match.purses[seat]
    moves = (state.house.fines and seat == state.dealer) or state.house.false_win == "next_dealer"
    return ended(state, Entry(state.match.hand, "false_win", seat, tuple(gained)), deal_moves=moves)


def void(state: State) -> State:
    """Nobody has won: the deal moves, the stakes stay (J7-13). Raises `IllegalMove` while the hand goes on."""
    if state.phase != Phase.DRAW or state.wall or state.claim:
        raise IllegalMove(state.due)
    return nobody_wins(state)


def nobody_wins(state: State) -> State:
    """A hand ends without a winner (J7-13)."""
    return ended(state, Entry(state.match.hand, "void", state.dealer, (0,) * len(state.players)), deal_moves=True)


def staked(state: State, seat: int) -> State:
    """A riichi chip is put in the centre (J7-9), which may be a player's last and end the match (J7-24)."""
    gained = tuple(-STAKE if at == seat else 0 for at in range(len(state.players)))
    match = _booked(state.match, Entry(state.match.hand, "riichi", seat, gained))
    ends = state.house.broke == "at_once" and not match.purses[seat]
    return replace(state, match=replace(match, chips=match.chips + 1), phase=Phase.OVER if ends else state.phase)


def ended(state: State, entry: Entry, deal_moves: bool) -> State:
    """A hand is settled: the match ends when somebody has nothing left or all have been dealer twice (J7-24, J7-26)."""
    match = replace(_booked(state.match, entry), deal_moves=deal_moves)
    over = 0 in match.purses or match.tenure + deal_moves == TENURES * len(state.players)
    return replace(state, match=match, claim=None, drawn=None, phase=Phase.OVER if over else Phase.BUILD)


def _booked(match: Match, entry: Entry) -> Match:
    purses = tuple(purse + gain for purse, gain in zip(match.purses, entry.gained, strict=True))
    return replace(match, purses=purses, account=(*match.account, entry))


def is_waiting(state: State, tiles: Tiles) -> bool:
    """Whether one tile would complete a hand of the sheet (J7-9); always True with unknown tiles."""
    return UNKNOWN in tiles or hand.is_waiting(tiles, state.house.scored_by)


def turn_up(state: State, move: TurnUp) -> State:
    """The tile in the centre is turned up, and the winner is paid (J7-17); raises `IllegalMove`."""
    if state.phase != Phase.BONUS:
        raise IllegalMove(state.due)
    known = state.centre.tile
    if merge_face(known, move.tile) != move.tile or move.tile not in state.could_be((known,)):
        raise illegal("centre")
    return paid(replace(state, centre=Centre(move.tile, turned_up=True)))
