"""Which modules are mutated, and which tests may kill the mutants.

Bots are left out: they choose among legal moves, so that no result of a game depends on them. A module that has been
moved keeps its old path beside its new one, so that an older tree can be measured too.
"""

import ast
from pathlib import Path
from typing import NamedTuple


class Part(NamedTuple):
    """A part of the program: what share of the sample it gets, and its modules as glob patterns."""

    name: str
    share: int
    modules: tuple[str, ...]
    without: tuple[str, ...] = ()


PARTS = (
    Part(
        "engines",
        150,
        ("engines/**/*.py",),
        ("engines/**/bot.py", "engines/bots.py"),
    ),
    Part(
        "referee",
        100,
        (
            "device/referee/**/*.py",
            "device/record/replay.py",
            "device/table/game.py",
            "device/referee.py",
            "device/board_game.py",
            "device/candidates.py",
            "device/choices.py",
            "device/doubts.py",
            "device/explaining.py",
            "device/outcomes.py",
            "device/played.py",
            "device/recorded_order.py",
            "device/seen.py",
            "device/table_memory.py",
        ),
    ),
    Part(
        "journal",
        50,
        (
            "device/record/**/*.py",
            "device/corrections.py",
            "device/exports.py",
            "device/game_entries.py",
            "device/history.py",
            "device/import_entries.py",
            "device/imports.py",
            "device/journal.py",
            "device/journal_rescue.py",
            "device/keeping.py",
            "device/line.py",
            "device/open_hands.py",
            "device/picture_notes.py",
            "device/pictures.py",
        ),
        ("device/record/replay.py",),
    ),
)

_BOTS = frozenset({"greedy", "choose"})  # of the contract of a game

# Quick tests only: none that needs a browser, none that follows a whole film.
TESTS = (
    "engines",  # the examples in docstrings
    "tests/cli/test_replay_jarapon.py",
    "tests/device/calls/test_order.py",
    "tests/device/games/test_honest_referee.py",
    "tests/device/record",
    "tests/device/referee",
    "tests/device/robustness/test_record.py",
    "tests/device/table/test_[!c]*.py",  # without capture, which is about the camera
    "tests/engines",
    # where they were before
    "tests/device/test_backups.py",
    "tests/device/test_calls.py",
    "tests/device/test_corrections.py",
    "tests/device/test_doubts.py",
    "tests/device/test_exports.py",
    "tests/device/test_given_field.py",
    "tests/device/test_honest_referee.py",
    "tests/device/test_hopeless_tables.py",
    "tests/device/test_journal*.py",
    "tests/device/test_keeping.py",
    "tests/device/test_open_hands.py",
    "tests/device/test_pictures.py",
    "tests/device/test_place_memory.py",
    "tests/device/test_questions.py",
    "tests/device/test_recorded_order.py",
    "tests/device/test_referee.py",
    "tests/device/test_replay_jarapon.py",
    "tests/device/test_robustness_record.py",
    "tests/device/test_table*.py",
)


def modules(part: Part, tree: Path) -> list[Path]:
    """The part's modules that this tree has, relative to it.

    >>> [part.name for part in PARTS if not modules(part, Path(__file__).parents[3])]
    []
    """
    without = {path for pattern in part.without for path in tree.glob(pattern)}
    found = {path for pattern in part.modules for path in tree.glob(pattern)} - without
    return sorted(path.relative_to(tree) for path in found)


def bot_lines(source: str) -> frozenset[int]:
    """The lines of a module that only its bot runs, where that has no module of its own.

    >>> sorted(bot_lines("def greedy(): return _best()\\ndef _best(): return rank()\\ndef rank(): ...\\nprint(rank)"))
    [1, 2]
    """
    statements = ast.parse(source).body
    named = {node.name: node for node in statements if isinstance(node, ast.FunctionDef)}
    callers = dict[str, set[str]]()
    for statement in statements:
        caller = statement.name if isinstance(statement, ast.FunctionDef) else ""
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and node.id != caller:
                callers.setdefault(node.id, set()).add(caller)
    bots = named.keys() & _BOTS
    while more := {name for name in named if name[0] == "_" and callers.get(name, {""}) <= bots} - bots:
        bots |= more
    return frozenset(line for name in bots for line in range(named[name].lineno, (named[name].end_lineno or 0) + 1))


def tests(tree: Path) -> list[str]:
    """The test files and folders that this tree has, none of them inside another."""
    found = {path.relative_to(tree) for pattern in TESTS for path in tree.glob(pattern)}
    return sorted(str(path) for path in found if not found & set(path.parents))
