"""Accidents in pictures of Drop It: disturbed pictures of a drop, and pictures in which there is no new drop."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from engines.drop_it.geometry import polygon_of
from simulator.render.frame.physics import Basin
from simulator.render.frame.pieces import Lying
from simulator.render.frame.scene import FrameScene
from simulator.render.frame.styles import Reflection
from simulator.render.pieces import Hand
from simulator.scenes.frames import random_frame, random_thing, shuffled_pieces
from tools.films.true_drops import Stretch, TrueDrop, outermost, reach, take_picture, true_drop
from vision.reading import Picture

BEFORE = 3  # drops that are read before something goes wrong
MOVES = (2.0, 3.0, 5.0, 8.0, 15.0)  # mm that the frame is moved
_SKIN, _SLEEVE = (150.0, 182.0, 232.0), (120.0, 70.0, 50.0)

# What goes wrong, the function that takes the picture, and the true drop; None if no drop may be reported.
Case = tuple[str, Callable[[], Picture], TrueDrop | None]


class Accidents:
    """One frame with some pieces in it, and the accidents that may happen with the next drop."""

    def __init__(self, seed: int) -> None:
        self._made, self._rng = random_frame(seed), np.random.default_rng([seed, 43])
        self._next = random_frame(seed + 1)
        frame, radius = self._made.scene.frame, self._made.scene.sizes.radius
        names, turns = shuffled_pieces(self._rng), self._rng.uniform(0, 7, BEFORE + 2)
        places = self._rng.uniform(-1, 1, BEFORE + 2) * reach(frame, radius)
        self._throws = list(zip(names, places.tolist(), turns.tolist(), strict=False))
        corners = outermost(frame)
        plane = corners, self._made.scene.camera.project(corners, 0.0)
        drops = []
        for count in range(1, BEFORE + 1):
            lying = self._after(count).lying
            drops.append((self._picture(self._made.scene, lying), self._true(lying)))
        self.before = Stretch(f"{seed}", frame, plane, self._picture(self._made.scene, ()), tuple(drops))

    def _after(self, count: int) -> Basin:
        """The frame's contents after so many drops."""
        basin = Basin(self._made.scene.frame.outline, self._made.scene.sizes)
        for throw in self._throws[:count]:
            basin.drop(*throw)
        return basin

    def _picture(self, scene: FrameScene, pieces: Sequence[Lying], hands: Sequence[Hand] = ()) -> Picture:
        return take_picture(replace(self._made, scene=scene), pieces, self._rng, hands)

    def _true(self, lying: Sequence[Lying]) -> TrueDrop:
        *others, new = ((one.piece, polygon_of(one.outline(self._made.scene.sizes))) for one in lying)
        return true_drop(self._made.scene.frame, *new, others)

    def cases(self) -> Iterator[Case]:
        """Every accident, each after the same drops."""
        yield from self._no_drops()
        yield from self._disturbed_drops()

    def _no_drops(self) -> Iterator[Case]:
        """Pictures in which no drop may be reported."""
        scene = self._made.scene
        yield "no frame", lambda: self._made.developed(scene.room_alone(), self._rng), None
        yield "another frame", partial(take_picture, self._next, (), self._rng), None
        basin = self._after(BEFORE)
        held = basin.held(*self._throws[BEFORE])
        hand = self._hand(held.x, held.y + 12.0, 60.0)
        yield "held in the mouth", partial(self._picture, scene, (*basin.lying, held), [hand]), None
        moments = basin.drop(*self._throws[BEFORE])
        yield "still falling", partial(scene.blurred, moments[14:22:2], self._made.sensor, self._rng), None
        basin = self._after(BEFORE)
        basin.take_out(0)
        yield "taken out again", partial(self._picture, scene, basin.lying), None
        basin = self._after(BEFORE)
        basin.drop_two(*self._throws[BEFORE:])
        yield "two at once", partial(self._picture, scene, basin.lying), None

    def _disturbed_drops(self) -> Iterator[Case]:
        """A drop, with a disturbance in its picture."""
        scene, lying = self._made.scene, self._after(BEFORE + 1).lying
        new, true = lying[-1], self._true(lying)
        yield "nothing", partial(self._picture, scene, lying), true
        hand = self._hand(new.x, new.y + 20.0, float(self._rng.uniform(-30, 210)))
        yield "a hand before it", partial(self._picture, scene, lying, [hand]), true
        mirrored = Reflection(new.x + 5.0, new.y + 6.0, 18.0, 18.0, 0.2, 0.5, 2.0)
        light = replace(scene.light, reflections=(*scene.light.reflections, mirrored))
        yield "a window mirrored in it", partial(self._picture, replace(scene, light=light), lying), true
        if self._made.is_clear:
            things = tuple(random_thing(self._rng, is_pale=False) for _ in range(3))
            elsewhere = replace(scene, room=replace(scene.room, things=things))
            yield "another room behind", partial(self._picture, elsewhere, lying), true
        for far in MOVES:
            angle = float(self._rng.uniform(0, 2 * np.pi))
            by = (far * float(np.cos(angle)), 0.0, far * float(np.sin(angle)))
            yield f"frame moved {far:2g} mm", partial(self._picture, scene.moved(by), lying), true

    def _hand(self, x: float, y: float, towards: float) -> Hand:
        return Hand(x, y, towards, 35.0, _SKIN, _SLEEVE, 0.8)
