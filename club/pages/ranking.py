"""The ranking of a season, and the seasons themselves."""

from dataclasses import replace
from datetime import date

from flask import Blueprint, abort, redirect, render_template, request, url_for
from sqlalchemy import Engine
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from club.models import Season
from club.pages.asked import chosen_season, day_of, seasons
from club.queries import Wanted
from club.ranking import Tally, games_played, tallies
from club.ranking import ranking as rank_players
from device.record.ratings import Rating
from engines.messages import message
from engines.one_line import name_of
from web.errors import Refused
from web.services import service

MAX_SEASON_NAME = 100  # letters

ranking = Blueprint("ranking", __name__)


@ranking.get("/ranking")
def page() -> str:
    """Show the ranking of a season and a kind of game."""
    with Session(service(Engine)) as session:
        known = seasons(session)
        season = chosen_season(known)
        games, game, rows = ranked(session, season)
        shown = {"season": season, "seasons": known, "games": games, "game": game, "rows": rows}
        return render_template("ranking.html", longest=MAX_SEASON_NAME, **shown)


def ranked(session: Session, season: Season | None) -> tuple[list[str], str, list[tuple[int, Rating, Tally]]]:
    """The kinds of game of a season, the one that the query string asks for, and its players, the strongest first."""
    wanted = Wanted(counting=True) if season is None else Wanted.of_season(season)
    games = games_played(session, wanted)
    asked = request.args.get("game", "")
    game = asked if asked in games else (games or [""])[0]
    wanted = replace(wanted, game=game)
    played = tallies(session, wanted)
    return games, game, [(player, rating, played[player]) for player, rating in rank_players(session, wanted).items()]


@ranking.post("/seasons")
def add() -> Response:
    """Add a season."""
    with Session(service(Engine)) as session, session.begin():
        session.add(season := Season(**_sent_season()))
        session.flush()
        return redirect(url_for("ranking.page", season=season.id), 303)


@ranking.post("/seasons/<int:number>")
def change(number: int) -> Response:
    """Change a season, or remove it; results stay."""
    with Session(service(Engine)) as session, session.begin():
        season = session.get(Season, number) or abort(404)
        if "remove" in request.form:
            session.delete(season)
            return redirect(url_for("ranking.page"), 303)
        for field, value in _sent_season().items():
            setattr(season, field, value)
    return redirect(url_for("ranking.page", season=number), 303)


def _sent_season() -> dict[str, str | date]:
    """The name and the days of a sent season; raises `Refusal`."""
    sent = request.form
    name = name_of(sent.get("name", ""))
    begins, ends = (sent.get(field, type=day_of) for field in ("begins", "ends"))
    if not name or len(name) > MAX_SEASON_NAME or begins is None or ends is None or ends < begins:
        raise Refused(message("club.season.bad", longest=MAX_SEASON_NAME), 422)
    return {"name": name, "begins": begins, "ends": ends}
