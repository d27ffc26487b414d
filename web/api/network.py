"""The box's own Wi-Fi, switched from the page. Its password is told to paired phones only."""

from threading import Timer
from typing import TypedDict

from flask import Blueprint, Flask, current_app

from device.capture.events import Noticed
from device.system.hotspot import Hotspot
from device.table.live_table import LiveTable
from device.texts import say
from engines.messages import Message, Refusal, message
from web.api.operation import operation
from web.errors import Refused
from web.languages import spoken
from web.security.guard import paired_only
from web.services import service

network = Blueprint("network", __name__, url_prefix="/api/network")
# So long the answer takes to reach a phone, which may lose the box by what it has asked for.
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
def told() -> Network:
    """Whether the box's own Wi-Fi is on, how phones join it, and what kept it from being switched the last time."""
    paired_only()
    return _told()


@network.post("")
@operation("set_up", "switch_network", 422)
def switch(*, on: bool) -> Network:
    """Switch it a moment later, so that the answer still comes; the box then leaves the Wi-Fi that it is in."""
    answer = _told() | {"trouble": None}
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    app.extensions[_TROUBLE] = None
    later = Timer(LEAVE_S, _change, (app, service(Hotspot), service(LiveTable), on))
    later.daemon = True
    later.start()
    return answer


def _told() -> Network:
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
        "trouble": None if trouble is None else say(trouble, spoken()),
    }


def _change(app: Flask, hotspot: Hotspot, table: LiveTable, on: bool) -> None:
    try:
        hotspot.start() if on else hotspot.stop()
    except Refusal as refusal:
        app.extensions[_TROUBLE] = refusal.said
        # Whoever has asked may be out of reach; those at the table are not.
        table.post(Noticed(refusal.said))
