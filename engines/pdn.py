"""Portable Draughts Notation (PDN), in which draughts players write games down: tags, moves, a result.

    [Black "Aya"]
    [White "Ben"]
    [Result "*"]

    1. 11-15 22-17 2. 8-11 17x8 3. 4x11 *

A text may have several games, `-`, `x` or `:` between the numbers of a move, marks such as `!` after it, wide letters
and typographic signs. Comments in braces or from `;` to the end of the line, `$` marks, and variations in parentheses
are skipped. The meaning of the numbers and the legality of moves are left to the game.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engines.contract import BadRecord
from engines.messages import Message, message
from engines.plain_signs import plain_signs

# Results: points of the player who moves first and of the other; a win counts one or two points.
WON, LOST, DRAWN, OPEN = "1-0", "0-1", "1/2-1/2", "*"
RESULTS = {WON: WON, "2-0": WON, LOST: LOST, "0-2": LOST, DRAWN: DRAWN, "1-1": DRAWN, "0-0": OPEN, OPEN: OPEN}
# Tags and comments, kept as they were written since they may hold names, and what stands between them. An unclosed
# comment ends before the tags of the next game.
_PART = re.compile(
    r"""
      (?P<tag> [\[［] \s* (?P<name>\w+) [\s\u200b]+
          (?: "(?P<value>(?:[^"\\]|\\.)*)" | [“”„‟〝＂](?P<curly>[^“”〟〞＂\n]*)[“”〟〞＂] ) \s* [\]］] )
    | (?P<remark> [{｛] (?: [^}｝\n] | \n(?![ \t]*[\[［]\w+[ \t]+["“”„‟〝＂]) )* (?P<closed>[}｝])? | [;；][^\n]* )
    | (?P<rest> [^\[［{｛;；]+ | \S+ )
    """,
    re.VERBOSE | re.DOTALL,
)
_TOKEN = re.compile(
    r"""
      (?P<skipped> \s+ | \$[0-9]+ | [0-9]{1,6}\.+ )
    | (?P<result> 1/2-1/2 | 1-0 | 0-1 | 2-0 | 0-2 | 1-1 | 0-0 | \* ) (?![0-9])
    | (?P<move> [0-9]{1,2} (?:[-xX:][0-9]{1,2})+ ) [!?*]*
    | (?P<opened> \( ) | (?P<closed> \) )
    | (?P<unknown> [^\s()]+ )
    """,
    re.VERBOSE,
)
_COLUMNS = 79


@dataclass(frozen=True)
class PdnMove:
    """A written move."""

    text: str  # as it was written
    line: int  # from 1
    numbers: tuple[str, ...]  # of its squares, without leading zeros


@dataclass
class PdnGame:
    """A written game."""

    line: int  # where it begins
    tags: dict[str, str] = field(default_factory=dict)  # by name, in lower case
    moves: list[PdnMove] = field(default_factory=list)
    result: str = OPEN  # `WON` or `LOST` by who moves first, `DRAWN` or `OPEN`
    wrong: Message | None = None  # its first error

    def take(self, token: "_Token") -> None:
        """Adds the next token of this game."""
        if token.kind == "tag":
            self.tags[token.name] = token.text
        elif token.kind == "move":
            numbers = tuple([number.lstrip("0") or "0" for number in re.split("[-xX:]", token.text)])
            self.moves.append(PdnMove(token.text, token.line, numbers))
        elif token.kind == "result":
            self.result = RESULTS[token.text]
        elif self.wrong is None:
            self.wrong = message(f"pdn.{token.kind}", line=token.line, text=token.text[:20])


class _Token(NamedTuple):
    """A part of a text: a `tag`, a `move`, a `result`, or an error by the last part of its text key."""

    line: int
    kind: str
    text: str
    name: str = ""


def tag_of(line: str) -> dict[str, str]:
    """The tag that a line is, by its name in lower case; empty for any other line."""
    part = _PART.fullmatch(line.strip())
    return _tag(part) if part is not None and part["tag"] else {}


def _tag(part: re.Match[str]) -> dict[str, str]:
    value = part["value"] or part["curly"] or ""
    return {part["name"].lower(): re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL)}


def players_of(tags: Mapping[str, str]) -> tuple[str, ...]:
    """The names of both players in the order of moving, or none; older records call Black `Red`."""
    named = [tags.get("black") or tags.get("red", ""), tags.get("white", "")]
    return tuple(name or "?" for name in named) if any(named) else ()


def read_games(text: str) -> list[PdnGame]:
    """Every game of a text; raises `BadRecord` where there is none.

    >>> [(game.tags, [move.numbers for move in game.moves], game.result) for game in read_games("1. 9-14 22x17! 0-1")]
    [({}, [('9', '14'), ('22', '17')], '0-1')]
    """
    games: list[PdnGame] = []
    is_open = in_moves = False
    for token in _tokens(text):
        if not is_open or (token.kind == "tag" and in_moves):
            games.append(PdnGame(token.line))
            in_moves = False
        games[-1].take(token)
        is_open = token.kind != "result"
        in_moves = in_moves or not (token.kind == "tag" or token.text.startswith("["))
    if not games:
        raise BadRecord(message("pdn.empty"))
    return games


def _tokens(text: str) -> Iterator[_Token]:
    """The tokens of a text without comments and without variations, nested ones included."""
    line, opened = 1, list[int]()
    for part in _PART.finditer(text):
        if part["tag"]:
            if opened:
                yield _Token(opened[0], "not_closed", "(")
            opened.clear()
            ((name, value),) = _tag(part).items()
            yield _Token(line, "tag", value, name)
        elif part["rest"]:
            yield from _tokens_between(plain_signs(part["rest"]), line, opened)
        elif part[0][0] in "{｛" and not part["closed"]:
            yield _Token(line, "not_closed", "{")
        line += part[0].count("\n")
    if opened:
        yield _Token(opened[-1], "not_closed", "(")


def _tokens_between(text: str, line: int, opened: list[int]) -> Iterator[_Token]:
    """Moves and results between comments; `opened`: the lines of the variations that are not closed yet."""
    for token in _TOKEN.finditer(text):
        if token["opened"]:
            opened.append(line)
        elif token["closed"] and opened:
            opened.pop()
        elif not opened and not token["skipped"]:
            kind = next((kind for kind in ("move", "result") if token[kind]), "not_understood")
            yield _Token(line, kind, token[kind] if kind in ("move", "result") else token[0])
        line += token[0].count("\n")


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
