"""Games as a camera sees them, for measuring: bots play, the simulator draws, the referee follows.

The bots answer the box's questions by what they really did, and enter what it cannot see.
"""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from device.demo.script import plies
from device.demo.tabletop import DemoTable, Rng, Shot
from device.demo.witness import Witness, laid
from device.games.listing import arrangement_of, profile_of
from device.games.profile import AnyProfile
from device.hardware.camera.frame import Frame
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.referee.choices import Choice
from device.table.frame_gate import FrameGate
from device.table.game import BoardGame, begin_game
from engines.bots import NAMES
from engines.vocabulary import TILE_FACES, Layout
from tools.artwork import layouts
from tools.artwork.random_light import random_light, random_sensor
from tools.artwork.random_tables import random_art, random_table
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import CannotTeach, teach
from vision.reading import Picture
from vision.simulator.lesson import lesson_tiles
from vision.simulator.pieces import Art, Hand
from vision.simulator.render import render
from vision.table_reader import TableReader

FACES = (*TILE_FACES, "back")
MOST_LESSONS = 5
# An unclear table is read again, as the box does.
MOST_LOOKS = 3
HEADINGS = "game          moves    seen   asked    told   typed by hand  missed  made up"
_LESSON_GLOSS, _LESSON_ROLL = 0.15, 8.0


@dataclass(frozen=True)
class Take:
    """Pictures and what had happened when they were taken; `hand`: somebody reaches over the table."""

    picture: Callable[[], Picture]
    hand: bool
    told: tuple[Any, ...]


@dataclass
class Followed:
    """How a game was followed: moves made, and found by the camera alone; what people had to do; what went wrong.

    People answer what they are `asked`, enter (`told`) what nothing shows, and have `typed` in hands that were not
    legible.
    """

    game: str
    moves: int = 0
    seen: int = 0
    asked: int = 0
    told: int = 0
    typed: int = 0
    missed: int = 0
    invented: int = 0

    @property
    def by_hand(self) -> int:
        """How many times people had to do something on a phone or at the box."""
        return self.asked + self.told + self.typed

    def row(self) -> str:
        """The row under `HEADINGS`."""
        found = "".join(f"{count:8}" for count in (self.moves, self.seen, self.asked, self.told, self.typed))
        share = self.by_hand / max(1, self.moves)
        return f"{self.game:12}{found}{share:8.1%}{self.missed:8}{self.invented:8}"


class People:
    """The bots round a box's table, who know what they do: `told` are their moves as all could see them."""

    def __init__(self, box: BoardGame) -> None:
        self.box = box
        self.asked = self.said = self.typed = 0
        self._witness = Witness()

    @property
    def told(self) -> list[Any]:
        """The moves that were made."""
        return self._witness.told

    @told.setter
    def told(self, moves: list[Any]) -> None:
        self._witness.told = moves

    @property
    def recorded(self) -> list[Any]:
        """The moves that the box has."""
        return [ply.move for ply in self.box.played.plies]

    @property
    def missing(self) -> list[Any]:
        """The moves that the box does not have yet."""
        return self._witness.missing(self.box.played)

    def answer(self) -> None:
        """Answer what is asked, and enter what nothing on the table shows."""
        self._answer_all()
        self.typed += self._type_hand()
        while self._witness.must_tell(self.box.played) and self._choose(self.box.untold):
            self.said += 1
            self._answer_all()  # what was entered may raise a question

    def _answer_all(self) -> None:
        while self.box.question and self._choose(self.box.question):  # an answer may raise another question
            self.asked += 1

    def _type_hand(self) -> bool:
        typed = self._witness.typed_hand(self.box.played)
        if typed is not None:
            self.box.correct(typed)
        return typed is not None

    def _choose(self, choices: Sequence[Choice]) -> bool:
        """Choose what was really done; whether there is such a choice."""
        right = self._witness.right(self.box.played, choices)
        if right is not None:
            self.box.choose(right.key, "phone")
        return right is not None

    def right(self) -> int:
        """How many moves of the record are those that were made, from the beginning."""
        return self._witness.in_common(self.box.played, self._witness.told_as(self.box.played))

    def is_same(self, recorded: Any, told: Any) -> bool:
        """Whether a move is the one that was made."""
        return self._witness.is_same(self.box.played, recorded, told)


def film(profile: AnyProfile, seed: int, art: Art, most: int) -> Iterator[Take]:
    """A game's pictures: after each move that shows one with a hand and one without."""
    rng, game = np.random.default_rng([seed, 1]), profile.game
    players = NAMES[: game.PLAYERS.start]
    table = DemoTable(rng, len(players), profile.filming.lay)
    draw = _Drawn(profile.filming.sheet, art, rng)
    told: list[Any] = []
    before: Layout | None = None
    for state, move in islice(plies(game, players, seed, profile.filming.options), most):
        if before is None:
            before = laid(profile, state)
            list(table.bring(0, before))
            yield Take(partial(draw.picture, next(table.rest(1.0))), False, ())
        after = laid(profile, game.play(state, move))
        shots = list(table.bring(game.mover(state, move) or 0, after)) if after != before else []
        if shots:
            yield Take(partial(draw.picture, shots[len(shots) // 2]), True, tuple(told))
        told.append(game.observed(state, move, None))
        yield Take(partial(draw.picture, next(table.rest(1.0))), False, tuple(told))
        before = after


class _Drawn:
    """Draws shots of one table, always from the same camera under the same lamps."""

    def __init__(self, sheet: str, art: Art, rng: Rng) -> None:
        self._table = replace(random_table(rng, art, ([], sheet)), hands=())
        self._view, self._light = layouts.whole_view(rng), random_light(rng)
        self._sensor, self._rng = random_sensor(rng), rng

    def picture(self, shot: Shot) -> Picture:
        """A picture of a shot, with other noise each time."""
        hand = None if shot.hand is None else Hand(*shot.hand.end, shot.hand.towards)
        table = replace(self._table, tiles=shot.tiles, hands=() if hand is None else (hand,))
        return render(table, self._view, self._light, self._sensor, self._rng)[0]


def lesson(art: Art, rng: Rng) -> TaughtFaces:
    """What two photographs of one tile of each face teach; people take others when the box refuses these."""
    for _ in range(MOST_LESSONS - 1):
        with suppress(CannotTeach):
            return teach(_lesson_photographs(art, rng), FACES).taught
    return teach(_lesson_photographs(art, rng), FACES).taught


def _lesson_photographs(art: Art, rng: Rng) -> list[Picture]:
    photographs = []
    for _ in range(2):
        glow = random_light(rng)
        glow = replace(glow, tile_gloss=min(glow.tile_gloss, _LESSON_GLOSS))
        table = replace(random_table(rng, art, (lesson_tiles(rng), "stars")), hands=())
        view = layouts.whole_view(rng, _LESSON_ROLL)
        photographs.append(render(table, view, glow, random_sensor(rng), rng)[0])
    return photographs


def follow(profile: AnyProfile, seed: int, most: int) -> Followed:
    """A game of so many moves at most, filmed and followed."""
    game, filming = profile.game, profile.filming
    art_rng = np.random.default_rng([seed, 2])
    art: Art = random_art(art_rng)
    frame_gate = FrameGate(TableReader(arrangement_of(game.NAME), lesson(art, art_rng)))
    result = Followed(game.NAME)
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "journal.db") as journal:
        games, players = {game.NAME: game}, NAMES[: game.PLAYERS.start]
        begin_game(journal, game.NAME, players, filming.options, games)
        people = People(BoardGame(journal, PictureStore(Path(folder) / "pictures"), games))
        for number, take in enumerate(film(profile, seed, art, min(most, filming.most_moves or most))):
            people.told = list(take.told)
            for look in range(1 if take.hand else MOST_LOOKS):
                picture = take.picture()
                reading = frame_gate.read_if_due(
                    Frame(picture, float(number), f"{number:04}-{look}.png"), unsettled=False
                )
                if reading is not None:
                    people.box.see(reading.places, picture)
                if reading is not None and people.box.problem is None:
                    break
            if not take.hand:
                people.answer()
        _count(result, people)
    return result


def _count(result: Followed, people: People) -> None:
    """Moves in the order in which they were made and recorded; what the rules force may be recorded before.

    What nobody announces and nothing shows is recorded with what comes after it, so a film does not end with that.
    """
    assumed = profile_of(people.box.played.game.NAME).habits.assumed
    while people.missing and isinstance(people.told[-1], assumed):
        people.told.pop()
    right = people.right()
    result.moves = len(people.told)
    result.asked, result.told, result.typed = people.asked, people.said, people.typed
    result.missed = len(people.told) - right
    result.invented = sum(ply.entry > 0 for ply in people.box.played.plies[right:])
    result.seen = right - result.by_hand
