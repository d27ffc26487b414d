"""`python -m tools.lab.mutation`: how many small faults the tests notice. See docs/develop.md."""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.lab.mutation.choice import Choice
from tools.lab.mutation.mutants import Mutant, sample
from tools.lab.mutation.parts import PARTS, modules
from tools.lab.mutation.trial import KILLED, NOT_RUN, SURVIVED, TIMED_OUT, Outcome, Trials, private_copy

ROOT = Path(__file__).parents[3]
VERDICTS = (KILLED, TIMED_OUT, SURVIVED, NOT_RUN)


def main() -> int:
    """Try a sample of mutants and print what became of them."""
    options = arguments()
    work: Path = options.work or Path(tempfile.mkdtemp(prefix="mutation-"))
    work.mkdir(parents=True, exist_ok=True)
    results_file = work / "results.json"
    results: list[dict[str, Any]] = []
    if results_file.exists():
        results = json.loads(results_file.read_text(encoding="utf-8"))
        say(f"going on with the {len(results)} mutants tried already in {work}")
    tree = work / "tree"
    private_copy(options.tree.resolve(), tree)  # again, where a run was stopped in the middle of a mutant
    say(f"working in {work}; first all tests run once, to see which lines each of them runs")
    choice = Choice(tree, work)
    tried = {(result["module"], result["operator"], result["occurrence"]) for result in results}
    end = time.monotonic() + 60 * options.minutes
    with Trials(tree, work) as trials:
        for number, mutant in enumerate(in_turns(tree, options.sample, options.seed), 1):
            if (mutant.module, mutant.operator, mutant.occurrence) in tried:
                continue
            if time.monotonic() > end:
                say("the time is up; the same command goes on from here")
                break
            start = time.monotonic()
            tests, seconds = choice.tests_for(mutant)
            outcome = trials.try_mutant(mutant, tests, seconds)
            results.append(as_result(mutant, len(tests), outcome, time.monotonic() - start))
            results_file.write_text(json.dumps(results, indent=1, ensure_ascii=False), encoding="utf-8")
            say(f"{number} {outcome.verdict}: {mutant.module}:{mutant.line} {mutant.key}")
    sys.stdout.write(table(results) + survivors(results))
    if options.beside:
        sys.stdout.write(comparison(json.loads(options.beside.read_text(encoding="utf-8")), results))
    return 0


def arguments() -> argparse.Namespace:
    """The arguments of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.lab.mutation", description=__doc__)
    parser.add_argument("--sample", type=int, default=300, help="how many mutants (default 300)")
    parser.add_argument("--seed", type=int, default=1, help="which of them (default 1)")
    parser.add_argument("--tree", type=Path, default=ROOT, help="the checkout to measure (default: this one)")
    parser.add_argument("--work", type=Path, help="the folder to work in; given again, the run goes on where it ended")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="when to stop")
    parser.add_argument("--beside", type=Path, help="results.json of another tree, to compare with")
    return parser.parse_args()


def in_turns(tree: Path, size: int, seed: int) -> Iterator[Mutant]:
    """The sample with its parts interleaved in proportion, so that a run that is stopped early has tried each."""
    shares = sum(part.share for part in PARTS)
    placed: list[tuple[float, Mutant]] = []
    for part in PARTS:
        mutants = sample(part.name, tree, modules(part, tree), round(size * part.share / shares), seed)
        placed += [((number + 0.5) / len(mutants), mutant) for number, mutant in enumerate(mutants)]
    return (mutant for _, mutant in sorted(placed, key=lambda each: each[0]))


def as_result(mutant: Mutant, tests: int, outcome: Outcome, seconds: float) -> dict[str, Any]:
    """One mutant's entry in the results."""
    return {
        **mutant.to_json(),
        "key": mutant.key,
        "tests": tests,
        "verdict": outcome.verdict,
        "noticed_by": outcome.noticed_by,
        "seconds": round(seconds, 1),
    }


def table(results: list[dict[str, Any]]) -> str:
    """The verdicts of each part, counted, with the share of mutants that were noticed."""
    lines = [f"{'part':10}{'mutants':>9}" + "".join(f"{verdict:>21}" for verdict in VERDICTS) + f"{'noticed':>9}"]
    for name in (*(part.name for part in PARTS), "all"):
        counts = Counter(result["verdict"] for result in results if name in (result["part"], "all"))
        every = sum(counts.values())
        noticed = f"{(counts[KILLED] + counts[TIMED_OUT]) / every:.1%}" if every else "-"
        lines.append(f"{name:10}{every:9}" + "".join(f"{counts[verdict]:21}" for verdict in VERDICTS) + f"{noticed:>9}")
    return "\n".join(lines) + "\n"


def survivors(results: list[dict[str, Any]]) -> str:
    """The mutants that no test noticed, one a line."""
    lines = ["\nSurvivors:"]
    for result in sorted(results, key=lambda each: (each["module"], each["line"])):
        if result["verdict"] in (SURVIVED, NOT_RUN):
            lines.append(f"  {result['module']}:{result['line']} ({result['verdict']}, {result['tests']} tests)")
            lines.append(f"    - {result['before']}\n    + {result['after']}")
    return "\n".join(lines) + "\n"


def comparison(others: list[dict[str, Any]], results: list[dict[str, Any]]) -> str:
    """How the mutants that both trees have fared in each; those that only the other tree's tests notice are named."""
    noticed = {result["key"]: result["verdict"] in (KILLED, TIMED_OUT) for result in results}
    theirs = {result["key"]: result["verdict"] in (KILLED, TIMED_OUT) for result in others}
    both = sorted(noticed.keys() & theirs.keys())
    counts = Counter((theirs[key], noticed[key]) for key in both)
    lines = [
        f"\n{len(both)} mutants are in both samples: {counts[True, True]} noticed in both trees, "
        f"{counts[False, False]} in neither, {counts[False, True]} in this one only, "
        f"{counts[True, False]} in the other only.",
    ]
    lines += [f"  noticed only in the other tree: {key}" for key in both if theirs[key] and not noticed[key]]
    return "\n".join(lines) + "\n"


def say(text: str) -> None:
    """Report progress, apart from the results."""
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
