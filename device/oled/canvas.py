"""Drawing on 128 × 64 pixels: bars, lines of text, small pictures, and what goes to further pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from PIL import Image, ImageDraw, ImageFont

from device.demo.pace import Control
from device.hardware.display import SIZE
from device.oled.fonts import load
from device.oled.text import fitted, wrapped

Icon = Sequence[str]
Line = TypeVar("Line")

WIDTH, HEIGHT = SIZE
MARGIN = 2
BAR = 13  # a bar with one line of bold letters
TITLE_LEFT, TITLE_WIDTH = 15, WIDTH - 17  # of the letters in a bar that is as wide as the display
LINE = 12
LINES = (HEIGHT - BAR - 2) // LINE
LINES_ABOVE_FOOT = (HEIGHT - BAR - LINE - 2) // LINE
TEXT_WIDTH = WIDTH - MARGIN - 4  # the dots of the pages are at the right edge
SMALL, BOLD, LARGE = load("mplus10"), load("mplus10-bold"), load("mplus12-bold")

HAND = ("...##...", ".#.##.#.", ".#.##.#.", ".######.", "#######.", "########", ".#######", "..#####.")
STAR = ("....#....", "....#....", "...###...", "#########", ".#######.", "..#####..", ".###.###.", ".#.....#.")
WARNING = ("....#....", "...###...", "...#.#...", "..##.##..", "..##.##..", ".#######.", ".###.###.", "#########")
FACE_SIGNS = {"wild": "★", "back": "■", "blank": "□", "joker": "★"}


@dataclass(frozen=True)
class Page:
    """A picture for the display, and what the button OK does while it is shown."""

    image: Image.Image
    choice: str | None = None  # it takes the choice of this key
    game: str | None = None  # it begins the game of this name
    control: Control | None = None  # it does this at the demo table
    is_secret: bool = False  # for people beside the table only


class Canvas:
    """A dark page to draw on; every ink is 1 (lit) or 0.

    >>> canvas = Canvas()
    >>> canvas.bar("The score", STAR)
    >>> canvas.image.getpixel((127, 0)) > 0
    True
    """

    def __init__(self) -> None:
        self.image = Image.new("1", SIZE)
        self.draw = ImageDraw.Draw(self.image)
        self.draw.fontmode = "1"

    def bar(self, title: str, icon: Icon, left: int = 0) -> None:
        """A lit bar along the upper edge with a small picture and a title."""
        self.draw.rectangle((left, 0, WIDTH - 1, BAR - 1), 1)
        self.icon(left + 3, 2, icon, 0)
        self.draw.text((left + TITLE_LEFT, 1), fitted(title, BOLD, TITLE_WIDTH - left), 0, BOLD)

    def lines(self, left: int, top: int, lines: Sequence[str]) -> None:
        """Lines of text, one below the other."""
        for row, line in enumerate(lines):
            self.draw.text((left, top + LINE * row), line, 1, SMALL)

    def icon(self, left: int, top: int, icon: Icon, ink: int = 1) -> None:
        """A small picture, a # for each of its points."""
        dots = [(left + x, top + y) for y, row in enumerate(icon) for x, dot in enumerate(row) if dot == "#"]
        self.draw.point(dots, ink)

    def foot(self, text: str, left: int = 0) -> None:
        """A lit bar along the lower edge that says what OK does."""
        right = WIDTH - 6
        self.draw.rectangle((left, HEIGHT - LINE - 1, right, HEIGHT - 1), 1)
        self.centred((left + right) // 2, HEIGHT - LINE, text, SMALL, 0)

    def centred(self, middle: int, top: int, text: str, font: ImageFont.FreeTypeFont, ink: int = 1) -> int:
        """A text around a column; gives where it begins."""
        left = middle - int(font.getlength(text)) // 2
        self.draw.text((left, top), text, ink, font)
        return left

    def large(self, middle: int, top: int, digits: str) -> None:
        """Digits of 24 pixels' height around a column."""
        small = Image.new("1", (int(LARGE.getlength(digits)), 13))
        draw = ImageDraw.Draw(small)
        draw.fontmode = "1"
        draw.text((0, 0), digits, 1, LARGE)
        doubled = small.resize((small.width * 2, small.height * 2), Image.Resampling.NEAREST)
        self.image.paste(doubled, (middle - doubled.width // 2, top))

    def tile(self, box: tuple[int, int, int, int], face: str, lit: bool = True) -> None:
        """A tile with its face, in the box left, top, right, bottom."""
        left, top, right, bottom = box
        self.draw.rectangle(box, fill=lit, outline=1)
        sign = fitted(FACE_SIGNS.get(face, face), SMALL, right - left)
        self.centred((left + right + 2) // 2, (top + bottom) // 2 - 4, sign, SMALL, not lit)


def titled_pages(title: str, text: str, icon: Icon = STAR) -> list[Page]:
    """A text of any length under a bar, on as many pages as it takes."""
    pages = []
    for lines in on_pages(wrapped(text, SMALL, TEXT_WIDTH), LINES):
        canvas = Canvas()
        canvas.bar(title, icon)
        canvas.lines(MARGIN, BAR + 2, lines)
        pages.append(Page(canvas.image))
    return pages


def on_pages(lines: Sequence[Line], most: int) -> list[Sequence[Line]]:
    """The lines of each page, at most `most`: as few pages as hold them, with about as many lines on each.

    >>> on_pages(["a", "b", "c", "d", "e"], 4), on_pages([], 4)
    ([['a', 'b', 'c'], ['d', 'e']], [])
    """
    if not lines:
        return []
    pages = -(-len(lines) // most)
    size = -(-len(lines) // pages)
    return [lines[at : at + size] for at in range(0, len(lines), size)]


def wrapped_on_pages(texts: Sequence[str], width: int, most: int) -> list[Sequence[str]]:
    """The lines of each page of several texts: on one page if they fit, else each text on pages of its own.

    >>> wrapped_on_pages(["Aya passes.", "Ben: lay a tile."], 120, 2)
    [['Aya passes.', 'Ben: lay a tile.']]
    >>> wrapped_on_pages(["Aya passes.", "Ben: lay a tile."], 120, 1)
    [['Aya passes.'], ['Ben: lay a tile.']]
    """
    paragraphs = [wrapped(text, SMALL, width) for text in texts]
    together = [line for lines in paragraphs for line in lines]
    if len(together) <= most:
        return [together]
    return [page for lines in paragraphs for page in on_pages(lines, most)]


def with_dots(pages: Sequence[Page]) -> tuple[Page, ...]:
    """The pages, each with a dot for every page at its right edge, its own dot large."""
    for number, page in enumerate(pages if len(pages) > 1 else ()):
        draw = ImageDraw.Draw(page.image)
        for at in range(len(pages)):
            y = BAR + 4 + 5 * at
            draw.rectangle((WIDTH - 3, y, WIDTH - 1, y + 2), 1) if at == number else draw.point((WIDTH - 2, y + 1), 1)
    return tuple(pages)
