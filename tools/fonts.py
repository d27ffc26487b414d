"""Makes the display's fonts, once, from those of Debian's package `xfonts-mplus`.

    apt install xfonts-mplus && pip install pcffont && python -m tools.fonts

Each of those fonts holds half of the glyphs in an encoding of its own: kanji and kana in JIS X 0208, Latin letters in
ISO 8859-1. Two are merged into one font in Unicode, which Pillow reads as it is.
"""

import gzip
from pathlib import Path

from pcffont import PcfFont, PcfFontBuilder
from pcffont.glyph import PcfGlyph

SOURCE = Path("/usr/share/fonts/X11/misc")
MADE = Path(__file__).parents[1] / "device" / "oled" / "fonts"
# Kanji and kana, Latin letters, and the file that they become.
FONTS = (
    ("mplus_j10r", "mplus_h10r", "mplus10.pcf.gz"),
    ("mplus_j10b", "mplus_h10b", "mplus10-bold.pcf.gz"),
    ("mplus_j12b", "mplus_h12b", "mplus12-bold.pcf.gz"),
)
# The same signs under the code points that other systems give them.
ALIASES = {"〜": "～", "−": "－", "‖": "∥", "―": "—"}
BLANK_WIDTH = 3  # px; a blank as wide as a letter is too wide for a line of 128 pixels


def build(kanji: str, latin: str) -> PcfFont:
    """One font with the glyphs of both."""
    builder = _read(kanji)
    glyphs = {unicode: glyph for glyph in builder.glyphs for unicode in _from_jis(glyph)}
    glyphs |= {code: glyph for glyph in _read(latin).glyphs for code in glyph.encodings if code in _latin_1()}
    glyphs[ord(" ")].character_width = BLANK_WIDTH
    builder.glyphs = []
    for unicode, glyph in sorted(glyphs.items()):
        glyph.encodings = {unicode} | {ord(alias) for name, alias in ALIASES.items() if name == chr(unicode)}
        builder.glyphs.append(glyph)
    builder.properties.data["CHARSET_REGISTRY"] = "ISO10646"
    builder.properties.data["CHARSET_ENCODING"] = "1"
    return builder.build()


def _read(name: str) -> PcfFontBuilder:
    return PcfFontBuilder.modify(PcfFont.parse(gzip.decompress((SOURCE / f"{name}.pcf.gz").read_bytes())))


def _from_jis(glyph: PcfGlyph) -> list[int]:
    """The Unicode code points of a glyph in JIS X 0208; the fonts' own glyphs beyond it have none."""
    found = []
    for code in glyph.encodings:
        try:
            found.append(ord(bytes([code >> 8 | 0x80, code & 0xFF | 0x80]).decode("euc_jp")))
        except UnicodeDecodeError:
            continue
    return found


def _latin_1() -> set[int]:
    return {*range(0x20, 0x7F), *range(0xA0, 0x100)}


if __name__ == "__main__":
    for kanji, latin, name in FONTS:
        # No time and no name in the header, so that the same fonts make the same file.
        (MADE / name).write_bytes(gzip.compress(build(kanji, latin).dump_to_bytes(), 9, mtime=0))
