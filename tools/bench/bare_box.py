"""The services of a box that has a table and nothing else, for measuring and testing its page."""

import os
from collections.abc import Iterator
from pathlib import Path

from device.config.language import BoxLanguage
from device.config.routes import load_route
from device.hardware.display import Display
from device.lessons import Lessons
from device.phones.paired import PairedPhones
from device.phones.pairing import Pairing
from device.services import Hands, KeptPictures, TablePictures
from device.system.hotspot import Hotspot
from device.system.worker import Worker
from device.table.live_table import LiveTable
from device.voice.voice import Voice

_NO_FOLDER = Path("no such folder")


class BareBox:
    """What the page needs to show a table and to check hands by the shipped score sheet; pages that need more fail.

    Its attributes are its services, which may be replaced at any time.
    """

    def __init__(self, table: LiveTable, language: str = "en", pairing: Pairing | None = None) -> None:
        self.table, self.badges, self.language = table, table.badges, BoxLanguage(language)
        self.pairing = pairing or Pairing(PairedPhones())
        self.display, self.voice = Display(), Voice()
        self.hotspot = Hotspot(Path(os.devnull))  # a measurement closes nobody's Wi-Fi
        self.route = load_route(None)
        self.kept_pictures, self.table_pictures = KeptPictures(), TablePictures(table)
        worker = Worker()
        self.lessons = Lessons(_NO_FOLDER, worker)
        self.hands = Hands(_NO_FOLDER, self.lessons, worker, self.kept_pictures, self.language)

    def __iter__(self) -> Iterator[object]:
        return iter(vars(self).values())

    @property
    def services(self) -> "BareBox":
        """What the page calls."""
        return self
