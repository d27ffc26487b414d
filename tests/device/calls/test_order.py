"""Who called first: by when it was pressed, within what can be believed and measured, and never against the rules."""

from itertools import islice, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.calls.order import MAX_AGO_S, MAX_ALIKE_S, Called, Lost, decide, pressed_s
from device.games.listing import GAMES, profile_of
from device.games.profile import CallKind
from engines.bots import NAMES
from engines.contract import AnyGame
from tests.support.engines.bot_games import random_game


def call(player: int, pressed: float, arrived: float | None = None, name: str = "pon") -> Called:
    return Called(name, player, 9, pressed, pressed + 0.05 if arrived is None else arrived)


def one_only(made: tuple[Called, ...], _: Called) -> bool:
    """Rules by which only one call may be made, whoever makes it."""
    return not made


def lower_seat_first(made: tuple[Called, ...], one: Called) -> bool:
    """Rules by which of two calls at once that of the lower seat counts."""
    return all(one.player < other.player for other in made)


CALLS = st.builds(
    call,
    st.integers(0, 3),
    st.floats(0, 3).map(lambda seconds: round(seconds, 3)),
    st.floats(3, 4),
    st.sampled_from(["pon", "jarapon"]),
)


def test_the_earlier_press_counts_though_it_arrives_later() -> None:
    ben, aya = call(1, 5.0, 5.05), call(0, 4.8, 5.4)
    assert decide([ben, aya], one_only).made == (aya,)
    assert decide([ben, aya], one_only).lost == {ben: Lost("slower", aya)}


def test_what_was_pressed_at_the_same_moment_is_the_rules_matter() -> None:
    aya, ben, chie = call(0, 5.02), call(1, 5.0), call(2, 5.5)
    decided = decide([aya, ben, chie], lower_seat_first)
    assert decided.made == (aya,)
    assert decided.lost == {ben: Lost("by_rules", aya), chie: Lost("slower", aya)}


def test_where_the_rules_do_not_say_either_nobody_s_call_counts_and_people_are_asked() -> None:
    aya, ben, chie = call(0, 5.02), call(1, 5.0), call(2, 5.5)
    decided = decide([aya, ben, chie], one_only)
    assert decided.made == ()
    assert decided.lost == {aya: Lost("at_once", ben), ben: Lost("at_once", aya), chie: Lost("slower", ben)}


def test_a_call_that_the_rules_put_above_another_follows_it() -> None:
    pon, jarapon = call(1, 5.0), call(2, 5.3, name="jarapon")

    def rules(made: tuple[Called, ...], one: Called) -> bool:
        return one.name == "jarapon" or not made

    assert decide([jarapon, pon], rules).made == (pon, jarapon)
    late_pon = call(1, 5.5)
    assert decide([jarapon, late_pon], rules).made == (jarapon,)
    assert decide([jarapon, late_pon], rules).lost == {late_pon: Lost("slower", jarapon)}
    same_time = call(1, 5.31)
    assert decide([jarapon, same_time], rules).lost == {same_time: Lost("by_rules", jarapon)}


def test_after_the_decision_an_earlier_press_is_told_the_truth() -> None:
    standing, lost_in_the_net, slow = call(1, 5.0), call(0, 4.9, 7.0), call(2, 6.0)
    decided = decide([lost_in_the_net, slow], lambda *_: True, standing=[standing])
    assert decided.made == ()
    assert decided.lost == {lost_in_the_net: Lost("too_late", standing), slow: Lost("slower", standing)}


@given(st.lists(CALLS, max_size=6), st.sampled_from([one_only, lower_seat_first]), st.randoms())
def test_the_order_of_arrival_never_matters(calls: list[Called], rules, chance) -> None:
    mixed = [*calls]
    chance.shuffle(mixed)
    one, other = decide(calls, rules), decide(mixed, rules)
    if len({(one.pressed_s, one.name, one.player) for one in calls}) == len(calls) == len({c.pressed_s for c in calls}):
        assert (one.made, one.lost) == (other.made, other.lost)


@given(st.lists(CALLS, max_size=6), st.sampled_from([one_only, lower_seat_first]))
def test_every_call_counts_or_is_told_why_not(calls: list[Called], rules) -> None:
    decided = decide(calls, rules)
    assert {*decided.made, *decided.lost} == set(calls)
    assert not {*decided.made} & {*decided.lost}
    assert len({(one.name, one.player) for one in decided.made}) == len(decided.made)
    for lost in decided.lost.values():
        assert lost.to is None or lost.to in calls


@given(st.lists(CALLS, min_size=1, max_size=6), st.sampled_from([one_only, lower_seat_first]))
def test_nobody_who_was_clearly_later_comes_before_his_like(calls: list[Called], rules) -> None:
    for made in decide(calls, rules).made:
        for other in calls:
            if other.name == made.name and other.player != made.player:
                assert made.pressed_s - other.pressed_s < MAX_ALIKE_S


@given(
    ago=st.floats(-10, 1e6),
    arrived=st.floats(10, 100),
    before=st.floats(0, 10),
    sent=st.none() | st.floats(-1e6, 1e6),
)
def test_a_phone_is_believed_within_bounds(ago: float, arrived: float, before: float, sent: float | None) -> None:
    since = arrived - before
    pressed = pressed_s(ago, arrived, since, sent)
    assert max(since, arrived - MAX_AGO_S) <= pressed <= arrived


def test_a_slow_network_costs_nothing_where_the_phone_knows_the_box_s_clock() -> None:
    assert pressed_s(0.1, arrived_s=8.0, since_s=0, sent_s=7.5) == pytest.approx(7.4)
    assert pressed_s(0.1, arrived_s=8.0, since_s=0, sent_s=9.5) == pytest.approx(7.9)


def rules_of(game: AnyGame, state, kinds: dict[str, CallKind]):
    """The engine's own word on calls that were made in a position."""

    def allowed(made: tuple[Called, ...], one: Called) -> bool:
        now = state
        for before in made:
            now = game.play(now, next(m for m in game.moves(now) if kinds[before.name].is_call(m, before.player)))
        return profile_of(game.NAME).lists(now, kinds[one.name], one.player)

    return allowed


@pytest.mark.parametrize(("name", "players"), [("jarapon", 4), ("jarapon", 3), ("doubt", 4), ("doubt", 3)])
def test_no_call_is_ever_made_that_the_rules_forbid_and_they_settle_all_that_is_called_at_once(
    name: str, players: int
) -> None:
    game, kinds = GAMES[name], {kind.name: kind for kind in profile_of(name).calls if not kind.announces}
    told = set()
    for state, _ in islice(random_game(game, NAMES[:players], {}, 7), 0, 240, 8):
        public = game.view(state, None)
        allowed = rules_of(game, public, kinds)
        for one, other in permutations([(kind, seat) for kind in kinds for seat in range(players)], 2):
            for apart in (0.0, 0.2):
                decided = decide([call(one[1], 5, name=one[0]), call(other[1], 5 + apart, name=other[0])], allowed)
                now = public
                for made in decided.made:
                    moves = [move for move in game.moves(now) if kinds[made.name].is_call(move, made.player)]
                    assert moves
                    now = game.play(now, moves[0])
                told |= {lost.why for lost in decided.lost.values()}
                assert all(lost.why != "at_once" for lost in decided.lost.values())
    assert told >= {"slower", "by_rules", "not_allowed"}


@pytest.mark.parametrize(("name", "players"), [("jarapon", 4), ("jarapon", 2), ("doubt", 3)])
def test_what_is_not_possible_has_a_reason_and_what_is_possible_has_none(name: str, players: int) -> None:
    game, seen = GAMES[name], set()
    for state, _ in islice(random_game(game, NAMES[:players], {}, 3), 300):
        public = game.view(state, None)
        for kind in profile_of(name).calls:
            for seat in range(players):
                listed, why = profile_of(name).lists(public, kind, seat), kind.refused(public, seat)
                seen.add((kind.name, listed))
                assert listed or why is not None
                if listed:
                    assert why is None or kind.announces
                    assert kind.about(public, seat).key.startswith("calls.about.")
    assert seen == {(kind.name, listed) for kind in profile_of(name).calls for listed in (True, False)}
