"""Stop while hands are over the table: discards that are taken unseen, and what people say of what came meanwhile."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.referee.choices import told
from engines import stop
from engines.stop.cards import CARDS, in_order
from engines.stop.moves import TAKE, Call, Deal, Discard, Draw, Meld, Move, Show
from engines.stop.state import State
from engines.vocabulary import UNKNOWN
from tests.support.device.card_moves import play
from tests.support.device.dealt_stop import HANDS, OPENED, PROFILE, dealt, recorded
from tools.films.card_games import CardGame, follow_cards

pytestmark = pytest.mark.slow

TAKEN = [Discard(UNKNOWN), TAKE]


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    OPENED.close()


def asked_after(game: CardGame, state: State, *moves: Move) -> list[str]:
    """What people may answer when several moves got one picture, before anybody answers."""
    for move in moves:
        state = stop.play(state, move)
    game.table.set(PROFILE.filming.heaps(state), {})
    game._is_unwatched = True
    game.look()
    return [told(choice, "en") for choice in game.box.question]


def test_the_answers_say_whether_it_was_all(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    state = play(game, state, Draw("6C"), Discard("KD"))
    taken = "Ben discards a card that I did not see. Chie takes the card that Ben discarded, at once."
    assert asked_after(game, state, Draw("2D"), Discard("8D")) == [
        "Ben discards the 8 of diamonds. That was all.",
        f"{taken} Chie discards the 8 of diamonds. That was all.",
        "Ben discards the 8 of diamonds. After that, more happened.",
        f"{taken} After that, more happened.",
    ]
    assert told(game.box.question[-1], "ja") == (
        "Benさんが札を1枚捨てましたが、見えませんでした。Benさんが捨てた札をChieさんがすぐに拾いました。"
        "そのあとにもまだ続きがあります。"
    )


@pytest.mark.parametrize(("discards", "last"), [(["8D"], "4S"), (["8D", "2H"], "6S"), (["8D", "2H", "QC"], "JS")])
def test_discards_that_are_taken_unseen_are_said_by_people(tmp_path: Path, discards: list[str], last: str) -> None:
    game, state = dealt(tmp_path)
    state = play(game, state, Draw("6C"), Discard("KD"))
    before = [move for card in discards for move in (Discard(card), TAKE)]
    state = play(game, state, Draw("2D"), *before, unseen_until_last=True)
    state = play(game, state, Discard(last))
    assert recorded(game)[2:] == [Draw(UNKNOWN), *TAKEN * len(discards), Discard(last)]
    assert game.box.played.now.turn == state.turn
    asked = game.people.asked
    assert asked <= len(discards)
    play(game, state, Draw(state.stock[0]), Discard(state.stock[0]))
    assert recorded(game)[-1] == Discard(state.stock[0])
    assert game.people.asked == asked, "once it is said, all goes on as before"


def test_what_was_taken_unseen_after_a_meld_is_said_by_people(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    state = play(game, state, Draw("6C"), Discard("KD"))
    state = play(game, state, TAKE, Meld(("KH", "KD", "KC")), Discard("8D"), TAKE, unseen_until_last=True)
    assert recorded(game)[2:] == [TAKE, Meld(("KH", "KD", "KC")), *TAKEN]
    play(game, state, Discard("2H"))
    assert recorded(game)[-1] == Discard("2H") and game.people.asked <= 3


def test_s8_no_discard_is_taken_unseen_by_a_player_in_riichi(tmp_path: Path) -> None:
    pairs = ("4S", "4D", "7C", "7D", "9H", "9D", "2H")
    game, state = dealt(tmp_path, (*HANDS[:2], pairs, *HANDS[3:]), ("6C", "2D", "5S", "JD", "QD", "AD", "6D"))
    state = play(game, state, Draw("6C"), Discard("KD"), Draw("2D"), Discard("8D"), Draw("5S"), Call(2, "riichi"))
    state = play(game, state, Discard("5S"), Draw("JD"), Discard("6S"), Draw("QD"), Discard("JH"), Draw("AD"))
    state = play(game, state, Discard("2C"))
    asked = asked_after(game, state, Draw("6D"), Discard("7S"))
    assert asked == [
        f"Ben discards the 7 of spades. {then}" for then in ("That was all.", "After that, more happened.")
    ]


def test_s8_a_riichi_that_nobody_could_enter_as_a_meld_was_not_read_is_not_lost(tmp_path: Path) -> None:
    pairs = ("4S", "4D", "7C", "7D", "9H", "9D", "2H")
    game, state = dealt(tmp_path, (HANDS[0], pairs, HANDS[1], *HANDS[3:]))
    game.table.unread = {"laid/1/1/1", "laid/1/1/2"}
    state = play(game, state, Draw("6C"), Meld(("4H", "5H", "6H")), Discard("KD"), Draw("2D"), Call(1, "riichi"))
    game.table.unread = set()
    play(game, state, Discard("2D"))
    meld = Meld(("4H", "5H", "6H"))
    assert recorded(game) == [Draw(UNKNOWN), meld, Discard("KD"), Draw(UNKNOWN), Call(1, "riichi"), Discard("2D")]


def test_s3_a_joker_that_is_never_read_is_asked_for_once_and_nothing_that_follows(tmp_path: Path) -> None:
    game, state = dealt(tmp_path, (("4H", "5H", "joker", *HANDS[0][4:], "AS"), *HANDS[1:]), ("6C", "2D", "5S", "JD"))
    game.table.unread = {"laid/1/1/3"}
    state = play(game, state, Draw("6C"), Meld(("4H", "5H", "joker")), Discard("KD"))
    asked = game.people.asked
    play(game, state, Draw("2D"), Discard("8D"), Draw("5S"), Discard("2H"), Draw("JD"), Discard("8C"))
    assert recorded(game)[-1] == Discard("8C")
    assert asked == game.people.asked == 1


def test_what_comes_before_anybody_answers_is_asked_with_it(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    state = play(game, state, Draw("6C"), Discard("KD"))
    moves = (Draw("2D"), Discard("8D"), Draw("5S"), Discard("2H"))
    assert asked_after(game, state, *moves[:2])[0] == "Ben discards the 8 of diamonds. That was all."
    assert asked_after(game, state, *moves)[0] == (
        "Ben discards the 8 of diamonds. Chie draws a card. Chie discards the 2 of hearts. That was all."
    )
    assert recorded(game) == [Draw(UNKNOWN), Discard("KD")], "nothing before anybody has answered"


def test_nobody_says_that_it_was_all_of_moves_that_the_record_does_not_allow(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    state = play(game, state, Draw("6C"), Discard("KD"))
    asked_after(game, state, Draw("2D"), Discard("8D"))
    game.people.told = [*game.people.recorded, Draw(UNKNOWN), Discard("8D"), Discard("2H")]
    game.people.answer()
    assert game.people.asked == 0 and Discard("8D") not in recorded(game)


def test_a_deal_that_nobody_saw_is_asked_about_with_what_came_after_it(tmp_path: Path) -> None:
    game, state = dealt(tmp_path, games=5)
    state = play(game, state, Draw("6C"), Discard("KD"), Call(1, "stop"))
    state = play(game, state, *(Show(seat, in_order(state.seats[seat].hand)) for seat in state.pending))
    hands = [("4C", "5C", "6C", "KD", "9S", "2C", "AS"), *HANDS[1:]]
    hands = [*(hands[at - state.dealer] for at in range(5))]
    before = len(recorded(game))
    stock = tuple(card for card in (*CARDS, "joker", "joker") if not any(card in hand for hand in hands))
    made = [Deal(tuple(hands), stock[:19]), Draw(stock[0]), Meld(("4C", "5C", "6C"))]
    state = play(game, state, *made, unseen_until_last=True)
    play(game, state, Discard("KD"))
    assert recorded(game)[before:] == [Deal(UNKNOWN, UNKNOWN), Draw(UNKNOWN), made[-1], Discard("KD")]
    assert game.people.asked == 1


def test_what_was_taken_unseen_is_said_where_the_end_of_a_joker_is_asked_too(tmp_path: Path) -> None:
    hand = ("8S", "9S", "joker", "KD", "2S", "5H", "8C")
    others = [tuple({"8C": "5C", "7S": "4C"}.get(card, card) for card in one) for one in HANDS[1:]]
    game, state = dealt(tmp_path, (hand, *others), ("6C", "2D", "5S"))
    picture = game.table.picture
    game.table.picture = lambda: [  # type: ignore[method-assign]
        card.moved(36.0, 0.0) if card.code == "8S" else card for card in picture()
    ]
    asked = asked_after(game, state, Draw("6C"), Meld(("joker", "8S", "9S")), Discard("KD"), TAKE)
    melds = (
        "8 of spades, 9 of spades and joker. The joker is the 10",
        "joker, 8 of spades and 9 of spades. The joker is the 7",
    )
    for meld in melds:
        assert f"Aya lays down {meld} of spades. After that, more happened." in asked


def test_cards_of_a_river_that_was_collected_are_not_under_those_of_the_next_game(tmp_path: Path) -> None:
    game, state = dealt(tmp_path, games=5)
    state = play(game, state, Draw("6C"), Discard("KD"), Call(1, "stop"))
    state = play(game, state, *(Show(seat, in_order(state.seats[seat].hand)) for seat in state.pending))
    covered = {"beside/river/1": {"KD": 0.5, "empty": 0.5}, "beside/river/2": {"8S": 0.5, "empty": 0.5}}
    places = {"stock": {"back": 1.0}, **covered, "river": {"4S": 1.0}}
    named = PROFILE.habits.named(stop.view(state, None), places, {})
    assert [place for place in covered if place in named] == ["beside/river/2"]


def test_hands_that_still_lie_open_are_none_of_the_next_game(tmp_path: Path) -> None:
    game, state = dealt(tmp_path, games=5)
    state = play(game, state, Call(0, "stop"))
    shows = [Show(seat, in_order(state.seats[seat].hand)) for seat in state.pending]
    play(game, state, *shows, unseen_until_last=True)
    assert recorded(game) == [Call(0, "stop"), *shows]


def test_s14_hands_are_shown_before_the_last_discard_was_seen(tmp_path: Path) -> None:
    mine = ("4H", "5H", "6H", "KH", "KS", "KC", "2C")
    others = (("2S", "7S", "8D", "3S", "10D", "JC", "2D"), *HANDS[2:4], ("10S", "JS", "QS", "QD", "10H", "JH", "QH"))
    game, state = dealt(tmp_path, (mine, *others), ("7H", "9C", "5S"))
    state = play(game, state, Draw("7H"), Meld(("4H", "5H", "6H", "7H")), Meld(("KS", "KH", "KC")))
    state = play(game, state, Discard("2C"), Call(0, "out"), unseen_until_last=True)
    play(game, state, Show(1, in_order(others[0])))
    assert recorded(game)[-3:] == [Discard("2C"), Call(0, "out"), Show(1, in_order(others[0]))]


@pytest.mark.parametrize("seed", [31, 34, 107])
def test_films_in_which_some_moves_get_no_picture(seed: int) -> None:
    found = follow_cards(PROFILE, seed, 60, unpictured=0.15)
    assert found.invented == 0
    assert found.missed == 0
