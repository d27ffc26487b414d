"""The pages themselves; everything on them that lives is asked for by their scripts."""

import json
from collections.abc import Mapping
from dataclasses import asdict

from flask import Blueprint, Response, render_template, request, url_for

from device.config.players import COLOURS, PlayerBadges
from device.demo.demo import Demo
from device.demo.pace import SPEEDS
from device.drop_it.frame_sketch import DEPTH, HEIGHT, MAX_NAME_LENGTH, MAX_PARTS, WIDTH
from device.games.listing import GAMES, IN_FRAME, WITH_CARDS, house_rules, profile_of, to_begin
from device.hands.question import HandOptions, known_options
from device.lessons import LAYING_ORDER
from device.record.archive import GameArchive
from device.record.evenings import MAX_COUNTED_GAMES, remembered_names
from device.services import Hands
from device.table.live_table import LiveTable
from device.texts import say
from device.voice.voice import Voice
from device.wiring_check import WiringTest, lamps
from engines.bots import STRENGTHS
from engines.contract import AnyGame
from engines.data_file import BadData
from engines.drop_it.frame import USUAL_DEPTH, USUAL_PIECE_DEPTHS
from engines.drop_it.moves import BONUS
from engines.drop_it.pieces import COLOURS as DROP_IT_COLOURS
from engines.drop_it.pieces import SHAPES
from engines.jarapon.shapes import RULES
from engines.jarapon.sheet import BONUSES, DEFAULT_SHEET, MAX_POINTS
from engines.messages import Message, message
from engines.one_line import LONGEST_NAME
from engines.vocabulary import TILE_FACES
from web.api.demo import table_of, the_demo
from web.api.games import title_of
from web.api.lessons import WORDS
from web.languages import spoken, text
from web.live.stream import first_state
from web.services import find_service, service

pages = Blueprint("pages", __name__)
ICON_SIZES = (180, 512)  # px: what phones ask for
# What the live page's script imports, which a browser would otherwise learn only when it has read that script.
LIVE_MODULES = (
    "api_client",
    "badge",
    "board",
    "choices",
    "pictures",
    "pieces",
    "score_line",
    "shapes",
    "storage",
    "stream",
    "this_phone",
)


@pages.get("/")
def live() -> str:
    """The live table."""
    shown = find_service(Demo)
    demo = None if shown is None else table_of(shown)
    return render_template(
        "live.html",
        modules=LIVE_MODULES,
        demo=demo,
        speeds=SPEEDS,
        of_cards=WITH_CARDS,
        in_frame=IN_FRAME,
        **first_state(),
    )


@pages.get("/demo")
def demo() -> str:
    """Which games can be watched at the demo table."""
    return render_template("demo.html", demo=table_of(the_demo()), now=service(LiveTable).snapshot.view.game)


@pages.get("/hand")
def hand() -> str:
    """Check a Galaxy Jarapon hand."""
    hands = service(Hands)
    return render_template(
        "hand.html", faces=TILE_FACES, sheet=hands.sheet(), is_taught=hands.is_taught, known=_known_of_hands()
    )


@pages.get("/teach")
def teach() -> str:
    """Teach the box its tiles."""
    return _teach("tiles")


@pages.get("/teach/cards")
def teach_cards() -> str:
    """Teach the box cards whose faces it cannot know."""
    return _teach("cards")


def _teach(of: str) -> str:
    return render_template("teach.html", of=of, words=WORDS[of], faces=LAYING_ORDER[of])


@pages.get("/set-up")
def set_up() -> str:
    """A new game of one that the camera can follow, and where the board lies; the last game stands first, open."""
    return _set_up(to_begin(at_demo=find_service(Demo) is not None))


@pages.get("/by-hand")
def by_hand() -> str:
    """A new game of any, whose moves are entered on the page."""
    return _set_up(GAMES, is_by_hand=True)


def _set_up(games: Mapping[str, AnyGame], is_by_hand: bool = False) -> str:
    snapshot = service(LiveTable).snapshot
    now = snapshot.again or snapshot.view
    asked = request.args.get("game", now.game)
    first = asked if asked in games else next(iter(games))
    return render_template(
        "set_up.html",
        games={first: games[first], **games},
        by_hand=is_by_hand,
        counts={name: _count(game.PLAYERS) for name, game in games.items()},
        open_game=first,
        players=now.players,
        known=snapshot.known,
        known_names=remembered_names(service(GameArchive), service(PlayerBadges)),
        house_rules={name: house_rules(game) for name, game in games.items()},
        fixed_rules={name: profile_of(name).fixed_rules for name in games},
        dealt=[name for name in games if profile_of(name).is_dealt],
        strengths=STRENGTHS,
        seats_around=[name for name in games if profile_of(name).seats_around],
        longest_name=LONGEST_NAME,
        voice=service(Voice),
        colours=COLOURS,
        faces=TILE_FACES,
        **_sheet(),
    )


@pages.get("/moves")
def moves() -> str:
    """The moves of the game on the table, to be corrected."""
    return render_template("moves.html", faces=TILE_FACES)


@pages.get("/seat")
def seat() -> str:
    """The page of whoever sits at the table; which seat that is, the phone remembers."""
    return render_template("seat.html")


@pages.get("/games")
def games() -> str:
    """The list of all games."""
    return render_template("games.html", games=GAMES, counted_games=MAX_COUNTED_GAMES)


@pages.get("/games/<int:number>")
def replay(number: int) -> str:
    """A game, move by move."""
    title = title_of(service(GameArchive).game(number).start)
    return render_template("replay.html", number=number, title=title, known=service(LiveTable).snapshot.known)


@pages.get("/screen")
def screen() -> str:
    """The table for a television."""
    return render_template("screen.html")


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a phone needs to keep the page on its home screen."""
    icons = [{"src": url_for("static", filename="icon.svg"), "sizes": "any", "type": "image/svg+xml"}]
    icons += [{"src": url_for("static", filename=f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
              for size in ICON_SIZES]  # fmt: skip
    content = {
        "name": text("web.name"),
        "short_name": "Jarapon",
        "lang": spoken(),
        "start_url": "/",
        "display": "standalone",
        "background_color": "#f7f3ea",
        "theme_color": "#2b4a9e",
        "icons": icons,
    }
    return Response(json.dumps(content, ensure_ascii=False), mimetype="application/manifest+json")


@pages.get("/sheet")
def sheet() -> str:
    """The editor of the score sheet."""
    return render_template("sheet.html", rules=RULES, bonuses=BONUSES, most_points=MAX_POINTS)


@pages.get("/calibrate")
def calibrate() -> str:
    """Where the board lies."""
    return render_template("calibrate.html")


@pages.get("/zones")
def zones() -> str:
    """How cards are laid, and where they lie."""
    return render_template("zones.html")


@pages.get("/frame")
def frame() -> str:
    """The frame of Drop It, made on a picture of it."""
    return render_template(
        "frame.html",
        shapes=SHAPES,
        colours=DROP_IT_COLOURS,
        sizes=tuple(BONUS),
        most_parts=MAX_PARTS,
        longest_name=MAX_NAME_LENGTH,
        bounds={"width": WIDTH, "height": HEIGHT, "depth": DEPTH},
        usual={"depth": USUAL_DEPTH, "back": USUAL_PIECE_DEPTHS[0], "front": USUAL_PIECE_DEPTHS[1]},
    )


@pages.get("/wiring")
def wiring() -> str:
    """What is wired to the box, each part with its test; what is not connected is said."""
    troubles = {part: None if said is None else say(said, spoken()) for part, said in _troubles().items()}
    tested = {name: [say(how, spoken()) for how in hows] for name, hows in lamps(service(WiringTest).wiring).items()}
    return render_template("wiring.html", lamps=tested, trouble=troubles)


def _known_of_hands() -> dict[str, object]:
    """What the game on the table says of each player's hand, and of anybody's."""
    now = service(LiveTable).snapshot.view
    seats = [asdict(options) for options in known_options(now.state)]
    if not seats:
        return {"players": [], "seats": [], "common": None}
    shared = ("players", "dora", "bonus", "wild_ron", "wild_dora", "next_dealer", "chips")
    of_all = {name: seats[0][name] for name in shared}
    return {"players": now.players, "seats": seats, "common": asdict(HandOptions()) | of_all}


def _troubles() -> dict[str, Message | None]:
    """What is wrong with each part, None where nothing is known to be."""
    seeing = service(LiveTable).snapshot.seeing
    camera = message("web.seeing.no_camera") if seeing == "no_camera" else None
    return {**service(WiringTest).troubles(), "camera": camera}


def _sheet() -> dict[str, object]:
    """The score sheet's name and whether it is a reconstruction; where it cannot be read, that, and the shipped one."""
    try:
        sheet = service(Hands).sheet()
    except BadData as bad:
        return {"sheet": {"name": DEFAULT_SHEET, "reconstruction": True}, "sheet_trouble": say(bad.said, spoken())}
    return {"sheet": sheet, "sheet_trouble": None}


def _count(players: range) -> str:
    """How many may play, in words."""
    fewest, most = players[0], players[-1]
    return text("web.set_up.just_players" if fewest == most else "web.set_up.players", fewest=fewest, most=most)
