"""Results entered at a table: what their forms bring is played, and cards that lie about are left in peace then."""

import random
from typing import Any

import pytest

from device.games.listing import profile_of
from device.games.move_form import FormField, MoveForm
from device.games.stop_results import result_forms
from device.texts import LANGUAGES
from engines import stop
from engines.contract import IllegalMove
from engines.hands import without
from engines.options import unnamed
from engines.stop.cards import deck
from engines.stop.moves import Deal, Discard, Draw
from tests.support.device.dealt_stop import HANDS, STOCK, Dealer
from tests.support.engines.in_short import short
from tests.support.engines.stop import NAMES, WAITING_FOR_5
from tests.support.engines.stop import table as followed


def filled(form: MoveForm, pick: random.Random) -> str:
    """A form as somebody fills it in, as the page sends it."""
    return " ".join([str(form.begins), *(brought for field in form.fields for brought in chosen(field, pick))])


def chosen(field: FormField, pick: random.Random) -> list[str]:
    """A number, or what some parts bring, as often as the field allows."""
    if not field.parts:
        return [str(pick.randint(field.least, field.most))]
    pool = [part.brings for part in field.parts for _ in range(part.most)]
    return sorted(pick.sample(pool, pick.randint(field.least, min(field.most, len(pool)))))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "options"), [
    ("stop", {}), ("stop", {"rons": "all", "jokers": 6}), ("skip_bo", {}), ("skip_bo", {"teams": "yes", "short": "yes"})
])  # fmt: skip
def test_each_form_brings_a_move_that_is_played_or_refused_in_words(game: str, options: Any, language: str) -> None:
    profile, pick = profile_of(game), random.Random(7)
    engine = profile.game
    state = engine.start(unnamed(engine.PLAYERS[-1]), options)
    assert profile.results is not None
    forms = profile.results(state, language)
    assert len({form.said for form in forms}) == len(forms)
    for form in forms:
        played = 0
        for _ in range(40):
            move = engine.move_from_json(filled(form, pick))
            assert short(engine.describe(state, move))
            try:
                engine.play(state, move)
            except IllegalMove as refused:
                assert short(refused.said)
            else:
                played += 1
        assert played


def stop_form(state: stop.State, begins: str) -> MoveForm:
    return next(form for form in result_forms(state, "en") if form.said.startswith(begins))


def test_what_everybody_knows_is_chosen_already() -> None:
    state = followed({0: WAITING_FOR_5}, riichi=[0], one_shot=[0])
    tsumo = stop_form(state, "Tsumo")
    known = {field.name: [part.chosen for part in field.parts] for field in tsumo.fields}
    assert (known["riichi"], known["one_shot"], known["jokers"]) == ([1, 0, 0, 0, 0], [1, 0, 0, 0, 0], [0] * 5)
    after = stop.play(state, stop.move_from_text("1 won tsumo riichi 1"))
    assert not any(part.chosen for field in stop_form(after, "Tsumo").fields for part in field.parts)
    over = stop.play(stop.start(NAMES, {"games": 1}), stop.move_from_text("1 won out"))
    assert result_forms(over, "en") == ()


def test_cards_that_lie_there_after_a_result_are_no_fault_and_the_next_game_is_followed(deal: Dealer) -> None:
    table = deal(games=5)
    table.play(Draw("6C"), Discard("KD"))
    before, lying = table.recorded(), table.state
    table.enter(stop.move_from_text("2 won stop"))
    table.state, won = lying, table.state
    table.look(looks=12)
    assert table.recorded() == [*before, stop.move_from_text("2 won stop")]
    assert table.box.problem is None
    assert table.asked == []
    table.state = won
    rest = without(deck(won.house.jokers), *STOCK, *(card for hand in HANDS for card in hand))
    table.enter(Deal(HANDS, (*STOCK, *rest)))
    table.look()
    table.play(Draw("6C"), Discard("KH"))
    assert table.recorded()[-1] == Discard("KH")
