"""The first screen of the menu: all that can be done."""

from typing import TYPE_CHECKING

from device.oled.menu.answers import answer, free_seat, take_back
from device.oled.menu.ending import ask_safe_mode, ask_shut_down
from device.oled.menu.keeping import back_up, report
from device.oled.menu.lists import Item, ListScreen
from device.oled.menu.network import network_screen
from device.oled.menu.new_game import new_game
from device.oled.menu.sound import language_screen, sound_screen
from device.oled.menu.teach import teach_screen
from engines.messages import message

if TYPE_CHECKING:
    from device.oled.menu.menu import Menu


def main_screen(menu: "Menu") -> ListScreen:
    """The list that the menu begins with."""
    seats = [Item(message("menu.free_seat"), lambda: free_seat(menu))] if menu.box.table.snapshot.seated else []
    items = [
        Item(message("menu.new_game"), lambda: new_game(menu)),
        Item(message("menu.take_back"), lambda: take_back(menu)),
        Item(message("menu.answer"), lambda: answer(menu)),
        *seats,
        Item(message("menu.teach"), lambda: menu.open(teach_screen(menu))),
        Item(message("menu.network"), lambda: menu.open(network_screen(menu))),
        Item(message("menu.sound"), lambda: menu.open(sound_screen(menu))),
        Item(message("menu.language"), lambda: menu.open(language_screen(menu))),
        Item(message("menu.backup"), lambda: back_up(menu)),
        Item(message("menu.report"), lambda: report(menu)),
        Item(message("menu.safe_mode"), lambda: ask_safe_mode(menu)),
        Item(message("menu.shut_down"), lambda: ask_shut_down(menu)),
    ]
    return ListScreen(menu, message("menu.title"), lambda: items)
