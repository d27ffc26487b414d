"""Nothing that anybody sends makes an engine stumble: it is read, or refused in words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.games.listing import GAMES
from engines.contract import AnyGame
from tests.support.engines import fuzz

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@pytest.mark.full
@every_game
@settings(max_examples=150)
@given(data=st.data())
def test_any_json_data_is_no_move_but_one_that_was_written(game: AnyGame, data: st.DataObject) -> None:
    sent = data.draw(fuzz.json_data(game))
    assert not fuzz.is_a_move_or_refused(game, sent) or game.move_to_json(game.move_from_json(sent)) == sent


@every_game
@settings(max_examples=100)
@given(data=st.data())
def test_any_line_is_a_move_or_refused(game: AnyGame, data: st.DataObject) -> None:
    fuzz.is_a_move_or_refused(game, data.draw(fuzz.lines(game)))


@pytest.mark.full
@every_game
@settings(max_examples=100)
@given(data=st.data())
def test_a_spoilt_move_is_another_move_or_refused(game: AnyGame, data: st.DataObject) -> None:
    played = fuzz.plies(game, data.draw(st.integers(0, fuzz.GAMES - 1)))
    _, move = data.draw(st.sampled_from(played))
    fuzz.is_a_move_or_refused(game, fuzz.spoilt(game.move_to_json(move), data.draw, fuzz.json_data(game)))


@pytest.mark.full
@every_game
@settings(max_examples=100)
@given(data=st.data())
def test_any_text_is_a_record_or_refused_by_line(game: AnyGame, data: st.DataObject) -> None:
    texts = st.text(max_size=60) | st.lists(fuzz.lines(game), max_size=4).map("\n".join)
    fuzz.is_a_record_or_refused(game, data.draw(texts))


@pytest.mark.full
@every_game
@settings(max_examples=60)
@given(data=st.data())
def test_a_spoilt_record_is_another_game_or_refused_by_line(game: AnyGame, data: st.DataObject) -> None:
    text = fuzz.written_game(game, data.draw(st.integers(0, fuzz.GAMES - 1)), most=40)
    spoilt, line = fuzz.spoilt_record(text, data.draw, fuzz.lines(game))
    fuzz.is_a_record_or_refused(game, spoilt, line)
