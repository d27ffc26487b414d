"""How a phone is paired with the box, and which phones are: `device/pairing.py` on the page."""

from typing import Any

from flask import Blueprint, Response, jsonify, request

from device.pairing import DIGITS, TooSoon
from device.phones import Phone
from engines.messages import message
from engines.one_line import name_of
from web.errors import Refused
from web.guard import PHONE_COOKIE, open_to_all, paired_only, sent_field, sent_json, this_phone
from web.languages import spoken, tell_message, text
from web.limits import LONGEST_PHONE_NAME
from web.the_box import the_box

pairing = Blueprint("pairing", __name__, url_prefix="/api")
_LONGEST_COOKIE_SECONDS = 400 * 24 * 3600  # browsers keep none for longer


@pairing.get("/pairing")
def am_i_paired() -> Response:
    """Whether the phone that asks may change something: `{"paired", "phone"}`."""
    phone = this_phone()
    return jsonify(paired=phone is not None, phone=None if phone is None else _told(phone, phone))


@pairing.post("/pairing")
@open_to_all
def ask() -> Response:
    """Have a code shown beside the table: `{"valid_s", "digits"}`, and where it stands in words."""
    sent_json()
    try:
        valid_s = the_box().pairing.ask()
    except TooSoon as error:
        raise Refused(error.said, 429, wait_s=error.wait_s) from error
    where = message("pairing.on_display") if the_box().display.is_seen else message("pairing.in_terminal")
    return jsonify(valid_s=valid_s, digits=DIGITS, **tell_message(where, spoken()))


@pairing.post("/pairing/answer")
@open_to_all
def answer() -> Response:
    """Pair the phone that types the code: `{"code": "123456", "name": "Aya's phone"}`; the token comes as a cookie."""
    data = sent_json()
    code, name = sent_field(data, "code", str), _name(sent_field(data, "name", str))
    try:
        phone, token = the_box().pairing.answer(code[:100], name, request.remote_addr or "")
    except TooSoon as error:
        raise Refused(error.said, 429, wait_s=error.wait_s) from error
    trouble = the_box().pairing.phones.trouble
    said = message("pairing.done", name=phone.name)
    response = jsonify(
        paired=True,
        phone=_told(phone, phone),
        trouble=None if trouble is None else tell_message(trouble, spoken()),
        **tell_message(said, spoken()),
    )
    # Not `secure`: in a home network there is no certificate, and a cookie that is only sent over TLS is never sent.
    response.set_cookie(PHONE_COOKIE, token, max_age=_LONGEST_COOKIE_SECONDS, httponly=True, samesite="Strict")
    return response


@pairing.get("/phones")
def phones() -> Response:
    """Every paired phone, for paired phones only."""
    own = paired_only()
    return jsonify(phones=[_told(phone, own) for phone in the_box().pairing.phones.all()])


@pairing.post("/phones/revoke")
def revoke() -> Response:
    """Unpair phones: `{"number": 2}`, or `{"number": 0}` for all of them."""
    number = sent_field(sent_json(), "number", int)
    register, own = the_box().pairing.phones, paired_only()
    if number == 0:
        register.revoke_all()
    elif not register.revoke(number):
        raise Refused(message("phones.no_such_phone", number=number), 404)
    response = jsonify(done=True)
    if number in (0, own.number):
        response.delete_cookie(PHONE_COOKIE, httponly=True, samesite="Strict")
    return response


def _told(phone: Phone, own: Phone) -> dict[str, Any]:
    """A phone as scripts know it, without anything of its token."""
    return {
        "number": phone.number,
        "name": phone.name,
        "since": phone.since,
        "seen": phone.seen,
        "own": phone.number == own.number,
    }


def _name(given: str) -> str:
    """A phone's name; raises `Refusal`."""
    name = name_of(given)
    if len(name) > LONGEST_PHONE_NAME:
        raise Refused(message("pairing.long_name", most=LONGEST_PHONE_NAME))
    return name or text("pairing.some_phone")
