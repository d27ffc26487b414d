"""How the demo table is furnished: its tiles, sheet, tray, table top, light and camera. All of it is invented."""

import cv2
import numpy as np

from engines.vocabulary import BACK, TILE_FACES
from vision.board.camera_pose import CameraView, usual_matrix
from vision.reading import Picture
from vision.simulator import artwork_faces, artwork_sheets, artwork_tables
from vision.simulator.artwork_heads import HEADS
from vision.simulator.artwork_paint import Palette, paper, roughened
from vision.simulator.light import Lamp, Light, Sensor
from vision.simulator.pieces import Art, Colour

SIZE = (1280, 960)
LAMP = Lamp(at=(-420.0, 520.0, 1250.0), half=(110.0, 80.0), colour=(0.86, 1.0, 1.12), power=0.9, sharp=0.3)
OTHER_LAMP = Lamp(at=(600.0, -300.0, 1400.0), half=(60.0, 60.0), colour=(1.05, 1.0, 0.95), power=0.7, sharp=0.5)
SENSOR = Sensor(exposure=1.12, balance=(1.0, 1.0, 1.0), saturation=1.0, blur=0.6, noise=0.0, quality=95)
_WHITE: Colour = (232.0, 240.0, 244.0)
_BLUE: Colour = (168.0, 96.0, 40.0)


def demo_light(lamp: Lamp = LAMP) -> Light:
    """A lamp over a player's shoulder and light from everywhere."""
    return Light((lamp,), ambient=0.5, tile_gloss=0.25, sheet_gloss=0.0)


def demo_view(turn: float = 7.0, size: tuple[int, int] = SIZE) -> CameraView:
    """A camera on a stand, tilted a little, the board turned by some degrees; its picture of a size (px)."""
    matrix = usual_matrix(size)
    tilt = np.asarray(cv2.Rodrigues(np.radians([[9.0], [-4.0], [0.0]]))[0], np.float64)
    roll = np.asarray(cv2.Rodrigues(np.radians([[0.0], [0.0], [turn]]))[0], np.float64)
    rotation = tilt @ roll @ np.diag([1.0, -1.0, -1.0])
    return CameraView(matrix, rotation, np.array([4.0, -6.0, matrix[0, 0] * 565 / size[1]]), size)


def demo_art(sheet: str = "grid") -> Art:
    """The demo's own set of tiles, a sheet of a kind (`Filming.sheet`), a tray and a wooden table."""
    rng = np.random.default_rng(43)
    faces: dict[str, Picture] = dict(
        zip(TILE_FACES, artwork_faces.draw_set(rng, len(TILE_FACES), _style()), strict=True)
    )
    faces[BACK] = roughened(rng, paper(artwork_faces.FACE_SHAPE, _BLUE), 2.0)
    draw = {"grid": artwork_sheets.grid, "stars": artwork_sheets.stars}[sheet]
    table = artwork_tables.wood(np.random.default_rng(8), 640)
    return Art(faces, _WHITE, _BLUE, draw(np.random.default_rng(5)), (96.0, 62.0, 44.0), table)


def _style() -> artwork_faces.Style:
    """Robots on bright grounds, with a white border and a number in the corner."""
    bright = Palette(0, 0.5, (0.45, 0.85), (0.75, 1))
    return artwork_faces.Style(
        motif=HEADS["robot"],
        ground=None,
        colours="own",
        first=(_WHITE, _BLUE),
        palette=bright,
        inks=Palette(0, 0.5, (0.3, 0.9), (0.4, 1)),
        border=5,
        border_colour=_WHITE,
        soft=6,
        corner=(-1, -1),
        zoom=(0.75, 0.85),
        corner_size=13,
        corner_ink=(40.0, 30.0, 30.0),
        corner_plate=True,
        band=0,
        band_colour=_BLUE,
        print_noise=0,
        fade=0,
    )
