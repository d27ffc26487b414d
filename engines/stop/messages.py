"""Messages of Stop: standings with their reasons, prompts, and descriptions of moves."""

from engines.contract import Prompt, Standing, ranks
from engines.messages import Message, message
from engines.stop.campaign import GAMES_A_CITY, GENERALS, KING, SALARY, is_lost
from engines.stop.cards import HAND, Cards, total
from engines.stop.melds import UNREAD, joker_in
from engines.stop.moves import (
    HIT,
    NOBODY,
    ON_DISCARD,
    OUT,
    RON,
    Call,
    Deal,
    Discard,
    Draw,
    LayOff,
    Lot,
    Meld,
    Move,
    Pon,
    Result,
    Show,
    Take,
)
from engines.stop.payment import ACCOUNTS, FAILED_STOP, Payment
from engines.stop.results import claims_of
from engines.stop.state import BETWEEN_GAMES, SEATS, Phase, State
from engines.vocabulary import UNKNOWN


def standings(state: State) -> tuple[Standing, ...]:
    """Coins by seat, with the balance of each account as a reason."""
    coins, ranked = state.coins, ranks(_merits(state))
    return tuple(
        Standing(
            player=seat,
            score=coins[seat],
            rank=ranked[seat],
            reasons=(
                *(_progress(state) if seat == KING else ()),
                *(
                    message(f"stop.account.{account}", coins=booked)
                    for account, booked in zip(ACCOUNTS, state.match.ledger[seat], strict=True)
                    if booked
                ),
            ),
            unit=message("stop.unit", score=coins[seat]),
        )
        for seat in range(SEATS)
    )


def _merits(state: State) -> list[tuple[int, int]]:
    """Sort keys of the players: coins; in a campaign the king is first while he has any, else last."""
    if state.match.campaign is None:
        return [(0, coins) for coins in state.coins]
    king = (-1 if is_lost(state.coins[KING]) else 1, 0)
    return [king, *((0, state.coins[seat]) for seat in GENERALS)]


def _progress(state: State) -> tuple[Message, ...]:
    """How far the campaign has come: its game, and the city where the king is."""
    campaign = state.match.campaign
    if campaign is None:
        return ()
    return (message("stop.campaign_progress", game=game_number(state), city=campaign.cities),)


def game_number(state: State) -> int:
    """The number of the game that is being played, or of the last one when all are over."""
    return state.match.games + (state.phase != Phase.OVER)


def status(state: State) -> tuple[Message, ...]:
    """The number of the game, the first round and the riichi coins; between two games the prompts say it."""
    if state.phase in BETWEEN_GAMES:
        return ()
    said = []
    if state.match.campaign is None:  # a campaign has a line of its own
        said.append(message("stop.status.game", game=game_number(state), games=state.house.games))
    if _may_pay_first(state):
        said.append(message("stop.status.first_round"))
    return (*said, *_riichi_coins(state))


def _may_pay_first(state: State) -> bool:
    """Whether a win that nobody has called yet could still count double for the first round (S-6)."""
    is_first = state.is_first_turn if state.top is None else state.is_first_round
    return is_first and not state.showdown.claims


def _riichi_coins(state: State) -> list[Message]:
    """The coins on the table: gold while one-shot counts for their player, then silver, as those of earlier games."""
    gold = sum(seat.one_shot for seat in state.seats)
    coins = {"gold": gold, "silver": state.match.stakes - gold}
    return [message(f"stop.status.{metal}", coins=count) for metal, count in coins.items() if count]


def prompt(state: State) -> tuple[Prompt, ...]:
    """What to do next and who does it; between games who pays whom and why."""
    match state.phase:
        case Phase.LOTS:
            return (*_ended(state), *_to_turn_up(state))
        case Phase.DEAL:
            return (*_ended(state), *_to_deal(state))
        case Phase.OVER:
            return (*_ended(state), *_final(state))
        case Phase.CLAIMED | Phase.SHOW:
            return _to_show(state)
        case _:
            return _to_play(state)


def _all(said: Message) -> Prompt:
    return Prompt(None, said)


def _to_turn_up(state: State) -> tuple[Prompt, ...]:
    player = state.players[state.turn]
    setup = [] if state.lots else [_all(message("stop.setup", cards=state.house.cards))]
    if state.match.campaign and not state.lots and not state.match.games:
        king = state.players[KING]
        setup.append(_all(message("stop.campaign_begins", player=king, coins=state.coins[KING])))
    return (*setup, *_goes_on(state), Prompt(state.turn, message("stop.turn_up", player=player)))


def _to_deal(state: State) -> tuple[Prompt, ...]:
    player, dealer, games = state.players[state.turn], state.turn, state.match.games
    before = [_all(message("stop.lowest", player=player, card=state.lots[dealer]))] if state.lots else _goes_on(state)
    stock = state.house.cards - HAND * SEATS
    said = message("stop.deal", player=player, game=games + 1, cards=HAND, stock=stock)
    return (*before, Prompt(dealer, said))


def _goes_on(state: State) -> list[Prompt]:
    """The message that a later leg of a campaign continues, and from where."""
    campaign, king = state.match.campaign, state.players[KING]
    if campaign is None or not _begins_a_leg(state):
        return []
    return [_all(message("stop.campaign_goes_on", player=king, city=campaign.cities, coins=state.coins[KING]))]


def _begins_a_leg(state: State) -> bool:
    """Whether no game has been played since the leg before."""
    return state.house.carried is not None and state.match.games == state.house.carried.games


def _to_play(state: State) -> tuple[Prompt, ...]:
    """What the player in turn may do, or who may still win when the last card is discarded."""
    seat, player = state.seats[state.turn], state.players[state.turn]
    match state.phase:
        case Phase.TURN if seat.riichi:
            said = message("stop.draw_in_riichi", player=player)
        case Phase.TURN if state.top is None:
            said = message("stop.first_draw", player=player)
        case Phase.TURN if state.top == UNKNOWN:
            said = message("stop.take_unread", player=player)
        case Phase.TURN:
            said = message("stop.draw_or_take", player=player, card=str(state.top))
        case Phase.DISCARD if seat.riichi:
            said = message("stop.discard_in_riichi", player=player)
        case Phase.DISCARD if seat.declared:
            said = message("stop.discard_for_riichi", player=player)
        case Phase.DISCARD if state.taken is not None:
            said = message("stop.discard_not", player=player, card=state.taken)
        case Phase.CALLED:
            said = message("stop.discard_after_pon", player=player)
        case Phase.DISCARD:
            said = message("stop.discard", player=player)
        case Phase.OUT:
            said = message("stop.going_out", player=player, card=state.river[-1])
            return (_all(said),)
        case _:
            return (_all(message("stop.last_discard", card=state.river[-1])),)
    return (Prompt(state.turn, said),)


def _to_show(state: State) -> tuple[Prompt, ...]:
    """Who claims a win, and whose hands must be shown."""
    showdown = state.showdown
    said = [
        _all(message(f"stop.called_{claim.kind}", player=state.players[claim.seat], card=_won_with(state)))
        for claim in showdown.claims
    ]
    said += [_all(_out_unless(state, claim.seat)) for claim in showdown.claims if claim.kind == OUT]
    for at in showdown.pending:
        key = "stop.unread" if at in showdown.opened else "stop.show"
        said.append(Prompt(at, message(key, player=state.players[at])))
    return tuple(said)


def _out_unless(state: State, seat: int) -> Message:
    """The note that an out counts only if no hand wins on the last card (S-14)."""
    return message("stop.out_unless", player=state.players[seat], card=_won_with(state))


def _won_with(state: State) -> str:
    """The discard on which a ron or hit wins; meaningless for other wins."""
    return state.river[-1] if state.river else ""


def _ended(state: State) -> tuple[Prompt, ...]:
    return tuple(map(_all, ending(state)))


def ending(state: State) -> tuple[Message, ...]:
    """How the last game ended: wins, payments, stakes and the campaign; empty before the first."""
    if not state.match.games or _begins_a_leg(state):
        return ()
    showdown, stakes = state.showdown, state.match.stakes
    said = [] if showdown.claims else [message("stop.nobody_won")]
    if _is_no_out(state):
        said.append(message("stop.no_out", player=_giver(state), card=_won_with(state)))
    said += [_won(state, seat, kind) for seat, kind in _winners(state)]
    said += [_paid(state, payment) for payment in showdown.payments]
    if showdown.prize:
        said.append(message("stop.stakes_won", player=state.players[showdown.claims[0].seat], coins=showdown.prize))
    if stakes:
        said.append(message("stop.stakes_stay", coins=stakes))
    return (*said, *_march(state))


def _winners(state: State) -> list[tuple[int, str]]:
    kinds = {payment.kind for payment in state.showdown.payments}
    return [(claim.seat, FAILED_STOP if FAILED_STOP in kinds else claim.kind) for claim in state.showdown.claims]


def _won(state: State, seat: int, kind: str) -> Message:
    player = state.players[seat]
    if state.showdown.entered:
        return _entered_win(kind, player, _giver(state))
    if kind in (RON, HIT):
        return message(f"stop.won_{kind}", player=player, card=_won_with(state), giver=_giver(state))
    points = total(state.seats[seat].hand)
    return message(f"stop.won_{kind}", player=player, points=points)


def _is_no_out(state: State) -> bool:
    """Whether somebody won on the last card of a hand, whose player is therefore not out (S-14)."""
    showdown = state.showdown
    return not showdown.entered and any(
        payment.kind in (RON, HIT) and not state.seats[payment.payer].hand for payment in showdown.payments
    )


def _giver(state: State) -> str:
    return state.players[state.showdown.payments[0].payer]


def _paid(state: State, payment: Payment) -> Message:
    """The line of a payment, with what doubled it."""
    why = f"_{payment.doubled}" if payment.doubled else ""
    jokers = "_jokers" if payment.jokers else ""
    payer, payee = state.players[payment.payer], state.players[payment.payee]
    return message(f"stop.pays{why}{jokers}", player=payer, to=payee, coins=payment.coins, jokers=payment.jokers)


def _march(state: State) -> list[Message]:
    """The king's pay day and the city that he has reached (S-24)."""
    campaign, king = state.match.campaign, state.players[KING]
    decades, after_game = divmod(state.match.games, GAMES_A_CITY)
    if campaign is None or after_game or state.match.ledger[GENERALS[0]][-1] != SALARY * decades:
        return []
    said = [message("stop.salaries", player=king, coins=SALARY)]
    if is_lost(state.coins[KING]) or campaign.is_complete:
        return said
    return [*said, message("stop.next_city", player=king, city=campaign.cities)]


def _final(state: State) -> tuple[Prompt, ...]:
    """Who has most coins, or how the campaign ended."""
    coins, campaign = state.coins, state.match.campaign
    if campaign:
        key = "stop.campaign_complete" if campaign.is_complete else "stop.campaign_lost"
        if state.carried is not None:
            key = "stop.leg_over"
        return (_all(message(key, player=state.players[KING], city=campaign.cities)),)
    first = [seat for seat in range(SEATS) if coins[seat] == max(coins)]
    key = "stop.won" if len(first) == 1 else "stop.shares_first_place"
    return tuple(_all(message(key, player=state.players[seat], coins=coins[seat])) for seat in first)


def describe(state: State, move: Move) -> Message:
    """One line of the record: what a legal move does in this state."""
    player = state.players[state.turn]
    match move:
        case Lot(card):
            said = message("stop.turned_up", player=player, card=card)
        case Deal():
            said = message("stop.dealt", player=player, game=state.match.games + 1)
        case Draw():
            said = message("stop.drew", player=player)
        case Take():
            said = _taken(state, player)
        case Meld(cards):
            said = _melded(player, cards)
        case LayOff(card, at, _):
            said = message("stop.laid_off", player=player, card=card, meld=at + 1)
        case Discard(card):
            said = _discarded(player, card)
        case Pon(seat, cards):
            key = "stop.made_pon" if len(cards) == 3 else "stop.made_kan"
            said = message(key, player=state.players[seat], cards=" ".join(cards))
        case Call(seat, what):
            said = message(f"stop.called_{what}", player=state.players[seat], card=str(state.top))
        case Show(seat, cards):
            said = _shown(state, seat, cards)
        case Result() if move.kind != NOBODY:
            said = _entered(state, move)
        case _:
            said = message("stop.nobody_won")
    return said


def _melded(player: str, cards: Cards) -> Message:
    if cards == UNREAD:
        return message("stop.melded_unread", player=player)
    if joker := joker_in(cards):
        return message("stop.melded_joker", player=player, cards=" ".join(cards), joker=joker)
    return message("stop.melded", player=player, cards=" ".join(cards))


def _taken(state: State, player: str) -> Message:
    if state.top == UNKNOWN:
        return message("stop.took_unread", player=player, giver=state.players[state.last or 0])
    return message("stop.took", player=player, card=str(state.top))


def _discarded(player: str, card: str) -> Message:
    if card == UNKNOWN:
        return message("stop.discarded_unread", player=player)
    return message("stop.discarded", player=player, card=card)


def _shown(state: State, seat: int, cards: Cards | str) -> Message:
    player = state.players[seat]
    if isinstance(cards, str):
        return message("stop.unread", player=player)
    return message("stop.showed", player=player, cards=" ".join(cards), points=total(cards))


def _entered(state: State, result: Result) -> Message:
    """How a game ended that nobody followed; on one discard several may have won."""
    claims = claims_of(state, result)
    players = [state.players[claim.seat] for claim in claims]
    giver = "" if result.giver is None else state.players[result.giver]
    if len(claims) > 1:
        return message("stop.entered.together", players=" & ".join(players), giver=giver)
    return _entered_win(claims[0].kind if result.kind == ON_DISCARD else result.kind, players[0], giver)


def _entered_win(kind: str, player: str, giver: str) -> Message:
    """How somebody ended a game; `giver` is who discarded the card of a ron or hit."""
    if kind in (RON, HIT):
        return message(f"stop.entered.{kind}", player=player, giver=giver)
    return message(f"stop.entered.{kind}", player=player)
