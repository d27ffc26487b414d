"""The buzzer: a few short sounds that say what happened to those who look at the table."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, Protocol, Self

import gpiozero
from gpiozero.tones import Tone

from device.hardware.pins import open_pins
from device.hardware.wiring import BuzzerWiring
from device.system.kept_switch import KeptSwitch
from engines.messages import Message

Sound = Literal["move", "problem", "over"]

STEP_S = 0.07
_MIDDLE, _OCTAVES = Tone("A5"), 2
# One note a step, None is silence. High for what is well, low for what is not; passive buzzers are loudest up there.
SOUNDS: dict[Sound, tuple[str | None, ...]] = {
    "move": ("G6", None),
    "problem": ("A5", "A5", None, "E5", "E5", "E5", None),
    "over": ("C6", "E6", "G6", None, "E6", "G6", "G6", "G6", None),
}


class _Sounding(Protocol):
    """What is used of gpiozero's buzzers, which have no types: they play a list of values, one every step."""

    source: Iterable[object]
    source_delay: float

    def close(self) -> None: ...


class Buzzer:
    """Plays sounds without keeping anybody waiting.

        with Buzzer(load_wiring().buzzer) as buzzer:
            buzzer.play("move")

    `sound` may be turned on and off at any time; in a `file` it is kept, and wins over the wiring's `muted`. Each note
    lasts `step_s`. Where the machine has no pins `trouble` says so, and nothing is heard.
    """

    def __init__(self, wiring: BuzzerWiring, file: Path | None = None, step_s: float = STEP_S) -> None:
        self.sound = KeptSwitch(file, usual=not wiring.muted)
        self.trouble: Message | None = None
        self._device: _Sounding | None = None
        if wiring.kind != "none":
            self._device, self.trouble = open_pins("buzzer", lambda: _opened(wiring, step_s))

    def play(self, sound: Sound) -> None:
        """Begin a sound; one that is still being played ends."""
        if self._device is None or not self.sound.is_on:
            return
        tone = isinstance(self._device, gpiozero.TonalBuzzer)
        self._device.source = [_height(note) if tone else note is not None for note in SOUNDS[sound]]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._device is not None:
            self._device.close()


def _opened(wiring: BuzzerWiring, step_s: float) -> _Sounding:
    device: _Sounding
    if wiring.kind == "tone":
        device = gpiozero.TonalBuzzer(wiring.pin, mid_tone=_MIDDLE, octaves=_OCTAVES)
    else:
        device = gpiozero.Buzzer(wiring.pin)
    device.source_delay = step_s
    return device


def _height(note: str | None) -> float | None:
    """A note as gpiozero's tonal buzzer takes it: -1 is its lowest, 1 its highest."""
    return None if note is None else (Tone(note).midi - _MIDDLE.midi) / (12 * _OCTAVES)
