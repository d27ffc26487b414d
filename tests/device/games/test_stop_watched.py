"""Stop before a camera that knows cards, but misses some: what is recorded, and what people are asked or must say."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from device.referee.choices import told
from device.texts import say
from engines import stop
from engines.bots import NAMES
from engines.stop.cards import JOKER, in_order
from engines.stop.moves import TAKE, Call, Deal, Discard, Draw, LayOff, Lot, Meld, Move, Show
from engines.vocabulary import BACK, UNKNOWN
from tests.support.device.card_moves import play
from tests.support.device.dealt_stop import HANDS, OPENED, PROFILE, dealt, recorded
from tools.films.card_games import CardGame, follow_cards
from tools.films.card_tables import HEIGHT, WIDTH

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    OPENED.close()


def lay_coins(game: CardGame, monkeypatch: pytest.MonkeyPatch, before: int) -> None:
    """A coin lies before a player in every picture from now on."""
    lie, place = PROFILE.filming.lay(f"lot/{before}", {}), game.table.places.place
    assert lie is not None
    coin = np.array([WIDTH / 2 + lie.x, HEIGHT / 2 - lie.y])
    monkeypatch.setattr(game.table.places, "place", lambda cards, width: place(cards, width, [coin]))


@pytest.mark.parametrize("seed", [11, 13])
def test_a_game_is_followed_though_cards_are_missed_unread_and_laid_askew(seed: int) -> None:
    found = follow_cards(PROFILE, seed, 60, 5, {"games": 1})
    assert found.result is True
    assert found.invented == found.missed == 0
    calls = 3  # what nobody but people can say: who called, and what
    assert found.by_hand <= calls


def test_s1_a_card_drawn_is_not_seen_and_one_taken_is(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    play(game, state, Draw("6C"), Discard("KD"), TAKE)
    assert recorded(game) == [Draw(UNKNOWN), Discard("KD"), TAKE]


def test_s22_a_lot_counts_though_something_beside_it_is_not_read() -> None:
    state = stop.start(NAMES[:5], {"games": 1})
    side = {"1": 0.9, "2": 0.1}
    places = {"row/1/1": {"9C": 1.0}, "row/1/2": {}, "seat/1/1": side, "seat/1/2": side}
    named = PROFILE.habits.named(state, places, {})
    assert [list(moves) for moves in PROFILE.habits.read(state, named)] == [[Lot("9C")]]
    unread = PROFILE.habits.named(state, {"row/1/1": {}, "seat/1/1": side}, {})
    assert "lot/1" not in unread and unread["lot/2"] == {"empty": 1.0}, "people may say which it is"


def test_s22_where_the_cards_were_dealt_before_all_lots_were_seen_people_say_which_it_was() -> None:
    state = stop.start(NAMES[:5], {"games": 1})
    for card in ("9C", "2D", "KS", "4S"):
        state = stop.play(state, Lot(card))
    assert not any(place.startswith("lot/") for place in PROFILE.habits.named(state, {"stock": {"back": 1.0}}, {}))


def test_s22_lots_that_are_collected_one_after_the_other_leave_no_question() -> None:
    state = stop.start(NAMES[:5], {"games": 1})
    for card in ("9C", "2D", "KS", "4S", "QH"):
        state = stop.play(state, Lot(card))
    places = {"row/1/1": {"2D": 1.0}, "seat/1/1": {"2": 0.9, "3": 0.1}, "river": {"empty": 1.0}}
    named = PROFILE.habits.named(state, places, {})
    assert {place: likely for place, likely in named.items() if place.startswith("lot/")} == {"lot/2": {"2D": 1.0}}


def test_what_a_known_discard_might_be_but_is_not_is_no_other_discard(tmp_path: Path) -> None:
    state = stop.view(dealt(tmp_path)[1], None)
    for move in (Draw(UNKNOWN), Discard("JS"), Draw(UNKNOWN)):
        state = stop.play(state, move)
    places = {"river": {"9C": 1.0}, "beside/river/1": {"JS": 0.96, "JC": 0.04}}
    read = [*PROFILE.habits.read(state, PROFILE.habits.named(state, places, {}))]
    assert read == [(Discard("9C"),)]


def test_a_hand_that_lies_open_beside_a_row_of_which_a_card_is_not_read(tmp_path: Path) -> None:
    state = stop.view(dealt(tmp_path)[1], None)
    places: dict[str, dict[str, float]] = {"river": {"empty": 1.0}}
    for row, (seat, cards) in enumerate((("1", ("5S", "5H", "")), ("3", ("4S", "9D"))), start=1):
        places |= {f"row/{row}/{at}": {card: 1.0} if card else {} for at, card in enumerate(cards)}
        places |= {f"seat/{row}/{at}": {seat: 0.9, "5": 0.1} for at in range(len(cards))}
    named = PROFILE.habits.named(stop.play(state, Draw(UNKNOWN)), places, {})
    shown = {place: likely for place, likely in named.items() if place.startswith("cards/")}
    assert shown == {"cards/3/1": {"4S": 1.0}, "cards/3/2": {"9D": 1.0}}


def test_a_card_that_lies_between_two_players_is_amiss(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    state = play(game, state, Draw("6C"), Discard("KD"))
    shown = {"river": {"KD": 1.0}, "row/1/1": {"4S": 1.0}, "seat/1/1": {"2": 0.5, "3": 0.5}, "stock": {"back": 1.0}}
    game.box.see(shown, None)
    assert game.box.problem is not None and len(game.box.problem.places) == 1


def test_a_shown_hand_of_which_a_card_is_not_read_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = dealt(tmp_path, (*HANDS[:4], (*HANDS[4][:6], "joker")))
    picture = game.table.picture
    monkeypatch.setattr(
        game.table, "picture", lambda: [replace(card, code="?") if card.code == JOKER else card for card in picture()]
    )
    state = play(game, state, Draw("6C"), Discard("KD"), Call(1, "stop"))
    shows = [Show(seat, in_order(state.seats[seat].hand)) for seat in state.pending]
    play(game, state, *shows)
    assert recorded(game)[3:] == shows
    assert (game.people.asked, game.people.typed) == (1, 0)


def test_a_card_of_a_shown_hand_that_is_read_in_doubt_is_asked_for_as_what_it_seems_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, state = dealt(tmp_path)
    picture = game.table.picture
    monkeypatch.setattr(
        game.table,
        "picture",
        lambda: [replace(card, confidence=0.9) if card.code == "10D" else card for card in picture()],
    )
    state = play(game, state, Draw("6C"), Discard("KD"), Call(1, "stop"))
    shows = [Show(seat, in_order(state.seats[seat].hand)) for seat in state.pending]
    play(game, state, *shows)
    assert recorded(game)[3:] == shows
    assert (game.people.asked, game.people.typed) == (1, 0)


def test_s11_hands_that_still_lie_open_after_a_stop_at_once_are_not_those_of_another_game() -> None:
    low = ("AS", "AH", "AD", "AC", "2S", "2C", "2D")
    state = stop.view(stop.start(NAMES[:5], {}), None)
    for move in (*map(Lot, ("AC", "9C", "QD", "JD", "10C")), Deal(UNKNOWN, UNKNOWN), Call(0, "stop")):
        state = stop.play(state, move)
    places: dict[str, dict[str, float]] = {"river": {"empty": 1.0}}
    for seat, hand in enumerate((low, *HANDS[1:])):
        state = stop.play(state, Show(seat, in_order(hand)))
        places |= {f"cards/{seat + 1}/{at}": {card: 1.0} for at, card in enumerate(in_order(hand), start=1)}
    read = [*PROFILE.habits.read(state, places)]
    assert not any(isinstance(move, Show) for moves in read for move in moves)


@pytest.mark.parametrize("likely", [1.0, 0.5])
def test_a_hand_that_was_entered_as_unread_is_asked_for_where_it_is_in_doubt(tmp_path: Path, likely: float) -> None:
    state = stop.view(dealt(tmp_path)[1], None)
    for move in (Draw(UNKNOWN), Discard("KD"), Call(1, "stop"), Show(1, UNKNOWN)):
        state = stop.play(state, move)
    cards = ("3S", "7S", "8D", "10D", "JC", "KH", "KC")
    places = {f"cards/2/{at}": {card: 1.0} for at, card in enumerate(cards, start=1)} | {"cards/2/7": {"KC": likely}}
    assert PROFILE.habits.confirmed(state, stop.play(state, Show(1, cards)), places) == (likely < 1)


@pytest.mark.parametrize(("last", "is_read"), [([{"KH": 1.0}], True), ([{"KH": 1.0}, {}], False)])
def test_a_hand_beside_which_something_lies_that_is_not_read_is_none(
    tmp_path: Path, last: list[dict[str, float]], is_read: bool
) -> None:
    state = stop.view(dealt(tmp_path)[1], None)
    for move in (Draw(UNKNOWN), Discard("KD"), Call(1, "stop")):
        state = stop.play(state, move)
    row = [*({card: 1.0} for card in ("3S", "7S", "8D", "10D", "JC", "KC")), *last]
    places = {f"row/1/{at}": likely for at, likely in enumerate(row, start=1)}
    places |= {f"seat/1/{at}": {"2": 0.9, "3": 0.1} for at in range(1, len(row) + 1)} | {"river": {"KD": 1.0}}
    read = [*PROFILE.habits.read(state, PROFILE.habits.named(state, places, {}))]
    assert read == ([[Show(1, ("3S", "7S", "8D", "10D", "JC", "KH", "KC"))]] if is_read else [])


def test_a_hand_that_nobody_saw_is_not_read_from_the_cards_of_the_next_game(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    state = play(game, state, Draw("6C"), Meld(("4H", "5H", "6H")), Discard("KD"), Call(1, "stop"))
    known, first = recorded(game), state.pending[0]
    for seat in state.pending:
        state = stop.play(state, Show(seat, in_order(state.seats[seat].hand)))
    river = {f"river/{at}": [card] for at, card in enumerate(("2S", "4C", "7C", "9D"), start=1)}
    meld = {f"laid/{first + 1}/1/{at}": [card] for at, card in enumerate(("9H", "10H", "QH"), start=1)}
    for heaps in ({"stock": [BACK]}, {"stock": [BACK], **river, **meld}):
        game.table.set(heaps, stop.layout(state))
        for _ in range(3):
            game.look()
        assert recorded(game) == known


@pytest.mark.parametrize(("places", "unread"), [({}, 0), ({"river": {"empty": 1.0}}, 5)], ids=["unseen", "bare"])
def test_hands_are_unread_where_the_table_is_bare_and_not_where_nothing_is_seen(
    tmp_path: Path, places: dict[str, dict[str, float]], unread: int
) -> None:
    state = dealt(tmp_path)[1]
    for move in (Draw("6C"), Discard("KD"), Call(1, "stop")):
        state = stop.play(state, move)
    state = stop.view(state, None)
    read = [*PROFILE.habits.read(state, PROFILE.habits.named(state, places, {}))]
    assert sum(len(moves) for moves in read) == unread


def test_s8_a_coin_that_comes_with_a_discard_may_be_for_riichi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = dealt(tmp_path, (("AS", "AH", "5H", "5C", "8H", "8S", "KD"), *HANDS[1:]))
    lay_coins(game, monkeypatch, before=1)
    with monkeypatch.context() as silent:
        silent.setattr(game.people, "answer", lambda: None)
        state = play(game, state, Draw("6C"), Discard("KD"))
    discarded = "Aya discards the king of diamonds."
    assert [told(choice, "en") for choice in game.box.question] == [discarded, f"Aya calls “Riichi!” {discarded}"]
    assert recorded(game) == []
    riichi = next(choice for choice in game.box.question if Call(0, "riichi") in choice.moved.moves)
    game.box.choose(riichi.key, "button")
    assert recorded(game) == [Draw(UNKNOWN), Call(0, "riichi"), Discard("KD")]
    game.people.told = recorded(game)
    play(game, state, Draw(state.stock[0]), Discard("8D"))
    assert game.people.asked == 0, "the coin before another player says nothing of this discard"


def test_two_discards_between_two_pictures_are_seen_in_the_river(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    state = play(game, state, Draw("6C"), Discard("KD"))
    play(game, state, Draw("2D"), Discard("8D"), Draw("5S"), Discard("2H"), unseen_until_last=True)
    assert recorded(game)[2:] == [Draw(UNKNOWN), Discard("8D"), Draw(UNKNOWN), Discard("2H")]
    assert game.people.asked == 1, "one that was taken at once would have left no trace"


def test_a_discard_taken_and_another_in_its_place_between_two_pictures_is_asked(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    for discarded in ("KD", "8D", "2H"):
        state = play(game, state, Draw(state.stock[0]), Discard(discarded))
    play(game, state, TAKE, Discard("6S"), unseen_until_last=True)
    assert recorded(game)[-2:] == [TAKE, Discard("6S")]
    assert game.people.asked == 1


def test_a_question_stays_while_a_picture_does_not_show_the_card_that_it_is_about(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    for discarded in ("KD", "8D", "2H"):
        state = play(game, state, Draw(state.stock[0]), Discard(discarded))
    for move in (TAKE, Discard("6S")):
        state = stop.play(state, move)
    game.table.set(PROFILE.filming.heaps(state), stop.layout(state))
    game.look()
    asked = game.box.question
    assert len(asked) == 2
    for unread in ({"river/3"}, set[str]()):
        game.table.unread = unread
        read = game.table.look()
        assert read is not None
        game.box.see(read.places, None, left_open=read.left_open)
        assert game.box.question == asked


def test_s13_seventy_is_said_and_the_hands_are_read(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    for discarded in ("KD", "8D", "2H", "QC"):
        state = play(game, state, Draw(state.stock[0]), Discard(discarded))
    state = play(game, state, Call(4, "seventy"))
    while state.pending:
        seat = state.pending[0]
        state = play(game, state, Show(seat, state.seats[seat].hand))
    assert recorded(game)[-6] == Call(4, "seventy")
    assert game.people.asked == 0 and game.people.said == 1
    assert game.game.standings(game.box.played.now) == game.game.standings(state)


def test_s17_the_discard_that_is_won_on_may_lie_with_the_hand(tmp_path: Path) -> None:
    hand = ("7H", "7S", "8H", "8D", "JD", "JC", "KH")
    game, state = dealt(tmp_path, (HANDS[0], hand, *HANDS[2:]))
    state = play(game, state, Draw("6C"), Discard("KD"), Call(1, "hit"))
    heaps = {place: cards for place, cards in PROFILE.filming.heaps(state).items() if "river" not in place}
    game.table.set(heaps | {f"cards/2/{at}": [card] for at, card in enumerate(("KD", *hand), start=1)}, {})
    game.look()
    assert recorded(game) == [Draw(UNKNOWN), Discard("KD"), Call(1, "hit"), Show(1, in_order(hand))]


def test_a_card_that_lies_where_none_belongs_is_named(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    state = play(game, state, Draw("6C"), Discard("KD"))
    heaps = PROFILE.filming.heaps(state) | {"laid/1/1/1": ["9H"], "laid/1/1/2": ["4S"]}
    game.table.set(heaps, {})
    game.look()
    assert game.box.problem is not None
    assert say(game.box.problem.message, "en") == (
        "It is not the time to show Aya's hand. Please take up the cards that are in no meld."
    )
    assert recorded(game) == [Draw(UNKNOWN), Discard("KD")]


def test_a_stock_that_is_not_detected_spoils_nothing(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    for move in (Draw("6C"), Discard("KD")):
        state = stop.play(state, move)
    heaps = {place: cards for place, cards in PROFILE.filming.heaps(state).items() if place != "stock"}
    game.table.set(heaps, {})
    game.look(8)
    assert (game.box.problem, recorded(game)) == (None, [Draw(UNKNOWN), Discard("KD")])


def test_a_card_up_on_the_stock_is_named_until_it_is_turned_over(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    state = play(game, state, Draw("6C"), Discard("KD"))
    game.table.set(PROFILE.filming.heaps(state) | {"stock": [BACK, "7H"]}, {})
    game.look()
    assert game.box.problem is not None
    assert game.box.problem.places == ("stock",)
    assert say(game.box.problem.message, "en") == "Please turn the draw pile face down again."
    assert say(game.box.problem.message, "ja") == "山札の札を裏にもどしてください。"
    assert recorded(game) == [Draw(UNKNOWN), Discard("KD")]
    game.table.set(PROFILE.filming.heaps(state), {})
    game.look()
    assert game.box.problem is None


def test_a_hand_that_is_shown_at_the_wrong_time_is_no_move(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    state = play(game, state, Draw("6C"), Discard("KD"))
    shown = {f"cards/4/{at}": [card] for at, card in enumerate(HANDS[3], start=1)}
    game.table.set(PROFILE.filming.heaps(state) | shown, {})
    game.look()
    assert game.box.problem is not None
    player = game.box.played.players[3]
    assert (
        say(game.box.problem.message, "en")
        == f"It is not the time to show {player}'s hand. Please take up the cards that are in no meld."
    )
    assert (
        say(game.box.problem.message, "ja")
        == f"今は{player}さんの手札を見せるときではありません。サラシ札でない札は手にもどしてください。"
    )
    assert recorded(game) == [Draw(UNKNOWN), Discard("KD")]


def test_a_hand_beside_its_players_meld_and_the_river_is_told_from_both(tmp_path: Path) -> None:
    mine, others = ("JD", "JC", "4H", "5H", "6H", "KD", "joker"), ("10S", "10C", "QS", "KS", "10H", "QH", "AH")
    hands = (mine, ("KH", "KC", "8D", "7S", "3S", "10D", "8H"), *HANDS[2:4], others)
    _, state = dealt(tmp_path, hands, ("JS",))
    for move in (Draw("JS"), Meld(("JS", "JD", "JC")), Discard("KD"), Call(1, "stop")):
        state = stop.play(state, move)
    lying = ("JS", "4H", "JD", "5H", "JC", "6H")
    side, between = {"1": 0.9, "2": 0.1}, {"1": 0.55, "2": 0.45}
    places = {f"row/1/{at}": {card: 1.0} for at, card in enumerate(lying, start=1)}
    places |= {f"seat/1/{at}": side for at in range(1, 7)}
    places |= {"beside/river/1": {"KD": 1.0}, "river": {"joker": 1.0}}
    places |= {"seat/river/1": between, "seat/river/2": between}
    named = PROFILE.habits.named(state, places, {})
    assert [list(moves) for moves in PROFILE.habits.read(state, named)] == [[Show(0, ("4H", "5H", "6H", "joker"))]]
    assert {"meld/1/1", "meld/1/2", "meld/1/3"} <= named.keys()


@pytest.mark.parametrize(
    ("card", "near", "read"),
    [("8D", True, [[Discard("8D")]]), ("8D", False, []), ("3H", True, [[LayOff("3H", 0, "low")]])],
)
def test_a_discard_nearer_to_a_meld_than_to_the_river_is_one_where_it_does_not_fit(
    tmp_path: Path, card: str, near: bool, read: list[list[Move]]
) -> None:
    _, state = dealt(tmp_path)
    for move in (Draw("6C"), Meld(("4H", "5H", "6H")), Discard("KD"), Draw("2D")):
        state = stop.play(state, move)
    state = stop.view(state, None)
    places = {f"row/1/{at}": {face: 1.0} for at, face in enumerate(("4H", "5H", "6H", card), start=1)}
    places |= {f"seat/1/{at}": {"1": 0.9, "2": 0.1} for at in (1, 2, 3, 4)} | {"river": {"KD": 1.0}}
    places |= {"beside/near/1": {card: 1.0}} if near else {}
    assert [list(moves) for moves in PROFILE.habits.read(state, PROFILE.habits.named(state, places, {}))] == read


def test_a_discard_that_lies_beside_a_meld_is_still_there_when_it_is_known(tmp_path: Path) -> None:
    _, state = dealt(tmp_path)
    for move in (Draw("6C"), Meld(("4H", "5H", "6H")), Discard("KD"), Draw("2D"), Discard("8D")):
        state = stop.play(state, move)
    places = {f"row/1/{at}": {face: 1.0} for at, face in enumerate(("4H", "5H", "6H", "8D"), start=1)}
    places |= {f"seat/1/{at}": {"1": 0.9, "2": 0.1} for at in (1, 2, 3, 4)}
    places |= {"river": {"KD": 1.0}, "beside/near/1": {"8D": 1.0}}
    assert PROFILE.habits.named(state, places, {})["river"] == {"8D": 1.0}


def test_what_was_undone_is_asked_about_when_the_table_goes_on_unmended(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    state = play(game, state, Draw("6C"), Meld(("4H", "5H", "6H")), Discard("KD"))
    game.box.undo("phone")
    game.look()
    assert Discard("KD") not in recorded(game), "it still lies there"
    state = stop.play(state, Draw("2D"))
    game.table.set(PROFILE.filming.heaps(stop.play(state, Discard("8D"))), {})
    game.look()
    assert Discard("KD") not in recorded(game)
    assert [choice.moved.moves[0] for choice in game.box.question] == [Discard("KD")]


@pytest.mark.parametrize("pushed", [(60.0, -40.0, 0.0), (20.0, 10.0, 7.0), (0.0, 0.0, 40.0)])
def test_a_table_that_is_pushed_in_mid_game_loses_nothing(tmp_path: Path, pushed: tuple[float, float, float]) -> None:
    game, state = dealt(tmp_path)
    state = play(game, state, Draw("6C"), Meld(("4H", "5H", "6H")), Discard("KD"), Draw("2D"), Discard("8D"))
    game.table.pushed = pushed
    game.look()
    assert game.box.problem is None
    play(game, state, Draw("5S"), Discard("2H"), Draw(state.stock[1]), LayOff("3H", 0, "low"), Discard("QC"))
    assert [move for move in recorded(game)[5:] if not isinstance(move, Draw)] == [
        Discard("2H"),
        LayOff("3H", 0, "low"),
        Discard("QC"),
    ]
    assert game.people.asked == game.people.said == 0
