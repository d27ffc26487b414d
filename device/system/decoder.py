"""Decodes untrusted pictures in a sandboxed child process, so that none of them can bring down the box.

A malicious file may take over the child: it has little memory and time, can open nothing, and can answer only with a
size and that many pixels. There is one child at a time, whoever sends pictures.

The child writes `BEGIN` when it is ready. It reads, for each picture, its length and whether its pixels are wanted,
then its bytes; it answers with one letter, width and height, and the pixels (BGR) if wanted.
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
PICTURE_S = 30.0  # for one picture, on a busy machine
ARCHIVE_S = 60.0  # for all pictures of an archive, which are those of an evening
WAIT_S = 20.0  # for the lock, while others have pictures decoded
LINGER_S = 30.0
BEGIN, DONE, DAMAGED, HEAVY = b"R", b"P", b"D", b"H"
REQUEST, ANSWER = struct.Struct(">I?"), struct.Struct(">cHH")
# Beyond what the idle process has mapped. A progressive photograph of 50 megapixels with subsampled colours needs most:
# 150 MB for its coefficients, 40 MB for its pixels.
MEMORY_BYTES = 240 << 20
CPU_S = 10  # for one picture: the slowest one of 50 megapixels takes 2 s

_log = logging.getLogger(__name__)


class _Child:
    """The child process, ready to decode; it is killed when a picture takes longer than `picture_s`.

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
        """Decode a picture file whose header was checked; raises `BadPicture`, which calls it `name`."""
        width, height = self._request(data, name, True)
        with killed_after(self._process, self._picture_s):
            pixels = self._read(width * height * 3)
        if len(pixels) != width * height * 3:
            raise self._ended(data, name)
        return np.frombuffer(pixels, np.uint8).reshape(height, width, 3)

    def check(self, data: bytes, name: str) -> None:
        """Raises `BadPicture` where `decode` would."""
        self._request(data, name, False)

    def limited_to(self, seconds: float) -> AbstractContextManager[None]:
        """Kill the process unless the block ends within so many seconds."""
        return killed_after(self._process, seconds)

    def end(self) -> int:
        """End the process; gives its exit status."""
        self.is_alive = False
        return end(self._process)

    def _request(self, data: bytes, name: str, wanted: bool) -> tuple[int, int]:
        """Send a picture; gives its width and height (px), raises `BadPicture`."""
        assert self._process.stdin is not None
        with killed_after(self._process, self._picture_s):
            try:
                self._process.stdin.write(REQUEST.pack(len(data), wanted))
                self._process.stdin.write(data)
                self._process.stdin.flush()
                said, width, height = ANSWER.unpack(self._read(ANSWER.size).ljust(ANSWER.size))
            except BrokenPipeError as error:
                raise self._ended(data, name) from error
        if said == DAMAGED:
            raise BadPicture(damaged(header_of(data), name))
        if said != DONE or not (1 <= width <= LONGEST and 1 <= height <= LONGEST):
            raise self._ended(data, name)
        return width, height

    def _read(self, count: int) -> bytes:
        """Read so many bytes of the answer, fewer where the process has ended."""
        assert self._process.stdout is not None
        return self._process.stdout.read(count)

    def _ended(self, data: bytes, name: str) -> BadPicture:
        _log.warning("a picture of %d bytes was too much for the decoder, which ended with %d", len(data), self.end())
        return BadPicture(too_heavy(name))


class Decoder:
    """Decodes untrusted pictures, one at a time, in a child process that exists only while there are any.

    Every call raises `BadPicture` for a picture that it cannot decode, and `Busy` where others hold the decoder for
    longer than `wait_s`. One picture may take `picture_s`. The child for the box's own pictures is kept for `linger_s`.
    """

    def __init__(self, linger_s: float = LINGER_S, picture_s: float = PICTURE_S, wait_s: float = WAIT_S) -> None:
        self._picture_s, self._wait_s = picture_s, wait_s
        self._turn = Lock()
        self._kept: _Child | None = None
        self._linger = Linger(linger_s, self._turn, self._end_kept)

    def decode(self, data: bytes, name: str) -> Picture:
        """Decode a JPEG, PNG or WebP file, as `vision.pictures.decode_picture` does (BGR)."""
        judged(data, name, PHONE_FORMATS)
        with self._fresh() as child:
            return child.decode(data, name)

    def check(self, pictures: Mapping[str, bytes]) -> None:
        """Raise `BadPicture` for the first of these pictures (by name) that cannot be decoded."""
        if pictures:
            with self._fresh() as child, child.limited_to(ARCHIVE_S):
                for name, data in pictures.items():
                    judged(data, name, PHONE_FORMATS)
                    child.check(data, name)

    @contextmanager
    def stored(self, data: bytes, name: str) -> Iterator[Picture]:
        """Decode a picture of the box's own folder; within the block nobody else has one in memory.

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


# One for the whole program, which bounds the memory.
DECODER = Decoder()


def main() -> None:
    """Serve until there is nothing more to read."""
    cv2.setNumThreads(1)
    confine(MEMORY_BYTES)
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    # Decoders print a warning for every damaged picture: nobody reads it, and anybody could fill a disk with it.
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stderr.fileno())
    # Open files stay open; no more can be opened, connected or started.
    for limit in (resource.RLIMIT_NOFILE, resource.RLIMIT_NPROC):
        resource.setrlimit(limit, (0, 0))
    answers.write(BEGIN)
    answers.flush()
    while len(head := requests.read(REQUEST.size)) == REQUEST.size:
        length, wanted = REQUEST.unpack(head)
        _serve(requests.read(length), wanted, answers)


def _serve(data: bytes, wanted: bool, answers: BinaryIO) -> None:
    taken = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(taken.ru_utime + taken.ru_stime) + CPU_S
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY))
    try:
        picture = pixels_of(data, header_of(data))
    except (MemoryError, cv2.error):
        answers.write(ANSWER.pack(HEAVY, 0, 0))
    else:
        if picture is None:
            answers.write(ANSWER.pack(DAMAGED, 0, 0))
        else:
            high, wide = picture.shape[:2]
            answers.write(ANSWER.pack(DONE, wide, high))
            if wanted:
                answers.write(picture.data)
    answers.flush()


if __name__ == "__main__":
    main()
