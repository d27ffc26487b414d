"""What the live table reports to everybody who listens: one frozen value with all that may be known now."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from device.calls.events import SeatCall
from device.capture.table_view import Seeing
from device.config.players import Badge
from device.drop_it.frame_seen import FrameSeen
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
    """The table at one moment.

    `serial` grows by one with every snapshot of a running box. `layout` gives each place what must lie there now: a
    face, `"up"` (any face), `"back"` or `"empty"`. `turn` is by how many clockwise quarters the game's own names of
    squares are turned as the camera sees them. `problem` says what is wrong with the table. `question`: one of these
    has happened and the camera cannot see which. `untold`: what players may enter at any time since the camera cannot
    see it. `calls`: what each player may call, and why not. `hand` is the last hand of Galaxy Jarapon that was shown to
    the camera, as `jarapon hand --json` answers, with its `tiles`.
    `owners` gives the places with pieces of a player his seat, in games in which all pieces may look alike.
    `state` is the game's own state as everybody at the table has seen it (`view(…, None)`), `before` the same before
    the last line of the record, None where there is none.
    `scores` is the score over time: numbers of moves after which it was another one, 0 for the start, with everybody's.
    `offered` are games that can be begun at once, with players and options that are usual: those of the demo table.
    `known` is the number of the journal's last entry of the game: it grows with whatever becomes of the record.
    `again` is what `PlayAgain` begins: the game that is over, or before a first move the one that was played last; None
    while a game is played, and where that one is on the table already.
    `question_to`: the seat of the player whom the question concerns, whose own phone shows the table and asks it; None
    where everybody is asked. `march`: where the campaign stands of which this is a leg. `badges`: by which colour and
    tile each player at the table is known, by seat. `computers`: where the box deals, the strength of each computer
    player by seat, nothing for people. `seated`: whose seats are held by phones there. `frame`: a frame of Drop It as
    its camera sees it.
    """

    serial: int
    game: str
    players: tuple[str, ...]
    prompts: tuple[Prompt, ...]
    standings: tuple[Standing, ...]
    layout: Mapping[str, str]
    moves: tuple[MoveLine, ...]
    over: bool
    seeing: Seeing
    turn: int = 0
    last_places: tuple[str, ...] = ()
    problem: Problem | None = None
    notices: tuple[Message, ...] = field(default=())
    hand: AnswerWithTiles | None = None
    question: tuple[Choice, ...] = ()
    untold: tuple[Choice, ...] = ()
    calls: tuple[SeatCall, ...] = ()
    scores: tuple[tuple[int, tuple[int, ...]], ...] = ()
    owners: Mapping[str, int] = field(default_factory=dict)
    state: object = None
    before: object = None
    known: int = 0
    offered: tuple[str, ...] = ()
    again: NewGame | None = None
    question_to: int | None = None
    badges: tuple[Badge, ...] = ()
    march: March | None = None
    computers: tuple[str, ...] = ()
    seated: tuple[int, ...] = ()
    frame: FrameSeen | None = None

    @property
    def by_hand(self) -> bool:
        """Whether people enter the moves, since no camera watches this game."""
        return self.seeing == "by_hand"

    @property
    def problem_places(self) -> tuple[str, ...]:
        """Where anything is wrong."""
        return () if self.problem is None else self.problem.places
