"""The box's buttons on the page: they are those of the box, but for what only somebody at the box may do."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from device.box import Box
from device.oled.menu.answers import Answers
from device.oled.menu.widgets import ListScreen, YesNoScreen, in_words
from device.table.events import Pressed
from tests.support.device.menu_box import at_cursor, done, menu_box, open_at, pressed
from tests.support.waiting import eventually
from tests.support.web.fake_box import FakeBox, app_of, carry_phone, from_own_page, refused
from tests.support.web.full_box import unhurried_app

BUTTONS = "/api/buttons"


def press(client: FlaskClient, button: str, held: bool = False) -> None:
    answer = client.post(BUTTONS, json={"button": button, "held": held})
    assert (answer.status_code, answer.json) == (200, {"done": True})


def line_at_cursor(box: FakeBox) -> str:
    screen = box.menu.screen
    assert isinstance(screen, ListScreen)
    return in_words(screen.labels[screen._at], "en")


def test_a_held_press_opens_the_menu_and_short_ones_move_in_it(client: FlaskClient, box: FakeBox) -> None:
    dark = client.get("/api/screen.png").data
    press(client, "ok", held=True)
    first = client.get("/api/screen.png").data
    assert first != dark
    press(client, "next")
    assert line_at_cursor(box) == "Sound"
    assert client.get("/api/screen.png").data not in (dark, first)
    press(client, "back")
    assert client.get("/api/screen.png").data == first
    press(client, "ok", held=True)
    assert client.get("/api/screen.png").data == dark
    assert box.table.posted == []


def test_a_press_does_at_the_table_what_it_does_at_the_box(client: FlaskClient, box: FakeBox) -> None:
    for held in (False, True):
        press(client, "undo", held)
    assert box.table.posted == [Pressed("undo"), Pressed("undo_long")]


def test_a_phone_that_is_not_paired_presses_nothing(box: FakeBox) -> None:
    stranger = from_own_page(app_of(box).test_client())
    assert refused(stranger, BUTTONS, {"button": "ok", "held": True}) == (403, "not_paired")
    assert box.menu.screen is None


@pytest.mark.parametrize("wrong", [{}, {"button": "ok_long"}, {"button": "knob"}, {"button": "ok", "held": "yes"}])
def test_what_is_no_button_is_refused(client: FlaskClient, box: FakeBox, wrong: dict[str, object]) -> None:
    assert refused(client, BUTTONS, wrong) == (400, "web.error.bad_field")
    assert box.table.posted == []


def test_no_phone_opens_a_window_for_others_or_puts_a_code_away(client: FlaskClient, box: FakeBox) -> None:
    only_at_box = (422, "buttons.only_at_box")
    assert refused(client, BUTTONS, {"button": "next", "held": True}) == only_at_box
    assert box.pairing.code == ""
    box.pairing.open_window()  # by somebody at the box
    shown = box.pairing.shown
    assert refused(client, BUTTONS, {"button": "next", "held": True}) == only_at_box
    for button in ("ok", "back", "undo", "next"):
        assert refused(client, BUTTONS, {"button": button}) == (422, "buttons.code_is_shown")
    assert box.pairing.shown == shown
    box.buttons.press("next")
    assert box.pairing.code == ""
    assert box.table.posted == []


@pytest.fixture
def real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Box]:
    """A box with a seen display, a seat that a phone holds, and a power switch that nobody should press."""

    def power_off() -> None:
        raise AssertionError("a phone has switched the box off")

    monkeypatch.setattr("device.oled.menu.maintenance.power_off", power_off)
    with menu_box(tmp_path / "data", monkeypatch) as box:
        yield box


@pytest.fixture
def phone(real: Box) -> FlaskClient:
    return from_own_page(carry_phone(unhurried_app(real)))


def yes(box: Box, client: FlaskClient) -> tuple[int, str]:
    """Read the question of the menu to its end on the phone, move to “Yes” and press OK; gives the refusal."""
    screen = box.front.menu.screen
    assert isinstance(screen, YesNoScreen)
    while not screen._is_yes:
        press(client, "next")
    return refused(client, BUTTONS, {"button": "ok"})


def go_to(box: Box, client: FlaskClient, *labels: str) -> None:
    """Turn to each of these lines of the menu on the phone, and press OK."""
    press(client, "ok", held=True)
    for at, label in enumerate(labels):
        while at_cursor(box) != label:
            press(client, "next")
        if at < len(labels) - 1:
            press(client, "ok")


def test_what_only_somebody_at_the_box_may_do_is_refused_in_its_menu(real: Box, phone: FlaskClient) -> None:
    only_at_box = (422, "buttons.only_at_box")
    go_to(real, phone, "Network", "Code for a phone")
    assert refused(phone, BUTTONS, {"button": "ok"}) == only_at_box
    assert real.front.pairing.code == ""
    press(phone, "ok", held=True)
    for label in ("Safe mode", "Shut down"):
        go_to(real, phone, label)
        press(phone, "ok")
        assert yes(real, phone) == only_at_box
        press(phone, "ok", held=True)
    assert not real.front.safe_mode_wanted.is_set()
    open_at(real, "Safe mode")  # at the box, where a phone goes on
    assert yes(real, phone) == only_at_box
    pressed(real, "ok")
    assert real.front.safe_mode_wanted.is_set()


def test_no_phone_frees_the_seat_of_another(real: Box, phone: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = next(subject for subject in real.front.menu.subjects if isinstance(subject, Answers))
    posted: list[object] = []
    press(phone, "ok", held=True)
    monkeypatch.setattr(answers, "post", posted.append)
    answers._seat(0, "Aya").chosen()
    assert yes(real, phone) == (422, "buttons.only_at_box")
    assert posted == []
    pressed(real, "ok")
    eventually(lambda: len(posted) == 1)


def test_the_menu_can_be_used_on_a_page_where_nobody_sees_a_display_until_it_is_left(
    real: Box, phone: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    menu = real.front.menu
    monkeypatch.setattr(menu, "_clock", lambda: now[0])
    monkeypatch.setattr(type(real.hardware.display), "is_visible", False)
    monkeypatch.setattr(real.table, "post", lambda _event: done())
    pressed(real, "ok_long")
    assert menu.screen is None
    before = real.hardware.display.png()
    press(phone, "ok", held=True)
    press(phone, "next")
    menu.close_if_left()
    assert menu.screen is not None
    eventually(lambda: real.hardware.display.png() != before)
    now[0] += 60.0
    eventually(lambda: menu.screen is None)
