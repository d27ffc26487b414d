"""The pages themselves; everything on them that lives is asked for by their scripts."""

from flask import Blueprint, render_template

from device.watched import WATCHED
from engines.vocabulary import TILE_FACES
from web.lessons import LAYING_ORDER
from web.limits import LONGEST_NAME
from web.the_box import the_box

pages = Blueprint("pages", __name__)


@pages.get("/")
def live() -> str:
    """The live table."""
    return render_template("live.html")


@pages.get("/hand")
def hand() -> str:
    """Check a Galaxy Jarapon hand."""
    return render_template("hand.html", faces=TILE_FACES, sheet=the_box().sheet())


@pages.get("/teach")
def teach() -> str:
    """Teach the box its tiles."""
    return render_template("teach.html", faces=LAYING_ORDER)


@pages.get("/set-up")
def set_up() -> str:
    """A new game, and where the board lies."""
    return render_template("set_up.html", games=WATCHED, longest_name=LONGEST_NAME)
