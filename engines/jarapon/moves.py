"""The moves of Galaxy Jarapon and their grammar.

Seats are counted from 0 counter-clockwise, as the turn goes (J-c7); a line begins with the player's number, from 1. A
part that is not known is `UNKNOWN`.

    1 throw 5                    the die, for the first dealer or for the break of the wall
    build                        all tiles are mixed and the walls built
    deal 7: 1 1 2 3 5 5 9 wild / ?     the dora, and the eight tiles of each player as far as they are known
    1 draw 3                     one tile; `1 draw` where it is not known
    1 discard 3                  also `1 discard 3 riichi`
    2 call pon                   also `2 call jarapon`; the tiles are laid open later
    2 pon 3                      two own 3s and the discard; `2 pon 3 wild` with one almighty for an own 3
    2 jarapon 1 2 3 4 5 6 7 8    all concealed tiles as won, by ron without the discard; `2 jarapon ?` while unread
    turn up 4                    the tile in the centre, by the winner
    void                         nobody takes the last discard

On a score pad, where nobody has followed the hand:

    2 deals first                without a die
    2 won 1 1 1 2 2 2 3 wild 3 pon 3 wild from 1 dora 5 bonus 6 riichi 2    nine tiles, open sets among them
    2 won falsely riichi 1
    nobody won riichi 1 riichi 3

>>> GRAMMAR.write(GRAMMAR.read("2 pon  3 WILD"))
'2 pon 3 wild'
"""

from dataclasses import dataclass

from engines.contract import IllegalMove
from engines.jarapon.hand import MAX_PONS, Pon
from engines.jarapon.shapes import HAND_SIZE
from engines.messages import Fact, message
from engines.move_grammar import (
    HIDDEN,
    Either,
    Line,
    Maybe,
    MoveGrammar,
    Several,
    Words,
    always,
    numbered,
    seats,
    words,
)
from engines.vocabulary import NUMBERS, TILE_FACES, UNKNOWN, WILD

PLAYERS = range(2, 5)
Tiles = tuple[str, ...]
Hidden = Tiles | str  # faces, or `UNKNOWN` for all of them
PON = "pon"
JARAPON = "jarapon"
SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class Throw:
    """A die is thrown: for the first dealer, or by the dealer for the break of the wall (J7-2, J7-4)."""

    seat: int
    pips: int | str


@dataclass(frozen=True, slots=True)
class Build:
    """All tiles are mixed face down and the four walls built (J7-3)."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The dora is turned up and everybody gets eight tiles (J7-4)."""

    dora: str
    hands: tuple[Hidden, ...] | str = UNKNOWN


@dataclass(frozen=True, slots=True)
class Draw:
    """The next tile of the wall is taken into the hand (J7-6); the discard before can no longer be called."""

    seat: int
    tile: str = UNKNOWN


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile is laid into the river, with `riichi` sideways (J7-6, J7-9)."""

    seat: int
    tile: str
    riichi: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody calls `"pon"` or `"jarapon"`, before he lays tiles open: two may call at once (J7-7, J7-11)."""

    seat: int
    what: str


@dataclass(frozen=True, slots=True)
class LaySet:
    """A pon: the tile just discarded and two own ones, `wilds` of them almighty, are laid open (J7-7, J7-8)."""

    seat: int
    number: str
    wilds: int = 0


@dataclass(frozen=True, slots=True)
class Show:
    """Jarapon! All concealed tiles of a hand are laid open as won, rightly or not (J7-10, J7-25).

    After a discard (ron) these are his own tiles alone. `UNKNOWN`: they lie open but are not read yet.
    """

    seat: int
    tiles: Hidden


@dataclass(frozen=True, slots=True)
class TurnUp:
    """The winner who had said riichi turns up the tile in the centre (J7-17)."""

    tile: str


@dataclass(frozen=True, slots=True)
class Void:
    """The wall is used up and nobody takes the last discard (J7-13)."""


@dataclass(frozen=True, slots=True)
class FirstDealer:
    """Somebody is the first dealer, whatever the die showed (J7-2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Won:
    """A hand was won; nobody has followed it."""

    seat: int
    tiles: Tiles  # all nine, with the open sets and the tile that was drawn or taken
    pons: tuple[Pon, ...] = ()  # the open sets
    giver: int | None = None  # who discarded the winning tile; None for a self-draw
    dora: str | None = None
    bonus: str | None = None  # the tile in the centre, which a winner who had said riichi turns up
    riichi: tuple[int, ...] = ()  # who had said riichi in this hand


@dataclass(frozen=True, slots=True)
class WonFalsely:
    """Somebody called jarapon without a hand (J7-25); nobody has followed it."""

    seat: int
    riichi: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NobodyWon:
    """A void hand (J7-13) that nobody has followed."""

    riichi: tuple[int, ...] = ()


Result = Won | WonFalsely | NobodyWon
Move = Throw | Build | Deal | Draw | Discard | Call | LaySet | Show | TurnUp | Void | FirstDealer | Result

_SEAT, _TILE = seats(PLAYERS), words(*TILE_FACES)
_HAND = Either(HIDDEN, Several(_TILE, range(1, HAND_SIZE + 1)))
_WILDS = Words({f" {WILD}" * count: count for count in range(3)})
_PONS = Words({f"pon {number}{f' {WILD}' * wilds}": Pon(number, wilds) for number in NUMBERS for wilds in (2, 1, 0)})
_RIICHI = Maybe(Several(seats(PLAYERS, "riichi {}"), range(1, PLAYERS.stop)))
GRAMMAR: MoveGrammar[Move] = MoveGrammar(
    "jarapon.bad_move",
    Line("{seat} throw {pips}", Throw, seat=_SEAT, pips=numbered(range(1, 7))),
    Line("build", Build),
    Line("deal {dora}", Deal, dora=_TILE, hands=always(UNKNOWN)),
    Line("deal {dora}: {hands}", Deal, dora=_TILE, hands=Several(_HAND, range(1, PLAYERS.stop), " / ")),
    Line("{seat} draw", Draw, seat=_SEAT, tile=always(UNKNOWN)),
    Line("{seat} draw {tile}", Draw, seat=_SEAT, tile=_TILE),
    Line("{seat} discard {tile}{riichi}", Discard, seat=_SEAT, tile=_TILE, riichi=Words({"": False, " riichi": True})),
    Line("{seat} call {what}", Call, seat=_SEAT, what=words(PON, JARAPON)),
    Line("{seat} pon {number}{wilds}", LaySet, seat=_SEAT, number=words(*NUMBERS), wilds=_WILDS),
    Line("{seat} jarapon {tiles}", Show, seat=_SEAT, tiles=_HAND),
    Line("turn up {tile}", TurnUp, tile=_TILE),
    Line("void", Void),
    Line("{seat} deals first", FirstDealer, seat=_SEAT),
    Line(
        "{seat} won {tiles}{pons}{giver}{dora}{bonus}{riichi}",
        Won,
        seat=_SEAT,
        tiles=Several(_TILE, range(HAND_SIZE, HAND_SIZE + 1)),
        pons=Maybe(Several(_PONS, range(1, MAX_PONS + 1))),
        giver=Maybe(seats(PLAYERS, "from {}"), None),
        dora=Maybe(Words({f"dora {face}": face for face in TILE_FACES}), None),
        bonus=Maybe(Words({f"bonus {face}": face for face in TILE_FACES}), None),
        riichi=_RIICHI,
    ),
    Line("{seat} won falsely{riichi}", WonFalsely, seat=_SEAT, riichi=_RIICHI),
    Line("nobody won{riichi}", NobodyWon, riichi=_RIICHI),
    any_case=True,
)


def illegal(why: str, **facts: Fact) -> IllegalMove:
    """The error with the text key `jarapon.illegal.<why>`."""
    return IllegalMove(message(f"jarapon.illegal.{why}", **facts))
