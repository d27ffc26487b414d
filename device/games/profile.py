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
class Habits(Generic[State, Move]):
    """What a camera cannot see of a game: moves that nobody announces, that are entered by hand, or never taken back.

    `assumed`: kinds of moves that may leave the table as it is and that nobody announces, so that the referee thinks of
    them when it looks for what came after; but not in a state that is in `told_in`: there people must say so. `steps`:
    how many visible moves may have been missed. `counted`: kinds that repeat the move before them without a trace, so
    that it is asked how many there were. `taken_back`: whether a table as it was before means that moves were taken
    back; where moves turn tiles up that everybody has seen then, they stay. `confirmed`: whether what leads from one
    state to another is so grave, or so little of it is seen at these places, that people are asked even if nothing else
    explains the picture. `read`: moves that only a reading can name, such as a hand laid open, or which tile a captured
    one was (by the game's own names of places), each with those that it shows to have been made before. `touches`:
    places that a move changes, in a game with so many moves that only those are thought of of which one of these has
    changed. `changes`: how many places a visible move changes at most, but for a new deal, where that is known.
    `numbered`: how names of places begin whose numbers the camera gives as tiles appear. `thrown`: kinds of moves that
    a die shows. `named`: a reading's places as the game means them, in the light of a state and of the places of the
    reading before: a finished building pile that nobody has taken off yet is none. `shows_options`: whether the first
    move may show options that nobody has entered.
    `amiss`: what is to be said of a table before anything else, and at which places, since it is no state of the game.
    `read_only`: kinds of moves that only a reading names (`read`), and that are never thought of to explain one.
    `covered`: kinds of moves whose traces others may cover; with some, people are asked for the first of more missed
    moves than are thought of, as far as the table shows what it may have been. `traceless`: whether turns that leave no
    trace may have been made from a state on, so that people are asked what has happened while the table was not
    watched, or not understood; None where every turn leaves one. `depends`: whether a place that a reading leaves open
    may tell that these moves were others, or made by others: then people are asked.
    """

    assumed: tuple[type, ...] = ()
    told_in: Callable[[State], bool] = _never
    steps: int = 2
    counted: tuple[type, ...] = ()
    taken_back: bool = True
    confirmed: Callable[[State, State, TableReading], bool] = _never
    read: Callable[[State, TableReading], Iterable[Sequence[Move]]] = _nothing
    touches: Callable[[State, Move], Collection[str]] = _nothing
    changes: float = inf
    numbered: str = ""
    thrown: tuple[type, ...] = ()
    named: Callable[[State, TableReading, TableReading], TableReading] = lambda _state, reading, _before: reading
    shows_options: bool = True
    amiss: Callable[[State, TableReading], tuple[Message, Sequence[str]] | None] = lambda _state, _reading: None
    read_only: tuple[type, ...] = ()
    covered: tuple[type, ...] = ()
    traceless: Callable[[State], bool] | None = None
    depends: Callable[[State, Sequence[Move], Container[str]], bool] = lambda _state, _moves, _left_open: False

    def assumes(self, state: State, move: Move) -> bool:
        """Whether a move may have been made in a state without anybody announcing it."""
        return isinstance(move, self.assumed) and not self.told_in(state)


@dataclass(frozen=True)
class CallKind(Generic[State, Move]):
    """A call that a game knows, by its `name`.

    `is_call`: whether a move is this call of a seat. `belongs`: whether a move follows from it, such as the tiles laid
    open for a pon. `refused`: why the rules do not allow it, as far as everybody can see. `about`: what is called.
    `announces` a move that is still to come, which the camera sees: the call itself is no move.
    """

    name: str
    is_call: Callable[[Move, int], bool]
    belongs: Callable[[Move, int], bool]
    refused: Callable[[State, int], Message | None]
    about: Callable[[State, int], Message]
    announces: bool = False


@dataclass(frozen=True)
class Filming(Generic[State, Move]):
    """How the simulator lays a game and films it, for the demo table and for measuring.

    `lay`: where a place lies. `more`: what people lay as the set-up says where the layout says nothing, or leaves it
    open. `sheet`: what is printed there, `"grid"` or `"stars"`. `options`: those of a filmed game. `shown_hand`: the
    tiles of the hand that lies open. `is_typed`: whether a recorded move lacks tiles that people type in, given the
    move that was made. `renumbered`: the two numbers, made and recorded, by which a tile goes that the camera numbers
    as it finds it. `turned`: a move as it is named on a board that lies turned by clockwise quarters, where any turn is
    allowed. `pips`: the number that a die shows after a move; none where it is no throw. `heaps`: the cards that lie at
    each place, the lowest first. `says`: whether a recorded move, the second, is what was made as far as it says it.
    """

    lay: Laying = on_squares
    more: Callable[[State], Layout] = _nowhere
    sheet: str = "grid"
    options: Mapping[str, Fact] = field(default_factory=dict)
    shown_hand: Callable[[State], Sequence[str]] = lambda _state: ()
    is_typed: Callable[[Move, Move], bool] = _never
    renumbered: Callable[[Move, Move], tuple[int, int] | None] = lambda _made, _recorded: None
    turned: Callable[[Move, int], Move] | None = None
    pips: Callable[[Move], int | None] = lambda _move: None
    heaps: Callable[[State], Mapping[str, Sequence[str]]] = lambda _state: {}
    says: Callable[[Move, Move], bool] = eq


@dataclass(frozen=True)
class Campaigns(Generic[State]):
    """How campaigns of a game go. They are played in legs, each a game of the journal (`device.record.entries`).

    `chosen`: whether the options of a game ask for one. `first`: what the option `leg` is in the first leg. `carried`:
    the same in the leg that follows a state, none as long as its own is not over, and where the campaign has ended.
    `march`: where the campaign of a state stands on a route, None for a game that is none; with the number in the
    journal of its first leg.
    """

    chosen: Callable[[Mapping[str, Fact]], bool]
    first: str
    carried: Callable[[State], str | None]
    march: Callable[[State, Route, int], March | None]


@dataclass(frozen=True)
class Profile(Generic[State, Move]):
    """All that is special about watching one game, in one object.

    `diagram`: which of the page's diagrams draws it (`web.diagrams.plans`); a state of a game of cards by its
    `card_table`, in a language. `piece`: how the pieces of a hand are drawn, `"card"` or `"number"`; none for tiles.
    `form`: by which form a legal move is entered, the same for all that it stands for; None for one of a list.
    `arrangement`: how its tiles or cards are laid and read; None for a game that the camera does not follow, which is
    known by its rules alone.
    `seats_around`: players are named in the order in which they sit round the table.
    `sides_of_seats`: the side of the table (0 to 3) of each of so many players, where places go by sides. `sides`: the
    side of a tile, `"up"` or `"back"`, that is drawn beside a player's name, by the reason of his score that says it is
    his. `settled`: what a move between two states has settled within a match (a hand or a game: what it was worth, and
    who pays whom). `fixed_rules`: rules that people ask about and that are no options, told where these are chosen;
    their texts are `NAME.fixed.RULE`. `hand`: what a player holds in a state as he knows it, `own_faces`: what
    lies hidden from others at places of the table. `is_dealt`: the box can
    deal the game, so that computer players fill empty seats, and phones show all that a player knows alone.
    `campaigns`: how they go, where it has them.

    >>> from device.games.listing import profile_of
    >>> profile_of("reversi").diagram, profile_of("reversi").is_watched
    ('squares', True)
    """

    game: Game[State, Move]
    diagram: str
    arrangement: Arrangement | CardArrangement | FrameArrangement | None = None
    seats_around: bool = False
    sides_of_seats: Callable[[int], Sequence[int]] = _nothing
    habits: Habits[State, Move] = field(default_factory=Habits)
    calls: tuple[CallKind[State, Move], ...] = ()
    filming: Filming[State, Move] = field(default_factory=Filming)
    sides: Mapping[str, str] = field(default_factory=dict)
    settled: Callable[[State, State], Sequence[Message]] = _nothing
    fixed_rules: tuple[str, ...] = ()
    hand: Callable[[State, int], Sequence[str]] = _nothing
    own_faces: Callable[[State, int], Mapping[str, str]] = lambda _state, _seat: {}
    card_table: Callable[[State, str], CardTable] | None = None
    piece: Literal["", "card", "number"] = ""
    form: Callable[[State, Move, str], MoveForm | None] = lambda _state, _move, _language: None
    is_dealt: bool = True
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
