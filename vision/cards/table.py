"""Reads taught cards on a table: whole ones give the table's plane, corners with an index give all others."""

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.camera_pose import mapped
from vision.cards.edges import Corners, Edges, find_corners, find_edges
from vision.cards.first_of_each import first_of_each
from vision.cards.following import Follower
from vision.cards.judging import Models
from vision.cards.naming import BLUR, Found, Namer, best_of_each, sureness
from vision.cards.picture_warnings import warnings_of
from vision.cards.plane import CardPlane
from vision.cards.reading import UNSURE, DetectedCard
from vision.cards.refining import Refiner
from vision.cards.sampling import Looks, Part, PlaneView, part_of_card, placed, standardised
from vision.cards.taught import TaughtCards
from vision.cards.turning import read_same_way_round
from vision.cards.uncovered import Uncovered, UncoveredFinder
from vision.reading import Picture, PictureWarning, Points

_LONG = 1280  # px of the longer side of a picture that is read; larger ones are made smaller
_LIKELY = 0.6  # correlation of a corner, coarsely, with a face's
_SURELY = 0.88  # correlation of a corner with a face's, from which its card is looked at as a whole
_CLEARLY = 0.01  # by how much more a whole card looks like its face than like any other
_OTHER = 0.06  # by how much a whole card may look more like another face than like that of its index
_MOST = 80  # corners of a kind that are looked at closely
_ROUGH = 1 / 42  # of a card's width: the step of looks at corners
_OUTLINE = 0.02  # of a card's width: its own corners are no farther outside a card that nothing covers
_NEAR, _TURNED = 0.06, 0.08  # of a card's width, and radians: poses that refining makes one
_WHOLE, _MARGIN = 0.8, 0.2
_CLEARLY_ONE = 0.78  # how well a card fits at least that is not sure of its face
_STRIPS = 6  # cards of a cascade that are followed one by one


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

    def and_whole(self, whole: Uncovered) -> "_Poses":
        """They, and cards that may lie whole, whose index may be at any corner."""
        surely = np.ones(len(whole.cards))
        return _Poses(
            np.concatenate([self.cards, whole.cards]),
            np.concatenate([self.corner, np.zeros_like(whole.faces)]),
            np.concatenate([self.face, whole.faces]),
            np.concatenate([self.score, surely]),
        )


@dataclass(frozen=True)
class CardReader:
    """Reads the cards of pictures with what was taught of their deck."""

    taught: TaughtCards

    def __post_init__(self) -> None:
        self._namer.prepare()
        self._follower.prepare()
        self._finder.prepare()
        _ = self._whole_models, self._whole_refiner, self._corner_models  # which take longer than a picture

    def read(self, picture: Picture) -> list[DetectedCard]:
        """The cards that a picture shows."""
        return read_same_way_round(self._read, picture)

    def _read(self, picture: Picture) -> list[DetectedCard]:
        shrunk = max(1.0, max(picture.shape[:2]) / _LONG)
        if shrunk > 1:
            picture = np.asarray(cv2.resize(picture, None, fx=1 / shrunk, fy=1 / shrunk, interpolation=cv2.INTER_AREA))
        uncovered = self._finder.find(picture)
        if uncovered is None:
            return []
        view = PlaneView(picture, uncovered.plane)
        whole, edges = self._whole(view, uncovered.cards), find_edges(picture)
        covers = np.array([one.card for one in whole if one.face != UNSURE]).reshape(-1, 4, 2)
        poses = self._at_corners(view, _free(find_corners(edges.ends), edges, view.plane, covers))
        found = self._named(view, poses.and_whole(uncovered), whole, covers)
        return [_detected(one, _in_picture(one.card, view.plane, shrunk)) for one in found]

    def find(self, picture: Picture) -> tuple[list[DetectedCard], list[PictureWarning]]:
        """The same, and what people can mend."""
        cards = self.read(picture)
        return cards, warnings_of(picture, cards)

    def _at_corners(self, view: PlaneView, corners: Corners) -> _Poses:
        """Where cards may lie by the corners that are seen, each with the face that its corner looks most like."""
        rings, at_corner = self._rings(corners, view.plane)
        poses = []
        for corner in (0, 3):
            points, models, upside = self._corner_models[corner]
            mine = rings[at_corner == corner]
            looks = standardised(view.looks(mine, points))
            for models_of, turn in ((models, 0), (upside, 2)):
                scores = looks @ models_of.T
                best = scores.argmax(axis=1)
                score = scores[np.arange(len(best)), best]
                cards = np.roll(mine, -turn, axis=1)
                some = _Poses(cards, np.full(len(mine), (corner + turn) % 4), best, score.astype(np.float64))
                some = some.only(np.argsort(-score, kind="stable"))
                some = some.only(some.score > _LIKELY)
                poses.append(some.only(np.array(_apart(some, _NEAR, _TURNED, _MOST, (corner + turn) % 4), int)))
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

    def _named(self, view: PlaneView, poses: _Poses, named: list[Found], covers: NDArray[np.float64]) -> list[Found]:
        """The cards `named` by their whole looks, and those at these poses by their indices.

        `covers` (n × 4 × 2): cards that nothing covers, on which no index of another one is seen.
        """
        for corner in self.taught.index_corners:
            mine = _with_index_at(poses.only(poses.face != self.taught.back), corner)
            named = best_of_each(named + self._namer.named(view, corner, mine.cards, mine.face))
        every = self._followed(view, named, covers)
        every = [one for one in every if one.face != UNSURE or one.score > _CLEARLY_ONE]
        if not every:
            return []
        wholes = self._wholes(view, every)
        alike = wholes.max(axis=1)
        whole = [(one, most) for one, most in zip(every, alike, strict=True) if most > _WHOLE]
        checked = [self._checked(one, row) for one, row in zip(every, wholes, strict=True)]
        return [
            one
            for one, own in zip(checked, alike, strict=True)
            if not any(most > own and _is_printed_on(one, other) for other, most in whole)
        ]

    def _followed(self, view: PlaneView, found: list[Found], covers: NDArray[np.float64]) -> list[Found]:
        """The cards found, and those beside them of which a strip is seen, and so on."""
        new = found
        for _ in range(_STRIPS):
            more: list[Found] = []
            for corner in self.taught.index_corners:
                likely, faces = self._follower.beside(view, corner, new, found)
                middles = placed(likely, self.taught.index_middle(corner)[None], view.plane.proportion)[:, 0]
                free = ~_are_on(middles, covers).any(axis=1)
                more += self._namer.named(view, corner, likely[free], faces[free])
            every = best_of_each(found + more)
            new = [one for one in every if not any(one is other for other in found)]
            found = every
            if not new:
                break
        return found

    def _checked(self, one: Found, wholes: NDArray[np.float32]) -> Found:
        """The card, without its face where nothing covers it and it looks as a whole more like another one."""
        if one.face not in self.taught.faces or wholes.max() <= _WHOLE:
            return one
        fits = wholes[self.taught.faces.index(one.face)] > wholes.max() - _OTHER
        return one if fits else replace(one, face=UNSURE)

    def _wholes(self, view: PlaneView, cards: list[Found]) -> NDArray[np.float32]:
        """How much each card looks as a whole like each face, either way round (cards × faces)."""
        part, models = self._whole_looks
        models = standardised(models)
        turned = models.reshape(len(models), -1, 3)[:, ::-1].reshape(len(models), -1)
        rings = np.array([one.card for one in cards]).reshape(-1, 4, 2)
        looks = standardised(view.looks(rings, part.points))
        return np.asarray(np.maximum(looks @ models.T, looks @ turned.T), np.float32)

    @cached_property
    def _corner_models(self) -> dict[int, tuple[Points, NDArray[np.float32], NDArray[np.float32]]]:
        """Points of the corners on the left, and how every face looks there, upright and upside down."""
        models = {}
        for corner in (0, 3):
            part, turned = (self.taught.corner_part(one, _ROUGH) for one in (corner, (corner + 2) % 4))
            inside = self.taught.inside(part)
            upright, upside = self.taught.looks(part, BLUR)[:, inside], self.taught.looks(turned, BLUR)[:, ::-1]
            models[corner] = part.points[inside], standardised(upright), standardised(upside[:, inside])
        return models

    @cached_property
    def _finder(self) -> UncoveredFinder:
        return UncoveredFinder(self.taught)

    @cached_property
    def _namer(self) -> Namer:
        return Namer(self.taught)

    @cached_property
    def _follower(self) -> Follower:
        return Follower(self.taught)

    @cached_property
    def _whole_looks(self) -> tuple[Part, Looks]:
        """A whole card, and how every face looks as a whole."""
        part = part_of_card(0, 0, 1, self.taught.proportion, 1 / 42)
        return part, self.taught.looks(part, blur=BLUR)

    @cached_property
    def _whole_models(self) -> Models:
        part, looks = self._whole_looks
        return Models([looks], part)

    @cached_property
    def _whole_refiner(self) -> Refiner:
        return Refiner(*self._whole_looks)

    def _whole(self, view: PlaneView, cards: NDArray[np.float64]) -> list[Found]:
        """The cards among these that look as a whole like a face."""
        part, models = self._whole_looks
        coarse = standardised(view.looks(cards, part.points))
        score = coarse @ standardised(models).T
        kept = score.max(axis=1) > _WHOLE - 0.15
        cards, best = cards[kept], score[kept].argmax(axis=1)
        cards = self._whole_refiner.refined(view, cards, best)
        looks = view.looks(cards, part.points)
        found = []
        alike = standardised(looks) @ standardised(models).T
        for card, verdict, row in zip(cards, self._whole_models.judge(looks), alike, strict=True):
            if verdict.score > _WHOLE:
                # its strokes and all of it must say the same
                second = np.partition(row, -2)[-2]
                sure = verdict.margin > _MARGIN and row[verdict.face] > second + _CLEARLY
                face = self.taught.faces[verdict.face] if sure else UNSURE
                found.append(Found(card, card.mean(axis=0), face, sureness(verdict.score, verdict.margin)))
        return best_of_each(found)


def _is_printed_on(one: Found, cover: Found) -> bool:
    """Whether what was taken for a card's index lies on another card that nothing covers."""
    return one.card is not cover.card and bool(_are_on(one.at[None], cover.card[None])[0, 0])


def _are_on(points: Points, cards: NDArray[np.float64], beside: float = 0.0) -> NDArray[np.bool_]:
    """Which points of the plane (n × 2) lie on which cards (m × 4 × 2), or beside by so much of a width: n × m."""
    sides = np.stack([cards[:, 1] - cards[:, 0], cards[:, 3] - cards[:, 0]], axis=1)
    long = np.linalg.norm(sides, axis=2)
    along = ((points[:, None] - cards[:, 0])[:, :, None] * sides).sum(axis=3) / long
    return np.asarray(((along > -beside) & (along < long + beside)).all(axis=2))


def _in_picture(card: Points, plane: CardPlane, scale: float) -> Points:
    """The corners of a card in px of a picture that was made smaller by `scale`."""
    return np.asarray((mapped(card, plane.to_picture) + 0.5) * scale - 0.5)


def _detected(one: Found, corners: Points) -> DetectedCard:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return DetectedCard(one.face, (a, b, c, d), one.score)


def _free(corners: Corners, edges: Edges, plane: CardPlane, covers: NDArray[np.float64]) -> Corners:
    """The corners that are right angles on the plane and none of cards that nothing covers, in px of the picture."""
    at = (corners.at + 0.5) * edges.scale - 0.5
    flat = plane.on_plane(np.concatenate([at, at + corners.first, at + corners.second])).reshape(3, -1, 2)
    arms = flat[1:] - flat[0]
    cosine = (arms[0] * arms[1]).sum(axis=1) / np.maximum(np.linalg.norm(arms, axis=2).prod(axis=0), 1e-12)
    kept = (np.abs(cosine) < 0.12) & ~_are_on(flat[0], covers, _OUTLINE).any(axis=1)
    return Corners(at[kept], corners.first[kept], corners.second[kept], corners.long[kept])


def _with_index_at(poses: _Poses, corner: int) -> _Poses:
    """The poses that were seen at a corner, and those seen surely at another one, each once."""
    here = poses.corner == corner
    mine = poses.only(here | (poses.score > _SURELY))
    first = np.lexsort((-mine.score, mine.corner != corner))
    mine = mine.only(first)
    return mine.only(np.array(_apart(mine, _NEAR, _TURNED, len(mine), corner), int))


def _apart(poses: _Poses, near: float, turn: float, most: int, corner: int | None = None) -> list[int]:
    """Those of the poses that are not the same as a better one, at a corner or as a whole."""
    at = poses.cards.mean(axis=1) if corner is None else poses.cards[:, corner]
    across = poses.cards[:, 1] - poses.cards[:, 0]
    angle = np.arctan2(across[:, 1], across[:, 0])

    def same(one: int) -> NDArray[np.bool_]:
        off = np.abs((angle - angle[one] + np.pi) % (2 * np.pi) - np.pi)
        return np.asarray((np.abs(at - at[one]).max(axis=1) <= near) & (off <= turn))

    return first_of_each(len(poses), same, most)
