"""What the live table publishes to every listener: one frozen value of everything that may be known now."""

from dataclasses import dataclass

from device.calls.events import SeatCall
from device.capture.table_view import Seeing
from device.config.players import Badge
from device.games.march import March
from device.hands.check import AnswerWithTiles
from device.record.replay import MoveLine
from device.referee.choices import Choice
from device.referee.outcomes import Problem
from device.table.events import NewGame
from device.table.game_view import GameView
from engines.messages import Message


@dataclass(frozen=True)
class Choices:
    """What players may enter or call now."""

    question: tuple[Choice, ...] = ()  # one of these has happened, and the camera cannot see which
    question_to: int | None = None  # the seat whose player's own phone shows the question; None: everybody is asked
    untold: tuple[Choice, ...] = ()  # what players may enter at any time, since the camera cannot see it
    calls: tuple[SeatCall, ...] = ()  # what each player may call, and why not


@dataclass(frozen=True)
class Seats:
    """The seats of the table."""

    badges: tuple[Badge, ...] = ()  # by seat
    computers: tuple[str, ...] = ()  # where the box deals: the strength of each computer player by seat, "" for people
    held: tuple[int, ...] = ()  # where the box deals: seats that phones hold
    can_change: bool = False  # whether players may still sit in another order


@dataclass(frozen=True)
class Snapshot:
    """The live table at one moment."""

    view: GameView
    seeing: Seeing
    serial: int = 0  # increases by one with every snapshot of a running box
    moves: tuple[MoveLine, ...] = ()  # the whole record in words
    scores: tuple[tuple[int, tuple[int, ...]], ...] = ()  # each number of moves after which they changed (0: the start)
    known: int = 0  # number of the game's last journal entry: increases with every change of the record
    problem: Problem | None = None  # what is wrong with the table
    notices: tuple[Message, ...] = ()
    hand: AnswerWithTiles | None = None  # the last hand of Galaxy Jarapon that was shown to the camera
    choices: Choices = Choices()
    seats: Seats = Seats()
    march: March | None = None  # where the campaign stands of which this is a leg
    offered: tuple[str, ...] = ()  # games that can be begun at once with usual players and options: the demo table's
    # What `PlayAgain` begins: the game that is over, or where the box itself has put a game on the table and nobody has
    # played it, the one that was played last. None where people have begun a game, and where that one is on the table.
    again: NewGame | None = None
    pad: bool = False  # people enter results alone

    @property
    def by_hand(self) -> bool:
        """Whether people enter the moves, since no camera watches this game."""
        return self.seeing == "by_hand"

    @property
    def problem_places(self) -> tuple[str, ...]:
        """The places where anything is wrong."""
        return () if self.problem is None else self.problem.places
