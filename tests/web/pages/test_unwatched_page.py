"""Where people enter the moves of a game, its page says nothing of a camera."""

import re
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import expect

from device.demo.demo import Demo
from device.games.listing import GAMES
from device.table.snapshot import Snapshot
from device.table.told_prompts import told_prompts
from engines.bots import NAMES
from tests.support.web.fake_box import FakeBox
from tests.support.web.phones import Phone, in_both_languages
from tests.support.web.tables import KEPT, TABLES, table, view_of_state
from web.app import create_app
from web.server.http import WebServer

PLAYERS = {game: players for game, players, *_ in (TABLES | KEPT).values()}
PARTS = (".photo", "#seeing", "#zones", "#demo", "#tell-means", "#no-camera")


@pytest.fixture
def app(box: FakeBox) -> Flask:
    """The page of a demo table, which has more to leave out than any other."""
    return create_app((*box.services, Demo()))


@pytest.mark.walk
@in_both_languages
@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_nobody_films_shows_nothing_of_a_camera(
    box: FakeBox, server: WebServer, phone: Phone, name: str
) -> None:
    begun = view_of_state(name, GAMES[name].start(NAMES[: PLAYERS[name]], {}))
    told = told_prompts(begun.prompts, is_by_hand=True, is_dealt=False)
    box.table.tell(Snapshot(replace(begun, prompts=told), "by_hand"))
    page = phone.open(server)
    phone.settle()
    expect(page.locator("body")).to_have_class(re.compile("played-by-hand"))
    for snapshot in (box.table.snapshot, replace(table(name), seeing="by_hand")):
        box.table.tell(snapshot)
        expect(page.locator("body")).to_have_attribute("data-serial", str(box.table.snapshot.serial))
        for part in PARTS:
            expect(page.locator(f"{part}:visible")).to_have_count(0)
        assert not re.search("camera|photo|カメラ|写真", page.locator("main").inner_text(), re.IGNORECASE)
