"""What explains the patches of colour that no known piece explains: pieces that are new, or that lay elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.drop_it.colours import COLOURS
from vision.drop_it.look import Look, SeenPiece
from vision.drop_it.outline_fit import fitted
from vision.drop_it.piece_search import Patch, best_of_each
from vision.drop_it.shapes import SHAPES, Placed
from vision.drop_it.sizes import Sizes

_PART = 0.3  # of the smallest piece: a smaller patch is the rim of one
_SMALLEST = 2.0  # area of the smallest piece of size 1
_WORTH_FITTING = 0.15  # how much worse than the best a shape may look before it is fitted
_SURE, _CLEARLY = 1.05, 0.12  # what both must come to; and how much more than for another shape
_OVERLAP = 1.2  # of their size: two pieces whose middles are nearer cannot both be there
_BRANCHES = 3  # shapes of one patch that are tried


@dataclass(frozen=True)
class Explanation:
    """Pieces that explain all patches; or all but `unclear`, of which `rating` says how well the best shape fits it."""

    pieces: tuple[SeenPiece, ...]
    unclear: Patch | None = None
    rating: float = 0.0


def explained(look: Look, known: Sequence[SeenPiece], missing: Sequence[SeenPiece], sizes: Sizes) -> Explanation:
    """The pieces beside the known ones. `missing`: those that were there and are not seen where they lay.

    Where several shapes fit one patch each is tried: only one of them may lead to an explanation of everything in
    which as many of the missing ones are found.
    """
    found = _all_explanations(look, known, sizes, ())
    whole = [one for one in found if one.unclear is None]
    if not whole:
        return max(found, key=lambda one: (len(one.pieces), one.rating))
    best = min(_surprises(one, missing) for one in whole)
    likely = [one for one in whole if _surprises(one, missing) == best]
    if len({tuple(sorted(piece.name for piece in one.pieces)) for one in likely}) > 1:
        return Explanation((), _largest_patch(look, known, sizes), _SURE)
    return likely[0]


def _all_explanations(
    look: Look, known: Sequence[SeenPiece], sizes: Sizes, found: tuple[SeenPiece, ...]
) -> list[Explanation]:
    patch = _largest_patch(look, [*known, *found], sizes)
    if patch is None:
        return [Explanation(found)]
    rated = _rated(look, patch, sizes)
    (value, first), *others = rated
    if value < _SURE:
        return [Explanation(found, patch, value)]
    # Another shape that fits elsewhere in the patch is no alternative: two pieces of a colour may touch.
    doubt = [one for other, one in others if other > value - _CLEARLY and _overlap(one.placed, first.placed)]
    out: list[Explanation] = []
    for piece in (first, *doubt)[:_BRANCHES]:
        out += _all_explanations(look, known, sizes, (*found, piece))
    return out


def _rated(look: Look, patch: Patch, sizes: Sizes) -> list[tuple[float, SeenPiece]]:
    """A piece of each shape that may explain a patch, and how well, the best first."""
    starts = best_of_each(look.view, patch, {shape: sizes.known(shape) for shape in SHAPES})
    rated = []
    for value, start in starts:
        if value > starts[0][0] - _WORTH_FITTING:
            fit = fitted(look.picture, look.view, start, sizes.known(start.shape))
            piece = SeenPiece(patch.colour, fit.placed, fit.share)
            rated.append((look.rated(patch.value, piece), piece))
    return sorted(rated, key=lambda one: -one[0])


def _largest_patch(look: Look, known: Sequence[SeenPiece], sizes: Sizes) -> Patch | None:
    least = float(_PART * _SMALLEST * np.exp(2 * sizes.known("triangle")[0]))
    found = [patch for colour in COLOURS for patch in look.patches(colour, known, least)]
    return max(found, key=lambda patch: patch.area, default=None)


def _surprises(one: Explanation, missing: Sequence[SeenPiece]) -> int:
    """How many pieces have gone or come."""
    names, were = [piece.name for piece in one.pieces], [piece.name for piece in missing]
    return sum(abs(names.count(name) - were.count(name)) for name in {*names, *were})


def _overlap(one: Placed, other: Placed) -> bool:
    return bool(np.hypot(*np.subtract(one.middle, other.middle)) < _OVERLAP * one.size)
