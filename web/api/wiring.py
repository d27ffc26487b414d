"""The wiring and its test: buttons light up, the buzzer beeps, the display shows a pattern, the lens is focused."""

from typing import TypedDict

from flask import Blueprint, Response

from device.table.calibration import Calibration
from device.wiring_check import ButtonTest, WiringTest
from web.api.fields import DONE, Done, Nothing, Ordinal, Outcome, outcome_of
from web.api.operation import operation
from web.diagrams.wiring_svg import wiring_svg
from web.languages import spoken
from web.services import service

wiring = Blueprint("wiring", __name__, url_prefix="/api/wiring")


class Presses(TypedDict):
    presses: dict[str, Ordinal]


class Sharpness(TypedDict):
    sharpness: float


@wiring.post("/listen")
@operation("set_up", "listen")
def listen(*, on: bool) -> Done:
    """Test the buttons for some seconds, to be asked again before they are over; they do nothing else meanwhile."""
    test = service(ButtonTest)
    if on:
        test.listen()
    else:
        test.end()
    return DONE


@wiring.get("/presses")
@operation("set_up", "presses")
def presses() -> Presses:
    """How often each button has been pressed in this test: `{"ok": 2, "undo_long": 1}`."""
    return {"presses": dict(service(ButtonTest).presses)}


@wiring.post("/beep")
@operation("set_up", "beep", takes=Nothing)
def beep() -> Outcome:
    """Have the buzzer beep."""
    return outcome_of(service(WiringTest).beep(), spoken())


@wiring.post("/pattern")
@operation("set_up", "pattern", takes=Nothing)
def show_pattern() -> Outcome:
    """Show the test pattern on the display for a while."""
    return outcome_of(service(WiringTest).show_pattern(), spoken())


@wiring.post("/other_chip")
@operation("set_up", "other_chip", takes=Nothing)
def other_chip() -> Outcome:
    """Take the display for one with the other chip, and show the pattern again."""
    return outcome_of(service(WiringTest).take_other_chip(), spoken())


@wiring.get("/focus")
@operation("set_up", "focus", 422)
def focus() -> Sharpness:
    """How sharp the newest picture is: a number that grows with crisp edges."""
    return {"sharpness": round(service(Calibration).sharpness(), 1)}


@wiring.get("/diagram.svg")
@operation("set_up", "wiring_diagram", kind="image/svg+xml")
def diagram() -> Response:
    """How this box is wired, as a drawing."""
    return Response(wiring_svg(service(WiringTest).wiring, spoken()), mimetype="image/svg+xml")
