"""Correcting, keeping and watching in a real browser, as people do it."""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from device.games.listing import GAMES
from device.record.corrections import Correction
from engines import reversi
from engines.bots import NAMES
from tests.support.engines.bot_games import random_game
from tests.support.web.fake_box import app_of
from tests.support.web.kept_box import KeptBox, as_seen, kept_box, write_game
from tests.support.web.phones import Phone, everywhere, place_of
from web.server.http import WebServer, open_server

GAME = ("e6", "f6", "d3", "d6", "e7")


@pytest.fixture
def box(tmp_path: Path) -> Iterator[KeptBox]:
    """A finished game, an unfinished one of another kind, and the game that is on."""
    whole = [move.square for _, move in random_game(reversi, NAMES[:2], {}, 1) if move.square]
    write_game(tmp_path, "reversi", whole)
    search = GAMES["search"]
    write_game(tmp_path, "search", as_seen(search, list(islice(random_game(search, NAMES[:3], {}, 8), 20))), NAMES[:3])
    write_game(tmp_path, "reversi", GAME)
    with kept_box(tmp_path) as box:
        yield box


def place(page: Page, board: str, name: str) -> None:
    page.locator(f"{board} [data-place={name}]").click()


@pytest.mark.walk
@everywhere
def test_a_move_is_changed_after_seeing_what_would_follow(server: WebServer, box: KeptBox, phone: Phone) -> None:
    page = phone.open(server, "/moves")
    expect(page.locator("#list li")).to_have_count(5)
    expect(page.locator("#list img")).to_have_count(2)
    phone.keep("moves")
    page.locator("#list button").nth(2).click()
    expect(page.locator("#said")).to_contain_text("d3")
    expect(page.locator("#after [data-look=up], #after [data-look=back]")).to_have_count(7)
    expect(page.locator("#scored > li")).to_have_count(2)
    phone.keep("move-open")
    page.locator("#change").click()
    expect(page.locator("#choices button")).to_have_count(3)
    place(page, "#there", "f5")
    expect(page.locator("#choices button")).to_have_count(1)
    expect(page.locator("#there .tapped")).to_have_count(1)
    phone.keep("move-choose")
    page.locator("#choices button").click()
    expect(page.locator("#new-scores")).to_contain_text("7 → 5")
    expect(page.locator("#breaks")).to_be_hidden()
    assert len(box.table.snapshot.moves) == 5
    phone.keep("move-weigh")
    page.locator("#do").click()
    expect(page.locator("#move")).to_be_hidden()
    expect(page.locator("#list li")).to_have_count(6)
    expect(page.locator("#list .ended")).to_have_count(1)
    expect(page.locator("#list .ended")).to_contain_text("The tests' phone")
    assert [dict(line.said.facts)["square"] for line in box.table.snapshot.moves] == ["e6", "f6", "f5", "d6", "e7"]
    phone.keep("moves-corrected")
    page.locator("label:has(#struck)").click()
    expect(page.locator("#list .ended")).to_be_hidden()


def test_what_becomes_impossible_is_named_and_the_slower_of_two_people_sees_what_the_other_did(
    server: WebServer, box: KeptBox, phone: Phone
) -> None:
    page = phone.open(server, "/moves")
    for is_slower in (True, False):
        page.locator("#list button").last.click()
        page.locator("#strike").click()
        expect(page.locator("#breaks")).to_contain_text("Move 2")
        expect(page.locator("#breaks")).to_contain_text("Ben lays a tile on f6")
        expect(page.locator("#do")).to_have_text(f"Correct it, and remove the {3 + is_slower} moves after it")
        phone.keep("move-breaks")
        if is_slower:
            page.locator("#give-up").click()
            assert len(box.table.snapshot.moves) == 5
            page.locator("#list button").last.click()
            page.locator("#strike").click()
            expect(page.locator("#breaks")).to_be_visible()
            box.do(Correction("strike", box.table.snapshot.moves[-1].entry, by="phone:Ben's phone"))
            page.locator("#do").click()
            expect(page.locator("#trouble")).to_contain_text("Somebody else")
            expect(page.locator("#list .ended")).to_contain_text("Ben's phone")
            assert len(box.table.snapshot.moves) == 4
            page.locator("#close").click()
    page.locator("#do").click()
    expect(page.locator("#list .ended")).to_have_count(5)
    assert box.table.snapshot.moves == ()


def test_a_missing_move_is_found_by_typing_and_put_in(server: WebServer, box: KeptBox, phone: Phone) -> None:
    page = phone.open(server, "/moves")
    page.locator("#list button").first.click()
    page.locator("#insert").click()
    several = page.locator("#choices button")
    expect(several.nth(2)).to_be_visible()
    page.locator("#filter").fill("zzz")
    expect(several).to_have_count(0)
    expect(page.locator("#found")).to_contain_text("Clear")
    page.locator("#clear-search").click()
    page.locator("#filter").fill("BEN  d8")
    expect(several).to_have_count(1)
    several.click()
    expect(page.locator("#wanted")).to_contain_text("Ben lays a tile on d8")
    page.locator("#do").click()
    expect(page.locator("#list li")).to_have_count(6)
    assert dict(box.table.snapshot.moves[-1].said.facts)["square"] == "d8"
    page.locator("#insert-first").click()
    expect(several).to_have_count(4)
    page.locator("#close").click()
    # Nothing follows from striking the last move: one tap is enough.
    page.locator("#list button").first.click()
    page.locator("#strike").click()
    expect(page.locator("#list .ended")).to_have_count(1)
    expect(page.locator("#move")).to_be_hidden()


def test_the_picture_of_a_move_grows_under_a_tap_and_the_list_follows_the_table(
    server: WebServer, box: KeptBox, phone: Phone
) -> None:
    page = phone.open(server, "/moves")
    page.locator("#list button").last.click()
    image = page.locator("#picture img")
    expect(image).to_be_visible()
    phone.settle()
    small = place_of(image)
    page.locator("#picture .zoom").click()
    large = place_of(image)
    assert large["width"] > 2 * small["width"]
    phone.keep("move-large")
    page.locator("#close").click()
    page.locator("#list button").nth(3).click()
    expect(page.locator("#no-picture")).to_be_visible()
    page.locator("#close").click()
    box.do(Correction("insert", box.table.snapshot.moves[-1].entry, "d8", "button"))
    expect(page.locator("#list li")).to_have_count(6)


def test_the_live_page_strikes_the_last_move_at_once_and_shows_first_what_follows_from_another(
    server: WebServer, box: KeptBox, phone: Phone
) -> None:
    page = phone.open(server)
    page.locator("#moves button").first.click()
    page.locator("#strike").click()
    expect(page.locator("#toast")).to_contain_text("removed")
    assert len(box.table.snapshot.moves) == 4
    # Once more: what was struck just now is no reason to refuse it.
    expect(page.locator("#moves button")).to_have_count(4)
    page.locator("#moves button").last.click()
    page.locator("#strike").click()
    expect(page.locator("#breaks")).to_contain_text("Move 2")
    assert len(box.table.snapshot.moves) == 4
    phone.open(server, f"/moves#{box.table.snapshot.moves[2].entry}-change")
    expect(page.locator("#said")).to_contain_text("d3")
    expect(page.locator("#which")).to_have_text("What was it really?")
    phone.open(server)
    phone.open(server, "/moves#99")
    expect(page.locator("#toast")).to_contain_text("no longer in the game")


def test_hundreds_of_choices_stay_few_on_the_page(tmp_path: Path, phone: Phone) -> None:
    search = GAMES["search"]
    write_game(tmp_path, "search", as_seen(search, list(islice(random_game(search, NAMES[:2], {}, 8), 6))))
    with kept_box(tmp_path) as box, open_server(app_of(box), 0, "127.0.0.1") as server:
        page = phone.open(server, "/moves")
        page.locator("#list button").last.click()
        page.locator("#change").click()
        expect(page.locator("#more")).to_be_visible()
        expect(page.locator("#choices button")).to_have_count(40)
        page.locator("#there [data-place='tile/30']").click()
        expect(page.locator("#choices button")).to_have_count(8)  # nine numbers, but for the one that was read
        expect(page.locator("#more")).to_be_hidden()
        phone.keep("move-many")


@pytest.mark.walk
@everywhere
def test_games_are_listed_and_looked_at_again(server: WebServer, phone: Phone) -> None:
    page = phone.open(server)
    page.locator(".tabs a").nth(2).click()
    expect(page.locator("#games li")).to_have_count(3)
    phone.keep("games")
    page.locator("#games a").last.click()
    expect(page.locator("#board [data-look=up], #board [data-look=back]")).to_have_count(4)
    expect(page.locator("#back")).to_be_disabled()
    page.locator("#next").click()
    expect(page.locator("#board [data-look=up], #board [data-look=back]")).to_have_count(5)
    expect(page.locator("#board .last")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#at")).to_have_value("2")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("body")).to_have_attribute("data-at", "1")
    page.locator("#last").click()
    expect(page.locator("#next")).to_be_disabled()
    expect(page.locator("#prompts p")).not_to_have_count(0)
    expect(page.locator(".lines .way")).to_have_count(2)
    page.locator("#at").fill("30")
    expect(page.locator("body")).to_have_attribute("data-at", "30")
    expect(page.locator(".lines .here")).to_have_count(1)
    phone.keep("replay")
    with page.expect_download() as report:
        page.locator("a[download]").last.click()
    assert re.fullmatch(r"reversi-2026-01-02-\d+\.zip", report.value.suggested_filename)


def test_a_backup_is_made_from_the_page_and_its_age_and_place_are_shown(
    server: WebServer, box: KeptBox, phone: Phone
) -> None:
    page = phone.open(server, "/games")
    expect(page.locator("#backup")).to_contain_text("No backup")
    page.locator("#back-up").click()
    expect(page.locator("#toast")).to_contain_text("A backup is being made")
    expect(page.locator("#backup")).to_contain_text("Last backup")
    expect(page.locator("#backup")).to_contain_text(str(box.folder / "backups"))
    expect(page.locator("#backup-trouble")).to_be_hidden()
    assert len(list((box.folder / "backups").glob("jarapon-*.zip"))) == 1


def test_an_exported_game_comes_in_again_and_a_letter_does_not(
    server: WebServer, box: KeptBox, phone: Phone, tmp_path: Path
) -> None:
    page = phone.open(server, "/games")
    phone.follow(page.locator("#games a").last)
    with page.expect_download() as exported:
        page.locator("a[download]").nth(1).click()
    exported.value.save_as(tmp_path / "game.json")
    page.goto(f"http://127.0.0.1:{server.port}/games")
    page.locator("#file").set_input_files(tmp_path / "game.json")
    expect(page.locator("#toast")).to_contain_text("already in the list of games")
    expect(page.locator("#games li")).to_have_count(3)
    another = (tmp_path / "game.json").read_text(encoding="utf-8").replace('"Aya"', '"Mio"')
    (tmp_path / "another.json").write_text(another, encoding="utf-8")
    page.locator("#file").set_input_files(tmp_path / "another.json")
    expect(page.locator("#toast")).to_contain_text("is imported")
    expect(page.locator("#games li")).to_have_count(4)
    expect(page.locator("#games li").first).to_contain_text("from a file")
    letter = {"name": "letter.txt", "mimeType": "text/plain", "buffer": b"Dear box, this is no game."}
    page.locator("#file").set_input_files(letter)
    expect(page.locator("#toast")).to_have_class(re.compile("trouble"))
    expect(page.locator("#toast")).to_contain_text("This file is not a game")
    (tmp_path / "film.zip").write_bytes(bytes(30 << 20))
    page.locator("#file").set_input_files(tmp_path / "film.zip")
    expect(page.locator("#toast")).to_contain_text("at most 25 MB")
    phone.keep("games-no-game")
    club = b'[Event "Club cup"][Date "2024.05.01"]\n1. 11-15 23-19 1-0\n[Event "2"]\n1. 11-15 22-16 *'
    page.locator("#file").set_input_files({"name": "club.pdn", "mimeType": "text/plain", "buffer": club})
    expect(page.locator("#toast")).to_contain_text("Game 2: Line 4, “22-16”, cannot be played. c6 to g4 is not a jump")
    expect(page.locator("#games li").first).to_contain_text("Club cup, 2024.05.01")
    phone.keep("games-of-a-club")
    expect(page.locator("#games li")).to_have_count(5)
    # The one that is not over is gone on with.
    phone.follow(page.locator("#games a").nth(3))
    page.locator("#resume").click()
    expect(page.locator("#notices")).to_contain_text("earlier game")
    assert (box.table.snapshot.view.game, len(box.table.snapshot.moves)) == ("search", 20)


@pytest.mark.walk
@everywhere
def test_the_big_screen_shows_all_at_once(server: WebServer, box: KeptBox, phone: Phone) -> None:
    page = phone.open(server, "/screen")
    expect(page.locator("#board [data-place]")).to_have_count(64)
    expect(page.locator("#scores .turn")).to_contain_text("Ben")
    expect(page.locator("#last")).to_contain_text("e7")
    expect(page.locator("#address")).to_contain_text("http://")
    assert page.locator("#qr").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    phone.assert_fits()
    expect(page.locator("nav")).to_have_count(0)
    box.do(Correction("insert", box.table.snapshot.moves[-1].entry, "d8", "button"))
    expect(page.locator("#last")).to_contain_text("d8")
    expect(page.locator("#board .last")).not_to_have_count(0)
    if phone.size == "television":
        # Three metres off, letters of 1/40 of the picture's height can be read with ease.
        size_of = "part => parseFloat(getComputedStyle(document.querySelector(part)).fontSize)"
        assert min(page.evaluate(size_of, part) for part in ("h1", ".name", ".points", "#last")) > 1080 / 40
        for part in ("h1", "#scores", "#last", "#seen", "#qr"):
            place = place_of(page.locator(part))
            assert place["y"] >= 0
            assert place["y"] + place["height"] <= 1080
    phone.keep(f"screen-{phone.language}")


def test_the_score_over_time_is_a_table_too(server: WebServer, phone: Phone) -> None:
    page = phone.open(server)
    expect(page.locator(".lines .way")).to_have_count(2)
    label = page.locator(".lines").get_attribute("aria-label")
    assert label == "Score over time: Aya 7, Ben 2"
    page.locator(".score-line summary").click()
    expect(page.locator(".score-line tbody tr")).to_have_count(6)
    expect(page.locator(".score-line tbody tr").last).to_have_text(re.compile(r"5\s*7\s*2"))
    # Not by colour alone: each line has its own dashes, and its own mark at the end.
    dashes = page.evaluate(
        "[...document.querySelectorAll('.lines .way')].map(way => getComputedStyle(way).strokeDasharray)"
    )
    assert len(set(dashes)) == 2
    page.get_by_role("link", name="Correct moves").click()
    expect(page.locator("#list li")).to_have_count(5)
