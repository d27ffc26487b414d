"""What is remembered of a table between observations, to distinguish news from noise."""

from dataclasses import replace

from device.capture.observation import Observation
from device.games.profile import AnyHabits
from device.games.table_reading import ObservationGap, TableReading
from device.record.pictures import ReadPicture
from device.record.replay import AnyReplay
from device.referee.evidence import Evidence, NoiseMemory
from device.referee.judge import Position, Verdict
from device.referee.new_throw import KnownThrows
from device.referee.outcomes import MORE, NOTHING_MORE, Moved
from device.referee.recorded_order import RecordedOrder
from device.referee.sides import Sides
from engines.vocabulary import FACE_DOWN
from vision.facts import TileFacts, facts_of
from vision.reading import MAX_OPEN_READINGS


class TableMemory:
    """The memory of one table: its noise, who sits where, known throws, and the last observation.

    `reading` is the last observation's by the recorded names of places; `gap` is the unobserved time before it.
    """

    def __init__(self) -> None:
        self.observation: Observation | None = None
        self.reading = TableReading()
        self.gap = ObservationGap()
        self.sides = Sides()
        self._named = TableReading()  # the last reading in the game's terms, by the camera's names of places
        self._is_whole = True  # whether it left nothing open, or was judged again since
        self._entered: frozenset[str] = frozenset()  # places that it left open when people said what happened
        self._noise = NoiseMemory()
        self._order = RecordedOrder()
        self._throws = KnownThrows()

    @property
    def is_fresh(self) -> bool:
        """Whether nothing of the table has been settled yet."""
        return self._noise.is_empty

    @property
    def picture(self) -> ReadPicture | None:
        """The picture of the last observation, to be kept with its reading."""
        if self.observation is None or self.observation.picture is None:
            return None
        return ReadPicture(self.observation.picture, self.observation.reading)

    @property
    def long_unread(self) -> list[str]:
        """The places that no picture has shown for long, and of which people have not said what was done there."""
        left_open = self.reading.left_open
        return [at for at, unread in left_open.items() if unread >= MAX_OPEN_READINGS and at not in self._entered]

    def settle(self, observation: Observation, position: Position) -> Evidence:
        """The evidence of an observation, or again of the last one, without noise and without traces of earlier moves.

        It includes what is known of the time before it, and who has reached over the table.
        """
        is_new = self.observation is None or observation.serial != self.observation.serial
        if is_new:
            self._take(observation, position)
        reading, layout = replace(self._named, gap=self.gap), position.camera_layout
        numbered = position.habits.interpretation.numbered
        if numbered:
            reading = replace(reading, places=self._order.rename(reading.places, layout, numbered))
        self.reading, self._is_whole = reading, not is_new or not reading.left_open
        return Evidence(self._noise.settled(reading.places, layout), reading, layout, self.sides, is_new)

    def _take(self, observation: Observation, position: Position) -> None:
        """Note a new observation, in the game's terms."""
        raw, layout, habits = observation.reading, position.camera_layout, position.habits
        open_up = {place: count for place, count in raw.left_open.items() if layout.get(place) != FACE_DOWN}
        self.gap = self.gap.after(open_up, observation.is_unwatched)
        self.sides = self.sides.after(observation.reached)
        throw = self._throws.new_throw(facts_of(TileFacts, raw.facts).throw)
        reading = TableReading(raw.places, raw.left_open, self.gap, raw.facts, throw)
        self._named = habits.interpretation.named(position.played.now, reading, self.reading)
        self._entered &= raw.left_open.keys()
        self.observation = observation

    def note(self, verdict: Verdict) -> None:
        """Note who has reached over the table, and whether turns may have been made unobserved."""
        self.sides = verdict.sides
        if verdict.is_gap_opened:
            self.gap = self.gap.opened()

    def note_gap(self) -> None:
        """Note that the table is not understood: turns may be made meanwhile."""
        self.gap = self.gap.opened()

    def note_explained(self, position: Position) -> None:
        """Note that the table lies as recorded, unless traceless moves may have led back to it."""
        traceless = position.habits.traceless
        if self._is_whole and (traceless is None or not traceless(position.played.now)):
            self.gap = self.gap.closed()

    def note_moved(self) -> None:
        """Note that the last reading shows the moves recorded now."""
        if self._is_whole:
            self.gap = self.gap.closed()
        self.gap = self.gap.explaining(self.reading.left_open)

    def note_entered(self) -> None:
        """Note that people have entered moves: they know of the places that are open now."""
        self._entered = frozenset(self.reading.left_open)

    def note_answer(self, played: AnyReplay, moved: Moved[object]) -> None:
        """Note which moves people say were made from a position, and whether that was all."""
        self.sides = self.sides.explained_by(played, moved)
        if moved.then == NOTHING_MORE or self._is_whole:
            self.gap = self.gap.closed()
        has_more = moved.then == MORE
        self.gap = replace(self.gap, has_gone_on=has_more, is_unwatched=self.gap.is_unwatched or has_more)
        self.gap = self.gap.explaining(self.reading.left_open)

    def note_throws(self, habits: AnyHabits, moved: Moved[object], is_entered: bool) -> None:
        """Note that the throw of these moves does not belong to the next one; `is_entered`: by people."""
        is_thrown = any(isinstance(move, habits.interpretation.thrown) for move in moved.moves)
        self._throws.settle(is_thrown, is_entered)
        self._drop_throw()

    def keep(self, position: Position) -> None:
        """Remember how the places were read whose content is settled now."""
        self._noise.keep(self.reading.places, position.camera_layout)

    def forget_throws(self) -> None:
        """Count the next reading's throw as known: people have corrected the game, or it is another."""
        self._throws.forget()
        self._drop_throw()

    def forget_noise(self) -> None:
        """Forget the noise: the board was turned."""
        self._noise.forget()
        self._order = RecordedOrder()

    def forget_table(self) -> None:
        """Forget the table: another game is laid."""
        self.forget_throws()
        self.forget_noise()
        self.sides = Sides()

    def forget_observation(self) -> None:
        """Forget the last reading: no camera observes the table, or another game is continued."""
        self.observation, self.reading, self._named = None, TableReading(), TableReading()

    def _drop_throw(self) -> None:
        self._named, self.reading = replace(self._named, throw=None), replace(self.reading, throw=None)
