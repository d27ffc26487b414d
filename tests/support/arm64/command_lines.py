"""Runs command lines of `jarapon` in one process, and keeps what each says as soon as it has said it.

    python -m tests.support.arm64.command_lines LINES.json FOLDER OUT.json

Runs on both machines: on arm64 with the program that is installed there. `{lessons}` in a line is a folder beside the
answers. Those that are there from an earlier run, which was interrupted, stay.
"""

import io
import json
import os
import sys
import time
from contextlib import redirect_stdout
from itertools import takewhile
from pathlib import Path

from cli.main import main
from tests.support.arm64.instructions import mark
from vision.whole_files import write_whole


def run_all(lines: list[list[str]], out: Path) -> None:
    """For each line its status, what it says and the seconds of a core that it takes, written at once."""
    told, lessons = _told_before(lines, out), str(out.with_suffix(".lessons"))
    for line in lines[len(told) :]:
        said, start = io.StringIO(), time.process_time()
        mark()
        with redirect_stdout(said):
            status = main([word.replace("{lessons}", lessons) for word in line])
        mark()
        seconds = time.process_time() - start
        told.append({"line": line, "status": status, "said": said.getvalue(), "seconds": seconds})
        write_whole(out, json.dumps(told, ensure_ascii=False).encode())
        sys.stderr.write(f"{len(told):4d} of {len(lines)}: {seconds:7.1f} s of a core: jarapon {' '.join(line)[:90]}\n")


def _told_before(lines: list[list[str]], out: Path) -> list[dict[str, object]]:
    """The answers to the first of these lines that an earlier run has left."""
    told = json.loads(out.read_text(encoding="utf-8")) if out.exists() else []
    return [one for one, _ in takewhile(lambda pair: pair[0]["line"] == pair[1], zip(told, lines, strict=False))]


if __name__ == "__main__":
    given, folder, out = (Path(word).resolve() for word in sys.argv[1:])
    todo = json.loads(given.read_text(encoding="utf-8"))
    os.chdir(folder)
    run_all(todo, out)
