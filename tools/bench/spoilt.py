"""Measures reading on photographs with known truth that are spoilt: right, unsure, wrong, what is said, and how often
a confidence holds.

Lessons are taught from photographs that are not spoilt. A picture in which nothing is read, for a reason that is said,
is refused, and its tiles do not count. Of what is wrong the tiles that were not detected are also counted alone.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from device.games.listing import arrangement_of
from engines.messages import Refusal, message
from engines.vocabulary import BLANK, UNKNOWN, UNSURE
from tools.artwork.spoilings import HELD_BACK, KINDS, Spoiling, spoilings
from tools.bench.photos import GAME_OF_SCENE, Score, hold_against, is_refused, taught_by, true_tiles_of
from tools.bench.reliability import BINS, Claim, calibration_error, draw_diagram, reliability
from vision.faces.recogniser import TaughtFaces
from vision.pictures import open_picture
from vision.reading import DetectedPiece
from vision.table_reader import read_once

REASONS = ("blurred", "smeared", "noisy", "no_colours", "too_dark", "too_bright", "no_board", "another_board")


@dataclass
class Spoilt:
    """What became of all photographs that were spoilt in one way, or of untouched ones (`None`)."""

    spoiling: Spoiling | None
    score: Score = field(default_factory=lambda: Score("all"))
    refused: int = 0
    said: Counter[str] = field(default_factory=Counter)  # pictures with each warning
    claims: list[Claim] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The kind and its strength."""
        return "untouched" if self.spoiling is None else str(self.spoiling)

    @property
    def tiles(self) -> int:
        """How many tiles count."""
        return self.score.right + self.score.unsure + self.score.wrong

    def add(self, other: "Spoilt") -> None:
        """Counts what became of further photographs, spoilt in the same way."""
        for name in ("photos", "whole", "right", "unsure", "wrong", "missed"):
            setattr(self.score, name, getattr(self.score, name) + getattr(other.score, name))
        self.score.complaints += other.score.complaints
        self.refused += other.refused
        self.said += other.said
        self.claims += other.claims

    def to_json(self) -> dict[str, object]:
        """The counts."""
        kept = ("photos", "whole", "right", "unsure", "wrong", "missed")
        counts = {name: getattr(self.score, name) for name in kept}
        return {"spoilt": self.name, "refused": self.refused, "said": dict(self.said)} | counts


def chosen_spoilings(kinds: str | None) -> tuple[Spoiling, ...]:
    """All strengths of the kinds that are named; by default of all that are not held back; raises `Refusal`."""
    every = {**KINDS, **HELD_BACK}
    names = list(KINDS) if kinds is None else kinds.split(",")
    unknown = [name for name in names if name not in every]
    if unknown:
        raise Refusal(message("other_ways.unknown", name=unknown[0], allowed=" ".join(every)))
    return spoilings({name: every[name] for name in names})


def measure_spoilt(folder: Path, scenes: Sequence[str], ways: Sequence[Spoiling]) -> list[Spoilt]:
    """Teaches from the folder's lesson and reads its photographs, untouched and in each way spoilt."""
    cv2.setNumThreads(1)
    taught = taught_by(folder)
    every = [(scene, path) for scene in scenes for path in sorted(folder.glob(f"{scene}_*.jpg"))]
    rows = [Spoilt(spoiling) for spoiling in (None, *ways)]
    for row in rows:
        for number, (scene, path) in enumerate(every):
            _read(row, path, scene, taught, number)
    return rows


def summed(results: Sequence[Sequence[Spoilt]]) -> list[Spoilt]:
    """The rows of all folders, those that were spoilt in the same way counted together."""
    rows = {row.name: Spoilt(row.spoiling) for found in results for row in found}
    for row in (row for found in results for row in found):
        rows[row.name].add(row)
    return list(rows.values())


def print_spoilt(rows: Sequence[Spoilt], args: argparse.Namespace) -> None:
    """Prints a row a kind and strength, ten bins of confidence over all, and the same as JSON."""
    bins = reliability([claim for row in rows for claim in row.claims])
    if not args.json:
        sys.stdout.write("spoilt         photos  refused  tiles   right  unsure   wrong  missed  said\n")
        for row in rows:
            sys.stdout.write(_line(row) + "\n")
            sys.stdout.writelines(f"  {complaint}\n" for complaint in row.score.complaints if args.complaints)
        sys.stdout.write("confidence   claims    mean   right\n")
        for number, (count, confidence, right) in enumerate(bins):
            sys.stdout.write(f"from {number / BINS:.1f} {count:11.0f} {confidence:7.2%} {right:7.2%}\n")
        sys.stdout.write(f"expected calibration error {calibration_error(bins):.2%}\n")
    if args.diagram:
        draw_diagram(bins, args.diagram)
    figures = {"spoilt": [row.to_json() for row in rows], "bins": bins.tolist(), "ece": calibration_error(bins)}
    sys.stdout.write(json.dumps(figures) + "\n")


def _line(row: Spoilt) -> str:
    score, tiles = row.score, max(1, row.tiles)
    said = ", ".join(f"{reason} {count}" for reason, count in row.said.most_common())
    shares = "".join(f" {count / tiles:7.2%}" for count in (score.right, score.unsure, score.wrong, score.missed))
    return f"{row.name:14} {score.photos + row.refused:6} {row.refused:8} {row.tiles:6}{shares}  {said}"


def _read(row: Spoilt, path: Path, scene: str, taught: TaughtFaces, seed: int) -> None:
    picture = open_picture(path)
    if row.spoiling is not None:
        picture = row.spoiling.of(picture, seed)
    reading = read_once(arrangement_of(GAME_OF_SCENE[scene]), taught, picture)
    row.said += Counter({warned.kind for warned in reading.warnings} & set(REASONS))
    if is_refused(reading):
        row.refused += 1
        return
    hold_against(reading.pieces, path, row.score)
    row.claims += claims_of(reading.pieces, path)


def claims_of(pieces: Sequence[DetectedPiece], path: Path) -> list[Claim]:
    """How confident the most probable face of each lying piece is, and whether a tile with that face lies there."""
    tiles = true_tiles_of(path)
    claims = []
    for piece in pieces:
        away = [float(np.hypot(piece.xy[0] - tile.xy[0], piece.xy[1] - tile.xy[1])) - tile.reach for tile in tiles]
        at = int(np.argmin(away)) if away and min(away) <= 0 else None
        if piece.pose == "upright" or (at is not None and (not tiles[at].counts or UNSURE in tiles[at].faces)):
            continue
        taught = {face: share for face, share in piece.probabilities.items() if face != UNKNOWN}
        claimed = BLANK if piece.face == BLANK else max(taught, key=taught.__getitem__)
        claims.append((piece.confidence, at is not None and claimed in tiles[at].faces))
    return claims
