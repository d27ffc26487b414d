"""Pairing phones, and the list of paired phones; see `device/phones/pairing.py`."""

from typing import Annotated, TypedDict

from flask import Blueprint, Response, jsonify, request

from device.phones import paired
from device.phones.pairing import DIGITS, TooSoon
from device.phones.pairing import Pairing as PhonePairing
from device.system.household_time import local_iso
from engines.messages import Message as Said
from engines.messages import message
from engines.one_line import name_of
from web.api.fields import DONE, Done, Message, Ordinal, SentCount, documented, message_of
from web.api.operation import operation
from web.errors import Refused
from web.languages import request_language, text
from web.limits import MAX_PHONE_NAME
from web.security.guard import (
    carried_token,
    delete_phone_cookie,
    is_from_this_computer,
    require_paired,
    set_phone_cookie,
    this_phone,
)
from web.services import service

pairing = Blueprint("pairing", __name__, url_prefix="/api")


class Phone(TypedDict):
    number: Ordinal
    name: str
    since: str
    seen: str
    own: bool


class Phones(TypedDict):
    phones: list[Phone]


class Pairing(TypedDict):
    paired: bool
    phone: Phone | None


class CodeShown(Message):
    paired: bool
    valid_s: float
    digits: Ordinal


class Paired(Message):
    paired: bool
    phone: Phone
    trouble: Message | None


@pairing.get("/pairing")
@operation("phones", "am_i_paired")
def am_i_paired() -> Pairing:
    """Whether the requesting phone is paired."""
    phone = this_phone()
    return {"paired": phone is not None, "phone": None if phone is None else _phone(phone, phone)}


@pairing.post("/pairing")
@operation("phones", "ask_for_code", answers=CodeShown, for_all=True)
def ask() -> Response:
    """Show a code beside the table, and say where it appears.

    A browser on the computer that plays the demo is paired at once, since its user could read the code in the terminal.
    """
    if service(PhonePairing).is_free_here and is_from_this_computer():
        phone, token = service(PhonePairing).phones.add(text("pairing.dialog.computer"))
        response = jsonify(_code_shown(message("pairing.done", name=phone.name), is_paired=True))
        set_phone_cookie(response, token)
        return response
    try:
        valid_s = service(PhonePairing).ask()
    except TooSoon as error:
        raise Refused(error.said, 429, wait_s=error.wait_s) from error
    is_visible = service(PhonePairing).is_display_visible()
    return jsonify(_code_shown(message("pairing.on_display" if is_visible else "pairing.in_terminal"), valid_s))


def _code_shown(said: Said, valid_s: float = 0.0, is_paired: bool = False) -> CodeShown:
    return {"paired": is_paired, "valid_s": valid_s, "digits": DIGITS, **message_of(said, request_language())}


@pairing.post("/pairing/answer")
@operation("phones", "answer_code", answers=Paired, for_all=True)
def answer(*, code: str, name: Annotated[str, documented(maxLength=MAX_PHONE_NAME)]) -> Response:
    """Pair the phone that entered the code; the answer sets the token as a cookie."""
    try:
        phone, token = service(PhonePairing).answer(code[:100], _name(name), request.remote_addr or "")
    except TooSoon as error:
        raise Refused(error.said, 429, wait_s=error.wait_s) from error
    trouble = service(PhonePairing).phones.trouble
    done: Paired = {
        "paired": True,
        "phone": _phone(phone, phone),
        "trouble": None if trouble is None else message_of(trouble, request_language()),
        **message_of(message("pairing.done", name=phone.name), request_language()),
    }
    response = jsonify(done)
    set_phone_cookie(response, token)
    return response


@pairing.get("/phones")
@operation("phones", "phones", 403, paired_only=True)
def phones() -> Phones:
    """All paired phones, for paired phones only."""
    own = require_paired()
    return {"phones": [_phone(phone, own) for phone in service(PhonePairing).phones.all()]}


@pairing.post("/phones/revoke")
@operation("phones", "remove_phone", 404, answers=Done)
def revoke(*, number: SentCount) -> Response:
    """Unpair a phone, or all of them with the number 0."""
    register, own, token = service(PhonePairing).phones, require_paired(), carried_token()
    if number == 0:
        register.revoke_all()
    elif not register.revoke(number):
        raise Refused(message("phones.no_such_phone", number=number), 404)
    response = jsonify(DONE)
    if number in (0, own.number):
        delete_phone_cookie(response, token)
    return response


def _phone(phone: paired.Phone, own: paired.Phone) -> Phone:
    """A phone as JSON, without its token."""
    is_own = phone.number == own.number
    since, seen = map(local_iso, (phone.since, phone.seen))
    return {"number": phone.number, "name": phone.name, "since": since, "seen": seen, "own": is_own}


def _name(wished_name: str) -> str:
    """Check a phone's name, or choose a default for an empty one; raises `Refusal`."""
    name = name_of(wished_name)
    if len(name) > MAX_PHONE_NAME:
        raise Refused(message("pairing.long_name", most=MAX_PHONE_NAME))
    return name or text("pairing.some_phone")
