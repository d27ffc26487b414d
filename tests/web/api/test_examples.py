"""The programs of docs/api.md do what it says, just as they stand there, before a box that is really served."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask

from device.system.child import killed_after
from device.table.events import Undo
from tests.support.paths import ROOT
from tests.support.waiting import PATIENCE_S
from tests.support.web.fake_box import FakeBox
from web.server.http import WebServer, open_server

SCOREBOARD, CHANGING = re.findall(
    r"```python\n(.*?)```", (ROOT / "docs" / "api.md").read_text(encoding="utf-8"), re.DOTALL
)


@contextmanager
def started(program: str, folder: Path, server: WebServer) -> Iterator[subprocess.Popen[str]]:
    (folder / "program.py").write_text(program, encoding="utf-8")
    command = [sys.executable, "program.py", f"http://127.0.0.1:{server.port}"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=folder, text=True, **pipes) as running, killed_after(running, 2 * PATIENCE_S):
        yield running


@pytest.fixture
def scoreboard(tmp_path: Path, server: WebServer) -> Iterator[subprocess.Popen[str]]:
    with started(SCOREBOARD, tmp_path, server) as running:
        yield running
        running.kill()


def line_of(program: subprocess.Popen[str]) -> str:
    assert program.stdout is not None
    line = program.stdout.readline()
    assert line, "the program has ended"
    return line


def test_a_scoreboard_has_twenty_lines() -> None:
    assert len(SCOREBOARD.replace("\n\n", "\n").splitlines()) <= 20


def test_the_scoreboard_shows_every_state_and_comes_back_when_the_box_does(
    app: Flask, box: FakeBox, server: WebServer, scoreboard: subprocess.Popen[str]
) -> None:
    assert line_of(scoreboard).startswith("Aya 2   Ben 2 |")
    box.table.lay("f5")
    assert line_of(scoreboard).startswith("Aya 4   Ben 1 |")
    server.close()
    while "trying again" not in line_of(scoreboard):
        pass
    box.table.lay("d6")
    with open_server(app, server.port, "127.0.0.1"):
        while not (line := line_of(scoreboard)).startswith("Aya 3   Ben 3 |"):
            assert "trying again" in line


def test_a_program_is_paired_once_and_changes_something(tmp_path: Path, box: FakeBox, server: WebServer) -> None:
    for times in (1, 2):
        with started(CHANGING, tmp_path, server) as program:
            if times == 1:
                assert program.stdin is not None
                assert program.stdout is not None
                assert program.stdout.read(len("The code")) == "The code"
                program.stdin.write(f"{box.pairing.code}\n")
                program.stdin.flush()
            assert "{'done': True}" in program.communicate()[0]
        assert box.table.posted == [Undo("phone:My program")] * times
    assert [phone.name for phone in box.pairing.phones.all()].count("My program") == 1
