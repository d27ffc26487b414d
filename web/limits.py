"""Limits of the page, so that no phone can starve the others."""

from dataclasses import dataclass

MAX_STREAMS = 216  # phones that watch at once, of all addresses together
SPARE_THREADS = 24  # for everything that is not a stream
MAX_UPLOAD_BYTES = 25 * 1024 * 1024
MAX_PHOTOS = 12  # in one lesson
MAX_JSON_BYTES = 64 * 1024
MAX_NUMBER = 2**53 - 1  # exact in every JSON reader, and in the journal
MAX_PHONE_NAME = 40
# Token buckets of each address: burst size, and seconds until one more request is allowed.
CHANGES_AT_ONCE, CHANGE_EVERY_SECONDS = 40, 0.25
UPLOADS_AT_ONCE, UPLOAD_EVERY_SECONDS = 12, 4.0
# What each client address may use at once, except the box's own (`web/server/shares.py`).
OWN_ADDRESSES = ("127.0.0.1", "::1")
ADDRESS_CONNECTIONS = 48  # a browser opens six
CONNECTIONS_AT_ONCE, CONNECTION_EVERY_SECONDS = 100, 0.05  # new ones
ADDRESS_STREAMS = 16
ADDRESS_THREADS = 24  # requests that hold a thread: streams, and answers that the client reads slowly
ADDRESS_ANSWERS = 6  # requests whose answers are being computed
ADDRESS_UNREAD_BYTES = 4 * 1024**2  # of answers that the client has not yet read
CPU_BURST_SECONDS, CPU_REGAINED_PER_SECOND = 4.0, 0.1  # CPU time allowed at once, and how much is regained
REQUEST_CPU_SECONDS = 0.0015  # charged for each request, besides its answer
ADDRESS_SMALL_BODIES = 16  # of up to MAX_JSON_BYTES; larger bodies come one at a time
# Memory for large bodies, of all addresses together.
ALL_UPLOADS_BYTES = 50 * 1024**2
UNPAIRED_UPLOADS_BYTES = MAX_UPLOAD_BYTES  # of unpaired phones
MAX_HEADER_BYTES = 16 * 1024


@dataclass(frozen=True)
class Waits:
    """Timeouts of the page."""

    answer_s: float = 5.0  # for the table to handle a change
    photo_s: float = 20.0  # for the photograph before this one to be read
    beat_s: float = 5.0  # between keep-alives of a stream; the page calls itself out of date after missing two


@dataclass(frozen=True)
class Pace:
    """How slow a connection may be; rates are checked after `grace_s`."""

    header_s: float = 10.0
    idle_s: float = 60.0  # without any request
    grace_s: float = 10.0
    body_rate: int = 50_000  # bytes per second
    answer_rate: int = 10_000  # bytes per second
    drain_s: float = 5.0  # for discarding the rest of a refused body


USUAL_WAITS, USUAL_PACE = Waits(), Pace()
