"""The buzzer: a few short sounds that announce what happened."""

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
# One note per step, None is silence. High notes for good news, low ones for problems; passive buzzers are loudest at
# the top.
SOUNDS: dict[Sound, tuple[str | None, ...]] = {
    "move": ("G6", None),
    "problem": ("A5", "A5", None, "E5", "E5", "E5", None),
    "over": ("C6", "E6", "G6", None, "E6", "G6", "G6", "G6", None),
}


class _Sounding(Protocol):
    """The used part of gpiozero's buzzers, which have no types: they play a list of values, one per step."""

    source: Iterable[object]
    source_delay: float

    def close(self) -> None: ...


class Buzzer:
    """Plays sounds without blocking.

        with Buzzer(load_wiring().buzzer) as buzzer:
            buzzer.play("move")

    `sound` may be switched at any time; with a `file` it is kept, and overrides the wiring's `muted`. Each note lasts
    `step_s`. Where the machine has no pins, `trouble` says so, and nothing is heard.
    """

    def __init__(self, wiring: BuzzerWiring, file: Path | None = None, step_s: float = STEP_S) -> None:
        self.sound = KeptSwitch(file, usual=not wiring.muted)
        self.trouble: Message | None = None
        self._device: _Sounding | None = None
        if wiring.kind != "none":
            self._device, self.trouble = open_pins("buzzer", lambda: _opened(wiring, step_s))

    def play(self, sound: Sound) -> None:
        """Start a sound; it replaces one that is still being played."""
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
    """A note for gpiozero's tonal buzzer: -1 is its lowest, 1 its highest."""
    return None if note is None else (Tone(note).midi - _MIDDLE.midi) / (12 * _OCTAVES)
