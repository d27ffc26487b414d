"""Which mutants there are, and a sample of them that hardly changes when code is moved or rewritten elsewhere."""

import ast
import hashlib
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator, operator_names

from tools.lab.mutation.parts import bot_lines

# The first two need arguments; the others are mostly another spelling of the same, as `is` for `==` between members of
# an enumeration.
LEFT_OUT = {
    "core/VariableInserter",
    "core/VariableReplacer",
    "core/ReplaceComparisonOperator_Eq_Is",
    "core/ReplaceComparisonOperator_Is_Eq",
    "core/ReplaceComparisonOperator_NotEq_IsNot",
    "core/ReplaceComparisonOperator_IsNot_NotEq",
}
NEVER_MUTATED = {"name", "string", "newline", "endmarker", "fstring_string", "fstring_start", "fstring_end"}
PUNCTUATION = {"(", ")", "[", "]", "{", "}", ",", ":", ".", "=", ";", "->", ":="}
STATEMENTS = {"simple_stmt", "if_stmt", "for_stmt", "while_stmt", "with_stmt", "try_stmt", "match_stmt", "decorated"}


@dataclass(frozen=True)
class Mutant:
    """One fault, small enough to be made again: an operator's n-th occurrence in a module."""

    part: str
    module: str
    line: int
    first_line: int  # of the statement that the fault stands in
    in_function: bool  # whether a call runs it; else it runs at import
    before: str
    after: str
    operator: str
    occurrence: int

    @property
    def key(self) -> str:
        """What names this mutant in any tree: not its path or line number, which change when code is moved.

        >>> Mutant("engines", "engines/a.py", 7, 7, True, "a < b", "a > b", "Lt_Gt", 3).key
        'engines: a < b -> a > b'
        """
        return f"{self.part}: {self.before} -> {self.after}"

    def to_json(self) -> dict[str, Any]:
        """The mutant as JSON data."""
        return asdict(self)


@dataclass(frozen=True)
class Position:
    """A place in a module that operators can change, with the operators that can and their occurrences."""

    module: str
    line: int
    first_line: int
    in_function: bool
    changes: tuple[tuple[str, int], ...]


def sample(part: str, tree: Path, modules: Sequence[Path], size: int, seed: int) -> list[Mutant]:
    """A sample of the mutants of these modules, in an order that depends on the seed.

    Each position in the code gets a number made from the seed and the text of its line, and those with the smallest
    numbers are taken. So two trees that share most of their lines share most of their samples.
    """
    found: list[tuple[bytes, Position]] = []
    times: Counter[str] = Counter()
    for module in modules:
        source = (tree / module).read_text(encoding="utf-8")
        lines, of_bots = source.splitlines(), bot_lines(source)
        for position, column in positions(str(module), source):
            if position.line in of_bots:
                continue
            text = lines[position.line - 1]
            key = f"{seed} {part} {text.strip()} {column - len(text) + len(text.lstrip())} {position.changes[0][0]}"
            times[key] += 1
            found.append((hashlib.sha256(f"{key} {times[key]}".encode()).digest(), position))
    mutants: list[Mutant] = []
    for number, position in sorted(found, key=lambda each: each[0]):
        if len(mutants) == size:
            break
        if mutant := at(part, tree, position, random.Random(number)):
            mutants.append(mutant)
    return mutants


def positions(module: str, source: str) -> Iterator[tuple[Position, int]]:
    """All positions of a module's code with their columns; those in annotations are left out, as nothing runs them.

    >>> [position.changes[0] for position, column in positions("a.py", "def f(a: A | B): return a and 1")]
    [('core/ReplaceAndWithOr', 0), ('core/NumberReplacer', 0)]
    """
    occurrences: Counter[str] = Counter()
    for node in ast_nodes(get_ast(source)):
        if node.type in NEVER_MUTATED or getattr(node, "value", None) in PUNCTUATION:
            continue
        places: dict[tuple[int, int], list[tuple[str, int]]] = {}
        for name, operator in operators():
            for (line, column), _ in operator.mutation_positions(node):
                places.setdefault((line, column), []).append((name, occurrences[name]))
                occurrences[name] += 1
        if places and not in_annotation(node):
            first_line, in_function = statement(node)
            for (line, column), changes in places.items():
                yield Position(module, line, first_line, in_function, tuple(changes)), column


def at(part: str, tree: Path, position: Position, pick: random.Random) -> Mutant | None:
    """One mutant at the position: one change that leaves correct Python. `None`: no change does."""
    source = (tree / position.module).read_text(encoding="utf-8")
    for operator, occurrence in pick.sample(position.changes, len(position.changes)):
        mutated = mutated_source(source, operator, occurrence)
        try:
            ast.parse(mutated)
        except SyntaxError:
            continue
        if mutated != source:
            return Mutant(
                part,
                position.module,
                position.line,
                position.first_line,
                position.in_function,
                *changed_lines(source.splitlines(), mutated.splitlines()),
                operator.removeprefix("core/"),
                occurrence,
            )
    return None


def changed_lines(old: Sequence[str], new: Sequence[str]) -> tuple[str, str]:
    """The lines that differ, as they were and as they are; with the line that follows, where lines are only gone.

    >>> changed_lines(["a", "@cache", "def f():"], ["a", "def f():"])
    ('@cache def f():', 'def f():')
    """
    same = 0
    while old[same:] and new[same:] and old[same] == new[same]:
        same += 1
    after = 0
    while old[same : len(old) - after] and new[same : len(new) - after] and old[-1 - after] == new[-1 - after]:
        after += 1
    after -= len(new) - after == same and after > 0
    before, now = old[same : len(old) - after], new[same : len(new) - after]
    return " ".join(" ".join(before).split()), " ".join(" ".join(now).split())


def mutated_source(source: str, operator: str, occurrence: int) -> str:
    """The module's source with one fault."""
    mutated: str | None = mutate_code(source, get_operator(f"core/{operator.removeprefix('core/')}")(), occurrence)
    return source if mutated is None else mutated


@cache
def operators() -> tuple[tuple[str, Operator], ...]:
    """The operators in use, by name."""
    names = sorted(set(operator_names()) - LEFT_OUT)
    return tuple((name, get_operator(name)()) for name in names)


def in_annotation(node: Any) -> bool:
    """Whether a node of the syntax tree belongs to the annotation of a parameter, a variable or a result."""
    while (parent := node.parent) is not None:
        if parent.type == "funcdef" and node is parent.annotation:
            return True
        if parent.type in {"tfpdef", "annassign"} and node is parent.children[2 if parent.type == "tfpdef" else 1]:
            return True
        node = parent
    return False


def statement(node: Any) -> tuple[int, bool]:
    """The first line of the statement around a node, and whether the statement is in the body of a function."""
    first_line, in_function = 0, False
    while (parent := node.parent) is not None:
        if not first_line and (node.type in STATEMENTS or node.type in {"funcdef", "classdef"}):
            first_line = node.start_pos[0]
        if parent.type in {"funcdef", "lambdef"} and node is parent.children[-1]:
            in_function = True
        node = parent
    return first_line or node.start_pos[0], in_function
