"""Draws the packages of the program and which imports which, as a Mermaid diagram: `python -m tools.house`.

It writes the drawing of docs/layout.md anew. An arrow means "imports"; one that follows from others is left out.
Needs grimp, which comes with the extra `test`.
"""

import sys
import tomllib
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grimp import ImportGraph

ROOMS = ("cli", "tools", "club", "web", "device", "simulator", "vision", "engines")
OPEN_ROOMS = ("web", "device", "simulator", "vision", "tools")  # drawn with their packages
_ROOT = Path(__file__).parents[1]
PAGE = _ROOT / "docs" / "layout.md"
_BEGIN, _END = "```mermaid\n", "```\n"

Arrows = Mapping[str, set[str]]  # from each package to those that it imports


def import_graph() -> "ImportGraph":
    """All imports of the program."""
    import grimp

    return grimp.build_graph(*ROOMS, exclude_type_checking_imports=False, cache_dir=None)


def drawn_packages() -> list[str]:
    """The rooms, and the packages in those that are drawn open.

    >>> [package for package in drawn_packages() if package.startswith("vision.")][:3]
    ['vision.board', 'vision.cards', 'vision.faces']
    """
    inside = [
        f"{room}.{folder.name}"
        for room in OPEN_ROOMS
        for folder in sorted((_ROOT / room).iterdir())
        if (folder / "__init__.py").is_file()
    ]
    return [*ROOMS, *inside]


def imports_between(packages: Iterable[str]) -> Arrows:
    """Which of the packages imports which, without the exceptions that pyproject.toml lists."""
    graph, exceptions = import_graph(), known_exceptions()
    known = set(packages)
    arrows: dict[str, set[str]] = {package: set() for package in known}
    for importer in graph.modules:
        for imported in graph.find_modules_directly_imported_by(importer):
            pair = _package_of(importer, known), _package_of(imported, known)
            if not any(fnmatchcase(f"{importer} -> {imported}", pattern) for pattern in exceptions):
                arrows[pair[0]].add(pair[1])
    return {package: {other for other in others if _is_separate(package, other)} for package, others in arrows.items()}


def known_exceptions() -> list[str]:
    """The imports that still close a cycle, as patterns."""
    config = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = config["tool"]["importlinter"]["contracts"]
    acyclic = next(contract for contract in contracts if contract["type"] == "acyclic_siblings")
    return [pattern.replace(".**", "*") for pattern in acyclic.get("ignore_imports", ())]


def reachable(arrows: Arrows, start: str) -> set[str]:
    """All packages that can be reached from one along arrows.

    >>> sorted(reachable({"web": {"device"}, "device": {"vision"}, "vision": set()}, "web"))
    ['device', 'vision']
    """
    found, left = set[str](), list(arrows.get(start, ()))
    while left:
        package = left.pop()
        if package not in found:
            found.add(package)
            left += arrows.get(package, ())
    return found


def reduced(arrows: Arrows) -> Arrows:
    """The arrows without those that follow from others."""
    return {
        package: {
            other for other in others if not any(other in reachable(arrows, between) for between in others - {other})
        }
        for package, others in arrows.items()
    }


def drawing(packages: Iterable[str], arrows: Arrows) -> str:
    """The Mermaid diagram: rooms as boxes, packages in them, arrows for imports."""
    known = list(packages)
    lines = ["flowchart TD"]
    for room in (package for package in known if "." not in package):
        inside = [package for package in known if package.startswith(f"{room}.")]
        if not inside:
            lines.append(f'    {room}["{room}/"]')
            continue
        lines.append(f'    subgraph {room}["{room}/"]')
        lines += [f"        {package.replace('.', '_')}[{package.partition('.')[2]}]" for package in inside]
        lines.append("    end")
    for package in known:
        lines += [f"    {package.replace('.', '_')} --> {other.replace('.', '_')}" for other in sorted(arrows[package])]
    return "\n".join(lines) + "\n"


def between_rooms_and_inside(arrows: Arrows) -> Arrows:
    """The same with every import from room to room as an arrow between the rooms."""
    found: dict[str, set[str]] = {package: set() for package in arrows}
    for package, others in arrows.items():
        for other in others:
            room, other_room = package.partition(".")[0], other.partition(".")[0]
            if room == other_room:
                found[package].add(other)
            else:
                found[room].add(other_room)
    return found


def main() -> int:
    """Write the drawing into docs/layout.md."""
    packages = drawn_packages()
    arrows = reduced(between_rooms_and_inside(imports_between(packages)))
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(_BEGIN)
    tail = rest.partition(_END)[2]
    PAGE.write_text(head + _BEGIN + drawing(packages, arrows) + _END + tail, encoding="utf-8")
    return 0


def _package_of(module: str, known: set[str]) -> str:
    """The innermost drawn package that a module is in."""
    parts = module.split(".")
    return next(name for end in range(len(parts), 0, -1) if (name := ".".join(parts[:end])) in known)


def _is_separate(package: str, other: str) -> bool:
    """Whether neither package is, or contains, the other."""
    return not f"{package}.".startswith(f"{other}.") and not f"{other}.".startswith(f"{package}.")


if __name__ == "__main__":
    sys.exit(main())
