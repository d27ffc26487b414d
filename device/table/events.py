"""Events of a live table: everything that camera, buttons, page and command line put on its queue.

A `Correction` (`device.record.corrections`) is an event too. `by` says who: `"phone"`, `"phone:Aya's phone"`,
`"button"`, … `known`: the last journal entry known to the sender (`Snapshot.known`); if somebody else has changed the
game since, nothing is done and `StaleEdit` is raised. None: done in any case.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from device.calls.events import MakeCall, WithdrawCall
from device.config.players import Badge
from engines.contract import Json
from engines.messages import Fact, Message


@dataclass(frozen=True)
class PartTroubles:
    """Parts of the box that fail, hang or suffer now, with a message for each; empty: all is well again."""

    said: Mapping[str, Message]


@dataclass(frozen=True)
class Pressed:
    """A button of the box was pressed."""

    button: str
    known: int | None = None


@dataclass(frozen=True)
class PhonesSeated:
    """The players whose own phones show the table now."""

    names: frozenset[str]  # names of players; others at the table do not count


@dataclass(frozen=True)
class ChooseBadge:
    """A player has chosen another badge."""

    name: str
    badge: Badge


@dataclass(frozen=True)
class Undo:
    """Take back the last move."""

    by: str
    known: int | None = None


@dataclass(frozen=True)
class Choose:
    """Play the moves of a choice (`Choices` of a snapshot)."""

    key: str  # of the choice
    by: str
    known: int | None = None


@dataclass(frozen=True)
class Enter:
    """A move of a game that is played by hand."""

    move: Json  # as the game writes it
    by: str
    known: int | None = None
    is_result: bool = False  # a result, which is entered also where the camera watches


@dataclass(frozen=True)
class NewGame:
    """Start a game; the current one stays in the journal, whatever moves were made since `known`."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, Fact] = field(default_factory=dict)
    known: int | None = None
    by_hand: bool = False  # people enter its moves, and no camera watches it
    campaign: str = ""  # the name of a campaign of which this is a leg
    first_leg: int = 0  # the number of that campaign's first game; 0 where this is the first
    # The strength of each computer player by seat, "" for people; where there are any, the box deals.
    computers: tuple[str, ...] = ()
    pad: bool = False  # people enter its results alone


@dataclass(frozen=True)
class KeepScore:
    """From now on people enter results alone, or each move again."""

    on: bool
    known: int | None = None


@dataclass(frozen=True)
class TakeSeat:
    """A phone takes or gives up a seat in a game dealt by the box."""

    seat: int | None  # None: the phone gives up its seat
    phone: str | None  # its key; None: somebody at the box frees the seat


@dataclass(frozen=True)
class LookFromSeat:
    """Request a seat's view: the future has a `device.table.computers.OwnView`."""

    seat: int
    phone: str


@dataclass(frozen=True)
class PlayFromSeat:
    """A move chosen by a player from his seat."""

    seat: int
    phone: str
    move: int | None  # its number in the view; None: the others need not wait for him
    by: str
    known: int | None = None


@dataclass(frozen=True)
class PlayAgain:
    """Start the game of `Snapshot.again`: the same players and options, or the next leg of a campaign."""

    known: int | None = None


@dataclass(frozen=True)
class ChangeSeats:
    """Begin the game on the table with its players in this order, before its first move or after lots for the seats."""

    players: tuple[str, ...]
    by: str
    known: int | None = None


@dataclass(frozen=True)
class Resume:
    """Continue an unfinished game; the current one stays in the journal.

    If it is the finished last leg of a campaign, the next leg starts.
    """

    game: int  # its number
    known: int | None = None


@dataclass(frozen=True)
class SetField:
    """The corners of the playing field, as people tapped them."""

    corners: tuple[tuple[float, float], ...]  # four, px
    width: int = 0  # px, of the picture that they are of; 0: the last one


@dataclass(frozen=True)
class ForgetField:
    """Forget the tapped corners: the box finds the field by itself again."""


@dataclass(frozen=True)
class LayZones:
    """The positions of piles of cards, as people set them."""

    middles: Mapping[str, tuple[float, float]]  # of each pile by its place, in shares of the picture's width


@dataclass(frozen=True)
class FindZones:
    """Request the positions of piles of cards: the future has a `device.table.zones_of_cards.LaidZones`."""

    size: tuple[int, int]  # of the pictures (px)


@dataclass(frozen=True)
class ForgetZones:
    """Forget the positions of piles that people set: those proposed by the box apply again."""


@dataclass(frozen=True)
class FacesTaught:
    """Faces were taught, or a frame was measured: read with them from now on."""


@dataclass(frozen=True)
class Asked:
    """A call to be made by the table's thread; the future of `post` has the result.

    Only for quick calls, such as reading the journal's entries; the worker does what takes long (`device.system`).
    """

    call: Callable[[], object]


@dataclass(frozen=True)
class StopTable:
    """Stop the table, once everything before this has been handled."""


# Whoever sent one of these, and was too slow, hears so alone.
ANSWERED_ALONE = (
    Asked,
    ChooseBadge,
    Enter,
    FindZones,
    ForgetZones,
    KeepScore,
    LayZones,
    LookFromSeat,
    MakeCall,
    PlayFromSeat,
    SetField,
    TakeSeat,
    WithdrawCall,
)

# What is not done where the record has changed since `known`.
UNLESS_CHANGED = (ChangeSeats, Choose, Enter, KeepScore, PlayAgain, PlayFromSeat, Pressed, Undo)
