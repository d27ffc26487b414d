"""The games that the box keeps: looked at again, gone on with, taken along as files and taken over from files."""

from datetime import datetime
from tempfile import SpooledTemporaryFile
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request, send_file

from device.events import Resume
from device.exports import file_name, game_json, played_of, record_text, scores_csv, write_zip
from device.history import history_of
from device.imports import read_games
from device.journal import Entry
from device.keeping import AlreadyHere, KeptGame, Summary
from device.played import Played
from device.showing import of_position
from device.texts import catalogue, say
from engines.games import GAMES
from engines.messages import Message, message
from web.errors import Refused
from web.guard import looking, sent_json, takes_files
from web.languages import spoken, tell_message
from web.limits import ANSWER_SECONDS, GREATEST_NUMBER
from web.telling import tell
from web.the_box import the_box
from web.who import said_by

games = Blueprint("games", __name__)
Json = dict[str, Any]
_IN_MEMORY = 8 << 20
_ENDINGS = {"record": "txt", "game": "json", "scores": "csv", "report": "zip"}


@games.get("/games")
def page() -> str:
    """The list of all games."""
    return render_template("games.html", games=GAMES)


@games.get("/games/<int:number>")
def replay(number: int) -> str:
    """A game, move by move."""
    kept = the_box().keeping.game(number)
    return render_template("replay.html", number=number, title=_title(kept.start))


@games.get("/screen")
def screen() -> str:
    """The table for a television."""
    return render_template("screen.html")


@games.get("/api/games")
def listed() -> Response:
    """The games begun last, or those before `?before=12`: `{"games": […], "more": true}`."""
    found = the_box().keeping.latest(_before(request.args.get("before")))
    more = bool(found and the_box().keeping.latest(found[-1].number, most=1))
    return jsonify(games=[_told(summary) for summary in found], more=more)


def _before(sent: str | None) -> int | None:
    """The number of a game, as an address has it."""
    if sent is None:
        return None
    number = int(sent) if sent.isdecimal() and len(sent) <= len(str(GREATEST_NUMBER)) else 0
    if not 0 < number <= GREATEST_NUMBER:
        raise Refused(message("web.error.bad_field", field="before"))
    return number


@games.get("/api/games/<int:number>")
def game(number: int) -> Response:
    """A game with its moves, those that were corrected, too, and the score over time."""
    return jsonify(game_told(the_box().keeping.game(number)))


@games.get("/api/games/<int:number>/steps/<int:at>")
def step(number: int, at: int) -> Response:
    """The table of a game after so many moves, as `/api/state` tells it; `changes` is what the last one scored."""
    kept = the_box().keeping.game(number)
    played = played_of(kept)
    if at > len(played.plies):
        raise Refused(message("keeping.wrong_after"), 404)
    return jsonify(step_told(played, at, kept.turn))


@games.get("/api/games/<int:number>/<any(record, game, scores, report):what>")
def export(number: int, what: str) -> Response:
    """A game as a file: its notation, JSON for a box, a table of scores, or all of it with pictures."""
    kept = the_box().keeping.game(number)
    if what == "report":
        response = _report(kept)
    elif what == "record":
        response = Response(record_text(kept), mimetype="text/plain")
    elif what == "game":
        response = Response(game_json(kept), mimetype="application/json")
    else:
        response = Response(scores_csv(kept, spoken()), mimetype="text/csv")
    response.headers.set("Content-Disposition", "attachment", filename=file_name(kept, _ENDINGS[what]))
    return response


def _report(kept: KeptGame) -> Response:
    archive = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 — it is closed when all of it has been sent
    write_zip(kept, the_box().picture_of, spoken(), archive)
    archive.seek(0)
    response = send_file(archive, mimetype="application/zip")
    response.call_on_close(archive.close)
    return response


@games.post("/api/games/<int:number>/resume")
def resume(number: int) -> Response:
    """Go on with an unfinished game."""
    sent_json()
    the_box().table.post(Resume(number)).result(timeout=ANSWER_SECONDS)
    return jsonify(done=True)


@games.post("/api/games/import")
@takes_files
def take_over() -> Response:
    """Keep the games of a file (multipart `file`); `game` says which game a text is of."""
    file = request.files.get("file")
    if file is None or not file.filename:
        raise Refused(message("keeping.no_file"))
    with looking():
        read = read_games(file.read(), datetime.now(), request.form.get("game"), _player)
    numbers: list[int] = []
    here: list[int] = []
    for one in read:
        try:
            numbers.append(the_box().keeping.add(one.numbered))
        except AlreadyHere as known:
            numbers.append(known.number)
            here.append(known.number)
    return jsonify(numbers=numbers, **tell_message(_taken_over(len(numbers) - len(here), here), spoken()))


def _taken_over(new: int, here: list[int]) -> Message:
    """What became of a file's games: how many are new, and the numbers of those that were in the journal."""
    games = " ".join(map(str, dict.fromkeys(here)))
    if not here:
        return message("keeping.imported", games=new)
    return (
        message("keeping.imported_some", games=new, known=games)
        if new
        else message("keeping.already_here", games=games)
    )


@games.get("/api/backups")
def backups() -> Response:
    """The last backup, whether one is being made, and why the last one failed."""
    made = the_box().backups
    last, trouble = made.last, made.trouble
    return jsonify(
        last=None if last is None else {"at": last.at.isoformat(timespec="seconds"), "where": str(last.folder)},
        running=made.is_running,
        trouble=None if trouble is None else say(trouble, spoken()),
    )


@games.post("/api/backups")
def back_up() -> Response:
    """Make a backup now; the table does not wait for it."""
    sent_json()
    the_box().backups.want()
    said = message("backup.started")
    return jsonify(code=said.key, sentence=say(said, spoken()))


def game_told(kept: KeptGame) -> Json:
    """A game with its moves in words; `known` is its last entry, by which a phone says later what it knows of."""
    told = _told(kept.summary()) | {"known": kept.last, "lines": [], "scores": []}
    if kept.played is not None:
        told["lines"] = [_line(one, kept.played) for one in history_of(kept.entries, kept.played)]
        told["scores"] = kept.played.scores
    return told


def step_told(played: Played, at: int, turn: int) -> Json:
    """The table of a game after so many moves."""
    told = tell(of_position(played.until(at), turn), spoken(), the_box().check_hand)
    scores = [standing["score"] for standing in told["standings"]]
    before = [standing.score for standing in of_position(played.until(max(at - 1, 0))).standings]
    return told | {"at": at, "move_count": at, "changes": [now - was for now, was in zip(scores, before, strict=True)]}


def _told(game: Summary) -> Json:
    """What a list says of a game."""
    start = game.start.data
    return {
        "number": game.number,
        "game": start["game"],
        "title": _title(game.start),
        "players": list(start["players"]),
        "begun": game.start.at,
        "moves": game.moves,
        "over": game.is_over,
        "current": game.is_current,
        "imported": game.start.kind == "import",
        "can_go_on": game.can_go_on,
        "trouble": None if game.trouble is None else say(game.trouble, spoken()),
        "standings": [
            {"name": start["players"][standing.player], "score": standing.score, "rank": standing.rank}
            for standing in game.standings
        ],
    }


def _title(start: Entry) -> str:
    """The name of a game; one that this box does not know is called as the journal does."""
    name = str(start.data["game"])
    return catalogue(spoken()).get(f"{name}.title", name)


def _line(one: Any, played: Played) -> Json:
    """A move of the record as a phone shows it."""
    ended = None if one.ended is None else {
        "way": one.ended.kind,
        "by": said_by(str(one.ended.data.get("by", "")), spoken()),
        "at": one.ended.at,
    }  # fmt: skip
    return {
        "entry": one.entry,
        "ply": one.ply,
        "player": one.player,
        "name": "" if one.player is None else played.players[one.player],
        "sentence": say(one.said, spoken()),
        "at": one.at,
        "by": said_by(one.by, spoken()) if one.by else "",
        "way": "" if one.written is None else one.written.kind,
        "picture": one.picture,
        "ended": ended,
    }


def _player(number: int) -> str:
    """The name of a player whom a record does not name."""
    return say(message("run.player", number=number), spoken())
