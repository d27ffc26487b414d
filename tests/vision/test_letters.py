"""However many threads have pictures drawn, the letters on them cost memory once."""

from pathlib import Path
from threading import Barrier, Thread

import numpy as np

from vision.overlay import draw_reading
from vision.reading import DetectedPiece, Reading

THREADS = 24
MOST_MB = 48  # fonts for each of them would be 140


def resident_mb() -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def test_threads_that_draw_do_not_each_load_the_fonts() -> None:
    picture = np.zeros((480, 640, 3), np.uint8)
    corners = ((100.0, 100.0), (140.0, 100.0), (140.0, 150.0), (100.0, 150.0))
    reading = Reading(None, (DetectedPiece("5", "flat", (120.0, 125.0), None, 1.0, {"5": 1.0}, corners),))
    drawn = draw_reading(picture, reading)
    assert drawn[125, 105:135].any()  # there are letters
    all_drawn, measured = Barrier(THREADS + 1), Barrier(THREADS + 1)

    def draw() -> None:
        draw_reading(picture, reading)
        all_drawn.wait()
        measured.wait()

    before = resident_mb()
    for _ in range(THREADS):
        Thread(target=draw).start()
    all_drawn.wait(60)
    grown = resident_mb() - before
    measured.wait(60)
    assert grown < MOST_MB
