"""Films of cards: a deck is taught, tables are rendered and read by the box's reader."""

from itertools import islice

import numpy as np
import pytest

from device.games.listing import profile_of
from engines.bots import NAMES
from simulator.artwork.playing_cards import CODES
from tools.films.card_films import FilmedTable, french_deck
from tools.films.following import Match, moves_of


@pytest.mark.full
def test_what_is_laid_on_a_filmed_table_is_read_there() -> None:
    profile = profile_of("skip_bo")
    filming, game = profile.filming, profile.game
    states = [state for state, _ in islice(moves_of(Match(profile, NAMES[:2], {}), 2), 4)]
    heaps = [(filming.heaps(state), game.layout(state)) for state in states]
    table = FilmedTable(profile, np.random.default_rng(3), heaps)
    for cards, layout in (heaps[0], heaps[0], heaps[-1], heaps[-1]):
        table.set(cards, layout)
        read = table.read()
    assert read is not None
    assert sorted(piece.face for piece in read.pieces) == sorted(cards[-1] for cards in heaps[-1][0].values())
    assert {"draw", "stock/1", "stock/2"} <= {piece.place for piece in read.pieces}


def test_a_deck_is_drawn_where_no_fonts_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.films.card_films.font_files", lambda signs, held_back: [])
    deck = french_deck(np.random.default_rng(1))
    assert {*CODES, "joker", "back"} == set(deck.faces)
