"""The moves of Stop, and how one is refused; what was not seen of a move is `UNKNOWN`."""

from dataclasses import dataclass

from engines.contract import IllegalMove
from engines.messages import Fact, message
from engines.stop.cards import FACES, Cards

STOP, SEVENTY, RIICHI, TSUMO, RON, HIT, OUT = "stop", "seventy", "riichi", "tsumo", "ron", "hit", "out"
CALLS = (STOP, SEVENTY, RIICHI, TSUMO, RON, HIT, OUT)


@dataclass(frozen=True, slots=True)
class Lot:
    """The next player turns up a card to find the first dealer (親決め, S-22)."""

    card: str


@dataclass(frozen=True, slots=True)
class Deal:
    """The dealer shuffles and deals: `hands` by seat and the `stock`, first card first; each may be `UNKNOWN`."""

    hands: tuple[Cards | str, ...] | str
    stock: Cards | str


@dataclass(frozen=True, slots=True)
class Draw:
    """The player in turn draws from the stock (S-1)."""

    card: str


@dataclass(frozen=True, slots=True)
class Take:
    """The player in turn takes the card just discarded (S-1)."""


@dataclass(frozen=True, slots=True)
class Meld:
    """The player in turn lays a meld open (S-3): its cards from low to high."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class LayOff:
    """The player in turn lays a single card off (S-4) on the meld of this number, counted from 0, at its `end`."""

    card: str
    meld: int
    end: str


@dataclass(frozen=True, slots=True)
class Discard:
    """The player in turn discards a card (S-2)."""

    card: str


@dataclass(frozen=True, slots=True)
class Pon:
    """A player takes the discard for three (pon) or four (kan) of a rank, which lie open with it (S-5)."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Call:
    """A player calls `"stop"`, `"seventy"`, `"riichi"` (before his discard), `"tsumo"`, `"ron"`, `"hit"`, `"out"`."""

    seat: int
    what: str


@dataclass(frozen=True, slots=True)
class Show:
    """A player lays his hand open; `cards` is `UNKNOWN` while nobody has read them."""

    seat: int
    cards: Cards | str


@dataclass(frozen=True, slots=True)
class NoWinner:
    """The stock is empty and nobody wins on the last discard (流れ, S-21)."""


TAKE = Take()
NO_WINNER = NoWinner()
Move = Lot | Deal | Draw | Take | Meld | LayOff | Discard | Pon | Call | Show | NoWinner


def refused(why: str, **facts: Fact) -> IllegalMove:
    """The error `stop.illegal.<why>`."""
    return IllegalMove(message(f"stop.illegal.{why}", **facts))


def check_face(card: str) -> None:
    """Raise `IllegalMove` for what is no card."""
    if card not in FACES:
        raise refused("no_card", card=card)
