"""Rows of tiles: which discard lies across, and which nine tiles are the shown hand."""

import numpy as np
import pytest

from vision.board.top_view import TOP_VIEW_SIZE
from vision.places.jarapon.discards import laid_across
from vision.reading import DetectedPiece, Reading
from vision.tiles.hand_row import hand_of, row_of


def ring(x, y, turn=0.0, size=1.0):
    """Corners of a tile at x, y mm (y up), turned counter-clockwise, in top-view px."""
    angle = np.radians(turn)
    turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = np.array([[-11, 15], [11, 15], [11, -15], [-11, -15]]) * size @ turned.T + [x, y]
    return corners * [1, -1] + TOP_VIEW_SIZE / 2


def test_j7_9_a_discard_laid_sideways_is_seen_for_each_of_the_four_players():
    for player in range(4):
        angle = np.radians(90 * player)
        turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        straight, across = turned @ [-30, -74], turned @ [-4, -74]
        seen = laid_across([ring(*straight, 90 * player), ring(*across, 90 * player + 90)])
        assert seen == [False, True]


def test_the_rest_of_the_wall_in_the_middle_is_no_discard():
    assert laid_across([ring(0, 0, 90), ring(20, 10, 0), ring(-33, 15, 90)]) == [False] * 3


def piece(face, x, y, turn=0.0):
    corners = ring(x, y, turn) * 2
    return DetectedPiece(face, "flat", tuple(corners.mean(0)), None, 1.0, {face: 1.0}, tuple(map(tuple, corners)))


def row(faces, y=-135.0, left=-100.0, step=22.3, turn=0.0):
    return [piece(face, left + step * i, y, turn) for i, face in enumerate(faces)]


HAND, RIVER, TEN = row("111222345"), row("9" * 6, y=-74), row("1112223334")
LAST_APART = [*HAND[:8], piece("5", -100 + 22.3 * 8 + 6, -135)]


@pytest.mark.parametrize(
    ("pieces", "hand", "others"),
    [
        (HAND[::-1], "111222345", 0),
        (RIVER + HAND[::-1], "111222345", 6),  # the longest row
        (row("123456789", y=135, left=100, step=-22.3, turn=180), "123456789", 0),  # as the player opposite reads it
        (LAST_APART, "111222345", 0),  # the winning tile
        (TEN, "1112223334", 0),
        (TEN[:8] + TEN[9:], "11122233?4", 0),  # a gap: its two parts are no hands
        (TEN[:1] + TEN[2:], "1?12223334", 0),
        ([piece("5", 0, 0)], "", 1),
    ],
)
def test_the_longest_row_is_the_hand_and_is_read_from_left_to_right(pieces, hand, others):
    reading = Reading(None, tuple(pieces))
    faces, beside = hand_of(reading)
    assert ("".join(faces), beside) == (hand, others)
    assert "?" in hand or "".join(one.face for one in row_of(reading)) == hand
