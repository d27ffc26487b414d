"""Players: how often each has played and won, and which names are one person's."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from sqlalchemy import Engine
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from club.models import Player
from club.pages.asked import number_of
from club.queries import Wanted, merge_players, results, split_alias
from club.queries import players as find_players
from club.ranking import Tally, games_played, tallies
from web.services import service

LATEST = 10  # results on a player's page
_NOTHING = Tally(0, 0)

players = Blueprint("players", __name__)


@players.get("/players")
def page() -> str:
    """List all players, those with most games first."""
    with Session(service(Engine)) as session:
        played = tallies(session, Wanted(counting=True))
        rows = [(player, played.get(player.id, _NOTHING)) for player in find_players(session)]
        return render_template("players.html", players=sorted(rows, key=lambda row: -row[1].games))


@players.get("/players/<int:number>")
def one(number: int) -> str:
    """Show a player's names, games by kind, and latest results."""
    with Session(service(Engine)) as session:
        player = session.get(Player, number) or abort(404)
        wanted = Wanted(player=number, counting=True)
        by_game = [
            (game, tallies(session, Wanted(player=number, counting=True, game=game))[number])
            for game in games_played(session, wanted)
        ]
        others = [other for other in find_players(session) if other.id != number]
        latest = results(session, Wanted(player=number), LATEST)
        return render_template("player.html", player=player, by_game=by_game, others=others, results=latest)


@players.post("/players/<int:number>/merge")
def merge(number: int) -> Response:
    """Make another player the same person as this one."""
    with Session(service(Engine)) as session, session.begin():
        merge_players(session, number, request.form.get("other", -1, type=number_of))
    return redirect(url_for("players.one", number=number), 303)


@players.post("/players/<int:number>/split")
def split(number: int) -> Response:
    """Give one of this player's names to a person of its own."""
    with Session(service(Engine)) as session, session.begin():
        split_alias(session, request.form.get("folded", "").replace("\0", ""))
    return redirect(url_for("players.one", number=number), 303)
