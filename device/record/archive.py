"""The games that the box keeps, finished or not, for viewing.

Entries are read by the table's thread, which alone uses the journal; games are replayed by the caller's thread, so that
a long list of them does not delay the table.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from threading import Lock
from typing import Protocol, TypeVar

from device.games.listing import GAMES, profile_of
from device.games.profile import Achievement
from device.record.entries import DIGEST, Entry, digest_of
from device.record.journal import Journal
from device.record.line import line_of
from device.record.lineage import Lineage
from device.record.pictures import PictureStore
from device.record.replay import AnyReplay, CorrectionRefused, Replay
from engines.contract import Json, Standing
from engines.messages import Message, Refusal, message
from engines.winners import BY_WORD

Answer = TypeVar("Answer")
MAX_REMEMBERED_GAMES = 4  # games kept with all their states, which are large
MAX_SUMMARIES = 500  # games whose summary is kept
GAMES_IN_A_LIST = 10
GAMES_AT_ONCE = 500  # games whose start is read before the table goes on
SUGGESTED_FROM_GAMES = 60  # latest games whose players are suggested for a new one


@dataclass(frozen=True)
class Best:
    """The best that a player has achieved in a game, and after which ply."""

    achieved: Achievement
    ply: int


@dataclass(frozen=True)
class Summary:
    """The summary of a game in a list."""

    start: Entry  # that began it
    last: int  # the number of its last entry
    moves: int
    standings: tuple[Standing, ...]  # empty if its rules are missing
    is_over: bool
    is_current: bool
    trouble: Message | None  # why it could not be played, or not to its end
    best: Mapping[int, Best] = field(default_factory=dict)  # by seat; of a finished game
    teams: tuple[tuple[int, ...], ...] = ()  # the seats of each team; empty where everybody plays alone

    @property
    def is_by_word(self) -> bool:
        """Whether its moves do not lead to its end: somebody said who has won, and its scores mean nothing."""
        return any(BY_WORD in standing.reasons for standing in self.standings)

    @property
    def number(self) -> int:
        """Its number in the journal."""
        return self.start.number

    @property
    def can_go_on(self) -> bool:
        """Whether people may continue it."""
        is_played = bool(self.standings) and self.start.data["game"] in GAMES
        return is_played and not self.is_current and not self.is_over


@dataclass(frozen=True)
class KeptGame:
    """A game of the journal with everything that happened in it."""

    entries: tuple[Entry, ...]  # its start first
    played: AnyReplay | None  # None if its rules are missing
    trouble: Message | None  # as in `Summary`
    is_current: bool

    @property
    def start(self) -> Entry:
        """Its start entry."""
        return self.entries[0]

    @property
    def number(self) -> int:
        """Its number in the journal."""
        return self.start.number

    @property
    def last(self) -> int:
        """The number of its last entry."""
        return self.entries[-1].number

    @property
    def turn(self) -> int:
        """By how many clockwise quarters its board lay turned before the camera."""
        turns = [entry.data["turn"] for entry in self.entries if entry.kind == "turn"]
        return turns[-1] or 0 if turns else 0

    def summary(self) -> Summary:
        """What a list says of it."""
        start, last, played = self.start, self.last, self.played
        if played is None:
            return Summary(start, last, 0, (), False, self.is_current, self.trouble)
        standings = tuple(played.game.standings(played.game.view(played.now, None)))
        best = _best(played) if played.is_over else {}
        teams = tuple(map(tuple, profile_of(played.game.NAME).teams(played.now)))
        return Summary(
            start, last, len(played.plies), standings, played.is_over, self.is_current, self.trouble, best, teams
        )


def _best(played: AnyReplay) -> dict[int, Best]:
    """The highest achievement of each player, by seat; of equal ones the first."""
    achievements = profile_of(played.game.NAME).achievements
    best: dict[int, Best] = {}
    for ply, (before, after) in enumerate(pairwise(played.states), start=1):
        for one in achievements(before, after):
            if one.player not in best or one.points > best[one.player].achieved.points:
                best[one.player] = Best(one, ply)
    return best


def kept_game(entries: Sequence[Entry], is_current: bool = False, before: AnyReplay | None = None) -> KeptGame:
    """The game of journal entries, replayed as far as possible; `before` is its earlier version."""
    entries = tuple(entries)
    if entries[0].data["game"] not in GAMES:
        return KeptGame(entries, None, message("keeping.unknown_game"), is_current)
    try:
        begun = before or Replay.begun(entries, GAMES)
    except Refusal as refusal:
        return KeptGame(entries, None, refusal.said, is_current)
    played, broken = begun.as_far_as(line_of(entries))
    kept = KeptGame(entries, played, None if broken is None else broken.said, is_current)
    return _as_observed(kept, played) if played.is_dealt and not played.is_over else kept


def _as_observed(kept: KeptGame, played: AnyReplay) -> KeptGame:
    """An unfinished game dealt by the box, reduced to what everybody at the table has seen.

    Moves that were taken back are left out.
    """
    observed = played.as_observed()
    moves = {ply.entry: observed.game.move_to_json(ply.move) for ply in observed.plies}
    entries = tuple(
        _entry_as_observed(entry, moves) for entry in kept.entries if entry.kind != "move" or entry.number in moves
    )
    return replace(kept, entries=entries, played=observed)


def _entry_as_observed(entry: Entry, moves: Mapping[int, Json]) -> Entry:
    data = entry.data.copy()
    data.pop("seed", None)
    match entry.kind:
        case "move":
            data["move"] = moves[entry.number]
        case "strike":
            data["entries"] = []
    return replace(entry, data=data)


@dataclass(frozen=True)
class _Found:
    """A game of the journal."""

    number: int
    last: int  # the number of its last entry
    is_current: bool
    entries: tuple[Entry, ...] | None  # None where nothing is new in it
    played: AnyReplay | None = None  # as the table has played it, if it is on the table


@dataclass(frozen=True)
class ChangedGames:
    """Games of the journal that have changed."""

    games: tuple[int, ...]  # their numbers, the oldest first
    last: int  # the number of the journal's last entry
    lineage: Lineage


class DuplicateGame(Refusal):
    """A game from a file is already in the journal, as game `number`."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(message("keeping.already_here", games=str(number)))


class Ask(Protocol):
    """Has a thread that may use the journal make a call, and returns its result."""

    def __call__(self, call: Callable[[], Answer], /) -> Answer:
        """The result of `call`."""


class GameArchive:
    """The games of a journal; thread-safe.

    `ask` makes a call in the table's thread. `on_table` gives, in that thread, the game on the table as played, so that
    it is not replayed; None if no table plays it.

    >>> from pathlib import Path
    >>> with Journal(Path(":memory:")) as journal:
    ...     _ = journal.start_game("reversi", ["Aya", "Ben"], {})
    ...     _ = journal.append("move", {"move": "f5", "picture": None})
    ...     archive = GameArchive(journal, PictureStore(Path("pictures")), lambda call: call())
    ...     [(game.number, game.moves, game.is_current) for game in archive.latest()]
    [(1, 1, True)]
    """

    def __init__(
        self,
        journal: Journal,
        pictures: PictureStore,
        ask: Ask,
        on_table: Callable[[], AnyReplay | None] = lambda: None,
    ) -> None:
        self.pictures = pictures
        self._journal, self._ask, self._on_table = journal, ask, on_table
        self._games: OrderedDict[int, KeptGame] = OrderedDict()
        self._summaries: OrderedDict[int, Summary] = OrderedDict()
        self._lock = Lock()

    def latest(self, before: int | None = None, most: int = GAMES_IN_A_LIST) -> list[Summary]:
        """The games started last, optionally before a given game; raises `JournalTrouble`."""
        return [self._summary(found) for found in self._ask(lambda: self._find_games(before, most, self._summaries))]

    def player_names(self) -> list[str]:
        """The names of recent players, those of the latest game first; raises `JournalTrouble`."""
        games = self._ask(lambda: self._journal.games(most=SUGGESTED_FROM_GAMES))
        played_here = (game.start.data["players"] for game in games if game.start.kind == "start")
        return list(dict.fromkeys(chain.from_iterable(played_here)))

    def game(self, number: int) -> KeptGame:
        """A game by its number; raises `Refusal` if there is none."""
        found = self._ask(lambda: self._find_games(number + 1, 1, self._games)) if number > 0 else []
        if not found or found[0].number != number:
            raise CorrectionRefused(message("keeping.no_such_game"))
        return self._played(found[0])

    def begun(self, after: int = 0) -> Iterator[Entry]:
        """The start of every game after the game `after`, the oldest first; raises `JournalTrouble`.

        They are read in parts, between which the table goes on.
        """
        while begun := self._ask(partial(self._journal.begun, after, GAMES_AT_ONCE)):
            yield from begun
            after = begun[-1].number

    def changed(self, after: int, earlier: int = 0) -> ChangedGames:
        """The games with entries after the entry `after`, and the last `earlier` ones that had begun by then.

        Raises `JournalTrouble`.
        """

        def find() -> ChangedGames:
            journal = self._journal
            known = (game.start.number for game in journal.games(after + 1, most=earlier))
            games = tuple(sorted({*journal.changed_games(after), *known}))
            return ChangedGames(games, journal.next_number() - 1, journal.lineage)

        return self._ask(find)

    def lineage(self) -> Lineage:
        """The lineage of the journal."""
        return self._ask(lambda: self._journal.lineage)

    def leg(self, number: int) -> KeptGame:
        """An existing game, also one without moves that is not on the table; raises `JournalTrouble`."""
        try:
            return self.game(number)
        except CorrectionRefused:
            return kept_game(self._ask(lambda: self._journal.entries_of(number)))

    def current(self) -> KeptGame:
        """The current game."""
        return self._played(self._ask(self._find_current))

    def _find_current(self) -> _Found:
        entries = self._journal.current()
        number = entries[0].number
        return _Found(number, entries[-1].number, True, entries, self._as_played(number))

    def _as_played(self, number: int) -> AnyReplay | None:
        """The game of this number as the table has played it, if it is the one on the table."""
        played = self._on_table()
        return played if played is not None and played.number == number else None

    def add(self, write: Callable[[int], tuple[Sequence[Entry], Mapping[str, bytes]]]) -> int:
        """Add a game from a file: `write` gives its entries, numbered from a number on, and its pictures.

        Writing many pictures takes seconds, so they are written here, and get their names, which only the table's
        thread can know, when the entries are written. Raises `DuplicateGame` for a game that is in the journal.
        """
        entries, pictures = write(1)
        began, digest = entries[0], str(entries[0].data.get(DIGEST) or digest_of(entries))
        after = self._last_begun(0, began.at, digest)
        prepared = self.pictures.prepare(pictures.values())
        try:
            while (number := self._add_if_last(after, write, prepared)) is None:
                after = self._last_begun(after, began.at, digest)
        finally:
            self.pictures.drop(prepared)
        return number

    def _last_begun(self, after: int, at: str, digest: str) -> int:
        """The game started last; raises `DuplicateGame` if one started after the game `after` is the same.

        `after` itself if there was none.
        """
        for start in self.begun(after):
            if self._is_same(start, at, digest):
                raise DuplicateGame(start.number)
            after = start.number
        return after

    def _add_if_last(
        self,
        after: int,
        write: Callable[[int], tuple[Sequence[Entry], Mapping[str, bytes]]],
        prepared: Sequence[Path],
    ) -> int | None:
        """Add a game and return its number; None if games were started after the game `after`."""

        def call() -> int | None:
            if self._journal.begun(after, 1):
                return None
            entries, pictures = write(self._journal.next_number())
            self.pictures.put(pictures, prepared)
            return self._journal.add_game(entries)

        return self._ask(call)

    def _is_same(self, start: Entry, at: str, digest: str) -> bool:
        """Whether a game came from a file with this digest, or started `at` this time with the same content."""
        if start.data.get(DIGEST) == digest:
            return True
        return start.at == at and digest == digest_of(self._ask(lambda: self._journal.entries_of(start.number)))

    def _find_games(self, before: int | None, most: int, known: Mapping[int, Summary | KeptGame]) -> list[_Found]:
        """Games of the journal, with their entries if something has happened since they were `known`."""
        current = self._journal.current()
        found = []
        for kept in self._journal.games(before, most):
            number = kept.start.number
            with self._lock:
                same = number in known and known[number].last == kept.last
            entries = None if same else self._journal.entries_of(number)
            is_current = bool(current) and current[0].number == number
            found.append(_Found(number, kept.last, is_current, entries, self._as_played(number)))
        return found

    def _summary(self, found: _Found) -> Summary:
        with self._lock:
            summary = self._summaries.get(found.number)
        if summary is None or summary.last != found.last:
            summary = self._played(found).summary()
            self._remember(self._summaries, found.number, summary, MAX_SUMMARIES)
        return replace(summary, is_current=found.is_current)

    def _played(self, found: _Found) -> KeptGame:
        with self._lock:
            known = self._games.get(found.number)
        if known is None or known.last != found.last:
            entries = found.entries or self._ask(lambda: self._journal.entries_of(found.number))
            before = None if known is None or known.played is None or known.played.is_dealt else known.played
            known = kept_game(entries, found.is_current, found.played or before)
            self._remember(self._games, found.number, known, MAX_REMEMBERED_GAMES)
        return replace(known, is_current=found.is_current)

    def _remember(self, kept: OrderedDict[int, Answer], number: int, one: Answer, most: int) -> None:
        with self._lock:
            kept[number] = one
            kept.move_to_end(number)
            while len(kept) > most:
                kept.popitem(last=False)
