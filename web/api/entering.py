"""Games played by hand: the legal next moves, and entering the one that was made."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, TypedDict

from flask import Blueprint

from device.games.listing import profile_of
from device.games.move_form import MoveForm
from device.record import corrections
from device.record.archive import GameArchive
from device.record.corrections import Correction, find_legal_moves
from device.record.entries import is_on_pad
from device.record.exports import played_of
from device.record.replay import AnyReplay
from device.table.events import Enter, KeepScore
from web.api.author import author
from web.api.fields import Done, Entry
from web.api.games import board_after
from web.api.moves import LegalMove, legal_move, result_forms
from web.api.operation import SEARCH, operation
from web.api.table import Known, apply
from web.languages import request_language
from web.services import service

entering = Blueprint("entering", __name__, url_prefix="/api/moves")


class NextMove(LegalMove):
    kind: str
    path: list[str]
    form: MoveForm | None


class NextMoves(TypedDict):
    known: Entry
    choices: list[NextMove]


@entering.get("/next")
@operation("moves", "next", *SEARCH)
def next_moves() -> NextMoves:
    """The legal moves, one of each wording, or on a score pad the results; none in a game that the box deals."""
    kept = service(GameArchive).current()
    played = played_of(kept)
    if played.is_dealt:
        return {"known": kept.last, "choices": []}
    if is_on_pad(kept.entries):
        return {"known": kept.last, "choices": _results(played)}
    last = max((ply.entry for ply in played.plies), default=0)
    names = [cell.place for cell in board_after(played, kept.turn).cells]
    return {"known": kept.last, "choices": list(_next_moves(played, last, names))}


@entering.get("/results")
@operation("moves", "results", *SEARCH)
def results() -> NextMoves:
    """The ways in which a hand or the game may have ended, to enter one without its moves."""
    kept = service(GameArchive).current()
    played = played_of(kept)
    return {"known": kept.last, "choices": _results(played)}


@entering.post("/pad")
@operation("moves", "pad")
def keep_score(*, on: bool, known: Known = None) -> Done:
    """Enter results alone from now on, or each move again."""
    return apply(KeepScore(on, known))


@entering.post("")
@operation("moves", "enter")
def enter(*, move: Any, is_result: bool = False, known: Known = None) -> Done:
    """Record a move of a game that is played by hand, or a result of any game that the box does not deal."""
    return apply(Enter(move, author(), known, is_result))


def _results(played: AnyReplay) -> list[NextMove]:
    """A choice for each way in which a hand or the game may have ended."""
    return [_result(form) for form in result_forms(played, len(played.plies))[0]]


def _result(form: MoveForm) -> NextMove:
    return {
        "move": None,
        "player": None,
        "sentence": form.said,
        "places": [],
        "hand": None,
        "kind": "result",
        "path": [],
        "form": form,
    }


def _next_moves(played: AnyReplay, last: int, names: Sequence[str]) -> Iterator[NextMove]:
    """The legal moves after entry `last`, one of each wording; `names` are the board's places."""
    game, state = played.game, played.game.view(played.now, None)
    form_of = profile_of(game.NAME).form
    known: set[object] = set()
    for one in find_legal_moves(played, Correction("insert", last)):
        form = form_of(state, game.move_from_json(one.move), request_language())
        key = (one.said, one.player) if form is None else (form.said, form.begins)
        if key not in known:
            known.add(key)
            yield {**legal_move(one), "kind": one.said.key, "path": [] if form else path_of(one, names), "form": form}


def path_of(one: corrections.LegalMove, names: Sequence[str]) -> list[str]:
    """The places to tap for a move, in the order in which it names them; if it names none, those that it changes.

    A pile stands for all places whose names begin with its own, and a card of a pile for the pile.

    >>> from engines.messages import message
    >>> path_of(corrections.LegalMove("c4xe6", 0, message("x"), ("c4", "d5", "e6")), ["c4", "d5", "e6"])
    ['c4', 'e6']
    >>> path_of(corrections.LegalMove("draw 13", 0, message("x"), ("stock/13",)), ["stock", "row/1/4"])
    ['stock']
    >>> discard = corrections.LegalMove("discard 7 discard/1/2", 0, message("x"), ())
    >>> path_of(discard, ["hand/1", "discard/1/2/1", "discard/1/2/2"])
    ['discard/1/2/1', 'discard/1/2/2']
    """
    text = str(one.move)
    found = {name: _named_in(text, name) or _named_in(text, _pile_of(name)) for name in names}
    named = sorted((match.start(), at, name) for at, (name, match) in enumerate(found.items()) if match)
    if named:
        return [name for _, _, name in named]
    touched = (name for place in one.places for name in names if place == name or place.startswith(f"{name}/"))
    return list(dict.fromkeys(touched))


def _named_in(text: str, place: str) -> re.Match[str] | None:
    return re.search(rf"(?<![\d/]){re.escape(place)}(?![\d/])", text) if place else None


def _pile_of(place: str) -> str:
    """The pile of a card, `discard/1/2` for `discard/1/2/7`; empty if it is in none."""
    pile = place.rpartition("/")[0]
    return pile if "/" in pile else ""
