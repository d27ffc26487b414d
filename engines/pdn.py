"""Portable Draughts Notation (PDN), in which draughts players write games down: tags, moves, a result.

    [Black "Aya"]
    [White "Ben"]
    [Result "*"]

    1. 11-15 22-17 2. 8-11 17x8 3. 4x11 *

What is read: several games in a text; `-`, `x` or `:` between the numbers of a move, whichever the writer liked, and
marks such as `!` behind it. Remarks in braces or from `;` to the end of the line, `$` marks, and variations in
parentheses are passed over. What the numbers mean, and whether a move is legal, is left to the game.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engines.contract import BadRecord
from engines.messages import message

# What results mean: points of the player who moves first and of the other; draughts players write one or two for a win.
WON, LOST, DRAWN, OPEN = "1-0", "0-1", "1/2-1/2", "*"
_RESULTS = {WON: WON, "2-0": WON, LOST: LOST, "0-2": LOST, DRAWN: DRAWN, "1-1": DRAWN, "0-0": OPEN, OPEN: OPEN}
_TOKEN = re.compile(
    r"""
      (?P<skipped> \s+ | \{[^}]*\} | ;[^\n]* | \$[0-9]+ | [0-9]{1,6}\.+ )
    | (?P<tag> \[ \s* (?P<name>\w+) \s+ "(?P<value>(?:[^"\\]|\\.)*)" \s* \] )
    | (?P<result> 1/2-1/2 | 1-0 | 0-1 | 2-0 | 0-2 | 1-1 | 0-0 | \* ) (?![0-9])
    | (?P<move> [0-9]{1,2} (?:[-xX:][0-9]{1,2})+ ) [!?*]*
    | (?P<opened> \( ) | (?P<closed> \) )
    | (?P<unknown> \S )
    """,
    re.VERBOSE | re.DOTALL,
)
_COLUMNS = 79


@dataclass(frozen=True)
class PdnMove:
    """A move as it was written, its line, and the numbers of its squares, as texts without leading zeros."""

    text: str
    line: int
    numbers: tuple[str, ...]


@dataclass
class PdnGame:
    """A written game: `line` is where it begins, `result` is `WON` or `LOST` by who moves first, `DRAWN` or `OPEN`."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[PdnMove] = field(default_factory=list)
    result: str = OPEN


def read_games(text: str) -> list[PdnGame]:
    """Every game of a text; raises `BadRecord` naming the line of what is no PDN.

    >>> [(game.tags, [move.numbers for move in game.moves], game.result) for game in read_games("1. 9-14 22x17! 0-1")]
    [({}, [('9', '14'), ('22', '17')], '0-1')]
    """
    games: list[PdnGame] = []
    open_game: PdnGame | None = None
    for line, token in _tokens(text):
        if open_game is None or (token["tag"] and open_game.moves):
            open_game = PdnGame(line)
            games.append(open_game)
        if token["tag"]:
            open_game.tags[token["name"]] = re.sub(r"\\(.)", r"\1", token["value"], flags=re.DOTALL)
        elif token["move"]:
            numbers = tuple([number.lstrip("0") or "0" for number in re.split("[-xX:]", token["move"])])
            open_game.moves.append(PdnMove(token["move"], line, numbers))
        else:
            open_game.result = _RESULTS[token["result"]]
            open_game = None
    if not games:
        raise BadRecord(message("pdn.empty"))
    return games


def _tokens(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Tags, moves and results with their lines; variations are passed over, one within another too."""
    line, counted, opened = 1, 0, []
    for token in _TOKEN.finditer(text):
        line, counted = line + text.count("\n", counted, token.start()), token.start()
        if token["opened"]:
            opened.append(line)
        elif token["closed"] and opened:
            opened.pop()
        elif token["unknown"] == "{":
            raise BadRecord(message("pdn.not_closed", line=line, text="{"))
        elif opened or token["skipped"]:
            continue
        elif token["unknown"] or token["closed"]:
            rest = text[token.start() : token.start() + 20].split(maxsplit=1)[0]
            raise BadRecord(message("pdn.not_understood", line=line, text=rest))
        else:
            yield line, token
    if opened:
        raise BadRecord(message("pdn.not_closed", line=opened[-1], text="("))


def write_game(tags: Mapping[str, str], moves: Sequence[str], result: str) -> str:
    """A game as text.

    >>> print(write_game({"Black": "Aya"}, ["11-15", "22-17", "8-11"], OPEN), end="")
    [Black "Aya"]
    [Result "*"]
    <BLANKLINE>
    1. 11-15 22-17 2. 8-11 *
    """
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in (*tags.items(), ("Result", result))]
    numbered = [f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move for ply, move in enumerate(moves)]
    body = textwrap.fill(" ".join((*numbered, result)), _COLUMNS, break_long_words=False, break_on_hyphens=False)
    return "\n".join((*lines, "", body)) + "\n"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
