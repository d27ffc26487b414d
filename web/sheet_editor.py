"""The score sheet editor: people copy their printed sheet row by row, and see at once what each row means."""

from datetime import datetime
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, jsonify, render_template

from device.sheet_form import Form, form_of, rows_of
from device.sheets import OWN_SHEET, SHIPPED_SHEET, read_data, restore_sheet, save_sheet, tile_set_in
from device.texts import catalogue, say
from engines.data_file import BadData
from engines.jarapon.reach import Reach, reaches
from engines.jarapon.shapes import RULES
from engines.jarapon.sheet import BONUSES, MOST_POINTS, Row, ScoreSheet, check_sheet
from engines.jarapon.tiles import folded
from engines.messages import Message, message
from web.guard import open_to_all, sent_field, sent_json
from web.languages import spoken, text
from web.the_box import the_box

sheet_editor = Blueprint("sheet_editor", __name__)
# What a row's own line says already.
_TOLD_BY_ROWS = ("sheet.impossible", "sheet.hidden")


@sheet_editor.get("/sheet")
def page() -> str:
    """The editor; its script asks for the sheet."""
    return render_template("sheet.html", rules=RULES, bonuses=BONUSES, most_points=MOST_POINTS)


@sheet_editor.get("/api/sheet")
def current() -> Response:
    """The sheet in use as a form, the words that its rows may use, and what is wrong with the file, if anything."""
    file, trouble = _file_in_use(), None
    try:
        form = _form(read_data(file), file.name)
    except BadData as bad:
        trouble, form = say(bad.said, spoken()), _form(read_data(SHIPPED_SHEET), SHIPPED_SHEET.name)
    return jsonify(form=form, own=file != SHIPPED_SHEET, trouble=trouble, words=_words())


@sheet_editor.get("/api/sheet.toml")
def download() -> Response:
    """The sheet in use as a file, just as it is kept."""
    response = Response(read_data(_file_in_use()), mimetype="application/toml")
    response.headers["Content-Disposition"] = f'attachment; filename="{OWN_SHEET}"'
    return response


@sheet_editor.post("/api/sheet/read")
@open_to_all
def read() -> Response:
    """The form of a file that was sent, `{"file": "ours.toml", "toml": "…"}`; nothing is kept of it yet."""
    data = sent_json()
    return jsonify(form=_form(sent_field(data, "toml", str), sent_field(data, "file", str)[-60:]), words=_words())


@sheet_editor.post("/api/sheet/check")
@open_to_all
def check() -> Response:
    """What a form means, `{"form": …}`: each row's example and reach, and what should be looked at again."""
    form = _sent_form()
    found = rows_of(form, tile_set_in(the_box().data))
    rows = tuple(row for row in found if isinstance(row, Row))
    name = form["name"].strip()
    sheet = ScoreSheet(name or text("web.sheet.nameless"), rows)
    reached = iter(reaches(sheet))
    told = [_told(next(reached)) if isinstance(row, Row) else _mistake(row) for row in found]
    said = [one for one in check_sheet(sheet) if one.key not in _TOLD_BY_ROWS]
    if not name:
        said = [message("web.sheet.no_name"), *said]
    ready = bool(rows) and len(rows) == len(found) and bool(name)
    return jsonify(rows=told, said=[say(one, spoken()) for one in said], ready=ready)


@sheet_editor.post("/api/sheet/save")
def save() -> Response:
    """Use the sheet of a form, `{"form": …}`, for matches that begin from now on; the old one is kept."""
    form = _sent_form()
    wished = " ".join(str(form.get("name")).split())
    sheet = save_sheet(the_box().data, form, datetime.now())
    said = message("web.sheet.saved" if sheet.name == wished else "web.sheet.saved_as", sheet=sheet.name, wished=wished)
    return jsonify(name=sheet.name, sentence=say(said, spoken()))


@sheet_editor.post("/api/sheet/restore")
def restore() -> Response:
    """Use the sheet that came with the box again; the old one is kept."""
    sent_json()
    sheet = restore_sheet(the_box().data, datetime.now())
    return jsonify(name=sheet.name, sentence=text("web.sheet.restored"))


def _file_in_use() -> Path:
    own = the_box().data / OWN_SHEET
    return own if own.exists() else SHIPPED_SHEET


def _form(toml: str, file: str) -> Form:
    return form_of(toml, file, tile_set_in(the_box().data))


def _sent_form() -> Form:
    """The form that was sent; raises `BadData` where it is none."""
    form = sent_field(sent_json(), "form", dict)
    rows_of(form | {"rows": []}, tile_set_in(the_box().data))
    return form


def _words() -> list[dict[str, str]]:
    """What rows may call the numbers: characters and factions of the tile set, each with its numbers."""
    found: dict[str, dict[str, str]] = {}
    for character in tile_set_in(the_box().data).characters:
        name = character.names[-1 if spoken() == "ja" else 0] if character.names else None
        for word in filter(None, (name, character.faction)):
            known = found.setdefault(folded(word), {"word": folded(word), "said": _said_word(word), "numbers": ""})
            known["numbers"] += (", " if known["numbers"] else "") + character.number
    return list(found.values())


def _said_word(word: str) -> str:
    """A faction in the language of the page, where it has a name in it."""
    return catalogue(spoken()).get(f"web.sheet.word.{folded(word)}", word)


def _told(reach: Reach) -> dict[str, Any]:
    return {
        "standing": reach.standing,
        "example": list(reach.example or ()),
        "said": say(_reach_said(reach), spoken()),
    }


def _reach_said(reach: Reach) -> Message:
    match reach.standing:
        case "counts":
            key = "web.sheet.counts" if reach.fits == reach.counts else "web.sheet.counts_of"
            return message(key, fits=reach.fits, counts=reach.counts)
        case "impossible":
            return message("web.sheet.impossible")
    name = "" if reach.by is None else reach.by.ja if spoken() == "ja" else reach.by.en
    return message(f"web.sheet.{reach.standing}", by=name)


def _mistake(bad: BadData) -> dict[str, Any]:
    """A row that cannot be understood: in the words of the form where it has some, else as files are told."""
    own = bad.said.key.replace("data.", "web.sheet.wrong.", 1)
    said = Message(own, bad.said.facts) if own in catalogue(spoken()) else bad.said
    return {"standing": "wrong", "example": [], "said": say(said, spoken())}
