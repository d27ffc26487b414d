"""Counts what keeps the program easy to change: `python -m tools.house_figures`.

Lines by room, the classes with most attributes, and small files that only one other file imports.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.house import ROOMS, import_graph

MAX_ATTRIBUTES = 15  # of a class
SMALL_FILE_LINES = 60
_ROOT = Path(__file__).parents[1]


def python_files(room: str) -> list[Path]:
    """All Python files of a room."""
    return sorted((_ROOT / room).rglob("*.py"))


def count_attributes(node: ast.ClassDef) -> int:
    """The number of attributes that a class declares, or assigns to `self`.

    >>> count_attributes(ast.parse("class Box:\\n    size: int = 0\\n    def open(self): self.lid = None").body[0])
    2
    """
    declared = {ast.unparse(part.target) for part in node.body if isinstance(part, ast.AnnAssign)}
    assigned = {
        part.attr
        for part in ast.walk(node)
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store) and ast.unparse(part.value) == "self"
    }
    return len(declared | assigned)


def largest_classes(more_than: int) -> list[tuple[int, str]]:
    """The classes of the program with more attributes than a number, as `path:Class`, the largest first."""
    found = [
        (count_attributes(node), f"{file.relative_to(_ROOT)}:{node.name}")
        for room in ROOMS
        for file in python_files(room)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    return sorted((one for one in found if one[0] > more_than), reverse=True)


def files_with_one_importer() -> Iterator[tuple[int, str, str]]:
    """Each file that one other imports: its lines, its module, and its importer."""
    graph = import_graph()
    for module in sorted(graph.modules):
        file = _ROOT / f"{module.replace('.', '/')}.py"
        importers = graph.find_modules_that_directly_import(module)
        if len(importers) == 1 and file.is_file():
            yield len(file.read_text(encoding="utf-8").splitlines()), module, next(iter(importers))


def main() -> int:
    """Print the figures."""
    for room in (*ROOMS, "tests"):
        files = python_files(room)
        lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
        sys.stdout.write(f"{room:<10} {len(files):>4} files {lines:>7} lines\n")
    sys.stdout.write(f"\nClasses with more than {MAX_ATTRIBUTES} attributes:\n")
    sys.stdout.writelines(f"  {count:>3} {name}\n" for count, name in largest_classes(MAX_ATTRIBUTES))
    alone = list(files_with_one_importer())
    small = [one for one in alone if one[0] < SMALL_FILE_LINES]
    sys.stdout.write(f"\nFiles with one importer: {len(alone)}, of them under {SMALL_FILE_LINES} lines: {len(small)}\n")
    sys.stdout.writelines(f"  {lines:>3} {module} <- {importer}\n" for lines, module, importer in small)
    return 0


if __name__ == "__main__":
    sys.exit(main())
