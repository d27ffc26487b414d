"""The page in a real browser, as people use it; each size leaves screenshots to look at."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Request, Route, expect

from device.games.listing import GAMES
from device.laying_order import LAYING_ORDER
from device.referee.choices import Choice
from device.referee.outcomes import Moved, Problem
from device.table.events import Choose
from device.table.frame_gate import FrameGate
from device.table.live_table import LiveTable
from engines.bots import NAMES
from engines.messages import message
from engines.search import Turn
from tests.support.device.known_game import KnownGame, places_of
from tests.support.web.fake_box import FakeBox, app_of, jpeg, paired
from tests.support.web.phones import SIZES, NewPhone, Phone, everywhere, in_both_languages
from tests.support.web.tables import TABLES, table
from tools.bench.bare_box import BareBox
from web.api.state import LAST_MOVES
from web.diagrams.board import board_of
from web.server.http import WebServer, open_server


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


def test_what_only_a_closer_look_has_shown_is_told(box: FakeBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server)
    box.table.lay("f5", picture="7")
    box.table.tell(replace(box.table.snapshot, seeing="exposures"))
    expect(page.locator("#seeing")).to_have_text("Seen in other exposures.")
    expect(page.locator("#moves li")).to_have_count(1)
    phone.keep("exposures")


def test_a_picture_that_comes_pushes_nothing_away_from_a_finger(box: FakeBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server)
    box.table.lay("f5", picture="7")
    expect(page.locator("#moves li")).to_have_count(1)
    top = "document.getElementById('voice').getBoundingClientRect().top + scrollY"
    before = page.evaluate(top)
    for picture in page.locator(":is(.photo, .display) img[data-live]").all():
        picture.locator("..").scroll_into_view_if_needed()
        expect(picture).to_be_visible()
    phone.settle()
    assert page.evaluate(top) == pytest.approx(before, abs=1)


@everywhere
def test_every_table_is_drawn(box: FakeBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server)
    for name in TABLES:
        snapshot = table(name)
        wrong = next(place for place in snapshot.layout if place not in snapshot.last_places)
        box.table.tell(replace(snapshot, problem=Problem(message("table.no_board"), (wrong,))))
        expect(page.locator("body")).to_have_attribute("data-serial", str(box.table.snapshot.serial))
        drawn = board_of(box.table.snapshot, phone.language)
        expect(page.get_by_role("img", name=drawn["cells"][-1]["said"], exact=True).first).to_be_visible()
        expect(page.locator("#board [data-place]")).to_have_count(len(drawn["cells"]))
        expect(page.locator("#board .last")).to_have_count(sum(cell["last"] for cell in drawn["cells"]))
        expect(page.locator("#board .wrong")).to_have_count(1)
        phone.assert_fits()
        place = page.locator("#board").bounding_box()
        assert place is not None
        assert place["height"] <= SIZES[phone.size][1]
        phone.keep(f"table-{name}")


def test_what_alone_can_have_happened_is_asked_with_yes(tmp_path: Path, phone: Phone) -> None:
    known = KnownGame(tmp_path, "search")
    start = known.game.start(known.players, {})
    for state in (known.game.play(start, Turn(18, "6")), start):
        known.box.see(places_of(known.game, state), None)
    with LiveTable(known.box, FrameGate(None)) as table:
        box = BareBox(table, pairing=paired())
        with open_server(app_of(box), 0, "127.0.0.1") as server:
            page = phone.open(server)
            expect(page.locator("#which")).to_have_text(
                "Is this what happened? If not, please correct the table or the moves."
            )
            phone.keep("question-one")
            page.locator("#answers button").click()
            expect(page.locator("#question")).to_be_hidden()
            expect(page.locator("#prompt")).to_have_text("Ben: turn up a tile.")
            expect(page.locator("#tell button")).to_have_count(1)
            phone.keep("missed")


@pytest.mark.walk
def test_a_question_is_the_first_thing_on_a_phone_and_one_tap_answers(lie: Flask, new_phone: NewPhone) -> None:
    with open_server(lie, 0, "127.0.0.1") as server:
        one, slower = new_phone(), new_phone(language="ja")
        pages = [phone.open(server) for phone in (one, slower)]
        for page in pages:
            expect(page.locator("#answers button")).to_have_count(4)
            question, prompt = (page.locator(part).bounding_box() for part in ("#question", "#prompt"))
            assert question is not None
            assert prompt is not None
            assert question["y"] + question["height"] <= prompt["y"]
            buttons = [button.bounding_box() for button in page.locator("#answers button").all()]
            assert all(box is not None and box["height"] > 44 for box in buttons)
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
        pages[1].unroute("**/api/events*")
        pages[1].reload()
        expect(pages[1].locator("#question")).to_be_hidden()
        expect(pages[1].locator("#moves li")).to_have_count(3)


def test_what_the_camera_cannot_see_is_told_by_player(lie: Flask, phone: Phone) -> None:
    with open_server(lie, 0, "127.0.0.1") as server:
        page = phone.open(server)
        page.locator("#answers button").first.click()
        expect(page.locator(".told .who")).to_have_text(["Aya", "Ben", "Chie"])
        expect(page.get_by_role("group", name="Ben").get_by_role("button")).to_have_count(1)
        phone.keep("untold")
        page.get_by_role("group", name="Ben").get_by_role("button").click()
        expect(page.locator("#moves li")).to_have_count(2)
        expect(page.locator("#moves li").first).to_contain_text("Ben calls")


def test_many_choices_are_folded_and_stay_where_they_are_while_nothing_happens(
    box: FakeBox, server: WebServer, phone: Phone
) -> None:
    snapshot = table("doubt")
    choices = tuple(
        Choice(f"add {at}", Moved((), 0), message("doubt.added", player=NAMES[at % 2], tiles=at), at % 2)
        for at in range(14)
    )
    page = phone.open(server)
    box.table.tell(replace(snapshot, untold=choices))
    expect(page.locator("#tell button")).to_have_count(8)
    expect(page.locator(".told").first.locator("button")).to_have_count(4)
    page.locator("#tell-more").click()
    expect(page.locator("#tell button")).to_have_count(14)
    expect(page.locator("#tell-more")).to_be_hidden()
    page.locator("#tell button").last.evaluate("button => (button.id = 'same')")
    box.table.tell(replace(snapshot, untold=choices, seeing="moving"))
    expect(page.locator("#seeing")).to_contain_text("hand")
    with page.expect_response("**/api/choose?*"):
        page.locator("#same").click()
    expect(page.locator("#toast")).to_be_hidden()
    assert box.table.posted == [Choose("add 13", "phone:The tests' phone", known=0)]


def test_the_last_drop_is_seen_as_it_was_measured(box: FakeBox, server: WebServer, phone: Phone) -> None:
    box.table.tell(table("drop_it"))
    page = phone.open(server)
    expect(page.locator(".now .close-up img")).to_be_visible()
    box.table.tell(table("reversi"))
    expect(page.locator(".now .close-up")).to_be_hidden()


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
    page.locator(".reasons summary").nth(1).click()
    expect(page.locator(".reasons details").nth(1).locator("li").first).to_be_visible()
    box.table.tell(replace(table("jarapon"), seeing="moving"))
    expect(page.locator("#seeing")).to_contain_text("hand")
    expect(page.locator(".reasons details").nth(1).locator("li").first).to_be_visible()
    expect(page.locator(".reasons details").nth(0).locator("li").first).to_be_hidden()


def test_a_wrong_table_is_said_and_marked(box: FakeBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server)
    box.table.lay("f5")
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
    box.table.show_hand(["4", "4", "4", "4", "4", "4", "7", "7", "7"], box.check_hand("4 4 4 4 4 4 7 7 7", "en"))
    expect(page.locator("#hand .verdict")).to_have_text("6連")
    expect(page.locator("#hand .tiles svg")).to_have_count(9)
    expect(page.locator("#hand .sheet")).to_contain_text(re.compile("reconstruction|推定版"))
    expect(page.locator("#table")).to_be_hidden()
    phone.keep("hand-on-table")


def test_the_result_is_announced(box: FakeBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server)
    box.table.play_on()
    winner = next(standing.player for standing in box.table.snapshot.standings if standing.rank == 1)
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
@everywhere
def test_a_hand_is_tapped(server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/hand")
    keys = page.locator("#keys button")
    expect(page.locator("#answer")).to_be_hidden()
    for number in (4, 4, 4, 4, 4, 4, 7, 7):
        keys.nth(number - 1).click()
    expect(page.locator(".wait")).to_have_count(2)
    phone.keep("waits")
    keys.nth(6).click()
    expect(page.locator(".verdict")).to_have_text({"en": "Six and Three", "ja": "6連"}[phone.language])
    expect(page.locator("#answer .total b")).to_have_text("180")
    page.locator("label:has(input[name=riichi])").click()
    page.locator("label:has(input[name=dealer])").click()
    page.locator("select[name=dora]").select_option("7")
    expect(page.locator("#answer .total b")).to_have_text("600")
    expect(page.locator("#answer .why")).to_contain_text("1800")
    expect(page.locator(".sheet")).to_contain_text(re.compile("reconstruction|推定版"))
    phone.keep("hand")


def test_a_wrong_tap_is_put_right(server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/hand")
    keys = page.locator("#keys button")
    for number in (1, 2, 3, 4, 5, 6, 7, 8, 1):
        keys.nth(number - 1).click()
    expect(page.locator(".verdict")).to_have_text("This is no winning hand")
    page.locator("#slots button").last.click()
    keys.nth(8).click()
    expect(page.locator(".verdict")).to_have_text("Galaxy Tour")
    page.locator("#back").click()
    expect(page.locator(".wait")).to_have_count(2)
    page.locator("#clear").click()
    expect(page.locator("#slots .empty")).to_have_count(9)
    expect(page.locator("#answer")).to_be_hidden()


def test_what_cannot_be_is_said_beside_the_tiles(server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/hand")
    for key in (10, 10, 10, 1, 1, 1, 2, 2, 2):
        page.locator("#keys button").nth(key - 1).click()
    expect(page.locator(".verdict")).to_contain_text("2")
    expect(page.locator("#toast")).to_be_hidden()


def photo(name: str = "hand.jpg", data: bytes | None = None) -> dict:
    return {"name": name, "mimeType": "image/jpeg", "buffer": jpeg("hand", (3000, 2000)) if data is None else data}


def test_a_hand_is_photographed_and_the_unsure_tile_asked_for(box: FakeBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/hand")
    page.locator("#photo").set_input_files(photo())
    expect(page.locator("#overlay")).to_be_visible()
    expect(page.locator("#slots button")).to_have_count(9)
    expect(page.locator("#guide")).to_contain_text("not sure")
    expect(page.locator("#answer")).to_be_hidden()
    phone.keep("photographed")
    page.locator("#keys button").nth(6).click()
    expect(page.locator(".verdict")).to_have_text("Six and Three")
    # The phone made the photograph smaller before it sent it.
    assert box.photo_sizes == [(2600, 1733)]


def test_a_file_that_is_no_picture_is_refused_in_words(server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/hand")
    page.locator("#photo").set_input_files(photo("letter.jpg", b"Dear box, this is no picture."))
    expect(page.locator("#toast")).to_be_visible()
    expect(page.locator("#toast")).to_have_class(re.compile("trouble"))
    expect(page.locator("#guide")).to_contain_text("nine tiles")


@pytest.mark.walk
@in_both_languages
def test_tiles_are_taught(box: FakeBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/teach")
    phone.keep("teach")
    page.locator("#photos").set_input_files(photo())
    expect(page.locator("#faces li")).to_have_count(11)
    expect(page.locator("#faces .doubtful")).to_have_count(1)
    expect(page.locator("#faces .warned")).to_be_visible()
    phone.keep("lesson-doubtful")
    page.locator("#photos").set_input_files(photo())
    expect(page.locator("#faces .doubtful")).to_have_count(0)
    assert [len(photos) for photos in box.taught_by] == [1, 2]
    phone.keep("lesson")
    page.locator("#accept").click()
    expect(page.locator("#toast")).to_be_visible()
    expect(page.locator("#lesson")).to_be_hidden()
    assert box.accepted == 1


def test_what_another_phone_has_taught_meanwhile_is_not_accepted_unseen(
    box: FakeBox, server: WebServer, phone: Phone
) -> None:
    page = phone.open(server, "/teach")
    page.locator("#camera").click()
    expect(page.locator("#faces li")).to_have_count(11)
    box.teach([jpeg("another phone's tiles")], [*LAYING_ORDER["tiles"]])
    page.locator("#accept").click()
    expect(page.locator("#toast")).to_contain_text("Another phone has taught")
    expect(page.locator("#toast")).to_have_class(re.compile("trouble"))
    expect(page.locator("#lesson")).to_be_hidden()
    assert box.accepted == 0
    phone.keep("lesson-of-another")
    page.locator("#camera").click()
    expect(page.locator("#faces li")).to_have_count(11)
    page.locator("#accept").click()
    expect(page.locator("#lesson")).to_be_hidden()
    assert box.accepted == 1


def test_tiles_are_taught_with_the_box_s_camera_and_discarded(box: FakeBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/teach")
    page.locator("#camera").click()
    expect(page.locator("#faces li")).to_have_count(11)
    page.locator("#discard").click()
    expect(page.locator("#toast")).to_contain_text("Nothing was changed")
    assert box.accepted == 0
    box.table.frame_gate.last = None
    page.locator("#camera").click()
    expect(page.locator("#toast")).to_have_class(re.compile("trouble"))


@in_both_languages
def test_a_new_game_starts_with_its_players_in_their_order(box: FakeBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/set-up")
    names = page.locator("[data-game=reversi] input[name=player]")
    expect(names).to_have_count(2)
    expect(names.nth(0)).to_have_value("Aya")
    names.nth(0).fill("Chika")
    names.nth(1).fill("Dan")
    page.locator("[data-game=reversi] .swap:enabled").first.click()
    expect(names.nth(0)).to_have_value("Dan")
    expect(names.nth(1)).to_have_value("Chika")
    # The finger stays on the same name: the button beside it takes it back.
    page.keyboard.press("Enter")
    expect(names.nth(0)).to_have_value("Chika")
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
    monkeypatch.setattr("web.pages.pages.to_begin", lambda at_demo: GAMES)
    page = phone.open(server, "/set-up")
    expect(page.locator("details[name=game]")).to_have_count(len(GAMES))
    expect(page.locator(".new-game:visible")).to_have_attribute("data-game", "reversi")
    page.locator("summary").filter(
        has_text={"en": "Galaxy Jarapon", "ja": "ギャラクシージャラポン"}[phone.language]
    ).click()
    expect(page.locator(".new-game:visible")).to_have_attribute("data-game", "jarapon")
    form = page.locator("[data-game=jarapon]")
    expect(form.locator("input[name=player]")).to_have_count(4)
    expect(page.locator("details[open] > summary")).to_contain_text("4")
    expect(form.locator(".sheet")).to_contain_text(re.compile("reconstruction|推定版"))
    form.locator("input[name=player]").nth(2).fill("Chie")
    folded = form.bounding_box()
    assert folded is not None
    assert phone.size != "phone" or folded["height"] < SIZES[phone.size][1]
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
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page = phone.page
    page.route("**/set_up.js", hold)
    with page.expect_request("**/set_up.js"):
        phone.open(server, "/set-up", wait_until="commit")
    start = page.locator(".new-game:visible .main")
    expect(start).to_be_disabled()
    asked[0].continue_()
    expect(start).to_be_enabled()
