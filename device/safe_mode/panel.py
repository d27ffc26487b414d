"""The display and the buttons in safe mode, as far as they work."""

import logging
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Self

from device.hardware.wiring import usable_wiring
from device.phones.pairing import Shown
from device.texts import say
from engines.messages import Message, message

if TYPE_CHECKING:
    from device.hardware.display import Display
    from device.oled.canvas import Page
    from device.oled.carousel import Carousel
    from device.system.hotspot_profile import HotspotAccess

PAGES_TURNED = {"next": 1, "back": -1}

_log = logging.getLogger(__name__)


class SafePanel:
    """Shows what is wrong and how to go on, and reports held buttons, within its `with` block.

    Nothing here raises: a library that draws, or reaches the bus and the pins, may be what keeps the box from starting.
    """

    def __init__(self, data: Path, language: str, said: Message, pressed: Callable[[str], None]) -> None:
        self._data, self._language, self._said, self._pressed = data, language, said, pressed
        self._display: Display | None = None
        self._carousel: Carousel | None = None
        self._code = Shown()
        self._open = ExitStack()

    @property
    def is_visible(self) -> bool:
        """Whether people beside the box can see what is shown."""
        return self._display is not None and self._display.is_visible

    def greet(self, address: str, name: str = "", access: "HotspotAccess | None" = None) -> None:
        """Also show how phones join."""
        self._try(lambda: self._put(pages(self._said, self._language, address, name, access)))

    def show_code(self, code: Shown) -> None:
        """Cover the display with a pairing code as long as there is one."""
        if code != self._code:
            self._code = code
            self._try(lambda: self._cover(code))

    def png(self) -> bytes:
        """What is shown, as a PNG file, without a code; empty where nothing can be drawn."""
        return b"" if self._display is None else self._display.png()

    def __enter__(self) -> Self:
        self._try(self._open_display)
        self._try(self._open_buttons)
        return self

    def __exit__(self, *_: object) -> None:
        self._try(self._open.close)

    def _try(self, step: Callable[[], None]) -> None:
        try:
            step()
        except Exception:  # noqa: BLE001 — see the class; it is logged, and the rest of safe mode goes on
            _log.exception("safe mode goes on without this")

    def _open_display(self) -> None:
        from device.hardware.display import open_display
        from device.oled.carousel import Carousel

        self._display = self._open.enter_context(open_display(usable_wiring(self._data).display))
        self._carousel = self._open.enter_context(Carousel(self._display))
        self._put(pages(self._said, self._language))

    def _open_buttons(self) -> None:
        from device.hardware.buttons import Buttons

        wiring = usable_wiring(self._data)
        self._open.enter_context(Buttons(wiring.buttons, self._button, wiring.encoder))

    def _put(self, shown: "tuple[Page, ...]") -> None:
        if self._carousel is not None:
            self._carousel.put(shown)

    def _cover(self, code: Shown) -> None:
        from device.oled.pages.join import code_page

        if self._display is not None:
            self._display.cover(code_page(code.digits, self._language, code.is_window).image if code.digits else None)

    def _button(self, button: str) -> None:
        if self._display is not None:
            self._display.wake()
        if button in PAGES_TURNED and not self._code.digits and self._carousel is not None:
            self._carousel.turn(PAGES_TURNED[button])
        else:
            self._pressed(button)


def pages(
    said: Message, language: str, address: str = "", name: str = "", access: "HotspotAccess | None" = None
) -> "tuple[Page, ...]":
    """The pages of the display: what is wrong, what to do, and the web page's address, if it has one."""
    from device.oled.canvas import WARNING, titled_pages, with_dots
    from device.oled.pages.join import joining_pages

    def titled(key: str, about: Message) -> "list[Page]":
        return titled_pages(say(message(f"safe_mode.screen.{key}"), language), say(about, language), WARNING)

    shown = [*titled("title", said), *titled("todo", message("safe_mode.screen.buttons"))]
    return with_dots([*shown, *(joining_pages(address, language, name, access) if address else ())])
