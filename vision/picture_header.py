"""Reads the header of a picture file before anything is decoded: its format, its size, whether it is complete.

Nothing here needs more memory than the file, or more time than one walk through it, whatever its bytes are.

>>> header_of(bytes.fromhex("89504e470d0a1a0a0000000d49484452000002800000 01e00802000000"))
Traceback (most recent call last):
vision.picture_header.CutShort: PNG
"""

import re
import struct
from dataclasses import dataclass, replace
from typing import Literal

Format = Literal["JPEG", "PNG", "WebP", "BMP"]
MOST_SCANS = 32  # of a progressive JPEG: encoders write some ten, and every one costs as much time as a whole picture
_MOST_MARKERS = 4096  # of a JPEG
_MOST_CHUNKS = 1 << 16  # of a PNG
# A marker is no stuffed zero, no fill byte, no restart; what stands between markers is passed over, as decoders do.
_MARKER = re.compile(rb"\xff[^\x00\x01\xff\xd0-\xd7]")
_STEP = 1 << 19  # bytes
_FRAMES = {0xC0: 1, 0xC1: 1, 0xC2: 2}  # bytes kept of each sample while decoding; of progressive ones all are kept
_NO_FRAMES = frozenset({0xC4, 0xC8, 0xCC})
_SCAN, _END = 0xDA, 0xD9
_FOREIGN = {b"GIF8": "GIF", b"II*\0": "TIFF", b"MM\0*": "TIFF", b"II+\0": "TIFF", b"MM\0+": "TIFF", b"BM": "BMP",
            b"\0\0\0\x0cjP  ": "JPEG 2000", b"\0\0\0\x0cJXL ": "JPEG XL", b"\xff\x0a": "JPEG XL"}  # fmt: skip
_BRANDS = {b"avi": "AVIF", b"hei": "HEIC", b"hev": "HEIC", b"mif1": "HEIC", b"msf1": "HEIC"}
_MOST_BRANDS = 128  # bytes


@dataclass(frozen=True)
class Header:
    """What the header of a picture file says."""

    format: Format
    width: int  # px
    height: int
    held: int = 0  # bytes that decoding keeps besides its pixels
    ends: bool = True  # whether the mark of its end is there; a JPEG without it may be whole, as only decoding shows


class NoPicture(ValueError):
    """Bytes that are no picture of a known format."""


class CutShort(ValueError):
    """A picture file that ends before its picture does."""


class TooManyScans(ValueError):
    """A JPEG that would be decoded over and over again."""


def foreign_format(data: bytes) -> str | None:
    """The name of a format that is not read here, by a file's first bytes; None where they do not show it.

    >>> foreign_format(b"GIF89a"), foreign_format(b"words")
    ('GIF', None)
    """
    if data[4:8] == b"ftyp":  # the brands of a container, of which the first is the chief one
        brands = data[8 : min(int.from_bytes(data[:4], "big"), _MOST_BRANDS)]
        return next((name for brand, name in _BRANDS.items() if brand in brands), None)
    return next((name for begins, name in _FOREIGN.items() if data.startswith(begins)), None)


def header_of(data: bytes) -> Header:
    """The header of a picture file; raises `NoPicture`, `CutShort` or `TooManyScans`."""
    for begins, read in ((b"\xff\xd8\xff", _jpeg), (b"\x89PNG\r\n\x1a\n", _png), (b"RIFF", _webp), (b"BM", _bmp)):
        if data.startswith(begins):
            try:
                header = read(data)
            except (struct.error, IndexError) as error:
                raise CutShort(str(error)) from error
            if min(header.width, header.height) < 1:
                raise NoPicture("a picture without pixels")
            return header
    raise NoPicture("an unknown format")


def _jpeg(data: bytes) -> Header:
    header: Header | None = None
    at, scans = 2, 0
    for _ in range(_MOST_MARKERS):
        found = _next_marker(data, at)
        if found is None:
            if header is None or not scans:
                raise CutShort("JPEG")
            return replace(header, ends=False)
        marker, at = data[found.start() + 1], found.end()
        if marker == _END:
            break
        if marker in _FRAMES and header is None:
            header = _jpeg_frame(data, at, _FRAMES[marker])
        elif 0xC0 <= marker <= 0xCF and marker not in _NO_FRAMES:
            raise NoPicture("a JPEG of a rare kind")
        scans += marker == _SCAN
        if scans > MOST_SCANS:
            raise TooManyScans(str(scans))
        at += struct.unpack_from(">H", data, at)[0]
    else:
        raise NoPicture("too many markers")
    if header is None or not scans:
        raise NoPicture("a JPEG without a picture")
    return header


def _next_marker(data: bytes, at: int) -> "re.Match[bytes] | None":
    """The next marker, searched for a step at a time: other threads need not wait for the whole file."""
    for begin in range(at, len(data), _STEP):
        if found := _MARKER.search(data, begin, begin + _STEP + 1):
            return found
    return None


def _jpeg_frame(data: bytes, at: int, bytes_kept: int) -> Header:
    _, _, height, width, components = struct.unpack_from(">HBHHB", data, at)
    factors = [divmod(data[at + 9 + 3 * number], 16) for number in range(components)]
    if components not in (1, 3, 4) or not all(1 <= across <= 4 and 1 <= down <= 4 for across, down in factors):
        raise NoPicture("a JPEG of a rare kind")
    if bytes_kept == 1:
        return Header("JPEG", width, height)
    widest, highest = (max(factor) for factor in zip(*factors, strict=True))
    samples = sum(across * down for across, down in factors) / (widest * highest)
    return Header("JPEG", width, height, int(width * height * samples * bytes_kept))


def _png(data: bytes) -> Header:
    kind, width, height = struct.unpack_from(">4sII", data, 12)
    if kind != b"IHDR":
        raise NoPicture("a PNG without a header")
    at = 8
    for _ in range(_MOST_CHUNKS):
        length, kind = struct.unpack_from(">I4s", data, at)
        at += length + 12
        if at > len(data):
            raise CutShort("PNG")
        if kind == b"IEND":
            return Header("PNG", width, height)
    raise NoPicture("too many chunks")


def _webp(data: bytes) -> Header:
    length, form, kind = struct.unpack_from("<I4s4s", data, 4)
    if form != b"WEBP":
        raise NoPicture("another RIFF file")
    if length + 8 > len(data):
        raise CutShort("WebP")
    if kind == b"VP8X":
        wide, high = (int.from_bytes(data[at : at + 3], "little") for at in (24, 27))
        return Header("WebP", wide + 1, high + 1)
    if kind == b"VP8L" and data[20] == 0x2F:
        (bits,) = struct.unpack_from("<I", data, 21)
        return Header("WebP", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    if kind == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        wide, high = struct.unpack_from("<HH", data, 26)
        return Header("WebP", wide & 0x3FFF, high & 0x3FFF)
    raise NoPicture("a WebP of an unknown kind")


def _bmp(data: bytes) -> Header:
    begins, length = struct.unpack_from("<II", data, 10)
    if length < 40:
        raise NoPicture("a BMP of a rare kind")
    width, height, _, bits, packed = struct.unpack_from("<iiHHI", data, 18)
    if packed == 0 and begins + (width * bits + 31) // 32 * 4 * abs(height) > len(data):
        raise CutShort("BMP")
    return Header("BMP", width, abs(height))
