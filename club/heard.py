"""Says what tables have said: in the language of whoever reads it, where the words are known here."""

from contextlib import suppress

from device.texts import say
from engines.messages import Message
from web.api import fields

MAX_LETTERS = 300  # of a sentence of a table; longer ones are cut


def heard(said: Message | fields.Message, language: str) -> str:
    """The sentence of a message in a language; a table's own sentence where key and facts do not fit.

    A table may be newer than this program, or lie, so nothing that it sends may raise anything here.

    >>> said = {"key": "reversi.moved", "facts": {"player": "Aya", "square": "f5", "flipped": 1}, "sentence": "…"}
    >>> heard(said, "en")
    'Aya lays a tile on f5 and turns over 1 tile.'
    >>> heard({**said, "facts": {}}, "en"), heard({**said, "key": "new.words", "sentence": "Here!"}, "ja")
    ('…', 'Here!')
    """
    if isinstance(said, Message):  # not a table's
        return say(said, language)
    facts = tuple((name, fact) for name, fact in said["facts"].items() if isinstance(fact, str | int))
    with suppress(LookupError, ValueError, TypeError, AttributeError):  # an unknown key, or facts that do not fit it
        return say(Message(said["key"], facts), language)[:MAX_LETTERS]
    return said["sentence"][:MAX_LETTERS]
