"""Moves that are entered part by part, where a list of all that there are would be endless.

Which games have some, the diagrams say: a piece dropped into a frame comes to rest in countless ways, and playing cards
that are laid open can be any. All other moves are chosen from a list.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from device.games.listing import profile_of
from device.texts import say
from engines.contract import Json
from engines.drop_it.judging import BONUS, COLOUR, SHAPE
from engines.drop_it.moves import Drop
from engines.drop_it.pieces import COLOURS, SHAPES
from engines.drop_it.rules import MOST_CIRCLES
from engines.drop_it.state import State as DropItState
from engines.drop_it.state import shares, side_of
from engines.messages import Fact, message
from engines.stop.cards import JOKER
from engines.stop.melds import UNREAD
from engines.stop.moves import Meld, Show
from engines.stop.state import State as StopState
from engines.stop.state import could_hold
from engines.vocabulary import UNKNOWN


@dataclass(frozen=True)
class Part:
    """What may be chosen for a field: what it is in words, the JSON that it brings, and how often it may be chosen.

    `chosen`: how often it is known to belong to the move. `look` and `piece` are how it is drawn, as in
    `web.diagrams.plan.Told`; none where it is but words.
    """

    said: str
    brings: Json
    most: int = 1
    look: str = ""
    piece: str = ""
    chosen: int = 0


@dataclass(frozen=True)
class Field:
    """One part of a move: at least and at most so many of `parts`.

    A field of just one brings a table that goes into the move's own; any other brings a list, under its name.
    """

    name: str
    said: str
    parts: tuple[Part, ...]
    least: int
    most: int


@dataclass(frozen=True)
class Form:
    """What is entered, and its fields. A move that is text begins with `begins`, and what was chosen follows it."""

    said: str
    fields: tuple[Field, ...]
    begins: str | None = None


def form_of(game: str, state: object, move: object, language: str) -> Form | None:
    """The form by which a legal move is entered, the same for all that it stands for; None for one of a list."""
    form = _FORMS.get(profile_of(game).diagram)
    return None if form is None else form(state, move, language)


def _dropped(state: object, move: object, language: str) -> Form | None:
    """A piece that is dropped: which one, how high it lies, and what it covers and touches (D-8)."""
    if not isinstance(state, DropItState) or not isinstance(move, Drop):
        return None

    def told(key: str, **facts: Fact) -> str:
        return say(message(f"tables.drop_it.enter.{key}", **facts), language)

    def shown(piece: str, brings: Json, most: int = 1) -> Part:
        return Part(told("piece", piece=piece), brings, most, piece, "shape")

    open_to = shares(state).open_to(side_of(state, len(state.drops)))
    lying = [drop.piece for drop in state.drops]
    printed = {SHAPE: SHAPES, COLOUR: COLOURS}.get(state.edges, ())
    levels = [Part(str(level), {"level": level}) for level in range(1, state.levels + 1)]
    levels.append(Part(told("above"), {"level": state.levels, "above": True}))
    circles = tuple(Part(told("size", size=f"size/{size}"), size, MOST_CIRCLES) for size in BONUS)
    edges = tuple(Part(told("edge", mark=f"edge/{mark}"), mark) for mark in printed)
    fields = [
        Field("drop", told("drop"), tuple(shown(piece, {"drop": piece}) for piece in open_to), 1, 1),
        Field("level", told("level"), tuple(levels), 1, 1),
        Field("circles", told("circles"), circles, 0, MOST_CIRCLES * len(BONUS)),
        Field("touches", told("touches"), tuple(_each(lying, shown)), 0, len(lying)),
        Field("edges", told("edges"), edges, 0, len(edges)),
    ]
    return Form(told("title"), tuple(field for field in fields if field.parts))


def _each(pieces: Iterable[str], shown: Callable[[str, Json, int], Part]) -> Iterable[Part]:
    """Every kind of piece once, which may be chosen as often as it is there."""
    there = list(pieces)
    return (shown(piece, piece, there.count(piece)) for piece in dict.fromkeys(there))


def _laid_open(state: object, move: object, language: str) -> Form | None:
    """Playing cards that a player lays open: a meld, or the whole hand."""
    if not isinstance(state, StopState):
        return None
    if isinstance(move, Meld) and move.cards == UNREAD:
        hand, begins, key = state.seats[state.turn].hand, "meld", "meld"
        least, most = len(UNREAD), len(hand) - 1
    elif isinstance(move, Show) and move.cards == UNKNOWN:
        hand, begins, key = state.seats[move.seat].hand, f"{move.seat + 1} show", "show"
        least = most = len(hand)
    else:
        return None
    is_whole = least == most
    parts = []
    for card in could_hold(state, hand):
        name = say(message("tables.stop.enter.card", card=card), language)
        parts.append(Part(name, card, _count_of(card, state), card, "card", hand.count(card) if is_whole else 0))
    said = say(message(f"tables.stop.enter.{key}", player=_player(state, move)), language)
    return Form(said, (Field("cards", said, tuple(parts), least, most),), begins)


def _count_of(card: str, state: StopState) -> int:
    """How many of a card there are."""
    return state.rules.jokers if card == JOKER else 1


def _player(state: StopState, move: Meld | Show) -> str:
    return state.players[move.seat if isinstance(move, Show) else state.turn]


_FORMS: dict[str, Callable[[object, object, str], Form | None]] = {"drop_it": _dropped, "stop": _laid_open}
