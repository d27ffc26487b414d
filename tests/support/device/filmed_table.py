"""A table that is drawn and filmed, before a real observer, reader, referee, journal and live table.

A film is drawn once for all tests of a game; each test has a table of its own, on which as much of the film has been
played as it wants.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from typing import Any, Self

import numpy as np
import pytest

from device.capture.events import FrameTaken
from device.capture.field_tracker import FieldTracker
from device.capture.game_reader import reader_of_tiles
from device.capture.table_observer import TableObserver
from device.capture.tapped_field import TappedField
from device.demo.staging import laid
from device.games.listing import GAMES, arrangement_of, profile_of
from device.hardware.camera import Frame
from device.hardware.timeout import TimeLimit
from device.table.events import Asked
from device.table.live_table import LiveTable
from device.table.snapshot import Snapshot
from engines import reversi
from engines.bots import NAMES
from engines.vocabulary import Layout
from simulator.film.furniture import LAMP, demo_art, demo_view
from simulator.film.table_view import TableView
from simulator.people.tile_table import TileTable
from simulator.render.light import Lamp
from simulator.render.pieces import Hand, Tile
from tests.support.device.at_table import AtTable
from tests.support.device.demo_box import demo_faces
from tests.support.device.known_game import live_game, written
from tests.support.engines.bot_games import random_game
from tests.support.waiting import PATIENCE_S
from tools.films.following import People
from vision.reading import Picture
from vision.table_reader import TableReader

FRAME_S = 0.1
FINE = ("still", list[str]())  # nothing is wrong, asked or new
MOST_QUESTIONS = 3
FILMED = ("reversi", "checkers", "infiltration", "search", "sevens", "doubt", "jarapon")
# One game of each reader of places: squares, strewn tiles, rows, stacks, and those of Galaxy Jarapon.
ONE_A_READER = ("reversi", "search", "sevens", "doubt", "jarapon")
# For what is settled before any place is read, or by what all readers share: a game whose places are fixed, and one
# whose tiles are tracked from picture to picture.
FIXED_AND_TRACKED = ("reversi", "search")
# Random players, but for reversi, whose squares have their names from its first move. In the last two moves of sevens
# and of Expose the Lie nothing is done that a camera cannot see.
MOVES: dict[str, int | tuple[str, ...]] = {
    "reversi": ("f5", "d6", "c3", "d3", "c4", "b3"),
    "checkers": 7,
    "infiltration": 8,
    "search": 8,
    "sevens": 24,
    "doubt": 24,
    "jarapon": 16,
}


@dataclass(frozen=True)
class Shown:
    """The table at rest: what lies on it, the state of the game, and all moves made so far as people saw them."""

    tiles: tuple[Tile, ...]
    state: Any
    told: tuple[Any, ...]


class Film:
    """A game of which each picture shows one visible move more; `view` draws it."""

    def __init__(self, name: str) -> None:
        self.name, self.game = name, GAMES[name]
        self.players, self.options = NAMES[: self.game.PLAYERS.start], profile_of(name).filming.options
        self.table = TileTable(np.random.default_rng(1), len(self.players), profile_of(name).filming.lay)
        self.view = TableView(demo_art(), np.random.default_rng(1))
        self._pictures: dict[int, Picture] = {}
        self.shown = list(self._play())

    def picture(self, number: int) -> Picture:
        """The table after so many visible moves, counted from the end where negative; drawn once."""
        number %= len(self.shown)
        if number not in self._pictures:
            self._pictures[number] = self.view.picture(self.shown[number].tiles, None)
        return self._pictures[number]

    def drawn(self, tiles: Sequence[Tile]) -> Picture:
        """The table with other tiles."""
        return self.view.picture(tiles, None)

    @cached_property
    def hand(self) -> Picture:
        """A hand over the table in the middle of the film."""
        return self.view.picture(self.shown[len(self.shown) // 2].tiles, Hand(20.0, -30.0, -80.0))

    def bring(self, state: Any) -> tuple[Tile, ...]:
        """The tiles of a state, the table as it was left."""
        list(self.table.bring(0, laid(profile_of(self.name), state)))
        return next(self.table.rest(1.0)).tiles

    def drawn_with(self, number: int, changes: Layout) -> Picture:
        """The table after so many visible moves, with other looks of some places."""
        before = laid(profile_of(self.name), self.shown[number].state)
        list(self.table.bring(0, {**before, **changes}))
        changed = next(self.table.rest(1.0)).tiles
        list(self.table.bring(0, before))
        return self.drawn(changed)

    def plies(self) -> Iterable[tuple[Any, Any]]:
        """The states of the game and the moves made in them."""
        moves = MOVES[self.name]
        if isinstance(moves, int):
            yield from islice(random_game(self.game, self.players, self.options, 1), moves)
            return
        state = reversi.start(self.players, {})
        for square in moves:
            yield state, reversi.Move(square)
            state = reversi.play(state, reversi.Move(square))

    def _play(self) -> Iterable[Shown]:
        told: list[Any] = []
        lying: tuple[Tile, ...] | None = None
        for state, move in self.plies():
            if lying is None:
                lying = self.bring(state)
                yield Shown(lying, state, ())
            told.append(self.game.observed(state, move, None))
            after = self.game.play(state, move)
            if (tiles := self.bring(after)) != lying:
                lying = tiles
                yield Shown(tiles, after, tuple(told))


@cache
def film(name: str) -> Film:
    """The film of a game, drawn once."""
    return Film(name)


@cache
def seen_otherwise(turn: float = 7.0, lamp: Lamp = LAMP, aside: float = 0.0) -> TableView:
    """Another view of the table: the sheet turned, under another lamp, or so many mm further to the right."""
    usual = demo_view(turn)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "simulator.film.table_view.demo_view",
            lambda _turn: replace(usual, shift=np.add(usual.shift, (aside, 0.0, 0.0))),
        )
        return TableView(demo_art(), np.random.default_rng(2), lamp, turn)


class FilmedTable(AtTable):
    """A live table of a box that was just switched on in the middle of a game.

    Its journal has what the first pictures of a film show, up to number `played` (counted from the end where negative),
    and the table lies before the camera so.
    """

    def __init__(self, folder: Path, name: str, played: int, given: TappedField | None = None) -> None:
        self.film, self.clock = film(name), 0.0
        self.next = played % len(self.film.shown) + 1
        rules, players, options = self.film.game, self.film.players, self.film.options
        moves = written(rules, rules.start(players, options), self.film.shown[self.next - 1].told)
        self.game = live_game(folder, name, players, options, moves)
        self.journal = self.game.journal
        reader = reader_of_tiles(TableReader(arrangement_of(name), demo_faces()))
        observer = TableObserver(reader, field=FieldTracker(given, limit=TimeLimit(PATIENCE_S)))
        self.table = LiveTable(self.game, observer, lambda *_: reader)
        self.people = People(self.game)

    def __enter__(self) -> Self:
        super().__enter__()
        self.still(self.film.picture(self.next - 1))
        assert self.says() == FINE
        return self

    def hands(self, picture: Picture) -> Snapshot:
        """A hand comes and goes, and leaves the table as the picture shows it."""
        self.glance(self.film.hand)
        return self.still(picture)

    def go_on(self, picture: Picture | None = None) -> tuple[str, list[str]]:
        """The next move of the film is made, people answer what they are asked; what the box says then."""
        shown = self.film.picture(self.next) if picture is None else picture
        self.hands(shown)
        self.next += 1
        self.answer()
        self.glance(shown)
        return self.says()

    def answer(self) -> None:
        """People answer what they are asked, one question after the other."""
        self.people.made = list(self.film.shown[self.next - 1].told)
        for _ in range(MOST_QUESTIONS):
            self.do(Asked(self.people.answer))

    def still(self, picture: Picture, seconds: float = 0.4) -> Snapshot:
        """The table lies still before the camera for some time."""
        for _ in range(round(seconds / FRAME_S)):
            self.glance(picture)
        return self.now

    def wait(self, picture: Picture, seconds: float, step_s: float = 2.0) -> Snapshot:
        """The same for long, with fewer pictures."""
        for _ in range(round(seconds / step_s)):
            self.glance(picture, after_s=step_s)
        return self.now

    def glance(self, picture: Picture, after_s: float = FRAME_S, full: bool = False) -> Snapshot:
        """One picture, and the same again where another exposure is wanted, which the film has not."""
        self.clock += after_s
        frame = Frame(picture, self.clock)
        wanted = self.table.post(FrameTaken(frame, full)).result(PATIENCE_S)
        return self.do(FrameTaken(frame, full=True)) if wanted.bracket else self.now

    def recorded(self) -> bool:
        """Whether the record says just what was done up to the picture before the next."""
        told = self.film.shown[self.next - 1].told
        made = self.people.recorded
        forced = [ply.entry == 0 for ply in self.game.played.plies]
        return len(made) >= len(told) and all(forced[len(told) :]) and all(map(self.people.is_same, made, told))

    def says(self) -> tuple[str, list[str]]:
        """What is seen and told now, while the record has just what was done."""
        assert self.recorded()
        return self.now.seeing, self.tells()

    def tells(self) -> list[str]:
        """What the players are told now, as keys: what is wrong first, then what is asked and what is new."""
        wrong = [self.now.problem.message, *self.now.problem.also] if self.now.problem else []
        asked = ["?"] if self.now.choices.question else []
        return [*(said.key for said in wrong), *asked, *(said.key for said in self.now.notices)]


def moved(tiles: Sequence[Tile], at: int, x: float = 0.0, y: float = 0.0, turn: float = 0.0) -> tuple[Tile, ...]:
    """The same tiles, one of them pushed (mm) and turned (degrees)."""
    one = tiles[at]
    pushed = replace(one, x=one.x + x, y=one.y + y, turn=one.turn + turn)
    return (*tiles[:at], pushed, *tiles[at + 1 :])


def changed_tile(of: Film) -> int:
    """Which tile of the last picture of a film lies otherwise than in the one before."""
    before = of.shown[-2].tiles
    return next(at for at, tile in enumerate(of.shown[-1].tiles) if tile not in before)


def newest(before: Sequence[Tile], after: Sequence[Tile]) -> int:
    """Which of the tiles of a table was laid since another."""
    known = {(round(tile.x / 10), round(tile.y / 10)) for tile in before}
    return next(at for at, tile in enumerate(after) if (round(tile.x / 10), round(tile.y / 10)) not in known)
