"""The faces of a deck as one lesson photograph shows them: whole patches, and patches of corners."""

import io
import itertools
import os
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from zipfile import BadZipFile

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.messages import message
from engines.vocabulary import WILD
from vision.cards.common.plane import CardPlane
from vision.cards.common.reading import BACK, JOKER
from vision.cards.common.sampling import Part, Patches, PlaneView, along_cards, part_of_card, patches_at
from vision.cards.taught.aligning import aligned
from vision.cards.taught.edges import find_corners, find_edges
from vision.cards.taught.judging import strokes
from vision.cards.taught.lesson import laid_cards
from vision.cards.taught.lesson_rows import LaidCards, doubt_of
from vision.faces.recogniser import BadTaught
from vision.faces.teaching import CannotTeach
from vision.quality.clarity import Clarity
from vision.reading import Picture
from vision.whole_files import DAMAGE, Damaged, read_bounded, write_whole

_FILE = "cards.npz"
_MAX_BYTES = 1 << 24
WIDE = 126  # px of a taught face: 2 px/mm of a card 63 mm wide
_ROOM = (0.42, 0.48)  # of a card's width: the part of a corner, along its short and its long side, that has the index
_INDEX = 0.12  # share of the most that a row or column tells the faces apart, as it does within the index
_GAPS = (4, 8)  # px of a taught face, of nothing between an index and what is printed beside and below it
_LATEST = (0.25, 0.38)  # of a card's width: where a part of an index begins at the latest
_INDEX_MIDDLE = 0.72  # of what an index reaches from its corner
_BESIDE = 0.012  # of a card's width beside the index
_CORNER = 0.16  # of a card's width from its corner, within which printed corners count
_MIN_INDEX_DIFFERENCE = 0.4  # share of the best corner's difference between faces that another corner with an index has
_SIGN_SIZE = 7  # px of a taught face, of the signs of an index
_NOISE = 4.5  # levels by which the colours of two patches of one face differ at least
# How much the rims of most cards, of each one, and of each of those that are often printed otherwise are alike.
_MIN_MEDIAN_LIKENESS, _MIN_LIKENESS, _MIN_LIKENESS_OF_OTHERS = 0.75, 0.45, 0.1
_PRINTED_OTHERWISE = (BACK, WILD, JOKER)
_OVEREXPOSED, _MAX_OVEREXPOSED = 250, 0.5  # of 255; share of an index's colours, and of those beside it, that may be so
_SIDE, _ROUND = 0.015, 0.055  # of a card's width: its outermost rim, and the radius of its corners
_PRINT, _BESIDE_PRINT = 0.12, 5  # share of the most telling point that print tells; px beside print that count
_MAX_INSETS = 4
_SAME_INSET = 0.012
_MIN_FACE_DIFFERENCE = 1.6  # how much more two faces must differ at an index than at a corner without one


@dataclass(frozen=True)
class TaughtCards:
    """The faces of a deck."""

    faces: tuple[str, ...]  # their names
    crops: NDArray[np.uint8]  # n × rows × WIDE × 3, upright
    # Offsets (n × 2, along the short and the long side, in widths) of printed corners from a card's corner; the card's
    # own is among them.
    insets: NDArray[np.float64]

    @property
    def proportion(self) -> float:
        """How much longer than wide a card is."""
        return float(self.crops.shape[1] / WIDE)

    @cached_property
    def has_colours(self) -> bool:
        """Whether the lesson shows colours."""
        return not Clarity.of_whole(self.crops.reshape(-1, *self.crops.shape[2:])).is_colourless

    @property
    def back(self) -> int:
        """The number of the back among the faces; -1 where it was not taught."""
        return self.faces.index(BACK) if BACK in self.faces else -1

    @cached_property
    def index_corners(self) -> tuple[int, ...]:
        """The corners with a sign that differs for every face: a frame's colours differ for some faces only."""
        signs = np.array(
            [cv2.blur(self._distinctiveness(corner), (_SIGN_SIZE, _SIGN_SIZE)).max() for corner in range(4)]
        )
        signed = np.flatnonzero(signs >= _MIN_INDEX_DIFFERENCE * signs.max()).tolist()
        apart = [float(np.median(self.apart(corner).min(axis=1))) for corner in signed]
        return tuple(
            corner for corner, far in zip(signed, apart, strict=True) if far >= _MIN_INDEX_DIFFERENCE * max(apart)
        )

    @property
    def fronts(self) -> list[int]:
        """The numbers of all faces but the back."""
        return [face for face in range(len(self.faces)) if face != self.back]

    def apart(self, corner: int) -> NDArray[np.float64]:
        """How much the strokes of every two fronts differ at a corner (squared; infinite of a face and itself)."""
        part = self.corner_part(corner, 1 / WIDE)
        fine = strokes(self.patches(part), part)[self.fronts].reshape(len(self.fronts), -1)
        apart = ((fine[:, None] - fine[None]) ** 2).sum(axis=2)
        return np.asarray(apart + np.diag(np.full(len(fine), np.inf)), np.float64)

    def corner_part(self, corner: int, step: float) -> Part:
        """The part of a card at a corner, 0 the top left, clockwise, that has an index if the corner has one."""
        return self._corner(corner, self._index, step)

    def inside(self, part: Part) -> NDArray[np.bool_]:
        """Which points of a part are the card's own, whatever lies beside it and its round corners."""
        far = np.minimum(part.points, np.array([1, self.proportion]) - part.points)
        corner = np.maximum(_ROUND - far, 0.0)
        return np.asarray((far > _SIDE).all(axis=1) & (np.hypot(*corner.T) < _ROUND - _SIDE))

    def index_middle(self, corner: int) -> NDArray[np.float64]:
        """About where the middle of an index is (2), in card coordinates."""
        x, y = _INDEX_MIDDLE * self._index[0], _INDEX_MIDDLE * self._index[1]
        return np.array([x if corner in (0, 3) else 1 - x, y if corner < 2 else self.proportion - y])

    def _corner(self, corner: int, size: tuple[float, float], step: float) -> Part:
        x = (0.0, size[0]) if corner in (0, 3) else (1 - size[0], 1.0)
        y = (0.0, size[1]) if corner < 2 else (self.proportion - size[1], self.proportion)
        return part_of_card(x[0], y[0], x[1], y[1], step)

    def _distinctiveness(self, corner: int, nth: int = 4) -> NDArray[np.float64]:
        """How much each point (rows × columns, from the corner) of a corner's room tells the `nth` face from others.

        Of all faces by how much each differs from the one most like it there: a few may have glare.
        """
        part = self._corner(corner, _ROOM, 1 / WIDE)
        fronts = strokes(self.patches(part), part)[self.fronts]
        fronts = np.asarray(np.sqrt((fronts**2).mean(axis=2)) * np.sign(fronts.sum(axis=2)), np.float32)
        apart = (fronts[:, None] - fronts[None]) ** 2
        closest = (apart.sum(axis=2) + np.diag(np.full(len(fronts), np.inf))).argmin(axis=1)
        distinctiveness = np.sort(apart[np.arange(len(fronts)), closest], axis=0)[-min(nth, len(fronts))].reshape(
            part.shape
        )
        across, down = (-1 if corner in (1, 2) else 1), (-1 if corner > 1 else 1)
        return np.asarray(distinctiveness[::down, ::across], np.float64)

    def index_print(self, corner: int) -> NDArray[np.bool_]:
        """Which points of a corner's part, 1 / WIDE apart, belong to what is printed as its index, or lie near it."""
        rows, columns = self.corner_part(corner, 1 / WIDE).shape
        distinctiveness = self._distinctiveness(corner)[:rows, :columns]
        near = cv2.dilate(
            np.asarray(distinctiveness > _PRINT * distinctiveness.max(), np.uint8), np.ones((_BESIDE_PRINT,) * 2)
        )
        across, down = (-1 if corner in (1, 2) else 1), (-1 if corner > 1 else 1)
        return np.asarray(near[::down, ::across] > 0).ravel()

    def overexposed(self, corner: int) -> NDArray[np.float64]:
        """Which share of the colours of the index of each front at a corner, and of those beside it, is overexposed."""
        patches = self.patches(self.corner_part(corner, 1 / WIDE))[self.fronts][:, self.index_print(corner)]
        return np.asarray((patches >= _OVEREXPOSED).mean(axis=(1, 2)), np.float64)

    @cached_property
    def _index(self) -> tuple[float, float]:
        """How far from its corner an index reaches, along the short and the long side, in widths of a card."""
        reaches = []
        for axis, nth in ((0, 2), (1, 4)):  # few numbers have two digits
            distinctiveness = self._distinctiveness(0, nth) + self._distinctiveness(2, nth)
            profile = distinctiveness.sum(axis=axis) - np.median(distinctiveness.sum(axis=axis))
            reaches.append(min(_reach(profile, _GAPS[axis], _LATEST[axis]) / WIDE + _BESIDE, _ROOM[axis]))
        return reaches[0], reaches[1]

    def patches(self, part: Part, blur: float = 0.0, shift: tuple[float, float] = (0.0, 0.0)) -> Patches:
        """The patches of every face there (faces × pixels × 3), or beside it.

        `blur` in px; `shift` to the side and down, in widths of a card.
        """
        where = (part.points + np.array(shift)) * WIDE - 0.5
        sampled = [patches_at(_soft(crop, blur) if blur else crop, where[None])[0] for crop in self.crops]
        return np.asarray(sampled, np.float32)

    def save(self, folder: Path) -> None:
        """Writes one file; raises `OSError`."""
        folder.mkdir(parents=True, exist_ok=True)
        data = io.BytesIO()
        np.savez_compressed(data, faces=np.array(self.faces), crops=self.crops, insets=self.insets)
        write_whole(folder / _FILE, data.getvalue())

    @classmethod
    def load(cls, folder: Path) -> "TaughtCards":
        """Reads what `save` wrote; raises `BadTaught`."""
        if not os.path.lexists(folder / _FILE):
            raise BadTaught(message("taught.missing", folder=str(folder)))
        try:
            with np.load(io.BytesIO(read_bounded(folder / _FILE, _MAX_BYTES)), allow_pickle=False) as data:
                taught = cls(tuple(str(face) for face in data["faces"]), data["crops"], data["insets"])
            shape = taught.crops.shape
            if taught.crops.dtype != np.uint8 or shape[::2] != (len(taught.faces), WIDE) or shape[3:] != (3,):
                raise Damaged(_FILE)
        except (OSError, EOFError, BadZipFile, zlib.error, *DAMAGE) as error:
            raise BadTaught(message("taught.damaged", folder=str(folder))) from error
        return taught


def _reach(profile: NDArray[np.float64], gap: int, latest: float) -> int:
    """How many px an index reaches: up to the first gap behind which nothing of it begins."""
    tells = np.flatnonzero(profile > _INDEX * profile.max())
    ends = [at for at, following in itertools.pairwise(tells) if following - at > gap and following > latest * WIDE]
    return int(ends[0] if ends else tells[-1]) + 1


def _soft(crop: Picture, by: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(crop, (0, 0), by), np.uint8)


def teach_cards(picture: Picture, faces: Sequence[str]) -> TaughtCards:
    """Learns faces from one photograph of one card of each, in reading order, on any ground; raises `CannotTeach`."""
    return taught_by(picture, laid_cards(picture, len(faces)), faces)


def taught_by(picture: Picture, laid: LaidCards | None, faces: Sequence[str]) -> TaughtCards:
    """What cards teach that were found in a picture; raises `CannotTeach`."""
    doubt = None if laid is None else doubt_of(laid, len(faces))
    if doubt is not None:
        raise _in_doubt("missing" if doubt.is_missing else "doubtful", doubt.place - 1, faces)
    if laid is None or len(laid.corners) != len(faces):
        seen = 0 if laid is None else len(laid.corners)
        raise CannotTeach(message("teach.cards_count", seen=seen, expected=len(faces)))
    flat = laid.plane.cards_at(laid.plane.on_plane(laid.corners.reshape(-1, 2)).reshape(-1, 4, 2))
    exact = aligned(picture, laid.plane, flat)
    if np.median(exact.alike) < _MIN_MEDIAN_LIKENESS:
        raise CannotTeach(message("teach.cards_unsure", expected=len(faces)))
    least = np.array([_MIN_LIKENESS_OF_OTHERS if face in _PRINTED_OTHERWISE else _MIN_LIKENESS for face in faces])
    if (exact.alike < least).any():
        raise _in_doubt("doubtful", int((exact.alike - least).argmin()), faces)
    plane, flat = exact.plane, exact.cards
    rows = round(WIDE * plane.proportion)
    part = part_of_card(0, 0, 1, rows / WIDE, 1 / WIDE)
    crops = PlaneView(picture, plane).patches(flat, part.points)
    crops = crops.reshape(len(faces), rows, WIDE, 3)
    taught = TaughtCards(tuple(faces), np.asarray(np.rint(crops), np.uint8), _insets(picture, plane, flat))
    _check(taught)
    return taught


def _in_doubt(what: str, number: int, faces: Sequence[str]) -> CannotTeach:
    """Of which face a card is missing, or doubtful; by its place in reading order people find it."""
    return CannotTeach(message(f"teach.cards_{what}", place=number + 1, face=faces[number]))


def _check(taught: TaughtCards) -> None:
    """Raises `CannotTeach` where most indices are overexposed, so that nobody knows how thin their strokes are, or two
    faces differ by little more than corners do in which nothing is printed."""
    if np.median([taught.overexposed(corner) for corner in taught.index_corners]) > _MAX_OVEREXPOSED:
        raise CannotTeach(message("teach.cards_overexposed"))
    blank = [corner for corner in range(4) if corner not in taught.index_corners]
    noise = [float(np.median(taught.apart(corner).min(axis=1))) for corner in blank]
    least = max(*noise, _NOISE**2 * len(taught.corner_part(0, 1 / WIDE).points), 0.0)
    apart = np.max([taught.apart(corner) for corner in taught.index_corners], axis=0)
    if apart.min() < _MIN_FACE_DIFFERENCE * least:
        one, other = (taught.faces[taught.fronts[n]] for n in np.unravel_index(int(apart.argmin()), apart.shape))
        raise CannotTeach(message("teach.cards_alike", face=one, other=other))


def _insets(picture: Picture, plane: CardPlane, flat: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where right angles are printed near the corners of cards, the most frequent ones, beside the corner itself."""
    edges = find_edges(picture)
    found = (find_corners(edges.ends).at + 0.5) * edges.scale - 0.5
    if not len(found):
        return np.zeros((1, 2))
    inside = along_cards(flat, plane.on_plane(found) - flat[:, :1], plane.proportion).reshape(-1, 2)
    folded = np.minimum(inside, np.array([1, plane.proportion]) - inside)
    near = folded[((folded > -_SAME_INSET) & (folded < _CORNER)).all(axis=1)]
    insets = [np.zeros(2)]
    while len(near) and len(insets) < _MAX_INSETS:
        counts = (np.abs(near[:, None] - near[None]).max(axis=-1) < _SAME_INSET).sum(axis=1)
        if counts.max() < len(flat) / 2:
            break
        middle = near[counts.argmax()]
        alike = np.abs(near - middle).max(axis=1) < _SAME_INSET
        middle = near[alike].mean(axis=0)
        if all(np.abs(middle - other).max() > _SAME_INSET for other in insets):
            insets.append(middle)
        near = near[np.abs(near - middle).max(axis=1) > _SAME_INSET]
    return np.array(insets)
