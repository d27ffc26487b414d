"""What the page needs of the box that it shows, as types: no module of the page imports this to run."""

from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from device.config.players import PlayerBadges
from device.hardware.buzzer import Buzzer
from device.hardware.display import Display
from device.lessons import Offer, Progress
from device.oled.panel import Panel
from device.phones.pairing import Pairing
from device.record.archive import GameArchive
from device.record.backups import Backups
from device.table.calibration import Calibration
from device.table.frame_gate import FrameGate
from device.table.listeners import Subscription
from device.table.snapshot import Snapshot
from device.voice.voice import Voice
from device.wiring_check import ButtonTest, WiringStatus
from engines.jarapon.sheet import ScoreSheet
from vision.faces.lesson_view import LessonView
from vision.faces.recogniser import TaughtFaces
from vision.reading import Picture

if TYPE_CHECKING:
    from device.demo.demo import Demo


class PageTable(Protocol):
    """The live table: what happened is posted to it, and it tells everybody its snapshots."""

    snapshot: Snapshot
    frame_gate: FrameGate
    badges: PlayerBadges

    def post(self, event: Any) -> Future[Any]: ...
    def subscribe(self) -> Subscription: ...


class PageBox(Protocol):
    """What the page needs, by the names that `device.box.Box` gives it and explains."""

    language: str
    data: Path
    pairing: Pairing
    archive: GameArchive
    backups: Backups
    calibration: Calibration
    panel: Panel
    buzzer: Buzzer
    voice: Voice
    button_test: ButtonTest
    wired: WiringStatus

    @property
    def is_taught(self) -> bool: ...
    @property
    def table(self) -> PageTable: ...
    @property
    def demo(self) -> "Demo | None": ...
    @property
    def display(self) -> Display: ...

    def last_photo(self) -> bytes | None: ...
    def picture_of(self, picture_id: str) -> bytes | None: ...

    def sheet(self) -> ScoreSheet: ...
    def check_hand(self, tiles: str, language: str | None = None, **options: Any) -> dict[str, Any]: ...
    def read_hand(self, photo: bytes) -> dict[str, Any]: ...

    def teach(self, photos: Sequence[bytes], faces: Sequence[str]) -> Offer: ...
    def view_lesson(self, faces: Sequence[str]) -> tuple[Picture, LessonView]: ...
    def lesson_progress(self) -> Progress | None: ...
    def cancel_lesson(self) -> None: ...
    def accept_lesson(self, number: int) -> None: ...
    def taught_faces(self) -> TaughtFaces | None: ...
    def forget_faces(self) -> None: ...
