from pathlib import Path

import pytest

from vision.pictures import open_picture
from vision.reading import Picture
from vision.taught import TaughtFaces
from vision.teaching import Lesson, teach

PHOTOS = Path(__file__).parent / "photos"
FACES = (*"123456789", "wild", "back")


@pytest.fixture(scope="session")
def lesson_photos() -> list[Picture]:
    return [open_picture(PHOTOS / "teach_2.jpg"), open_picture(PHOTOS / "teach_3.jpg")]


@pytest.fixture(scope="session")
def lesson(lesson_photos: list[Picture]) -> Lesson:
    return teach(lesson_photos, FACES)


@pytest.fixture(scope="session")
def taught(lesson: Lesson) -> TaughtFaces:
    return lesson.taught
