"""Stores the results that tables report: each game once, in its last version, with a trace of all that came.

A result may come again at any time, and in any order: it is stored only where its revision is greater than the one that
is known. Nothing that a table sends is trusted.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Engine, delete, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.orm import Session

from club.models import Alias, Base, Player, Result, ResultSeat, ResultVersion
from device.system.error_text import error_text
from engines.messages import Refusal, message
from engines.one_line import check_distinct, folded, name_of, one_line
from web.mqtt.payloads import GameResult, ResultPlayer

MAX_BYTES = 32_768
MAX_FOLDED = 200  # letters; some letters become eighteen
FUTURE = timedelta(days=1)  # that a box's clock may be ahead


class BadResult(Refusal):
    """What was sent is no result of a game."""


def store_result(engine: Engine, table: str, result: GameResult) -> bool:
    """Store a result of `decode_result` that a table has sent, in one transaction; gives whether it was not known yet.

    Raises `BadResult` for what the database cannot hold (tried again, it never could), and `SQLAlchemyError` where the
    database fails.

    >>> from club.database import open_database
    >>> sent = b'''{"journal": "a1", "entry": 1, "begun": "2026-01-02T19:00:00+09:00", "revision": [0, 9],
    ... "withdrawn": false, "ended": "2026-01-02T19:30:00+09:00", "game": "reversi", "title": "Reversi", "players": [
    ... {"seat": 0, "name": "Aya", "shown": "Aya", "score": 40, "rank": 1, "team": null},
    ... {"seat": 1, "name": null, "shown": "2", "score": 24, "rank": 2, "team": null}]}'''
    >>> engine = open_database("sqlite://")
    >>> store_result(engine, "table3", decode_result(sent)), store_result(engine, "table3", decode_result(sent))
    (True, False)
    """
    values, seats = _values(table, result), [_seat(player) for player in result["players"]]
    names = [name for player in result["players"] if (name := name_of(player["name"] or ""))]
    try:
        with Session(engine) as session, session.begin():
            return _store(session, values, seats, names, msgspec.json.encode(result).decode())
    except (DataError, IntegrityError) as error:
        raise BadResult(message("club.bad_result.schema", why=error_text(error.orig or error))) from error


def decode_result(payload: bytes) -> GameResult:
    """Decode a result, and check that it is plausible; raises `Refusal`."""
    if len(payload) > MAX_BYTES:
        raise BadResult(message("club.bad_result.too_long"))
    try:
        result = msgspec.json.decode(payload, type=GameResult)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadResult(message("club.bad_result.schema", why=error_text(error))) from error
    players = result["players"]
    seats, ranks = {player["seat"] for player in players}, [player["rank"] for player in players]
    is_odd = len(seats) < len(players) or not (players or result["withdrawn"])
    if is_odd or (ranks and (min(ranks) != 1 or max(ranks) > len(ranks))):
        raise BadResult(message("club.bad_result.players"))
    check_distinct([player["name"] or "" for player in players])
    if not _is_moment(result["begun"]):
        raise BadResult(message("club.bad_result.moment"))
    if _utc(result["ended"]) > datetime.now(UTC).replace(tzinfo=None) + FUTURE:
        raise BadResult(message("club.bad_result.future"))
    return result


def ensure_players(session: Session, names: Iterable[str]) -> dict[str, int]:
    """The players who have these names, as ids by folded name; whoever is not known yet becomes a player.

    Two writers may do so at once.
    """
    by_folded = {folded(name): name for name in names}
    known = _ids(session, by_folded)
    # In order: two writers that each waited for a name of the other would wait forever.
    for key in sorted(by_folded.keys() - known.keys()):
        player = Player(name=by_folded[key])
        session.add(player)
        session.flush()
        alias = {"folded": key, "name": by_folded[key], "player_id": player.id}
        insert = _insert(session, Alias).values(alias).on_conflict_do_nothing().returning(Alias.folded)
        if session.scalar(insert) is None:  # the other writer was first
            session.delete(player)
    return _ids(session, by_folded)


def _ids(session: Session, by_folded: Mapping[str, str]) -> dict[str, int]:
    rows = session.execute(select(Alias.folded, Alias.player_id).where(Alias.folded.in_(by_folded)))
    return {row.folded: row.player_id for row in rows}


def _store(
    session: Session, values: dict[str, Any], seats: list[dict[str, Any]], names: list[str], payload: str
) -> bool:
    key = ("table", "journal", "entry", "begun")
    insert = _insert(session, Result).values(values)
    # A write comes first: SQLite then waits for another writer here, before anything was read.
    stored = session.scalar(
        insert.on_conflict_do_update(
            index_elements=key,
            set_={name: insert.excluded[name] for name in values if name not in key},
            where=tuple_(Result.branch, Result.last) < tuple_(insert.excluded.branch, insert.excluded.last),
        ).returning(Result.id)
    )
    if stored is None:
        return False
    ensure_players(session, names)
    session.execute(delete(ResultSeat).where(ResultSeat.result_id == stored))
    session.add_all(ResultSeat(result_id=stored, **seat) for seat in seats)
    session.add(ResultVersion(result_id=stored, came=datetime.now(UTC).replace(tzinfo=None), payload=payload))
    return True


def _insert(session: Session, model: type[Base]) -> Any:
    """An `INSERT` that may say what happens on a conflict; each dialect has its own class for it."""
    dialect = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
    return dialect.insert(model)


def _values(table: str, result: GameResult) -> dict[str, Any]:
    """The columns of a result."""
    branch, last = result["revision"]
    values = {"table": table, "branch": branch, "last": last, **result}
    del values["revision"], values["players"]
    return values | {"ended": _utc(result["ended"]), "title": one_line(result["title"])}


def _seat(player: ResultPlayer) -> dict[str, Any]:
    """The columns of a player's result."""
    values: dict[str, Any] = {**player, "shown": name_of(player["shown"])}
    if len(name := folded(name_of(values.pop("name") or ""))) > MAX_FOLDED:
        raise BadResult(message("club.bad_result.names"))
    return values | {"folded": name or None}


def _is_moment(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _utc(moment: str) -> datetime:
    """A moment that a box has written, in UTC without a zone; raises `BadResult`."""
    try:
        at = datetime.fromisoformat(moment)
        if at.tzinfo is None:
            raise ValueError("without a zone")
        return at.astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError) as error:
        raise BadResult(message("club.bad_result.moment")) from error
