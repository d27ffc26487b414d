"""What pages ask the club's database, and what is changed there by hand.

All take a session, and leave it to the caller to commit:

    with Session(engine) as session, session.begin():
        merge_players(session, 3, 8)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.orm import Session, selectinload

from club.models import Alias, Plan, Player, Result, ResultSeat
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


def results(session: Session, wanted: Wanted, limit: int | None = None, offset: int = 0) -> Sequence[Result]:
    """Results, the latest first, with seats and players."""
    query = select(Result).where(*conditions(wanted)).order_by(Result.ended.desc(), Result.id.desc())
    return session.scalars(query.options(_WITH_PLAYERS).limit(limit).offset(offset)).all()


def players(session: Session) -> Sequence[Player]:
    """All players with their aliases, by name."""
    return session.scalars(select(Player).options(selectinload(Player.aliases)).order_by(Player.name, Player.id)).all()


def merge_players(session: Session, kept: int, other: int) -> None:
    """Make two players one, `kept`, who has the names, results and plans of both.

    Raises `Refusal` where they have played in the same game or are in the same plan: those are two people.
    """
    lock_plans(session)  # whoever changes a plan locks it before its players, too
    both = select(Player).where(Player.id.in_((kept, other))).with_for_update()
    found = {player.id: player for player in session.scalars(both)}
    if len(found) < 2:
        raise Refusal(message("club.no_such_player"))
    # Again: until the players were locked, another plan with them could be made.
    plans = [plan for plan in lock_plans(session) if other in plan.everybody]
    met = select(Result).where(*conditions(Wanted(player=kept)), *conditions(Wanted(player=other)))
    if session.scalars(met).first() or any(kept in plan.everybody for plan in plans):
        raise Refusal(message("club.players_have_met", one=found[kept].name, other=found[other].name))
    session.execute(update(Alias).where(Alias.player_id == other).values(player_id=kept))
    session.expire_all()
    for plan in plans:
        plan.players = sorted(kept if one == other else one for one in plan.players)
        plan.rounds = tuple(one.replaced(other, kept) for one in plan.rounds)
    session.delete(found[other])


def lock_plans(session: Session, *which: ColumnElement[bool]) -> Sequence[Plan]:
    """Read plans as they are once nobody else changes them, which nobody can until the transaction ends."""
    # An update, as SQLite has no other lock: two could read a plan, and the second would undo what the first changed.
    locked = update(Plan).where(*which).values(name=Plan.name).returning(Plan)
    return session.scalars(locked, execution_options={"populate_existing": True}).all()


def split_alias(session: Session, folded: str) -> None:
    """Give a name back to a player of its own, who is new; raises `Refusal` where it is the player's only name."""
    alias = session.get(Alias, folded, with_for_update=True)
    if alias is None:
        raise Refusal(message("club.no_such_player"))
    if len(alias.player.aliases) == 1:
        raise Refusal(message("club.only_name", name=alias.name))
    alias.player = Player(name=alias.name)


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
