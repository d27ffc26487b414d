"""Decodes pictures of strangers: the child process that `device.system.decoder` starts.

It reads on its standard input, for each picture, its length and whether its pixels are wanted, then its bytes. It
answers with one letter, the width and the height, and the pixels (BGR) if they are wanted. `BEGIN`: it is ready.
"""

import os
import resource
import struct
import sys
from pathlib import Path
from typing import BinaryIO

import cv2

from device.system.child import confine
from vision.picture_header import header_of
from vision.pictures import pixels_of

BEGIN, DONE, DAMAGED, HEAVY = b"R", b"P", b"D", b"H"
ASKED, ANSWERED = struct.Struct(">I?"), struct.Struct(">cHH")
# Over what it takes with nothing to do. The most that a photograph needs is that of a progressive one of 50 megapixels,
# its colours halved: 150 MB for its coefficients, 40 MB for its pixels.
MEMORY_BYTES = 240 << 20
CPU_S = 10  # of a picture: here the slowest of 50 megapixels takes 2 s


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
