"""Notation of checkers: moves as plain JSON data, games as PDN with the numbers of the dark squares."""

import re
from collections.abc import Mapping, Sequence

from engines import pdn
from engines.checkers.rules import is_over, moves_of_tiles, play, winner
from engines.checkers.state import (
    DARK_SQUARES,
    DRAW,
    NUMBER_OF,
    OPTIONS,
    SQUARE_OF,
    Agreed,
    AnyMove,
    Move,
    State,
    effect,
    start,
)
from engines.contract import BadOption, BadRecord, IllegalMove, Json, Record
from engines.messages import Fact, Message, message
from engines.one_line import one_line
from engines.plain_signs import plain_signs
from engines.record import collect_records, read_each
from engines.squares import INDEX

_RESULTS = {0: pdn.WON, 1: pdn.LOST, None: pdn.DRAWN}  # by the winner's seat: seat 0, "Black", is named first
_GIVEN_UP = {pdn.WON: Agreed(1), pdn.LOST: Agreed(0), pdn.DRAWN: DRAW}
_TAG = {option.name: option.name.title().replace("_", "") for option in OPTIONS}
_MAX_OPTION_LETTERS = 60  # letters of an option
_START = {"W": frozenset(range(21, 33)), "B": frozenset(range(1, 13))}
_SIDE = re.compile("([WB])((?:[0-9]{1,2}(?:-[0-9]{1,2})?,?)+)")


def move_to_json(move: AnyMove) -> Json:
    """A move as text.

    >>> [move_to_json(move) for move in (Move(("b6", "a5")), Move(("b1", "d3", "f5")), DRAW, Agreed(0))]
    ['b6-a5', 'b1xd3xf5', 'draw', 'resign 0']
    """
    if isinstance(move, Agreed):
        return "draw" if move.loser is None else f"resign {move.loser}"
    return _joined(move, move.squares)


def move_from_json(data: Json) -> AnyMove:
    """The move that `move_to_json` wrote; raises `BadRecord`."""
    agreed = {"draw": DRAW, "resign 0": Agreed(0), "resign 1": Agreed(1)}
    if isinstance(data, str) and data in agreed:
        return agreed[data]
    squares = tuple(re.split("[-x]", data)) if isinstance(data, str) else ()
    if len(squares) < 2 or any(square not in INDEX for square in squares):
        raise BadRecord(message("checkers.bad_move", text=str(data)[:60]))
    return Move(squares)


def _in_numbers(move: Move) -> str:
    return _joined(move, [NUMBER_OF[square] for square in move.squares])


def _joined(move: Move, names: Sequence[str]) -> str:
    return ("x" if effect(move.squares)[2] else "-").join(names)


def write_record(players: Sequence[str], options: Mapping[str, Fact], played: Sequence[AnyMove]) -> str:
    """The game in PDN; Black moves first, and each option that is set has its own tag.

    >>> print(write_record(["Aya", "Ben"], {"first": "dark"}, [Move(("b3", "a4")), DRAW]), end="")
    [Black "Aya"]
    [White "Ben"]
    [GameType "21"]
    [First "dark"]
    [Result "1/2-1/2"]
    <BLANKLINE>
    1. 9-13 1/2-1/2
    """
    state, moves = start(players or ("1", "2"), options), []
    for move in played:
        state = play(state, move)
        if isinstance(move, Move):
            moves.append(_in_numbers(move))
    tags = dict(zip(("Black", "White"), players, strict=False)) | {"GameType": "21"}
    tags |= {_TAG[option.name]: str(options[option.name]) for option in OPTIONS if option.name in options}
    return pdn.write_game(tags, moves, _RESULTS[winner(state)] if is_over(state) else pdn.OPEN)


def read_records(text: str) -> tuple[Record[AnyMove], ...]:
    """Every game of a text; raises `BadRecord` naming line and move.

    A result that does not follow from the moves was agreed on (`Agreed`). Players are empty where none are named.

    >>> read_records("1. 9-13 *")
    (((), {}, (Move(squares=('b3', 'a4')),)),)
    """
    return collect_records(read_each(pdn.read_games(text), _read_game))


def _read_game(game: pdn.PdnGame) -> Record[AnyMove]:
    players, options = pdn.players_of(game.tags), _options(game.tags)
    result, wrong = _result(game), _unreadable(game)
    if wrong is not None:
        raise BadRecord(wrong, moves_read=len(game.moves))
    try:
        state = start(players or ("1", "2"), options)
    except BadOption as error:
        raise BadRecord(message("checkers.record.tags", line=game.line), error.said, len(game.moves)) from error
    played: list[AnyMove] = []
    for written in game.moves:
        try:
            move = _meant(state, written)
            state = play(state, move)
        except IllegalMove as error:
            said = message("record.bad_line", line=written.line, text=written.text[:60])
            raise BadRecord(said, error.said, len(played) + 1) from error
        played.append(move)
    if result != pdn.OPEN:
        if not is_over(state):
            played.append(_GIVEN_UP[result])
        elif result != _RESULTS[winner(state)]:
            raise BadRecord(message("checkers.record.result", line=game.line, result=result), moves_read=len(played))
    return players, options, tuple(played)


def _result(game: pdn.PdnGame) -> str:
    """The result of a game, after the moves or else in a tag."""
    return _tagged(game) if game.result == pdn.OPEN else game.result


def _tagged(game: pdn.PdnGame) -> str:
    return pdn.RESULTS.get(plain_signs(game.tags.get("result", "")).replace(" ", ""), pdn.OPEN)


def _unreadable(game: pdn.PdnGame) -> Message | None:
    """Why a game cannot be replayed whatever its moves are."""
    kind, tagged = plain_signs(game.tags.get("gametype", "21")), _tagged(game)
    if not kind.startswith("21"):
        return message("checkers.record.other_game", line=game.line, kind=kind[:60])
    if not _is_start(game.tags.get("fen", "")):
        return message("checkers.record.other_start", line=game.line)
    if tagged not in (pdn.OPEN, _result(game)):
        return message("checkers.record.two_results", line=game.line, result=game.result, tagged=tagged)
    return game.wrong


def _is_start(fen: str) -> bool:
    """Whether a position in Forsyth's notation is the usual start, or none is given.

    >>> _is_start("B:W21-32:B1-12."), _is_start("W:W21-32:B1-12")
    (True, False)
    """
    in_turn, *sides = plain_signs(fen).upper().replace(" ", "").rstrip(".").split(":")
    lying = {found[1]: _squares(found[2]) for side in sides if (found := _SIDE.fullmatch(side))}
    return not fen.strip() or (in_turn == "B" and lying == _START and len(sides) == len(_START))


def _squares(listed: str) -> frozenset[int]:
    """The numbers of squares that are listed, `1-12` or one by one."""
    ends = [part.split("-") for part in listed.strip(",").split(",")]
    return frozenset(number for part in ends for number in range(int(part[0]), int(part[-1]) + 1))


def _options(tags: Mapping[str, str]) -> dict[str, Fact]:
    """The options in tags, without unknown values such as `?` and `????.??.??`."""
    named = {name: one_line(tags[tag.lower()]) for name, tag in _TAG.items() if tag.lower() in tags}
    return {name: text[:_MAX_OPTION_LETTERS] for name, text in named.items() if not text or text.strip("?.")}


def _meant(state: State, written: pdn.PdnMove) -> Move:
    """The move of a list of numbers; a chain of jumps may be written with its first and last square only.

    Raises `IllegalMove` where a number is no square, or several moves fit.
    """
    for number in written.numbers:
        if number not in SQUARE_OF:
            raise IllegalMove(message("checkers.record.no_number", number=number, last=len(DARK_SQUARES)))
    squares = tuple([SQUARE_OF[number] for number in written.numbers])
    legal = moves_of_tiles(state.position)
    fitting = [move for move in legal if move.squares == squares] or [
        move for move in legal if (move.squares[0], move.squares[-1]) == squares
    ]
    if len({effect(move.squares) for move in fitting}) > 1:
        paths = " ".join(sorted(_in_numbers(move) for move in fitting))
        raise IllegalMove(message("checkers.record.several_ways", ways=paths))
    return fitting[0] if fitting else Move(squares)
