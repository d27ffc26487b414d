"""A box that has a table and nothing else, to measure and to try the page of that table."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from device.config.sheets import load_sheet, load_tile_set
from device.hands.check import check_hand
from device.hands.question import HandOptions
from device.hardware.buzzer import Buzzer
from device.hardware.display import Display
from device.lessons import Offer, Progress
from device.oled.panel import Panel
from device.phones.paired import PairedPhones
from device.phones.pairing import Pairing
from device.record.archive import GameArchive
from device.record.backups import Backups
from device.table.calibration import Calibration
from device.voice.voice import Voice
from device.wiring_check import ButtonTest, WiringStatus
from engines.jarapon.sheet import ScoreSheet
from vision.faces.lesson_view import LessonView
from vision.faces.recogniser import TaughtFaces
from vision.reading import Picture

if TYPE_CHECKING:
    from device.demo.demo import Demo
    from web.page_box import PageTable


class BareBox:
    """What the page needs of a box to show its table and to check hands; pages that need more fail."""

    # Parts that it does not have, unless who derives from it puts one in.
    data: Path
    archive: GameArchive
    backups: Backups
    calibration: Calibration
    panel: Panel
    buzzer: Buzzer
    button_test: ButtonTest
    wired: WiringStatus
    read_hand: Callable[[bytes], dict[str, Any]]
    teach: Callable[[Sequence[bytes], Sequence[str]], Offer]
    view_lesson: Callable[[Sequence[str]], tuple[Picture, LessonView]]
    lesson_progress: Callable[[], Progress | None]
    cancel_lesson: Callable[[], None]
    accept_lesson: Callable[[int], None]
    taught_faces: Callable[[], TaughtFaces | None]
    forget_faces: Callable[[], None]

    demo: "Demo | None" = None

    def __init__(self, table: "PageTable", language: str = "en", pairing: Pairing | None = None) -> None:
        self.table, self.language = table, language
        self.pairing = pairing or Pairing(PairedPhones())
        self.display: Display = Display()
        self.voice = Voice()
        self.tile_set = load_tile_set(None)

    @property
    def is_taught(self) -> bool:
        """Whatever it is sent, it does not read it with faces that it was taught."""
        return False

    def last_photo(self) -> bytes | None:
        """No camera has taken one."""
        return None

    def picture_of(self, _picture_id: str) -> bytes | None:
        """None is kept."""
        return None

    def sheet(self) -> ScoreSheet:
        """The shipped score sheet."""
        return load_sheet(None, self.tile_set)

    def check_hand(self, tiles: str, language: str | None = None, **options: Any) -> dict[str, Any]:
        """What a hand is worth by the shipped sheet."""
        return check_hand(tiles, self.sheet(), self.tile_set, HandOptions(**options), language or self.language)
