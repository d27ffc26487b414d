"""The Raspberry Pi's own camera, through Picamera2."""

import importlib.util
import math
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Self, TypedDict

import numpy as np
from numpy.typing import NDArray

from device.hardware.camera.auto_lock import CanHold
from device.hardware.camera.frame import BRACKET, WATCHING_SIZE, Camera, CameraTrouble, Frame
from device.hardware.camera.pixels import to_bgr
from device.hardware.camera.reopened import ExposureIgnored, ReopenedCamera
from device.hardware.camera.source import CameraSource, Connected
from device.hardware.timeout import NoAnswerError, call_with_timeout
from device.system.error_text import error_text
from engines.messages import message
from vision.reading import Picture

# Twice the watching resolution, which every camera of the last ten years supports; 15 MB per picture.
FULL_SIZE = (2560, 1920)
START_S = 20.0
CAPTURE_S = 5.0
# In more than a third of a second a hand may have come and gone.
MAX_EXPOSURE_US = 333_000.0
# Frame duration limits (µs) of Picamera2's watching configuration.
USUAL_FRAME_US = (100, 83_333)
# Sensors take about three frames to set an exposure, in steps of gain and whole rows of pixels.
MAX_FRAMES_TO_SET, MAX_MISS_EV, ROW_US = 12, 0.15, 40.0
# Restores automatic exposure: by zeros, which Picamera2 turns into "automatic" for every libcamera, and by the control
# that those before 0.5 had for it.
BY_ITSELF: Mapping[str, object] = {"ExposureTime": 0, "AnalogueGain": 0.0, "AeEnable": True}
NOTHING: Mapping[str, object] = {}
# Flicker period (µs) of lamps by mains frequency: half a period of the mains.
MAINS_US = {50: 10_000, 60: 8_333}

Limits = tuple[float, float]


class PiCamera(ReopenedCamera["_PiDevice"]):
    """The camera on the Pi's ribbon cable, restarted whenever it hangs or fails."""

    closes_while_hung = True

    def __init__(self, start_s: float = START_S, capture_s: float = CAPTURE_S) -> None:
        super().__init__("pi", start_s)
        self._capture_s = capture_s

    def capture(self, full: bool = False) -> Frame | None:
        """The table now, at twice the resolution if `full`; raises `CameraTrouble`."""
        limit_s = self._capture_s * (3 if full else 1)  # for a full picture it is stopped and started twice
        return self._frame(
            self._ask(lambda camera: camera.photograph_full() if full else camera.photograph(), limit_s),
            is_watching=not full,
        )

    def _unopened(self) -> Self:
        return type(self)(self._open_s, self._capture_s)

    def _bracketed(self) -> Sequence[Picture]:
        return self._ask(lambda camera: camera.bracket(BRACKET), 3 * self._capture_s)

    def _open(self) -> "_PiDevice":
        running = _PiDevice()
        self._model = running.model
        return running


def exposure(time_us: float, gain: float, more: float, times: Limits, gains: Limits) -> tuple[float, float]:
    """The exposure time (µs) and analogue gain that give `more` EV, as nearly as their limits allow.

    Less light comes first from less gain, which has less noise and avoids lamp flicker; more light first from more
    time.

    >>> exposure(20_000, 4.0, -2.0, (60, 1e6), (1, 16)), exposure(20_000, 2.0, -4.0, (60, 1e6), (1, 16))
    ((20000.0, 1), (2500.0, 1))
    >>> exposure(60_000, 8.0, 2.0, (60, 1e6), (1, 16)), exposure(60_000, 8.0, 2.0, (60, 120_000), (1, 10))
    ((240000.0, 8.0), (120000, 10))
    """
    wanted = time_us * gain * 2**more
    if more > 0:
        longer = min(time_us * 2**more, max(times[1], time_us))
        return longer, min(max(gains[1], gain), wanted / longer)
    lower = max(gains[0], gain * 2**more)
    return max(times[0], wanted / lower), lower


def _is_nearly(given: float, wanted: float, step: float) -> bool:
    return abs(given - wanted) < step or abs(math.log2(given / wanted)) < MAX_MISS_EV


class SensorMode(TypedDict, total=False):
    """A mode of the sensor, as Picamera2 lists it."""

    size: tuple[int, int]
    crop_limits: tuple[int, int, int, int]
    bit_depth: int


class _PiDevice:
    """A started Picamera2."""

    def __init__(self) -> None:
        if not (listed := _list_cameras()):
            raise CameraTrouble(message("camera.pi_missing"))
        self.model = listed[0].get("Model", "")
        self.lens: float | None = None
        try:
            self._camera = _picamera2().Picamera2()
        except RuntimeError as refused:  # its cause says why: mostly another program has the camera
            reason = error_text(refused.__cause__ or refused)
            raise CameraTrouble(message("camera.pi_busy", reason=reason)) from refused
        is_pis_own = "ColorFilterArrangement" in self._camera.camera_properties  # Picamera2 serves webcams, too
        modes: Sequence[SensorMode] = self._camera.sensor_modes if is_pis_own else []
        self._watching = self._camera.create_preview_configuration(
            main={"format": "RGB888", "size": WATCHING_SIZE}, buffer_count=3, **_sensor(modes, WATCHING_SIZE)
        )
        self._full = self._camera.create_still_configuration(
            main={"format": "RGB888", "size": FULL_SIZE},
            buffer_count=1,
            # Another mode of the sensor may need another exposure for the same picture.
            controls={name: BY_ITSELF[name] for name in BY_ITSELF if name in self._camera.camera_controls},
            **_sensor(modes, FULL_SIZE),
        )
        self._camera.configure(self._watching)
        has = self._camera.camera_controls
        self.can = CanHold(
            exposure="ExposureTime" in has and "AnalogueGain" in has,
            white_balance="AwbEnable" in has,
            focus="AfMode" in has and "AfTrigger" in has,
            mains="AeFlickerMode" in has and "AeFlickerPeriod" in has,
        )
        self._camera.start()
        self._more = 0.0
        # What its automatics chose: exposure time (µs), gain, and the EV offset at that time; None while they run.
        self._chosen: tuple[float, float, float] | None = None

    def adjust(self, focuses: bool, mains_hz: int) -> None:
        """Run automatic exposure and white balance, and autofocus once if `focuses`.

        After that the lens stays where it is: `AfMode` Auto moves it only when triggered.
        """
        self._chosen = None
        self._set({**BY_ITSELF, "AwbEnable": True, **self._against(mains_hz)}, USUAL_FRAME_US)
        if focuses:
            from libcamera import controls

            self._set({"AfMode": controls.AfModeEnum.Auto, "AfTrigger": controls.AfTriggerEnum.Start}, USUAL_FRAME_US)

    def _against(self, mains_hz: int) -> Mapping[str, object]:
        """The controls that avoid lamp flicker on such mains."""
        if not self.can.mains:
            return NOTHING
        from libcamera import controls

        return {"AeFlickerMode": controls.AeFlickerModeEnum.Manual, "AeFlickerPeriod": MAINS_US[mains_hz]}

    def hold(self, more: float) -> float:  # noqa: ARG002 — its automatics know of that
        """Lock the exposure and white balance that it has chosen."""
        if self.can.exposure or self.can.focus:
            chosen = self._camera.capture_metadata()
            self.lens = chosen.get("LensPosition")
            if self.can.exposure:
                self._chosen = float(chosen["ExposureTime"]), float(chosen["AnalogueGain"]), self._more
        self._expose_held()
        return 0.0

    def focus_at(self, lens: float) -> None:
        """Move its lens to a position, and leave it there."""
        from libcamera import controls

        self._set({"AfMode": controls.AfModeEnum.Manual, "LensPosition": lens}, USUAL_FRAME_US)

    def expose(self, more: float) -> bool:
        """Expose by `more` EV relative to its choice; returns whether that has changed a locked exposure."""
        if more == self._more:
            return False
        self._more = more
        if "ExposureValue" in self._camera.camera_controls:
            self._camera.set_controls({"ExposureValue": more})
        self._expose_held()
        return self._chosen is not None

    def _expose_held(self) -> None:
        """Apply the locked exposure."""
        if self._chosen is None:
            self._set({"AwbEnable": False}, USUAL_FRAME_US)
            return
        time_us, gain, more = self._chosen
        time_us, gain = exposure(time_us, gain, self._more - more, *self._limits())
        self._set_exposure(time_us, gain, {"AwbEnable": False})

    def _limits(self) -> tuple[Limits, Limits]:
        """The limits of exposure time (µs) and gain."""
        controls = self._camera.camera_controls
        (shortest, longest), (least, most) = controls["ExposureTime"][:2], controls["AnalogueGain"][:2]
        return (float(shortest), min(float(longest), MAX_EXPOSURE_US)), (float(least), float(most))

    def bracket(self, steps: Sequence[float]) -> list[Picture]:
        """Take pictures in exposures relative to the current one (EV), then restore it.

        Empty if it has no such controls; raises `ExposureIgnored` if it does not heed them.
        """
        if not self.can.exposure:
            return []
        chosen = self._camera.capture_metadata()
        time_us, gain = float(chosen["ExposureTime"]), float(chosen["AnalogueGain"])
        try:
            pictures = [self._exposed(*exposure(time_us, gain, more, *self._limits())) for more in steps]
            self._exposed(time_us, gain)  # automatic exposure continues from here
            return pictures
        finally:
            self._restore_exposure()

    def _set(self, controls: Mapping[str, object], frame_us: tuple[int, int]) -> None:
        """Set those of these controls that the camera has: Picamera2 raises for others."""
        wanted = {**controls, "FrameDurationLimits": frame_us}
        self._camera.set_controls({name: wanted[name] for name in wanted if name in self._camera.camera_controls})

    def _restore_exposure(self) -> None:
        """Restore the locked exposure, or automatic exposure."""
        if self._chosen is None:
            self._set(BY_ITSELF, USUAL_FRAME_US)
        else:
            self._expose_held()

    def _set_exposure(self, time_us: float, gain: float, more: Mapping[str, object] = NOTHING) -> None:
        frame_us = (USUAL_FRAME_US[0], max(USUAL_FRAME_US[1], round(time_us) + 1000))
        self._set({"ExposureTime": round(time_us), "AnalogueGain": gain, **more}, frame_us)

    def _exposed(self, time_us: float, gain: float) -> Picture:
        """Take a picture in this exposure, which takes some frames to set."""
        self._set_exposure(time_us, gain)
        given: Mapping[str, float] = {}
        for _ in range(MAX_FRAMES_TO_SET):
            request = self._camera.capture_request()
            try:
                given = request.get_metadata()
                if _is_nearly(given["ExposureTime"] * given["AnalogueGain"], time_us * gain, ROW_US * gain):
                    return self._picture_of(request.make_array("main"))
            finally:
                request.release()
        raise ExposureIgnored(f"ExposureTime {given['ExposureTime']:.0f} ≠ {time_us:.0f}")

    def photograph(self) -> Picture:
        """Take a picture in the watching size."""
        return self._picture_of(self._camera.capture_array("main"))

    def _picture_of(self, pixels: NDArray[np.uint8]) -> Picture:
        # The configuration may differ from what was requested.
        given = self._camera.camera_configuration()
        main = given["main"]
        full_range = getattr(getattr(given.get("colour_space"), "range", None), "name", "Full") != "Limited"
        return to_bgr(pixels, main["format"], main["size"], full_range)

    def photograph_full(self) -> Picture:
        """Take a picture in the full size, then return to watching."""
        self._camera.switch_mode(self._full)
        try:
            return self.photograph()
        finally:
            self._camera.switch_mode(self._watching)
            if self._chosen is not None:
                self._expose_held()

    def release(self) -> None:
        """Stop and release the camera, also while a picture is pending."""
        if hasattr(self._camera, "cancel_all_and_flush"):  # since 0.3.13: without it, close waits for that picture
            self._camera.cancel_all_and_flush()
        self._camera.close()


class PiSource(CameraSource):
    """`--camera pi`: the camera on the Pi's ribbon cable."""

    form = "pi"

    def open(self, spec: str) -> Camera:  # noqa: ARG002 — there is one of them
        """The Pi's camera, started with its first picture."""
        return PiCamera()

    def connected(self) -> Sequence[Connected]:
        """The Pi's cameras; raises `CameraTrouble`."""
        return [Connected(self.form, model) for model in pi_cameras()]


def pi_cameras() -> list[str]:
    """The models of the cameras on the Pi's ribbon cables; empty without Picamera2. Raises `CameraTrouble`."""
    if importlib.util.find_spec("picamera2") is None:
        return []
    try:
        listed = call_with_timeout(START_S, _list_cameras)
    except NoAnswerError as hung:
        raise CameraTrouble(message("camera.stalled", camera="pi")) from hung
    return [str(info.get("Model", info["Id"])) for info in listed if "usb" not in info["Id"]]


def _list_cameras() -> Sequence[Mapping[str, str]]:
    cameras: Sequence[Mapping[str, str]] = _picamera2().Picamera2.global_camera_info()
    return cameras


def widest_mode(modes: Sequence[SensorMode], size: tuple[int, int]) -> SensorMode | None:
    """The smallest sensor mode with at least `size` pixels among those with the widest view.

    None if the modes are unknown. By itself libcamera may choose a mode that reads only the middle of the sensor (the
    HQ camera's 1332 × 990).

    >>> modes = [{"size": (1332, 990), "crop_limits": (696, 528, 2664, 1980)},
    ...          {"size": (2028, 1520), "crop_limits": (0, 0, 4056, 3040)},
    ...          {"size": (4056, 3040), "crop_limits": (0, 0, 4056, 3040)}]
    >>> widest_mode(modes, (1280, 960))["size"], widest_mode(modes, (2560, 1920))["size"]
    ((2028, 1520), (4056, 3040))
    """
    known = [mode for mode in modes if "crop_limits" in mode]
    if not known:
        return None
    most = max(_area(mode["crop_limits"][2:]) for mode in known)
    wide = [mode for mode in known if _area(mode["crop_limits"][2:]) >= 0.98 * most]
    enough = [mode for mode in wide if mode["size"][0] >= size[0] and mode["size"][1] >= size[1]]
    return min(enough, key=lambda mode: _area(mode["size"])) if enough else max(wide, key=lambda m: _area(m["size"]))


def _area(size: Sequence[int]) -> int:
    return size[0] * size[1]


def _sensor(modes: Sequence[SensorMode], size: tuple[int, int]) -> dict[str, object]:
    mode = widest_mode(modes, size)
    return {} if mode is None else {"sensor": {"output_size": mode["size"], "bit_depth": mode["bit_depth"]}}


def _picamera2() -> ModuleType:
    """Import the library; raises `CameraTrouble` if it is missing or does not fit what else is installed."""
    try:
        import picamera2
    except ModuleNotFoundError as missing:
        if missing.name == "picamera2":
            raise CameraTrouble(message("camera.no_picamera2")) from missing
        raise CameraTrouble(message("camera.picamera2_broken", reason=error_text(missing))) from missing
    except (ImportError, AttributeError, ValueError) as broken:
        # A part of it was built for another NumPy or libcamera.
        raise CameraTrouble(message("camera.picamera2_broken", reason=error_text(broken))) from broken
    library: ModuleType = picamera2
    return library
