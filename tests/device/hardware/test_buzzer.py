"""The buzzer, on gpiozero's own mock pins: what is heard, and that nobody waits for it."""

import threading

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin
from gpiozero.threads import GPIOThread
from gpiozero.tones import Tone

from device.hardware.buzzer import SOUNDS, Buzzer
from device.hardware.wiring import BuzzerWiring
from device.system.data_folder import BUZZER
from device.texts import LANGUAGES, say
from tests.support.waiting import PATIENCE_S

TONE = BuzzerWiring("tone", pin=18, muted=False)
BEEP = BuzzerWiring("beep", pin=18, muted=False)
STEP_S = 0.001


@pytest.fixture
def pins(monkeypatch):
    factory = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(Device, "pin_factory", factory)
    yield factory
    factory.reset()


@pytest.fixture
def heard(monkeypatch):
    """The frequencies that a passive buzzer is given, None for silence."""
    frequencies = []
    set_frequency = MockPWMPin._set_frequency

    def note(pin, value):
        frequencies.append(value)
        set_frequency(pin, value)

    monkeypatch.setattr(MockPWMPin, "_set_frequency", note)
    return frequencies


def finish():
    """Waits until the sound has ended: gpiozero plays it in a thread."""
    for thread in threading.enumerate():
        if isinstance(thread, GPIOThread):
            thread.join(PATIENCE_S)
            assert not thread.is_alive()


@pytest.mark.parametrize("sound", SOUNDS)
def test_a_passive_buzzer_plays_the_notes(pins, heard, sound):
    with Buzzer(TONE, step_s=STEP_S) as buzzer:
        heard.clear()
        buzzer.play(sound)
        finish()
        notes = [note and pytest.approx(Tone(note).frequency) for note in SOUNDS[sound]]
        assert heard == notes
        assert heard[-1] is None


@pytest.mark.parametrize("sound", SOUNDS)
def test_an_active_buzzer_beeps_in_the_same_rhythm_and_is_silent_after_the_end(pins, sound):
    with Buzzer(BEEP, step_s=STEP_S) as buzzer:
        pin = pins.pin(18)
        pin.clear_states()
        buzzer.play(sound)
        finish()
        rhythm = [note is not None for note in SOUNDS[sound]]
        changes = [on for before, on in zip([False, *rhythm], rhythm, strict=False) if before != on]
        assert [bool(state.state) for state in pin.states[1:]] == changes
        assert not pin.state
    with Buzzer(BEEP) as buzzer:
        buzzer.play(sound)
    assert not pins.pin(18).state


def test_a_muted_buzzer_is_silent_until_it_is_not_and_a_new_sound_ends_the_one_before(pins, heard):
    with Buzzer(BuzzerWiring("tone", pin=18, muted=True), step_s=STEP_S) as buzzer:
        heard.clear()
        buzzer.play("problem")
        assert heard == []
        buzzer.sound.turn(True)
        buzzer.play("over")
        buzzer.play("move")
        finish()
        assert heard[-2:] == [pytest.approx(Tone("G6").frequency), None]


def test_what_was_switched_at_the_box_is_kept_and_wins_over_the_wiring(pins, tmp_path):
    for is_on in (False, True):
        with Buzzer(BuzzerWiring("tone", pin=18, muted=is_on), tmp_path / BUZZER) as buzzer:
            assert buzzer.sound.turn(is_on) is None
        with Buzzer(BuzzerWiring("tone", pin=18, muted=is_on), tmp_path / BUZZER) as buzzer:
            assert buzzer.sound.is_on == is_on
    (tmp_path / BUZZER).write_text("{")
    damaged = Buzzer(TONE, tmp_path / BUZZER).sound
    assert (damaged.is_on, damaged.trouble.key) == (True, "kept.damaged")


@pytest.mark.parametrize(
    ("factory", "kind", "key", "fact"),
    [
        (None, "tone", "buzzer.no_pins", ""),
        (MockFactory(pin_class=MockPin), "tone", "buzzer.failed", "PWM"),
        (None, "none", None, ""),
    ],
)
def test_without_pins_that_play_notes_the_game_goes_on_without_sounds(monkeypatch, factory, kind, key, fact):
    monkeypatch.setattr(Device, "pin_factory", factory)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    with Buzzer(BuzzerWiring(kind, pin=18, muted=False)) as buzzer:
        assert (buzzer.trouble and buzzer.trouble.key) == key
        assert key is None or all(fact in say(buzzer.trouble, language) for language in LANGUAGES)
        buzzer.play("move")
