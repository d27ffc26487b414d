"""Each player over all evenings, and the ratings of all."""

from typing import TypedDict

from flask import Blueprint

from device.record.archive import GameArchive
from device.record.evenings import counted
from device.record.player_history import BestGame, HeadToHead, history_of
from device.record.ratings import AVERAGE, ratings
from device.system.household_time import local_iso
from device.texts import say
from web.api.evenings import PlayerTotals, player_totals
from web.api.fields import Count, NonEmptyText, Ordinal
from web.api.games import GameSummary, summary_of, title_of
from web.api.operation import SEARCH, operation
from web.languages import request_language
from web.services import service

player_history = Blueprint("player_history", __name__, url_prefix="/api/players")
_LATEST_GAMES = 10


class PlayersBest(TypedDict):
    game: str
    title: str
    sentence: str
    number: Ordinal
    move: Ordinal
    begun: str


class Meetings(TypedDict):
    game: str
    title: str
    ahead: Count
    equal: Count
    behind: Count


class Opponent(TypedDict):
    name: str
    games: Ordinal
    by_game: list[Meetings]


class PlayerHistory(PlayerTotals):
    days: Ordinal
    streak: Count
    longest_streak: Count
    won: list[bool]
    best: list[PlayersBest]
    against: list[Opponent]
    latest: list[GameSummary]
    more: bool


class PlayerRating(TypedDict):
    name: str
    games: Ordinal
    strength: float
    margin: float
    vague: bool


class GameRatings(TypedDict):
    game: str
    title: str
    players: list[PlayerRating]


class AllRatings(TypedDict):
    average: float
    games: list[GameRatings]
    more: bool


@player_history.get("/history")
@operation("games", "player_history", 400, *SEARCH)
def history(*, name: NonEmptyText) -> PlayerHistory:
    """A player over all evenings."""
    return fields_of(name)


@player_history.get("/ratings")
@operation("games", "ratings", *SEARCH)
def all_ratings() -> AllRatings:
    """The ratings of all players, for each kind of game."""
    games, more = counted(service(GameArchive))
    return {
        "average": AVERAGE,
        "games": [
            {
                "game": kind,
                "title": title_of(kind),
                "players": [
                    {"name": one.name, "games": one.games, "strength": one.strength, "margin": one.margin,
                     "vague": one.is_vague}
                    for one in found
                ],
            }
            for kind, found in ratings(games).items()
        ],
        "more": more,
    }  # fmt: skip


def fields_of(name: str) -> PlayerHistory:
    """The history of a player as JSON; raises `Refusal` for a name nobody has."""
    games, more = counted(service(GameArchive))
    found = history_of(name, games)
    against = [_opponent(other, by_game) for other, by_game in found.against.items()]
    return {
        **player_totals(found.totals),
        "days": found.days,
        "streak": found.streak,
        "longest_streak": found.longest_streak,
        "won": list(found.won),
        "best": [_best(one) for one in found.best.values()],
        "against": sorted(against, key=lambda other: -other["games"]),
        "latest": [summary_of(game) for game in found.games[: -_LATEST_GAMES - 1 : -1]],
        "more": more,
    }


def _best(one: BestGame) -> PlayersBest:
    kind = one.game.start.data["game"]
    return {
        "game": kind,
        "title": title_of(kind),
        "sentence": say(one.best.achieved.said, request_language()),
        "number": one.game.number,
        "move": one.best.ply,
        "begun": local_iso(one.game.start.at),
    }


def _opponent(name: str, by_game: dict[str, HeadToHead]) -> Opponent:
    meetings: list[Meetings] = [
        {"game": kind, "title": title_of(kind), "ahead": met.ahead, "equal": met.equal, "behind": met.behind}
        for kind, met in by_game.items()
    ]
    games = sum(met["ahead"] + met["equal"] + met["behind"] for met in meetings)
    return {"name": name, "games": games, "by_game": meetings}
