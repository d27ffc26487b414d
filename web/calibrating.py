"""Where the board lies: what the box sees now, four corners to drag, and how it would read the board with them."""

import base64
from typing import Any

from flask import Blueprint, Response, jsonify, render_template

from device.calibrating import FieldFound, said_of
from device.marker_page import marker_page
from engines.messages import message
from web.corners import sent_corners
from web.errors import Refused
from web.guard import looking, open_to_all, sent_field, sent_json
from web.languages import spoken, tell_message
from web.the_box import the_box

calibrating = Blueprint("calibrating", __name__)


@calibrating.get("/calibrate")
def page() -> str:
    """The page; its script asks for the picture and the board."""
    return render_template("calibrate.html")


@calibrating.get("/api/now.jpg")
def now() -> Response:
    """What the camera sees now, whether the box has looked at it closely or not."""
    return Response(the_box().calibrating.jpeg(), mimetype="image/jpeg")


@calibrating.get("/markers.pdf")
def markers() -> Response:
    """The corner markers, a page to print."""
    return Response(marker_page("PDF"), mimetype="application/pdf")


@calibrating.get("/api/calibrate")
def find() -> Response:
    """Where the field is: `{"corners": [[x, y], …], "size": [w, h], "given"}` in pixels of a picture of that size.

    `corners` are null where the box finds no board.
    """
    with looking():
        found = the_box().calibrating.find()
    return jsonify(_told(found))


@calibrating.post("/api/calibrate/read")
@open_to_all
def read() -> Response:
    """How the board is read with corners, `{"corners": [[x, y], …], "size": [w, h]}`, clockwise from the top left.

    `picture` is the board from above as an address that contains it. What can be no board is refused in words.
    """
    data = sent_json()
    corners, size = sent_corners(sent_field(data, "corners", list)), _size(sent_field(data, "size", list))
    with looking():
        seen = the_box().calibrating.read(corners, size)
    picture = "data:image/jpeg;base64," + base64.b64encode(seen.picture).decode()
    return jsonify(picture=picture, doubtful=seen.doubtful, **tell_message(said_of(seen), spoken()))


def _told(found: FieldFound) -> dict[str, Any]:
    width = found.size[0]
    corners = None if found.corners is None else [[x * width, y * width] for x, y in found.corners]
    said = message("web.calibrate.given" if found.given else "web.calibrate.found" if corners else "web.calibrate.none")
    return {"corners": corners, "size": found.size, "given": found.given, **tell_message(said, spoken())}


def _size(sent: list[Any]) -> tuple[int, int]:
    """The width and height of a picture, within what cameras have."""
    if len(sent) != 2 or not all(type(value) is int and 16 <= value <= 20_000 for value in sent):
        raise Refused(message("web.error.bad_field", field="size"))
    return sent[0], sent[1]
