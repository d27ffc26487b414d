"""The file of a measurement: what was measured, with what, on which machine and when."""

import json
import os
import platform
import re
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tools.bench.benchmark import Report, Row

FOLDER = Path("measurements")
_LIBRARIES = ("numpy", "onnxruntime", "opencv-python-headless")
_ROOT = Path(__file__).parents[2]


def write_measurement(
    folder: Path, kind: str, command: Sequence[str], arguments: Mapping[str, Any], is_quick: bool, report: Report
) -> Path:
    """Write `KIND.json` into a folder; of the folders that were measured only the last name is kept."""
    header = {
        "benchmark": kind,
        "command": shlex.join(map(_without_folder, command)),
        "machine": machine(),
        "commit": _commit(),
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "quick": is_quick,
        "arguments": {name: _plain(value) for name, value in arguments.items()},
        "left_out": report.left_out,
    }
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{kind}.json"
    tables = ",\n".join(_table(name, rows) for name, rows in report.tables.items())
    head = json.dumps(header, indent=1, ensure_ascii=False).removesuffix("\n}")
    path.write_text(f'{head},\n "tables": {{\n{tables}\n }}\n}}\n', encoding="utf-8")
    return path


def machine() -> dict[str, object]:
    """This machine: processor, usable cores, system, and the versions of Python and libraries."""
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **{name: version(name) for name in _LIBRARIES},
    }


def _processor() -> str:
    """The name of the board, as on a Pi, or of the processor."""
    model = Path("/proc/device-tree/model")
    if model.exists():
        return model.read_text(encoding="utf-8").rstrip("\0")
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    return found[1] if found else platform.machine()


def _commit() -> str:
    """The commit that was measured, with a plus if the program differs from it; "" outside a repository."""
    said = [
        subprocess.run(["git", "-C", str(_ROOT), *words], capture_output=True, text=True, check=False).stdout.strip()
        for words in (["rev-parse", "--short=10", "HEAD"], ["status", "--porcelain", "--", "*.py", "*.onnx", "*.toml"])
    ]
    return said[0] + "+" * bool(said[1])


def _table(name: str, rows: Sequence[Row]) -> str:
    lines = ",\n".join(f"    {json.dumps(list(row.values()), ensure_ascii=False)}" for row in rows)
    columns = json.dumps(list(rows[0]), ensure_ascii=False)
    return f'  {json.dumps(name)}: {{\n   "columns": {columns},\n   "rows": [\n{lines}\n   ]\n  }}'


def _without_folder(word: str) -> str:
    """A word of a command line; for a path its last part.

    >>> [_without_folder(word) for word in ("--seed", "7", "/home/aya/photos", "photos/")]
    ['--seed', '7', 'photos', 'photos']
    """
    return Path(word).name if "/" in word else word


def _plain(value: Any) -> Any:
    if isinstance(value, Path):
        return value.name
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value
