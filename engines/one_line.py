"""What people write on one line: names of players, phones and score sheets.

A name stands beside others on displays, in records and in the questions of the box, so it must not look like another
one, reverse the text around it, or cover it. What such a name is made of is refused when somebody types it: signs
that nobody can see, signs that turn the direction of writing, and too many combining marks on one letter. Two
invisible joiners are part of how some languages are written, and may stand where these need them. Which signs make an
emoji, such as the flag of a region, is in the library `emoji`, made from Unicode's own list.
"""

import unicodedata
from collections.abc import Sequence

from engines.messages import Refusal, message

LONGEST_NAME = 24  # letters of a player's name
MAX_MARKS = 4  # on one letter; Tibetan, Thai and Hebrew come by with three
_NON_JOINER, _JOINER = _JOINERS = "\u200c", "\u200d"
_VIRAMA = 9  # the combining class of the sign beside which Indic scripts join, or do not
# Invisible as well, though Unicode counts them among letters, marks and symbols.
BLANKS = {
    0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0, 0xFFFC,
}  # fmt: skip


class BadName(Refusal):
    """A name of signs that no name may have."""


def one_line(text: str) -> str:
    """The text on one line, in signs that can be shown; whatever cannot be counts as a blank.

    A bell, a line's end or a sign that turns the direction of writing has no place in a name that displays and records
    bear.

    >>> one_line(" Aya\\n\\x07 and  Mia ")
    'Aya and Mia'
    """
    needed = _needed(text)
    shown = (sign if sign.isprintable() or at in needed else " " for at, sign in enumerate(text))
    return " ".join("".join(shown).split())


def name_of(text: str) -> str:
    """A name that somebody has typed, as `one_line` has it; raises `BadName`.

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
    """A name as it is compared with others, without joiners: nobody tells names apart by what cannot be seen.

    >>> folded("Ｂｅｎ"), folded("می‌خواهم")
    ('ben', 'میخواهم')
    """
    return unicodedata.normalize("NFKC", name).casefold().translate(dict.fromkeys(map(ord, _JOINERS)))


def check_told_apart(names: Sequence[str]) -> None:
    """Raises `BadName` where two of these names look alike; wide letters and capitals tell nobody apart.

    >>> check_told_apart(["Aya", "Ben"])
    >>> check_told_apart(["Aya", "Ｂｅｎ", "ben"])
    Traceback (most recent call last):
    engines.one_line.BadName: names.alike name=ben
    """
    seen: set[str] = set()
    for name in names:
        if (compared := folded(name)) in seen:
            raise BadName(message("names.alike", name=name))
        seen |= {compared} if compared else set()


def _is_hidden(sign: str) -> bool:
    """Whether a sign is one that nobody sees, half of one, or one that turns the direction of writing."""
    return unicodedata.category(sign) in ("Cf", "Cs") or ord(sign) in BLANKS


def _needed(text: str) -> set[int]:
    """Where signs stand that cannot be shown by themselves, but that scripts and emoji are written with."""
    if text.isprintable():
        return set()
    from emoji import emoji_list  # 8 MB, which hardly any name needs

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
