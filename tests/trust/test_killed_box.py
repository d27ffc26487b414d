"""A box that is killed at any moment: every move that a phone was told to be recorded is there once, in its place."""

import http.client
import random
import threading
from pathlib import Path

import pytest

from tests.support.tiers import full
from tests.support.trust.figure import Figure
from tests.support.trust.real_box import RealBox, nothing_to_see


def tell_moves(box: RealBox, told: list[str]) -> None:
    """Put move after move behind the last one until the box is gone; `told` are those that it has confirmed."""
    try:
        while True:
            state = box.state()
            last = max((move["entry"] for move in state["moves"]), default=0)
            if state["over"]:
                return
            _, found = box.ask("GET", f"/api/moves/{last}/choices?way=insert")
            move = found["choices"][0]["move"]
            body = {"way": "insert", "entry": last, "move": move, "without": [], "known": state["known"]}
            if box.ask("POST", "/api/corrections", body)[0] == 200:
                told.append(move)
    except (OSError, http.client.HTTPException):
        return  # killed


def recorded(box: RealBox, number: int) -> list[str]:
    """The moves of a game; one that was over is not the current one any more after a start."""
    status, game = box.ask("GET", f"/api/games/{number}")
    assert status == 200, game
    return [line["sentence"] for line in game["lines"] if line["entry"]]


@pytest.mark.parametrize("kills", [full(2), pytest.param(15, marks=pytest.mark.trust)])
def test_a_killed_box_has_every_move_that_it_has_confirmed(tmp_path: Path, kills: int, figure: Figure) -> None:
    chance, confirmed, kept = random.Random(7), 0, 0
    cookie, data, camera = "", tmp_path / "data", nothing_to_see(tmp_path / "pictures")
    for _ in range(kills):
        box = RealBox(data, camera, game=None)
        box.cookie = cookie
        if not cookie:
            box.pair()
            cookie = box.cookie
        if box.state()["over"]:
            status, told = box.ask("POST", "/api/games", {"game": "reversi", "players": ["Aya", "Ben"], "options": {}})
            assert status == 200, told
        number = box.ask("GET", "/api/moves")[1]["number"]
        before, told = recorded(box, number), []
        teller = threading.Thread(target=tell_moves, args=(box, told))
        teller.start()
        teller.join(chance.uniform(0.05, 0.8))
        box.kill()
        teller.join()
        confirmed += len(told)
        with RealBox(data, camera, game=None) as again:
            after = recorded(again, number)
        # One more may have been written that nobody was told of any more.
        assert len(before) + len(told) <= len(after) <= len(before) + len(told) + 1
        assert after[: len(before)] == before
        kept += len(after) - len(before)
    figure(f"{kills} kills of the whole box", f"{confirmed} moves confirmed, {kept} kept, 0 lost, 0 twice")
