"""Imports go one way, and docs/layout.md draws it as it is."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tools import house

_NODE = re.compile(r'^ +(?:subgraph )?(\w+)\["?([\w/]+)"?\]$', re.M)
_ARROW = re.compile(r"^ +(\w+) --> (\w+)$", re.M)


@pytest.fixture(scope="module")
def drawn() -> str:
    return house.PAGE.read_text(encoding="utf-8").split("```mermaid\n")[1].split("```")[0]


def test_no_import_breaks_the_rules_of_pyproject():
    # A process of its own: import-linter silences the loggers of the one that it runs in.
    command = (
        "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True, no_logo=True))"
    )
    linter = subprocess.run([sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert linter.returncode == 0, linter.stdout + linter.stderr


def test_only_tests_of_the_tools_know_what_trains():
    files = {path.relative_to(ROOT) for path in (ROOT / "tests").rglob("*.py")} - {Path(__file__).relative_to(ROOT)}
    knowing = {path for path in files if "tools.lab" in (ROOT / path).read_text(encoding="utf-8")}
    assert {path.parts[1] for path in knowing} == {"tools"}


def test_all_packages_are_drawn_and_no_others(drawn: str):
    nodes = {node for node, _ in _NODE.findall(drawn)}
    assert nodes == {package.replace(".", "_") for package in house.drawn_packages()}


def test_no_import_goes_against_the_arrows(drawn: str):
    arrows: dict[str, set[str]] = {node: set() for node, _ in _NODE.findall(drawn)}
    for start, end in _ARROW.findall(drawn):
        arrows[start].add(end)
    assert not [node for node in arrows if node in house.reachable(arrows, node)]
    imports = house.between_rooms_and_inside(house.imports_between(house.drawn_packages()))
    against = [
        (package, other)
        for package, others in imports.items()
        for other in others
        if other.replace(".", "_") not in house.reachable(arrows, package.replace(".", "_"))
    ]
    assert not against, "python -m tools.house draws it anew"
