"""Drawing on 128 × 64 pixels: bars, lines of text, icons, and splitting text into pages."""

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
BAR = 13  # height of a bar with one line of bold letters
TITLE_LEFT, TITLE_WIDTH = 15, WIDTH - 17  # left edge and width of the title in a bar as wide as the display
LINE = 12
LINES = (HEIGHT - BAR - 2) // LINE
LINES_ABOVE_FOOT = (HEIGHT - BAR - LINE - 2) // LINE
TEXT_WIDTH = WIDTH - MARGIN - 4  # the page dots are at the right edge
SMALL, BOLD, LARGE = load("mplus10"), load("mplus10-bold"), load("mplus12-bold")

HAND = ("...##...", ".#.##.#.", ".#.##.#.", ".######.", "#######.", "########", ".#######", "..#####.")
STAR = ("....#....", "....#....", "...###...", "#########", ".#######.", "..#####..", ".###.###.", ".#.....#.")
WARNING = ("....#....", "...###...", "...#.#...", "..##.##..", "..##.##..", ".#######.", ".###.###.", "#########")
FACE_SYMBOLS = {"wild": "★", "back": "■", "blank": "□", "joker": "★"}


@dataclass(frozen=True)
class Page:
    """A picture for the display, and the effect of the button OK while it is shown."""

    image: Image.Image
    choice: str | None = None  # key of the choice that OK takes
    game: str | None = None  # name of the game that OK starts
    control: Control | None = None  # control of the demo table that OK triggers
    is_secret: bool = False  # only for people beside the table


class Canvas:
    """A dark page to draw on; ink is 1 (lit) or 0.

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
        """Draw a lit bar along the upper edge with an icon and a title."""
        self.draw.rectangle((left, 0, WIDTH - 1, BAR - 1), 1)
        self.icon(left + 3, 2, icon, 0)
        self.draw.text((left + TITLE_LEFT, 1), fitted(title, BOLD, TITLE_WIDTH - left), 0, BOLD)

    def lines(self, left: int, top: int, lines: Sequence[str]) -> None:
        """Draw lines of text, one below the other."""
        for row, line in enumerate(lines):
            self.draw.text((left, top + LINE * row), line, 1, SMALL)

    def icon(self, left: int, top: int, icon: Icon, ink: int = 1) -> None:
        """Draw an icon with a point for each #."""
        dots = [(left + x, top + y) for y, row in enumerate(icon) for x, dot in enumerate(row) if dot == "#"]
        self.draw.point(dots, ink)

    def foot(self, text: str, left: int = 0) -> None:
        """Draw a lit bar along the lower edge that says what OK does."""
        right = WIDTH - 6
        self.draw.rectangle((left, HEIGHT - LINE - 1, right, HEIGHT - 1), 1)
        self.centred((left + right) // 2, HEIGHT - LINE, text, SMALL, 0)

    def centred(self, middle: int, top: int, text: str, font: ImageFont.FreeTypeFont, ink: int = 1) -> int:
        """Draw a text centred on a column; returns its left edge."""
        left = middle - int(font.getlength(text)) // 2
        self.draw.text((left, top), text, ink, font)
        return left

    def large(self, middle: int, top: int, digits: str) -> None:
        """Draw digits 24 pixels high, centred on a column."""
        small = Image.new("1", (int(LARGE.getlength(digits)), 13))
        draw = ImageDraw.Draw(small)
        draw.fontmode = "1"
        draw.text((0, 0), digits, 1, LARGE)
        doubled = small.resize((small.width * 2, small.height * 2), Image.Resampling.NEAREST)
        self.image.paste(doubled, (middle - doubled.width // 2, top))

    def tile(self, box: tuple[int, int, int, int], face: str, lit: bool = True) -> None:
        """Draw a tile with its face in a box (left, top, right, bottom)."""
        left, top, right, bottom = box
        self.draw.rectangle(box, fill=lit, outline=1)
        symbol = fitted(FACE_SYMBOLS.get(face, face), SMALL, right - left)
        self.centred((left + right + 2) // 2, (top + bottom) // 2 - 4, symbol, SMALL, not lit)


def titled_pages(title: str, text: str, icon: Icon = STAR) -> list[Page]:
    """A text of any length under a bar, on as many pages as needed."""
    pages = []
    for lines in on_pages(wrapped(text, SMALL, TEXT_WIDTH), LINES):
        canvas = Canvas()
        canvas.bar(title, icon)
        canvas.lines(MARGIN, BAR + 2, lines)
        pages.append(Page(canvas.image))
    return pages


def on_pages(lines: Sequence[Line], most: int) -> list[Sequence[Line]]:
    """Split lines into as few pages as possible of at most `most` lines, about equally long.

    >>> on_pages(["a", "b", "c", "d", "e"], 4), on_pages([], 4)
    ([['a', 'b', 'c'], ['d', 'e']], [])
    """
    if not lines:
        return []
    pages = -(-len(lines) // most)
    size = -(-len(lines) // pages)
    return [lines[at : at + size] for at in range(0, len(lines), size)]


def wrapped_on_pages(texts: Sequence[str], width: int, most: int) -> list[Sequence[str]]:
    """Split several texts into pages: one page if they fit, otherwise separate pages for each text.

    >>> wrapped_on_pages(["Aya passes.", "Ben: lay a tile."], 120, 2)
    [['Aya passes.', 'Ben: lay a tile.']]
    >>> wrapped_on_pages(["Aya passes.", "Ben: lay a tile."], 120, 1)
    [['Aya passes.'], ['Ben: lay a tile.']]
    """
    paragraphs = [wrapped(text, SMALL, width) for text in texts]
    all_lines = [line for lines in paragraphs for line in lines]
    if len(all_lines) <= most:
        return [all_lines]
    return [page for lines in paragraphs for page in on_pages(lines, most)]


def with_dots(pages: Sequence[Page]) -> tuple[Page, ...]:
    """The pages with a dot for every page at the right edge, the current one's large."""
    for number, page in enumerate(pages if len(pages) > 1 else ()):
        draw = ImageDraw.Draw(page.image)
        for at in range(len(pages)):
            y = BAR + 4 + 5 * at
            draw.rectangle((WIDTH - 3, y, WIDTH - 1, y + 2), 1) if at == number else draw.point((WIDTH - 2, y + 1), 1)
    return tuple(pages)
