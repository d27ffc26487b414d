"""The stand that is printed: every part is a sound body that fits the bed, and a stand that would tip is refused."""

import ast
import re
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from tests.support.paths import ROOT
from tests.support.system_tools import needs
from vision.dimensions import TRAY

SOURCE = ROOT / "docs" / "stand" / "stand.scad"
BED = 220.0  # mm
PARTS = ("base", "lid", "elbow", "head")  # and a plate for each camera
CAMERAS = ("module 2", "module 3", "module 3 wide", "hq")
OTHER_DISPLAY = {"display": [31, 17, 36, 34], "knob_hole": 7.2, "button_hole": 16.2}
WOOD = {"rod_wall": 10, "rod_density": 0.0006}

pytestmark = [
    pytest.mark.full,
    needs("openscad"),
]


class Body(NamedTuple):
    """A mesh: its corners (n × 3 mm) and its triangles (m × 3 numbers of corners)."""

    corners: np.ndarray
    triangles: np.ndarray

    @property
    def volume(self) -> float:
        a, b, c = (self.corners[self.triangles[:, at]] for at in range(3))
        return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def openscad(out: Path, **settings: object) -> subprocess.CompletedProcess[str]:
    given = [f"-D{name}={str(value).replace(chr(39), chr(34))}" for name, value in settings.items()]
    return subprocess.run(
        ["openscad", *given, "-o", out, SOURCE], capture_output=True, text=True, check=False, timeout=300
    )


def printed(part: str, folder: Path, **settings: object) -> Body:
    made = openscad(folder / "part.stl", part=f'"{part}"', **settings)
    assert made.returncode == 0, made.stderr
    assert "WARNING" not in made.stderr
    text = (folder / "part.stl").read_text(encoding="ascii")
    points = np.array([list(map(float, one)) for one in re.findall(r"vertex (\S+) (\S+) (\S+)", text)])
    corners, numbers = np.unique(points, axis=0, return_inverse=True)
    return Body(corners, numbers.reshape(-1, 3))


def said(folder: Path, **settings: object) -> dict[str, Any]:
    """What the source says of a stand: what to saw, how firmly it stands, and the volumes that it reckons with."""
    made = openscad(folder / "stand.echo", **settings)
    assert made.returncode == 0, made.stderr
    facts = re.findall(r"(\w+) = (\[.*?\]|[\d.]+)", (folder / "stand.echo").read_text())
    return {name: ast.literal_eval(value) for name, value in facts}


def is_closed(body: Body) -> bool:
    """Whether each edge belongs to just two triangles, which run along it in opposite directions."""
    edges = Counter((int(row[at]), int(row[(at + 1) % 3])) for row in body.triangles for at in range(3))
    return all(times == 1 and edges[end, start] == 1 for (start, end), times in edges.items())


def is_one(body: Body) -> bool:
    """Whether all of it hangs together."""
    label = np.arange(len(body.corners))
    while True:
        least = label[body.triangles].min(axis=1)
        spread = label.copy()
        np.minimum.at(spread, body.triangles, least[:, None])
        if (spread == label).all():
            return len(set(label[body.triangles].ravel())) == 1
        label = spread


def check(body: Body) -> None:
    assert is_closed(body)
    assert is_one(body)
    assert body.volume > 0
    assert np.ptp(body.corners, axis=0).max() <= BED
    assert abs(body.corners[:, 2].min()) < 0.02  # it lies on the bed


@pytest.mark.parametrize("part", PARTS)
def test_each_part_can_be_printed_and_weighs_what_the_source_reckons(part: str, tmp_path: Path) -> None:
    body = printed(part, tmp_path)
    check(body)
    reckoned = dict(zip((*PARTS, "plate"), said(tmp_path)["volumes"], strict=True))[part]
    assert body.volume == pytest.approx(reckoned, rel=0.12)


@pytest.mark.parametrize("camera", CAMERAS)
def test_each_camera_has_its_plate(camera: str, tmp_path: Path) -> None:
    body = printed("plate", tmp_path, camera=f'"{camera}"')
    check(body)
    assert body.volume == pytest.approx(said(tmp_path, camera=f'"{camera}"')["volumes"][-1], rel=0.25)


def test_another_display_larger_buttons_and_a_knob_have_room_in_the_lid(tmp_path: Path) -> None:
    check(printed("lid", tmp_path, **OTHER_DISPLAY))


@pytest.mark.parametrize("part", [*PARTS, "plate"])
def test_what_is_printed_is_the_same_for_every_height(part: str, tmp_path: Path) -> None:
    made = []
    for height in (450, 600):
        openscad(tmp_path / "part.csg", part=f'"{part}"', camera_height=height, ballast=900)
        made.append((tmp_path / "part.csg").read_text())
    assert made[0] == made[1]


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("height", [400, 500, 600, 700])
def test_a_stand_of_any_height_with_any_camera_stands_firmly(height: int, camera: str, tmp_path: Path) -> None:
    stand = said(tmp_path, camera_height=height, camera=f'"{camera}"')
    assert stand["tips_at_N"] > 1.5
    assert stand["middle_inside_the_base_by"] > 60
    assert stand["saw_post"] > height
    assert stand["saw_arm"] > TRAY / 2
    assert stand["rods_of_1_m"] == (1 if stand["saw_post"] + stand["saw_arm"] <= 1000 else 2)


@pytest.mark.parametrize("page", ["build.md", "build.ja.md"])
def test_the_guide_says_what_to_saw(page: str, tmp_path: Path) -> None:
    guide = (ROOT / "docs" / page).read_text(encoding="utf-8")
    for height in (*range(400, 701, 50), 800, 900):
        stand = said(tmp_path, camera_height=height)
        sawn = f"| {height // 10} cm | {stand['saw_post']:.0f} mm | {stand['saw_arm']:.0f} mm | {stand['rods_of_1_m']}"
        firm = f"| {stand['cable_at_least'] / 10:.0f} cm | {stand['tips_at_N']:.1f} N |"
        [row] = [line for line in guide.splitlines() if line.startswith(sawn)]
        assert row.endswith(firm)
    assert f"{said(tmp_path, camera_height=500, ballast=0, firm=0)['tips_at_N']:.1f} N" in guide


def test_one_tube_a_short_cable_and_the_usual_sand_are_enough_as_high_as_the_guide_says(tmp_path: Path) -> None:
    assert [said(tmp_path, camera_height=height)["rods_of_1_m"] for height in (570, 580)] == [1, 2]
    assert [said(tmp_path, camera_height=height)["cable_at_least"] > 1000 for height in (500, 550)] == [False, True]
    assert [said(tmp_path, camera_height=height)["saw_post"] > 1000 for height in (960, 970)] == [False, True]
    assert [said(tmp_path, camera_height=height, firm=0)["tips_at_N"] < 1.5 for height in (1060, 1070)] == [False, True]


def test_a_wooden_post_and_a_small_tray_do_too(tmp_path: Path) -> None:
    assert said(tmp_path, **WOOD, tray=320)["tips_at_N"] > 1.5


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"ballast": 0, "camera_height": 900}, "tips too easily"),
        ({"ballast": 9000}, "There is room for"),
        ({"camera": '"module 9"'}, "is unknown: use one of"),
        ({"bed": 180}, "The bed is too small"),
    ],
)
def test_a_stand_that_would_not_stand_is_refused(settings: dict[str, object], reason: str, tmp_path: Path) -> None:
    made = openscad(tmp_path / "part.stl", part='"plate"', **settings)
    assert made.returncode != 0
    assert reason in made.stderr
    assert not (tmp_path / "part.stl").exists()


def test_a_body_with_a_hole_is_not_closed() -> None:
    corners = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    whole = Body(corners, np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]))
    assert is_closed(whole)
    assert is_one(whole)
    assert whole.volume == pytest.approx(1 / 6)
    assert not is_closed(whole._replace(triangles=whole.triangles[:3]))
