"""The moves that a player may choose by what he knows, where the box knows the whole state.

Nobody knows beforehand what a move will turn up, such as the top card of a stock: until then it is `HIDDEN`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Generic

from device.texts import USUAL, catalogue
from engines.bots import matches
from engines.contract import REVEALED, Game, Move, State
from engines.messages import Message
from engines.vocabulary import UNKNOWN, WILD

HIDDEN = "?"


@dataclass(frozen=True)
class OwnMove(Generic[Move]):
    """A complete move, with what its player may know of it beforehand."""

    move: Move
    said: Message
    pieces: tuple[str, ...]


def own_moves(
    game: Game[State, Move], state: State, seat: int, hand: Sequence[str], may_end: bool = True
) -> tuple[OwnMove[Move], ...]:
    """Every legal move of a player in a fully known state; moves that look the same to him are listed once.

    `may_end`: include moves that belong to nobody, such as declaring an empty stock without a winner.

    >>> from device.texts import say
    >>> from engines import search
    >>> dealt = search.deal(["Aya", "Ben"], {}, 1)
    >>> [say(own.said, "en") for own in own_moves(search, dealt, 0, ())][:2]
    ['Turn up tile 1', 'Turn up tile 2']
    """
    own = game.view(state, seat)
    listed = [move for move in game.moves(own) if game.mover(own, move) in (seat, None)]
    movers = (seat, None) if may_end else (seat,)
    real = [(move, game.observed(state, move, seat)) for move in game.moves(state) if game.mover(state, move) in movers]
    possible = {observed for _, observed in real}
    open_ones = [one for one in listed if UNKNOWN in _values(one).values()]
    met = {one for one in open_ones if any(matches(observed, one) for observed in possible)}
    missed = [one for one in listed if one not in possible and one not in met]
    chances = frozenset(key for one in missed for key, _ in _parts(one))
    found: dict[Message, OwnMove[Move]] = {}
    for move, observed in real:
        hidden = {key[1]: UNKNOWN for key, _ in _parts(observed) if key in chances}
        listed_as = next((one for one in open_ones if matches(observed, one)), observed)
        known = _with_hidden(observed, hidden) if hidden else listed_as
        pieces = tuple(piece for piece in _pieces(known) if piece in hand)
        said = _as_a_choice(game.describe(own, known), pieces)
        found.setdefault(said, OwnMove(move, said, pieces))
    return tuple(found.values())


def _with_hidden(move: Move, hidden: Mapping[str, str]) -> Move:
    """The move with some fields replaced by unknown."""
    dataclass_move: Any = move
    result: Move = replace(dataclass_move, **hidden)
    return result


def _values(move: Any) -> dict[str, object]:
    """The fields of a move by name."""
    return {field.name: getattr(move, field.name) for field in fields(move)}


def _parts(move: Any) -> Iterator[tuple[tuple[type, str, object], object]]:
    """Each field of a move that may be unknown, with a key of its kind and of the rest of the move.

    Two moves with the same key differ in this field alone: where one of them is not possible, the player cannot know
    which. Integer fields, such as which tile is turned up, are chosen and never unknown. Where a kind of move marks its
    outcome (`REVEALED`), only that may be unknown.
    """
    values = _values(move)
    may_be_open = [field.name for field in fields(move) if field.metadata == REVEALED]
    may_be_open = may_be_open or [field.name for field in fields(move) if field.type is not int]
    for name, value in ((name, values[name]) for name in may_be_open):
        rest = tuple(other for field, other in values.items() if field != name)
        yield (type(move), name, rest), value


def _as_a_choice(said: Message, pieces: Sequence[str]) -> Message:
    """What a move does, where the catalogue has a text for it; else what the record will say."""
    facts = tuple((name, HIDDEN if value == UNKNOWN else value) for name, value in said.facts)
    own = f"own_move.{said.key}"
    if own not in catalogue(USUAL):
        return Message(said.key, facts)
    return Message(own, (*facts, ("pieces", " ".join(pieces).replace(WILD, "★"))))


def _pieces(move: Any) -> Iterator[str]:
    """Every string in a move; those in the hand are pieces."""
    for value in _values(move).values():
        yield from (part for part in (value if isinstance(value, tuple) else (value,)) if isinstance(part, str))
