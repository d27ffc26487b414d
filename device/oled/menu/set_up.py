"""Menu entries for the network, sounds, language, and teaching tiles and cards."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

import cv2
from PIL import Image, ImageOps

from device.config.language import BoxLanguage
from device.hardware.buzzer import Buzzer
from device.lesson_store import Offer
from device.lessons import LAYING_ORDER, Lessons
from device.oled.canvas import BAR, BOLD, HEIGHT, LINE, MARGIN, STAR, WIDTH, Canvas, Page
from device.oled.menu.menu import Menu
from device.oled.menu.widgets import Item, ListScreen, PagesScreen, Screen, TextScreen, Words, YesNoScreen, sentences
from device.oled.pages.join import wifi_page
from device.oled.panel import Greeting
from device.phones.pairing import Pairing
from device.record.pictures import jpeg_of
from device.system.hotspot import Hotspot
from device.table.calibration import Calibration
from device.texts import LANGUAGES, grammar, say
from device.voice.voice import Voice
from engines.messages import Message, message
from engines.vocabulary import BACK, WILD
from vision.faces.teaching import LearnedFace

NETWORK, WIFI = message("menu.network"), message("menu.own_wifi")
SOUND, LANGUAGE = message("menu.sound"), message("menu.language")
TO_ANOTHER_PHOTOGRAPH = 3  # screens: the question, the pictures, and the result
QUALITY = 95  # JPEG quality, as the page sends it
CROP_HIGH = HEIGHT - BAR - 2
_NAMED = {WILD: "web.face.wild", BACK: "web.face.back"}
_TITLES = {"tiles": message("menu.teach_tiles"), "cards": message("menu.teach_cards")}
_ORDERS = {"tiles": message("web.teach.order"), "cards": message("web.teach_cards.order")}
_ACCEPTED = {"tiles": message("web.teach.accepted"), "cards": message("web.teach_cards.accepted")}


class Teaching:
    """Teaches tiles and cards by a photograph of the usual order; faces are compared before they are kept."""

    def __init__(self, menu: Menu, calibration: Calibration, lessons: Lessons) -> None:
        self._menu, self._calibration, self._lessons = menu, calibration, lessons

    def items(self) -> list[Item]:
        """Its item on the first screen, under which tiles or cards are chosen."""
        pieces = [Item(title, partial(self._say_how, of)) for of, title in _TITLES.items()]
        title = message("menu.teach")
        return [Item(title, lambda: self._menu.push(ListScreen(title, pieces)))]

    def _say_how(self, of: str) -> None:
        """Say how to lay them, then take the photograph."""

        def photograph() -> None:
            self._menu.do(_TITLES[of], lambda: self._photograph(of), message("web.teach.looking"))

        answers = (message("menu.back"), message("menu.photograph"))
        self._menu.push(YesNoScreen(_TITLES[of], _ORDERS[of], photograph, answers=answers))

    def _photograph(self, of: str) -> Screen:
        """Teach from a photograph of the camera; raises `Refusal`."""
        menu = self._menu
        photo = jpeg_of(self._calibration.picture(), QUALITY)
        offer = self._lessons.store_of(of).teach([photo], LAYING_ORDER[of])
        text = sentences(message("menu.seen", faces=len(offer.faces)), _doubts(offer.faces))

        def compare() -> None:
            ask = YesNoScreen(_TITLES[of], message("menu.really_keep"), keep, again)
            pages = cache(partial(face_pages, offer.faces))
            menu.push(PagesScreen(pages, lambda: menu.push(ask)))

        def again() -> None:
            menu.pop(TO_ANOTHER_PHOTOGRAPH)

        def keep() -> None:
            menu.do(_TITLES[of], lambda: self._accept(of, offer))

        return TextScreen(_TITLES[of], text, compare, message("menu.ok_compare"))

    def _accept(self, of: str, offer: Offer[Any]) -> Screen:
        self._lessons.store_of(of).accept(offer.number)
        return TextScreen(_TITLES[of], _ACCEPTED[of], self._menu.home)


def _doubts(faces: Sequence[LearnedFace]) -> Words:
    """The doubtful faces, if any, in words."""
    doubtful = [face.face for face in faces if not face.confident]
    if not doubtful:
        return message("web.teach.all_sure")
    return lambda language: say(
        message("menu.unsure", faces=" ".join(_name(face, language) for face in doubtful)), language
    )


def _name(face: str, language: str) -> str:
    return say(message(_NAMED[face]), language) if face in _NAMED else face


def face_pages(faces: Sequence[LearnedFace], language: str) -> list[Page]:
    """A page for each face: its enlarged picture and its name."""
    return [_page(face, at, len(faces), language) for at, face in enumerate(faces, start=1)]


def _page(face: LearnedFace, at: int, of: int, language: str) -> Page:
    canvas = Canvas()
    canvas.bar(say(message("menu.face", at=at, of=of), language), STAR)
    grey = ImageOps.autocontrast(Image.fromarray(cv2.cvtColor(face.crop, cv2.COLOR_BGR2GRAY)), cutoff=2)
    picture = ImageOps.contain(grey, (WIDTH // 2, CROP_HIGH), Image.Resampling.LANCZOS).convert("1")
    canvas.image.paste(picture, (MARGIN, BAR + 2))
    left = MARGIN + picture.width + 6
    canvas.draw.text((left, BAR + 4), _name(face.face, language), 1, BOLD)
    how = message("web.teach.sure") if face.confident else message("web.teach.doubtful")
    canvas.lines(left, BAR + 4 + LINE, [say(how, language), "", say(message("menu.ok_done"), language)])
    return Page(canvas.image)


class Network:
    """The page's address, a pairing code, and the box's own Wi-Fi."""

    def __init__(self, menu: Menu, greeting: Greeting, pairing: Pairing, hotspot: Hotspot) -> None:
        self._menu, self._greeting, self._pairing, self._hotspot = menu, greeting, pairing, hotspot

    def items(self) -> list[Item]:
        """Its item on the first screen."""
        return [Item(NETWORK, self._list)]

    def _list(self) -> None:
        menu = self._menu
        items = [
            Item(message("menu.address"), lambda: menu.push(PagesScreen(self._greeting.joining))),
            Item(message("menu.phone_code"), menu.only_at_box(self._pairing.open_window)),
            Item(WIFI, lambda: menu.do(WIFI, self._ask)),
        ]
        menu.push(ListScreen(NETWORK, items))

    def _ask(self) -> Screen:
        """Ask whether to open or close the box's own Wi-Fi; finding out which may take a while."""
        said, change = ("close_wifi", self._stop) if self._hotspot.access else ("open_wifi", self._start)
        question = message(f"menu.{said}")
        return YesNoScreen(WIFI, question, lambda: self._menu.do(WIFI, change))

    def _start(self) -> Screen:
        access = self._hotspot.start()
        return PagesScreen(lambda language: [wifi_page(access, language)], self._menu.home)

    def _stop(self) -> Screen:
        self._hotspot.stop()
        return TextScreen(WIFI, message("network.wifi_closed"), self._menu.home)


class Sound:
    """Buzzer, voice and language."""

    def __init__(
        self,
        menu: Menu,
        buzzer: Buzzer,
        voice: Voice,
        buzzer_trouble: Callable[[], Message | None],  # why the buzzer does not work
        language: BoxLanguage,
    ) -> None:
        self._menu, self._buzzer, self._voice = menu, buzzer, voice
        self._buzzer_trouble, self._language = buzzer_trouble, language

    def items(self) -> list[Item]:
        """Its items on the first screen; the first lists buzzer and voice with their states."""
        switches = [Item(self._say_buzzer, self._switch_buzzer), Item(self._say_voice, self._switch_voice)]
        return [
            Item(SOUND, lambda: self._menu.push(ListScreen(SOUND, switches))),
            Item(LANGUAGE, self._list_languages),
        ]

    def _say_buzzer(self, language: str) -> str:
        return say(message("menu.buzzer_on") if self._buzzer.sound.is_on else message("menu.buzzer_off"), language)

    def _say_voice(self, language: str) -> str:
        return say(message("menu.voice_on") if self._voice.is_on else message("menu.voice_off"), language)

    def _switch_buzzer(self) -> None:
        """Switch the buzzer on or off, with a sound when on."""
        if (trouble := self._buzzer_trouble()) is not None:
            self._say(SOUND, trouble)
            return
        self._say(SOUND, self._buzzer.sound.turn(not self._buzzer.sound.is_on))
        self._buzzer.play("over")

    def _switch_voice(self) -> None:
        """Switch the voice on or off, with a sentence when on."""
        voice = self._voice
        if voice.engine is None and not voice.is_on:
            self._say(SOUND, message("voice.no_engine"))
            return
        self._say(SOUND, voice.switch(not voice.is_on))
        voice.say(say(message("voice.hello"), self._language.code))

    def _list_languages(self) -> None:
        """List the languages by their own names; the cursor is at the current one."""
        items = [Item(grammar(language).own_name, partial(self._speak, language)) for language in LANGUAGES]
        at = LANGUAGES.index(self._language.code)
        self._menu.push(ListScreen(LANGUAGE, items, at))

    def _speak(self, language: str) -> None:
        trouble = self._language.speak(language)
        self._menu.pop()
        self._say(LANGUAGE, trouble)

    def _say(self, title: Words, trouble: Message | None) -> None:
        if trouble is not None:
            self._menu.push(TextScreen(title, trouble))
