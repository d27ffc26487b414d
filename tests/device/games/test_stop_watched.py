"""Stop before a camera that knows cards, but misses some: what is recorded, and what people are asked or must say."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from device.games.table_reading import TableReading
from device.texts import say
from engines import stop
from engines.messages import Message, message
from engines.stop.cards import JOKER, in_order
from engines.stop.moves import TAKE, Call, Discard, Draw, LayOff, Lot, Meld, Move, Show
from engines.vocabulary import BACK, UNKNOWN
from tests.support.device.cards_at_table import only
from tests.support.device.dealt_stop import (
    BARE,
    HANDS,
    PROFILE,
    RUN,
    Dealer,
    Lying,
    StopTable,
    known_after,
    named,
    near_river,
    read,
    river,
    row,
    top,
)
from tests.support.device.known_game import Places
from tests.support.device.observing import observe
from tests.support.tiers import first, full
from tools.films.card_games import follow_cards
from tools.films.card_tables import HEIGHT, WIDTH
from vision.cards.common.reading import DetectedCard

BENS = "3S 7S 8D 10D JC KH KC"  # hand
BEN_SHOWS = Show(1, tuple(BENS.split()))
DRAWN = Draw(UNKNOWN)
STOPPED = (DRAWN, Discard("KD"), Call(1, "stop"))
AFTER_RUN = (DRAWN, RUN, Discard("KD"), DRAWN)
KING = top("KD")


def discard(table: StopTable, *cards: str) -> None:
    """Each player draws, and discards one of these."""
    for card in cards:
        table.play(Draw(table.state.stock[0]), Discard(card))


@pytest.mark.parametrize("seed", first([11, 13]))
def test_a_game_is_followed_though_cards_are_missed_unread_and_laid_askew(seed: int) -> None:
    found = follow_cards(PROFILE, seed, 60, 5, {"games": 1})
    assert (found.result, found.invented, found.missed) == (True, 0, 0)
    calls = 3  # what nobody but people can say: who called, and what
    assert found.by_hand <= calls


@pytest.mark.parametrize(
    ("lots", "lying", "left"),
    [
        ("9C 2D KS 4S", Lying({"stock": {"back": 1.0}}), {}),  # dealt before all were seen: people say which it was
        ("9C 2D KS 4S QH", row("2D", {"2": 0.9, "3": 0.1}) | BARE, {"lot/2": {"2D": 1.0}}),  # collected one by one
    ],
)
def test_s22_lots_that_are_gone_leave_no_question(lots: str, lying: Lying, left: Places) -> None:
    start = known_after(lots=())
    assert read(start, row("9C ?")) == [[Lot("9C")]], "though something beside it is not read"
    unread = named(start, row("?")).places
    assert "lot/1" not in unread and unread["lot/2"] == {"empty": 1.0}, "people may say which it is"
    found = named(known_after(lots=tuple(map(Lot, lots.split()))), lying).places
    assert {place: likely for place, likely in found.items() if place.startswith("lot/")} == left


def test_what_a_known_discard_might_be_but_is_not_is_no_other_discard() -> None:
    places = top("9C") | river({"JS": 0.96, "JC": 0.04})
    assert read(known_after(DRAWN, Discard("JS"), DRAWN), places) == [[Discard("9C")]]


def test_a_hand_beside_its_players_meld_and_the_river_is_told_from_both() -> None:
    state = known_after(DRAWN, Meld(("JS", "JD", "JC")), *STOPPED[1:])
    places = row("JS 4H JD 5H JC 6H") | top("joker") | river({"KD": 1.0}, seats={"1": 0.55, "2": 0.45})
    assert read(state, places) == [[Show(0, ("4H", "5H", "6H", "joker"))]]
    assert {"meld/1/1", "meld/1/2", "meld/1/3"} <= named(state, places).places.keys()


@pytest.mark.parametrize(
    ("made", "lies", "moves"),
    [
        (STOPPED, row(BENS, {"2": 0.9, "3": 0.1}), [[BEN_SHOWS]]),
        (STOPPED, row(f"{BENS} ?", {"2": 0.9, "3": 0.1}), []),  # nor is a hand beside which something is not read
        (AFTER_RUN, row("4H 5H 6H 8D") | near_river("8D"), [[Discard("8D")]]),
        (AFTER_RUN, row("4H 5H 6H 8D"), []),  # nearer to a meld than to the river, but not beside it
        (AFTER_RUN, row("4H 5H 6H 3H") | near_river("3H"), [[LayOff("3H", 0, "low")]]),
    ],
)
def test_what_the_cards_in_a_row_are_read_as(made: tuple[Move, ...], lies: Lying, moves: list[list[Move]]) -> None:
    assert read(known_after(*made), lies | KING) == moves


def test_a_hand_that_lies_open_beside_a_row_of_which_a_card_is_not_read() -> None:
    places = row("5S 5H ?", {"1": 0.9, "5": 0.1}) | row("4S 9D", {"3": 0.9, "5": 0.1}) | BARE
    found = named(known_after(DRAWN), places).places
    shown = {place: likely for place, likely in found.items() if place.startswith("cards/")}
    assert shown == {"cards/3/1": {"4S": 1.0}, "cards/3/2": {"9D": 1.0}}


def test_a_card_that_lies_between_two_players_is_amiss(table: StopTable) -> None:
    lying = KING | Lying({"stock": {"back": 1.0}}) | row("4S", {"2": 0.5, "3": 0.5})
    observe(table.box, lying.places, facts=lying.facts)
    assert table.box.problem is not None and len(table.box.problem.places) == 1


@pytest.mark.parametrize(
    ("code", "change"),
    [(JOKER, lambda card: replace(card, code="?")), ("10D", lambda card: replace(card, confidence=0.9))],
    ids=["not read", "read in doubt"],
)
def test_a_shown_hand_of_which_a_card_is_not_read_well_is_asked_for_and_not_typed(
    deal: Dealer, code: str, change: Callable[[DetectedCard], DetectedCard]
) -> None:
    table = deal((*HANDS[:4], (*HANDS[4][:6], "joker")))
    table.see(code, change)
    table.play(Draw("6C"), Discard("KD"), Call(1, "stop"))
    shows = table.shows()
    table.play(*shows)
    assert table.moves[3:] == [*shows]
    assert (table.people.asked, table.people.typed) == (1, 0)


def test_s11_hands_that_still_lie_open_after_a_stop_at_once_are_not_those_of_another_game() -> None:
    hands = [in_order(hand) for hand in (("AS", "AH", "AD", "AC", "2S", "2C", "2D"), *HANDS[1:])]
    state = known_after(Call(0, "stop"), *(Show(seat, hand) for seat, hand in enumerate(hands)), options={})
    places = BARE.places | {
        f"cards/{seat}/{at}": {card: 1.0}
        for seat, hand in enumerate(hands, start=1)
        for at, card in enumerate(hand, start=1)
    }
    assert not any(
        isinstance(move, Show)
        for moves in PROFILE.habits.interpretation.read(state, TableReading(places))
        for move in moves
    )


@pytest.mark.parametrize("likely", [1.0, 0.5])
def test_a_hand_that_was_entered_as_unread_is_asked_for_where_it_is_in_doubt(likely: float) -> None:
    state = known_after(*STOPPED, Show(1, UNKNOWN))
    places = {f"cards/2/{at}": {card: 1.0} for at, card in enumerate(BENS.split(), start=1)}
    places |= {"cards/2/7": {"KC": likely}}
    assert PROFILE.habits.confirmed(state, stop.play(state, BEN_SHOWS), TableReading(places)) == (likely < 1)


@pytest.mark.parametrize(("places", "unread"), [(Lying(), 0), (BARE, 5)], ids=["unseen", "bare"])
def test_hands_are_unread_where_the_table_is_bare_and_not_where_nothing_is_seen(places: Lying, unread: int) -> None:
    moves = read(known_after(*STOPPED), places)
    assert sum(map(len, moves)) == unread


def test_a_hand_that_nobody_saw_is_not_read_from_the_cards_of_the_next_game(deal: Dealer) -> None:
    table = deal()
    table.play(Draw("6C"), RUN, Discard("KD"), Call(1, "stop"))
    known, seat = table.moves, table.state.showdown.pending[0] + 1
    table.play_unseen(*table.shows())
    discards = {f"river/{at}": [card] for at, card in enumerate(("2S", "4C", "7C", "9D"), start=1)}
    meld = {f"laid/{seat}/1/{at}": [card] for at, card in enumerate(("9H", "10H", "QH"), start=1)}
    for lying in ({}, discards | meld):
        for _ in range(3):
            table.look({"stock": [BACK], **lying}, but=lambda _: True)
        assert table.moves == known


def test_s8_a_coin_that_comes_with_a_discard_may_be_for_riichi(deal: Dealer, monkeypatch: pytest.MonkeyPatch) -> None:
    table = deal((("AS", "AH", "5H", "5C", "8H", "8S", "KD"), *HANDS[1:]))
    lie, place = PROFILE.filming.lay("lot/1", {}), table.camera.places.place
    assert lie is not None
    coin = np.array([WIDTH / 2 + lie.x, HEIGHT / 2 - lie.y])  # before Aya, from now on
    monkeypatch.setattr(table.camera.places, "place", lambda cards, width: place(cards, width, [coin]))
    with monkeypatch.context() as silent:
        silent.setattr(table.people, "answer", lambda: None)
        table.play(Draw("6C"), Discard("KD"))
    discarded = "Aya discards the king of diamonds."
    assert table.asked == [discarded, f"Aya calls “Riichi!” {discarded}"]
    assert table.moves == []
    riichi = next(choice for choice in table.box.question if Call(0, "riichi") in choice.moved.moves)
    table.box.choose(riichi.key, "button")
    assert table.moves == [DRAWN, Call(0, "riichi"), Discard("KD")]
    table.people.made = table.moves
    discard(table, "8D")
    assert table.people.asked == 0, "the coin before another player says nothing of this discard"


def test_several_discards_between_two_pictures_are_seen_in_the_river(table: StopTable) -> None:
    table.play(Draw("2D"), Discard("8D"), Draw("5S"), Discard("2H"), unseen_until_last=True)
    assert table.moves[2:] == [DRAWN, Discard("8D"), DRAWN, Discard("2H")]
    assert table.people.asked == 1, "one that was taken at once would have left no trace"
    table.play(TAKE, Discard("6S"), unseen_until_last=True)
    assert table.moves[-2:] == [TAKE, Discard("6S")]
    assert table.people.asked == 2, "another lies in the place of the one that was taken"


def test_a_question_stays_while_a_picture_does_not_show_the_card_that_it_is_about(table: StopTable) -> None:
    discard(table, "8D", "2H")
    table.play_unseen(TAKE, Discard("6S"))
    table.look()
    asked = table.box.question
    assert len(asked) == 2
    for unread in (["river/3"], list[str]()):
        table.unread(*unread)
        seen = table.camera.read()
        assert seen is not None
        observe(table.box, seen.places, left_open=seen.left_open, facts=seen.facts)
        assert table.box.question == asked


def test_s13_seventy_is_said_and_the_hands_are_read(table: StopTable) -> None:
    table.play(TAKE, Discard("8D"))
    assert table.moves == [DRAWN, Discard("KD"), TAKE, Discard("8D")], "S1: a card drawn is not seen, one taken is"
    discard(table, "2H", "QC")
    table.play(Call(4, "seventy"))
    table.play(*table.shows())
    assert (table.moves[-6], table.by_people) == (Call(4, "seventy"), (0, 1))
    assert stop.standings(table.box.played.now) == stop.standings(table.state)


def test_s17_the_discard_that_is_won_on_may_lie_with_the_hand(deal: Dealer) -> None:
    hand = ("7H", "7S", "8H", "8D", "JD", "JC", "KH")
    table = deal((HANDS[0], hand, *HANDS[2:]))
    table.play(Draw("6C"), Discard("KD"), Call(1, "hit"))
    open_hand = {f"cards/2/{at}": [card] for at, card in enumerate(("KD", *hand), start=1)}
    table.look(open_hand, but=lambda place: "river" in place)
    assert table.moves == [DRAWN, Discard("KD"), Call(1, "hit"), Show(1, in_order(hand))]


def shown_of(player: str) -> Message:
    return message("cards.hand_shown", places=f"card_hand/{player}")


UP_ON_STOCK = message("cards.turn_back_down", places="card_draw")


@pytest.mark.parametrize(
    ("lying", "said"),
    [
        ({"laid/1/1/1": ["9H"], "laid/1/1/2": ["4S"]}, shown_of("Aya")),
        ({f"cards/4/{at}": [card] for at, card in enumerate(HANDS[3], start=1)}, shown_of("Dan")),
        ({"stock": [BACK, "7H"]}, UP_ON_STOCK),
    ],
    ids=["in no meld", "a hand at the wrong time", "up on the stock"],
)
def test_cards_where_none_belong_are_said(table: StopTable, lying: dict[str, list[str]], said: Message) -> None:
    for shown, told in ((lying, said), ({}, None)):
        table.look(shown)
        assert (table.box.problem and table.box.problem.message) == told
        assert table.moves == [DRAWN, Discard("KD")]


def test_cards_are_named_in_words() -> None:
    dans, stock = shown_of("Dan"), UP_ON_STOCK
    assert say(dans, "en") == "It is not the time to show Dan's hand. Please take up the cards that are in no meld."
    assert say(dans, "ja") == "今はDanさんの手札を見せるときではありません。サラシ札でない札は手に戻してください。"
    assert say(stock, "en") == "Please turn the draw pile face down again."
    assert say(stock, "ja") == "山札の札を裏に戻してください。"


def test_a_stock_that_is_not_detected_spoils_nothing(deal: Dealer) -> None:
    table = deal()
    table.play_unseen(Draw("6C"), Discard("KD"))
    table.look(but=only("stock"), looks=8)
    assert (table.box.problem, table.moves) == (None, [DRAWN, Discard("KD")])


def test_a_discard_that_lies_beside_a_meld_is_still_there_when_it_is_known() -> None:
    state = known_after(*AFTER_RUN, Discard("8D"))
    places = row("4H 5H 6H 8D") | KING | near_river("8D")
    assert named(state, places).places["river"] == {"8D": 1.0}


def test_what_was_undone_is_asked_about_when_the_table_goes_on_unmended(deal: Dealer) -> None:
    table = deal()
    table.play(Draw("6C"), RUN, Discard("KD"))
    table.box.undo("phone")
    table.look()
    assert Discard("KD") not in table.moves, "it still lies there"
    table.play_unseen(Draw("2D"), Discard("8D"))
    table.look()
    assert Discard("KD") not in table.moves
    assert [choice.moved.moves[0] for choice in table.box.question] == [Discard("KD")]


@pytest.mark.parametrize("pushed", [(20.0, 10.0, 7.0), full((60.0, -40.0, 0.0)), full((0.0, 0.0, 40.0))])
def test_s3_s4_a_table_pushed_in_mid_game_loses_nothing(deal: Dealer, pushed: tuple[float, float, float]) -> None:
    table = deal()
    table.play(Draw("6C"), RUN, Discard("KD"), Draw("2D"), Discard("8D"))
    table.camera.pushed = pushed
    table.look()
    assert table.box.problem is None
    discard(table, "2H")
    made = (LayOff("3H", 0, "low"), Discard("QC"))
    table.play(Draw(table.state.stock[0]), *made)
    assert table.recorded(but=Draw)[-5:] == [Discard("KD"), Discard("8D"), Discard("2H"), *made]
    assert table.by_people == (0, 0)
