"""Plans of an evening: made, shown, and printed from the browser."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from club import plans as evening
from club.models import Plan
from club.pages.asked import number_of
from club.queries import players
from device.games.listing import GAMES
from web.services import service

plans = Blueprint("plans", __name__, url_prefix="/plans")


@plans.get("")
def page() -> str:
    """List all plans, the latest first; whoever runs the evening can make one."""
    with Session(service(Engine)) as session:
        made = session.scalars(select(Plan).order_by(Plan.id.desc())).all()
        return render_template("plans.html", plans=made, games=GAMES, players=players(session), limits=evening)


@plans.post("")
def make() -> Response:
    """Make a plan of the ticked players and the typed ones."""
    form = request.form
    with Session(service(Engine)) as session, session.begin():
        size, count = form.get("size", 0, type=number_of), form.get("count", 0, type=number_of)
        name, game, method = (form.get(field, "") for field in ("name", "game", "method"))
        plan = evening.make_plan(session, name, game, method, size, count, _sent_players(session))
        return _to(plan.id)


@plans.get("/<int:number>")
def one(number: int) -> str:
    """Show the current round, the standings and the other rounds."""
    return _shown("plan.html", number)


@plans.get("/<int:number>/wall")
def wall(number: int) -> str:
    """Show who sits where in the current round, for a projector; the page renews itself."""
    return _shown("plan_wall.html", number)


@plans.post("/<int:number>/rounds")
def add(number: int) -> Response:
    """Add the next round to those that the page has shown."""
    with Session(service(Engine)) as session, session.begin():
        known = request.form.get("known", -1, type=number_of)
        evening.add_round(session, _plan(session, number), known, anyway="anyway" in request.form)
    return _to(number)


@plans.post("/<int:number>/players")
def change(number: int) -> Response:
    """Change who takes part from the next round on."""
    with Session(service(Engine)) as session, session.begin():
        evening.change_players(session, _plan(session, number), _sent_players(session))
    return _to(number)


@plans.post("/<int:number>/delete")
def delete(number: int) -> Response:
    """Delete a plan; results stay."""
    with Session(service(Engine)) as session, session.begin():
        session.delete(_plan(session, number))
    return redirect(url_for("plans.page"), 303)


def _shown(template: str, number: int) -> str:
    with Session(service(Engine)) as session:
        plan = _plan(session, number)
        rounds = evening.planned_rounds(session, plan)
        current, standings = evening.current_round(plan, rounds), evening.plan_standings(session, plan, rounds)
        return render_template(template, plan=plan, rounds=rounds, current=current, standings=standings)


def _plan(session: Session, number: int) -> Plan:
    return session.get(Plan, number) or abort(404)


def _sent_players(session: Session) -> set[int]:
    """The ids of the players who are ticked in the form, and of those whose names are typed."""
    ticked = request.form.getlist("player", type=number_of)
    return {*ticked, *evening.players_named(session, request.form.get("names", "").splitlines())}


def _to(number: int) -> Response:
    return redirect(url_for("plans.one", number=number), 303)
