"""Plans of an evening: made, shown and printed."""

from fractions import Fraction

from flask import Blueprint, abort, redirect, render_template, request, url_for
from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from club import plans as evening
from club.models import Alias, Plan, Player, Result, ResultSeat
from club.pages.asked import number_of
from device.games.listing import GAMES
from web.services import service

LATELY = 120  # players who are offered

plans = Blueprint("plans", __name__, url_prefix="/plans")


@plans.get("")
def page() -> str:
    """List all plans, the latest first; whoever runs the evening can make one."""
    with Session(service(Engine)) as session:
        made = session.scalars(select(Plan).order_by(Plan.id.desc())).all()
        return render_template("plans.html", plans=made, games=GAMES, lately=_seen_lately(session), limits=evening)


@plans.post("")
def make() -> Response:
    """Make a plan of the ticked players and the typed ones."""
    form = request.form
    with Session(service(Engine)) as session, session.begin():
        players = {*_ticked(session), *evening.players_named(session, form.get("names", "").splitlines())}
        size, count = form.get("size", 0, type=number_of), form.get("count", 0, type=number_of)
        name, game, method = (form.get(field, "") for field in ("name", "game", "method"))
        plan = evening.make_plan(session, name, game, method, size, count, sorted(players))
        return _to(plan.id)


@plans.get("/<int:number>")
def one(number: int) -> str:
    """Show the current round, the standings and the other rounds."""
    return _shown("plan.html", number)


@plans.get("/<int:number>/<any(sheets, cards):paper>")
def paper(number: int, paper: str) -> str:
    """Show what can be printed: a sheet for each round, or a card for each seat of the current one."""
    return _shown(f"plan_{paper}.html", number)


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
        names = request.form.get("names", "").splitlines()
        evening.change_players(session, _plan(session, number), _ticked(session), names)
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
        found = {"current": evening.current_round(plan, rounds), "standings": evening.plan_standings(plan, rounds)}
        return render_template(template, plan=plan, rounds=rounds, number=_decimal, **found)


def _plan(session: Session, number: int) -> Plan:
    return session.get(Plan, number) or abort(404)


def _ticked(session: Session) -> list[int]:
    """The ids of the players who are ticked in the form, and are there."""
    ticked = request.form.getlist("player", type=number_of)
    return list(session.scalars(select(Player.id).where(Player.id.in_(ticked))))


def _seen_lately(session: Session) -> list[Player]:
    """The players who have played last, or are new, by name."""
    played = select(Player).join(Player.aliases).outerjoin(ResultSeat, ResultSeat.folded == Alias.folded)
    played = played.outerjoin(Result, Result.id == ResultSeat.result_id).group_by(Player.id)
    latest = played.order_by(func.max(Result.ended).desc().nulls_last(), Player.id.desc()).limit(LATELY)
    return sorted(session.scalars(latest), key=lambda player: player.name)


def _decimal(number: Fraction) -> str:
    """A number of points with at most two digits after the point."""
    return f"{round(float(number), 2):g}"


def _to(number: int) -> Response:
    return redirect(url_for("plans.one", number=number), 303)
