"""The box's own Wi-Fi is switched from the page by paired phones; the answer comes before the Wi-Fi goes."""

from flask import Flask
from flask.testing import FlaskClient

from device.capture.events import Noticed
from tests.support.device.own_wifi import OwnWifi
from tests.support.waiting import eventually
from tests.support.web.fake_box import FakeBox, from_own_page

ACCESS = {"ssid": "Jarapon-7K", "password": "kimonasu-4827", "address": "10.10.10.10"}


def test_a_box_that_was_not_installed_has_none_and_says_so(box: FakeBox, client: FlaskClient) -> None:
    box.hotspot = OwnWifi(None)
    for answer in (client.get("/api/network"), client.post("/api/network", json={"on": True})):
        assert (answer.status_code, answer.json["code"]) == (422, "hotspot.not_set_up")
        assert "make install" in answer.json["sentence"]


def test_a_phone_opens_it_and_closes_it(box: FakeBox, client: FlaskClient) -> None:
    box.hotspot = own = OwnWifi()
    off = {"on": False, "trouble": None, **ACCESS}
    assert client.get("/api/network").json == off
    assert client.post("/api/network", json={"on": True}).json == off
    eventually(lambda: own.is_on)
    assert client.get("/api/network").json == {**off, "on": True}
    client.post("/api/network", json={"on": False})
    eventually(lambda: not own.is_on)


def test_what_kept_it_from_opening_is_told_to_the_phone_and_to_the_table(box: FakeBox, client: FlaskClient) -> None:
    box.hotspot = own = OwnWifi(fails="hotspot.no_device")
    client.post("/api/network", json={"on": True})
    eventually(lambda: box.table.posted)
    assert isinstance(box.table.posted[0], Noticed)
    assert "This machine has no Wi-Fi." in client.get("/api/network").json["trouble"]
    own.fails = ""
    client.post("/api/network", json={"on": True})
    eventually(lambda: own.is_on)
    assert client.get("/api/network").json["trouble"] is None


def test_a_phone_that_is_not_paired_reads_no_password(box: FakeBox, app: Flask) -> None:
    box.hotspot = OwnWifi()
    assert ACCESS["password"] not in from_own_page(app.test_client()).get("/set-up").text
