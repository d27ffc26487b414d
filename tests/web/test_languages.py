"""A phone is spoken to in the language that it asks for; the switch is remembered."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.support.paths import ROOT
from tests.support.web.fake_box import FakeBox, app_of

STATIC = ROOT / "web" / "static"
PAGES = ["/", "/hand", "/teach", "/set-up"]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_in_both_languages(client: FlaskClient, path: str) -> None:
    japanese, english = client.get(f"{path}?language=ja"), client.get(f"{path}?language=en")
    assert '<html lang="ja"' in japanese.text
    assert '<html lang="en"' in english.text
    assert "ジャラポン" in japanese.text
    assert "ジャラポン" not in english.text


def scripts_of(page: str) -> set[Path]:
    """Every script that a page runs, with those that they import."""
    found = {STATIC / name for name in re.findall(r"/static/\w+/(\w+\.js)", page)}
    while (
        more := {STATIC / name for path in found for name in re.findall(r'from "\./(\w+\.js)"', path.read_text())}
        - found
    ):
        found |= more
    return found


@pytest.mark.parametrize("path", PAGES)
def test_every_page_brings_the_sentences_of_its_scripts(client: FlaskClient, path: str) -> None:
    page = client.get(path).text
    wanted = {name for script in scripts_of(page) for name in re.findall(r'\btext\("(\w+)"', script.read_text())}
    brought = set(re.findall(r'data-text="(\w+)"', page))
    assert wanted
    assert wanted <= brought


def test_the_switch_is_remembered(client: FlaskClient) -> None:
    assert '<html lang="en"' in client.get("/").text
    client.get("/?language=ja")
    assert '<html lang="ja"' in client.get("/hand").text
    assert client.get("/api/state").json["language"] == "ja"
    client.get("/teach?language=en")
    assert '<html lang="en"' in client.get("/").text
    assert "Set-Cookie" not in client.get("/?language=tlh").headers


@pytest.mark.parametrize(("preferred", "language"), [
    ("ja-JP,ja;q=0.9,en;q=0.8", "ja"),
    ("en-GB", "en"),
    ("fr,en;q=0.3", "en"),
    ("de", "ja"),
    ("", "ja"),
])  # fmt: skip
def test_the_browser_s_preference_counts_and_then_the_box_s_own(preferred: str, language: str) -> None:
    client = app_of(FakeBox(language="ja")).test_client()
    assert client.get("/api/state", headers={"Accept-Language": preferred}).json["language"] == language


def test_the_switch_leads_to_the_same_page(client: FlaskClient) -> None:
    page = client.get("/by-hand?game=stop&language=ja").text
    assert 'href="?game=stop&amp;language=en"' in page
