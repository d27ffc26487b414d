"""How further phones join: the page's address as text and as a QR code."""

from io import BytesIO
from typing import TypedDict

import segno
from flask import Blueprint, Response, jsonify, render_template, request

from device.phones.addresses import local_name, own_addresses, url_of
from web.api.operation import JSON, operation
from web.languages import text
from web.places import box_id, other_origins, page_host

join = Blueprint("join", __name__)
# Texts that the script of the phones' page fills in, with the facts that they name.
_BLANKS = {"since": ("when",), "seen": ("when",), "really_one": ("name",), "removed": ("name",)}


class Addresses(TypedDict):
    """The addresses of the page."""

    address: str  # the one most likely to work
    name: str  # the address by host name, or empty
    others: list[str]  # further addresses of this machine


class Here(TypedDict):
    """The identity of this box and its other addresses."""

    box: str  # see `web.places.box_id`
    places: list[str]  # origins of the page


@join.get("/join")
def page() -> str:
    """The address to scan or type, for people before a phone or television that shows it."""
    return render_template("join.html", addresses=_addresses())


@join.get("/api/join")
@operation("phones", "join")
def addresses() -> Addresses:
    """The addresses at which phones can open the page."""
    return _addresses()


@join.get("/api/here")
@operation("phones", "here", kind=JSON, answers=Here)
def here(*, box: str = "") -> Response:
    """The identity of this box, and its other addresses.

    `box`: the box that a page looks for. A page of another origin may read the answer only if it names this box, which
    pages of other sites cannot.
    """
    response = jsonify(Here(box=box_id(), places=other_origins()))
    if box == box_id():
        response.headers["Access-Control-Allow-Origin"] = "*"
    return response


@join.get("/join/qr.svg")
@operation("phones", "qr", kind="image/svg+xml")
def qr() -> Response:
    """The address as a QR code with its quiet zone, dark on light in either theme."""
    picture = BytesIO()
    segno.make_qr(_addresses()["address"]).save(picture, kind="svg", scale=8, light="#fff", dark="#000", xmldecl=False)
    return Response(picture.getvalue(), mimetype="image/svg+xml")


@join.get("/phones")
def phones() -> str:
    """The page of paired phones; its script requests the list, which only paired phones get."""
    return render_template("phones.html", blanks=_BLANKS, blank=_blank)


def _blank(key: str, facts: tuple[str, ...]) -> str:
    """A text whose facts are left in braces for a script to fill in."""
    return text(key, **{fact: f"{{{fact}}}" for fact in facts})


def _addresses() -> Addresses:
    """The addresses of this machine; if it finds none, that of the current request."""
    port = int(request.environ["SERVER_PORT"])
    address, *others = [url_of(host, port) for host in own_addresses(page_host())] or [request.host_url.rstrip("/")]
    name = local_name(page_host())
    return {"address": address, "name": url_of(name, port) if name else "", "others": others}
