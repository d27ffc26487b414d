"""Each way to win a game of Stop before the camera: people call, the hands are laid open, and the coins are right."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engines import stop
from engines.stop.cards import in_order
from engines.stop.moves import Call, Discard, Draw, LayOff, Meld, Move, Pon, Show
from engines.stop.state import State
from tests.support.device.card_moves import play
from tests.support.device.dealt_stop import OPENED, PROFILE, dealt, recorded
from tools.films.card_games import CardGame

pytestmark = pytest.mark.slow

PAIRS = ("4H", "4D", "5H", "5D", "KD", "KC", "9S")  # waits for a nine
OUT = ("4H", "5H", "6H", "9S", "9H", "9D", "KD")
LOW = ("AS", "AH", "2S", "2H", "3S", "3H", "joker")  # waits for anything
KING = ("AS", "AH", "2S", "2H", "3S", "3H", "KH")
OTHERS = (
    ("7S", "7H", "8S", "8H", "10S", "10H", "JS"),
    ("QS", "QH", "KS", "AD", "2D", "3D", "6D"),
    ("4C", "5C", "6C", "7C", "8C", "10C", "JC"),
)


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    OPENED.close()


def shown(game: CardGame, state: State) -> State:
    """All lay open what they must."""
    while state.pending:
        seat = state.pending[0]
        state = play(game, state, Show(seat, state.seats[seat].hand))
    return state


def check(game: CardGame, state: State, kind: str, calls: int) -> None:
    """The game was settled as it was played, and people said nothing but the calls."""
    assert {payment.kind for payment in state.payments} == {kind}
    assert game.box.played.now.payments == state.payments
    assert game.game.standings(game.box.played.now) == game.game.standings(state)
    assert (game.people.asked, game.people.said) == (0, calls)


def test_s11_stop_succeeds(tmp_path: Path) -> None:
    game, state = dealt(tmp_path, (PAIRS, LOW, *OTHERS), ("JD",))
    state = play(game, state, Draw("JD"), Discard("JD"), Call(1, "stop"))
    check(game, shown(game, state), "stop", calls=1)


def test_s12_s18_stop_fails_where_somebody_has_fewer_points_though_a_joker_doubles_them(tmp_path: Path) -> None:
    game, state = dealt(tmp_path, (PAIRS, OTHERS[0], LOW, *OTHERS[1:]), ("JD",))
    state = play(game, state, Draw("JD"), Discard("JD"), Call(1, "stop"))
    check(game, shown(game, state), "failed_stop", calls=1)


def test_s14_out_with_the_last_card_and_nobody_wins_on_it(tmp_path: Path) -> None:
    game, state = dealt(tmp_path, (OUT, OTHERS[0], ("AS", "AH", "2S", "3H", "4S", "5S", "7D"), *OTHERS[1:]), ("9C",))
    melds = (Meld(("4H", "5H", "6H")), Meld(("9S", "9H", "9D", "9C")))
    state = play(game, state, Draw("9C"), *melds, Discard("KD"), Call(0, "out"))
    check(game, shown(game, state), "out", calls=1)


def test_s14_a_hit_beats_an_out_that_was_called_before_it(tmp_path: Path) -> None:
    game, state = dealt(tmp_path, (OUT, KING, *OTHERS), ("9C",))
    melds = (Meld(("4H", "5H", "6H")), Meld(("9S", "9H", "9D", "9C")))
    state = play(game, state, Draw("9C"), *melds, Discard("KD"), Call(0, "out"), Call(1, "hit"))
    check(game, shown(game, state), "hit", calls=2)


def test_s15_self_draw(tmp_path: Path) -> None:
    game, state = dealt(tmp_path, (PAIRS, LOW, *OTHERS), ("9C",))
    state = play(game, state, Draw("9C"), Call(0, "tsumo"))
    check(game, shown(game, state), "tsumo", calls=1)  # with which the draw is entered


def test_s16_s8_ron_after_riichi_takes_the_stake(tmp_path: Path) -> None:
    game, state = dealt(tmp_path, (PAIRS, LOW, *OTHERS), ("JD", "9C"))
    state = play(game, state, Draw("JD"), Call(0, "riichi"), Discard("JD"), Draw("9C"), Discard("9C"), Call(0, "ron"))
    check(game, shown(game, state), "ron", calls=2)
    assert game.box.played.now.prize == 1


def test_s17_hit_by_the_next_player(tmp_path: Path) -> None:
    game, state = dealt(tmp_path, (PAIRS, KING, *OTHERS), ("JD",))
    state = play(game, state, Draw("JD"), Discard("KD"), Call(1, "hit"))
    check(game, shown(game, state), "hit", calls=1)


def test_s20_of_two_rons_the_nearer_wins_though_he_calls_later(tmp_path: Path) -> None:
    second = ("7S", "7H", "8S", "8H", "10S", "10H", "9H")
    others = ("JS", "AS", "2S", "3S", "6S", "JH", "QC")
    game, state = dealt(tmp_path, (PAIRS, second, others, *OTHERS[1:]), ("JD", "QD", "9C"))
    state = play(game, state, Draw("JD"), Call(0, "riichi"), Discard("JD"))
    state = play(game, state, Draw("QD"), Call(1, "riichi"), Discard("QD"), Draw("9C"), Discard("9C"))
    state = play(game, state, Call(1, "ron"), Call(0, "ron"))
    assert [claim.seat for claim in state.claims] == [0]
    check(game, shown(game, state), "ron", calls=4)


def test_a_hand_that_is_laid_open_says_who_has_called_where_the_box_was_not_told(tmp_path: Path) -> None:
    hand = in_order(PAIRS)
    game, state = dealt(tmp_path, (KING, PAIRS, *OTHERS), ("9C",))
    state = play(game, state, Draw("9C"), Discard("9C"))
    state = stop.play(stop.play(state, Call(1, "hit")), Show(1, hand))
    game.table.set(PROFILE.filming.heaps(state), {})
    game.look()
    assert Show(1, hand) not in recorded(game), "people are asked first"
    asked = {choice.moved.moves for choice in game.box.question}
    assert asked == {(Call(1, what), Show(1, hand)) for what in ("stop", "hit")}
    game.box.choose(next(choice.key for choice in game.box.question if "hit" in choice.key), "phone")
    check(game, shown(game, state), "hit", calls=0)


@pytest.mark.parametrize("count", [3, 4])
def test_s5_pon_and_kan_are_read_from_whom_they_lie_before(tmp_path: Path, count: int) -> None:
    hand = ("9H", "9D", "9C", "2H", "3S", "5S", "7D")
    game, state = dealt(tmp_path, ((*OUT[:3], "9S", "KD", "QD", "2S"), OTHERS[0], hand, *OTHERS[1:]), ("JD",))
    nines = ("9S", *hand[: count - 1])
    play(game, state, Draw("JD"), Discard("9S"), Pon(2, nines), Discard("2H"))
    assert recorded(game)[1:] == [Discard("9S"), Pon(2, nines), Discard("2H")]
    assert game.people.asked == game.people.said == 0


def test_s3_s4_a_joker_stands_in_a_meld_and_cards_are_laid_off_beside_it(tmp_path: Path) -> None:
    hand, other = ("4H", "joker", "7H", "9S", "KD", "QD", "9D"), ("8H", "9H", "7S", "10S", "10H", "JS", "AC")
    game, state = dealt(tmp_path, (hand, other, *OTHERS[1:], KING), ("6H", "JD"))
    run: tuple[Move, ...] = (Meld(("joker", "6H", "7H")), LayOff("4H", 0, "low"), Discard("KD"))
    state = play(game, state, Draw("6H"), *run)
    play(game, state, Draw("JD"), LayOff("8H", 0, "high"), Discard("10S"))
    assert recorded(game)[1:4] == list(run)
    assert recorded(game)[5:] == [LayOff("8H", 0, "high"), Discard("10S")]
    assert game.people.asked == game.people.said == 0
