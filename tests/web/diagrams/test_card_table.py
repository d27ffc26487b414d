"""A game of cards that the page has never heard of is drawn as its profile says."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from device.games import listing
from device.games.card_table import Area, Card, CardTable, Group
from device.games.profile import Drawing, Profile
from device.table.game_view import GameView
from engines.contract import Prompt
from engines.messages import message
from engines.vocabulary import BACK, EMPTY
from tests.support.web.sent import board_sent

NAME = "cuckoo"
PLAYERS = ("Aya", "Ben", "Chie")


class Cuckoo(NamedTuple):
    """A deck, open discards, and a card before each player."""

    deck: int
    discards: tuple[str, ...]
    held: tuple[str, ...]


def cuckoo_table(state: Cuckoo, _language: str) -> CardTable:
    deck = Card("deck", "the deck", f"{state.deck} cards", BACK if state.deck else EMPTY, count=state.deck)
    laid = tuple(Card(f"discard/{at}", f"discard {at}", card, card) for at, card in enumerate(state.discards, start=1))
    free = (Card("discard/1", "the discards", "empty", EMPTY),)
    middle = (Group((deck,), caption="Deck"), Group(laid or free, pile="discard", caption="Discards"))
    seats = [
        Area((Group((Card(f"card/{seat}", f"{player}'s card", card, card, mark=card),)),), notes=("lost",) * (not card))
        for seat, (player, card) in enumerate(zip(PLAYERS, state.held, strict=True), start=1)
    ]
    return CardTable(Area(middle), tuple(seats), (8.0, 10.0))


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The box knows the game."""
    game: Any = SimpleNamespace(NAME=NAME)
    profile: Profile[Any, Any] = Profile(game, Drawing("cards", cuckoo_table, piece="card"))
    monkeypatch.setitem(listing._PROFILES, NAME, profile)
    monkeypatch.setitem(listing.GAMES, NAME, game)
    yield


def view(before: Cuckoo | None, state: Cuckoo) -> GameView:
    prompts = (Prompt(1, message("reversi.turn_up", player="Ben")),)
    return GameView(NAME, PLAYERS, prompts, (), {}, over=False, state=state, before=before)


@pytest.mark.usefixtures("known")
def test_piles_rows_and_players_are_drawn_and_what_a_move_changed_is_marked() -> None:
    before = Cuckoo(40, ("5H",), ("KS", "2D", "9C"))
    board = board_sent(view(before, before._replace(deck=39, discards=("5H", "2D"), held=("KS", "JC", "9C"))), "en")
    cells = {cell["place"]: cell for cell in board["cells"]}
    assert (board["kind"], [*cells]) == (
        "cards", ["deck", "discard/1", "discard/2", "card/1", "card/2", "card/3"],
    )  # fmt: skip
    assert {place for place, cell in cells.items() if cell["last"]} == {"deck", "discard/2", "card/2"}
    assert cells["discard/2"]["said"] == "discard 2: 2D, last move"
    assert (cells["deck"]["look"], cells["deck"]["count"], cells["deck"]["piece"]) == ("back", 39, "card")
    assert [cells[f"discard/{at}"].get("covered") for at in (1, 2)] == ["left", None]
    assert [label["text"] for label in board["labels"]] == ["Deck", "Discards", "Aya", "▶ Ben", "Chie"]
    assert cells["card/1"]["y"] == cells["card/2"]["y"] < cells["card/3"]["y"]


@pytest.mark.usefixtures("known")
def test_a_long_row_goes_on_in_further_lines() -> None:
    board = board_sent(view(None, Cuckoo(0, ("5H",) * 40, ("KS", "2D", "9C"))), "en")
    rows: dict[float, list[dict[str, Any]]] = {}
    for cell in board["cells"]:
        if cell["place"].startswith("discard/"):
            rows.setdefault(cell["y"], []).append(cell)
    assert len(rows) == 3
    assert all(cell["x"] < board["size"][0] for row in rows.values() for cell in row)
    assert [row[-1].get("covered") for row in rows.values()] == [None] * 3
    assert not any(cell["last"] for cell in board["cells"])
