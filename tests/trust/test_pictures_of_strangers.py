"""No picture that a phone sends takes the box away: it is opened beside it, with little memory and time, or refused."""

import io
import os
import re
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from device.record.exports import GAME, PICTURES
from device.record.imports import BadImport, read_games
from device.system import decoder as of_decoder
from device.system.child import Busy
from device.system.decoder import CPU_S, MEMORY_BYTES, Decoder
from engines.messages import message
from tests.support.paths import ROOT
from tests.support.tiers import full
from tests.support.trust.exported import export, move_entry, start_entry
from tests.support.trust.figure import Figure
from tests.support.trust.hostile_pictures import BOMBS, bomb
from tests.support.trust.real_box import RealBox
from tests.support.trust.sent_files import NOW
from tests.support.waiting import eventually
from vision.picture_header import header_of
from vision.pictures import BadPicture, decode_picture

MB = 1 << 20
FULL = ("WebP, lossless", "WebP, lossless, transparent", "JPEG of 300 more scans")
LONG = pytest.mark.trust
STARTED_MB = 60  # of the decoder before its first picture, mostly libraries
UNIT = ROOT / "systemd" / "jarapon.service"
# Decodes a file of standard input, and says what came of it and the most that the decoder has taken (KB).
_DECODES = """
import resource, sys
from device.system import decoder
from engines.messages import Refusal
if sys.argv[1] == "unjudged":
    decoder.judged = lambda *_: None
try:
    said = "x".join(map(str, decoder.Decoder().decode(sys.stdin.buffer.read(), "a").shape[1::-1]))
except Refusal as refusal:
    said = refusal.said.key
print(said, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def noise(width: int, height: int) -> Image.Image:
    """What is as hard to unpack as a photograph."""
    rng = np.random.default_rng(1)
    return Image.fromarray(rng.integers(0, 255, (height // 8, width // 8, 3), np.uint8)).resize((width, height))


def saved(picture: Image.Image, form: str, **how: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, form, **how)
    return out.getvalue()


def refused(decoder: Decoder, data: bytes) -> str:
    with pytest.raises(BadPicture) as bad:
        decoder.decode(data, "a.jpg")
    return bad.value.said.key


def decoded_apart(data: bytes, how: str) -> tuple[str, float]:
    """What came of a picture, and the most memory (MB) that decoding it has taken."""
    ran = subprocess.run(
        [sys.executable, "-c", _DECODES, how], cwd=ROOT, input=data, capture_output=True, timeout=120, check=True
    )
    said, peak_kb = ran.stdout.decode().split()
    return said, int(peak_kb) / 1024


@pytest.mark.parametrize("how", ["judged", pytest.param("unjudged", marks=pytest.mark.trust)])
@pytest.mark.parametrize("name", [full(name) if name in FULL else pytest.param(name, marks=LONG) for name in BOMBS])
def test_what_unpacks_to_much_never_takes_more_than_the_decoder_may(name: str, how: str, figure: Figure) -> None:
    """Also where the header is not judged before: what a decoder needs for a picture is known only when it has it."""
    started = time.monotonic()
    said, peak_mb = decoded_apart(bomb(name), how)
    assert re.fullmatch(r"\d+x\d+|picture\.(too_heavy|damaged|too_large|not_a_picture)", said)
    assert peak_mb <= STARTED_MB + MEMORY_BYTES / MB
    figure(f"{name}, {how}: {len(bomb(name)):,} bytes", f"{said}, {time.monotonic() - started:.1f} s, {peak_mb:.0f} MB")


@pytest.mark.full
@pytest.mark.parametrize(("size", "form", "how"), [
    ((4000, 3000), "JPEG", {"quality": 90}),
    full((4000, 3000), "JPEG", {"quality": 90, "progressive": True, "subsampling": 0}),
    pytest.param((4000, 3000), "WEBP", {"quality": 80, "method": 0}, marks=LONG),
    pytest.param((4000, 3000), "PNG", {"compress_level": 1}, marks=LONG),
    pytest.param((8160, 6120), "JPEG", {"quality": 80}, marks=LONG),
    pytest.param((8160, 6120), "JPEG", {"quality": 80, "progressive": True}, marks=LONG),
])  # fmt: skip
def test_what_phones_take_is_opened(size: tuple[int, int], form: str, how: dict[str, object], figure: Figure) -> None:
    data = saved(noise(*size), form, **how)
    started = time.monotonic()
    said, peak_mb = decoded_apart(data, "judged")
    assert said == f"2600x{2600 * size[1] // size[0]}"
    kind = f"{form} {'progressive ' if 'progressive' in how else ''}{size[0]} x {size[1]}, {len(data) / 1e6:.1f} MB"
    figure(kind, f"{time.monotonic() - started:.1f} s, {peak_mb:.0f} MB")


def test_it_is_the_same_picture_as_the_command_line_opens() -> None:
    turned = Image.Exif()
    turned[0x0112] = 6
    whole = noise(640, 480)
    files = [
        saved(whole, "JPEG"), saved(whole, "JPEG", exif=turned), saved(whole.convert("L"), "JPEG"), saved(whole, "PNG"),
        saved(whole, "WEBP"), saved(whole, "WEBP", exif=turned), saved(noise(5200, 400), "JPEG"),
        saved(noise(2800, 400), "PNG"), saved(whole.convert("RGBA"), "PNG"),
    ]  # fmt: skip
    decoder = Decoder()
    for data in files:
        with decoder.stored(data, "kept.jpg") as picture:
            assert np.array_equal(picture, decode_picture(data, "a"))
    assert np.array_equal(decoder.decode(files[1], "a"), decode_picture(files[1], "a"))


@pytest.mark.parametrize("form", ["GIF", "TIFF", "BMP", "PPM", "ICO", "JPEG2000", "TGA", "PDF", "AVIF"])
def test_only_what_phones_send_is_opened(form: str) -> None:
    unnamed = form in ("PPM", "ICO", "TGA", "PDF")
    said = "picture.not_a_picture" if unnamed else "picture.other_format"
    assert refused(Decoder(), saved(noise(640, 480), form)) == said


def test_a_photograph_that_lacks_only_the_mark_of_its_end_is_decoded() -> None:
    whole, decoder = saved(noise(640, 480), "JPEG"), Decoder()
    assert np.array_equal(decoder.decode(whole[:-2], "a"), decode_picture(whole, "a"))
    assert refused(decoder, whole[:-100]) == "picture.truncated"


def test_a_file_that_was_cut_or_damaged_is_a_picture_or_is_refused() -> None:
    rng, decoder, refusals = np.random.default_rng(1), Decoder(), 0
    for form, end in (("JPEG", 2), ("PNG", 12), ("WEBP", 0)):
        whole = saved(noise(160, 120), form)
        for keep in rng.integers(0, len(whole) - end, 20):
            with pytest.raises(BadPicture):
                decode_picture(whole[:keep], "cut")
        for _ in range(20):
            data = bytearray(whole)
            for at in rng.integers(0, len(data), 3):
                data[at] = rng.integers(0, 256)
            try:
                with decoder.stored(bytes(data), "kept.jpg") as picture:
                    assert picture.ndim == 3
            except BadPicture:
                refusals += 1
    assert refusals


def test_a_header_is_walked_through_once_whatever_its_bytes_are() -> None:
    """Twenty-five megabytes that a careless walk goes through again for each of them."""
    for begin, rest in ((b"\xff\xd8\xff", b"\xff"), (b"\xff\xd8\xff", b"\xff\x00"), (b"\xff\xd8", b"\xff\xfe\x00\x02"),
                        (b"\x89PNG\r\n\x1a\n", b"\0\0\0\0IHDR\0\0\0\1\0\0\0\1\0\0\0\0"), (b"RIFF", b"\0")):  # fmt: skip
        data = (begin + rest * ((25 * MB) // len(rest)))[: 25 * MB]
        started = time.process_time()
        with pytest.raises(ValueError):
            header_of(data)
        assert time.process_time() - started < 5.0


def decoders() -> set[Path]:
    """What the system tells of each decoder that this program has started."""
    files = Path("/proc/self/task").glob("*/children")
    started = [Path(f"/proc/{number}") for file in files for number in file.read_text().split()]
    return {about for about in started if b"device.system.decoder" in (about / "cmdline").read_bytes()}


def test_the_process_may_do_next_to_nothing() -> None:
    decoder, others = Decoder(linger_s=0.5), decoders()
    with decoder.stored(saved(noise(64, 48), "PNG"), "kept.jpg"):
        (about,) = decoders() - others
        limits = dict(re.findall(r"^(Max [\w ]+?)  +(\w+)", (about / "limits").read_text(), re.M))
        mapped = int((about / "statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        assert int(limits["Max address space"]) <= mapped + MEMORY_BYTES
        for name in ("Max open files", "Max processes", "Max file size", "Max core file size"):
            assert limits[name] == "0", name
        assert int(limits["Max cpu time"]) <= CPU_S + 10
        assert {line.partition("=")[0] for line in (about / "environ").read_text().split("\0") if line} == {
            "MALLOC_ARENA_MAX", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "PYTHONDONTWRITEBYTECODE", "PYTHONPATH",
        }  # fmt: skip
        assert len(list((about / "fd").iterdir())) == 3
    eventually(lambda: not about.exists())


def runs_instead(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """Another program is started in the place of the decoder."""

    def start(*_: str, **pipes: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-c", program], **pipes)

    monkeypatch.setattr(of_decoder, "start", start)


# What a decoder that was broken into may say: sizes that it has no room for, fewer bytes than it told, or nothing.
@pytest.mark.parametrize("says", [
    b"P\xff\xff\xff\xff", b"P\0\0\0\1", b"P\x0a\x29\0\1", b"P\0\x10\0\x10" + bytes(9), b"X\0\1\0\1", b"", b"P",
    b"cos\nsystem\n(S'echo'\ntR.",
])  # fmt: skip
def test_nothing_that_the_process_says_is_believed(says: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    said = f"sys.stdout.buffer.write(b'R' + {says!r}); sys.stdout.flush()"
    runs_instead(monkeypatch, f"import sys; {said}; sys.stdin.buffer.read(9)")
    assert refused(Decoder(), saved(noise(64, 48), "JPEG")) == "picture.too_heavy"


def test_a_decoder_that_does_not_start_is_a_fault_of_ours_and_not_of_the_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runs_instead(monkeypatch, "raise SystemExit(3)")
    with pytest.raises(RuntimeError, match="did not start"):
        Decoder().decode(saved(noise(64, 48), "JPEG"), "a")


def test_a_process_that_takes_too_long_is_ended_and_nobody_waits_for_ever() -> None:
    assert refused(Decoder(picture_s=0.05), bomb("JPEG of 20 more scans")) == "picture.too_heavy"
    decoder, data, others = Decoder(wait_s=0.05), saved(noise(64, 48), "JPEG"), decoders()
    with decoder.stored(data, "kept.jpg"):
        (kept,) = decoders() - others
        with pytest.raises(Busy):  # there is one process at a time
            decoder.decode(data, "a")
    decoder.decode(data, "a")
    assert not kept.exists()


def test_a_game_with_such_a_picture_is_not_imported() -> None:
    heavy = saved(noise(640, 480), "JPEG"), bomb("JPEG of 300 more scans")
    for picture, is_taken in zip(heavy, (True, False), strict=True):
        into = io.BytesIO()
        with zipfile.ZipFile(into, "w") as packed:
            packed.writestr(GAME, export([start_entry(), move_entry(2, picture="1-2")]))
            packed.writestr(PICTURES + "1-2.jpg", picture)
        if is_taken:
            assert read_games(into.getvalue(), NOW, None, str)[0].pictures == {"1-2": picture}
        else:
            with pytest.raises(BadImport) as refused:
                read_games(into.getvalue(), NOW, None, str)
            assert refused.value.said == message("keeping.bad_picture", file=PICTURES + "1-2.jpg")


@contextmanager
def memory_group(limit: int) -> Iterator[Path]:
    """A control group with this much memory (v1 or v2); the files of its processes, and of its peak, are in it."""
    roots = [Path("/sys/fs/cgroup/memory"), Path("/sys/fs/cgroup")]
    root = next((root for root in roots if (root / "cgroup.procs").exists()), None)
    if os.geteuid() != 0 or root is None:
        pytest.skip("NOT TRIED: the unit's memory limit needs root and the memory controller of control groups")
    group = root / f"jarapon-trust-{os.getpid()}"
    group.mkdir()
    try:
        bound = next(
            (file for name in ("memory.max", "memory.limit_in_bytes") if (file := group / name).exists()), None
        )
        if bound is None:
            pytest.skip("NOT TRIED: control groups have no memory controller here")
        bound.write_text(str(limit))
        yield group
    finally:
        until = time.monotonic() + 30
        while (group / "cgroup.procs").read_text() and time.monotonic() < until:
            time.sleep(0.1)
        group.rmdir()


def peak_mb(group: Path) -> float:
    names = ("memory.peak", "memory.max_usage_in_bytes")
    return next(int((group / name).read_text()) / MB for name in names if (group / name).exists())


@pytest.mark.trust
def test_under_the_units_memory_no_picture_ends_the_box(tmp_path: Path, figure: Figure) -> None:
    """Every bomb is sent by a phone that is not paired as a hand, and all at once as a lesson, and stored in a game."""
    most = re.search(r"^MemoryMax=(\d+)M$", UNIT.read_text(), re.M)
    assert most is not None
    with memory_group(int(most[1]) * MB) as group, RealBox(tmp_path / "data", wait=False) as box:
        (group / "cgroup.procs").write_text(str(box.process.pid))
        assert box.is_up(), box.said()
        for number, name in enumerate(BOMBS):
            source = f"127.0.1.{number + 1}"
            status, told = box.send("/api/hand/photo", [("photo", bomb(name))], source=source)
            assert status in (200, 422), (name, told)
            assert told["sentence"]
        box.pair()
        lesson = [("photo", bomb("WebP, lossless"))] * 12
        assert box.send("/api/lessons", lesson, source="127.0.1.250")[0] == 422
        status, told = box.send("/api/hand/photo", [("photo", saved(noise(640, 480), "JPEG"))])
        assert (status, told["tiles"]) == (200, [])
        assert box.process.poll() is None
        assert box.state()["game"] == "reversi"
        figure("all bombs, one after the other", f"peak {peak_mb(group):.0f} MB of {most[1]}, box alive")
        figure("the box itself, after that", f"peak {box.usage().peak_mb:.0f} MB")
        assert box.stop() == 0
