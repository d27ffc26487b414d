"""The checks of `jarapon doctor`: one function for each part of the box, each with one finding.

A finding is `ok`, `absent` (not there, and the box does without it) or `wrong`. Checks change nothing.
"""

import os
import platform
import re
import shutil
import socket
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Literal

import device.games.listing  # noqa: F401 — loads what other packages bring
from device.cameras import SOURCES, connected_cameras, open_camera
from device.capture.tapped_field import TappedField
from device.config.frames import frame_in, kept_frames, load_frame
from device.config.language import kept_language
from device.config.players import PlayerBadges
from device.config.routes import route_in
from device.config.sheets import earlier_sheets, sheet_in
from device.drop_it.frame_files import FrameFiles
from device.extensions import LEFT_OUT
from device.hardware.buttons import Buttons
from device.hardware.buzzer import Buzzer
from device.hardware.camera import CameraTrouble
from device.hardware.camera.focus_store import FocusStore
from device.hardware.camera.modules import highest_cm, lowest_cm, module_of
from device.hardware.camera.source import CameraSource
from device.hardware.display import bus_path, find_display, other_address
from device.hardware.wiring import Wiring, load_wiring, wiring_in
from device.oled.fonts import load
from device.phones.paired import PairedPhones
from device.sheet_prints import load_sheets
from device.system import board_health, data_folder, household_time
from device.system.error_text import error_text, os_error_text
from device.system.kept_switch import KeptSwitch
from device.system.release import PACKAGE
from device.system.start_options import camera_of_service
from device.system.whole_files import check_folder, left_as_they_are
from device.table.place_store import PlaceStore
from device.texts import LANGUAGES, grammar
from device.voice.engines import Engine, find_engine
from engines.data_file import BadData
from engines.drop_it.frame import frame_note
from engines.messages import Message, Refusal, message
from vision.cards.taught.taught_cards import TaughtCards
from vision.faces.recogniser import TaughtFaces

State = Literal["ok", "absent", "wrong"]


@dataclass(frozen=True)
class Finding:
    """The state of a part; where a `needed` part is wrong the box does not work."""

    part: str
    state: State
    said: Message
    needed: bool = False

    @property
    def keeps_from_working(self) -> bool:
        """Whether something must be done before the box works."""
        return self.needed and self.state == "wrong"


def check_all(data: Path, camera: str | None, ports: range) -> Iterator[Finding]:
    """Yield every finding; `camera` is the one that must work, None where any or none will do."""
    yield machine()
    yield libraries()
    yield from packages()
    yield power()
    yield temperature()
    yield clock()
    try:
        with left_as_they_are():
            wiring = wiring_in(data)
    except Refusal as bad:
        yield Finding("wiring", "wrong", bad.said, needed=True)
        wiring = load_wiring()
    yield cameras(installed=camera_of_service()) if camera is None else one_camera(camera)
    yield display(wiring)
    yield buttons(wiring)
    yield buzzer(wiring)
    yield voice()
    yield fonts()
    yield room(data)
    yield journal(data / data_folder.JOURNAL)
    yield taught(data / data_folder.TAUGHT)
    yield taught(data / data_folder.CARDS, TaughtCards)
    of_sheet, of_frame = sheet(data), frame(data)
    yield of_sheet
    yield of_frame
    yield from files(data, (of_sheet.said, of_frame.said))
    yield port(ports)


def machine(model: Path = board_health.MODEL) -> Finding:
    """Which machine and which Python this is."""
    name = model.read_text().rstrip("\0\n") if model.exists() else f"{platform.system()} {platform.machine()}"
    return Finding("machine", "ok", message("doctor.machine", name=name, python=platform.python_version()))


def libraries(version_of: Callable[[str], str] = version) -> Finding:
    """The versions of the libraries that the program's package requires."""
    try:
        required = [
            re.split(r"[^\w.-]", needed, maxsplit=1)[0]
            for needed in requires(PACKAGE) or ()
            if "extra ==" not in needed
        ]
        found = [f"{name}={version_of(name)}" for name in required]
    except PackageNotFoundError as missing:
        return Finding("libraries", "wrong", message("doctor.no_library", name=missing.name), needed=True)
    return Finding("libraries", "ok", message("doctor.libraries", versions=" ".join(found)))


def packages() -> Iterator[Finding]:
    """The extensions of other packages that could not be loaded."""
    return (Finding("package", "wrong", said) for said in LEFT_OUT)


def power(sys: Path = board_health.SYS, model: Path = board_health.MODEL) -> Finding:
    """Whether the Pi gets enough current, now and before."""
    is_enough = board_health.supply_now(sys)
    if is_enough is None:
        return Finding("power", "absent", message("doctor.no_power"))
    if not is_enough:
        return Finding("power", "wrong", message("health.power_low", amperes=board_health.amperes_for(model)))
    if board_health.supply_was_low(sys):
        return Finding("power", "wrong", message("doctor.power_was_low", amperes=board_health.amperes_for(model)))
    return Finding("power", "ok", message("doctor.power"))


def temperature(sys: Path = board_health.SYS) -> Finding:
    """How warm the processor is; from 80 °C a Pi slows itself down."""
    warmth = board_health.celsius(sys)
    if warmth is None:
        return Finding("temperature", "absent", message("doctor.no_temperature"))
    hot = warmth >= board_health.HOT_C
    key = "doctor.hot" if hot else "doctor.temperature"
    return Finding("temperature", "wrong" if hot else "ok", message(key, celsius=round(warmth)))


def clock() -> Finding:
    """What the household's clock shows, in which zone: only people know whether that is right."""
    now = household_time.now()
    zone = " ".join(filter(None, (household_time.zone_name(), f"UTC{now:%z}")))
    return Finding("time", "ok", message("doctor.time", time=f"{now:%Y-%m-%d %H:%M}", zone=zone))


def cameras(sources: Sequence[CameraSource] = SOURCES, installed: str | None = None) -> Finding:
    """Every connected camera, and the mounting height of the one in use, where its module is known.

    `installed` is the camera that the installed service is set to use.
    """
    try:
        found = connected_cameras(sources)
    except CameraTrouble as trouble:
        return Finding("camera", "wrong", trouble.said)
    if not found and installed is not None and re.match("pi$|usb:", installed):
        return Finding("camera", "wrong", message("doctor.camera_missing", camera=installed))
    if not found:
        return Finding("camera", "absent", message("doctor.no_camera"))
    names = ", ".join(f"{camera.spec}: {camera.name}" for camera in found)
    module = module_of(found[0].name)
    if module is None:
        return Finding("camera", "ok", message("doctor.cameras", cameras=names))
    heights = {"low": lowest_cm(module), "high": highest_cm(module)}
    return Finding("camera", "ok", message("doctor.camera_module", cameras=names, module=module.name, **heights))


def one_camera(spec: str) -> Finding:
    """Whether the camera that was asked for gives a picture."""
    try:
        with open_camera(spec) as camera:
            frame = camera.capture()
    except CameraTrouble as trouble:
        return Finding("camera", "wrong", trouble.said, needed=True)
    if frame is None:
        return Finding("camera", "wrong", message("doctor.no_picture", camera=spec), needed=True)
    height, width = frame.picture.shape[:2]
    return Finding("camera", "ok", message("doctor.camera", camera=spec, width=width, height=height))


def display(wiring: Wiring) -> Finding:
    """Whether a display answers, at which address, and which chip it has."""
    wired = wiring.display
    if wired.kind == "none":
        return Finding("display", "absent", message("doctor.no_display"))
    path = bus_path(wired)
    if not path.exists():
        return Finding("display", "absent", message("display.no_bus", bus=str(path)))
    try:
        found = find_display(wired)
    except OSError as fault:
        return Finding("display", "wrong", message("display.failed", reason=error_text(fault)))
    if found is None:
        return Finding("display", "wrong", message("display.missing", address=_hex(wired.address), bus=str(path)))
    address, kind = found
    if address != wired.address:
        return Finding("display", "ok", other_address(wired, address))
    return Finding("display", "ok", message("doctor.display", kind=kind, address=_hex(address), bus=str(path)))


def buttons(wiring: Wiring) -> Finding:
    """Whether the pins of buttons and knob can be used, and no button is stuck closed."""
    with Buttons(wiring.buttons, lambda _: None, wiring.encoder) as opened:
        if opened.trouble is not None:
            return _without_pins("buttons", opened.trouble)
        if closed := opened.closed():
            return Finding("buttons", "wrong", message("doctor.button_closed", buttons=" ".join(closed)))
    named = {**wiring.buttons, **({} if wiring.encoder is None else wiring.encoder.pins)}
    pins = " ".join(f"{name}=GPIO{pin}" for name, pin in named.items())
    if not pins:
        return Finding("buttons", "absent", message("doctor.no_buttons"))
    return Finding("buttons", "ok", message("doctor.buttons", pins=pins))


def buzzer(wiring: Wiring) -> Finding:
    """Whether the buzzer's pin can be used."""
    if wiring.buzzer.kind == "none":
        return Finding("buzzer", "absent", message("doctor.no_buzzer"))
    with Buzzer(wiring.buzzer) as opened:
        if opened.trouble is not None:
            return _without_pins("buzzer", opened.trouble)
    return Finding("buzzer", "ok", message("doctor.buzzer", pin=wiring.buzzer.pin))


def voice(engine_of: Callable[[str], Engine | None] = find_engine) -> Finding:
    """Which speech engines are installed, by language."""
    engines = {language: engine_of(language) for language in LANGUAGES}
    found = [f"{grammar(language).own_name}: {engine.name}" for language, engine in engines.items() if engine]
    if not found:
        return Finding("voice", "absent", message("doctor.no_voice"))
    return Finding("voice", "ok", message("doctor.voice", engines=", ".join(found)))


def fonts() -> Finding:
    """Whether the display's fonts are there and can be read."""
    try:
        load("mplus10").getlength("東")
    except OSError as fault:
        return Finding("fonts", "wrong", message("doctor.no_fonts", reason=error_text(fault)), needed=True)
    return Finding("fonts", "ok", message("doctor.fonts"))


def room(data: Path, statvfs: Callable[[Path], os.statvfs_result] = os.statvfs) -> Finding:
    """Whether the disk can be written, and has room for the journal and its pictures."""
    there = next(folder for folder in (data.absolute(), *data.absolute().parents) if folder.exists())
    disk = statvfs(there)
    if board_health.is_read_only(disk):
        return Finding("disk", "wrong", message("health.read_only"), needed=True)
    free = board_health.free_mb(disk)
    if free < board_health.MIN_FREE_MB:
        return Finding("disk", "wrong", message("doctor.disk_full", free=free, folder=str(there)), needed=True)
    return Finding("disk", "ok", message("doctor.disk", free=free, folder=str(there)))


def journal(path: Path) -> Finding:
    """Whether the journal can be read; a copy is checked, so that not even a lock is left beside it."""
    if not path.exists():
        return Finding("journal", "ok", message("doctor.no_journal", file=str(path)))
    try:
        with tempfile.TemporaryDirectory() as folder:
            for part in (path, path.with_name(path.name + "-wal")):
                if part.exists():
                    shutil.copyfile(part, Path(folder) / part.name)
            with closing(sqlite3.connect(Path(folder) / path.name)) as copy:
                fault = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
                entries = copy.execute("SELECT count(*) FROM entry").fetchone()[0]
    except OSError as damaged:
        fault, entries = os_error_text(damaged), 0
    except sqlite3.DatabaseError as damaged:
        fault, entries = error_text(damaged), 0
    if fault != "ok":
        said = message("doctor.journal_damaged", file=str(path), reason=fault)
        return Finding("journal", "wrong", said, needed=True)
    return Finding("journal", "ok", message("doctor.journal", file=str(path), entries=entries))


def taught(folder: Path, kind: type[TaughtFaces] | type[TaughtCards] = TaughtFaces) -> Finding:
    """Which faces of tiles, or of cards, the box has been taught in a folder."""
    part = "taught" if kind is TaughtFaces else "cards"
    if not folder.exists():
        return Finding(part, "absent", message(f"doctor.not_{part}"))
    return _read(part, lambda: message("doctor.taught", faces=" ".join(kind.load(folder).faces)))


def sheet(data: Path) -> Finding:
    """Which score sheet is used."""

    def name_sheet() -> Message:
        used = sheet_in(data)
        return message("sheet.used_reconstruction" if used.reconstruction else "sheet.used", sheet=used.name)

    return _read("sheet", name_sheet)


def frame(data: Path) -> Finding:
    """Which frame of Drop It is used, and which others may be chosen."""

    def name_frames() -> Message:
        usual, others = frame_in(data), [kept.frame.name for kept in kept_frames(data)[1:]]
        names = ", ".join(f"“{name}”" for name in others)
        return message("doctor.frames", frame=usual.name, others=names) if others else frame_note(usual)

    return _read("frame", name_frames)


def _read(part: str, describe: Callable[[], Message]) -> Finding:
    """A finding that describes a file of the data folder, or why it is refused, so that the box does not work."""
    try:
        with left_as_they_are():
            return Finding(part, "ok", describe())
    except Refusal as bad:
        return Finding(part, "wrong", bad.said, needed=True)


def files(data: Path, said: Sequence[Message] = ()) -> Iterator[Finding]:
    """What is wrong with other files of the data folder, without those `said` already; the box does without them."""
    troubles = [trouble for trouble in troubles_in(data) if trouble not in said]
    if not troubles:
        yield Finding("files", "ok", message("doctor.files", folder=str(data)))
    for trouble in troubles:
        yield Finding("files", "wrong", trouble)


def troubles_in(data: Path) -> list[Message]:
    """What is wrong with the files and folders of a data folder that have no finding of their own; each once.

    Pictures, of which there may be thousands, are not checked.
    """
    places, frame_files, found = PlaceStore(data / data_folder.PLACES), FrameFiles(data), list[Message | None]()
    with left_as_they_are():
        found += [check_folder(data / name) for name in data_folder.FOLDERS]
        found += [KeptSwitch(data / name).trouble for name in (data_folder.BUZZER, data_folder.VOICE)]
        found += [kept_language(data)[1], load_sheets(data / data_folder.PRINTS)[1], PlayerBadges(data).trouble]
        found += [PairedPhones(data / data_folder.PHONES).trouble, TappedField(data / data_folder.FIELD).trouble]
        found.append(FocusStore(data / data_folder.FOCUS).trouble)
        try:
            route_in(data)
        except BadData as bad:
            found.append(bad.said)
        earlier_sheets(data, found.append)
        kept_frames(data, found.append)
        places.restore(0, lambda _: None)
        for frame in (*frame_files.kept, load_frame(None)):  # the picture of one that is not kept is that of frame.toml
            frame_files.empty(frame, 0)
    return list(dict.fromkeys(said for said in (*found, places.trouble, frame_files.trouble) if said is not None))


def port(ports: range) -> Finding:
    """The first of the ports on which the page can be served."""
    for number in ports:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listening.bind(("", number))
            except OSError:
                continue
        return Finding("port", "ok", message("doctor.port", port=number))
    return Finding("port", "wrong", message("doctor.no_port", port=ports[0]), needed=True)


def _without_pins(part: str, trouble: Message) -> Finding:
    return Finding(part, "absent" if trouble.key.endswith(".no_pins") else "wrong", trouble)


def _hex(address: int) -> str:
    return f"0x{address:02X}"
