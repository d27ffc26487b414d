"""Defines a benchmark: options, and a function that reports rows. Command line, tables and files follow from it."""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from numpy import number as np_number

Step = TypeVar("Step")
Params = ParamSpec("Params")
Result = TypeVar("Result")
Row = Mapping[str, Any]
# Decimals by the unit that a column's or a figure's name ends with; other fractions have four significant digits.
_DECIMALS = {"%": 2, "ms": 1, "s": 3, "mm": 2, "px": 2, "MB": 1, "kB": 1, "µs": 1}
_MIN_WIDTH = 6  # letters of a column of numbers


@dataclass(frozen=True)
class Option:
    """An argument of a benchmark."""

    name: str  # without dashes it is positional
    default: Any  # `()`: it takes several paths; None: it is a path that is required
    help: str
    quick: Any = None  # the value with `--quick`
    # The pattern of its folders below DIR in `jarapon bench all --photos DIR`. A benchmark that requires them is left
    # out if there are none.
    photographs: str = ""
    kind: Callable[[str], Any] | None = None  # converts the word; by default the type of `default`

    @property
    def key(self) -> str:
        """The name of the parameter that takes it."""
        return self.name.lstrip("-").replace("-", "_")

    @property
    def is_positional(self) -> bool:
        """Whether the command line gives it without its name."""
        return not self.name.startswith("-")

    def add_to(self, parser: argparse.ArgumentParser) -> None:
        """Add it to a command line; its default stays out of the parser, so that `--quick` can replace it."""
        argument: dict[str, Any] = {"help": self.help}
        if isinstance(self.default, bool):
            argument |= {"action": "store_true", "default": None}
        elif self.default == ():
            argument |= {"nargs": "*", "type": Path, "metavar": "DIR", "default": []}
        else:
            kind = self.kind or (Path if self.default is None else type(self.default))
            argument |= {"type": kind, "metavar": "DIR" if kind is Path else "N" if kind in (int, float) else "X"}
            if not self.is_positional and self.default not in (None, ""):
                argument["help"] += (
                    f" (default: {self.default}; quick: {self.quick})"
                    if self.quick
                    else (f" (default: {self.default})")
                )
        parser.add_argument(self.name, **argument)

    def value(self, argument: Any, is_quick: bool) -> Any:
        """The value to measure with; an `argument` of None or [] means the default."""
        if argument is None or argument == []:
            return self.quick if is_quick and self.quick is not None else self.default
        return argument


class Benchmark:
    """A kind of `jarapon bench`; `measure` gets a `Report` and its options by name, and raises `Refusal`."""

    def __init__(self, measure: Callable[..., None], *options: Option) -> None:
        self.measure, self.options = measure, options


class Report:
    """Collects what is measured; rows are printed as soon as they are known, since a benchmark may take minutes.

    `tables`: the rows of each table, by column. `has_failed`: something is wrong that must not be. `left_out`: what
    was not measured because something is missing here, a sentence each.
    """

    def __init__(self, is_printed: bool = False, has_complaints: bool = False) -> None:
        self.tables: dict[str, list[Row]] = {}
        self.has_failed = False
        self.left_out: list[str] = []
        self._is_printed, self._has_complaints = is_printed, has_complaints
        self._widths: list[int] = []
        self._table = ""

    def row(self, table: str, row: Row) -> None:
        """Add a row to a table; all rows of a table have the same columns."""
        rows = self.tables.setdefault(table, [])
        if rows and list(rows[0]) != list(row):
            raise ValueError(f"{table}: {list(row)} instead of {list(rows[0])}")
        rows.append({name: _rounded(name, value) for name, value in row.items()})
        if self._is_printed:
            self._print(table, rows[-1])

    def figures(self, table: str, figures: Row) -> None:
        """Add a table of single figures, a row each."""
        for name, value in figures.items():
            self.row(table, {"figure": name, "value": _rounded(name, value)})

    def complain(self, complaints: Sequence[str]) -> None:
        """Print each thing that was not right, with `--complaints`."""
        if self._is_printed and self._has_complaints:
            _write(sys.stdout, "".join(f"  {complaint}\n" for complaint in complaints))

    def fail(self, sentence: str) -> None:
        """Report what is wrong; the exit status will be 1."""
        self.has_failed = True
        _write(sys.stderr, sentence + "\n")

    def leave_out(self, sentence: str) -> None:
        """Report what is missing here and not measured."""
        self.left_out.append(sentence)
        _write(sys.stderr, sentence + "\n")

    def _print(self, table: str, row: Row) -> None:
        cells = [_shown(value) for value in row.values()]
        if table != self._table:
            least = (_MIN_WIDTH + 6 * isinstance(value, str) for value in row.values())
            self._widths = [max(len(name), len(cell), wide) for name, cell, wide in zip(row, cells, least, strict=True)]
            head = self._line(list(row), row)
            _write(sys.stdout, ("\n" if self._table else "") + f"{table}:\n{head}")
            self._table = table
        _write(sys.stdout, self._line(cells, row))

    def _line(self, cells: Sequence[str], row: Row) -> str:
        aligned = (
            cell.ljust(width) if isinstance(value, str) else cell.rjust(width)
            for cell, width, value in zip(cells, self._widths, row.values(), strict=True)
        )
        return "  ".join(aligned).rstrip() + "\n"


class Counts:
    """A dataclass of counts, lists and counters that can be added up."""

    def add(self, other: Any) -> None:
        """Add the counts, lists and counters of another instance; other fields stay."""
        for name, value in vars(other).items():
            if isinstance(value, int | float | list | Counter):
                setattr(self, name, getattr(self, name) + value)


def timed(work: Callable[Params, Result], *args: Params.args, **named: Params.kwargs) -> tuple[Result, float, float]:
    """Run `work` and return its result and its milliseconds: by the clock, and of the processor."""
    clock, processor = time.perf_counter(), time.process_time()
    done = work(*args, **named)
    return done, (time.perf_counter() - clock) * 1000, (time.process_time() - processor) * 1000


def percent(part: float, whole: float) -> float:
    """A share in per cent; 0 of nothing.

    >>> percent(1, 8), percent(0, 0)
    (12.5, 0.0)
    """
    return 100 * part / whole if whole else 0.0


def _rounded(name: str, value: Any) -> Any:
    """A value as it is printed and kept: fractions are rounded to the decimals of their unit.

    >>> _rounded("unsure %", 0.0583), _rounded("median ms", 10.04), _rounded("grip", 1234.56), _rounded("tiles", 7)
    (0.06, 10.0, 1235.0, 7)
    """
    if isinstance(value, np_number):
        value = value.item()
    if not isinstance(value, float):
        return value
    unit = next((word for word in reversed(name.split()) if word in _DECIMALS), "")
    return round(value, _DECIMALS[unit]) if unit else float(f"{value:.4g}")


def _shown(value: Any) -> str:
    """A value in a table.

    >>> [_shown(value) for value in (None, True, 0.5, 12345678.0, "x")]
    ['–', 'yes', '0.5', '12345678', 'x']
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) >= 1e4:
        return f"{value:.0f}"
    return "–" if value is None else str(value)


def _write(to: Any, text: str) -> None:
    to.write(text)
    to.flush()
