"""Games of cards on a table without a sheet, followed with a camera that knows the cards, apart from noise.

They measure places and refereeing; photographs measure how well cards are read.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, islice
from types import MappingProxyType
from typing import Any

import numpy as np

from device.capture.observation import Observation
from device.demo.recorded_order import as_recorded
from device.games.profile import AnyProfile
from engines.bots import Ply, greedy_move
from engines.messages import Fact
from engines.skip_bo import Penalty
from simulator.people.card_script import with_finished
from tools.films.card_films import LAID, FilmedTable
from tools.films.card_tables import USUAL, CardTable, Noise
from tools.films.following import Followed, Match, People, moves_of, people_at_box
from tools.progress import with_progress
from vision.reading import Reading

# Pictures that the box reads after a move: as many as fit between two moves, and at most as long as it waits for more.
READINGS, MAX_READINGS = 3, 12


class CardGame:
    """Bots who play cards at a box.

    `table`: what the camera films; by default a table whose cards it knows, apart from `noise`.
    """

    def __init__(self, people: People, seed: int, noise: Noise, table: CardTable | None = None) -> None:
        self.people, self.box, self.noise = people, people.box, noise
        self.profile, self.game = people.profile, people.profile.game
        assert self.profile.cards is not None
        self.rng = np.random.default_rng(seed)
        self.table = table or CardTable(self.profile.filming.lay, noise, self.rng, self.profile.cards.places())
        self.table.places.seats = len(self.box.played.players)
        self._made: list[Any] = []
        self._is_unwatched = False  # a move got no picture of its own
        self._serials = count(1)  # of observations

    def lay(self, state: Any) -> None:
        """Lay the table for the start."""
        self.table.set(self.profile.filming.heaps(state), self.game.layout(state))
        self.watch()

    def make(self, state: Any, move: Any, is_pictured: bool = True) -> None:
        """Make one move; if it is not `is_pictured`, camera and people report it with the next one."""
        after = self.game.play(state, move)
        self._made.append(self.game.observed(state, move, None))
        heaps, before = self.profile.filming.heaps(after), self.profile.filming.heaps(state)
        if heaps == before:
            self._answer()  # a call is entered when it is called
            return
        is_left = self.rng.random() < self.noise.left
        self.table.set(with_finished(before, heaps, move) if is_left else heaps, self.game.layout(after))
        self._is_unwatched = self._is_unwatched or not is_pictured
        if is_pictured:
            is_dealt = len(before.keys() - heaps.keys()) > 1  # all cards are collected, which takes its time
            self.watch(3 * READINGS if is_dealt else READINGS)
            self._answer()

    def _answer(self) -> None:
        """Let the people at the table answer, by what they did and what the box has recorded of it."""
        self.people.made = as_recorded(self._made, self.people.recorded)
        self.people.answer()

    def end(self) -> None:
        """Take the hands off the table, so that the box sees the moves without a picture of their own."""
        if self._is_unwatched:
            self.watch()
            self._answer()

    def watch(self, least: int = READINGS) -> None:
        """Let the box read the pictures before the next move; people straighten once what it cannot read."""
        self._watch(least)
        unclear = self.box.problem if self.box.problem and self.box.problem.message.key == "cards.unclear" else None
        if unclear is not None and isinstance(self.table, FilmedTable):
            self.table.laid.straighten(unclear.places)
            self._watch(least)

    def _watch(self, least: int) -> None:
        for number in range(MAX_READINGS):
            read = self.table.read()
            if read is None:
                continue
            reading = Reading(None, (), read.places, left_open=read.left_open, facts=read.facts)
            serial, is_unwatched = next(self._serials), self._is_unwatched
            self.box.see(Observation(serial, 0.0, None, reading, is_unwatched=is_unwatched))
            self._is_unwatched = False
            if number >= least - 1 and not self.box.waits and self.box.problem is None:
                break


def follow_cards(
    profile: AnyProfile,
    seed: int,
    most: int,
    seats: int = 0,
    options: Mapping[str, Fact] = MappingProxyType({}),
    noise: Noise = USUAL,
    is_filmed: bool = False,
    unpictured: float = 0.0,
    penalties: float = 0.0,
) -> Followed:
    """Follow a game of at most so many moves, with noise; see `tools.films.tiles.follow`.

    `is_filmed`: tables are rendered and read by the box's reader. `unpictured`: share of moves without a picture of
    their own, since hands are over the table until the next move. `penalties`: share of moves that are penalties, in
    Skip-Bo.
    """
    match = Match.of(profile, seats, options)
    made = list(islice(_with_penalties(match, seed, penalties) if penalties else moves_of(match, seed), most))
    table = _filmed(match, made, seed) if is_filmed else None
    noise = LAID if is_filmed else noise
    with people_at_box(match) as people:
        game = CardGame(people, seed, noise, table)
        game.lay(made[0][0])
        chance = np.random.default_rng([seed, 77])
        for before, move in with_progress(made, f"{profile.game.NAME} {seed}"):
            game.make(before, move, is_pictured=chance.random() >= unpictured or move is made[-1][1])
        game.end()
        state = game.game.play(*made[-1])
        result = people.finish(state)
        people.made = as_recorded(people.made, people.recorded)
        return people.followed(result)


def _with_penalties(match: Match, seed: int, share: float) -> Iterator[Ply[Any, Any]]:
    """The moves of bots at a game of Skip-Bo in teams, of which a share are penalty cards for anybody (K-9)."""
    game, pick = match.profile.game, random.Random(seed)
    state = game.deal(match.players, match.options, seed)
    while not game.is_over(state):
        penalties = [move for move in game.moves(state) if isinstance(move, Penalty)]
        if penalties and pick.random() < share:
            move = pick.choice(penalties)
        else:
            move = greedy_move(game, state, pick.randrange(len(match.players)), len(match.players))
        yield state, move
        state = game.play(state, move)


def _filmed(match: Match, made: Sequence[Ply[Any, Any]], seed: int) -> FilmedTable:
    """A filmed table with room in view for all cards of a game."""
    game, filming = match.profile.game, match.profile.filming
    states = [state for state, _ in made]
    heaps = ((filming.heaps(state), game.layout(state)) for state in (*states, game.play(*made[-1])))
    return FilmedTable(match.profile, np.random.default_rng([seed, 5]), heaps)
