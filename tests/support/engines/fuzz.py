"""What nobody should send to an engine, and what must not happen when somebody does.

Whatever a game has written may come back with something changed: `spoilt` data, a `spoilt_record`. And what never was
written may come: `json_data` and `texts`, made of scraps that look like the game's own words.
"""

import json
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from hypothesis import strategies as st

from device.texts import LANGUAGES, say
from engines.bots import Ply, greedy_move
from engines.contract import AnyGame, BadRecord, IllegalMove
from engines.messages import Message, Refusal
from tests.support.engines.bot_games import kept
from tests.support.engines.laws import any_table
from tests.support.engines.records import read_record

GAMES = 6  # so many of each kind are looked at
MOST = 150  # moves of each
MOVE_LINE = re.compile(r"[^#\[]*$")  # a line that has no heading, and no tag of a game of checkers
JUNK = ("", *'?#09x٣²(){};*"\\', "-1", "1.", "1-0", "$1", "unknown", "Aya", "yes", '[FEN "8/8"]')


def lively_game(game: AnyGame, seed: int) -> Iterator[Ply[Any, Any]]:
    """A game in which simple players make most moves, so that much happens; now and then any move is made."""
    pick = random.Random(seed)
    players, options = any_table(game, seed)
    state = game.deal(players, options, seed)
    while moves := game.moves(state):
        move = pick.choice(moves)
        if pick.random() < 0.8:
            with suppress(ValueError):  # nobody wants to go on with what somebody did at random
                move = greedy_move(game, state, pick.randrange(len(players)), len(players))
        yield state, move
        state = game.play(state, move)


@kept
def plies(game: AnyGame, seed: int) -> tuple[Ply[Any, Any], ...]:
    """The first plies of a lively game."""
    return tuple(islice(lively_game(game, seed), MOST))


def written_game(game: AnyGame, seed: int, most: int = MOST) -> str:
    """The record of a lively game that nobody has finished."""
    return game.write_record(*any_table(game, seed), [move for _, move in plies(game, seed)[:most]])


@kept
def words(game: AnyGame) -> tuple[str, ...]:
    """What a game writes into its records, word by word."""
    short = {word for seed in range(GAMES) for word in written_game(game, seed).split() if len(word) < 16}
    return (*JUNK, *sorted(short))


@kept
def scraps(game: AnyGame) -> st.SearchStrategy[Any]:
    """Single values as they may stand anywhere in JSON data."""
    numbers = st.one_of(st.integers(-3, 80), st.integers(), st.floats())
    return st.one_of(st.none(), st.booleans(), numbers, st.text(max_size=8), st.sampled_from(words(game)))


@kept
def json_data(game: AnyGame) -> st.SearchStrategy[Any]:
    """Any JSON data, with words of the game in it."""
    keys = st.text(max_size=8) | st.sampled_from(words(game))
    return st.recursive(
        scraps(game),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
        max_leaves=10,
    )


@st.composite
def _nearly_a_line(draw: st.DrawFn, game: AnyGame) -> str:
    """A line that the game has written, one word of it perhaps replaced."""
    line = draw(st.sampled_from(_written_lines(game))).split()
    if draw(st.booleans()):
        line[draw(st.integers(0, len(line) - 1))] = draw(st.sampled_from(words(game)))
    return " ".join(line)


@kept
def _written_lines(game: AnyGame) -> tuple[str, ...]:
    lines = {line for seed in range(GAMES) for line in written_game(game, seed).splitlines() if line}
    return tuple(sorted(lines))


@kept
def lines(game: AnyGame) -> st.SearchStrategy[str]:
    """Lines nearly as the game writes them, and words of it in any order."""
    return _nearly_a_line(game) | st.lists(st.sampled_from(words(game)), max_size=8).map(" ".join)


@kept
def texts(game: AnyGame) -> st.SearchStrategy[str]:
    """Any text, and lines that look like the game's."""
    return st.text(max_size=60) | st.lists(lines(game), max_size=4).map("\n".join)


def spoilt(data: Any, draw: st.DrawFn, other: st.SearchStrategy[Any]) -> Any:
    """JSON data with one thing in it changed: left out, doubled, swapped, put in place of another, or a little off."""
    if isinstance(data, dict | list) and data and draw(st.integers(0, 9)):
        return _spoilt_inside(data, draw, other)
    return _a_little_off(data, draw) if draw(st.booleans()) else draw(other)


def _spoilt_inside(data: Any, draw: st.DrawFn, other: st.SearchStrategy[Any]) -> Any:
    key = draw(st.sampled_from(sorted(data) if isinstance(data, dict) else range(len(data))))
    copy = data.copy()
    match draw(st.integers(0, 9)):
        case 0:
            del copy[key]
        case 1 if isinstance(copy, list):
            copy.insert(key, copy[key])
        case 2 if isinstance(copy, list):
            copy[key], copy[-1] = copy[-1], copy[key]
        case _:
            copy[key] = spoilt(copy[key], draw, other)
    return copy


def _a_little_off(value: Any, draw: st.DrawFn) -> Any:
    if isinstance(value, str):
        at = draw(st.integers(0, len(value)))
        return value[:at] + draw(st.sampled_from(("", "?", "7", ".", "x"))) + value[at + 1 :]
    if isinstance(value, int):
        return draw(st.sampled_from((value - 2, value - 1, value + 1, value + 2, float(value), bool(value))))
    return [value]


def spoilt_record(text: str, draw: st.DrawFn, line: st.SearchStrategy[str]) -> tuple[str, int]:
    """A record with something wrong in one line, and the first line that may be named for it."""
    written = text.splitlines()
    at = draw(st.integers(0, len(written) - 1))
    old = written[at]
    cut, words_of_it = draw(st.integers(0, len(old))), old.split()
    changes = [old[:cut] + draw(st.text(max_size=3)) + old[cut + draw(st.integers(0, 5)) :], draw(line), ""]
    if words_of_it:
        word = draw(st.integers(0, len(words_of_it) - 1))
        changes.append(" ".join((*words_of_it[:word], draw(line), *words_of_it[word + 1 :])))
    now = draw(st.sampled_from([[], [old, old], [old, "", draw(line)], *([change] for change in changes)]))
    return "\n".join((*written[:at], *now, *written[at + 1 :])), at + 1 if MOVE_LINE.match(old) else 1


def has_its_words(refused: Refusal) -> None:
    """What is refused is refused in a sentence of each language."""
    because = refused.because if isinstance(refused, BadRecord) else None
    for said in (refused.said, because):
        assert said is None or _is_said(said)


def _is_said(said: Message) -> bool:
    sentences = [say(said, language) for language in LANGUAGES]
    return all(sentences) and len(set(sentences)) == len(LANGUAGES)


def is_a_move_or_refused(game: AnyGame, data: Any) -> bool:
    """Whether data is read as a move, which can then be written and be played or refused."""
    try:
        move = game.move_from_json(data)
    except BadRecord as refused:
        has_its_words(refused)
        return False
    assert game.move_from_json(json.loads(json.dumps(game.move_to_json(move)))) == move
    try:
        game.play(game.start(*any_table(game, 0)), move)
    except IllegalMove as refused:
        has_its_words(refused)
    return True


def is_a_record_or_refused(game: AnyGame, text: str, first_line: int = 1) -> bool:
    """Whether a text is read as records, which are then read back as they are written; else a line is named.

    The line is not before `first_line`.
    """
    try:
        records = game.read_records(text)
    except BadRecord as refused:
        has_its_words(refused)
        line = dict(refused.said.facts).get("line")
        lines_named = range(first_line, len(text.splitlines()) + 1)
        assert refused.said.key in ("record.empty", "pdn.empty") or line in lines_named
        return False
    assert records
    assert [read_record(game, game.write_record(*record)) for record in records] == list(records)
    return True
