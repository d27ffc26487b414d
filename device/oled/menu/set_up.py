"""The network, the sounds, the language, and teaching tiles and cards, from the menu."""

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
from device.oled.menu.widgets import (
    Item,
    ListScreen,
    Navigator,
    PagesScreen,
    Screen,
    TextScreen,
    Words,
    YesNoScreen,
    sentences,
)
from device.oled.pages.join import wifi_page
from device.oled.panel import Panel
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
TO_ANOTHER_PHOTOGRAPH = 3  # screens: the question, the pictures, and what was seen
QUALITY = 95  # of the JPEG, as the page sends it
CROP_HIGH = HEIGHT - BAR - 2
_NAMED = {WILD: "web.face.wild", BACK: "web.face.back"}
_TITLES = {"tiles": message("menu.teach_tiles"), "cards": message("menu.teach_cards")}
_ORDERS = {"tiles": message("web.teach.order"), "cards": message("web.teach_cards.order")}
_ACCEPTED = {"tiles": message("web.teach.accepted"), "cards": message("web.teach_cards.accepted")}


class Teaching:
    """Tiles and cards taught by a photograph of the usual order: each face to compare, and only then kept."""

    def __init__(self, navigator: Navigator, calibration: Calibration, lessons: Lessons) -> None:
        self._navigator, self._calibration, self._lessons = navigator, calibration, lessons

    def items(self) -> list[Item]:
        """Its line of the first screen, under which tiles or cards are chosen."""
        pieces = [Item(title, partial(self._say_how, of)) for of, title in _TITLES.items()]
        title = message("menu.teach")
        return [Item(title, lambda: self._navigator.push(ListScreen(title, lambda: pieces)))]

    def _say_how(self, of: str) -> None:
        """Say how to lay them, and then take the photograph."""

        def photograph() -> None:
            self._navigator.do(_TITLES[of], lambda: self._photograph(of), message("web.teach.looking"))

        answers = (message("menu.back"), message("menu.photograph"))
        self._navigator.push(YesNoScreen(_TITLES[of], _ORDERS[of], photograph, answers=answers))

    def _photograph(self, of: str) -> Screen:
        """What a photograph of the camera teaches; raises `Refusal`."""
        navigator = self._navigator
        photo = jpeg_of(self._calibration.picture(), QUALITY)
        offer = self._lessons.store_of(of).teach([photo], LAYING_ORDER[of])
        text = sentences(message("menu.seen", faces=len(offer.faces)), _doubts(offer.faces))

        def compare() -> None:
            ask = YesNoScreen(_TITLES[of], message("menu.really_keep"), keep, again)
            pages = cache(partial(face_pages, offer.faces))
            navigator.push(PagesScreen(pages, lambda: navigator.push(ask)))

        def again() -> None:
            navigator.pop(TO_ANOTHER_PHOTOGRAPH)

        def keep() -> None:
            navigator.do(_TITLES[of], lambda: self._accept(of, offer))

        return TextScreen(_TITLES[of], text, compare, message("menu.ok_compare"))

    def _accept(self, of: str, offer: Offer[Any]) -> Screen:
        self._lessons.store_of(of).accept(offer.number)
        return TextScreen(_TITLES[of], _ACCEPTED[of], self._navigator.home)


def _doubts(faces: Sequence[LearnedFace]) -> Words:
    """Which faces are doubtful, if any are."""
    doubtful = [face.face for face in faces if not face.confident]
    if not doubtful:
        return message("web.teach.all_sure")
    return lambda language: say(
        message("menu.unsure", faces=" ".join(_name(face, language) for face in doubtful)), language
    )


def _name(face: str, language: str) -> str:
    return say(message(_NAMED[face]), language) if face in _NAMED else face


def face_pages(faces: Sequence[LearnedFace], language: str) -> list[Page]:
    """A page for each face: its picture, enlarged, under what it is taken for."""
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
    """Where the page is, a code for a phone, and a Wi-Fi of the box's own."""

    def __init__(self, navigator: Navigator, panel: Panel, pairing: Pairing, hotspot: Hotspot) -> None:
        self._navigator, self._panel, self._pairing, self._hotspot = navigator, panel, pairing, hotspot

    def items(self) -> list[Item]:
        """Its line of the first screen."""
        return [Item(NETWORK, self._list)]

    def _list(self) -> None:
        navigator = self._navigator
        items = [
            Item(
                message("menu.address"),
                lambda: navigator.push(PagesScreen(lambda _: self._panel.joining)),
            ),
            Item(message("menu.phone_code"), self._pairing.open_window),
            Item(WIFI, lambda: navigator.do(WIFI, self._ask)),
        ]
        navigator.push(ListScreen(NETWORK, lambda: items))

    def _ask(self) -> Screen:
        """Ask whether to open the box's own Wi-Fi or to close it; NetworkManager may take a while to say which."""
        said, change = ("close_wifi", self._stop) if self._hotspot.access else ("open_wifi", self._start)
        question = message(f"menu.{said}")
        return YesNoScreen(WIFI, question, lambda: self._navigator.do(WIFI, change))

    def _start(self) -> Screen:
        access = self._hotspot.start()
        return PagesScreen(lambda language: [wifi_page(access, language)], self._navigator.home)

    def _stop(self) -> Screen:
        self._hotspot.stop()
        return TextScreen(WIFI, message("network.wifi_closed"), self._navigator.home)


class Sound:
    """What the box is heard by, and in which language it speaks."""

    def __init__(
        self,
        navigator: Navigator,
        buzzer: Buzzer,
        voice: Voice,
        buzzer_trouble: Callable[[], Message | None],  # why the buzzer is not heard
        language: BoxLanguage,
    ) -> None:
        self._navigator, self._buzzer, self._voice = navigator, buzzer, voice
        self._buzzer_trouble, self._language = buzzer_trouble, language

    def items(self) -> list[Item]:
        """Its lines of the first screen."""
        return [
            Item(SOUND, lambda: self._navigator.push(ListScreen(SOUND, self._switches))),
            Item(LANGUAGE, self._list_languages),
        ]

    def _switches(self) -> list[Item]:
        """The buzzer and the voice, each with how it is now."""
        buzzer, voice = self._buzzer.sound.is_on, self._voice.is_on
        return [
            Item(message("menu.buzzer_on") if buzzer else message("menu.buzzer_off"), self._switch_buzzer),
            Item(message("menu.voice_on") if voice else message("menu.voice_off"), self._switch_voice),
        ]

    def _switch_buzzer(self) -> None:
        """Switch the buzzer on or off; on, it is heard at once."""
        if (trouble := self._buzzer_trouble()) is not None:
            self._say(SOUND, trouble)
            return
        self._say(SOUND, self._buzzer.sound.turn(not self._buzzer.sound.is_on))
        self._buzzer.play("over")

    def _switch_voice(self) -> None:
        """Switch the voice on or off; on, it says so."""
        voice = self._voice
        if voice.engine is None and not voice.is_on:
            self._say(SOUND, message("voice.no_engine"))
            return
        self._say(SOUND, voice.switch(not voice.is_on))
        voice.say(say(message("voice.hello"), self._language.code))

    def _list_languages(self) -> None:
        """List the languages, each by its own name; the cursor is at the one that is spoken."""
        items = [Item(grammar(language).own_name, partial(self._speak, language)) for language in LANGUAGES]
        at = LANGUAGES.index(self._language.code)
        self._navigator.push(ListScreen(LANGUAGE, lambda: items, at))

    def _speak(self, language: str) -> None:
        trouble = self._language.speak(language)
        self._navigator.pop()
        self._say(LANGUAGE, trouble)

    def _say(self, title: Words, trouble: Message | None) -> None:
        if trouble is not None:
            self._navigator.push(TextScreen(title, trouble))
