"""A table under lamps, and a camera above it that chooses focus, exposure and white balance by itself."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from device.hardware.camera.auto_lock import CanHold
from device.hardware.camera.frame import Frame
from device.hardware.camera.reopened import ReopenedCamera

SIZE = (96, 128)
GREY = 0.18  # of linear light: what automatic exposure brings the mean of a picture to
PERIODS = {50: 1 / 100, 60: 1 / 120}
ALL = CanHold(exposure=True, white_balance=True, focus=True, mains=True)


@dataclass
class Room:
    """`light`: of the lamps, `tint`: their blue, green and red; `depth` and `hz`: their ripple and the mains."""

    light: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    depth: float = 0.0
    hz: int = 50
    sleeve: float = 0.0  # share of the picture that a white sleeve covers
    distance: float = 1.0  # at which the lens is to be set
    now: float = 0.0
    size: tuple[int, int] = SIZE  # px of its pictures: high, wide

    def __post_init__(self) -> None:
        self.noise = np.random.default_rng(6).normal(0, 1.5, (*self.size, 3)).astype(np.float32)
        tiles = np.random.default_rng(5).uniform(0.05, 0.6, (12, 16, 3)).astype(np.float32)
        self.table = cv2.resize(tiles, self.size[::-1], interpolation=cv2.INTER_NEAREST)

    def light_at(self, time_s: float, lens: float) -> np.ndarray:
        """Linear light on the sensor (rows × columns × 3) in an exposure of so many seconds that begins now."""
        seen = self.table.copy()
        seen[:, : round(self.sleeve * self.size[1])] = 0.9
        if abs(lens - self.distance) > 0.05:
            seen = cv2.GaussianBlur(seen, (0, 0), 15 * abs(lens - self.distance))
        rows = self.now + np.linspace(0, 0.025, self.size[0]) + time_s / 2
        ripple = 1 + self.depth * np.sinc(2 * self.hz * time_s) * np.cos(4 * np.pi * self.hz * rows)
        lit = self.light * np.outer(ripple, self.tint).astype(np.float32)
        return np.asarray(seen * lit[:, None], np.float32)


@dataclass
class Automatic:
    """A device that takes some pictures to expose well; `is_deaf`: it goes on choosing whatever it is told.

    `off`: what is held comes out so many times as bright as what was chosen.
    """

    room: Room
    can: CanHold = ALL
    is_deaf: bool = False
    off: float = 1.0
    shortest: float = 0.0  # s: of the exposure times that it chooses
    product: float = 0.2  # exposure: time (s) times gain
    colours: np.ndarray = field(default_factory=lambda: np.ones(3))
    lens: float = 0.0
    more: float = 0.0  # EV
    is_running: bool = True
    period: float = PERIODS[50]
    did: list[str] = field(default_factory=list)

    def adjust(self, focuses: bool, mains_hz: int) -> None:
        self.is_running, self.period = True, PERIODS[mains_hz]
        self.did.append(f"adjust{' and focus' * focuses} at {mains_hz}")
        if focuses:
            self.lens = self.room.distance

    def hold(self, more: float) -> float:
        self.is_running, self.more = self.is_deaf, more
        self.product *= 1.0 if self.is_deaf else self.off
        self.did.append("hold")
        return 0.0 if self.is_deaf else more

    def focus_at(self, lens: float) -> None:
        self.lens = lens
        self.did.append(f"focus at {lens:g}")

    def expose(self, more: float) -> bool:
        changed, self.more = more != self.more and not self.is_running, more
        return changed

    def release(self) -> None:
        pass

    @property
    def time_s(self) -> float:
        """The exposure time: of whole periods of the lamps where it is longer than one."""
        time = min(max(self.product / 8, self.shortest), 0.08)
        return time // self.period * self.period or time if self.period else time

    def picture(self) -> np.ndarray:
        light = self.room.light_at(self.time_s, self.lens)
        held = 1.0 if self.is_running else 2.0**self.more
        seen = light * np.float32(self.product * held) * self.colours.astype(np.float32)
        if self.is_running:
            self.product *= float(np.clip(GREY / max((light * self.product).mean(), 1e-4), 0.5, 2.0)) ** 0.5
            grey = light.mean(axis=(0, 1))
            self.colours += 0.3 * (grey.mean() / grey - self.colours)
        noise = np.roll(self.room.noise, round(self.room.now * 1000) % self.room.noise.size)
        return np.asarray(np.clip(255 * np.clip(seen, 0, 1) ** (1 / 2.2) + noise, 0, 255), np.uint8)


class LitCamera(ReopenedCamera[Automatic]):
    """The camera of a box over such a device."""

    def __init__(self, device: Automatic) -> None:
        super().__init__("lit", 5.0, lambda: device.room.now)
        self.device, self._model = device, "lit"

    def capture(self, full: bool = False) -> Frame:
        return self._frame(self._ask(Automatic.picture, 5.0))

    def _open(self) -> Automatic:
        return self.device
