"""Games of cards on a table without a sheet, followed with a camera that knows the cards but for noise.

What it measures is places and refereeing; how well cards are read is measured by photographs.
"""

import tempfile
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

import numpy as np

from device.games.profile import AnyProfile
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.table.beginning import begin_game
from device.table.game import BoardGame
from engines.bots import NAMES
from engines.messages import Fact
from tools.bench.card_tables import USUAL, WIDTH, CardTable, Noise
from tools.bench.films import Followed, Match, People, count_moves, moves_of
from vision.places.cards.places import CardPlaces

# Pictures that the box reads after a move: as many as fit between two moves, and more as long as it waits for them.
LOOKS, MOST_LOOKS = 3, 12


class CardGame:
    """A box without camera and threads, and bots who play cards before it.

    `wrong` is the number of the first move after which the record was not what was played.
    """

    def __init__(self, folder: Path, match: Match, seed: int, noise: Noise) -> None:
        profile, self.noise = match.profile, noise
        assert profile.cards is not None
        self.profile, self.game = profile, profile.game
        self.rng = np.random.default_rng(seed)
        self.table = CardTable(profile.filming.lay, noise, self.rng)
        self.reader: CardPlaces = profile.cards.places()
        self._journal = journal = Journal(folder / "journal.db")
        games = {self.game.NAME: self.game}
        begin_game(journal, self.game.NAME, match.players, match.options, games, by_hand=False)
        self.box = BoardGame(journal, PictureStore(folder / "pictures"), games)
        self.people = People(self.box)
        self._told: list[Any] = []
        self._is_unwatched = False  # a move got no picture of its own

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._journal.close()

    def lay(self, state: Any) -> None:
        """The table as it is laid for the start."""
        self.table.set(self.profile.filming.heaps(state), self.game.layout(state))
        self.look()

    def make(self, state: Any, move: Any, is_seen: bool = True) -> None:
        """One move, as the camera and the people at the table tell it; not yet where no picture `is_seen`."""
        after = self.game.play(state, move)
        self._told.append(self.game.observed(state, move, None))
        self.people.told = list(self._told)
        heaps, before = self.profile.filming.heaps(after), self.profile.filming.heaps(state)
        if heaps == before:
            self.people.answer()  # a call is entered when it is called
            return
        gone = {place: cards for place, cards in before.items() if place.startswith("build/") and place not in heaps}
        left = {place: [*cards, getattr(move, "card", "")] for place, cards in gone.items()}
        self.table.set({**heaps, **(left if self.rng.random() < self.noise.left else {})}, self.game.layout(after))
        self._is_unwatched = self._is_unwatched or not is_seen
        if is_seen:
            is_dealt = len(before.keys() - heaps.keys()) > 1  # all cards are collected, which takes its time
            self.look(3 * LOOKS if is_dealt else LOOKS)
            self.people.answer()

    def look(self, least: int = LOOKS) -> None:
        """The pictures that the box reads before the next move."""
        for number in range(MOST_LOOKS):
            placed = self.reader.place(self.table.picture(), WIDTH)
            self.box.see(placed.places, None, left_open=placed.left_open, unwatched=self._is_unwatched)
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
) -> Followed:
    """A game of so many moves at most, followed with noise; see `tools.bench.films.follow`."""
    match = Match(profile, NAMES[: seats or profile.game.PLAYERS.start], {**profile.filming.options, **options})
    result = Followed(profile.game.NAME)
    with tempfile.TemporaryDirectory() as folder, CardGame(Path(folder), match, seed, noise) as game:
        state: Any = None
        for before, move in islice(moves_of(match, seed), most):
            if state is None:
                game.lay(before)
            game.make(before, move)
            state = game.game.play(before, move)
        if game.game.is_over(state):
            game.people.tell_the_end()
            result.result = game.game.standings(game.box.played.now) == game.game.standings(state)
        count_moves(result, game.people)
    return result
