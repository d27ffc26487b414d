"""A new game from the menu: which one, how many play, who they are, and then it begins."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from device.games.listing import profile_of, to_begin
from device.oled.menu.answers import ANSWER_S, tell
from device.oled.menu.house_rules import Rules, rules_line
from device.oled.menu.letters import NameScreen
from device.oled.menu.lists import Item, ListScreen
from device.oled.menu.screen import Screen, Words, in_words, listed, sentences
from device.oled.menu.texts import TextScreen, YesNoScreen
from device.record.evenings import remembered_names
from device.table.events import Asked, NewGame, PlayAgain
from device.table.snapshot import Snapshot
from device.texts import say
from engines.bots import STRENGTHS
from engines.contract import AnyGame
from engines.data_file import BadData
from engines.jarapon.sheet import DEFAULT_SHEET
from engines.messages import Fact, Refusal, message
from engines.one_line import check_told_apart, folded, name_of

if TYPE_CHECKING:
    from device.box import Box
    from device.oled.menu.menu import Menu

TITLE, COMPUTER = message("menu.new_game"), message("menu.computer")


@dataclass(frozen=True)
class Draft:
    """What has been chosen of a game that is to begin.

    `names`: who has played here. `rules`: those that are not the usual ones. `count`: how many will be `seated`, each
    with the strength of a computer player among `computers`, nothing for a person.
    """

    game: AnyGame
    names: Sequence[str]
    rules: Rules = field(default_factory=dict)
    count: int = 0
    seated: tuple[str, ...] = ()
    computers: tuple[str, ...] = ()

    def with_player(self, name: str, strength: str = "") -> "Draft":
        """The same with one more player; raises `BadName` where nobody could tell two of them apart."""
        seated = (*self.seated, name_of(name))
        check_told_apart(seated)
        return replace(self, seated=seated, computers=(*self.computers, strength))


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
    items = [Item(_title(game), partial(_ask_how_many, menu, Draft(game, names))) for game in in_order]
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
    return Item(said, lambda: _ask_to_begin(menu, event, _named("menu.begin", now.game, now.players)))


def _title(game: AnyGame) -> Words:
    return message(f"{game.NAME}.title")


def _ask_how_many(menu: "Menu", draft: Draft, at_rules: bool = False) -> None:
    """Ask for the number of players where there is a choice; the first list for a game has its house rules, too."""
    counts = draft.game.PLAYERS
    if len(counts) == 1:
        _ask_who(menu, replace(draft, count=counts[0]), at_rules)
        return
    items = [
        Item(message("menu.players", count=count), partial(_ask_who, menu, replace(draft, count=count)))
        for count in counts
    ]
    items += _rules_line(menu, draft)
    menu.open(ListScreen(menu, message("menu.how_many"), lambda: items, at=len(items) - 1 if at_rules else 0))


def _rules_line(menu: "Menu", draft: Draft) -> list[Item]:
    return rules_line(
        menu, draft.game, draft.rules, lambda rules: _ask_how_many(menu, replace(draft, rules=rules), at_rules=True)
    )


def _ask_who(menu: "Menu", draft: Draft, at_rules: bool = False) -> None:
    """Ask for the next player: one who has played here, one without a name, a new name, or a computer player."""
    if len(draft.seated) == draft.count:
        _ask_to_begin(menu, _event(menu.box, draft), *_said(draft))
        return
    number = len(draft.seated) + 1
    begins = number == 1 and all(option.name != "dealer" for option in draft.game.OPTIONS)
    title = message("menu.who_begins" if begins else "menu.who", number=number, of=draft.count)

    def seat(name: str) -> None:
        _ask_who(menu, draft.with_player(name))

    def typed(name: str) -> None:
        seated = draft.with_player(name)
        menu.up()
        _ask_who(menu, seated)

    unnamed = say(message("run.player", number=number), menu.box.language.code)
    taken = set(map(folded, draft.seated))
    free = [name for name in draft.names if folded(name) not in taken]
    items = [Item(name, partial(seat, name)) for name in [*free, unnamed]]
    items.append(Item(message("menu.other_name"), lambda: menu.open(NameScreen(menu, typed))))
    is_for_people = number == draft.count and all(draft.computers)
    if profile_of(draft.game.NAME).is_dealt and not is_for_people:
        items.append(Item(COMPUTER, lambda: menu.open(_strengths(menu, draft))))
    if number == 1 and len(draft.game.PLAYERS) == 1:
        items += _rules_line(menu, draft)
    menu.open(ListScreen(menu, title, lambda: items, at=len(items) - 1 if at_rules else 0))


def _strengths(menu: "Menu", draft: Draft) -> Screen:
    """How strong the next player is, a computer; people see their hands on phones then, of which one must be known."""
    if not menu.box.pairing.phones.all():
        return TextScreen(menu, COMPUTER, message("menu.no_phone"))
    name = say(message("computers.named", number=len(draft.seated) + 1), menu.box.language.code)

    def seat(strength: str) -> None:
        seated = draft.with_player(name, strength)
        menu.up()
        _ask_who(menu, seated)

    items = [Item(message(f"computers.{strength}"), partial(seat, strength)) for strength in STRENGTHS]
    return ListScreen(menu, name, lambda: items)


def _event(box: "Box", draft: Draft) -> NewGame:
    options = {**usual_options(box, draft.game), **draft.rules}
    computers = draft.computers if any(draft.computers) else ()
    return NewGame(draft.game.NAME, draft.seated, options, box.table.snapshot.known, computers=computers)


def _said(draft: Draft) -> Iterator[Words]:
    """What is to be known before the game begins."""
    yield _named("menu.begin", draft.game.NAME, draft.seated)
    if any(draft.computers):
        yield message("menu.on_phones")
    if draft.rules:
        yield message("menu.with_rules", count=len(draft.rules))


def _ask_to_begin(menu: "Menu", event: object, *said: Words) -> None:
    """Ask before anything is begun; a game that is not over stays in the journal."""
    now = menu.box.table.snapshot
    kept = [message("menu.game_kept")] if now.moves and not now.over else []
    text = sentences(*said, *kept)
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
        return {"sheet": box.hands.sheet().name}
    except BadData:
        return {"sheet": DEFAULT_SHEET}
