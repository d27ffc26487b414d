"""Keeps the box small: memory that a picture needed for a moment goes back to the system at once.

Left to itself glibc keeps freed pieces of up to 32 MB: of the demo table's 254 MB 75 were empty.
"""

import ctypes
import sys

# /usr/include/malloc.h
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
_MAX_KEPT = 256 << 10  # bytes


def give_back_memory() -> None:
    """Has glibc return freed blocks of a quarter of a megabyte and more; elsewhere nothing is done."""
    if not sys.platform.startswith("linux"):
        return
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):
        for setting, value in ((_M_MMAP_THRESHOLD, _MAX_KEPT), (_M_TRIM_THRESHOLD, _MAX_KEPT), (_M_ARENA_MAX, 2)):
            libc.mallopt(setting, value)
