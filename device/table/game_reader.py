"""What reads the game on the table: a new reader for each game, after each lesson, and where the last one hangs."""

from collections.abc import Callable

from device.drop_it.frame_table import FrameTable
from device.system.supervision import Backoff
from device.table.events import ForgetField, ForgetZones, LayZones, SetField
from device.table.frame_gate import FrameGate, Reader
from device.table.game import BoardGame
from device.table.place_store import PlaceStore
from device.table.zones_of_cards import lay_as_before, lay_zones, places_of
from engines.drop_it.judging import SHAPE
from vision.card_table_reader import CardTableReader
from vision.places.base import Remembering

# After so many readings in a row that hung, a new reader will hang too: then the box should be started anew.
MOST_HANGING = 3


class GameReader:
    """The frame gate's reader: it is told what people say of places, and what the one before knew of them is kept.

    `reader_of` gives the reader of a game's pictures, None as long as something must be taught first.
    """

    def __init__(
        self, game: BoardGame, gate: FrameGate, reader_of: Callable[[str], Reader | None], places: PlaceStore
    ) -> None:
        self._game, self._gate, self._reader_of, self._places = game, gate, reader_of, places
        self._hanging, self._backoff = 0, Backoff()
        self._remember()

    @property
    def is_given_up(self) -> bool:
        """Whether one reader after another has hung."""
        return self._hanging >= MOST_HANGING

    def take(self, name: str | None) -> None:
        """Read with a new reader of a game's tables from now on; None: with none, since people enter its moves."""
        reader = self._gate.reader = None if name is None else self._reader_of(name)
        self._game.read(name is None or reader is not None)
        self._remember()

    def has_read(self) -> None:
        """The reader has not hung."""
        self._hanging, self._backoff = 0, Backoff()

    def wait_s(self) -> float:
        """The reader hangs: how long to wait before a new one reads, which grows each time."""
        self._hanging += 1
        self._gate.request_reading()
        return self._backoff.next_wait_s()

    def place(self, event: SetField | ForgetField | LayZones | ForgetZones) -> None:
        """Take from people where the board lies, or piles of cards, or no longer; raises `Refusal`."""
        match event:
            case SetField():
                self._gate.set_field(event.corners, event.width)
            case ForgetField():
                self._gate.forget_field()
            case LayZones():
                lay_zones(self._gate.reader, event.middles)
            case ForgetZones():
                places_of(self._gate.reader).lay_as_proposed()
        self.keep_places(at_once=True)
        self._gate.request_reading()

    def lay_as(self, before: Reader | None) -> None:
        """The same game begins anew: piles lie where people have moved them for the reader before."""
        lay_as_before(before, self._gate.reader)
        self.keep_places(at_once=True)

    def keep_places(self, at_once: bool = False) -> None:
        """Write down what the reader knows of places; what has only shifted is written now and then, or `at_once`."""
        if isinstance(self._gate.reader, Remembering):
            self._places.keep(self._game.played.number, self._gate.reader.memory(), at_once)

    def _remember(self) -> None:
        """Let a new reader go on with what the one before knew of this game's places, and know how many play."""
        reader, played = self._gate.reader, self._game.played
        if isinstance(reader, CardTableReader):
            reader.places.seats = len(played.players)
        if isinstance(reader, FrameTable):
            reader.edges_by = str(played.options.get("edges", SHAPE))
        if isinstance(reader, Remembering):
            self._places.restore(played.number, reader.remember)
