"""`jarapon run`: watches a table, referees the game and shows it, until it is stopped."""

import argparse
import faulthandler
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from cli.commands.replay import standing_line
from cli.commands.teach import USUAL_FACES, faces_named
from cli.parser import Commands
from cli.phone_access import PhoneAccess
from cli.start_guard import SafeModeWanted
from cli.stop_request import StopRequest
from device.box import Box
from device.broker import NAMES, USUAL_NAMES, BrokerLink, BrokerSettings
from device.cameras import DEMO, FORMS, best_camera, open_camera, source_of
from device.capture.events import Noticed
from device.games.listing import GAMES, WATCHED
from device.hardware.camera import Camera
from device.lessons import LAYING_ORDER
from device.settings import USUAL_GAME, Settings, option_of
from device.system.data_folder import DEMO_DATA, FOCUS
from device.system.faults import log_faults_of_threads
from device.system.memory import give_back_memory
from device.system.notify import Notifier
from device.system.start_options import SAFE_MODE, USUAL_DATA, USUAL_HOST, USUAL_PORTS
from device.system.watched_thread import Turn
from device.texts import say
from engines.messages import Message, Refusal, message
from engines.one_line import name_of

if TYPE_CHECKING:
    from device.demo.camera import DemoCamera
    from web.server.watched import WatchedServer

POLL_S = 0.2
# After this the box ends, even if something hangs while it closes; systemd waits a little longer (TimeoutStopSec).
MAX_CLOSING_S = 15.0


def add_parser(commands: Commands) -> None:
    """Add `run` to the command line."""
    parser = commands.add("run", run)
    parser.add_argument("--game", metavar="G", help=parser.help_of("game"))
    parser.add_argument("--players", default="", metavar="A,B,…", help=parser.help_of("players"))
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=parser.help_of("option"))
    parser.add_argument("--camera", metavar=FORMS, help=parser.help_of("camera"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=parser.help_of("data"))
    parser.add_argument("--taught", type=Path, metavar="DIR", help=parser.help_of("taught"))
    parser.add_argument("--host", default=USUAL_HOST, metavar="ADDRESS", help=parser.help_of("host"))
    parser.add_argument("--port", type=int, metavar="N", help=parser.help_of("port"))
    parser.add_argument("--name", action="append", default=[], metavar="NAME", help=parser.help_of("name"))
    parser.add_argument("--mqtt", metavar="URL", help=parser.help_of("mqtt"))
    parser.add_argument("--mqtt-names", choices=NAMES, metavar="|".join(NAMES), help=parser.help_of("mqtt_names"))
    parser.add_argument("--headless", action="store_true", help=parser.help_of("headless"))
    parser.add_argument("--until-end", action="store_true", help=parser.help_of("until_end"))
    parser.add_argument(SAFE_MODE, action="store_true", help=parser.help_of("safe_mode"))


def run(args: argparse.Namespace) -> int:
    """Run the box until the end or a signal; returns 0, also when stopped."""
    give_back_memory()
    log_faults_of_threads()
    stop = StopRequest()
    given = broker_settings(args, os.environ)
    spec = args.camera or best_camera()
    camera = open_camera(spec)
    notifier = Notifier()
    demo = cast("DemoCamera", camera).demo if DEMO.takes(spec) else None
    settings = settings_of(args, spec, camera)
    camera.remember_focus(settings.data / FOCUS)
    args.first_screen.step("table")
    with (
        _limited_closing(),
        Box(settings, camera, demo, args.first_screen.open_display) as box,
        _broker_link(box, given) as link,
    ):
        if args.until_end and (lacking := box.lacking) is not None:
            # Nobody is there to teach it.
            raise Refusal(lacking)
        with _served_page(box, link, args) as phone_access:
            _report_troubles(box, args, stand_in=args.camera is None and DEMO.takes(spec))
            notifier.ready(phone_access.address if phone_access else "headless")
            _wait_for_end(box, phone_access, notifier, stop, args)
            if not box.front.safe_mode_wanted.is_set():  # systemd would end the program that replaces this one
                notifier.stopping()
            faulthandler.dump_traceback_later(MAX_CLOSING_S, exit=True, file=2)
            if args.until_end and not stop.has_come:
                _print_result(box, args.lang)
    if box.front.safe_mode_wanted.is_set():
        raise SafeModeWanted
    return 0


@contextmanager
def _limited_closing() -> Iterator[None]:
    """Cancel the limit on closing at the end of the block, in which everything is closed."""
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


def _report_troubles(box: Box, args: argparse.Namespace, stand_in: bool) -> None:
    """Report what is wrong, and in one line what is missing; `stand_in`: the demo table stands in for a camera."""
    for said in box.troubles:
        _write_error(said, args.lang)
    missing = ["camera"] * stand_in + box.missing
    if missing:
        _write_error(message("run.missing", parts=" ".join(f"missing/{part}" for part in missing)), args.lang)


def settings_of(args: argparse.Namespace, spec: str, camera: Camera) -> Settings:
    """The settings that the command line asks for."""
    settings = Settings(
        data=args.data or USUAL_DATA,
        game=args.game,
        players=tuple(map(name_of, re.split("[,，]", args.players))) if args.players else (),
        options=dict(map(option_of, args.option)),
        language=args.box_language or args.lang,
        taught=args.taught,
        recorded=not source_of(spec).is_live,
    )
    return _demo_settings(settings, camera, args.data) if DEMO.takes(spec) else settings


def _demo_settings(settings: Settings, camera: Camera, data: Path | None) -> Settings:
    """The settings of the demo table: its own tiles, cards, frame, people and folder, so that the real data stay."""
    from device.config.frames import load_frame
    from device.demo.demo import usual_game
    from device.demo.gallery import gallery
    from vision.cards.taught.taught_cards import teach_cards
    from vision.faces.teaching import teach

    if settings.game in (None, *WATCHED) and not settings.players:
        game = usual_game(settings.game or USUAL_GAME, settings.language)
        options = {**game.options, **settings.options}
        settings = replace(settings, game=game.game, players=game.players, options=options)
    by_hand = True if settings.game in GAMES and settings.game not in WATCHED else None
    gallery()  # worked out before anybody waits for it
    of_demo = cast("DemoCamera", camera)
    faces = teach(of_demo.lesson_photos(), faces_named(USUAL_FACES)).taught
    cards = teach_cards(of_demo.card_lesson_photo(), LAYING_ORDER["cards"])
    own = replace(settings, data=data or USUAL_DATA / DEMO_DATA, faces=faces, cards=cards, frame=load_frame(None))
    return replace(own, fresh=True, by_hand=by_hand)


def broker_settings(args: argparse.Namespace, environment: Mapping[str, str]) -> BrokerSettings | None:
    """The broker that the command line asks for; None if it asks for none. Raises `Refusal`."""
    if args.mqtt is None:
        if args.mqtt_names is not None:
            raise Refusal(message("broker.names_alone"))
        return None
    return BrokerSettings(args.mqtt, args.mqtt_names or USUAL_NAMES).with_password_of(environment)


@contextmanager
def _broker_link(box: Box, given: BrokerSettings | None) -> Iterator[BrokerLink]:
    """Publish the table to the broker `given` or kept, if any."""

    def publish_box(turn: Turn, settings: BrokerSettings, link: BrokerLink) -> None:
        from web.mqtt.publisher import Source, publish  # only a box that publishes has the memory for it

        source = Source(
            table=box.table,
            archive=box.table_parts.archive,
            data=box.settings.data,
            language=lambda: box.language.code,
            camera=lambda: box.camera_parts.capture.trouble,
            parts=lambda: box.supervisor.troubles,
        )
        publish(turn, settings, link, source)

    link = BrokerLink(box.settings.data, publish_box, given)
    if link.file_trouble is not None:
        box.troubles.append(link.file_trouble)
        box.table.post(Noticed(link.file_trouble))
    box.supervisor.watch(link.thread)
    box.supervisor.hear(link.troubles)
    with link:
        yield link


@contextmanager
def _served_page(box: Box, link: BrokerLink, args: argparse.Namespace) -> Iterator[PhoneAccess | None]:
    """Serve the page, and yield how phones reach it; None with `--headless`."""
    if args.headless:
        yield None
        return
    with _open_server(box, link, args.host, args.port, tuple(args.name)) as server:
        box.supervisor.watch(server)
        yield PhoneAccess(box.front.pairing, box.front.panel.greet, server.port, args.lang, server.host)


def _open_server(box: Box, link: BrokerLink, host: str, port: int | None, names: tuple[str, ...]) -> "WatchedServer":
    """The server of the page, at the given port or at the first free one of the usual ports."""
    from web.app import create_app
    from web.live.stream import relay_of
    from web.server.http import open_first_free
    from web.server.watched import WatchedServer

    app = create_app((*box.services, link), names)
    box.supervisor.watch(relay_of(app).thread)
    return WatchedServer(open_first_free(app, USUAL_PORTS if port is None else (port,), host))


def _wait_for_end(
    box: Box, phone_access: PhoneAccess | None, notifier: Notifier, stop: StopRequest, args: argparse.Namespace
) -> None:
    camera_trouble: Message | None = None
    while not stop.wait(POLL_S) and not box.front.safe_mode_wanted.is_set():
        if box.supervisor.check():
            args.up()
            notifier.alive()
        if phone_access is not None:
            phone_access.announce_changes()
        if box.camera_parts.capture.trouble != camera_trouble:
            camera_trouble = box.camera_parts.capture.trouble
            _report_camera(camera_trouble, args.lang)
        if args.until_end and (box.table.snapshot.view.over or box.camera_parts.capture.used_up.is_set()):
            return


def _report_camera(trouble: Message | None, language: str) -> None:
    if trouble is None:
        _write_error(message("run.camera_here"), language)
    else:
        _write_error(message("run.waiting", why=say(trouble, language)), language)


def _print_result(box: Box, language: str) -> None:
    """Print the final standings, the best first, and the record as the last line."""
    now, hand = box.table.snapshot.view, box.table.snapshot.hand
    lines = [say(prompt.said, language) for prompt in now.prompts] if now.over or hand else []
    for standing in sorted(now.standings, key=lambda one: one.rank):
        lines.append(standing_line(standing, now.players, language))
    if hand is None:
        lines.append(box.table_parts.game.played.record())
    sys.stdout.write("\n".join(lines) + "\n")


def _write_error(said: Message, language: str) -> None:
    sys.stderr.write(say(said, language) + "\n")
