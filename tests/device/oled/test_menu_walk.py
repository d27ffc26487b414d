"""Every key in every screen of the menu, and the pictures on the way held against `tests/golden/oled/menu/`.

From each picture that the menu shows every key is pressed, until nothing new comes; kept is what OK and *next* have
led to. Of screens that are alike, such as the lists for the fourth player and the fifth, that is done once, and the
others are only gone through with OK and *undo*. After a change that is meant:
`JARAPON_WRITE_GOLDEN=1 pytest tests/device/oled/test_menu_walk.py`, then look at the sheets.
"""

import os
import re
from collections import deque
from collections.abc import Hashable
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from device.box import Box
from device.hardware.display import SIZE
from device.lesson_store import LessonStore, Offer
from device.oled.canvas import HEIGHT, WIDTH
from device.oled.menu.new_game import CHANGED
from device.oled.menu.widgets import ListScreen, TextScreen, YesNoScreen, in_words
from device.oled.text import fitted, readable
from device.record.backup_files import BackupFile
from device.record.backups import Backups
from device.table.events import Choose, Enter, NewGame, PlayAgain, Pressed, Resume, Undo
from device.texts import LANGUAGES
from engines.messages import message
from tests.support.device.menu_box import done, menu_box, pressed
from tests.support.paths import GOLDEN
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import CannotTeach, LearnedFace
from vision.tiles.crop import CROP_HIGH, CROP_WIDE

SHEETS = GOLDEN / "oled" / "menu"
COLUMNS, GAP = 12, 4
BUTTONS = ("ok", "back", "undo", "next")
KEYS = (*BUTTONS, *(f"{name}_long" for name in BUTTONS))
KNOB = ("ok", "back", "next")
THROUGH = ("ok", "undo")
CHANGES_THE_GAME = (Undo, Choose, NewGame, PlayAgain, Resume, Enter)
BACKED_UP = (BackupFile(datetime(2026, 1, 3, 20, 15), Path("backup.zip")), [Path("/var/lib/jarapon/backups")])
CLOSED = b""


@dataclass(frozen=True)
class World:
    """What the menu has changed of the box."""

    language: str
    buzzer: bool
    has_wifi: bool

    @classmethod
    def of(cls, box):
        return cls(box.language.code, box.hardware.buzzer.sound.is_on, box.front.hotspot.is_on)

    def restore(self, box):
        if self != World.of(box):
            box.language.speak(self.language)
            box.hardware.buzzer.sound.turn(self.buzzer)
            box.front.hotspot.is_on = self.has_wifi


@dataclass
class Walk:
    """All pictures, each with what the keys lead to; `acted`: the keys that did something at the box.

    `first_like`: of each picture the first one that is like it, from which every key is pressed.
    """

    box: Box
    posted: list[object]
    switched_off: list[bool]
    drawn: Image.Image | None = None  # last by the menu itself, since the walk stands where it stands
    pictures: dict[bytes, Image.Image] = field(default_factory=dict)
    language: dict[bytes, str] = field(default_factory=dict)
    kept: list[bytes] = field(default_factory=list)
    alike: dict[Hashable, bytes] = field(default_factory=dict)
    first_like: dict[bytes, bytes] = field(default_factory=lambda: {CLOSED: CLOSED})
    leads: dict[tuple[bytes, str], bytes] = field(default_factory=dict)
    acted: set[tuple[bytes, str]] = field(default_factory=set)

    def walk(self):
        pressed(self.box, "ok_long")
        waiting = deque([(self.picture(), self.copied(), World.of(self.box))])
        self.kept += self.pictures
        while waiting:
            here, screens, world = waiting.popleft()
            for key in KEYS if self.first_like[here] == here else THROUGH:
                self.stand(screens, world)
                there = self.press(here, key)
                if there not in self.pictures and there != CLOSED:
                    waiting.append((self.picture(), self.copied(), World.of(self.box)))
                    self.kept += [there] * (key in ("ok", "next"))

    def copied(self):
        return [copy(screen) for screen in self.box.front.menu._screens]

    def stand(self, screens, world):
        """Be where these screens were shown."""
        world.restore(self.box)
        self.box.front.menu._screens[:] = [copy(screen) for screen in screens]
        self.drawn = None

    def lay_over(self, page):
        self.drawn = None if page is None else page.image

    def press(self, here, key):
        """Press a key and see to it that it did nothing that nobody wanted; gives what is shown then."""
        screen = self.box.front.menu.screen
        is_yes = isinstance(screen, YesNoScreen) and screen._is_yes and key == "ok"
        pressed(self.box, key)
        assert bool(self.box.front.pairing.code) == (key == "next_long" or self.box.front.pairing.shown.is_window), key
        self.box.front.pairing.put_away()
        changes = [one for one in self.posted if isinstance(one, CHANGES_THE_GAME) or one == Pressed("back_long")]
        ended = [*self.switched_off, *([True] if self.box.front.safe_mode_wanted.is_set() else [])]
        assert len(changes) + len(ended) <= is_yes, (key, changes)
        assert not [one for one in self.posted if isinstance(one, Pressed) and one not in changes]
        if changes or ended:
            self.acted.add((here, key))
        self.posted.clear()
        self.switched_off.clear()
        there = self.seen()
        self.leads[here, key] = there
        if self.box.front.safe_mode_wanted.is_set():  # the program ends
            self.box.front.safe_mode_wanted.clear()
            return CLOSED
        return there

    def seen(self):
        screen = self.box.front.menu.screen
        if screen is None:
            return CLOSED
        with self.box.front.menu._lock:  # when what took long has been drawn, too
            image = self.drawn = self.drawn or screen.draw(self.box.language.code).image
        assert (image.size, image.mode) == (SIZE, "1")
        assert image.getbbox() is not None
        return image.tobytes()

    def picture(self):
        """Keep the picture that is shown now."""
        there, screen = self.seen(), self.box.front.menu.screen
        assert screen is not None
        assert self.drawn is not None
        self.pictures[there], self.language[there] = self.drawn, self.box.language.code
        self.first_like[there] = self.alike.setdefault(likeness(screen, self.box.language.code, there), there)
        return there

    @property
    def firsts(self):
        """The pictures from which every key was pressed."""
        return set(self.first_like.values()) - {CLOSED}

    def leads_out(self, keys):
        """Those of them from which these keys lead out of the menu, without doing anything at the box."""
        ways = {
            (here, self.first_like[there])
            for (here, key), there in self.leads.items()
            if key in keys and (here, key) not in self.acted
        }
        out, firsts = {CLOSED}, self.firsts
        while more := {here for here, there in ways if there in out and here in firsts - out}:
            out |= more
        return out - {CLOSED}


def likeness(screen, language, picture):
    """What is the same of screens that differ in numbers, in the title of a list or in the words of a text."""

    def told(words):
        return re.sub(r"\d+", "#", in_words(words, language).removeprefix(CHANGED))

    if isinstance(screen, ListScreen):
        return (*map(told, screen.labels), screen._at, screen._above)
    if isinstance(screen, TextScreen):
        is_yes = isinstance(screen, YesNoScreen) and screen._is_yes
        return type(screen), told(screen.title), told(screen._foot), screen._of, screen._first, is_yes
    return picture


def made_up(store, photos, faces):
    """What a lesson would teach, whatever the networks of today see in a photograph; of cards nothing."""
    if photos and store.folder.name == "cards":
        raise CannotTeach(message("teach.cards_count", seen=13, expected=len(faces)))
    learned = []
    for at, face in enumerate(faces):
        crop = np.full((CROP_HIGH, CROP_WIDE, 3), 230, np.uint8)
        crop[10 : 20 + 5 * at, 8:-8] = 20 * at
        learned.append(LearnedFace(face, crop, confident=at != 3))
    taught = TaughtFaces({face.face: [face.crop] for face in learned})
    return Offer(store._pending.add(taught), taught, learned)


@pytest.fixture
def no_text_is_cut_off(monkeypatch):
    def text(self, xy, text, *more, **others):
        font = next(one for one in (*more, *others.values()) if hasattr(one, "getlength"))
        assert xy[0] >= 0, text
        assert xy[0] + font.getlength(text) <= WIDTH, text
        assert xy[1] + font.getbbox(text)[3] <= HEIGHT, text
        return write(self, xy, text, *more, **others)

    def whole(text, font, width):
        assert fitted(text, font, width) == readable(text).rstrip(), text
        return fitted(text, font, width)

    write = ImageDraw.ImageDraw.text
    monkeypatch.setattr(ImageDraw.ImageDraw, "text", text)
    for room in ("canvas", "pages.join"):
        monkeypatch.setattr(f"device.oled.{room}.fitted", whole)


@pytest.fixture
def walk(tmp_path, monkeypatch):
    monkeypatch.setattr("device.oled.menu.maintenance.bug_report", lambda *_: iter([b"a report"]))
    monkeypatch.setattr("device.oled.menu.maintenance.mounted_disks", list)
    monkeypatch.setattr("device.oled.menu.maintenance.other_disks", list)
    monkeypatch.setattr(Backups, "want", lambda _: None)
    monkeypatch.setattr(Backups, "last", BACKED_UP)
    monkeypatch.setattr("device.box.find_engine", lambda _language: None)
    monkeypatch.setattr(LessonStore, "teach", made_up)
    monkeypatch.setattr("device.oled.menu.new_game.with_character", lambda name, _sign: name + "A")
    monkeypatch.setattr("device.oled.menu.new_game.LONGEST_NAME", 2)
    with menu_box(tmp_path / "data", monkeypatch) as box:
        box.front.pairing.phones.add("Aya's phone")
        walked = Walk(box, [], [])
        post = box.table.post

        def kept(event):
            walked.posted.append(event)
            return done() if isinstance(event, (*CHANGES_THE_GAME, Pressed)) else post(event)

        monkeypatch.setattr(box.table, "post", kept)
        monkeypatch.setattr(box.front.menu, "_lay_over", walked.lay_over)
        monkeypatch.setattr("device.oled.menu.maintenance.power_off", lambda: walked.switched_off.append(True))
        yield walked


def is_as_it_was_found_good(language, pictures):
    """Hold all pictures, in the order in which they were come to, against those that are kept on one sheet."""
    wide, high = SIZE[0] + GAP, SIZE[1] + GAP
    sheet = Image.new("1", (COLUMNS * wide - GAP, -(-len(pictures) // COLUMNS) * high - GAP))
    for row in range(high - GAP // 2, sheet.height, high):
        ImageDraw.Draw(sheet).line((0, row, sheet.width, row), 1)
    for column in range(wide - GAP // 2, sheet.width, wide):
        ImageDraw.Draw(sheet).line((column, 0, column, sheet.height), 1)
    for at, picture in enumerate(pictures):
        sheet.paste(picture, (at % COLUMNS * wide, at // COLUMNS * high))
    path = SHEETS / f"{language}.png"
    if os.environ.get("JARAPON_WRITE_GOLDEN") == "1":
        sheet.save(path, optimize=True)
    with Image.open(path) as golden:
        assert (golden.size, golden.tobytes()) == (sheet.size, sheet.tobytes()), path.name


@pytest.mark.long
@pytest.mark.full
def test_every_key_in_every_screen(walk, no_text_is_cut_off):
    walk.walk()
    everywhere = walk.firsts
    assert set(walk.leads) >= {(here, key) for here in everywhere for key in KEYS}
    assert set(walk.leads) >= {(here, key) for here in walk.pictures for key in THROUGH}
    assert {walk.leads[here, "ok_long"] for here in everywhere} == {CLOSED}
    assert walk.leads_out(("undo",)) == everywhere
    assert walk.leads_out(KNOB) == everywhere, "a knob can be turned and pressed, and nothing else"
    for language in LANGUAGES:
        is_as_it_was_found_good(language, [walk.pictures[one] for one in walk.kept if walk.language[one] == language])
