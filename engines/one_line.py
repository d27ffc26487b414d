"""Names that people type on one line: of players, phones and score sheets.

A name must not look like another one, reverse the text around it or cover it. Refused are therefore invisible
characters, characters that change the direction of writing, and too many combining marks on one letter. The two
zero-width joiners may stand where a script needs them. The library `emoji` knows which sequences make an emoji.
"""

import unicodedata
from collections.abc import Sequence

from engines.messages import Refusal, message

LONGEST_NAME = 24  # letters of a player's name
MAX_MARKS = 4  # on one letter; Tibetan, Thai and Hebrew need at most three
_NON_JOINER, _JOINER = _JOINERS = "\u200c", "\u200d"
_VIRAMA = 9  # the combining class of the sign beside which Indic scripts use a joiner
# Invisible as well, though Unicode counts them among letters, marks and symbols.
BLANKS = {
    0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0, 0xFFFC,
}  # fmt: skip


class BadName(Refusal):
    """A name with characters that are not allowed, or one that looks like another name."""


def one_line(text: str) -> str:
    """The text on one line; each unprintable character, such as a line break, becomes a blank.

    >>> one_line(" Aya\\n\\x07 and  Mia ")
    'Aya and Mia'
    """
    needed = _needed(text)
    shown = (sign if sign.isprintable() or at in needed else " " for at, sign in enumerate(text))
    return " ".join("".join(shown).split())


def name_of(text: str) -> str:
    """A name that somebody has typed, as `one_line` returns it; raises `BadName`.

    >>> name_of("Zoë\\t👩‍🚀"), name_of("می‌خواهم")
    ('Zoë 👩‍🚀', 'می\\u200cخواهم')
    >>> name_of("Ben\\u202e")
    Traceback (most recent call last):
    engines.one_line.BadName: names.hidden
    """
    needed = _needed(text)
    if any(_is_hidden(sign) and at not in needed for at, sign in enumerate(text)):
        raise BadName(message("names.hidden"))
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks > MAX_MARKS:
            raise BadName(message("names.marks", most=MAX_MARKS))
    return one_line(text)


def folded(name: str) -> str:
    """A name normalised for comparison: without case, width and invisible joiners.

    >>> folded("Ｂｅｎ"), folded("می‌خواهم")
    ('ben', 'میخواهم')
    """
    return unicodedata.normalize("NFKC", name).casefold().translate(dict.fromkeys(map(ord, _JOINERS)))


def check_distinct(names: Sequence[str]) -> None:
    """Raises `BadName` where two names look alike; case and width of letters do not count.

    >>> check_distinct(["Aya", "Ben"])
    >>> check_distinct(["Aya", "Ｂｅｎ", "ben"])
    Traceback (most recent call last):
    engines.one_line.BadName: names.alike name=ben
    """
    seen: set[str] = set()
    for name in names:
        if (compared := folded(name)) in seen:
            raise BadName(message("names.alike", name=name))
        seen |= {compared} if compared else set()


def _is_hidden(sign: str) -> bool:
    """Whether a character is invisible, half of a surrogate pair, or changes the direction of writing."""
    return unicodedata.category(sign) in ("Cf", "Cs") or ord(sign) in BLANKS


def _needed(text: str) -> set[int]:
    """The positions of invisible characters that a script or an emoji needs."""
    if text.isprintable():
        return set()
    from emoji import emoji_list  # 8 MB of memory, which hardly any name needs

    emoji = {at for found in emoji_list(text) for at in range(found["match_start"], found["match_end"])}
    return emoji | {at for at, sign in enumerate(text) if sign in _JOINERS and _is_needed(text, at)}


def _is_needed(text: str, at: int) -> bool:
    """Whether a joiner stands where Indic scripts or Arabic write it."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if before and unicodedata.combining(before) == _VIRAMA:
        return not after or not _is_hidden(after)
    if not (before and after):
        return False
    if unicodedata.combining(after) == _VIRAMA:
        return unicodedata.category(before)[0] in "LM"
    return text[at] == _NON_JOINER and {unicodedata.bidirectional(sign) for sign in (before, after)} == {"AL"}
