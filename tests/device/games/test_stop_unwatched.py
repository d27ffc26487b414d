"""Stop while hands are over the table: discards that are taken unseen, and what people say of what came meanwhile."""

import pytest

from device.games.stop_places import StopFacts
from device.referee.choices import choice_in_words
from engines import stop
from engines.stop.cards import CARDS, in_order
from engines.stop.moves import TAKE, Call, Deal, Discard, Draw, Meld, Move, Show
from engines.vocabulary import UNKNOWN
from tests.support.device.dealt_stop import HANDS, PROFILE, RUN, Dealer, Lying, StopTable, named, river, top
from tools.films.card_games import follow_cards

TAKEN = [Discard(UNKNOWN), TAKE]
PAIRS = ("4S", "4D", "7C", "7D", "9H", "9D", "2H")


def asked_after(table: StopTable, *moves: Move) -> list[str]:
    """What people may answer when several moves got one picture, before anybody answers."""
    table.play_unseen(*moves)
    table.game._is_unwatched = True
    table.look()
    return table.asked


def test_the_answers_say_whether_it_was_all_and_ask_with_it_what_comes_before_anybody_answers(table: StopTable) -> None:
    taken = "Ben discards a card that I did not see. Chie takes the card that Ben discarded, at once."
    assert asked_after(table, Draw("2D"), Discard("8D")) == [
        "Ben discards the 8 of diamonds. That was all.",
        f"{taken} Chie discards the 8 of diamonds. That was all.",
        "Ben discards the 8 of diamonds. After that, more happened.",
        f"{taken} After that, more happened.",
    ]
    assert choice_in_words(table.box.question[-1], "ja") == (
        "Benさんが札を1枚捨てましたが、見えませんでした。Benさんが捨てた札をChieさんがすぐに拾いました。"
        "そのあとにもまだ続きがあります。"
    )
    assert asked_after(table, Draw("5S"), Discard("2H"))[0] == (
        "Ben discards the 8 of diamonds. Chie draws a card. Chie discards the 2 of hearts. That was all."
    )
    assert table.moves == [Draw(UNKNOWN), Discard("KD")], "nothing before anybody has answered"


@pytest.mark.parametrize(("discards", "last"), [(["8D"], "4S"), (["8D", "2H"], "6S"), (["8D", "2H", "QC"], "JS")])
def test_discards_that_are_taken_unseen_are_said_by_people(table: StopTable, discards: list[str], last: str) -> None:
    table.play(Draw("2D"), *(move for card in discards for move in (Discard(card), TAKE)), unseen_until_last=True)
    table.play(Discard(last))
    assert table.moves[2:] == [Draw(UNKNOWN), *TAKEN * len(discards), Discard(last)]
    assert table.box.played.now.turn == table.state.turn
    asked = table.people.asked
    assert asked <= len(discards)
    drawn = table.state.stock[0]
    table.play(Draw(drawn), Discard(drawn))
    assert table.moves[-1] == Discard(drawn)
    assert table.people.asked == asked, "once it is said, all goes on as before"


def test_what_was_taken_unseen_after_a_meld_is_said_by_people(table: StopTable) -> None:
    table.play(TAKE, Meld(("KH", "KD", "KC")), Discard("8D"), TAKE, unseen_until_last=True)
    assert table.moves[2:] == [TAKE, Meld(("KH", "KD", "KC")), *TAKEN]
    table.play(Discard("2H"))
    assert table.moves[-1] == Discard("2H") and table.people.asked <= 3


def test_s8_no_discard_is_taken_unseen_by_a_player_in_riichi(deal: Dealer) -> None:
    table = deal((*HANDS[:2], PAIRS, *HANDS[3:]), ("6C", "2D", "5S", "JD", "QD", "AD", "6D"))
    table.play(Draw("6C"), Discard("KD"), Draw("2D"), Discard("8D"), Draw("5S"), Call(2, "riichi"), Discard("5S"))
    table.play(Draw("JD"), Discard("6S"), Draw("QD"), Discard("JH"), Draw("AD"), Discard("2C"))
    assert asked_after(table, Draw("6D"), Discard("7S")) == [
        f"Ben discards the 7 of spades. {then}" for then in ("That was all.", "After that, more happened.")
    ]


def test_s8_a_riichi_that_nobody_could_enter_as_a_meld_was_not_read_is_not_lost(deal: Dealer) -> None:
    table = deal((HANDS[0], PAIRS, HANDS[1], *HANDS[3:]))
    table.unread("laid/1/1/1", "laid/1/1/2")
    table.play(Draw("6C"), RUN, Discard("KD"), Draw("2D"), Call(1, "riichi"))
    table.unread()
    table.play(Discard("2D"))
    assert table.moves == [Draw(UNKNOWN), RUN, Discard("KD"), Draw(UNKNOWN), Call(1, "riichi"), Discard("2D")]


def test_s3_a_joker_that_is_never_read_is_asked_for_once_and_nothing_that_follows(deal: Dealer) -> None:
    table = deal((("4H", "5H", "joker", *HANDS[0][4:], "AS"), *HANDS[1:]), ("6C", "2D", "5S", "JD"))
    table.unread("laid/1/1/3")
    table.play(Draw("6C"), Meld(("4H", "5H", "joker")), Discard("KD"))
    asked = table.people.asked
    table.play(Draw("2D"), Discard("8D"), Draw("5S"), Discard("2H"), Draw("JD"), Discard("8C"))
    assert table.moves[-1] == Discard("8C")
    assert asked == table.people.asked == 1


def test_nobody_says_that_it_was_all_of_moves_that_the_record_does_not_allow(table: StopTable) -> None:
    asked_after(table, Draw("2D"), Discard("8D"))
    table.people.made = [*table.people.recorded, Draw(UNKNOWN), Discard("8D"), Discard("2H")]
    table.people.answer()
    assert table.people.asked == 0 and Discard("8D") not in table.moves


def test_a_deal_that_nobody_saw_is_asked_about_with_what_came_after_it(deal: Dealer) -> None:
    table = deal(games=5)
    table.play(Draw("6C"), Discard("KD"), Call(1, "stop"))
    table.play(*table.shows())
    dealer, before = table.state.match.dealer, len(table.moves)
    hands = [("4C", "5C", "6C", "KD", "9S", "2C", "AS"), *HANDS[1:]]
    hands = [*(hands[at - dealer] for at in range(5))]
    stock = tuple(card for card in (*CARDS, "joker", "joker") if not any(card in hand for hand in hands))
    meld = Meld(("4C", "5C", "6C"))
    table.play(Deal(tuple(hands), stock[:19]), Draw(stock[0]), meld, unseen_until_last=True)
    table.play(Discard("KD"))
    assert table.moves[before:] == [Deal(UNKNOWN, UNKNOWN), Draw(UNKNOWN), meld, Discard("KD")]
    assert table.people.asked == 1


def test_what_was_taken_unseen_is_said_where_the_end_of_a_joker_is_asked_too(deal: Dealer) -> None:
    others = [tuple({"8C": "5C", "7S": "4C"}.get(card, card) for card in one) for one in HANDS[1:]]
    table = deal((("8S", "9S", "joker", "KD", "2S", "5H", "8C"), *others), ("6C", "2D", "5S"))
    table.see("8S", lambda card: card.moved(36.0, 0.0))
    asked = asked_after(table, Draw("6C"), Meld(("joker", "8S", "9S")), Discard("KD"), TAKE)
    for cards, joker in (("8 of spades, 9 of spades and joker", 10), ("joker, 8 of spades and 9 of spades", 7)):
        assert f"Aya lays down {cards}. The joker is the {joker} of spades. After that, more happened." in asked


def test_cards_of_a_river_that_was_collected_are_not_under_those_of_the_next_game(deal: Dealer) -> None:
    table = deal(games=5)
    table.play_unseen(Draw("6C"), Discard("KD"), Call(1, "stop"))
    table.play_unseen(*table.shows())
    old, other = {"KD": 0.5, "empty": 0.5}, {"8S": 0.5, "empty": 0.5}
    found = named(stop.view(table.state, None), Lying({"stock": {"back": 1.0}}) | top("4S") | river(old, other))
    assert found.facts_of(StopFacts).river == (other,)


def test_hands_that_still_lie_open_are_none_of_the_next_game(deal: Dealer) -> None:
    table = deal(games=5)
    table.play(Call(0, "stop"))
    shows = table.shows()
    table.play(*shows, unseen_until_last=True)
    assert table.moves == [Call(0, "stop"), *shows]


def test_s14_hands_are_shown_before_the_last_discard_was_seen(deal: Dealer) -> None:
    mine = ("4H", "5H", "6H", "KH", "KS", "KC", "2C")
    others = (("2S", "7S", "8D", "3S", "10D", "JC", "2D"), *HANDS[2:4], ("10S", "JS", "QS", "QD", "10H", "JH", "QH"))
    table = deal((mine, *others), ("7H", "9C", "5S"))
    table.play(Draw("7H"), Meld(("4H", "5H", "6H", "7H")), Meld(("KS", "KH", "KC")))
    table.play(Discard("2C"), Call(0, "out"), unseen_until_last=True)
    table.play(Show(1, in_order(others[0])))
    assert table.moves[-3:] == [Discard("2C"), Call(0, "out"), Show(1, in_order(others[0]))]


@pytest.mark.full
@pytest.mark.parametrize("seed", [31, 34, 107])
def test_films_in_which_some_moves_get_no_picture(seed: int) -> None:
    found = follow_cards(PROFILE, seed, 60, unpictured=0.15)
    assert found.invented == found.missed == 0
