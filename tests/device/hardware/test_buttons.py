"""The buttons, on gpiozero's own mock pins: presses reach the box by name, and a box without pins plays on."""

import threading

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from device.hardware.buttons import BOUNCE_S, Buttons
from device.hardware.wiring import load_wiring
from device.texts import say
from tests.support.waiting import PATIENCE_S

PINS = {"ok": 5, "undo": 13}


@pytest.fixture
def pins(monkeypatch):
    factory = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", factory)
    yield factory
    factory.reset()


class Presses(list):
    """What was pressed, in order; can be waited for."""

    def __init__(self):
        super().__init__()
        self.came = threading.Condition()

    def __call__(self, name):
        with self.came:
            self.append(name)
            self.came.notify()

    def wait_for(self, *names):
        with self.came:
            assert self.came.wait_for(lambda: self == list(names), timeout=PATIENCE_S), list(self)


def press(pin):
    pin.drive_low()


def let_go(pin):
    pin.drive_high()


def test_a_press_is_told_by_the_buttons_name_when_it_is_let_go(pins):
    presses = Presses()
    with Buttons(PINS, presses):
        press(pins.pin(13))
        assert presses == []
        let_go(pins.pin(13))
        presses.wait_for("undo")
        press(pins.pin(5))
        let_go(pins.pin(5))
        presses.wait_for("undo", "ok")


def test_a_long_press_is_told_while_the_button_is_held_and_not_again_as_a_short_one(pins):
    presses = Presses()
    with Buttons(PINS, presses, hold_s=0.01):
        press(pins.pin(5))
        presses.wait_for("ok_long")
        let_go(pins.pin(5))
    with Buttons(PINS, presses):
        press(pins.pin(5))
        let_go(pins.pin(5))
        presses.wait_for("ok_long", "ok")


def test_trembling_contacts_are_left_to_the_pin(pins):
    with Buttons(PINS, Presses()):
        assert {pins.pin(number).bounce for number in PINS.values()} == {BOUNCE_S}
        assert {pins.pin(number).pull for number in PINS.values()} == {"up"}


def test_after_the_box_has_ended_nothing_is_heard_and_the_pins_are_free(pins):
    presses = Presses()
    with Buttons(PINS, presses):
        pass
    press(pins.pin(5))
    let_go(pins.pin(5))
    with Buttons(PINS, presses) as buttons:
        assert buttons.trouble is None
    assert presses == []


def test_the_wiring_that_comes_with_the_box_works(pins):
    with Buttons(load_wiring().buttons, Presses()) as buttons:
        assert buttons.trouble is None


@pytest.mark.parametrize("language", ["en", "ja"])
def test_without_pins_the_box_says_so_once_and_goes_on(monkeypatch, language):
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    with Buttons(PINS, Presses()) as buttons:
        assert buttons.trouble.key == "buttons.no_pins"
        assert "python3-lgpio" in say(buttons.trouble, language)


def test_a_pin_that_is_taken_frees_the_others_and_is_said(pins):
    with Buttons({"ok": 5}, Presses()), Buttons({"next": 19, "back": 5}, Presses()) as late:
        assert late.trouble.key == "buttons.failed"
        assert "GPIO5" in say(late.trouble, "en")
        with Buttons({"next": 19}, Presses()) as after:
            assert after.trouble is None


def test_a_box_without_buttons_asks_for_no_pins(monkeypatch):
    monkeypatch.setattr(Device, "pin_factory", None)
    with Buttons({}, Presses()) as buttons:
        assert buttons.trouble is None


def test_a_press_that_fails_is_logged_and_the_next_one_counts(pins, caplog):
    presses = Presses()

    def told(name):
        if name == "ok":
            raise ZeroDivisionError
        presses(name)

    with Buttons(PINS, told):
        for pin in (5, 13):
            press(pins.pin(pin))
            let_go(pins.pin(pin))
        presses.wait_for("undo")
    assert [record.message for record in caplog.records] == ["unexpected error: the button ok was pressed in vain"]
