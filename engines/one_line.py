"""What people write on one line: names of players, phones and score sheets.

A name stands beside others on displays, in records and in the questions of the box, so it must not look like another
one, reverse the text around it, or cover it. What such a name is made of is refused when somebody types it: signs
that nobody can see, signs that turn the direction of writing, and too many combining marks on one letter. Two
invisible joiners are part of how some languages and emoji are written, and may stand where these need them.
"""

import unicodedata
from collections.abc import Sequence

from engines.messages import Refusal, message

LONGEST_NAME = 24  # letters of a player's name
MOST_MARKS = 4  # on one letter; Tibetan, Thai and Hebrew come by with three
_NON_JOINER, _JOINER = "\u200c", "\u200d"
_VIRAMA = 9  # the combining class of the sign after which Indic scripts join, or do not
_SHAPE = "\ufe0f"  # after a sign that is to be drawn as an emoji
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
    joiners = _needed_joiners(text)
    shown = (sign if sign.isprintable() or at in joiners else " " for at, sign in enumerate(text))
    return " ".join("".join(shown).split())


def name_of(text: str) -> str:
    """A name that somebody has typed, as `one_line` has it; raises `BadName`.

    >>> name_of("Zoë\\t👩‍🚀"), name_of("می‌خواهم")
    ('Zoë 👩‍🚀', 'می\\u200cخواهم')
    >>> name_of("Ben\\u202e")
    Traceback (most recent call last):
    engines.one_line.BadName: names.hidden
    """
    joiners = _needed_joiners(text)
    if any(_is_hidden(sign) and at not in joiners for at, sign in enumerate(text)):
        raise BadName(message("names.hidden"))
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            raise BadName(message("names.marks", most=MOST_MARKS))
    return one_line(text)


def folded(name: str) -> str:
    """A name as it is compared with others.

    >>> folded("Ｂｅｎ")
    'ben'
    """
    return unicodedata.normalize("NFKC", name).casefold()


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


def _needed_joiners(text: str) -> set[int]:
    """Where invisible joiners stand that scripts and emoji are written with."""
    inside = range(1, len(text) - 1)
    return {at for at in inside if text[at] in (_NON_JOINER, _JOINER) and _is_needed(text, at)}


def _is_needed(text: str, at: int) -> bool:
    before, after = text[at - 1], text[at + 1]
    if unicodedata.combining(before) == _VIRAMA:
        return after.isprintable() and after != " "
    if text[at] == _NON_JOINER:
        return {unicodedata.bidirectional(sign) for sign in (before, after)} == {"AL"}
    return _is_emoji(text[at - 2] if before == _SHAPE else before) and _is_emoji(after)


def _is_emoji(sign: str) -> bool:
    """Whether a sign is a picture, or the colour of one's skin."""
    return unicodedata.category(sign) in ("So", "Sk")
