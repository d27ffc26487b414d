"""Where the table is published: the broker of a club or a smart home. For paired phones only."""

from typing import Annotated, TypedDict

from flask import Blueprint
from msgspec import Meta

from device.broker import USUAL_NAMES, BrokerLink, BrokerSettings, Names
from device.texts import say
from web.api.operation import operation
from web.languages import request_language
from web.security.guard import require_paired
from web.services import service

broker = Blueprint("broker", __name__, url_prefix="/api/broker")
BrokerUrl = Annotated[str, Meta(max_length=1000)]


class Broker(TypedDict):
    address: str | None
    table: str | None
    names: Names
    connected: bool
    trouble: str | None


@broker.get("")
@operation("set_up", "broker", 403, paired_only=True)
def get_broker() -> Broker:
    """Where the table is published, and how the connection is doing."""
    require_paired()
    return _broker()


@broker.post("")
@operation("set_up", "publish", 422)
def publish(*, url: BrokerUrl | None, names: Names = USUAL_NAMES) -> Broker:
    """Publish the table at this address from now on, or nowhere."""
    service(BrokerLink).use(None if url is None else BrokerSettings(url.strip(), names))
    return _broker()


def _broker() -> Broker:
    link = service(BrokerLink)
    settings, trouble = link.settings, link.trouble or link.thread.trouble or link.file_trouble
    return {
        "address": None if settings is None else settings.shown,
        "table": None if settings is None else settings.table,
        "names": USUAL_NAMES if settings is None else settings.names,
        "connected": link.is_connected,
        "trouble": None if trouble is None else say(trouble, request_language()),
    }
