"""Packages of others that add something to the box."""

import subprocess
import sys
from pathlib import Path

from tests.support.paths import ROOT


def install(folder: Path, name: str, group: str, *entries: str) -> None:
    """Have a package in a folder count as installed, with these entry points of a group."""
    described = folder / f"{name}-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text("\n".join([f"[{group}]", *entries, ""]))


def python_with(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """What Python says to these words, where the packages of a folder are installed."""
    there = {"PYTHONPATH": f"{folder}:{ROOT}"}
    return subprocess.run([sys.executable, *words], cwd=ROOT, env=there, capture_output=True, text=True, check=True)
