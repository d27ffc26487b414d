"""Whether the box reads aloud what is new at the table, by an engine of speech that its machine has."""

from typing import TypedDict

from flask import Blueprint

from device.config.language import BoxLanguage
from device.texts import say
from device.voice.voice import Voice
from engines.messages import message
from web.api.operation import operation
from web.errors import Refused
from web.services import service

voice = Blueprint("voice", __name__, url_prefix="/api/voice")


class BoxVoice(TypedDict):
    on: bool
    engine: str | None


@voice.get("")
@operation("set_up", "voice")
def told() -> BoxVoice:
    """Whether it speaks, and by which engine."""
    return voice_of(service(Voice))


@voice.post("")
@operation("set_up", "switch_voice", 422)
def switch(*, on: bool) -> BoxVoice:
    """Have it speak or be silent, also after the next start; at once it says how it sounds."""
    voice = service(Voice)
    if on and voice.engine is None:
        raise Refused(message("voice.no_engine"), 422)
    if (trouble := voice.switch(on)) is not None:
        raise Refused(trouble, 422)
    voice.say(say(message("voice.hello"), service(BoxLanguage).code))
    return voice_of(voice)


def voice_of(here: Voice) -> BoxVoice:
    """What a program is told of the voice."""
    return {"on": here.is_on, "engine": None if here.engine is None else here.engine.name}
