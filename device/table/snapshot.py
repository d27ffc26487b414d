"""What the live table reports to everybody who listens: one frozen value with all that may be known now."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from device.calls.events import SeatCall
from device.capture.table_view import Seeing
from device.config.players import Badge
from device.drop_it.frame_contents import FrameContents
from device.games.march import March
from device.hands.check import AnswerWithTiles
from device.record.replay import MoveLine
from device.referee.choices import Choice
from device.referee.outcomes import Problem
from device.table.events import NewGame
from engines.contract import Prompt, Standing
from engines.messages import Message


@dataclass(frozen=True)
class Snapshot:
    """The table at one moment."""

    serial: int  # grows by one with every snapshot of a running box
    game: str
    players: tuple[str, ...]
    prompts: tuple[Prompt, ...]
    standings: tuple[Standing, ...]
    layout: Mapping[str, str]  # what must lie at each place now: a face, `"up"` (any face), `"back"` or `"empty"`
    moves: tuple[MoveLine, ...]
    over: bool
    seeing: Seeing
    turn: int = 0  # clockwise quarters by which the game's own names of squares are turned as the camera sees them
    last_places: tuple[str, ...] = ()
    problem: Problem | None = None  # what is wrong with the table
    notices: tuple[Message, ...] = ()
    hand: AnswerWithTiles | None = None  # the last hand of Galaxy Jarapon that was shown to the camera
    question: tuple[Choice, ...] = ()  # one of these has happened, and the camera cannot see which
    untold: tuple[Choice, ...] = ()  # what players may enter at any time, since the camera cannot see it
    calls: tuple[SeatCall, ...] = ()  # what each player may call, and why not
    scores: tuple[tuple[int, tuple[int, ...]], ...] = ()  # each number of moves after which they changed (0: the start)
    owners: Mapping[str, int] = field(default_factory=dict)  # seats by place, in games whose pieces may look alike
    state: object = None  # the game's own state as everybody at the table may know it (`view(…, None)`)
    before: object = None  # the same before the last line of the record; None where there is none
    known: int = 0  # number of the journal's last entry of the game: grows with whatever becomes of the record
    offered: tuple[str, ...] = ()  # games that can be begun at once with usual players and options: the demo table's
    # What `PlayAgain` begins: the game that is over, or before a first move the one that was played last. None while a
    # game is played, and where that one is on the table already.
    again: NewGame | None = None
    question_to: int | None = None  # the seat whose player's own phone shows the question; None: everybody is asked
    badges: tuple[Badge, ...] = ()  # by seat
    march: March | None = None  # where the campaign stands of which this is a leg
    computers: tuple[str, ...] = ()  # where the box deals: the strength of each computer player by seat, "" for people
    seated: tuple[int, ...] = ()  # where the box deals: seats that phones hold
    frame: FrameContents | None = None  # a frame of Drop It as its camera sees it

    @property
    def by_hand(self) -> bool:
        """Whether people enter the moves, since no camera watches this game."""
        return self.seeing == "by_hand"

    @property
    def problem_places(self) -> tuple[str, ...]:
        """Where anything is wrong."""
        return () if self.problem is None else self.problem.places
