"""Pages about joining with a phone: the box's own Wi-Fi and the page, as text and QR codes, and a pairing code."""

import re
from dataclasses import replace
from io import BytesIO

import segno
from PIL import Image

from device.oled.canvas import (
    BAR,
    BOLD,
    HEIGHT,
    LARGE,
    LINE,
    MARGIN,
    SMALL,
    STAR,
    TEXT_WIDTH,
    WARNING,
    WIDTH,
    Canvas,
    Page,
    titled_pages,
)
from device.oled.text import fitted, wrapped
from device.phones.pairing import DIGITS
from device.system.hotspot_profile import HotspotAccess
from device.texts import say
from engines.messages import message

_MODULE = 2  # pixels
_HALF = DIGITS // 2


def joining_pages(address: str, language: str, name: str = "", access: HotspotAccess | None = None) -> tuple[Page, ...]:
    """Everything that a phone needs to join, in order; without an address, that there is no network.

    `name` is another address of the page; `access` is the box's own Wi-Fi, if it is on.
    """
    if not address:
        title, said = message("screen.name"), message("hotspot.no_network")
        return tuple(titled_pages(say(title, language), say(said, language), WARNING))
    here, code = boot_page(address, language, name), qr_page(address, language)
    return (here, code) if access is None else (wifi_page(access, language), code, here)


def wifi_page(access: HotspotAccess, language: str) -> Page:
    """The box's own Wi-Fi as a QR code for a phone's camera, with its name and password."""
    # A password is broken at its hyphen, so that nobody takes the end of a line for its end.
    letters, hyphen, digits = access.password.rpartition("-")
    words = [say(message("hotspot.screen_name"), language), access.ssid]
    words += [say(message("hotspot.screen_password"), language), letters + hyphen, digits]
    return replace(_code_page(wifi_code(access), [line for line in words if line]), is_secret=True)


def wifi_code(access: HotspotAccess) -> str:
    r"""What a QR code says of a Wi-Fi, in the form that phones read.

    >>> print(wifi_code(HotspotAccess("Aya;s", 'a"b', "10.10.10.10")))
    WIFI:T:WPA;S:Aya\;s;P:a\"b;;
    """
    ssid, password = (re.sub(r'([\\;,:"])', r"\\\1", text) for text in (access.ssid, access.password))
    return f"WIFI:T:WPA;S:{ssid};P:{password};;"


def boot_page(address: str, language: str, name: str = "") -> Page:
    """The first page: the box's name, and the address of its page; `name` is another address of it."""
    canvas = Canvas()
    canvas.bar(say(message("screen.name"), language), STAR)
    lines = wrapped(say(message("screen.open_page"), language), SMALL, TEXT_WIDTH)
    if name:
        lines.append(fitted(_short(name), SMALL, TEXT_WIDTH))
    short = _short(address)
    font = next((font for font in (LARGE, BOLD) if font.getlength(short) <= WIDTH - 4), SMALL)
    rows = wrapped(short, font, WIDTH)[:3]  # an IPv6 address may take more than one
    top = HEIGHT - 8 - LINE * len(rows)
    canvas.lines(MARGIN, BAR + 3, lines[: 3 - len(rows)])
    canvas.draw.rectangle((0, top, WIDTH - 1, HEIGHT - 1), 1)
    for number, row in enumerate(rows):
        canvas.centred(WIDTH // 2, top + 3 + LINE * number, row, font, 0)
    return Page(canvas.image)


def qr_page(address: str, language: str) -> Page:
    """The address as a QR code: dark on a lit square, whose margin phone cameras need.

    An address of up to 32 letters takes 25 modules of two pixels, which leaves seven pixels on every side; the box's
    own Wi-Fi takes 29, which leaves three.
    """
    return _code_page(address, wrapped(say(message("join.scan"), language), SMALL, WIDTH - HEIGHT - 6))


def _code_page(coded: str, lines: list[str]) -> Page:
    """A QR code with lines beside it."""
    canvas = Canvas()
    canvas.draw.rectangle((0, 0, HEIGHT - 1, HEIGHT - 1), 1)
    code = _qr(coded)
    at = (HEIGHT - code.height) // 2
    canvas.image.paste(code, (at, at))
    canvas.lines(
        HEIGHT + 6, (HEIGHT - LINE * len(lines)) // 2, [fitted(line, SMALL, WIDTH - HEIGHT - 6) for line in lines]
    )
    return Page(canvas.image)


def code_page(code: str, language: str, is_window: bool = False) -> Page:
    """The code to type on a phone, as large as possible; that of a window says so."""
    canvas = Canvas()
    canvas.bar(say(message("pairing.screen_title"), language), STAR)
    how = message("pairing.screen_window" if is_window else "pairing.screen_how")
    canvas.lines(MARGIN, BAR + 3, wrapped(say(how, language), SMALL, TEXT_WIDTH)[:1])
    canvas.large(WIDTH // 2, HEIGHT - 28, f"{code[:_HALF]} {code[_HALF:]}")
    return Page(canvas.image)


def _qr(coded: str) -> Image.Image:
    """The bare QR code: dark modules on lit ground, of one pixel each if it would not fit otherwise."""
    file, drawn = BytesIO(), segno.make_qr(coded)
    size = drawn.symbol_size(border=0)[0]
    drawn.save(file, kind="png", scale=_MODULE if size * _MODULE < HEIGHT else 1, border=0)
    with Image.open(file) as code:
        return code.convert("1")


def _short(address: str) -> str:
    return address.removeprefix("http://").rstrip("/")
