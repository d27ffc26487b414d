"""A family reads the rules of a game before it plays: few lines, an example turn by the engine, real boards."""

import re
from collections import Counter

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect

from device.games.listing import GAMES
from device.games.rule_lines import WITH_RULES, rule_lines
from device.texts import LANGUAGES, catalogue
from engines.bots import NAMES
from tests.support.web.fake_box import FakeBox
from tests.support.web.phones import NewPhone, Phone, in_both_languages
from tests.support.web.tables import played, snapshot_after, table
from web.pages.example_turns import EXAMPLE_TURNS, scenes_of
from web.server.http import WebServer

# Words of Latin letters and of katakana that stand in two lines.
BROKEN_WORDS = r"""() => {
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const broken = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest("script, svg")) continue;
    for (const word of node.data.matchAll(/[A-Za-z’']{2,}|[ァ-ヶー]{2,}/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word[0]);
    }
  }
  return broken;
}"""


def test_each_of_the_ten_games_has_a_page(client: FlaskClient) -> None:
    page = client.get("/rules").text
    assert tuple(WITH_RULES) == tuple(GAMES) == tuple(EXAMPLE_TURNS)
    for game in GAMES:
        assert f'href="/rules/{game}"' in page
        assert catalogue("en")[f"{game}.title"] in page
        assert f"game-{game}.webp" in page
    assert client.get("/rules/chess").status_code == 404


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_takes_five_to_ten_lines_that_a_child_can_read(language: str, game: str) -> None:
    assert len(rule_lines(game, "aim", language)) == 1
    assert 3 <= len(rule_lines(game, "setup", language)) <= 6
    assert 5 <= len(rule_lines(game, "turn", language)) <= 10
    assert 1 <= len(rule_lines(game, "end", language)) <= 6
    longest = {"en": 180, "ja": 80}[language]
    assert [line for line in rule_lines(game, "turn", language) if len(line) > longest] == []


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_have_the_same_lines(game: str) -> None:
    for part in ("setup", "turn", "end", "hint"):
        assert len(rule_lines(game, part, "en")) == len(rule_lines(game, part, "ja")), part


def test_the_hints_of_the_manual_are_there() -> None:
    assert [game for game in GAMES if rule_lines(game, "hint", "ja")] == ["infiltration", "reversi"]


@pytest.mark.parametrize("game", EXAMPLE_TURNS)
def test_the_engine_allows_the_example_turn_and_it_changes_the_board(game: str) -> None:
    scenes = scenes_of(game, NAMES[:5])
    assert not scenes.set_up.over
    assert scenes.before.layout != scenes.after.layout or scenes.before.state != scenes.after.state
    assert scenes.before.last_places == ()
    assert scenes.after.last_places
    assert scenes.after.before == scenes.before.state


def test_what_the_sentences_on_turns_say_is_what_happens() -> None:
    layouts = {game: scenes_of(game, NAMES[:5]).after.layout for game in EXAMPLE_TURNS}
    assert [face for face in layouts["search"].values() if face != "back"] == ["4", "4"]
    assert layouts["sevens"]["row/3/7"] == "7"
    assert layouts["doubt"]["turned/1"] == "7"
    assert "captured/2/1" in layouts["infiltration"]
    assert layouts["checkers"]["b5"] == layouts["checkers"]["c4"] == "empty" != layouts["checkers"]["a6"]
    assert {layouts["reversi"][square] for square in ("e3", "d4", "e4", "e5", "e6")} == {layouts["reversi"]["e7"]}
    pon = {place: face for place, face in layouts["jarapon"].items() if place.startswith("pon/2")}
    assert list(pon.values()) == ["2", "2", "2"]
    assert scenes_of("drop_it", NAMES[:5]).after.standings[0].score == 1 + 2 + 6


def test_the_way_to_the_rules_of_the_game_on_the_table(client: FlaskClient) -> None:
    assert client.get("/rules/now").text == client.get("/rules/reversi").text


def test_the_table_a_seat_and_the_form_of_a_game_lead_to_its_rules(client: FlaskClient) -> None:
    for page in ("/", "/seat"):
        assert 'href="/rules/now"' in client.get(page).text
    by_hand = client.get("/by-hand").text
    assert [game for game in GAMES if f'href="/rules/{game}"' not in by_hand] == []


def test_some_games_lead_on(client: FlaskClient) -> None:
    assert 'href="/frame"' in client.get("/rules/drop_it").text
    assert 'href="/sheet"' in client.get("/rules/jarapon").text
    assert 'href="/frame"' not in client.get("/rules/stop").text


@pytest.mark.walk
@in_both_languages
def test_a_page_shows_its_three_boards_and_breaks_no_word(server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/rules")
    assert page.evaluate(BROKEN_WORDS) == []
    for game in EXAMPLE_TURNS:
        page = phone.open(server, f"/rules/{game}")
        expect(page.locator("svg.board:has([data-place])")).to_have_count(3)
        expect(page.locator("[data-scene=after] .last").first).to_be_visible()
        expect(page.locator("[data-scene=before] .last")).to_have_count(0)
        assert page.evaluate(BROKEN_WORDS) == [], game
        phone.assert_fits()
        phone.keep(f"rules-{game}-{phone.language}")


def test_on_paper_a_game_is_one_page_without_buttons(server: WebServer, new_phone: NewPhone) -> None:
    for language in LANGUAGES:
        page = new_phone("phone", language).open(server)
        for game in EXAMPLE_TURNS:
            page.goto(page.url.partition("/rules")[0].rstrip("/") + f"/rules/{game}")
            expect(page.locator("svg.board:has([data-place])")).to_have_count(3)
            page.emulate_media(media="print")
            for gone in (".top", ".button"):
                expect(page.locator(gone).first).to_be_hidden()
            assert pages_of(page.pdf(format="A4")) == 1, (game, language)


def test_the_score_sheet_goes_on_one_page_too_with_all_its_hands_and_nothing_to_tap(
    full_server: WebServer, new_phone: NewPhone
) -> None:
    page = new_phone("phone", "ja").open(full_server, "/sheet")
    rows = page.locator("#rows > li")
    expect(rows).to_have_count(11)
    expect(rows.last.locator(".one-tile")).to_have_count(9)
    page.emulate_media(media="print")
    for seen in (rows.first.locator(".title"), rows.last.locator(".tiles"), rows.last.locator(".worth")):
        expect(seen).to_be_visible()
    expect(page.locator(".button:visible, input:visible, .top:visible")).to_have_count(0)
    assert pages_of(page.pdf(format="A4")) == 1


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.walk
def test_who_wants_hints_at_reversi_has_them_on_the_board_until_he_does_not(
    box: FakeBox, server: WebServer, new_phone: NewPhone
) -> None:
    box.table.tell(snapshot_after("reversi", played("reversi", 2, 1, 1)))
    page = new_phone("phone", "en").open(server)
    button, legend, hints = page.locator("#square-hints"), page.locator("#square-legend"), page.locator(".square-hint")
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(legend).to_be_hidden()
    expect(hints).to_have_count(0)
    button.click()
    expect(legend).to_contain_text("Best: the corners")
    signs = Counter(hints.all_text_contents())
    assert (signs["◎"], signs["×"], signs["△"]) == (4, 4, 8)
    assert set(signs) == {"◎", "○", "●", "×", "△"}
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(hints.first).to_be_visible()
    box.table.tell(table("checkers"))
    for gone in (button, legend):
        expect(gone).to_be_hidden()
    expect(hints).to_have_count(0)
    box.table.tell(table("reversi"))
    button.click()
    expect(hints).to_have_count(0)
    assert page.evaluate("localStorage.square_hints") == "off"
