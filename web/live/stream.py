"""The live table: its state, the stream of its states, and its pictures."""

import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from threading import BoundedSemaphore, Lock
from typing import Annotated

import msgspec
from flask import Blueprint, Flask, Response, current_app, request
from msgspec import Meta

from device.hardware.display import Display
from device.services import Hands, KeptPictures, TablePictures
from device.table.events import PhonesSeated
from device.table.live_table import LiveTable
from device.table.snapshot import Snapshot
from engines.messages import message
from web.api.operation import JPEG, PICTURE, STREAM, operation
from web.api.state import State, state_of
from web.errors import Refused
from web.full_jpegs import full_jpeg
from web.languages import spoken
from web.limits import MAX_STREAMS, OWN_ADDRESSES, STREAMS, Waits
from web.live.relay import Relay
from web.security.guard import this_phone
from web.services import service, waits

live = Blueprint("live", __name__, url_prefix="/api")
_MAX_SEAT_LENGTH = 100  # letters: names of imported games may be longer than those that are typed here
_BEAT = b"event: beat\ndata:\n\n"


@dataclass(frozen=True)
class _Written:
    """A snapshot in one language; its serial alone says whether two are the same."""

    serial: int
    language: str
    snapshot: Snapshot = field(compare=False)


class _Streams:
    """What all streams of an application share: their number, and every state written once for all phones."""

    def __init__(self, table: LiveTable, hands: Hands, waits: Waits) -> None:
        self._table, self._hands, self.beat_s = table, hands, waits.beat_s
        # A serial starts anew when the box does, so an event's id also names the run.
        self.run = secrets.token_hex(4)
        self.free = BoundedSemaphore(MAX_STREAMS)
        self._of_address: Counter[str] = Counter()
        self._of_seat: Counter[str] = Counter()
        self.relay = Relay(table, waits.beat_s)
        self._event_of: Callable[[_Written], bytes] = lru_cache(maxsize=16)(self._event)
        self._writing, self._counting = Lock(), Lock()

    def begin(self, address: str, seat: str = "") -> None:
        """Count a stream; raises `Refused` when there are too many, of this address or in all.

        `seat`: the name of the player whose phone it is, so that the table knows whom it can ask.
        """
        with self._counting:
            if self._of_address[address] >= STREAMS and address not in OWN_ADDRESSES:
                raise Refused(message("web.error.too_many_pages", most=STREAMS), 503)
            if not self.free.acquire(blocking=False):
                raise Refused(message("web.error.too_many_phones", most=MAX_STREAMS), 503)
            self._of_address[address] += 1
            self._seat(self._of_seat + Counter([seat]))

    def end(self, address: str, seat: str = "") -> None:
        """One stream less."""
        with self._counting:
            self._of_address -= Counter([address])  # and an address without any is forgotten
            self._seat(self._of_seat - Counter([seat]))
            self.free.release()

    def _seat(self, seats: Counter[str]) -> None:
        """Tell the table whose phones are there, if that has changed."""
        before, self._of_seat = self._of_seat, seats
        if seats.keys() - {""} != before.keys() - {""}:
            self._table.post(PhonesSeated(frozenset(seats.keys() - {""})))

    def event(self, written: _Written) -> bytes:
        """A state as it goes over the wire; all phones that wait for a new one wait until the first has it written."""
        with self._writing:
            return self._event_of(written)

    def id_of(self, snapshot: Snapshot) -> str:
        return f"{self.run}-{snapshot.serial}"

    def _event(self, written: _Written) -> bytes:
        state = msgspec.json.encode(state_of(written.snapshot, written.language, self._hands.check))
        return b"id: %b\nevent: state\ndata: %b\n\n" % (self.id_of(written.snapshot).encode(), state)


def register_streams(app: Flask) -> None:
    """Give `app` its streams."""
    with app.app_context():
        app.extensions["streams"] = _Streams(service(LiveTable), service(Hands), waits())


def relay_of(app: Flask) -> Relay:
    """What hands the states of the table on to the streams of `app`."""
    streams: _Streams = app.extensions["streams"]
    return streams.relay


def first_state() -> dict[str, object]:
    """What `first_state.html` needs to show the table before the stream has begun: the newest state, and its id."""
    snapshot = service(LiveTable).snapshot
    streams: _Streams = current_app.extensions["streams"]
    state = msgspec.to_builtins(state_of(snapshot, spoken(), service(Hands).check))
    return {"state": state, "state_id": streams.id_of(snapshot)}


@live.get("/state")
@operation("table", "state")
def state() -> State:
    """The newest state of the table."""
    return state_of(service(LiveTable).snapshot, spoken(), service(Hands).check)


@live.get("/events")
@operation("table", "events", 503, kind=STREAM)
def events(*, known: str = "", seat: Annotated[str, Meta(max_length=_MAX_SEAT_LENGTH)] = "") -> Response:
    """Every state from now on, in order, as Server-Sent Events `state`; `beat` says that the box is there.

    The state that a phone knows already, by its event's id, is not sent again. Browsers send that id by themselves when
    a stream breaks; a page that has its state from elsewhere sends it as `?known=`. `?seat=` names the player whose
    phone it is: what concerns him alone is asked there.
    """
    streams: _Streams = current_app.extensions["streams"]
    address = request.remote_addr or ""
    seated = seat if this_phone() else ""  # a phone that is not paired could not answer
    streams.begin(address, seated)
    last = request.headers.get("Last-Event-ID") or known
    response = Response(_events(streams, spoken(), last), mimetype=STREAM)
    response.call_on_close(lambda: streams.end(address, seated))
    # A proxy in between must not collect events before it passes them on.
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _events(streams: _Streams, language: str, known: str) -> Iterator[bytes]:
    yield b"retry: 1000\n\n"
    with streams.relay.subscribe() as subscription:
        while True:
            snapshot = subscription.next(streams.beat_s)
            # A phone that comes back to the state that it knows only has to hear that it is up to date.
            if snapshot is None or streams.id_of(snapshot) == known:
                yield _BEAT
            else:
                yield streams.event(_Written(snapshot.serial, language, snapshot))


@live.get("/screen.png")
@operation("table", "screen", *PICTURE, kind="image/png")
def screen() -> Response:
    """What the OLED shows."""
    return _picture(service(Display).png(), "image/png")


@live.get("/photo.jpg")
@operation("table", "photo", *PICTURE, kind=JPEG)
def photo() -> Response:
    """The last photograph with what was read drawn on it."""
    return _picture(service(TablePictures).drawn(), JPEG)


@live.get("/close_up.jpg")
@operation("table", "close_up", *PICTURE, kind=JPEG)
def close_up() -> Response:
    """What was measured last, such as a drop, drawn over an enlarged part of its photograph."""
    return _picture(service(TablePictures).close_up(), JPEG)


@live.get("/pictures/<picture_id>")
@operation("table", "picture", *PICTURE, kind=JPEG)
def picture(picture_id: str) -> Response:
    """A picture that the box keeps: of a move, or of a hand that was sent."""
    return _picture(service(KeptPictures).read(picture_id), JPEG)


@live.get("/camera.jpg")
@operation("table", "camera", *PICTURE, kind=JPEG)
def camera() -> Response:
    """The last photograph as the camera took it."""
    newest = service(TablePictures).newest()
    return _picture(None if newest is None else full_jpeg("camera", newest), JPEG)


def _picture(data: bytes | None, mimetype: str) -> Response:
    """A picture that a phone keeps, but asks about again before it shows it."""
    if not data:
        raise Refused(message("web.error.no_picture"), 404)
    response = Response(data, mimetype=mimetype)
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response
