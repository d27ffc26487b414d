"""What buttons and buzzer share: how pins fail, and what that means to people."""

import sys
import warnings
from collections.abc import Callable
from typing import TypeVar

from gpiozero import BadPinFactory, GPIOZeroError, PinFactoryFallback

from device.system.error_text import error_text
from engines.messages import Message, message

Opened = TypeVar("Opened")


def open_pins(part: str, open_them: Callable[[], Opened]) -> tuple[Opened | None, Message | None]:
    """What `open_them` opened, or what to say where there are no pins or they fail.

    `part` is `"buttons"` or `"buzzer"`, whose texts are used.
    """
    try:
        with warnings.catch_warnings():
            # gpiozero warns of every way to reach pins that it tried in vain; one sentence is enough.
            warnings.simplefilter("ignore", PinFactoryFallback)
            return open_them(), None
    except BadPinFactory:
        return None, message(f"{part}.no_pins")
    except _faults() as fault:
        return None, message(f"{part}.failed", reason=error_text(fault))


def _faults() -> tuple[type[Exception], ...]:
    """What pins raise: gpiozero's errors, the system's, and those of the library that reaches them on a Pi."""
    lgpio = sys.modules.get("lgpio")
    return (GPIOZeroError, OSError, RuntimeError, *([lgpio.error] if lgpio else []))
