"""What a disk may hold after a power cut, worked out from what a process wrote and synced (`strace`).

After a cut a disk has everything that was synced. Of what was not, any part may be there: each write whole, torn at a
sector, or not at all, in any order; changes of folders as far as some point in their order, as journalling file systems
keep them. A sync of a file keeps its name too.
"""

import random
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

SECTOR = 512
CALLS = "openat,open,pwrite64,write,fsync,fdatasync,rename,renameat,renameat2,ftruncate,unlink,unlinkat"
_LINE = re.compile(r"^\d+ +(\w+)\((.*)\) += (-?\d+)")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
CHANCE_WRITTEN, CHANCE_TORN = 0.5, 0.2


@dataclass(frozen=True)
class Said:
    """What the process told the world at this point."""

    text: str


@dataclass(frozen=True)
class Written:
    """Bytes (None: the file is cut or grown to `at`) in the file number `file`."""

    file: int
    at: int
    data: bytes | None


@dataclass(frozen=True)
class Named:
    """A name in a folder stands for the file number `file` from here on, for none where that is None."""

    path: str
    file: int | None


@dataclass(frozen=True)
class Synced:
    """Everything written so far to the file is on the disk; for a folder, all names so far."""

    file: int | None


Step = Said | Written | Named | Synced


def record(command: Sequence[str], folder: Path, said: Path, trace: Path) -> list[Step]:
    """Run a command; what it did below `folder`, and what it wrote to the file `said`, in order."""
    folder.mkdir(parents=True, exist_ok=True)
    traced = ["strace", "-f", "-xx", "-s", "4000000", "-e", f"trace={CALLS}", "-o", str(trace)]
    subprocess.run([*traced, *command], check=True, timeout=300)
    reader = _Reader(str(folder), str(said))
    with trace.open(encoding="ascii") as lines:
        for line in lines:
            if (match := _LINE.match(line)) and int(match[3]) >= 0:
                reader.take(match[1], match[2], int(match[3]))
    return reader.steps


@dataclass
class _Reader:
    """Turns system calls into steps; file descriptors are those of one process."""

    folder: str
    said: str
    steps: list[Step] = field(default_factory=list)
    _names: dict[str, int] = field(default_factory=dict)
    _open: dict[int, tuple[str, int | None]] = field(default_factory=dict)  # path and file of a descriptor
    _at: dict[int, int] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def take(self, call: str, arguments: str, result: int) -> None:
        texts = [bytes.fromhex(text.replace("\\x", "")) for text in _TEXT.findall(arguments)]
        number = int(arguments.partition(",")[0]) if arguments[:1].isdigit() else -1
        if call in ("openat", "open"):
            self._opened(texts[0].decode(), arguments, result)
        elif call.startswith("rename"):
            self._renamed(texts[0].decode(), texts[1].decode())
        elif call.startswith("unlink"):
            if texts[0].decode() in self._names:
                self._name(texts[0].decode(), None)
        elif number in self._open:
            self._written(call, number, texts, arguments)

    def _opened(self, path: str, arguments: str, number: int) -> None:
        self._open.pop(number, None)
        if path != self.said and not f"{path}/".startswith(f"{self.folder}/"):
            return
        if path != self.said and path not in self._names and "O_CREAT" in arguments:
            self._name(path, next(self._numbers))
        file = self._names.get(path)  # none for a folder
        self._open[number], self._at[number] = (path, file), 0
        if file is not None and "O_TRUNC" in arguments:
            self._write(file, 0, None)

    def _renamed(self, before: str, after: str) -> None:
        if before in self._names:
            file = self._names[before]
            self._name(after, file)
            self._name(before, None)

    def _written(self, call: str, number: int, texts: list[bytes], arguments: str) -> None:
        path, file = self._open[number]
        if path == self.said:
            if call == "write":
                self.steps += [Said(line) for line in texts[0].decode().splitlines()]
        elif call in ("fsync", "fdatasync"):
            self.steps.append(Synced(file))
        elif file is None:
            pass
        elif call == "ftruncate":
            self._write(file, int(arguments.rsplit(",", 1)[1]), None)
        elif call == "pwrite64":
            self._write(file, int(arguments.rsplit(",", 1)[1]), texts[0])
        elif call == "write":
            self._write(file, self._at[number], texts[0])
            self._at[number] += len(texts[0])

    def _write(self, file: int, at: int, data: bytes | None) -> None:
        self.steps.append(Written(file, at, data))

    def _name(self, path: str, file: int | None) -> None:
        self.steps.append(Named(path, file))
        if file is None:
            del self._names[path]
        else:
            self._names[path] = file


def left_behind(steps: Sequence[Step], chance: random.Random) -> dict[str, bytes]:
    """The files, by their paths, that a disk may hold when the power goes after these steps."""
    kept = _synced(steps)
    contents: dict[int, bytearray] = {}
    for number, step in enumerate(steps):
        if isinstance(step, Written):
            content = contents.setdefault(step.file, bytearray())
            if number < kept.get(step.file, 0):
                _put(content, step, None)
            elif chance.random() < CHANCE_WRITTEN:
                torn = chance.random() < CHANCE_TORN and step.data is not None
                _put(content, step, SECTOR * chance.randrange(len(step.data or b"") // SECTOR + 1) if torn else None)
    named = [(number, step) for number, step in enumerate(steps) if isinstance(step, Named)]
    sure = max((at + 1 for at, (number, step) in enumerate(named) if _is_sure(number, step, kept)), default=0)
    names: dict[str, int] = {}
    for _, step in named[: chance.randint(sure, len(named))]:
        if step.file is None:
            names.pop(step.path, None)
        else:
            names[step.path] = step.file
    return {path: bytes(contents.get(file, b"")) for path, file in names.items()}


def _synced(steps: Sequence[Step]) -> dict[int | None, int]:
    """For each file the number of the step up to which it is on the disk; under None that of the names."""
    kept: dict[int | None, int] = {}
    for number, step in enumerate(steps):
        if isinstance(step, Synced):
            kept[step.file] = number
    return kept


def _is_sure(number: int, step: Named, kept: dict[int | None, int]) -> bool:
    return number < kept.get(None, 0) or (step.file is not None and number < kept.get(step.file, 0))


def _put(content: bytearray, step: Written, length: int | None) -> None:
    if step.data is None:
        size = step.at
        content[size:] = bytes(max(0, size - len(content)))
        return
    data = step.data if length is None else step.data[:length]
    if data:
        content.extend(bytes(max(0, step.at - len(content))))
        content[step.at : step.at + len(data)] = data
