"""Packages of others that do not work: the box starts without what they bring, and says which and why."""

import shutil

import pytest

from device.demo.gallery import gallery
from device.games.listing import GAMES, WATCHED, profile_of
from device.games.trial import try_profile
from device.record.journal import Journal
from device.settings import Settings, begin_or_resume
from device.texts import say
from tests.support.device.other_packages import install, python_with
from tests.support.paths import ROOT

EXAMPLE = ROOT / "examples" / "connect_four" / "connect_four"
PACKAGE = """
import sys
from types import SimpleNamespace
from device.games.profile import Drawing, Profile
from device.hardware.camera.source import CameraSource
from connect_four import rules

def raises(fault):
    def call(*_):
        raise fault
    return call

def game(**other):
    return Profile(SimpleNamespace(**{**vars(rules), **other}), drawing=Drawing("lines"))

class Camera(CameraSource):
    form = "broken"
    takes = connected = raises(OSError("no driver"))

WELL, SPEECHLESS, CAMERA = game(NAME="connect_four"), game(NAME="speechless"), Camera()
LATE = game(moves=lambda state: rules.moves(state) if sum(map(len, state.columns)) < 5 else raises(TypeError("full"))())
FAILING, LEAVING = game(moves=raises(ValueError("no board"))), game(prompt=raises(SystemExit(3)))
"""
ENTRIES = """
exits = exiting:PROFILE
interrupts = interrupting:PROFILE
absent = absent:PROFILE
no_game = package:raises
failing = package:FAILING
late = package:LATE
leaving = package:LEAVING
speechless = package:SPEECHLESS
well = package:WELL
"""
STARTED = """
from pathlib import Path
from device.box import Box
from device.cameras import FORMS
from device.demo.gallery import gallery
from device.games.listing import GAMES, WATCHED, profile_of
from device.games.trial import try_profile
from device.testing.camera import StandInCamera
from device.settings import Settings
from device.texts import LANGUAGES, say

with Box(Settings(Path("{data}"), players=("Aya", "Ben")), StandInCamera()) as box:
    print(FORMS, LANGUAGES, "connect_four" in GAMES, box.table.snapshot.view.game)
    for said in box.troubles:
        print(say(said, "en"))
"""


@pytest.fixture
def packages(tmp_path):
    folder = tmp_path / "packages"
    shutil.copytree(EXAMPLE, folder / "connect_four")
    (folder / "package.py").write_text(PACKAGE)
    (folder / "exiting.py").write_text("import sys; sys.exit(2)")
    (folder / "interrupting.py").write_text("raise KeyboardInterrupt")
    (folder / "open_brace" / "en").mkdir(parents=True)
    (folder / "open_brace" / "en" / "a.toml").write_text('[a]\nb = "{player"\n')
    (folder / "half" / "xx").mkdir(parents=True)
    (folder / "half" / "xx" / "grammar.toml").write_text('own_name = "Xish"\n')
    install(folder, "fine", "jarapon.texts", "fine = connect_four.texts", "brace = open_brace", "half = half")
    install(folder, "broken", "jarapon.games", *ENTRIES.split("\n"))
    install(folder, "eyes", "jarapon.cameras", "camera = package:CAMERA")
    return folder


def test_the_box_starts_without_what_does_not_work_and_says_which(packages, tmp_path):
    said = python_with(packages, "-c", STARTED.format(data=tmp_path / "data")).stdout.splitlines()
    assert said[0] == "demo|pi|usb:N|DIR|FILE ('en', 'ja') True reversi"
    end = "so the box runs without it. Update the package or remove it."
    expected = [
        ("brace", "fine", "ValueError: expected '}' before end of string"),
        ("half", "fine", "KeyError: 'things'"),
        ("absent", "broken", "ModuleNotFoundError: No module named 'absent'"),
        ("exits", "broken", "SystemExit: 2"),
        ("failing", "broken", "ValueError: no board"),
        ("interrupts", "broken", "KeyboardInterrupt"),
        ("late", "broken", "TypeError: full"),
        ("leaving", "broken", "SystemExit: 3"),
        ("no_game", "broken", "TypeError: no Profile"),
        ("speechless", "broken", "LookupError: no text speechless.title"),
        ("camera", "eyes", "OSError: no driver"),
    ]
    sentences = [f"{name} of the package {package} does not work ({why}), {end}" for name, package, why in expected]
    assert sorted(line for line in said if " of the package " in line) == sorted(sentences)


def test_the_doctor_says_so_too(packages, tmp_path):
    program = f"from cli.main import main; main(['doctor', '--lang', 'en', '--data', {str(tmp_path)!r}])"
    assert "✗ Package: failing of the package broken does not work (" in python_with(packages, "-c", program).stdout


@pytest.mark.parametrize("fault", [ValueError("no board"), SystemExit(3)])
def test_a_game_that_fails_later_is_kept_and_another_begins(tmp_path, monkeypatch, fault):
    settings = Settings(tmp_path, game="reversi", players=("Aya", "Ben"))
    with Journal(tmp_path / "journal.db") as journal:
        begin_or_resume(journal, settings)
        journal.append("move", {"move": "d3", "picture": None})
        monkeypatch.setattr(GAMES["reversi"], "layout", raises_after_a_move(GAMES["reversi"], fault))
        resumed, said = begin_or_resume(journal, settings)
        assert (resumed, len(journal.games())) == (None, 2)
    assert say(said, "en").startswith(f"The unfinished game cannot go on now: its rules fail ({fault}). A new game")


@pytest.mark.parametrize("name", GAMES)
def test_no_game_that_works_is_left_out(name):
    assert try_profile(profile_of(name)).game is GAMES[name]


def test_the_demo_table_goes_on_without_a_game_that_fails_there(monkeypatch):
    monkeypatch.setattr("device.demo.gallery.card", lambda name: raises_in_checkers(name) or name)
    assert set(gallery()) == {*WATCHED} - {"checkers"}


def raises_in_checkers(name):
    if name == "checkers":
        raise ValueError(name)


def raises_after_a_move(game, fault):
    layout, start = game.layout, game.start(["Aya", "Ben"], {})

    def call(state):
        if state != start:
            raise fault
        return layout(state)

    return call
