"""A film of reversi on the demo's table, as a webcam gives it: JPEG pictures with the hand that moves, and after it."""

from collections.abc import Iterator, Sequence
from itertools import chain

import cv2
import numpy as np

from engines import reversi
from simulator.film.furniture import demo_art
from simulator.film.shots import Film, Shot
from simulator.film.table_view import TableView
from simulator.people.script import plies
from simulator.people.tile_table import TileTable
from vision.places.laying import on_squares
from vision.reading import Picture

STEPS = 9  # pictures of a hand over the table
_COPIES = 3  # pictures of one table that differ in their noise
Jpegs = list[bytes]


def webcam_film(players: tuple[str, ...]) -> Iterator[tuple[Jpegs, Jpegs]]:
    """For the table set up, and after each move: pictures with the hand that does it, and of the table afterwards."""
    rng = np.random.default_rng(0)
    table, view = TileTable(rng, len(players), on_squares), TableView(demo_art(), rng)
    layouts = chain.from_iterable(
        (reversi.layout(state), reversi.layout(reversi.play(state, move))) for state, move in plies(reversi, players, 1)
    )
    before = None
    for layout in layouts:
        if layout == before:
            continue
        before = layout
        yield _pictures(view, list(table.bring(0, layout)), next(table.rest(1.0)))


def _pictures(view: TableView, shots: Sequence[Shot], after: Shot) -> tuple[Jpegs, Jpegs]:
    film, step = Film(iter([*shots, after])), sum(shot.seconds for shot in shots) / STEPS
    hand = []
    for _ in range(STEPS):
        hand.append(_jpeg(view.picture(film.shot.tiles, film.hand())))
        film.go_on(step)
    return hand, [_jpeg(view.picture(after.tiles, None)) for _ in range(_COPIES)]


def _jpeg(picture: Picture) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
