"""Moves as a line of the record and as JSON, states as JSON; what cannot be read is a `BadRecord`."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import Any

from engines.contract import BadOption, BadRecord
from engines.messages import message
from engines.skip_bo.dealing import start
from engines.skip_bo.moves import (
    BUILD_AT,
    DISCARD_AT,
    END,
    HAND_PLACE,
    STOCK_AT,
    Deal,
    Discard,
    Draw,
    End,
    Lay,
    Move,
    Penalty,
    Turn,
)
from engines.skip_bo.state import (
    BUILDS,
    DECK,
    FACES,
    HAND,
    HIGHEST,
    OF_EACH,
    PENALTY,
    PLAYERS,
    Cards,
    Result,
    State,
    in_order,
    team,
)
from engines.vocabulary import UNKNOWN, WILD

_OPEN = "?"
_CARDS = {face: face for face in FACES} | {_OPEN: UNKNOWN}
_FACES = {*FACES, UNKNOWN}
_SOURCES = {HAND_PLACE, *STOCK_AT, *DISCARD_AT}
_SEATS = {str(seat + 1): seat for seat in range(PLAYERS.stop - 1)}
_CHANCES = range(2**32)


def move_to_text(move: Move) -> str:
    """A move as a line of the record.

    >>> move_to_text(Lay("7", "stock/1", "build/2", "wild")), move_to_text(Penalty(2, (UNKNOWN, "4")))
    ('lay 7 stock/1 build/2 turn wild', 'penalty 3 ? 4')
    """
    match move:
        case Deal(hands):
            line = f"deal {_OPEN if isinstance(hands, str) else ' / '.join(map(_written, hands))}"
        case Turn(card):
            line = f"turn {_written(card)}"
        case Draw(cards):
            line = f"draw {_written(cards)}"
        case Lay(card, source, target, turned):
            line = f"lay {_written(card)} {source} {target}" + (f" turn {_written(turned)}" if turned else "")
        case Discard(card, target):
            line = f"discard {_written(card)} {target}"
        case Penalty(seat, cards):
            line = f"penalty {seat + 1} {_written(cards)}"
        case End():
            line = "end"
    return line


def _written(cards: Cards | str) -> str:
    """A card or several."""
    return " ".join((cards,) if isinstance(cards, str) else cards).replace(UNKNOWN, _OPEN)


def move_from_text(text: str) -> Move:
    """The move of a line; raises `BadRecord`."""
    move: Move | None = None
    match text.split():
        case ["deal", *words] if hands := _hands(words):
            move = Deal(UNKNOWN if set(hands) == {UNKNOWN} else hands)
        case ["turn", card] if card in _CARDS:
            move = Turn(_CARDS[card])
        case ["draw", "?"]:
            move = Draw(UNKNOWN)
        case ["draw", *cards] if len(cards) <= HAND and (drawn := _cards(cards)):
            move = Draw(drawn)
        case ["lay", card, source, target] if card in FACES and source in _SOURCES and target in BUILD_AT:
            move = Lay(card, source, target)
        case ["lay", card, source, target, "turn", turned] if (
            card in FACES and source in STOCK_AT and target in BUILD_AT and turned in _CARDS
        ):
            move = Lay(card, source, target, _CARDS[turned])
        case ["discard", card, target] if card in FACES and target in DISCARD_AT:
            move = Discard(card, target)
        case ["end"]:
            move = END
        case ["penalty", seat, *cards] if seat in _SEATS and len(cards) <= PENALTY and (given := _cards(cards)):
            move = Penalty(_SEATS[seat], given)
    if move is None:
        raise BadRecord(message("skip_bo.bad_move", text=text[:60]))
    return move


def _cards(words: Sequence[str]) -> Cards:
    """Cards of a line; none when a word is no card."""
    return tuple(_CARDS[word] for word in words) if all(word in _CARDS for word in words) else ()


def _hands(words: Sequence[str]) -> tuple[Cards | str, ...]:
    """Hands between strokes, `?` for one that is not seen; none when one is no hand."""
    hands = [hand.split() for hand in " ".join(words).split("/")]
    read = tuple(UNKNOWN if hand == [_OPEN] else _cards(hand) for hand in hands)
    fits = len(read) < PLAYERS.stop and all(hand == UNKNOWN or len(hand) == HAND for hand in read)
    return read if fits else ()


def state_to_json(state: State) -> Any:
    """A state as plain JSON data, by the names of its fields."""
    return {
        "players": list(state.players),
        "options": {
            "teams": "yes" if state.teams else "no",
            "short": "yes" if state.short else "no",
            "play": "match" if state.match else "game",
        },
        "game": state.game,
        "seat": state.seat,
        "busy": state.busy,
        "idle": state.idle,
        "results": [[result.winner, result.left] for result in state.results],
        "draw": list(state.draw),
        "aside": list(state.aside),
        "hands": [list(hand) for hand in state.hands],
        "stocks": [list(stock) for stock in state.stocks],
        "shown": [list(shown) for shown in state.shown],
        "builds": [list(pile) for pile in state.builds],
        "discards": [[list(pile) for pile in piles] for piles in state.discards],
        "chance": state.chance,
    }


def state_from_json(data: Any) -> State:
    """The state that `state_to_json` wrote; raises `BadRecord` naming the part that cannot be."""
    try:
        _check(isinstance(data["players"], list), "players")
        _check(isinstance(data["options"], dict), "options")
        state = start(data["players"], data["options"])
        state = replace(
            state,
            draw=_read(data, "draw"),
            aside=in_order(_read(data, "aside")),
            hands=tuple(in_order(hand) for hand in _piles(data["hands"], "hands")),
            stocks=_piles(data["stocks"], "stocks"),
            shown=tuple(tuple(shown) for shown in data["shown"]),
            builds=_piles(data["builds"], "builds"),
            discards=tuple(_piles(piles, "discards") for piles in data["discards"]),
            results=tuple(Result(winner, left) for winner, left in data["results"]),
            **{name: data[name] for name in ("game", "seat", "busy", "idle", "chance")},
        )
    except BadRecord:
        raise
    except BadOption as error:
        raise BadRecord(error.said) from error
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise BadRecord(message("skip_bo.bad_state", part=str(error)[:60])) from error
    _check_turn(state)
    _check_cards(state)
    return state


def _read(data: Any, part: str) -> Cards:
    (pile,) = _piles([data[part]], part)
    return pile


def _piles(data: Any, part: str) -> tuple[Cards, ...]:
    """Piles of cards, each face a known or an open one."""
    piles = tuple(map(tuple, data))
    _check(set().union(*piles) <= _FACES, part)
    return piles


def _check(fine: bool, part: str) -> None:
    if not fine:
        raise BadRecord(message("skip_bo.bad_state", part=part))


def _count(value: Any, allowed: range) -> bool:
    return type(value) is int and value in allowed


def _check_turn(state: State) -> None:
    """Whose turn it is in which game, and how the games before it ended."""
    count = len(state.players)
    _check(_count(state.seat, range(count)), "seat")
    _check(isinstance(state.busy, bool), "busy")
    _check(_count(state.idle, range(count + 1)), "idle")
    _check(state.chance is None or _count(state.chance, _CHANCES), "chance")
    played = len(state.results)
    _check(_count(state.game, range(max(1, played), played + 2 if state.match else 2)), "game")
    for result in state.results:
        _check(result.winner is None or _count(result.winner, range(count)), "results")
        _check(_count(result.left, range(len(DECK))), "results")


def _check_cards(state: State) -> None:
    """All 162 cards are there, none of a face too many, and each pile is as the rules let it be."""
    count = len(state.players)
    _check(len(state.hands) == count and all(len(hand) <= HAND for hand in state.hands), "hands")
    _check(len(state.stocks) == count, "stocks")
    _check(len(state.shown) == count and all(map(_may_be_shown, state.stocks, state.shown)), "shown")
    _check(len(state.builds) == BUILDS and all(map(_may_be_built, state.builds)), "builds")
    _check(len(state.discards) == count and all(len(piles) == BUILDS for piles in state.discards), "discards")
    _check(all(UNKNOWN not in pile for piles in state.discards for pile in piles), "discards")
    _check(UNKNOWN not in state.aside and len(state.aside) % HIGHEST == 0, "aside")
    _check(bool(state.draw or not state.aside), "draw")
    emptied = [seat for seat in range(count) if not any(state.stocks[one] for one in team(state, seat))]
    _check(not emptied or len(state.results) == state.game, "results")
    piles = chain(state.hands, state.stocks, state.builds, chain.from_iterable(state.discards))
    cards = Counter(chain(state.draw, state.aside, chain.from_iterable(piles)))
    _check(cards.total() == len(DECK) and all(cards[face] <= OF_EACH[face] for face in FACES), "cards")


def _may_be_shown(stock: Cards, shown: tuple[Any, ...]) -> bool:
    """Whether these are places of cards in the stock, in order, whose faces are known."""
    return all(_count(at, range(len(stock))) and stock[at] != UNKNOWN for at in shown) and all(
        below < above for below, above in pairwise(shown)
    )


def _may_be_built(pile: Cards) -> bool:
    """Whether a pile goes 1, 2, 3 …, with a wild for any number, and is not full (K-3, K-4)."""
    return len(pile) < HIGHEST and all(card in (str(number), WILD) for number, card in enumerate(pile, start=1))
