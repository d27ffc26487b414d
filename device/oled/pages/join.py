"""What the little display shows to phones that want in: where the page is, in letters and as a QR code, and a code."""

from io import BytesIO

import segno
from PIL import Image

from device.oled.canvas import BAR, BOLD, HEIGHT, LARGE, LINE, MARGIN, SMALL, STAR, TEXT_WIDTH, WIDTH, Canvas, Page
from device.oled.text import fitted, wrapped
from device.phones.pairing import DIGITS
from device.texts import say
from engines.messages import message

_MODULE = 2  # pixels
_HALF = DIGITS // 2


def boot_page(address: str, language: str, name: str = "") -> Page:
    """The first picture: the box's name, and the address of its page; `name` is another address of it."""
    canvas = Canvas()
    canvas.bar(say(message("screen.name"), language), STAR)
    lines = wrapped(say(message("screen.open_page"), language), SMALL, TEXT_WIDTH)
    if name:
        lines.append(fitted(_short(name), SMALL, TEXT_WIDTH))
    canvas.lines(MARGIN, BAR + 3, lines[:2])
    short = _short(address)
    font = next((font for font in (LARGE, BOLD) if font.getlength(short) <= WIDTH - 4), SMALL)
    canvas.draw.rectangle((0, HEIGHT - 20, WIDTH - 1, HEIGHT - 1), 1)
    canvas.centred(WIDTH // 2, HEIGHT - 17, fitted(short, font, WIDTH), font, 0)
    return Page(canvas.image)


def qr_page(address: str, language: str) -> Page:
    """The address as a QR code: dark on a lit square, whose edge is what a phone's camera needs around it.

    An address of up to 32 letters takes 25 modules of two pixels, so that seven pixels are left on every side.
    """
    canvas = Canvas()
    canvas.draw.rectangle((0, 0, HEIGHT - 1, HEIGHT - 1), 1)
    code = _qr(address)
    at = (HEIGHT - code.height) // 2
    canvas.image.paste(code, (at, at))
    lines = wrapped(say(message("join.scan"), language), SMALL, WIDTH - HEIGHT - 6)
    canvas.lines(HEIGHT + 6, (HEIGHT - LINE * len(lines)) // 2, lines)
    return Page(canvas.image)


def code_page(code: str, language: str, is_window: bool = False) -> Page:
    """The code that a phone has to type, as large as it can be; that of a window says so."""
    canvas = Canvas()
    canvas.bar(say(message("pairing.screen_title"), language), STAR)
    how = message("pairing.screen_window" if is_window else "pairing.screen_how")
    canvas.lines(MARGIN, BAR + 3, wrapped(say(how, language), SMALL, TEXT_WIDTH)[:1])
    canvas.large(WIDTH // 2, HEIGHT - 28, f"{code[:_HALF]} {code[_HALF:]}")
    return Page(canvas.image)


def _qr(address: str) -> Image.Image:
    """The bare QR code: lit ground, dark modules."""
    file = BytesIO()
    segno.make_qr(address).save(file, kind="png", scale=_MODULE, border=0)
    with Image.open(file) as code:
        return code.convert("1")


def _short(address: str) -> str:
    return address.removeprefix("http://").rstrip("/")
