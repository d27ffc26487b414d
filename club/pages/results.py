"""Results: the latest ones, and each with all of its versions."""

import msgspec
from flask import Blueprint, abort, redirect, render_template, request, url_for
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from club.models import Result, ResultVersion
from club.pages.asked import local_time, number_of, seasons, wanted_results
from club.queries import players
from club.queries import results as find_results
from web.mqtt.payloads import GameResult
from web.services import service

PER_PAGE = 40
FILTERS = ("day", "table", "player", "season", "game")

results = Blueprint("results", __name__)


@results.get("/results")
def page() -> str:
    """List results, the latest first."""
    at = max(1, request.args.get("page", 1, type=number_of))
    with Session(service(Engine)) as session:
        wanted = wanted_results(session)
        tables = session.scalars(select(Result.table).distinct().order_by(Result.table)).all()
        found = find_results(session, wanted, PER_PAGE + 1, (at - 1) * PER_PAGE)
        return render_template(
            "results.html",
            results=found[:PER_PAGE],
            has_more=len(found) > PER_PAGE,
            page=at,
            tables=tables,
            players=players(session),
            seasons=seasons(session),
            filters={name: request.args[name] for name in FILTERS if request.args.get(name)},
        )


@results.get("/results/<int:number>")
def one(number: int) -> str:
    """Show a result, and how it was corrected."""
    with Session(service(Engine)) as session:
        result = session.get(Result, number) or abort(404)
        return render_template("result.html", result=result, versions=_versions(result.versions))


@results.post("/results/<int:number>/counts")
def set_counts(number: int) -> Response:
    """Leave a result out of what counts, or let it count again, whatever its table corrects."""
    with Session(service(Engine)) as session, session.begin():
        result = session.get(Result, number) or abort(404)
        result.left_out = request.form.get("counts") == "no"
    return redirect(url_for("results.one", number=number), 303)


def _versions(came: list[ResultVersion]) -> list[dict[str, object]]:
    """What each version says, the last one first, with the seats of which the one before says something else."""
    said = [msgspec.json.decode(version.payload, type=GameResult) for version in came]
    versions: list[dict[str, object]] = []
    for version, now, before in zip(came, said, [None, *said], strict=False):
        known = {player["seat"]: player for player in before["players"]} if before else {}
        changed = {player["seat"] for player in now["players"] if before and known.get(player["seat"]) != player}
        versions.append({"came": local_time(version.came), "said": now, "changed": changed})
    return versions[::-1]
