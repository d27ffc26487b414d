"""`jarapon club` serves its pages, and says where they are and the first password."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.support.paths import ROOT
from tests.support.waiting import PATIENCE_S

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@contextmanager
def club(data: Path) -> Iterator["subprocess.Popen[str]"]:
    """A club whose broker is not there, at any port."""
    place = ["--host", "127.0.0.1", "--port", "0"]
    words = [*place, "--data", str(data), "--broker", "mqtt://club@127.0.0.1:1"]
    program = "import sys; from cli.main import main; sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", program, "--lang", "en", "club", *words],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        yield process
        process.kill()


def line_of(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline()


@pytest.mark.full
def test_the_first_start_says_the_password_and_each_start_where_the_pages_are(tmp_path: Path) -> None:
    with club(tmp_path) as process:
        password = re.search(r"The password of whoever runs the evening is (\w{12})\.", line_of(process))
        address = re.search(r"The club's pages are at http://(127\.0\.0\.1:\d+)", line_of(process))
        assert password is not None
        assert address is not None
        browser = HTTPConnection(address[1], timeout=PATIENCE_S)
        headers = {**FORM, "Origin": f"http://{address[1]}"}

        def status_of(method: str, path: str, form: dict[str, str] | None = None) -> int:
            browser.request(method, path, urlencode(form) if form else None, headers if form else {})
            answer = browser.getresponse()
            answer.read()
            return answer.status

        assert status_of("GET", "/") == 200
        assert status_of("POST", "/login", {"password": "guessed"}) == 403
        assert status_of("POST", "/login", {"password": password[1]}) == 303
        assert status_of("POST", "/login", {"password": "a" * 70_000}) == 413
        browser.close()
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0
    with club(tmp_path) as process:
        assert line_of(process).startswith("The club's pages are at ")
