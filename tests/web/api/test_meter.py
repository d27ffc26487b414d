"""What the meter of *Set up* answers while the camera, the lamp and the lens are put right."""

from pathlib import Path

import numpy as np

from tests.support.waiting import eventually
from tests.support.web import laid_box
from tests.support.web.fake_box import app_of, from_own_page, get_json
from vision.quality.exposure import times_as_bright


def test_a_good_picture_is_good_in_every_line_and_what_is_worst_is_said_first(tmp_path: Path) -> None:
    with laid_box.laid_box(tmp_path, laid_box.lesson()) as (box, camera):
        stranger = from_own_page(app_of(box).test_client())  # anybody may look
        eventually(lambda: box.camera_parts.capture.newest is not None)
        answer = get_json(stranger, "/api/meter")
        grades = {line["kind"]: line["grade"] for line in answer["lines"]}
        assert grades == dict.fromkeys(("light", "focus", "angle", "distance", "glare"), "good")
        assert (answer["grade"], answer["key"], answer["glare"]) == ("good", "meter.all_good", [])
        assert answer["score"] == min(line["score"] for line in answer["lines"])
        assert answer["size"] == [1280, 960]
        true = laid_box.nothing_laid()[1]
        assert min(np.abs(np.roll(answer["field"], turn, axis=0) - true).max() for turn in range(4)) < 8

        camera.picture = times_as_bright(laid_box.lesson(), 0.2)
        eventually(lambda: get_json(stranger, "/api/meter")["grade"] == "fair")
        for language, word in (("en", "lamp"), ("ja", "明かり")):
            answer = get_json(stranger, f"/api/meter?language={language}")
            assert answer["key"] == "meter.light.fair_dark"
            assert word in answer["sentence"]
            assert [line["kind"] for line in answer["lines"] if line["grade"] != "good"] == ["light"]
