"""The live table: one thread that owns the game and is its only writer.

Camera, buttons and phones put events (`device.table.events`) on its queue; it sends a new snapshot to every listener.
Threads share nothing else.

    with LiveTable(BoardGame(journal, pictures), TableObserver(reader)) as table:
        table.post(Undo("phone")).result(timeout=2)
        with table.subscribe() as listening:
            print(listening.next(timeout_s=1.0))
"""

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import Any, Self

from device.calls.calling import Calling
from device.calls.events import CallMade, MakeCall, WithdrawCall
from device.capture.events import CameraBack, CameraLost, FrameTaken, Noticed
from device.capture.exposure_policy import NextCapture
from device.capture.game_reader import ReaderOf
from device.capture.table_observer import TableObserver
from device.capture.table_view import Seeing, TableView
from device.config.players import PlayerBadges
from device.games.listing import IN_FRAME, WITH_TAUGHT_CARDS
from device.hands.table_hand import READ_AS, TableHand
from device.hardware.timeout import NoAnswerError
from device.record.corrections import Correction, StaleEdit, check_same_game, check_unchanged
from device.referee.choices import concerned_seat
from device.referee.outcomes import Problem, with_also
from device.system.faults import log_fault
from device.table.computers import Computers
from device.table.events import (
    ANSWERED_ALONE,
    UNLESS_CHANGED,
    Asked,
    ChangeSeats,
    Choose,
    ChooseBadge,
    Enter,
    FacesTaught,
    FindZones,
    ForgetField,
    ForgetZones,
    KeepScore,
    LayZones,
    LookFromSeat,
    NewGame,
    PartTroubles,
    PhonesSeated,
    PlayAgain,
    PlayFromSeat,
    Pressed,
    Resume,
    SetField,
    StopTable,
    TakeSeat,
    Undo,
)
from device.table.game import BoardGame
from device.table.listeners import Subscription
from device.table.place_store import PlaceStore
from device.table.reader_supervisor import ReaderSupervisor
from device.table.reports import Report, Reports
from device.table.snapshot import Choices, Snapshot
from device.table.snapshot_builder import before_closer_look, snapshot_of_game, snapshot_of_hand
from engines.messages import Message, Refusal, message

# The thread wakes this often even without events: to show that it is alive, and to write waiting entries.
BEAT_S = 1.0
STOP_S = 8.0
# A listener with more unread snapshots is dropped: it hangs, and has been replaced.
MOST_UNREAD = 1000
# Reported even without another problem: while no card can be read, or its place is unknown, no other problem can be
# found.
UNREADABLE = ("seen.too_small", "seen.not_laid")


@dataclass(frozen=True)
class _Due:
    """A task after each event that must not stop the table when it fails."""

    call: Callable[[], object]


class LiveTable:
    """A table in a thread of its own, from entering the `with` block to leaving it.

    `offered` are games that everybody may begin at once.

    `reader_of` gives the reader of a game's pictures, None as long as no faces have been taught. `beat` is called about
    every second, and no more once something hangs: reading only when a new reader does not help either. With `hands`
    it reads hands of Galaxy Jarapon instead of a game.
    """

    def __init__(
        self,
        game: BoardGame,
        observer: TableObserver,
        reader_of: ReaderOf = lambda *_: None,
        beat: Callable[[], None] = lambda: None,
        hands: TableHand | None = None,
        places: PlaceStore | None = None,
        clock: Callable[[], float] = time.monotonic,
        offered: tuple[str, ...] = (),
        badges: PlayerBadges | None = None,
    ) -> None:
        self._observer = observer
        self._offered = offered
        self._game, self._beat, self._hands = game, beat, hands
        self._queue: SimpleQueue[tuple[object, Future[object]]] = SimpleQueue()
        self._listeners: set[Subscription] = set()
        self._calling, self._computers = Calling(game, clock), Computers(game, clock)
        self._reports = Reports()
        self.badges = badges or PlayerBadges()
        self._reader = ReaderSupervisor(game, observer, reader_of, places or PlaceStore())
        self._thread = Thread(target=self._run, name="table", daemon=True)
        self.view: TableView = observer.view
        self.snapshot: Snapshot = self._now(serial=1)

    def post(self, event: object) -> Future[Any]:  # each event has an answer of its own
        """Put an event on the queue without waiting. The future has the result, or the exception of its handling."""
        done: Future[Any] = Future()
        self._queue.put((event, done))
        return done

    def subscribe(self) -> Subscription:
        """A subscription to all snapshots, the current one first."""
        return Subscription(self)

    def add_listener(self, listener: Subscription) -> None:
        """For `Subscription`."""

        def begin() -> None:
            self._listeners.add(listener)
            listener.waiting.put(self.snapshot)

        self.post(Asked(begin))

    def remove_listener(self, listener: Subscription) -> None:
        """For `Subscription`."""
        self.post(Asked(lambda: self._listeners.discard(listener)))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.post(StopTable())
        self._thread.join(STOP_S)

    def _run(self) -> None:
        stopped = False
        while not stopped:
            try:
                event, done = self._queue.get(timeout=self._computers.wait_s(self._calling.wait_s(BEAT_S)))
            except Empty:
                event, done = None, Future()
            stopped = isinstance(event, StopTable)
            answer = self._answer(event)
            for call in (self._go_on, self._publish, self._calling.answer):
                self._answer(_Due(call))
            if isinstance(answer, Exception):
                done.set_exception(answer)
            else:
                done.set_result(answer)
            self._answer(_Due(self._game.prepare))
            if not self._reader.is_given_up:
                self._beat()

    def _go_on(self) -> None:
        """Decide calls, if no other is waiting in the queue, and let computer players move."""
        self._calling.go_on(quiet=self._queue.empty())
        self._computers.go_on()

    def _publish(self) -> None:
        """Write waiting entries, and send every listener a snapshot if anything is new."""
        self._reports.once += [*self._observer.field.notices, *self._calling.announcements]
        self._observer.field.notices.clear()
        self._calling.announcements.clear()
        self._game.journal.write_waiting()
        self.view = self._observer.view
        now = self._now(self.snapshot.serial)
        if now == self.snapshot:
            return
        self.snapshot = replace(now, serial=now.serial + 1)
        self._listeners = {one for one in self._listeners if one.waiting.qsize() < MOST_UNREAD}
        for listener in self._listeners:
            listener.waiting.put(self.snapshot)

    def _answer(self, event: object) -> object:
        """What handling an event gives. What it raises is shown and returned, since the table must go on."""
        try:
            return self._handle(event)
        except Refusal as refusal:
            if not isinstance(event, ANSWERED_ALONE) and not isinstance(refusal, StaleEdit):
                self._reports.once = [refusal.said]
            return refusal
        except Exception as error:  # noqa: BLE001 — a fault of ours, logged and said: it must not end the evening
            log_fault(f"the table could not handle {type(event).__name__}", error)
            self._reports.once = [message("table.fault")]
            return error

    def _handle(self, event: object) -> object:
        if isinstance(event, UNLESS_CHANGED):
            check_unchanged(event.known, self._game.journal.current())
        match event:
            case FrameTaken():
                return self._read(event)
            case CameraLost() | CameraBack() | PartTroubles() | PhonesSeated() | Noticed():
                self._note(event)
            case ChooseBadge():
                self.badges.choose(event.name, event.badge)
            case Pressed():
                self._press(event.button)
            case SetField() | ForgetField() | LayZones() | ForgetZones() | FindZones():
                return self._reader.place(event)
            case FacesTaught():
                self._take_reader()
                self._observer.request_reading()
            case NewGame() | PlayAgain() | Resume() | ChangeSeats() | KeepScore():
                self._begin(event)
            case Asked() | _Due():
                return event.call()
            case TakeSeat() | LookFromSeat() | PlayFromSeat():
                return self._computers.hear(event)
            case MakeCall() | WithdrawCall():
                return self._hear(event)
            case Choose() | Undo() | Correction() | Enter():
                self._reports.once = []
                self._change(event)
        return None

    def _note(self, event: Report) -> None:
        self._reports.note(event)
        if isinstance(event, CameraBack):
            self._observer.request_reading()

    def _read(self, event: FrameTaken) -> NextCapture:
        try:
            observation = self._observer.read_if_due(event.frame, self._unsettled, event.full, event.bracket)
        except NoAnswerError:
            self._reports.once = [message("table.reader_hangs")]
            self._take_reader()
            return NextCapture(self._reader.wait_s())
        except Exception:
            self._take_reader()
            raise
        if self._observer.has_read:
            self._reader.has_read()
        if observation is not None and self._hands is not None:
            self._hands.see(observation.reading)
        elif observation is not None:
            moves = len(self._game.played.plies)
            self._game.see(observation)
            self._reader.keep_places()
            if len(self._game.played.plies) != moves:
                self._reports.once = []
        return self._observer.next_capture(event.frame.at_s, self._unsettled)

    def _take_reader(self) -> None:
        """Use a new reader from now on."""
        is_unwatched = self._hands is None and self._game.is_entered
        self._reader.take(None if is_unwatched else self._game_name)

    @property
    def _unsettled(self) -> bool:
        """Whether the last reading left something open, so that another may help."""
        if self._hands is not None:
            return self._hands.problem is not None
        is_asked = bool(self._game.question) and self._observer.view.has_unnamed
        return self._game.problem is not None or self._game.waits or is_asked

    @property
    def _game_name(self) -> str:
        return READ_AS if self._hands else self._game.played.game.NAME

    def _press(self, button: str) -> None:
        match button:
            case "undo":
                self._handle(Undo("button"))
            case "ok":
                self._observer.request_reading()
            case "back_long":
                self._handle(self._game.same_game())

    def _begin(self, event: NewGame | PlayAgain | Resume | ChangeSeats | KeepScore) -> None:
        check_same_game(event.known, self._game.journal.current())
        at, before = (self._game_name, len(self._game.played.players)), self._observer.reader
        match event:
            case Resume():
                self._game.resume(event.game)
            case PlayAgain():
                self._game.play_again()
            case ChangeSeats():
                self._game.change_seats(event.players, event.by)
            case KeepScore():
                self._game.keep_score(event.on)
            case NewGame():
                self._game.begin(event)
        self._hands, self._reports.once = None, []
        self._take_reader()
        if (self._game_name, len(self._game.played.players)) == at:
            self._reader.lay_as(before)
        self._observer.watch_anew()

    def _change(self, event: Choose | Undo | Correction | Enter) -> None:
        """Apply people's entries and corrections to the record."""
        match event:
            case Choose():
                self._game.choose(event.key, event.by)
                return
            case Enter():
                self._game.enter(event.move, event.by, event.is_result)
            case Undo():
                self._game.undo(event.by)
            case Correction():
                self._game.correct(event)
        self._observer.request_reading()

    def _hear(self, event: MakeCall | WithdrawCall) -> Future[CallMade] | None:
        if isinstance(event, WithdrawCall):
            self._calling.withdraw(event)
            return None
        if self._hands is not None:
            raise Refusal(message("calls.unknown"))
        return self._calling.take(event)

    def _notices(self, by_hand: bool) -> list[Message]:
        """What is said beside the game: troubles as long as they last, and what has just happened."""
        journal, view = self._game.journal, self._observer.view
        of_camera = None if by_hand else self._reports.camera_trouble
        stores = (self._game.pictures.trouble, self._reader.trouble, self.badges.trouble)
        lasting = [journal.trouble, of_camera, *stores, *self._reports.part_troubles(by_hand)]
        notices = [said for said in lasting if said is not None]
        notices += [*journal.notices, *self._game.notices, *self._calling.lasting, *self._reports.once]
        if not by_hand and self._game.problem is None:
            notices += [said for said in view.warnings if said.key in UNREADABLE]
        if self._game.question and view.measured is not None:
            notices += view.measured[1].unsure
        return notices

    def _now(self, serial: int) -> Snapshot:
        by_hand = self._hands is None and self._game.by_hand
        view, reader = self._observer.view, self._observer.reader
        seeing: Seeing = "by_hand" if by_hand else "no_camera" if self._reports.is_blind else view.seeing
        notices = tuple(dict.fromkeys(self._notices(by_hand)))
        if self._hands is None:
            frame = None if reader is None or reader.frame is None else reader.frame.contents
            snapshot = snapshot_of_game(self._game, seeing, self._choices, self.badges, frame)
            snapshot = replace(snapshot, problem=with_also(snapshot.problem, view.warnings))
        else:
            snapshot = snapshot_of_hand(self._hands, self._game, seeing)
        snapshot = replace(snapshot, serial=serial, notices=notices, offered=self._offered)
        trouble = self._trouble
        # After the last move the tiles are put away, so nothing has to be seen.
        is_quiet = self._hands is None and (self._game.is_entered or self._game.played.is_over)
        if trouble is not None and not is_quiet:
            snapshot = replace(snapshot, problem=Problem(trouble))
        if view.closer_by and snapshot.seeing == "still" and not (snapshot.problem or snapshot.choices.question):
            snapshot = replace(snapshot, seeing=view.closer_by)
        return before_closer_look(snapshot, self.snapshot) if view.is_looking_closer else snapshot

    @property
    def _choices(self) -> Choices:
        """What players may enter or call; a question to one of them is asked on his own phone, if that is here."""
        game = self._game
        asked = concerned_seat(game.question)
        is_seated = asked is not None and game.played.players[asked] in self._reports.seated
        calls = () if game.computers or game.is_on_pad else self._calling.seat_calls()
        return Choices(game.question, asked if is_seated else None, game.untold, calls)

    @property
    def _trouble(self) -> Message | None:
        """Why nothing is read, if so; if cards must be taught, or a frame measured, that."""
        if self._observer.reader is None and self._game_name in WITH_TAUGHT_CARDS:
            return message("table.teach_cards_first")
        if self._observer.reader is None and self._game_name in IN_FRAME:
            return message("table.teach_frame_first")
        return self._observer.view.trouble
