"""Runs a benchmark as people do, and gives its tables."""

import json
from typing import Any

import pytest

from cli.main import main

Tables = dict[str, list[dict[str, Any]]]


def tables_of(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> Tables:
    """The tables of `jarapon bench WORDS --json`, whose exit status is expected."""
    assert main(["bench", *words, "--json"]) == status
    told: Tables = json.loads(capsys.readouterr().out)
    return told


def figures(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """A table of single figures by their names."""
    return {row["figure"]: row["value"] for row in rows}
