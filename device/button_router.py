"""Routes each press of a button to the part of the box that handles it."""

from device.config.language import BoxLanguage
from device.demo.demo import Demo, usual_game
from device.hardware.display import Display
from device.oled.canvas import Page
from device.oled.menu.menu import OPENS as OPENS_MENU
from device.oled.menu.menu import Menu, OnlyAtBox
from device.oled.panel import Panel
from device.phones.pairing import Pairing
from device.table.events import Choose, Pressed
from device.table.live_table import LiveTable
from device.wiring_check import ButtonTest
from engines.messages import message

PAGES_TURNED = {"next": 1, "back": -1}
OPENS_WINDOW = "next_long"


class ButtonRouter:
    """Routes each press of a button to the part of the box that handles it.

    *Next*, held down, always shows a new pairing code, whatever strangers have done. Any other button only removes
    such a code or a new box's QR code; the button of the menu also opens the menu from the QR code.
    """

    def __init__(
        self,
        display: Display,
        panel: Panel,
        menu: Menu,
        button_test: ButtonTest,
        pairing: Pairing,
        table: LiveTable,
        language: BoxLanguage,
        demo: Demo | None,
    ) -> None:
        self._display, self._panel, self._menu, self._button_test = display, panel, menu, button_test
        self._pairing, self._table, self._language, self._demo = pairing, table, language, demo

    def press(self, button: str, at_box: bool = True) -> None:
        """Handle a press; not `at_box`: a paired phone pressed it on the page, which raises `OnlyAtBox` for some."""
        if not at_box:
            self._check_code(button)
        self._display.wake()
        if self._button_test.takes(button):
            return
        if button == OPENS_WINDOW:
            self._pairing.open_window()
        elif (
            (at_box and self._display.is_visible and self._pairing.put_away())
            or (self._panel.greeting.end_welcome() and button != OPENS_MENU)
            or self._menu.press(button, at_box)
        ):
            return
        elif button in PAGES_TURNED:
            self._panel.turn(PAGES_TURNED[button])
        elif button != "ok" or not self._take(self._panel.page):
            self._table.post(Pressed(button))

    def _check_code(self, button: str) -> None:
        """Raise `OnlyAtBox` for a press on the page that would show a code, or put one away."""
        if button == OPENS_WINDOW:
            raise OnlyAtBox(message("buttons.only_at_box"))
        if self._display.is_visible and self._pairing.code:
            raise OnlyAtBox(message("buttons.code_is_shown"))

    def _take(self, page: Page | None) -> bool:
        """Take the choice on a page, or do the demo action on it; False where the page has neither."""
        demo = self._demo
        if page is not None and page.choice is not None:
            self._table.post(Choose(page.choice, "button"))
        elif page is not None and demo is not None and page.game is not None:
            self._table.post(usual_game(page.game, self._language.code))
        elif page is not None and demo is not None and page.control is not None:
            demo.press(page.control)
        else:
            return False
        return True
