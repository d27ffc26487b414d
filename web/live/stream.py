"""The live table: its state, the event stream of states, and its pictures."""

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
from web.languages import request_language
from web.limits import ADDRESS_STREAMS, MAX_STREAMS, OWN_ADDRESSES, Waits
from web.live.relay import Relay
from web.security.guard import this_phone
from web.services import service, waits

live = Blueprint("live", __name__, url_prefix="/api")
_MAX_SEAT_LENGTH = 100  # characters: names in imported games may be longer than those typed here
_BEAT = b"event: beat\ndata:\n\n"


@dataclass(frozen=True)
class _LocalisedSnapshot:
    """A snapshot in one language: a cache key, compared by serial and language."""

    serial: int
    language: str
    snapshot: Snapshot = field(compare=False)


class _Streams:
    """What all event streams share: their counts, and each state encoded once per language."""

    def __init__(self, table: LiveTable, hands: Hands, waits: Waits) -> None:
        self._table, self._hands, self.beat_s = table, hands, waits.beat_s
        # Serials start anew with the box, so an event's id also names the run.
        self.run = secrets.token_hex(4)
        self.free = BoundedSemaphore(MAX_STREAMS)
        self._by_address: Counter[str] = Counter()
        self._by_seat: Counter[str] = Counter()
        self.relay = Relay(table, waits.beat_s)
        self._cached_event: Callable[[_LocalisedSnapshot], bytes] = lru_cache(maxsize=16)(self._encode_event)
        self._encode_lock, self._count_lock = Lock(), Lock()

    def begin(self, address: str, seat: str = "") -> None:
        """Count a stream; raises `Refused` when there are too many, of this address or in total.

        `seat`: the name of the player who holds the phone, so that the table knows whom it can ask.
        """
        with self._count_lock:
            if self._by_address[address] >= ADDRESS_STREAMS and address not in OWN_ADDRESSES:
                raise Refused(message("web.error.too_many_pages", most=ADDRESS_STREAMS), 503)
            if not self.free.acquire(blocking=False):
                raise Refused(message("web.error.too_many_phones", most=MAX_STREAMS), 503)
            self._by_address[address] += 1
            self._update_seats(self._by_seat + Counter([seat]))

    def end(self, address: str, seat: str = "") -> None:
        """Count one stream less."""
        with self._count_lock:
            self._by_address -= Counter([address])  # drops an address whose count is zero
            self._update_seats(self._by_seat - Counter([seat]))
            self.free.release()

    def _update_seats(self, seats: Counter[str]) -> None:
        """Inform the table which players have a phone, if that has changed."""
        before, self._by_seat = self._by_seat, seats
        if seats.keys() - {""} != before.keys() - {""}:
            self._table.post(PhonesSeated(frozenset(seats.keys() - {""})))

    def event(self, localised: _LocalisedSnapshot) -> bytes:
        """A state as a server-sent event; the lock lets only the first stream encode a new state."""
        with self._encode_lock:
            return self._cached_event(localised)

    def id_of(self, snapshot: Snapshot) -> str:
        return f"{self.run}-{snapshot.serial}"

    def _encode_event(self, localised: _LocalisedSnapshot) -> bytes:
        state = msgspec.json.encode(state_of(localised.snapshot, localised.language, self._hands.check))
        return b"id: %b\nevent: state\ndata: %b\n\n" % (self.id_of(localised.snapshot).encode(), state)


def register_streams(app: Flask) -> None:
    """Set up the event streams of `app`."""
    with app.app_context():
        app.extensions["streams"] = _Streams(service(LiveTable), service(Hands), waits())


def relay_of(app: Flask) -> Relay:
    """The relay that feeds the event streams of `app`."""
    streams: _Streams = app.extensions["streams"]
    return streams.relay


def first_state() -> dict[str, object]:
    """The newest state and its id, with which `first_state.html` shows the table before the stream begins."""
    snapshot = service(LiveTable).snapshot
    streams: _Streams = current_app.extensions["streams"]
    state = msgspec.to_builtins(state_of(snapshot, request_language(), service(Hands).check))
    return {"state": state, "state_id": streams.id_of(snapshot)}


@live.get("/state")
@operation("table", "state")
def state() -> State:
    """The newest state of the table."""
    return state_of(service(LiveTable).snapshot, request_language(), service(Hands).check)


@live.get("/events")
@operation("table", "events", 503, kind=STREAM)
def events(*, known: str = "", seat: Annotated[str, Meta(max_length=_MAX_SEAT_LENGTH)] = "") -> Response:
    """Every state from now on, in order, as server-sent events `state`; `beat` events keep the stream alive.

    A state that the phone already has, by its event id, is not sent again. Browsers send the id of the last event when
    they reconnect; a page that got its state elsewhere sends it as `?known=`. `?seat=` names the player who holds the
    phone: questions to that player are asked there.
    """
    streams: _Streams = current_app.extensions["streams"]
    address = request.remote_addr or ""
    seated = seat if this_phone() else ""  # a phone that is not paired could not answer
    streams.begin(address, seated)
    last = request.headers.get("Last-Event-ID") or known
    response = Response(_events(streams, request_language(), last), mimetype=STREAM)
    response.call_on_close(lambda: streams.end(address, seated))
    # Proxies must not buffer events.
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _events(streams: _Streams, language: str, known: str) -> Iterator[bytes]:
    yield b"retry: 1000\n\n"
    with streams.relay.subscribe() as subscription:
        while True:
            snapshot = subscription.next(streams.beat_s)
            # A phone that reconnects with the newest state only has to know that it is up to date.
            if snapshot is None or streams.id_of(snapshot) == known:
                yield _BEAT
            else:
                yield streams.event(_LocalisedSnapshot(snapshot.serial, language, snapshot))


@live.get("/screen.png")
@operation("table", "screen", *PICTURE, kind="image/png")
def screen() -> Response:
    """What the OLED shows."""
    return _picture(service(Display).png(), "image/png")


@live.get("/photo.jpg")
@operation("table", "photo", *PICTURE, kind=JPEG)
def photo() -> Response:
    """The last photograph with its reading drawn on it."""
    return _picture(service(TablePictures).drawn(), JPEG)


@live.get("/close_up.jpg")
@operation("table", "close_up", *PICTURE, kind=JPEG)
def close_up() -> Response:
    """The last measurement, such as a drop, drawn over an enlarged part of its photograph."""
    return _picture(service(TablePictures).close_up(), JPEG)


@live.get("/pictures/<picture_id>")
@operation("table", "picture", *PICTURE, kind=JPEG)
def picture(picture_id: str) -> Response:
    """A stored picture: of a move, or of a hand sent by a phone."""
    return _picture(service(KeptPictures).read(picture_id), JPEG)


@live.get("/camera.jpg")
@operation("table", "camera", *PICTURE, kind=JPEG)
def camera() -> Response:
    """The last photograph as the camera took it."""
    newest = service(TablePictures).newest()
    return _picture(None if newest is None else full_jpeg("camera", newest), JPEG)


def _picture(data: bytes | None, mimetype: str) -> Response:
    """A picture that browsers cache but revalidate before showing it; raises `Refused` if there is none."""
    if not data:
        raise Refused(message("web.error.no_picture"), 404)
    response = Response(data, mimetype=mimetype)
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response
