"""What a profile is made of: all that is special about watching one game, and how it is drawn.

The rules are the engines'. A profile says how people play by them at a table with a camera: how the tiles are laid and
read, what nobody announces, what is a call, how many moves may be missed, how the page draws the table, and how the
simulator lays and films it. All lists of games are derived from the profiles (`device.games.listing`).
"""

from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import inf
from operator import eq
from typing import Any, Generic, Literal, TypeAlias

from device.drop_it.frame_table import FrameArrangement
from device.games.card_table import CardTable
from device.games.march import March
from device.games.move_form import MoveForm
from device.games.table_reading import TableReading
from engines.contract import Game, IllegalMove, Move, State
from engines.messages import Fact, Message
from engines.stop.route import Route
from engines.vocabulary import EMPTY, Layout
from vision.card_table_reader import CardArrangement
from vision.facts import Probabilities
from vision.places.base import Arrangement
from vision.places.laying import Laying, on_squares

# The likelihood from which on a face counts as read, where no rule would settle which it is.
READ = 0.95


def _nothing(*_: object) -> tuple[()]:
    return ()


def _nowhere(_: object) -> Layout:
    return {}


def _never(*_: object) -> bool:
    return False


@dataclass(frozen=True)
class Interpretation(Generic[State, Move]):
    """How readings are understood in the terms of a game."""

    # The reading as the game means it, in the light of a state and of the reading before: a finished building pile that
    # nobody has taken off yet is none.
    named: Callable[[State, TableReading, TableReading], TableReading] = lambda _state, reading, _before: reading
    # How names of places begin whose numbers the camera gives as tiles appear.
    numbered: str = ""
    # Moves that only a reading can name, such as a hand laid open, or which piece a captured one was (by the game's own
    # names of places), each with those that it shows to have been made before.
    read: Callable[[State, TableReading], Iterable[Sequence[Move]]] = _nothing
    # Kinds of moves that only `read` names: they are never considered to explain a reading.
    read_only: tuple[type, ...] = ()
    # Kinds of moves that a die shows.
    thrown: tuple[type, ...] = ()
    # What is wrong with a table that is no state of the game, and at which places; said before anything else.
    fault: Callable[[State, TableReading], tuple[Message, Sequence[str]] | None] = lambda _state, _reading: None


@dataclass(frozen=True)
class Habits(Generic[State, Move]):
    """How people play a game at a table: what they do not announce, and what a camera cannot see of it."""

    # -- Moves that nobody announces, and that leave little to see

    # Kinds of moves that may leave the table as it is and that nobody announces, so that the referee considers them
    # when it looks for what came after.
    assumed: tuple[type, ...] = ()
    # Whether they are announced in a state, so that people must enter them there.
    announced_in: Callable[[State], bool] = _never
    # How many visible moves may have been missed.
    steps: int = 2
    # Kinds that repeat the move before them without a trace, so that it is asked how many there were.
    counted: tuple[type, ...] = ()
    # A table as it was before means that moves were taken back. Where moves turn pieces up for all to see, they stay.
    taken_back: bool = True
    # Whether turns that leave no trace may have been made from a state on, so that people are asked what has happened
    # while the table was not observed, or not understood. None where every turn leaves one.
    traceless: Callable[[State], bool] | None = None
    # Kinds whose traces others may cover. With some, people are asked for the first of more missed moves than are
    # considered, as far as the table shows what it may have been.
    covered: tuple[type, ...] = ()
    # The first move may show options that nobody has entered.
    shows_options: bool = True

    # -- Bounds of the search for what has happened

    # Places that a move changes; used to prune moves that nothing in the picture supports.
    touches: Callable[[State, Move], Collection[str]] = _nothing
    # How many places a visible move changes at most, but for a new deal, where that is known.
    changes: float = inf

    # -- When people are asked

    # Whether what leads from one state to another is so grave, or so little of it is visible in a reading, that people
    # are asked even if nothing else explains the picture.
    confirmed: Callable[[State, State, TableReading], bool] = _never
    # Whether a place that a reading leaves open may tell that these moves were others, or made by others: then people
    # are asked.
    depends: Callable[[State, Sequence[Move], Container[str]], bool] = _never

    interpretation: Interpretation[State, Move] = field(default_factory=Interpretation)

    def assumes(self, state: State, move: Move) -> bool:
        """Whether a move may have been made in a state without anybody announcing it."""
        return isinstance(move, self.assumed) and not self.announced_in(state)


@dataclass(frozen=True)
class CallKind(Generic[State, Move]):
    """A call that a game knows."""

    name: str
    # Whether a move is this call of a seat.
    is_call: Callable[[Move, int], bool]
    # Whether a move follows from it, such as the tiles laid open for a pon.
    belongs: Callable[[Move, int], bool]
    # Why the rules do not allow it, as far as everybody can see.
    refused: Callable[[State, int], Message | None]
    # What is called, in words.
    about: Callable[[State, int], Message]
    # It announces a move that is still to come, which the camera sees: the call itself is no move.
    announces: bool = False


@dataclass(frozen=True)
class Filming(Generic[State, Move]):
    """How the simulator lays a game and films it, for the demo table and for measuring."""

    # Where a place lies.
    lay: Laying = on_squares
    # What people lay as the set-up says where the layout says nothing, or leaves it open.
    more: Callable[[State], Layout] = _nowhere
    # What is printed on the sheet, `"grid"` or `"stars"`.
    sheet: str = "grid"
    # The options of a filmed game.
    options: Mapping[str, Fact] = field(default_factory=dict)
    # The tiles of the hand that lies open.
    shown_hand: Callable[[State], Sequence[str]] = lambda _state: ()
    # Whether a recorded move lacks tiles that people type in, given the move that was made.
    is_typed: Callable[[Move, Move], bool] = _never
    # The two numbers, made and recorded, by which a tile goes that the camera numbers as it finds it.
    renumbered: Callable[[Move, Move], tuple[int, int] | None] = lambda _made, _recorded: None
    # A move as it is named on a board that lies turned by clockwise quarters, where any turn is allowed.
    turned: Callable[[Move, int], Move] | None = None
    # The number that a die shows after a move; None where it is no throw.
    pips: Callable[[Move], int | None] = lambda _move: None
    # The cards that lie at each place, the lowest first.
    heaps: Callable[[State], Mapping[str, Sequence[str]]] = lambda _state: {}
    # Whether a recorded move, the second, is what was made as far as it says it.
    says: Callable[[Move, Move], bool] = eq


@dataclass(frozen=True)
class Campaigns(Generic[State]):
    """How campaigns of a game go. They are played in legs, each a game of the journal (`device.record.entries`)."""

    # Whether the options of a game ask for one.
    chosen: Callable[[Mapping[str, Fact]], bool]
    # What the option `leg` is in the first leg.
    first: str
    # The same in the leg that follows a state; None as long as its own is not over, and where the campaign has ended.
    carried: Callable[[State], str | None]
    # Where the campaign of a state stands on a route, with the number in the journal of its first leg; None for a game
    # that is none.
    march: Callable[[State, Route, int], March | None]


@dataclass(frozen=True)
class Drawing(Generic[State]):
    """How the page draws a game."""

    # Which of its diagrams draws the table (`web.diagrams.plans`).
    diagram: str
    # What a diagram of cards draws of a state, in a language.
    card_table: Callable[[State, str], CardTable] | None = None
    # How the pieces of a hand are drawn; tiles need no word for it.
    piece: Literal["", "card", "number"] = ""
    # The side of a tile, `"up"` or `"back"`, that is drawn beside a player's name, by the reason of his score that says
    # it is his.
    sides: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Profile(Generic[State, Move]):
    """All that is special about watching one game, in one object.

    >>> from device.games.listing import profile_of
    >>> profile_of("reversi").drawing.diagram, profile_of("reversi").is_watched
    ('squares', True)
    """

    game: Game[State, Move]
    drawing: Drawing[State]
    # How its tiles or cards are laid and read; None for a game that the camera does not follow, which is known by its
    # rules alone.
    arrangement: Arrangement | CardArrangement | FrameArrangement | None = None
    # Players are named in the order in which they sit round the table.
    seats_around: bool = False
    # The side of the table (0 to 3) of each of so many players, where places go by sides.
    sides_of_seats: Callable[[int], Sequence[int]] = _nothing
    habits: Habits[State, Move] = field(default_factory=Habits)
    calls: tuple[CallKind[State, Move], ...] = ()
    filming: Filming[State, Move] = field(default_factory=Filming)
    # What a move between two states has settled within a match: what a hand or a game was worth, and who pays whom.
    settled: Callable[[State, State], Sequence[Message]] = _nothing
    # Rules that people ask about and that are no options, explained where these are chosen; their texts are
    # `NAME.fixed.RULE`.
    fixed_rules: tuple[str, ...] = ()
    # What a player holds in a state as he knows it.
    hand: Callable[[State, int], Sequence[str]] = _nothing
    # What lies hidden from others at places of the table, as a player knows it.
    own_faces: Callable[[State, int], Mapping[str, str]] = lambda _state, _seat: {}
    # The form by which a legal move is entered in a language, the same for all that it stands for; None for one of a
    # list.
    form: Callable[[State, Move, str], MoveForm | None] = lambda _state, _move, _language: None
    # The box can deal the game, so that computer players fill empty seats, and phones show what a player alone knows.
    is_dealt: bool = True
    # How its campaigns go, where it has them.
    campaigns: Campaigns[State] | None = None

    def march(self, state: State, route: Route, first_leg: int = 0) -> March | None:
        """Where the campaign of a state stands; None for a game that is none."""
        return None if self.campaigns is None else self.campaigns.march(state, route, first_leg)

    @property
    def is_watched(self) -> bool:
        """Whether the camera follows this game."""
        return self.arrangement is not None

    @property
    def cards(self) -> CardArrangement | None:
        """How its cards are laid; None for a game of tiles, and for one that the camera does not follow."""
        return self.arrangement if isinstance(self.arrangement, CardArrangement) else None

    def call(self, name: str) -> CallKind[State, Move] | None:
        """The call of this name, if the game knows one."""
        return next((kind for kind in self.calls if kind.name == name), None)

    def lists(self, state: State, kind: CallKind[State, Move], seat: int) -> bool:
        """Whether the rules allow a player a call now.

        Before an announced move he may have done what nobody announces, such as drawing a tile: the box sees that only
        with the discard that follows.
        """
        listed = self._moves(state)
        if any(kind.is_call(move, seat) for move in listed):
            return True
        assumed = self.habits.assumed if kind.announces else ()
        before = [move for move in listed if isinstance(move, assumed) and self.game.mover(state, move) == seat]
        return any(kind.is_call(move, seat) for first in before for move in self._moves(self.game.play(state, first)))

    @cached_property
    def _moves(self) -> Callable[[State], Sequence[Move]]:
        """The moves of a position, which is asked about for every seat and call."""
        return lru_cache(maxsize=8)(self.game.moves)


AnyHabits: TypeAlias = Habits[Any, Any]
AnyProfile: TypeAlias = Profile[Any, Any]


def refusal_of(game: Game[State, Move], state: State, move: Move) -> Message | None:
    """Why the rules refuse a move, if they do."""
    try:
        game.play(state, move)
    except IllegalMove as refused:
        return refused.said
    return None


def likeliest_face(likely: Probabilities) -> str:
    """The likeliest face of a place at which something lies; none where that shows none."""
    return max((face for face in likely if face != EMPTY), key=lambda face: likely[face], default="")


def face_read(likely: Probabilities) -> str:
    """The face that a place shows with a likelihood of at least `READ`; none below it, or where it was not read."""
    face = max(likely, key=lambda one: likely[one], default="")
    return face if likely and likely[face] >= READ else ""
