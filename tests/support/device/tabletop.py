"""A table to be seen: readings laid by hand, and made-up pictures with a reader that knows what they show."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from device.capture.field_tracker import FieldTracker
from device.capture.game_reader import GameReader
from device.capture.motion_gate import MotionGate
from device.capture.table_observer import TableObserver
from device.capture.tapped_field import TappedField
from device.hardware.camera import Frame
from device.hardware.timeout import TimeLimit
from engines import reversi
from engines.squares import turned
from engines.vocabulary import BACK, EMPTY, FACE_DOWN, FACE_UP, Layout
from vision.reading import Picture, PictureWarning, Points, Reading

ORDINARY = 0.995
Places = dict[str, dict[str, float]]
SHOWN = {FACE_UP: "up", FACE_DOWN: BACK}
PASSING = ("e6", "f6", "g6", "g7", "d3", "h6", "h8", "f8")  # a game in which the other player must pass after f8


def table_of(state: reversi.State) -> dict[str, str]:
    """What lies on each square: `"up"`, `"back"` or `"empty"`."""
    return {square: SHOWN.get(look, EMPTY) for square, look in reversi.layout(state).items()}


def after(*squares: str, options: dict[str, Any] | None = None) -> reversi.State:
    """The state after laying on squares, passes played where they are forced."""
    state = reversi.start(["Aya", "Ben"], options or {})
    for square in squares:
        state = reversi.play(state, reversi.Move(square))
        if reversi.moves(state) == (reversi.PASS,):
            state = reversi.play(state, reversi.PASS)
    return state


def states_after(*squares: str) -> list[reversi.State]:
    """Every state from the start."""
    return [after(*squares[:count]) for count in range(len(squares) + 1)]


def seen(table: dict[str, str], turn: int = 0, sure: float = ORDINARY, hazy: Places | None = None) -> Places:
    """The places of a reading of a table that lies turned; `hazy` gives some squares likelihoods of their own."""
    return {
        turned(square, turn): (hazy or {}).get(square) or likely(shows, sure) for square, shows in table.items()
    }  # fmt: skip


def likely(shows: str, sure: float = ORDINARY) -> dict[str, float]:
    """Likelihoods of a place, the rest shared out."""
    rest = (1 - sure) / 2
    up = sure if shows == "up" else rest
    return {
        EMPTY: sure if shows == EMPTY else rest,
        BACK: sure if shows == BACK else rest,
        "5": up * 0.7,
        "7": up * 0.3,
    }


def changed(state: reversi.State, **shows: str) -> dict[str, str]:
    """The table of a state, some squares otherwise."""
    return table_of(state) | shows


@dataclass
class Scene:
    """What a made-up picture shows: its number is written into the picture's first pixels."""

    places: Places
    hand: bool = False
    board: bool = True
    moving: bool = False


MOVING = Scene({}, moving=True)
UNCLEAR: Places = {"a1": {"empty": 0.05, "back": 0.5, "5": 0.45}}  # what lies on a1 nobody can tell


@dataclass
class Scenes:
    """Scenes and the pictures that stand for them; reads them like a reader, watches them like a stillness."""

    scenes: list[Scene] = field(default_factory=list)
    field_set: Points | None = None
    found: Points | None = None
    reads: int = 0
    searches: int = 0

    def picture(self, scene: Scene) -> Picture:
        self.scenes.append(scene)
        number = len(self.scenes) - 1
        picture = np.full((12, 16, 3), 120, np.uint8)
        picture[0, 0] = number % 256, number // 256, 0
        return picture

    def frame(self, scene: Scene, at_s: float = 0.0, name: str | None = None) -> Frame:
        return Frame(self.picture(scene), at_s, name)

    def scene_in(self, picture: Picture) -> Scene:
        low, high = int(picture[0, 0, 0]), int(picture[0, 0, 1])
        return self.scenes[high * 256 + low]

    def read(self, picture: Picture) -> Reading:
        self.reads += 1
        scene = self.scene_in(picture)
        hands = (PictureWarning("hand", (8, 6)),) if scene.hand else ()
        if not scene.board:
            return Reading(None, (), {}, (*hands, PictureWarning("no_board")))
        corners = np.array([[0, 0], [15, 0], [15, 11], [0, 11]], np.float64)
        return Reading(corners, (), scene.places, hands)

    def reader(self) -> GameReader:
        """What reads their pictures, with a board."""
        return GameReader(lambda picture: self.read(picture), board=self)  # noqa: PLW0108 — tests replace `read` later

    def observer(self, tapped: TappedField | None = None, limit: TimeLimit | None = None) -> TableObserver:
        """What decides which of their pictures are read."""
        field = FieldTracker(tapped, self.find_board, self.lies_at, limit)
        return TableObserver(self.reader(), MotionGate(self), field)

    def set_field(self, corners: Points, width: int) -> None:
        self.field_set = corners

    def forget_board(self) -> None:
        self.field_set = None

    def find_board(self, _picture: Picture) -> Points | None:
        """Where the board is without people's help: `found`."""
        self.searches += 1
        return self.found

    def lies_at(self, picture: Picture, _corners: Points) -> bool:
        return self.scene_in(picture).board

    def is_still(self, picture: Picture, at_s: float) -> bool:
        return not self.scene_in(picture).moving

    def fits(self, picture: Picture) -> bool:
        return not self.scene_in(picture).moving


def any_layout(layout: Layout) -> Places:
    """A sure reading of any layout."""
    return {place: {min(look): 1.0} for place, look in layout.items()}
