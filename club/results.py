"""Stores the results that tables report: each game once, in its last version, with a trace of all that came.

A result may come again at any time, and in any order: it is stored only where its revision is greater than the one that
is known. Nothing that a table sends is trusted.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import msgspec
from sqlalchemy import Engine, delete, func, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.orm import Session

from club.models import Alias, Base, Player, Result, ResultSeat, ResultVersion
from device.system.error_text import error_text
from engines.messages import Refusal, message
from engines.one_line import check_distinct, folded, name_of, one_line
from web.mqtt.payloads import GameResult, ResultPlayer

Outcome = Literal["new", "corrected", "known"]
MAX_BYTES = 32_768
MAX_SEATS = 20
MAX_FOLDED = 200  # letters; some letters become eighteen
FUTURE = timedelta(days=1)  # that a box's clock may be ahead
_GAME = re.compile(r"[\w.-]{1,64}")


class BadResult(Refusal):
    """What was sent is no result of a game."""


def store_result(engine: Engine, table: str, payload: bytes | GameResult) -> Outcome:
    """Store a result that a table has sent, in one transaction.

    Raises `Refusal` for what is no result (it may be sent again as often as anybody likes, it never will be one), and
    `SQLAlchemyError` where the database fails.

    >>> from club.database import open_database
    >>> sent = b'''{"journal": "a1", "entry": 1, "begun": "2026-01-02T19:00:00+09:00", "revision": [0, 9],
    ... "withdrawn": false, "ended": "2026-01-02T19:30:00+09:00", "game": "reversi", "title": "Reversi", "players": [
    ... {"seat": 0, "name": "Aya", "shown": "Aya", "score": 40, "rank": 1, "team": null},
    ... {"seat": 1, "name": null, "shown": "2", "score": 24, "rank": 2, "team": null}]}'''
    >>> engine = open_database("sqlite://")
    >>> store_result(engine, "table3", sent), store_result(engine, "table3", sent)
    ('new', 'known')
    """
    result = decode_result(payload) if isinstance(payload, bytes) else payload
    values = _values(table, result)
    seats = [_seat(player) for player in result["players"]]
    names = {str(seat["folded"]): str(seat["name"]) for seat in seats if seat["folded"]}
    try:
        with Session(engine) as session, session.begin():
            return _store(session, values, seats, names, msgspec.json.encode(result).decode())
    except (DataError, IntegrityError) as error:
        # Not the database's fault: tried again, it would fail again.
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
    ranks = [player["rank"] for player in players]
    if not _GAME.fullmatch(result["game"]) or len(result["title"]) > 100:
        raise BadResult(message("club.bad_result.game"))
    if len({player["seat"] for player in players}) < len(players) or not (players or result["withdrawn"]):
        raise BadResult(message("club.bad_result.seats"))
    if any(max(player["seat"], player["team"] or 0) >= MAX_SEATS for player in players):
        raise BadResult(message("club.bad_result.seats"))
    if ranks and (min(ranks) != 1 or max(ranks) > len(ranks)):
        raise BadResult(message("club.bad_result.ranks"))
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
    session: Session, values: dict[str, Any], seats: list[dict[str, Any]], names: dict[str, str], payload: str
) -> Outcome:
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
        return "known"
    ensure_players(session, names.values())
    session.execute(delete(ResultSeat).where(ResultSeat.result_id == stored))
    for seat in seats:
        session.add(ResultSeat(result_id=stored, **{name: value for name, value in seat.items() if name != "name"}))
    session.add(ResultVersion(result_id=stored, came=datetime.now(UTC).replace(tzinfo=None), payload=payload))
    session.flush()
    count = session.scalar(select(func.count()).where(ResultVersion.result_id == stored))
    return "new" if count == 1 else "corrected"


def _insert(session: Session, model: type[Base]) -> Any:
    """An `INSERT` that may say what happens on a conflict; each dialect has its own class for it."""
    dialect = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
    return dialect.insert(model)


def _values(table: str, result: GameResult) -> dict[str, Any]:
    branch, last = result["revision"]
    return {
        "table": table,
        "journal": result["journal"],
        "entry": result["entry"],
        "begun": result["begun"],
        "branch": branch,
        "last": last,
        "withdrawn": result["withdrawn"],
        "ended": _utc(result["ended"]),
        "game": result["game"],
        "title": one_line(result["title"]),
    }


def _seat(player: ResultPlayer) -> dict[str, Any]:
    name = name_of(player["name"] or "")
    if len(folded(name)) > MAX_FOLDED:
        raise BadResult(message("club.bad_result.names"))
    return {
        "seat": player["seat"],
        "folded": folded(name) or None,
        "name": name,
        "shown": name_of(player["shown"]),
        "score": player["score"],
        "rank": player["rank"],
        "team": player["team"],
    }


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
