"""The wiring test: buttons light up on the page, the buzzer beeps, the display shows a pattern, the lens is focused."""

from typing import Any

from flask import Blueprint, Response, jsonify, render_template

from device.texts import say
from device.wiring_test import PATTERN_S, beep_said, pattern, pattern_said
from engines.messages import Message, message
from web.guard import sent_field, sent_json
from web.languages import spoken
from web.the_box import the_box

wiring = Blueprint("wiring", __name__)


@wiring.get("/wiring")
def page() -> str:
    """What is wired to the box, each part with its test; what is not connected is said."""
    box = the_box()
    return render_template(
        "wiring.html",
        buttons=dict(box.wired.wiring.buttons),
        trouble={part: _said(said) for part, said in _troubles().items()},
    )


@wiring.post("/api/wiring/listen")
def listen() -> Response:
    """Test the buttons for some seconds, `{"on": true}`, to be said again before they are over.

    Meanwhile they do nothing at the table.
    """
    test = the_box().button_test
    if sent_field(sent_json(), "on", bool):
        test.listen()
    else:
        test.end()
    return jsonify(done=True)


@wiring.get("/api/wiring/presses")
def presses() -> Response:
    """How often each button has been pressed in this test: `{"ok": 2, "undo_long": 1}`."""
    return jsonify(presses=dict(the_box().button_test.presses))


@wiring.post("/api/wiring/beep")
def beep() -> Response:
    """Have the buzzer beep."""
    sent_json()
    box = the_box()
    box.buzzer.play("over")
    return _answer(beep_said(box.wired))


@wiring.post("/api/wiring/pattern")
def show_pattern() -> Response:
    """Show the test pattern on the display for a while."""
    sent_json()
    box = the_box()
    box.front.show_for((pattern(),), PATTERN_S)
    return _answer(pattern_said(box.wired, box.display))


@wiring.get("/api/wiring/focus")
def focus() -> Response:
    """How sharp the middle of the newest picture is: a number that grows with crisp edges."""
    return jsonify(sharpness=round(the_box().calibrating.sharpness(), 1))


def _troubles() -> dict[str, Message | None]:
    """What is wrong with each part, None where nothing is known to be."""
    box = the_box()
    wired = box.wired.wiring
    return {
        "buttons": box.wired.buttons or (None if wired.buttons else message("wiring_test.no_buttons")),
        "buzzer": box.wired.buzzer or (message("wiring_test.no_buzzer") if wired.buzzer.kind == "none" else None),
        "display": box.display.trouble or (message("wiring_test.no_display") if wired.display.kind == "none" else None),
        "camera": message("web.seeing.no_camera") if box.table.snapshot.seeing == "no_camera" else None,
    }


def _said(said: Message | None) -> str | None:
    return None if said is None else say(said, spoken())


def _answer(said: Message) -> Response:
    told: dict[str, Any] = {"code": said.key, "sentence": say(said, spoken())}
    return jsonify(told)
