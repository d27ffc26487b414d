"""Explains patches of colour without a known piece: by new pieces, or by pieces that lay elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.frame.colours import COLOURS
from vision.frame.piece_search import Patch, Values, best_of_each, nearby
from vision.frame.rectified_frame import FramePiece, RectifiedFrame
from vision.frame.shapes import SHAPES, Placed
from vision.frame.sizes import Sizes

_MIN_PATCH_SHARE = 0.3  # of the smallest piece: a smaller patch is the rim of one
_MIN_AREA = 2.0  # area of the smallest piece of size 1
_MAX_RATING_LAG = 0.15  # of a rough fit to the best one, for a shape to be fitted exactly
_MIN_RATING, _MIN_LEAD = 1.05, 0.12  # of colour and edges together; and its lead over another shape
_MIN_POSSIBLE_RATING = 0.7  # of a piece that may touch others of its colour
_MAX_TRIALS = 40  # patches that are rated in one picture
_MIN_DISTANCE = 1.2  # of their size: two pieces whose middles are nearer cannot both be there
_MIN_VAGUE_LEAD = 0.25  # the lead where no shape is certain yet
# mm²: how much better one explanation must be; and what an outline without edges costs, and a piece that comes or goes.
_MIN_COST_LEAD, _EDGE_COST, _CHANGE_COST = 60.0, 150.0, 150.0


@dataclass(frozen=True)
class Explanation:
    """Pieces that explain all patches; or all but `unclear`, of which `rating` says how well the best shape fits it.

    `trials`: which of them were uncertain when they were found, by their number from 0.
    """

    pieces: tuple[FramePiece, ...]
    unclear: Patch | None = None
    rating: float = 0.0
    trials: tuple[int, ...] = ()


def explained(
    frame: RectifiedFrame, known: Sequence[FramePiece], missing: Sequence[FramePiece], sizes: Sizes
) -> Explanation:
    """The pieces beside the known ones. `missing`: those that were there and are not visible where they lay.

    Where several shapes fit one patch each is tried. The explanation that leaves least open must be clearly better than
    all with other pieces.
    """
    found = [_checked(frame, known, one, sizes) for one in _all_explanations(frame, known, missing, sizes)]
    whole = [one for one in found if one.unclear is None]
    if not whole:
        nothing = Explanation((), _largest_patch(frame, known, sizes))
        return max(found, key=lambda one: (len(one.pieces), one.rating), default=nothing)
    costs = sorted((_cost(frame, known, one, missing), number) for number, one in enumerate(whole))
    first = whole[costs[0][1]]
    others = [cost for cost, number in costs if _names(whole[number]) != _names(first)]
    if others and others[0] < costs[0][0] + _MIN_COST_LEAD:
        return Explanation((), _largest_patch(frame, known, sizes), _MIN_RATING)
    return first


def _names(one: Explanation) -> tuple[str, ...]:
    return tuple(sorted(piece.name for piece in one.pieces))


def _cost(frame: RectifiedFrame, known: Sequence[FramePiece], one: Explanation, missing: Sequence[FramePiece]) -> float:
    """How badly pieces explain a picture: what is not as it should be (mm²), edges off, pieces gone or come."""
    edges = sum(1 - piece.share for piece in one.pieces)
    return frame.unexplained([*known, *one.pieces]) + _EDGE_COST * edges + _CHANGE_COST * _count_changes(one, missing)


def _all_explanations(
    frame: RectifiedFrame, known: Sequence[FramePiece], missing: Sequence[FramePiece], sizes: Sizes
) -> list[Explanation]:
    """All explanations of the patches; none where there are too many to try them all."""
    begun, found = [Explanation(())], list[Explanation]()
    for _ in range(_MAX_TRIALS):
        if not begun:
            return found
        one = begun.pop()
        patch = _largest_patch(frame, [*known, *one.pieces], sizes)
        rated = [] if patch is None else _rated(frame, patch, sizes)
        if patch is None:
            found.append(one)
        elif rated[0][0] < _MIN_POSSIBLE_RATING:
            found.append(replace(one, unclear=patch, rating=rated[0][0]))
        else:
            trials = one.trials if rated[0][0] >= _MIN_RATING else (*one.trials, len(one.pieces))
            begun += [Explanation((*one.pieces, piece), trials=trials) for piece in _likely(rated, missing)]
    return []


def _likely(rated: Sequence[tuple[float, FramePiece]], missing: Sequence[FramePiece]) -> list[FramePiece]:
    """What a patch may be. `rated`: a piece of each shape, the best first, and how well it explains the patch."""
    (best, first), *others = rated
    least, were = best - (_MIN_LEAD if best >= _MIN_RATING else _MIN_VAGUE_LEAD), {piece.name for piece in missing}
    found = [first]
    for value, piece in others:
        # Another shape that fits elsewhere in the patch is no alternative: two pieces of a colour may touch.
        if value > (best - _MIN_VAGUE_LEAD if piece.name in were else least) and _exclude_each_other(
            piece.placed, first.placed
        ):
            found.append(piece)
    return found


def _checked(frame: RectifiedFrame, known: Sequence[FramePiece], one: Explanation, sizes: Sizes) -> Explanation:
    """An explanation whose trials are placed anew, now that it is known what lies beside them.

    It ends before the first one that is uncertain even so.
    """
    pieces = list(one.pieces)
    for number in one.trials:
        others = [*known, *pieces[:number], *pieces[number + 1 :]]
        value, pieces[number], values = _placed_anew(frame, others, pieces[number], sizes)
        if value < _MIN_RATING:
            piece = pieces[number]
            front = frame.view.mask([piece.placed.outline])
            return Explanation(tuple(pieces[:number]), Patch(piece.colour, front, values, piece.placed.middle), value)
    return replace(one, pieces=tuple(pieces))


def _placed_anew(
    frame: RectifiedFrame, others: Sequence[FramePiece], piece: FramePiece, sizes: Sizes
) -> tuple[float, FramePiece, Values]:
    """How well what lies where an uncertain piece was found explains the picture there, that piece, and the values.

    `others`: what lies beside it. In a patch that it shared with one of them another shape may have fitted best, and
    elsewhere: what they leave of the patch is looked at with every shape again.
    """
    front = frame.view.mask([piece.placed.outline])
    values = frame.fronts(frame.values(piece.colour, others), front)
    start = nearby(frame.view, values, piece.placed)
    again = frame.fitted(piece.colour, start, sizes.known(start.shape))
    found = [(frame.rated(values, again), again)]
    left = [patch for patch in _patches(frame, piece.colour, others, sizes) if (patch.pixels & front).any()]
    if left:
        found += [(frame.rated(values, one), one) for _, one in _rated(frame, left[0], sizes)]
    value, best = max(found, key=lambda one: one[0])
    return value, best, values


def _rated(frame: RectifiedFrame, patch: Patch, sizes: Sizes) -> list[tuple[float, FramePiece]]:
    """A piece of each shape that may explain a patch, and how well, the best first."""
    starts = best_of_each(frame.view, patch, {shape: sizes.known(shape) for shape in SHAPES})
    rated = []
    for value, start in starts:
        if value > starts[0][0] - _MAX_RATING_LAG:
            piece = frame.fitted(patch.colour, start, sizes.known(start.shape))
            rated.append((frame.rated(patch.value, piece), piece))
    return sorted(rated, key=lambda one: -one[0])


def _largest_patch(frame: RectifiedFrame, known: Sequence[FramePiece], sizes: Sizes) -> Patch | None:
    found = [patch for colour in COLOURS for patch in _patches(frame, colour, known, sizes)]
    return max(found, key=lambda patch: patch.area, default=None)


def _patches(frame: RectifiedFrame, colour: str, known: Sequence[FramePiece], sizes: Sizes) -> list[Patch]:
    """Patches of a colour that the known pieces leave, as large as a piece's may be, the largest first."""
    least = float(_MIN_PATCH_SHARE * _MIN_AREA * np.exp(2 * sizes.known("triangle")[0]))
    return frame.patches(colour, known, least)


def _count_changes(one: Explanation, missing: Sequence[FramePiece]) -> int:
    """How many pieces have gone or come."""
    names, were = [piece.name for piece in one.pieces], [piece.name for piece in missing]
    return sum(abs(names.count(name) - were.count(name)) for name in {*names, *were})


def _exclude_each_other(one: Placed, other: Placed) -> bool:
    return bool(np.hypot(*np.subtract(one.middle, other.middle)) < _MIN_DISTANCE * one.size)
