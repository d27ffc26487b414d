"""A box that has a table and nothing else, to measure and to try the page of that table."""

import os
from pathlib import Path
from typing import Any, cast

from device.box import Box
from device.config.routes import load_route
from device.config.sheets import load_sheet, load_tile_set
from device.hands.check import Answer, check_hand
from device.hands.question import HandOptions
from device.hardware.display import Display
from device.phones.paired import PairedPhones
from device.phones.pairing import Pairing
from device.system.hotspot import Hotspot
from device.table.live_table import LiveTable
from device.voice.voice import Voice
from engines.jarapon.sheet import ScoreSheet


class BareBox(Box):
    """What the page needs of a box to show its table and to check hands; pages that need more fail.

    `table` is a live table, or stands in for one.
    """

    def __init__(self, table: object, language: str = "en", pairing: Pairing | None = None) -> None:
        self.table, self.language = cast(LiveTable, table), language
        self.pairing = pairing or Pairing(PairedPhones())
        self.display, self.demo, self.voice = Display(), None, Voice()
        self.hotspot = Hotspot(Path(os.devnull))  # nobody's Wi-Fi is closed by a measurement
        self.tile_set, self.route = load_tile_set(None), load_route(None)

    @property
    def is_taught(self) -> bool:
        """Whatever it is sent, it does not read it with faces that it was taught."""
        return False

    def last_photo(self) -> bytes | None:
        """No camera has taken one."""
        return None

    def picture_of(self, picture_id: str) -> bytes | None:  # noqa: ARG002
        """None is kept."""
        return None

    def sheet(self) -> ScoreSheet:
        """The shipped score sheet."""
        return load_sheet(None, self.tile_set)

    def check_hand(self, tiles: str, language: str | None = None, **options: Any) -> Answer:
        """What a hand is worth by the shipped sheet."""
        return check_hand(tiles, self.sheet(), self.tile_set, HandOptions(**options), language or self.language)
