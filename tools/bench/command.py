"""`jarapon bench KIND`: the measurements of the docs; `jarapon bench --help` lists the kinds."""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.bench.benchmark import Benchmark, Option, Report
from tools.bench.measurements import FOLDER, write_measurement

if TYPE_CHECKING:
    _Kinds = argparse._SubParsersAction[argparse.ArgumentParser]
else:
    _Kinds = argparse._SubParsersAction

# Each is a module here with a `BENCHMARK`; its help is the first sentence of its docstring.
KINDS = (
    "photos",
    "stability",
    "spoilt",
    "light",
    "competitors",
    "brackets",
    "strangers",
    "sheets",
    "speed",
    "dice",
    "cards",
    "lessons",
    "drop_it",
    "meter",
    "engines",
    "computers",
    "games",
    "box",
    "start",
    "web",
    "page",
    "long",
    "club_storage",
    "club",
)


class _OfKinds(_Kinds):
    """Imports the module of the requested kind only: some take half a second."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option_string: Any = None
    ) -> None:
        if values[0] in KINDS:
            for option in benchmark_of(values[0]).options:
                option.add_to(self.choices[values[0]])
        super().__call__(parser, namespace, values, option_string)


def benchmark_of(kind: str) -> Benchmark:
    """The benchmark of a kind."""
    found = import_module(f"tools.bench.{kind}").BENCHMARK
    assert isinstance(found, Benchmark)
    return found


def add_kinds(parser: argparse.ArgumentParser) -> None:
    """Add all kinds to the parser of `jarapon bench`."""
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND", action=_OfKinds)
    for name in KINDS:
        kind = kinds.add_parser(name, help=_help_of(name))
        kind.set_defaults(run=partial(_run, name))
        kind.add_argument("--json", action="store_true", help="JSON only, no table")
        kind.add_argument("--quick", action="store_true", help="with less of everything, in a minute")
        kind.add_argument("--complaints", action="store_true", help="list everything that was not right")
        kind.add_argument("--write", type=Path, nargs="?", const=FOLDER, metavar="DIR", help=f"write DIR/{name}.json")
    every = kinds.add_parser("all", help="measure everything that the docs state, and keep it")
    every.set_defaults(run=_run_all)
    every.add_argument("--quick", action="store_true", help="with less of everything, in some minutes")
    every.add_argument("--photos", type=Path, metavar="DIR", help="folders of photographs with known truth")
    every.add_argument("--out", type=Path, default=FOLDER, metavar="DIR", help="default: %(default)s")


def measure_kind(kind: str, report: Report, is_quick: bool = False, **arguments: Any) -> dict[str, Any]:
    """Measure one kind with these options and return the values of all options; raises `Refusal`."""
    benchmark = benchmark_of(kind)
    values = {option.key: option.value(arguments.get(option.key), is_quick) for option in benchmark.options}
    benchmark.measure(report, **values)
    return values


def _help_of(kind: str) -> str:
    """The first sentence of a module, without importing it."""
    with Path(__file__).with_name(f"{kind}.py").open(encoding="utf-8") as lines:
        return next(lines).strip().strip('"').rstrip(".").partition(": ")[2]


def _run(kind: str, args: argparse.Namespace) -> int:
    """Measure a kind and print its tables; returns 1 if something is wrong that must not be."""
    report = Report(is_printed=not args.json, has_complaints=args.complaints)
    arguments = {name: value for name, value in vars(args).items() if name != "kind"}
    values = measure_kind(kind, report, args.quick, **arguments)
    if args.json:
        sys.stdout.write(json.dumps(report.tables) + "\n")
    if args.write:
        command = ["jarapon", "bench", kind, *_words(benchmark_of(kind), values, args.quick)]
        write_measurement(args.write, kind, command, values, args.quick, report)
    return int(report.has_failed)


def _words(benchmark: Benchmark, values: dict[str, Any], is_quick: bool) -> list[str]:
    """The words of the command line that measures with these values."""
    words = ["--quick"] if is_quick else []
    for option in benchmark.options:
        value = values[option.key]
        if value == option.value(None, is_quick):
            continue
        words += [] if option.is_positional else [option.name]
        words += [] if value is True else [str(one) for one in (value if isinstance(value, list) else [value])]
    return words


def _run_all(args: argparse.Namespace) -> int:
    """Measure each kind in its own process, so that none affects the memory and times of another."""
    left_out, status = [], 0
    for kind in KINDS:
        sys.stderr.write(f"jarapon bench {kind}\n")
        words = [kind, "--write", str(args.out), *["--quick"] * args.quick]
        folders = [(one, _folders_for(one, args.photos)) for one in benchmark_of(kind).options if one.photographs]
        missing = [one for one, found in folders if one.is_positional and one.default is None and not found]
        if missing:
            left_out.append(f"{kind}: it needs photographs ({missing[0].photographs}), see --photos.")
            continue
        for option, found in folders:
            words += ([] if option.is_positional else [option.name]) + found if found else []
        done = _measure_in_process(words)
        if done:
            status, sentence = max(status, done[0] == 1), done[1]
            left_out.append(f"{kind}: {sentence}")
    sys.stderr.writelines(f"{one}\n" for one in left_out)
    return status


def _folders_for(option: Option, photographs: Path | None) -> list[str]:
    """The folders that an option gets when everything is measured."""
    if photographs is None:
        return []
    within = [photographs] if option.photographs == "." else sorted(photographs.glob(option.photographs))
    return [str(one) for one in within if one.is_dir()]


def _measure_in_process(words: Sequence[str]) -> tuple[int, str] | None:
    """Measure in another process; returns its status and the last line of its errors, or None if all went well."""
    program = [sys.executable, "-c", "import sys; from cli.main import main; sys.exit(main())", "bench", *words]
    last = ""
    with subprocess.Popen(program, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for line in process.stderr:
            sys.stderr.write(line)
            last = line.strip() or last
    return (process.returncode, last) if process.returncode else None
