"""Which tests to run for a mutant: those that run its line, the quickest first."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from coverage import CoverageData

from tools.lab.mutation.mutants import Mutant
from tools.lab.mutation.parts import tests

INSIDE = Path(__file__).parent / "inside"  # what runs in the measured tree
MOST_SECONDS = 10.0  # of processor time for one mutant's tests, as measured while lines were traced


class Choice:
    """Chooses tests by one run of all of them, under coverage, with each line's tests recorded."""

    def __init__(self, tree: Path, work: Path) -> None:
        self.tree = tree
        self.data_file, self.times_file = work / "coverage.data", work / "times.json"
        if not self.times_file.exists():
            self._measure(work)
        self.seconds: dict[str, float] = json.loads(self.times_file.read_text(encoding="utf-8"))["seconds"]

    def _measure(self, work: Path) -> None:
        """Run all tests once; those that fail or take too long are left out from then on."""
        settings = work / "coverage.ini"
        settings.write_text(f"[run]\nsource = engines,device\ndata_file = {self.data_file}\n", encoding="utf-8")
        environment = dict(os.environ, PYTHONPATH=str(INSIDE), MUTATION_TIMES=str(self.times_file))
        coverage = ["-m", "coverage", "run", f"--rcfile={settings}"]
        pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "mutation_contexts", "-rfE", "--tb=line"]
        # pytest's status says that a test failed: it is then left out
        with (work / "coverage.log").open("w", encoding="utf-8") as log:
            subprocess.run(
                [sys.executable, *coverage, *pytest, *tests(self.tree)],
                cwd=self.tree,
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                check=False,
            )

    @cached_property
    def _data(self) -> CoverageData:
        data = CoverageData(str(self.data_file))
        data.read()
        return data

    def tests_for(self, mutant: Mutant) -> tuple[list[str], float]:
        """The tests that run the mutant's line, and the processor time they took; the quickest first.

        What runs at import may concern any test that runs another line of the module; or, where no test runs any, as
        in a module of nothing but data, any test at all.
        """
        by_line = self._data.contexts_by_lineno(str((self.tree / mutant.module).resolve()))
        lines: Iterable[int] = range(mutant.first_line, mutant.line + 1) if mutant.in_function else by_line
        concerned = {test for line in lines for test in by_line.get(line, ()) if test in self.seconds}
        if not mutant.in_function:
            concerned = concerned or set(self.seconds)
        chosen: list[str] = []
        total = 0.0
        for test in sorted(concerned, key=lambda test: (self.seconds[test], test)):
            total += self.seconds[test]
            if chosen and total > MOST_SECONDS:
                break
            chosen.append(test)
        return chosen, total
