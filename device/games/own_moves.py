"""The moves that a player may choose by what he knows, in a game of which somebody else knows the whole state.

What a move will turn up, such as the top card of a stock, nobody knows before it is made: until then it is `HIDDEN`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Generic

from device.texts import USUAL, catalogue
from engines.bots import matches
from engines.contract import REVEALED, Game, Move, State
from engines.messages import Message
from engines.vocabulary import UNKNOWN

HIDDEN = "?"


@dataclass(frozen=True)
class OwnMove(Generic[Move]):
    """A move, in full, with what its player is told of it before: in words, and the `pieces` of his hand in it."""

    move: Move
    said: Message
    pieces: tuple[str, ...]


def own_moves(
    game: Game[State, Move], state: State, seat: int, hand: Sequence[str], may_end: bool = True
) -> tuple[OwnMove[Move], ...]:
    """Every legal move of a player in a fully known state, those once that he could not tell apart.

    `may_end`: also those that are nobody's, such as that the stock is empty and nobody wins.

    >>> from device.texts import say
    >>> from engines import search
    >>> dealt = search.deal(["Aya", "Ben"], {}, 1)
    >>> [say(own.said, "en") for own in own_moves(search, dealt, 0, ())][:2]
    ['Aya turns up tile 1.', 'Aya turns up tile 2.']
    """
    own = game.view(state, seat)
    listed = [move for move in game.moves(own) if game.mover(own, move) in (seat, None)]
    movers = (seat, None) if may_end else (seat,)
    real = [(move, game.observed(state, move, seat)) for move in game.moves(state) if game.mover(state, move) in movers]
    possible = {seen for _, seen in real}
    open_ones = [one for one in listed if UNKNOWN in _values(one).values()]
    met = {one for one in open_ones if any(matches(seen, one) for seen in possible)}
    missed = [one for one in listed if one not in possible and one not in met]
    chances = frozenset(key for one in missed for key, _ in _parts(one))
    found: dict[Message, OwnMove[Move]] = {}
    for move, seen in real:
        hidden = {key[1]: UNKNOWN for key, _ in _parts(seen) if key in chances}
        known = _without(seen, hidden) if hidden else next((one for one in open_ones if matches(seen, one)), seen)
        said = _beforehand(game.describe(own, known)) if hidden else game.describe(own, known)
        pieces = tuple(piece for piece in _pieces(known) if piece in hand)
        found.setdefault(said, OwnMove(move, said, pieces))
    return tuple(found.values())


def _without(move: Move, hidden: Mapping[str, str]) -> Move:
    """The move with parts of it open."""
    there: Any = move
    opened: Move = replace(there, **hidden)
    return opened


def _values(move: Any) -> dict[str, object]:
    """The values of a move by their names."""
    return {field.name: getattr(move, field.name) for field in fields(move)}


def _parts(move: Any) -> Iterator[tuple[tuple[type, str, object], object]]:
    """Each value of a move that may be open, with a key that says of which kind it is and what else is in the move.

    Two moves with the same key differ in this value alone: where one of them is not possible, nobody could know. A
    value that is open is a text (`UNKNOWN`): what can only be a number, such as which tile is turned up, is chosen.
    Where a kind of move says what comes of it (`REVEALED`), all else in it is chosen, too.
    """
    values = _values(move)
    may_be_open = [field.name for field in fields(move) if field.metadata == REVEALED]
    may_be_open = may_be_open or [field.name for field in fields(move) if field.type is not int]
    for name, value in ((name, values[name]) for name in may_be_open):
        rest = tuple(other for field, other in values.items() if field != name)
        yield (type(move), name, rest), value


def _beforehand(said: Message) -> Message:
    """What is said of a move of which a part is open: in a sentence of its own, where the texts have one."""
    facts = tuple((name, HIDDEN if value == UNKNOWN else value) for name, value in said.facts)
    own = f"beforehand.{said.key}"
    return Message(own if own in catalogue(USUAL) else said.key, facts)


def _pieces(move: Any) -> Iterator[str]:
    """Every text in a move, of which those in the hand are pieces."""
    for value in _values(move).values():
        yield from (part for part in (value if isinstance(value, tuple) else (value,)) if isinstance(part, str))
