"""A game of 10,000 moves in a journal of 20,000 games: start, table and pages, as `jarapon bench long` measures them.

Figures are printed. The bound is one that only work which grows with the square of the moves breaks: some pages then
take half a minute each.
"""

import pytest

from tests.support.trust.figure import Figure
from tools.bench.long import GAMES, MOVES, measure_long

pytestmark = pytest.mark.trust

MOST_PROCESSOR_S = 8.0


def test_start_table_and_pages_bear_a_long_game_in_a_long_journal(figure: Figure) -> None:
    rows = measure_long(MOVES, GAMES, runs=2)
    for row in rows:
        first, again, processor = (f"{name} {row[f'{name} s']:.3f} s" for name in ("first", "again", "processor"))
        figure(row["what"], f"{first.removeprefix('first ')}, {again}, {processor}")
    assert {row["what"] for row in rows if row["processor s"] > MOST_PROCESSOR_S} == set()
