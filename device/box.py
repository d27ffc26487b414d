"""The box: camera, table, journal, display, buttons and buzzer, put together and taken apart.

A part that is missing or broken is reported in one sentence; the others work without it.

    with Box(Settings(camera="demo", data=Path("data"))) as box:
        print(box.table.snapshot.prompts)
"""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Self, TypeVar

from device.capture.capture_loop import CaptureLoop
from device.capture.events import Noticed
from device.capture.field_tracker import FieldTracker
from device.capture.picture_meter import PictureMeter
from device.capture.table_observer import TableObserver
from device.capture.tapped_field import TappedField
from device.config.language import BoxLanguage, kept_language
from device.config.players import PlayerBadges
from device.config.routes import load_route, route_in
from device.config.sheets import offer_sheets
from device.drop_it.frame_files import FrameFiles
from device.drop_it.frame_lesson import FrameLesson
from device.extensions import LEFT_OUT
from device.games.listing import AT_DEMO
from device.hands.table_hand import NAME as HANDS
from device.hands.table_hand import READ_AS, TableHand
from device.hardware.buttons import Buttons
from device.hardware.buzzer import Buzzer
from device.hardware.camera import Camera
from device.hardware.display import Display, open_display
from device.hardware.wiring import DEFAULT, DisplayWiring, load_wiring, wiring_in
from device.lessons import Lessons
from device.oled.menu.menu import Menu
from device.oled.panel import Panel
from device.phones.paired import PairedPhones
from device.phones.pairing import Pairing
from device.pressing import press
from device.record.archive import GameArchive
from device.record.backups import Backups
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.services import Hands, KeptPictures, TablePictures
from device.settings import Settings, begin_or_resume
from device.sheet_prints import SheetPrints
from device.system.board_health import BoardHealth
from device.system.data_folder import (
    BUZZER,
    CARDS,
    FIELD,
    FOLDERS,
    JOURNAL,
    PHONES,
    PICTURES,
    PLACES,
    PRINTS,
    TAUGHT,
    VOICE,
    DataFolder,
)
from device.system.error_text import os_error_text
from device.system.hotspot import Hotspot
from device.system.supervision import Supervisor
from device.system.watched_thread import Heartbeat
from device.system.whole_files import check_folder, clear_unfinished, write_unfinished
from device.system.worker import Worker
from device.table.calibration import Calibration
from device.table.events import Asked, FacesTaught, PartTroubles
from device.table.game import BoardGame
from device.table.live_table import LiveTable
from device.table.place_store import PlaceStore
from device.voice.engines import find_engine
from device.voice.voice import Voice
from device.wiring_check import ButtonTest, WiringTest
from engines.data_file import BadData
from engines.messages import Message, message

if TYPE_CHECKING:
    from device.demo.demo import Demo

ASKED_S = 60.0
# The table's thread answers several times a second; longer than a reading that hangs it may take for nothing.
TABLE_S = 12.0
NOT_CONNECTED = frozenset({"display.no_bus", "buttons.no_pins", "buzzer.no_pins"})

Answer = TypeVar("Answer")


class Box:
    """Everything but the page, which is given the box. It runs from entering the `with` block to leaving it.

    `demo` is the table that the camera films where nobody is really there; `open_display` gives the display that is
    wired, which may show something already.

    Raises `JournalTrouble`, `BadOption` or another `Refusal` where it cannot be started at all; what else is wrong at
    the start is in `troubles`, and `missing` names the parts that are not connected. Whoever runs it calls
    `supervisor.check` every second or so.
    """

    def __init__(
        self,
        settings: Settings,
        camera: Camera,
        demo: "Demo | None" = None,
        open_display: Callable[[DisplayWiring], Display] = open_display,
    ) -> None:
        self.demo = demo
        self.data = settings.data
        self.taught_folder = settings.taught or settings.data / TAUGHT
        self.cards_folder = settings.taught or settings.data / CARDS
        self.troubles = list(LEFT_OUT)
        self.missing: list[str] = []
        self.hotspot = Hotspot()
        self.safe_mode_wanted = Event()
        self._settings, self._camera, self._open_display = settings, camera, open_display
        self._open = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as opening:
            self._build(opening)
            self._open = opening.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def _build(self, opening: ExitStack) -> None:
        """Put the parts together in the order in which they need one another."""
        self._look_through_data()
        chosen, self._no_language = kept_language(self.data)
        self.language = BoxLanguage(chosen or self._settings.language, self.data)
        self._own(lambda data: offer_sheets(data, self.troubles.append), lambda: None)
        heart = Heartbeat(TABLE_S)
        self._build_table(opening, heart)
        self._build_hardware(opening)
        self.supervisor = Supervisor(lambda troubles: self.table.post(PartTroubles(troubles)))
        self.supervisor.need("table", heart)
        for thread in (self.capture.thread, self.voice.thread, *self.panel.threads, *self.display.threads):
            self.supervisor.watch(thread)
        self.supervisor.hear(self._health.troubles)
        self.supervisor.hear(self._buttons.troubles)
        self._report()

    def _build_table(self, opening: ExitStack, heart: Heartbeat) -> None:
        """The journal, what is known of faces, and the live table with all that it needs."""
        settings = self._settings
        self.journal = opening.enter_context(Journal(self.data / JOURNAL, takes=heart.beat))
        before = self.journal.current()
        self._health = BoardHealth(self.data, before[-1].at if before else "", settings.sys)
        unfinished, self._not_resumed = begin_or_resume(self.journal, settings)
        self.pictures = PictureStore(self.data / PICTURES)
        self.worker = opening.enter_context(Worker(niceness=settings.niceness))
        self.prints = SheetPrints(self.data / PRINTS, self.worker, self._read_anew)
        self.lessons = Lessons(
            self.taught_folder,
            self.worker,
            settings.faces,
            self.cards_folder,
            FrameFiles(self.data, settings.frame),
            self.prints,
            self._read_anew,
        )
        self.route = self._own(route_in, lambda: load_route(None))
        self.game = BoardGame(self.journal, self.pictures, before=unfinished, route=self.route)
        self.archive = GameArchive(self.journal, self.pictures, self._asked, lambda: self.game.played)
        self.kept_pictures = KeptPictures(self.pictures)
        self.hands = Hands(self.data, self.lessons, self.worker, self.kept_pictures, self.language)
        hands = TableHand(self.hands.check) if settings.game == HANDS else None
        by_hand = hands is None and self.game.is_entered
        self._read_as = READ_AS if hands else self.game.played.game.NAME
        played = self.game.played
        reader = None if by_hand else self.lessons.reader_of(self._read_as, len(played.players), played.options)
        self.game.read(by_hand or reader is not None)
        self._field = TappedField(self.data / FIELD)
        self._places = PlaceStore(self.data / PLACES)
        self.table = opening.enter_context(
            LiveTable(
                self.game,
                TableObserver(reader, field=FieldTracker(self._field)),
                self.lessons.reader_of,
                heart.beat,
                hands,
                self._places,
                offered=() if self.demo is None else AT_DEMO,
                badges=PlayerBadges(self.data),
            )
        )
        self.table_pictures = TablePictures(self.table)
        if self.demo is not None:
            self.demo.sit_down(self.table, self.game)
        self.backups = opening.enter_context(Backups(self.data, lambda: self.table.snapshot, self.journal))

    def _build_hardware(self, opening: ExitStack) -> None:
        """Display, buzzer, buttons and camera, and what shows and plays on them."""
        wiring = self._own(wiring_in, lambda: load_wiring(DEFAULT))
        self.display = opening.enter_context(self._open_display(wiring.display))
        self.buzzer = opening.enter_context(Buzzer(wiring.buzzer, self.data / BUZZER))
        phones = PairedPhones(self.data / PHONES)
        self.pairing = Pairing(phones, is_display_seen=lambda: self.display.is_seen)
        self.voice = opening.enter_context(Voice(find_engine(self.language.code), self.data / VOICE))
        self.menu = Menu(self)
        shown_on = (self.table, self.display, self.buzzer, self.pairing, self.language.code)
        front = Panel(*shown_on, demo=self.demo, voice=self.voice, look=self.menu.look)
        self.panel = opening.enter_context(front)
        self.button_test = ButtonTest()
        self._buttons = opening.enter_context(Buttons(wiring.buttons, self.press, wiring.encoder))
        self.wiring_test = WiringTest(wiring, self.display, self._buttons, self.buzzer, self.panel.show_for, self.data)
        self.language.add_speaker(self.panel.speak)
        self.language.add_speaker(lambda code: self.voice.use(find_engine(code)))
        self.capture = opening.enter_context(CaptureLoop(self._camera, self.table.post, self._settings.recorded))
        self.calibration = Calibration(self.table, self.capture, self._field, self.lessons.faces_of, self.worker)
        self.meter = PictureMeter(self.calibration.picture, self._field, self.worker)
        self.frame_lesson = FrameLesson(self.data, self.calibration.picture, self.worker, self._read_anew)

    def _report(self) -> None:
        """Say what is wrong at the start."""
        phones, lessons = self.pairing.phones, self.lessons
        files = (
            self._not_resumed,
            self._field.trouble,
            self._places.trouble,
            phones.trouble,
            self.voice.trouble,
            self.buzzer.sound.trouble,
            self._no_language,
            lessons.damage,
            lessons.cards.damage,
            self.prints.trouble,
        )
        self.troubles += [said for said in files if said is not None]
        # Nobody reads the terminal of a box: what is wrong with its files stands on its page and display too.
        for said in self.troubles:
            self.table.post(Noticed(said))
        parts = (self.journal, self.display, self._buttons, self.buzzer)
        found = (*self.journal.notices, *(part.trouble for part in parts))
        absent = [said.key for said in found if said is not None and said.key in NOT_CONNECTED]
        self.missing += [key.partition(".")[0] for key in absent]
        untaught = None if self.game.is_entered or lessons.damage else self.lacking
        self.troubles += [said for said in (*found, untaught) if said is not None and said.key not in absent]

    @property
    def lacking(self) -> Message | None:
        """Why the game of the start cannot be read, as long as something must be taught first."""
        return self.lessons.lacking(self._read_as) if not self.table.view.has_reader else None

    def _look_through_data(self) -> None:
        """Make the data folder where it is missing, and check the folders in it."""
        try:
            self.data.mkdir(parents=True, exist_ok=True)
            write_unfinished(self.data / "try", b"").unlink()
        except OSError as error:
            # Everything goes on in memory.
            self.troubles.append(message("run.no_data", folder=str(self.data), why=os_error_text(error)))
            return
        folders = sorted({*(self.data / name for name in FOLDERS), self.taught_folder, self.cards_folder})
        self.troubles += [said for said in map(check_folder, folders) if said is not None]
        for folder in (self.data, *folders):
            clear_unfinished(folder)

    def _own(self, read: Callable[[Path], Answer], shipped: Callable[[], Answer]) -> Answer:
        """What people wrote in the data folder, or what is shipped where theirs is invalid, which is reported."""
        try:
            return read(self.data)
        except BadData as bad:
            self.troubles.append(bad.said)
            return shipped()

    @property
    def services(self) -> tuple[object, ...]:
        """What the page calls."""
        found = (
            DataFolder(self.data),
            self.language,
            self.table,
            self.table.badges,
            self.demo,
            self.archive,
            self.backups,
            self.route,
            self.kept_pictures,
            self.table_pictures,
            self.hands,
            self.lessons,
            self.prints,
            self.frame_lesson,
            self.calibration,
            self.meter,
            self.pairing,
            self.display,
            self.button_test,
            self.wiring_test,
            self.voice,
            self.hotspot,
        )
        return tuple(one for one in found if one is not None)

    def press(self, button: str) -> None:
        """Do what a pressed button asks for."""
        press(self, button)

    def record(self) -> str:
        """The game so far in the notation that its players know."""
        return self.game.played.record()

    def _read_anew(self) -> None:
        """Have the table read with what has just been taught."""
        self.table.post(FacesTaught())

    def _asked(self, call: Callable[[], Answer]) -> Answer:
        """The answer of the table's thread, which alone may read and write the journal."""
        answer: Answer = self.table.post(Asked(call)).result(ASKED_S)
        return answer
