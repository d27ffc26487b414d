"""Results and states as tables report them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from engines.contract import ranks
from web.mqtt.payloads import GameResult, TableState


def reported(
    names: Sequence[str | None] = ("Aya", "Ben"), scores: Sequence[int] = (40, 24), last: int = 9, **changes: Any
) -> GameResult:
    """The result of a game of reversi."""
    result: GameResult = {
        "journal": "a1b2",
        "entry": 1,
        "begun": "2026-01-02T19:00:00+09:00",
        "revision": [0, last],
        "withdrawn": False,
        "ended": "2026-01-02T19:30:00+09:00",
        "game": "reversi",
        "title": "Reversi",
        "players": [
            {
                "seat": seat,
                "name": name,
                "shown": name or f"Seat {seat + 1}",
                "score": score,
                "rank": rank,
                "team": None,
            }
            for seat, (name, score, rank) in enumerate(zip(names, scores, ranks(scores), strict=True))
        ],
    }
    return {**result, **changes}  # type: ignore[typeddict-item]


def state(progress: datetime, **changes: Any) -> bytes:
    """The state of a table in the middle of a game of reversi."""
    now: TableState = {
        "game": "reversi",
        "title": "Reversi",
        "players": ["Aya", "Ben"],
        "names": "names",
        "turn": 0,
        "prompts": [{"player": 0, "key": "reversi.turn", "facts": {"player": "Aya"}, "sentence": "It is Aya's turn"}],
        "standings": [],
        "problem": None,
        "last_move": None,
        "moves": 12,
        "over": False,
        "seeing": {"key": "web.seeing.watching", "facts": {}, "sentence": "The camera watches"},
        "progress": progress.isoformat(),
    }
    return msgspec.json.encode({**now, **changes})
