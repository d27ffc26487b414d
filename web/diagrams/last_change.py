"""What a game's own state says of the table, and what the last move has changed on it."""

from collections.abc import Callable, Mapping

from device.table.snapshot import Snapshot
from engines.contract import State


def shown_state(snapshot: Snapshot, kind: type[State]) -> State:
    """The state of the game, which is of this kind."""
    if not isinstance(snapshot.state, kind):
        raise TypeError(f"{snapshot.game} has no {kind.__qualname__}")
    return snapshot.state


def last_changed(
    snapshot: Snapshot, kind: type[State], lying: Callable[[State], Mapping[str, object]]
) -> frozenset[str]:
    """The places where something else lies than before the last line of the record; `lying` says what lies where.

    Where that has changed nothing, as a turn that ends without a discard, those of the last move that somebody chose.
    """
    if not isinstance(snapshot.before, kind):
        return frozenset()
    now, before = lying(shown_state(snapshot, kind)), lying(snapshot.before)
    changed = frozenset(place for place in {*now, *before} if now.get(place) != before.get(place))
    return changed or frozenset(snapshot.last_places)
