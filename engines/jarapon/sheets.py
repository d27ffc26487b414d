"""The score sheets that matches may be played by, under their names (J7-15).

Sheets are data, and engines read no files: whoever has read one registers it here, and a match names it in its option
`sheet`. A record so says by which sheet it was scored.

>>> names()[0]
'reconstruction'
"""

from engines.contract import BadOption
from engines.jarapon.sheet import ScoreSheet
from engines.messages import message

SHIPPED = "reconstruction"
_registered: dict[str, ScoreSheet] = {}


def register(sheet: ScoreSheet) -> None:
    """Offer a sheet to matches, in place of an earlier one of its name."""
    _registered[sheet.name] = sheet


def named(name: str) -> ScoreSheet:
    """The sheet of this name; raises `BadOption` where nobody has registered it."""
    if name not in _registered:
        raise BadOption(message("jarapon.no_sheet", sheet=name))
    return _registered[name]


def names() -> tuple[str, ...]:
    """What the option `sheet` may be: the shipped sheet first, then the others that are registered."""
    return (SHIPPED, *(name for name in _registered if name != SHIPPED))
