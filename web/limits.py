"""How much the page takes on, so that no phone can take the box away from the others."""

from dataclasses import dataclass

MAX_STREAMS = 216  # phones that watch at once
SPARE_THREADS = 24  # for everything that is not a stream
UPLOAD_BYTES = 25 * 1024 * 1024
MAX_PHOTOS = 12  # in one lesson
JSON_BYTES = 64 * 1024
MAX_NUMBER = 2**53 - 1  # every reader of JSON takes it as it is, and so does the journal
MAX_PHONE_NAME = 40
# How many requests of a phone are answered at once, and how soon there is one more.
CHANGES_AT_ONCE, CHANGE_EVERY_SECONDS = 40, 0.25
UPLOADS_AT_ONCE, UPLOAD_EVERY_SECONDS = 12, 4.0
# What each address of the network may have of the server at once, except the box's own (`web/server/shares.py`).
OWN_ADDRESSES = ("127.0.0.1", "::1")
CONNECTIONS = 48  # a browser opens six
CONNECTIONS_AT_ONCE, CONNECTION_EVERY_SECONDS = 100, 0.05  # new ones
STREAMS = 16
THREADS = 24  # requests that have a thread: streams, and answers that the other side takes slowly
TURNS = 6  # requests whose answers are being made
UNREAD_BYTES = 4 * 1024**2  # of answers that the other side has not yet taken
BUSY_SECONDS, WORK_EACH_SECOND = 4.0, 0.1  # of the processor at once, and how much of it comes back
REQUEST_SECONDS = 0.0015  # of it for each request, besides what its answer takes
SMALL_BODIES = 16  # of up to JSON_BYTES; larger ones come one after the other
# Large bodies are kept in memory, from all addresses together.
ALL_UPLOADS_BYTES = 50 * 1024**2
STRANGERS_UPLOADS_BYTES = UPLOAD_BYTES  # of phones that are not paired
HEADER_BYTES = 16 * 1024


@dataclass(frozen=True)
class Waits:
    """How long the page waits."""

    answer_s: float = 5.0  # a change for the table's answer
    photo_s: float = 20.0  # a photograph for the one before it
    beat_s: float = 5.0  # a stream until it says that it is alive; the page calls itself out of date after missing two


@dataclass(frozen=True)
class Pace:
    """How long a connection may take; rates are judged after the time of grace."""

    header_s: float = 10.0
    idle_s: float = 60.0  # without any request
    grace_s: float = 10.0
    body_rate: int = 50_000  # bytes a second
    answer_rate: int = 10_000
    drain_s: float = 5.0  # for the rest of a body that nobody wants


USUAL_WAITS, USUAL_PACE = Waits(), Pace()
