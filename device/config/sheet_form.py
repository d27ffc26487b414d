"""A score sheet as a form that a page can fill in, and the TOML that is kept of it; both mean the same.

A form is plain data: `name`, `reconstruction`, `bonuses`, `words` (own names of numbers) and `rows`, each with `en`,
`ja`, `section`, `groups` (`times`, `run`, `count`, `of`), `rule`, `points` and `pon` (points, or None for a dash).

>>> from engines.jarapon.tiles import PLAIN_TILES
>>> text = '[sheet]\\nname = "mine"\\n[[hand]]\\nen = "Odd"\\ntiles = ["3 x 3 odd"]\\npoints = 60'
>>> form = form_of(text, "mine.toml", PLAIN_TILES)
>>> form["rows"][0]["groups"], form["rows"][0]["pon"]
([{'times': 3, 'run': False, 'count': 3, 'of': 'odd'}], 30)
>>> parse_sheet(toml_of(form), "mine.toml", PLAIN_TILES) == parse_sheet(text, "mine.toml", PLAIN_TILES)
True
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import TypeVar

import msgspec

from engines.data_file import BadData, read_tables
from engines.jarapon.shapes import WrittenGroup, written_group
from engines.jarapon.sheet import NO_PON, Row, ScoreSheet, parse_sheet
from engines.jarapon.tiles import TileSet
from engines.messages import message
from engines.one_line import one_line

Form = dict[str, object]
MOST_ROWS = 40
MOST_GROUPS = 9
MAX_LETTERS = 60  # maximum length of a name

_HEADING = """\
# A score sheet of Galaxy Jarapon, written by the box's page; docs/score_sheet.md tells how to read and change it.
"""
T = TypeVar("T")


class _Hand(msgspec.Struct):
    """A hand as its table in TOML has it."""

    tiles: list[str]
    en: str = ""
    ja: str = ""


class _Tables(msgspec.Struct):
    """The part of a valid sheet that the form needs."""

    hand: list[_Hand]
    words: dict[str, list[int | str]] = {}


def form_of(text: str, file: str, tiles: TileSet) -> Form:
    """The form of a sheet in TOML; raises `BadData` as `parse_sheet` does."""
    sheet = parse_sheet(text, file, tiles)
    data = msgspec.convert(read_tables(text, file, ("sheet", "words", "hand")), _Tables)
    words = {word: [str(number) for number in numbers] for word, numbers in data.words.items()}
    written = zip(sheet.rows, data.hand, strict=True)
    return {
        "name": sheet.name,
        "reconstruction": sheet.reconstruction,
        "bonuses": list(sheet.bonuses),
        "words": words,
        "rows": [_row_form(row, hand) for row, hand in written],
    }


def _row_form(row: Row, hand: _Hand) -> Form:
    return {
        "en": row.en if hand.en else "",
        "ja": row.ja if hand.ja else "",
        "section": row.section,
        "groups": [asdict(written_group(group)) for group in hand.tiles],
        "rule": row.shape.rule,
        "points": row.points,
        "pon": row.pon,
    }


def toml_of(form: Form) -> str:
    """The TOML of a form; raises `BadData` for an invalid form. Its contents may still be wrong: parse it."""
    lines = [_HEADING, "[sheet]", f"name = {_text(form, 'name')}"]
    if _is(form, "reconstruction", bool):
        lines.append("reconstruction = true")
    lines.append(f"bonuses = [{', '.join(map(_quoted, _is(form, 'bonuses', list)))}]")
    words: dict[str, object] = _is(form, "words", dict)
    if words:
        lines += ["", "[words]", *(f"{_quoted(word)} = [{_numbers(numbers)}]" for word, numbers in words.items())]
    rows: list[object] = _is(form, "rows", list)
    if len(rows) > MOST_ROWS:
        raise BadData(message("sheet_form.too_many_rows", most=MOST_ROWS))
    for row in rows:
        lines += ["", *_hand_lines(row)]
    return "\n".join(lines) + "\n"


def sheet_of(form: Form, tiles: TileSet) -> ScoreSheet:
    """The sheet of a form; raises `BadData`, with the row's number in `table` for a mistake in a row."""
    return parse_sheet(toml_of(form), str(form["name"]).strip() or "sheet.toml", tiles)


def rows_of(form: Form, tiles: TileSet) -> list[Row | BadData]:
    """Each row of a form parsed by itself, or what is wrong with it; raises `BadData` for an invalid form."""
    toml_of(form)
    return [_row_of(form | {"name": "-", "rows": [row]}, tiles) for row in _is(form, "rows", list)]


def _row_of(form: Form, tiles: TileSet) -> Row | BadData:
    try:
        return parse_sheet(toml_of(form), "-", tiles).rows[0]
    except BadData as bad:
        return bad


def _hand_lines(row: object) -> Iterator[str]:
    if not isinstance(row, dict):
        raise _no_form("rows")
    yield "[[hand]]"
    for language in ("en", "ja"):
        if one_line(_is(row, language, str)):
            yield f"{language} = {_text(row, language)}"
    if row.get("section") == "special":
        yield 'section = "special"'
    groups: list[object] = _is(row, "groups", list)
    if len(groups) > MOST_GROUPS:
        raise _no_form("groups")
    yield f"tiles = [{', '.join(_quoted(str(_group(group))) for group in groups)}]"
    if row.get("rule") != "free":
        yield f"rule = {_text(row, 'rule')}"
    yield f"points = {_is(row, 'points', int)}"
    yield f"pon = {_quoted(NO_PON) if row.get('pon') is None else _is(row, 'pon', int)}"


def _group(group: object) -> WrittenGroup:
    if not isinstance(group, dict):
        raise _no_form("groups")
    times, count = (_is(group, name, int) for name in ("times", "count"))
    if not (1 <= times <= MOST_GROUPS and 1 <= count <= MOST_GROUPS):
        raise _no_form("groups")
    return WrittenGroup(times, _is(group, "run", bool), count, _short(_is(group, "of", str)))


def _numbers(numbers: object) -> str:
    if not isinstance(numbers, list) or not all(isinstance(number, str) for number in numbers):
        raise _no_form("words")
    return ", ".join(number if number.isdecimal() else _quoted(number) for number in numbers)


def _is(form: Mapping[str, object], name: str, kind: type[T]) -> T:
    """A value of a form, checked for its type; a bool is no number."""
    value = form.get(name)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise _no_form(name)
    return value


def _text(form: Mapping[str, object], name: str) -> str:
    return _quoted(_short(_is(form, name, str)))


def _short(text: str) -> str:
    if len(text) > MAX_LETTERS:
        raise BadData(message("sheet_form.too_long", most=MAX_LETTERS))
    return text


def _quoted(text: object) -> str:
    """A string as TOML quotes it: as JSON does, except for a control character that JSON leaves unescaped."""
    if not isinstance(text, str):
        raise _no_form("text")
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _no_form(name: str) -> BadData:
    return BadData(message("sheet_form.no_form", field=name))
