"""Measures our reading of French-suited cards beside other methods, in one run over the same photographs.

Rendered photographs (`corners_px` in their truth) are judged by `tools.bench.cards`, by code and by rank. Of real ones
(`box_px`: a loose box round what shows of each card) only ranks are known: a card is right when a piece in its box, or
beside it by half of it at most, has its rank, unsure when that piece is `"?"`, else wrong; a named piece too many is
wrong. Cards that lie face down are left out.

Two contests: given the `picture`, a method must find the cards and name them; given the `corners` of the cards of
which enough can be seen, it only names them.
"""

import json
import statistics
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engines.messages import Refusal
from tools.artwork.fonts import font_files
from tools.baselines.base import piece
from tools.baselines.card_contours import CardContours
from tools.baselines.card_correlation import CardCorrelation
from tools.baselines.card_ocr import CardOcr
from tools.baselines.card_templates import card_templates
from tools.bench.beside import OURS, timed
from tools.bench.cards import TrueCard, held_against, true_cards
from tools.bench.photos import Score
from vision.cards.french_reader import read_french_cards
from vision.cards.reading import BACK, JOKER, UNSURE
from vision.pictures import open_picture
from vision.reading import DetectedPiece, Picture, Points

PICTURE, CORNERS = "picture", "corners"
_BEYOND = 1.0  # halves of a box that the middle of a whole card may lie beyond it
DECKS = 12  # whose glyphs and pips are templates
Read = Callable[[Picture], Sequence[DetectedPiece]]
NameFaces = Callable[[Picture, Sequence[Points]], Sequence[str]]


@dataclass(frozen=True)
class Row:
    """One method's count of one folder; `by`: `code` or `rank`. Its times are `found_ms` of the score."""

    way: str
    given: str
    by: str
    score: Score

    def to_json(self) -> dict[str, Any]:
        """The method, what it was given and judged by, its counts and its median time in ms."""
        counts = {name: getattr(self.score, name) for name in ("photos", "right", "unsure", "wrong")}
        ms = round(statistics.median(self.score.found_ms), 1) if self.score.found_ms else None
        return {"set": self.score.scene, "way": self.way, "given": self.given, "by": self.by, **counts, "ms": ms}


@dataclass(frozen=True)
class _Photograph:
    path: Path
    truth: dict[str, Any]

    @property
    def is_rendered(self) -> bool:
        return all("corners_px" in card for card in self.truth["cards"])

    def faces(self) -> list[TrueCard]:
        """The cards of a rendered one that lie face up."""
        return [card for card in true_cards(self.truth) if card.face != BACK]


def measure_cards_beside(folder: Path, without: Sequence[str] = (), most: int | None = None) -> tuple[list[Row], str]:
    """Rows of ours and of other methods, and why OCR was not run, if it was not; `most`: photographs at most."""
    cv2.setNumThreads(1)
    photographs = [
        _Photograph(path, json.loads(path.with_suffix(".json").read_text(encoding="utf-8")))
        for path in sorted(folder.glob("*.jpg"))
        if path.with_suffix(".json").is_file()
    ]
    photographs = [one for one in photographs if one.truth.get("cards")][:most]
    readers, namers, why = _methods(without)
    rows: dict[tuple[str, str, str], Row] = {}
    for one in photographs:
        picture = open_picture(one.path)
        answers = [(way, PICTURE, *timed(read, picture)) for way, read in readers.items()]
        if one.is_rendered:
            rings = [np.array(card["corners_px"]) for card in one.truth["cards"]]
            answers += [(way, CORNERS, *_named(names, picture, one, rings)) for way, names in namers.items()]
        for way, given, pieces, ms in answers:
            for by in ("code", "rank") if one.is_rendered and way != "ocr" else ("rank",):
                row = rows.setdefault((given, way, by), Row(way, given, by, Score(folder.name)))
                _count(pieces, one, row)
                row.score.found_ms.append(ms)
    return list(rows.values()), why


def _methods(without: Sequence[str]) -> tuple[dict[str, Read], dict[str, NameFaces], str]:
    templates = card_templates(_fonts(), DECKS)
    contours, correlation = CardContours(templates), CardCorrelation(templates)
    readers: dict[str, Read] = {OURS: _ours, "contours": contours.read}
    why = ""
    if "ocr" not in without:
        try:
            readers["ocr"] = CardOcr().read
        except Refusal as refusal:
            why = str(refusal.said.key)
    return readers, {"correlation": correlation.name_faces, "contours": contours.name_faces}, why


def _fonts() -> list[str]:
    """The files of fonts that this machine has; Pillow's own where it has none."""
    try:
        return sorted(chain(*font_files(signs=False, held_back=False))) or [""]
    except (OSError, subprocess.SubprocessError):
        return [""]


def _ours(picture: Picture) -> list[DetectedPiece]:
    return [card.as_piece() for card in read_french_cards(picture) if card.code != BACK]


def _named(
    names: NameFaces, picture: Picture, one: _Photograph, rings: Sequence[Points]
) -> tuple[list[DetectedPiece], float]:
    """The cards of which enough can be seen, as a method names them that knows where they lie."""
    shown = [ring for card, ring in zip(true_cards(one.truth), rings, strict=True) if card.counts and card.face != BACK]
    faces, ms = timed(names, picture, shown)
    return [piece(face, ring.mean(axis=0), 1.0) for face, ring in zip(faces, shown, strict=True)], ms


def _count(pieces: Sequence[DetectedPiece], one: _Photograph, row: Row) -> None:
    if row.by == "rank":
        pieces = [replace(found, face=rank_of(found.face)) for found in pieces]
    if one.is_rendered:
        cards = one.faces()
        if row.by == "rank":
            cards = [replace(card, face=rank_of(card.face)) for card in cards]
        complaints = held_against(pieces, cards, row.score)
    else:
        complaints = _held_against_boxes(pieces, one.truth["cards"], row.score)
    row.score.complaints += [f"{one.path.stem}: {complaint}" for complaint in complaints]
    row.score.photos += 1


def rank_of(face: str) -> str:
    """The rank of a code; a rank, a joker and a doubtful card are what they are.

    >>> [rank_of(face) for face in ("10H", "KC", "10", "Q", "joker", "?")]
    ['10', 'K', '10', 'Q', 'joker', '?']
    """
    return face[:-1] if len(face) > 1 and face != JOKER and face[-1] in "SHDC" else face


def _held_against_boxes(
    pieces: Sequence[DetectedPiece], cards: Sequence[dict[str, Any]], score: Score
) -> Iterator[str]:
    """Counts what was read in a real photograph into `score`; yields what was not right."""
    left, unmatched = list(pieces), []
    for card in cards:
        own = [one for one in left if one.face == card["rank"] and _is_in(one, card)]
        if own:
            left.remove(own[int(np.argmin([_off(one, card) for one in own]))])
            score.right += 1
        else:
            unmatched.append(card)
    for card in unmatched:
        near = sorted((one for one in left if _is_in(one, card)), key=lambda one: one.face == UNSURE)
        where = f"{card['rank']} in {card['box_px']}"
        if near:
            left.remove(near[0])
        if near and near[0].face == UNSURE:
            score.unsure += 1
            yield f"unsure of {where}"
        else:
            score.wrong += 1
            yield f"{near[0].face} for {where}" if near else f"missed {where}"
    for one in left:
        if one.face != UNSURE:
            score.wrong += 1
            yield f"{one.face} too many at {one.xy[0]:.0f},{one.xy[1]:.0f}"


def _is_in(one: DetectedPiece, card: dict[str, Any]) -> bool:
    return _off(one, card) <= 1 + _BEYOND


def _off(one: DetectedPiece, card: dict[str, Any]) -> float:
    """How far a piece's middle is from that of a card's box, in halves of the box: up to 1 within it."""
    left, top, right, bottom = card["box_px"]
    across, down = (2 * one.xy[0] - left - right) / (right - left), (2 * one.xy[1] - top - bottom) / (bottom - top)
    return float(max(abs(across), abs(down)))
