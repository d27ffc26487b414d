"""Menu entries for a new game: which one, its house rules, how many play, and who they are."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias

from device.config.language import BoxLanguage
from device.drop_it.frame_files import FrameFiles
from device.games.listing import IN_FRAME, WATCHED, house_rules, profile_of
from device.oled.canvas import BOLD, TITLE_WIDTH
from device.oled.menu.answers import ANSWER_S, Answers
from device.oled.menu.menu import Menu
from device.oled.menu.widgets import MORE, Item, ListScreen, Screen, TextScreen, Words, in_words, listed, sentences
from device.phones.pairing import Pairing
from device.record.archive import GameArchive
from device.record.evenings import remembered_names
from device.services import Hands
from device.table.events import Asked, NewGame, PlayAgain
from device.table.game import BoardGame
from device.table.live_table import LiveTable
from device.table.snapshot import Snapshot
from device.texts import say
from engines.bots import STRENGTHS
from engines.contract import AnyGame, Option
from engines.data_file import BadData
from engines.jarapon.sheet import DEFAULT_SHEET
from engines.messages import Fact, Refusal, message
from engines.one_line import LONGEST_NAME, check_distinct, folded, name_of

TITLE, COMPUTER, OTHER_NAME = message("menu.new_game"), message("menu.computer"), message("menu.other_name")
CURSOR = "_"
CHANGED = "● "  # marks a rule that differs from the usual one
BACK_TO_GAME = 3  # screens: the choices of a rule, the rules, and the list that led to them

Rules: TypeAlias = Mapping[str, Fact]  # those that differ from the usual ones


@dataclass(frozen=True)
class Draft:
    """The choices made so far for a new game."""

    game: AnyGame
    names: Sequence[str]  # of people who have played here
    rules: Rules = field(default_factory=dict)
    frame: str = ""  # the name of the chosen one, where there are several
    count: int = 0  # number of players
    seated: tuple[str, ...] = ()
    computers: tuple[str, ...] = ()  # the strength of each seated computer player, "" for a person

    def with_player(self, name: str, strength: str = "") -> "Draft":
        """The draft with one more player; raises `BadName` if names are too similar."""
        seated = (*self.seated, name_of(name))
        check_distinct(seated)
        return replace(self, seated=seated, computers=(*self.computers, strength))


class NewGames:
    """Starts games; `on_table` is the current game, which may be repeated."""

    def __init__(
        self,
        menu: Menu,
        answers: Answers,
        table: LiveTable,
        on_table: BoardGame,
        archive: GameArchive,
        pairing: Pairing,
        hands: Hands,
        frames: FrameFiles,
        language: BoxLanguage,
    ) -> None:
        self._menu, self._answers = menu, answers
        self._table, self._on_table, self._archive = table, on_table, archive
        self._pairing, self._hands, self._frames, self._language = pairing, hands, frames, language

    def items(self) -> list[Item]:
        """Its item on the first screen, which lists the games."""
        return [Item(TITLE, lambda: self._menu.do(TITLE, self._list_games))]

    def _list_games(self) -> Screen:
        """List the games that the camera watches, the current one first, preceded by repeating it."""
        names = remembered_names(self._archive, self._table.badges)
        now = self._table.snapshot
        first = [now.view.game] if now.view.game in WATCHED else []
        in_order = [WATCHED[name] for name in dict.fromkeys([*first, *WATCHED])]
        items = [Item(message(f"{game.NAME}.title"), partial(self._ask_frame, Draft(game, names))) for game in in_order]
        if now.view.players:
            items.insert(0, self._once_more(now))
        return ListScreen(TITLE, items)

    def _once_more(self, on_table: Snapshot) -> Item:
        """The item that repeats the finished or current game, or says why that is impossible."""
        now = on_table.again or on_table.view
        event: PlayAgain | NewGame
        said = _named("menu.again", now.game, now.players)
        if on_table.again is not None:
            event = PlayAgain(on_table.known)
        else:
            try:
                same: NewGame = self._table.post(Asked(self._on_table.same_game)).result(ANSWER_S)
            except Refusal as refusal:
                refused = TextScreen(TITLE, refusal.said)
                return Item(said, lambda: self._menu.push(refused))
            event = replace(same, known=on_table.known)
        return Item(said, lambda: self._ask_to_begin(event, _named("menu.begin", now.game, now.players)))

    def _ask_frame(self, draft: Draft) -> None:
        """Ask for the frame where several are kept."""
        frames = self._frames.kept if draft.game.NAME in IN_FRAME else ()
        if len(frames) < 2:
            self._ask_how_many(draft)
            return
        items = [Item(one.name, partial(self._ask_how_many, replace(draft, frame=one.name))) for one in frames]
        self._menu.push(ListScreen(message("frame_lesson.which"), items))

    def _ask_how_many(self, draft: Draft, at_rules: bool = False) -> None:
        """Ask for the number of players where there is a choice; a game's first list also has its house rules."""
        counts = draft.game.PLAYERS
        if len(counts) == 1:
            self._ask_who(replace(draft, count=counts[0]), at_rules)
            return
        items = [
            Item(message("menu.players", count=count), partial(self._ask_who, replace(draft, count=count)))
            for count in counts
        ]
        items += self._rules_line(draft)
        self._list(message("menu.how_many"), items, at_rules)

    def _rules_line(self, draft: Draft) -> list[Item]:
        def begin(rules: Rules) -> None:
            self._ask_how_many(replace(draft, rules=rules), at_rules=True)

        return HouseRules(self._menu, draft.game, draft.rules, begin).line()

    def _ask_who(self, draft: Draft, at_rules: bool = False) -> None:
        """Ask for the next player: one who has played here, an unnamed one, a new name, or a computer player."""
        if len(draft.seated) == draft.count:
            self._ask_to_begin(self._event(draft), *_said(draft))
            return
        number = len(draft.seated) + 1
        begins = number == 1 and all(option.name != "dealer" for option in draft.game.OPTIONS)
        title = message("menu.who_begins" if begins else "menu.who", number=number, of=draft.count)

        def seat(name: str) -> None:
            self._ask_who(draft.with_player(name))

        unnamed = say(message("run.player", number=number), self._language.code)
        taken = set(map(folded, draft.seated))
        free = [name for name in draft.names if folded(name) not in taken]
        items = [Item(name, partial(seat, name)) for name in [*free, unnamed]]
        items.append(Item(OTHER_NAME, partial(self._ask_name, draft)))
        is_for_people = number == draft.count and all(draft.computers)
        if profile_of(draft.game.NAME).is_dealt and not is_for_people:
            items.append(Item(COMPUTER, lambda: self._menu.push(self._strengths(draft))))
        if number == 1 and len(draft.game.PLAYERS) == 1:
            items += self._rules_line(draft)
        self._list(title, items, at_rules)

    def _list(self, title: Words, items: Sequence[Item], at_last: bool) -> None:
        self._menu.push(ListScreen(title, items, at=len(items) - 1 if at_last else 0))

    def _ask_name(self, draft: Draft) -> None:
        def typed(name: str) -> None:
            seated = draft.with_player(name)
            self._menu.pop()
            self._ask_who(seated)

        self._menu.push(NameScreen(self._language, typed))

    def _strengths(self, draft: Draft) -> Screen:
        """List the strengths of a computer player; people then see their hands on phones, so one must be paired."""
        if not self._pairing.phones.all():
            return TextScreen(COMPUTER, message("menu.no_phone"))
        name = say(message("computers.named", number=len(draft.seated) + 1), self._language.code)

        def seat(strength: str) -> None:
            seated = draft.with_player(name, strength)
            self._menu.pop()
            self._ask_who(seated)

        items = [Item(message(f"computers.{strength}"), partial(seat, strength)) for strength in STRENGTHS]
        return ListScreen(name, items)

    def _event(self, draft: Draft) -> NewGame:
        frame: Rules = {"frame": draft.frame} if draft.frame else {}
        options = {**self._usual_options(draft.game), **frame, **draft.rules}
        computers = draft.computers if any(draft.computers) else ()
        return NewGame(draft.game.NAME, draft.seated, options, self._table.snapshot.known, computers=computers)

    def _usual_options(self, game: AnyGame) -> dict[str, Fact]:
        """The usual options of a game, with the box's own score sheet.

        An unreadable sheet is reported elsewhere; the shipped one is used instead.
        """
        if all(option.name != "sheet" for option in game.OPTIONS):
            return {}
        try:
            return {"sheet": self._hands.sheet().name}
        except BadData:
            return {"sheet": DEFAULT_SHEET}

    def _ask_to_begin(self, event: object, *said: Words) -> None:
        """Ask before a game is started; an unfinished one stays in the journal."""
        now = self._table.snapshot
        kept = [message("menu.game_kept")] if now.moves and not now.view.over else []
        self._menu.ask(TITLE, sentences(*said, *kept), lambda: self._answers.post(event))


def _said(draft: Draft) -> Iterator[Words]:
    """The sentences to read before the game starts."""
    yield _named("menu.begin", draft.game.NAME, draft.seated)
    if any(draft.computers):
        yield message("menu.on_phones")
    if draft.rules:
        yield message("menu.with_rules", count=len(draft.rules))


def _named(key: str, game: str, players: Sequence[str]) -> Words:
    """A sentence about a game and its players."""
    return lambda language: say(
        message(key, game=say(message(f"{game}.title"), language), players=in_words(listed(players), language)),
        language,
    )


@dataclass(frozen=True)
class HouseRules:
    """The house rules of a new game, each with its choices, the usual one first."""

    menu: Menu
    game: AnyGame
    rules: Rules
    begin: Callable[[Rules], None]  # opens the list with their item again, for other rules

    def line(self) -> list[Item]:
        """The item that leads to the rules and says whether any is unusual; none where there is no choice."""
        count = len(self.rules)
        said = message("menu.rules_changed", count=count) if self.rules else message("menu.rules_usual")
        return [Item(said, lambda: self.menu.push(self._list()))] if house_rules(self.game) else []

    def _list(self, at: int = 0) -> ListScreen:
        """List the rules, with a mark where one is not the usual one."""

        def question(option: Option) -> Words:
            asked = message(f"{self.game.NAME}.option.{option.name}")
            return lambda language: (CHANGED if option.name in self.rules else "") + say(asked, language)

        items = [
            Item(question(option), partial(self._open_choices, number))
            for number, option in enumerate(house_rules(self.game))
        ]
        return ListScreen(message("web.set_up.house_rules"), items, at)

    def _open_choices(self, number: int) -> None:
        """List the choices of a rule; the cursor is at the current one."""
        options = house_rules(self.game)
        option = options[number]
        usual, holds = option.allowed[0], self.rules.get(option.name, option.allowed[0])

        def words(value: Fact) -> Words:
            said = message(f"{self.game.NAME}.option.{option.name}_{value}")
            if value != usual:
                return said
            return lambda language: say(message("menu.usual", choice=say(said, language)), language)

        def choose(value: Fact) -> None:
            others = {name: chosen for name, chosen in self.rules.items() if name != option.name}
            changed = others if value == usual else {**others, option.name: value}
            self.menu.pop(BACK_TO_GAME)
            self.begin(changed)
            self.menu.push(replace(self, rules=changed)._list(number))

        items = [Item(words(value), partial(choose, value)) for value in option.allowed]
        title = message("menu.rule", at=number + 1, of=len(options))
        self.menu.push(ListScreen(title, items, at=option.allowed.index(holds)))


class NameScreen(ListScreen):
    """A name typed with the menu's keys: rows of characters under the name so far; `typed` is called when done.

    The cursor is on the first row: one step back is “Done”, one more deletes the last character, as *undo* does.
    """

    def __init__(self, language: BoxLanguage, typed: Callable[[str], None], name: str = "") -> None:
        self._language, self._typed, self._name = language, typed, name
        rows = say(message("menu.letters"), language.code).splitlines() if len(name) < LONGEST_NAME else []
        delete = Item(message("menu.delete_last"), self.undo)
        done = Item(message("menu.done"), lambda: self._typed(self._name))
        before = [delete, done] if name else []
        items = [*before, *(Item(row, partial(self._open, row)) for row in rows)]
        at = len(before) if rows else before.index(done)
        super().__init__(name_in_bar(name) if name else OTHER_NAME, items, at)

    def undo(self) -> None:
        """Delete the last character; if there is none, leave the screen."""
        if self._name:
            self._go_on(self._name[:-1])
        else:
            super().undo()

    def _open(self, row: Sequence[str]) -> None:
        """List the characters of a row; blanks only separate them."""

        def take(sign: str) -> None:
            self.navigator.pop()
            self._go_on(with_character(self._name, sign))

        items = [Item(sign, partial(take, sign)) for sign in row if sign != " "]
        self.navigator.push(ListScreen(self.title, items))

    def _go_on(self, name: str) -> None:
        self.navigator.pop()
        self.navigator.push(NameScreen(self._language, self._typed, name))


def with_character(name: str, sign: str) -> str:
    """A name with one more character; within a word letters are small.

    >>> with_character("", "A"), with_character("A", "Y"), with_character("Ann-", "L"), with_character("あ", "や")
    ('A', 'Ay', 'Ann-L', 'あや')
    """
    return name + (sign.lower() if name[-1:].isalpha() else sign)


def name_in_bar(name: str) -> str:
    """A name being typed, as it fits the bar: if too long, only its end.

    >>> name_in_bar("Aya"), name_in_bar("おばあちゃんとおじいちゃん")
    ('Aya_', '…ゃんとおじいちゃん_')
    """
    end = name
    while BOLD.getlength(shown := ("" if end == name else MORE) + end + CURSOR) > TITLE_WIDTH:
        end = end[1:]
    return shown
