"""A live table of a game just when people may call, and a clock that tests turn on."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from device.calls.events import CallMade, MakeCall, SeatCall
from device.capture.table_observer import TableObserver
from device.games.listing import GAMES, profile_of
from device.table.events import Asked
from device.table.live_table import LiveTable
from engines.bots import Ply
from tests.support.clock import Clock
from tests.support.device.at_table import AtTable
from tests.support.device.known_game import KnownGame, places_of, plies_of
from tests.support.device.observing import observe
from tests.support.waiting import PATIENCE_S


class CallingTable(AtTable):
    """People with phones round a table; `state` is what they really have."""

    def __init__(self, known: KnownGame, table: LiveTable, clock: Clock, state: Any) -> None:
        self.known, self.table, self.clock, self.state = known, table, clock, state
        self.journal = known.box.journal

    @property
    def recorded(self) -> list[Any]:
        return self.known.recorded()

    def press(
        self, name: str, player: int, ago_s: float = 0.0, moves: int | None = None, **more: Any
    ) -> Future[CallMade]:
        """A call arrives now."""
        known = len(self.now.moves) if moves is None else moves
        event = MakeCall(name, player, known, f"phone:{player}", ago_s, self.clock.now, **more)
        made: Future[CallMade] = self.table.post(event).result(PATIENCE_S)
        return made

    def wait(self, seconds: float) -> None:
        """Time passes, and the table notices."""
        self.clock.now += seconds
        self.do(Asked(lambda: None))

    def see(self, state: Any, **hazy: dict[str, float]) -> None:
        """The camera sees the table as it is in a state; `hazy`: what it sees elsewhere, by the river's place."""
        places = places_of(self.known.game, state) | {place.replace("_", "/"): likely for place, likely in hazy.items()}
        self.do(Asked(lambda: observe(self.known.box, places)))

    def button(self, name: str, player: int) -> SeatCall:
        return next(call for call in self.now.choices.calls if (call.name, call.player) == (name, player))

    def possible(self, name: str) -> list[int]:
        return [call.player for call in self.now.choices.calls if call.name == name and call.possible]


@cache
def plies_before(name: str, when: Callable[[Any], bool], seed: int) -> list[Ply[Any, Any]]:
    """The plies of a random game to the first one before which `when` is true of what the table shows."""
    game = GAMES[name]
    made = plies_of(name, seed, 400)
    return made[: next(at for at, (state, _) in enumerate(made) if at and when(game.view(state, None))) + 1]


@contextmanager
def calling_table(
    folder: Path, name: str, when: Callable[[Any], bool], seed: int = 0, clock: Callable[[], float] | None = None
) -> Iterator[CallingTable]:
    """A table at the first position of a random game of which `when` is true; `clock`: one that runs by itself."""
    made = plies_before(name, when, seed)
    known, state = KnownGame(folder, name, made[:-2]), made[-1][0]
    known.make(*made[-2])
    with known_table(known, state, clock) as table:
        yield table


@contextmanager
def known_table(known: KnownGame, state: Any, clock: Callable[[], float] | None = None) -> Iterator[CallingTable]:
    """A table at a known state."""
    turned_on = Clock(100.0)
    with LiveTable(known.box, TableObserver(None), clock=clock or turned_on) as table:
        yield CallingTable(known, table, turned_on, state)


def two_may_pon(state: Any) -> bool:
    """Whether somebody has discarded a tile that both others could take for a pon."""
    pon = profile_of("jarapon").call("pon")
    assert pon is not None
    return state.last is not None and sum(profile_of("jarapon").lists(state, pon, seat) for seat in range(3)) == 2


def may_say_riichi(state: Any) -> bool:
    """Whether the player in turn could draw and say riichi."""
    riichi = profile_of("jarapon").call("riichi")
    assert riichi is not None
    return state.last is not None and profile_of("jarapon").lists(state, riichi, state.turn)


def is_laid(state: Any) -> bool:
    """Whether somebody has laid a tile that may be doubted."""
    return bool(state.fresh and not state.is_closing and state.challenger is None)
