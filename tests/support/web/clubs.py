"""A broker that lets in whoever has the right password, without a network."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.broker import BrokerLink, BrokerSettings
from device.system.watched_thread import Turn
from engines.messages import message
from tests.support.web.fake_box import FakeBox

HOST, PASSWORD = "club.local", "kimonasu-4827"
CARD = f"mqtts://table3:{PASSWORD}@{HOST}"


def publish(turn: Turn, settings: BrokerSettings, link: BrokerLink) -> None:
    """Publish to the club, and say how it goes as the real publisher does."""
    if settings.host != HOST:
        link.trouble = message("broker.unreachable", host=settings.host, reason="timed out")
    elif settings.password != PASSWORD:
        link.trouble = message("broker.refused_login", host=settings.host, table=settings.table)
    else:
        link.is_connected = True
    while turn.goes_on():
        turn.pause(0.02)


def club_link(data: Path, given: BrokerSettings | None = None) -> BrokerLink:
    """The link of a box with this data folder."""
    return BrokerLink(data, publish, given)


@pytest.fixture
def link(tmp_path: Path) -> Iterator[BrokerLink]:
    with club_link(tmp_path) as link:
        yield link


class PublishingBox(FakeBox):
    """A box with a link to the club."""

    def __init__(self, link: BrokerLink) -> None:
        super().__init__()
        self.broker = link


@pytest.fixture
def box(link: BrokerLink) -> PublishingBox:
    return PublishingBox(link)
