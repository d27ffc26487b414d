"""The demo table: a simulated camera over a table at which straw players play for ever.

    with DemoCamera() as camera:
        print(camera.capture().picture.shape)  # (960, 1280, 3)

Nothing behind `Camera` knows that the table does not exist: its pictures are read and refereed like any others.
"""

import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

import numpy as np

from device.demo.art import LAMP, OTHER_LAMP, demo_art
from device.demo.script import script
from device.demo.tabletop import USUAL_PACE_S, Gesture, Shot
from device.demo.view import DemoView
from device.hardware.camera.frame import Frame
from engines import reversi
from engines.contract import AnyGame
from engines.messages import Message
from vision.reading import Picture
from vision.simulator import layouts
from vision.simulator.pieces import Hand

FRAME_S = 0.1
# However long the box takes over a picture, the players do not play on by more than this meanwhile.
LONGEST_STEP_S = 0.5

_SKINS = ((150.0, 182.0, 232.0), (88.0, 122.0, 178.0))
_SLEEVES = ((52.0, 60.0, 176.0), (140.0, 100.0, 52.0))


class DemoCamera:
    """A camera over the demo table: about ten pictures a second, an endless film.

    `seed` decides how the players play and what they do wrong; `pace_s` is the time of a move; `clock` and `sleep` are
    those of `time` unless a test brings its own; `game` is one whose tiles the demo has; `film` is played where another
    camera has begun it.
    """

    def __init__(
        self,
        seed: int = 1,
        pace_s: float = USUAL_PACE_S,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        game: AnyGame = reversi,
        film: "Film | None" = None,
    ) -> None:
        self.notices: list[Message] = []
        self._clock, self._sleep = clock, sleep
        self._film = film or Film(script(np.random.default_rng(seed), pace_s, game))
        self._view: DemoView | None = None
        self._seed = seed
        self._last_s: float | None = None

    def capture(self, full: bool = False) -> Frame | None:  # noqa: ARG002 — a demo camera has one size
        """The table now; waits until a tenth of a second has gone by since the last picture."""
        now = self._clock()
        if self._last_s is not None:
            if (wait_s := self._last_s + FRAME_S - now) > 0:
                self._sleep(wait_s)
                now = self._clock()
            self._film.go_on(min(now - self._last_s, LONGEST_STEP_S))
        self._last_s = now
        if self._view is None:
            self._view = DemoView(demo_art(), np.random.default_rng(self._seed))
        return Frame(self._view.picture(self._film.shot.tiles, self._film.hand()), now)

    def lesson_photos(self) -> list[Picture]:
        """Photographs of the table's own tiles in reading order, `1` … `9`, `wild` and `back`, under two lights."""
        photos, art = [], demo_art()
        for number, lamp in enumerate((LAMP, OTHER_LAMP)):
            rng = np.random.default_rng(number)
            photos.append(DemoView(art, rng, lamp, turn=2.0).picture(layouts.lesson(rng), None))
        return photos

    def anew(self) -> "DemoCamera":
        """Another camera over the same table, whose players play on."""
        return DemoCamera(self._seed, clock=self._clock, sleep=self._sleep, film=self._film)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._view = None


class Film:
    """Where in a script we are.

    >>> from device.demo.tabletop import Spot
    >>> film = Film(iter([Shot(1.0, ()), Shot(2.0, (), Gesture(Spot(0, 0), Spot(10, 0), -90, 0))]))
    >>> film.go_on(2.0)
    >>> film.hand().x
    5.0
    """

    def __init__(self, script: Iterator[Shot]) -> None:
        self._script = script
        self.shot = next(script)
        self._into_s = 0.0

    def go_on(self, seconds: float) -> None:
        """Some time goes by."""
        self._into_s += seconds
        while self._into_s >= self.shot.seconds:
            self._into_s -= self.shot.seconds
            self.shot = next(self._script)

    def hand(self) -> Hand | None:
        """The hand over the table now; it starts and stops gently."""
        gesture = self.shot.hand
        if gesture is None:
            return None
        share = self._into_s / self.shot.seconds
        return hand_at(gesture, share * share * (3 - 2 * share))


def hand_at(gesture: Gesture, share: float) -> Hand:
    """The hand of a gesture of which a share, 0 to 1, is done."""
    x, y = ((1 - share) * a + share * b for a, b in zip(gesture.start, gesture.end, strict=True))
    return Hand(x, y, gesture.towards, 40.0, _SKINS[gesture.seat % 2], _SLEEVES[gesture.seat % 2], 0.8)
