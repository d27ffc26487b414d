"""People call on their phones at a live table: one is recorded, the others are told why not, and nothing is lost."""

from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from device.calls.events import CallMade, WithdrawCall
from device.calls.order import WINDOW_S
from device.record.corrections import Correction
from engines import doubt, jarapon
from engines.doubt.state import Challenge
from engines.jarapon.moves import JARAPON, PON, Call, Discard, Draw
from engines.jarapon.wall import SIDES
from engines.messages import Message, Refusal, message
from engines.vocabulary import across
from tests.support.device.calling_table import (
    PATIENCE_S,
    CallingTable,
    calling_table,
    is_laid,
    may_say_riichi,
    two_may_pon,
)
from tests.support.refusals import refused

A_MOMENT = WINDOW_S + 0.01


@pytest.fixture
def discarded(tmp_path: Path) -> Iterator[CallingTable]:
    """Somebody has discarded a tile that both others could take, a second ago."""
    with calling_table(tmp_path, "jarapon", two_may_pon) as table:
        table.wait(1)
        yield table


def reason(call: Future[CallMade]) -> Message:
    with pytest.raises(Refusal) as refusal:
        call.result(PATIENCE_S)
    return refusal.value.said


def why_not(call: Future[CallMade]) -> str:
    return reason(call).key


def in_order_of_the_rules(table: CallingTable) -> list[int]:
    """Who may call pon; of two at once the rules prefer the first."""
    return sorted(table.possible("pon"), key=lambda seat: (seat - table.state.dealer) % 3)


def test_the_one_who_pressed_first_has_called_though_the_other_s_phone_was_quicker(discarded: CallingTable) -> None:
    early, late = discarded.possible("pon")
    before = discarded.recorded
    arrived_first = discarded.press("pon", late)
    discarded.wait(0.2)
    arrived_last = discarded.press("pon", early, ago_s=0.5)
    assert discarded.recorded == before
    discarded.wait(A_MOMENT)
    assert discarded.recorded == [*before, Call(early, PON)]
    made = arrived_last.result(PATIENCE_S)
    assert made.said.key == "jarapon.told.call_pon"
    assert made.entry == discarded.now.moves[-1].entry
    name = discarded.now.view.players[early]
    assert reason(arrived_first) == message("calls.slower", player=name, call="call/pon", seconds="0.3")
    assert discarded.now.notices == ()


def test_nobody_has_pressed_before_there_was_something_to_call(tmp_path: Path) -> None:
    with calling_table(tmp_path, "jarapon", two_may_pon) as table:
        preferred, other = in_order_of_the_rules(table)
        table.wait(0.1)
        liar = table.press("pon", other, ago_s=60)
        honest = table.press("pon", preferred, ago_s=0.09)
        table.wait(A_MOMENT)
        assert honest.result(PATIENCE_S).said.key == "jarapon.told.call_pon"
        assert why_not(liar) == "calls.by_rules"


def test_who_pressed_at_the_same_moment_is_told_so_and_the_rules_say_who(discarded: CallingTable) -> None:
    preferred, other = in_order_of_the_rules(discarded)
    discarded.wait(1)
    lost, won = discarded.press("pon", other, ago_s=0.02), discarded.press("pon", preferred)
    discarded.wait(A_MOMENT)
    assert won.result(PATIENCE_S).said.key == "jarapon.told.call_pon"
    assert discarded.recorded[-1] == Call(preferred, PON)
    assert why_not(lost) == "calls.by_rules"
    assert [said.key for said in discarded.now.notices] == ["calls.all.by_rules"]


def test_to_win_comes_before_pon_however_late_it_is_called(discarded: CallingTable) -> None:
    one = discarded.possible("pon")[0]
    winner = next(seat for seat in discarded.possible("jarapon") if seat != one)
    discarded.press("pon", one)
    discarded.wait(A_MOMENT)
    known = len(discarded.now.moves) - 1  # his phone had not heard of the pon yet
    won = discarded.press("jarapon", winner, moves=known)
    discarded.wait(A_MOMENT)
    assert won.result(PATIENCE_S).said.key == "jarapon.told.call_jarapon"
    assert discarded.recorded[-2:] == [Call(one, PON), Call(winner, JARAPON)]


def test_whoever_calls_after_the_decision_hears_how_late_he_was(discarded: CallingTable) -> None:
    # Of two at once the rules prefer `preferred`, so they would still allow him to call after the other.
    preferred, first = in_order_of_the_rules(discarded)
    discarded.press("pon", first)
    discarded.wait(A_MOMENT)
    assert not discarded.button("pon", preferred).possible
    assert discarded.button("pon", preferred).about.key == "calls.made_by"
    slow = discarded.press("pon", preferred)
    discarded.wait(A_MOMENT)
    assert why_not(slow) == "calls.slower"
    stuck = discarded.press("pon", preferred, ago_s=1.5, moves=len(discarded.now.moves) - 1)
    discarded.wait(A_MOMENT)
    assert why_not(stuck) in ("calls.slower", "calls.too_late")
    assert discarded.recorded[-1] == Call(first, PON)


def test_a_call_for_a_tile_that_is_gone_is_refused(discarded: CallingTable) -> None:
    one = discarded.possible("pon")[0]
    with refused("calls.gone_on"):
        discarded.press("pon", one, moves=len(discarded.now.moves) - 2)
    assert discarded.now.notices == ()  # what concerns one phone is told to that phone


def test_a_call_is_not_taken_for_the_next_tile_that_the_camera_sees_meanwhile(discarded: CallingTable) -> None:
    game, one = discarded.known.game, discarded.possible("pon")[0]
    waiting = discarded.press("pon", one)
    drawn = game.play(discarded.state, next(m for m in game.moves(discarded.state) if isinstance(m, Draw)))
    laid = game.play(drawn, next(m for m in game.moves(drawn) if isinstance(m, Discard) and not m.riichi))
    discarded.see(laid)
    discarded.wait(A_MOMENT)
    assert why_not(waiting) == "calls.gone_on"
    assert isinstance(discarded.recorded[-1], Discard)


def test_a_phone_that_taps_twice_calls_once(discarded: CallingTable) -> None:
    one, before = discarded.possible("pon")[0], len(discarded.recorded)
    answers = [discarded.press("pon", one) for _ in range(5)]
    discarded.wait(A_MOMENT)
    assert {answer.result(PATIENCE_S).entry for answer in answers} == {discarded.now.moves[-1].entry}
    assert len(discarded.recorded) == before + 1


def test_a_mistaken_call_is_taken_back_and_the_other_may_call(discarded: CallingTable) -> None:
    one, other = discarded.possible("pon")
    mistaken = discarded.press("pon", one)
    discarded.wait(A_MOMENT)
    entry = mistaken.result(PATIENCE_S).entry
    assert entry is not None
    discarded.table.post(Correction("strike", entry, by="phone")).result(PATIENCE_S)
    assert discarded.possible("pon") == [one, other]
    meant = discarded.press("pon", other)
    discarded.wait(A_MOMENT)
    assert meant.result(PATIENCE_S).said.key == "jarapon.told.call_pon"
    assert discarded.recorded[-1] == Call(other, PON)


@pytest.mark.parametrize(("name", "player"), [("lie", 0), ("pon", 3), ("pon", -1), ("", 0)])
def test_there_is_no_such_call(discarded: CallingTable, name: str, player: int) -> None:
    with refused("calls.unknown"):
        discarded.press(name, player)


def test_what_the_rules_forbid_is_disabled_with_the_reason_and_refused_with_it(discarded: CallingTable) -> None:
    giver = discarded.state.last
    assert discarded.button("pon", giver).about.key == "jarapon.illegal.own_discard"
    forbidden = discarded.press("pon", giver)
    discarded.wait(A_MOMENT)
    assert why_not(forbidden) == "jarapon.illegal.own_discard"


# Riichi is seen: the discard lies across. What is called is remembered until then.


@pytest.fixture
def drawn(tmp_path: Path) -> Iterator[CallingTable]:
    """Somebody draws, which nobody tells the box, and could say riichi."""
    with calling_table(tmp_path, "jarapon", may_say_riichi) as table:
        yield table


def discard(table: CallingTable, riichi: bool) -> Any:
    """What the table shows when the player in turn has drawn and discarded."""
    state = table.known.box.played.now
    state = jarapon.play(state, Draw(state.turn))
    moves = [move for move in jarapon.moves(state) if isinstance(move, Discard) and move.riichi == riichi]
    return jarapon.play(state, moves[0])


@pytest.mark.parametrize("is_laid_across", [True, False])
def test_riichi_is_announced_until_it_is_seen_and_told_where_it_is_not_laid(
    drawn: CallingTable, is_laid_across: bool
) -> None:
    seat, before = drawn.state.turn, len(drawn.recorded)
    with refused("jarapon.due.draw"):
        drawn.press("riichi", (seat + 1) % 3)  # only who is in turn may say it
    assert drawn.press("riichi", seat).result(PATIENCE_S).entry is None
    assert [said.key for said in drawn.now.notices] == ["calls.announced.riichi"]
    assert drawn.button("riichi", seat).called
    assert len(drawn.recorded) == before
    drawn.see(discard(drawn, riichi=is_laid_across))
    assert drawn.recorded[-1].riichi == is_laid_across
    assert [said.key for said in drawn.now.notices] == ([] if is_laid_across else ["calls.not_done.riichi"])
    assert not drawn.button("riichi", seat).called


def test_riichi_may_be_taken_back_once(drawn: CallingTable) -> None:
    seat = drawn.state.turn
    drawn.press("riichi", seat)
    drawn.table.post(WithdrawCall("riichi", seat)).result(PATIENCE_S)
    assert drawn.now.notices == ()
    with refused("calls.nothing_to_withdraw"):
        drawn.table.post(WithdrawCall("riichi", seat)).result(PATIENCE_S)


def test_riichi_that_the_camera_cannot_tell_is_asked_or_answered_by_the_call(drawn: CallingTable) -> None:
    seat, across_it = drawn.state.turn, discard(drawn, riichi=True)
    tile = across_it.taken
    place = f"river_{SIDES[3][seat] + 1}_{len(across_it.seats[seat].river)}"
    half = {place: {tile: 0.5, across(tile): 0.5}}
    before = len(drawn.recorded)
    drawn.see(across_it, **half)
    assert len(drawn.now.choices.question) > 1
    assert len(drawn.recorded) == before
    drawn.press("riichi", seat)
    assert drawn.now.choices.question == ()
    assert drawn.recorded[before:] == [Draw(seat), Discard(seat, tile, riichi=True)]


def test_a_false_win_is_confirmed_by_people_though_it_was_called(discarded: CallingTable) -> None:
    winner = discarded.possible("jarapon")[0]
    hand = discarded.state.in_hand(winner)
    shown = {f"hand_{SIDES[3][winner] + 1}_{at}": {tile: 1.0} for at, tile in enumerate(hand, start=1)}
    discarded.press("jarapon", winner)
    discarded.wait(A_MOMENT)
    discarded.see(discarded.state, **shown)
    assert discarded.recorded[-1] == Call(winner, JARAPON)
    assert discarded.now.choices.question != ()


# Expose the Lie


@pytest.fixture
def laid(tmp_path: Path) -> Iterator[CallingTable]:
    """Somebody has laid a tile."""
    with calling_table(tmp_path, "doubt", is_laid) as table:
        yield table


def turned_up(table: CallingTable, challenger: int) -> Any:
    """The state when somebody has doubted and the first tile of the lay is turned up."""
    doubted = doubt.play(table.state, Challenge(challenger))
    return doubt.play(doubted, doubt.moves(doubted)[0])


def test_who_called_first_explains_the_tile_that_is_turned_up(laid: CallingTable) -> None:
    first, second = laid.possible("lie")
    laid.wait(1)
    slow = laid.press("lie", first)
    quick = laid.press("lie", second, ago_s=0.3)
    laid.see(turned_up(laid, second))
    assert len(laid.now.choices.question) == 2  # nobody knows yet who has called
    laid.wait(A_MOMENT)
    assert laid.now.choices.question == ()
    assert laid.recorded[-2] == Challenge(second)
    assert quick.result(PATIENCE_S).said.key.startswith("doubt.")
    assert why_not(slow) == "calls.slower"


def test_games_without_calls_have_no_buttons(tmp_path: Path) -> None:
    with calling_table(tmp_path, "reversi", lambda state: True) as table:
        assert table.now.choices.calls == ()


def test_a_call_that_waits_while_the_tile_is_corrected_is_not_taken_for_the_other_tile(
    discarded: CallingTable,
) -> None:
    one = discarded.possible("pon")[0]
    last = discarded.known.box.played.plies[-1]
    waiting = discarded.press("pon", one)
    discarded.clock.now += 0.1
    other = next(tile for tile in "123456789" if tile != last.move.tile)
    changed = discarded.known.game.move_to_json(Discard(last.move.seat, other))
    discarded.table.post(Correction("change", last.entry, changed, "phone")).result(PATIENCE_S)
    discarded.wait(A_MOMENT)
    assert why_not(waiting) == "calls.gone_on"
    assert discarded.recorded[-1] == Discard(last.move.seat, other)
