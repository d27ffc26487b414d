"""The house rules of a new game, from the menu: each with its choices, the first of which is the usual one."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from device.games.listing import house_rules
from device.oled.menu.lists import Item, ListScreen
from device.oled.menu.screen import Words
from device.texts import say
from engines.contract import AnyGame, Option
from engines.messages import Fact, message

if TYPE_CHECKING:
    from device.oled.menu.menu import Menu

OTHERS = "● "  # before a rule by which people do not play as usual
BACK_TO_GAME = 3  # screens: the choices of a rule, the rules, and the list that led to them

Rules = Mapping[str, Fact]  # those that are not the usual ones


def rules_line(menu: "Menu", game: AnyGame, rules: Rules, begin: Callable[[Rules], None]) -> list[Item]:
    """The line that leads to the rules and says whether any is not the usual one; none where there is no choice.

    `begin` opens the list that it stands in once more, for other rules.
    """
    said = message("menu.rules_changed", count=len(rules)) if rules else message("menu.rules_usual")
    item = Item(said, lambda: menu.open(_rules_screen(menu, game, rules, begin)))
    return [item] if house_rules(game) else []


def _rules_screen(menu: "Menu", game: AnyGame, rules: Rules, begin: Callable[[Rules], None], at: int = 0) -> ListScreen:
    """What each rule is about, with a mark where it is not the usual one."""

    def question(option: Option) -> Words:
        asked = message(f"{game.NAME}.option.{option.name}")
        return lambda language: (OTHERS if option.name in rules else "") + say(asked, language)

    items = [
        Item(question(option), partial(_open_choices, menu, game, rules, begin, number))
        for number, option in enumerate(house_rules(game))
    ]
    return ListScreen(menu, message("web.set_up.house_rules"), lambda: items, at)


def _open_choices(menu: "Menu", game: AnyGame, rules: Rules, begin: Callable[[Rules], None], number: int) -> None:
    """List the choices of a rule; the cursor stands on the one that holds."""
    options = house_rules(game)
    option = options[number]
    usual, holds = option.allowed[0], rules.get(option.name, option.allowed[0])

    def words(value: Fact) -> Words:
        said = message(f"{game.NAME}.option.{option.name}_{value}")
        if value != usual:
            return said
        return lambda language: say(message("menu.usual", choice=say(said, language)), language)

    def choose(value: Fact) -> None:
        others = {name: chosen for name, chosen in rules.items() if name != option.name}
        changed = others if value == usual else {**others, option.name: value}
        menu.up(BACK_TO_GAME)
        begin(changed)
        menu.open(_rules_screen(menu, game, changed, begin, number))

    items = [Item(words(value), partial(choose, value)) for value in option.allowed]
    title = message("menu.rule", at=number + 1, of=len(options))
    menu.open(ListScreen(menu, title, lambda: items, at=option.allowed.index(holds)))
