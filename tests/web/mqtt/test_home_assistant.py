"""A table is a device of Home Assistant by itself; a real one is shown, through a real Mosquitto, what it publishes."""

import json
import subprocess
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

import msgspec
import pytest
from jinja2 import Environment
from paho.mqtt.publish import multiple

from device.texts import LANGUAGES, catalogue
from tests.support.club.servers import HOST, Mosquitto
from tests.support.paths import ROOT
from tests.support.system_tools import needs
from tests.support.waiting import PATIENCE_S, eventually
from tests.support.web.tables import KEPT, TABLES, table
from tools.bench.ports import reserved_port
from web.mqtt.home_assistant import MAX_SEATS, discovery
from web.mqtt.payloads import BoxHealth, ResultEvent, TableState
from web.mqtt.states import PublishedTable
from web.mqtt.topics import OFFLINE, ONLINE, Topics

PYTHON = ROOT / "build" / "home-assistant" / "bin" / "python"  # `make home-assistant` installs it
needs_home_assistant = pytest.mark.skipif(not PYTHON.exists(), reason=f"no {PYTHON.parent}: make home-assistant")
SCRIPT = ROOT / "tests" / "support" / "web" / "home_assistant.py"
TOPICS = Topics("table3", "7f3c9a01b2d4")
AT = "2026-01-02T19:30:00+09:00"
HEALTHY: BoxHealth = {"version": "1.0", "camera": None, "parts": [], "celsius": 51.5}


def table_state(name: str, language: str = "en", **changes: Any) -> TableState:
    """Its state, with changes."""
    return msgspec.convert({**published(name, language).state(AT), **changes}, TableState)


def published(name: str, language: str = "en") -> PublishedTable:
    """A table of `tests.support.web.tables` as a box publishes it."""
    return PublishedTable(table(name), "names", language)


def score_topic(seat: int) -> str:
    return f"homeassistant/sensor/table3/7f3c9a01b2d4_score_{seat}/config"


def rendered(name: str, payload: object, template: str = "value_template", language: str = "en") -> str:
    """What a template of an entity makes of a payload."""
    found = {topic: msgspec.json.decode(text) for topic, text in discovery(TOPICS, MAX_SEATS, language, "1.0").items()}
    (entity,) = (one for topic, one in found.items() if topic.endswith(f"_{name}/config"))
    return Environment().from_string(entity[template]).render(value_json=payload)


def test_there_are_as_many_scores_as_seats_and_what_is_too_many_is_removed() -> None:
    four, two = discovery(TOPICS, 4, "en", "1.0"), discovery(TOPICS, 2, "en", "1.0")
    assert set(four) == set(two)
    assert [bool(four[score_topic(seat)]) for seat in range(1, MAX_SEATS + 1)] == [True] * 4 + [False] * (MAX_SEATS - 4)
    assert {topic for topic in four if four[topic] != two[topic]} == {score_topic(3), score_topic(4)}
    assert not any(two[score_topic(seat)] for seat in range(3, MAX_SEATS + 1))


def test_entities_are_called_in_the_boxs_language_and_stay_the_same_ones() -> None:
    english, japanese = (
        {
            topic: msgspec.json.decode(payload)
            for topic, payload in discovery(TOPICS, MAX_SEATS, language, "1.0").items()
        }
        for language in ("en", "ja")
    )
    assert set(english) == set(japanese)
    for topic, entity in english.items():
        other = japanese[topic]
        assert entity["name"] != other["name"]
        assert [entity[key] for key in ("unique_id", "default_entity_id")] == [
            other[key] for key in ("unique_id", "default_entity_id")
        ]
    assert japanese[score_topic(2)]["name"] == "2番目の席の点数"


def test_neither_two_boxes_with_one_name_nor_unusual_names_get_in_each_others_way() -> None:
    pair = [Topics("table3", box) for box in ("7f3c9a01b2d4", "0123456789ab")]
    assert not set(discovery(pair[0], 4, "en", "1.0")) & set(discovery(pair[1], 4, "en", "1.0"))
    unusual = discovery(Topics("テーブル 3.b", "7f3c"), 2, "ja", "1.0")
    assert all(topic.split("/")[2] == "_____3_b" for topic in unusual)
    names = {msgspec.json.decode(payload)["device"]["name"] for payload in unusual.values() if payload}
    assert names == {"テーブル 3.b"}


@pytest.mark.parametrize("name", [*TABLES, *KEPT])
def test_turn_and_scores_are_read_from_what_is_published(name: str) -> None:
    state = table_state(name)
    turn = state["turn"]
    assert rendered("turn", state) == ("Nobody" if turn is None else state["players"][turn])
    assert rendered("game", state) == state["title"]
    assert json.loads(rendered("game", state, "json_attributes_template"))["standings"] == state["standings"]
    for standing in state["standings"]:
        seat = standing["player"] + 1
        assert rendered(f"score_{seat}", state) == str(standing["score"])
        about = json.loads(rendered(f"score_{seat}", state, "json_attributes_template"))
        assert about == {"player": standing["name"], "rank": standing["rank"]}


def test_names_are_written_as_they_are() -> None:
    players = ['<b>"Aya\'s"</b>', "べん"]
    state = table_state("reversi", players=players, turn=0)
    state["standings"][0]["name"] = players[0]
    assert rendered("turn", state) == players[0]
    assert json.loads(rendered("score_1", state, "json_attributes_template"))["player"] == players[0]


def publish(broker: Mosquitto, *messages: tuple[str, object], retain: bool = True) -> None:
    """Publish as a box does: what is neither text nor bytes as JSON."""
    sent = [{"topic": topic, "payload": as_payload(payload), "qos": 1, "retain": retain} for topic, payload in messages]
    multiple(sent, HOST, broker.port)


class Home:
    """Home Assistant at a broker."""

    def __init__(self, folder: Path, broker: Mosquitto) -> None:
        self.web, self._log = f"http://127.0.0.1:{(port := reserved_port(self))}", folder / "home-assistant.log"
        (folder / "home").mkdir()
        self._command = [str(PYTHON), str(SCRIPT), str(folder / "home"), str(broker.port), str(port)]

    def __enter__(self) -> Self:
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True
            )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=PATIENCE_S)

    @property
    def known(self) -> dict[str, Any]:
        """All that it knows now."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, self._log.read_text(encoding="utf-8")
        known: dict[str, Any] = json.loads(line)
        return known

    def entities(self) -> dict[str, dict[str, Any]]:
        """What it knows of the table, by our name of the entity."""
        found = self.known["entities"].values()
        return {entity["unique_id"].rpartition("-")[2]: entity for entity in found}

    def attributes(self, name: str) -> dict[str, Any]:
        attributes: dict[str, Any] = self.entities()[name]["attributes"]
        return attributes

    def shows(self, **states: str | None) -> Callable[[], bool]:
        """Whether entities have these states; None: there is none of that name."""

        def is_so() -> bool:
            entities = self.entities()
            return {name: entities[name]["state"] if name in entities else None for name in states} == states

        return is_so


def as_payload(payload: object) -> str | bytes:
    return payload if isinstance(payload, str | bytes) else msgspec.json.encode(payload)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path) as broker:
        yield broker


@pytest.fixture
def home(tmp_path: Path, broker: Mosquitto) -> Iterator[Home]:
    """Home Assistant, begun after a box has published a game of two."""
    show_table(broker, "reversi")
    publish(broker, (TOPICS.of("status"), ONLINE), (TOPICS.of("health"), HEALTHY))
    with Home(tmp_path, broker) as home:
        eventually(home.shows(game="Galaxy Reversi", trouble="off", celsius="51.5", camera="off"))
        yield home
        assert home.known["complaints"] == []


def show_table(broker: Mosquitto, name: str, language: str = "en") -> None:
    """Publish a table as a box does."""
    state, drawn = table_state(name, language), published(name, language).board()
    entities = discovery(TOPICS, len(state["players"]), language, "1.0")
    publish(broker, *entities.items(), (TOPICS.of("state"), state), (TOPICS.of("board"), drawn))


def in_home_assistant(test: Callable[..., None]) -> Callable[..., None]:
    """Mark a test that needs a real Home Assistant."""
    return pytest.mark.full(needs("mosquitto")(needs_home_assistant(test)))


@in_home_assistant
def test_an_evening_in_home_assistant(broker: Mosquitto, home: Home) -> None:
    assert home.known["devices"] == [
        {"name": "table3", "model": "Box at a game table", "version": "1.0"},
    ]
    state = table_state("reversi")
    assert state["turn"] is not None
    assert home.shows(turn=state["players"][state["turn"]])()
    assert home.attributes("game")["standings"] == state["standings"]
    assert {one for one in home.entities() if one.startswith("score")} == {"score_1", "score_2"}
    assert {name for name, one in home.entities().items() if one["category"] == "diagnostic"} == {"celsius", "camera"}

    # Somebody lays a piece wrongly, and the camera is knocked over.
    wrong = {"key": "k", "facts": {}, "sentence": "A piece is missing on e4."}
    ill = {**HEALTHY, "camera": {"key": "k", "facts": {}, "sentence": "The camera sees no board."}}
    publish(
        broker,
        (TOPICS.of("state"), table_state("reversi", problem=wrong)),
        (TOPICS.of("health"), ill),
    )
    eventually(home.shows(trouble="on", camera="on"))
    assert home.attributes("trouble")["sentence"] == wrong["sentence"]
    assert home.attributes("camera")["sentence"] == ill["camera"]["sentence"]

    # The game ends; then four play Jarapon; then two again.
    event: ResultEvent = {
        "event_type": "result", "title": "Reversi", "winners": ["Aya"], "sentence": "Aya has won.",
    }  # fmt: skip
    publish(broker, (TOPICS.of("event"), event), retain=False)
    eventually(lambda: home.attributes("result").get("event_type") == "result")
    assert home.attributes("result")["winners"] == ["Aya"]
    show_table(broker, "jarapon")
    scores = {f"score_{one['player'] + 1}": str(one["score"]) for one in table_state("jarapon")["standings"]}
    assert len(scores) == 4
    eventually(home.shows(**scores, trouble="off"))
    show_table(broker, "infiltration")
    eventually(home.shows(game=table_state("infiltration")["title"], score_3=None, score_4=None))

    # The power goes: the broker says so in the box's place.
    publish(broker, (TOPICS.of("status"), OFFLINE))
    eventually(lambda: {one["state"] for one in home.entities().values()} == {"unavailable"})


@in_home_assistant
def test_home_assistant_shows_the_board(broker: Mosquitto, home: Home) -> None:
    drawn = published("checkers").board()

    def is_shown() -> bool:
        address = home.web + home.attributes("board")["entity_picture"]
        with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
            return (answer.headers["Content-Type"], answer.read()) == ("image/svg+xml", drawn)

    show_table(broker, "checkers")
    eventually(is_shown)


@in_home_assistant
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_arrives_in_every_language(broker: Mosquitto, home: Home, language: str) -> None:
    before = {name: one["unique_id"] for name, one in home.entities().items()}
    for name in (*TABLES, *KEPT):
        state = table_state(name, language)
        show_table(broker, name, language)
        turn = catalogue(language)["broker.home.nobody"] if state["turn"] is None else state["players"][state["turn"]]
        scores = {f"score_{one['player'] + 1}": str(one["score"]) for one in state["standings"]}
        eventually(home.shows(game=state["title"], turn=turn, **scores))
    assert before.items() <= {name: one["unique_id"] for name, one in home.entities().items()}.items()
    assert home.attributes("turn")["friendly_name"] == f"table3 {catalogue(language)['broker.home.turn']}"
