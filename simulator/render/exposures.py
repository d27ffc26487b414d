"""Exposes one scene for shorter or longer, with the response of a camera's sensor."""

import cv2
import numpy as np

from simulator.render.light import Field, Sensor
from vision.reading import Picture

# The tone curve of the Raspberry Pi's cameras: linear input and output, both of 65535 (`rpi.contrast` in libcamera's
# tuning files, the same for most of them).
_TONES = np.fromstring(
    """
    0 0  1024 5040  2048 9338  3072 12356  4096 15312  5120 18051  6144 20790  7168 23193  8192 25744  9216 27942
    10240 30035  11264 32005  12288 33975  13312 35815  14336 37600  15360 39168  16384 40642  18432 43379
    20480 45749  22528 47753  24576 49621  26624 51253  28672 52698  30720 53796  32768 54876  36864 57012
    40960 58656  45056 59954  49152 61183  53248 62355  57344 63419  61440 64476  65535 65535
    """,
    sep=" ",
).reshape(-1, 2)
_STEPS = 4096  # of the analogue-to-digital converter: 12 bits
_CURVE = np.interp(np.arange(_STEPS) * 65535 / (_STEPS - 1), *_TONES.T)
_ENCODED = (_CURVE * 255 / 65535 + 0.5).astype(np.uint8)
# Transmission of the colour filters (BGR); in daylight red and blue are amplified by the inverse.
_FILTERS = np.array([0.6, 1.0, 0.5], np.float32)
_READ_NOISE = 3.0  # electrons
_MIDDLE = 0.18  # of white: for this grey `Sensor.noise` is given; one grey level is 1 / `_SLOPE` of white there
_SLOPE = float(np.gradient(_CURVE * 255 / 65535, 1 / (_STEPS - 1))[round(_MIDDLE * (_STEPS - 1))])


def exposed(linear: Field, sensor: Sensor, more: float, rng: np.random.Generator) -> Picture:
    """The picture of a scene by a sensor, exposed `more` EV longer than `sensor.exposure`.

    Light becomes electrons with shot and read noise, clipped at full well; then follow 12 bits, white balance,
    saturation, the tone curve, 8 bits and JPEG. At 0 EV the noise of middle grey is `sensor.noise`.
    """
    if sensor.blur > 0.35:
        linear = np.asarray(cv2.GaussianBlur(linear, (0, 0), sensor.blur), np.float32)
    white = (_MIDDLE * _SLOPE**2 / sensor.noise**2) * _FILTERS  # electrons of white in ordinary exposure
    filled = float(white[1])  # full well: the electrons of white in green
    electrons = linear * (white * np.float32(sensor.exposure * 2.0**more))
    electrons += rng.standard_normal(linear.shape, np.float32) * np.sqrt(electrons + np.float32(_READ_NOISE**2))
    raw = np.round(np.clip(electrons / filled, 0, 1) * (_STEPS - 1)) / (_STEPS - 1)
    balanced = np.minimum(raw / _FILTERS * np.array(sensor.balance, np.float32), 1.0)
    share = np.array([0.0722, 0.7152, 0.2126], np.float32) * (1 - sensor.saturation)
    mix = np.tile(share, (3, 1)) + np.eye(3, dtype=np.float32) * sensor.saturation
    mixed = np.asarray(cv2.transform(balanced.astype(np.float32), mix), np.float32)
    shown = _ENCODED[np.clip(mixed * (_STEPS - 1), 0, _STEPS - 1).astype(np.uint16)]
    packed = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, sensor.quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
