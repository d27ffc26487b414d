"""Menu entry for the rules of the games, for whoever has no phone at hand."""

from functools import partial

from device.games.rule_lines import PARTS, WITH_RULES, rule_lines
from device.oled.menu.menu import Menu
from device.oled.menu.widgets import Item, ListScreen, TextScreen
from device.table.live_table import LiveTable
from device.texts import LANGUAGES
from engines.messages import message

TITLE = message("rules.title")
_HEADINGS = {
    "aim": message("rules.aim"),
    "setup": message("rules.setup"),
    "turn": message("rules.turn"),
    "end": message("rules.end"),
    "hint": message("rules.hint"),
}


class Rules:
    """The rules of every game, part by part; the game on the table comes first."""

    def __init__(self, menu: Menu, table: LiveTable) -> None:
        self._menu, self._table = menu, table

    def items(self) -> list[Item]:
        """Its item on the first screen, under which a game is chosen."""
        return [Item(TITLE, self._show_games)]

    def _show_games(self) -> None:
        now = self._table.snapshot.view.game
        games = sorted(WITH_RULES, key=lambda game: game != now)
        items = [Item(message(f"{game}.title"), partial(self._show_parts, game)) for game in games]
        self._menu.push(ListScreen(TITLE, items))

    def _show_parts(self, game: str) -> None:
        parts = [part for part in PARTS if rule_lines(game, part, LANGUAGES[0])]
        items = [Item(_HEADINGS[part], partial(self._show_lines, game, part)) for part in parts]
        self._menu.push(ListScreen(TITLE, items))

    def _show_lines(self, game: str, part: str) -> None:
        bullet = "" if part in ("aim", "hint") else "・"

        def text(language: str) -> str:
            return "\n".join(bullet + line for line in rule_lines(game, part, language))

        self._menu.push(TextScreen(_HEADINGS[part], text))
