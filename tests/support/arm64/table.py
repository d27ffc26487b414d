"""Holds what was done on arm64 against what was done here: `python -m tests.support.arm64.table FOLDER`.

The folder is that of `prove.sh`: `here/` and `there/`, with `photographs.json` and files of games, `counts.txt` and
`start_counts.txt` where instructions were counted. Prints a table; ends with 1 where something is not the same.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PLACES = ("here", "there")
GAMES = {"film": "the recorded game, followed to its end", "demo": "the demo game, followed to its end"}


@dataclass(frozen=True)
class Row:
    """What was done, what came of it here and there, and whether that agrees; None where it need not."""

    what: str
    here: str
    there: str
    same: bool | None = None


@dataclass
class Compared:
    """What was read on both machines: how many photographs and pieces, what differs, and by how much numbers do."""

    photographs: int = 0
    identical: int = 0
    pieces: int = 0
    moved: float = 0.0
    surer: float = 0.0
    wrong: list[str] = field(default_factory=list)


def compare(here: list[dict[str, Any]], there: list[dict[str, Any]]) -> Compared:
    """Holds what the same command lines have said against each other.

    Faces, poses and places must be the same; positions (px) and confidences are rounded, and may differ in their last
    digits.
    """
    found = Compared()
    for mine, other in zip(here, there, strict=True):
        if mine["status"] != other["status"]:
            found.wrong.append(f"status {mine['status']}, {other['status']}: {' '.join(mine['line'])}")
        lines, others = mine["said"].splitlines(), other["said"].splitlines()
        if "--json" not in mine["line"] or len(lines) != len(others):
            found.wrong += [f"said otherwise: {' '.join(mine['line'])}"] if lines != others else []
            continue
        for line, its in zip(lines, others, strict=True):
            _compare_readings(json.loads(line), json.loads(its), found)
    return found


def _compare_readings(mine: dict[str, Any], other: dict[str, Any], found: Compared) -> None:
    for reading in (mine, other):
        del reading["ms"]
    found.photographs += 1
    found.identical += mine == other
    found.pieces += len(mine["pieces"])
    # The surest comes first: those that are as sure may come in any order.
    pieces, others = (sorted(reading["pieces"], key=_sign) for reading in (mine, other))
    if list(map(_face, pieces)) != list(map(_face, others)) or mine["warnings"] != other["warnings"]:
        found.wrong.append(f"{mine['photo']}: {set(map(_face, pieces)) ^ set(map(_face, others))}")
        return
    for piece, its in zip(pieces, others, strict=True):
        found.moved = max(found.moved, *(abs(a - b) for a, b in zip(piece["xy"], its["xy"], strict=True)))
        found.surer = max(found.surer, abs(piece["confidence"] - its["confidence"]))


def _face(piece: dict[str, Any]) -> tuple[str, str, str]:
    return piece["face"], piece["pose"], piece["place"] or ""


def _sign(piece: dict[str, Any]) -> tuple[tuple[str, str, str], list[int]]:
    """Its face, and where it lies to a few px, so that the same one comes at the same place in the order."""
    return _face(piece), [round(value / 8) for value in piece["xy"]]


def _rows(folder: Path) -> Iterator[Row]:
    """The table from top to bottom."""
    lines = _both(folder, "photographs")
    found = compare(*lines)
    yield Row(
        "photographs",
        f"{found.photographs} with {found.pieces} pieces",
        f"{len(found.wrong)} read otherwise",
        not found.wrong,
    )
    yield Row("of them the same to every digit", "", f"{found.identical}")
    yield Row("most that a number differs", "", f"{found.moved:.1f} px, {found.surer:.3f} of a confidence")
    yield _numbers("reading them, s of a core", [sum(line["seconds"] for line in told) for told in lines], 0)
    for name, game in GAMES.items():
        if (folder / "there" / f"{name}.json").exists():
            yield from _game_rows(game, _both(folder, name))
    looks, starts = (_marks(folder / name) for name in ("counts.txt", "start_counts.txt"))
    if looks:
        yield Row(
            "instructions of a look at a hand, with a search, millions", "", f"{(looks[-1] - looks[-2]) / 1e6:.0f}"
        )
    for what, count in zip(("the first text", "it is ready"), starts[1:], strict=False):
        yield Row(f"instructions of a start until {what}, millions", "", f"{count / 1e6:.0f}")
    for wrong in found.wrong:
        yield Row("read otherwise", wrong, "", False)


def _both(folder: Path, name: str) -> list[Any]:
    return [json.loads((folder / place / f"{name}.json").read_text(encoding="utf-8")) for place in PLACES]


def _game_rows(game: str, told: list[dict[str, Any]]) -> Iterator[Row]:
    """Every move must be the same. How fast it starts the recorded game alone tells: there nothing comes before."""
    here, there = (one["said"].splitlines() for one in told)
    is_over = all(one["status"] == 0 and "\n1. " in one["said"] for one in told)
    yield Row(game, here[-1], there[-1], is_over and here[-1] == there[-1])
    yield Row("on", told[0]["machine"], told[1]["machine"])
    times = {"first_text_s": "first text on the display", "ready_s": "ready", "seconds": "all of it"}
    for key, what in times.items() if game == GAMES["film"] else [("seconds", "all of it")]:
        yield _numbers(f"{what}, s of a core", [one[key] for one in told], 1)
    resident = [(one["peak_kb"] - one["emulator_kb"]) / 1024 for one in told]
    yield _numbers("most resident memory without qemu's own, MB", resident, 0)
    for what, key in (("written to the disk", "written"), ("kept of it", "kept")):
        yield _numbers(f"{what}, MB", [one[key] / 1e6 for one in told], 1)


def _numbers(what: str, both: Sequence[float], digits: int) -> Row:
    here, there = (f"{number:.{digits}f}" for number in both)
    return Row(what, here, there)


def _marks(file: Path) -> list[int]:
    """How many instructions there were until each mark; empty where none were counted."""
    lines = file.read_text(encoding="ascii").splitlines() if file.exists() else []
    return [int(line.split()[1]) for line in lines if line.startswith("mark")]


def main(folder: Path) -> int:
    """Prints the table; 1 where something that must be the same is not."""
    rows = list(_rows(folder))
    sys.stdout.write("| what | here | on arm64 | the same |\n|---|---|---|---|\n")
    for row in rows:
        same = "" if row.same is None else "yes" if row.same else "NO"
        sys.stdout.write(f"| {row.what} | {row.here} | {row.there} | {same} |\n")
    return int(any(row.same is False for row in rows))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
