"""States and boards as a phone gets them."""

from collections.abc import Collection
from typing import Any

import msgspec

from device.hands.check import HandAnswer
from device.table.game_view import GameView
from device.table.snapshot import Snapshot
from web.api.state import CheckHand, state_of
from web.diagrams.board import board_of


def board_sent(view: GameView, language: str, wrong: Collection[str] = ()) -> dict[str, Any]:
    """The board of a game, at whose `wrong` places lies what ought not to."""
    return _received(board_of(view, language, wrong))


def _no_hand(_tiles: str, _language: str) -> HandAnswer:
    raise AssertionError("there is no hand to ask about")


def state_sent(snapshot: Snapshot, language: str, check_hand: CheckHand = _no_hand) -> dict[str, Any]:
    """The state that is sent of a snapshot."""
    return _received(state_of(snapshot, language, check_hand))


def _received(answer: object) -> dict[str, Any]:
    received: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(answer))
    return received
