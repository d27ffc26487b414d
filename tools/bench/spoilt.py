"""`jarapon bench spoilt`: read photographs with known truth, made darker, blurred, noisy, smeared, …

Lessons are taught from photographs that are not spoilt. A picture in which nothing is read, with a reason reported, is
refused, and its tiles do not count. Missed tiles are wrong, and are also counted alone. Cards have tables of their own.
The kind `light` makes photographs so many times as bright, at a table that has been found before.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from device.games.listing import arrangement_of
from engines.messages import Refusal, message
from engines.vocabulary import BLANK, UNKNOWN, UNSURE
from simulator.photographs.spoilings import HELD_BACK, KINDS, Spoiling, spoilings
from simulator.scenes.still_tables import GAME_OF_SCENE
from tools.bench.benchmark import Benchmark, Counts, Option, Report, percent
from tools.bench.judging import (
    Score,
    compare_cards_with_truth,
    compare_with_truth,
    is_refused,
    true_cards,
    true_tiles,
    truth_of,
)
from tools.bench.photos import (
    CHOSEN,
    FOLDER,
    MOST,
    NUMBERS,
    UNTAUGHT,
    chosen,
    folders_in,
    fresh_reader,
    photographs_of,
    taught_by,
)
from tools.progress import with_progress
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import CannotTeach
from vision.pictures import open_picture
from vision.quality.exposure import times_as_bright
from vision.reading import DetectedPiece, Picture, Reading
from vision.table_reader import TableReader, read_once

REASONS = ("blurred", "smeared", "noisy", "no_colours", "too_dark", "too_bright", "no_board", "another_board")
BINS = 10
UNTOUCHED = Spoiling("untouched", 0.0)
LIGHT = "light"
TIMES = (0.03, 0.1, 0.2, 0.3, 1.0, 1.5, 2.2, 3.2, 5.0, 8.0)
Claim = tuple[float, bool]  # the confidence of a tile's most probable face, and whether it shows it


@dataclass
class Spoilt(Counts):
    """How photographs were read that were spoilt in one way."""

    way: Spoiling
    score: Score = field(default_factory=lambda: Score("all"))
    refused: int = 0  # photographs
    said: Counter[str] = field(default_factory=Counter)  # photographs with each warning
    claims: list[Claim] = field(default_factory=list)

    def add(self, other: "Spoilt") -> None:
        """Add the counts of further photographs, spoilt in the same way."""
        super().add(other)
        self.score.add(other.score)

    def count(self, reading: Reading, path: Path) -> None:
        """Count what was read in a spoilt photograph."""
        self.said += Counter(_reasons_in(reading))
        if is_refused(reading):
            self.refused += 1
            return
        compare_with_truth(reading.pieces, path, self.score)
        self.claims += claims_of(reading.pieces, path)

    def count_cards(self, reading: Reading, path: Path) -> None:
        """Count what was read in a spoilt photograph of cards, which is refused if none is named for a reason."""
        reasons = _reasons_in(reading)
        self.said += Counter(reasons)
        if reasons and all(piece.face == UNSURE for piece in reading.pieces):
            self.refused += 1
            return
        compare_cards_with_truth(reading.pieces, path, self.score)
        self.claims += card_claims_of(reading.pieces, path)

    def row(self) -> dict[str, object]:
        """The way of spoiling and the counts."""
        said = ", ".join(f"{reason} {count}" for reason, count in self.said.most_common())
        labels = {"spoilt": self.way.kind if self.way == UNTOUCHED else str(self.way), "refused": self.refused}
        missed = {"misnamed": self.score.misnamed, "missed %": percent(self.score.missed, self.score.pieces)}
        return {**labels, **self.score.row(), **missed, "said": said}


def measure(report: Report, folder: Path, scenes: str, most: int, kinds: str) -> None:
    """Report a row a kind and strength over all folders, then how well confidences are calibrated."""
    ways = chosen_spoilings(kinds)
    total = [Spoilt(way) for way in ways]
    for one in folders_in(folder, ()):
        paths = [(scene, path) for scene in chosen(scenes) for path in photographs_of(one, scene, most)]
        tiles = [(scene, path) for scene, path in paths if scene in GAME_OF_SCENE]
        try:
            taught = taught_by(one) if tiles else None
        except CannotTeach as error:
            report.fail(f"{one.name} teaches nothing: {error}")
            continue
        if taught is not None:
            for row in with_progress(total, f"{one.name}: ways"):
                row.add(spoilt_in(row.way, tiles, taught))
    for row in total:
        report.row("spoilt", row.row())
        report.complain(row.score.complaints)
    claims = [claim for row in total for claim in row.claims]
    for scene in (UNTAUGHT, NUMBERS):
        if scene in chosen(scenes):
            claims += _measure_cards(report, folder, scene, most, [way for way in ways if way.kind != LIGHT])
    bins = reliability(claims)
    for at, (count, confidence, right) in enumerate(bins):
        held = {"claims": int(count), "mean %": 100 * confidence, "right %": 100 * right}
        report.row("confidence", {"from": at / BINS, **held})
    report.figures("calibration", {"expected error %": 100 * calibration_error(bins)})


def _measure_cards(report: Report, folder: Path, scene: str, most: int, ways: Sequence[Spoiling]) -> list[Claim]:
    """Report a row a kind and strength for the photographs of a scene of cards, if there are any; their claims."""
    cv2.setNumThreads(1)
    photographs = []
    for one in folders_in(folder, (scene,)):
        paths = photographs_of(one, scene, most)
        try:
            fresh = fresh_reader(one, scene) if paths else None
        except CannotTeach as error:
            report.fail(f"{one.name} teaches nothing: {error}")
            continue
        photographs += [(fresh, path) for path in paths if fresh is not None]
    claims: list[Claim] = []
    for way in with_progress(ways, f"{scene}: ways") if photographs else ():
        row = Spoilt(way)
        for number, (fresh, path) in enumerate(photographs):
            picture = open_picture(path)
            row.count_cards(fresh()(picture if way == UNTOUCHED else way.of(picture, number)), path)
        report.row(f"spoilt_{scene}", row.row())
        report.complain(row.score.complaints)
        claims += row.claims
    return claims


def _reasons_in(reading: Reading) -> set[str]:
    """The warnings of a reading that are reasons to refuse a picture."""
    return {warned.kind for warned in reading.warnings} & set(REASONS)


def chosen_spoilings(kinds: str) -> list[Spoiling]:
    """Untouched, and all strengths of the kinds that are named, or of all that are not held back; raises `Refusal`."""
    every = {**KINDS, **HELD_BACK}
    names = [*KINDS, LIGHT] if kinds == "all" else kinds.split(",")
    unknown = [name for name in names if name not in (*every, LIGHT)]
    if unknown:
        raise Refusal(message("other_ways.unknown", name=unknown[0], allowed=" ".join((*every, LIGHT))))
    known = spoilings({name: every[name] for name in names if name != LIGHT})
    return [UNTOUCHED, *known, *(Spoiling(LIGHT, times) for times in TIMES if LIGHT in names)]


def spoilt_in(way: Spoiling, tiles: Sequence[tuple[str, Path]], taught: TaughtFaces) -> Spoilt:
    """Read photographs (scene and path) that are spoilt in one way."""
    cv2.setNumThreads(1)
    row = Spoilt(way)
    for number, (scene, path) in enumerate(tiles):
        row.count(_read(way, open_picture(path), scene, taught, number), path)
    return row


def _read(way: Spoiling, picture: Picture, scene: str, taught: TaughtFaces, seed: int) -> Reading:
    arrangement = arrangement_of(GAME_OF_SCENE[scene])
    if way.kind == LIGHT:
        reader = TableReader(arrangement, taught)
        reader.read(picture)
        return reader.read(times_as_bright(picture, way.strength), check_board=True)
    return read_once(arrangement, taught, picture if way == UNTOUCHED else way.of(picture, seed))


def claims_of(pieces: Sequence[DetectedPiece], path: Path) -> list[Claim]:
    """How confident the most probable face of each lying piece is, and whether a tile with that face lies there."""
    tiles = true_tiles(truth_of(path))
    claims = []
    for piece in pieces:
        near = min(tiles, key=lambda tile: tile.away(piece) - tile.reach, default=None)
        there = near if near is not None and near.away(piece) <= near.reach else None
        if piece.pose == "upright" or (there is not None and (not there.counts or UNSURE in there.faces)):
            continue
        taught = {face: share for face, share in piece.probabilities.items() if face != UNKNOWN}
        claimed = BLANK if piece.face == BLANK else max(taught, key=taught.__getitem__)
        claims.append((piece.confidence, there is not None and claimed in there.faces))
    return claims


def card_claims_of(pieces: Sequence[DetectedPiece], path: Path) -> list[Claim]:
    """How confident the most probable face of each card is, and whether a card with that face lies there."""
    cards = true_cards(truth_of(path))
    claims = []
    for piece in pieces:
        there = [card for card in cards if card.away(piece) <= card.reach]
        if piece.probabilities and (not there or any(card.counts for card in there)):
            claimed = max(piece.probabilities, key=piece.probabilities.__getitem__)
            claims.append((piece.confidence, any(card.face == claimed for card in there)))
    return claims


def reliability(claims: Sequence[Claim]) -> NDArray[np.float64]:
    """For each of ten bins of confidence: how many claims, their mean confidence, and the share that is right (10 × 3).

    >>> reliability([(0.95, True), (0.97, False)])[-1].tolist()
    [2.0, 0.96, 0.5]
    """
    out = np.zeros((BINS, 3))
    confidence, right = np.array(claims, float).reshape(-1, 2).T
    bin_of = np.clip((confidence * BINS).astype(int), 0, BINS - 1)
    for number in range(BINS):
        here = bin_of == number
        if here.any():
            out[number] = here.sum(), confidence[here].mean(), right[here].mean()
    return out


def calibration_error(bins: NDArray[np.float64]) -> float:
    """The expected calibration error: the mean distance of confidence and accuracy, weighted by claims (0 to 1).

    >>> calibration_error(reliability([(0.95, True), (0.75, True)]))
    0.15
    """
    count, confidence, right = bins.T
    return round(float((count * np.abs(confidence - right)).sum() / max(1.0, count.sum())), 6)


BENCHMARK = Benchmark(
    measure,
    FOLDER,
    CHOSEN,
    Option("--most", 0, MOST.help, quick=1),
    Option("--kinds", "all", "of spoiling, or all but those held back", quick="blur,motion,noise,grey,light"),
)
