"""Melds of Stop before a camera that knows cards, but misses some: what they are read as, and what people are asked."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from device.referee.choices import told
from engines import stop
from engines.bots import NAMES
from engines.stop.moves import TAKE, Deal, Discard, Draw, LayOff, Lot, Meld, Pon
from engines.stop.state import Laid
from engines.vocabulary import UNKNOWN
from tests.support.device.card_moves import play
from tests.support.device.dealt_stop import HANDS, OPENED, PROFILE, dealt, recorded


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    OPENED.close()


def test_s3_s4_melds_and_cards_laid_off_are_read(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    state = play(game, state, Draw("6C"), Meld(("4H", "5H", "6H")), Discard("KD"))
    for discarded in ("8D", "2H"):
        state = play(game, state, Draw(state.stock[0]), Discard(discarded))
    state = play(game, state, Draw(state.stock[0]))
    play(game, state, LayOff("3H", 0, "low"), Discard("QC"))
    assert recorded(game)[1:3] == [Meld(("4H", "5H", "6H")), Discard("KD")]
    assert recorded(game)[-2:] == [LayOff("3H", 0, "low"), Discard("QC")]
    assert game.people.asked == game.people.said == 0


def test_s3_a_card_taken_and_melded_between_two_pictures(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    state = play(game, state, Draw("6C"), Discard("KD"))
    play(game, state, TAKE, Meld(("KH", "KD", "KC")), unseen_until_last=True)
    assert recorded(game)[2:] == [TAKE, Meld(("KH", "KD", "KC"))]
    assert game.people.asked == 1, "it may have been a pon"


def test_s5_the_card_of_a_pon_that_is_not_read_may_be_the_last_discard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, state = dealt(tmp_path)
    state = play(game, state, Draw("6C"), Discard("KD"))
    picture = game.table.picture
    unread = lambda: [replace(card, code="?") if card.code == "KD" else card for card in picture()]  # noqa: E731
    monkeypatch.setattr(game.table, "picture", unread)
    play(game, state, Pon(1, ("KH", "KD", "KC")))
    assert recorded(game)[2:] == [Pon(1, ("KH", "KD", "KC"))]


LATER = ("3H", "3D", "3C", "6S", "4H", "5D", "8C")

ROWS = (
    ("4H 5H 6H", ["4H 5H 6H"]),
    ("4H ? 6H", ["4H 5H 6H", "4H joker 6H"]),
    ("5H 6H 4H ?", ["4H 5H 6H", "3H 4H 5H 6H", "4H 5H 6H 7H"]),  # a joker does not lie there
    ("QC AC 2C", ["QC KC AC 2C", "QC joker AC 2C"]),  # one that no picture shows
    ("QC AC", ["QC KC AC", "QC joker AC"]),
    ("5S 5H", ["5S 5H 5D", "5S 5H 5C", "5S 5H joker"]),
    ("5S 5H ?", ["5S 5H 5D", "5S 5H 5C", "5S 5H joker"]),
    ("4H ? ?", []),
    ("QC joker KC 2C", ["QC KC joker 2C"]),  # the joker lies askew
    ("5H joker 6H", ["joker 5H 6H", "5H 6H joker"]),
)

ASKEW = (
    ("joker 6H 5H", ["joker 5H 6H", "5H 6H joker"]),
    ("4H joker 6H", ["4H joker 6H"]),  # there alone it fits
    ("5S 5H joker", ["5S 5H joker"]),
    ("5H 4H 6H", ["4H 5H 6H"]),
)


@pytest.mark.parametrize(
    ("row", "melds", "is_askew"), [*((*row, False) for row in ROWS), *((*row, True) for row in ASKEW)]
)
def test_s3_a_meld_of_which_a_card_is_not_read_or_lies_askew_is_asked_for_by_the_rules(
    row: str, melds: list[str], is_askew: bool
) -> None:
    state = stop.start(NAMES[:5], {"games": 1})
    for move in (*(Lot(lot) for lot in ("AC", "9C", "QD", "JD", "10C")), Deal(UNKNOWN, UNKNOWN), Draw(UNKNOWN)):
        state = stop.play(state, move)
    state = replace(state, melds=(Laid(1, ("8S", "9S", "10S")),))
    lying = dict(enumerate(row.split(), start=1))
    places: dict[str, dict[str, float]] = {"river": {"empty": 1.0}}
    places |= {f"row/1/{at}": {} if card == "?" else {card: 1.0} for at, card in lying.items()}
    places |= {f"seat/1/{at}": {"1": 0.9, "2": 0.1} for at in lying}
    places |= {"beside/askew/1": {"empty": 1.0}} if is_askew else {}
    named = PROFILE.habits.named(state, places, {})
    read = PROFILE.habits.read(state, named)
    assert sorted(" ".join(move.cards) for (move,) in read) == sorted(melds)
    assert ("river" in named) == bool(melds), "nor is a discard recorded before a meld that nobody knows"


@pytest.mark.parametrize(
    ("shown", "off"),
    [
        ({}, ["4H", "8H"]),
        ({"8H": 0.6, "8D": 0.2}, ["8H"]),
        ({"8H": 0.9, "8D": 0.08}, ["8H"]),
        ({"9S": 0.9, "9C": 0.08}, []),
    ],
    ids=["not read", "hardly read", "seems to fit", "seems not to"],
)
def test_s4_a_card_laid_off_that_is_not_read_is_asked_for_by_the_rules(shown: dict[str, float], off: list[str]) -> None:
    state = stop.start(NAMES[:5], {"games": 1})
    for move in (*(Lot(lot) for lot in ("AC", "9C", "QD", "JD", "10C")), Deal(UNKNOWN, UNKNOWN), Draw(UNKNOWN)):
        state = stop.play(state, move)
    meld = ("5H", "6H", "7H")
    state = replace(state, melds=(Laid(0, meld),))
    row = [shown, *({card: 1.0} for card in meld)]
    places: dict[str, dict[str, float]] = {"river": {"empty": 1.0}}
    places |= {f"row/1/{at}": likely for at, likely in enumerate(row, start=1)}
    places |= {f"seat/1/{at}": {"1": 0.9, "2": 0.1} for at in range(1, 5)}
    named = PROFILE.habits.named(state, places, {})
    read = [move for (move,) in PROFILE.habits.read(state, named)]
    assert {move.card for move in read} == {*off}
    assert ("river" in named) == bool(off), "nor is a discard recorded before a card that nobody knows"


@pytest.mark.parametrize(("row", "is_known"), [(("", "", "QS"), True), (("", "", "QS", "9H"), False)])
def test_a_meld_of_which_one_card_is_read_is_no_new_one(tmp_path: Path, row: tuple[str, ...], is_known: bool) -> None:
    state = replace(stop.view(dealt(tmp_path)[1], None), melds=(Laid(3, ("joker", "JS", "QS")),))
    places: dict[str, dict[str, float]] = {"river": {"KD": 1.0}}
    places |= {f"row/1/{at}": {card: 1.0} if card else {} for at, card in enumerate(row, start=1)}
    places |= {f"seat/1/{at}": {"4": 1.0} for at in range(1, len(row) + 1)}
    assert ("river" in PROFILE.habits.named(state, places, {})) == is_known


def test_s3_a_joker_in_a_meld_that_no_picture_shows_is_asked_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, state = dealt(tmp_path, (("QC", "AC", "2C", "joker", "KD", "9S", "5H"), *HANDS[1:3], LATER, HANDS[4]))
    picture = game.table.picture
    monkeypatch.setattr(game.table, "picture", lambda: [card for card in picture() if card.code != "joker"])
    meld = Meld(("QC", "joker", "AC", "2C"))
    play(game, state, Draw("6C"), meld, Discard("KD"), Draw("2D"), Discard("7S"))
    assert recorded(game) == [Draw(UNKNOWN), meld, Discard("KD"), Draw(UNKNOWN), Discard("7S")]
    assert game.people.asked == 1


@pytest.mark.parametrize(("pushed", "asked"), [(0.0, 0), (36.0, 1)])
def test_s3_the_end_at_which_a_joker_lies_is_asked_where_the_row_does_not_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pushed: float, asked: int
) -> None:
    game, state = dealt(tmp_path, (("8S", "9S", "joker", "KD", "2S", "5H", "2C"), *HANDS[1:3], LATER, HANDS[4]))
    picture, meld = game.table.picture, Meld(("joker", "8S", "9S"))
    monkeypatch.setattr(
        game.table, "picture", lambda: [card.moved(pushed, 0.0) if card.code == "8S" else card for card in picture()]
    )
    state = play(game, state, Draw("6C"))
    game.table.set(PROFILE.filming.heaps(stop.play(state, meld)), {})
    game.look()
    choices = [told(choice, "en") for choice in game.box.question]
    assert (
        choices
        == [
            "Aya lays down 8 of spades, 9 of spades and joker. The joker is the 10 of spades.",
            "Aya lays down joker, 8 of spades and 9 of spades. The joker is the 7 of spades.",
        ][: 2 * asked]
    )
    play(game, state, meld, Discard("KD"))
    assert (recorded(game), game.people.asked) == ([Draw(UNKNOWN), meld, Discard("KD")], asked)


def test_s5_a_pon_was_called_by_whom_it_lies_before(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    state = play(game, state, Draw("6C"), Discard("9S"))
    play(game, state, Pon(2, ("9S", "9H", "9D")), Discard("2H"))
    assert recorded(game)[2:] == [Pon(2, ("9S", "9H", "9D")), Discard("2H")]
    assert game.people.asked == 0


def test_what_was_discarded_before_a_meld_is_not_the_discard_after_it(tmp_path: Path) -> None:
    game, state = dealt(tmp_path, (HANDS[0], ("8H", "8S", "8D", *HANDS[1][3:]), *HANDS[2:4], ("KH", *HANDS[4][1:])))
    play(game, state, Draw("6C"), Discard("KD"), Draw("2D"), Meld(("8S", "8H", "8D")), unseen_until_last=True)
    assert recorded(game) == [Draw(UNKNOWN), Discard("KD"), Draw(UNKNOWN), Meld(("8S", "8H", "8D"))]


def test_a_meld_is_recorded_with_the_cards_that_are_seen(tmp_path: Path) -> None:
    game, state = dealt(tmp_path)
    state = play(game, state, Draw("6C"), Discard("KD"))
    state = play(game, state, TAKE, unseen_until_last=True)
    play(game, state, Meld(("KH", "KD", "KC")))
    assert recorded(game)[2:] == [TAKE, Meld(("KH", "KD", "KC"))]


def test_a_card_laid_off_away_from_its_meld_counts_where_alone_it_fits(tmp_path: Path) -> None:
    _, state = dealt(tmp_path)
    for move in (Draw("6C"), Meld(("4H", "5H", "6H")), Discard("KD"), Draw("2D"), Discard("8D")):
        state = stop.play(state, move)
    places = {f"row/1/{at}": {card: 1.0} for at, card in enumerate(("4H", "5H", "6H"), start=1)}
    places |= {f"seat/1/{at}": {"1": 0.9, "2": 0.1} for at in (1, 2, 3)}
    places |= {"row/2/1": {"3H": 1.0}, "seat/2/1": {"3": 0.9, "4": 0.1}, "river": {"8D": 1.0}}
    named = PROFILE.habits.named(state, places, {})
    state = stop.play(stop.view(state, None), Draw("5S"))
    assert [list(moves)[-1] for moves in PROFILE.habits.read(state, named)] == [LayOff("3H", 0, "low")]


def test_s4_a_card_among_the_discards_that_fits_on_a_meld_may_have_been_laid_off(tmp_path: Path) -> None:
    _, state = dealt(tmp_path)
    for move in (Draw("6C"), Meld(("4H", "5H", "6H")), Discard("KD"), Draw("2D")):
        state = stop.play(state, move)
    state = stop.view(state, None)
    places = {f"row/1/{at}": {card: 1.0} for at, card in enumerate(("4H", "5H", "6H"), start=1)}
    places |= {f"seat/1/{at}": {"1": 0.9, "2": 0.1} for at in (1, 2, 3)}
    places |= {"beside/river/1": {"KD": 1.0}, "beside/river/2": {"3H": 1.0}, "river": {"8D": 1.0}}
    named = PROFILE.habits.named(state, places, {})
    assert not any(place == "meld/1/4" for place in named)
    read = [list(moves) for moves in PROFILE.habits.read(state, named)]
    assert [LayOff("3H", 0, "low"), Discard("8D")] in read
    assert [Discard("3H"), Draw(UNKNOWN), Discard("8D")] in read
    laid = stop.play(stop.play(state, LayOff("3H", 0, "low")), Discard("8D"))
    assert list(PROFILE.habits.read(laid, PROFILE.habits.named(laid, places, {}))) == []
