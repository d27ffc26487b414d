"""Filmed games of tiles, for measuring: bots play, the simulator draws, the referee follows."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Any

import numpy as np

from device.capture.game_reader import reader_of_tiles
from device.demo.staging import laid
from device.games.listing import arrangement_of
from device.games.profile import AnyProfile
from device.hardware.camera.frame import Frame
from engines.messages import Fact
from engines.vocabulary import TILE_FACES, Layout
from simulator.film.shots import Shot
from simulator.people.reaching import Rng
from simulator.people.tile_table import TileTable
from simulator.render.pieces import Art, DieStyle, Hand
from simulator.render.tiles import render
from simulator.scenes import layouts
from simulator.scenes.layouts import lesson_tiles
from simulator.scenes.light import lesson_light, random_light, random_sensor
from simulator.scenes.tables import random_art, random_die_style, random_table
from tools.films.following import Followed, Match, moves_of, patient_observer, people_at_box
from vision.dimensions import SHEET
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import CannotTeach, teach
from vision.reading import Picture
from vision.table_reader import TableReader

FACES = (*TILE_FACES, "back")
MAX_LESSONS = 5
# An unclear table is read again, as the box does.
_MAX_READINGS = 3
_LESSON_ROLL = 8.0  # degrees


@dataclass(frozen=True)
class Take:
    """Pictures of one moment of a game."""

    picture: Callable[[], Picture] | None  # None: nothing in the picture has changed
    hand: bool  # whether somebody reaches over the table
    made: tuple[Any, ...]  # the moves made before
    state: Any  # the state after these


def film(match: Match, seed: int, art: Art, most: int) -> Iterator[Take]:
    """A game's pictures: after each visible move one with a hand and one without.

    A change outside the sheet, such as a tile drawn from a wall, is in the next picture.
    """
    rng, profile, game = np.random.default_rng([seed, 1]), match.profile, match.profile.game
    table = TileTable(rng, len(match.players), profile.filming.lay)
    draw = _ShotRenderer(profile.filming.sheet, art, random_die_style(np.random.default_rng([seed, 3])), rng)
    made: list[Any] = []
    before: Layout | None = None
    for state, move in islice(moves_of(match, seed), most):
        if before is None:
            before = laid(profile, state)
            list(table.bring(0, before))
            yield Take(partial(draw.picture, next(table.rest(1.0))), False, (), state)
        played = game.play(state, move)
        after = laid(profile, played)
        is_visible = _on_sheet(profile, after) != _on_sheet(profile, before)
        seat, number = game.mover(state, move) or 0, profile.filming.pips(move)
        shots = list(table.bring(seat, after)) if is_visible else []
        shots += [] if number is None else table.throw(seat, number)
        if shots:
            yield Take(partial(draw.picture, shots[len(shots) // 2]), True, tuple(made), state)
        made.append(game.observed(state, move, None))
        rest = next(table.rest(1.0))
        yield Take(partial(draw.picture, rest) if shots else None, False, tuple(made), played)
        before = after


def _on_sheet(profile: AnyProfile, layout: Layout) -> list[tuple[str, object]]:
    """The places of a layout that lie on the sheet, with what they show."""
    lies = ((place, profile.filming.lay(place, layout)) for place in layout)
    return [(place, layout[place]) for place, lie in lies if lie and max(abs(lie.x), abs(lie.y)) < SHEET / 2]


class _ShotRenderer:
    """Draws shots of one table, always from the same camera under the same lamps."""

    def __init__(self, sheet: str, art: Art, die: DieStyle, rng: Rng) -> None:
        self._table = replace(random_table(rng, art, ([], sheet)), hands=())
        self._view, self._light = layouts.whole_view(rng), random_light(rng)
        self._sensor, self._rng, self._die = random_sensor(rng), rng, die

    def picture(self, shot: Shot) -> Picture:
        """A picture of a shot, with other noise each time."""
        hand = None if shot.hand is None else Hand(*shot.hand.end, shot.hand.towards)
        dice = () if shot.die is None else (replace(shot.die, style=self._die),)
        table = replace(self._table, tiles=shot.tiles, hands=() if hand is None else (hand,), dice=dice)
        return render(table, self._view, self._light, self._sensor, self._rng)[0]


def lesson(art: Art, rng: Rng) -> TaughtFaces:
    """The faces taught by two photographs of one tile of each face; others are taken if the box refuses them."""
    for _ in range(MAX_LESSONS - 1):
        with suppress(CannotTeach):
            return teach(_lesson_photographs(art, rng), FACES).taught
    return teach(_lesson_photographs(art, rng), FACES).taught


def _lesson_photographs(art: Art, rng: Rng) -> list[Picture]:
    photographs = []
    for _ in range(2):
        glow = lesson_light(rng)
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
    """Film and follow a game of at most so many moves.

    `seats`: how many play, 0 for the fewest; `options` are added to those of the game's films. Raises `BadOption`.
    """
    match, game = Match.of(profile, seats, options), profile.game
    art_rng = np.random.default_rng([seed, 2])
    art: Art = random_art(art_rng)
    reader = TableReader(arrangement_of(game.NAME), lesson(art, art_rng))
    observer = patient_observer(reader_of_tiles(reader))
    with people_at_box(match) as people:
        state: Any = None
        for number, take in enumerate(film(match, seed, art, most)):
            people.made, state = list(take.made), take.state
            for attempt in range(1 if take.hand else _MAX_READINGS):
                if take.picture is None:
                    break
                frame = Frame(take.picture(), float(number), f"{number:04}-{attempt}.png")
                observation = observer.read_if_due(frame, unsettled=False)
                if observation is None:
                    continue
                people.box.see(observation)
                if people.box.problem is None:
                    break
            if not take.hand:
                people.answer()
        return people.followed(people.finish(state))
