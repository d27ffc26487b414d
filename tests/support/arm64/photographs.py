"""Names the commands that read the photographs of a folder: `python -m tests.support.arm64.photographs PHOTOS WHICH`.

They go to standard output as JSON: command lines with paths relative to the folder, lessons below `{lessons}`. The same
ones are then run here and on arm64 (`command_lines.py`). WHICH is `all`, a number (of each scene), or `hand`: the first
hand, twice.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from simulator.scenes.still_tables import GAME_OF_SCENE

_NUMBERS = "1 2 3 4 5 6 7 8 9 10 11 12 wild back"


def command_lines(photos: Path) -> Iterator[list[str]]:
    """The command lines for what lies in a folder of photographs, laid out as the shared ones are."""
    for folder in (photos, *sorted(photos.glob("*/")), *sorted(photos.glob("*/*/"))):
        lessons, kept = sorted(folder.glob("teach_*.jpg")), "{lessons}/" + folder.name
        tiles = {scene: found for scene in GAME_OF_SCENE if (found := sorted(folder.glob(f"{scene}_*.jpg")))}
        if lessons and tiles:
            yield _line("teach", photos, lessons, "--out", kept)
            for scene, found in tiles.items():
                yield _line("read", photos, found, "--game", GAME_OF_SCENE[scene], "--taught", kept, "--json")
        elif lessons:  # number cards: their photographs lie beside the folders of the lessons
            yield _line("teach", photos, lessons, "--game", "skip_bo", "--faces", _NUMBERS, "--out", kept)
            found = [path for path in sorted(folder.parent.glob("skipbo_*.jpg")) if _is_of(path, folder)]
            yield _line("read", photos, found, "--game", "skip_bo", "--taught", kept, "--json")
        if cards := sorted(folder.glob("cards_*.jpg")):
            yield _line("read", photos, cards, "--game", "stop", "--json")
        if (folder / "frame.toml").exists():
            empty, frame = (str((folder / name).relative_to(photos)) for name in ("empty.jpg", "frame.toml"))
            drops = sorted(folder.glob("0*.jpg"))
            yield _line("read", photos, drops, "--game", "drop_it", "--frame", frame, "--empty", empty, "--json")


def first_of_each(lines: Sequence[list[str]], most: int) -> list[list[str]]:
    """The same command lines with so many photographs each at most; lessons stay whole."""
    return [_with(line, most) if "read" in line else line for line in lines]


def one_by_one(lines: Sequence[list[str]]) -> Iterator[list[str]]:
    """The same with a command line for each photograph; those of Drop It follow each other, and stay together."""
    for line in lines:
        if "read" in line and "drop_it" not in line:
            options = line.index("--game")
            yield from ([*line[:3], photo, *line[options:]] for photo in line[3:options])
        else:
            yield line


def twice_the_first(scene: str, lines: Sequence[list[str]]) -> list[list[str]]:
    """Only the lesson and, twice, the first photograph of a scene: the second time everything is loaded."""
    at, read = next((at, line) for at, line in enumerate(lines) if "--taught" in line and f"{scene}_" in line[3])
    lesson = next(line for line in reversed(lines[:at]) if "teach" in line)
    return [lesson, _with(read, 1), _with(read, 1)]


def _with(read: list[str], most: int) -> list[str]:
    options = read.index("--game")
    return [*read[: min(3 + most, options)], *read[options:]]


def _is_of(photo: Path, folder: Path) -> bool:
    truth = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))
    return folder.name.endswith(f"-{truth['deck']['variant']}")


def _line(command: str, photos: Path, files: Sequence[Path], *options: str) -> list[str]:
    return ["--lang", "en", command, *(str(path.relative_to(photos)) for path in files), *options]


if __name__ == "__main__":
    every, which = list(command_lines(Path(sys.argv[1]))), sys.argv[2]
    if which == "hand":
        every = twice_the_first(which, every)
    elif which != "all":
        every = first_of_each(every, int(which))
    json.dump(list(one_by_one(every)), sys.stdout)
