"""The box's wiring, read from a TOML file: the display and its bus, the buttons and their pins.

docs/build.md draws the file that comes with the box (`device/data/wiring.toml`); a `wiring.toml` in the data folder
replaces it.
"""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from device.system.data_folder import WIRING
from device.system.outside_text import read_data
from device.system.whole_files import read_user_file, write_whole
from engines.data_file import BadData, Table, one_table, read_tables
from engines.messages import message

DEFAULT = Path(__file__).parents[1] / "data" / WIRING
DISPLAY_KINDS = ("ssd1306", "sh1106")
DISPLAY_ADDRESSES = (0x3C, 0x3D)
BUTTON_NAMES = ("ok", "back", "undo", "next")
# GPIO0 and GPIO1 belong to the HAT's memory, GPIO2 and GPIO3 to the display's I²C bus.
FIRST_PIN, LAST_PIN = 4, 27


@dataclass(frozen=True)
class DisplayWiring:
    """A display of 128 × 64 pixels on I²C."""

    kind: str  # one of `DISPLAY_KINDS`, `"auto"` (ask the chip) or `"none"`
    bus: int
    address: int
    upside_down: bool


@dataclass(frozen=True)
class EncoderWiring:
    """The pins of a rotary encoder."""

    a: int  # of its first contact
    b: int  # of its second
    press: int | None  # of its button, where it has one

    @property
    def pins(self) -> dict[str, int]:
        """Its pins, by their names in the texts."""
        return {f"encoder.{contact}": pin for contact, pin in asdict(self).items() if pin is not None}


@dataclass(frozen=True)
class BuzzerWiring:
    """A buzzer, or none."""

    kind: str  # `"tone"` (passive, plays notes), `"beep"` (active, on or off) or `"none"`
    pin: int
    muted: bool


@dataclass(frozen=True)
class Wiring:
    """Everything that is wired to the Pi's header."""

    display: DisplayWiring
    buttons: Mapping[str, int]  # BCM pins by the buttons' names
    buzzer: BuzzerWiring
    encoder: EncoderWiring | None = None


def load_wiring(path: Path = DEFAULT) -> Wiring:
    """Read a wiring file; raises `BadData`.

    >>> wiring = load_wiring()
    >>> wiring.display.kind, hex(wiring.display.address), wiring.buttons["ok"], wiring.buzzer.pin
    ('auto', '0x3c', 5, 18)
    """
    return parse_wiring(read_data(path), path.name)


def wiring_in(data: Path) -> Wiring:
    """The wiring of a data folder: its own `wiring.toml`, or the one that comes with the box.

    Raises `BadData`; a damaged file is then set aside.
    """
    own = data / WIRING
    return read_user_file(own, lambda text: parse_wiring(text, own.name)) or load_wiring()


def keep_display_kind(data: Path, kind: str) -> None:
    """Write the display's kind into the data folder's `wiring.toml`, created from the shipped one if missing.

    Raises `OSError`, or `BadData` where the file cannot be read.
    """
    own = data / WIRING
    text = read_data(own if own.exists() else DEFAULT)
    kept = re.sub(r'(^\[display\][^\[]*?^kind *= *)"\w+"', rf'\g<1>"{kind}"', text, count=1, flags=re.M | re.S)
    write_whole(own, kept.encode())


def usable_wiring(data: Path) -> Wiring:
    """The wiring of a data folder, or the shipped one if that cannot be used; the box reports why elsewhere."""
    try:
        return wiring_in(data)
    except (BadData, OSError):
        return load_wiring()


def parse_wiring(text: str, file: str) -> Wiring:
    """Parse the text of a wiring file; raises `BadData`."""
    tables = read_tables(text, file, ("display", "buttons", "encoder", "buzzer"))
    wiring = Wiring(
        display=_display(one_table(tables, "display", file, ("kind", "bus", "address", "upside_down"))),
        buttons=_buttons(one_table(tables, "buttons", file, BUTTON_NAMES)),
        buzzer=_buzzer(one_table(tables, "buzzer", file, ("kind", "pin", "muted"))),
        encoder=_encoder(one_table(tables, "encoder", file, ("a", "b", "press"))) if "encoder" in tables else None,
    )
    _check_pins_distinct(wiring, file)
    return wiring


def _display(table: Table) -> DisplayWiring:
    return DisplayWiring(
        kind=table.choice("kind", ("auto", *DISPLAY_KINDS, "none")),
        bus=table.whole("bus", 0, 31),
        address=table.whole("address", 0x03, 0x77),
        upside_down=table.switch("upside_down"),
    )


def _buttons(table: Table) -> dict[str, int]:
    return {name: table.whole(name, FIRST_PIN, LAST_PIN) for name in table.values}


def _encoder(table: Table) -> EncoderWiring:
    a, b = (table.whole(contact, FIRST_PIN, LAST_PIN) for contact in ("a", "b"))
    return EncoderWiring(a, b, table.whole("press", FIRST_PIN, LAST_PIN) if "press" in table.values else None)


def _buzzer(table: Table) -> BuzzerWiring:
    return BuzzerWiring(
        kind=table.choice("kind", ("tone", "beep", "none")),
        pin=table.whole("pin", FIRST_PIN, LAST_PIN),
        muted=table.switch("muted"),
    )


def _check_pins_distinct(wiring: Wiring, file: str) -> None:
    pins = [(f"buttons.{name}", pin) for name, pin in wiring.buttons.items()]
    if wiring.encoder is not None:
        pins += wiring.encoder.pins.items()
    if wiring.buzzer.kind != "none":
        pins.append(("buzzer.pin", wiring.buzzer.pin))
    holders: dict[int, str] = {}
    for name, pin in pins:
        if pin in holders:
            raise BadData(message("wiring.pin_twice", file=file, pin=pin, name=name, other=holders[pin]))
        holders[pin] = name
