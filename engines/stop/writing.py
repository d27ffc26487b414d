"""States of Stop as plain JSON data, and the checks that a state read from it makes sense."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from engines.contract import BadOption, BadRecord
from engines.messages import Fact, message
from engines.stop.campaign import CITIES, Campaign
from engines.stop.cards import FACES, HAND, Cards
from engines.stop.melds import arranged
from engines.stop.moves import HIT, OUT, RON, SEVENTY, STOP, TSUMO
from engines.stop.payment import ACCOUNTS, BASES, DOUBLINGS, Ledger, Payment
from engines.stop.state import (
    CALLED,
    CLAIMED,
    DEAL,
    DISCARD,
    LOTS,
    OVER,
    PHASES,
    SEATS,
    SHOW,
    Claim,
    Laid,
    Rules,
    Seat,
    State,
    start,
    unseen,
)
from engines.vocabulary import UNKNOWN

_WAYS = (STOP, SEVENTY, OUT, TSUMO, RON, HIT)
_ANY_CARD = (*FACES, UNKNOWN)
_PLAIN = ("phase", "seed", "stakes", "games", "dealer", "turn", "last", "drawn", "taken", "declared", "called", "prize")


def options_of(rules: Rules) -> dict[str, Fact]:
    """The options that these rules were made of."""
    return {
        "jokers": rules.jokers,
        "around": "yes" if rules.around else "no",
        "pairs_distinct": "yes" if rules.pairs_distinct else "no",
        "own_discards": rules.own_discards,
        "rons": rules.rons,
        "games": rules.games,
        "course": "none" if rules.course is None else rules.course,
    }


def state_to_json(state: State) -> Any:
    """A state as plain JSON data."""
    return {name: getattr(state, name) for name in _PLAIN} | {
        "players": list(state.players),
        "options": options_of(state.rules),
        "ledger": [list(row) for row in state.ledger],
        "campaign": None if state.campaign is None else state.campaign.cities,
        "lots": list(state.lots),
        "stock": list(state.stock),
        "river": list(state.river),
        "seats": [
            [list(seat.hand), list(seat.shown), list(seat.discarded), seat.riichi, seat.one_shot]
            for seat in state.seats
        ],
        "melds": [[laid.seat, list(laid.cards)] for laid in state.melds],
        "claims": [[claim.seat, claim.kind] for claim in state.claims],
        "pending": list(state.pending),
        "opened": list(state.opened),
        "payments": [[getattr(one, field.name) for field in fields(Payment)] for one in state.payments],
    }


def state_from_json(data: Any) -> State:
    """The state that `state_to_json` wrote; raises `BadRecord` naming the part that cannot be."""
    try:
        state = _read(data)
    except BadOption as error:
        raise BadRecord(error.said) from error
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise error if isinstance(error, BadRecord) else _bad(str(error)[:60]) from error
    for part, right in _checks(state):
        if not right:
            raise _bad(part)
    return state


def _bad(part: str) -> BadRecord:
    return BadRecord(message("stop.bad_state", part=part))


def _read(data: Any) -> State:
    begun = start(data["players"], data["options"])
    seats = range(SEATS)
    return State(
        players=begun.players,
        rules=begun.rules,
        ledger=_ledger(data["ledger"]),
        stock=_cards(data["stock"], "stock"),
        seats=tuple(_seat(seat) for seat in data["seats"]),
        phase=_one_of(PHASES, data["phase"], "phase"),
        seed=None if data["seed"] is None else _whole(data["seed"], "seed"),
        stakes=_count(data["stakes"], "stakes"),
        games=_count(data["games"], "games"),
        dealer=_one_of((None, *seats), data["dealer"], "dealer"),
        campaign=None if data["campaign"] is None else Campaign(_count(data["campaign"], "campaign")),
        lots=_cards(data["lots"], "lots"),
        river=_cards(data["river"], "river"),
        melds=tuple(Laid(_one_of(seats, seat, "melds"), _cards(cards, "melds")) for seat, cards in data["melds"]),
        turn=_one_of(seats, data["turn"], "turn"),
        last=_one_of((None, *seats), data["last"], "last"),
        drawn=_one_of((None, *_ANY_CARD), data["drawn"], "drawn"),
        taken=_one_of((None, *FACES), data["taken"], "taken"),
        declared=_one_of((False, True), data["declared"], "declared"),
        called=_one_of((False, True), data["called"], "called"),
        claims=tuple(
            Claim(_one_of(seats, seat, "claims"), _one_of(_WAYS, kind, "claims")) for seat, kind in data["claims"]
        ),
        pending=tuple(_one_of(seats, seat, "pending") for seat in data["pending"]),
        opened=tuple(_one_of(seats, seat, "opened") for seat in data["opened"]),
        payments=tuple(_payment(payment) for payment in data["payments"]),
        prize=_count(data["prize"], "prize"),
    )


def _ledger(data: Any) -> Ledger:
    return tuple(tuple(_whole(coins, "ledger") for coins in row) for row in data)


def _seat(data: Any) -> Seat:
    hand, shown, discarded, riichi, one_shot = data
    return Seat(
        hand=_cards(hand, "seats"),
        shown=_cards(shown, "seats"),
        discarded=_cards(discarded, "seats"),
        riichi=_one_of((False, True), riichi, "seats"),
        one_shot=_one_of((False, True), one_shot, "seats"),
    )


def _payment(data: Any) -> Payment:
    kind, payer, payee, coins, doubled, jokers = data
    return Payment(
        _one_of(tuple(BASES), kind, "payments"),
        _one_of(range(SEATS), payer, "payments"),
        _one_of(range(SEATS), payee, "payments"),
        _count(coins, "payments"),
        _one_of(DOUBLINGS, doubled, "payments"),
        _count(jokers, "payments"),
    )


def _cards(data: Any, part: str) -> Cards:
    if not isinstance(data, list) or not all(isinstance(card, str) and card in _ANY_CARD for card in data):
        raise _bad(part)
    return tuple(data)


def _whole(data: Any, part: str) -> int:
    if type(data) is not int:
        raise _bad(part)
    return data


def _count(data: Any, part: str) -> int:
    if _whole(data, part) < 0:
        raise _bad(part)
    return int(data)


def _one_of(allowed: Any, value: Any, part: str) -> Any:
    """A value among those allowed, and of their kind: for JSON's sake True is not 1."""
    if not any(value == one and type(value) is type(one) for one in allowed):
        raise _bad(part)
    return value


Checks = Iterable[tuple[str, bool]]


def _checks(state: State) -> Checks:
    """Each part of a state and whether it fits the others."""
    yield "seats", len(state.seats) == SEATS and all(_fits(seat) for seat in state.seats)
    yield from _money(state)
    yield from _all_cards(state)
    yield "melds", all(_is_meld(laid.cards, state.rules.around) for laid in state.melds)
    yield "dealer", (state.dealer is None) == (state.phase == LOTS)
    yield "lots", UNKNOWN not in state.lots and (bool(state.lots) <= (state.games == 0 and state.phase in (LOTS, DEAL)))
    yield "river", UNKNOWN not in state.river and (state.last is None or state.phase == CALLED or bool(state.river))
    yield "claims", (state.phase not in (CLAIMED, SHOW)) <= (not state.pending) and _claims_fit(state)
    yield "pending", all(state.seats[seat].hand for seat in state.pending)
    yield "phase", _phase_fits(state)


def _fits(seat: Seat) -> bool:
    known = UNKNOWN not in (*seat.shown, *seat.discarded) and not Counter(seat.shown) - Counter(seat.hand)
    return known and len(seat.hand) <= HAND + 1 and (not seat.riichi or len(seat.hand) >= HAND)


def _money(state: State) -> Checks:
    """Whether every coin is accounted for."""
    rows = len(state.ledger) == SEATS and all(len(row) == len(ACCOUNTS) for row in state.ledger)
    yield "ledger", rows and sum(state.coins) + state.stakes == (state.rules.course or 0)
    fits = (state.campaign is None) == (state.rules.course is None)
    yield "campaign", fits and (state.campaign is None or state.campaign.cities <= CITIES)


def _all_cards(state: State) -> Checks:
    """Whether all cards of the deck are somewhere, none of them twice."""
    hands = [card for seat in state.seats for card in seat.hand]
    melded = [card for laid in state.melds for card in laid.cards]
    yield "stock", len([*hands, *melded, *state.stock, *state.river, *state.lots]) == state.rules.cards
    yield "seats", min(unseen(state).values()) >= 0


def _is_meld(cards: Cards, around: bool) -> bool:
    return len(cards) >= 3 and (UNKNOWN in cards or arranged(cards, around) == cards)


def _claims_fit(state: State) -> bool:
    """Whether somebody claims to have won just when hands are shown or a game has ended, and on what."""
    on_discard = any(claim.kind in (RON, HIT) for claim in state.claims)
    if state.phase in (CLAIMED, SHOW):
        return bool(state.claims and state.pending) and (not on_discard or state.last is not None)
    return bool(state.claims) == bool(state.payments) and (not state.claims or state.phase in (DEAL, OVER))


def _phase_fits(state: State) -> bool:
    """Whether cards lie as they must for what is due."""
    seat, held = state.seats[state.turn], state.last is not None
    hand = len(seat.hand)
    match state.phase:
        case "lots":
            fits = len(state.lots) == state.turn
        case "deal":
            fits = (len(state.lots) == SEATS) == (state.games == 0) and not held and state.turn == state.dealer
        case "turn":
            fits = bool(state.stock) and hand > 0
        case "discard":
            fits = hand > 0 and not held and _drawn_fits(state, seat)
        case "called":
            fits = hand > 0 and held and _pon_fits(state)
        case "out":
            fits = held and state.turn == state.last and not hand
        case "last":
            fits = held and state.turn == state.last and hand > 0 and not state.stock
        case "over":
            fits = not held
        case _:
            fits = True
    in_turn = state.phase in (DISCARD, CALLED) or (state.phase == SHOW and state.claims[0].kind == TSUMO)
    at_rest = state.drawn is None and state.taken is None and not state.declared
    return fits and (in_turn or at_rest)


def _drawn_fits(state: State, seat: Seat) -> bool:
    """Whether the player in turn has what he drew or took, and a card that he may discard."""
    melded = len(seat.hand) <= HAND  # then the card drawn may lie open already
    drawn = melded or state.drawn in (None, UNKNOWN) or state.drawn in seat.hand
    taken = state.taken is None or (state.taken in seat.shown and state.drawn is None and seat.hand != (state.taken,))
    riichi = not seat.riichi or (state.drawn is not None and not state.declared and not melded)
    return drawn and taken and riichi and (not state.declared or len(seat.hand) == HAND + 1)


def _pon_fits(state: State) -> bool:
    """Whether the last meld is the pon that the player in turn has called."""
    if not state.melds:
        return False
    laid = state.melds[-1]
    return laid.seat == state.turn and state.taken in laid.cards and state.last != state.turn and state.drawn is None
