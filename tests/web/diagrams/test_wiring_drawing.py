"""The drawing of the wiring: whatever wiring.toml says, each wire goes from the right leg to one terminal."""

import re
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import gpiozero
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser

from device.hardware.header import GROUND, LEGS, POWER, legs_with
from device.hardware.wiring import (
    BUTTON_NAMES,
    DEFAULT,
    FIRST_PIN,
    LAST_PIN,
    BuzzerWiring,
    DisplayWiring,
    EncoderWiring,
    Wiring,
    load_wiring,
)
from tests.support.web import laid_box
from tests.support.web.fake_box import app_of
from tools.build_guide import DOCS, wiring_drawings
from web.diagrams.wiring import LEG, PILL, Wire, WiringPlan, leg_at, wiring_plan
from web.diagrams.wiring_svg import wiring_svg

SVG = "{http://www.w3.org/2000/svg}"
BUTTONS = {"ok": "OK", "back": "back", "undo": "undo", "next": "next"}


@st.composite
def wirings(draw: st.DrawFn) -> Wiring:
    pins = draw(st.permutations(range(FIRST_PIN, LAST_PIN + 1)))
    names = draw(st.lists(st.sampled_from(BUTTON_NAMES), unique=True))
    bus = draw(st.sampled_from((0, 1, 1, 3, 31)))
    display = DisplayWiring(draw(st.sampled_from(("ssd1306", "sh1106", "none"))), bus, 0x3C, False)
    buzzer = BuzzerWiring(draw(st.sampled_from(("tone", "beep", "none"))), pins[-1], False)
    a, b, press = pins[-4:-1]
    knob = draw(st.sampled_from((None, EncoderWiring(a, b, None), EncoderWiring(a, b, press))))
    return Wiring(display, dict(zip(names, pins, strict=False)), buzzer, knob)


def test_the_legs_are_those_of_the_real_header() -> None:
    real = gpiozero.PiBoardInfo.from_revision(0xC03111).headers["J8"].pins  # a Pi 4
    named = {"3V3": POWER, "5V": "5 V", "GND": GROUND}
    assert list(LEGS) == [named.get(real[leg].name, real[leg].name.replace("GPIO", "GPIO ")) for leg in sorted(real)]


def test_the_box_as_it_comes_is_wired_as_the_readme_says() -> None:
    plan = wiring_plan(load_wiring(), "en")
    ends = {(wire.part, wire.terminal): wire.leg for wire in plan.wires}
    assert ends == {
        ("Display", "VCC"): 1, ("Display", "SDA"): 3, ("Display", "SCL"): 5,
        ("Display", "GND"): 6, ("Buzzer", "+"): 12, ("Buzzer", "GND"): 14, ("Buttons", "OK"): 29,
        ("Buttons", "back"): 31, ("Buttons", "undo"): 33, ("Buttons", "next"): 35, ("Buttons", "GND"): 34,
    }  # fmt: skip
    assert not crossings(plan)


@pytest.mark.parametrize(("page", "language"), [("build.md", "en"), ("build.ja.md", "ja")])
def test_the_build_guide_names_the_pin_of_each_terminal(page: str, language: str) -> None:
    guide = (DOCS / page).read_text(encoding="utf-8")
    for part in wiring_plan(load_wiring(), language).parts:
        [row] = [line for line in guide.splitlines() if line.startswith(f"| {part.name} | {part.terminals[0].name}: ")]
        said = re.findall(r"([^|·:]+): (\d+)(?: \(([^)]*)\))?", row.partition(" | ")[2])
        due = [(end.name, str(end.leg), LEGS[end.leg - 1]) for end in part.terminals if end.leg]
        assert sorted((name.strip(), leg, signal or GROUND) for name, leg, signal in said) == sorted(due)


@given(wirings())
def test_each_pin_has_one_wire_from_its_leg_and_each_part_a_ground_of_its_own(wiring: Wiring) -> None:
    plan = wiring_plan(wiring, "en")
    due = Counter(("Buttons", BUTTONS[name], f"GPIO {pin}") for name, pin in wiring.buttons.items())
    due += Counter({("Buttons", GROUND, GROUND): bool(wiring.buttons)})
    if wiring.buzzer.kind != "none":
        due += Counter([("Buzzer", "+", f"GPIO {wiring.buzzer.pin}"), ("Buzzer", GROUND, GROUND)])
    if knob := wiring.encoder:
        due += Counter(("Knob", end, f"GPIO {pin}") for end, pin in (("CLK", knob.a), ("DT", knob.b)))
        due += Counter([("Knob", "+", POWER), ("Knob", GROUND, GROUND)])
        due += Counter([] if knob.press is None else [("Knob", "SW", f"GPIO {knob.press}")])
    if wiring.display.kind != "none":
        name = "Display"
        due += Counter([(name, "VCC", POWER), (name, GROUND, GROUND)])
        for terminal, pins in {"SDA": {0: 0, 1: 2}, "SCL": {0: 1, 1: 3}}.items():
            if wiring.display.bus in pins:
                due += Counter([(name, terminal, f"GPIO {pins[wiring.display.bus]}")])
    assert Counter((wire.part, wire.terminal, LEGS[wire.leg - 1]) for wire in plan.wires) == due
    assert len({wire.leg for wire in plan.wires}) == len(plan.wires)


@given(wirings(), st.sampled_from(("en", "ja")))
def test_wires_lie_neither_on_each_other_nor_on_labels_or_parts(wiring: Wiring, language: str) -> None:
    plan = wiring_plan(wiring, language)
    for one, other in combinations(plan.wires, 2):
        assert not lie_on_each_other(one, other)
    boxes = [(part.top, part.top + part.height) for part in plan.parts]
    assert all(below[0] > above[1] for above, below in pairwise(boxes))
    for wire in plan.wires:
        for leg in {other.leg for other in plan.wires} - {wire.leg}:
            assert not any(runs_through(piece, label_of(leg)) for piece in pairwise(wire.points))
        assert max(x for x, _ in wire.points) == plan.parts_x


@given(wirings(), st.sampled_from(("en", "ja")))
@settings(max_examples=30)
def test_the_svg_has_each_leg_s_number_at_both_ends(wiring: Wiring, language: str) -> None:
    plan = wiring_plan(wiring, language)
    svg = ElementTree.fromstring(wiring_svg(wiring, language))
    said = Counter(text.text for text in svg.iter(f"{SVG}text"))
    for leg in range(1, 41):
        assert said[str(leg)] == 1 + sum(wire.leg == leg for wire in plan.wires)
    assert len(wiring_svg(wiring, language)) < 20_000


def test_of_a_bus_whose_legs_nobody_knows_no_wire_is_drawn() -> None:
    wiring = Wiring(DisplayWiring("sh1106", 3, 0x3C, False), {}, BuzzerWiring("none", 18, False))
    plan = wiring_plan(wiring, "en")
    assert [(end.name, end.leg) for end in plan.parts[0].terminals] == [
        ("SDA (i2c-3)", None), ("SCL (i2c-3)", None), ("VCC", 1), ("GND", 6),
    ]  # fmt: skip
    assert 17 in legs_with(POWER)


def test_the_drawings_of_the_documents_show_the_wiring_that_comes_with_the_box() -> None:
    for name, drawing in wiring_drawings().items():
        due = (DOCS / name).read_text(encoding="utf-8")
        assert due == drawing, f"{name} is out of date: python -m tools.build_guide draws it anew"


def test_the_page_draws_the_wiring_of_this_box_in_the_language_of_the_phone(tmp_path: Path) -> None:
    own = DEFAULT.read_text(encoding="utf-8").replace("ok = 5", "ok = 26").replace("next = 19\n", "")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "wiring.toml").write_text(own, encoding="utf-8")
    with laid_box.laid_box(tmp_path, None) as (box, _):
        client = app_of(box).test_client()
        drawn = re.search(r'src="(/api/wiring/diagram.svg[^"]*)"', client.get("/wiring?language=ja").text)
        assert drawn
        answer = client.get(drawn[1])
    assert answer.mimetype == "image/svg+xml"
    assert ">GPIO 26<" in answer.text
    assert ">GPIO 5<" not in answer.text
    assert ">戻る<" in answer.text
    assert ">次<" not in answer.text


@pytest.mark.parametrize("name", ["wiring.svg", "wiring.ja.svg"])
def test_no_word_is_on_another_or_reaches_over_the_edge(browser: Browser, name: str) -> None:
    page = browser.new_page()
    page.set_content(Path(DOCS / name).read_text(encoding="utf-8"))
    boxes = page.evaluate(
        """[...document.querySelectorAll("svg text")].map((text) => {
          const box = text.getBBox();
          return [box.x, box.y, box.x + box.width, box.y + box.height];
        })"""
    )
    width = page.evaluate("document.querySelector('svg').viewBox.baseVal.width")
    page.close()
    assert len(boxes) > 60
    assert all(left > 0 and right < width for left, _, right, _ in boxes)
    assert not [
        (a, b) for a, b in combinations(boxes, 2) if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]


def label_of(leg: int) -> tuple[float, float, float, float]:
    x, y = leg_at(leg)
    left = x - LEG / 2 - PILL if leg % 2 else x - LEG / 2
    return left, y - LEG / 2, left + LEG + PILL, y + LEG / 2


def runs_through(piece: tuple[tuple[float, float], ...], box: tuple[float, float, float, float]) -> bool:
    (x1, y1), (x2, y2) = piece
    return min(x1, x2) < box[2] and max(x1, x2) > box[0] and min(y1, y2) < box[3] and max(y1, y2) > box[1]


def straight(wire: Wire) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    return [(a, b) for a, b in pairwise(wire.points) if a[0] == b[0] or a[1] == b[1]]


def lie_on_each_other(one: Wire, other: Wire) -> bool:
    """Whether two wires run beside each other nearer than two widths of a wire."""
    return any(near(a, b, axis) for a in straight(one) for b in straight(other) for axis in (0, 1))


def near(a: tuple[tuple[float, float], ...], b: tuple[tuple[float, float], ...], axis: int) -> bool:
    along = 1 - axis
    if a[0][axis] != a[1][axis] or b[0][axis] != b[1][axis] or abs(a[0][axis] - b[0][axis]) > 6:
        return False
    (a1, a2), (b1, b2) = sorted(point[along] for point in a), sorted(point[along] for point in b)
    return a2 > a1 and b2 > b1 and min(a2, b2) > max(a1, b1)


def crossings(plan: WiringPlan) -> int:
    pieces = [(wire, piece) for wire in plan.wires for piece in straight(wire)]
    return sum(crosses(a, b) for (one, a), (other, b) in combinations(pieces, 2) if one != other)


def crosses(a: tuple[tuple[float, float], ...], b: tuple[tuple[float, float], ...]) -> bool:
    return all(
        min(a[0][axis], a[1][axis]) < max(b[0][axis], b[1][axis])
        and min(b[0][axis], b[1][axis]) < max(a[0][axis], a[1][axis])
        for axis in (0, 1)
    )
