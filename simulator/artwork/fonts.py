"""The installed fonts, for letters of invented cards."""

import subprocess
import zlib
from pathlib import Path

from simulator.artwork.pips import has_letters


def font_files(signs: bool, held_back: bool) -> list[list[str]]:
    """Font files with Latin letters, or with suit `signs`, by folder; a sixth of the folders is `held_back`."""
    listed = subprocess.run(
        ["fc-list", f":charset={'2660 2663' if signs else '41'}", "file"], capture_output=True, text=True, check=True
    )
    folders: dict[str, list[str]] = {}
    for line in sorted(listed.stdout.splitlines()):
        path = Path(line.split(": ")[0].rstrip(":"))
        foreign = "Noto" in path.name and path.name.split("-")[0] not in ("NotoSans", "NotoSerif", "NotoSansDisplay")
        usable = path.suffix in (".ttf", ".otf") and not foreign and "Symbol" not in path.name
        if usable and (not signs or has_letters(str(path), "♠♥♦♣")):
            folders.setdefault(str(path.parent), []).append(str(path))
    return [files for name, files in folders.items() if (zlib.crc32(name.encode()) % 6 == 0) == held_back]
