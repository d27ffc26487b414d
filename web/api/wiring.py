"""The wiring and its test: buttons light up, the buzzer beeps, the display shows a pattern, the lens is focused."""

from typing import TypedDict

from flask import Blueprint, Response
from msgspec import Struct

from device.oled.canvas import Page
from device.wiring_check import PATTERN_S, beep_said, pattern, pattern_said, take_other_chip
from web.api.fields import DONE, Done, Nothing, Ordinal, Outcome, outcome_of
from web.api.operation import operation
from web.current_box import current_box
from web.diagrams.wiring_svg import wiring_svg
from web.languages import spoken

wiring = Blueprint("wiring", __name__, url_prefix="/api/wiring")


class Listen(Struct):
    on: bool


class Presses(TypedDict):
    presses: dict[str, Ordinal]


class Sharpness(TypedDict):
    sharpness: float


@wiring.post("/listen")
@operation("set_up", "listen")
def listen(sent: Listen) -> Done:
    """Test the buttons for some seconds, to be asked again before they are over; they do nothing else meanwhile."""
    test = current_box().button_test
    if sent.on:
        test.listen()
    else:
        test.end()
    return DONE


@wiring.get("/presses")
@operation("set_up", "presses")
def presses() -> Presses:
    """How often each button has been pressed in this test: `{"ok": 2, "undo_long": 1}`."""
    return {"presses": dict(current_box().button_test.presses)}


@wiring.post("/beep")
@operation("set_up", "beep", takes=Nothing)
def beep() -> Outcome:
    """Have the buzzer beep."""
    current_box().buzzer.play("over")
    return outcome_of(beep_said(current_box().wired, current_box().buzzer.sound.is_on), spoken())


@wiring.post("/pattern")
@operation("set_up", "pattern", takes=Nothing)
def show_pattern() -> Outcome:
    """Show the test pattern on the display for a while."""
    box = current_box()
    box.panel.show_for((Page(pattern()),), PATTERN_S)
    return outcome_of(pattern_said(box.wired, box.display), spoken())


@wiring.post("/other_chip")
@operation("set_up", "other_chip", takes=Nothing)
def other_chip() -> Outcome:
    """Take the display for one with the other chip, and show the pattern again."""
    box = current_box()
    said = take_other_chip(box.display, box.data)
    box.panel.show_for((Page(pattern()),), PATTERN_S)
    return outcome_of(said, spoken())


@wiring.get("/focus")
@operation("set_up", "focus", 422)
def focus() -> Sharpness:
    """How sharp the newest picture is: a number that grows with crisp edges."""
    return {"sharpness": round(current_box().calibration.sharpness(), 1)}


@wiring.get("/diagram.svg")
@operation("set_up", "wiring_diagram", kind="image/svg+xml")
def diagram() -> Response:
    """How this box is wired, as a drawing."""
    return Response(wiring_svg(current_box().wired.wiring, spoken()), mimetype="image/svg+xml")
