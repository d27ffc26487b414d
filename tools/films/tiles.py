"""Games as a camera sees them, for measuring: bots play, the simulator draws, the referee follows.

The bots answer the box's questions by what they really did, and enter what it cannot see.
"""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from device.capture import field_tracker
from device.capture.game_reader import reader_of_tiles
from device.capture.table_observer import TableObserver
from device.demo.staging import laid
from device.demo.witness import Witness
from device.games.listing import arrangement_of, profile_of
from device.games.profile import AnyProfile
from device.hardware.camera.frame import Frame
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.record.replay import CorrectionRefused
from device.referee.choices import Choice
from device.table.beginning import begin_game
from device.table.game import BoardGame
from engines.bots import NAMES, Ply
from engines.contract import IllegalMove
from engines.messages import Fact
from engines.vocabulary import TILE_FACES, Layout
from simulator.film.shots import Shot
from simulator.people.script import plies
from simulator.people.tile_table import Rng, TileTable
from simulator.render.pieces import Art, DieLook, Hand
from simulator.render.tiles import render
from simulator.scenes import layouts
from simulator.scenes.dice import random_look
from simulator.scenes.lesson import lesson_tiles
from simulator.scenes.light import random_light, random_sensor
from simulator.scenes.tables import random_art, random_table
from vision.dimensions import SHEET
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import CannotTeach, teach
from vision.reading import Picture
from vision.table_reader import TableReader

FACES = (*TILE_FACES, "back")
MOST_LESSONS = 5
# An unclear table is read again, as the box does.
MOST_LOOKS = 3
_PATIENCE_S = 600.0  # for a reading: a busy machine may take longer than a box may
_LESSON_GLOSS, _LESSON_ROLL = 0.15, 8.0


@dataclass(frozen=True)
class Take:
    """Pictures, and what had happened when they were taken, which led to `state`.

    `picture` None: nothing in the picture has changed. `hand`: somebody reaches over the table.
    """

    picture: Callable[[], Picture] | None
    hand: bool
    told: tuple[Any, ...]
    state: Any


@dataclass
class Followed:
    """How a game was followed: moves made, and found by the camera alone; what people had to do; what went wrong.

    People answer what they are `asked`, enter (`told`) what nothing shows, and have `typed` in hands that were not
    legible. `result`: whether the final standings recorded are those of the game that was played; None where the film
    ends before it.
    """

    game: str
    moves: int = 0
    seen: int = 0
    asked: int = 0
    told: int = 0
    typed: int = 0
    missed: int = 0
    invented: int = 0
    result: bool | None = None

    @property
    def by_hand(self) -> int:
        """How many times people had to do something on a phone or at the box."""
        return self.asked + self.told + self.typed


@dataclass(frozen=True)
class Match:
    """What is filmed: a game, who plays, and its options."""

    profile: AnyProfile
    players: tuple[str, ...]
    options: Mapping[str, Fact]


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
        while self._type_hand():
            self.typed += 1
        while self._witness.must_tell(self.box.played) and self._choose(self.box.untold):
            self.said += 1
            self._answer_all()  # what was entered may raise a question

    def tell_the_end(self) -> None:
        """When the game is over, enter what would only be noticed with what comes next, and hands not read."""
        while self.missing and self._choose(self.box.untold):
            self.said += 1
        while self._type_hand():
            self.typed += 1

    def _answer_all(self) -> None:
        while self.box.question and self._choose(self.box.question):  # an answer may raise another question
            self.asked += 1

    def _type_hand(self) -> bool:
        """Type a hand that was not legible; not where the box refuses it, since its record is wrong elsewhere."""
        typed = self._witness.typed_hand(self.box.played)
        if typed is None:
            return False
        with suppress(CorrectionRefused):
            self.box.correct(typed)
            return True
        return False

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


def film(match: Match, seed: int, art: Art, most: int) -> Iterator[Take]:
    """A game's pictures: after each move that shows one with a hand and one without.

    What changes beside the sheet alone, such as a wall from which a tile is drawn, is in the next picture.
    """
    rng, profile, game = np.random.default_rng([seed, 1]), match.profile, match.profile.game
    table = TileTable(rng, len(match.players), profile.filming.lay)
    draw = _Drawn(profile.filming.sheet, art, random_look(np.random.default_rng([seed, 3])), rng)
    told: list[Any] = []
    before: Layout | None = None
    for state, move in islice(moves_of(match, seed), most):
        if before is None:
            before = laid(profile, state)
            list(table.bring(0, before))
            yield Take(partial(draw.picture, next(table.rest(1.0))), False, (), state)
        played = game.play(state, move)
        after = laid(profile, played)
        is_seen = _on_sheet(profile, after) != _on_sheet(profile, before)
        seat, number = game.mover(state, move) or 0, profile.filming.pips(move)
        shots = list(table.bring(seat, after)) if is_seen else []
        shots += [] if number is None else table.throw(seat, number)
        if shots:
            yield Take(partial(draw.picture, shots[len(shots) // 2]), True, tuple(told), state)
        told.append(game.observed(state, move, None))
        rest = next(table.rest(1.0))
        yield Take(partial(draw.picture, rest) if shots else None, False, tuple(told), played)
        before = after


def _on_sheet(profile: AnyProfile, layout: Layout) -> list[tuple[str, object]]:
    """The places of a layout that lie on the sheet, with their looks."""
    lies = ((place, profile.filming.lay(place, layout)) for place in layout)
    return [(place, layout[place]) for place, lie in lies if lie and max(abs(lie.x), abs(lie.y)) < SHEET / 2]


def moves_of(match: Match, seed: int) -> Iterator[Ply[Any, Any]]:
    """The moves of a game, without calls that what follows says as well: whoever lays a pon open has called it."""
    profile, game = match.profile, match.profile.game
    called: Ply[Any, Any] | None = None
    for state, move in plies(game, match.players, seed, match.options):
        if called is not None:
            with suppress(IllegalMove):
                if game.play(called[0], move) == game.play(state, move):
                    called = None
            if called is not None:
                yield called
        seat = game.mover(state, move)
        is_call = any(seat is not None and not kind.announces and kind.is_call(move, seat) for kind in profile.calls)
        called = (state, move) if is_call else None
        if called is None:
            yield state, move
    if called is not None:
        yield called


class _Drawn:
    """Draws shots of one table, always from the same camera under the same lamps."""

    def __init__(self, sheet: str, art: Art, die: DieLook, rng: Rng) -> None:
        self._table = replace(random_table(rng, art, ([], sheet)), hands=())
        self._view, self._light = layouts.whole_view(rng), random_light(rng)
        self._sensor, self._rng, self._die = random_sensor(rng), rng, die

    def picture(self, shot: Shot) -> Picture:
        """A picture of a shot, with other noise each time."""
        hand = None if shot.hand is None else Hand(*shot.hand.end, shot.hand.towards)
        dice = () if shot.die is None else (replace(shot.die, look=self._die),)
        table = replace(self._table, tiles=shot.tiles, hands=() if hand is None else (hand,), dice=dice)
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


def follow(
    profile: AnyProfile,
    seed: int,
    most: int,
    seats: int = 0,
    options: Mapping[str, Fact] = MappingProxyType({}),
) -> Followed:
    """A game of so many moves at most, filmed and followed.

    `seats`: how many play, 0 for as many as need be; `options` beside those of its films. Raises `BadOption`.
    """
    match = Match(profile, NAMES[: seats or profile.game.PLAYERS.start], {**profile.filming.options, **options})
    game = profile.game
    art_rng = np.random.default_rng([seed, 2])
    art: Art = random_art(art_rng)
    wait_for_readings()
    observer = TableObserver(reader_of_tiles(TableReader(arrangement_of(game.NAME), lesson(art, art_rng))))
    result = Followed(game.NAME)
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "journal.db") as journal:
        games = {game.NAME: game}
        begin_game(journal, game.NAME, match.players, match.options, games)
        people = People(BoardGame(journal, PictureStore(Path(folder) / "pictures"), games))
        state: Any = None
        for number, take in enumerate(film(match, seed, art, most)):
            people.told, state = list(take.told), take.state
            for look in range(1 if take.hand else MOST_LOOKS):
                if take.picture is None:
                    break
                picture = take.picture()
                reading = observer.read_if_due(
                    Frame(picture, float(number), f"{number:04}-{look}.png"), unsettled=False
                )
                if reading is not None:
                    people.box.see(reading.places, picture, reading.reached)
                if reading is not None and people.box.problem is None:
                    break
            if not take.hand:
                people.answer()
        if game.is_over(state):
            people.tell_the_end()
            result.result = game.standings(people.box.played.now) == game.standings(state)
        count_moves(result, people)
    return result


def wait_for_readings() -> None:
    """Let readings take their time: what is measured is what they say."""
    field_tracker.READ_S = _PATIENCE_S


def count_moves(result: Followed, people: People) -> None:
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
