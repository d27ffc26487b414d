"""A box in London, and phones that come from Tokyo and Los Angeles, some with a wrong clock."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from device.games.listing import GAMES
from tests.support.web.fake_box import app_of
from tests.support.web.kept_box import as_seen, kept_box, write_game
from tests.support.web.phones import Phone
from tests.support.web.tables import played
from web.server.http import WebServer, open_server

LONDON = "Europe/London"


def in_zone(phone: Phone, zone: str) -> Phone:
    phone.context.new_cdp_session(phone.page).send("Emulation.setTimezoneOverride", {"timezoneId": zone})
    return phone


@pytest.fixture(autouse=True)
def in_london(live_in: Callable[[str], None]) -> None:
    live_in(LONDON)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[WebServer]:
    """The page of a box with an evening that went on after midnight, and a game on the evening before."""
    reversi = as_seen(GAMES["reversi"], played("reversi", 2, 1, 200))
    for begins in (datetime(2026, 7, 2, 22, 9), datetime(2026, 7, 3, 23, 29), datetime(2026, 7, 4, 0, 49)):
        write_game(tmp_path, "reversi", reversi, begins=begins)
    with kept_box(tmp_path) as box, open_server(app_of(box), 0, "127.0.0.1") as server:
        yield server


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/Los_Angeles"])
def test_every_phone_shows_the_evenings_as_the_household_lived_them(
    evening: WebServer, phone: Phone, zone: str
) -> None:
    page = in_zone(phone, zone).open(evening, "/games")
    expect(page.locator("#evening-list h3")).to_have_text(["Friday, July 3, 2026 · 2 games"])
    for time in ("Jul 4, 2026, 12:50 AM", "Jul 3, 2026, 11:30 PM", "Jul 2, 2026, 10:10 PM"):
        expect(page.locator("main")).to_contain_text(time)
    page = phone.open(evening, "/moves")
    expect(page.locator("main")).to_contain_text("12:51 AM")


def test_a_tap_sets_the_box_to_the_zone_of_the_phone(
    server: WebServer, phone: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "timedatectl"
    program.write_text(f'#!/bin/sh\necho "$*" >{tmp_path}/asked\nexit 1\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    page = in_zone(phone, "Asia/Tokyo").open(server, "/box")
    expect(page.locator("#clock p")).to_contain_text("(Europe/London)")
    phone.keep("clock")
    page.locator("#clock button").click()
    expect(page.locator("#toast")).to_contain_text("sudo timedatectl set-timezone Asia/Tokyo")
    assert (tmp_path / "asked").read_text() == "--no-ask-password set-timezone Asia/Tokyo\n"


@pytest.mark.parametrize(
    ("hours", "said"), [(0, "this phone's show the same"), (3, "type on the box: sudo date --set")]
)
def test_a_phone_in_the_same_zone_is_asked_nothing_also_if_its_clock_is_wrong(
    server: WebServer, phone: Phone, hours: int, said: str
) -> None:
    in_zone(phone, LONDON).page.clock.set_fixed_time(datetime.now() + timedelta(hours=hours))
    page = phone.open(server, "/box")
    expect(page.locator("#clock p")).to_contain_text(said)
    expect(page.locator("#clock button")).to_be_hidden()
