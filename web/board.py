"""The table of a snapshot as a phone draws it: an 8×8 board as the camera sees it, or pieces in a row."""

from typing import Any

from device.snapshot import Snapshot
from engines.squares import INDEX, SQUARES, turned

Json = dict[str, Any]


def board_of(snapshot: Snapshot) -> Json:
    """What lies where: `{"shape", "across", "down", "cells"}`.

    `shape` is `"squares"` or `"row"`; `across` and `down` are the labels along the top and the left edge; `cells` go
    row by row as the camera sees them, each with the game's own `place`, its `look` (a face, `"up"`, `"back"` or
    `"empty"`) and whether it is part of the `last` move or `wrong`.
    """
    if not snapshot.layout or not snapshot.layout.keys() <= INDEX.keys():
        return {
            "shape": "row",
            "across": [],
            "down": [],
            "cells": [_cell(place, snapshot) for place in snapshot.layout],
        }
    seen = names_as_seen(snapshot.turn)
    across, down = edge_labels(snapshot.turn)
    return {"shape": "squares", "across": across, "down": down, "cells": [_cell(place, snapshot) for place in seen]}


def _cell(place: str, snapshot: Snapshot) -> Json:
    return {
        "place": place,
        "look": snapshot.layout.get(place, "empty"),
        "last": place in snapshot.last_places,
        "wrong": place in snapshot.problem_places,
    }


def names_as_seen(quarters: int) -> list[str]:
    """The game's names of the squares, row by row as the camera sees a board that is turned by clockwise quarters.

    >>> names_as_seen(0)[:2], names_as_seen(1)[:2], names_as_seen(2)[:2]
    (['a1', 'b1'], ['a8', 'a7'], ['h8', 'g8'])
    """
    lies_at = {turned(name, quarters): name for name in SQUARES}
    return [lies_at[square] for square in SQUARES]


def edge_labels(quarters: int) -> tuple[list[str], list[str]]:
    """The letters or numbers along the top and down the left edge of a turned board.

    >>> edge_labels(1)
    (['8', '7', '6', '5', '4', '3', '2', '1'], ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
    """
    names = names_as_seen(quarters)
    top, left = names[:8], names[::8]
    varies = 0 if top[0][0] != top[1][0] else 1
    return [name[varies] for name in top], [name[1 - varies] for name in left]
