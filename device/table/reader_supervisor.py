"""Keeps the game on the table read: by a new reader for each game, after each lesson, and when the last one hangs."""

from device.capture.game_reader import GameReader, ReaderOf
from device.capture.table_observer import TableObserver
from device.system.supervision import Backoff
from device.table.events import FindZones, ForgetField, ForgetZones, LayZones, SetField
from device.table.game import BoardGame
from device.table.place_store import PlaceStore
from device.table.zones_of_cards import LaidZones, lay_zones, zones_of, zones_seen
from engines.messages import Message

# After this many consecutive hung readings, a new reader will hang too: then the box should be restarted.
MAX_HANGING = 3


class ReaderSupervisor:
    """Gives the observer its readers, with what people say of places and what the reader before knew of them.

    `reader_of` makes the reader of a game's pictures.
    """

    def __init__(self, game: BoardGame, observer: TableObserver, reader_of: ReaderOf, places: PlaceStore) -> None:
        self._game, self._observer, self._reader_of, self._places = game, observer, reader_of, places
        self._hanging, self._backoff = 0, Backoff()
        self._remember()

    @property
    def trouble(self) -> Message | None:
        """Why the reader's memory is not kept."""
        return self._places.trouble

    @property
    def is_given_up(self) -> bool:
        """Whether too many readers in a row have hung."""
        return self._hanging >= MAX_HANGING

    def take(self, name: str | None) -> None:
        """Read with a new reader of a game's tables from now on; None: with none, since people enter its moves."""
        played = self._game.played
        reader = None if name is None else self._reader_of(name, len(played.players), played.options)
        self._observer.use(reader)
        self._game.read(name is None or reader is not None)
        self._remember()

    def has_read(self) -> None:
        """Note that the reader has not hung."""
        self._hanging, self._backoff = 0, Backoff()

    def wait_s(self) -> float:
        """Note that the reader hangs; returns how long to wait for a new one, which grows each time."""
        self._hanging += 1
        self._observer.request_reading()
        return self._backoff.next_wait_s()

    def place(self, event: SetField | ForgetField | LayZones | ForgetZones | FindZones) -> LaidZones | None:
        """Take from people where the board lies, or piles of cards, or no longer, or say where piles are taken to lie.

        Raises `Refusal`.
        """
        match event:
            case FindZones():
                return zones_seen(zones_of(self._observer.reader), event.size)
            case SetField():
                self._observer.set_field(event.corners, event.width)
            case ForgetField():
                self._observer.forget_field()
            case LayZones():
                lay_zones(zones_of(self._observer.reader), event.middles)
            case ForgetZones():
                zones_of(self._observer.reader).lay_as_proposed()
        self.keep_places(at_once=True)
        self._observer.request_reading()
        return None

    def lay_as(self, before: GameReader | None) -> None:
        """The same game begins anew: piles lie where people have moved them for the reader before."""
        now = self._observer.reader
        if before and now and before.zones and now.zones:
            now.zones.lay_as_before(before.zones)
        self.keep_places(at_once=True)

    def keep_places(self, at_once: bool = False) -> None:
        """Write down what the reader knows of places; what has only shifted is written now and then, or `at_once`."""
        reader = self._observer.reader
        if reader is not None and reader.memory is not None:
            self._places.keep(self._game.played.number, reader.memory.memory(), at_once)

    def _remember(self) -> None:
        """Let a new reader go on with what the one before knew of this game's places."""
        reader = self._observer.reader
        if reader is not None and reader.memory is not None:
            self._places.restore(self._game.played.number, reader.memory.remember)
