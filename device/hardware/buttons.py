"""The buttons beside the display, each between a pin and ground, and the knob, read with gpiozero."""

import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Protocol, Self

from gpiozero import Button, RotaryEncoder

from device.hardware.pins import open_pins
from device.hardware.wiring import EncoderWiring
from device.system.faults import log_fault
from engines.messages import Message, message

# A cheap button's contacts bounce for up to twenty milliseconds; nobody presses twice in thirty.
BOUNCE_S = 0.03
HOLD_S = 1.0
# Interval between attempts to open pins that another program holds.
RETRY_S = 3.0
STUCK_S = 20.0  # a button held for this long is stuck
MAX_PRESSES_A_SECOND = 6  # a loose wire causes more
STILL_S = 5.0  # seconds without contact before a loose wire is trusted again


class _Button(Protocol):
    """The used part of gpiozero's button, which has no types."""

    is_pressed: bool
    when_pressed: Callable[[], None]
    when_held: Callable[[], None]
    when_released: Callable[[], None]


class Contact:
    """Reports a button's presses as `name` or `"<name>_long"`, unless no finger can have made them.

    Buttons get stuck, and their wires come loose; the pin itself is debounced. A button that was closed before the box
    began to listen reports nothing until it is released. `part` is its name in the texts.

    >>> names = []
    >>> contact = Contact("ok", "button/ok", names.append)
    >>> contact.pressed(); contact.released(); contact.pressed(); contact.held(); contact.released(); names
    ['ok', 'ok_long']
    """

    def __init__(
        self, name: str, part: str, report: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.part = part
        self._name, self._report, self._clock = name, report, clock
        self._closed_at_s: float | None = None
        self._is_counted = False
        self._presses: deque[float] = deque(maxlen=MAX_PRESSES_A_SECOND + 1)
        self._still_at_s = float("-inf")

    def closed_from_the_start(self) -> None:
        """Note that it was closed before anybody can have pressed it."""
        self._closed_at_s, self._is_counted = self._clock(), True

    @property
    def is_closed(self) -> bool:
        """Whether it is closed now."""
        return self._closed_at_s is not None

    def pressed(self) -> None:
        """Note that it closes."""
        now = self._clock()
        self._closed_at_s, self._is_counted = now, False
        self._presses.append(now)
        if self._is_loose(now) or (len(self._presses) > MAX_PRESSES_A_SECOND and now - self._presses[0] < 1.0):
            self._still_at_s, self._is_counted = now + STILL_S, True

    def held(self) -> None:
        """Note that it has been closed for a second."""
        if not self._is_counted:
            self._is_counted = True
            self._report(f"{self._name}_long")

    def released(self) -> None:
        """Note that it opens."""
        self._closed_at_s = None
        if not self._is_counted:
            self._is_counted = True
            self._report(self._name)

    def trouble(self) -> Message | None:
        """What is wrong with it now."""
        now, closed_at_s = self._clock(), self._closed_at_s
        if self._is_loose(now):
            return message("buttons.loose", button=self.part)
        if closed_at_s is not None and now - closed_at_s >= STUCK_S:
            return message("buttons.stuck", button=self.part)
        return None

    def _is_loose(self, now: float) -> bool:
        return now < self._still_at_s


class Buttons:
    """Reports every press by the button's name, and a long one as `"<name>_long"`.

        with Buttons({"ok": 5, "undo": 13}, lambda name: print(name)):
            input("Press the buttons. Enter ends. ")

    A short press counts when the button is released, a long one after a second, while it is still held. A knob (a
    rotary encoder) reports `next` for every step to the right and `back` for every one to the left; pressing it is
    `ok`. `pressed` is called in gpiozero's thread, so it should only pass the name on. Where the machine has no pins,
    `trouble` says so, and nothing is ever reported.
    """

    def __init__(
        self,
        pins: Mapping[str, int],
        pressed: Callable[[str], None],
        encoder: EncoderWiring | None = None,
        hold_s: float = HOLD_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.trouble: Message | None = None
        self._pins, self._encoder = pins, encoder
        self._pressed, self._hold_s, self._clock = pressed, hold_s, clock
        self._contacts: list[Contact] = []
        self._buttons = ExitStack()
        if pins or encoder:
            self._open_pins()

    def troubles(self) -> Mapping[str, Message]:
        """What is wrong with each button now; call it every second or so, since it also retries pins that failed."""
        if self.trouble is not None and self.trouble.key == "buttons.failed":
            if self._clock() >= self._tried_at_s + RETRY_S:
                self._open_pins()
            return {} if self.trouble is None else {"buttons": self.trouble}
        found = ((contact.part, contact.trouble()) for contact in self._contacts)
        return {part: said for part, said in found if said is not None}

    def closed(self) -> list[str]:
        """The names in the texts of the buttons that are closed now."""
        return [contact.part for contact in self._contacts if contact.is_closed]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._buttons.close()

    def _open_pins(self) -> None:
        self._tried_at_s = self._clock()
        self._contacts.clear()
        _, self.trouble = open_pins("buttons", self._open)

    def _open(self) -> None:
        with ExitStack() as opened:
            for name, pin in self._pins.items():
                self._listen(opened, pin, name, f"button/{name}")
            if (encoder := self._encoder) is not None:
                # The order of its edges distinguishes a step from a bounce, so no edge may be dropped.
                knob = opened.enter_context(RotaryEncoder(encoder.a, encoder.b, max_steps=0))
                knob.when_rotated_clockwise = lambda: self._report("next")
                knob.when_rotated_counter_clockwise = lambda: self._report("back")
                if encoder.press is not None:
                    self._listen(opened, encoder.press, "ok", "button/knob")
            # All of them work: keep them open.
            self._buttons = opened.pop_all()

    def _listen(self, opened: ExitStack, pin: int, name: str, part: str) -> None:
        contact = Contact(name, part, self._report, self._clock)
        button: _Button = opened.enter_context(Button(pin, bounce_time=BOUNCE_S, hold_time=self._hold_s))
        button.when_pressed = contact.pressed
        button.when_held = contact.held
        button.when_released = contact.released
        if button.is_pressed and not contact.is_closed:
            contact.closed_from_the_start()
        self._contacts.append(contact)

    def _report(self, name: str) -> None:
        try:
            self._pressed(name)
        except Exception as error:  # noqa: BLE001 — logged: it would end the thread in which all buttons are read
            log_fault(f"the button {name} was pressed in vain", error)
