"""The box's own voice is switched on and off from the page, where its machine has an engine of speech."""

from flask.testing import FlaskClient

from device.voice.engines import Engine
from device.voice.voice import Voice
from tests.support.web.fake_box import FakeBox

ENGINE = Engine("stand-in", ("true",), "true")


def test_without_an_engine_it_says_what_to_install(client: FlaskClient) -> None:
    assert client.get("/api/voice").json == {"on": False, "engine": None}
    refused = client.post("/api/voice", json={"on": True})
    assert (refused.status_code, refused.json["code"]) == (422, "voice.no_engine")
    assert "espeak-ng" in refused.json["sentence"]
    for family_page in ("/set-up", "/by-hand", "/box"):
        assert "apt install" not in client.get(family_page).text
    assert client.post("/api/voice", json={"on": False}).json == {"on": False, "engine": None}


def test_it_is_switched_on_and_off(box: FakeBox, client: FlaskClient) -> None:
    box.voice = Voice(ENGINE)
    for on in (True, False):
        assert client.post("/api/voice", json={"on": on}).json == {"on": on, "engine": "stand-in"}
        assert box.voice.is_on == client.get("/api/voice").json["on"] == on
