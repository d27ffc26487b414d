"""The simulated frame of Drop It: pieces fall as they do at home, and pictures show them where they lie."""

from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise

import numpy as np
import pytest

from engines.drop_it.geometry import contains, gap
from engines.drop_it.measuring import landing
from simulator.render.frame.physics import Basin
from simulator.render.frame.pieces import SHAPES, Lying, PieceSizes
from simulator.render.frame.polygons import counter, covered
from simulator.render.frame.scene import FrameScene
from simulator.render.frame.styles import Back, Bars, FrameStyle, Marks, Room
from simulator.render.light import Sensor
from simulator.scenes.frames import random_frame
from vision.reading import Points

SENSOR = Sensor(1.0, (1.0, 1.0, 1.0), 1.0, 0.0, 0.0, 100)


@cache
def scene() -> FrameScene:
    return in_small(random_frame(1, lines=7).scene)


def in_small(scene: FrameScene) -> FrameScene:
    return replace(scene, camera=replace(scene.camera, size=(640, 480), focal=470.0, centre=(320.0, 240.0)))


def corners(points: Points) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in points]


def filled(drops: int) -> Basin:
    basin, rng = Basin(scene().frame.outline, scene().sizes), np.random.default_rng(5)
    for number in range(drops):
        basin.drop(f"{SHAPES[number % 4]}/red", float(rng.uniform(-15, 15)), float(rng.uniform(0, 6)))
    return basin


def test_pieces_come_to_rest_inside_the_frame_in_touch_with_what_holds_them() -> None:
    outlines = [corners(one.outline(scene().sizes)) for one in filled(8).lying]
    for number, outline in enumerate(outlines):
        assert contains(scene().frame.outline, np.mean(outline, axis=0).tolist())
        others = [("other", other) for at, other in enumerate(outlines) if at != number]
        drop = landing(scene().frame, "circle/red", outline, others, slack=0.2)
        assert drop.touches or drop.edges
    for one, other in combinations([shrunk(outline) for outline in outlines], 2):
        assert not any(contains(other, (x, y)) and gap([(x, y)], other, 1.0) == 0.0 for x, y in one)


def shrunk(outline: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The outline, 0.2 mm smaller all round or more."""
    middle = np.mean(outline, axis=0)
    return corners((np.array(outline) - middle) * 0.98 + middle)


def test_the_same_drops_lie_the_same_and_one_more_may_push_them() -> None:
    assert filled(4).lying == filled(4).lying
    basin = filled(4)
    before = basin.lying
    moments = basin.drop("square/blue", 0.0, 0.3)
    assert len(basin.lying) == 5
    assert [one.piece for one in moments[0][:4]] == [one.piece for one in before]
    assert moments[0][4].y > scene().frame.outline[0][1]


@pytest.mark.full
def test_what_no_longer_fits_in_sticks_out() -> None:
    drops = filled(40).lying
    outline = corners(drops[-1].outline(scene().sizes))
    assert landing(scene().frame, "square/red", outline, ()).above


@pytest.mark.full
@pytest.mark.parametrize("shape", SHAPES)
def test_a_piece_is_painted_where_its_outline_is(shape: str) -> None:
    plain = replace(scene(), style=FrameStyle(pieces={"red": (255, 255, 255)}), room=Room())
    dark = replace(plain, style=replace(plain.style, back=Back((0, 0, 0), lines=(0, 0, 0), numbers=(0, 0, 0))))
    lying = Lying(f"{shape}/red", 20.0, 0.5 * scene().frame.outline[0][1], 0.4)
    seen = dark.radiance([lying])[..., 1] - dark.radiance([])[..., 1]
    front = dark.camera.project(lying.outline(dark.sizes), 17.0)
    window, share = covered(front, dark.camera.size)
    bright = seen[window] > 0.75 * float(np.median(seen[window][share == 1.0]))
    assert np.abs(bright[share == 1.0] - 1.0).mean() < 0.02
    assert bright.sum() == pytest.approx(share.sum(), rel=0.03)


def test_no_light_comes_through_between_wall_and_front_of_a_bar() -> None:
    style = replace(scene().style, bars=Bars((0, 0, 0)), marks=Marks(on_bars=False), grain=0.0)
    bright = replace(scene(), style=style, room=Room(wall=(255.0, 255.0, 255.0)))
    inside = np.array(scene().frame.outline)
    for start, end in pairwise(inside[1:-1]):
        along = start + np.linspace(0.2, 0.8, 40)[:, None] * (end - start)
        x, y = bright.camera.project(along, bright.frame.depth).round().astype(int).T
        assert bright.radiance([])[y, x].max() < 0.02


def test_a_polygon_covers_exactly_its_area() -> None:
    ring = np.array([[10.3, 10.1], [30.7, 14.2], [18.9, 33.3]])
    _, share = covered(ring, (60, 60))
    assert share.sum() == pytest.approx(219.0, abs=1.0)
    assert covered(counter(ring)[::-1], (60, 60))[1].sum() == share.sum()


@pytest.mark.full
def test_a_frame_that_was_moved_is_seen_elsewhere_and_the_room_is_not() -> None:
    before, after = scene().radiance([]), scene().moved((10.0, 0.0, 0.0)).radiance([])
    assert np.abs(before[200:280, 200:440] - after[200:280, 200:440]).max() > 0.05
    assert np.array_equal(before[:20, :60], after[:20, :60])


def test_a_turned_frame_is_seen_from_the_side_and_a_pixel_still_shows_its_point() -> None:
    camera = scene().moved((4.0, 0.0, -3.0), (2.0, 40.0, 1.0)).camera
    points = np.array([[-60.0, 10.0], [0.0, 100.0], [60.0, 200.0]])
    assert np.abs(camera.on_plane(camera.project(points, 12.0), 12.0) - points).max() < 1e-6
    facing, turned = (np.ptp(one.project(points[::2], 0.0)[:, 0]) for one in (scene().camera, camera))
    assert 0.6 < turned / facing < 0.9


@pytest.mark.full
def test_the_print_is_seen_through_a_clear_back_with_what_moves_behind_it() -> None:
    small = in_small(random_frame(2).scene)
    other = replace(small, room=replace(small.room, wall=(30.0, 40.0, 200.0)))
    x, y = small.camera.project(np.array([[0.0, 0.6 * small.frame.outline[0][1]]]), 0.0)[0].astype(int)
    part = (slice(y - 20, y + 20), slice(x - 20, x + 20))
    assert np.abs(small.radiance([])[part] - other.radiance([])[part]).mean() > 0.05


def test_a_picture_while_a_piece_falls_is_blurred() -> None:
    falling = [(Lying("circle/red", 0.0, y, 0.0),) for y in (180.0, 170.0, 160.0)]
    rng = np.random.default_rng(1)
    still, blurred = scene().picture(falling[0], SENSOR, rng), scene().blurred(falling, SENSOR, rng)
    assert still.shape == blurred.shape == (480, 640, 3)
    assert np.abs(still.astype(int) - blurred).max() > 30
    assert PieceSizes().outline("circle").shape[1] == 2
