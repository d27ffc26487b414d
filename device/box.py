"""Builds the box from its parts (camera, table, journal, display, buttons, buzzer) and closes them.

A missing or broken part is reported in one sentence; the others work without it.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Self, TypeVar

from device.button_router import ButtonRouter
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
from device.demo.demo import Demo
from device.drop_it.frame_files import FrameFiles
from device.drop_it.frame_lesson import FrameLesson
from device.extensions import LEFT_OUT
from device.games.listing import WATCHED
from device.hands.table_hand import NAME as HANDS
from device.hands.table_hand import READ_AS, TableHand
from device.hardware.buttons import Buttons
from device.hardware.buzzer import Buzzer
from device.hardware.camera import Camera
from device.hardware.display import Display, open_display
from device.hardware.wiring import DEFAULT, DisplayWiring, Wiring, load_wiring, wiring_in
from device.lessons import Lessons
from device.oled.menu.answers import Answers
from device.oled.menu.maintenance import Maintenance, Shutdown
from device.oled.menu.menu import Menu, Subject
from device.oled.menu.new_game import NewGames
from device.oled.menu.rules import Rules
from device.oled.menu.set_up import Network, Sound, Teaching
from device.oled.panel import Announcer, Panel
from device.phones.paired import PairedPhones
from device.phones.pairing import Pairing
from device.record.archive import GameArchive
from device.record.backups import Backups
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.record.replay import AnyReplay
from device.services import Hands, KeptPictures, TablePictures
from device.settings import Settings, begin_or_resume
from device.sheet_prints import SheetPrints
from device.system import data_folder
from device.system.board_health import BoardHealth
from device.system.hotspot import Hotspot
from device.system.supervision import Supervisor
from device.system.watched_thread import Heartbeat
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
from engines.messages import Message
from engines.stop.route import Route

MAX_ANSWER_S = 60.0
# The table's thread beats several times a second; this is longer than the slowest reading takes.
TABLE_PATIENCE_S = 12.0
NOT_CONNECTED = frozenset({"display.no_bus", "buttons.no_pins", "buzzer.no_pins"})

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class TableParts:
    """The parts that play, read and record the table."""

    journal: Journal
    pictures: PictureStore
    kept_pictures: KeptPictures
    archive: GameArchive
    game: BoardGame
    route: Route
    worker: Worker
    lessons: Lessons
    prints: SheetPrints
    hands: Hands
    field: TappedField
    places: PlaceStore
    read_as: str  # the game whose reader is used at the start


@dataclass(frozen=True)
class CameraParts:
    """The parts that take pictures, and those that set them up."""

    capture: CaptureLoop
    calibration: Calibration
    meter: PictureMeter
    frame_lesson: FrameLesson


@dataclass(frozen=True)
class Hardware:
    """The hardware wired to the box, and its voice."""

    wiring: Wiring
    display: Display
    buzzer: Buzzer
    voice: Voice
    buttons: Buttons


@dataclass(frozen=True)
class Front:
    """The user interface beside the table: display pages, menu, buttons and pairing."""

    pairing: Pairing
    panel: Panel
    menu: Menu
    router: ButtonRouter
    button_test: ButtonTest
    wiring_test: WiringTest
    hotspot: Hotspot
    safe_mode_wanted: Event


class Box:
    """Builds the parts of a box, and closes them when the `with` block is left; no part holds a reference to it.

    `demo` is the simulated table that the camera films, if any; `open_display` returns the wired display, which may
    show something already. Entering raises `JournalTrouble`, `BadOption` or another `Refusal` where the box cannot
    start at all.
    """

    table: LiveTable
    language: BoxLanguage
    supervisor: Supervisor  # whoever runs the box calls its `check` every second or so
    services: tuple[object, ...]  # called by the web page, which finds each by its type
    table_parts: TableParts
    camera_parts: CameraParts
    hardware: Hardware
    front: Front

    def __init__(
        self,
        settings: Settings,
        camera: Camera,
        demo: Demo | None = None,
        open_display: Callable[[DisplayWiring], Display] = open_display,
    ) -> None:
        self.settings, self.troubles = settings, list(LEFT_OUT)  # everything wrong at the start
        self.missing: list[str] = []  # the parts that are not connected
        self._camera, self._demo, self._open_display = camera, demo, open_display
        self._open = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as opening:
            self._build(opening)
            self._open = opening.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def _build(self, opening: ExitStack) -> None:
        """Build the parts in the order of their dependencies."""
        data = self.settings.data
        self.troubles += data_folder.prepare_folder(data, self._taught_folders())
        chosen, no_language = kept_language(data)
        self.language = BoxLanguage(chosen or self.settings.language, data)
        self._read_own(lambda folder: offer_sheets(folder, self.troubles.append), lambda: None)
        heart = Heartbeat(TABLE_PATIENCE_S)
        journal = opening.enter_context(Journal(data / data_folder.JOURNAL, takes=heart.beat))
        before = journal.current()
        health = BoardHealth(data, before[-1].at if before else "", self.settings.sys)
        unfinished, not_resumed = begin_or_resume(journal, self.settings)
        self.table_parts = self._build_table_parts(opening, journal, unfinished)
        self.table = opening.enter_context(self._build_table(heart))
        if self._demo is not None:
            self._demo.sit_down(self.table, self.table_parts.game)
        backups = opening.enter_context(Backups(data, lambda: self.table.snapshot.view.over, journal))
        self._build_front(opening, backups)
        self._supervise(heart, health)
        self.services = tuple(self._services(backups))
        self._report(not_resumed, no_language)

    def _taught_folders(self) -> tuple[Path, Path]:
        """The folders of taught tile faces and card faces."""
        taught, data = self.settings.taught, self.settings.data
        return taught or data / data_folder.TAUGHT, taught or data / data_folder.CARDS

    def _build_table_parts(self, opening: ExitStack, journal: Journal, unfinished: AnyReplay | None) -> TableParts:
        """The games, the journal's stores and the taught faces."""
        settings, data = self.settings, self.settings.data
        pictures = PictureStore(data / data_folder.PICTURES)
        worker = opening.enter_context(Worker(niceness=settings.niceness))
        prints = SheetPrints(data / data_folder.PRINTS, worker, self._read_again)
        tiles, cards = self._taught_folders()
        frames = FrameFiles(data, settings.frame)
        lessons = Lessons(
            tiles, worker, settings.faces, cards, frames, prints, self._read_again, settings.cards, self._rehearsed
        )
        route = self._read_own(route_in, lambda: load_route(None))
        game = BoardGame(journal, pictures, before=unfinished, route=route, frames=frames)
        kept_pictures = KeptPictures(pictures)
        return TableParts(
            journal=journal,
            pictures=pictures,
            kept_pictures=kept_pictures,
            archive=GameArchive(journal, pictures, self._call_on_table, lambda: game.played),
            game=game,
            route=route,
            worker=worker,
            lessons=lessons,
            prints=prints,
            hands=Hands(data, lessons, worker, kept_pictures, self.language),
            field=TappedField(data / data_folder.FIELD),
            places=PlaceStore(data / data_folder.PLACES),
            read_as=READ_AS if settings.game == HANDS else game.played.game.NAME,
        )

    def _build_table(self, heart: Heartbeat) -> LiveTable:
        parts = self.table_parts
        hands = TableHand(parts.hands.check) if self.settings.game == HANDS else None
        by_hand = hands is None and parts.game.is_entered
        played = parts.game.played
        reader = None if by_hand else parts.lessons.reader_of(parts.read_as, len(played.players), played.options)
        parts.game.read(by_hand or reader is not None)
        return LiveTable(
            parts.game,
            TableObserver(reader, field=FieldTracker(parts.field)),
            parts.lessons.reader_of,
            heart.beat,
            hands,
            parts.places,
            offered=() if self._demo is None else tuple(WATCHED),
            badges=PlayerBadges(self.settings.data),
        )

    def _build_front(self, opening: ExitStack, backups: Backups) -> None:
        """Display, buzzer, buttons and camera, and the panel, menu and voice that use them."""
        data, language = self.settings.data, self.language
        wiring = self._read_own(wiring_in, lambda: load_wiring(DEFAULT))
        display = opening.enter_context(self._open_display(wiring.display))
        buzzer = opening.enter_context(Buzzer(wiring.buzzer, data / data_folder.BUZZER))
        pairing = Pairing(
            PairedPhones(data / data_folder.PHONES),
            is_display_visible=lambda: display.is_visible,
            is_free_here=self._demo is not None,
        )
        voice = opening.enter_context(Voice(find_engine(language.code), data / data_folder.VOICE))
        panel = Panel(self.table, display, Announcer(buzzer, voice), pairing, language.code, demo=self._demo)
        menu = Menu(display, panel.lay_over, language)
        panel.each_turn = menu.close_if_left
        opening.enter_context(panel)
        language.add_speaker(panel.speak)
        language.add_speaker(lambda code: voice.use(find_engine(code)))
        button_test = ButtonTest()
        router = ButtonRouter(display, panel, menu, button_test, pairing, self.table, language, self._demo)
        buttons = opening.enter_context(Buttons(wiring.buttons, router.press, wiring.encoder))
        self.hardware = Hardware(wiring, display, buzzer, voice, buttons)
        wiring_test = WiringTest(wiring, display, buttons, buzzer, panel.greeting, data)
        self.front = Front(pairing, panel, menu, router, button_test, wiring_test, Hotspot(), Event())
        self.camera_parts = self._build_camera(opening)
        menu.subjects = self._subjects(backups)

    def _build_camera(self, opening: ExitStack) -> CameraParts:
        table, parts, data = self.table, self.table_parts, self.settings.data
        capture = opening.enter_context(CaptureLoop(self._camera, table.post, self.settings.recorded))
        calibration = Calibration(table, capture, parts.field, parts.lessons.faces_of, parts.worker)
        return CameraParts(
            capture=capture,
            calibration=calibration,
            meter=PictureMeter(calibration.picture, parts.field, parts.worker),
            frame_lesson=FrameLesson(data, calibration.picture, parts.worker, self._read_again),
        )

    def _subjects(self, backups: Backups) -> tuple[Subject, ...]:
        """The subjects of the menu, in the order of its first screen."""
        parts, hardware, front, language = self.table_parts, self.hardware, self.front, self.language
        menu, pairing, panel = front.menu, front.pairing, front.panel
        answers, frames = Answers(menu, self.table), parts.lessons.frames
        return (
            NewGames(menu, answers, self.table, parts.game, parts.archive, pairing, parts.hands, frames, language),
            answers,
            Rules(menu, self.table),
            Teaching(menu, self.camera_parts.calibration, parts.lessons),
            Network(menu, panel.greeting, pairing, front.hotspot),
            Sound(menu, hardware.buzzer, hardware.voice, front.wiring_test.buzzer_trouble, language),
            Maintenance(menu, backups, self.settings.data, language, panel.greeting),
            Shutdown(menu, hardware.display, front.safe_mode_wanted),
        )

    def _services(self, backups: Backups) -> Iterator[object]:
        """The services that the web page calls."""
        parts, camera, hardware, front = self.table_parts, self.camera_parts, self.hardware, self.front
        yield from (
            data_folder.DataFolder(self.settings.data),
            self.language,
            self.table,
            self.table.badges,
            TablePictures(self.table),
            backups,
        )
        yield from (parts.archive, parts.route, parts.kept_pictures, parts.hands, parts.lessons, parts.prints)
        yield from (camera.calibration, camera.meter, camera.frame_lesson)
        yield from (hardware.display, hardware.voice)
        yield from (front.pairing, front.router, front.button_test, front.wiring_test, front.hotspot)
        if self._demo is not None:
            yield self._demo

    def _supervise(self, heart: Heartbeat, health: BoardHealth) -> None:
        hardware = self.hardware
        self.supervisor = Supervisor(lambda troubles: self.table.post(PartTroubles(troubles)))
        self.supervisor.need("table", heart)
        threads = (hardware.voice.thread, *self.front.panel.threads, *hardware.display.threads)
        for thread in (self.camera_parts.capture.thread, *threads):
            self.supervisor.watch(thread)
        self.supervisor.hear(health.troubles)
        self.supervisor.hear(hardware.buttons.troubles)

    def _report(self, not_resumed: Message | None, no_language: Message | None) -> None:
        """Collect what is wrong at the start, and show it."""
        parts, hardware, lessons = self.table_parts, self.hardware, self.table_parts.lessons
        files = (
            not_resumed,
            parts.field.trouble,
            parts.places.trouble,
            self.front.pairing.phones.trouble,
            hardware.voice.trouble,
            hardware.buzzer.sound.trouble,
            no_language,
            lessons.damage,
            lessons.cards.damage,
            parts.prints.trouble,
        )
        self.troubles += [said for said in files if said is not None]
        # Nobody reads the terminal of a box: the page and the display show what is wrong with its files, too.
        for said in self.troubles:
            self.table.post(Noticed(said))
        wired = (parts.journal, hardware.display, hardware.buttons, hardware.buzzer)
        found = (*parts.journal.notices, *(part.trouble for part in wired))
        absent = [said.key for said in found if said is not None and said.key in NOT_CONNECTED]
        self.missing += [key.partition(".")[0] for key in absent]
        untaught = None if parts.game.is_entered or lessons.damage else self.lacking
        self.troubles += [said for said in (*found, untaught) if said is not None and said.key not in absent]

    @property
    def lacking(self) -> Message | None:
        """Why the tables of the first game cannot be read yet: something must be taught; None with a reader."""
        parts = self.table_parts
        return parts.lessons.lacking(parts.read_as) if not self.table.view.has_reader else None

    def _read_own(self, read: Callable[[Path], Answer], shipped: Callable[[], Answer]) -> Answer:
        """The people's own file in the data folder, or the shipped one where theirs is invalid, which is reported."""
        try:
            return read(self.settings.data)
        except BadData as bad:
            self.troubles.append(bad.said)
            return shipped()

    def _read_again(self) -> None:
        """Have the table read again with what has just been taught."""
        self.table.post(FacesTaught())

    def _rehearsed(self) -> str | None:
        """The pieces of which a lesson lies on the demo table."""
        return None if self._demo is None else self._demo.lesson

    def _call_on_table(self, call: Callable[[], Answer]) -> Answer:
        """Call on the table's thread, which alone may read and write the journal; gives the result."""
        answer: Answer = self.table.post(Asked(call)).result(MAX_ANSWER_S)
        return answer
