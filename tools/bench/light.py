"""Measures reading in too little and too much light: photographs with known truth, made so many times as bright."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2

from device.games.listing import arrangement_of
from tools.bench.photos import GAME_OF_SCENE, Score, hold_against, is_refused, taught_by
from vision.faces.recogniser import TaughtFaces
from vision.pictures import open_picture
from vision.quality.exposure import times_as_bright
from vision.reading import Picture, Reading
from vision.table_reader import TableReader

TIMES = (0.03, 0.1, 0.2, 0.3, 1.0, 1.5, 2.2, 3.2, 5.0, 8.0)


@dataclass
class InLight:
    """What became of photographs that were made `times` as bright: `refused` for their light, or counted in `score`."""

    times: float
    refused: int = 0
    score: Score = field(default_factory=lambda: Score("all"))

    def to_json(self) -> dict[str, object]:
        """The counts."""
        kept = ("photos", "whole", "right", "unsure", "wrong")
        return {"times": self.times, "refused": self.refused} | {name: getattr(self.score, name) for name in kept}


def measure_light(folder: Path, scenes: Sequence[str]) -> list[InLight]:
    """Teaches from the folder's lesson and reads its photographs, the board known, in light of all `TIMES`."""
    cv2.setNumThreads(1)
    taught = taught_by(folder)
    lights = [InLight(times) for times in TIMES]
    for scene in scenes:
        for path in sorted(folder.glob(f"{scene}_*.jpg")):
            readings = _in_all_lights(open_picture(path), GAME_OF_SCENE[scene], taught)
            for light, reading in zip(lights, readings, strict=True):
                if is_refused(reading):
                    light.refused += 1
                else:
                    hold_against(reading.pieces, path, light.score)
    return lights


def _in_all_lights(picture: Picture, game: str, taught: TaughtFaces) -> Iterator[Reading]:
    for times in TIMES:
        reader = TableReader(arrangement_of(game), taught)
        reader.read(picture)
        yield reader.read(times_as_bright(picture, times), check_board=True)
