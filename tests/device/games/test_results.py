"""Results entered at a table: what their forms bring is played, and cards that lie about are left in peace then."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from device.drop_it.drop_reading import place_of
from device.games import drop_it as drop_it_profile
from device.games.listing import profile_of
from device.games.move_form import FormField, MoveForm, filled
from device.games.stop_results import result_forms
from device.games.table_reading import TableReading
from device.texts import LANGUAGES
from engines import drop_it, stop
from engines.contract import IllegalMove
from engines.drop_it import Drop, Keep
from engines.hands import without
from engines.options import unnamed
from engines.stop.cards import deck
from engines.stop.moves import Deal, Discard, Draw
from engines.vocabulary import UNKNOWN
from tests.support.device.dealt_stop import HANDS, STOCK, Dealer
from tests.support.engines.in_short import short
from tests.support.engines.stop import NAMES, WAITING_FOR_5
from tests.support.engines.stop import table as followed

Chooser = Callable[[FormField], list[Any]]  # what the chosen parts of a field bring


def put_together(form: MoveForm, chosen: Chooser) -> Any:
    """The move of a form, as the page sends it."""
    if form.begins is not None:
        return " ".join([form.begins, *(brought for field in form.fields for brought in chosen(field))])
    move: dict[str, Any] = {}
    for field in form.fields:
        move |= chosen(field)[0] if (field.least, field.most) == (1, 1) else {field.name: chosen(field)}
    return move


def at_random(pick: random.Random) -> Chooser:
    """Any number, or any parts, as often as the field allows."""

    def chosen(field: FormField) -> list[Any]:
        if not field.parts:
            return [str(pick.randint(field.least, field.most))]
        pool = [part.brings for part in field.parts for _ in range(part.most)]
        return pick.sample(pool, pick.randint(field.least, min(field.most, len(pool))))

    return chosen


def as_known(field: FormField) -> list[Any]:
    """What is known already, as where a result is corrected."""
    if not field.parts:
        return [str(field.number)]
    return [part.brings for part in field.parts for _ in range(part.chosen)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "options"), [
    ("stop", {}), ("stop", {"rons": "all", "jokers": 6}), ("skip_bo", {}), ("skip_bo", {"teams": "yes"}),
    ("drop_it", {"teams": "yes"}),
])  # fmt: skip
def test_each_form_brings_a_move_that_is_played_or_refused_and_is_filled_again_by_it(
    game: str, options: Any, language: str
) -> None:
    profile, chooser = profile_of(game), at_random(random.Random(7))
    engine = profile.game
    state = engine.start(unnamed(engine.PLAYERS[-1]), options)
    assert profile.results is not None
    forms = profile.results(state, language)
    assert len({form.said for form in forms}) == len(forms)
    for form in forms:
        played = 0
        for _ in range(40):
            move = engine.move_from_json(put_together(form, chooser))
            assert short(engine.describe(state, move))
            found = [known for one in forms if (known := filled(one, engine.move_to_json(move)))]
            assert [engine.move_from_json(put_together(known, as_known)) for known in found] == [move]
            try:
                engine.play(state, move)
            except IllegalMove as refused:
                assert short(refused.said)
            else:
                played += 1
        assert played


def test_d_14_a_joker_is_offered_while_it_may_be_used() -> None:
    forms = drop_it_profile.PROFILE.results
    assert forms is not None
    state = drop_it.start(NAMES[:2], {"jokers": "yes"})
    assert [form.begins for form in forms(state, "en")] == [None]
    (drop,) = forms(state, "en")
    assert [part.chosen for part in drop.fields[-1].parts] == [1, 0]  # most drops count
    broken = drop_it.play(state, Drop(UNKNOWN, 5, broke=True))
    assert [form.begins for form in forms(broken, "en")] == ["joker", None]
    while not broken.all_dropped:
        broken = drop_it.play(broken, Drop(UNKNOWN, 5, broke=True))
    assert [form.begins for form in forms(broken, "en")] == ["joker", "keep"]
    assert forms(drop_it.play(broken, Keep()), "en") == ()


def test_the_camera_goes_on_after_drops_that_it_has_not_seen() -> None:
    """What lies in the frame is theirs as far as nothing else is; what is new is the next drop."""
    habits = drop_it_profile.PROFILE.habits.interpretation
    state = drop_it.start(NAMES[:2], {})
    for drop in (Drop("circle/blue", 1), Drop(UNKNOWN, 3), Drop(UNKNOWN, 2, broke=True)):
        state = drop_it.play(state, drop)
    pieces = ("square/red", "circle/blue", "diamond/yellow", "triangle/green")
    for visible in (4, 3, 2):
        seen = {place_of(at): {piece: 1.0} for at, piece in enumerate(pieces[:visible], start=1)}
        named = habits.named(state, TableReading(seen), TableReading())
        assert named.places["frame/1"] == {"circle/blue": 1.0}
        assert named.places["frame/2"] == {"square/red": 1.0}
        assert named.places["frame/4"] == ({"triangle/green": 1.0} if visible == 4 else {"empty": 1.0})
        assert habits.fault(state, named) is None


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
