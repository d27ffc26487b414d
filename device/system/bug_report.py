"""A bug report: one ZIP file for developers, without pictures or the paired phones."""

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import IO, cast

from device.system.data_folder import JOURNAL, STARTS
from device.system.last_good_settings import NAMES, read_setting
from device.system.release import PACKAGE, version_of
from device.system.starts import PROGRAM, Starts

MAX_LISTED_FILES = 5000
MAX_OUTPUT_BYTES = 256 * 1024  # of the output of another program, its end
DOCTOR_S, LOG_S = 60.0, 10.0
LOG_LINES = 500
CHUNK = 64 * 1024
PASSWORD_IN_URL = re.compile("(://[^:/@]*):.*@")
DOCTOR = "import sys; from cli.main import main; sys.exit(main())"


def bug_report(
    data: Path,
    language: str,
    starts: Starts | None = None,
    journal: bool = False,
    doctor: str = DOCTOR,
    doctor_s: float = DOCTOR_S,
) -> Iterator[bytes]:
    """Yield the ZIP file piece by piece, since a journal may be larger than the memory of the box.

    `starts`: those of safe mode; without them their file is included instead. `journal`: whether to include the
    recorded games, with the players' names.
    """
    written = _OutputStream()
    with zipfile.ZipFile(cast(IO[bytes], written), "w", zipfile.ZIP_DEFLATED) as report:
        for name, text in _write_texts(data, language, starts, doctor, doctor_s):
            report.writestr(name, text)
            yield written.take()
        for path in _find_copied(data, journal, [] if starts else [STARTS]):
            try:
                with path.open("rb") as file, report.open(path.name, "w", force_zip64=True) as copy:
                    while piece := file.read(CHUNK):
                        copy.write(piece)
                        yield written.take()
            except OSError as fault:
                report.writestr(f"{path.name}.txt", str(fault))
    yield written.take()


class _OutputStream:
    """A write-only stream for `ZipFile`; cannot seek, so that its pieces can be passed on at once."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._pieces.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Needed by `ZipFile`; there is nothing to flush."""

    def take(self) -> bytes:
        """The bytes written since the last call."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


def _write_texts(
    data: Path, language: str, starts: Starts | None, doctor: str, doctor_s: float
) -> Iterator[tuple[str, str]]:
    yield "about.json", json.dumps(_describe_box(data), ensure_ascii=False, indent=1)
    if starts is not None:
        yield STARTS, starts.as_json()
    yield "files.txt", "\n".join(_list_files(data)) + "\n"
    arguments = ["doctor", "--data", str(data), "--lang", language]
    found = _run([sys.executable, "-c", doctor, *arguments], doctor_s)
    yield "doctor.txt", f"(the running box itself holds the page's port, the display and the buttons)\n{found}"
    yield "log.txt", _run(["journalctl", "--no-pager", "--unit=jarapon", f"--lines={LOG_LINES}"], LOG_S)


def _describe_box(data: Path) -> dict[str, object]:
    try:
        free_mb: int | str = shutil.disk_usage(data).free >> 20
    except OSError as fault:
        free_mb = str(fault)
    return {
        "version": version_of(PACKAGE) or "?",
        "program": str(PROGRAM),
        "python": sys.version,
        "platform": platform.platform(),
        "at": datetime.now().isoformat(timespec="seconds"),
        "started_with": [PASSWORD_IN_URL.sub(r"\1@", word) for word in sys.argv[1:]],
        "data": str(data),
        "free_mb": free_mb,
    }


def _list_files(data: Path) -> Iterator[str]:
    """Yield date, size and name of each file of the data folder."""
    found = ((Path(folder), name) for folder, _, names in os.walk(data) for name in sorted(names))
    for folder, name in islice(found, MAX_LISTED_FILES):
        path = folder / name
        try:
            about = path.lstat()
        except OSError as fault:
            yield f"{path.relative_to(data)}: {fault.strerror}"
            continue
        at = datetime.fromtimestamp(about.st_mtime).isoformat(timespec="seconds")
        yield f"{at} {about.st_size:>12} {path.relative_to(data)}"


def _find_copied(data: Path, journal: bool, others: Sequence[str]) -> Iterator[Path]:
    """Yield the files to be included unchanged."""
    yield from (data / name for name in NAMES if isinstance(read_setting(data / name), bytes))
    wanted = (*others, *((JOURNAL, f"{JOURNAL}-wal") if journal else ()))
    yield from (data / name for name in wanted if (data / name).is_file())


def _run(command: list[str], timeout_s: float) -> str:
    """The output of another program, or why there is none."""
    own = {name: value for name, value in os.environ.items() if name not in ("NOTIFY_SOCKET", "WATCHDOG_USEC")}
    try:
        done = subprocess.run(
            command, env=own, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            timeout=timeout_s, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as fault:
        return f"{command[0]}: {fault}\n"
    return done.stdout[-MAX_OUTPUT_BYTES:].decode(errors="replace")
