"""The box that the other tests of this folder attack is one that works."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.trust.real_box import RealBox


@pytest.mark.full
def test_a_box_starts_shows_its_table_pairs_a_phone_and_ends(
    tmp_path: Path, figure: Callable[[str, object], None]
) -> None:
    with RealBox(tmp_path / "data") as box:
        assert box.state()["game"] == "reversi"
        assert box.ask("POST", "/api/look", {})[0] == 403
        box.pair()
        assert box.ask("POST", "/api/look", {})[0] == 200
        figure("a box that plays the demo", f"{box.usage().resident_mb:.0f} MB, {box.usage().threads} threads")
        assert box.stop() == 0
