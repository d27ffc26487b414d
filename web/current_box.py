"""The box that this page shows: given to the application once, asked for by every request."""

from typing import TYPE_CHECKING, cast

from flask import current_app

if TYPE_CHECKING:
    from web.page_box import PageBox


def current_box() -> "PageBox":
    """The box of the application that answers the request."""
    return cast("PageBox", current_app.extensions["box"])
