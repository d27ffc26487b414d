"""The HTML pages; their scripts request everything that changes."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import zip_longest

from flask import Blueprint, Response, render_template, request, url_for

from device.config.players import COLOURS, PlayerBadges
from device.demo.demo import Demo
from device.demo.pace import SPEEDS
from device.drop_it.frame_sketch import DEPTH, HEIGHT, MAX_NAME_LENGTH, MAX_PARTS, WIDTH
from device.games.listing import GAMES, IN_FRAME, WATCHED, WITH_CARDS, house_rules, profile_of
from device.games.profile import AnyProfile
from device.games.rule_lines import WITH_RULES, rule_lines
from device.hands.question import HandOptions, known_options
from device.hardware.buttons import HOLD_S
from device.hardware.wiring import BUTTON_NAMES
from device.lessons import LAYING_ORDER, Lessons
from device.record.archive import GameArchive
from device.record.evenings import MAX_COUNTED_GAMES, remembered_names
from device.services import Hands
from device.set_check import COUNTED, DROP_IT_SET, KITS
from device.table.live_table import LiveTable
from device.table.snapshot import Snapshot
from device.texts import grammar, say
from device.voice.voice import Voice
from device.wiring_check import WiringTest, lamps
from engines.bots import STRENGTHS
from engines.contract import AnyGame, Option
from engines.data_file import BadData
from engines.drop_it.frame import USUAL_DEPTH, USUAL_PIECE_DEPTHS, Frame
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
from web.api.lessons import TEXT_PREFIXES
from web.api.player_history import fields_of
from web.languages import request_language, text
from web.live.stream import first_state
from web.services import find_service, service
from web.static_files import STATIC

pages = Blueprint("pages", __name__)
ICON_SIZES = (180, 512)  # px: what phones request
# Modules that the live page's script imports, for preloading.
LIVE_MODULES = (
    "api_client",
    "badge",
    "board",
    "choices",
    "faces",
    "pictures",
    "pieces",
    "score_line",
    "shapes",
    "status_line",
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
        buttons=BUTTON_NAMES,
        hold_ms=round(1000 * HOLD_S),
        of_cards=WITH_CARDS,
        in_frame=IN_FRAME,
        square_hints=rule_lines("reversi", "hint", request_language()),
        **first_state(),
    )


@pages.get("/demo")
def demo() -> str:
    """The choice of games at the demo table."""
    return render_template("demo.html", demo=table_of(the_demo()), now=service(LiveTable).snapshot.view.game)


@pages.get("/hand")
def hand() -> str:
    """Check a Galaxy Jarapon hand."""
    hands = service(Hands)
    return render_template(
        "hand.html", faces=TILE_FACES, sheet=hands.sheet(), is_taught=hands.is_taught, known=_hand_defaults()
    )


@pages.get("/practice")
def practice() -> str:
    """Practise on the hand of the day."""
    return render_template("practice.html")


@pages.get("/teach")
def teach() -> str:
    """Teach the box its tiles."""
    return _teach("tiles")


@pages.get("/teach/cards")
def teach_cards() -> str:
    """Teach the box cards of an unknown design."""
    return _teach("cards")


def _teach(of: str) -> str:
    shown = find_service(Demo)
    return render_template("teach.html", of=of, words=TEXT_PREFIXES[of], faces=LAYING_ORDER[of], demo=shown)


@pages.get("/set-up")
def set_up() -> str:
    """The shelf of games that the camera can follow, the last one first."""
    return _set_up(WATCHED)


@pages.get("/by-hand")
def by_hand() -> str:
    """The shelf of all games, whose moves are entered on the page."""
    return _set_up(GAMES, is_by_hand=True)


@pages.get("/box")
def box() -> str:
    """What the box has to be taught and told: tiles, places, frame, sheet, Wi-Fi, voice, clock and wiring."""
    return render_template("box.html", game=service(LiveTable).snapshot.view.game, voice=service(Voice))


def _set_up(games: Mapping[str, AnyGame], is_by_hand: bool = False) -> str:
    snapshot = service(LiveTable).snapshot
    now = snapshot.again or snapshot.view
    frames = () if is_by_hand else service(Lessons).frames.kept
    asked = request.args.get("game", "")
    first = next((name for name in (asked, now.game) if name in games), next(iter(games)))
    return render_template(
        "set_up.html",
        games={first: games[first], **games},
        by_hand=is_by_hand,
        with_rules=WITH_RULES,
        playing=_being_played(snapshot),
        pictured=[name for name in games if (STATIC / f"game-{name}.webp").exists()],
        facts={name: _facts(profile_of(name), is_by_hand) for name in games},
        open_game=asked,
        seats={name: _remembered_seats(snapshot, game) for name, game in games.items()},
        known=snapshot.known,
        known_names=remembered_names(service(GameArchive), service(PlayerBadges)),
        house_rules={name: _house_rules(game, frames) for name, game in games.items()},
        frames={name: frames if name in IN_FRAME and len(frames) > 1 else () for name in games},
        fixed_rules={name: profile_of(name).fixed_rules for name in games},
        dealt=[name for name in games if profile_of(name).is_dealt],
        strengths=STRENGTHS,
        seats_around=[name for name in games if profile_of(name).seats_around],
        longest_name=LONGEST_NAME,
        colours=COLOURS,
        faces=TILE_FACES,
        **_sheet_fields(),
    )


def _house_rules(game: AnyGame, frames: Sequence[Frame]) -> list[Option]:
    """The rules that people may choose; how many levels a frame has that was measured nobody need say."""
    is_measured = game.NAME in IN_FRAME and bool(frames)
    return [option for option in house_rules(game) if not (is_measured and option.name == "levels")]


def _being_played(snapshot: Snapshot) -> str:
    """The game that somebody plays now, with its players, in words; "" if nobody does."""
    view = snapshot.view
    if view.over or not snapshot.moves:
        return ""
    players = grammar(request_language()).joined(list(view.players))
    return text("web.set_up.playing", game=text(f"{view.game}.title"), players=players)


def _remembered_seats(snapshot: Snapshot, game: AnyGame) -> list[tuple[str, str]]:
    """For each seat that a game may have who sat there last, and the strength of a computer player, else "".

    Computer players are remembered where the game itself was played last; elsewhere people close up.
    """
    now = snapshot.again or snapshot.view
    computers = snapshot.seats.computers if snapshot.again is None else snapshot.again.computers
    last = list(zip_longest(now.players, computers, fillvalue=""))
    if now.game != game.NAME:
        last = [(name, strength) for name, strength in last if not strength]
    most = game.PLAYERS[-1]
    return [*last, *[("", "")] * most][:most]


@pages.get("/moves")
def moves() -> str:
    """Correct the moves of the game on the table."""
    return render_template("moves.html", faces=TILE_FACES)


@pages.get("/seat")
def seat() -> str:
    """The page of a player at the table; the phone remembers which seat."""
    return render_template("seat.html")


@pages.get("/games")
def games() -> str:
    """The list of all games."""
    return render_template("games.html", games=GAMES, counted_games=MAX_COUNTED_GAMES)


@pages.get("/games/<int:number>")
def replay(number: int) -> str:
    """A game, move by move."""
    title = title_of(service(GameArchive).game(number).start.data["game"])
    return render_template("replay.html", number=number, title=title, known=service(LiveTable).snapshot.known)


@pages.get("/player")
def player() -> str:
    """A player over all evenings."""
    found = fields_of(request.args.get("name", ""))
    badge = service(PlayerBadges).of([found["name"]])[0]
    return render_template("player.html", player=found, badge=badge, counted_games=MAX_COUNTED_GAMES)


@pages.get("/screen")
def screen() -> str:
    """The table for a television."""
    return render_template("screen.html")


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """The web app manifest, for the phone's home screen."""
    icons = [{"src": url_for("static", filename="icon.svg"), "sizes": "any", "type": "image/svg+xml"}]
    icons += [{"src": url_for("static", filename=f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
              for size in ICON_SIZES]  # fmt: skip
    content = {
        "name": text("web.name"),
        "short_name": "Jarapon",
        "lang": request_language(),
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


@pages.get("/check-set")
def check_set() -> str:
    """Count a set on photographs, and see what each game takes of it."""
    drop_it = say(DROP_IT_SET, request_language())
    return render_template("check_set.html", kits=KITS, games=COUNTED, drop_it=drop_it)


@pages.get("/calibrate")
def calibrate() -> str:
    """Mark where the board lies."""
    return render_template("calibrate.html")


@pages.get("/zones")
def zones() -> str:
    """Show how cards are laid, and mark where they lie."""
    return render_template("zones.html")


@pages.get("/frame")
def frame() -> str:
    """Measure a frame of Drop It on a picture of it."""
    return render_template(
        "frame.html",
        kept=(frames := service(Lessons).frames).kept,
        earlier=frames.earlier,
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
    """The parts wired to the box, each with its test and what is wrong with it."""
    troubles = {
        part: None if said is None else say(said, request_language()) for part, said in _part_troubles().items()
    }
    tests = {
        name: [say(step, request_language()) for step in steps]
        for name, steps in lamps(service(WiringTest).wiring).items()
    }
    return render_template("wiring.html", lamps=tests, trouble=troubles, voice=service(Voice))


def _hand_defaults() -> dict[str, object]:
    """The hand options that follow from the game on the table, for each player and in common."""
    now = service(LiveTable).snapshot.view
    seats = [asdict(options) for options in known_options(now.state)]
    if not seats:
        return {"players": [], "seats": [], "common": None}
    shared = ("players", "dora", "bonus", "wild_ron", "wild_dora", "next_dealer", "chips")
    common = {name: seats[0][name] for name in shared}
    return {"players": now.players, "seats": seats, "common": asdict(HandOptions()) | common}


def _part_troubles() -> dict[str, Message | None]:
    """What is wrong with each part; None if nothing is."""
    seeing = service(LiveTable).snapshot.seeing
    camera = message("web.seeing.no_camera") if seeing == "no_camera" else None
    return {**service(WiringTest).troubles(), "camera": camera}


def _sheet_fields() -> dict[str, object]:
    """The score sheet for a template; if its file is broken, the shipped one and the error."""
    try:
        sheet = service(Hands).sheet()
    except BadData as bad:
        return {
            "sheet": {"name": DEFAULT_SHEET, "reconstruction": True},
            "sheet_trouble": say(bad.said, request_language()),
        }
    return {"sheet": sheet, "sheet_trouble": None}


def _facts(profile: AnyProfile, is_by_hand: bool) -> list[str]:
    """How many may play a game, how long it takes if that is known, and how it is watched, in words."""
    fewest, most = profile.game.PLAYERS[0], profile.game.PLAYERS[-1]
    watched = "side" if profile.game.NAME in IN_FRAME else "above"
    if is_by_hand or not profile.is_watched:
        watched = "by_hand"
    return [
        text("web.set_up.just_players" if fewest == most else "web.set_up.players", fewest=fewest, most=most),
        *([text("demo.minutes", minutes=profile.minutes)] if profile.minutes else []),
        text(f"web.set_up.watched.{watched}"),
    ]
