"""Runs a benchmark as people do, and gives its tables."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.main import main

Tables = dict[str, list[dict[str, Any]]]


def tables_of(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> Tables:
    """The tables of `jarapon bench WORDS --json`, whose exit status is expected."""
    assert main(["bench", *words, "--json"]) == status
    told: Tables = json.loads(capsys.readouterr().out)
    return told


def one_tile(folder: Path, **tile: object) -> Path:
    """A photograph's truth with one five, 40 px wide, its middle at 100,107; gives where the photograph would be."""
    corners = [[80, 80], [120, 80], [120, 135], [80, 135]]
    lying = {"number": 5, "wild": False, "blank": False, "pose": "up", "visible_top_frac": 1.0, "pos_mm": [0, 0, 0]}
    path = folder / "table_1.jpg"
    path.with_suffix(".json").write_text(json.dumps({"tiles": [{**lying, "top_corners_px": corners, **tile}]}))
    return path


def figures(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """A table of single figures by their names."""
    return {row["figure"]: row["value"] for row in rows}
