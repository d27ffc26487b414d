"""Reads taught cards on a table: whole ones give the table's plane, corners with an index give all others."""

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.common.plane import CardPlane, are_near, are_on
from vision.cards.common.reading import UNSURE, DetectedCard
from vision.cards.common.sampling import PlaneView, placed, standardised
from vision.cards.common.turning import read_same_way_round
from vision.cards.taught.blur import SOFT, BlurGauge
from vision.cards.taught.edges import Corners, Edges, find_corners, find_edges
from vision.cards.taught.following import Follower
from vision.cards.taught.naming import SAME_CARD, WHOLE, Found, Namer, Visibility, WholeNamer, best_of_each
from vision.cards.taught.rims import Rims
from vision.cards.taught.taught_cards import TaughtCards
from vision.cards.taught.uncovered import Uncovered, UncoveredFinder
from vision.cards.taught.unexplained import find_unexplained
from vision.geometry.homography import mapped
from vision.geometry.non_max_suppression import non_max_suppression
from vision.quality.clarity import Clarity
from vision.quality.exposure import pixels_of_field
from vision.quality.levels import Levels
from vision.reading import Picture, Points

_MAX_LENGTH = 1280  # px of the longer side of a picture that is read; larger ones are made smaller
_MIN_COARSE_CORRELATION = 0.6  # correlation of a corner, coarsely, with a face's
_MIN_SURE_CORRELATION = 0.88  # correlation of a corner with a face's, from which its card is matched as a whole
_MAX_OTHER_LEAD = 0.06  # by how much a whole card may match another face better than that of its index
_MAX_CORNERS = 80  # corners of a kind that are matched closely
_ROUGH = 1 / 42  # of a card's width: the step of patches of corners
_OUTLINE = 0.02  # of a card's width: its own corners are no farther outside a card that nothing covers
_SAME_PLACE, _SAME_TURN = 0.06, 0.08  # of a card's width, and radians: poses that refining makes one
_MIN_UNNAMED_SCORE = 0.85  # how well a card fits at least that has no certain face
# The probability of a face that is named, at least, however badly the card matches it
_MIN_NAMED_PROBABILITY = 0.98
_MIN_OUTLINED = 0.7  # correlation with a face, from which a card that its sides have shown has that face
_MAX_BLUR = 2.0  # px of a taught face, beyond which none is named
_MAX_STRIPS = 6  # cards of a cascade that are followed one by one


@dataclass(frozen=True)
class _Poses:
    """Where cards may lie."""

    cards: NDArray[np.float64]  # n × 4 × 2 on the plane, from each one's top left
    corner: NDArray[np.int64]  # that was detected, 0 the top left, clockwise
    face: NDArray[np.int64]  # that it shows
    score: NDArray[np.float64]  # how well it matches that

    def __len__(self) -> int:
        return len(self.cards)

    def only(self, which: NDArray[np.generic]) -> "_Poses":
        """Those of them."""
        return _Poses(self.cards[which], self.corner[which], self.face[which], self.score[which])

    def and_whole(self, whole: Uncovered) -> "_Poses":
        """They, and cards that may lie whole, whose index may be at any corner."""
        whole_scores = np.ones(len(whole.cards))
        return _Poses(
            np.concatenate([self.cards, whole.cards]),
            np.concatenate([self.corner, np.zeros_like(whole.faces)]),
            np.concatenate([self.face, whole.faces]),
            np.concatenate([self.score, whole_scores]),
        )


@dataclass(frozen=True)
class CardReader:
    """Reads the cards of pictures with what was taught of their deck."""

    taught: TaughtCards

    def __post_init__(self) -> None:
        for part in (self._finder, self._wholes, self._gauge, self._namer, self._follower, self._rims):
            part.prepare()
        _ = self._corner_models  # which takes longer than a picture, too

    def read(self, picture: Picture) -> list[DetectedCard]:
        """The cards that a picture shows."""
        return read_same_way_round(self._read, picture)

    def _read(self, picture: Picture) -> list[DetectedCard]:
        shrunk = max(1.0, max(picture.shape[:2]) / _MAX_LENGTH)
        if shrunk > 1:
            picture = np.asarray(cv2.resize(picture, None, fx=1 / shrunk, fy=1 / shrunk, interpolation=cv2.INTER_AREA))
        evened, uncovered = self._evened(picture)
        if uncovered is None:
            return []
        view = PlaneView(evened, uncovered.plane)
        whole, edges = self._wholes.named(view, uncovered.cards), find_edges(evened)
        confident = [one for one in whole if one.face != UNSURE]
        covers = np.array([one.card for one in confident]).reshape(-1, 4, 2)
        corners = _free(find_corners(edges.ends), edges, view.plane, covers)
        poses = self._at_corners(view, corners)
        faces = np.array([self.taught.faces.index(one.face) for one in confident], np.int64)
        visibility = Visibility(self._gauge.blur(view, covers, faces), self._wholes.light(view, covers, faces))
        found = self._named(view, poses.and_whole(uncovered.beside(covers, SAME_CARD)), whole, covers, visibility)
        found += self._unexplained(view, edges, corners, uncovered.likely, found)
        cards = [_detected(one, _in_picture(one.card, view.plane, shrunk)) for one in found]
        reason = self._reason_to_refuse(picture, visibility)
        return cards if reason is None else [card.unnamed(reason) for card in cards]

    def _unexplained(
        self, view: PlaneView, edges: Edges, corners: Corners, likely: NDArray[np.float64], found: list[Found]
    ) -> list[Found]:
        """The cards that lie elsewhere than those found, without a face but where their outlines are a second witness.

        `likely` (n × 4 × 2): what the network takes for cards.
        """
        known = np.array([one.card for one in found]).reshape(-1, 4, 2)
        cards = find_unexplained(edges, corners, view, self._rims, known, likely)
        named = self._wholes.named(view, cards, _MIN_OUTLINED)
        rest = cards[~are_near(cards, np.array([one.card for one in named]).reshape(-1, 4, 2), SAME_CARD)]
        return named + [Found(card, card.mean(axis=0, keepdims=True), UNSURE, 0.0) for card in rest]

    def _reason_to_refuse(self, picture: Picture, visibility: Visibility) -> str | None:
        """Why no card of a picture is named, as the kind of a warning; None if it is clear enough."""
        if self.taught.has_colours and Clarity.of_whole(picture).is_colourless:
            return "no_colours"
        return "blurred" if visibility.blur > _MAX_BLUR else None

    def _evened(self, picture: Picture) -> tuple[Picture, Uncovered | None]:
        """The picture with the levels of its uncovered cards evened, and the cards that nothing covers in it."""
        uncovered = self._finder.find(picture)
        if uncovered is None:
            return picture, None
        rings = mapped(uncovered.cards.reshape(-1, 2), uncovered.plane.to_picture).reshape(-1, 4, 2)
        pixels = np.concatenate([pixels_of_field(picture, ring) for ring in rings])
        evened = Levels.of(picture, pixels).evened(picture)
        return evened, uncovered if evened is picture else self._finder.find(evened)

    def _at_corners(self, view: PlaneView, corners: Corners) -> _Poses:
        """Where cards may lie by the corners that are seen, each with the face that its corner matches best."""
        rings, at_corner = self._rings(corners, view.plane)
        poses = []
        for corner in (0, 3):
            points, models, upside = self._corner_models[corner]
            mine = rings[at_corner == corner]
            patches = standardised(view.patches(mine, points))
            for models_of, turn in ((models, 0), (upside, 2)):
                scores = patches @ models_of.T
                best = scores.argmax(axis=1)
                score = scores[np.arange(len(best)), best]
                cards = np.roll(mine, -turn, axis=1)
                some = _Poses(cards, np.full(len(mine), (corner + turn) % 4), best, score.astype(np.float64))
                some = some.only(np.argsort(-score, kind="stable"))
                some = some.only(some.score > _MIN_COARSE_CORRELATION)
                poses.append(some.only(_suppress_overlaps(some, (corner + turn) % 4, _MAX_CORNERS)))
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

    def _named(
        self, view: PlaneView, poses: _Poses, named: list[Found], covers: NDArray[np.float64], visibility: Visibility
    ) -> list[Found]:
        """The cards `named` by their whole patches, and those at these poses by their indices.

        `covers` (n × 4 × 2): cards that nothing covers, on which no index of another one is seen.
        """
        for corner in self.taught.index_corners:
            mine = _with_index_at(poses.only(poses.face != self.taught.back), corner)
            named = best_of_each(named + self._namer.named(view, corner, mine.cards, mine.face, visibility))
        every = self._followed(view, named, covers, visibility)
        every = [one for one in every if one.face != UNSURE or one.score > _MIN_UNNAMED_SCORE]
        if not every:
            return []
        cards = np.array([one.card for one in every])
        wholes = self._wholes.alike(view, cards)
        own = wholes.max(axis=1)
        # what was taken for an index is printed on a card that nothing covers
        on_others = are_on(np.array([one.at[0] for one in every]), cards) & ~np.eye(len(every), dtype=bool)
        hidden = (on_others & (own > WHOLE) & (own > own[:, None])).any(axis=1)
        checked = [self._checked(one, row) for one, row in zip(every, wholes, strict=True)]
        return [one for one, is_hidden in zip(checked, hidden, strict=True) if not is_hidden]

    def _followed(
        self, view: PlaneView, found: list[Found], covers: NDArray[np.float64], visibility: Visibility
    ) -> list[Found]:
        """The cards found, and those beside them of which a strip is seen, and so on."""
        new = found
        for _ in range(_MAX_STRIPS):
            more: list[Found] = []
            for corner in self.taught.index_corners:
                likely, faces = self._follower.beside(view, corner, new, found)
                middles = placed(likely, self.taught.index_middle(corner)[None], view.plane.proportion)[:, 0]
                free = ~are_on(middles, covers).any(axis=1)
                more += self._namer.named(view, corner, likely[free], faces[free], visibility)
            every = best_of_each(found + more)
            new = [one for one in every if not any(one.card is other.card for other in found)]
            found = every
            if not new:
                break
        return found

    def _checked(self, one: Found, wholes: NDArray[np.float32]) -> Found:
        """The card, without its face where nothing covers it and it matches another one better as a whole."""
        if one.face not in self.taught.faces or wholes.max() <= WHOLE:
            return one
        fits = wholes[self.taught.faces.index(one.face)] > wholes.max() - _MAX_OTHER_LEAD
        return one if fits else replace(one, face=UNSURE)

    @cached_property
    def _corner_models(self) -> dict[int, tuple[Points, NDArray[np.float32], NDArray[np.float32]]]:
        """Points of the corners on the left, and the patches of every face there, upright and upside down."""
        models = {}
        for corner in (0, 3):
            part, turned = (self.taught.corner_part(one, _ROUGH) for one in (corner, (corner + 2) % 4))
            inside = self.taught.inside(part)
            upright, upside = self.taught.patches(part, SOFT)[:, inside], self.taught.patches(turned, SOFT)[:, ::-1]
            models[corner] = part.points[inside], standardised(upright), standardised(upside[:, inside])
        return models

    @cached_property
    def _finder(self) -> UncoveredFinder:
        return UncoveredFinder(self.taught)

    @cached_property
    def _wholes(self) -> WholeNamer:
        return WholeNamer(self.taught)

    @cached_property
    def _gauge(self) -> BlurGauge:
        return BlurGauge(self.taught)

    @cached_property
    def _rims(self) -> Rims:
        return Rims(self.taught)

    @cached_property
    def _namer(self) -> Namer:
        return Namer(self.taught, self._gauge.refiners)

    @cached_property
    def _follower(self) -> Follower:
        return Follower(self.taught)


def _in_picture(card: Points, plane: CardPlane, scale: float) -> Points:
    """The corners of a card in px of a picture that was made smaller by `scale`."""
    return np.asarray((mapped(card, plane.to_picture) + 0.5) * scale - 0.5)


def _detected(one: Found, corners: Points) -> DetectedCard:
    return DetectedCard.of(
        one.face, corners, one.score if one.face == UNSURE else max(one.score, _MIN_NAMED_PROBABILITY)
    )


def _free(corners: Corners, edges: Edges, plane: CardPlane, covers: NDArray[np.float64]) -> Corners:
    """The corners that are right angles on the plane and none of cards that nothing covers, in px of the picture."""
    at = (corners.at + 0.5) * edges.scale - 0.5
    flat = plane.on_plane(np.concatenate([at, at + corners.first, at + corners.second])).reshape(3, -1, 2)
    arms = flat[1:] - flat[0]
    cosine = (arms[0] * arms[1]).sum(axis=1) / np.maximum(np.linalg.norm(arms, axis=2).prod(axis=0), 1e-12)
    kept = (np.abs(cosine) < 0.12) & ~are_on(flat[0], covers, _OUTLINE).any(axis=1)
    return Corners(at[kept], corners.first[kept], corners.second[kept], corners.long[kept])


def _with_index_at(poses: _Poses, corner: int) -> _Poses:
    """The poses that were seen at a corner, and those seen clearly at another one, each once."""
    here = poses.corner == corner
    mine = poses.only(here | (poses.score > _MIN_SURE_CORRELATION))
    first = np.lexsort((-mine.score, mine.corner != corner))
    mine = mine.only(first)
    return mine.only(_suppress_overlaps(mine, corner, len(mine)))


def _suppress_overlaps(poses: _Poses, corner: int, most: int) -> NDArray[np.int64]:
    """The numbers of those poses, at most so many, that have another place at a corner than all better ones."""
    x, y = poses.cards[:, corner].T
    across, down = (poses.cards[:, 1] - poses.cards[:, 0]).T
    turned = np.cos(_SAME_TURN)

    def same(one: int) -> NDArray[np.bool_]:
        near = (np.abs(x - x[one]) <= _SAME_PLACE) & (np.abs(y - y[one]) <= _SAME_PLACE)
        return np.asarray(near & (across * across[one] + down * down[one] >= turned))

    return np.array(non_max_suppression(len(poses), same, most), np.int64)
