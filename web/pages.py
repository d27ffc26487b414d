"""The pages themselves; everything on them that lives is asked for by their scripts."""

from typing import Any

from flask import Blueprint, render_template

from device.texts import say
from device.watched import WATCHED
from engines.data_file import BadData
from engines.jarapon.sheets import SHIPPED
from engines.vocabulary import TILE_FACES
from web.languages import spoken, text
from web.lessons import LAYING_ORDER
from web.limits import LONGEST_NAME
from web.live import first_state
from web.the_box import the_box

pages = Blueprint("pages", __name__)
# What the live page's script imports, which a browser would otherwise learn only when it has read that script.
LIVE_MODULES = ("answer", "board", "choices", "pictures", "pieces", "score_line", "shapes", "stream", "talk")


@pages.get("/")
def live() -> str:
    """The live table."""
    return render_template("live.html", modules=LIVE_MODULES, **first_state())


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
    """A new game of one that the camera can follow, and where the board lies; the game that is on is opened first."""
    now = the_box().table.snapshot
    return render_template(
        "set_up.html",
        games=WATCHED,
        counts={name: _count(game.PLAYERS) for name, game in WATCHED.items()},
        open_game=now.game if now.game in WATCHED else next(iter(WATCHED)),
        players=now.players,
        longest_name=LONGEST_NAME,
        **_sheet(),
    )


def _sheet() -> dict[str, Any]:
    """The score sheet's name and whether it is a reconstruction; where it cannot be read, that, and the shipped one."""
    try:
        sheet = the_box().sheet()
    except BadData as bad:
        return {"sheet": {"name": SHIPPED, "reconstruction": True}, "sheet_trouble": say(bad.said, spoken())}
    return {"sheet": sheet, "sheet_trouble": None}


def _count(players: range) -> str:
    """How many may play, in words."""
    fewest, most = players[0], players[-1]
    return text("web.set_up.just_players" if fewest == most else "web.set_up.players", fewest=fewest, most=most)
