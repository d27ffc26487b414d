"""Every screen in both languages, held against the pictures in `tests/golden/oled/`.

After a change that is meant: `JARAPON_WRITE_GOLDEN=1 pytest tests/device/oled/test_screens.py`, then look at each
picture.
"""

import os
from dataclasses import replace

import pytest
from PIL import Image

from device.config.routes import load_route
from device.config.sheets import load_sheet, load_tile_set
from device.demo.pace import Pace
from device.games.listing import WATCHED
from device.games.stop import march_of
from device.hands.check import check_hand
from device.hardware.display import SIZE, Display
from device.oled.canvas import SMALL, TEXT_WIDTH, Page
from device.oled.carousel import Carousel
from device.oled.pages import choices as choosing
from device.oled.pages import table as screens
from device.oled.pages.choices import choice_pages
from device.oled.pages.demo import control_pages
from device.oled.pages.installing import installing_pages
from device.oled.pages.join import boot_page, code_page, joining_pages, qr_page
from device.oled.pages.listing import ALARMS, GAMES, NOTICES, further_pages, further_with, snapshot_pages
from device.oled.pages.march import march_pages
from device.oled.pages.starting import starting_page
from device.oled.pages.table import status_pages
from device.oled.panel import menu_hint
from device.oled.text import wrapped
from device.referee import choices
from device.referee.choices import Choice
from device.referee.outcomes import Moved, Problem
from device.system.hotspot_profile import HotspotAccess
from device.table.game_view import GameView
from device.table.snapshot import Choices, Snapshot
from device.texts import catalogue, say
from engines import stop
from engines.contract import Prompt, Standing
from engines.messages import message
from engines.squares import SQUARES
from tests.support.paths import GOLDEN
from tests.support.waiting import eventually

SCREENS = GOLDEN / "oled"
LANGUAGES = ("ja", "en")

# The games' own sentences may be mended without drawing every screen anew, so these stand here.
OWN_WIFI = HotspotAccess("Jarapon-7K", "kimonasu-4827", "10.10.10.10")
SENTENCES = {
    "test.lay": {"ja": "アヤさんの番：絵を上にして置きます。", "en": "Aya: lay a tile with its picture showing."},
    "test.setup": {
        "ja": "中央に4枚のパイをたがいちがいに置き、手元のパイは30枚ずつにします。",
        "en": "Lay the first four crossed in the middle; each of you keeps 30 tiles.",
    },
    "test.forgotten": {"ja": "c4・d4をひっくり返してください。", "en": "Turn over c4 and d4."},
    "test.long": {
        "ja": "ケンさん、f5ではどのパイもはさめません。はさめるマスに置いてください。",
        "en": "Ben, on f5 you outflank nothing. Lay your tile where you do, please.",
    },
    "test.won": {"ja": "36対28で、アヤさんの勝ち！", "en": "Aya wins, 36 to 28!"},
    "test.full": {"ja": "シートがうまりました。", "en": "The sheet is full."},
    "test.up": {"ja": "絵が上のパイ：36枚", "en": "36 tiles, picture up"},
    "test.down": {"ja": "裏が上のパイ：28枚", "en": "28 tiles, back up"},
    "test.row": {
        "ja": "パイ9枚を表向きに一列に並べると、手の点数を答えます。",
        "en": "Lay nine tiles face up in a row: I say what the hand is worth.",
    },
    "test.riichi": {"ja": "リーチ：10点", "en": "riichi: 10"},
}
TILE_SET = load_tile_set(None)
SHEET = load_sheet(None, TILE_SET)
NAMES = {
    "ja": ("アヤ", "おばあちゃん", "ケン", "ゆうこ", "髙橋", "ミー"),
    "en": ("Aya", "Grandmother", "Ben", "Christina", "Zoë", "Mo"),
}


@pytest.fixture(autouse=True)
def sentences(monkeypatch):
    def say_test(said, language):
        return SENTENCES[said.key][language] if said.key in SENTENCES else say(said, language)

    for drawing in (screens, choosing, choices):
        monkeypatch.setattr(drawing, "say", say_test)


def standings(*scores, reasons=()):
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    told = [*reasons, *[()] * len(scores)]
    return tuple(
        Standing(seat, score, rank, told[seat]) for seat, (score, rank) in enumerate(zip(scores, ranks, strict=True))
    )


def board(**lying):
    return {square: lying.get(square, "empty") for square in SQUARES}


def table(language, players=2, scores=(4, 1), **more):
    """A snapshot after the first move of reversi, or with what is given."""
    known = {
        "game": "reversi",
        "players": NAMES[language][:players],
        "prompts": (Prompt(0, message("test.lay")),),
        "standings": standings(*scores),
        "layout": board(d4="up", e4="back", d5="back", e5="up", c4="back"),
        "over": False,
    }
    viewed = known | {name: more.pop(name) for name in ("prompts", "standings", "over", "turn") if name in more}
    return Snapshot(GameView(**viewed), **{"seeing": "still", "serial": 1} | more)


def hand(language, tiles):
    """A snapshot of a hand that lies before the camera; the reasons are shortened to what these tests are about."""
    answer = check_hand(tiles, SHEET, TILE_SET, language=language)
    answer |= {"tiles": tiles.split(), "reasons": [SENTENCES["test.riichi"][language]]}
    return table(language, 0, (), hand=answer)


def asked(language, *answers):
    """A snapshot with a question, and with something that may be told."""
    which = [Choice(key, Moved(()), message(key), 0) for key in answers or ("test.up", "test.long")]
    return table(
        language, choices=Choices(tuple(which), untold=(Choice("tell", Moved(()), message("test.riichi"), 1),))
    )


def over(language, players, scores, **more):
    words = (Prompt(None, message("test.full")), Prompt(None, message("test.won")))
    return table(language, players, scores, over=True, prompts=words, **more)


def lit(page, column, row):
    """How many pixels of a square on the drawn board are lit."""
    square = page.image.crop((8 * column, 8 * row, 8 * column + 8, 8 * row + 8))
    return sum(map(bool, square.get_flattened_data()))


def screens_of(language):
    """Name and pages of every screen that the box can show."""
    up_and_down = standings(36, 28, reasons=((message("test.up"),), (message("test.down"),)))
    forgotten = {"problem": Problem(message("test.forgotten"), ("c4", "d4"))}
    also = Problem(message("test.forgotten"), ("c4", "d4"), (message("test.long"),))

    def shown(players=2, scores=(4, 1), **more):
        return snapshot_pages(table(language, players, scores, **more), language)

    def ended(players, scores, **more):
        return snapshot_pages(over(language, players, scores, **more), language)

    def checked(tiles):
        return snapshot_pages(hand(language, tiles), language)

    return {
        "boot": [boot_page("http://192.168.1.23:8000", language)],
        **{f"installing_{name}": [page] for name, page in installing_pages(language, has_wifi=True).items()},
        "installing_2-cable": [installing_pages(language, has_wifi=False)["2-failed"]],
        "boot_long": [boot_page("http://192.168.100.123:8000/", language)],
        "boot_name": [boot_page("http://jarapon.local", language)],
        "boot_ipv6": [boot_page("http://[2001:db8:1234:5678:9abc:def0:1234:5678]:8000", language)],
        "boot_both": [boot_page("http://192.168.1.23:8000", language, "http://raspberrypi.local:8000")],
        "qr": [qr_page("http://192.168.1.23:8000", language)],
        "qr_long": [qr_page("http://192.168.100.123:8000", language)],
        "starting": [starting_page(step, language, "1.2.3") for step in ("program", "table")],
        "wifi": joining_pages("http://10.10.10.10:8000", language, "http://jarapon.local:8000", OWN_WIFI),
        "no_network": joining_pages("", language),
        "menu_hint": menu_hint(language),
        "code": [code_page("042871", language)],
        "code_window": [code_page("042871", language, is_window=True)],
        "turn": shown(),
        "turn_setup": shown(prompts=(Prompt(None, message("test.setup")), Prompt(0, message("test.lay")))),
        "turn_reasons": shown(standings=standings(1240, -300, reasons=((message("test.riichi"),),))),
        "turn_moving": shown(seeing="moving"),
        "turn_3": shown(3, (1240, -300, 0)),
        "turn_4": shown(4, (1240, -300, 0, 720)),
        "turn_6": shown(6, (12, 3, 0, 7, 30, 1)),
        "problem": shown(**forgotten),
        "problem_turned": shown(turn=1, **forgotten),
        "problem_long": shown(problem=Problem(message("test.long"), ("f5",))),
        "problem_words": shown(problem=Problem(message("test.long"))),
        "no_board": shown(seeing="no_board"),
        "no_camera": shown(seeing="no_camera"),
        "notice": shown(notices=(message("display.back"),)),
        "problem_also": shown(problem=also),
        "hand_wanted": shown(0, (), prompts=(Prompt(None, message("test.row")),)),
        "hand": checked("1 1 1 2 2 2 3 wild 3"),
        "hand_none": checked("1 2 3 9 9 9 3 wild 3"),
        "hand_waits": checked("1 1 1 2 2 2 3 3"),
        "hand_no_waits": checked("1 2 3 4 7 9 3 3"),
        "over": ended(2, (36, 28), standings=up_and_down),
        "over_drawn": ended(2, (32, 32))[:1],
        "over_4": ended(4, (1240, -300, 0, 720))[:1],
        "over_6": ended(6, (12, 3, 0, 7, 30, 1))[:2],
        "march": march_pages(marching(), language),
        "status": status_pages(in_second_sabre(language), language),
        "question": snapshot_pages(asked(language), language),
        "question_one": snapshot_pages(asked(language, "test.long"), language),
        "choice": choice_pages(asked(language), language),
        "choice_one": choice_pages(asked(language, "test.long"), language)[:-1],
        "further": further_pages(table(language, **forgotten), language),
        "demo": control_pages(Pace(), language),
        "demo_asleep": control_pages(Pace(asleep=True), language),
        "demo_waiting": control_pages(Pace(4.0, paused=True, mistake_due=True), language),
    }


def in_second_sabre(language):
    status = (
        message("jarapon.status.hand", hand=7),
        message("jarapon.status.dealer", player=NAMES[language][1]),
        message("jarapon.status.sabre", side=2),
        message("jarapon.status.wall", tiles=23),
    )
    now = table(language)
    return replace(now, view=replace(now.view, game="jarapon", status=status))


def marching():
    """A campaign that has come to the city with the longest name."""
    leg = "games 570 dealer 1 stakes 0 / start 640 / - / - / - / -"
    begun = stop.start(NAMES["en"][:5], {"course": 1000, "leg": leg})
    return replace(table("en"), march=march_of(begun, load_route(None)))


def test_pages_are_added_for_a_campaign_and_for_what_is_not_kept_whatever_else_is_shown():
    assert len(snapshot_pages(marching(), "en")) == len(snapshot_pages(table("en"), "en")) + 2
    assert march_pages(table("en"), "en") == []
    trouble = message("journal.cannot_write", waiting=3, reason="disk is full")
    choices = Choices(asked("en").choices.question)
    for more in ({"problem": Problem(message("test.long"))}, {"seeing": "no_camera"}, {"choices": choices}):
        pages = snapshot_pages(table("en", **more), "en")
        assert len(snapshot_pages(table("en", **more, notices=(trouble,)), "en")) > len(pages)


def test_every_screen_looks_as_it_was_found_good():
    written = os.environ.get("JARAPON_WRITE_GOLDEN") == "1"
    names = set()
    for language in LANGUAGES:
        for screen, pages in screens_of(language).items():
            for number, page in enumerate(pages, start=1):
                assert (page.image.size, page.image.mode) == (SIZE, "1")
                path = SCREENS / f"{screen}_{number}_{language}.png"
                names.add(path.name)
                if written:
                    page.image.save(path, optimize=True)
                with Image.open(path) as golden:
                    assert golden.tobytes() == page.image.tobytes(), path.name
    assert {path.name for path in SCREENS.glob("*.png")} == names


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_during_the_installation_fits_one_screen(language):
    for kind, most in (("step", 3), ("failed", 4)):
        said = [words for key, words in catalogue(language).items() if key.startswith(f"installing.{kind}.")]
        assert len(said) >= 4
        assert [words for words in said if len(wrapped(words, SMALL, TEXT_WIDTH)) > most] == []


def test_whose_turn_it_is_can_be_seen_on_every_page_of_a_turn():
    long = table("en", prompts=(Prompt(1, message("test.long")), Prompt(None, message("test.setup"))))
    pages = snapshot_pages(long, "en")
    assert len(pages) > 1
    for page in pages:
        # The name of the player whose turn it is stands on white.
        assert page.image.getpixel((64, 0)) and not page.image.getpixel((0, 0))


def test_the_squares_in_question_are_white_wherever_the_camera_sees_them():
    forgotten = Problem(message("test.forgotten"), ("a1",))
    snapshot, turned = (table("en", problem=forgotten, turn=turn) for turn in (0, 1))
    white_but_for_a_point = 8 * 8 - 4
    assert lit(snapshot_pages(snapshot, "en")[0], 0, 0) == white_but_for_a_point
    assert lit(snapshot_pages(turned, "en")[0], 7, 0) == white_but_for_a_point


class Kept(Display):
    """A display that remembers all that it has shown."""

    fails = False

    def __init__(self):
        super().__init__()
        self.shown = []

    def show(self, image, is_secret=False):
        if self.fails:
            raise RuntimeError
        self.shown.append(Page(image))


def blank(number):
    """A page that is like no other."""
    image = Image.new("1", SIZE)
    image.putpixel((number, 0), 1)
    return Page(image)


def test_pages_are_turned_by_themselves_and_begin_anew_with_something_new_or_after_one_that_was_asked_for():
    display = Kept()
    first, second, other, further = map(blank, range(1, 5))
    with Carousel(display, seconds_a_page=0.01, seconds_asked=0.3) as turner:
        turner.put((first, second))
        eventually(lambda: display.shown[:3] == [first, second, first])
        turner.put((other,), further=(further,))
        eventually(lambda: display.shown[-1] == other)
        shown = len(display.shown)
        turner.put((Page(other.image.copy()),), further=(further,))
        turner.turn(-1)
        eventually(lambda: display.shown[shown:] == [further, other])


def test_whoever_asks_sees_the_next_page_at_once_the_further_ones_too_and_the_first_again():
    display, pages = Kept(), [blank(number) for number in range(3)]
    with Carousel(display, seconds_a_page=60, seconds_asked=60) as turner:
        turner.put(pages[:2], further=pages[2:])
        for step in (1, 1, 1, -1, -1):
            turner.turn(step)
        eventually(lambda: display.shown == [pages[at] for at in (0, 1, 2, 0, 2, 1)])


def test_what_says_nothing_new_leaves_the_page_that_is_being_read():
    display, pages, moving = Kept(), [blank(1), blank(2)], [blank(3), blank(4)]
    with Carousel(display, seconds_a_page=60, seconds_asked=60) as turner:
        turner.put(pages)
        turner.turn(1)
        turner.put(moving, anew=False)
        turner.put(pages[:1], anew=False)
        turner.put(moving)
        eventually(lambda: display.shown == [pages[0], pages[1], moving[1], pages[0], moving[0]])


def test_a_page_above_all_others_stays_until_it_is_taken_away_and_the_newest_pages_come_back():
    display, pages, over = Kept(), [blank(1), blank(2)], blank(3)
    with Carousel(display, seconds_a_page=60) as turner:
        turner.put(pages[:1])
        eventually(lambda: display.shown == pages[:1])
        turner.lay_over(over)
        eventually(lambda: display.shown[-1] == over)
        assert turner.shown is over
        turner.put(pages[1:])
        turner.lay_over(None)
        eventually(lambda: display.shown[-1] == pages[1])
        assert all(page == over for page in display.shown[1:-1])


def test_with_nothing_to_show_no_page_is_turned_and_turning_ends_at_once_whatever_is_shown():
    for pages in ((), (blank(1),)):
        for _ in range(50):
            with Carousel(Display()) as turner:
                turner.put(pages)
    with Carousel(display := Kept(), seconds_a_page=60) as turner:
        turner.turn(1)
        turner.put(pages)
        eventually(lambda: display.shown == [*pages])


def test_a_turner_that_failed_shows_after_its_restart_what_was_put_before_and_meanwhile():
    display, pages = Kept(), [blank(1), blank(2)]
    with Carousel(display, seconds_a_page=60) as turner:
        turner.put(pages[:1])
        eventually(lambda: display.shown == [pages[0]])
        display.fails = True
        turner.put(pages[1:])
        eventually(lambda: turner.thread.trouble is not None)
        display.fails = False
        turner.thread.restart()
        eventually(lambda: display.shown == pages)
        assert turner.thread.trouble is None


def test_two_answers_that_begin_alike_are_told_apart_by_their_pages():
    """Cut at the end of a page they were one picture, and OK took the second of them."""
    begins = "Ben, who has been thinking for a long time and at last has made up his mind, lays his tile on "
    SENTENCES["test.first"], SENTENCES["test.second"] = ({"ja": begins + at, "en": begins + at} for at in ("f5", "c4"))
    snapshot = asked("en", "test.first", "test.second")
    first, second = (
        [page for page in choice_pages(snapshot, "en") if page.choice == key] for key in ("test.first", "test.second")
    )
    assert first[0].image.tobytes() == second[0].image.tobytes()
    assert first[-1].image.tobytes() != second[-1].image.tobytes()
    display = Kept()
    with Carousel(display, seconds_a_page=60, seconds_asked=60) as turner:
        turner.put(snapshot_pages(snapshot, "en"), further_pages(snapshot, "en"))
        for count, page in enumerate((*first, *second), start=2):
            turner.turn(1)
            eventually(lambda count=count: len(display.shown) == count)
            assert (turner.shown.choice, turner.shown.image.tobytes()) == (page.choice, page.image.tobytes())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_page_is_drawn_and_every_page_is_turned_to_both_ways(language):
    drawn, more = set(), further_with(Pace)
    kinds = (*ALARMS, *GAMES, *NOTICES, *more)
    for snapshot in (
        table(language, problem=Problem(message("test.long"), ("f5",))),
        table(language, seeing="no_board"),
        asked(language),
        hand(language, "1 1 1 2 2 2 3 wild 3"),
        over(language, 2, (36, 28)),
        table(language),
        table(language, notices=(message("display.back"),)),
        table(language, offered=tuple(WATCHED)),
        marching(),
        in_second_sabre(language),
    ):
        drawn |= {draw for draw in kinds if draw(snapshot, language)}
        first, further = snapshot_pages(snapshot, language), further_pages(snapshot, language, more)
        pages, display = [*first, *further], Kept()
        with Carousel(display, seconds_a_page=60, seconds_asked=60) as turner:
            turner.put(first, further)
            for step in (1, -1):
                for _ in pages:
                    turner.turn(step)
            eventually(lambda display=display, pages=pages: len(display.shown) == 2 * len(pages) + 1)
        there_and_back = [*pages, pages[0], *reversed(pages)]
        assert display.shown == [Page(page.image) for page in there_and_back]
    assert drawn == set(kinds)
