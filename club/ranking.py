"""How players have done over many results: games, wins, and how strong they are."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from sqlalchemy import Row, case, func, select
from sqlalchemy.orm import Session

from club.models import Alias, Player, Result, ResultSeat
from club.queries import Wanted, conditions
from device.record.ratings import Rating, rate_teams, team_ranks

Game = tuple[tuple[tuple[int, ...], float], ...]  # the rank of each team, whose players are ids


@dataclass(frozen=True)
class Tally:
    """How often somebody has played, and won; who shares a first place has won."""

    games: int
    wins: int


def tallies(session: Session, wanted: Wanted) -> dict[int, Tally]:
    """The tally of each player over results, by id."""
    wins = func.sum(case((ResultSeat.rank == 1, 1), else_=0))
    query = select(Alias.player_id, func.count(), wins).select_from(Result).join(ResultSeat).join(ResultSeat.alias)
    rows = session.execute(query.where(*conditions(wanted)).group_by(Alias.player_id))
    return {player: Tally(games, int(won)) for player, games, won in rows}


def games_played(session: Session, wanted: Wanted) -> list[str]:
    """The kinds of game of results, those with most results first."""
    query = select(Result.game).where(*conditions(wanted)).group_by(Result.game)
    return list(session.scalars(query.order_by(func.count().desc(), Result.game)))


def ranking(session: Session, wanted: Wanted) -> dict[int, Rating]:
    """The ratings of players by id, the strongest first, after results of one kind of game.

    Whoever played without a whole name is left out: nobody can be told apart by an initial.
    """
    query = select(ResultSeat.result_id, ResultSeat.team, Alias.player_id, ResultSeat.rank, ResultSeat.score.is_(None))
    rows = session.execute(
        query.select_from(Result)
        .join(ResultSeat)
        .outerjoin(ResultSeat.alias)
        .where(*conditions(wanted))
        .order_by(Result.ended, Result.id, ResultSeat.seat)
    )
    games = tuple(_ranks(list(seats)) for _, seats in groupby(rows, key=lambda seat: seat[0]))
    names = tuple((player, name) for player, name in session.execute(select(Player.id, Player.name)))
    return dict(_rated(games, names))


def _ranks(seats: "list[Row[int, int | None, int, int, bool]]") -> Game:
    """The ranks of the teams of a game whose players all have names."""
    ranks: dict[int, int] = {}
    teams: dict[object, list[int | None]] = {}
    for at, (_, team, player, rank, _) in enumerate(seats):
        teams.setdefault(("alone", at) if team is None else team, []).append(player)
        if player is not None:
            ranks[player] = rank
    named = [tuple(player for player in team if player is not None) for team in teams.values() if None not in team]
    return tuple(team_ranks(named, ranks, any(by_word for *_, by_word in seats)).items())


@lru_cache(maxsize=8)
def _rated(games: tuple[Game, ...], names: tuple[tuple[int, str], ...]) -> Mapping[int, Rating]:
    """Remembered: to rate a season takes longer than to read it, and most readers ask for the same one."""
    return rate_teams(map(dict, games), dict(names))
