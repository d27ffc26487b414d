"""A misread winning hand is put right on a phone: seen, typed, weighed, accepted; or typed where nothing was read."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect

from device.record.journal import Journal
from device.record.pictures import PictureStore
from engines.jarapon.moves import Call, Show
from tests.support.device.misread_hand import GAME, Misread, misread
from tests.support.device.observing import observe
from tests.support.web.fake_box import app_of, refused
from tests.support.web.kept_box import Clock, KeptBox, kept_box
from tests.support.web.phones import Phone, everywhere
from vision.reading import DetectedPiece, Picture, Reading
from web.server.http import WebServer, open_server

TABLE = misread(3, 4, 43, 50, wins=True)  # a discard was called, with a pon laid open before; moves follow


def write(folder: Path, table: Misread, moves: tuple, picture_of: int) -> None:
    """The game in the journal of a folder, with a picture of one move and what was read in it."""
    with Journal(folder / "journal.db", now=Clock()) as journal:
        number, pictures = journal.start_game("jarapon", table.players, {}), PictureStore(folder / "pictures")
        for at, move in enumerate(moves):
            kept = pictures.keep(f"{number}-{at + 2}", *photograph(table.read)) if at == picture_of else None
            journal.append("move", {"move": move, "picture": kept, "by": "camera"})


def photograph(read: Show) -> tuple[Picture, Reading]:
    """Grey tiles in a row, and what was read of them."""
    picture = np.full((480, 640, 3), (96, 120, 88), np.uint8)
    pieces = []
    for at, face in enumerate(read.tiles):
        left, top = 90 + 60 * at, 180
        picture[top : top + 66, left : left + 48] = 225
        ring = ((left, top), (left + 48, top), (left + 48, top + 66), (left, top + 66))
        corners = tuple((float(x), float(y)) for x, y in ring)
        pieces.append(DetectedPiece(face, "flat", (left + 24.0, top + 33.0), None, 1.0, {}, corners))
    return picture, Reading(None, tuple(pieces))


@pytest.fixture
def box(tmp_path: Path) -> Iterator[KeptBox]:
    write(tmp_path, TABLE, TABLE.moves, TABLE.at)
    with kept_box(tmp_path) as box:
        yield box


def correction(tiles: list[str], **more: object) -> dict:
    return {"way": "change", "entry": TABLE.entry, "hand": {"player": TABLE.shown.seat, "tiles": tiles}} | more


def test_a_hand_is_told_by_its_tiles_weighed_and_accepted(client: FlaskClient, box: KeptBox) -> None:
    choices = client.get(f"/api/moves/{TABLE.entry}/choices?way=change").json["choices"]
    (hand,) = (one["hand"] for one in choices if one["hand"] and one["hand"]["tiles"])
    assert hand["tiles"] == list(TABLE.read.tiles)
    assert len(hand["sets"]) == 1
    assert hand["taken"] in "123456789"
    before = box.journal.current()
    seen = client.post("/api/corrections/preview", json=correction(list(TABLE.shown.tiles))).json
    assert (seen["breaks"], seen["later"]) == (None, len(TABLE.moves) - TABLE.at - 1)
    assert seen["came_to"][0] == f"Jarapon! {TABLE.players[TABLE.shown.seat]} has won the hand."
    assert any(f"{name} gives " in said for said in seen["came_to"] for name in TABLE.players)
    assert box.journal.current() == before
    known = client.get("/api/moves").json["known"]
    made = client.post("/api/corrections", json=correction(list(TABLE.shown.tiles), without=[], known=known))
    assert made.json == {"done": True}
    was, now = (line for line in client.get("/api/moves").json["lines"] if line["entry"] == TABLE.entry)
    assert (was["ended"]["by"], now["by"], now["way"]) == ("A client's phone", "A client's phone", "change")
    assert " ".join(TABLE.shown.tiles) in now["sentence"]
    assert [score["after"] for score in seen["scores"]] == list(box.game.played.now.match.purses)


@pytest.mark.parametrize(("wrong", "code"), [
    ({"hand": {"player": 0, "tiles": ["3", "3", "6", "6"]}}, "open_hand.count"),
    ({"hand": {"player": 9, "tiles": ["3"] * 5}}, "keeping.not_allowed_there"),
])  # fmt: skip
def test_what_is_no_hand_is_refused_and_changes_nothing(
    client: FlaskClient, box: KeptBox, wrong: dict, code: str
) -> None:
    before = box.journal.current()
    assert refused(client, "/api/corrections/preview", correction(["3"] * 5) | wrong) == (422, code)
    assert box.journal.current() == before


def test_the_picture_of_a_move_shows_what_was_read(client: FlaskClient, box: KeptBox) -> None:
    kept = f"1-{TABLE.entry}"
    taken = client.get(f"/api/pictures/{kept}").data
    read = client.get(f"/api/moves/pictures/{kept}/read")
    assert read.status_code == 200
    assert read.data.startswith(b"\xff\xd8")
    assert read.data != taken
    box.game.pictures.keep("1-2", np.zeros((48, 64, 3), np.uint8))
    assert client.get("/api/moves/pictures/1-2/read").data == client.get("/api/pictures/1-2").data
    assert client.get("/api/moves/pictures/1-99/read").json["code"] == "web.error.no_picture"


@everywhere
def test_people_put_a_misread_hand_right_by_tapping_its_tiles(server: WebServer, box: KeptBox, phone: Phone) -> None:
    page = phone.open(server)
    behind = [line.entry for line in reversed(box.table.snapshot.moves)].index(TABLE.entry)
    page.locator("#moves button").nth(behind).click()
    page.locator("#likely a").click()
    expect(page.locator("#slots button")).to_have_count(len(TABLE.read.tiles))
    expect(page.locator("#also-tiles svg")).to_have_count(4)
    expect(page.locator("#weigh-hand")).to_be_disabled()
    image = page.locator("#hand-picture img")
    assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") == 640
    assert "plain" not in (image.get_attribute("src") or "")
    phone.keep(f"hand-typing-{phone.language}")
    page.locator("#hand-picture .as-read").click()
    assert "plain" in (image.get_attribute("src") or "")
    # The misread tile, then what it really is.
    at = next(
        at for at, tile in enumerate(TABLE.read.tiles) if TABLE.read.tiles.count(tile) > TABLE.shown.tiles.count(tile)
    )
    right = next(tile for tile in TABLE.shown.tiles if TABLE.shown.tiles.count(tile) > TABLE.read.tiles.count(tile))
    page.locator("#slots button").nth(at).click()
    page.locator("#keys button").nth(9 if right == "wild" else int(right) - 1).click()
    page.locator("#weigh-hand").click()
    expect(page.locator("#came-to li").first).to_contain_text(TABLE.players[TABLE.shown.seat])
    expect(page.locator("#wanted svg")).to_have_count(len(TABLE.shown.tiles))
    expect(page.locator("#new-scores > li")).to_have_count(3)
    phone.keep(f"hand-weighing-{phone.language}")
    page.locator("#do").click()
    expect(page.locator("#move")).to_be_hidden()
    expect(page.locator("#list .ended")).to_have_count(1)
    assert box.game.played.plies[box.game.played.ply_of(TABLE.entry) - 1].move == TABLE.shown


def test_a_hand_that_was_not_read_is_typed_from_the_page_that_asks_for_it(tmp_path: Path, phone: Phone) -> None:
    table = misread(2, 9, 21, 22, wins=True)
    called = GAME.move_to_json(Call(table.shown.seat, "jarapon"))
    write(tmp_path, table, (*table.moves[: table.at], called), -1)
    with kept_box(tmp_path) as box, open_server(app_of(box), 0, "127.0.0.1") as server:
        box.asked(lambda: observe(box.game, {"dora": {"1": 1.0}}))
        page = phone.open(server)
        link = page.locator("#tell a")
        expect(link).to_contain_text("type the tiles")
        phone.keep("hand-asked")
        link.click()
        expect(page.locator("#slots .empty")).to_have_count(len(table.shown.tiles))
        phone.keep("hand-unread")
        for tile in table.shown.tiles:
            page.locator("#keys button").nth(9 if tile == "wild" else int(tile) - 1).click()
        page.locator("#weigh-hand").click()
        expect(page.locator("#came-to")).to_contain_text(re.compile("has won"))
        page.locator("#do").click()
        expect(page.locator("#list .what").first).to_contain_text("shows")
        expect(page.locator("#toast p:visible")).to_contain_text("Corrected")
        assert box.game.played.now.match.account[-1].kind == "won"
