"""The network from the menu: where the page is, a code for a phone, and a Wi-Fi of the box's own."""

from typing import TYPE_CHECKING

from device.oled.menu.lists import Item, ListScreen
from device.oled.menu.screen import Screen
from device.oled.menu.texts import PagesScreen, TextScreen, YesNoScreen
from device.oled.pages.join import wifi_page
from engines.messages import message

if TYPE_CHECKING:
    from device.oled.menu.menu import Menu

TITLE = message("menu.network")
WIFI = message("menu.own_wifi")


def network_screen(menu: "Menu") -> ListScreen:
    """What there is to do about the network."""
    items = [
        Item(message("menu.address"), lambda: menu.open(PagesScreen(menu, lambda _: menu.box.panel.joining))),
        Item(message("menu.phone_code"), menu.box.pairing.open_window),
        Item(WIFI, lambda: menu.do(WIFI, lambda: _ask(menu))),
    ]
    return ListScreen(menu, TITLE, lambda: items)


def _ask(menu: "Menu") -> Screen:
    """Whether to open the box's own Wi-Fi, or to close it; NetworkManager is asked which, which may take a while."""
    hotspot = menu.box.hotspot

    def start() -> Screen:
        access = hotspot.start()
        return PagesScreen(menu, lambda language: [wifi_page(access, language)], menu.home)

    def stop() -> Screen:
        hotspot.stop()
        return TextScreen(menu, WIFI, message("network.wifi_closed"), menu.home)

    said, change = ("close_wifi", stop) if hotspot.access else ("open_wifi", start)
    return YesNoScreen(menu, WIFI, message(f"menu.{said}"), lambda: menu.do(WIFI, change))
