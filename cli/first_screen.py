"""Shows the first text on the display before the heavy libraries load, which takes seconds on a Raspberry Pi.

Only the modules that draw and that drive the display are imported for it (measurements/start.json has the times).
"""

import logging
from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

from device.config.language import language_in
from device.hardware.wiring import DisplayWiring, usable_wiring
from device.system.release import PACKAGE, version_of
from device.system.start_options import Options, command_of

if TYPE_CHECKING:
    from PIL.Image import Image

    from device.hardware.display import Display
    from device.oled.pages.starting import Step

MAX_PAINT_S = 0.5  # wait for the first picture; a display that does not hang takes a tenth of a second

_log = logging.getLogger(__name__)


class FirstScreen:
    """Shows that the box is starting, from the beginning of the `with` block until the box takes over the display.

    The block waits at most `paint_s` for the first picture. Commands other than `run` leave the display alone. An error
    does not stop the start: the box opens the display again and reports what is wrong with it.
    """

    def __init__(self, words: Sequence[str], paint_s: float = MAX_PAINT_S) -> None:
        self._paint_s = paint_s
        options = Options.of(words)
        self._is_wanted = command_of(words) == "run" and not {"-h", "--help"} & set(words)
        self._data, self._language = options.data, options.language
        self._wiring: DisplayWiring | None = None
        self._display: Display | None = None
        self._open = ExitStack()

    def step(self, step: "Step") -> None:
        """Show the current step of the start."""
        if self._display is not None:
            self._display.show(self._picture(step))

    def open_display(self, wiring: DisplayWiring) -> "Display":
        """The open display with this wiring; the one that shows the first text stays lit. The caller closes it."""
        from device.hardware.display import open_display

        display, self._display = self._display, None
        if display is not None and wiring == self._wiring:
            self._open.pop_all()
            return display
        self._open.close()
        return open_display(wiring)

    def __enter__(self) -> Self:
        if self._is_wanted:
            try:
                self._show()
            except Exception:  # noqa: BLE001 — it is logged, and the box reports a broken display itself
                _log.exception("the box starts without its first text")
        return self

    def __exit__(self, *_: object) -> None:
        """Close the display, unless the box has taken it over."""
        self._open.close()

    def _show(self) -> None:
        from device.hardware.display import OledDisplay, open_display

        self._wiring = usable_wiring(self._data).display
        self._language = language_in(self._data, self._language)
        display = self._open.enter_context(open_display(self._wiring, self._picture("program")))
        # A stand-in is not kept: the bus may be there by the time the box opens the display.
        if isinstance(display, OledDisplay):
            display.tried.wait(self._paint_s)
            self._display = display

    def _picture(self, step: "Step") -> "Image":
        from device.oled.pages.starting import starting_page

        return starting_page(step, self._language, version_of(PACKAGE) or "").image
