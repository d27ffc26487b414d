"""A camera over a filmed table of tiles."""

from collections.abc import Sequence

import numpy as np

from simulator.film.furniture import LAMP, demo_view
from simulator.film.still_view import StillView
from simulator.render.light import Lamp, Sensor
from simulator.render.pieces import Art, Die, Hand, Table, Tile
from simulator.render.tiles import render
from vision.geometry.camera_pose import CameraView
from vision.reading import Picture


class _MeanGenerator(np.random.Generator):
    """A generator that always returns the mean, so that a tile looks the same in every rendering."""

    def uniform(self, low: float = 0.0, high: float = 1.0, _size: None = None) -> float:  # type: ignore[override]
        """The middle between `low` and `high`."""
        return (low + high) / 2

    def normal(self, loc: float = 0.0, _scale: float = 1.0, _size: None = None) -> float:  # type: ignore[override]
        """The mean."""
        return loc


class TableView(StillView):
    """A table before its camera; `picture` gives 960 × 1280 × 3, BGR, with the noise of a sensor.

    `lamp`: the only lamp. `turn`: of the sheet (degrees).
    """

    def __init__(self, art: Art, rng: np.random.Generator, lamp: Lamp = LAMP, turn: float = 7.0) -> None:
        self._art = art
        self._tiles: tuple[Tile, ...] = ()
        self._dice: tuple[Die, ...] = ()
        super().__init__(demo_view(turn), rng, lamp)

    def picture(self, tiles: Sequence[Tile], hand: Hand | None, die: Die | None = None) -> Picture:
        """The table with these tiles, a die or none, and a hand over it or none."""
        self._lay(tuple(tiles), () if die is None else (die,))
        return self._shown(hand)

    def _lay(self, tiles: tuple[Tile, ...], dice: tuple[Die, ...]) -> None:
        """Renders what has changed in the still picture."""
        changed: list[Tile | Die] = [*(set(tiles) ^ set(self._tiles)), *(set(dice) ^ set(self._dice))]
        self._tiles, self._dice = tiles, dice
        if changed:
            self._render_round(np.vstack([thing.corners() for thing in changed]))

    def _draw(self, view: CameraView, sensor: Sensor) -> Picture:
        table = Table(self._art, self._tiles, dice=self._dice)
        return render(table, view, self._light, sensor, _MeanGenerator(np.random.PCG64(0)))[0]
