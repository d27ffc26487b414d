"""Reads taught cards on a table: whole ones give the table's plane, corners with an index give all others."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.camera_pose import mapped
from vision.cards.edges import Corners, Edges, find_corners, find_edges
from vision.cards.judging import Models
from vision.cards.outline import find_outlines
from vision.cards.picture_warnings import warnings_of
from vision.cards.plane import CardPlane, plane_of_cards
from vision.cards.reading import UNSURE, DetectedCard
from vision.cards.refining import fitted, refined
from vision.cards.sampling import Looks, Part, looks_at, part_of_card, placed, standardised
from vision.cards.taught import TaughtCards
from vision.reading import Picture, PictureWarning

_LONG = 1280  # px of the longer side of a picture that is read; larger ones are made smaller
_CARD, _EXACT = 0.55, 0.85  # correlation of an outline with a face, from which it may be a card, and is one
_MISFIT = 0.06  # of a card's width, from the plane of the others
_COARSE, _FINE = 1 / 63, 1 / 126  # of a card's width: steps of looks
_LIKELY = 0.55  # correlation of a corner, coarsely, with a face's
_WHOLE_CORNER = 0.7  # correlation of a corner with a face's, from which its card may be a whole one
_SURELY = 0.88  # correlation of a corner with a face's, from which its card is looked at as a whole
_CLEARLY = 0.01  # by how much more a whole card looks like its face than like any other
_OTHER = 0.06  # by how much a whole card may look more like another face than like that of its index
_MOST = 120  # corners of a kind that are looked at closely
_NEAR, _TURNED = 0.025, 0.05  # of a card's width, and radians: poses that refining makes one
_SAME_AT, _SAME_CARD = 0.1, 0.14  # of a card's width: two of one index, of one card
_BLUR, _BLURS = 1.6, (0.0, 1.2)  # px of a taught face: where looks are coarse; as tables are less sharp than lessons
_SHIFT = 0.006  # of a card's width
_INDEX_SCORE, _WHOLE, _MARGIN = 0.85, 0.8, 0.2
_LEAST_MARGIN = 0.06  # of an index, whether it is compared with sharp or with less sharp looks


@dataclass(frozen=True)
class _Poses:
    """Where cards may lie: `cards` n × 4 × 2 on the plane from each one's top left; `corner`: which corner was seen
    (0 the top left, clockwise); `face`: as what; `score`: how much it looks like that."""

    cards: NDArray[np.float64]
    corner: NDArray[np.int64]
    face: NDArray[np.int64]
    score: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.cards)

    def only(self, which: NDArray[np.generic]) -> "_Poses":
        """Those of them."""
        return _Poses(self.cards[which], self.corner[which], self.face[which], self.score[which])


@dataclass(frozen=True)
class CardReader:
    """Reads the cards of pictures with what was taught of their deck."""

    taught: TaughtCards

    def __post_init__(self) -> None:
        _ = self._index_looks, self._corner_looks, self._whole_models  # which take longer than a picture

    def read(self, picture: Picture) -> list[DetectedCard]:
        """The cards that a picture shows."""
        shrunk = max(1.0, max(picture.shape[:2]) / _LONG)
        if shrunk > 1:
            picture = np.asarray(cv2.resize(picture, None, fx=1 / shrunk, fy=1 / shrunk, interpolation=cv2.INTER_AREA))
        edges = find_edges(picture)
        corners = find_corners(edges.ends)
        plane = self._plane(picture, edges, corners)
        if plane is None:
            return []
        poses = self._at_corners(picture, _square(corners, edges, plane), plane)
        return [_detected(one, plane, shrunk) for one in self._named(picture, plane, poses)]

    def find(self, picture: Picture) -> tuple[list[DetectedCard], list[PictureWarning]]:
        """The same, and what people can mend."""
        cards = self.read(picture)
        return cards, warnings_of(picture, cards)

    def _plane(self, picture: Picture, edges: Edges, corners: Corners) -> CardPlane | None:
        """The plane of the cards that lie whole."""
        like = self.taught.proportion
        outlines = find_outlines(edges, corners, (like / 1.1, like * 1.1))
        if not outlines:
            return None
        quads = self._grown(np.array([outline.corners for outline in outlines]))
        part, looks = self.taught.whole, self._both_turns
        models = standardised(looks)
        soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), _BLUR), np.uint8)
        weights = _weights(part.points / np.array([1, like]))
        scores = standardised(looks_at(soft, np.einsum("pk,nkc->npc", weights, quads))) @ models.T
        order = np.argsort(-scores.max(axis=1), kind="stable")
        chosen: list[int] = []
        for one in order[scores.max(axis=1)[order] > _CARD]:
            width = np.linalg.norm(quads[one, 1] - quads[one, 0])
            middle = quads[one].mean(axis=0)
            if all(np.linalg.norm(middle - quads[other].mean(axis=0)) > 0.5 * width for other in chosen):
                chosen.append(int(one))
        if not chosen:
            return None
        best = scores[chosen].argmax(axis=1)
        exact = fitted(soft, quads[chosen], weights, looks[best])
        now = standardised(looks_at(soft, np.einsum("pk,nkc->npc", weights, exact))) @ models.T
        sure = now.max(axis=1) > _EXACT
        if not sure.any():
            return None
        return plane_of_cards(exact[sure], (picture.shape[1], picture.shape[0]), like)

    def _grown(self, quads: NDArray[np.float64]) -> NDArray[np.float64]:
        """Outlines, and the cards of which they are what is printed inside."""
        size = np.array([1.0, self.taught.proportion])
        grown = []
        for inset in self.taught.insets:
            out = inset / (size - 2 * inset)
            corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (1 + 2 * out) - out
            grown.append(np.einsum("pk,nkc->npc", _weights(corners), quads))
        return np.concatenate(grown)

    def _at_corners(self, picture: Picture, corners: Corners, plane: CardPlane) -> _Poses:
        """Where cards may lie by the corners that are seen, each with the face that its corner looks most like."""
        rings, at_corner = self._rings(corners, plane)
        poses = []
        for corner in (0, 3):
            part = self.taught.corner_part(corner, _COARSE)
            models = standardised(self._corner_looks[corner])
            upside = standardised(self._corner_looks[(corner + 2) % 4][:, ::-1])
            mine = rings[at_corner == corner]
            where = placed(mine, part.points, plane.proportion)
            looks = standardised(looks_at(picture, where, plane.to_picture))
            for models_of, turn in ((models, 0), (upside, 2)):
                scores = looks @ models_of.T
                best = scores.argmax(axis=1)
                score = scores[np.arange(len(best)), best]
                cards = np.roll(mine, -turn, axis=1)
                some = _Poses(cards, np.full(len(mine), (corner + turn) % 4), best, score.astype(np.float64))
                some = some.only(np.argsort(-score, kind="stable"))
                some = some.only(some.score > _LIKELY)
                poses.append(some.only(np.array(_apart(some, _NEAR, _TURNED, _MOST), int)))
        return _Poses(*(np.concatenate([getattr(one, name) for one in poses]) for name in _Poses.__annotations__))

    def _rings(self, corners: Corners, plane: CardPlane) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """All cards (n × 4 × 2 on the plane) that may have one of these corners, or a corner of what is printed."""
        rings = plane.cards_at_corners(corners.at, corners.first, corners.second)
        at_corner = np.repeat([0, 3], len(corners))
        shifted = []
        for inset in self.taught.insets:
            across, down = rings[:, 1] - rings[:, 0], (rings[:, 3] - rings[:, 0]) / plane.proportion
            up = np.where(at_corner == 0, -1.0, 1.0)[:, None]
            shifted.append(rings + (-across * inset[0] + down * up * inset[1])[:, None])
        return np.concatenate(shifted), np.tile(at_corner, len(self.taught.insets))

    def _named(self, picture: Picture, plane: CardPlane, poses: _Poses) -> list["_Found"]:
        """The cards at these poses: by their indices, and those that lie whole by their whole looks."""
        found: list[_Found] = []
        for corner in self.taught.index_corners:
            mine = _with_index_at(poses.only(poses.face != self.taught.back), corner)
            part = self.taught.corner_part(corner, _FINE)
            rough = self.taught.corner_part(corner, _COARSE)
            cards = refined(picture, plane, mine.cards, rough, self._corner_looks[corner], mine.face)
            looks = looks_at(picture, placed(cards, part.points, plane.proportion), plane.to_picture)
            for card, face, score, margin in self._verdicts(cards, looks, corner):
                at = placed(card[None], self.taught.index_middle(corner)[None], plane.proportion)[0, 0]
                found.append(_Found(card, at, self.taught.faces[face], _sureness(score, margin)))
        named = _best_of_each(found)
        whole = self._whole(picture, plane, poses, named)
        every = _best_of_each(named + whole)
        if not every:
            return []
        wholes = self._wholes(picture, plane, every)
        covers = [one for one, row in zip(every, wholes, strict=True) if row.max() > _WHOLE]
        checked = [self._checked(one, row) for one, row in zip(every, wholes, strict=True)]
        return [one for one in checked if not any(_is_printed_on(one, other) for other in covers)]

    def _checked(self, one: "_Found", wholes: NDArray[np.float32]) -> "_Found":
        """The card, without its face where nothing covers it and it looks as a whole more like another one."""
        if one.face not in self.taught.faces or wholes.max() <= _WHOLE:
            return one
        fits = wholes[self.taught.faces.index(one.face)] > wholes.max() - _OTHER
        return one if fits else replace(one, face=UNSURE)

    def _verdicts(
        self, cards: NDArray[np.float64], looks: Looks, corner: int
    ) -> Iterator[tuple[NDArray[np.float64], int, float, float]]:
        """Of the cards whose index surely shows a face: the card, the face, its correlation, and its margin.

        Both the sharp looks of the lesson and less sharp ones must say so.
        """
        sharp, soft = self._index_looks[corner]
        first = sharp.judge(looks)
        fronts = {face for face in range(len(self.taught.faces)) if face != self.taught.back}
        open_ones = [
            number
            for number, verdict in enumerate(first)
            if verdict.face in fronts and verdict.score > _INDEX_SCORE and verdict.margin > _LEAST_MARGIN
        ]
        for number, other in zip(open_ones, soft.judge(looks[open_ones]), strict=True):
            one = first[number]
            margin = max(one.margin, other.margin)
            if one.face == other.face and other.margin > _LEAST_MARGIN and margin > _MARGIN:
                yield cards[number], one.face, one.score, margin

    def _wholes(self, picture: Picture, plane: CardPlane, cards: list["_Found"]) -> NDArray[np.float32]:
        """How much each card looks as a whole like each face, either way round (cards × faces)."""
        part, models = self._whole_looks
        models = standardised(models)
        turned = models.reshape(len(models), -1, 3)[:, ::-1].reshape(len(models), -1)
        rings = np.array([one.card for one in cards]).reshape(-1, 4, 2)
        looks = standardised(looks_at(picture, placed(rings, part.points, plane.proportion), plane.to_picture))
        return np.asarray(np.maximum(looks @ models.T, looks @ turned.T), np.float32)

    @cached_property
    def _index_looks(self) -> dict[int, list[Models]]:
        """How every face's index looks at each corner that has one, as sharp as it was taught and less.

        Exactly, and a little shifted, since frames and indices are not printed so exactly, and cards not cut. After the
        faces come the same corners without an index.
        """
        steps = (0.0, -_SHIFT, _SHIFT)
        shifts = [(x, y) for y in steps for x in steps]
        return {
            corner: [
                Models(
                    [
                        np.concatenate([self._index_look(corner, blur, by), self._blank_look(corner, blur, by)])
                        for by in shifts
                    ],
                    self.taught.corner_part(corner, _FINE),
                    self.taught.index_print(corner),
                )
                for blur in _BLURS
            ]
            for corner in self.taught.index_corners
        }

    def _index_look(self, corner: int, blur: float, shift: tuple[float, float]) -> Looks:
        return self.taught.looks(self.taught.corner_part(corner, _FINE), blur, shift)

    def _blank_look(self, corner: int, blur: float, shift: tuple[float, float]) -> Looks:
        """A corner as it would look without an index: the one beside it along the short side, mirrored."""
        beside = corner ^ 1
        if beside in self.taught.index_corners:
            return np.zeros((0, *self._index_look(corner, blur, shift).shape[1:]), np.float32)
        part = self.taught.corner_part(beside, _FINE)
        looks = self.taught.looks(part, blur, (-shift[0], shift[1]))
        mirrored = looks.reshape(len(looks), *part.shape, 3)[:, :, ::-1]
        return np.ascontiguousarray(mirrored.reshape(looks.shape))

    @cached_property
    def _corner_looks(self) -> list[Looks]:
        """How every face looks at its four corners, coarsely."""
        return [self.taught.looks(self.taught.corner_part(corner, _COARSE), blur=_BLUR) for corner in range(4)]

    @cached_property
    def _whole_looks(self) -> tuple[Part, Looks]:
        """A whole card, and how every face looks as a whole."""
        part = part_of_card(0, 0, 1, self.taught.proportion, 1 / 42)
        return part, self.taught.looks(part, blur=_BLUR)

    @cached_property
    def _both_turns(self) -> Looks:
        """How every face looks as a whole, very coarsely, upright and then upside down."""
        looks = self.taught.looks(self.taught.whole, blur=_BLUR)
        return np.concatenate([looks, looks[:, ::-1]])

    @cached_property
    def _whole_models(self) -> Models:
        part, looks = self._whole_looks
        return Models([looks], part)

    def _whole(self, picture: Picture, plane: CardPlane, poses: _Poses, named: list["_Found"]) -> list["_Found"]:
        """The cards among these poses that look as a whole like a face, without those that are named already."""
        middles = poses.cards.mean(axis=1)
        free = np.ones(len(poses), bool)
        for one in named:
            free &= np.linalg.norm(middles - one.card.mean(axis=0), axis=1) > _SAME_CARD
        mine = poses.only(free & (poses.score > _WHOLE_CORNER))
        if not len(mine):
            return []
        mine = mine.only(np.argsort(-mine.score, kind="stable"))
        mine = mine.only(np.array(_apart(mine, 2 * _NEAR, 2 * _TURNED, _MOST), int))
        part, models = self._whole_looks
        cards = mine.cards
        coarse = standardised(looks_at(picture, placed(cards, part.points, plane.proportion), plane.to_picture))
        score = coarse @ standardised(models).T
        kept = score.max(axis=1) > _WHOLE - 0.15
        cards, best = cards[kept], score[kept].argmax(axis=1)
        cards = refined(picture, plane, cards, part, models, best)
        looks = looks_at(picture, placed(cards, part.points, plane.proportion), plane.to_picture)
        found = []
        alike = standardised(looks) @ standardised(models).T
        for card, verdict, row in zip(cards, self._whole_models.judge(looks), alike, strict=True):
            if verdict.score > _WHOLE:
                # its strokes and all of it must say the same
                second = np.partition(row, -2)[-2]
                sure = verdict.margin > _MARGIN and row[verdict.face] > second + _CLEARLY
                face = self.taught.faces[verdict.face] if sure else UNSURE
                found.append(_Found(card, card.mean(axis=0), face, _sureness(verdict.score, verdict.margin)))
        return _best_of_each(found)


@dataclass(frozen=True)
class _Found:
    """A card (4 × 2 on the plane), the middle of its index there or of the whole, its face, and how sure that is."""

    card: NDArray[np.float64]
    at: NDArray[np.float64]
    face: str
    score: float


def _sureness(score: float, margin: float) -> float:
    """From 0 to 1: how much a look is that of a face; by how much no other face fits counts for less."""
    return float(np.clip(0.9 * score + 0.1 * margin, 0.0, 1.0))


def _best_of_each(found: list[_Found]) -> list[_Found]:
    """One of those that are at one place or have one index."""
    ranked = sorted(found, key=lambda one: -one.score)
    chosen: list[_Found] = []
    at = np.array([one.at for one in ranked]).reshape(-1, 2)
    middles = np.array([one.card.mean(axis=0) for one in ranked]).reshape(-1, 2)
    left = np.ones(len(ranked), bool)
    for number, one in enumerate(ranked):
        if left[number]:
            chosen.append(one)
            left &= np.linalg.norm(at - at[number], axis=1) >= _SAME_AT
            left &= np.linalg.norm(middles - middles[number], axis=1) >= _SAME_CARD
    return chosen


def _is_printed_on(one: _Found, cover: _Found) -> bool:
    """Whether what was taken for a card's index lies on another card that nothing covers."""
    if one.card is cover.card:
        return False
    across, down = cover.card[1] - cover.card[0], cover.card[3] - cover.card[0]
    off = one.at - cover.card[0]
    x, y = float(off @ across), float(off @ down / (down @ down))
    return 0 < x < 1 and 0 < y < 1


def _detected(one: _Found, plane: CardPlane, scale: float) -> DetectedCard:
    corners = (mapped(one.card, plane.to_picture) + 0.5) * scale - 0.5
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return DetectedCard(one.face, (a, b, c, d), one.score)


def _square(corners: Corners, edges: Edges, plane: CardPlane) -> Corners:
    """The corners that are right angles on the plane, in px of the picture."""
    at = (corners.at + 0.5) * edges.scale - 0.5
    flat = plane.on_plane(np.concatenate([at, at + corners.first, at + corners.second])).reshape(3, -1, 2)
    arms = flat[1:] - flat[0]
    cosine = (arms[0] * arms[1]).sum(axis=1) / np.maximum(np.linalg.norm(arms, axis=2).prod(axis=0), 1e-12)
    kept = np.abs(cosine) < 0.12
    return Corners(at[kept], corners.first[kept], corners.second[kept], corners.long[kept])


def _with_index_at(poses: _Poses, corner: int) -> _Poses:
    """The poses that were seen at a corner, and those seen surely at another one, each once."""
    here = poses.corner == corner
    mine = poses.only(here | (poses.score > _SURELY))
    first = np.lexsort((-mine.score, mine.corner != corner))
    mine = mine.only(first)
    return mine.only(np.array(_apart(mine, _NEAR, _TURNED, len(mine)), int))


def _apart(poses: _Poses, near: float, turn: float, most: int) -> list[int]:
    """Those of the poses that are not the same as a better one."""
    middle = poses.cards.mean(axis=1)
    across = poses.cards[:, 1] - poses.cards[:, 0]
    angle = np.arctan2(across[:, 1], across[:, 0])
    chosen: list[int] = []
    left = np.ones(len(poses), bool)
    for one in range(len(poses)):
        if not left[one]:
            continue
        chosen.append(one)
        if len(chosen) == most:
            break
        off = np.abs((angle - angle[one] + np.pi) % (2 * np.pi) - np.pi)
        left &= (np.abs(middle - middle[one]).max(axis=1) > near) | (off > turn)
    return chosen


def _weights(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """By which share (points × 4) each corner of a quadrilateral counts for points at shares of its sides."""
    x, y = shares[:, :1], shares[:, 1:]
    return np.concatenate([(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y], axis=1)
