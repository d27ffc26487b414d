"""`make docs`: fills measured tables and figures into the documents, from the files in `measurements/`.

    <!-- measured: KIND/TABLE columns="set, scene, right %" rows="scene=hand" -->
    <!-- /measured -->

becomes a table with a line that says how it was measured; without `columns` or `rows` it has all of them.
In prose, a figure is the following, with ROW the values of the row's first columns (`set-a` or `set-a/hand`):

    <!-- figure KIND/TABLE | ROW | COLUMN -->58<!-- / -->

`python -m tools.docs PAGE…` writes pages; it raises `KeyError` if a file, table, row or column is missing.
"""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
MEASUREMENTS = ROOT / "measurements"
TABLE = re.compile(r"(?P<start><!-- measured: (?P<of>[^ ]+?)(?P<more>(?: \w+=\"[^\"]*\")*) -->\n)(?P<body>.*?)"
                   r"(?P<end><!-- /measured -->)", re.DOTALL)  # fmt: skip
FIGURE = re.compile(r"(?P<start><!-- figure (?P<of>[^|]+?) \| (?P<row>[^|]+?) \| (?P<column>[^|]+?) -->)"
                    r"[^<]*(?P<end><!-- / -->)")  # fmt: skip
Measurement = Mapping[str, Any]


def filled(page: str) -> str:
    """A page with every table and figure as last measured."""
    page = TABLE.sub(lambda found: found["start"] + _table(found["of"], found["more"]) + found["end"], page)
    return FIGURE.sub(lambda found: found["start"] + _figure(found) + found["end"], page)


@cache
def measurement(kind: str) -> Measurement:
    """The measurement of a kind of benchmark; raises `KeyError` if there is none."""
    path = MEASUREMENTS / f"{kind}.json"
    if not path.is_file():
        raise KeyError(f"there is no measurement of {kind}")
    found: Measurement = json.loads(path.read_text(encoding="utf-8"))
    return found


def table_of(path: str) -> tuple[Measurement, list[dict[str, Any]]]:
    """A measurement and the rows of one of its tables, by `KIND/TABLE`; raises `KeyError`."""
    kind, _, name = path.rpartition("/")
    measured = measurement(kind)
    table = measured["tables"][name]
    return measured, [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]


def _table(path: str, options: str) -> str:
    chosen = dict(re.findall(r'(\w+)="([^"]*)"', options))
    measured, rows = table_of(path)
    for condition in filter(None, chosen.get("rows", "").split(", ")):
        column, _, values = condition.partition("=")
        rows = [row for row in rows if str(row[column]) in values.split("|")]
    columns = chosen["columns"].split(", ") if "columns" in chosen else list(rows[0])
    cells = [_cells(column, [row[column] for row in rows]) for column in columns]
    is_text = [all(isinstance(row[column], str) for row in rows) for column in columns]
    lines = [columns, ["---" if text else "---:" for text in is_text], *zip(*cells, strict=True)]
    return "\n".join(["| " + " | ".join(line) + " |" for line in lines]) + f"\n\n{_conditions(measured)}\n"


def _conditions(measured: Measurement) -> str:
    """How and on what machine it was measured, in one line."""
    machine = measured["machine"]
    quick = " Quick run: small samples." if measured["quick"] else ""
    on = f"{machine['processor']}, {machine['cores']} cores"
    return f"`{measured['command']}`, {measured['date']}, {measured['commit']}, {on}.{quick}"


def _cells(column: str, values: Sequence[Any]) -> list[str]:
    """The cells of a column: fractions with as many decimals as the longest, three at most, where all are of one kind.

    >>> _cells("ms", [1.5, 2.25, None]), _cells("value", [1.5, 2.25]), _cells("by", [3, "x"])
    (['1.50', '2.25', '–'], ['1.5', '2.25'], ['3', 'x'])
    """
    if column == "value":
        return list(map(_figure_cell, values))
    longest = max((len(str(value).partition(".")[2]) for value in values if isinstance(value, float)), default=0)
    return [_cell(value, min(longest, 3)) for value in values]


def _figure_cell(value: Any) -> str:
    return _cell(value, len(str(value).removesuffix(".0").partition(".")[2]))


def _cell(value: Any, decimals: int) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.{decimals}f}"
    return "–" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def _figure(found: re.Match[str]) -> str:
    _, rows = table_of(found["of"])
    wanted = found["row"].split("/")
    for row in rows:
        if [str(value) for value in row.values()][: len(wanted)] == wanted:
            return _figure_cell(row[found["column"]])
    raise KeyError(f"{found['of']} has no row {found['row']}")


def main(pages: Sequence[str]) -> int:
    """Write the pages that are named, or all of the documents."""
    paths = [Path(page) for page in pages] or [*sorted((ROOT / "docs").glob("*.md")), *sorted(ROOT.glob("README*.md"))]
    for path in paths:
        page = path.read_text(encoding="utf-8")
        if (new := filled(page)) != page:
            path.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
