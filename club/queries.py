"""What pages ask the club's database, and what is changed there by hand.

All take a session, and leave it to the caller to commit:

    with Session(engine) as session, session.begin():
        merge_players(session, 3, 8)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import ColumnElement, func, intersect, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session, selectinload

from club.models import Alias, PlanPlayer, PlanSeat, Player, Result, ResultSeat, Season
from engines.messages import Refusal, message


@dataclass(frozen=True)
class Wanted:
    """Which results are asked for; all that is not given does not matter."""

    table: str | None = None
    player: int | None = None
    game: str | None = None
    first: date | None = None  # local days on which a game ended, both included
    last: date | None = None
    counting: bool = False  # only those that were neither withdrawn nor left out

    @classmethod
    def of_season(cls, season: Season) -> "Wanted":
        """The results that count in a season."""
        return cls(first=season.begins, last=season.ends, counting=True)


def results(session: Session, wanted: Wanted, limit: int | None = None, offset: int = 0) -> Sequence[Result]:
    """Results, the latest first, with seats and players."""
    query = select(Result).where(*conditions(wanted)).order_by(Result.ended.desc(), Result.id.desc())
    return session.scalars(query.options(_WITH_PLAYERS).limit(limit).offset(offset)).all()


def count_results(session: Session, wanted: Wanted) -> int:
    """How many results there are."""
    return session.scalar(select(func.count()).select_from(Result).where(*conditions(wanted))) or 0


def players(session: Session) -> Sequence[Player]:
    """All players with their aliases, by name."""
    return session.scalars(select(Player).options(selectinload(Player.aliases)).order_by(Player.name, Player.id)).all()


def merge_players(session: Session, kept: int, other: int) -> Player:
    """Make two players one, who has the names, results and plans of both; gives the one that was kept.

    Raises `Refusal` where they have played in the same game or are in the same plan: those are two people.
    """
    found = {
        player.id: player
        for player in session.scalars(select(Player).where(Player.id.in_((kept, other))).with_for_update())
    }
    if len(found) < 2:
        raise Refusal(message("club.no_such_player"))
    if _have_met(session, kept, other):
        raise Refusal(message("club.players_have_met", one=found[kept].name, other=found[other].name))
    moved: list[InstrumentedAttribute[int]] = [Alias.player_id, PlanPlayer.player_id, PlanSeat.player_id]
    for column in moved:
        session.execute(update(column.class_).where(column == other).values(player_id=kept))
    session.expire_all()
    session.delete(found[other])
    session.flush()
    return found[kept]


def split_alias(session: Session, folded: str) -> Player:
    """Give a name back to a player of its own, who is new; raises `Refusal` where it is the player's only name."""
    alias = session.get(Alias, folded, with_for_update=True)
    if alias is None:
        raise Refusal(message("club.no_such_player"))
    if len(alias.player.aliases) == 1:
        raise Refusal(message("club.only_name", name=alias.name))
    alias.player = Player(name=alias.name)
    session.flush()
    return alias.player


_WITH_PLAYERS = selectinload(Result.seats).joinedload(ResultSeat.alias).joinedload(Alias.player)


def conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    """The conditions of a query of `Result`."""
    conditions: list[ColumnElement[bool]] = []
    if wanted.table is not None:
        conditions.append(Result.table == wanted.table)
    if wanted.game is not None:
        conditions.append(Result.game == wanted.game)
    if wanted.player is not None:
        conditions.append(Result.seats.any(ResultSeat.alias.has(Alias.player_id == wanted.player)))
    if wanted.first is not None:
        conditions.append(Result.ended >= _midnight(wanted.first))
    if wanted.last is not None:
        conditions.append(Result.ended < _midnight(wanted.last + timedelta(days=1)))
    if wanted.counting:
        conditions += [~Result.withdrawn, ~Result.left_out]
    return conditions


def _midnight(day: date) -> datetime:
    """When a local day begins, in UTC without a zone."""
    return datetime.combine(day, time()).astimezone(UTC).replace(tzinfo=None)


def _have_met(session: Session, one: int, other: int) -> bool:
    games, plans = select(ResultSeat.result_id).join(ResultSeat.alias), select(PlanPlayer.plan_id)
    shared_games = intersect(*(games.where(Alias.player_id == player) for player in (one, other)))
    shared_plans = intersect(*(plans.where(PlanPlayer.player_id == player) for player in (one, other)))
    return any(session.scalars(shared).first() is not None for shared in (shared_games, shared_plans))
