"""The moves of Infiltration, and what a tile can be: infiltrator (潜入パイ) or supporter (サポートパイ)."""

from dataclasses import dataclass, field

from engines.contract import REVEALED

INFILTRATOR = "infiltrator"
SUPPORTER = "supporter"
ROLES = (INFILTRATOR, SUPPORTER)


@dataclass(frozen=True, slots=True)
class Step:
    """A tile goes one square on (J4-2).

    `taken` is what the tile that it captures turns out to be, None where it captures nothing. `wins` says that it is an
    infiltrator which enters the enemy's corner (J4-3, `enter_square`), where there is nothing to capture.
    """

    start: str
    end: str
    taken: str | None = field(default=None, metadata=REVEALED)
    wins: bool = False


@dataclass(frozen=True, slots=True)
class Leave:
    """An infiltrator on an enemy corner leaves through the entrance (J4-3, `step_out`)."""

    start: str


Move = Step | Leave
