"""Games of cards at the demo table: what lies there, and a box that follows them by its pictures."""

from pathlib import Path

import numpy as np
import pytest

from device.demo.demo import Demo, usual_game
from device.demo.gallery import card
from device.demo.staging import staged
from device.demo.watching_box import WatchingBox
from device.games.listing import WITH_CARDS, profile_of
from device.oled.pages.demo import control_pages
from engines import skip_bo
from engines.bots import NAMES
from engines.messages import message
from engines.skip_bo.state import FACES
from engines.vocabulary import BACK
from simulator.film.cards_view import CardsView, demo_deck, view_of
from simulator.film.shots import CardShot
from simulator.people.card_script import card_stage, table_of, with_finished
from simulator.people.companion import Begun
from simulator.people.script import story
from simulator.render.cards import card_corners
from simulator.render.pieces import Hand
from tests.support.device.demo_box import demo_box, demo_cards

MOST_LOOKS = 400


def begun(name: str) -> Begun:
    profile = profile_of(name)
    return Begun(staged(profile), NAMES[: profile.game.PLAYERS.start], profile.filming.options)


@pytest.mark.parametrize("name", WITH_CARDS)
def test_after_every_move_the_cards_lie_as_the_rules_say_and_all_in_view(name: str) -> None:
    game, rng = begun(name), np.random.default_rng(1)
    plies = story(game, 1)[:120]
    stage = card_stage(rng, game, plies)
    list(stage.set_up(*table_of(game.staged, plies[0][0])))
    for state, move in plies:
        heaps, layout = table_of(game.staged, game.staged.game.play(state, move))
        list(stage.bring(0, heaps, layout))
        (shot,) = stage.rest(1.0)
        assert sorted(one.face for one in shot.cards) == sorted(face for pile in heaps.values() for face in pile[-4:])
        corners = np.vstack([card_corners(one, demo_deck(shot.deck).size) for one in shot.cards])
        seen = view_of(shot.room).project(np.column_stack([corners, np.zeros(len(corners))]))
        assert (seen > 0).all()
        assert (seen < (1600, 1200)).all()


def test_a_hand_carries_a_card_from_its_column_to_a_building_pile() -> None:
    game = begun("skip_bo")
    state, move = next(
        ply for ply in story(game, 1) if str(getattr(ply[1], "source", "")).startswith("discard/")
    )  # from a column
    stage = card_stage(np.random.default_rng(1), game, [(state, move)])
    before, _ = table_of(game.staged, state)
    list(stage.set_up(*table_of(game.staged, state)))
    after = with_finished(before, game.staged.heaps(game.staged.game.play(state, move)), move)
    shots = list(stage.bring(1, after, game.staged.layout(game.staged.game.play(state, move))))
    counts = [len(shot.cards) for shot in shots]
    assert min(counts) < max(counts), "the card is in the hand for a while"
    assert shots[0].hand is not None
    assert shots[0].hand.start.y > 400, "the second of two players sits opposite"


def test_a_pile_that_is_finished_shows_its_last_card_until_the_next_move() -> None:
    before = {"build/1": ["1", "2"], "build/2": ["4"], "stock/1": [BACK]}
    finishes = type("Lay", (), {"card": "12"})()
    assert with_finished(before, {"build/2": ["4"], "stock/1": [BACK]}, finishes)["build/1"] == ["1", "2", "12"]
    assert with_finished(before, before, finishes) == before


def test_what_is_rendered_anew_fits_seamlessly_into_the_picture_and_a_hand_leaves_nothing() -> None:
    shot = card("skip_bo").table
    assert isinstance(shot, CardShot)
    deck, seeds = demo_deck("numbers"), (np.random.default_rng(3), np.random.default_rng(3))
    one_by_one, at_once = (CardsView(deck, shot.room, rng) for rng in seeds)
    for count in range(0, len(shot.cards), 8):
        one_by_one.picture(shot.cards[:count], None)
    one_by_one.picture(shot.cards, Hand(0, 0, -90))
    apart = np.abs(one_by_one.picture(shot.cards, None).astype(int) - at_once.picture(shot.cards, None))
    assert (apart.max(axis=2) > 30).mean() < 0.001


def test_the_demo_teaches_its_own_number_cards() -> None:
    assert demo_cards().faces == (*FACES, BACK)


def test_nobody_makes_mistakes_at_cards_and_the_controls_say_so() -> None:
    demo = Demo(box=WatchingBox(skip_bo))
    demo.ask_for_mistake()
    assert (demo.pace.has_mistakes, demo.pace.mistake_due) == (False, False)
    assert demo.pace.said_mistake == message("demo.no_mistakes")
    assert len(control_pages(demo.pace, "en")) == len(control_pages(Demo().pace, "en")) - 1


@pytest.mark.full
@pytest.mark.parametrize(("name", "moves"), [("stop", 8), ("skip_bo", 12)])
def test_the_box_follows_cards_by_their_pictures(name: str, moves: int, tmp_path: Path) -> None:
    with demo_box(tmp_path, usual_game(name, "en"), 4.0) as box:
        looks = (box.look() for _ in range(MOST_LOOKS))
        next(now for now in looks if len(now.moves) >= moves)
        assert isinstance(box.camera.demo.film.shot, CardShot)
        assert box.corrections() == []
        helped = sum(type(event).__name__ == "Choose" for event in box.table.posted)
        assert helped <= moves // 3, "most moves are read from pictures"
