"""A lens that is out of focus or breathed on in mid-game: the game waits and says why, and goes on after it."""

from pathlib import Path

import pytest

from tests.support.device.filmed_table import FIXED_AND_TRACKED, FilmedTable
from tools.artwork.spoilings import Spoiling

pytestmark = pytest.mark.film


@pytest.mark.parametrize("name", FIXED_AND_TRACKED)
def test_a_lens_out_of_focus_is_no_empty_table(tmp_path: Path, name: str) -> None:
    with FilmedTable(tmp_path, name, -2) as table:
        blurred = Spoiling("defocus", 9).of(table.film.picture(-1), 1)
        table.still(blurred)
        assert (table.now.seeing, table.tells(), table.recorded()) == ("no_board", ["seen.blurred"], True)
        assert table.go_on()
        assert (table.now.seeing, table.tells()) == ("still", [])
