"""`jarapon bench competitors`: read photographs with known truth by other methods too.

All methods read the same photographs in one run, in two contests. Given the `picture` alone, a method must detect and
name the pieces. Given `our tiles`, the flat tiles that our detector found, or the true `corners` of the cards that are
visible enough, it only names them. All learn tiles from the same lesson photographs; only ours must tell poses.

Cards are judged by code and by rank; OCR reads the ranks only. Cards that lie face down are left out.
"""

import statistics
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from device.games.listing import arrangement_of
from device.texts import say
from engines.messages import Refusal, message
from simulator.artwork.fonts import font_files
from simulator.scenes.still_tables import GAME_OF_SCENE
from tools.bench.benchmark import Benchmark, Option, Report, percent, timed
from tools.bench.judging import (
    FACES,
    Score,
    compare_cards,
    compare_with_truth,
    true_cards,
    true_tiles,
    truth_of,
)
from tools.bench.photos import CHOSEN, MOST, chosen, photographs_of, taught_by
from tools.lab.baselines.base import Baseline, TaughtTile, piece
from tools.lab.baselines.card_contours import CardContours
from tools.lab.baselines.card_correlation import CardCorrelation
from tools.lab.baselines.card_ocr import CardOcr
from tools.lab.baselines.card_templates import card_templates
from tools.lab.baselines.keypoints import Keypoints, orb, sift
from tools.lab.baselines.ocr import Ocr, text_engine
from tools.lab.baselines.templates import Templates
from tools.progress import with_progress
from vision.cards.common.reading import BACK, JOKER
from vision.cards.french.reader import read_french_cards
from vision.faces.recogniser import TaughtFaces
from vision.pictures import open_picture
from vision.reading import DetectedPiece, Picture, Points
from vision.table_reader import TableReader
from vision.tiles.crop import cut_face

OURS, OCR = "ours", "ocr"
PICTURE, GIVEN, CORNERS = "picture", "our tiles", "corners"
BASELINES: Mapping[str, Callable[[Sequence[TaughtTile]], Baseline]] = {
    OCR: Ocr,
    "orb": lambda taught: Keypoints(taught, orb()),
    "sift": lambda taught: Keypoints(taught, sift()),
    "template": Templates,
}
CARD_WAYS = ("contours", "correlation")
DECKS = 12  # whose glyphs and pips serve as templates
Pieces = Sequence[DetectedPiece]
Answer = tuple[str, str, Pieces, float]  # the method, what it was given, the pieces it reported, ms


@dataclass(frozen=True)
class Contest:
    """One method's score in one scene."""

    way: str  # the method
    given: str  # what it was given: `PICTURE`, `GIVEN` or `CORNERS`
    by: str  # what was compared: "face", "code" or "rank"
    score: Score  # its times are in `found_ms`

    def row(self, name: str) -> dict[str, Any]:
        """Its row, in the set of this name."""
        score = self.score
        shown = percent(score.shown_right, score.shown)
        labels = {"set": name, "scene": score.scene, "by": self.by, "given": self.given, "way": self.way, **score.row()}
        return {**labels, "faces up right %": shown, "processor ms": statistics.median(score.found_ms)}


def measure(report: Report, folders: Sequence[Path], scenes: str, ways: str, most: int) -> None:
    """Report a row a folder, scene and method, then totals."""
    if not folders:
        raise Refusal(message("reading.no_photographs", folder="-"))
    cv2.setNumThreads(1)
    names = _known_ways(report, ways.split(","))
    every: dict[tuple[str, str, str, str], Contest] = {}
    for folder in folders:
        for contest in chain(tile_contests(folder, chosen(scenes), names, most), card_contests(folder, names, most)):
            report.row("competitors", contest.row(folder.name))
            report.complain(contest.score.complaints)
            for scene in (contest.score.scene, "all tiles") if contest.by == "face" else ():
                key = (scene, contest.by, contest.given, contest.way)
                every.setdefault(key, replace(contest, score=Score(scene))).score.add(contest.score)
    for contest in sorted(every.values(), key=lambda one: one.score.scene == "all tiles"):
        report.row("competitors", contest.row("all"))


def _known_ways(report: Report, ways: Sequence[str]) -> list[str]:
    """The methods that can run here; raises `Refusal` for an unknown one."""
    allowed = (*BASELINES, *CARD_WAYS)
    unknown = [name for name in ways if name not in allowed]
    if unknown:
        raise Refusal(message("other_ways.unknown", name=unknown[0], allowed=" ".join(allowed)))
    try:
        if OCR in ways:
            text_engine()
    except Refusal as refusal:
        report.leave_out(say(refusal.said, "en"))
        return [way for way in ways if way != OCR]
    return list(ways)


def tile_contests(folder: Path, scenes: Sequence[str], ways: Sequence[str], most: int = 0) -> Iterator[Contest]:
    """Let our reader and other methods read each scene of tiles; nothing for a folder without a lesson of tiles."""
    lessons = [path for path in sorted(folder.glob("teach_*.jpg")) if "tiles" in truth_of(path)]
    if not lessons:
        return
    taught = taught_by(folder)
    tiles = [tile for path in lessons for tile in _taught_tiles(path)]
    baselines = {name: BASELINES[name](tiles) for name in ways if name in BASELINES}
    for scene in (scene for scene in scenes if scene in GAME_OF_SCENE):
        contests: dict[tuple[str, str], Contest] = {}
        for path in with_progress(photographs_of(folder, scene, most), f"{folder.name} {scene}"):
            reader = TableReader(arrangement_of(GAME_OF_SCENE[scene]), taught)
            for way, given, pieces, ms in _tile_answers(open_picture(path), reader, taught, baselines):
                contest = contests.setdefault((way, given), Contest(way, given, "face", Score(scene)))
                contest.score.found_ms.append(ms)
                compare_with_truth(pieces, path, contest.score, poses=way == OURS or given == GIVEN)
        yield from contests.values()


def _taught_tiles(path: Path) -> list[TaughtTile]:
    """The tiles of a lesson photograph, at their true places."""
    picture, truth = open_picture(path), truth_of(path)
    return [
        TaughtTile(next(iter(known.faces)), picture, np.array(tile["top_corners_px"]))
        for tile, known in zip(truth["tiles"], true_tiles(truth), strict=True)
        if known.faces <= set(FACES)
    ]


def _tile_answers(
    picture: Picture, reader: TableReader, taught: TaughtFaces, baselines: Mapping[str, Baseline]
) -> Iterator[Answer]:
    """The answers of each method in both contests."""
    reading, _, ms = timed(reader.read, picture)
    ours = reading.pieces
    rings = [np.array(piece.corners) for piece in ours if piece.pose != "upright"]
    yield OURS, PICTURE, ours, ms
    # Only for the time that our reader needs to name faces; the names are in its reading.
    _, _, ms = timed(lambda: taught.recognise([cut_face(picture, ring) for ring in rings]))
    yield OURS, GIVEN, ours, ms
    for name, baseline in baselines.items():
        pieces, _, ms = timed(baseline.read, picture)
        yield name, PICTURE, pieces, ms
        faces, _, ms = timed(baseline.name_faces, picture, rings)
        names = iter(faces)
        renamed = [one if one.pose == "upright" else replace(one, face=next(names)) for one in ours]
        yield name, GIVEN, renamed, ms


def card_contests(folder: Path, ways: Sequence[str], most: int = 0) -> Iterator[Contest]:
    """Let our reader and other methods read French-suited cards; nothing for a folder without photographs of them."""
    labelled = [(path, truth_of(path)) for path in sorted(folder.glob("*.jpg")) if path.with_suffix(".json").is_file()]
    labelled = [(path, truth) for path, truth in labelled if all("rank" in card for card in truth.get("cards") or [{}])]
    if not labelled:
        return
    templates = card_templates(_fonts(), DECKS)
    readers: dict[str, Callable[[Picture], Pieces]] = {OURS: _read_ours}
    readers |= {"contours": CardContours(templates).read} if "contours" in ways else {}
    readers |= {OCR: CardOcr().read} if OCR in ways else {}
    namers = {"correlation": CardCorrelation(templates).name_faces, "contours": CardContours(templates).name_faces}
    contests: dict[tuple[str, str, str], Contest] = {}
    for path, truth in with_progress(labelled[: most or None], folder.name):
        picture = open_picture(path)
        answers: list[Answer] = [(way, PICTURE, *timed(read, picture)[::2]) for way, read in readers.items()]
        for way in (way for way in namers if way in ways):
            answers.append((way, CORNERS, *_name_shown_cards(namers[way], picture, truth)))
        for way, given, pieces, ms in answers:
            for by in ("code", "rank") if way != OCR else ("rank",):
                contest = contests.setdefault((given, way, by), Contest(way, given, by, Score("cards")))
                contest.score.found_ms.append(ms)
                contest.score.count_photo(path.stem, _compare_cards(pieces, truth, by, contest.score))
    yield from contests.values()


def _fonts() -> list[str]:
    """The font files of this machine; if it has none, Pillow's own font."""
    try:
        return sorted(chain(*font_files(signs=False, held_back=False))) or [""]
    except (OSError, subprocess.SubprocessError):
        return [""]


def _read_ours(picture: Picture) -> list[DetectedPiece]:
    return [card.as_piece() for card in read_french_cards(picture) if card.code != BACK]


def _name_shown_cards(
    name_faces: Callable[[Picture, Sequence[Points]], Sequence[str]], picture: Picture, truth: dict[str, Any]
) -> tuple[Pieces, float]:
    """The cards that are visible enough, as a method names them when it is given their corners."""
    pairs = zip(true_cards(truth), truth["cards"], strict=True)
    shown = [np.array(card["corners_px"]) for true, card in pairs if true.counts and true.face != BACK]
    faces, _, ms = timed(name_faces, picture, shown)
    return [piece(face, ring.mean(axis=0), 1.0) for face, ring in zip(faces, shown, strict=True)], ms


def _compare_cards(pieces: Pieces, truth: dict[str, Any], by: str, score: Score) -> Iterator[str]:
    cards = [card for card in true_cards(truth) if card.face != BACK]
    if by == "rank":
        cards = [replace(card, face=rank_of(card.face)) for card in cards]
        pieces = [replace(one, face=rank_of(one.face)) for one in pieces]
    return compare_cards(pieces, cards, score)


def rank_of(face: str) -> str:
    """The rank of a code; a rank, a joker and `"?"` stay as they are.

    >>> [rank_of(face) for face in ("10H", "KC", "10", "Q", "joker", "?")]
    ['10', 'K', '10', 'Q', 'joker', '?']
    """
    return face[:-1] if len(face) > 1 and face != JOKER and face[-1] in "SHDC" else face


BENCHMARK = Benchmark(
    measure,
    Option("folders", (), "photographs with known truth", photographs="*"),
    CHOSEN,
    Option("--ways", ",".join((*BASELINES, *CARD_WAYS)), "other methods", quick="orb,template,contours"),
    Option("--most", 0, MOST.help, quick=1),
)
