"""Games as a camera sees them, for measuring: straw players play, the simulator draws, the referee follows.

The people at these tables answer what the box asks by what they really did, and tell it what it cannot see.
"""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from device.board_game import BoardGame, begin_game
from device.camera.frame import Frame
from device.candidates import ALL_TURNS
from device.choices import Choice
from device.demo_play import plies
from device.demo_table import DemoTable, Rng, Shot
from device.eye import Eye
from device.habits import habits_of
from device.journal import Journal
from device.laying import laying_of
from device.pictures import PictureStore
from engines import reversi, search
from engines.contract import Game, IllegalMove
from engines.jarapon.kinds import Show
from engines.jarapon.state import in_hand
from engines.messages import Fact
from engines.squares import turned
from engines.straw import NAMES
from engines.vocabulary import EMPTY, UNKNOWN, Layout
from vision.reading import Picture
from vision.simulator import layouts, light
from vision.simulator.pieces import Art, Hand
from vision.simulator.render import render
from vision.simulator.tables import random_art, random_table
from vision.table_reader import TableReader
from vision.taught import TaughtFaces
from vision.teaching import CannotTeach, teach

FACES = (*layouts.FACES, "back")
OPTIONS: Mapping[str, Mapping[str, Fact]] = {"jarapon": {"dealer": "first"}}
# With more discards rivers would run into hands and open sets.
MOST_PLIES = {"jarapon": 60}
MOST_LESSONS = 5
# A table that is not clear is looked at again, as the box does.
MOST_LOOKS = 3
_BOARDS = ("infiltration", "checkers", "reversi")
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


def laid(game: Game, state: Any) -> Layout:
    """What lies on the table in a known state: the layout, but where tiles may lie in any order just those that do."""
    hand, mixed = _hand_laid(game, state), 0
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


def _hand_laid(game: Game, state: Any) -> Sequence[str]:
    """The tiles of the hand of Galaxy Jarapon that lies open."""
    if game.NAME != "jarapon":
        return ()
    shown = state.shown if state.claim is None else state.claim.seat
    return () if shown is None else in_hand(state, shown)


class People:
    """Those who sit round a box's table and know what they do: `told` are their moves as all could see them."""

    def __init__(self, box: BoardGame) -> None:
        self.box = box
        self.told: list[Any] = []
        self.asked = self.said = 0
        self._numbers: dict[int, int] = {}  # those that the box gives to tiles

    @property
    def recorded(self) -> list[Any]:
        """The moves that the box has."""
        return [ply.move for ply in self.box.played.plies]

    @property
    def missing(self) -> list[Any]:
        """The moves that the box does not have yet."""
        return self.told[len(self.recorded) :]

    def answer(self) -> None:
        """Answer what is asked, and tell what nothing on the table shows and somebody must say."""
        self._answer_all()
        self.asked += self._type_hand()
        while self._must_tell() and self._choose(self.box.untold):
            self.said += 1
            self._answer_all()  # what was told may raise a question

    def _answer_all(self) -> None:
        while self.box.question and self._choose(self.box.question):  # an answer may raise another question
            self.asked += 1

    def _must_tell(self) -> bool:
        """Whether the box lacks a move that it does not think of by itself when it sees what came after."""
        game, state = self.box.played.game, self.box.played.now
        for move in self.missing:
            if not habits_of(game.NAME).assumes(state, move):
                return True
            try:
                state = game.play(state, move)
            except IllegalMove:  # the box has lost the thread
                return False
        return False

    def _type_hand(self) -> bool:
        """Type the hand that was shown last, if the box asks for it: it saw that one lies open, and not all of it."""
        recorded = self.recorded[-1] if self.recorded else None
        if not isinstance(recorded, Show) or recorded.tiles != UNKNOWN or len(self.recorded) > len(self.told):
            return False
        played, shown = self.box.played, self.told[len(self.recorded) - 1]
        if not isinstance(shown, Show) or shown.seat != recorded.seat:
            return False
        typed = {"entry": played.plies[-1].entry, "move": played.game.move_to_json(shown), "by": "phone"}
        self.box.correct("change", typed)
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
        if not isinstance(recorded, search.Turn) or not isinstance(told, search.Turn):
            return bool(recorded == told)
        number = self._numbers.setdefault(told.tile, recorded.tile) if recorded.face == told.face else None
        return number == recorded.tile


def film(game: Game, seed: int, art: Art, most: int) -> Iterator[Take]:
    """A game's pictures: after each move that shows one with a hand and one without."""
    rng = np.random.default_rng([seed, 1])
    players = NAMES[: game.PLAYERS.start]
    table = DemoTable(rng, len(players), laying_of(game.NAME))
    draw = _Drawn(game, art, rng)
    told: list[Any] = []
    before: Layout | None = None
    for state, move in islice(plies(game, players, seed, OPTIONS.get(game.NAME, {})), most):
        if before is None:
            before = laid(game, state)
            list(table.bring(0, before))
            yield Take(partial(draw.picture, next(table.rest(1.0))), False, ())
        after = laid(game, game.play(state, move))
        shots = list(table.bring(game.mover(state, move) or 0, after)) if after != before else []
        if shots:
            yield Take(partial(draw.picture, shots[len(shots) // 2]), True, tuple(told))
        told.append(game.seen(state, move, None))
        yield Take(partial(draw.picture, next(table.rest(1.0))), False, tuple(told))
        before = after


class _Drawn:
    """Draws shots of one table, always from the same camera under the same lamps."""

    def __init__(self, game: Game, art: Art, rng: Rng) -> None:
        kind = "grid" if game.NAME in _BOARDS else "stars"
        self._table = replace(random_table(rng, art, ([], kind)), hands=())
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


def follow(game: Game, seed: int, most: int) -> Followed:
    """A game of so many moves at most, filmed and followed."""
    art_rng = np.random.default_rng([seed, 2])
    art: Art = random_art(art_rng)
    eye = Eye(TableReader(game.NAME, lesson(art, art_rng)))
    result = Followed(game.NAME)
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "journal.db") as journal:
        games, players = {game.NAME: game}, NAMES[: game.PLAYERS.start]
        begin_game(journal, game.NAME, players, OPTIONS.get(game.NAME, {}), games)
        people = People(BoardGame(journal, PictureStore(Path(folder) / "pictures"), games))
        for number, take in enumerate(film(game, seed, art, min(most, MOST_PLIES.get(game.NAME, most)))):
            people.told = list(take.told)
            for look in range(1 if take.hand else MOST_LOOKS):
                picture = take.picture()
                reading = eye.look(Frame(picture, float(number), f"{number:04}-{look}.png"), unsettled=False)
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
    assumed = habits_of(people.box.played.game.NAME).assumed
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
    """The moves made, by the names that the squares of reversi may have for the camera, which sees it from anywhere."""
    if people.box.played.game is not reversi:
        return [people.told]
    return [
        [replace(move, square=move.square and turned(move.square, turn)) for move in people.told] for turn in ALL_TURNS
    ]
