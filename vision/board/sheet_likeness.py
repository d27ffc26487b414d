"""Tells the sheet from other squares, by a network, print and colours, and other boards by their squares or lines."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.field_view import FIELD_MARGIN, FIELD_SIZE
from vision.dimensions import CELL, SHEET
from vision.networks import run_network
from vision.quality.levels import linear
from vision.reading import Picture

# Logit. Of 665 sheets that the finder found on invented tables and photographs one is below -3; photographs of sheets
# are at -2.0 and above, so there is some room for other sheets.
_MIN_LOGIT = -4.0
_MIN_BARE_LOGIT = 0.0  # where nothing is printed: of 75 bare square tables two are above, plain sheets in a tray at 3
_SHEET = slice(int(FIELD_MARGIN), int(FIELD_SIZE - FIELD_MARGIN))  # rows and columns of the field view
_SIDE = _SHEET.stop - _SHEET.start  # px
_SQUARE_WIDTHS = np.arange(14.0, 50.0)  # mm of a board's square that are tried
_MAX_SIZE_DIFFERENCE = 0.05  # of the sheet's squares, which are measured within half a millimetre
_MIN_CHEQUERED = 0.75  # 1,000 invented sheets of other prints come to 0.72 at most, boards of draughts to 0.86 at least
_SQUARE_PX = CELL / SHEET * _SIDE  # of a square of the sheet in the field view
_MAX_SPREAD = 0.25  # of the difference between both kinds of squares, by which those of one kind differ
_MAX_OTHER_LIGHT = 0.5  # green or blue light by which squares differ, of the red: 0.25 at most on photographs of sheets
_MIN_COLOUR = 0.05  # difference between the channels' light that a picture with colours has somewhere
_SQUARE_MARGIN = 0.2  # of a square, along its sides, that is left out
_KINDS = np.indices((8, 8)).sum(axis=0).ravel() % 2  # of the squares, row by row
_STARTS = FIELD_SIZE / 2 + (np.arange(-4, 4) + _SQUARE_MARGIN) * _SQUARE_PX
_SQUARES = [slice(round(at), round(at + (1 - 2 * _SQUARE_MARGIN) * _SQUARE_PX)) for at in _STARTS]  # rows or columns
_SHADE_WINDOW = 49  # px across: what changes more slowly is light and shadow

_MIDDLE = slice(_SHEET.start + _SIDE // 8, _SHEET.stop - _SIDE // 8)  # rows and columns, without rims
_PRINT_WINDOW = 31  # half px across: what changes more slowly is light and shadow
# Share of a field's light by which a tenth of it differs from what is about it: of 115 invented empty sheets all but a
# few plain ones come to 0.056 at least, of 76 bare square tables all but one to 0.02 at most
_MIN_PRINT, _MIN_PRINT_LIGHT = 0.035, 20.0
_LINE_WINDOW = 9  # px across: what is as wide is no line
_LINE_LAGS = slice(round(8 * _SIDE / SHEET), round(32 * _SIDE / SHEET))  # px between the lines of a finely ruled board
# Autocorrelation of its lines: 428 sheets (300 invented) come to 0.78 at most, boards of Go with 13 and 19 lines to
# 0.82 at least but for two
_MIN_RULED = 0.85

_WINDOW = np.hanning(_SIDE + 2)[1:-1].astype(np.float32)
_WINDOW_2D = np.outer(_WINDOW, _WINDOW)
_POSITIONS = np.arange(_SIDE) - (_SIDE - 1) / 2
_WAVES = (np.exp(-1j * np.pi * np.outer(SHEET / _SIDE / _SQUARE_WIDTHS, _POSITIONS)) * _WINDOW).astype(np.complex64)


def is_like_sheet(view: Picture) -> bool:
    """Whether a field view (as from `field_view`) shows the sheet, empty or under tiles and hands."""
    least = _MIN_LOGIT if has_print(view) else _MIN_BARE_LOGIT
    if run_network("sheet", [view])[0, 0] < least:
        return False
    return not has_other_colours(view) and not is_finely_ruled(view)


def has_print(view: Picture) -> bool:
    """Whether something is printed on, or lies on, the middle of a field view; a bare table top has hardly anything."""
    middle = cv2.resize(view[_MIDDLE, _MIDDLE], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.float32)
    difference = np.abs(middle - cv2.blur(middle, (_PRINT_WINDOW, _PRINT_WINDOW))).max(axis=2)
    light = max(float(np.percentile(middle, 95)), _MIN_PRINT_LIGHT)
    return float(np.percentile(difference, 90)) > _MIN_PRINT * light


def is_finely_ruled(view: Picture) -> bool:
    """Whether dark lines repeat both ways after less than the sheet's squares, as on a board of Go."""
    dark = view[_MIDDLE, _MIDDLE].astype(np.float32).min(axis=2)
    lines = np.minimum(dark - cv2.blur(dark, (_LINE_WINDOW, _LINE_WINDOW)), 0)
    both = np.minimum(*(_autocorrelation(lines.mean(axis=axis)) for axis in (0, 1)))
    return bool(both[_LINE_LAGS].max() > _MIN_RULED)


def _autocorrelation(values: NDArray[np.float32]) -> NDArray[np.float64]:
    """How alike values (n) are after each lag (n), 1 for the same."""
    centred, count = values - values.mean(), len(values)
    products = np.correlate(centred, centred, "full")[count - 1 :]
    return np.asarray(products / (products[0] + 1e-9) * count / (count - np.arange(count)))


def has_other_colours(view: Picture) -> bool:
    """Whether a field view shows squares as large as the sheet's in other colours than its red and black (rule J-c4).

    The light of the two kinds of squares is compared, which a veil brightens alike. Nothing is said of a picture
    without colours, nor where tiles hide so many squares that those of one kind differ among themselves.
    """
    light = linear(view)
    light /= np.maximum(np.percentile(light, 99, axis=(0, 1)), _MIN_COLOUR)  # coloured light makes no difference
    squares = np.array([np.median(light[rows, columns], axis=(0, 1)) for rows in _SQUARES for columns in _SQUARES])
    kinds = np.stack([squares[kind == _KINDS] for kind in (0, 1)])
    one, other = colours = np.median(kinds, axis=1)
    difference = one - other if one.sum() > other.sum() else other - one  # blue, green, red
    spread = np.median(np.abs(kinds - colours[:, None]).sum(axis=2), axis=1).max()
    if np.ptp(light, axis=2).max() < _MIN_COLOUR or spread > _MAX_SPREAD * np.abs(difference).sum():
        return False
    return bool(difference[:2].max() > _MAX_OTHER_LIGHT * difference[2])


def chequered(view: Picture) -> tuple[float, float]:
    """The width of a board's squares (mm, taking it for as large as the sheet), and how strongly it is chequered.

    `view`: as from `field_view`. Squares repeat along both diagonals after twice their width; the width whose two waves
    explain most of a channel is taken. The strength is 0 without chequers and about 1.5 for a bare board.
    """
    best = (0.0, 0.0)
    for channel in cv2.split(view[_SHEET, _SHEET].astype(np.float32)):
        print_ = np.asarray(channel - cv2.blur(channel, (_SHADE_WINDOW, _SHADE_WINDOW)), np.float32)
        found = _diagonal_amplitudes(print_)
        whole = np.linalg.norm(print_ * _WINDOW_2D) * 0.375 * _SIDE + 1e-9
        strength = float(found.max() / whole) * 2
        if strength > best[1]:
            best = float(_SQUARE_WIDTHS[found.argmax()]), strength
    return best


def is_another_board(view: Picture) -> bool:
    """Whether a field view is chequered, with squares of another size than the sheet's."""
    size, strength = chequered(view)
    return strength > _MIN_CHEQUERED and abs(size / CELL - 1) > _MAX_SIZE_DIFFERENCE


def _diagonal_amplitudes(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """The amplitude of the wave of each size along the weaker of the two diagonals of a square (side × side)."""
    rows = _WAVES @ values
    falling, rising = (np.abs((rows * waves).sum(axis=1)) for waves in (_WAVES, _WAVES.conj()))
    return np.asarray(np.minimum(falling, rising))
