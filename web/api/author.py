"""Who changes something by a phone, as the record will say it."""

from device.texts import catalogue, say
from engines.messages import message
from web.security.guard import this_phone

_PHONE = "phone"
_NAMED = f"{_PHONE}:"


def author() -> str:
    """The phone that asks: `"phone"`, or `"phone:Aya's phone"` where it has a name."""
    phone = this_phone()
    return _NAMED + phone.name if phone is not None and phone.name else _PHONE


def author_name(by: str, language: str) -> str:
    """Who made or corrected a move, in words; a phone by its own name."""
    if by.startswith(_NAMED):
        return by.removeprefix(_NAMED)
    key = f"keeping.by.{by}"
    return say(message(key), language) if key in catalogue(language) else by
