"""Five people at Stop with phones, just when they may call."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from engines import stop
from engines.bots import NAMES
from engines.stop.cards import CARDS, Cards
from engines.stop.moves import Deal, Move, Pon
from tests.support.device.calling_table import CallingTable, known_table
from tests.support.device.dealt_stop import LOTS
from tests.support.device.known_game import KnownGame

AYA, BEN, CHIE, DAN = range(4)
HANDS = (
    ("4H", "4D", "5H", "5D", "KD", "KC", "9S"),  # waits for a nine
    ("7S", "7H", "8S", "8H", "10S", "10H", "9H"),  # and so does the second, and the third has two more of them
    ("9D", "9C", "AS", "2S", "3S", "6S", "JH"),
    ("QS", "QH", "KS", "AD", "2D", "3D", "6D"),
    ("4C", "5C", "6C", "7C", "8C", "10C", "JC"),
)
DRAWN = "JD QD 2C QC"
OPENS = "draw JD; discard 9S"
LAID = Pon(CHIE, ("9S", "9D", "9C"))
IN_RIICHI = "draw JD; 1 riichi; discard JD; draw QD; 2 riichi; discard QD; draw 2C; discard 9D"


@contextmanager
def at_stop(
    folder: Path, moves: str, hands: Sequence[Cards] = HANDS, clock: Callable[[], float] | None = None
) -> Iterator[CallingTable]:
    """Five people at Stop after these moves, of which the camera has seen the last one a second ago."""
    stock = [*DRAWN.split(), *(card for card in CARDS if card not in DRAWN and all(card not in hand for hand in hands))]
    deal = Deal(tuple(hands), (*stock, "joker", "joker"))
    state, made = stop.start(NAMES[:5], {}), list[tuple[stop.State, Move]]()
    for move in (*LOTS, deal, *(stop.move_from_text(line) for line in moves.split("; "))):
        made.append((state, move))
        state = stop.play(state, move)
    known = KnownGame(folder, "stop", made[:-1])
    known.make(*made[-1])
    with known_table(known, state, clock) as table:
        table.clock.now += 1
        yield table
