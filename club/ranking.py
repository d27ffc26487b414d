"""How players have done over many results: games, wins, and how strong they are."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from threading import Lock

from sqlalchemy import ColumnElement, String, case, cast, func, select
from sqlalchemy.orm import Session

from club.models import Alias, Player, Result, ResultSeat
from club.queries import Wanted, conditions
from device.record.ratings import Rater, Rating, team_ranks

_LATEST = 100  # games that are rated anew each time: those of tables without a network come late
_MAX_KEPT = 8  # seasons and kinds of game
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
    parts = (ResultSeat.seat, ResultSeat.team, Alias.player_id, ResultSeat.rank, case((ResultSeat.score.is_(None), 1)))
    texts: list[ColumnElement[str]] = [func.coalesce(cast(part, String), "") for part in parts]
    seat = reduce(lambda before, text: before + "," + text, texts)
    line: ColumnElement[str] = (
        cast(Result.ended, String) + "\t" + cast(Result.id, String) + "\t" + func.aggregate_strings(seat, ";")
    )
    query = select(line.label("line")).select_from(Result).join(ResultSeat).outerjoin(ResultSeat.alias)
    lines = query.where(*conditions(wanted)).group_by(Result.id, Result.ended).subquery()
    # One row for all: with each row that is fetched, another thread of Python may take its turn.
    played = session.scalar(select(func.aggregate_strings(lines.c.line, "\n"))) or ""
    games = [_game(one.rpartition("\t")[2]) for one in sorted(played.splitlines())]
    names = {player: name for player, name in session.execute(select(Player.id, Player.name))}  # noqa: C416 — for mypy
    return _ratings(wanted, games, names)


@lru_cache(maxsize=20_000)
def _game(seats: str) -> Game:
    """The ranks of the teams of a game whose players all have names.

    `seats` has seat, team, player, rank, and 1 where nobody knows the score; what is not there is empty.

    >>> _game("1,,7,1,;0,,3,2,"), _game("0,,,1,1;1,,7,2,1")
    ((((3,), 2.0), ((7,), 1.0)), (((7,), 2.0),))
    """
    ranks: dict[int, int] = {}
    teams: dict[str, list[int | None]] = {}
    rows = sorted((row.split(",") for row in seats.split(";")), key=lambda row: int(row[0]))
    for seat, team, player, rank, _ in rows:
        teams.setdefault(team or f"alone {seat}", []).append(int(player) if player else None)
        if player:
            ranks[int(player)] = int(rank)
    named = [tuple(player for player in team if player is not None) for team in teams.values() if None not in team]
    return tuple(team_ranks(named, ranks, any(by_word for *_, by_word in rows)).items())


_kept: OrderedDict[Wanted, tuple[list[Game], Rater[int]]] = OrderedDict()
_lock = Lock()


def _ratings(wanted: Wanted, games: list[Game], names: Mapping[int, str]) -> dict[int, Rating]:
    """The ratings after these games; most readers ask for the same ones as others did, and some more."""
    settled = games[:-_LATEST]
    with _lock:
        known, rater = _kept.pop(wanted, ([], Rater()))
        if settled[: len(known)] != known:  # a correction: every later rating is another
            known, rater = [], Rater()
        _kept[wanted] = settled, rater.rate(map(dict, settled[len(known) :]))
        if len(_kept) > _MAX_KEPT:
            _kept.popitem(last=False)
        rater = rater.copy()
    return rater.rate(map(dict, games[-_LATEST:])).ratings(names)
