"""Opens pins for buttons and buzzer, and turns failures into messages."""

import sys
import warnings
from collections.abc import Callable
from typing import TypeVar

from gpiozero import BadPinFactory, GPIOZeroError, PinFactoryFallback

from device.system.error_text import error_text
from engines.messages import Message, message

Opened = TypeVar("Opened")


def open_pins(part: str, open_them: Callable[[], Opened]) -> tuple[Opened | None, Message | None]:
    """The result of `open_them`, or the message where there are no pins or they fail.

    `part` is `"buttons"` or `"buzzer"`, and selects the texts.
    """
    try:
        with warnings.catch_warnings():
            # gpiozero warns about every pin library that it tried; one sentence is enough.
            warnings.simplefilter("ignore", PinFactoryFallback)
            return open_them(), None
    except BadPinFactory:
        return None, message(f"{part}.no_pins")
    except _faults() as fault:
        return None, message(f"{part}.failed", reason=error_text(fault))


def _faults() -> tuple[type[Exception], ...]:
    """The exceptions of pins: gpiozero's, the system's, and those of the pin library on a Pi."""
    lgpio = sys.modules.get("lgpio")
    return (GPIOZeroError, OSError, RuntimeError, *([lgpio.error] if lgpio else []))
