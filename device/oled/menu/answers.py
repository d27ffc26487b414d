"""Menu entries that take moves back, and enter what the camera cannot see."""

from device.oled.menu.menu import Menu
from device.oled.menu.widgets import Item, ListScreen, Screen, TextScreen, sentences
from device.referee.choices import Choice, choice_in_words
from device.table.events import Choose, TakeSeat, Undo
from device.table.live_table import LiveTable
from engines.messages import message

ANSWER_S = 30.0


class Answers:
    """Menu entries about the current game."""

    def __init__(self, menu: Menu, table: LiveTable) -> None:
        self._menu, self._table = menu, table

    def items(self) -> list[Item]:
        """Its items on the first screen."""
        seats = [Item(message("menu.free_seat"), self._free_seat)] if self._table.snapshot.seats.held else []
        return [
            Item(message("menu.take_back"), self._take_back),
            Item(message("menu.answer"), self._answer),
            *seats,
        ]

    def post(self, event: object) -> Screen | None:
        """Post an event to the table, and leave the menu once it is handled; raises the table's refusals."""
        self._table.post(event).result(ANSWER_S)
        return None

    def _take_back(self) -> None:
        """Ask whether to take back the last move."""
        title, now = message("menu.take_back"), self._table.snapshot
        if not now.moves:
            self._menu.push(TextScreen(title, message("table.nothing_to_undo")))
            return
        text = sentences(now.moves[-1].said, message("menu.really_take_back"))
        self._menu.ask(title, text, lambda: self.post(Undo("button", now.known)))

    def _answer(self) -> None:
        """List the answers to a question first, then the moves that may be entered at any time."""
        title, now = message("menu.answer"), self._table.snapshot
        choices = (*now.choices.question, *now.choices.untold)
        if not choices:
            self._menu.push(TextScreen(title, message("menu.nothing_to_answer")))
            return
        items = [self._choice(choice, now.known) for choice in choices]
        asked = message("screen.which") if now.choices.question else message("screen.tell")
        self._menu.push(ListScreen(asked, items))

    def _choice(self, choice: Choice, known: int) -> Item:
        def words(language: str) -> str:
            return choice_in_words(choice, language)

        event = Choose(choice.key, "button", known)
        return Item(words, lambda: self._menu.ask(message("screen.was_it"), words, lambda: self.post(event)))

    def _free_seat(self) -> None:
        """List the seats held by phones, each to be freed for another phone."""
        now = self._table.snapshot
        items = [self._seat(seat, now.view.players[seat]) for seat in now.seats.held]
        self._menu.push(ListScreen(message("menu.free_seat"), items))

    def _seat(self, seat: int, player: str) -> Item:
        title, asked = message("menu.free_seat"), message("menu.really_free_seat", player=player)
        # The hand of this seat is hidden from the other phones.
        return Item(
            player, lambda: self._menu.ask(title, asked, lambda: self.post(TakeSeat(seat, None)), only_at_box=True)
        )
