"""The stored games: lists, replays, resuming, exports, imports and backups."""

from tempfile import SpooledTemporaryFile
from typing import Annotated, TypedDict

from flask import Blueprint, Response, request, send_file
from msgspec import UNSET, Struct, UnsetType

from device.games.listing import GAMES, profile_of
from device.record import history
from device.record.archive import DuplicateGame, GameArchive, KeptGame, Summary
from device.record.backups import Backups as BoxBackups
from device.record.comments import comments_of, is_commented
from device.record.corrections import CORRECTIONS
from device.record.entries import first_leg_of
from device.record.exports import file_name, game_json, played_of, record_text, scores_csv, write_zip
from device.record.imports import read_games
from device.record.journal import Entry as JournalEntry
from device.record.replay import AnyReplay
from device.services import Hands, KeptPictures
from device.system import household_time
from device.table.events import Resume
from device.table.game_view import view_of
from device.table.snapshot import Snapshot
from device.texts import catalogue, grammar, say, say_refusal
from engines import messages
from engines.messages import message
from engines.stop.route import Route
from web.api.author import author_name
from web.api.fields import (
    Count,
    Done,
    Entry,
    File,
    Message,
    Ordinal,
    Outcome,
    Points,
    ScoresOverTime,
    Seat,
    message_of,
    one_of,
    outcome_of,
)
from web.api.operation import JSON, SEARCH, operation
from web.api.state import Table, state_of
from web.api.table import Known, apply
from web.diagrams.board import Board, board_of
from web.errors import Refused
from web.languages import request_language, text
from web.security.guard import photo_turn
from web.services import service

games = Blueprint("games", __name__, url_prefix="/api")
_MAX_IN_MEMORY = 8 << 20  # bytes of an export; a larger one goes to a temporary file


class Rank(TypedDict):
    name: str
    score: Points
    rank: Ordinal


class GameSummary(TypedDict):
    number: Ordinal
    game: str
    title: str
    players: list[str]
    occasion: str
    begun: str
    moves: Count
    over: bool
    current: bool
    imported: bool
    can_go_on: bool
    trouble: str | None
    standings: list[Rank]


class GameList(TypedDict):
    games: list[GameSummary]
    more: bool


class Ended(TypedDict):
    way: str
    by: str
    at: str


class Line(TypedDict):
    entry: Entry
    ply: Count
    player: Seat | None
    name: str
    sentence: str
    at: str
    by: str
    way: Annotated[str, one_of("", "move", *CORRECTIONS)]
    picture: str | None
    ended: Ended | None


class Game(GameSummary):
    known: Entry
    commented: bool
    lines: list[Line]
    scores: ScoresOverTime


class Step(Table):
    game: Annotated[str, one_of(*GAMES)]
    at: Count
    changes: list[Points]
    settled: list[Message]


class Comments(TypedDict):
    comments: list[Message]


class GameFile(Struct):
    file: File
    game: Annotated[str, one_of(*GAMES)] | UnsetType = UNSET


class Imported(Message):
    numbers: list[Ordinal]


class Backup(TypedDict):
    at: str
    where: str


class Backups(TypedDict):
    last: Backup | None
    running: bool
    now: str
    trouble: str | None


@games.get("/games")
@operation("games", "games", 400, *SEARCH)
def list_games(*, before: Ordinal = 0) -> GameList:
    """The latest games, or those before a number."""
    found = service(GameArchive).latest(before or None)
    more = bool(found and service(GameArchive).latest(found[-1].number, most=1))
    return {"games": [summary_of(summary) for summary in found], "more": more}


@games.get("/games/<int:number>")
@operation("games", "game", *SEARCH)
def game(number: int) -> Game:
    """A game with its moves, including corrected ones, and the score over time."""
    return game_of(service(GameArchive).game(number))


@games.get("/games/<int:number>/steps/<int:at>")
@operation("games", "step", *SEARCH)
def step(number: int, at: int) -> Step:
    """The table of a game after `at` moves; `changes` are the points of the last one."""
    kept = service(GameArchive).game(number)
    return step_of(_played_to(kept, at), at, kept)


@games.get("/games/<int:number>/steps/<int:at>/comments")
@operation("games", "comments", *SEARCH)
def comments(number: int, at: int) -> Comments:
    """Comments on the last of `at` moves of a finished game."""
    played = _played_to(service(GameArchive).game(number), at)
    return {"comments": [message_of(said, request_language()) for said in comments_of(played, at)]}


def _played_to(kept: KeptGame, at: int) -> AnyReplay:
    """A stored game that has so many moves."""
    played = played_of(kept)
    if at > len(played.plies):
        raise Refused(message("keeping.wrong_after"), 404)
    return played


@games.get("/games/<int:number>/record")
@operation("games", "record_file", *SEARCH, kind="text/plain")
def record(number: int) -> Response:
    """A game as a file: its notation."""
    kept = service(GameArchive).game(number)
    return _as_file(Response(record_text(kept), mimetype="text/plain"), kept, "txt")


@games.get("/games/<int:number>/game")
@operation("games", "game_file", *SEARCH)
def game_file(number: int) -> Response:
    """A game as a file: JSON, which a box can import."""
    kept = service(GameArchive).game(number)
    return _as_file(Response(game_json(kept), mimetype=JSON), kept, "json")


@games.get("/games/<int:number>/scores")
@operation("games", "scores_file", *SEARCH, kind="text/csv")
def scores(number: int) -> Response:
    """A game as a file: a table of scores."""
    kept = service(GameArchive).game(number)
    return _as_file(Response(scores_csv(kept, request_language()), mimetype="text/csv"), kept, "csv")


@games.get("/games/<int:number>/report")
@operation("games", "report_file", *SEARCH, kind="application/zip")
def report(number: int) -> Response:
    """A game as a file: everything, with pictures, as a ZIP archive."""
    kept = service(GameArchive).game(number)
    archive = SpooledTemporaryFile(_MAX_IN_MEMORY)  # noqa: SIM115 — closed when all of it has been sent
    write_zip(kept, service(KeptPictures).read, request_language(), archive)
    archive.seek(0)
    response = send_file(archive, mimetype="application/zip")
    response.call_on_close(archive.close)
    return _as_file(response, kept, "zip")


def _as_file(response: Response, kept: KeptGame, ending: str) -> Response:
    response.headers.set("Content-Disposition", "attachment", filename=file_name(kept, ending))
    return response


@games.post("/games/<int:number>/resume")
@operation("games", "resume")
def resume(number: int, *, known: Known = None) -> Done:
    """Go on with an unfinished game."""
    return apply(Resume(number, known))


@games.post("/games/import")
@operation("games", "import", files=GameFile)
def import_games() -> Imported:
    """Import the games of a file; `game` is the game of a plain text record."""
    file = request.files.get("file")
    if file is None or not file.filename:
        raise Refused(message("keeping.no_file"))
    problems: list[str] = []

    def report_broken(number: int, wrong: messages.Refusal) -> None:
        problems.append(text("record.broken_game", number=number, why=say_refusal(wrong, request_language())))

    with photo_turn():
        parsed = read_games(file.read(), household_time.now(), request.form.get("game"), _player, report_broken)
    numbers: list[int] = []
    duplicates: list[int] = []
    for one in parsed:
        try:
            numbers.append(service(GameArchive).add(one.numbered))
        except DuplicateGame as known:
            numbers.append(known.number)
            duplicates.append(known.number)
    said = message_of(_import_summary(len(numbers) - len(duplicates), duplicates), request_language())
    sentence = grammar(request_language()).sentences.join([said["sentence"], *problems])
    return {"numbers": numbers, **said, "sentence": sentence}


def _import_summary(new: int, duplicates: list[int]) -> messages.Message:
    """The message on an import: how many games are new, and the numbers of `duplicates` in the journal."""
    games = " ".join(map(str, dict.fromkeys(duplicates)))
    if not duplicates:
        return message("keeping.imported", games=new)
    if new:
        return message("keeping.imported_some", games=new, known=games)
    return message("keeping.already_here", games=games)


@games.get("/backups")
@operation("games", "backups")
def backups() -> Backups:
    """The last backup, whether one is running, and why the last one failed."""
    made = service(BoxBackups)
    last, trouble = made.last, made.trouble
    return {
        "last": None if last is None else {"at": household_time.written(last[0].at), "where": str(last[1][-1])},
        "running": made.is_running,
        "now": household_time.written(household_time.now()),
        "trouble": None if trouble is None else say(trouble, request_language()),
    }


@games.post("/backups")
@operation("games", "back_up")
def back_up() -> Outcome:
    """Start a backup; the table does not wait for it."""
    service(BoxBackups).want()
    return outcome_of(message("backup.started"), request_language())


def game_of(kept: KeptGame) -> Game:
    """A game with its moves in words; `known` is its last entry, which phones send back with changes."""
    played = kept.played
    lines = [] if played is None else [_line(one, played) for one in history.history_of(kept.entries, played)]
    scores = () if played is None else played.scores
    commented = played is not None and is_commented(played)
    return {"known": kept.last, "commented": commented, "lines": lines, "scores": scores, **summary_of(kept.summary())}


def step_of(played: AnyReplay, at: int, kept: KeptGame) -> Step:
    """The table of a stored game, with its corrections, after `at` moves."""
    then = played.until(at)
    march = profile_of(played.game.NAME).march(then.now, service(Route), first_leg_of(kept.start))
    shown = Snapshot(view_of(then, kept.turn), "still", march=march)
    state = state_of(shown, request_language(), service(Hands).check)
    before = view_of(played.until(max(at - 1, 0))).standings
    changes = [now["score"] - was.score for now, was in zip(state["standings"], before, strict=True)]
    settled = profile_of(played.game.NAME).settled(*played.states[at - 1 : at + 1]) if at else ()
    return {
        **state,
        "at": at,
        "move_count": at,
        "changes": changes,
        "settled": [message_of(one, request_language()) for one in settled],
    }


def board_after(played: AnyReplay, turn: int) -> Board:
    """The board after the last move of a game, in the camera's view; `turn` is in clockwise quarters."""
    return board_of(view_of(played, turn), request_language())


def summary_of(game: Summary) -> GameSummary:
    """A game in the list."""
    start, options = game.start.data, game.start.data["options"]
    return {
        "number": game.number,
        "game": start["game"],
        "title": title_of(game.start.data["game"]),
        "players": list(start["players"]),
        "occasion": ", ".join(str(options[name]) for name in ("event", "date") if options.get(name)),
        "begun": household_time.local_iso(game.start.at),
        "moves": game.moves,
        "over": game.is_over,
        "current": game.is_current,
        "imported": game.start.kind == "import",
        "can_go_on": game.can_go_on,
        "trouble": None if game.trouble is None else say(game.trouble, request_language()),
        "standings": [
            {"name": start["players"][standing.player], "score": standing.score, "rank": standing.rank}
            for standing in game.standings
        ],
    }


def title_of(game: str) -> str:
    """The title of a game; for an unknown one, its name in the journal."""
    return catalogue(request_language()).get(f"{game}.title", game)


def _line(one: history.RecordedMove, played: AnyReplay) -> Line:
    """A move of the record as JSON."""
    return {
        "entry": one.entry,
        "ply": one.ply,
        "player": one.player,
        "name": "" if one.player is None else played.players[one.player],
        "sentence": say(one.said, request_language()),
        "at": household_time.local_iso(one.at) if one.at else "",
        "by": author_name(one.by, request_language()) if one.by else "",
        "way": "" if one.written is None else one.written.kind,
        "picture": one.picture,
        "ended": None if one.ended is None else _ended(one.ended),
    }


def _ended(entry: JournalEntry) -> Ended:
    return {
        "way": entry.kind,
        "by": author_name(str(entry.data.get("by", "")), request_language()),
        "at": household_time.local_iso(entry.at),
    }


def _player(number: int) -> str:
    """A default name for a player whom a record does not name."""
    return text("run.player", number=number)
