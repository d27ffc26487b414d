"""The rules of a game as people read them before and while playing, line by line: on the page and on the display."""

from device.games.listing import GAMES
from device.texts import catalogue

PARTS = ("aim", "setup", "turn", "end", "hint")


def rule_lines(game: str, part: str, language: str) -> tuple[str, ...]:
    """The lines of one of the `PARTS`; none where a game has nothing to say there.

    >>> rule_lines("checkers", "hint", "en"), len(rule_lines("reversi", "hint", "en"))
    ((), 5)
    """
    return tuple(catalogue(language).get(f"rules.{game}.{part}", "").splitlines())


# Games of other packages may have none.
WITH_RULES = tuple(name for name in GAMES if rule_lines(name, "turn", "en"))
