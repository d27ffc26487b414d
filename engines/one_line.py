"""What people write on one line: names of players, phones and score sheets."""


def one_line(text: str) -> str:
    """The text on one line, in signs that can be shown; whatever cannot be counts as a blank.

    A bell, a line's end or a sign that turns the direction of writing has no place in a name that displays and records
    bear.

    >>> one_line(" Aya\\n\\x07 and  Mia ")
    'Aya and Mia'
    """
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
