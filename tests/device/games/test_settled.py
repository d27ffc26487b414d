"""A game looked at again says what a hand was worth and who paid whom, at the move that settled it."""

import pytest

from device.games.listing import GAMES, profile_of
from device.record.replay import AnyReplay
from device.texts import say
from engines.bots import NAMES
from tests.support.engines.bot_games import greedy_game
from tests.support.engines.jarapon import BROKEN, lines_of
from tests.support.web.kept_tables import read, record_of


def told(played: AnyReplay) -> dict[int, list[str]]:
    """What is told at each ply that has settled something."""
    settled, states = profile_of(played.game.NAME).settled, played.states
    all_told = {at: [say(one, "en") for one in settled(*states[at - 1 : at + 1])] for at in range(1, len(states))}
    return {at: said for at, said in all_told.items() if said}


def jarapon(moves: str) -> AnyReplay:
    names = [f"# player: {name}" for name in NAMES[:3]]
    return read("jarapon", "\n".join([*names, "# dealer: first", *lines_of(f"{BROKEN}; deal 9; {moves}")]))


def test_a_hand_of_galaxy_jarapon_its_points_and_who_pays_whom() -> None:
    played = jarapon("1 draw; 1 discard 9; 2 draw; 2 discard 3; 1 jarapon 1 1 1 2 2 2 3 3; build")
    assert told(played) == {
        len(played.plies) - 1: [
            f"Jarapon! {NAMES[0]} has won the hand.",
            "Resistance / レジスタンス: 240",
            "· dealer × 2: 480",
            f"· {NAMES[1]} gives {NAMES[0]} 4\u00a0×\u00a0100 and 8\u00a0×\u00a010",
            "Score sheet: our reconstruction, not the maker's sheet; enter your own to play by it.",
        ]
    }


def test_a_hand_with_riichi_is_told_again_with_its_bonus_tile_and_neither_chip_nor_discard_settles_anything() -> None:
    before = "1 draw; 1 discard 9 riichi; 2 draw; 2 discard 3"
    assert told(jarapon(before)) == {}
    shown, turned_up = told(jarapon(f"{before}; 1 jarapon 1 1 1 2 2 2 3 3; turn up 1")).values()
    assert not any(" gives " in line for line in shown)
    assert any(" gives " in line for line in turned_up)


@pytest.mark.parametrize("seed", [0, 1])
def test_each_game_of_stop_is_told_when_it_is_settled(seed: int) -> None:
    played = read("stop", record_of("stop", list(greedy_game(GAMES["stop"], NAMES[:5], {}, seed))))
    games = [state.match.games for state in played.states]
    ends = [at for at in range(1, len(games)) if games[at] > games[at - 1]]
    assert ends
    assert list(told(played)) == ends
    assert any("pays" in line for said in told(played).values() for line in said)


def test_other_games_settle_nothing_by_the_way() -> None:
    assert told(read("reversi", "f5d6")) == {}
