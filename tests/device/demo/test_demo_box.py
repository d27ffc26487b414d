"""The demo table and a box that watches it: every game to its end, another one at any time, and mistakes."""

from collections.abc import Callable
from pathlib import Path

import pytest

from device.calls.events import MakeCall
from device.demo.camera import DemoCamera
from device.demo.demo import usual_game
from device.demo.gallery import gallery
from device.demo.watching_box import WatchingBox
from device.games.listing import GAMES, ON_SHEET, WATCHED
from device.lessons import Lessons
from device.record.pictures import jpeg_of
from device.system.worker import Worker
from device.table.events import Asked, FacesTaught, NewGame, Resume, Undo
from device.table.snapshot import Snapshot
from engines.vocabulary import BACK, TILE_FACES
from tests.support.device.demo_box import DemoBox, demo_box, demo_faces
from tests.support.tiers import first
from tests.support.waiting import PATIENCE_S
from vision.faces.recogniser import TaughtFaces

FAST = 8.0
AGAIN = "sevens"  # whose people are watched after the end of their game: at no game do they do anything else then
MOST_LOOKS = 3000


def look_until(box: DemoBox, is_so: Callable[[Snapshot], object]) -> Snapshot:
    now = next((now for now in (box.look() for _ in range(MOST_LOOKS)) if is_so(now)), None)
    assert now is not None, f"{box.table.snapshot.moves[-2:]}, {box.table.snapshot.problem}"
    return now


@pytest.mark.full
@pytest.mark.long
@pytest.mark.parametrize("name", ON_SHEET)
def test_every_game_that_is_watched_plays_to_its_end_with_mistakes_that_the_box_says(name: str, tmp_path: Path) -> None:
    with demo_box(tmp_path, usual_game(name, "en"), FAST) as box:
        over = look_until(box, lambda now: now.view.over)
        assert box.problems, "somebody makes a mistake, and the box says so"
        assert not any(("places", "") in said.facts for said in box.problems), "no sentence has a gap"
        assert len(box.corrections()) <= 1, "people hardly ever have to put the record right"
        if name == "doubt":
            assert any(isinstance(event, MakeCall) for event in box.table.posted), "people call by phone"
        if name == AGAIN:
            again = look_until(box, lambda now: not now.view.over and now.known > over.known)
            assert (again.view.game, again.view.players) == (name, over.view.players), "the same people play again"


@pytest.mark.parametrize("name", first(sorted(GAMES, key=lambda name: name not in ("reversi", "stop")), 2))
def test_whoever_plays_by_hand_is_left_alone_and_the_demo_goes_on_where_it_was(name: str, tmp_path: Path) -> None:
    with demo_box(tmp_path, usual_game("reversi", "en"), FAST) as box:
        demo, watched = box.camera.demo, box.game.played.number
        players = ["Kay", "Lou", "Max", "Noa", "Pia"][: GAMES[name].PLAYERS[0]]
        box.table.post(NewGame(name, tuple(players), by_hand=True)).result(PATIENCE_S)
        box.table.posted.clear()
        before = box.game.journal.current()
        for _ in range(2400):  # 20 minutes, in which a story ends many times
            demo.go_on(0.5)
        assert demo.pace.asleep
        assert (box.table.posted, box.game.journal.current()) == ([], before)
        box.table.post(Resume(watched)).result(PATIENCE_S)
        assert not demo.pace.asleep
        assert look_until(box, lambda now: now.moves).view.game == "reversi"


def test_what_the_people_say_is_about_the_game_that_they_saw(tmp_path: Path) -> None:
    with demo_box(tmp_path, usual_game("reversi", "en")) as box:
        watching = WatchingBox()
        watching.sit_down(box.table, box.game)
        watching.begun()
        box.table.post(NewGame("checkers", ("Kay", "Lou"), by_hand=True)).result(PATIENCE_S)
        before = box.game.journal.current()
        watching.play_again()
        box.table.post(Asked(lambda: None)).result(PATIENCE_S)  # behind it in the queue
        assert box.game.journal.current() == before


def test_people_who_give_up_in_the_middle_of_a_game_begin_it_anew(tmp_path: Path) -> None:
    with demo_box(tmp_path, usual_game("reversi", "en"), FAST) as box:
        begun = look_until(box, lambda now: now.moves and not now.view.over)
        watching = WatchingBox()
        watching.sit_down(box.table, box.game)
        watching.begun()
        watching.play_again()
        box.table.post(Asked(lambda: None)).result(PATIENCE_S)
        now = box.table.snapshot
        assert (now.view.game, now.view.players, now.moves) == (begun.view.game, begun.view.players, ())
        assert now.known > begun.known


@pytest.mark.full
def test_a_new_game_is_set_up_at_the_table_and_nothing_is_ever_wrong_with_it(tmp_path: Path) -> None:
    with demo_box(tmp_path, usual_game("reversi", "en"), 2.0) as box:
        look_until(box, lambda now: len(now.moves) >= 2 and now.seeing == "still")
        for name, players in (("search", "Kay Lou"), ("checkers", "Kay Lou"), ("doubt", "Kay Lou Max Noa")):
            box.table.post(NewGame(name, tuple(players.split()), {})).result(PATIENCE_S)
            box.problems.clear()
            now = look_until(box, lambda now: now.moves)
            assert (now.view.game, now.view.players, box.problems) == (name, tuple(players.split()), [])
        look_until(box, lambda now: len({move.player for move in now.moves}) == 4)  # more than usual have sat down


@pytest.mark.full
def test_people_who_wait_move_nothing_and_a_faster_table_moves_more(tmp_path: Path) -> None:
    with demo_box(tmp_path, usual_game("reversi", "en")) as box:
        demo = box.camera.demo

        def looks_for_three_moves() -> int:
            aim = len(box.table.snapshot.moves) + 3
            return next(number for number in range(1, MOST_LOOKS) if len(box.look().moves) >= aim)

        look_until(box, lambda now: len(now.moves) == 1)
        demo.paused = True
        tiles = demo.film.shot.tiles
        for _ in range(100):
            box.look()
        assert demo.film.shot.tiles == tiles
        demo.paused = False
        slow = looks_for_three_moves()
        demo.speed = 4.0
        assert looks_for_three_moves() < slow / 2


def test_people_enter_again_what_a_visitor_takes_back_and_mend_the_mistake_that_he_asks_for(tmp_path: Path) -> None:
    with demo_box(tmp_path, usual_game("checkers", "en"), FAST) as box:
        demo = box.camera.demo
        before = look_until(box, lambda now: now.moves)
        box.table.post(Undo("phone:visitor")).result(PATIENCE_S)
        after = look_until(box, lambda now: len(now.moves) >= 2 and now.problem is None)
        assert [move.said for move in after.moves[:1]] == [move.said for move in before.moves]
        assert box.corrections()
        demo.ask_for_mistake()
        assert demo.pace.mistake_due
        wrong = look_until(box, lambda now: now.problem is not None or not demo.pace.mistake_due)
        assert len(wrong.moves) <= len(after.moves) + 2
        assert not demo.pace.mistake_due
        look_until(box, lambda now: now.problem is None and len(now.moves) > len(wrong.moves) + 1)


def test_the_gallery_has_every_game_that_is_watched_with_a_table_in_the_middle_of_it() -> None:
    cards = {card.game: card for card in gallery()}
    assert list(cards) == list(WATCHED)
    assert all(1 <= card.minutes < 60 for card in cards.values())
    assert cards["reversi"].players == range(2, 3)
    assert len(cards["reversi"].table.tiles) > 30
    assert all(len(cards[name].table.tiles) >= 10 for name in ON_SHEET)


@pytest.mark.full
def test_faces_taught_meanwhile_do_not_change_how_the_demo_table_is_read(tmp_path: Path) -> None:
    """A visitor teaches other tiles, by photographs of his own: here the demo's, all called by wrong names."""
    with Worker() as worker:
        lessons = Lessons(tmp_path / "taught", worker, demo_faces())
        photos = [jpeg_of(photo) for photo in DemoCamera().lesson_photos()]
        lessons.accept(lessons.teach(photos, [*TILE_FACES[1:], TILE_FACES[0], BACK]).number)
        with demo_box(tmp_path, usual_game("sevens", "en"), FAST, reader_of=lessons.reader_of) as box:
            box.table.post(FacesTaught()).result(PATIENCE_S)
            look_until(box, lambda now: len(now.moves) >= 12)
            assert box.corrections() == []
        assert TaughtFaces.load(tmp_path / "taught").faces[:2] == ("2", "3"), "what was taught is kept"
        assert (lessons.known()["1"] == demo_faces().crops["1"][0]).all(), "boards show what lies there"
        assert lessons.faces("sevens").recognise([demo_faces().crops["1"][0]])[0].best[0] == "2", "for photographs"
