"""What can happen to a live table: everything that camera, buttons, page and command line put on its queue.

A `Correction` (`device.record.corrections`) is an event too. `by` says who: `"phone"`, `"phone:Aya's phone"`,
`"button"`, … `known`: the last entry of the journal that they know of (`Snapshot.known`); where somebody else has
changed the game since, nothing is done and `StaleEdit` raised. None: it is done in any case.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from device.calls.events import MakeCall, WithdrawCall
from device.config.players import Badge
from engines.contract import Json
from engines.messages import Fact, Message


@dataclass(frozen=True)
class PartTroubles:
    """Which parts of the box fail or hang now, or suffer, with a message for each; none: all is well again."""

    said: Mapping[str, Message]


@dataclass(frozen=True)
class Pressed:
    """A button of the box."""

    button: str
    known: int | None = None


@dataclass(frozen=True)
class PhonesSeated:
    """Whose own phones show the table now."""

    names: frozenset[str]  # of players; those of others at the table do not count


@dataclass(frozen=True)
class ChooseBadge:
    """A player is known by another colour and tile from now on."""

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


@dataclass(frozen=True)
class NewGame:
    """Begin a game; the one on the table stays in the journal as it is, whatever moves were made since `known`."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, Fact] = field(default_factory=dict)
    known: int | None = None
    by_hand: bool = False  # people enter its moves, and no camera watches it
    campaign: str = ""  # the name of a campaign of which this is a leg
    first_leg: int = 0  # the number of that campaign's first game; 0 where this is the first
    # The strength of each computer player by seat, "" for people; where there are any, the box deals.
    computers: tuple[str, ...] = ()


@dataclass(frozen=True)
class TakeSeat:
    """A phone holds the seat of a player in a game that the box deals, or no longer."""

    seat: int | None  # None: the phone holds none any more
    phone: str | None  # its key; None: somebody at the box has freed the seat


@dataclass(frozen=True)
class LookFromSeat:
    """What the phone that holds a seat may know: the future has a `device.table.computers.OwnView`."""

    seat: int
    phone: str


@dataclass(frozen=True)
class PlayFromSeat:
    """A move that a player chose from his seat."""

    seat: int
    phone: str
    move: int | None  # its number there; None: the others need not wait for him
    by: str
    known: int | None = None


@dataclass(frozen=True)
class PlayAgain:
    """Begin the game of `Snapshot.again`: the same players and options, or the next leg of a campaign."""

    known: int | None = None


@dataclass(frozen=True)
class Resume:
    """Go on with an unfinished game; the one on the table stays in the journal as it is.

    Where it is the last leg of a campaign, and over, the next one begins.
    """

    game: int  # its number
    known: int | None = None


@dataclass(frozen=True)
class SetField:
    """Where the playing field is, as people tapped it."""

    corners: tuple[tuple[float, float], ...]  # four, px
    width: int = 0  # px, of the picture that they are of; 0: the last one


@dataclass(frozen=True)
class ForgetField:
    """The tapped corners no longer hold: the box finds the field by itself again."""


@dataclass(frozen=True)
class LayZones:
    """Where piles of cards lie."""

    middles: Mapping[str, tuple[float, float]]  # of each pile by its place, in shares of the picture's width


@dataclass(frozen=True)
class FindZones:
    """Where piles of cards are taken to lie: the future has a `device.table.zones_of_cards.LaidZones`."""

    size: tuple[int, int]  # of the pictures (px)


@dataclass(frozen=True)
class ForgetZones:
    """What people said of piles no longer holds: they lie where the box proposed."""


@dataclass(frozen=True)
class FacesTaught:
    """The box has learned faces, or has a frame of people's own: read with them from now on."""


@dataclass(frozen=True)
class Asked:
    """Something to be done by the table's thread; the future of `post` has the answer.

    Only what is quick, such as reading the journal's entries. The worker does what takes long (`device.system`).
    """

    call: Callable[[], object]


@dataclass(frozen=True)
class StopTable:
    """The end: everything before this has been handled when the table stops."""


# Whoever sent one of these, and was too slow, hears so alone.
ANSWERED_ALONE = (
    Asked,
    ChooseBadge,
    Enter,
    FindZones,
    ForgetZones,
    LayZones,
    LookFromSeat,
    MakeCall,
    PlayFromSeat,
    SetField,
    TakeSeat,
    WithdrawCall,
)

# What is not done where the record has changed since `known`.
UNLESS_CHANGED = (Choose, Enter, PlayAgain, PlayFromSeat, Pressed, Undo)
