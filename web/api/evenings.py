"""Totals over several games: for evenings of the same players, and for each player."""

from typing import TypedDict

from flask import Blueprint, Response

from device.record.archive import GameArchive, Summary
from device.record.evenings import Evening, Player, counted, day_of, evenings, is_named, standings_by_name, statistics
from device.record.exports import table_csv
from device.texts import say
from engines.contract import Standing
from engines.one_line import folded
from web.api.fields import Count, Ordinal, Points
from web.api.games import GameSummary, summary_of, title_of
from web.api.operation import SEARCH, operation
from web.languages import request_language, text
from web.services import service

evening_totals = Blueprint("evenings", __name__, url_prefix="/api/evenings")


class EveningPoints(TypedDict):
    game: str
    title: str
    points: list[Points]


class EveningTotals(TypedDict):
    day: str
    players: list[str]
    named: list[bool]
    wins: list[Count]
    points: list[EveningPoints]
    games: list[GameSummary]


class PlayedGame(TypedDict):
    game: str
    title: str
    games: Ordinal
    wins: Count


class PlayerTotals(TypedDict):
    name: str
    games: Ordinal
    wins: Count
    by_game: list[PlayedGame]


class AllEvenings(TypedDict):
    evenings: list[EveningTotals]
    players: list[PlayerTotals]
    more: bool


@evening_totals.get("")
@operation("games", "evenings", *SEARCH)
def all_evenings() -> AllEvenings:
    """Totals of every evening, the latest first, and of every player."""
    games, more = counted(service(GameArchive))
    return {
        "evenings": [_evening(one) for one in evenings(games)],
        "players": [player_totals(one) for one in statistics(games)],
        "more": more,
    }


@evening_totals.get("/games")
@operation("games", "evenings_file", *SEARCH, kind="text/csv")
def games_file(*, name: str = "") -> Response:
    """The results of all games that count, a line for each player; with a `name` only that player's."""
    games, _ = counted(service(GameArchive))
    wanted = [
        (game, standing)
        for game in reversed(games)
        for who, standing in standings_by_name(game).items()
        if not name or who == folded(name)
    ]
    columns = ("day", "number", "game", "player", "score", "rank", "unit", "options")
    return _as_file("games" if name else "evenings", columns, [_result(game, standing) for game, standing in wanted])


@evening_totals.get("/players")
@operation("games", "players_file", *SEARCH, kind="text/csv")
def players_file() -> Response:
    """What every player has played and won, a line for each game."""
    games, _ = counted(service(GameArchive))
    rows: list[list[str | int]] = [
        [one.name, title_of(game), one.games[game], one.wins[game]] for one in statistics(games) for game in one.games
    ]
    return _as_file("players", ("player", "game", "games", "wins"), rows)


def _result(game: Summary, standing: Standing) -> list[str | int]:
    """A player's result of a game as the cells of a row."""
    start = game.start.data
    return [
        day_of(game).isoformat(),
        game.number,
        title_of(start["game"]),
        start["players"][standing.player],
        standing.score,
        standing.rank,
        "" if standing.unit is None else say(standing.unit, request_language()),
        "; ".join(f"{option}={value}" for option, value in start["options"].items()),
    ]


def _as_file(name: str, columns: tuple[str, ...], rows: list[list[str | int]]) -> Response:
    headings = [text(f"keeping.csv.{column}") for column in columns]
    response = Response(table_csv([headings, *rows]), mimetype="text/csv")
    response.headers.set("Content-Disposition", "attachment", filename=f"{name}.csv")
    return response


def _evening(one: Evening) -> EveningTotals:
    return {
        "day": one.day.isoformat(),
        "players": list(one.names),
        "named": list(map(is_named, one.names)),
        "wins": list(one.wins),
        "points": [{"game": game, "title": title_of(game), "points": list(won)} for game, won in one.points.items()],
        "games": [summary_of(game) for game in one.games],
    }


def player_totals(one: Player) -> PlayerTotals:
    """What a player has played and won."""
    by_game: list[PlayedGame] = [
        {"game": game, "title": title_of(game), "games": count, "wins": one.wins[game]}
        for game, count in one.games.most_common()
    ]
    return {"name": one.name, "games": one.games.total(), "wins": one.wins.total(), "by_game": by_game}
