"""Exports: the same results and rankings as on the pages, for spreadsheets and programs."""

from collections.abc import Iterator, Sequence

from flask import Blueprint, Response
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from club.models import Result
from club.pages.asked import chosen_season, local_time, seasons, wanted_results
from club.pages.ranking import ranked
from club.queries import results
from device.record.exports import table_csv
from web.api.operation import as_json
from web.languages import text
from web.services import service

Row = tuple[str | float | None, ...]
RESULT = ("result", "table", "game", "title", "begun", "ended", "player", "shown", "score", "rank", "team", "counts")
RANKING = ("place", "player", "games", "wins", "strength", "margin")

exports = Blueprint("exports", __name__, url_prefix="/export")


@exports.get("/results.<any(csv, json):form>")
def export_results(form: str) -> Response:
    """Export results, a row for each player of each."""
    with Session(service(Engine)) as session:
        rows = [row for result in results(session, wanted_results(session)) for row in _rows(result)]
    return _file("results", form, RESULT, rows)


@exports.get("/ranking.<any(csv, json):form>")
def export_ranking(form: str) -> Response:
    """Export the ranking of a season and a kind of game."""
    with Session(service(Engine)) as session:
        _, _, rated = ranked(session, chosen_season(seasons(session)))
    rows: list[Row] = [
        (place, one.name, tally.games, tally.wins, round(one.strength, 1), round(one.margin, 1))
        for place, _, one, tally in rated
    ]
    return _file("ranking", form, RANKING, rows)


def _rows(result: Result) -> Iterator[Row]:
    ended = local_time(result.ended).isoformat(timespec="seconds")
    counts = int(not (result.withdrawn or result.left_out))
    for seat in result.seats:
        name = seat.alias.player.name if seat.alias else None
        of_seat = (name, seat.shown, seat.score, seat.rank, seat.team, counts)
        yield (result.id, result.table, result.game, result.title, result.begun, ended, *of_seat)


def _file(name: str, form: str, fields: Sequence[str], rows: Sequence[Row]) -> Response:
    if form == "csv":
        heads = [text(f"club.export.{field}") for field in fields]
        response = Response(table_csv([heads, *rows]), mimetype="text/csv")
    else:
        response = as_json([dict(zip(fields, row, strict=True)) for row in rows])
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return response
