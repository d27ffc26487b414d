"""Connect Four at the box's table: its rules, and how the box lists, films, follows and draws it.

It runs in the project's folder, with this package installed; `python -m examples.connect_four.test_connect_four` there
writes the playthrough anew. The laws that every game keeps are checked by `tests/engines/test_laws.py -k connect_four`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.main import main
from connect_four import rules
from connect_four.profile import PROFILE
from connect_four.rules import HEIGHT, Move, State, is_over, play, prompt, standings, start
from device.box import Box
from device.demo.demo import usual_game
from device.demo.gallery import card
from device.games.listing import GAMES, WATCHED
from device.hardware.camera.files import FolderCamera
from device.oled.pages.listing import snapshot_pages
from device.record.corrections import Correction
from device.settings import Settings
from device.texts import LANGUAGES
from engines.contract import BadRecord, IllegalMove
from tests.support.device.demo_box import demo_box
from tests.support.engines.playthroughs import invented, replayed
from tools.films.tiles import follow
from web.app import create_app

GOLDEN = Path(__file__).with_name("playthrough.txt")
PATIENCE_S = 20.0


def after(columns: str) -> State:
    """The state after tiles were laid in these columns."""
    state = start(("Aya", "Ben"), {})
    for column in columns:
        state = play(state, Move(column))
    return state


@pytest.mark.parametrize("columns", ["aabbccd", "abababa", "abbccdcddgd", "gffeededdad"])
def test_four_in_a_row_win_across_up_and_slanting(columns: str) -> None:
    assert after(columns[:-1]).winner is None
    won = after(columns)
    assert (won.winner, is_over(won)) == (0, True)
    assert [said.said.key for said in prompt(won)] == ["connect_four.won"]
    assert [(one.score, one.rank) for one in standings(won)] == [(1, 1), (0, 2)]
    with pytest.raises(IllegalMove, match="over"):
        play(won, Move("g"))


def test_six_tiles_fill_a_column() -> None:
    full = after("a" * HEIGHT)
    assert Move("a") not in rules.moves(full)
    with pytest.raises(IllegalMove, match="full"):
        play(full, Move("a"))


def test_full_columns_are_a_draw() -> None:
    drawn = after("ddacfefgeccddffcceddbbcbffaeaeeggggabagabb")
    assert (drawn.winner, is_over(drawn)) == (None, True)
    assert [one.rank for one in standings(drawn)] == [1, 1]


def test_what_is_no_column_is_no_move() -> None:
    with pytest.raises(BadRecord, match="bad_move"):
        rules.move_from_json("h")


def test_the_recorded_game_goes_as_it_went() -> None:
    written = GOLDEN.read_text(encoding="utf-8")
    assert replayed(rules, written) == written


def test_a_filmed_game_is_followed_with_no_move_missed_and_none_made_up() -> None:
    found = follow(PROFILE, seed=1, most=42)
    assert found.moves >= 7
    assert (found.seen, found.missed, found.invented) == (found.moves, 0, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_among_the_games(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert GAMES["connect_four"] is WATCHED["connect_four"]
    assert main(["--lang", language, "games"]) == 0
    title = {"en": "Connect Four", "ja": "四目ならべ"}[language]
    assert any("connect_four" in line and title in line for line in capsys.readouterr().out.splitlines())


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """A box that plays Connect Four, after three moves."""
    with Box(Settings(tmp_path, "connect_four", ("Aya", "Ben")), FolderCamera([])) as box:
        for column in "dde":
            last = box.table.snapshot.moves[-1].entry if box.table.snapshot.moves else 0
            box.table.post(Correction("insert", last, column, "phone")).result(PATIENCE_S)
        yield box


def test_the_page_draws_it(box: Box) -> None:
    state = create_app(box.services).test_client().get("/api/state").json
    looks = {cell["place"]: cell["look"] for cell in state["board"]["cells"]}
    assert {place: look for place, look in looks.items() if look != "empty"} == {"d8": "up", "d7": "back", "e8": "up"}
    assert [one["side"] for one in state["standings"]] == ["up", "back"]
    assert [said["sentence"] for said in state["prompts"]] == [
        "Ben: lay a tile with its back showing on the lowest free square of a column."
    ]


def test_the_display_shows_it_in_both_languages(box: Box) -> None:
    english, japanese = (snapshot_pages(box.table.snapshot, language) for language in LANGUAGES)
    assert english != japanese


def test_the_demo_table_offers_it_and_plays_it_to_its_end(tmp_path: Path) -> None:
    shown = card("connect_four")
    assert (shown.players, shown.minutes > 0, len(shown.table.tiles) >= 3) == (range(2, 3), True, True)
    with demo_box(tmp_path, usual_game("connect_four", "en"), speed=8.0) as box:
        assert any(box.look().view.over for _ in range(1500))
        assert box.corrections() == []


if __name__ == "__main__":
    GOLDEN.write_text(invented(rules, 1), encoding="utf-8")
