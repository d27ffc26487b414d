"""What the application was given once and every request asks for: the box that the page shows, and how long to wait."""

from typing import TYPE_CHECKING, cast

from flask import current_app

from web.limits import Waits

if TYPE_CHECKING:
    from device.box import Box


def current_box() -> "Box":
    """The box of the application that answers the request."""
    return cast("Box", current_app.extensions["box"])


def waits() -> Waits:
    """How long the application waits that answers the request."""
    return cast(Waits, current_app.extensions["waits"])
