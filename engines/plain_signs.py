"""Replaces typographic and wide signs, as people paste or autocorrect them, with plain ones.

Only for moves, tiles, results and the words of a sheet; never for names, which stay as they are.
"""

import re
import unicodedata
from functools import lru_cache

_BLANKS = re.compile("[，、､・･·]")
_DASHES = re.compile("(?<![ぁ-ヺー])ー+")  # after a kana it is a letter
_SIGNS = {
    **dict.fromkeys("\N{MINUS SIGN}\N{HYPHEN BULLET}─━", "-"),
    **dict.fromkeys("×✕✖⨯", "x"),
    **dict.fromkeys("\N{FRACTION SLASH}\N{DIVISION SLASH}", "/"),
    **dict.fromkeys("“”„‟〝〞〟«»", '"'),
    **dict.fromkeys("‘’‚‛‹›′", "'"),
}


def plain_signs(text: str) -> str:
    """The text in narrow letters and digits, with `-`, `x`, plain quotes and blanks, without invisible signs.

    >>> plain_signs("１．１１ー１５　２３×１９　“½—½”"), plain_signs("1，2・3\\u200b"), plain_signs("オールマイティ")
    ('1.11-15 23x19 "1/2-1/2"', '1 2 3', 'オールマイティ')
    """
    if text.isascii():
        return text
    plain = unicodedata.normalize("NFKC", _BLANKS.sub(" ", text))
    return "".join(map(_plain_sign, _DASHES.sub(lambda found: "-" * len(found[0]), plain)))


@lru_cache(maxsize=1024)
def _plain_sign(sign: str) -> str:
    if sign in _SIGNS:
        return _SIGNS[sign]
    category = unicodedata.category(sign)
    if category == "Pd":
        return "-"
    return "" if category == "Cf" or "\ufe00" <= sign <= "\ufe0f" else sign
