"""A frame is made on a picture of it: what people mark, a little beside it, becomes millimetres, or is refused."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from device.config.frames import frame_in, save_frame
from device.drop_it.frame_lesson import FrameLesson
from device.drop_it.frame_sketch import Sketch, SketchedCircle, Wall, first_mistake
from device.drop_it.measured_frame import measure_frame
from device.system.data_folder import EARLIER_FRAMES, FRAME
from device.system.worker import Worker
from device.texts import say
from engines.drop_it.frame import parse_frame, write_frame
from engines.messages import Refusal
from tests.support.device.frame_sketches import sketch
from tests.support.vision.frames import SIZE, empty, frame
from vision.reading import Picture

NOW = datetime(2026, 11, 25, 20, 0)
TRUE = frame()
EXACT = sketch()
ONE_WALL = (Wall(1, (("circle", "red"),)),)
ENDS = (-105, 105)  # of lines, mm


def farthest(made: Sketch) -> list[float]:
    """How far the corners, the lines and the middles of the circles are off at most (mm)."""
    found = measure_frame(empty(), made).frame
    lines = [abs(found.lines[at].height_at(x) - one.height_at(x)) for at, one in enumerate(TRUE.lines) for x in ENDS]
    off = [np.subtract(circle.centre, one.centre) for circle, one in zip(found.circles, TRUE.circles, strict=True)]
    return [np.hypot(*np.subtract(found.outline, TRUE.outline).T).max(), max(lines), np.hypot(*np.array(off).T).max()]


def test_exact_marks_make_the_frame_to_a_fraction_of_a_millimetre() -> None:
    assert max(farthest(EXACT)) < 0.7
    found = measure_frame(empty(), EXACT).frame
    assert (found.mouth[0][1], found.measured) == (pytest.approx(300, abs=0.5), True)
    assert [one.size for one in found.circles] == [one.size for one in TRUE.circles]
    assert np.abs(np.subtract([one.radius for one in found.circles], [one.radius for one in TRUE.circles])).max() < 0.2
    side = ("diamond", "blue")
    printed = [(edge.shape, edge.colour) for edge in found.edges]
    assert printed == [side, ("square", "red"), ("circle", "red"), ("triangle", "red"), side]
    assert parse_frame(write_frame(found), "frame.toml") == found


def test_marks_a_pixel_beside_make_it_to_a_millimetre_or_two() -> None:
    outline, lines, circles = np.max([farthest(sketch(1.0, seed)) for seed in range(5)], axis=0)
    assert (outline < 2.5, lines < 2, circles < 2.5) == (True, True, True)


def test_the_frame_is_drawn_back_and_what_is_off_most_is_named() -> None:
    fits = measure_frame(empty(), EXACT)
    assert fits.most_off < 1
    assert np.abs(fits.drawn.outline[0] - EXACT.outline[0]).max() < 1
    x, y = EXACT.outline[3]
    moved = replace(EXACT, outline=(*EXACT.outline[:3], (x + 14, y - 10), *EXACT.outline[4:]))
    off = measure_frame(empty(), moved)
    assert off.most_off > 3 * fits.most_off
    assert off.farthest[0] == "corner"
    wide = measure_frame(empty(), replace(EXACT, width=250.0))
    assert wide.most_off > 3 * fits.most_off
    # The right side leads to the left one; or the frame is far too wide for its height.
    back = ((400.0, 200.0), (400.0, 800.0), (1000.0, 800.0), (400.0, 500.0))
    for seen_by_none in (replace(EXACT, outline=back, walls=ONE_WALL), replace(EXACT, width=600.0)):
        with pytest.raises(Refusal, match="no_camera"):
            measure_frame(empty(), seen_by_none)


def test_a_frame_without_shoulders_has_its_mouth_at_its_top() -> None:
    body = replace(EXACT, outline=(EXACT.outline[2], *EXACT.outline[3:5], EXACT.outline[5]), height=270.0)
    found = measure_frame(empty(), replace(body, walls=ONE_WALL)).frame
    assert found.mouth == (found.outline[0], found.outline[-1])
    assert parse_frame(write_frame(found), "frame.toml") == found


CIRCLE = EXACT.circles[0]
MISTAKES = [
    (replace(EXACT, outline=EXACT.outline[:3]), "4 to 16 corners, but 3 are marked"),
    (replace(EXACT, outline=((-1.0, 5.0), *EXACT.outline[1:])), "Corner 1 lies outside the picture"),
    (replace(EXACT, outline=(*EXACT.outline[:3], *EXACT.outline[4:2:-1], *EXACT.outline[5:])), "crosses itself"),
    (replace(EXACT, outline=EXACT.outline[::-1]), "from the left end of the top line down"),
    (replace(EXACT, lines=EXACT.lines[:2]), "3 to 11 lines between its levels, but 2 are marked"),
    (replace(EXACT, lines=(((300.0, 300.0), (310.0, 500.0)), *EXACT.lines[1:])), "Line 1 must run across"),
    (replace(EXACT, circles=()), "1 to 40 circles, but 0 are marked"),
    (replace(EXACT, circles=(SketchedCircle(CIRCLE.centre, 0.5, "large"),)), "Circle 1 must be a circle"),
    (replace(EXACT, walls=()), "At least one side must have parts"),
    (replace(EXACT, walls=(Wall(2, (("circle", "red"), ("circle", ""))),)), "Part 2 has no shape or no colour yet"),
    (replace(EXACT, walls=(Wall(7, (("circle", "red"),)),)), "A side has at most 16 parts"),
    (replace(EXACT, width=20.0), "The inner width must be 80 to 600 mm, but 20 was entered."),
    (replace(EXACT, width=float("nan")), "The inner width must be 80 to 600 mm, but ? was entered."),
    (replace(EXACT, height=9000.0), "The inner height must be 100 to 800 mm, but 9000 was entered."),
    (replace(EXACT, depth=0.0), "The depth of the bars must be 1 to 80 mm, but 0 was entered."),
    (replace(EXACT, pieces=(17.0, 1.0)), "Pieces stand between the printed back and the fronts of the bars (20.5 mm)"),
    (replace(EXACT, name=" "), "The frame needs a name of at most 40 letters."),
]


@pytest.mark.parametrize(("made", "said"), MISTAKES)
def test_what_can_be_no_frame_is_said_in_one_sentence(made: Sketch, said: str) -> None:
    wrong = first_mistake(made, SIZE)
    assert wrong is not None
    assert said in say(wrong, "en")
    assert say(wrong, "ja")


OUTSIDE = [
    (replace(EXACT, lines=(*EXACT.lines[:6], ((20.0, 20.0), (200.0, 20.0)))), "Line 7 does not lie in the frame"),
    (replace(EXACT, lines=(*EXACT.lines[:6], (EXACT.lines[5][0], EXACT.lines[4][1]))), "Lines"),
    (replace(EXACT, circles=(replace(CIRCLE, centre=(40.0, 40.0)),)), "Circle 1 lies outside the frame"),
]


@pytest.mark.parametrize(("made", "said"), OUTSIDE)
def test_what_does_not_lie_in_the_frame_is_refused(made: Sketch, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        measure_frame(empty(), made)
    assert said in say(refused.value.said, "en")


@pytest.mark.full
def test_a_saved_frame_is_used_and_the_one_before_is_kept(tmp_path: Path) -> None:
    pictures: list[Picture] = [empty()]
    with Worker() as worker:
        lesson = FrameLesson(tmp_path, lambda: pictures[-1], worker)
        look = lesson.propose()
        assert lesson.propose().number == look.number  # the same picture
        assert len(look.proposal.lines) == 7
        assert lesson.save(look.number, EXACT).name == "painted"
        first = (tmp_path / FRAME).read_text()
        assert lesson.save(look.number, replace(EXACT, name="  our\tsecond ")).name == "our second"
        assert [path.read_text() for path in (tmp_path / EARLIER_FRAMES).iterdir()] == [first]
        assert frame_in(tmp_path).name == "our second"
        for _ in range(4):
            pictures.append(pictures[-1].copy())
            lesson.propose()
        with pytest.raises(Refusal, match="gone"):
            lesson.measure(look.number, EXACT)


def test_a_frame_file_that_cannot_be_read_is_put_away_when_another_is_saved(tmp_path: Path) -> None:
    (tmp_path / FRAME).write_text("no frame [")
    save_frame(tmp_path, TRUE, NOW)
    assert frame_in(tmp_path).name == "painted"
    assert [path.read_text() for path in (tmp_path / EARLIER_FRAMES).iterdir()] == ["no frame ["]


def test_a_disk_that_is_full_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("device.config.frames.write_whole", full)
    with pytest.raises(Refusal, match="cannot_write"):
        save_frame(tmp_path, TRUE, NOW)
