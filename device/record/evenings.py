"""Results of several games: evenings of the same players, and each player over all evenings.

Only games finished here count. Everything is computed from the journal's games on demand and nothing is stored. Points
are summed only within one kind of game, since those of two kinds have nothing in common.

>>> from device.record.journal import Entry
>>> start = Entry(1, 1, "start", {"game": "reversi", "players": ["Aya", "Ben"], "options": {}}, "2026-01-03T00:30:00")
>>> standings = (Standing(0, 40, 1), Standing(1, 24, 2))
>>> games = [Summary(start, 9, 60, standings, True, False, None)] * 2
>>> [(str(one.day), one.names, one.wins, one.points) for one in evenings(games)]
[('2026-01-02', ('Aya', 'Ben'), (2, 0), {'reversi': (80, 48)})]
>>> [(one.name, one.games.total(), one.wins.total()) for one in statistics(games)]
[('Aya', 2, 2), ('Ben', 2, 0)]
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from itertools import islice

from device.config.players import PlayerBadges
from device.games.listing import GAMES
from device.record.archive import GameArchive, Summary
from device.record.entries import is_leg
from device.record.journal import JournalTrouble
from device.system.household_time import local
from device.texts import LANGUAGES, say
from engines.contract import Standing
from engines.messages import message
from engines.one_line import folded

MAX_COUNTED_GAMES = 400  # the latest; fewer than the archive remembers, or all would be played anew each time
EVENING_ENDS = timedelta(hours=5)  # of the morning: a game past midnight belongs to the same evening


@dataclass(frozen=True)
class Evening:
    """The games of the same players on one day."""

    day: date
    names: tuple[str, ...]
    games: tuple[Summary, ...]  # the first one first
    wins: tuple[int, ...]  # by player, as in `names`
    points: dict[str, tuple[int, ...]]  # by game, then by player


@dataclass
class Player:
    """A player over all evenings."""

    name: str
    games: Counter[str] = field(default_factory=Counter)  # played, by game
    wins: Counter[str] = field(default_factory=Counter)  # by game; who shares a first place has won


def counted(archive: GameArchive) -> tuple[list[Summary], bool]:
    """The games that count, the latest first, and whether there are older ones; raises `JournalTrouble`."""
    looked_at = list(islice(_backwards(archive), MAX_COUNTED_GAMES + 1))
    return [game for game in looked_at[:MAX_COUNTED_GAMES] if game.is_over and can_count(game)], len(
        looked_at
    ) > MAX_COUNTED_GAMES


def evenings(games: Sequence[Summary]) -> list[Evening]:
    """The evenings of games that count, in the order in which they come."""
    found: dict[tuple[date, frozenset[str]], list[Summary]] = {}
    for game in games:
        found.setdefault((day_of(game), frozenset(standings_by_name(game))), []).append(game)
    return [_evening(day, played) for (day, _), played in found.items()]


def statistics(games: Sequence[Summary]) -> list[Player]:
    """Every player of games that count, those with most games first; without players whom nobody has named."""
    found: dict[str, Player] = {}
    for game in games:
        for who, standing in standings_by_name(game).items():
            player = found.setdefault(who, Player(game.start.data["players"][standing.player]))
            player.games[game.start.data["game"]] += 1
            player.wins[game.start.data["game"]] += standing.rank == 1
    named = (player for player in found.values() if is_named(player.name))
    return sorted(named, key=lambda player: -player.games.total())


def can_count(game: Summary) -> bool:
    """Whether a game counts once it is over: it was played here, and nobody wins a leg of a campaign."""
    return game.start.kind == "start" and bool(game.standings) and not is_leg(game.start.data)


def day_of(game: Summary) -> date:
    """The day of the evening of a game, in the box's time zone."""
    return (local(game.start.at) - EVENING_ENDS).date()


def standings_by_name(game: Summary) -> dict[str, Standing]:
    """The standing of each player by his name, normalised for comparison."""
    names = game.start.data["players"]
    return {folded(names[standing.player]): standing for standing in game.standings}


def is_named(name: str) -> bool:
    """Whether it is somebody's name, and not one of those that the box gives to nameless and computer players."""
    return folded(name) not in _given_names()


@cache
def _given_names() -> frozenset[str]:
    seats = range(1, max(game.PLAYERS[-1] for game in GAMES.values()) + 1)
    called = [message(key, number=at) for key in ("run.player", "computers.named") for at in seats]
    return frozenset(folded(say(name, language)) for name in called for language in LANGUAGES)


def remembered_names(archive: GameArchive, badges: PlayerBadges) -> list[str]:
    """Names of people who have played here, those of the latest game first, then those with a badge; unnamed players
    are left out.
    """
    try:
        names = archive.player_names()
    except JournalTrouble:  # a game can be begun all the same
        names = []
    known = {folded(name): name for name in reversed([*names, *badges.names])}
    return [name for name in reversed(known.values()) if is_named(name)]


def _backwards(archive: GameArchive) -> Iterator[Summary]:
    """Every game, the latest first, in batches between which the table goes on."""
    before: int | None = None
    while found := archive.latest(before):
        yield from found
        before = found[-1].number


def _evening(day: date, latest_first: Sequence[Summary]) -> Evening:
    games = tuple(reversed(latest_first))
    names = tuple(games[-1].start.data["players"])
    who = list(map(folded, names))
    standings = [standings_by_name(game) for game in games]
    points: dict[str, tuple[int, ...]] = {}
    for game, stands in zip(games, standings, strict=True):
        if game.is_by_word:
            continue
        before = points.get(game.start.data["game"], (0,) * len(who))
        points[game.start.data["game"]] = tuple(was + stands[one].score for was, one in zip(before, who, strict=True))
    wins = tuple(sum(stands[one].rank == 1 for stands in standings) for one in who)
    return Evening(day, names, games, wins, points)
