"""An evening of Stop before the camera: lots, a deal, draws, discards and melds, a question, and a move taken back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from device.box import Box
from engines import stop
from engines.stop.cards import CARDS
from engines.stop.moves import TAKE, Deal, Discard, Draw, Lot, Meld, Move
from engines.stop.state import State
from tests.support.device.dealt_stop import HANDS, STOCK
from tests.support.web.card_box import SeenTable, card_box
from tests.support.web.fake_box import app_of, carry_phone, from_own_page
from tests.web.api.test_cards_day import wait_until

PLAYERS = ("Aya", "Ben", "Chika", "Dan", "Emi")


class Evening:
    """People at the table: what they do is laid before the camera."""

    def __init__(self, box: Box, table: SeenTable) -> None:
        self.box, self.table = box, table
        self.state: State = stop.start(PLAYERS, {"games": 1})
        self._before = self.state

    def play(self, *moves: Move) -> None:
        """Moves of which only the last is looked at."""
        for move in moves:
            self._before, self.state = self.state, stop.play(self.state, move)
        self.table.lay(self.state)

    def take_back(self) -> None:
        """The table as it was before the last move."""
        self.state = self._before
        self.table.lay(self.state)

    def deal(self) -> None:
        """Lots are drawn, and the cards are dealt."""
        lots = [Lot(card) for card in ("AC", "9C", "QD", "JD", "10C")]
        for number, lot in enumerate(lots, start=1):
            self.play(lot)
            wait_until(self.box, lambda number=number: len(self.box.table.snapshot.moves) >= number)  # type: ignore[misc]
        used = {card for hand in HANDS for card in hand} | set(STOCK)
        left = [card for card in (*CARDS, "joker", "joker") if card not in used]
        self.play(Deal(HANDS, (*STOCK, *left)))
        wait_until(self.box, lambda: "deal" in self.box.record())


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    table = SeenTable("stop")
    table.lay(stop.start(PLAYERS, {"games": 1}))
    with card_box(tmp_path, table, PLAYERS, monkeypatch) as box:
        yield Evening(box, table)


@pytest.fixture
def client(evening: Evening) -> FlaskClient:
    return from_own_page(carry_phone(app_of(evening.box)))


def choose(client: FlaskClient, begins: str) -> None:
    """Answer the box's question on a phone by the first choice that begins so."""
    asked = client.get("/api/state").json
    key = next(choice["key"] for choice in asked["question"] if choice["key"].startswith(begins))
    sent = {"key": key, "moves": asked["move_count"], "known": asked["known"]}
    assert client.post("/api/choose", json=sent).status_code == 200


@pytest.mark.full
def test_an_evening_of_stop_is_followed_asked_about_and_put_right(evening: Evening, client: FlaskClient) -> None:
    box = evening.box
    wait_until(box, lambda: bool((client.get("/api/zones").json["seen"] or {"zones": ()})["zones"]))
    evening.deal()
    evening.play(Draw("6C"), Discard("KD"))
    wait_until(box, lambda: "KD" in box.record())
    told = client.get("/api/state").json
    assert (told["problem"], told["question"], told["by_hand"]) == (None, [], False)
    assert "KD" in str(told["board"]), "the river is drawn"
    picture = told["moves"][-1]["picture"]
    read = client.get(f"/api/moves/pictures/{picture}/read?near=river")
    assert read.data.startswith(b"\xff\xd8")

    # Taken and melded between two pictures: it may have been a pon.
    evening.play(TAKE, Meld(("KH", "KD", "KC")))
    wait_until(box, lambda: len(box.table.snapshot.question) > 1)
    choose(client, "take")
    wait_until(box, lambda: box.table.snapshot.question == ())
    evening.play(Discard("8D"))
    wait_until(box, lambda: "8D" in box.record())
    now = client.get("/api/state").json
    assert "KC" in str(now["board"]), "the meld is drawn"

    # The discard is taken back on a phone and from the table, and another one laid.
    assert client.post("/api/undo", json={}).status_code == 200
    assert "8D" not in box.record()
    evening.take_back()
    wait_until(box, lambda: box.table.snapshot.problem is None)
    evening.play(Discard("7S"))
    # It may lie on the 8D that was there until just now: then that is asked.
    wait_until(box, lambda: "7S" in box.record() or bool(box.table.snapshot.question))
    if box.table.snapshot.question:
        choose(client, "discard 7S")
    wait_until(box, lambda: "7S" in box.record())
    assert "8D" not in box.record()
