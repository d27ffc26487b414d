"""Bodies that never end: none of it is kept that nobody may send, and little of the rest."""

import time
from pathlib import Path

import pytest

from tests.support.tiers import full
from tests.support.trust.crowd import attacked, connect, is_open, send, temporary_mb
from tests.support.trust.figure import Figure
from tests.support.trust.real_box import RealBox
from web.limits import ALL_UPLOADS_BYTES, UNPAIRED_UPLOADS_BYTES, Pace

MB = 1024**2
LENGTH = 25 * MB - 1000
BEGIN = b'--b\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n'
END = b"\r\n--b--\r\n"
STRANGERS = [f"127.0.5.{n}" for n in range(1, 31)]
SPARE_MB = 48.0  # that the box itself may take meanwhile


def header(box: RealBox, method: str, path: str, kind: str, length: str) -> bytes:
    own = f"127.0.0.1:{box.port}"
    lines = (f"{method} {path} HTTP/1.1", f"Host: {own}", f"Origin: http://{own}", f"Content-Type: {kind}", length)
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def photo(box: RealBox, length: int = LENGTH, *more: str) -> bytes:
    announced = "\r\n".join((f"Content-Length: {length}", *more))
    return header(box, "POST", "/api/hand/photo", "multipart/form-data; boundary=b", announced)


@pytest.mark.full
@pytest.mark.parametrize(("what", "method", "path", "kind", "length"), [
    full("30 bodies of 25 MB to a GET, one address", "GET", "/", "text/plain", f"Content-Length: {LENGTH}"),
    ("30 lessons of 25 MB, not paired, one address", "POST", "/api/lessons", "multipart/form-data; boundary=b",
     f"Content-Length: {LENGTH}"),
    full("30 texts of 25 MB, one address", "POST", "/api/hand", "application/json", f"Content-Length: {LENGTH}"),
    full("30 bodies without a length, one address", "POST", "/api/hand/photo", "multipart/form-data; boundary=b",
         "Transfer-Encoding: chunked"),
], ids=["get", "lesson", "text", "chunked"])  # fmt: skip
def test_bodies_that_nobody_may_send(
    box: RealBox, tmp_path: Path, figure: Figure, what: str, method: str, path: str, kind: str, length: str
) -> None:
    before = box.usage()
    with attacked(box, what, figure) as kept:
        lines = connect(box, 30, STRANGERS[0], kept)
        for line in lines:
            send(line, header(box, method, path, kind, length))
            for _ in range(23):
                if not send(line, bytes(MB)):
                    break
        assert temporary_mb(box) < 1.0
        assert box.usage().resident_mb < before.resident_mb + SPARE_MB


# Eight send more than twice what may be kept of all of them together.
@pytest.mark.parametrize("strangers", [full(8), pytest.param(30, marks=pytest.mark.trust)])
def test_photographs_that_never_end(box: RealBox, strangers: int, figure: Figure) -> None:
    before = box.usage()
    what = f"{strangers} photographs of 25 MB that never end, {strangers} addresses"
    with attacked(box, what, figure) as kept:
        lines = [connect(box, 1, stranger, kept)[0] for stranger in STRANGERS[:strangers]]
        for line in lines:
            send(line, photo(box))
            for _ in range(23):
                if not send(line, bytes(MB)):
                    break
        assert temporary_mb(box) < 1.0
        assert box.usage().resident_mb < before.resident_mb + UNPAIRED_UPLOADS_BYTES / MB + SPARE_MB
        # A paired phone's photograph is looked at all the same.
        assert box.send("/api/hand/photo", [("photo", bytes(5 * MB))])[0] != 503


@pytest.mark.trust
def test_drips_of_bodies_and_a_photograph_over_weak_wi_fi(box: RealBox, figure: Figure) -> None:
    began = time.monotonic()
    what = "30 photographs that drip, and one of 5 MB at 300 kB/s of a paired phone"
    with attacked(box, what, figure) as kept:
        lines = [connect(box, 1, stranger, kept)[0] for stranger in STRANGERS]
        for line in lines:
            send(line, photo(box, 800_000))
        (weak,) = connect(box, 1, "127.0.6.1", kept)
        form = BEGIN + bytes(5 * MB) + END
        send(weak, photo(box, len(form), f"Cookie: phone={box.cookie}"))
        for at in range(0, len(form), 30_000):
            weak.sendall(form[at : at + 30_000])
            for line in lines:
                send(line, b"-")
            time.sleep(0.1)
        assert weak.recv(12) == b"HTTP/1.1 422"  # all of it came, and it is no photograph
        assert time.monotonic() > began + Pace.grace_s
        assert [line for line in lines if is_open(line)] == []


@pytest.mark.trust
def test_many_large_photographs_at_once(box: RealBox, figure: Figure) -> None:
    """Whole ones, of which nothing can be read: what they take is bounded, and given back."""
    before = box.usage()
    statuses = []
    with attacked(box, "30 whole forms of 25 MB, 30 addresses", figure) as kept:
        peak = 0.0
        for stranger in STRANGERS:
            (line,) = connect(box, 1, stranger, kept)
            send(line, photo(box))
            send(line, BEGIN + bytes(LENGTH - len(BEGIN) - len(END)) + END)
            peak = max(peak, box.usage().resident_mb, temporary_mb(box))
            statuses.append(line.recv(12)[-3:])
        assert peak < before.resident_mb + 3 * ALL_UPLOADS_BYTES / MB
    assert statuses
    figure("most memory meanwhile", f"{peak:.0f} MB after {before.resident_mb:.0f}")
