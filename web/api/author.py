"""The author of a change, as the record stores and shows it."""

from device.texts import catalogue, say
from engines.messages import message
from web.security.guard import this_phone

_PHONE = "phone"
_NAMED = f"{_PHONE}:"


def author() -> str:
    """The requesting phone: `"phone"`, or `"phone:Aya's phone"` if it has a name."""
    phone = this_phone()
    return _NAMED + phone.name if phone is not None and phone.name else _PHONE


def author_name(by: str, language: str) -> str:
    """The author of a move or correction in words; a phone by its own name."""
    if by.startswith(_NAMED):
        return by.removeprefix(_NAMED)
    key = f"keeping.by.{by}"
    return say(message(key), language) if key in catalogue(language) else by
