"""Measures reading on photographs of cards with known truth: right, unsure, wrong, and milliseconds.

A folder holds `SCENE_*.jpg` with a `.json` of the same name each; nothing is taught. A card counts when half of it or
an index can be seen. It is right when a piece within 0.6 of its shorter side of its middle has its face, unsure when
that piece's face is `"?"`, wrong otherwise; right faces find their cards first. A piece too many is wrong, unless it
names a card that does not count, or none, where no card that counts lies.
"""

import json
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from device.games.listing import profile_of
from engines.vocabulary import WILD
from tools.bench.photos import Score
from vision.card_table_reader import read_cards
from vision.cards.reading import BACK, JOKER, UNSURE
from vision.pictures import open_picture
from vision.reading import DetectedPiece

GAME_OF_CARDS = {"cards": "stop"}
_REACH, _BESIDE, _HALF = 0.6, 1.5, 0.5


@dataclass(frozen=True)
class TrueCard:
    """A card that is really there: middle, reach (px), face, whether it counts, the share of it that is seen."""

    xy: tuple[float, float]
    reach: float
    face: str
    counts: bool
    seen: float

    def away(self, piece: DetectedPiece) -> float:
        """How far a piece is from its middle, in px."""
        return float(np.hypot(piece.xy[0] - self.xy[0], piece.xy[1] - self.xy[1]))


def measure_cards(folder: Path, scenes: tuple[str, ...], repeats: int = 3) -> list[Score]:
    """Reads every photograph of those scenes that need no lesson; one `Score` a scene."""
    cv2.setNumThreads(1)
    known = [scene for scene in scenes if scene in GAME_OF_CARDS and any(folder.glob(f"{scene}_*.jpg"))]
    return [_scene(folder, scene, repeats) for scene in known]


def _scene(folder: Path, scene: str, repeats: int) -> Score:
    cards = profile_of(GAME_OF_CARDS[scene]).cards
    assert cards is not None and cards.finder is not None
    score = Score(scene)
    for path in sorted(folder.glob(f"{scene}_*.jpg")):
        picture = open_picture(path)
        times = []
        for _ in range(repeats):
            start = time.perf_counter()
            reading = read_cards(cards.finder(), picture)
            times.append((time.perf_counter() - start) * 1000)
        score.found_ms.append(times[0])
        score.known_ms.append(statistics.median(times))
        hold_cards_against(reading.pieces, path, score)
    return score


def hold_cards_against(pieces: Sequence[DetectedPiece], path: Path, score: Score) -> None:
    """Counts what was read in one photograph into `score`."""
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    before = (score.unsure, score.wrong)
    score.complaints += [f"{path.stem}: {complaint}" for complaint in held_against(pieces, true_cards(truth), score)]
    score.photos += 1
    score.whole += (score.unsure, score.wrong) == before


def true_cards(truth: dict[str, Any]) -> list[TrueCard]:
    """The cards of a truth file, in its order."""
    out = []
    for card in truth["cards"]:
        corners = np.array(card["corners_px"], np.float64)
        reach = float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).min()) * _REACH
        face = _face(card)
        shows = card["face_up"] and face != JOKER and (card["index_tl_visible"] or card["index_br_visible"])
        x, y = corners.mean(axis=0)
        counts = bool(shows or card["visible_frac"] >= _HALF)
        out.append(TrueCard((float(x), float(y)), reach, face, counts, card["visible_frac"]))
    return out


def _face(card: Mapping[str, Any]) -> str:
    """A card's face; of number cards the number."""
    if not card["face_up"]:
        return BACK
    if "number" in card:
        return WILD if card["wild"] else str(card["number"])
    return JOKER if card["rank"] == JOKER else str(card["rank"] + card["suit"])


def held_against(pieces: Sequence[DetectedPiece], cards: Sequence[TrueCard], score: Score) -> Iterator[str]:
    """Counts one reading into `score`; yields what was not right."""
    left, unmatched = list(pieces), []
    for card in (c for c in cards if c.counts):
        score.shown += card.face != BACK
        own = [piece for piece in left if piece.face == card.face and card.away(piece) <= card.reach]
        if own:
            left.remove(min(own, key=card.away))
            score.right += 1
            score.shown_right += card.face != BACK
        else:
            unmatched.append(card)
    for card in unmatched:
        near = [piece for piece in left if card.away(piece) <= card.reach]
        where = f"{card.face} at {card.xy[0]:.0f},{card.xy[1]:.0f}"
        best = min(near, key=card.away, default=None)
        if best is not None:
            left.remove(best)
        if best is not None and best.face == UNSURE:
            score.unsure += 1
            yield f"unsure of {where}"
        else:
            score.wrong += 1
            yield f"missed {where}" if best is None else f"{best.face} for {where}"
    yield from _too_many(left, cards, score)


def _too_many(left: Sequence[DetectedPiece], cards: Sequence[TrueCard], score: Score) -> Iterator[str]:
    """Counts the pieces that are left over."""
    excuses = [card for card in cards if not card.counts and card.seen > 0]
    for piece in left:
        own = [
            (card.away(piece), at)
            for at, card in enumerate(excuses)
            if card.away(piece) <= card.reach and piece.face in (card.face, UNSURE)
        ]
        if own:
            del excuses[min(own)[1]]
            continue
        on_one = any(card.counts and card.away(piece) <= card.reach for card in cards)
        hidden = any(not card.counts and card.away(piece) <= card.reach * _BESIDE for card in cards)
        if on_one or not hidden:
            score.wrong += 1
            yield f"{piece.face} where nothing lies at {piece.xy[0]:.0f},{piece.xy[1]:.0f}"
