"""The profile of a game: everything specific to watching and drawing it.

The engines define the rules. A profile defines how people play by them at a table with a camera: how tiles are laid and
read, what nobody announces, which calls there are, how many moves may be missed, how the page draws the table, and how
the simulator lays and films it. All lists of games are derived from the profiles (`device.games.listing`).
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
from engines.messages import Fact, Message, message
from engines.stop.route import Route
from engines.tally import Equipment
from engines.vocabulary import EMPTY, Layout
from vision.card_table_reader import CardArrangement
from vision.facts import Probabilities
from vision.places.base import Arrangement
from vision.places.laying import Laying, on_squares

# Minimum likelihood for a face to count as read where no rule would settle it.
READ = 0.95


def _nothing(*_: object) -> tuple[()]:
    return ()


def _nowhere(_: object) -> Layout:
    return {}


def _never(*_: object) -> bool:
    return False


def _before_first_move(_state: object, moves: Sequence[Move], _order: Sequence[int]) -> Sequence[Move] | None:
    return None if moves else ()


@dataclass(frozen=True)
class Interpretation(Generic[State, Move]):
    """How readings are interpreted in the terms of a game."""

    # The reading in the game's terms, given a state and the previous reading: a finished building pile that nobody has
    # taken off yet counts as empty.
    named: Callable[[State, TableReading, TableReading], TableReading] = lambda _state, reading, _before: reading
    # Prefix of the places that the camera numbers in the order in which tiles appear.
    numbered: str = ""
    # Moves that only a reading can name, such as a hand laid open or the identity of a captured piece (places by the
    # game's names), each with the moves that it shows to have been made before.
    read: Callable[[State, TableReading], Iterable[Sequence[Move]]] = _nothing
    # Kinds of moves that only `read` names; the referee does not consider them otherwise.
    read_only: tuple[type, ...] = ()
    # Kinds of moves that a die shows.
    thrown: tuple[type, ...] = ()
    # What is wrong with a table that is no state of the game, and at which places; reported before anything else.
    fault: Callable[[State, TableReading], tuple[Message, Sequence[str]] | None] = lambda _state, _reading: None


@dataclass(frozen=True)
class Habits(Generic[State, Move]):
    """How people play a game at a table: what they do not announce, and what a camera cannot see of it."""

    # -- Moves that nobody announces, and that leave little to see

    # Kinds of moves that may leave the table unchanged and that nobody announces. The referee considers them between
    # visible moves.
    assumed: tuple[type, ...] = ()
    # Whether they are announced in a state, so that people must enter them there.
    announced_in: Callable[[State], bool] = _never
    # Maximum number of visible moves that may have been missed.
    steps: int = 2
    # Kinds that repeat the previous move without a trace, so that people are asked how many there were.
    counted: tuple[type, ...] = ()
    # Whether an earlier layout means that moves were taken back. Not where moves turn pieces up for all to see.
    taken_back: bool = True
    # Whether traceless turns may have been made since a state, so that people are asked what happened while the table
    # was not observed or not understood. None where every turn leaves a trace.
    traceless: Callable[[State], bool] | None = None
    # Kinds whose traces later moves may cover. If any, people are asked for the first of more missed moves than are
    # considered, as far as the table shows what it may have been.
    covered: tuple[type, ...] = ()
    # Whether the first move may show options that nobody has entered.
    shows_options: bool = True

    # -- Bounds of the search for what has happened

    # Places that a move changes; used to prune moves that nothing in the picture supports.
    touches: Callable[[State, Move], Collection[str]] = _nothing
    # Maximum number of places that a visible move changes, other than a new deal, where known.
    changes: float = inf

    # -- When people are asked

    # Whether a transition between two states is so grave, or so little of it is visible in the reading, that people are
    # asked even if nothing else explains the picture.
    confirmed: Callable[[State, State, TableReading], bool] = _never
    # Whether an open place of a reading may show that these moves were others, or made by other players; then people
    # are asked.
    depends: Callable[[State, Sequence[Move], Container[str]], bool] = _never

    interpretation: Interpretation[State, Move] = field(default_factory=Interpretation)

    def assumes(self, state: State, move: Move) -> bool:
        """Whether a move may have been made in a state without an announcement."""
        return isinstance(move, self.assumed) and not self.announced_in(state)


@dataclass(frozen=True)
class CallKind(Generic[State, Move]):
    """A kind of call that a game has."""

    name: str
    # Whether a move is this call, made by a seat.
    is_call: Callable[[Move, int], bool]
    # Whether a move belongs to the call, such as the tiles laid open for a pon.
    belongs: Callable[[Move, int], bool]
    # Why the rules refuse it to a seat, as far as everybody can see; None if they allow it.
    refused: Callable[[State, int], Message | None]
    # Description of what is called.
    about: Callable[[State, int], Message]
    # Whether it announces a later move that the camera sees; the call itself is no move.
    announces: bool = False
    # Whether an announcement takes the last discard, so that others may be earlier, and it ends with the next move.
    takes: bool = False
    # Whether others may make it as well, as far as the rules allow; else only whoever is first.
    is_shared: bool = False


@dataclass(frozen=True)
class Filming(Generic[State, Move]):
    """How the simulator lays a game and films it, for the demo table and for measuring."""

    # Position of a place.
    lay: Laying = on_squares
    # What people lay as the set-up instructs, where the layout is silent or open.
    more: Callable[[State], Layout] = _nowhere
    # What is printed on the sheet, `"grid"` or `"stars"`.
    sheet: str = "grid"
    # The options of a filmed game.
    options: Mapping[str, Fact] = field(default_factory=dict)
    # The tiles of the open hand.
    shown_hand: Callable[[State], Sequence[str]] = lambda _state: ()
    # Whether a recorded move lacks tiles that people type in (recorded, made).
    is_typed: Callable[[Move, Move], bool] = _never
    # The two numbers (made, recorded) of the same tile, where the camera numbers tiles as they appear.
    renumbered: Callable[[Move, Move], tuple[int, int] | None] = lambda _made, _recorded: None
    # A move as named on a board turned by clockwise quarters, where any turn is allowed.
    turned: Callable[[Move, int], Move] | None = None
    # The pips that a die shows after a move; None where it is no throw.
    pips: Callable[[Move], int | None] = lambda _move: None
    # The cards at each place, the lowest first.
    heaps: Callable[[State], Mapping[str, Sequence[str]]] = lambda _state: {}
    # Whether the players of a game of cards sit clockwise round the table, seen from above.
    clockwise: bool = False
    # Whether a recorded move (second) agrees with the one made (first), as far as it says.
    says: Callable[[Move, Move], bool] = eq


@dataclass(frozen=True)
class Campaigns(Generic[State]):
    """How a game's campaigns work. They are played in legs, each a game of the journal (`device.record.entries`)."""

    # Whether the options of a game start a campaign.
    chosen: Callable[[Mapping[str, Fact]], bool]
    # Value of the option `leg` in the first leg.
    first: str
    # Its value in the leg after a state; None while the current leg goes on, and where the campaign has ended.
    carried: Callable[[State], str | None]
    # Progress of a state's campaign on a route, given the journal number of its first leg; None without a campaign.
    march: Callable[[State, Route, int], March | None]


@dataclass(frozen=True)
class Achievement:
    """What a player has scored with one hand or game; of a player's achievements in a game the highest is the best."""

    player: int  # seat
    points: int
    said: Message  # what it was, with its points


@dataclass(frozen=True)
class Drawing(Generic[State]):
    """How the page draws a game."""

    # Name of the diagram that draws the table (`web.diagrams.plans`).
    diagram: str
    # The card diagram's content for a state, in a language.
    card_table: Callable[[State, str], CardTable] | None = None
    # How the pieces of a hand are drawn; "" for tiles.
    piece: Literal["", "card", "number"] = ""
    # The side of a tile, `"up"` or `"back"`, drawn beside a player's name, by the reason key of his score.
    sides: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Profile(Generic[State, Move]):
    """Everything specific to watching one game.

    >>> from device.games.listing import profile_of
    >>> profile_of("reversi").drawing.diagram, profile_of("reversi").is_watched
    ('squares', True)
    """

    game: Game[State, Move]
    drawing: Drawing[State]
    # How its tiles or cards are laid and read; None for a game that the camera does not watch.
    arrangement: Arrangement | CardArrangement | FrameArrangement | None = None
    # Whether players are named in the order in which they sit round the table.
    seats_around: bool = False
    # The moves made so far as the same people make them from other seats (`order`: the old seat of each new one), while
    # they may still change seats; None where it is too late. By default, before the first move.
    reseated: Callable[[State, Sequence[Move], Sequence[int]], Sequence[Move] | None] = _before_first_move
    # The side of the table (0 to 3) of each seat, by the number of players, where places go by sides.
    sides_of_seats: Callable[[int], Sequence[int]] = _nothing
    habits: Habits[State, Move] = field(default_factory=Habits)
    calls: tuple[CallKind[State, Move], ...] = ()
    filming: Filming[State, Move] = field(default_factory=Filming)
    # What was settled between two states within a match: what a hand or a game was worth, and who pays whom.
    settled: Callable[[State, State], Sequence[Message]] = _nothing
    # What players have achieved between two states, where more points are better: a hand won, or the score at the end.
    achievements: Callable[[State, State], Sequence[Achievement]] = _nothing
    # The seats of each team, in a state; nothing where everybody plays alone.
    teams: Callable[[State], Sequence[Sequence[int]]] = _nothing
    # Comments on a move of a finished game (the states before and after each move, the moves, and its number from 1).
    comments: Callable[[Sequence[State], Sequence[Move], int], Sequence[Message]] | None = None
    # Fixed rules that people ask about, explained where options are chosen; texts are `NAME.fixed.RULE`.
    fixed_rules: tuple[str, ...] = ()
    # A player's hand, as he knows it.
    hand: Callable[[State, int], Sequence[str]] = _nothing
    # What a player alone may know of his hand: its points, what it waits for.
    own_notes: Callable[[State, int], Sequence[Message]] = _nothing
    # Faces hidden from others at places of the table, as a player knows them.
    own_faces: Callable[[State, int], Mapping[str, str]] = lambda _state, _seat: {}
    # The form for entering a legal move in a language, the same for all moves that it covers; None for moves chosen
    # from a list.
    form: Callable[[State, Move, str], MoveForm | None] = lambda _state, _move, _language: None
    # The forms for entering how a game or a hand ended, without the moves that led there, in a language: what a score
    # pad needs to know. Their moves are legal, but not listed. None: who has won is entered, and ends the game.
    results: Callable[[State, str], Sequence[MoveForm]] | None = None
    results_in_turn: bool = False  # whether each player's turn has a result of its own
    # About how many minutes a game takes, by its instructions or else estimated; 0 where nobody has said.
    minutes: int = 0
    # Whether the box can deal the game, so that computer players fill empty seats and phones show private knowledge.
    is_dealt: bool = True
    # What it is played with; None where that is no set that can be counted. The text is `set_check.take.NAME`.
    equipment: Equipment | None = None
    # Its campaigns, if it has any.
    campaigns: Campaigns[State] | None = None

    def march(self, state: State, route: Route, first_leg: int = 0) -> March | None:
        """Progress of a state's campaign; None without a campaign."""
        return None if self.campaigns is None else self.campaigns.march(state, route, first_leg)

    @property
    def is_watched(self) -> bool:
        """Whether the camera watches this game."""
        return self.arrangement is not None

    @property
    def cards(self) -> CardArrangement | None:
        """How its cards are laid; None for a game of tiles or one that is not watched."""
        return self.arrangement if isinstance(self.arrangement, CardArrangement) else None

    def call(self, name: str) -> CallKind[State, Move] | None:
        """The call of this name; None if the game has none."""
        return next((kind for kind in self.calls if kind.name == name), None)

    def lists(self, state: State, kind: CallKind[State, Move], seat: int) -> bool:
        """Whether the rules allow a player a call now.

        Before an announced move the player may have made a silent one, such as drawing a tile, which the box only
        infers from the discard that follows.
        """
        listed = self._moves(state)
        if any(kind.is_call(move, seat) for move in listed):
            return True
        assumed = self.habits.assumed if kind.announces else ()
        before = [move for move in listed if isinstance(move, assumed) and self.game.mover(state, move) == seat]
        return any(kind.is_call(move, seat) for first in before for move in self._moves(self.game.play(state, first)))

    @cached_property
    def _moves(self) -> Callable[[State], Sequence[Move]]:
        """Cached legal moves of a state, which are needed for every seat and call."""
        return lru_cache(maxsize=8)(self.game.moves)


AnyHabits: TypeAlias = Habits[Any, Any]
AnyProfile: TypeAlias = Profile[Any, Any]


def scores_at_end(game: Game[State, Move], key: str) -> Callable[[State, State], Sequence[Achievement]]:
    """For `Profile.achievements` where the final score is one; the text `key` takes it as `score`."""

    def achievements(_before: State, after: State) -> list[Achievement]:
        final = game.standings(game.view(after, None)) if game.is_over(after) else ()
        return [Achievement(one.player, one.score, message(key, score=one.score)) for one in final]

    return achievements


def refusal_of(game: Game[State, Move], state: State, move: Move) -> Message | None:
    """Why the rules refuse a move; None if they allow it."""
    try:
        game.play(state, move)
    except IllegalMove as refused:
        return refused.said
    return None


def likeliest_face(likely: Probabilities) -> str:
    """The likeliest face of a place other than empty; `""` if there is none."""
    return max((face for face in likely if face != EMPTY), key=lambda face: likely[face], default="")


def face_read(likely: Probabilities) -> str:
    """The face that a place shows with a likelihood of at least `READ`; `""` if there is none."""
    face = max(likely, key=lambda shown: likely[shown], default="")
    return face if likely and likely[face] >= READ else ""
