"""The frame of Drop It (D-2, D-3): its file, its geometry, and the shared photographs' truth where they are at hand."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engines.data_file import BadData
from engines.drop_it.frame import (
    TOUCH,
    Circle,
    Edge,
    Frame,
    Line,
    circles_covered,
    edges_touched,
    frame_note,
    jams,
    level_of,
    parse_frame,
    sticks_out,
    write_frame,
)
from engines.drop_it.geometry import Polygon, contains, to_segment, touches_segment, touching
from engines.drop_it.measuring import landing
from engines.drop_it.moves import BONUS, Drop
from engines.drop_it.pieces import COLOURS, SHAPES
from tests.support.engines.in_short import short
from tests.support.paths import ROOT, SHARED_PHOTOS, needs_shared

SHIPPED = ROOT / "device" / "data" / "frames" / "plausible.toml"
PHOTOS = SHARED_PHOTOS / "dropit"


def square(x: float, y: float, side: float = 40) -> Polygon:
    """An upright square by its lower left corner."""
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


def diamond(x: float, y: float, reach: float = 20) -> Polygon:
    """A square on its corner by its middle."""
    return ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))


# 200 wide and 160 high inside, a neck of 80 on top of it; lines rise to the right, from 20n at the left to 20n + 10
FRAME = Frame(
    name="drawn",
    measured=False,
    outline=((-40, 200), (-40, 180), (-100, 160), (-100, 0), (100, 0), (100, 160), (40, 180), (40, 200)),
    mouth=((-40, 180), (40, 180)),
    lines=tuple(Line((-100, 20 * n), (100, 20 * n + 10)) for n in range(1, 8)),
    edges=(
        Edge(((-100, 0), (0, 0)), "square", "red"),
        Edge(((0, 0), (100, 0)), "circle", "blue"),
        Edge(((100, 0), (100, 80)), "diamond", "green"),
    ),
    circles=(Circle((0, 60), 10, "large"), Circle((-60, 60), 5, "small")),
)


@pytest.fixture
def shipped() -> Frame:
    return parse_frame(SHIPPED.read_text(encoding="utf-8"), SHIPPED.name)


def test_d3_a_plausible_frame_is_shipped_and_says_that_it_is_not_measured(shipped: Frame) -> None:
    assert not shipped.measured
    assert short(frame_note(shipped)) == "frame_not_measured plausible"
    assert short(frame_note(replace(shipped, name="ours", measured=True))) == "frame ours"


def test_d3_a_frame_is_written_as_it_is_read(shipped: Frame) -> None:
    named = replace(shipped, name='Oma\'s "neu"', depth=18.0, pieces=(2.0, 15.5), measured=True)
    assert parse_frame(write_frame(named), "ours.toml") == named


def test_d2_a_frame_may_have_three_to_eleven_lines(shipped: Frame) -> None:
    for lines in (shipped.lines[:3], shipped.lines):
        assert parse_frame(write_frame(replace(shipped, lines=lines)), "ours.toml").levels == len(lines) + 1
    with pytest.raises(BadData, match="wrong_lines"):
        parse_frame(write_frame(replace(shipped, lines=shipped.lines[:2])), "ours.toml")
    assert landing(replace(FRAME, lines=FRAME.lines[:4]), "square/red", square(-20, 175), []).level == 5


def test_d2_the_shipped_frame_has_what_the_rules_say(shipped: Frame) -> None:
    assert {edge.shape for edge in shipped.edges} == set(SHAPES)
    assert {edge.colour for edge in shipped.edges} == set(COLOURS)
    assert {circle.size for circle in shipped.circles} == set(BONUS)
    assert len(shipped.lines) == 7
    assert all(line.left[1] != line.right[1] for line in shipped.lines)
    base = [edge for edge in shipped.edges if edge.segment[0][1] == edge.segment[1][1] == 0]
    sides = [edge for edge in shipped.edges if abs(edge.segment[0][0]) == abs(edge.segment[1][0]) == 150]
    assert len(base) == 6
    assert len(sides) == 12
    assert shipped.mouth[1][0] - shipped.mouth[0][0] < 300
    assert [level_of(shipped, diamond(0, 50 * level - 45)) for level in range(1, 9)] == list(range(1, 9))


@pytest.mark.parametrize(("piece", "level"), [
    # where across the frame the highest point is says the level
    (diamond(-90, 25), 3),
    (diamond(90, 25), 2),
    (diamond(0, 24), 2),
    (diamond(0, 26), 3),
    # it is at (20, 43.5), under the line's 46; at its left end the line is at 40
    (((-80, 0), (-60, 0), (40, 43), (20, 43.5)), 2),
    # exactly on a line is the lower level
    (diamond(0, 25), 2),
    (diamond(0, 25.001), 3),
    (square(-100, 0), 2),
    (square(-100, 0, 39), 2),
    # of several highest points the best counts: 41.5 at the left end is above 40.5, at the right end below 42.5
    (square(-90, 1.5), 3),
    (square(-50, 1.5), 2),
])  # fmt: skip
def test_d7_the_level_is_that_of_the_highest_point(piece: Polygon, level: int) -> None:
    assert level_of(FRAME, piece) == level


def test_d7_circles_count_when_they_are_covered_wholly_or_in_part() -> None:
    def sizes(piece: Polygon) -> list[str]:
        return [circle.size for circle in circles_covered(FRAME, piece)]

    assert sizes(square(-20, 40)) == ["large"]
    assert sizes(square(9, 40)) == ["large"]
    assert sizes(square(10, 40)) == ["large"]
    assert sizes(square(10.1, 40)) == []
    assert sizes(square(-2, 58, 4)) == ["large"]
    assert sizes(square(-60, 40, 60)) == ["large", "small"]
    assert sizes(diamond(-60, 35)) == ["small"]


def test_d6_an_edge_counts_on_that_very_segment() -> None:
    def printed(piece: Polygon) -> list[str]:
        return [edge.printed("shape") for edge in edges_touched(FRAME, piece)]

    assert printed(square(-60, 0)) == ["square"]
    assert printed(square(-60, 0.4)) == ["square"]
    assert printed(square(-60, 0.6)) == []
    assert printed(square(-20, 0)) == ["square", "circle"]
    assert printed(square(60, 0)) == ["circle", "diamond"]
    assert printed(square(60, 90)) == []
    assert printed(diamond(80, 40)) == ["diamond"]
    assert [edge.printed("colour") for edge in edges_touched(FRAME, diamond(80, 40))] == ["green"]


def test_d6_a_piece_sticks_out_when_any_part_is_above_the_top_line() -> None:
    assert not sticks_out(FRAME, square(-20, 160))
    assert sticks_out(FRAME, square(-20, 160.1))
    assert sticks_out(FRAME, diamond(0, 181))


def test_d6_a_piece_jams_when_it_lies_across_the_mouth_and_touches_a_lip() -> None:
    assert jams(FRAME, square(-40, 150))
    assert jams(FRAME, square(0.3, 145))
    assert not jams(FRAME, square(-20, 150))
    assert not jams(FRAME, square(-40, 140))
    assert not jams(FRAME, square(-40, 180.2, 10))


def test_a_landing_is_what_the_rules_judge() -> None:
    others = [("circle/blue", square(-20, 40)), ("square/green", square(21, 0)), ("circle/red", square(80, 100))]
    drop = landing(FRAME, "square/red", square(-20, 0), others)
    assert drop == Drop("square/red", 2, (), ("circle/blue",), ("circle", "square"))
    assert drop.breaches("shape") == ("edge",)
    by_colour = landing(FRAME, "square/red", square(-20, 0), others, edges_by="colour")
    assert by_colour.edges == ("blue", "red")
    assert by_colour.breaches("colour") == ("edge",)
    assert landing(FRAME, "square/red", square(-20, 0), others, edges_by="none").edges == ()


def test_d14_a_piece_that_sticks_out_or_jams_is_on_level_8() -> None:
    out = landing(FRAME, "square/red", square(-20, 165), [])
    jammed = landing(FRAME, "square/red", square(-40, 150), [])
    assert (out.level, out.above, jammed.level, jammed.above) == (8, True, 8, True)
    assert jammed.breaches("shape") == ("height",)


def changed(key: str = "", line: str = "", more: str = "") -> str:
    """The shipped file with the first line of a key changed, and more at its end."""
    lines = SHIPPED.read_text(encoding="utf-8").splitlines()
    lines = lines[lines.index("[frame]") :]
    if key:
        lines[next(at for at, old in enumerate(lines) if old.startswith(f"{key} = "))] = line
    return "\n".join(lines) + more


FIVE_LINES = "".join(f"\n[[line]]\nleft = [-150, {y}]\nright = [150, {y}]" for y in range(390, 395))
WRONG_WAY_ROUND = "outline = [[75, 400], [150, 300], [150, 0], [-150, 0], [-150, 300], [-75, 400]]"
KEYS = "name measured outline mouth depth pieces"


@pytest.mark.parametrize(("text", "why"), [
    ("", "no_table [frame]"),
    ("[frame", "not_toml 1"),
    (changed(more="\n[colour]"), "unknown_table colour frame line edge circle"),
    (changed("name"), "missing_key [frame] name"),
    (changed("name", 'name = "x"\ndepth = 0'), "not_a_length [frame] depth 80"),
    (changed("name", 'name = "x"\ndepth = 200'), "not_a_length [frame] depth 80"),
    (changed("name", 'name = "x"\npieces = [17, 1]'), "not_depths [frame] pieces 80"),
    (changed("name", 'name = "x"\npieces = 3'), "not_depths [frame] pieces 80"),
    (changed("name", "size = 3"), f"unknown_key [frame] size {KEYS}"),
    (changed("name", 'name = "x"\nmeasured = 1'), "not_allowed [frame] measured 1 true false"),
    (changed("outline"), "not_points [frame] outline 4 1000"),
    (changed("outline", "outline = [[0, 0], [9]]"), "not_points [frame] outline 4 1000"),
    (changed("mouth", "mouth = [[0, 0]]"), "not_points [frame] mouth 2 1000"),
    (changed("mouth", "mouth = [[75, 375], [-75, 375]]"), "bad_mouth [frame] mouth"),
    (changed("mouth", "mouth = [[-151, 300], [151, 300]]"), "bad_mouth [frame] mouth"),
    (changed("outline", WRONG_WAY_ROUND), "bad_mouth [frame] mouth"),
    (changed("left", "left = [-150, 'x']"), "not_a_point [[line]] 1 left 1000"),
    (changed("left", "left = [-150, nan]"), "not_a_point [[line]] 1 left 1000"),
    (changed("left", f"left = [-150, {10**400}]"), "not_a_point [[line]] 1 left 1000"),
    (changed("left", "left = [-150, true]"), "not_a_point [[line]] 1 left 1000"),
    (changed("left", "left = [150, 62]"), "not_left_to_right [[line]] 1 right"),
    (changed("left", "left = [-150, 150]"), "lines_cross [[line]] 2 left"),
    (changed(more=FIVE_LINES), "wrong_lines [[line]] 12 line 12 3 11"),
    (changed("shape"), "missing_key [[edge]] 1 shape"),
    (changed("shape", 'shape = "star"'),
     'not_allowed [[edge]] 1 shape "star" "circle" "square" "diamond" "triangle"'),
    (changed("colour", 'colour = "pink"'),
     'not_allowed [[edge]] 1 colour "pink" "blue" "yellow" "green" "red"'),
    (changed("to", "to = [-140, 275]"), "off_the_outline [[edge]] 1 to 5"),
    (changed("at", "at = [160, 60]"), "outside [[circle]] 1 at"),
    (changed("radius", "radius = 0"), "not_a_length [[circle]] 1 radius 1000"),
    (changed("radius", "radius = inf"), "not_a_length [[circle]] 1 radius 1000"),
    (changed("size", 'size = "huge"'),
     'not_allowed [[circle]] 1 size "huge" "large" "medium" "small"'),
    (changed().partition("[[circle]]")[0], "no_table [[circle]]"),
])  # fmt: skip
def test_d3_a_mistake_in_a_frame_file_is_named_with_table_key_and_what_is_allowed(text: str, why: str) -> None:
    with pytest.raises(BadData) as error:
        parse_frame(text, "ours.toml")
    assert short(error.value.said).replace(" ours.toml", "") == why


def truths() -> Iterator[dict[str, Any]]:
    for path in sorted(PHOTOS.glob("*.json")):
        yield json.loads(path.read_text(encoding="utf-8"))


def as_frame(truth: dict[str, Any]) -> Frame:
    """The frame of a photograph: a plain box whose lines are level; what is printed on floor and walls is made up."""
    half, high = truth["board"]["width_mm"] / 2, truth["board"]["height_mm"]
    corners = ((-half, high), (-half, 0.0), (half, 0.0), (half, high))
    return Frame(
        name=str(truth["seed"]),
        measured=True,
        outline=corners,
        mouth=(corners[0], corners[3]),
        lines=tuple(Line((-half, height), (half, height)) for height in truth["levels_mm"]),
        edges=tuple(
            Edge((corners[at], corners[at + 1]), name, "red") for at, name in enumerate(("left", "floor", "right"))
        ),
        circles=tuple(Circle((one["x"], one["y"]), one["radius"], str(at)) for at, one in enumerate(truth["bonus"])),
    )


@needs_shared
def test_the_truth_of_the_shared_photographs_is_what_the_geometry_says() -> None:
    checked = 0
    for truth in truths():
        frame, pieces = as_frame(truth), truth["pieces"]
        outlines = [[(x, y) for x, y in piece["polygon_mm"]] for piece in pieces]
        contacts = {(contact["a"], contact["b"]) for contact in truth["contacts"]}
        for at, outline in enumerate(outlines):
            edges = {edge.shape for edge in edges_touched(frame, outline)}
            assert edges == {other for one, other in contacts if one == at and isinstance(other, str)}
            others = {other for other in range(at + 1, len(pieces)) if touching(outline, outlines[other], TOUCH)}
            assert others == {other for one, other in contacts if one == at and not isinstance(other, str)}
            circles = {int(circle.size) for circle in circles_covered(frame, outline)}
            assert circles == {number for number, one in enumerate(truth["bonus"]) if at in one["touched_by"]}
            assert not sticks_out(frame, outline)
            checked += 1
        assert max(level_of(frame, outline) for outline in outlines) == 1 + truth["level_reached"]
    assert checked > 100


def test_geometry_of_overlaps_and_gaps() -> None:
    assert touching(square(0, 0), square(40.5, 0), 0.5)
    assert not touching(square(0, 0), square(40.6, 0), 0.5)
    assert touching(square(0, 0), square(10, 10, 5), 0)
    assert touching(square(10, 10, 5), square(0, 0), 0)
    assert touching(((-9, -1), (9, -1), (9, 1), (-9, 1)), ((-1, -9), (1, -9), (1, 9), (-1, 9)), 0)
    assert not touching(diamond(0, 0), diamond(30, 30), 0.5)
    assert contains(diamond(0, 0), (9, 9))
    assert not contains(diamond(0, 0), (11, 11))
    assert to_segment((3, 4), ((0, 0), (0, 0))) == 5


@pytest.mark.parametrize(("x", "y"), [(0, 0), (60, 35), (-40, 70), (12.5, 7.25)])
def test_segments_that_cross_away_from_their_ends_touch(x: float, y: float) -> None:
    piece = diamond(x, y)
    assert touches_segment(piece, ((x - 30, y - 17), (x + 30, y + 19)), 0)
    assert touches_segment(piece, ((x + 19, y + 30), (x - 17, y - 30)), 0)
    assert not touches_segment(piece, ((x + 19, y + 5), (x + 5, y + 19)), 0)
    assert not touches_segment(piece, ((x - 19, y - 8), (x - 8, y - 19)), 0)
    assert touches_segment(piece, ((x + 19, y + 5), (x + 5, y + 19)), 3)
