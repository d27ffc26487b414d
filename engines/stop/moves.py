"""The moves of Stop and their grammar; unknown parts of a move are `UNKNOWN`.

>>> GRAMMAR.write(LayOff("7H", 1, LOW)), GRAMMAR.write(Draw(UNKNOWN)), GRAMMAR.write(Call(2, "seventy"))
('lay 7H on 2 low', 'draw ?', '3 70')
"""

from dataclasses import dataclass

from engines.contract import IllegalMove
from engines.messages import Fact, message
from engines.move_grammar import HIDDEN, Either, Line, Maybe, MoveGrammar, Several, Words, always, seats, words
from engines.stop.cards import FACES, Cards, in_order
from engines.stop.melds import HIGH, LOW, UNREAD
from engines.stop.payment import FAILED_STOP
from engines.stop.state import JOKERS, PLAYERS, SEATS
from engines.vocabulary import UNKNOWN

STOP, SEVENTY, RIICHI, TSUMO, RON, HIT, OUT = "stop", "seventy", "riichi", "tsumo", "ron", "hit", "out"
CALLS = (STOP, SEVENTY, RIICHI, TSUMO, RON, HIT, OUT)
ON_DISCARD, NOBODY = "on_discard", "nobody"  # kinds of `Result` beside those of payments

Seats = tuple[int, ...]


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
    """The player in turn lays a single card off (S-4)."""

    card: str
    meld: int  # on this meld of the table, counted from 0
    end: str  # `LOW` or `HIGH`


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


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: all that its payments depend on, entered where nobody followed the moves."""

    # `"stop"`, `"failed_stop"`, `"seventy"`, `"out"`, `"tsumo"`, `"on_discard"` (a ron in riichi, else a hit) or
    # `"nobody"`
    kind: str
    seats: Seats = ()  # who won or called; on a discard there may be several (S-20)
    giver: int | None = None  # who discarded the card that was won on
    lower: Seats = ()  # whom a failed Stop pays (S-12)
    first: bool = False  # whether the first round doubles it (S-6)
    riichi: Seats = ()  # who put a riichi coin on the table in this game (S-8)
    one_shot: Seats = ()  # whose riichi was so recent that a win with it counts double (S-6)
    jokers: Seats = ()  # the seat of each joker in a closed hand


TAKE = Take()
NO_WINNER = NoWinner()
Move = Lot | Deal | Draw | Take | Meld | LayOff | Discard | Pon | Call | Show | NoWinner | Result

_MAX_CARDS = 54  # cards in a list, and melds on a table: the whole deck
_CARD, _SEAT = words(*FACES), seats(PLAYERS)
_SORTED = Several(_CARD, range(1, _MAX_CARDS + 1), collect=in_order)
_GROUP = Either(HIDDEN, Several(_CARD, range(1, _MAX_CARDS + 1)))


def _seats(written: str) -> Several:
    """Different seats, each written as in `riichi {}`."""
    return Several(seats(PLAYERS, written), range(1, SEATS + 1), collect=lambda read: tuple(sorted({*read})))


_ONE_SEAT = Several(_SEAT, range(1, 2))
_FIRST = Words({"": False, " first": True})
_RIICHI, _ONE_SHOT = Maybe(_seats("riichi {}")), Maybe(_seats("one-shot {}"))
_JOKERS = Maybe(
    Several(seats(PLAYERS, "joker {}"), range(1, max(JOKERS) + 1), collect=lambda read: tuple(sorted(read)))
)
GRAMMAR: MoveGrammar[Move] = MoveGrammar(
    "stop.bad_move",
    Line("turn {card}", Lot, card=_CARD),
    Line("deal", Deal, hands=always(UNKNOWN), stock=always(UNKNOWN)),
    Line(
        "deal {hands} / {stock}",
        Deal,
        hands=Several(Either(HIDDEN, _SORTED), range(SEATS, SEATS + 1), " / "),
        stock=_GROUP,
    ),
    Line("draw {card}", Draw, card=Either(HIDDEN, _CARD)),
    Line("take", Take),
    Line("meld ? ? ?", Meld, cards=always(UNREAD)),
    Line("meld {cards}", Meld, cards=Several(_CARD, range(1, _MAX_CARDS + 1))),
    Line(
        "lay {card} on {meld}{end}",
        LayOff,
        card=_CARD,
        meld=Words({str(at + 1): at for at in range(_MAX_CARDS)}),
        end=Words({"": HIGH, f" {LOW}": LOW}),
    ),
    # `unread`: taken by the next player before anybody read it
    Line("discard {card}", Discard, card=Words({face: face for face in FACES} | {"unread": UNKNOWN})),
    Line("{seat} pon {cards}", Pon, seat=_SEAT, cards=Several(_CARD, range(3, 4), collect=in_order)),
    Line("{seat} kan {cards}", Pon, seat=_SEAT, cards=Several(_CARD, range(4, 5), collect=in_order)),
    Line("{seat} {what}", Call, seat=_SEAT, what=Words({"70" if what == SEVENTY else what: what for what in CALLS})),
    Line("{seat} show {cards}", Show, seat=_SEAT, cards=Either(HIDDEN, _SORTED)),
    Line("no winner", NoWinner),
    Line(
        "{seats} won {kind}{first}{riichi}{jokers}",
        Result,
        kind=Words({"stop": STOP, "70": SEVENTY, "out": OUT}),
        seats=_ONE_SEAT,
        first=_FIRST,
        riichi=_RIICHI,
        jokers=_JOKERS,
    ),
    Line(
        "{seats} failed stop {lower}{first}{riichi}{jokers}",
        Result,
        kind=always(FAILED_STOP),
        seats=_ONE_SEAT,
        lower=_seats("to {}"),
        first=_FIRST,
        riichi=_RIICHI,
        jokers=_JOKERS,
    ),
    Line(
        "{seats} won tsumo{riichi}{one_shot}{jokers}",
        Result,
        kind=always(TSUMO),
        seats=_ONE_SEAT,
        riichi=_RIICHI,
        one_shot=_ONE_SHOT,
        jokers=_JOKERS,
    ),
    Line(
        "{seats} {giver}{first}{riichi}{one_shot}{jokers}",
        Result,
        kind=always(ON_DISCARD),
        seats=_seats("{} won"),
        giver=seats(PLAYERS, "from {}"),
        first=_FIRST,
        riichi=_RIICHI,
        one_shot=_ONE_SHOT,
        jokers=_JOKERS,
    ),
    Line("nobody won{riichi}", Result, kind=always(NOBODY), riichi=_RIICHI),
)


def refused(why: str, **facts: Fact) -> IllegalMove:
    """The error with the text key `stop.illegal.<why>`."""
    return IllegalMove(message(f"stop.illegal.{why}", **facts))


def check_face(card: str) -> None:
    """Raises `IllegalMove` for a text that is no card."""
    if card not in FACES:
        raise refused("no_card", card=card)
