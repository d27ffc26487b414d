"""A new game from the menu: which one, how many play, who they are, and then it begins."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from device.games.listing import to_begin
from device.oled.menu.answers import ANSWER_S, tell
from device.oled.menu.lists import Item, ListScreen
from device.oled.menu.screen import Screen, Words, in_words, listed, sentences
from device.oled.menu.texts import TextScreen, YesNoScreen
from device.record.evenings import remembered_names
from device.table.events import Asked, NewGame, PlayAgain
from device.table.snapshot import Snapshot
from device.texts import say
from engines.contract import AnyGame
from engines.data_file import BadData
from engines.jarapon.sheet import DEFAULT_SHEET
from engines.messages import Fact, Refusal, message
from engines.one_line import folded

if TYPE_CHECKING:
    from device.box import Box
    from device.oled.menu.menu import Menu

TITLE = message("menu.new_game")


def new_game(menu: "Menu") -> None:
    """Look up who has played here, and list the games."""
    menu.do(TITLE, lambda: _games(menu, remembered_names(menu.box.archive, menu.box.table.badges)))


def _games(menu: "Menu", names: Sequence[str]) -> Screen:
    """The games that the camera follows, that on the table first, and before them the same once more."""
    box = menu.box
    on_table = box.table.snapshot
    games = to_begin(at_demo=box.demo is not None)
    first = [on_table.game] if on_table.game in games else []
    in_order = [games[name] for name in dict.fromkeys([*first, *games])]
    items = [Item(_title(game), partial(_ask_how_many, menu, game, names)) for game in in_order]
    if on_table.players:
        items.insert(0, _once_more(menu, on_table))
    return ListScreen(menu, TITLE, lambda: items)


def _once_more(menu: "Menu", on_table: Snapshot) -> Item:
    """The game that is over, or the one on the table from its beginning; or why that cannot be begun once more."""
    box, now = menu.box, on_table.again or on_table
    event: PlayAgain | NewGame
    said = _named("menu.again", now.game, now.players)
    if on_table.again is not None:
        event = PlayAgain(on_table.known)
    else:
        try:
            same: NewGame = box.table.post(Asked(box.game.same_game)).result(ANSWER_S)
        except Refusal as refusal:
            refused = TextScreen(menu, TITLE, refusal.said)
            return Item(said, lambda: menu.open(refused))
        event = replace(same, known=on_table.known)
    return Item(said, lambda: _ask_to_begin(menu, now.game, now.players, event))


def _title(game: AnyGame) -> Words:
    return message(f"{game.NAME}.title")


def _ask_how_many(menu: "Menu", game: AnyGame, names: Sequence[str]) -> None:
    counts = game.PLAYERS
    if len(counts) == 1:
        _ask_who(menu, game, counts[0], names, ())
        return
    items = [
        Item(message("menu.players", count=count), partial(_ask_who, menu, game, count, names, ())) for count in counts
    ]
    menu.open(ListScreen(menu, message("menu.how_many"), lambda: items))


def _ask_who(menu: "Menu", game: AnyGame, count: int, names: Sequence[str], seated: tuple[str, ...]) -> None:
    """Ask for the next player: one who has played here, one without a name, or what to do for another name."""
    if len(seated) == count:
        options = usual_options(menu.box, game)
        event = NewGame(game.NAME, seated, options, menu.box.table.snapshot.known)
        _ask_to_begin(menu, game.NAME, seated, event)
        return
    number = len(seated) + 1
    begins = number == 1 and all(option.name != "dealer" for option in game.OPTIONS)
    title = message("menu.who_begins", of=count) if begins else message("menu.who", number=number, of=count)
    unnamed = say(message("run.player", number=number), menu.box.language)
    taken = set(map(folded, seated))
    free = [name for name in names if folded(name) not in taken]
    items = [Item(name, partial(_ask_who, menu, game, count, names, (*seated, name))) for name in [*free, unnamed]]
    other = TextScreen(menu, message("menu.other_name"), message("menu.other_name_how"))
    items.append(Item(message("menu.other_name"), lambda: menu.open(other)))
    menu.open(ListScreen(menu, title, lambda: items))


def _ask_to_begin(menu: "Menu", game: str, players: Sequence[str], event: object) -> None:
    """Ask before anything is begun; a game that is not over stays in the journal."""
    now = menu.box.table.snapshot
    text = _named("menu.begin", game, players)
    if now.moves and not now.over:
        text = sentences(text, message("menu.game_kept"))
    menu.open(YesNoScreen(menu, TITLE, text, lambda: menu.do(TITLE, lambda: tell(menu, event))))


def _named(key: str, game: str, players: Sequence[str]) -> Words:
    """A sentence about a game and its players."""
    return lambda language: say(
        message(key, game=say(message(f"{game}.title"), language), players=in_words(listed(players), language)),
        language,
    )


def usual_options(box: "Box", game: AnyGame) -> dict[str, Fact]:
    """The options of a game where nobody chooses any: the usual ones, and the box's own score sheet.

    A sheet that cannot be read is reported by the box already; the shipped one stands in.
    """
    if all(option.name != "sheet" for option in game.OPTIONS):
        return {}
    try:
        return {"sheet": box.sheet().name}
    except BadData:
        return {"sheet": DEFAULT_SHEET}
