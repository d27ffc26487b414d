"""What the buttons of the box do."""

from typing import TYPE_CHECKING

from device.oled.menu.menu import OPENS as OPENS_MENU
from device.table.events import Choose, Pressed

if TYPE_CHECKING:
    from device.box import Box

PAGES_TURNED = {"next": 1, "back": -1}
OPENS_WINDOW = "next_long"


def press(box: "Box", button: str) -> None:
    """Do what a pressed button asks for.

    OK, held down, opens the menu, which has all buttons as long as it is open. Otherwise two buttons turn the display's
    pages, and OK takes the choice on the display, or does at the demo table what its page says; the table handles the
    others.

    While a code for phones covers the display, or it shows a new box's QR code, any button removes that and does
    nothing else; but *next*, held down, always shows a new code, whatever strangers have done, and a new box's menu is
    opened at once.
    """
    box.display.wake()
    if box.button_test.takes(button):
        return
    if button == OPENS_WINDOW:
        box.pairing.open_window()
    elif (
        (box.display.is_seen and box.pairing.put_away())
        or (box.panel.end_welcome() and button != OPENS_MENU)
        or box.menu.press(button)
    ):
        return
    elif button in PAGES_TURNED:
        box.panel.turn(PAGES_TURNED[button])
    elif button == "ok" and (key := box.panel.choice()) is not None:
        box.table.post(Choose(key, "button"))
    elif button == "ok" and box.demo is not None and (name := box.panel.game()) is not None:
        box.table.post(box.demo.usual_game(name, box.language.code))
    elif button == "ok" and box.demo is not None and (control := box.panel.control()) is not None:
        box.demo.press(control)
    else:
        box.table.post(Pressed(button))
