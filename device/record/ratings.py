"""Ratings: how strong players are at each kind of game, guessed from who came in before whom.

The library `openskill` rates all games that count in the order in which the journal has them, so a correction of an old
game changes every rating after it. Only ranks are used, since points of two games have nothing in common; equal ranks
are ties, and mates of a team share a result. Whoever has no name is left out, because it is not the same player each
time, and so is a team with such a player.

>>> from device.record.journal import Entry
>>> from engines.contract import Standing
>>> start = Entry(1, 1, "start", {"game": "reversi", "players": ["Aya", "Ben"], "options": {}}, "2026-01-02T19:30:00")
>>> won = Summary(start, 9, 60, (Standing(0, 40, 1), Standing(1, 24, 2)), True, False, None)
>>> [(one.name, round(one.strength), round(one.margin), one.is_vague) for one in ratings([won])["reversi"]]
[('Aya', 28, 16, True), ('Ben', 22, 16, True)]
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import chain
from typing import Generic, Self, TypeVar

from device.record.archive import Summary
from device.record.evenings import is_named, standings_by_name, statistics
from engines.one_line import folded

Who = TypeVar("Who", bound=Hashable)  # a name, or what else stands for a player
AVERAGE = 25.0  # the strength that everybody begins with
# Standard deviation above which a rating says little: 8.3 at first; 6 after a dozen games of two players.
_MAX_DEVIATION = 6.0


@dataclass(frozen=True)
class Rating:
    """How strong a player is at one kind of game."""

    name: str
    games: int  # that are rated
    strength: float  # 25 at first
    margin: float  # the real strength lies 19 times of 20 within so much of it
    is_vague: bool  # whether there are still too few games


def ratings(counted: Sequence[Summary]) -> dict[str, list[Rating]]:
    """The ratings of each kind of game, the strongest first; `counted` has the latest game first."""
    by_kind: dict[str, list[Summary]] = {}
    for game in reversed(counted):
        by_kind.setdefault(game.start.data["game"], []).append(game)
    names = {folded(player.name): player.name for player in statistics(counted)}
    rated = {kind: Rater[str]().rate(map(_teams, games)).ratings(names) for kind, games in by_kind.items()}
    return {kind: list(found.values()) for kind, found in rated.items() if found}


class Rater(Generic[Who]):
    """Rates games of one kind, one after the other.

    >>> [rating.name for rating in Rater[int]().rate([{(1,): 2.0, (2,): 1.0}]).ratings({1: "Aya", 2: "Ben"}).values()]
    ['Ben', 'Aya']
    """

    def __init__(self) -> None:
        from openskill.models import BradleyTerryFull, BradleyTerryFullRating  # loaded only where somebody asks

        self._model = BradleyTerryFull(mu=AVERAGE, sigma=AVERAGE / 3)
        self._known: dict[Who, BradleyTerryFullRating] = {}
        self._count: Counter[Who] = Counter()

    def rate(self, games: Iterable[Mapping[tuple[Who, ...], float]]) -> Self:
        """Go on with these games; of each, `team_ranks`. Gives itself."""
        for teams in games:
            if len(teams) > 1:
                before = [[self._known.get(who) or self._model.rating() for who in team] for team in teams]
                after = self._model.rate(before, ranks=list(teams.values()))
                self._known.update(zip(chain(*teams), chain(*after), strict=True))
                self._count.update(chain(*teams))
        return self

    def ratings(self, names: Mapping[Who, str]) -> dict[Who, Rating]:
        """The ratings so far, the strongest first."""
        strongest_first = sorted(self._known.items(), key=lambda one: -one[1].mu)
        return {
            who: Rating(names[who], self._count[who], one.mu, 2 * one.sigma, one.sigma > _MAX_DEVIATION)
            for who, one in strongest_first
        }

    def copy(self) -> Self:
        """Another one that goes on from here."""
        other = copy(self)
        other._known, other._count = self._known.copy(), self._count.copy()
        return other


def team_ranks(
    teams: Iterable[tuple[Who, ...]], ranks: Mapping[Who, int], by_word: bool
) -> dict[tuple[Who, ...], float]:
    """The rank of each team of a game; whoever plays alone is one, too.

    None where only who has won was said (`by_word`), and nobody knows which of the others were better.
    """
    found = {team: float(min(ranks[who] for who in team)) for team in teams}
    return {} if by_word and sum(rank > 1 for rank in found.values()) > 1 else found


def _teams(game: Summary) -> dict[tuple[str, ...], float]:
    """The ranks of the teams whose players all have names."""
    standings = standings_by_name(game)
    who = {standing.player: name for name, standing in standings.items()}
    teams = [tuple(who[seat] for seat in team) for team in game.teams or [(seat,) for seat in who]]
    ranks = {name: standing.rank for name, standing in standings.items()}
    return team_ranks([team for team in teams if all(map(is_named, team))], ranks, game.is_by_word)
