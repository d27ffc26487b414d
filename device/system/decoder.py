"""Decodes pictures from strangers in a small process, so that none of them can bring down the box.

Bytes may make the child do anything: it has little memory and time, may open nothing, and all that it can say is a size
and that many pixels. There is one at a time, whoever sends pictures.

The child says `BEGIN` when it is ready. It reads on its standard input, for each picture, its length and whether its
pixels are wanted, then its bytes; it answers with one letter, width and height, and the pixels (BGR) if wanted.
"""

import logging
import os
import resource
import struct
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Lock
from typing import BinaryIO

import cv2
import numpy as np

from device.system.child import Busy, Linger, confine, end, in_turn, killed_after, start
from engines.messages import message
from vision.picture_header import header_of
from vision.pictures import LONGEST, PHONE_FORMATS, BadPicture, damaged, judged, pixels_of, too_heavy
from vision.reading import Picture

START_S = 60.0  # the slowest Pi starts Python and OpenCV in 3 s
PICTURE_S = 30.0  # for a picture, where the rest of the machine is busy too
ALL_S = 60.0  # of all pictures of an archive, which are those of an evening
WAIT_S = 20.0  # for the pictures of others
LINGER_S = 30.0
BEGIN, DONE, DAMAGED, HEAVY = b"R", b"P", b"D", b"H"
ASKED, ANSWERED = struct.Struct(">I?"), struct.Struct(">cHH")
# Over what it takes with nothing to do. The most that a photograph needs is that of a progressive one of 50 megapixels,
# its colours halved: 150 MB for its coefficients, 40 MB for its pixels.
MEMORY_BYTES = 240 << 20
CPU_S = 10  # of a picture: here the slowest of 50 megapixels takes 2 s

_log = logging.getLogger(__name__)


class _Child:
    """The process, ready to decode, which ends where a picture takes it longer than `picture_s`.

    Raises `RuntimeError` where it does not start.
    """

    def __init__(self, picture_s: float) -> None:
        self._picture_s = picture_s
        self._process = start("device.system.decoder", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        with killed_after(self._process, START_S):
            begun = self._read(len(BEGIN))
        if begun != BEGIN:
            raise RuntimeError(f"the decoder did not start: {self.end()}")
        self.is_alive = True

    def decode(self, data: bytes, name: str) -> Picture:
        """The picture in the bytes of a file that was judged; raises `BadPicture` naming it `name`."""
        width, height = self._asked(data, name, True)
        with killed_after(self._process, self._picture_s):
            pixels = self._read(width * height * 3)
        if len(pixels) != width * height * 3:
            raise self._ended(data, name)
        return np.frombuffer(pixels, np.uint8).reshape(height, width, 3)

    def check(self, data: bytes, name: str) -> None:
        """Raises `BadPicture` where `decode` would."""
        self._asked(data, name, False)

    def given(self, seconds: float) -> AbstractContextManager[None]:
        """All that is asked of it meanwhile must be done in so much time."""
        return killed_after(self._process, seconds)

    def end(self) -> int:
        """End the process; its exit status."""
        self.is_alive = False
        return end(self._process)

    def _asked(self, data: bytes, name: str, wanted: bool) -> tuple[int, int]:
        """The size (px) of a picture; raises `BadPicture`."""
        assert self._process.stdin is not None
        with killed_after(self._process, self._picture_s):
            try:
                self._process.stdin.write(ASKED.pack(len(data), wanted))
                self._process.stdin.write(data)
                self._process.stdin.flush()
                said, width, height = ANSWERED.unpack(self._read(ANSWERED.size).ljust(ANSWERED.size))
            except BrokenPipeError as error:
                raise self._ended(data, name) from error
        if said == DAMAGED:
            raise BadPicture(damaged(header_of(data), name))
        if said != DONE or not (1 <= width <= LONGEST and 1 <= height <= LONGEST):
            raise self._ended(data, name)
        return width, height

    def _read(self, count: int) -> bytes:
        """So many bytes of what the process says, fewer where it has ended."""
        assert self._process.stdout is not None
        return self._process.stdout.read(count)

    def _ended(self, data: bytes, name: str) -> BadPicture:
        _log.warning("a picture of %d bytes was too much for the decoder, which ended with %d", len(data), self.end())
        return BadPicture(too_heavy(name))


class Decoder:
    """Decodes pictures of strangers, one after the other, in a child process that is there while there are any.

    Every call raises `BadPicture` for a picture that it cannot decode, and `Busy` where others take too long. The
    process that decodes the box's own pictures stays for `linger_s` after each. One picture may take `picture_s`, and
    those of others `wait_s`.
    """

    def __init__(self, linger_s: float = LINGER_S, picture_s: float = PICTURE_S, wait_s: float = WAIT_S) -> None:
        self._picture_s, self._wait_s = picture_s, wait_s
        self._turn = Lock()
        self._kept: _Child | None = None
        self._linger = Linger(linger_s, self._turn, self._end_kept)

    def decode(self, data: bytes, name: str) -> Picture:
        """The picture in the bytes of a JPEG, PNG or WebP file, as `vision.pictures.decode_picture` gives it."""
        judged(data, name, PHONE_FORMATS)
        with self._fresh() as child:
            return child.decode(data, name)

    def check(self, pictures: Mapping[str, bytes]) -> None:
        """Raises `BadPicture` for the first of these pictures, by their names, that cannot be decoded."""
        if pictures:
            with self._fresh() as child, child.given(ALL_S):
                for name, data in pictures.items():
                    judged(data, name, PHONE_FORMATS)
                    child.check(data, name)

    @contextmanager
    def stored(self, data: bytes, name: str) -> Iterator[Picture]:
        """A picture of the box's own folder, to be worked on while nobody else has one in memory.

        Pages show many of them at once, so their child is kept for a while. It never decodes what phones send.
        """
        judged(data, name, PHONE_FORMATS)
        with self._in_turn():
            self._linger.stop()
            if self._kept is None or not self._kept.is_alive:
                self._kept = _Child(self._picture_s)
            try:
                yield self._kept.decode(data, name)
            finally:
                self._linger.begin()

    @contextmanager
    def _fresh(self) -> Iterator[_Child]:
        with self._in_turn():
            self._end_kept()
            child = _Child(self._picture_s)
            try:
                yield child
            finally:
                child.end()

    def _in_turn(self) -> AbstractContextManager[None]:
        return in_turn(self._turn, self._wait_s, Busy(message("picture.busy")))

    def _end_kept(self) -> None:
        if self._kept is not None:
            self._kept.end()
            self._kept = None


# One for the whole program: what bounds the memory is that there is one.
DECODER = Decoder()


def main() -> None:
    """Serve until there is nothing more to read."""
    cv2.setNumThreads(1)
    confine(MEMORY_BYTES)
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    # Decoders complain of every damaged picture; nobody would read it, and anybody could fill a disk with it.
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stderr.fileno())
    # What is open stays so; nothing more can be opened, connected or started.
    for limit in (resource.RLIMIT_NOFILE, resource.RLIMIT_NPROC):
        resource.setrlimit(limit, (0, 0))
    answers.write(BEGIN)
    answers.flush()
    while len(head := asked.read(ASKED.size)) == ASKED.size:
        length, wanted = ASKED.unpack(head)
        _serve(asked.read(length), wanted, answers)


def _serve(data: bytes, wanted: bool, answers: BinaryIO) -> None:
    taken = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(taken.ru_utime + taken.ru_stime) + CPU_S
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY))
    try:
        picture = pixels_of(data, header_of(data))
    except (MemoryError, cv2.error):
        answers.write(ANSWERED.pack(HEAVY, 0, 0))
    else:
        if picture is None:
            answers.write(ANSWERED.pack(DAMAGED, 0, 0))
        else:
            high, wide = picture.shape[:2]
            answers.write(ANSWERED.pack(DONE, wide, high))
            if wanted:
                answers.write(picture.data)
    answers.flush()


if __name__ == "__main__":
    main()
