"""The box that this page shows: given to the application once, asked for by every request."""

from typing import TYPE_CHECKING, cast

from flask import current_app

if TYPE_CHECKING:
    from device.box import Box


def current_box() -> "Box":
    """The box of the application that answers the request."""
    return cast("Box", current_app.extensions["box"])
