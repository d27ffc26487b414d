"""The frame of Drop It is made on a phone: one picture, corners dragged, parts tapped, checked, and saved."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from playwright.sync_api import Locator, expect

from device.box import Box
from device.config.frames import frame_in, save_frame
from tests.support.vision import frames
from tests.support.web import laid_box
from tests.support.web.phones import Phone, in_both_languages, place_of
from web.server.http import WebServer

if TYPE_CHECKING:
    from playwright.sync_api import Page

WORDS = {
    "en": ("The frame of Drop It", "The blue lines are the frame"),
    "ja": ("ドロップイットのフレーム", "青い線が、測ったフレームです"),
}


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with laid_box.laid_box(tmp_path, frames.empty()) as (box, _):
        yield box


def drag(page: "Page", handle: Locator, to: np.ndarray) -> None:
    """Drag a handle to a pixel of the picture."""
    handle.scroll_into_view_if_needed()
    start = place_of(handle.locator(".ring"))
    end = page.evaluate(
        "([x, y]) => {const at = new DOMPoint(x, y).matrixTransform(document.querySelector('#view').getScreenCTM());"
        "return [at.x, at.y]}",
        to.tolist(),
    )
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(*end, steps=3)
    expect(page.locator("#magnifier")).to_be_visible()
    page.mouse.up()
    expect(page.locator("#magnifier")).to_be_hidden()


def tap(page: "Page", name: str, value: str) -> None:
    page.locator(f"[name={name}][value={value}] + span").click()


@in_both_languages
def test_a_frame_is_made_on_a_picture_of_it(box: Box, server: WebServer, phone: Phone) -> None:
    true = frames.frame()
    page = phone.open(server, "/box")
    title, checked = WORDS[phone.language]
    phone.follow(page.get_by_role("link", name=title).last)
    expect(page.locator(".handle")).to_have_count(8)
    expect(page.locator("#marks .level")).to_have_count(7)
    expect(page.locator("#marks .bonus")).to_have_count(8)
    phone.keep("frame")
    page.locator("#whole + span").click()
    for number, corner in enumerate(frames.pixels(np.array(true.outline), frames.BARS)):
        drag(page, page.locator(".handle").nth(number), corner)
    page.locator("#whole + span").click()
    phone.keep("frame-corners")

    tap(page, "mode", "circles")
    sizes = {round(float(frames.pixels(np.array([one.centre]), 0.0)[0, 0])): one.size for one in true.circles}
    for number in range(8):
        page.locator(".handle").nth(number).focus()
        x = float(str(page.locator(".handle").nth(number).get_attribute("aria-valuetext")).split(",")[0])
        tap(page, "size", sizes[min(sizes, key=lambda at: abs(at - x))])
    tap(page, "mode", "prints")
    for wall, parts in enumerate(("1", "3", "1")):
        page.locator(f"[name=parts_{wall}]").select_option(parts)
    segments = page.locator(".segment")
    expect(segments).to_have_count(5)
    sides, base = true.edges[3:], true.edges[:3]
    for number, edge in enumerate((sides[0], *base, sides[1])):
        if number == 0:
            segments.first.click()
        else:
            page.locator("#next").click()
        tap(page, "shape", edge.shape)
        tap(page, "colour", edge.colour)
    phone.keep("frame-edges")

    page.locator("#check").click()
    expect(page.locator("#toast")).to_be_visible()  # the ruler is missing
    page.locator("[name=name]").fill("うちのフレーム")
    page.locator("[name=width]").fill("210")
    page.locator("[name=height]").fill("320")
    page.locator("#check").click()
    expect(page.locator("#checked")).to_contain_text(checked)
    expect(page.locator("#marks .result.bars")).to_have_count(1)
    phone.keep("frame-checked")
    page.locator("#save").click()
    expect(page.locator("#toast")).to_contain_text("うちのフレーム")
    phone.assert_fits()

    made = frame_in(box.settings.data)
    assert (made.name, made.measured, len(made.lines)) == ("うちのフレーム", True, 7)
    assert np.abs(np.subtract(made.outline, true.outline)).max() < 1.5
    assert max(abs(line.height_at(x) - one.height_at(x)) for line, one in zip(made.lines, true.lines, strict=True)
               for x in (-100, 100)) < 1.5  # fmt: skip
    assert {(edge.shape, edge.colour) for edge in made.edges} == {(edge.shape, edge.colour) for edge in true.edges}
    nearest = [min(true.circles, key=lambda one: np.hypot(*np.subtract(one.centre, circle.centre)))
               for circle in made.circles]  # fmt: skip
    assert [circle.size for circle in made.circles] == [one.size for one in nearest]


@in_both_languages
def test_a_side_is_chosen_for_a_game_and_kept_by_another_name_put_away_and_had_back(
    box: Box, server: WebServer, phone: Phone
) -> None:
    front, back = ("Sunny side", "Shady side") if phone.language == "en" else ("おもて", "うら")
    for name in (front, back):
        save_frame(box.settings.data, replace(frames.frame(), name=name), datetime(2026, 11, 29))
    page = phone.open(server, "/set-up?game=drop_it")
    form = page.locator("form[data-game=drop_it]")
    expect(form.locator("[name=frame]")).to_have_count(2)
    expect(form.locator("[name=frame]").first).to_be_checked()
    expect(form.locator("[name=levels]")).to_have_count(0)  # the frame has them
    form.get_by_text(front).scroll_into_view_if_needed()
    phone.keep("frame-chosen")
    form.get_by_text(front).click()
    for number, name in enumerate(("Aya", "Ben")):
        form.locator("[name=player]").nth(number).fill(name)
    form.locator(".main").click()
    expect(page.locator("#scores .name")).to_have_count(2)
    assert box.table_parts.game.played.options["frame"] == front

    page = phone.open(server, "/frame")
    kept = page.locator("#kept")
    expect(page.locator("[name=name]").first).to_have_value("")  # another side needs a name of its own
    kept.get_by_text(front).click()
    kept.locator("[name=name]").last.fill("West")
    kept.scroll_into_view_if_needed()
    phone.keep("frames-kept")
    kept.locator("[value=rename]").last.click()
    expect(page.locator("#toast")).to_contain_text("West")
    expect(kept.locator("[data-frame=West]")).to_have_count(1)
    kept.get_by_text(back, exact=True).click()
    kept.locator("[value=put_away]").last.click()
    expect(kept.locator("[data-frame]")).to_have_count(1)
    kept.locator("summary").last.click()
    phone.keep("frames-earlier")
    phone.assert_fits()
    kept.locator("[value=bring_back]", has_text=back).click()
    expect(kept.locator("[data-frame]")).to_have_count(2)


@pytest.mark.walk
def test_what_is_marked_is_added_removed_and_had_back_with_the_keyboard_too(
    box: Box, server: WebServer, phone: Phone
) -> None:
    page = phone.open(server, "/frame")
    handles = page.locator(".handle")
    expect(handles).to_have_count(8)
    first = handles.first
    first.focus()
    before = first.get_attribute("aria-valuetext")
    page.keyboard.press("Shift+ArrowLeft")
    assert first.get_attribute("aria-valuetext") != before
    page.locator("#undo").click()
    expect(handles.first).to_have_attribute("aria-valuetext", str(before))
    page.locator("#add_corner").click()
    expect(handles).to_have_count(9)
    page.locator("#drop_corner").click()
    expect(handles).to_have_count(8)
    for mode, one, count in (("lines", "line", 14), ("circles", "circle", 8)):
        tap(page, "mode", mode)
        expect(handles).to_have_count(count)
        page.locator(f"#add_{one}").click()
        expect(handles).to_have_count(count + count // 7 if mode == "lines" else count + 1)
        page.locator(f"#drop_{one}").click()
        expect(handles).to_have_count(count)
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+z")
        expect(handles).to_have_count(count)
    page.locator("#retake").click()
    expect(handles).to_have_count(8)
