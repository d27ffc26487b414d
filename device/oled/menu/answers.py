"""Moves taken back, and what people tell the box that the camera cannot see, from the menu."""

from typing import TYPE_CHECKING

from device.oled.menu.lists import Item, ListScreen
from device.oled.menu.screen import Screen, sentences
from device.oled.menu.texts import TextScreen, YesNoScreen
from device.referee.choices import Choice, told
from device.table.events import Choose, TakeSeat, Undo
from engines.messages import message

if TYPE_CHECKING:
    from device.oled.menu.menu import Menu

ANSWER_S = 30.0


def tell(menu: "Menu", event: object) -> Screen | None:
    """Give the table an event, and leave the menu when it has been handled; raises what the table refuses."""
    menu.box.table.post(event).result(ANSWER_S)
    return None


def take_back(menu: "Menu") -> None:
    """Ask whether the last move is to be taken back."""
    title, now = message("menu.take_back"), menu.box.table.snapshot
    if not now.moves:
        menu.open(TextScreen(menu, title, message("table.nothing_to_undo")))
        return
    event = Undo("button", now.known)
    text = sentences(now.moves[-1].said, message("menu.really_take_back"))
    menu.open(YesNoScreen(menu, title, text, lambda: menu.do(title, lambda: tell(menu, event))))


def answer(menu: "Menu") -> None:
    """List the answers to a question first, then what may be told at any time."""
    title, now = message("menu.answer"), menu.box.table.snapshot
    choices = (*now.question, *now.untold)
    if not choices:
        menu.open(TextScreen(menu, title, message("menu.nothing_to_answer")))
        return
    items = [_item(menu, choice, now.known) for choice in choices]
    asked = message("screen.which") if now.question else message("screen.tell")
    menu.open(ListScreen(menu, asked, lambda: items))


def _item(menu: "Menu", choice: Choice, known: int) -> Item:
    title = message("screen.was_it")

    def words(language: str) -> str:
        return told(choice, language)

    def choose() -> None:
        menu.do(title, lambda: tell(menu, Choose(choice.key, "button", known)))

    return Item(words, lambda: menu.open(YesNoScreen(menu, title, words, choose)))


def free_seat(menu: "Menu") -> None:
    """List the seats that phones hold, each to be freed for another phone."""
    now = menu.box.table.snapshot
    items = [_seat(menu, seat, now.players[seat]) for seat in now.seated]
    menu.open(ListScreen(menu, message("menu.free_seat"), lambda: items))


def _seat(menu: "Menu", seat: int, player: str) -> Item:
    title, asked = message("menu.free_seat"), message("menu.really_free_seat", player=player)

    def free() -> None:
        menu.do(title, lambda: tell(menu, TakeSeat(seat, None)))

    return Item(player, lambda: menu.open(YesNoScreen(menu, title, asked, free)))
