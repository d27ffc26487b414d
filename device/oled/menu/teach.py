"""Teaching tiles and cards from the menu: a photograph of the usual order, each face to compare, and only then kept."""

from collections.abc import Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import cv2
from PIL import Image, ImageOps

from device.course import Offer
from device.laying_order import LAYING_ORDER
from device.oled.canvas import BAR, BOLD, HEIGHT, LINE, MARGIN, STAR, WIDTH, Canvas, Page
from device.oled.menu.lists import Item, ListScreen
from device.oled.menu.screen import Screen, Words, sentences
from device.oled.menu.texts import PagesScreen, TextScreen, YesNoScreen
from device.record.pictures import jpeg_of
from device.texts import say
from engines.messages import message
from engines.vocabulary import BACK, WILD
from vision.faces.teaching import LearnedFace

if TYPE_CHECKING:
    from device.oled.menu.menu import Menu

TO_ANOTHER_PHOTOGRAPH = 3  # screens: the question, the pictures, and what was seen
QUALITY = 95  # of the JPEG, as the page sends it
CROP_HIGH = HEIGHT - BAR - 2
_NAMED = {WILD: "web.face.wild", BACK: "web.face.back"}
_TITLES = {"tiles": message("menu.teach_tiles"), "cards": message("menu.teach_cards")}
_ORDERS = {"tiles": message("web.teach.order"), "cards": message("web.teach_cards.order")}
_ACCEPTED = {"tiles": message("web.teach.accepted"), "cards": message("web.teach_cards.accepted")}


def teach_screen(menu: "Menu") -> ListScreen:
    """Tiles, or cards."""
    items = [Item(title, partial(_say_how, menu, of)) for of, title in _TITLES.items()]
    return ListScreen(menu, message("menu.teach"), lambda: items)


def _say_how(menu: "Menu", of: str) -> None:
    """Say how to lay them, and then take the photograph."""

    def photograph() -> None:
        menu.do(_TITLES[of], lambda: _look(menu, of), message("web.teach.looking"))

    answers = (message("menu.back"), message("menu.photograph"))
    menu.open(YesNoScreen(menu, _TITLES[of], _ORDERS[of], photograph, answers=answers))


def _look(menu: "Menu", of: str) -> Screen:
    """What a photograph of the camera teaches; raises `Refusal`."""
    photo = jpeg_of(menu.box.calibration.picture(), QUALITY)
    offer = menu.box.lessons.store_of(of).teach([photo], LAYING_ORDER[of])
    text = sentences(message("menu.seen", faces=len(offer.faces)), _sure(offer.faces))

    def compare() -> None:
        ask = YesNoScreen(menu, _TITLES[of], message("menu.really_keep"), keep, again)
        menu.open(PagesScreen(menu, cache(partial(face_pages, offer.faces)), lambda: menu.open(ask)))

    def again() -> None:
        menu.up(TO_ANOTHER_PHOTOGRAPH)

    def keep() -> None:
        menu.do(_TITLES[of], lambda: _accepted(menu, of, offer))

    return TextScreen(menu, _TITLES[of], text, compare, message("menu.ok_compare"))


def _accepted(menu: "Menu", of: str, offer: Offer[Any]) -> Screen:
    menu.box.lessons.store_of(of).accept(offer.number)
    return TextScreen(menu, _TITLES[of], _ACCEPTED[of], menu.home)


def _sure(faces: Sequence[LearnedFace]) -> Words:
    """Whether every face was seen well."""
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
