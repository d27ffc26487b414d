"""The buttons, on gpiozero's own mock pins: presses reach the box by name, and a box without pins plays on."""

import random
from unittest.mock import Mock, call

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin
from hypothesis import given, settings
from hypothesis import strategies as st

from device.hardware.buttons import BOUNCE_S, MAX_PRESSES_A_SECOND, RETRY_S, STILL_S, STUCK_S, Buttons
from device.hardware.wiring import EncoderWiring, load_wiring
from device.texts import LANGUAGES, say
from engines.messages import message
from tests.support.clock import Clock
from tests.support.waiting import eventually

PINS = {"ok": 5, "undo": 13}
KNOB = EncoderWiring(a=23, b=24, press=25)
KNOB_PINS = (23, 24)
TO_THE_RIGHT = ((0, False), (1, False), (0, True), (1, True))  # which contact, and whether it opens
TO_THE_LEFT = ((1, False), (0, False), (1, True), (0, True))


@pytest.fixture
def pins(monkeypatch):
    factory = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", factory)
    yield factory
    factory.reset()


def press(pin):
    pin.drive_low()


def let_go(pin):
    pin.drive_high()


def click(pin):
    press(pin)
    let_go(pin)


class SteadyPin(MockPin):
    """A pin that tells of a change as lgpio does: only when it has stayed so for the time that bounces may take."""

    def tremble(self, edges, ends_s):
        """Edges as (seconds, whether high), of which only the steady ones are told."""
        for (at_s, high), (until_s, _) in zip(edges, [*edges[1:], (ends_s, None)], strict=True):
            if until_s - at_s >= self.bounce:
                self.drive_high() if high else self.drive_low()


def trembling(chance, begins_s, high):
    """A contact's edges as it changes within twenty milliseconds at most; the last one lasts."""
    times = sorted(begins_s + chance.uniform(0, 0.02) for _ in range(chance.randrange(0, 8) * 2))
    return [(at_s, high if number % 2 == 0 else not high) for number, at_s in enumerate([begins_s, *times])]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.lists(st.floats(0.06, 0.8), min_size=1, max_size=8))
def test_however_contacts_tremble_each_press_is_one(seed, holds):
    chance, edges, now_s = random.Random(seed), [], 0.0
    for hold_s in holds:
        edges += trembling(chance, now_s, high=False) + trembling(chance, now_s + hold_s, high=True)
        now_s += hold_s + 0.3
    factory, presses = MockFactory(pin_class=SteadyPin), []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Device, "pin_factory", factory)
        clock = Clock()
        with Buttons({"undo": 13}, presses.append, clock=lambda: clock.now):
            for edge, after in zip(edges, [*edges[1:], (now_s, None)], strict=True):
                clock.now = 1000 + edge[0]
                factory.pin(13).tremble([edge], after[0])
        factory.reset()
    assert presses == ["undo"] * len(holds)


def test_a_press_is_told_by_the_buttons_name_when_it_is_let_go_and_a_long_one_while_it_is_held(pins):
    presses = []
    with Buttons(PINS, presses.append, hold_s=3600.0):
        press(pins.pin(5))
        press(pins.pin(13))  # two at once are two presses
        assert presses == []
        let_go(pins.pin(5))
        let_go(pins.pin(13))
    assert presses == ["ok", "undo"]
    with Buttons(PINS, presses.append, hold_s=0.01):
        press(pins.pin(5))
        eventually(lambda: presses == ["ok", "undo", "ok_long"])
        let_go(pins.pin(5))
    click(pins.pin(5))  # the box has ended
    with Buttons(PINS, presses.append) as buttons:
        assert buttons.trouble is None
        click(pins.pin(5))
    assert presses == ["ok", "undo", "ok_long", "ok"]


def test_a_button_that_is_stuck_is_named_and_works_again_when_it_is_let_go(pins):
    presses, clock = [], Clock()
    with Buttons(PINS, presses.append, clock=clock) as buttons:
        press(pins.pin(13))
        eventually(lambda: presses == ["undo_long"])
        clock.now += STUCK_S - 1
        assert buttons.troubles() == {}
        clock.now += 1
        assert buttons.troubles() == {"button/undo": message("buttons.stuck", button="button/undo")}
        click(pins.pin(5))
        let_go(pins.pin(13))
        assert buttons.troubles() == {}
        click(pins.pin(13))
    assert presses == ["undo_long", "ok", "undo"]


def test_a_button_that_is_stuck_from_the_start_takes_nothing_back(monkeypatch):
    class StuckPin(MockPin):
        def _set_pull(self, value):
            super()._set_pull(value)
            self._change_state(self.info.name != "GPIO13")

    factory, presses, clock = MockFactory(pin_class=StuckPin), [], Clock()
    monkeypatch.setattr(Device, "pin_factory", factory)
    with Buttons(PINS, presses.append, hold_s=0.001, clock=clock) as buttons:
        assert buttons.closed() == ["button/undo"]
        clock.now += STUCK_S
        assert set(buttons.troubles()) == {"button/undo"}
        let_go(factory.pin(13))
        assert (buttons.troubles(), buttons.closed()) == ({}, [])
        assert presses == []
        press(factory.pin(13))
        eventually(lambda: presses == ["undo_long"])
    factory.reset()


def test_a_loose_wire_takes_not_fifty_moves_back(pins):
    presses, clock = [], Clock()
    with Buttons(PINS, presses.append, clock=clock) as buttons:
        for _ in range(50):
            press(pins.pin(13))
            clock.now += 0.04
            let_go(pins.pin(13))
            clock.now += 0.04
        assert presses == ["undo"] * MAX_PRESSES_A_SECOND
        assert buttons.troubles() == {"button/undo": message("buttons.loose", button="button/undo")}
        clock.now += STILL_S - 1
        click(pins.pin(13))  # it still flutters
        clock.now += STILL_S
        assert buttons.troubles() == {}
        click(pins.pin(13))
        assert presses == ["undo"] * (MAX_PRESSES_A_SECOND + 1)
        presses.clear()
        for _ in range(40):  # whoever pages on quickly is no loose wire
            click(pins.pin(5))
            clock.now += 0.17
        assert (presses, buttons.troubles()) == (["ok"] * 40, {})


def turn(pins, steps, trembles=lambda: 0):
    for contact, opens in steps:
        pin = pins.pin(KNOB_PINS[contact])
        to, back = (let_go, press) if opens else (press, let_go)
        to(pin)
        for _ in range(trembles()):
            back(pin)
            to(pin)


def test_a_knob_turns_the_pages_and_is_pressed(pins):
    presses = []
    with Buttons({}, presses.append, KNOB, hold_s=0.01) as buttons:
        assert buttons.trouble is None
        for steps in (TO_THE_RIGHT, TO_THE_RIGHT, TO_THE_LEFT):
            turn(pins, steps)
        assert presses == ["next", "next", "back"]
        press(pins.pin(25))
        eventually(lambda: presses[3:] == ["ok_long"])
        let_go(pins.pin(25))
    with Buttons({}, presses.append, KNOB):
        click(pins.pin(25))
    assert presses[3:] == ["ok_long", "ok"]


@settings(max_examples=10, deadline=None)
@given(st.lists(st.booleans(), max_size=20), st.integers(0, 10**6))
def test_a_knob_that_is_turned_fast_and_trembles_loses_no_step(turns, seed):
    chance, factory, presses = random.Random(seed), MockFactory(), []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Device, "pin_factory", factory)
        with Buttons(PINS, presses.append, KNOB) as buttons:
            for is_right in turns:
                turn(factory, TO_THE_RIGHT if is_right else TO_THE_LEFT, lambda: chance.randrange(4))
            assert buttons.troubles() == {}
        factory.reset()
    assert presses == ["next" if is_right else "back" for is_right in turns]


def test_a_knob_that_is_not_turned_to_its_next_step_tells_nothing(pins):
    presses = []
    with Buttons({}, presses.append, KNOB):
        turn(pins, TO_THE_RIGHT[:2])
        turn(pins, ((1, True), (0, True)))
        for _ in range(50):  # a loose wire
            turn(pins, ((0, False), (0, True)))
        assert presses == []
        turn(pins, TO_THE_RIGHT)
        assert presses == ["next"]


def test_the_wiring_that_comes_with_the_box_works_and_trembling_contacts_are_left_to_the_pin(pins):
    wired = load_wiring().buttons
    with Buttons(wired, print) as buttons:
        assert buttons.trouble is None
        assert {(pins.pin(number).bounce, pins.pin(number).pull) for number in wired.values()} == {(BOUNCE_S, "up")}


def test_without_pins_the_box_says_so_unless_it_has_no_buttons(monkeypatch):
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    with Buttons(PINS, print) as buttons:
        assert buttons.trouble.key == "buttons.no_pins"
        assert all("python3-lgpio" in say(buttons.trouble, language) for language in LANGUAGES)
    with Buttons({}, print) as buttons:
        assert buttons.trouble is None


def test_pins_that_another_program_holds_are_said_leave_the_others_free_and_are_used_when_they_are_free(pins):
    presses, clock = [], Clock()
    with Buttons({"ok": 5}, print) as other, Buttons({"next": 19, "back": 5}, presses.append, clock=clock) as late:
        assert late.trouble.key == "buttons.failed"
        assert all("GPIO5" in say(late.trouble, language) for language in LANGUAGES)
        with Buttons({"next": 19}, print) as after:
            assert after.trouble is None
        other.__exit__()
        assert late.troubles() == {"buttons": late.trouble}
        clock.now += RETRY_S
        assert (late.troubles(), late.trouble) == ({}, None)
        click(pins.pin(5))
        assert presses == ["back"]


def test_a_press_that_fails_is_logged_and_the_next_one_counts(pins, caplog):
    told = Mock(side_effect=[ZeroDivisionError, None])
    with Buttons(PINS, told):
        click(pins.pin(5))
        click(pins.pin(13))
    assert told.mock_calls == [call("ok"), call("undo")]
    assert [record.message for record in caplog.records] == ["unexpected error: the button ok was pressed in vain"]
