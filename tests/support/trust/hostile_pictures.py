"""Pictures as somebody sends them who wants the box to stop: small files that unpack to much, or take long."""

import io
import re
import struct
import zlib
from collections.abc import Callable, Mapping
from functools import cache

from PIL import Image

_ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
SIDE = 7071  # px: 50 megapixels, the most that a header may claim


def encoded(mode: str, size: tuple[int, int], form: str, **how: object) -> bytes:
    """A picture of one colour in a format of Pillow's."""
    out = io.BytesIO()
    Image.new(mode, size, 90 if mode == "L" else None).save(out, form, **how)
    return out.getvalue()


def png(width: int, height: int, bits: int, interlaced: bool = False) -> bytes:
    """A PNG of one colour with an alpha channel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer, packed = zlib.compressobj(9), []
    for left, top, right, down in _ADAM7 if interlaced else ((0, 0, 1, 1),):
        row = bytes(1 + len(range(left, width, right)) * 4 * bits // 8)
        packed += [packer.compress(row) for _ in range(top, height, down)]
    data = b"".join(packed) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, bits, 6, 0, 0, int(interlaced))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def scans(times: int) -> bytes:
    """A progressive JPEG whose last scan comes again and again."""
    whole = encoded("RGB", (SIDE, SIDE), "JPEG", progressive=True)
    last = [found.start() for found in re.finditer(b"\xff\xda", whole)][-1]
    return whole[:-2] + whole[last:-2] * times + b"\xff\xd9"


def claiming(width: int, height: int) -> bytes:
    """A JPEG whose header tells another size than it has."""
    whole = bytearray(encoded("RGB", (64, 64), "JPEG"))
    whole[(at := whole.index(b"\xff\xc0")) + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(whole)


BOMBS: Mapping[str, Callable[[], bytes]] = {
    "WebP, lossless": lambda: encoded("RGB", (SIDE, SIDE), "WEBP", lossless=True),
    "WebP, lossless, transparent": lambda: encoded("RGBA", (SIDE, SIDE), "WEBP", lossless=True),
    "JPEG, progressive, four colours": lambda: encoded("CMYK", (SIDE, SIDE), "JPEG", progressive=True),
    "JPEG, progressive, colours whole": lambda: encoded("RGB", (SIDE, SIDE), "JPEG", progressive=True, subsampling=0),
    "JPEG of 20 more scans": lambda: scans(20),
    "JPEG of 300 more scans": lambda: scans(300),
    "JPEG of one long row": lambda: encoded("RGB", (65000, 769), "JPEG"),
    "JPEG that claims 65535 x 762": lambda: claiming(65535, 762),
    "PNG of 16 bits": lambda: png(SIDE, SIDE, 16),
    "PNG of 16 bits, too small to be halved": lambda: png(5100, 5100, 16),
    "PNG, interlaced": lambda: png(SIDE, SIDE, 8, interlaced=True),
}


@cache
def bomb(name: str) -> bytes:
    """One of `BOMBS`, made once."""
    return BOMBS[name]()
