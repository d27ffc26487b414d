"""A box whose display somebody sees, with something of everything for its menu: games, names, a question, a lesson."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.box import Box
from device.capture.events import Noticed
from device.games.listing import GAMES
from device.hardware.display import Display
from device.oled.menu.widgets import BusyScreen, ListScreen, TextScreen, YesNoScreen, in_words
from device.referee.choices import Choice
from device.referee.outcomes import Moved
from device.settings import Settings
from device.table.snapshot import Choices
from device.testing.camera import StandInCamera
from device.wiring_check import WiringTest
from engines.messages import message
from tests.support.device.own_wifi import OwnWifi
from tests.support.waiting import PATIENCE_S, eventually
from tests.support.web import laid_box
from tests.support.web.kept_box import as_seen, write_game
from tests.support.web.tables import played

PLAYERS = ("Aya", "Ben")
ADDRESS = "http://192.168.1.23:8000"


class SeenDisplay(Display):
    """A display that people see, which remembers what it has shown last."""

    @property
    def is_visible(self) -> bool:
        """Somebody is there."""
        return True


@contextmanager
def seen_box(folder: Path, patch: pytest.MonkeyPatch, **settings: Any) -> Iterator[Box]:
    """A box with a seen display, a buzzer that works as far as is known, and a lesson before its camera."""
    camera = StandInCamera([laid_box.lesson()])
    patch.setattr(WiringTest, "buzzer_trouble", lambda _test: None)
    with Box(Settings(folder, niceness=0, **settings), camera, open_display=lambda _wiring: SeenDisplay()) as box:
        box.front.panel.greet(ADDRESS)
        box.front.panel.turn(1)  # past the greeting
        eventually(box.camera_parts.capture.used_up.is_set)
        yield box


@contextmanager
def menu_box(folder: Path, patch: pytest.MonkeyPatch, **settings: Any) -> Iterator[Box]:
    """The same with a game of reversi on the table, and a question about it."""
    folder.mkdir(exist_ok=True)
    write_game(folder, "reversi", as_seen(GAMES["reversi"], played("reversi", len(PLAYERS), 1, 24)), PLAYERS)
    patch.setattr("device.box.Hotspot", OwnWifi)
    with seen_box(folder, patch, players=PLAYERS, **settings) as box:
        _ask(box, patch)
        yield box


def _ask(box: Box, patch: pytest.MonkeyPatch) -> None:
    """Have the table ask which of two moves it was."""
    moved = [message("reversi.moved", player="Ben", square=square, flipped=2) for square in ("c5", "c6")]
    asked = tuple(Choice(str(at), Moved(()), said, 1) for at, said in enumerate(moved))
    now = box.table._now
    patch.setattr(box.table, "_now", lambda serial: replace(now(serial), choices=Choices(asked)))
    box.table.post(Noticed(message("display.back"))).result(PATIENCE_S)
    eventually(lambda: box.table.snapshot.choices.question == asked)


def pressed(box: Box, *buttons: str) -> None:
    """Press buttons one after the other, each when the menu has done what the one before asked for."""
    for button in buttons:
        box.front.router.press(button)
        eventually(lambda: box.front.safe_mode_wanted.is_set() or not isinstance(box.front.menu.screen, BusyScreen))


def done(answer: object = None) -> "Future[Any]":
    """A future that has its answer."""
    future: Future[Any] = Future()
    future.set_result(answer)
    return future


def at_cursor(box: Box) -> str:
    """The line at the cursor of the list that is shown."""
    screen = box.front.menu.screen
    assert isinstance(screen, ListScreen), said(box)
    return in_words(screen.labels[screen._at], box.language.code)


def choose(box: Box, *labels: str) -> None:
    """Turn to each of these lines, and press OK."""
    for label in labels:
        lines: list[str] = []
        while (line := at_cursor(box)) != label:
            if line not in lines[-1:]:  # a long one scrolls before the cursor goes on
                assert line not in lines, f"{label} is not among {lines}"
                lines.append(line)
            pressed(box, "next")
        pressed(box, "ok")


def open_at(box: Box, *labels: str) -> None:
    """Open the menu, from its beginning where it was open, turn to each of these lines, and press OK."""
    pressed(box, *["ok_long"] * (1 + (box.front.menu.screen is not None)))
    choose(box, *labels)


def said(box: Box) -> str:
    """The text of the screen that is shown."""
    screen = box.front.menu.screen
    assert isinstance(screen, TextScreen), screen
    return in_words(screen._text, box.language.code)


def say_yes(box: Box) -> None:
    """Read the question that is shown to its end, and say yes."""
    screen = box.front.menu.screen
    assert isinstance(screen, YesNoScreen)
    while not screen._is_yes:
        pressed(box, "next")
    pressed(box, "ok")
