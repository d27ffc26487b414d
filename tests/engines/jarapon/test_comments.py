"""Comments on discards: by what the player could know, and only where the hand is known."""

from itertools import islice

import pytest

from engines.bots import NAMES as BOTS
from engines.jarapon.comments import comments
from engines.jarapon.moves import Discard
from engines.jarapon.state import shorter
from tests.support.engines.bot_games import greedy_game
from tests.support.engines.in_short import short
from tests.support.engines.jarapon import BROKEN, after, begun, jarapon, lines_of

FATED = "1 1 5 5 5 9 9 9"  # waits for a 1, and for an almighty
DUEL, SIX = "Fated Duel / 宿命の対決", "Six and Three / 6連"


def told(moves: str, number: int = -1, players: int = 3) -> list[str]:
    """What is said of one move of a record, the last one if not said otherwise."""
    states = [begun(players)]
    for line in lines_of(moves):
        states.append(after(line, states[-1]))
    made = [jarapon.move_from_json(line) for line in lines_of(moves)]
    return [short(one) for one in comments(states, made, number % len(made) + 1)]


def with_hand(hand: str, then: str, others: str = "? / ?") -> str:
    return f"{BROKEN}; deal 2: {hand} / {others}; {then}"


@pytest.mark.parametrize(
    ("hand", "then", "said"),
    [
        (FATED, "1 draw 8; 1 discard 8", ["same 8", f"waits ★ 1 9 {DUEL}"]),
        (FATED, "1 draw 8; 1 discard 9", ["other 8", "no_wait 9 8 9", f"waits ★ 1 9 {DUEL}"]),
        ("1 1 1 1 9 9 9 wild", "1 draw 5; 1 discard 5", ["other 1", "fewer 5 1 6 9", f"waits ★ 5 9 {DUEL}"]),
        ("1 1 1 3 7 7 7 7", "1 draw wild; 1 discard 7", ["other 3", "cheaper 7 3 266 430", f"waits ★ 7 6 {SIX}"]),
        ("1 1 2 2 3 4 8 9", "1 draw 6; 1 discard 1", ["same 1", "lacks 5 7 2 Galaxy Tour / 銀河めぐり 50"]),
        ("1 2 2 3 3 4 4 4", "1 draw 7; 1 discard 7", ["as_good 7 1", "lacks 2 3 2 Resistance / レジスタンス 240"]),
        (FATED, "1 draw 1; 1 discard 1", [f"won {DUEL} 400"]),  # 200, twice for the dealer
    ],
)
def test_a_discard_is_compared_with_the_advisers_and_that_one_explained(hand: str, then: str, said: list[str]) -> None:
    drawn = then.split()[2].rstrip(";").replace("wild", "★")
    held = " ".join(sorted([*hand.replace("wild", "★").split(), drawn]))
    assert told(with_hand(hand, then)) == [f"held Aya {held}", *said]


def test_what_others_hold_is_not_known_to_a_player() -> None:
    """Ben has every 1 that could come, and Aya cannot see it."""
    then = "1 draw 8; 1 discard 9"
    assert told(with_hand(FATED, then)) == told(with_hand(FATED, then, "1 1 1 1 1 1 1 2 / 3 3 3 3 3 3 3 3"))


def test_what_lies_open_can_no_longer_come() -> None:
    then = "1 draw 8; 1 discard 8; 2 draw; 2 discard 1; 3 draw; 3 discard 1; 1 draw 8; 1 discard 8"
    assert told(with_hand(FATED, then))[-1] == f"waits ★ 1 7 {DUEL}"


def test_a_hand_that_is_shown_is_known_as_far_back_as_it_has_not_changed() -> None:
    shown = "2 draw; 2 discard 3; 1 jarapon 1 1 1 2 2 2 3 3"
    round_of_others = "2 draw; 2 discard 5; 3 draw; 3 discard 6; 1 draw; 1 discard 7"
    known = ["held Aya 1 1 1 2 2 2 3 3 4", "same 4", "waits ★ 3 9 Resistance / レジスタンス"]
    assert told(with_hand("?", f"1 draw; 1 discard 4; {shown}"), 5) == known
    assert told(with_hand("?", f"1 draw; 1 discard 4; {round_of_others}; {shown}"), 5) == []
    riichi = with_hand("?", f"1 draw; 1 discard 4 riichi; {round_of_others}; {shown}")
    assert told(riichi, 5) == known  # since then it was frozen
    assert told(riichi, 11) == []  # nothing was to be chosen


def test_of_an_unknown_hand_and_of_other_moves_nothing_is_said() -> None:
    assert told(with_hand("?", "1 draw; 1 discard 4")) == []
    assert told(with_hand(FATED, "1 draw 8")) == []
    # by self-draw: which of the nine was drawn, nobody has seen
    assert told(with_hand("?", "1 draw; 1 discard 4; 2 draw; 2 discard 8; 3 draw; 3 discard 8; 1 draw; "
                               "1 jarapon 1 1 1 2 2 2 3 3 3"), 5) == []  # fmt: skip


@pytest.mark.parametrize("players", [2, 4])
def test_no_comment_names_a_tile_that_the_player_did_not_have(players: int) -> None:
    plies = list(islice(greedy_game(jarapon, BOTS[:players], {"dealer": "first"}, 3), 150))
    states, made = [state for state, _ in plies], [move for _, move in plies]
    commented = 0
    for number, (state, move) in enumerate(plies[:-1], start=1):
        for said in comments(states, made, number):
            assert isinstance(move, Discard)
            named = {str(fact) for name, fact in said.facts if name in ("tile", "best")}
            assert named <= set(map(shorter, state.in_hand(move.seat)))
            commented += 1
    assert commented > 40
