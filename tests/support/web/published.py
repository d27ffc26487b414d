"""What tables publish held against its document."""

import json
from typing import Any
from xml.etree import ElementTree

from tests.support.web.schemas import check_schema
from web.api.operation import JSON
from web.mqtt.asyncapi import document
from web.mqtt.topics import Kind

_SVG = "{http://www.w3.org/2000/svg}svg"


def assert_fits(kind: Kind, payload: bytes) -> None:
    """Raises where what was published on a topic is not what the document says, to the last field."""
    described = document("en")
    message = described["channels"][kind]["messages"][kind]
    content_type = message.get("contentType", described["defaultContentType"])
    text = payload.decode()
    value: Any = json.loads(text) if content_type == JSON else text
    check_schema(value, message["payload"], described)
    if content_type == "image/svg+xml":
        assert ElementTree.fromstring(text).tag == _SVG
