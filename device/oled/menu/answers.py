"""Moves taken back, and what people tell the box that the camera cannot see, from the menu."""

from device.oled.menu.widgets import Item, ListScreen, Navigator, Screen, TextScreen, YesNoScreen, sentences
from device.referee.choices import Choice, told
from device.table.events import Choose, TakeSeat, Undo
from device.table.live_table import LiveTable
from engines.messages import message

ANSWER_S = 30.0


class Answers:
    """What the menu tells the table about the game that is played."""

    def __init__(self, navigator: Navigator, table: LiveTable) -> None:
        self._navigator, self._table = navigator, table

    def items(self) -> list[Item]:
        """Its lines of the first screen."""
        seats = [Item(message("menu.free_seat"), self._free_seat)] if self._table.snapshot.seats.held else []
        return [
            Item(message("menu.take_back"), self._take_back),
            Item(message("menu.answer"), self._answer),
            *seats,
        ]

    def tell(self, event: object) -> Screen | None:
        """Give the table an event, and leave the menu when it has been handled; raises what the table refuses."""
        self._table.post(event).result(ANSWER_S)
        return None

    def _take_back(self) -> None:
        """Ask whether the last move is to be taken back."""
        title, now = message("menu.take_back"), self._table.snapshot
        if not now.moves:
            self._navigator.push(TextScreen(title, message("table.nothing_to_undo")))
            return
        event = Undo("button", now.known)
        text = sentences(now.moves[-1].said, message("menu.really_take_back"))
        self._navigator.push(YesNoScreen(title, text, lambda: self._navigator.do(title, lambda: self.tell(event))))

    def _answer(self) -> None:
        """List the answers to a question first, then what may be told at any time."""
        title, now = message("menu.answer"), self._table.snapshot
        choices = (*now.choices.question, *now.choices.untold)
        if not choices:
            self._navigator.push(TextScreen(title, message("menu.nothing_to_answer")))
            return
        items = [self._choice(choice, now.known) for choice in choices]
        asked = message("screen.which") if now.choices.question else message("screen.tell")
        self._navigator.push(ListScreen(asked, lambda: items))

    def _choice(self, choice: Choice, known: int) -> Item:
        title = message("screen.was_it")

        def words(language: str) -> str:
            return told(choice, language)

        def choose() -> None:
            self._navigator.do(title, lambda: self.tell(Choose(choice.key, "button", known)))

        return Item(words, lambda: self._navigator.push(YesNoScreen(title, words, choose)))

    def _free_seat(self) -> None:
        """List the seats that phones hold, each to be freed for another phone."""
        now = self._table.snapshot
        items = [self._seat(seat, now.view.players[seat]) for seat in now.seats.held]
        self._navigator.push(ListScreen(message("menu.free_seat"), lambda: items))

    def _seat(self, seat: int, player: str) -> Item:
        title, asked = message("menu.free_seat"), message("menu.really_free_seat", player=player)

        def free() -> None:
            self._navigator.do(title, lambda: self.tell(TakeSeat(seat, None)))

        return Item(player, lambda: self._navigator.push(YesNoScreen(title, asked, free)))
