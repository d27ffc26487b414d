"""Light or dark: as its phone has chosen and keeps it in a cookie, else as the phone's system is."""

from flask import request

THEMES = ("system", "light", "dark")
_DARK, _BOTH = "(prefers-color-scheme: dark)", "color-scheme: light dark"
_WHEN = {"light": "not all", "dark": "all"}


def theme() -> str:
    """The theme of the request that is being answered."""
    wish = request.cookies.get("theme", "")
    return wish if wish in THEMES else THEMES[0]


def themed(sheet: str, wish: str) -> str:
    """A stylesheet that is light or dark whatever the system is.

    >>> themed("@media (prefers-color-scheme: dark) {}", "dark")
    '@media all {}'
    """
    if wish not in _WHEN:
        return sheet
    return sheet.replace(_DARK, _WHEN[wish]).replace(_BOTH, f"color-scheme: {wish}")
