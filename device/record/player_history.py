"""One player over all evenings: games in order, the best of each kind of game, streaks, and head to head.

Everything is computed from games that count (`device.record.evenings.counted`). Who shares a first place has won.

>>> from device.record.journal import Entry
>>> start = Entry(1, 1, "start", {"game": "reversi", "players": ["Aya", "Ben"], "options": {}}, "2026-01-02T19:30:00")
>>> standings = (Standing(0, 40, 1), Standing(1, 24, 2))
>>> aya = history_of("aya", [Summary(start, 9, 60, standings, True, False, None)] * 2)
>>> aya.totals.name, aya.days, aya.streak, aya.against["Ben"]["reversi"]
('Aya', 1, 2, HeadToHead(ahead=2, equal=0, behind=0))
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile

from device.record.archive import Best, Summary
from device.record.evenings import Player, day_of, is_named, standings_by_name, statistics
from engines.contract import Standing
from engines.messages import Refusal, message
from engines.one_line import folded


@dataclass
class HeadToHead:
    """How often a player came in before, with and after another one in one kind of game, by rank."""

    ahead: int = 0
    equal: int = 0
    behind: int = 0

    def add(self, own: int, other: int) -> None:
        """Add a game with these ranks."""
        self.ahead += own < other
        self.equal += own == other
        self.behind += own > other


@dataclass(frozen=True)
class BestGame:
    """The game in which a player has achieved most."""

    game: Summary
    best: Best


@dataclass(frozen=True)
class PlayerHistory:
    """A player's finished games."""

    totals: Player
    games: tuple[Summary, ...]  # the first one first
    won: tuple[bool, ...]  # as in `games`
    best: dict[str, BestGame]  # by the kind of game, where it has achievements
    against: dict[str, dict[str, HeadToHead]]  # by the other's name, then by the kind of game; not against team mates

    @property
    def days(self) -> int:
        """The number of days on which he has played; a night belongs to the day before."""
        return len(set(map(day_of, self.games)))

    @property
    def streak(self) -> int:
        """How many of his last games he has won in a row."""
        return sum(takewhile(bool, reversed(self.won)))

    @property
    def longest_streak(self) -> int:
        """How many games he has ever won in a row."""
        return max(sum(run) for _, run in groupby(self.won))


def history_of(name: str, counted: Sequence[Summary]) -> PlayerHistory:
    """The history of a player in games that count, the latest first; raises `Refusal` for a name nobody has."""
    who, players = folded(name), {folded(player.name): player for player in statistics(counted)}
    if who not in players:
        raise Refusal(message("players.unknown"))
    standings = [(game, standings_by_name(game)) for game in reversed(counted)]
    played = [(game, found[who], found) for game, found in standings if who in found]
    best: dict[str, BestGame] = {}
    against: dict[str, dict[str, HeadToHead]] = {}
    for game, own, found in played:
        kind = game.start.data["game"]
        here = game.best.get(own.player)
        if here and (kind not in best or here.achieved.points > best[kind].best.achieved.points):
            best[kind] = BestGame(game, here)
        for other, standing in _opponents(game, own, found):
            by_game = against.setdefault(players[other].name, {})
            by_game.setdefault(kind, HeadToHead()).add(own.rank, standing.rank)
    won = tuple(own.rank == 1 for _, own, _ in played)
    return PlayerHistory(players[who], tuple(game for game, _, _ in played), won, best, against)


def _opponents(game: Summary, own: Standing, found: dict[str, Standing]) -> Iterator[tuple[str, Standing]]:
    """Everybody with a name who played against a player, with his own standing.

    Where only who has won was said, nobody knows which of the others was better.
    """
    team = next((team for team in game.teams if own.player in team), (own.player,))
    for who, standing in found.items():
        is_known = own.rank == 1 or standing.rank == 1 or not game.is_by_word
        if standing.player not in team and is_named(who) and is_known:
            yield who, standing
