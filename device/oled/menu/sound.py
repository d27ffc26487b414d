"""What the box is heard by, and in which language, from the menu."""

from functools import partial
from typing import TYPE_CHECKING

from device.oled.menu.lists import Item, ListScreen
from device.oled.menu.screen import Words
from device.oled.menu.texts import TextScreen
from device.texts import LANGUAGES, grammar, say
from engines.messages import Message, message

if TYPE_CHECKING:
    from device.oled.menu.menu import Menu

SOUND, LANGUAGE = message("menu.sound"), message("menu.language")


def sound_screen(menu: "Menu") -> ListScreen:
    """The buzzer and the voice, each with how it is now."""

    def items() -> list[Item]:
        buzzer, voice = menu.box.buzzer.sound.is_on, menu.box.voice.is_on
        return [
            Item(message("menu.buzzer_on") if buzzer else message("menu.buzzer_off"), lambda: _switch_buzzer(menu)),
            Item(message("menu.voice_on") if voice else message("menu.voice_off"), lambda: _switch_voice(menu)),
        ]

    return ListScreen(menu, SOUND, items)


def _switch_buzzer(menu: "Menu") -> None:
    """Switch the buzzer on or off; on, it is heard at once."""
    buzzer, absent = menu.box.buzzer, menu.box.wiring_test.buzzer_trouble
    if absent is not None:
        menu.open(TextScreen(menu, SOUND, absent))
        return
    _say_trouble(menu, SOUND, buzzer.sound.turn(not buzzer.sound.is_on))
    buzzer.play("over")


def _switch_voice(menu: "Menu") -> None:
    """Switch the voice on or off; on, it says so."""
    voice = menu.box.voice
    if voice.engine is None and not voice.is_on:
        menu.open(TextScreen(menu, SOUND, message("voice.no_engine")))
        return
    _say_trouble(menu, SOUND, voice.switch(not voice.is_on))
    voice.say(say(message("voice.hello"), menu.box.language.code))


def language_screen(menu: "Menu") -> ListScreen:
    """The languages, each by its own name; the cursor is at the one that is spoken."""
    items = [Item(grammar(language).own_name, partial(_speak, menu, language)) for language in LANGUAGES]
    return ListScreen(menu, LANGUAGE, lambda: items, at=LANGUAGES.index(menu.box.language.code))


def _speak(menu: "Menu", language: str) -> None:
    trouble = menu.box.language.speak(language)
    menu.up()
    _say_trouble(menu, LANGUAGE, trouble)


def _say_trouble(menu: "Menu", title: Words, trouble: Message | None) -> None:
    if trouble is not None:
        menu.open(TextScreen(menu, title, trouble))
