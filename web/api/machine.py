"""The box as a machine: its clock, its voice, its own Wi-Fi and its wiring."""

from threading import Timer
from typing import TypedDict

from flask import Blueprint, Flask, Response, current_app

from device.capture.events import Noticed
from device.config.language import BoxLanguage
from device.system import household_time
from device.system.hotspot import Hotspot
from device.table.calibration import Calibration
from device.table.live_table import LiveTable
from device.texts import say
from device.voice.voice import Voice
from device.wiring_check import ButtonTest, WiringTest
from engines.messages import Message, Refusal, message
from web.api.fields import DONE, Done, Ordinal, Outcome, outcome_of
from web.api.operation import operation
from web.diagrams.wiring_svg import wiring_svg
from web.errors import Refused
from web.languages import request_language
from web.security.guard import require_paired
from web.services import service

box_time = Blueprint("box_time", __name__, url_prefix="/api/time")


class BoxTime(TypedDict):
    at: str
    zone: str


@box_time.get("")
@operation("set_up", "time")
def get_time() -> BoxTime:
    """The box's local time and time zone."""
    return _box_time()


@box_time.post("")
@operation("set_up", "set_zone", 422)
def set_zone(*, zone: str) -> BoxTime:
    """Set the time zone."""
    household_time.set_zone(zone)
    return _box_time()


def _box_time() -> BoxTime:
    return {"at": household_time.written(household_time.now()), "zone": household_time.zone_name()}


voice = Blueprint("voice", __name__, url_prefix="/api/voice")


class BoxVoice(TypedDict):
    on: bool
    engine: str | None


@voice.get("")
@operation("set_up", "voice")
def get_voice() -> BoxVoice:
    """Whether the box speaks, and with which engine."""
    return voice_of(service(Voice))


@voice.post("")
@operation("set_up", "switch_voice", 422)
def switch_voice(*, on: bool) -> BoxVoice:
    """Switch speech on or off for good; switched on, it speaks a sample."""
    voice = service(Voice)
    if on and voice.engine is None:
        raise Refused(message("voice.no_engine"), 422)
    if (trouble := voice.switch(on)) is not None:
        raise Refused(trouble, 422)
    voice.say(say(message("voice.hello"), service(BoxLanguage).code))
    return voice_of(voice)


def voice_of(voice: Voice) -> BoxVoice:
    """The state of the voice as JSON."""
    return {"on": voice.is_on, "engine": None if voice.engine is None else voice.engine.name}


network = Blueprint("network", __name__, url_prefix="/api/network")
# Time for the answer to reach the phone, which may lose its connection by the switch.
LEAVE_S = 1.0
_TROUBLE = "network_trouble"


class Network(TypedDict):
    on: bool
    ssid: str
    password: str
    address: str
    trouble: str | None


@network.get("")
@operation("set_up", "network", 403, 422, paired_only=True)
def get_network() -> Network:
    """Whether the box's own Wi-Fi is on, how phones join it, and why the last switch failed."""
    require_paired()
    return _network()


@network.post("")
@operation("set_up", "switch_network", 422)
def switch_network(*, on: bool) -> Network:
    """Switch the box's own Wi-Fi shortly after answering; the box leaves the Wi-Fi that it is in."""
    answer = _network() | {"trouble": None}
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    app.extensions[_TROUBLE] = None
    later = Timer(LEAVE_S, _switch_hotspot, (app, service(Hotspot), service(LiveTable), on))
    later.daemon = True
    later.start()
    return answer


def _network() -> Network:
    hotspot = service(Hotspot)
    access = hotspot.offered
    if access is None:
        raise Refused(message("hotspot.not_set_up"), 422)
    trouble: Message | None = current_app.extensions.get(_TROUBLE)
    return {
        "on": hotspot.access is not None,
        "ssid": access.ssid,
        "password": access.password,
        "address": access.address,
        "trouble": None if trouble is None else say(trouble, request_language()),
    }


def _switch_hotspot(app: Flask, hotspot: Hotspot, table: LiveTable, on: bool) -> None:
    try:
        hotspot.start() if on else hotspot.stop()
    except Refusal as refusal:
        app.extensions[_TROUBLE] = refusal.said
        # The requesting phone may be out of reach, so the table shows it.
        table.post(Noticed(refusal.said))


wiring = Blueprint("wiring", __name__, url_prefix="/api/wiring")


class Presses(TypedDict):
    presses: dict[str, Ordinal]


class Sharpness(TypedDict):
    sharpness: float


@wiring.post("/listen")
@operation("set_up", "listen")
def listen(*, on: bool) -> Done:
    """Test the buttons for some seconds, in which they do nothing else; repeat in time to go on."""
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
@operation("set_up", "beep")
def beep() -> Outcome:
    """Sound the buzzer."""
    return outcome_of(service(WiringTest).beep(), request_language())


@wiring.post("/pattern")
@operation("set_up", "pattern")
def show_pattern() -> Outcome:
    """Show the test pattern on the display for a while."""
    return outcome_of(service(WiringTest).show_pattern(), request_language())


@wiring.post("/other_chip")
@operation("set_up", "other_chip")
def other_chip() -> Outcome:
    """Switch the display driver to the other chip, and show the pattern again."""
    return outcome_of(service(WiringTest).take_other_chip(), request_language())


@wiring.get("/focus")
@operation("set_up", "focus", 422)
def focus() -> Sharpness:
    """The sharpness of the newest picture; crisp edges increase it."""
    return {"sharpness": round(service(Calibration).sharpness(), 1)}


@wiring.get("/diagram.svg")
@operation("set_up", "wiring_diagram", kind="image/svg+xml")
def diagram() -> Response:
    """The wiring diagram of this box."""
    return Response(wiring_svg(service(WiringTest).wiring, request_language()), mimetype="image/svg+xml")
