"""The wiring test: the page shows each press, the buzzer beeps, and the display shows a test pattern."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path

from PIL import Image, ImageDraw

from device.hardware.buttons import Buttons
from device.hardware.buzzer import Buzzer
from device.hardware.display import SIZE, Display
from device.hardware.wiring import Wiring, keep_display_kind
from device.oled.canvas import SMALL, Page
from device.oled.panel import Greeting
from device.system.error_text import os_error_text
from engines.messages import Message, message

LISTEN_S = 8.0  # how long a test goes on after the page last called `listen`
PATTERN_S = 20.0
_SQUARE = 8


class ButtonTest:
    """Counts presses while buttons are tested, and keeps them from the table.

    A test ends by itself once its page is closed, so that nobody can forget to end it.

    >>> seconds = iter([0.0, 1.0, 1.0, 2.0, 99.0])
    >>> test = ButtonTest(lambda: next(seconds))
    >>> test.takes("ok")
    False
    >>> test.listen()
    >>> test.takes("ok"), test.takes("undo_long"), test.presses, test.takes("ok")
    (True, True, {'ok': 1, 'undo_long': 1}, False)
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.presses: Mapping[str, int] = {}
        self._clock, self._until = clock, float("-inf")

    def listen(self) -> None:
        """Begin the test, or prolong it; the page calls this again before `LISTEN_S` are over."""
        now = self._clock()
        if now >= self._until:
            self.presses = {}
        self._until = now + LISTEN_S

    def end(self) -> None:
        """End the test: the buttons are the table's again."""
        self._until = float("-inf")

    def takes(self, button: str) -> bool:
        """Count a press if a test is on; True keeps it from the table."""
        if self._clock() >= self._until:
            return False
        self.presses = {**self.presses, button: self.presses.get(button, 0) + 1}
        return True


class WiringTest:
    """Reports what is wrong with the wired parts, and tries each of them."""

    def __init__(
        self,
        wiring: Wiring,
        display: Display,
        buttons: Buttons,
        buzzer: Buzzer,
        greeting: Greeting,
        data: Path,
    ) -> None:
        self.wiring = wiring
        self._display, self._buttons, self._buzzer = display, buttons, buzzer
        self._greeting, self._data = greeting, data

    def troubles(self) -> dict[str, Message | None]:
        """What is wrong with buttons, buzzer and display, by part; None where no fault is known."""
        no_buttons = None if lamps(self.wiring) else message("wiring_test.no_buttons")
        return {
            "buttons": self._buttons.trouble or no_buttons,
            "buzzer": self.buzzer_trouble(),
            "display": self._display.trouble or self._unwired("display", self.wiring.display.kind),
        }

    def buzzer_trouble(self) -> Message | None:
        """Why no buzzer is heard; None where no fault is known."""
        return self._buzzer.trouble or self._unwired("buzzer", self.wiring.buzzer.kind)

    def beep(self) -> Message:
        """Beep; gives the message about it."""
        self._buzzer.play("over")
        if (trouble := self.buzzer_trouble()) is not None:
            return trouble
        if not self._buzzer.sound.is_on:
            return message("wiring_test.muted")
        return message("wiring_test.beeped", pin=self.wiring.buzzer.pin)

    def show_pattern(self) -> Message:
        """Show the test pattern for `PATTERN_S`; gives the message about it."""
        self._greeting.show_for((Page(pattern()),), PATTERN_S)
        return self.troubles()["display"] or message("wiring_test.pattern")

    def take_other_chip(self) -> Message:
        """Drive the display as the other kind of chip, now and after a restart, and show the pattern again."""
        kind = self._display.use_other_kind()
        said = message("wiring_test.other_chip", kind=kind) if kind else message("wiring_test.no_display")
        try:
            if kind:
                keep_display_kind(self._data, kind)
        except OSError as error:
            said = message("wiring_test.chip_not_kept", kind=kind, why=os_error_text(error))
        self._greeting.show_for((Page(pattern()),), PATTERN_S)
        return said

    @staticmethod
    def _unwired(part: str, kind: str) -> Message | None:
        return message(f"wiring_test.no_{part}") if kind == "none" else None


def pattern() -> Image.Image:
    """The test pattern (128 × 64 px, 1 bit), which makes a wrong or broken display obvious.

    An edge that is cut off or wraps round, or a picture of noise, means the other kind of chip; upside down means
    `upside_down`; dots or lines that are missing mean a broken display or a loose wire.
    """
    image = Image.new("1", SIZE)
    draw = ImageDraw.Draw(image)
    wide, high = SIZE
    draw.rectangle((0, 0, wide - 1, high - 1), outline=1)
    draw.line((0, 0, wide - 1, high - 1), fill=1)
    draw.line((0, high - 1, wide - 1, 0), fill=1)
    for column in range(0, wide, _SQUARE):
        for row in (2, 3):
            if (column // _SQUARE + row) % 2:
                draw.rectangle((column, row * _SQUARE, column + _SQUARE - 1, (row + 1) * _SQUARE - 1), fill=1)
    draw.polygon(((4, 14), (10, 4), (16, 14)), fill=1)  # points up
    words = f"{wide} x {high}"
    left = (wide - int(SMALL.getlength(words))) // 2
    draw.rectangle((left - 3, 44, wide - left + 2, 58), fill=0, outline=1)
    draw.text((left, 46), words, 1, SMALL)
    return image


def lamps(wiring: Wiring) -> dict[str, list[Message]]:
    """The lamps of the test by button name, each with its wiring: a button, the knob, or both."""
    found = {name: [message("wiring_test.at_pin", pin=pin)] for name, pin in wiring.buttons.items()}
    if (knob := wiring.encoder) is not None:
        turns = {"next": "wiring_test.knob_right", "back": "wiring_test.knob_left"}
        for name, key in turns.items():
            found.setdefault(name, []).append(message(key, a=knob.a, b=knob.b))
        if knob.press is not None:
            found.setdefault("ok", []).append(message("wiring_test.knob_pressed", pin=knob.press))
    return found
