"""People call Stop, 70, ron, hit, pon and kan on their phones: who was first counts, where the rules do not say who."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.calls.events import WithdrawCall
from device.table.events import Asked
from engines import stop
from engines.bots import NAMES
from engines.messages import message
from engines.stop.moves import Call, Discard, Draw, Move
from tests.device.calls.test_calling import A_MOMENT, why_not
from tests.support.device.calling_at_stop import AYA, BEN, CHIE, DAN, IN_RIICHI, LAID, OPENS, at_stop
from tests.support.device.calling_table import PATIENCE_S, CallingTable
from tests.support.device.dealt_stop import BARE, row
from tests.support.device.observing import observe
from tests.support.refusals import refused


@pytest.fixture
def discarded(tmp_path: Path) -> Iterator[CallingTable]:
    """Aya has discarded a nine."""
    with at_stop(tmp_path, OPENS) as table:
        yield table


def notices(table: CallingTable) -> list[str]:
    return [said.key for said in table.now.notices]


def sees(table: CallingTable, *moves: Move) -> None:
    """People go on, and the camera sees what they have laid."""
    for move in moves:
        table.state = stop.play(table.state, move)
    table.see(table.state)


def test_each_player_may_call_what_he_could_hold_and_hears_why_not(discarded: CallingTable) -> None:
    may = {name: discarded.possible(name) for name in ("stop", "seventy", "ron", "hit", "pon", "kan")}
    others = [1, 2, 3, 4]
    assert may == {"stop": [BEN], "seventy": [BEN], "ron": [], "hit": [BEN], "pon": others, "kan": others}
    assert discarded.button("pon", CHIE).about == message("calls.about.card", player=NAMES[AYA], card="9S")
    reasons = {(name, seat): discarded.button(name, seat).about.key for name, seat in (
        ("stop", CHIE), ("ron", CHIE), ("hit", CHIE), ("pon", AYA), ("kan", AYA)
    )}  # fmt: skip
    assert reasons == {
        ("stop", CHIE): "stop.illegal.not_your_turn",
        ("ron", CHIE): "stop.illegal.ron_without_riichi",
        ("hit", CHIE): "stop.illegal.hit_not_next",
        ("pon", AYA): "stop.illegal.no_pon_now",
        ("kan", AYA): "stop.illegal.no_pon_now",
    }


def test_the_first_pressed_has_the_discard_until_he_lays_it(discarded: CallingTable) -> None:
    late = discarded.press("pon", DAN)
    first = discarded.press("pon", CHIE, ago_s=0.3)
    before = discarded.recorded
    discarded.wait(A_MOMENT)
    made = first.result(PATIENCE_S)
    assert (made.said, made.entry) == (message("calls.announced.pon", player=NAMES[CHIE]), None)
    assert why_not(late) == "calls.slower"
    assert discarded.recorded == before, "it is recorded when it lies open"
    assert notices(discarded) == ["calls.announced.pon"]
    for name, seat in (("pon", DAN), ("kan", DAN), ("stop", BEN)):
        assert not discarded.button(name, seat).possible
        assert discarded.button(name, seat).about == message("calls.made_by", player=NAMES[CHIE], call="call/pon")
        refused_now = discarded.press(name, seat)
        discarded.wait(A_MOMENT)
        assert why_not(refused_now) in ("calls.made_by", "calls.slower")
    lying = BARE | row("9S 9D 9C", {"3": 1.0})
    discarded.do(Asked(lambda: observe(discarded.known.box, lying.places, facts=lying.facts)))
    assert (discarded.recorded[-1], notices(discarded)) == (LAID, [])


def test_two_who_press_at_once_agree_who_has_it(discarded: CallingTable) -> None:
    both = [discarded.press("pon", seat) for seat in (CHIE, DAN)]
    discarded.wait(A_MOMENT)
    assert [why_not(one) for one in both] == ["calls.at_once"] * 2
    assert notices(discarded) == ["calls.all.at_once"]


def test_a_pon_that_is_not_laid_is_told_and_does_not_go_on_to_the_next_discard(discarded: CallingTable) -> None:
    discarded.press("pon", CHIE)
    discarded.wait(A_MOMENT)
    sees(discarded, Draw("QD"), Discard("QD"))
    assert discarded.recorded[-1] == Discard("QD")
    assert notices(discarded) == ["calls.not_done.pon"]
    assert CHIE in discarded.possible("pon")
    assert not discarded.button("pon", CHIE).called


def test_a_mistaken_pon_is_taken_back_and_another_may_call(discarded: CallingTable) -> None:
    discarded.press("pon", CHIE)
    discarded.wait(A_MOMENT)
    assert discarded.button("pon", CHIE).called
    discarded.do(WithdrawCall("pon", CHIE))
    second = discarded.press("kan", DAN)
    discarded.wait(A_MOMENT)
    assert second.result(PATIENCE_S).said.key == "calls.announced.kan"
    with refused("calls.nothing_to_withdraw"):
        discarded.do(WithdrawCall("pon", CHIE))


@pytest.mark.parametrize("is_stop_first", [True, False])
def test_stop_before_the_draw_or_the_pon_whichever_was_pressed_first(
    discarded: CallingTable, is_stop_first: bool
) -> None:
    stopped = discarded.press("stop", BEN, ago_s=0.3 if is_stop_first else 0.0)
    pon = discarded.press("pon", CHIE, ago_s=0.1)
    discarded.wait(A_MOMENT)
    if is_stop_first:
        assert stopped.result(PATIENCE_S).said.key == "stop.called_stop"
        assert discarded.recorded[-1] == Call(BEN, "stop")
        assert why_not(pon) == "calls.slower"
    else:
        assert pon.result(PATIENCE_S).said.key == "calls.announced.pon"
        assert why_not(stopped) == "calls.slower"
        assert Call(BEN, "stop") not in discarded.recorded


def test_s20_a_hit_comes_before_a_pon_however_late_it_is_called(discarded: CallingTable) -> None:
    discarded.press("pon", CHIE)
    discarded.wait(A_MOMENT)
    won = discarded.press("hit", BEN)
    discarded.wait(A_MOMENT)
    assert won.result(PATIENCE_S).said.key == "stop.called_hit"
    assert discarded.recorded[-1] == Call(BEN, "hit")
    assert notices(discarded) == [], "the pon is void"


@pytest.mark.parametrize("is_nearer_first", [True, False])
def test_s20_of_two_rons_the_nearer_wins_whichever_was_pressed_first(tmp_path: Path, is_nearer_first: bool) -> None:
    with at_stop(tmp_path, IN_RIICHI) as table:  # Chie has discarded: Aya sits nearer than Ben
        assert table.possible("ron") == [AYA, BEN]
        nearer = table.press("ron", AYA, ago_s=0.3 if is_nearer_first else 0.0)
        farther = table.press("ron", BEN, ago_s=0.1)
        table.wait(A_MOMENT)
        assert nearer.result(PATIENCE_S).said.key == "stop.called_ron"
        if is_nearer_first:
            assert why_not(farther) == "calls.slower"
        else:
            assert farther.result(PATIENCE_S).said.key == "stop.called_ron"
        assert [claim.seat for claim in table.known.box.played.now.showdown.claims] == [AYA]
        late = table.press("ron", BEN)
        table.wait(A_MOMENT)
        assert why_not(late) in ("stop.illegal.nearer", "stop.illegal.called_already")


def test_a_table_that_no_camera_watches_takes_calls_but_lists_no_deck_of_cards(discarded: CallingTable) -> None:
    discarded.table.post(Asked(lambda: discarded.known.box.read(False))).result(PATIENCE_S)
    assert discarded.now.by_hand
    assert discarded.possible("stop") == [BEN]
    assert len(discarded.now.choices.untold) < 30
    made = discarded.press("stop", BEN)
    discarded.wait(A_MOMENT)
    assert made.result(PATIENCE_S).entry is not None
    assert discarded.recorded[-1] == Call(BEN, "stop")
