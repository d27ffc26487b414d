"""Only those names leave the box that the players have agreed to, whatever the table shows."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from device.broker import NAMES as CHOICES
from device.broker import Names
from device.referee.outcomes import Problem
from device.table.snapshot import Snapshot
from engines.messages import message
from tests.support.web.tables import KEPT, TABLES, table
from web.mqtt.states import PublishedTable

NAMES = [choice for choice in CHOICES if choice != "names"]


def published(snapshot: Snapshot, names: Names, language: str) -> str:
    shown = PublishedTable(snapshot, names, language)
    return (msgspec.json.encode(shown.state("")) + shown.board()).decode()


def with_problem(snapshot: Snapshot) -> Snapshot:
    """The same table, on which something is wrong that has to do with a player."""
    said = message("reversi.illegal.must_pass", player=snapshot.view.players[0], square="d4")
    return replace(snapshot, problem=Problem(said, ()))


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", [*TABLES, *KEPT])
def test_no_name_leaves_the_box_without_consent(name: str, language: str, names: Names) -> None:
    snapshot = with_problem(table(name))
    players = snapshot.view.players
    shown: Any = published(snapshot, names, language)
    assert [player for player in players if player in shown] == []
    whole = published(snapshot, "names", language)
    assert [player for player in players if player not in whole] == []


def test_a_name_within_a_word_stays() -> None:
    snapshot = table("reversi")
    renamed = replace(snapshot, view=replace(snapshot.view, players=("d", "Ben")))
    assert "d3" in published(renamed, "seats", "en")
