"""Safe mode and switching off, from the menu; both are asked first."""

from typing import TYPE_CHECKING

from device.oled.menu.screen import Screen
from device.oled.menu.texts import BusyScreen, TextScreen, YesNoScreen
from device.system.power import power_off
from engines.messages import message

if TYPE_CHECKING:
    from device.oled.menu.menu import Menu

SAFE_MODE, SHUT_DOWN = message("menu.safe_mode"), message("menu.shut_down")


def ask_safe_mode(menu: "Menu") -> None:
    """Ask, and have the program end and begin again in safe mode."""

    def begin() -> None:
        menu.open(BusyScreen(menu, SAFE_MODE))
        menu.box.safe_mode_wanted.set()

    menu.open(YesNoScreen(menu, SAFE_MODE, message("menu.really_safe_mode"), begin))


def ask_shut_down(menu: "Menu") -> None:
    """Ask, and switch the machine off; what to do then stays on the display."""

    def shut_down() -> Screen:
        menu.box.display.stays_lit = True
        try:
            power_off()
        except BaseException:
            menu.box.display.stays_lit = False
            raise
        return TextScreen(menu, SHUT_DOWN, message("menu.off"), menu.leave)

    def begin() -> None:
        menu.do(SHUT_DOWN, shut_down, message("menu.off"))

    menu.open(YesNoScreen(menu, SHUT_DOWN, message("menu.really_shut_down"), begin))
