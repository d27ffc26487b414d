"""Rows of tiles: which discard lies across, and which nine tiles are the shown hand."""

import numpy as np

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


def faces_of(pieces):
    return [p.face for p in row_of(Reading(None, tuple(pieces)))]


def test_the_longest_row_is_the_hand_and_is_read_from_left_to_right():
    hand = [piece(face, -90 + 22.3 * i, -135) for i, face in enumerate("111222345")]
    river = [piece("9", -50 + 22.3 * i, -74) for i in range(6)]
    assert faces_of(river + hand[::-1]) == list("111222345")


def test_a_hand_on_the_far_side_is_read_as_its_player_reads_it():
    hand = [piece(face, 90 - 22.3 * i, 135, 180) for i, face in enumerate("123456789")]
    assert faces_of(hand) == list("123456789")


def test_the_winning_tile_may_lie_a_little_apart():
    hand = [piece(face, -90 + 22.3 * i + (6 if i == 8 else 0), -135) for i, face in enumerate("111222345")]
    assert len(faces_of(hand)) == 9


def seen(pieces):
    faces, others = hand_of(Reading(None, tuple(pieces)))
    return "".join(faces), others


def test_ten_tiles_in_a_row_are_ten():
    assert seen([piece(face, -100 + 22.3 * i, -135) for i, face in enumerate("1112223334")]) == ("1112223334", 0)


def test_a_row_with_a_gap_is_not_whole_and_its_two_parts_are_no_hands():
    row = [piece(face, -100 + 22.3 * i, -135) for i, face in enumerate("1112223334")]
    assert seen(row[:8] + row[9:]) == ("11122233?4", 0)
    assert seen(row[:1] + row[2:]) == ("1?12223334", 0)


def test_tiles_outside_the_row_are_counted():
    hand = [piece(face, -90 + 22.3 * i, -135) for i, face in enumerate("111222345")]
    river = [piece("9", -50 + 22.3 * i, -74) for i in range(6)]
    assert seen(river + hand) == ("111222345", 6)
    assert seen([piece("5", 0, 0)]) == ("", 1)


def test_a_lonely_tile_is_no_row():
    assert faces_of([piece("5", 0, 0)]) == []
