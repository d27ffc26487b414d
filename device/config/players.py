"""The colour and tile of each player, kept in `players.toml` of the data folder.

>>> badges = PlayerBadges()
>>> badges.choose("Aya", Badge("green", "7"))
>>> badges.of(["Ben", "aya", "Chie"])
(Badge(colour='blue', tile='1'), Badge(colour='green', tile='7'), Badge(colour='orange', tile='2'))
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from device.system.data_folder import PLAYERS
from device.system.error_text import os_error_text
from device.system.whole_files import read_user_file, write_whole
from engines.data_file import BadData, many_tables, read_tables
from engines.messages import Message, Refusal, message
from engines.one_line import folded
from engines.vocabulary import TILE_FACES

COLOURS = ("blue", "orange", "green", "pink", "purple", "teal", "red", "grey")
MAX_PLAYERS = 500  # maximum number of players remembered
_HEADING = "# The colour and the tile of each player, as chosen on the page.\n"


@dataclass(frozen=True)
class Badge:
    """A player's mark beside the name."""

    colour: str  # one of `COLOURS`
    tile: str  # its face


class PlayerBadges:
    """The badges in a file of the data folder; without a `folder` they are kept in memory only.

    `trouble` says what is wrong. One thread chooses, any may read.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.trouble: Message | None = None
        self._path = None if folder is None else folder / PLAYERS
        self._kept: dict[str, tuple[str, Badge]] = {}
        try:
            self._kept = {} if self._path is None else _read(self._path)
        except BadData as bad:
            self.trouble = bad.said

    def of(self, names: Sequence[str]) -> tuple[Badge, ...]:
        """The badges of players of one game; whoever has not chosen one gets one that is free among them."""
        chosen = [self._kept.get(folded(name), ("", None))[1] for name in names]
        taken = [badge for badge in chosen if badge is not None]
        colours = _free(COLOURS, [badge.colour for badge in taken])
        tiles = _free(TILE_FACES, [badge.tile for badge in taken])
        return tuple(badge or Badge(next(colours), next(tiles)) for badge in chosen)

    @property
    def names(self) -> list[str]:
        """The players who have chosen a badge, the latest first."""
        return [name for name, _ in reversed(self._kept.values())]

    def choose(self, name: str, badge: Badge) -> None:
        """Keep a player's badge; raises `Refusal` if the file has a mistake or cannot be written."""
        if self.trouble is not None and self.trouble.key != "players.not_kept":
            raise Refusal(self.trouble)  # what people wrote is not overwritten
        kept = {key: one for key, one in self._kept.items() if key != folded(name)} | {folded(name): (name, badge)}
        self._kept = dict(list(kept.items())[-MAX_PLAYERS:])
        if self._path is None:
            return
        try:
            write_whole(self._path, _written(self._kept.values()).encode())
        except OSError as error:
            self.trouble = message("players.not_kept", why=os_error_text(error))
            raise Refusal(self.trouble) from error
        self.trouble = None


def _free(every: Sequence[str], taken: Sequence[str]) -> Iterator[str]:
    """The values that nobody has taken, then all of them again and again."""
    yield from (one for one in every if one not in taken)
    while True:
        yield from every


def _read(path: Path) -> dict[str, tuple[str, Badge]]:
    def parse(text: str) -> dict[str, tuple[str, Badge]]:
        tables = many_tables(read_tables(text, str(path), ("player",)), "player", str(path), ("name", "colour", "tile"))
        found = [
            (one.text("name"), Badge(one.choice("colour", COLOURS), one.choice("tile", TILE_FACES))) for one in tables
        ]
        return {folded(name): (name, badge) for name, badge in found}

    return read_user_file(path, parse) or {}


def _written(kept: Iterable[tuple[str, Badge]]) -> str:
    """The text of the file; TOML quotes strings as JSON does."""
    tables = (
        f"\n[[player]]\nname = {json.dumps(name, ensure_ascii=False)}\n"
        f'colour = "{badge.colour}"\ntile = "{badge.tile}"\n'
        for name, badge in kept
    )
    return _HEADING + "".join(tables)
