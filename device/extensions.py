"""Loads what other packages add to the box (games, camera sources, texts) by their entry points."""

import logging
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from traceback import format_exception_only
from typing import TypeVar

from engines.messages import Message, message

Kind = TypeVar("Kind")
Used = TypeVar("Used")
LEFT_OUT: list[Message] = []  # what could not be loaded and why, in the order of loading
_log = logging.getLogger(__name__)


def extensions(group: str, kind: type[Kind], use: Callable[[Kind], Used]) -> Iterator[Used]:
    """Yield what `use` returns for each object of the entry points of a group, sorted by entry point name.

    An object that cannot be loaded, is of another kind or makes `use` fail is logged, noted in `LEFT_OUT` and skipped.
    """
    for point in sorted(entry_points(group=group), key=lambda point: (point.name, point.value)):
        try:
            loaded = point.load()
            if not isinstance(loaded, kind):
                raise TypeError(f"no {kind.__name__}")
            used = use(loaded)
        except BaseException as fault:  # noqa: BLE001 — a package of others may even end the program; the box must start
            _log.exception("%s: %s = %s cannot be used", group, point.name, point.value)
            package = point.dist.name if point.dist else point.module
            why = format_exception_only(fault)[-1].strip()
            LEFT_OUT.append(message("extension.left_out", name=point.name, package=package, why=why))
            continue
        yield used
