"""What the last move has changed on a table that is drawn from its state."""

from collections.abc import Callable, Mapping
from typing import Any

from device.table.snapshot import Snapshot

Lying = Callable[[Any], Mapping[str, Any]]  # what lies at each place of a state


def last_changed(snapshot: Snapshot, lying: Lying) -> frozenset[str]:
    """The places where something else lies than before the last line of the record.

    Where that has changed nothing, as a turn that ends without a discard, those of the last move that somebody chose.
    """
    if snapshot.before is None:
        return frozenset()
    now, before = lying(snapshot.state), lying(snapshot.before)
    changed = frozenset(place for place in {*now, *before} if now.get(place) != before.get(place))
    return changed or frozenset(snapshot.last_places)
