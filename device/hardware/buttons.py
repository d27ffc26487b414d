"""The buttons beside the display, each between a pin and ground, read with gpiozero."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Protocol, Self

from gpiozero import Button

from device.hardware.pins import open_pins
from device.system.faults import log_fault
from engines.messages import Message

# A cheap button's contacts tremble for up to twenty milliseconds; nobody presses twice in thirty.
BOUNCE_S = 0.03
HOLD_S = 1.0


class _Button(Protocol):
    """What is used of gpiozero's button, which has no types."""

    when_held: Callable[[], None]
    when_released: Callable[[], None]


class Buttons:
    """Tells of every press by the button's name, and of a long one by `"<name>_long"`.

        with Buttons({"ok": 5, "undo": 13}, lambda name: print(name)):
            input("Press the buttons. Enter ends. ")

    A short press counts when the button is let go, a long one after a second, while it is still held. `pressed` is
    called in gpiozero's thread, so it should only pass the name on; what it raises is logged, since that thread could
    not go on. Where the machine has no pins `trouble` says so,
    and nothing is ever pressed.
    """

    def __init__(self, pins: Mapping[str, int], pressed: Callable[[str], None], hold_s: float = HOLD_S) -> None:
        self.trouble: Message | None = None
        self._buttons = ExitStack()
        if pins:
            _, self.trouble = open_pins("buttons", lambda: self._open(pins, pressed, hold_s))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._buttons.close()

    def _open(self, pins: Mapping[str, int], pressed: Callable[[str], None], hold_s: float) -> None:
        with ExitStack() as opened:
            for name, pin in pins.items():
                button = opened.enter_context(Button(pin, bounce_time=BOUNCE_S, hold_time=hold_s))
                _listen(button, name, pressed)
            # All of them work: keep them open.
            self._buttons = opened.pop_all()


def _listen(button: _Button, name: str, heard: Callable[[str], None]) -> None:
    was_long = False

    def pressed(name: str) -> None:
        try:
            heard(name)
        except Exception as error:  # noqa: BLE001 — logged: it would end the thread in which all buttons are read
            log_fault(f"the button {name} was pressed in vain", error)

    def held() -> None:
        nonlocal was_long
        was_long = True
        pressed(f"{name}_long")

    def released() -> None:
        nonlocal was_long
        if not was_long:
            pressed(name)
        was_long = False

    button.when_held = held
    button.when_released = released
