"""Runs command lines of `jarapon` in one process, and keeps what they say.

    python -m tests.support.arm64.command_lines LINES.json FOLDER OUT.json

Runs on both machines: on arm64 with the program that is installed there. `{lessons}` in a line is a folder of its own.
"""

import io
import json
import os
import sys
import tempfile
import time
from contextlib import redirect_stdout
from pathlib import Path

from cli.main import main
from tests.support.arm64.instructions import mark


def run_all(lines: list[list[str]], out: Path) -> None:
    """For each line its status, what it says and the seconds of a core that it takes, written at once."""
    told: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory() as lessons:
        for line in lines:
            said, start = io.StringIO(), time.process_time()
            mark()
            with redirect_stdout(said):
                status = main([word.replace("{lessons}", lessons) for word in line])
            mark()
            seconds = time.process_time() - start
            told.append({"line": line, "status": status, "said": said.getvalue(), "seconds": seconds})
            out.write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")
            sys.stderr.write(f"{seconds:7.1f} s of a core: jarapon {' '.join(line)[:90]}\n")


if __name__ == "__main__":
    given, folder, out = (Path(word).resolve() for word in sys.argv[1:])
    todo = json.loads(given.read_text(encoding="utf-8"))
    os.chdir(folder)
    run_all(todo, out)
