"""What benchmarks print, and what a process has in memory."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from device.texts import language_of, say
from engines.messages import message


def print_figures(figures: Mapping[str, float], words: str, as_json: bool) -> None:
    """Print what was measured: a line each, with the text of its name under the key `words`, or all as JSON."""
    if as_json:
        sys.stdout.write(json.dumps(figures) + "\n")
        return
    language = language_of()
    sys.stdout.writelines(
        f"{value:8g}  {say(message(f'{words}.{name}'), language)}\n" for name, value in figures.items()
    )


def memory_mb(process: int | str, which: str) -> float:
    """Of a process (number or `"self"`) `VmRSS`, what it has in memory, or `VmHWM`, the most that it ever had."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{which}:")) * 1024 / 1e6
