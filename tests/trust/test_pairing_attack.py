"""Strangers who ask for codes and answer wrongly from many addresses: whoever stands at the box still gets in."""

import re
import subprocess
import sys
import time
from collections import Counter
from itertools import cycle
from pathlib import Path
from threading import Event, Thread

import pytest

from device.phones.pairing import WINDOW_S
from tests.support.paths import ROOT
from tests.support.trust.figure import Figure
from tests.support.trust.real_box import PATIENCE_S, RealBox
from tests.support.waiting import eventually

STRANGERS = [f"127.0.3.{number}" for number in range(1, 241)]
AT_ONCE = 12  # of them
PERSON = "127.0.4.1"


def open_window(box: RealBox) -> str:
    """Have the window opened at the box, which has no display here, and read the code where it stands."""
    before = len(box.said())
    start = "import sys; from cli.main import main; sys.exit(main())"
    wanted = [sys.executable, "-c", start, "phones", "--data", str(box.data), "--window"]
    subprocess.run(wanted, cwd=ROOT, check=True, timeout=WINDOW_S, stdout=subprocess.DEVNULL)
    eventually(lambda: re.search(r"\d{6} \(good for one minute", box.said()[before:]))
    return re.findall(r"(\d{6}) \(good for one minute", box.said()[before:])[-1]


def attack(box: RealBox, addresses: list[str], stop: Event, told: Counter[str]) -> None:
    """Ask and answer wrongly, as fast as answers come, from one address after another."""
    for address in cycle(addresses):
        if stop.is_set():
            return
        try:
            box.ask("POST", "/api/pairing", {}, source=address)
            _, answer = box.ask("POST", "/api/pairing/answer", {"code": "000000", "name": "stranger"}, source=address)
        except OSError:
            told["no answer"] += 1
        else:
            told[answer.get("code") or "in"] += 1


def wait_until_all_have_to_wait(box: RealBox) -> str:
    """Ask for a code until the strangers' tries keep the person from getting one; what he is told."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        status, told = box.ask("POST", "/api/pairing", {}, source=PERSON)
        if status == 429:
            return str(told["sentence"])
        time.sleep(0.5)
    raise AssertionError(box.said())


@pytest.mark.full
@pytest.mark.long
@pytest.mark.parametrize("evenings", [1, pytest.param(3, marks=pytest.mark.trust)])
def test_strangers_with_240_addresses_keep_nobody_out(tmp_path: Path, evenings: int, figure: Figure) -> None:
    stop, told, took = Event(), Counter[str](), []
    with RealBox(tmp_path / "data") as box:
        parts = [STRANGERS[at::AT_ONCE] for at in range(AT_ONCE)]
        strangers = [Thread(target=attack, args=(box, part, stop, told), daemon=True) for part in parts]
        for stranger in strangers:
            stranger.start()
        try:
            asked = wait_until_all_have_to_wait(box)
            for _ in range(evenings):
                code, began = open_window(box), time.monotonic()
                sent = {"code": code, "name": "Aya"}
                status, answer = box.ask("POST", "/api/pairing/answer", sent, source=PERSON)
                assert (status, answer.get("paired")) == (200, True), answer
                took.append(time.monotonic() - began)
        finally:
            stop.set()
            for stranger in strangers:
                stranger.join()
    assert "hold down" in asked
    assert max(took) < WINDOW_S
    assert told["in"] == 0
    figure("paired in a window while strangers asked and answered", f"{len(took)} of {evenings}")
    figure("longest wait of the person for the answer", f"{max(took):.2f} s")
    figure("answers of strangers meanwhile", f"{told.total()}: {dict(told)}")
