"""The services of an application, found by their types, and its timeouts."""

from collections.abc import Iterable
from typing import TypeVar, cast

from flask import current_app

from web.limits import Waits

Service = TypeVar("Service")


def service(kind: type[Service]) -> Service:
    """The service of a type; raises `LookupError` if the application has none."""
    found = find_service(kind)
    if found is None:
        raise LookupError(f"this page was given no {kind.__name__}")
    return found


def find_service(kind: type[Service]) -> Service | None:
    """The service of a type; None if the application has none."""
    services = cast(Iterable[object], current_app.extensions["services"])
    return next((found for found in services if isinstance(found, kind)), None)


def waits() -> Waits:
    """The timeouts of the current application."""
    return cast(Waits, current_app.extensions["waits"])
