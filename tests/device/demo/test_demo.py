"""The demo table: straw players who keep the rules (mostly), and a camera that shows them."""

from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

import numpy as np
import pytest

from device.demo.camera import FRAME_S, MAX_STEP_S, DemoCamera
from device.demo.watching_box import WatchingBox
from engines import checkers, reversi, search, sevens
from engines.bots import NAMES as STRAW_NAMES
from engines.contract import AnyGame
from engines.vocabulary import BACK, EMPTY, TILE_FACES, Layout
from simulator.film.furniture import demo_art
from simulator.film.shots import Film, Shot
from simulator.film.table_view import TableView
from simulator.people.mishaps import Foreseen, Mishaps, Step
from simulator.people.script import script as demo_script
from simulator.render.pieces import Hand, Tile
from tests.support.clock import Clock
from tests.support.device.demo_box import demo_lesson
from tests.support.tiers import first
from vision.dimensions import CELL

NAMES = STRAW_NAMES[:2]
Sides = dict[str, str]


def script(seed: int, pace_s: float = 6.0) -> Iterator[Shot]:
    rng = np.random.default_rng(seed)
    return demo_script(rng, WatchingBox(), Mishaps(rng), pace_s)


def view(seed: int = 1) -> TableView:
    return TableView(demo_art(), np.random.default_rng(seed))


def sides(tiles: Sequence[Tile]) -> Sides:
    """Which side is up on each square."""
    return {
        "abcdefgh"[round(tile.x / CELL + 3.5)] + str(round(3.5 - tile.y / CELL) + 1): tile.face == BACK
        for tile in tiles
    }


def sides_of(state: reversi.State) -> Sides:
    return {square: BACK in look for square, look in reversi.layout(state).items() if EMPTY not in look}


def after_one_move(state: reversi.State) -> dict[reversi.Move, reversi.State]:
    """Every state that the table may show after one move, forced passes played."""
    following = {}
    for move in reversi.moves(state):
        after = reversi.play(state, move)
        while reversi.moves(after) == (reversi.PASS,):
            after = reversi.play(after, reversi.PASS)
        following[move] = after
    return following


def resting_tables(seed: int) -> Iterator[Sides]:
    """The tables each time that nobody touches them."""
    return (sides(shot.tiles) for shot in script(seed) if shot.hand is None)


@pytest.mark.parametrize("seed", first(range(4)))
def test_the_players_play_a_whole_game_by_the_rules_and_mend_what_they_do_wrong(seed: int) -> None:
    tables = resting_tables(seed)
    states, wrong, taken_back, begun = [reversi.start(NAMES, {})], 0, 0, next(tables)
    for table in takewhile(lambda table: table != begun, tables):
        now, following = sides_of(states[-1]), after_one_move(states[-1])
        if done := [state for state in following.values() if sides_of(state) == table]:
            states.append(done[0])
        elif len(states) > 1 and table == sides_of(states[-2]):
            states.pop()
            taken_back += 1
        elif table != now:
            wrong += 1
            if (laid := set(table) - set(now)) and not taken_back:  # a new tile, and one on the wrong side
                meant = sides_of(following[reversi.Move(*laid)])
                assert sum(meant[square] != table[square] for square in table) == 1
    assert reversi.is_over(states[-1])
    assert wrong >= 2, "somebody forgets a tile or turns one too many"
    assert taken_back >= 1
    assert len(states) > 30


@pytest.mark.parametrize("game", [reversi, checkers, search, sevens], ids=lambda game: game.NAME)
def test_a_mistake_that_is_asked_for_comes_when_it_was_foreseen(game: AnyGame) -> None:
    rng = np.random.default_rng(4)
    mishaps = Noting(rng)
    for number, _ in enumerate(demo_script(rng, WatchingBox(game), mishaps)):
        if number % 40 == 0 and not mishaps.wanted and mishaps.foreseen is not None:
            mishaps.wanted, mishaps.asked = True, mishaps.foreseen
            mishaps.moves = 0
        if len(mishaps.came) == 4:
            break
    assert [came for came, _ in mishaps.came] == [foreseen for _, foreseen in mishaps.came]


class Noting(Mishaps):
    """Mishaps that note which come when they are wanted, and what was foreseen."""

    moves = 0
    asked: Foreseen | None = None

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng)
        self.came: list[tuple[Foreseen, Foreseen | None]] = []

    def next(self, step: Step) -> tuple[str, Layout] | None:
        was_wanted = self.wanted
        self.moves += 1
        found = super().next(step)
        if found is not None and was_wanted:
            self.came.append((Foreseen(self.moves, found[0]), self.asked))
        return found


def test_one_game_follows_another_by_the_seed() -> None:
    assert list(islice(resting_tables(2), 260)).count(sides_of(reversi.start(NAMES, {}))) >= 3
    games = [list(islice(script(seed), 100)) for seed in (5, 5, 6)]
    assert games[0] == games[1] != games[2]


@pytest.mark.parametrize("pace_s", [2.0, 6.0])
def test_a_move_takes_about_the_pace_that_was_asked_for(pace_s: float) -> None:
    shots = list(islice(script(1, pace_s), 600))
    resting = sum(shot.hand is None for shot in shots)
    assert 0.7 * pace_s < sum(shot.seconds for shot in shots) / resting < 1.6 * pace_s


def test_tiles_lie_a_little_carelessly_but_never_in_each_other() -> None:
    shot = max(islice(script(1), 900), key=lambda shot: len(shot.tiles))
    assert len(shot.tiles) > 40
    off = np.array([[(tile.x / CELL + 0.5) % 1 - 0.5, (tile.y / CELL + 0.5) % 1 - 0.5] for tile in shot.tiles])
    assert np.abs(np.abs(off) - 0.5).max() * CELL < 2
    assert len({round(tile.turn, 3) for tile in shot.tiles}) > 30


def test_a_film_stands_where_its_seconds_have_brought_it() -> None:
    here, there = (Tile(0, 0, "1"),), (Tile(34, 0, "2"),)
    film, shown = Film(iter([Shot(1.0, here), Shot(0.5, there), Shot(9.0, here)])), []
    for _ in range(5):
        shown.append(film.shot.tiles)
        film.go_on(0.4)
    assert shown == [here, here, here, there, here]


def test_pictures_come_ten_a_second_at_most_and_players_wait_for_a_box_that_is_slow() -> None:
    clock, film, slept = Clock(100.0), Film(script(1)), list[float]()
    with DemoCamera(1, 6.0, clock, lambda seconds: slept.append(seconds) or clock.sleep(seconds)) as table:
        frames = [table.capture()]
        for passed_s in (0.03, 0.4, 60.0):
            clock.now += passed_s
            frames.append(table.capture())
    first, second, third, last = (frame for frame in frames if frame is not None)
    assert slept == [pytest.approx(FRAME_S - 0.03)]
    assert (second.at_s - first.at_s, third.at_s - second.at_s) == (pytest.approx(FRAME_S), pytest.approx(0.4))
    assert (first.picture.shape, first.name) == ((960, 1280, 3), None)
    for step_s in (FRAME_S, 0.4, MAX_STEP_S):
        film.go_on(step_s)
    assert np.abs(last.picture.astype(int) - view().picture(film.shot.tiles, film.hand())).mean() < 4


def test_a_hand_and_its_arm_are_in_the_picture_and_gone_again() -> None:
    seen, tiles = view(0), (Tile(-17, 17, "3"), Tile(17, 17, BACK))
    before, during, after = (seen.picture(tiles, hand).astype(int) for hand in (None, Hand(0, 0, -90), None))
    assert (np.abs(during - before).max(axis=2) > 40).mean() > 0.04
    assert 2 < np.abs(after - before).max() < 25, "only a sensor's noise, which is never twice the same"


def test_what_is_rendered_anew_fits_seamlessly_into_the_picture() -> None:
    rng = np.random.default_rng(3)
    tiles = [
        Tile((c - 3.5) * CELL, (3.5 - r) * CELL, str(rng.choice([*TILE_FACES, BACK])), float(rng.normal(0, 3)))
        for r in range(8)
        for c in range(8)
        if (r + c) % 3
    ]
    step_by_step, at_once = view(), view()
    counts = range(len(tiles) % 4, len(tiles) + 1, 4)
    for count in counts:
        shown = step_by_step.picture(tiles[:count], None)
    for _ in counts[1:]:
        at_once.picture((), None)
    apart = np.abs(shown.astype(int) - at_once.picture(tiles, None))
    assert apart.mean() < 1
    assert (apart.max(axis=2) > 30).mean() < 0.001


def test_the_demo_teaches_its_own_tiles() -> None:
    assert [face.face for face in demo_lesson().faces if face.confident] == [*TILE_FACES, BACK]


def test_a_demo_camera_that_is_replaced_leaves_the_players_at_their_game() -> None:
    """Another game would lie on the table all at once, which no box could follow."""
    clock = Clock()
    camera = DemoCamera(3, clock=clock, sleep=lambda _seconds: None)
    film = camera.demo.film
    camera.capture()
    tiles = film.shot.tiles
    while len(film.shot.tiles) < len(tiles) + 2:
        film.go_on(MAX_STEP_S)
    lies = film.shot
    other = camera.anew()
    other.capture()
    assert film.shot is lies
    while film.shot is lies:
        clock.now += MAX_STEP_S
        other.capture()
