"""The score sheet editor: people copy their printed sheet row by row, and each row is checked at once."""

from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, TypedDict, cast

from flask import Blueprint, Response
from msgspec import Meta

from device.config.sheet_form import MAX_LETTERS, MOST_GROUPS, MOST_ROWS, Form, form_of, rows_of
from device.config.sheets import SHIPPED_SHEET, restore_sheet, save_sheet, tile_set_in
from device.system.data_folder import SHEET, DataFolder
from device.system.outside_text import read_data
from device.texts import catalogue, say
from engines.data_file import BadData
from engines.jarapon.shapes import RULES
from engines.jarapon.sheet import BONUSES, MAX_POINTS, Reach, Row, ScoreSheet, check_sheet, reaches
from engines.jarapon.tiles import folded
from engines.messages import Message, message
from web.api.fields import documented, documented_as, one_of
from web.api.operation import operation
from web.languages import request_language, text
from web.services import service

sheet_editor = Blueprint("sheet_editor", __name__, url_prefix="/api")
_REPORTED_BY_ROWS = ("sheet.impossible", "sheet.hidden")  # already reported at the row itself
_Name = Annotated[str, documented(maxLength=MAX_LETTERS)]
_Groups = Annotated[int, Meta(ge=1, le=MOST_GROUPS)]
_Points = Annotated[int, Meta(ge=0, le=MAX_POINTS)]


class SheetGroup(TypedDict):
    times: _Groups
    run: bool
    count: _Groups
    of: _Name


class AnyRow(TypedDict):
    en: _Name
    ja: _Name
    section: str
    groups: Annotated[list[SheetGroup], Meta(max_length=MOST_GROUPS)]


class SheetRow(AnyRow):
    rule: Annotated[str, one_of(*RULES)]
    points: _Points
    pon: _Points | None


class DraftRow(AnyRow):
    rule: str
    points: int  # unbounded: mistakes in a draft are reported by the check
    pon: int | None


class AnySheet(TypedDict):
    name: _Name
    reconstruction: bool
    words: dict[str, list[str]]


class SheetForm(AnySheet):
    bonuses: list[Annotated[str, one_of(*BONUSES)]]
    rows: Annotated[list[SheetRow], Meta(max_length=MOST_ROWS)]


class SheetDraft(AnySheet):
    """A form that may still contain mistakes."""

    bonuses: list[str]
    rows: Annotated[list[DraftRow], Meta(max_length=MOST_ROWS)]


# The box checks forms itself, for better messages: msgspec accepts anything.
_SentDraft = Annotated[dict[str, Any], documented_as(SheetDraft)]
_SentForm = Annotated[dict[str, Any], documented_as(SheetForm)]


class SheetWord(TypedDict):
    word: str
    said: str
    numbers: str


class SheetRead(TypedDict):
    form: SheetForm
    words: list[SheetWord]


class SheetInUse(SheetRead):
    own: bool
    trouble: str | None


class RowChecked(TypedDict):
    standing: str
    example: list[str]
    said: str


class SheetChecked(TypedDict):
    rows: list[RowChecked]
    said: list[str]
    ready: bool


class SheetSaved(TypedDict):
    name: str
    sentence: str


@sheet_editor.get("/sheet")
@operation("set_up", "sheet", 422)
def current() -> SheetInUse:
    """The sheet in use as a form, the words allowed in its rows, and the error in its file, if any."""
    file, trouble = _file_in_use(), None
    try:
        form = _form(read_data(file), file.name)
    except BadData as bad:
        trouble, form = say(bad.said, request_language()), _form(read_data(SHIPPED_SHEET), SHIPPED_SHEET.name)
    return {"form": form, "own": file != SHIPPED_SHEET, "trouble": trouble, "words": _words()}


@sheet_editor.get("/sheet.toml")
@operation("set_up", "sheet_file", 422, kind="application/toml")
def download() -> Response:
    """The file of the sheet in use, unchanged."""
    response = Response(read_data(_file_in_use()), mimetype="application/toml")
    response.headers["Content-Disposition"] = f'attachment; filename="{SHEET}"'
    return response


@sheet_editor.post("/sheet/read")
@operation("set_up", "read_sheet", for_all=True)
def read(*, file: str, toml: str) -> SheetRead:
    """Convert a TOML file to a form, without saving it."""
    return {"form": _form(toml, file[-60:]), "words": _words()}


@sheet_editor.post("/sheet/check")
@operation("set_up", "check_sheet", for_all=True)
def check(*, form: _SentDraft) -> SheetChecked:
    """Check a form: each row's example and reach, and warnings about the whole sheet."""
    form = _checked(form)
    found = rows_of(form, tile_set_in(service(DataFolder).path))
    rows = tuple(row for row in found if isinstance(row, Row))
    name = str(form["name"]).strip()
    sheet = ScoreSheet(name or text("web.sheet.nameless"), rows)
    reached = iter(reaches(sheet))
    checked = [_row(next(reached)) if isinstance(row, Row) else _mistake(row) for row in found]
    said = [one for one in check_sheet(sheet) if one.key not in _REPORTED_BY_ROWS]
    if not name:
        said = [message("web.sheet.no_name"), *said]
    ready = bool(rows) and len(rows) == len(found) and bool(name)
    return {"rows": checked, "said": [say(one, request_language()) for one in said], "ready": ready}


@sheet_editor.post("/sheet/save")
@operation("set_up", "save_sheet")
def save(*, form: _SentForm) -> SheetSaved:
    """Use the sheet of a form for matches from now on; the old one is kept as a backup."""
    form = _checked(form)
    wished = " ".join(str(form.get("name")).split())
    sheet = save_sheet(service(DataFolder).path, form, datetime.now())
    said = message("web.sheet.saved" if sheet.name == wished else "web.sheet.saved_as", sheet=sheet.name, wished=wished)
    return {"name": sheet.name, "sentence": say(said, request_language())}


@sheet_editor.post("/sheet/restore")
@operation("set_up", "restore_sheet")
def restore() -> SheetSaved:
    """Return to the shipped sheet; the old one is kept as a backup."""
    sheet = restore_sheet(service(DataFolder).path, datetime.now())
    return {"name": sheet.name, "sentence": text("web.sheet.restored")}


def _file_in_use() -> Path:
    own = service(DataFolder).path / SHEET
    return own if own.exists() else SHIPPED_SHEET


def _form(toml: str, file: str) -> SheetForm:
    return cast(SheetForm, form_of(toml, file, tile_set_in(service(DataFolder).path)))


def _checked(form: Form) -> Form:
    """Check that what was sent is a form at all; raises `BadData`."""
    rows_of(form | {"rows": []}, tile_set_in(service(DataFolder).path))
    return form


def _words() -> list[SheetWord]:
    """The words for numbers in rows: characters and factions of the tile set, each with its numbers."""
    found: dict[str, SheetWord] = {}
    for character in tile_set_in(service(DataFolder).path).characters:
        name = character.names[-1 if request_language() == "ja" else 0] if character.names else None
        for word in filter(None, (name, character.faction)):
            known = found.setdefault(folded(word), {"word": folded(word), "said": _translated(word), "numbers": ""})
            known["numbers"] += (", " if known["numbers"] else "") + character.number
    return list(found.values())


def _translated(word: str) -> str:
    """A faction's name in the language of the request, if it has one."""
    return catalogue(request_language()).get(f"web.sheet.word.{folded(word)}", word)


def _row(reach: Reach) -> RowChecked:
    said = say(_reach_message(reach), request_language())
    return {"standing": reach.standing, "example": list(reach.example or ()), "said": said}


def _reach_message(reach: Reach) -> Message:
    match reach.standing:
        case "counts":
            key = "web.sheet.counts" if reach.fits == reach.counts else "web.sheet.counts_of"
            return message(key, fits=reach.fits, counts=reach.counts)
        case "impossible":
            return message("web.sheet.impossible")
    name = "" if reach.by is None else reach.by.ja if request_language() == "ja" else reach.by.en
    return message(f"web.sheet.{reach.standing}", by=name)


def _mistake(bad: BadData) -> RowChecked:
    """The check of an invalid row, with the form's own message if there is one, else the file's."""
    own = bad.said.key.replace("data.", "web.sheet.wrong.", 1)
    said = Message(own, bad.said.facts) if own in catalogue(request_language()) else bad.said
    return {"standing": "wrong", "example": [], "said": say(said, request_language())}
