"""The build guide shows light as it is drawn, and says what is read in it."""

import re
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.texts import say
from simulator.film.furniture import demo_art
from tests.support.paths import ROOT
from tools.bench.judging import Score
from tools.bench.light import judge
from tools.light_pictures import LIGHTS, SEED, SHOWN, Outcome, read_in_each
from vision.pictures import open_picture

pytestmark = pytest.mark.full
GUIDES = {"en": ("build.md", "“{}”"), "ja": ("build.ja.md", "「{}」")}


@cache
def outcomes() -> dict[str, Outcome]:
    return dict(read_in_each(demo_art(), SEED))


@pytest.mark.full
def test_the_pictures_of_light_are_as_they_are_drawn() -> None:
    assert {path.stem for path in SHOWN.iterdir()} == set(LIGHTS)
    for name, outcome in outcomes().items():
        shipped = open_picture(SHOWN / f"{name}.webp")
        due = cv2.resize(outcome.picture, shipped.shape[1::-1], interpolation=cv2.INTER_AREA)
        apart = np.abs(shipped.astype(int) - due.astype(int)).mean()
        assert apart < 6, f"{name}: python -m tools.build_guide draws it anew"


@pytest.mark.parametrize("language", GUIDES)
def test_the_guide_says_of_each_picture_what_is_read_in_it(language: str) -> None:
    page, quote = GUIDES[language]
    rows = rows_by_picture(ROOT / "docs" / page)
    assert set(rows) == set(LIGHTS)
    for name, outcome in outcomes().items():
        for warning in outcome.reading.warnings:
            assert quote.format(say(warning.said(), language)) in rows[name]
        score = Score(name)
        judge(outcome, score)
        if score.photos:
            assert f"| {score.right} · {score.unsure} · {score.wrong} |" in rows[name]


def test_neither_a_dark_edge_under_a_low_lamp_nor_a_highlight_is_a_hand() -> None:
    assert [name for name, outcome in outcomes().items() if outcome.reading.shows_hand] == []


def rows_by_picture(page: Path) -> dict[str, str]:
    """The rows of tables that show a picture of light, by its name."""
    text = page.read_text(encoding="utf-8")
    return {row[1]: row[0] for row in re.finditer(r"^\| !\[[^\]]*\]\(light/(\w+)\.webp\).*$", text, re.M)}
