"""Everything that can be asked of the API: each way with what it takes, what it answers, and how it may refuse."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from web.openapi_shapes import TEXT, Schema, one_of, whole

JSON, FORM = "application/json", "multipart/form-data"
JPEG, PNG, SVG = "image/jpeg", "image/png", "image/svg+xml"
STREAM, ARCHIVE, PDF = "text/event-stream", "application/zip", "application/pdf"
_SENT = (400, 403, 411, 413, 415, 422, 429, 503)  # how whatever is not asked with GET may be refused
_PICTURE = (304, 404)
_LOOKING = (422, 503)


@dataclass(frozen=True)
class Way:
    """A method and a path. `answers` is the name of a schema, where it answers with JSON; `takes` that of what is sent.

    `query` are parameters that may be left out; `paired_only`: phones that are not paired are refused.
    """

    name: str
    method: str
    path: str
    answers: str = ""
    takes: str = ""
    answer_as: str = JSON
    sent_as: str = JSON
    paired_only: bool = False
    refusals: tuple[int, ...] = ()
    query: Mapping[str, Schema] = field(default_factory=dict)


def _get(name: str, path: str, answers: str = "", answer_as: str = JSON, *refusals: int, **query: Schema) -> Way:
    return Way(name, "get", path, answers, answer_as=answer_as, refusals=refusals, query=query)


def _ask(name: str, path: str, takes: str, answers: str, sent_as: str = JSON) -> Way:
    """What is sent but changes nothing, so that phones that only watch may send it, too."""
    return Way(name, "post", path, answers, takes, sent_as=sent_as, refusals=_SENT)


def _do(name: str, path: str, takes: str = "Nothing", answers: str = "Done", sent_as: str = JSON) -> Way:
    """What changes something."""
    return Way(name, "post", path, answers, takes, sent_as=sent_as, paired_only=True, refusals=_SENT)


WAYS: dict[str, tuple[Way, ...]] = {
    "table": (
        _get("state", "/api/state", "State"),
        _get("events", "/api/events", "", STREAM, 503, known={"type": "string"}),
        _get("photo", "/api/photo.jpg", "", JPEG, *_PICTURE),
        _get("camera", "/api/camera.jpg", "", JPEG, *_PICTURE),
        _get("picture", "/api/pictures/{picture_id}", "", JPEG, *_PICTURE),
        _get("screen", "/api/screen.png", "", PNG, *_PICTURE),
        _do("choose", "/api/choose", "Chosen"),
        _get("box_clock", "/api/calls/clock", "BoxClock"),
        _do("call", "/api/calls", "Called", "CallMade"),
        _do("withdraw_call", "/api/calls/withdraw", "CallWithdrawn"),
        _do("look", "/api/look"),
        _do("undo", "/api/undo"),
        _do("strike", "/api/strike", "Struck"),
        _do("begin", "/api/games", "NewGame"),
    ),
    "moves": (
        _get("moves", "/api/moves", "Game", JSON, *_LOOKING),
        _get("choices", "/api/moves/{entry}/choices", "Choices", JSON, 400, *_LOOKING, way=one_of("change", "insert")),
        _get("small_picture", "/api/moves/pictures/{picture_id}", "", JPEG, 404, 503),
        _get("read_picture", "/api/moves/pictures/{picture_id}/read", "", JPEG, 404, 503, near=TEXT, plain=TEXT),
        _ask("preview", "/api/corrections/preview", "Correction", "Preview"),
        _do("correct", "/api/corrections", "CorrectionMade"),
    ),
    "hand": (
        _ask("check_hand", "/api/hand", "Hand", "HandAnswer"),
        _ask("read_hand", "/api/hand/photo", "OnePhoto", "HandSeen", FORM),
    ),
    "games": (
        _get("games", "/api/games", "GameList", JSON, 400, *_LOOKING, before=whole(1)),
        _get("game", "/api/games/{number}", "Game", JSON, *_LOOKING),
        _get("step", "/api/games/{number}/steps/{at}", "Step", JSON, *_LOOKING),
        _get("record_file", "/api/games/{number}/record", "", "text/plain", *_LOOKING),
        _get("game_file", "/api/games/{number}/game", "", JSON, *_LOOKING),
        _get("scores_file", "/api/games/{number}/scores", "", "text/csv", *_LOOKING),
        _get("report_file", "/api/games/{number}/report", "", ARCHIVE, *_LOOKING),
        _do("resume", "/api/games/{number}/resume"),
        _get("backups", "/api/backups", "Backups"),
        _do("back_up", "/api/backups", "Nothing", "Said"),
        _do("import", "/api/games/import", "GameFile", "Imported", FORM),
    ),
    "phones": (
        _get("am_i_paired", "/api/pairing", "Pairing"),
        _ask("ask_for_code", "/api/pairing", "Nothing", "CodeShown"),
        _ask("answer_code", "/api/pairing/answer", "CodeTyped", "Paired"),
        Way("phones", "get", "/api/phones", "Phones", paired_only=True, refusals=(403,)),
        Way(
            "remove_phone",
            "post",
            "/api/phones/revoke",
            "Done",
            "PhoneRemoved",
            paired_only=True,
            refusals=(*_SENT, 404),
        ),
        _get("join", "/api/join", "Ways"),
        _get("qr", "/join/qr.svg", "", SVG),
    ),
    "set_up": (
        _get("now", "/api/now.jpg", "", JPEG, *_LOOKING),
        _get("markers", "/markers.pdf", "", PDF),
        _get("find_field", "/api/calibrate", "FieldFound", JSON, *_LOOKING),
        _ask("try_field", "/api/calibrate/read", "FieldTried", "FieldRead"),
        _do("set_field", "/api/field", "Field"),
        _do("forget_field", "/api/field/forget"),
        _get("lesson_view", "/api/lessons/view", "LessonView", JSON, *_LOOKING),
        _get("lesson_photo", "/api/lessons/photo.jpg", "", JPEG, *_LOOKING),
        _do("teach", "/api/lessons", "Photos", "Lesson", FORM),
        _get("lesson_progress", "/api/lessons/progress", "LessonProgress"),
        _do("cancel_lesson", "/api/lessons/cancel"),
        _do("accept_lesson", "/api/lessons/accept", "LessonNumber", "Accepted"),
        _get("sheet", "/api/sheet", "SheetInUse", JSON, 422),
        _get("sheet_file", "/api/sheet.toml", "", "application/toml", 422),
        _ask("read_sheet", "/api/sheet/read", "SheetFile", "SheetRead"),
        _ask("check_sheet", "/api/sheet/check", "SheetTried", "SheetChecked"),
        _do("save_sheet", "/api/sheet/save", "SheetSent", "SheetSaved"),
        _do("restore_sheet", "/api/sheet/restore", "Nothing", "SheetSaved"),
        _do("listen", "/api/wiring/listen", "Listen"),
        _get("presses", "/api/wiring/presses", "Presses"),
        _do("beep", "/api/wiring/beep", "Nothing", "Said"),
        _do("pattern", "/api/wiring/pattern", "Nothing", "Said"),
        _get("focus", "/api/wiring/focus", "Sharpness", JSON, 422),
    ),
    "document": (_get("document", "/api/openapi.json", "", JSON),),
}
