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
from device.games.listing import arrangement_of, profile_of
from device.games.profile import AnyProfile, Filming
from device.hardware.camera.frame import Frame
from device.record.corrections import Correction
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.referee.choices import Choice
from device.referee.orientation import ALL_TURNS
from device.table.frame_gate import FrameGate
from device.table.game import BoardGame, begin_game
from engines.bots import NAMES
from engines.contract import IllegalMove
from engines.vocabulary import EMPTY, Layout
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import CannotTeach, teach
from vision.reading import Picture
from vision.simulator import layouts, light
from vision.simulator.pieces import Art, Hand
from vision.simulator.render import render
from vision.simulator.tables import random_art, random_table
from vision.table_reader import TableReader

FACES = (*layouts.FACES, "back")
MOST_LESSONS = 5
# An unclear table is read again, as the box does.
MOST_LOOKS = 3
_LESSON_GLOSS, _LESSON_ROLL = 0.15, 8.0


@dataclass(frozen=True)
class Take:
    """Pictures and what had happened when they were taken; `hand`: somebody reaches over the table."""

    picture: Callable[[], Picture]
    hand: bool
    told: tuple[Any, ...]


@dataclass
class Followed:
    """How a game was followed: moves made, found by the camera alone, asked for, told; and what went wrong."""

    game: str
    moves: int = 0
    seen: int = 0
    asked: int = 0
    told: int = 0
    missed: int = 0
    invented: int = 0


def laid(profile: AnyProfile, state: Any) -> Layout:
    """What lies on the table in a known state: the layout, but where tiles may lie in any order just those that do."""
    game, hand, mixed = profile.game, profile.filming.shown_hand(state), 0
    found = {}
    for place, look in game.layout(game.view(state, None)).items():
        kind, *where = place.split("/")
        faces = sorted(look)
        if kind == "hand":
            at = int(where[1]) - 1
            found[place] = frozenset({hand[at] if at < len(hand) else EMPTY})
        elif kind == "pon" and len(faces) > 1:
            found[place] = frozenset({faces[mixed % len(faces)]})
            mixed += 1
        else:
            found[place] = look
    return found


class People:
    """The bots round a box's table, who know what they do: `told` are their moves as all could see them."""

    def __init__(self, box: BoardGame) -> None:
        self.box = box
        self.told: list[Any] = []
        self.asked = self.said = 0
        self._numbers: dict[int, int] = {}  # those that the box gives to tiles

    @property
    def _filming(self) -> Filming[Any, Any]:
        return profile_of(self.box.played.game.NAME).filming

    @property
    def recorded(self) -> list[Any]:
        """The moves that the box has."""
        return [ply.move for ply in self.box.played.plies]

    @property
    def missing(self) -> list[Any]:
        """The moves that the box does not have yet."""
        return self.told[len(self.recorded) :]

    def answer(self) -> None:
        """Answer what is asked, and enter what nothing on the table shows."""
        self._answer_all()
        self.asked += self._type_hand()
        while self._must_tell() and self._choose(self.box.untold):
            self.said += 1
            self._answer_all()  # what was entered may raise a question

    def _answer_all(self) -> None:
        while self.box.question and self._choose(self.box.question):  # an answer may raise another question
            self.asked += 1

    def _must_tell(self) -> bool:
        """Whether the box lacks a move that it does not think of by itself when it sees what came after."""
        game, state = self.box.played.game, self.box.played.now
        for move in self.missing:
            if not profile_of(game.NAME).habits.assumes(state, move):
                return True
            try:
                state = game.play(state, move)
            except IllegalMove:  # the box cannot follow the game any more
                return False
        return False

    def _type_hand(self) -> bool:
        """Type the hand that was shown last, if the box asks for it: it saw that one lies open, and not all of it."""
        if not 0 < len(self.recorded) <= len(self.told):
            return False
        played, shown = self.box.played, self.told[len(self.recorded) - 1]
        if not self._filming.is_typed(self.recorded[-1], shown):
            return False
        typed = played.game.move_to_json(shown)
        self.box.correct(Correction("change", played.plies[-1].entry, typed, "phone"))
        return True

    def _choose(self, choices: Sequence[Choice]) -> bool:
        """Choose what was really done, as much of it as can be chosen at once; whether there is such a choice."""
        missing = self.missing
        right = [one for one in choices if self._is_what_was_done(one.moved.moves, missing)]
        if right:
            self.box.choose(max(right, key=lambda one: len(one.moved.moves)).key, "phone")
        return bool(right)

    def _is_what_was_done(self, moves: Sequence[Any], missing: Sequence[Any]) -> bool:
        return len(moves) <= len(missing) and all(map(self.is_same, moves, missing))

    def is_same(self, recorded: Any, told: Any) -> bool:
        """Whether a move is the one that was made; the box numbers strewn tiles as it finds them."""
        numbers = self._filming.renumbered(told, recorded)
        if numbers is None:
            return bool(recorded == told)
        return bool(self._numbers.setdefault(*numbers) == numbers[1])


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
        self._view, self._light = layouts.whole_view(rng), light.random_light(rng)
        self._sensor, self._rng = light.random_sensor(rng), rng

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
        glow = light.random_light(rng)
        glow = replace(glow, tile_gloss=min(glow.tile_gloss, _LESSON_GLOSS))
        table = replace(random_table(rng, art, (layouts.lesson(rng), "stars")), hands=())
        view = layouts.whole_view(rng, _LESSON_ROLL)
        photographs.append(render(table, view, glow, light.random_sensor(rng), rng)[0])
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
    right = max(_in_common(people, told) for told in _as_named(people))
    result.moves, result.asked, result.told = len(people.told), people.asked, people.said
    result.missed = len(people.told) - right
    result.invented = sum(ply.entry > 0 for ply in people.box.played.plies[right:])
    result.seen = right - people.asked - people.said


def _in_common(people: People, told: Sequence[Any]) -> int:
    """How many moves are the same from the beginning."""
    pairs = zip(people.recorded, told, strict=False)
    last = min(len(people.recorded), len(told))
    return next((at for at, (one, other) in enumerate(pairs) if not people.is_same(one, other)), last)


def _as_named(people: People) -> list[list[Any]]:
    """The moves made, by each of the names that their places may have for the camera."""
    turned = profile_of(people.box.played.game.NAME).filming.turned
    return [people.told] if turned is None else [[turned(move, turn) for move in people.told] for turn in ALL_TURNS]
