"""The demo table: straw players who keep the rules (mostly), a camera that shows them, a box that follows them."""

from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from pathlib import Path

import numpy as np
import pytest

from device.demo.art import demo_art
from device.demo.camera import FRAME_S, LONGEST_STEP_S, DemoCamera
from device.demo.film import Film
from device.demo.mishaps import Mishaps
from device.demo.people import People
from device.demo.script import script as demo_script
from device.demo.tabletop import Shot
from device.demo.view import DemoView
from device.games.listing import arrangement_of
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.referee.outcomes import TakenBack, Wrong
from device.table.beginning import begin_game
from device.table.frame_gate import FrameGate
from device.table.game import BoardGame
from engines import reversi
from engines.bots import NAMES as STRAW_NAMES
from engines.contract import IllegalMove
from engines.vocabulary import BACK, EMPTY, TILE_FACES
from tests.support.tiers import first
from tests.support.waiting import PATIENCE_S
from vision.dimensions import CELL
from vision.faces.teaching import Lesson, teach
from vision.simulator.pieces import Hand, Tile
from vision.table_reader import TableReader

NAMES = STRAW_NAMES[:2]
Sides = dict[str, str]


class Clock:
    """A clock that goes only when somebody sleeps."""

    def __init__(self) -> None:
        self.now, self.slept = 100.0, list[float]()

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def script(seed: int, pace_s: float = 6.0) -> Iterator[Shot]:
    rng = np.random.default_rng(seed)
    return demo_script(rng, People(), Mishaps(rng), pace_s)


def camera(clock: Clock, seed: int = 1, pace_s: float = 6.0) -> DemoCamera:
    return DemoCamera(seed, pace_s, clock, clock.sleep)


def square_of(tile: Tile) -> str:
    return "abcdefgh"[round(tile.x / CELL + 3.5)] + str(round(3.5 - tile.y / CELL) + 1)


def sides(tiles: Sequence[Tile]) -> Sides:
    return {square_of(tile): "down" if tile.face == BACK else "up" for tile in tiles}


def sides_of(state: reversi.State) -> Sides:
    looks = reversi.layout(state).items()
    return {square: "down" if BACK in look else "up" for square, look in looks if EMPTY not in look}


def after_one_move(state: reversi.State) -> dict[reversi.Move, reversi.State]:
    """Every state that the table may show after one move, forced passes played."""
    following = {}
    for move in reversi.moves(state):
        after = reversi.play(state, move)
        while reversi.moves(after) == (reversi.PASS,):
            after = reversi.play(after, reversi.PASS)
        following[move] = after
    return following


def resting_tables(shots: Iterator[Shot]) -> Iterator[Sides]:
    return (sides(shot.tiles) for shot in shots if shot.hand is None)


def first_game(seed: int) -> list[Sides]:
    """The tables of a game each time that nobody touches them; the last is the one before the next game."""
    tables = resting_tables(script(seed))
    begun = next(tables)
    return [begun, *takewhile(lambda table: table != begun, tables)]


@pytest.mark.parametrize("seed", first(range(4)))
def test_the_players_play_a_whole_game_by_the_rules_and_mend_what_they_do_wrong(seed: int) -> None:
    states, wrong, taken_back = [reversi.start(NAMES, {})], 0, 0
    for table in first_game(seed)[1:]:
        following = [state for state in after_one_move(states[-1]).values() if sides_of(state) == table]
        if following:
            states.append(following[0])
        elif len(states) > 1 and table == sides_of(states[-2]):
            states.pop()
            taken_back += 1
        elif table != sides_of(states[-1]):
            wrong += 1
    assert reversi.is_over(states[-1])
    assert wrong >= 2, "somebody forgets a tile or turns one too many"
    assert taken_back >= 1
    assert len(states) > 30


def test_a_mistake_is_one_tile_on_the_wrong_side_and_a_new_tile_on_a_legal_square() -> None:
    state, mistakes = reversi.start(NAMES, {}), 0
    for table in first_game(1)[1:30]:
        following = after_one_move(state)
        fitting = [after for after in following.values() if sides_of(after) == table]
        if fitting:
            state = fitting[0]
            continue
        if len(table) <= len(sides_of(state)):
            break  # a move taken back
        (laid,) = set(table) - set(sides_of(state))
        meant = sides_of(following[reversi.Move(laid)])
        assert sum(meant[square] != table[square] for square in table) == 1
        mistakes += 1
    assert mistakes


def test_one_game_follows_another() -> None:
    begun = sides_of(reversi.start(NAMES, {}))
    tables = list(islice(resting_tables(script(2)), 260))
    assert tables.count(begun) >= 3


def test_the_same_seed_plays_the_same_games_and_another_seed_others() -> None:
    assert list(islice(script(5), 400)) == list(islice(script(5), 400))
    assert list(islice(script(5), 400)) != list(islice(script(6), 400))


def test_a_move_takes_about_the_pace_that_was_asked_for() -> None:
    for pace_s in (2.0, 6.0):
        tables, seconds = 0, 0.0
        for shot in islice(script(1, pace_s), 600):
            tables += shot.hand is None
            seconds += shot.seconds
        assert 0.7 * pace_s < seconds / tables < 1.6 * pace_s


def test_tiles_lie_a_little_carelessly_but_never_in_each_other() -> None:
    shot = max(islice(script(1), 900), key=lambda shot: len(shot.tiles))
    assert len(shot.tiles) > 40
    off = np.array([[(tile.x / CELL + 0.5) % 1 - 0.5, (tile.y / CELL + 0.5) % 1 - 0.5] for tile in shot.tiles])
    assert np.abs(np.abs(off) - 0.5).max() * CELL < 2
    assert len({round(tile.turn, 3) for tile in shot.tiles}) > 30


def test_a_film_stands_where_its_seconds_have_brought_it() -> None:
    here, there = (Tile(0, 0, "1"),), (Tile(34, 0, "2"),)
    film = Film(iter([Shot(1.0, here), Shot(0.5, there), Shot(9.0, here)]))
    shown = []
    for _ in range(5):
        shown.append(film.shot.tiles)
        film.go_on(0.4)
    assert shown == [here, here, here, there, here]


def test_pictures_come_ten_a_second_at_most() -> None:
    clock = Clock()
    with camera(clock) as table:
        first = table.capture()
        clock.now += 0.03
        second = table.capture()
        clock.now += 0.4
        third = table.capture()
    assert first is not None and second is not None and third is not None
    assert clock.slept == [pytest.approx(FRAME_S - 0.03)]
    assert (second.at_s - first.at_s, third.at_s - second.at_s) == (pytest.approx(FRAME_S), pytest.approx(0.4))
    assert first.picture.shape == (960, 1280, 3)
    assert first.name is None


def test_players_wait_for_a_box_that_is_slow() -> None:
    clock, film = Clock(), Film(script(1))
    with camera(clock) as table:
        table.capture()
        clock.now += 60.0
        frame = table.capture()
    film.go_on(LONGEST_STEP_S)
    assert frame is not None
    expected = DemoView(demo_art(), np.random.default_rng(1)).picture(film.shot.tiles, film.hand())
    assert np.abs(frame.picture.astype(int) - expected).mean() < 4


def test_a_hand_and_its_arm_are_in_the_picture_and_gone_again() -> None:
    view, tiles = DemoView(demo_art(), np.random.default_rng(0)), (Tile(-17, 17, "3"), Tile(17, 17, BACK))
    before = view.picture(tiles, None).astype(int)
    during = view.picture(tiles, Hand(0, 0, -90)).astype(int)
    after = view.picture(tiles, None).astype(int)
    assert (np.abs(during - before).max(axis=2) > 40).mean() > 0.04
    assert np.abs(after - before).max() < 25, "only noise"
    assert np.abs(after - before).max() > 2, "a sensor's noise is never twice the same"


def test_what_is_rendered_anew_fits_seamlessly_into_the_picture() -> None:
    rng = np.random.default_rng(3)
    tiles = [
        Tile((c - 3.5) * CELL, (3.5 - r) * CELL, str(rng.choice([*TILE_FACES, BACK])), float(rng.normal(0, 3)))
        for r in range(8)
        for c in range(8)
        if (r + c) % 3
    ]
    step_by_step, at_once = (
        DemoView(demo_art(), np.random.default_rng(1)),
        DemoView(demo_art(), np.random.default_rng(1)),
    )
    for count in range(1, len(tiles) + 1):
        shown = step_by_step.picture(tiles[:count], None)
    for _ in range(len(tiles) - 1):
        at_once.picture((), None)
    apart = np.abs(shown.astype(int) - at_once.picture(tiles, None))
    assert apart.mean() < 1
    assert (apart.max(axis=2) > 30).mean() < 0.001


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return teach(DemoCamera().lesson_photos(), [*TILE_FACES, BACK])


def test_the_demo_teaches_its_own_tiles(lesson: Lesson) -> None:
    assert [face.face for face in lesson.faces if face.confident] == [*TILE_FACES, BACK]


@pytest.mark.full
def test_the_box_follows_the_demo_and_says_what_was_forgotten(lesson: Lesson, tmp_path: Path) -> None:
    """Eye, reader, referee and journal, as they are, before the demo's first moves and its first mishaps."""
    clock, told, unsettled = Clock(), [], False
    with Journal(tmp_path / "journal.db") as journal, camera(clock, seed=1, pace_s=3.0) as table:
        begin_game(journal, "reversi", NAMES, {})
        game, frame_gate = (
            BoardGame(journal, PictureStore(tmp_path / "pictures")),
            FrameGate(TableReader(arrangement_of("reversi"), lesson.taught), read_s=PATIENCE_S),
        )
        while not told_all(told) and clock.now < 190:
            frame = table.capture()
            assert frame is not None
            reading = frame_gate.read_if_due(frame, unsettled)
            if reading is not None:
                outcome = game.see(reading.places, None)
                unsettled = isinstance(outcome, Wrong)
                told.append(outcome)
    assert told_all(told)
    played = [ply.move for ply in game.played.plies]
    assert len(played) >= 8
    assert replayed(played) == game.played.now


def told_all(told: Sequence[object]) -> bool:
    """Whether something was wrong and something was taken back."""
    return any(isinstance(one, Wrong) for one in told) and any(isinstance(one, TakenBack) for one in told)


def replayed(moves: Sequence[reversi.Move]) -> reversi.State:
    state = reversi.start(NAMES, {})
    for move in moves:
        try:
            state = reversi.play(state, move)
        except IllegalMove as error:
            raise AssertionError(f"{move} after {state}") from error
    return state


def test_a_demo_camera_that_is_replaced_leaves_the_players_at_their_game() -> None:
    """Another game would lie on the table all at once, which no box could follow."""
    now = [0.0]
    camera = DemoCamera(3, clock=lambda: now[0], sleep=lambda _seconds: None)
    film = camera.demo.film
    camera.capture()
    tiles = film.shot.tiles
    while len(film.shot.tiles) < len(tiles) + 2:
        film.go_on(LONGEST_STEP_S)
    lies = film.shot
    other = camera.anew()
    other.capture()
    assert film.shot is lies
    while film.shot is lies:
        now[0] += LONGEST_STEP_S
        other.capture()
