"""A camera before a frame of Drop It: renders it once, then only what changes, with a hand and sensor noise."""

from collections.abc import Sequence

import cv2
import numpy as np

from engines.drop_it.frame import Frame
from simulator.film.furniture import SENSOR, Noise
from simulator.film.shots import FrameShot, Shift
from simulator.render.frame.artwork import Field
from simulator.render.frame.camera import SceneCamera
from simulator.render.frame.physics import MOMENT_S
from simulator.render.frame.pieces import Lying, PieceSizes
from simulator.render.frame.scene import FrameScene
from simulator.render.frame.styles import FrameLight, FrameStyle, Room
from simulator.render.light import develop
from simulator.render.pieces import Hand
from vision.reading import Picture

SIZES = PieceSizes(22.0)  # mm
_EXPOSED = 6  # moments of a fall in the exposure of one picture
_SOFT = 8  # px of margin for blur round what changes
_AROUND, _SMALL = 860, 384  # px: side of the part of a picture that shows the frame, and of `whole_frame`


def demo_scene(frame: Frame) -> FrameScene:
    """A frame on the demo table, and the camera before it."""
    camera = SceneCamera((60.0, 175.0, 545.0), (0.0, 192.0, 0.0), 0.015, 960.0, (640.0, 480.0), (-0.03, 0.0))
    room = Room(wall=(168.0, 176.0, 164.0), table=(70.0, 104.0, 150.0))
    return FrameScene(frame, FrameStyle(), SIZES, camera, FrameLight(), room)


class FrameView:
    """A frame before its camera; `picture` gives 960 × 1280 × 3, BGR, with the noise of a sensor."""

    def __init__(self, frame: Frame, rng: np.random.Generator) -> None:
        self._frame = frame
        self._rng, self._noise = rng, Noise(rng)
        self._scenes: dict[Shift, FrameScene] = {}
        self._lies: tuple[Sequence[Lying], Shift] | None = None
        self._light: Field = np.zeros((0, 0, 3), np.float32)
        self._still: Picture = np.zeros((0, 0, 3), np.uint8)

    def picture(self, shot: FrameShot, into_s: float, hand: Hand | None) -> Picture:
        """The frame `into_s` seconds after the start of a shot, with a hand before it or none."""
        scene, first = self._scene(shot.shift), min(int(into_s / MOMENT_S), len(shot.moments) - 1)
        exposed = shot.moments[first : first + _EXPOSED]
        if len(exposed) > 1:
            lights = [scene.radiance(pieces) for pieces in exposed[::2]]
            light = np.asarray(np.mean(lights, axis=0, dtype=np.float32), np.float32)
            if hand is not None:
                scene.hold(light, hand)
            shown = develop(light, SENSOR, self._rng)
            return self._noise.over(shown, shown)
        self._lay(scene, exposed[0], shot.shift)
        shown = self._still.copy()
        if hand is not None:
            self._paint_hand(shown, scene, hand, shot.held)
        return self._noise.over(shown, shown)

    def whole_frame(self, shot: FrameShot) -> Picture:
        """The frame without a hand (384 × 384 × 3)."""
        corners = self._scene(shot.shift).camera.project(np.array(self._frame.outline), 0.0)
        left, top = ((corners.min(axis=0) + corners.max(axis=0) - _AROUND) / 2).astype(int)
        part = self.picture(shot, 0.0, None)[max(0, top) : top + _AROUND, left : left + _AROUND]
        return np.asarray(cv2.resize(part, (_SMALL, _SMALL), interpolation=cv2.INTER_AREA), np.uint8)

    def _lay(self, scene: FrameScene, pieces: Sequence[Lying], shift: Shift) -> None:
        """Renders the still picture anew if pieces or frame have moved."""
        if self._lies != (pieces, shift):
            self._lies, self._light = (pieces, shift), scene.radiance(pieces)
            self._still = develop(self._light, SENSOR, self._rng)

    def _paint_hand(self, shown: Picture, scene: FrameScene, hand: Hand, held: Lying | None) -> None:
        """Draws a hand, and a piece at its fingertips, over part of a picture."""
        moved = None if held is None else Lying(held.piece, hand.x + held.x, hand.y + held.y, held.angle)
        light = self._light.copy()
        rows, columns = (
            slice(max(0, part.start - _SOFT), part.stop + _SOFT) for part in scene.hold(light, hand, moved)
        )
        if light[rows, columns].size:
            shown[rows, columns] = develop(np.ascontiguousarray(light[rows, columns]), SENSOR, self._rng)

    def _scene(self, shift: Shift) -> FrameScene:
        """The scene with the frame moved; the last and the unmoved one are cached."""
        if shift not in self._scenes:
            still = (0.0, 0.0, 0.0)
            self._scenes = {at: scene for at, scene in self._scenes.items() if at == still}
            self._scenes[shift] = demo_scene(self._frame).moved(shift)
        return self._scenes[shift]
