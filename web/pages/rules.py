"""The rules of the games: the list of all, and a page for each with drawings of real boards."""

from flask import Blueprint, abort, render_template
from msgspec import to_builtins

from device.games.rule_lines import PARTS, WITH_RULES, rule_lines
from device.table.live_table import LiveTable
from web.diagrams.board import board_of
from web.languages import request_language, text
from web.pages.example_turns import EXAMPLE_TURNS, scenes_of
from web.services import service

rule_pages = Blueprint("rules", __name__, url_prefix="/rules")
_SEATS = ("one", "two", "three", "four", "five")  # how the sentence on a turn calls its players


@rule_pages.get("")
def listed() -> str:
    """Every game that has rules."""
    return render_template("rules.html", games=WITH_RULES, pictured=tuple(EXAMPLE_TURNS))


@rule_pages.get("/now")
def of_game_on_table() -> str:
    """The rules of the game on the table."""
    game = service(LiveTable).snapshot.view.game
    return shown(game) if game in WITH_RULES else listed()


@rule_pages.get("/<game>")
def shown(game: str) -> str:
    """The rules of one game."""
    if game not in WITH_RULES:
        abort(404)
    lines = {part: rule_lines(game, part, request_language()) for part in PARTS}
    return render_template("rules_of.html", game=game, lines=lines, **_drawn(game))


def _drawn(game: str) -> dict[str, object]:
    """What is drawn of a game, and the sentence on its example turn; nothing for a game of another package."""
    if game not in EXAMPLE_TURNS:
        return {"boards": None, "example": None}
    language, players = request_language(), tuple(text("rules.players").split())
    scenes = scenes_of(game, players)
    views = {"set_up": scenes.set_up, "before": scenes.before, "after": scenes.after}
    return {
        "boards": {name: to_builtins(board_of(view, language)) for name, view in views.items()},
        "example": text(f"rules.{game}.example", **dict(zip(_SEATS, players, strict=True))),
    }
