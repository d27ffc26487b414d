"""Galaxy Jarapon on a score pad: hands of which only the end is entered, J7-2 and J7-13 to J7-26."""

import random
from collections.abc import Iterator
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.contract import Game
from engines.hands import in_order
from engines.jarapon import Move, State
from engines.jarapon.hand import Pon
from engines.jarapon.moves import FirstDealer, NobodyWon, Result, Show, Throw, TurnUp, Won, WonFalsely
from engines.jarapon.state import Phase
from engines.vocabulary import NOTHING
from tests.support.engines import laws
from tests.support.engines.bot_games import greedy_game
from tests.support.engines.jarapon import after, begun, jarapon, prompts, refused, rules, with_purses
from tests.support.engines.seats import AYA

THREE_SETS = "1 1 1 4 4 4 8 8 8"
FALSE_WINS = 0.02  # how often somebody shows a hand that is none, when he has drawn
seeds = st.integers(0, 2**32)


def test_a_hand_is_won_on_a_discard_after_the_first_dealer_is_named() -> None:
    state = after("2 deals first; 1 won 1 1 1 4 4 4 8 8 8 from 3 dora 9 bonus 9 riichi 1", begun(dealer="die"))
    assert refused(begun(dealer="die"), "1 won 1 1 1 4 4 4 8 8 8")
    assert state.match.purses == (3000 + 90, 3000, 3000 - 90, 3000)  # 60, and 30 for riichi; its own chip comes back
    assert (state.dealer, state.next_dealer) == (1, 2)
    assert "dealer Ben 1" in prompts(after("2 deals first", begun(dealer="die")))


def test_the_dealer_who_draws_the_winning_tile_is_paid_double_by_all_and_deals_again() -> None:
    state = after(f"1 won {THREE_SETS} dora 8")
    assert state.match.purses == (3900, 2700, 2700, 2700)  # twice 60 and 90 for three tiles of the dora's number
    assert state.next_dealer == AYA


def test_riichi_chips_stay_on_the_table_until_somebody_wins() -> None:
    state = after("nobody won riichi 1 riichi 3; 2 won falsely riichi 4")
    assert (state.match.chips, state.match.purses) == (3, (3020, 2910, 3020, 3020))
    assert after(f"2 won {THREE_SETS} from 1 dora 9", state).match.chips == 0


def test_a_followed_hand_goes_over_to_the_pad_and_its_riichi_chip_counts_once() -> None:
    state = after("build; 1 throw 3; 1 throw 4; deal 9; 1 draw; 1 discard 4 riichi; 2 draw")
    won = after(f"1 won {THREE_SETS} from 2 dora 9 riichi 1", state)
    assert won.match.purses == (3000 + 2 * 90, 3000 - 2 * 90, 3000, 3000)
    assert set(jarapon.layout(won).values()) == {NOTHING}
    assert jarapon.moves(won) == jarapon.moves(begun())  # the next walls


def test_what_the_rules_exclude_is_refused_with_a_reason() -> None:
    broke = with_purses(begun(), 3000, 0, 3000, 3000)
    assert "Aya" in refused(begun(), f"1 won {THREE_SETS} from 1 dora 9")
    assert "riichi" in refused(broke, "nobody won riichi 2")
    assert "pon" in refused(begun(), f"2 won {THREE_SETS} pon 8 dora 9 riichi 2")
    assert "none" in refused(begun(), "2 won 1 1 1 2 2 2 3 3 4 dora 9")
    assert "padawan" in refused(begun(rules="padawan"), "2 won 1 2 3 4 5 6 7 8 9 pon 3")


def test_the_last_chip_of_a_player_ends_the_match_at_once_where_people_play_so() -> None:
    state = with_purses(begun(broke="at_once"), 3000, 10, 3000, 3000)
    assert jarapon.is_over(after("nobody won riichi 2", state))
    assert "over" in refused(state, f"2 won {THREE_SETS} dora 9 riichi 2")


def plays_with_fouls(game: Game[State, Move], seed: int) -> Iterator[tuple[State, Move]]:
    """A match of bots, in which somebody now and then shows a hand that is none."""
    pick = random.Random(seed)
    players, options = laws.any_table(game, seed)
    state = game.deal(players, options, seed)
    for _, move in greedy_game(game, players, options, seed):
        if state.phase == Phase.DISCARD and state.drawn and not state.claim and pick.random() < FALSE_WINS:
            yield state, Show(state.turn, state.in_hand(state.turn))
            return
        yield state, move
        state = game.play(state, move)


def result_of(before: State, move: Move, state: State) -> Result:
    """How a hand ended, as people would enter it: `before` is the table before the last move of it."""
    entry = state.match.account[-1]
    riichi = tuple(seat for seat, one in enumerate(before.seats) if one.riichi)
    if entry.kind == "void":
        return NobodyWon(riichi)
    if entry.kind == "false_win":
        return WonFalsely(entry.seat, riichi)
    assert entry.worth is not None
    me = before.seats[entry.seat]
    concealed = move.tiles if isinstance(move, Show) else me.hand
    tiles = [*concealed, *(tile for laid in me.sets for tile in laid.tiles)]
    tiles += [] if entry.worth.giver is None else [before.taken]
    pons = tuple(Pon(laid.number, laid.wilds) for laid in me.sets)
    bonus = move.tile if isinstance(move, TurnUp) else None
    dora = None if before.house.rules == "padawan" else before.dora
    return Won(entry.seat, in_order(tiles), pons, entry.worth.giver, dora, bonus, riichi)


@settings(max_examples=12, deadline=None)
@given(seeds)
def test_the_pad_books_what_following_the_same_match_gives(seed: int) -> None:
    """Entered on a pad alone, and in the middle of each followed hand."""
    pick = random.Random(seed)
    players, options = laws.any_table(jarapon, seed)
    pad, midway = jarapon.start(players, options), None
    for state, move in plays_with_fouls(jarapon, seed):
        then = jarapon.play(state, move)
        if isinstance(move, Throw) and then.match.first is not None and pad.match.first is None:
            pad = jarapon.play(pad, FirstDealer(then.match.first))
        if state.phase in (Phase.DRAW, Phase.DISCARD) and (midway is None or pick.random() < 0.2):
            midway = jarapon.view(state, None)
        if then.match.hand and then.phase in (Phase.BUILD, Phase.OVER):
            if then.match.account[-1].kind == "riichi":  # which has ended the match
                return
            result = result_of(state, move, then)
            assert midway is not None
            pad = jarapon.play(pad, rules_round_trip(result))
            assert booked(jarapon.play(midway, result)) == booked(pad) == booked(then)
            midway = None


def rules_round_trip(result: Result) -> Move:
    """The result as it is read again from the journal."""
    return jarapon.move_from_json(jarapon.move_to_json(result))


def booked(state: State) -> tuple[object, ...]:
    """All that a hand leaves: the account, who deals, and what is told of it; a pad knows no order of riichi."""
    told = [] if state.match.account[-1].kind == "false_win" else [prompt.said for prompt in jarapon.prompt(state)]
    account = sorted(state.match.account, key=lambda entry: (entry.hand, entry.kind != "riichi", entry.seat))
    return (
        replace(state.match, seed=None, account=tuple(account)),
        state.phase,
        [one.rank for one in jarapon.standings(state)],
        told,
    )


def test_a_result_is_told_in_a_line_of_the_record() -> None:
    said = rules.described(begun(), "2 won falsely", "nobody won riichi 1", f"3 won {THREE_SETS} from 1 dora 9")
    assert said == ["told.won_falsely Ben", "told.void", "told.show Chie 1 1 1 4 4 4 8 8 8"]
