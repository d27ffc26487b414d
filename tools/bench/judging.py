"""Compares what was read in pictures with the truth: right, unsure, wrong.

A tile is right if a piece within 0.6 of its shorter side of its middle has its face and pose, unsure if that piece's
face is `"?"`, wrong if the face is another one or nothing is reported. A piece where no tile lies is wrong.

A card counts if half of it or an index is visible; the reach is the same, and right faces are matched first. A piece
too many is wrong, unless no card that counts lies there, and it names a card there that does not count, or none.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from engines.vocabulary import BACK, BLANK, TILE_FACES, UNSURE, WILD
from tools.bench.benchmark import Counts, percent
from vision.cards.common.reading import JOKER
from vision.reading import DetectedPiece, Reading

FACES = (*TILE_FACES, BACK)
_MIN_VISIBLE = 0.6  # share of a tile that counts
_MIN_CARD_VISIBLE = 0.5  # share of a card that counts without a visible index
_REACH = 0.6  # of a piece's shorter side, round its middle
_HIDDEN_REACH = 1.5  # reaches round a hidden piece within which a detection is no mistake


@dataclass
class Score(Counts):
    """The score of one scene."""

    scene: str
    photos: int = 0
    whole: int = 0  # photographs in which all is right
    right: int = 0
    unsure: int = 0
    wrong: int = 0  # wrong pieces, missed ones among them
    shown: int = 0  # pieces that lie with a face up
    shown_right: int = 0  # of these, right ones
    found_ms: list[float] = field(default_factory=list)  # of the first reading of each photograph
    known_ms: list[float] = field(default_factory=list)  # of a reading with the board known
    complaints: list[str] = field(default_factory=list)
    missed: int = 0  # wrong pieces of which nothing is reported
    misnamed: int = 0  # wrong pieces that are named: as something else, or where nothing lies

    @property
    def pieces(self) -> int:
        """How many pieces count, false ones included."""
        return self.right + self.unsure + self.wrong

    def row(self) -> dict[str, Any]:
        """Counts of photographs and pieces, and shares of the pieces."""
        shares = {f"{name} %": percent(getattr(self, name), self.pieces) for name in ("right", "unsure", "wrong")}
        whole = percent(self.whole, self.photos)
        return {"photos": self.photos, "whole %": whole, "pieces": self.pieces, **shares, "wrong": self.wrong}

    def count_photo(self, name: str, complaints: Iterator[str]) -> None:
        """Count a photograph of this name; the complaints say what was not right in it."""
        before = (self.unsure, self.wrong)
        self.complaints += [f"{name}: {complaint}" for complaint in complaints]
        self.photos += 1
        self.whole += (self.unsure, self.wrong) == before


@dataclass(frozen=True)
class TruePiece:
    """A tile or card that is really there."""

    xy: tuple[float, float]  # its middle, px
    reach: float  # px from the middle within which a detection belongs to it
    counts: bool  # whether it is visible enough to be judged

    def away(self, piece: DetectedPiece) -> float:
        """The distance of a detected piece from its middle, in px."""
        return float(np.hypot(piece.xy[0] - self.xy[0], piece.xy[1] - self.xy[1]))


@dataclass(frozen=True)
class TrueTile(TruePiece):
    """A tile of a photograph."""

    faces: frozenset[str]  # that count as right
    pose: str | None  # None if it does not matter


@dataclass(frozen=True)
class TrueCard(TruePiece):
    """A card of a photograph."""

    face: str
    visible: float  # share of it (0 to 1)


def is_refused(reading: Reading) -> bool:
    """Whether nothing was read: no board was found, or the picture is too poor."""
    return reading.field is None or reading.unreadable is not None


def truth_of(path: Path) -> dict[str, Any]:
    """The truth of a photograph, from the file beside it."""
    truth: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return truth


def compare_with_truth(pieces: Sequence[DetectedPiece], path: Path, score: Score, poses: bool = True) -> None:
    """Count what was read in one photograph of tiles into `score`; without `poses` any pose is right."""
    compare_with_tiles(pieces, true_tiles(truth_of(path)), path.stem, score, poses)


def compare_with_tiles(
    pieces: Sequence[DetectedPiece], tiles: Sequence[TrueTile], name: str, score: Score, poses: bool = True
) -> None:
    """Count what was read in a photograph of this name, which shows these tiles, into `score`."""
    score.count_photo(name, _compare_tiles(pieces, tiles, score, poses))


def _compare_tiles(
    pieces: Sequence[DetectedPiece], tiles: Sequence[TrueTile], score: Score, poses: bool
) -> Iterator[str]:
    left = list(pieces)
    for tile in (t for t in tiles if t.counts):
        best = min((piece for piece in left if tile.away(piece) <= tile.reach), key=tile.away, default=None)
        shows = tile.faces.isdisjoint({UNSURE, BACK, BLANK})
        score.shown += shows
        where = f"{'/'.join(sorted(tile.faces))} at {_at(tile.xy)}"
        if best is not None:
            left.remove(best)
        if best is None:
            score.wrong += 1
            score.missed += 1
            yield f"missed {where}"
        elif poses and tile.pose and best.pose != tile.pose and best.face != UNSURE:
            score.wrong += 1
            yield f"{best.pose} for {tile.pose} {where}"
        elif best.face in tile.faces:
            score.right += 1
            score.shown_right += shows
        elif best.face == UNSURE:
            score.unsure += 1
            yield f"unsure of {where}"
        else:
            score.wrong += 1
            score.misnamed += 1
            yield f"{best.face} for {where}"
    hidden = [tile for tile in tiles if not tile.counts]
    for piece in left:
        if not any(tile.away(piece) <= tile.reach * _HIDDEN_REACH for tile in hidden):
            score.wrong += 1
            score.misnamed += piece.face != UNSURE
            yield f"{piece.face} where nothing lies at {_at(piece.xy)}"


def true_tiles(truth: dict[str, Any]) -> list[TrueTile]:
    """The tiles of a truth file, in its order."""
    tiles = truth["tiles"]
    out = []
    for tile in tiles:
        under = tile.get("role") == "wall" and _covered(tile, tiles)
        counts = tile["pose"] != "rack" and tile["visible_top_frac"] >= _MIN_VISIBLE and not under
        across = tile.get("sideways") and tile.get("role") == "discard"
        standing = tile["pose"] == "standing"
        face = BACK if tile["pose"] == "down" else WILD if tile["wild"] else BLANK if tile["blank"] else None
        face = face or str(tile["number"])
        faces = frozenset({UNSURE, BACK, face} if standing else {face})
        pose = "upright" if standing else "sideways" if across else None
        out.append(TrueTile(*_middle_and_reach(tile["top_corners_px"]), counts, faces, pose))
    return out


def _covered(tile: dict[str, Any], tiles: list[dict[str, Any]]) -> bool:
    """Whether another tile lies on this one."""
    x, y = tile["pos_mm"][:2]
    return any(
        other is not tile
        and (other.get("layer") or 0) > (tile.get("layer") or 0)
        and abs(other["pos_mm"][0] - x) < 11
        and abs(other["pos_mm"][1] - y) < 11
        for other in tiles
    )


def _middle_and_reach(ring: Any) -> tuple[tuple[float, float], float]:
    corners = np.array(ring, np.float64)
    x, y = corners.mean(axis=0)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return (float(x), float(y)), float(sides.min()) * _REACH


def _at(xy: tuple[float, float]) -> str:
    return f"{xy[0]:.0f},{xy[1]:.0f}"


def compare_cards_with_truth(pieces: Sequence[DetectedPiece], path: Path, score: Score) -> None:
    """Count what was read in one photograph of cards into `score`."""
    score.count_photo(path.stem, compare_cards(pieces, true_cards(truth_of(path)), score))


def true_cards(truth: dict[str, Any]) -> list[TrueCard]:
    """The cards of a truth file, in its order."""
    return [
        true_card(card["corners_px"], _face(card), _has_index(card), card["visible_frac"]) for card in truth["cards"]
    ]


def true_card(ring: Any, face: str, has_index: bool, visible: float) -> TrueCard:
    """A card by its corners (4 × 2 px); the index of a joker does not make it count."""
    counts = bool((has_index and face not in (BACK, JOKER)) or visible >= _MIN_CARD_VISIBLE)
    return TrueCard(*_middle_and_reach(ring), counts, face, visible)


def _has_index(card: Mapping[str, Any]) -> bool:
    return bool(card["index_tl_visible"] or card["index_br_visible"])


def _face(card: Mapping[str, Any]) -> str:
    """A card's face; for number cards the number."""
    if not card["face_up"]:
        return BACK
    if "number" in card:
        return WILD if card["wild"] else str(card["number"])
    return JOKER if card["rank"] == JOKER else str(card["rank"] + card["suit"])


def compare_cards(pieces: Sequence[DetectedPiece], cards: Sequence[TrueCard], score: Score) -> Iterator[str]:
    """Count one reading into `score`; yields what was not right."""
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
        best = min((piece for piece in left if card.away(piece) <= card.reach), key=card.away, default=None)
        if best is not None:
            left.remove(best)
        where = f"{card.face} at {_at(card.xy)}"
        if best is not None and best.face == UNSURE:
            score.unsure += 1
            yield f"unsure of {where}"
        else:
            score.wrong += 1
            score.missed += best is None
            score.misnamed += best is not None
            yield f"missed {where}" if best is None else f"{best.face} for {where}"
    yield from _count_surplus(left, cards, score)


def _count_surplus(left: Sequence[DetectedPiece], cards: Sequence[TrueCard], score: Score) -> Iterator[str]:
    """Count the pieces that match no card; yields the wrong ones."""
    excuses = [card for card in cards if not card.counts and card.visible > 0]
    for piece in left:
        own = [card for card in excuses if card.away(piece) <= card.reach and piece.face in (card.face, UNSURE)]
        if own:
            excuses.remove(min(own, key=lambda card: card.away(piece)))
            continue
        on_one = any(card.counts and card.away(piece) <= card.reach for card in cards)
        hidden = any(not card.counts and card.away(piece) <= card.reach * _HIDDEN_REACH for card in cards)
        if on_one or not hidden:
            score.wrong += 1
            score.misnamed += piece.face != UNSURE
            yield f"{piece.face} where nothing lies at {_at(piece.xy)}"
