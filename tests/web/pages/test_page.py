"""The page in a real browser, as people use it; each size leaves screenshots to look at."""

import re
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Request, expect

from device.capture.table_view import TableView
from device.games.listing import GAMES
from device.lessons import LAYING_ORDER
from device.referee.choices import Choice
from device.referee.outcomes import Moved, Problem
from device.table.events import Choose
from device.table.snapshot import Choices
from engines.bots import NAMES
from engines.messages import message
from tests.support.web.fake_box import FakeBox, jpeg
from tests.support.web.phones import PHOTO, SIZES, NewPhone, Phone, everywhere, held, in_both_languages, place_of
from tests.support.web.sent import board_sent
from tests.support.web.tables import KEPT, TABLES, played, snapshot_after, table
from web.api.state import LAST_MOVES
from web.server.http import WebServer, open_server

DRAWN = """() => {
  const all = (selector) => [...document.querySelectorAll(`#board ${selector}`)];
  const cells = all("[data-place]").map((place) => [
    place.dataset.place,
    place.querySelector("title").textContent,
    place.querySelectorAll(".body, .outline").length,
    place.querySelector(".count")?.textContent ?? "",
    place.querySelector(".last") !== null,
    place.querySelector(".wrong") !== null,
  ]);
  return { cells, labels: all(".label").map((label) => label.textContent), lines: all(".line").length };
}"""


@pytest.mark.walk
def test_a_game_is_watched_live(box: FakeBox, server: WebServer, new_phone: NewPhone) -> None:
    phones = [new_phone(size, language, dark) for size, language, dark in (
        ("phone", "en", False), ("tablet", "ja", True), ("television", "en", False),
    )]  # fmt: skip
    for phone in phones:
        phone.open(server)
    for square in ["f5", "d6", "c3", "d3", "c4", "f4"]:
        box.table.lay(square, picture="7")
    for phone in phones:
        page = phone.page
        expect(page.locator("#prompt")).to_contain_text("Aya")
        expect(page.locator("#scores .points")).to_have_text(["5", "5"])
        expect(page.locator("#scores .turn")).to_contain_text("Aya")
        expect(page.locator("#board [data-look=up]")).to_have_count(5)
        expect(page.locator("#board [data-look=back]")).to_have_count(5)
        expect(page.locator("#board g:has(> g > .last)")).to_have_count(2)
        expect(page.locator("#moves li")).to_have_count(6)
        expect(page.locator("#stale")).to_be_hidden()
        for picture in page.locator(":is(.photo, .display) img[data-live]").all():
            picture.locator("..").scroll_into_view_if_needed()
            expect(picture).to_be_visible()
        page.evaluate("scrollTo(0, 0)")
        phone.keep("live")
    assert "番" in (phones[1].page.locator("#prompt").text_content() or "")


def test_a_piece_that_was_laid_or_flipped_moves_and_no_other(box: FakeBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server)
    expect(page.locator("#board :is(.just-laid, .just-flipped)")).to_have_count(0)
    box.table.lay("f5", picture="7")
    expect(page.locator("#board .just-laid")).to_have_attribute("data-place", "f5")
    expect(page.locator("#board .just-flipped")).to_have_attribute("data-place", "e5")
    box.table.lay("d6", picture="7")
    expect(page.locator("#board .just-laid")).to_have_attribute("data-place", "d6")
    box.table.tell(replace(box.table.snapshot, seeing="moving"))
    expect(page.locator("#seeing")).to_contain_text("hand")
    expect(page.locator("#board :is(.just-laid, .just-flipped)")).to_have_count(0)


def test_a_tile_that_jumps_slides_there_and_the_one_it_takes_goes(
    box: FakeBox, server: WebServer, phone: Phone
) -> None:
    plies = played("checkers", 2, 5, 44)
    jump = next(
        at
        for at, (_, move) in enumerate(plies)
        if at and len(move.squares) == 2 and abs(int(move.squares[0][1]) - int(move.squares[1][1])) == 2
    )
    start, end = plies[jump][1].squares
    box.table.tell(snapshot_after("checkers", plies[:jump]))
    page = phone.open(server)
    box.table.tell(snapshot_after("checkers", plies[: jump + 1]))
    moved = page.locator("#board .just-moved")
    expect(moved).to_have_attribute("data-place", end)
    came = {
        name: float(moved.evaluate(f"(tile) => parseFloat(tile.style.getPropertyValue('--{name}'))"))
        for name in ("dx", "dy")
    }
    assert {name: abs(by) for name, by in came.items()} == {"dx": 24, "dy": 24}, (start, end)
    expect(page.locator("#board .just-taken")).to_have_count(1)


@everywhere
def test_every_table_is_drawn_as_the_box_tells_it(box: FakeBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server)
    for name in (*TABLES, *KEPT):
        snapshot = table(name)
        wrong = next(place for place in snapshot.view.layout if place not in snapshot.view.last_places)
        box.table.tell(replace(snapshot, problem=Problem(message("table.no_board"), (wrong,))))
        expect(page.locator("body")).to_have_attribute("data-serial", str(box.table.snapshot.serial))
        told = board_sent(box.table.snapshot.view, phone.language, (wrong,))
        expect(page.get_by_role("img", name=told["cells"][-1]["said"], exact=True).first).to_be_visible()
        drawn = page.evaluate(DRAWN)
        assert drawn["labels"] == [label["text"] for label in told["labels"]]
        assert drawn["lines"] == len(told.get("lines", ()))
        assert sorted(drawn["cells"]) == sorted(
            [cell["place"], cell["said"], int(cell["look"] != "empty"), str(cell.get("count", "")), cell["last"],
             cell["wrong"]]
            for cell in told["cells"]
        )  # fmt: skip
        phone.assert_fits()
        assert place_of(page.locator("#board"))["height"] <= SIZES[phone.size][1]
        phone.keep(f"table-{name}")


@pytest.mark.walk
def test_a_question_is_the_first_thing_on_a_phone_and_one_tap_answers(lie: Flask, new_phone: NewPhone) -> None:
    with open_server(lie, 0, "127.0.0.1") as server:
        one, slower = new_phone(), new_phone(language="ja")
        pages = [phone.open(server) for phone in (one, slower)]
        for page in pages:
            expect(page.locator("#answers button")).to_have_count(4)
            question, prompt = (place_of(page.locator(part)) for part in ("#question", "#prompt"))
            assert question["y"] + question["height"] <= prompt["y"]
            assert all(place_of(button)["height"] > 44 for button in page.locator("#answers button").all())
        expect(pages[0].locator("#which")).to_have_text("I cannot see which it was. Please choose.")
        one.keep("question")
        # The slower phone has not heard yet that the question is answered.
        slower.page.evaluate("window.stop()")
        pages[1].route("**/api/events*", lambda route: route.abort())
        pages[1].locator("#answers button").nth(1).evaluate("button => (window.late = button)")
        pages[0].locator("#answers button").nth(2).click()
        expect(pages[0].locator("#question")).to_be_hidden()
        expect(pages[0].locator("#moves li")).to_have_count(3)
        pages[1].evaluate("window.late.click()")
        expect(pages[1].locator("#toast")).to_contain_text("ゲームが先に進みました")
        expect(pages[1].locator("#toast")).to_have_class(re.compile("trouble"))
        expect(pages[0].locator("#moves li")).to_have_count(3)
        # What the camera cannot see is told by player.
        expect(pages[0].locator(".told .who")).to_have_text(["Aya", "Ben", "Chie"])
        pages[0].get_by_role("group", name="Ben").get_by_role("button").click()
        expect(pages[0].locator("#moves li")).to_have_count(4)
        expect(pages[0].locator("#moves li").first).to_contain_text("Ben calls")
        pages[1].unroute("**/api/events*")
        pages[1].reload()
        expect(pages[1].locator("#question")).to_be_hidden()
        expect(pages[1].locator("#moves li")).to_have_count(4)


def test_many_choices_are_folded_and_stay_where_they_are_while_nothing_happens(
    box: FakeBox, server: WebServer, phone: Phone
) -> None:
    snapshot = table("doubt")
    choices = tuple(
        Choice(f"add {at}", Moved((), 0), message("doubt.added", player=NAMES[at % 2], tiles=at), at % 2)
        for at in range(14)
    )
    page = phone.open(server)
    box.table.tell(replace(snapshot, choices=Choices(untold=choices)))
    expect(page.locator("#tell button")).to_have_count(8)
    expect(page.locator(".told").first.locator("button")).to_have_count(4)
    page.locator("#tell-more").click()
    expect(page.locator("#tell button")).to_have_count(14)
    expect(page.locator("#tell-more")).to_be_hidden()
    page.locator("#tell button").last.evaluate("button => (button.id = 'same')")
    box.table.tell(replace(snapshot, choices=Choices(untold=choices), seeing="moving"))
    expect(page.locator("#seeing")).to_contain_text("hand")
    with page.expect_response("**/api/choose?*"):
        page.locator("#same").click()
    expect(page.locator("#toast")).to_be_hidden()
    assert box.table.posted == [Choose("add 13", "phone:The tests' phone", known=0)]
    box.table.tell(replace(snapshot, choices=replace(snapshot.choices, question=choices[:1])))
    expect(page.locator("#which")).to_have_text("Is this what happened? If not, please correct the table or the moves.")


def test_the_first_view_is_small(box: FakeBox, server: WebServer, phone: Phone) -> None:
    box.table.tell(table("jarapon"))
    sizes: dict[str, int] = {}

    def count(request: Request) -> None:
        # Chromium may tell of the icon twice, the second time with less than no bytes.
        sizes[request.url] = max(_carried(request), sizes.get(request.url, 0))

    phone.page.on("requestfinished", count)
    page = phone.open(server)
    expect(page.locator("#board [data-place]").first).to_be_visible()
    phone.settle()
    assert page.locator("#state").count() == 1  # the state comes with the page; the stream does not send it again
    assert len(sizes) > 8
    assert sum(sizes.values()) < 100_000


def _carried(request: Request) -> int:
    """Bytes of an answer but for pictures of the camera and the display, which come once they are looked at."""
    return 0 if "/api/" in request.url else request.sizes()["responseBodySize"]


def test_a_long_account_is_folded_and_stays_open(box: FakeBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server)
    box.table.tell(table("jarapon"))
    expect(page.locator(".reasons details")).to_have_count(4)
    expect(page.locator(".reasons li").first).to_be_hidden()
    if page.locator("#explain").is_visible():
        page.locator("#explain").click()
    page.locator(".reasons summary").nth(1).click()
    expect(page.locator(".reasons details").nth(1).locator("li").first).to_be_visible()
    box.table.tell(replace(table("jarapon"), seeing="moving"))
    expect(page.locator("#seeing")).to_contain_text("hand")
    expect(page.locator(".reasons details").nth(1).locator("li").first).to_be_visible()
    expect(page.locator(".reasons details").nth(0).locator("li").first).to_be_hidden()


def test_what_the_camera_sees_and_what_is_wrong_is_said(box: FakeBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server)
    box.table.lay("f5", picture="7")
    expect(page.locator("#moves li")).to_have_count(1)
    top = "document.getElementById('voice').getBoundingClientRect().top + scrollY"
    before = page.evaluate(top)
    for picture in page.locator(":is(.photo, .display) img[data-live]").all():
        picture.locator("..").scroll_into_view_if_needed()
        expect(picture).to_be_visible()
    phone.settle()
    assert page.evaluate(top) == pytest.approx(before, abs=1)  # a picture that comes pushes nothing from a finger
    box.table.tell(replace(box.table.snapshot, seeing="exposures"))
    expect(page.locator("#seeing")).to_have_text("Seen in other exposures.")
    box.table.say(message("reversi.illegal.flips_nothing", player="Ben", square="a1"), "a1")
    expect(page.locator("#problem")).to_contain_text("a1")
    expect(page.locator("#board [data-place=a1] .wrong")).to_have_count(1)
    phone.keep("problem")
    box.table.tell(replace(box.table.snapshot, problem=None, seeing="moving"))
    expect(page.locator("#problem")).to_be_hidden()
    expect(page.locator("#board .wrong")).to_have_count(0)
    expect(page.locator("#seeing")).to_contain_text("hand")


def test_a_hand_before_the_camera_is_told_in_the_phone_s_language(
    box: FakeBox, server: WebServer, new_phone: NewPhone
) -> None:
    phone = new_phone(language="ja")
    page = phone.open(server)
    box.table.show_hand(["4", "4", "4", "4", "4", "4", "7", "7", "7"], box.hands.check("4 4 4 4 4 4 7 7 7", "en"))
    expect(page.locator("#hand .verdict")).to_have_text("6連")
    expect(page.locator("#hand .tiles svg")).to_have_count(9)
    expect(page.locator("#hand .sheet")).to_contain_text(re.compile("reconstruction|推定版"))
    expect(page.locator("#table")).to_be_hidden()
    phone.keep("hand-on-table")


def test_the_result_is_announced(box: FakeBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server)
    box.table.play_on()
    winner = next(standing.player for standing in box.table.snapshot.view.standings if standing.rank == 1)
    expect(page.locator("#prompt")).to_contain_text(f"{box.table.state.players[winner]} wins")
    expect(page.locator("#scores .turn")).to_have_count(0)
    expect(page.locator("#scores li:has(.first)")).to_contain_text(box.table.state.players[winner])
    expect(page.locator("#moves li")).to_have_count(LAST_MOVES)
    expect(page.locator("#moves .number").first).to_have_text(str(len(box.table.snapshot.moves)))
    expect(page.locator("#all-moves a")).to_have_attribute("href", "/moves")
    phone.keep("result")


@pytest.mark.walk
def test_a_move_shows_its_picture_and_can_be_taken_back(box: FakeBox, server: WebServer, phone: Phone) -> None:
    box.table.lay("f5", picture="7")
    box.table.lay("d6")
    page = phone.open(server)
    page.locator("#moves button").last.click()
    expect(page.locator("#move-picture")).to_be_visible()
    assert page.locator("#move-picture").evaluate("image => image.decode().then(() => image.naturalWidth)") == 640
    phone.keep("move")
    page.locator("#keep").click()
    page.locator("#moves button").first.click()
    expect(page.locator("#move-without")).to_be_visible()
    page.locator("#keep").click()
    page.locator("#undo").click()
    expect(page.locator("#toast")).to_contain_text("taken back")
    assert [type(event).__name__ for event in box.table.posted] == ["Undo"]


def test_the_language_is_switched(server: WebServer, phone: Phone) -> None:
    page = phone.open(server)
    page.get_by_role("link", name="日本語").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    page.locator(".tabs a").nth(1).click()
    expect(page.locator("h1")).to_have_text("役しらべ")
    page.get_by_role("link", name="English").click()
    expect(page.locator("h1")).to_have_text("Check a hand")


@pytest.mark.walk
@in_both_languages
def test_tiles_are_taught(box: FakeBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/teach")
    phone.keep("teach")
    page.locator("#photos").set_input_files(PHOTO)
    expect(page.locator("#faces li")).to_have_count(11)
    expect(page.locator("#faces .doubtful")).to_have_count(1)
    expect(page.locator("#faces .warned")).to_be_visible()
    phone.keep("lesson-doubtful")
    page.locator("#photos").set_input_files(PHOTO)
    expect(page.locator("#faces .doubtful")).to_have_count(0)
    assert [len(photos) for photos in box.lessons.taught_by] == [1, 2]
    phone.keep("lesson")
    page.locator("#accept").click()
    expect(page.locator("#toast")).to_be_visible()
    expect(page.locator("#lesson")).to_be_hidden()
    assert box.lessons.accepted == 1


def test_what_is_discarded_or_taught_by_another_phone_meanwhile_is_not_accepted(
    box: FakeBox, server: WebServer, phone: Phone
) -> None:
    page = phone.open(server, "/teach")
    page.locator("#camera").click()
    expect(page.locator("#faces li")).to_have_count(11)
    page.locator("#discard").click()
    expect(page.locator("#toast")).to_contain_text("Nothing was changed")
    expect(page.locator("#lesson")).to_be_hidden()
    page.locator("#camera").click()
    expect(page.locator("#lesson")).to_be_visible()
    box.lessons.teach([jpeg("another phone's tiles")], [*LAYING_ORDER["tiles"]])
    page.locator("#accept").click()
    expect(page.locator("#toast")).to_contain_text("Another phone has just taught")
    expect(page.locator("#toast")).to_have_class(re.compile("trouble"))
    expect(page.locator("#lesson")).to_be_hidden()
    assert box.lessons.accepted == 0
    phone.keep("lesson-of-another")
    box.table.view = TableView()
    page.locator("#camera").click()
    expect(page.locator("#toast")).to_have_class(re.compile("trouble"))


@in_both_languages
def test_a_new_game_starts_with_its_players_in_their_order(box: FakeBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/set-up?game=reversi")
    names = page.locator("[data-game=reversi] input[name=player]")
    expect(names).to_have_count(2)
    expect(names.nth(0)).to_have_value("Aya")
    names.nth(0).fill("Chika")
    names.nth(1).fill("Dan")
    # Whoever is tapped first sits first; of two the other one need not be tapped.
    for first, second in (("Dan", "Chika"), ("Chika", "Dan")):
        page.locator("[data-game=reversi] .order").click()
        page.locator("[data-game=reversi] .seats-asked button", has_text=first).click()
        expect(names.nth(0)).to_have_value(first)
        expect(names.nth(1)).to_have_value(second)
    page.locator("[data-game=reversi] .rules > summary").click()
    page.locator("[data-game=reversi] label:has(input[value=down])").click()
    phone.keep("set-up")
    page.locator("[data-game=reversi] .main").click()
    expect(page.locator("#prompt")).to_be_visible()
    (game,) = box.table.posted
    assert (game.game, tuple(game.players), dict(game.options)) == ("reversi", ("Chika", "Dan"), {"first": "down"})


@pytest.mark.walk
@everywhere
def test_a_game_for_more_players_and_its_house_rules(
    box: FakeBox, server: WebServer, monkeypatch: pytest.MonkeyPatch, phone: Phone
) -> None:
    monkeypatch.setattr("web.pages.pages.WATCHED", GAMES)
    page = phone.open(server, "/set-up")
    expect(page.locator("details[name=game]")).to_have_count(len(GAMES))
    game = page.get_by_role("region", name={"en": "Galaxy Jarapon", "ja": "ギャラクシージャラポン"}[phone.language])
    expect(game.locator(".facts li")).to_have_text(
        {"en": ["2–4 players", "about 60 min", "camera above"], "ja": ["2〜4人", "約60分", "上からカメラ"]}[
            phone.language
        ]
    )
    form = game.locator("form")
    form.locator(".who > summary").click()
    expect(form.locator("input[name=player]:visible")).to_have_count(4)
    expect(form.locator(".sheet")).to_contain_text(re.compile("reconstruction|推定版"))
    form.locator("input[name=player]").nth(2).fill("Chie")
    assert phone.size != "phone" or place_of(form.locator(".part"))["height"] < SIZES[phone.size][1]
    phone.keep("set-up-jarapon-folded")
    form.locator(".rules > summary").click()
    form.locator("label:has(input[value=never])").click()
    phone.keep("set-up-jarapon")
    form.locator(".main").click()
    expect(page.locator("#prompt")).to_be_visible()
    (game,) = box.table.posted
    assert (game.game, game.players) == ("jarapon", ("Aya", "Ben", "Chie"))
    chosen = {"rules": "master", "sheet": "reconstruction", "dealer": "die", "almighty_pon": "never"}
    chosen |= {"almighty_ron": "yes", "almighty_dora": "no", "false_win": "same_dealer", "padawan_fine": "no"}
    assert dict(game.options) == chosen | {"broke": "after_hand"}


def test_a_game_can_be_started_once_the_form_s_script_is_there(server: WebServer, phone: Phone) -> None:
    page = phone.page
    asked = held(page, "**/set_up.js")
    with page.expect_request("**/set_up.js"):
        phone.open(server, "/set-up", wait_until="commit")
    start = page.locator("[data-game=reversi] .main")
    expect(start).to_be_disabled()
    asked[0].continue_()
    expect(start).to_be_enabled()
