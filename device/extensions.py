"""What other packages bring to the box: games, camera sources and texts, by the entry points of their group."""

import logging
from collections.abc import Iterator
from importlib.metadata import entry_points
from typing import TypeVar

Kind = TypeVar("Kind")
_log = logging.getLogger(__name__)


def extensions(group: str, kind: type[Kind]) -> Iterator[Kind]:
    """What the entry points of a group name, by the names of the entry points.

    What cannot be loaded, or is of another kind, is logged and left out: the box starts without it.
    """
    for point in sorted(entry_points(group=group), key=lambda point: (point.name, point.value)):
        try:
            loaded = point.load()
        except Exception:  # noqa: BLE001 — whatever a package of others does, the box must start
            _log.exception("%s: %s = %s cannot be loaded", group, point.name, point.value)
            continue
        if isinstance(loaded, kind):
            yield loaded
        else:
            _log.error("%s: %s = %s is no %s", group, point.name, point.value, kind.__name__)
