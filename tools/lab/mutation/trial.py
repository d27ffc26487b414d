"""Tries mutants: puts each into a private copy of the tree and runs the tests that concern it."""

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from tools.lab.mutation.choice import INSIDE
from tools.lab.mutation.mutants import Mutant, mutated_source

SECONDS = 300  # for one mutant: on a busy machine its processor time takes long
CPU_SECONDS = 6  # to start, and what its tests took while lines were traced, about twice what they take now
KILLED, SURVIVED, TIMED_OUT, NOT_RUN = "killed", "survived", "timed out", "not run by any test"


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant, and which test noticed it."""

    verdict: str
    noticed_by: str = ""


class Trials:
    """A process in the copied tree that runs tests on demand."""

    def __init__(self, tree: Path, work: Path) -> None:
        self.tree, self.work = tree, work

    def __enter__(self) -> Self:
        self._server = subprocess.Popen(
            [sys.executable, str(INSIDE / "fork_server.py")],
            cwd=self.tree,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self._server.stdin is not None
        self._server.stdin.close()
        self._server.wait()

    def run(self, tests: list[str], cpu_seconds: float) -> Outcome:
        """What the tests say of the tree as it is."""
        if not tests:
            return Outcome(NOT_RUN)
        listed, output = self.work / "tests.txt", self.work / "output.txt"
        listed.write_text("\n".join(tests), encoding="utf-8")
        options = ["-x", "-q", "-n0", "-p", "no:cacheprovider", "-rfE", "--tb=line"]
        order = {
            "arguments": [*options, f"--basetemp={self.work / 'tmp'}", f"@{listed}"],
            "output": str(output),
            "seconds": SECONDS,
            "cpu_seconds": int(CPU_SECONDS + cpu_seconds),
        }
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.write(json.dumps(order) + "\n")
        self._server.stdin.flush()
        status = json.loads(self._server.stdout.readline())
        if status is None:
            return Outcome(TIMED_OUT)
        if status == 0:
            return Outcome(SURVIVED)
        last = output.read_text(encoding="utf-8", errors="replace").splitlines()
        notices = [line for line in last if line.startswith(("FAILED ", "ERROR "))]
        return Outcome(KILLED, notices[-1] if notices else " ".join(last[-1:]))

    def try_mutant(self, mutant: Mutant, tests: list[str], cpu_seconds: float) -> Outcome:
        """What the tests say of the tree with this fault in it. Afterwards the tree is as it was."""
        path = self.tree / mutant.module
        source = path.read_text(encoding="utf-8")
        try:
            path.write_text(mutated_source(source, mutant.operator, mutant.occurrence), encoding="utf-8")
            forget_compiled(path)
            return self.run(tests, cpu_seconds)
        finally:
            path.write_text(source, encoding="utf-8")
            forget_compiled(path)


def forget_compiled(module: Path) -> None:
    """Delete a module's compiled form: the time of a change is kept to the second, and mutants follow more quickly."""
    for compiled in (module.parent / "__pycache__").glob(f"{module.stem}.*.pyc"):
        compiled.unlink()


def private_copy(tree: Path, target: Path) -> None:
    """Copy the files of a git checkout that git knows, with what has changed in them."""
    listed = subprocess.run(["git", "-C", str(tree), "ls-files", "-z"], capture_output=True, text=True, check=True)
    for name in filter(None, listed.stdout.split("\0")):
        if (tree / name).is_file():  # not one that was deleted since
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(tree / name, target / name)
