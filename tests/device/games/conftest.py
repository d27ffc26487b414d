"""Tables of Stop, each closed when its test ends."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack

import pytest

from engines import stop
from engines.bots import NAMES
from engines.stop.cards import Cards
from engines.stop.moves import Discard, Draw
from tests.support.device.dealt_stop import HANDS, PROFILE, STOCK, Dealer, StopTable
from tools.films.card_games import CardGame
from tools.films.card_tables import PERFECT
from tools.films.following import Match, people_at_box


@pytest.fixture
def opened() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


@pytest.fixture
def deal(opened: ExitStack) -> Dealer:
    """Deals Stop at a table."""

    def dealt(hands: Sequence[Cards] = HANDS, stock: Cards = STOCK, games: int = 1) -> StopTable:
        match = Match(PROFILE, NAMES[:5], {"games": games})
        game = CardGame(opened.enter_context(people_at_box(match)), 3, PERFECT)
        table = StopTable(game, stop.start(match.players, match.options))
        table.deal(hands, stock)
        game.lay(table.state)
        return table

    return dealt


@pytest.fixture
def table(deal: Dealer) -> StopTable:
    """Aya has drawn, and discarded a king."""
    table = deal()
    table.play(Draw("6C"), Discard("KD"))
    return table
