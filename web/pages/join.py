"""How further phones come in: the address of this page as people type it, and as a QR code."""

from io import BytesIO
from typing import TypedDict

import segno
from flask import Blueprint, Response, jsonify, render_template, request

from device.phones.addresses import local_name, own_addresses, url_of
from web.api.operation import JSON, operation
from web.languages import text
from web.places import box_id, other_places, page_host

join = Blueprint("join", __name__)
# Sentences that the script of the phones' page fills in: which facts they name.
_BLANKS = {"since": ("when",), "seen": ("when",), "really_one": ("name",), "removed": ("name",)}


class Addresses(TypedDict):
    """The addresses of the page: the likeliest one, by name (or empty), and the others that this machine has."""

    address: str
    name: str
    others: list[str]


class Here(TypedDict):
    """What tells this box from another one, and where else it may be found: addresses of the page."""

    box: str
    places: list[str]


@join.get("/join")
def page() -> str:
    """The address to scan or to type, for whoever stands before a phone or a television that shows the page."""
    return render_template("join.html", addresses=_addresses())


@join.get("/api/join")
@operation("phones", "join")
def addresses() -> Addresses:
    """How phones come in."""
    return _addresses()


@join.get("/api/here")
@operation("phones", "here", kind=JSON, answers=Here)
def here(*, box: str = "") -> Response:
    """Which box this is, and where else.

    `box`: the one that a page knows and looks for. A page of another address may read the answer only where it names
    this box, which no other site's page can.
    """
    response = jsonify(Here(box=box_id(), places=other_places()))
    if box == box_id():
        response.headers["Access-Control-Allow-Origin"] = "*"
    return response


@join.get("/join/qr.svg")
@operation("phones", "qr", kind="image/svg+xml")
def qr() -> Response:
    """The address as a QR code with the quiet edge that it needs, dark on light also where the page is dark."""
    picture = BytesIO()
    segno.make_qr(_addresses()["address"]).save(picture, kind="svg", scale=8, light="#fff", dark="#000", xmldecl=False)
    return Response(picture.getvalue(), mimetype="image/svg+xml")


@join.get("/phones")
def phones() -> str:
    """Which phones may change something; its script asks for the list, which only paired phones get."""
    return render_template("phones.html", blanks=_BLANKS, blank=_blank)


def _blank(key: str, facts: tuple[str, ...]) -> str:
    """A sentence whose facts are left for a script to fill in, in braces."""
    return text(key, **{fact: f"{{{fact}}}" for fact in facts})


def _addresses() -> Addresses:
    """The likeliest address first; where this machine knows of none, the one by which the page was reached."""
    port = int(request.environ["SERVER_PORT"])
    address, *others = [url_of(host, port) for host in own_addresses(page_host())] or [request.host_url.rstrip("/")]
    name = local_name(page_host())
    return {"address": address, "name": url_of(name, port) if name else "", "others": others}
