"""Judges what was read in pictures with known truth: right, unsure, wrong.

A tile is right when a piece within 0.6 of its shorter side of its middle has its face and pose, unsure when that
piece's face is `"?"`, wrong when the face is another one or nothing is reported. A piece where no tile is is wrong.

A card counts when half of it or an index is visible; the reach is the same, and right faces find their cards first. A
piece too many is wrong, unless it names a card that does not count, or none, where no card that counts lies.
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
_HIDDEN = 0.6  # tiles of which less is visible are left out
_REACH, _BESIDE, _HALF = 0.6, 1.5, 0.5


@dataclass
class Score(Counts):
    """The count of one scene."""

    scene: str
    photos: int = 0
    whole: int = 0  # photographs in which all is right
    right: int = 0
    unsure: int = 0
    wrong: int = 0  # pieces, missed ones among them
    shown: int = 0  # pieces that lie with a face up
    shown_right: int = 0
    found_ms: list[float] = field(default_factory=list)  # of the first reading of each photograph
    known_ms: list[float] = field(default_factory=list)  # of a reading with the board known
    complaints: list[str] = field(default_factory=list)
    missed: int = 0  # wrong pieces of which nothing is reported

    @property
    def pieces(self) -> int:
        """How many pieces count, and false ones."""
        return self.right + self.unsure + self.wrong

    def row(self) -> dict[str, Any]:
        """Photographs, and shares of the pieces."""
        shares = {f"{name} %": percent(getattr(self, name), self.pieces) for name in ("right", "unsure", "wrong")}
        whole = percent(self.whole, self.photos)
        return {"photos": self.photos, "whole %": whole, "pieces": self.pieces, **shares, "wrong": self.wrong}

    def hold(self, name: str, complaints: Iterator[str]) -> None:
        """Counts a photograph of this name, of which the complaints say what was not right."""
        before = (self.unsure, self.wrong)
        self.complaints += [f"{name}: {complaint}" for complaint in complaints]
        self.photos += 1
        self.whole += (self.unsure, self.wrong) == before


@dataclass(frozen=True)
class TruePiece:
    """A tile or card that is really there: middle, reach (px), and whether it counts."""

    xy: tuple[float, float]
    reach: float
    counts: bool

    def away(self, piece: DetectedPiece) -> float:
        """How far a piece is from its middle, in px."""
        return float(np.hypot(piece.xy[0] - self.xy[0], piece.xy[1] - self.xy[1]))


@dataclass(frozen=True)
class TrueTile(TruePiece):
    """A tile: the faces that count as right, its pose if that matters."""

    faces: frozenset[str]
    pose: str | None


@dataclass(frozen=True)
class TrueCard(TruePiece):
    """A card of a photograph."""

    face: str
    visible: float  # share of it (0 to 1)


def is_refused(reading: Reading) -> bool:
    """Whether nothing was read: no board is found, or the picture is too spoilt."""
    return reading.field is None or reading.unreadable is not None


def truth_of(path: Path) -> dict[str, Any]:
    """What a photograph shows, by the file beside it."""
    truth: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return truth


def hold_against(pieces: Sequence[DetectedPiece], path: Path, score: Score, poses: bool = True) -> None:
    """Counts what was read in one photograph of tiles into `score`; without `poses` any pose is right."""
    hold_against_tiles(pieces, true_tiles(truth_of(path)), path.stem, score, poses)


def hold_against_tiles(
    pieces: Sequence[DetectedPiece], tiles: Sequence[TrueTile], name: str, score: Score, poses: bool = True
) -> None:
    """Counts what was read in a photograph of this name, with these tiles in truth, into `score`."""
    score.hold(name, _tiles_not_right(pieces, tiles, score, poses))


def _tiles_not_right(
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
            yield f"{best.face} for {where}"
    hidden = [tile for tile in tiles if not tile.counts]
    for piece in left:
        if not any(tile.away(piece) <= tile.reach * _BESIDE for tile in hidden):
            score.wrong += 1
            yield f"{piece.face} where nothing lies at {_at(piece.xy)}"


def true_tiles(truth: dict[str, Any]) -> list[TrueTile]:
    """The tiles of a truth file, in its order."""
    tiles = truth["tiles"]
    out = []
    for tile in tiles:
        under = tile.get("role") == "wall" and _covered(tile, tiles)
        counts = tile["pose"] != "rack" and tile["visible_top_frac"] >= _HIDDEN and not under
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


def hold_cards_against(pieces: Sequence[DetectedPiece], path: Path, score: Score) -> None:
    """Counts what was read in one photograph of cards into `score`."""
    score.hold(path.stem, cards_not_right(pieces, true_cards(truth_of(path)), score))


def true_cards(truth: dict[str, Any]) -> list[TrueCard]:
    """The cards of a truth file, in its order."""
    return [
        true_card(card["corners_px"], _face(card), _has_index(card), card["visible_frac"]) for card in truth["cards"]
    ]


def true_card(ring: Any, face: str, has_index: bool, visible: float) -> TrueCard:
    """A card by its corners (4 × 2 px), of which an index is visible or not; a joker need not have one."""
    counts = bool((has_index and face not in (BACK, JOKER)) or visible >= _HALF)
    return TrueCard(*_middle_and_reach(ring), counts, face, visible)


def _has_index(card: Mapping[str, Any]) -> bool:
    return bool(card["index_tl_visible"] or card["index_br_visible"])


def _face(card: Mapping[str, Any]) -> str:
    """A card's face; of number cards the number."""
    if not card["face_up"]:
        return BACK
    if "number" in card:
        return WILD if card["wild"] else str(card["number"])
    return JOKER if card["rank"] == JOKER else str(card["rank"] + card["suit"])


def cards_not_right(pieces: Sequence[DetectedPiece], cards: Sequence[TrueCard], score: Score) -> Iterator[str]:
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
            yield f"missed {where}" if best is None else f"{best.face} for {where}"
    yield from _too_many(left, cards, score)


def _too_many(left: Sequence[DetectedPiece], cards: Sequence[TrueCard], score: Score) -> Iterator[str]:
    """Counts the pieces that are left over."""
    excuses = [card for card in cards if not card.counts and card.visible > 0]
    for piece in left:
        own = [card for card in excuses if card.away(piece) <= card.reach and piece.face in (card.face, UNSURE)]
        if own:
            excuses.remove(min(own, key=lambda card: card.away(piece)))
            continue
        on_one = any(card.counts and card.away(piece) <= card.reach for card in cards)
        hidden = any(not card.counts and card.away(piece) <= card.reach * _BESIDE for card in cards)
        if on_one or not hidden:
            score.wrong += 1
            yield f"{piece.face} where nothing lies at {_at(piece.xy)}"
