"""Films of a frame of Drop It that is turned away to be looked at, and put back a little elsewhere."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from simulator.render.frame.physics import Basin
from simulator.render.frame.pieces import Lying
from simulator.render.frame.scene import FrameScene
from simulator.scenes.frames import random_frame, shuffled_pieces
from tools.films.true_drops import reach, take_picture
from vision.reading import Picture

AWAY = (30.0, 60.0, 100.0, 180.0)  # degrees to one side, one picture each
_FIRST_DROPS, _TURNS = (3, 8), 4  # drops before it is turned; and how often it is turned, with a drop between
_FAR, _DEGREES = (1.0, 15.0), (1.0, 5.0)  # mm and degrees by which it is displaced when it is put back
_TILT = 8.0  # degrees by which it is tilted while it is lifted


@dataclass(frozen=True)
class Moment:
    """What the camera sees at one moment; a picture of it has noise of its own."""

    kind: str  # "empty", "drop", "away" or "back"
    scene: FrameScene
    lying: Sequence[Lying]


class TurnedFrame:
    """One random frame: pieces are dropped, it is turned away, put back displaced, and so on."""

    def __init__(self, seed: int) -> None:
        self.made = random_frame(seed)
        self._rng = np.random.default_rng([seed, 77])

    def picture(self, moment: Moment) -> Picture:
        """A photograph of a moment."""
        return take_picture(replace(self.made, scene=moment.scene), moment.lying, self._rng)

    def moments(self) -> Iterator[Moment]:
        """The film. Every other time the frame is lifted, so that pieces roll."""
        scene, rng, pieces = self.made.scene, self._rng, iter(shuffled_pieces(self._rng))
        basin, here = Basin(scene.frame.outline, scene.sizes), scene
        far = reach(scene.frame, scene.sizes.radius)
        yield Moment("empty", here, ())
        for turn in range(_TURNS):
            for _ in range(1 if turn else int(rng.integers(*_FIRST_DROPS))):
                basin.drop(next(pieces), float(rng.uniform(-far, far)), float(rng.uniform(0, 2 * np.pi)))
                yield Moment("drop", here, basin.lying)
            side = float(rng.choice([-1, 1]))
            for degrees in AWAY:
                yield Moment("away", here.moved((0.0, 0.0, 0.0), (0.0, side * degrees, 0.0)), basin.lying)
            if turn % 2:
                basin.tilt(side * _TILT)
            here = self._displaced(scene)
            yield Moment("back", here, basin.lying)

    def _displaced(self, scene: FrameScene) -> FrameScene:
        far, towards = self._rng.uniform(*_FAR), self._rng.uniform(0, 2 * np.pi)
        degrees = self._rng.uniform(*_DEGREES) * self._rng.choice([-1, 1])
        across, along = float(far * np.cos(towards)), float(far * np.sin(towards))
        return scene.moved((across, 0.0, along), (0.0, float(degrees), 0.0))
