"""The setting of films: invented tiles, sheet, tray, table top, light, camera, and sensor noise."""

from pathlib import Path

import cv2
import numpy as np

from engines.vocabulary import BACK, TILE_FACES
from simulator.render.light import Lamp, Light, Sensor
from simulator.render.pieces import Art, Colour
from vision.geometry.camera_pose import CameraView, usual_matrix
from vision.pictures import open_picture
from vision.reading import Picture

PICTURES = Path(__file__).with_name("pictures")
SIZE = (1280, 960)
LAMP = Lamp(at=(-420.0, 520.0, 1250.0), half=(110.0, 80.0), colour=(0.86, 1.0, 1.12), power=0.9, sharp=0.3)
OTHER_LAMP = Lamp(at=(600.0, -300.0, 1400.0), half=(60.0, 60.0), colour=(1.05, 1.0, 0.95), power=0.7, sharp=0.5)
SENSOR = Sensor(exposure=1.12, balance=(1.0, 1.0, 1.0), saturation=1.0, blur=0.6, noise=0.0, quality=95)
WHITE: Colour = (232.0, 240.0, 244.0)
BLUE: Colour = (168.0, 96.0, 40.0)
_NOISE = 2.0  # of 255
_PATCH, _SHIFTS = 320, 64  # px: side of a patch of noise, and its possible shifts


def demo_light(lamp: Lamp = LAMP) -> Light:
    """A lamp over a player's shoulder and ambient light."""
    return Light((lamp,), ambient=0.5, tile_gloss=0.25, sheet_gloss=0.0)


def demo_view(turn: float = 7.0, size: tuple[int, int] = SIZE, spread: float = 565.0) -> CameraView:
    """A slightly tilted camera on a stand.

    `turn`: of the board (degrees), `size`: of the picture (px), `spread`: mm of the table over the picture's height.
    """
    matrix = usual_matrix(size)
    tilt = np.asarray(cv2.Rodrigues(np.radians([[9.0], [-4.0], [0.0]]))[0], np.float64)
    roll = np.asarray(cv2.Rodrigues(np.radians([[0.0], [0.0], [turn]]))[0], np.float64)
    rotation = tilt @ roll @ np.diag([1.0, -1.0, -1.0])
    return CameraView(matrix, rotation, np.array([4.0, -6.0, matrix[0, 0] * spread / size[1]]), size)


def demo_art(sheet: str = "grid") -> Art:
    """The demo's own set of tiles, a sheet of a kind (`"grid"` or `"stars"`), a tray and a wooden table."""
    tiles = np.hsplit(_picture("tiles"), len(TILE_FACES) + 1)
    faces = dict(zip((*TILE_FACES, BACK), map(np.ascontiguousarray, tiles), strict=True))
    return Art(faces, WHITE, BLUE, _picture(sheet), (96.0, 62.0, 44.0), _picture("table"))


def _picture(name: str) -> Picture:
    """One of the pictures that `tools.lab.artwork.demo_pictures` draws."""
    return open_picture(PICTURES / f"{name}.png")


class Noise:
    """Sensor noise, added to pictures patch by patch, each from a random part of one stored field."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        noise = np.round(rng.normal(0, _NOISE, (_PATCH + _SHIFTS, _PATCH + _SHIFTS, 3)))
        # positive and negative parts: unsigned bytes are added several times as fast as signed ones
        self._lighter, self._darker = (np.clip(sign * noise, 0, 127).astype(np.uint8) for sign in (1, -1))

    def over(self, shown: Picture, noisy: Picture) -> Picture:
        """A picture with noise, written to `noisy`, which may be the picture itself."""
        for top in range(0, shown.shape[0], _PATCH):
            for left in range(0, shown.shape[1], _PATCH):
                part = (slice(top, top + _PATCH), slice(left, left + _PATCH))
                high, wide = shown[part].shape[:2]
                x, y = (int(v) for v in self._rng.integers(0, _SHIFTS, 2))
                of_noise = (slice(y, y + high), slice(x, x + wide))
                noisy[part] = cv2.subtract(cv2.add(shown[part], self._lighter[of_noise]), self._darker[of_noise])
        return noisy
