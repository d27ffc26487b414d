"""States and moves of Expose the Lie as plain data and as lines of a record."""

from typing import Any

from engines.contract import BadOption, BadRecord
from engines.doubt.moves import BELIEVE, Add, Challenge, Lay, Move, Take, Tiles, Turn
from engines.doubt.state import DEALT, PLAYERS, Laid, State, could_be, start
from engines.hands import in_order
from engines.messages import message
from engines.vocabulary import TILE_FACES, UNKNOWN

_SEATS = {str(seat + 1): seat for seat in range(PLAYERS[-1])}
_FACES = frozenset({*TILE_FACES, UNKNOWN})
_TILES = {**{face: face for face in TILE_FACES}, "?": UNKNOWN}
_WORDS = {tile: word for word, tile in _TILES.items()}


def move_to_text(move: Move) -> str:
    """A line of the record.

    >>> move_to_text(Take(("3", "wild"))), move_to_text(Lay(UNKNOWN)), move_to_text(Challenge(1))
    ('take 3 wild', 'lay ?', 'doubt 2')
    """
    match move:
        case Lay(tile):
            return f"lay {_WORDS[tile]}"
        case Add(tile):
            return f"add {_WORDS[tile]}"
        case Challenge(seat):
            return f"doubt {seat + 1}"
        case Turn(tile):
            return f"turn {_WORDS[tile]}"
        case Take(tiles):
            return " ".join(("take", *((_WORDS[tiles],) if isinstance(tiles, str) else tiles)))
        case _:
            return "believe"


def move_from_text(text: str) -> Move:
    """The move of a line; raises `BadRecord`."""
    move: Move | None = None
    match text.split():
        case ["lay", tile] if tile in _TILES:
            move = Lay(_TILES[tile])
        case ["add", tile] if tile in _TILES:
            move = Add(_TILES[tile])
        case ["doubt", seat] if seat in _SEATS:
            move = Challenge(_SEATS[seat])
        case ["turn", tile] if tile in TILE_FACES:
            move = Turn(tile)
        case ["take", "?"]:
            move = Take(UNKNOWN)
        case ["take", *tiles] if all(tile in TILE_FACES for tile in tiles):
            move = Take(in_order(tiles))
        case ["believe"]:
            move = BELIEVE
    if move is None:
        raise BadRecord(message("doubt.bad_move", text=text[:60]))
    return move


def state_to_json(state: State) -> Any:
    """A state as plain JSON data; a lay is a list of seat, number and its tiles that lie face down."""
    return {
        "players": list(state.players),
        "takes": state.takes,
        "hands": [list(hand) for hand in state.hands],
        "known": [list(known) for known in state.known],
        "laid": [[lay.seat, lay.number, list(lay.tiles)] for lay in state.laid],
        "seat": state.seat,
        "number": state.number,
        "fresh": state.fresh,
        "challenger": state.challenger,
        "turned": list(state.turned),
        "winner": state.winner,
    }


def state_from_json(data: Any) -> State:
    """The state that `state_to_json` wrote; raises `BadRecord` naming the part that cannot be."""
    try:
        if not isinstance(data["players"], list):
            raise _bad("players")
        begun = start(data["players"], {"takes": data["takes"]})
        seats = range(len(begun.players))
        state = State(
            players=begun.players,
            takes=begun.takes,
            hands=tuple(_tiles(hand, "hands") for hand in data["hands"]),
            known=tuple(_tiles(known, "known") for known in data["known"]),
            laid=tuple(
                Laid(_one_of(seats, seat, "laid"), _one_of(range(1, 10), number, "laid"), _tiles(tiles, "laid"))
                for seat, number, tiles in data["laid"]
            ),
            seat=_one_of(seats, data["seat"], "seat"),
            number=_one_of(range(1, 10), data["number"], "number"),
            fresh=bool(_one_of((False, True), data["fresh"], "fresh")),
            challenger=None if data["challenger"] is None else _one_of(seats, data["challenger"], "challenger"),
            turned=_tiles(data["turned"], "turned", ordered=False),
            winner=None if data["winner"] is None else _one_of(seats, data["winner"], "winner"),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _unreadable(error) from error
    if part := _wrong_part(state):
        raise _bad(part)
    return state


def _unreadable(error: Exception) -> BadRecord:
    if isinstance(error, BadRecord):
        return error
    return BadRecord(error.said) if isinstance(error, BadOption) else _bad(str(error)[:60])


def _bad(part: str) -> BadRecord:
    return BadRecord(message("doubt.bad_state", part=part))


def _tiles(data: Any, part: str, ordered: bool = True) -> Tiles:
    if not isinstance(data, list) or not all(isinstance(tile, str) and tile in _FACES for tile in data):
        raise _bad(part)
    return in_order(data) if ordered else tuple(data)


def _one_of(allowed: Any, value: Any, part: str) -> Any:
    """A value among those allowed, and of their kind: for JSON's sake True is not 1."""
    if not any(value == one and type(value) is type(one) for one in allowed):
        raise _bad(part)
    return value


def _wrong_part(state: State) -> str | None:
    """The part of a state that does not fit the others."""
    players = len(state.players)
    last = state.laid[-1] if state.laid else None
    checks = {
        "hands": len(state.hands) == players
        and all(UNKNOWN not in hand or set(hand) == {UNKNOWN} for hand in state.hands)
        and sum(map(len, (*state.hands, *(lay.tiles for lay in state.laid), state.turned))) == DEALT,
        "known": len(state.known) == players and all(UNKNOWN not in known for known in state.known),
        "laid": all(lay.tiles for lay in (state.laid if state.challenger is None else state.laid[:-1])),
        "fresh": not state.fresh
        or (last is not None and (state.seat, state.number) == ((last.seat + 1) % players, last.number % 9 + 1)),
        "challenger": state.challenger is None or (state.fresh and last is not None and last.seat != state.challenger),
        "turned": UNKNOWN not in state.turned and (not state.turned or state.challenger is not None),
        "winner": state.winner is None or _may_have_won(state, state.winner),
    }
    wrong = next((part for part, right in checks.items() if not right), None)
    return wrong or (None if could_be(state) else "hands")


def _may_have_won(state: State, seat: int) -> bool:
    """Whether the last lay of a player without tiles has stood (J3-6)."""
    return state.fresh and state.last.seat == seat and not state.hands[seat] and state.loser is None
