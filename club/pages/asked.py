"""What a request asks for: numbers, days and seasons of its query or form, and the results that it wants."""

from dataclasses import replace
from datetime import UTC, date, datetime

from flask import request
from sqlalchemy import select
from sqlalchemy.orm import Session

from club.models import Season
from club.queries import Wanted
from device.system.household_time import now
from device.texts import catalogue
from web.languages import request_language

MAX_ID = 2**31 - 1  # of a column of the database
_YEARS = range(1970, 9000)  # so that no zone leads out of what a `datetime` can hold


def number_of(text: str) -> int:
    """An id; raises `ValueError`.

    >>> number_of("12")
    12
    """
    number = int(text)
    if not 0 <= number <= MAX_ID:
        raise ValueError(text)
    return number


def day_of(text: str) -> date:
    """A day that somebody has chosen; raises `ValueError`."""
    day = date.fromisoformat(text)
    if day.year not in _YEARS:
        raise ValueError(text)
    return day


def wanted_results(session: Session) -> Wanted:
    """The results that the query string asks for; what it asks wrongly does not matter."""
    asked = request.args
    wanted = Wanted(
        table=asked.get("table", "").replace("\0", "") or None,
        player=asked.get("player", type=number_of),
        game=asked.get("game", "").replace("\0", "") or None,
    )
    day = asked.get("day", type=day_of)
    if day is not None:
        return replace(wanted, first=day, last=day)
    number = asked.get("season", type=number_of)
    season = None if number is None else session.get(Season, number)
    return wanted if season is None else replace(wanted, first=season.begins, last=season.ends)


def seasons(session: Session) -> list[Season]:
    """All seasons, the latest first."""
    return list(session.scalars(select(Season).order_by(Season.begins.desc(), Season.id.desc())))


def chosen_season(known: list[Season]) -> Season | None:
    """The season that the query string asks for, else the one of today; None: all of the time."""
    if "season" in request.args:
        number = request.args.get("season", type=number_of)
        return next((season for season in known if season.id == number), None)
    today = now().date()
    return next((season for season in known if season.begins <= today <= season.ends), None)


def game_title(game: str, otherwise: str = "") -> str:
    """The name of a kind of game in the language of the request, where it is known here."""
    return catalogue(request_language()).get(f"{game}.title", otherwise or game)


def local_time(moment: datetime) -> datetime:
    """A moment of the database in local time."""
    return moment.replace(tzinfo=UTC).astimezone()
