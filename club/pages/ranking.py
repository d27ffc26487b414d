"""The ranking of a season, and the seasons themselves."""

from dataclasses import replace

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


def ranked(session: Session, season: Season | None) -> tuple[list[str], str, list[tuple[int, int, Rating, Tally]]]:
    """The kinds of game of a season, the one that the query string asks for, and places, players and how they did."""
    first, last = (season.begins, season.ends) if season else (None, None)
    wanted = Wanted(first=first, last=last, counting=True)
    games = games_played(session, wanted)
    asked = request.args.get("game", "")
    game = asked if asked in games else (games or [""])[0]
    wanted = replace(wanted, game=game)
    ratings, played = rank_players(session, wanted), tallies(session, wanted)
    # A result may have come or gone between the two.
    rated = enumerate(((player, rating) for player, rating in ratings.items() if player in played), start=1)
    return games, game, [(place, player, rating, played[player]) for place, (player, rating) in rated]


@ranking.post("/seasons")
def add() -> Response:
    """Add a season."""
    name = name_of(request.form.get("name", ""))
    begins, ends = (request.form.get(field, type=day_of) for field in ("begins", "ends"))
    if not name or len(name) > MAX_SEASON_NAME or begins is None or ends is None or ends < begins:
        raise Refused(message("club.season.bad", longest=MAX_SEASON_NAME), 422)
    with Session(service(Engine)) as session, session.begin():
        session.add(season := Season(name=name, begins=begins, ends=ends))
        session.flush()
        return redirect(url_for("ranking.page", season=season.id), 303)


@ranking.post("/seasons/<int:number>/remove")
def remove(number: int) -> Response:
    """Remove a season; results stay."""
    with Session(service(Engine)) as session, session.begin():
        session.delete(session.get(Season, number) or abort(404))
    return redirect(url_for("ranking.page"), 303)
