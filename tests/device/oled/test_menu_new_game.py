"""A new game begun at the box, without a phone."""

from dataclasses import replace
from datetime import datetime
from itertools import chain

import pytest

from device.config.frames import save_frame
from device.games.listing import GAMES, house_rules
from device.oled.canvas import BOLD, TITLE_WIDTH
from device.oled.menu.widgets import ROWS, Item, ListScreen, in_words, lines_of
from device.oled.text import fitted, readable
from device.table.events import NewGame
from device.texts import LANGUAGES, say
from engines.messages import message
from engines.one_line import LONGEST_NAME, name_of
from tests.support.device.menu_box import at_cursor, choose, menu_box, open_at, pressed, said, say_yes
from tests.support.vision.frames import frame
from tests.support.waiting import PATIENCE_S, eventually
from tests.support.web.kept_box import as_seen, write_game
from tests.support.web.tables import played as moves_of


def shown(box):
    """The lines of the list that is shown."""
    screen = box.front.menu.screen
    assert isinstance(screen, ListScreen), screen
    return [in_words(label, box.language.code) for label in screen.labels]


def spell(box, name):
    """Type a name, sign by sign."""
    for sign in name.upper():
        choose(
            box, next(row for row in shown(box) if sign in row and row not in ("Done", "Delete the last letter")), sign
        )


def begin(box, *labels):
    """Open the menu, choose a new game, and turn to each of these lines."""
    open_at(box, "New game", *labels)


@pytest.fixture
def box(tmp_path, monkeypatch):
    with menu_box(tmp_path / "data", monkeypatch) as box:
        yield box


def test_a_game_of_sevens_with_aya_ben_and_chie_with_the_buttons_alone(tmp_path, monkeypatch):
    data = tmp_path / "data"
    data.mkdir()
    write_game(data, "doubt", as_seen(GAMES["doubt"], moves_of("doubt", 3, 3, 16)), ("Aya", "Ben", "Chie"))
    with menu_box(data, monkeypatch) as box:
        reversi = box.table_parts.archive.current().number
        begin(box, "Kylo Ren Siege", "3 players", "Aya", "Ben", "Chie")
        assert said(box) == "Kylo Ren Siege with Aya, Ben and Chie. Begin? Your unfinished game is kept."
        assert box.table.snapshot.view.game == "reversi"
        say_yes(box)
        eventually(lambda: box.table.snapshot.view.game == "sevens")
        assert box.table.snapshot.view.players == ("Aya", "Ben", "Chie")
        assert box.front.menu.screen is None
        assert reversi in [game.number for game in box.table_parts.archive.latest() if game.can_go_on]
        box.table.badges.choose("Dan", box.table.badges.of(["Dan"])[0])  # known by his badge
        begin(box, "Galaxy Jarapon", "2 players", "Dan", "Aya")
        say_yes(box)
        eventually(lambda: box.table.snapshot.view.players == ("Dan", "Aya"))
        assert box.table.snapshot.view.game == "jarapon"
        assert box.table_parts.game.played.options["sheet"] == box.table_parts.hands.sheet().name


def test_whoever_has_never_played_here_is_named_at_the_box_and_is_known_from_then_on(box):
    begin(box, "Kylo Ren Siege", "3 players", "Aya", "Ben")
    assert shown(box) == ["Player 3", "Another name", "Computer player", "Back"]
    choose(box, "Another name")
    spell(box, "Emi-lou")
    assert box.front.menu.screen.title == "Emi-Lou_"
    pressed(box, "undo", "undo", "undo", "undo")
    choose(box, "Delete the last letter")
    spell(box, "ma")
    pressed(box, "back", "ok")
    assert said(box).startswith("Kylo Ren Siege with Aya, Ben and Emma. Begin?")
    say_yes(box)
    eventually(lambda: box.table.snapshot.view.players == ("Aya", "Ben", "Emma"))
    begin(box, "Galaxy Checkers", "Emma")
    assert "Emma" not in shown(box), "nobody plays twice"


def test_whoever_types_no_name_goes_back_without_one_and_two_players_of_one_name_are_refused(box):
    begin(box, "Galaxy Checkers", "Another name")
    assert "Done" not in shown(box)
    spell(box, "A")
    pressed(box, "undo", "undo")
    assert at_cursor(box) == "Another name"
    choose(box, "Another name", "ABCDE", "Back", "Back", "Aya", "Another name")
    spell(box, "aya")
    choose(box, "Done")
    assert said(box) == say(message("names.alike", name="Aya"), "en")
    pressed(box, "ok")
    spell(box, "b")
    choose(box, "Done")
    assert said(box).startswith("Galaxy Checkers with Aya and Ayab.")


def test_a_name_in_kana_and_one_that_is_as_long_as_the_page_has_it(box):
    begin(box, "Galaxy Checkers", "Another name")
    spell(box, "W" * LONGEST_NAME)
    assert shown(box) == ["Delete the last letter", "Done", "Back"]
    assert at_cursor(box) == "Done"
    title = box.front.menu.screen.title
    assert title.startswith("…") and title.endswith("ww_"), "its end is seen"
    assert fitted(title, BOLD, TITLE_WIDTH) == title
    pressed(box, "ok")
    assert shown(box)[:2] == ["Aya", "Ben"]
    box.language.speak("ja")
    open_at(box, "新しいゲーム", "ギャラクシーチェッカーゲーム", "Aya", "ほかの名前")
    spell(box, "じゅんたろー")
    choose(box, "決定")
    say_yes(box)
    eventually(lambda: box.table.snapshot.view.players == ("Aya", "じゅんたろー"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sign_can_be_a_name_and_is_on_the_display(language):
    signs = "".join(say(message("menu.letters"), language).split())
    assert len(set(signs)) == len(signs)
    assert [name_of(sign) for sign in signs] == [readable(sign) for sign in signs] == list(signs)


def test_where_several_frames_are_kept_one_is_chosen_first(box):
    for name in ("うら", "front"):
        save_frame(box.settings.data, replace(frame(), name=name), datetime(2026, 11, 29))
    begin(box, "Drop It")
    assert shown(box)[:2] == ["front", "うら"]
    choose(box, "うら", "2 players", "Aya", "Ben")
    say_yes(box)
    eventually(lambda: box.table.snapshot.view.game == "drop_it")
    assert box.table_parts.game.played.options["frame"] == "うら"


def test_house_rules_are_folded_and_say_whether_any_is_not_the_usual_one(box):
    begin(box, "Galaxy Checkers", "House rules: the usual")
    assert at_cursor(box) == "Which side moves first?"
    pressed(box, "ok")
    assert shown(box) == ["Usual: The Resistance", "The First Order", "Back"]
    choose(box, "The First Order")
    assert at_cursor(box) == "● Which side moves first?"
    choose(box, "Is the game a draw when the same position comes up for the third time?", "Yes, by itself", "Back")
    assert at_cursor(box) == "House rules: 2 changed"
    pressed(box, "ok", "ok")
    assert at_cursor(box) == "The First Order"
    choose(box, "Usual: The Resistance", "Back")
    assert at_cursor(box) == "House rules: 1 changed"
    choose(box, "Aya", "Ben")
    assert "Begin? 1 house rule is changed." in said(box)
    say_yes(box)
    eventually(lambda: box.table.snapshot.view.game == "checkers")
    assert box.table_parts.game.played.options == {"repetition": "on"}


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_house_rule_of_every_game_can_be_chosen_at_the_box(box, language):
    box.language.speak(language)
    for name, rules in ((name, house_rules(game)) for name, game in GAMES.items() if house_rules(game)):
        asked = [f"{name}.option.{rule.name}" for rule in rules]
        answers = [(key, f"{key}_{rule.allowed[-1]}") for key, rule in zip(asked, rules, strict=True)]
        lines = ["menu.new_game", f"{name}.title", "menu.rules_usual", *chain.from_iterable(answers), "menu.back"]
        open_at(box, *(say(message(key), language) for key in lines))
        assert at_cursor(box) == say(message("menu.rules_changed", count=len(rules)), language)
        pressed(box, "ok_long")


def test_a_campaign_is_begun_by_its_course_and_a_rule_that_does_not_go_with_so_many_players_says_so(box):
    partners, yes, course = (
        say(message(key), "en") for key in ("skip_bo.option.teams", "skip_bo.option.teams_yes", "stop.option.course")
    )
    begin(box, "Skip-Bo", "House rules: the usual", partners, yes, "Back", "3 players", "Aya", "Ben", "Player 3")
    say_yes(box)
    assert "teams" in said(box).lower()
    assert box.table.snapshot.view.game == "reversi"
    begin(box, "Stop", "House rules: the usual", course, "Course 4, hard: 300 coins.", "Back")
    choose(box, "Aya", "Ben", "Player 3", "Player 4", "Player 5")
    say_yes(box)
    eventually(lambda: box.table.snapshot.view.game == "stop")
    assert box.table.snapshot.march is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_of_many_words_scrolls_before_the_cursor_goes_on(box, language):
    rule, seen = message("infiltration.option.exit_enter_square"), []
    chosen = ListScreen("Rule", [Item(rule, box.front.menu.leave)] * 2)
    chosen.navigator = box.front.menu
    rows = lines_of(say(rule, language))
    while True:
        chosen.draw(language)
        seen.extend(rows[chosen._above : chosen._above + ROWS])
        if not chosen._below:
            break
        chosen.next()
    assert tuple(dict.fromkeys(seen)) == rows
    assert chosen._at == 0
    chosen.next()
    chosen.draw(language)
    assert (chosen._at, chosen._above) == (1, 0)


def test_against_the_computer_people_play_on_phones_which_is_said_before(box):
    begin(box, "Galaxy Checkers", "Aya", "Computer player")
    assert said(box) == say(message("menu.no_phone"), "en")
    box.front.pairing.phones.add("Aya's phone")
    begin(box, "Galaxy Checkers", "Computer player", "Computer: easy")
    assert "Computer player" not in shown(box), "one player is a person"
    begin(box, "Drop It", "2 players")
    assert "Computer player" not in shown(box), "some games know none"
    begin(box, "Galaxy Checkers", "Aya", "Computer player")
    assert shown(box) == ["Computer: easy", "Computer: medium", "Computer: strong", "Back"]
    choose(box, "Computer: strong")
    assert "Galaxy Checkers with Aya and Computer 2. Begin? Each person plays on a phone of their own." in said(box)
    say_yes(box)
    eventually(lambda: box.table.snapshot.seats.computers == ("", "strong"))
    begin(box, "Galaxy Reversi")
    assert shown(box)[:3] == ["Aya", "Ben", "Player 1"], "nobody is called Computer 2"


def test_the_same_players_play_once_more_and_a_game_that_a_phone_has_begun_meanwhile_is_not_taken_away(box):
    again = "Once more: Galaxy Reversi with Aya and Ben"
    moves = len(box.table.snapshot.moves)
    begin(box, again)
    pressed(box, "ok")
    assert moves == len(box.table.snapshot.moves) > 0, "the cursor stands on No"
    begin(box, again)
    say_yes(box)
    eventually(lambda: not box.table.snapshot.moves)
    assert (box.table.snapshot.view.game, box.table.snapshot.view.players) == ("reversi", ("Aya", "Ben"))
    for way in ((again,), ("Galaxy Checkers", "Aya", "Ben")):
        begin(box, *way)
        box.table.post(NewGame("doubt", ("Aya", "Ben", "Chie"))).result(PATIENCE_S)
        say_yes(box)
        assert said(box) == say(message("keeping.begun_meanwhile"), "en")
        assert box.table.snapshot.view.game == "doubt"
        box.table.post(NewGame("reversi", ("Aya", "Ben"))).result(PATIENCE_S)
