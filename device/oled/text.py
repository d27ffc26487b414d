"""Text on the small screen: which characters it has, and where lines may break.

A line holds twelve kana. For readers who still spell words out, lines break between phrases (文節), which BudouX finds.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache, lru_cache

import budoux
from PIL import ImageFont

# Characters that JIS X 0208 lacks, most of them in names, and their common replacements.
_IN_PLACE_OF = {"髙": "高", "﨑": "崎", "德": "徳", "濵": "濱", "𠮷": "吉", "–": "-", "\t": " ", "\xa0": " "}
_ALSO = "～－∥—"
# A printer's mark for a missing character.
_MISSING = "〓"
_NOT_AT_START = "、。，．・：；？！）］｝〉》」』】々ーぁぃぅぇぉっゃゅょァィゥェォッャュョ…％ "
_NOT_AT_END = "（［｛〈《「『【"
_PAUSES = "、。，．・：；？！"
_ONE_KANA = re.compile("[ぁ-ヶ]")


def readable(text: str) -> str:
    """The text in characters that the screen's fonts have; combining characters are dropped.

    >>> readable("髙橋 ① Aya–Ben 🦊"), readable("می‌خواهم")
    ('高橋 1 Aya-Ben 〓', '〓〓〓〓〓〓〓')
    """
    return "".join(map(_readable, unicodedata.normalize("NFC", text)))


def wrapped(text: str, font: ImageFont.FreeTypeFont, width: int) -> list[str]:
    """The text in lines of at most `width` pixels, in characters that the fonts have.

    >>> from device.oled.fonts import load
    >>> wrapped("おばあちゃんさんの番：裏を上にして置きます。", load("mplus10"), 120)
    ['おばあちゃんさんの番：', '裏を上にして置きます。']
    >>> wrapped("パイもはさめません。はさめるマスに置いてください。", load("mplus10"), 120)
    ['パイもはさめません。', 'はさめるマスに', '置いてください。']
    """

    def fits(part: str) -> bool:
        return font.getlength(part.rstrip()) <= width

    lines = []
    for paragraph in text.splitlines():
        line = ""
        for unit in _units(readable(paragraph), fits):
            if line and not fits(line + unit):
                lines.append(line.rstrip())
                line = ""
            line += unit
        lines.append(line.rstrip())
    return lines


def fitted(text: str, font: ImageFont.FreeTypeFont, width: int) -> str:
    """As much of the text as fits one line."""
    text = readable(text)
    while text and font.getlength(text) > width:
        text = text[:-1]
    return text.rstrip()


@lru_cache(maxsize=4096)
def _readable(sign: str) -> str:
    for known in (sign, _IN_PLACE_OF.get(sign, ""), unicodedata.normalize("NFKC", sign)):
        if known and all(map(_in_fonts, known)):
            return known
    return "" if unicodedata.category(sign) == "Cf" else _MISSING


def _in_fonts(sign: str) -> bool:
    """Whether the fonts have a character: those of JIS X 0208 and the printable ones of ISO 8859-1."""
    if sign.isascii():
        return sign.isprintable()
    return sign in _ALSO or 0xA1 <= ord(sign) <= 0xFF or _in_jis(sign)


def _in_jis(sign: str) -> bool:
    try:
        code = sign.encode("euc_jp")
    except UnicodeEncodeError:
        return False
    # Half-width kana take two bytes as well, but begin with 0x8E; JIS X 0212 takes three.
    return len(code) == 2 and code[0] != 0x8E


@cache
def _phrases() -> budoux.Parser:
    return budoux.load_default_japanese_parser()


def _units(text: str, fits: Callable[[str], bool]) -> Iterator[str]:
    """The units between which lines break best; one wider than a line is cut where allowed."""
    unit = ""
    for phrase in _phrases().parse(text):
        for sign in phrase:
            if unit and unit[-1] in _PAUSES + " " and _may_end(unit, sign):
                yield from _cut(unit, fits)
                unit = ""
            unit += sign
        text = text[len(phrase) :]
        # A single kana is no phrase; the parser takes the は of はさむ for a particle.
        if text and not _ONE_KANA.fullmatch(unit) and _may_end(unit, text[0]):
            yield from _cut(unit, fits)
            unit = ""
    if unit:
        yield from _cut(unit, fits)


def _may_end(line: str, following: str) -> bool:
    """Whether a line may break before a character."""
    in_a_word = ord(line[-1]) < 0x100 and line[-1] != " " and ord(following) < 0x100
    return not in_a_word and line[-1] not in _NOT_AT_END and following not in _NOT_AT_START


def _cut(unit: str, fits: Callable[[str], bool]) -> Iterator[str]:
    while len(unit) > 1 and not fits(unit):
        room = next((length for length in range(len(unit) - 1, 0, -1) if fits(unit[:length])), 1)
        allowed = [length for length in range(1, room + 1) if _may_end(unit[:length], unit[length])]
        length = max(allowed, default=room)
        yield unit[:length]
        unit = unit[length:]
    yield unit
