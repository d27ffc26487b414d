"""The set-up pages around the real box: a sheet is copied, tiles are taught, a board is found, wires are tried."""

import base64
import io
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import smbus2
from flask.testing import FlaskClient
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin
from PIL import Image

from device.box import Box
from device.capture.events import Noticed
from device.hardware import display
from device.hardware.buttons import MAX_PRESSES_A_SECOND
from device.hardware.wiring import DEFAULT, DISPLAY_KINDS, keep_display_kind, wiring_in
from device.testing.display import SH1106, SSD1306, Chip, DisplayBus
from device.wiring_check import LISTEN_S, pattern
from engines.messages import message
from tests.support.vision.lesson import FACES
from tests.support.waiting import PATIENCE_S, eventually
from tests.support.web import laid_box
from tests.support.web.fake_box import app_of, carry_phone, from_own_page, get_json, refused
from tests.support.web.laid_box import HAND, LaidCamera, as_jpeg
from vision.reading import Picture


@pytest.fixture
def laid(tmp_path: Path) -> Iterator[tuple[Box, LaidCamera]]:
    with laid_box.laid_box(tmp_path, laid_box.nothing_laid()[0]) as laid:
        capture, table = laid[0].camera_parts.capture, laid[0].table
        eventually(lambda: capture.newest is not None and table.view.picture is not None)
        yield laid


@pytest.fixture
def box(laid: tuple[Box, LaidCamera]) -> Box:
    return laid[0]


@pytest.fixture(scope="module")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """A phone that asks much and changes nothing, so that one box, which sees nothing, is enough for all it asks."""
    with laid_box.laid_box(tmp_path_factory.mktemp("box"), None) as (box, _):
        client = from_own_page(carry_phone(app_of(box)))
        yield client


def lay(laid: tuple[Box, LaidCamera], picture: np.ndarray) -> None:
    """Lay something and wait until the camera has seen it."""
    box, camera = laid
    camera.picture = picture
    capture = box.camera_parts.capture
    eventually(lambda: capture.newest is not None and capture.newest.picture is picture)


def send(client: FlaskClient, path: str, *photos: np.ndarray) -> Any:
    return client.post(path, data={"photo": [(io.BytesIO(as_jpeg(photo)), "photo.jpg") for photo in photos]})


# The score sheet


def test_a_printed_sheet_is_copied_used_changed_and_put_away(box: Box, client: FlaskClient) -> None:
    shipped = get_json(client, "/api/sheet")
    assert (shipped["own"], shipped["trouble"], shipped["form"]["reconstruction"]) == (False, None, True)
    assert {"word": "rey", "said": "Rey", "numbers": "1"} in shipped["words"]
    assert {"word": "light", "said": "light side", "numbers": "1, 2, 3, 4"} in shipped["words"]
    form = shipped["form"] | {"name": "ours", "reconstruction": False}
    form["rows"][5] |= {"en": "Six and a Set", "points": 190}
    checked = client.post("/api/sheet/check", json={"form": form}).json
    assert (checked["ready"], checked["said"]) == (True, [])
    assert checked["rows"][5]["example"] == [*"111111222"]
    assert checked["rows"][0]["said"] == "46 hands fit this row."
    assert client.post("/api/sheet/save", json={"form": form}).json["name"] == "ours"
    hand = client.post("/api/hand", json={"tiles": [*"444444777"]}).json
    assert (hand["hand"], hand["points"], hand["reconstruction"]) == ("Six and a Set", 190, False)
    game = {"game": "jarapon", "players": ["Aya", "Ben"], "options": {"sheet": "ours"}}
    assert client.post("/api/games", json=game).status_code == 200
    assert 'name="sheet" value="ours"' in client.get("/set-up").text
    assert get_json(client, "/api/sheet")["own"] is True

    # Another sheet of the same name gets a name of its own.
    kept = client.get("/api/sheet.toml")
    assert kept.headers["Content-Disposition"] == 'attachment; filename="sheet.toml"'
    form["rows"][0]["points"] = 70
    assert client.post("/api/sheet/save", json={"form": form}).json["name"] == "ours 2"
    opened = client.post("/api/sheet/read", json={"file": "kept.toml", "toml": kept.text}).json
    assert (opened["form"]["name"], opened["form"]["rows"][0]["points"]) == ("ours", 50)
    assert box.table_parts.hands.sheet().name == "ours 2"  # opened is not saved
    restored = client.post("/api/sheet/restore", json={}).json["name"]
    assert restored == box.table_parts.hands.sheet().name == "reconstruction"
    assert len(list((box.settings.data / "sheets").glob("*.toml"))) == 2


def test_what_is_wrong_with_a_row_is_said_beside_it(asker: FlaskClient) -> None:
    form = get_json(asker, "/api/sheet")["form"] | {"name": ""}
    form["rows"][0]["groups"] = [{"times": 1, "run": False, "count": 3, "of": "any"}]
    checked = asker.post("/api/sheet/check", json={"form": form}).json
    assert (checked["ready"], [row["standing"] for row in checked["rows"]]) == (False, ["wrong", *["counts"] * 10])
    assert checked["rows"][0]["said"] == "These are 3 tiles. Nine are needed."
    assert any("no name yet" in said for said in checked["said"])
    assert refused(asker, "/api/sheet/save", {"form": form | {"name": "ours"}}) == (422, "data.not_nine")


def test_a_bad_file_is_answered_by_its_line(asker: FlaskClient) -> None:
    answer = asker.post("/api/sheet/read", json={"file": "ours.toml", "toml": '[sheet]\nname = "ours'})
    assert (answer.status_code, answer.json["code"]) == (422, "data.not_toml")
    assert "ours.toml: line 2" in answer.json["sentence"]


@pytest.mark.parametrize("form", [None, 3, {}, {"name": 3}, {"name": "x", "rows": [], "words": {}}])
def test_what_is_no_form_is_refused(asker: FlaskClient, form: object) -> None:
    for path in ("/api/sheet/check", "/api/sheet/save"):
        assert refused(asker, path, {"form": form})[0] in (400, 422)


def test_a_damaged_own_sheet_is_said_and_can_be_replaced(box: Box, client: FlaskClient) -> None:
    (box.settings.data / "sheet.toml").write_text("[sheet\n", encoding="utf-8")
    told = client.get("/api/sheet").json
    assert "line 1" in told["trouble"]
    assert client.get("/api/sheet.toml").text == "[sheet\n"
    assert refused(client, "/api/hand", {"tiles": ["1"] * 9}) == (422, "data.not_toml")
    assert "sheet.toml" in client.get("/hand").text
    set_up = client.get("/set-up").text
    assert "line 1" in set_up
    assert 'name="sheet" value="reconstruction"' in set_up
    client.post("/api/sheet/save", json={"form": told["form"] | {"name": "ours"}})
    assert client.get("/api/sheet").json["trouble"] is None


# Where the board lies


def test_the_board_is_found_looked_at_and_given(box: Box, client: FlaskClient) -> None:
    truth = laid_box.nothing_laid()[1]
    found = get_json(client, "/api/calibrate")
    assert (found["given"], found["key"], found["size"]) == (False, "web.calibrate.found", [1280, 960])
    assert np.abs(np.array(found["corners"]) - truth).max() < 8  # px; a millimetre is 1.7
    read = client.post("/api/calibrate/read", json={"corners": found["corners"], "size": found["size"]}).json
    assert read["key"] == "field_shape.read_none"
    flat = cv2.imdecode(np.frombuffer(base64.b64decode(read["picture"].split(",")[1]), np.uint8), cv2.IMREAD_COLOR)
    assert flat.shape == (512, 512, 3)
    assert client.get("/api/camera.jpg").data.startswith(b"\xff\xd8")
    # A phone that was shown the picture at half its size says the same place.
    half = [[x / 2, y / 2] for x, y in found["corners"]]
    assert client.post("/api/field", json={"corners": half, "width": 640}).status_code == 200
    given = get_json(client, "/api/calibrate")
    assert given["given"] is True
    assert np.abs(np.array(given["corners"]) - np.array(found["corners"])).max() < 1
    assert client.post("/api/field/forget", json={}).status_code == 200
    assert get_json(client, "/api/calibrate")["given"] is False
    assert not (box.settings.data / "field.json").exists()


@pytest.mark.full
def test_corners_are_tried_out_with_an_arm_over_the_board(laid: tuple[Box, LaidCamera], client: FlaskClient) -> None:
    found = client.get("/api/calibrate").json
    lay(laid, laid_box.arm_over_it())
    read = client.post("/api/calibrate/read", json={"corners": found["corners"], "size": found["size"]}).json
    assert read["key"] == "seen.waiting"
    assert read["picture"].startswith("data:image/jpeg")


@pytest.mark.parametrize(("corners", "key"), [
    ([[100, 100], [900, 800], [900, 100], [100, 800]], "field_shape.crossing"),
    ([[900, 100], [100, 100], [100, 800], [900, 800]], "field_shape.crossing"),
    ([[100, 100], [180, 100], [180, 180], [100, 180]], "field_shape.tiny"),
    ([[500, 500], [500, 500], [500, 500], [500, 500]], "field_shape.tiny"),
    ([[-90, 100], [900, 100], [900, 800], [100, 800]], "field_shape.outside"),
    ([[100, 100], [900, 100], [900, 1500], [100, 800]], "field_shape.outside"),
    ([[100, 100], [900, 100], [420, 420], [100, 800]], "field_shape.dent"),
    ([[10, 100], [1270, 100], [1270, 220], [10, 220]], "field_shape.no_square"),
    ([[100, 100], [900, 100], [900, 800]], "web.error.bad_corners"),
    ([["a", 100], [900, 100], [900, 800], [100, 800]], "web.error.bad_corners"),
])  # fmt: skip
def test_corners_that_are_no_board_are_refused_before_they_are_accepted(
    asker: FlaskClient, corners: list[Any], key: str
) -> None:
    assert refused(asker, "/api/calibrate/read", {"corners": corners, "size": [1280, 960]}) == (422, key)


@pytest.mark.parametrize("size", [None, [], [1280], [1280, 0], [True, 960], ["a", 960], [1280, 10**9]])
def test_a_picture_has_a_size(asker: FlaskClient, size: object) -> None:
    corners = [[100, 100], [900, 100], [900, 800], [100, 800]]
    answer = asker.post("/api/calibrate/read", json={"corners": corners, "size": size})
    assert (answer.status_code, answer.json["code"]) == (400, "web.error.bad_field")


def test_without_a_camera_every_set_up_page_says_so(tmp_path: Path) -> None:
    with laid_box.laid_box(tmp_path, None) as (box, _):
        client = carry_phone(app_of(box))
        for path in (
            "/api/calibrate",
            "/api/now.jpg",
            "/api/wiring/focus",
            "/api/lessons/view",
            "/api/lessons/photo.jpg",
            "/api/meter",
        ):
            answer = client.get(path, headers={"Accept-Language": "en"})
            assert (answer.status_code, answer.json["code"]) == (422, "field_shape.no_picture"), path
        assert refused(from_own_page(client), "/api/frame/look", {}) == (422, "field_shape.no_picture")
        for path in ("/calibrate", "/wiring", "/teach", "/sheet", "/set-up"):
            assert client.get(path).status_code == 200
        with box.table.subscribe() as listening:
            while box.table.snapshot.seeing != "no_camera":
                assert listening.next(PATIENCE_S)
        assert "The camera is missing" in client.get("/wiring", headers={"Accept-Language": "en"}).text


def test_how_the_box_gets_a_voice_is_said_beside_its_wires(client: FlaskClient) -> None:
    is_mute = client.get("/api/voice").json["engine"] is None
    assert ("apt install espeak-ng" in client.get("/wiring?language=en").text) == is_mute


# Teaching, and hands, with photographs


def teach(client: FlaskClient, photo: np.ndarray) -> None:
    """Teach from a photograph and accept what was learned."""
    number = send(client, "/api/lessons", photo).json["number"]
    assert client.post("/api/lessons/accept", json={"number": number}).json == {"accepted": True}


def test_tiles_are_taught_from_a_photograph_and_a_hand_is_read_with_them(
    laid: tuple[Box, LaidCamera], client: FlaskClient
) -> None:
    lesson = send(client, "/api/lessons", laid_box.lesson())
    assert lesson.status_code == 200
    assert [face["face"] for face in lesson.json["faces"]] == list(FACES)
    assert sum(face["sure"] for face in lesson.json["faces"]) > 6
    assert client.post("/api/lessons/accept", json={"number": lesson.json["number"]}).json == {"accepted": True}
    assert (laid[0].settings.data / "taught" / "taught.json").exists()
    assert [face["name"] for face in client.get("/api/lessons/taught").json["faces"]][-2:] == ["almighty", "back"]
    bare = laid_box.nothing_laid()[0]
    refusal = send(client, "/api/lessons", bare)
    assert (refusal.status_code, refusal.json["code"]) == (422, "teach.count")
    none = send(client, "/api/hand/photo", bare).json
    assert (none["tiles"], none["key"]) == ([], "web.hand.seen_none")
    hand = send(client, "/api/hand/photo", laid_box.hand()).json
    assert hand["tiles"] == list(HAND)
    assert hand["key"] == "web.hand.seen"
    overlay = client.get(hand["overlay"])
    assert overlay.data.startswith(b"\xff\xd8")
    told = client.post("/api/hand", json={"tiles": hand["tiles"]}).json
    assert (told["hand"], told["total"]) == ("Six and Three", 180)
    eight = send(client, "/api/hand/photo", laid_box.hand(HAND[:8])).json
    assert eight["tiles"] == list(HAND[:8])
    waits = client.post("/api/hand", json={"tiles": eight["tiles"]}).json["waits"]
    assert [wait["tile"] for wait in waits] == ["7", "wild"]


@pytest.mark.full
def test_a_lesson_is_watched_while_it_is_laid(laid: tuple[Box, LaidCamera], client: FlaskClient) -> None:
    assert get_json(client, "/api/lessons/view")["said"] == ["I see 0 tiles, but 11 are needed."]
    lay(laid, laid_box.lesson(without="8"))
    seen = get_json(client, "/api/lessons/view")
    counted = ["I see 10 tiles, but 11 are needed.", "First row: 6 of 6. Second row: 4 of 5."]
    assert (seen["ready"], seen["said"]) == (False, [*counted, "Not seen yet: 8."])
    *tiles, gap = seen["tiles"]
    assert {tile["name"] for tile in tiles} == {"not known yet"}
    assert (gap["name"], gap["sure"]) == ("8", False)
    lay(laid, laid_box.lesson())
    seen = get_json(client, "/api/lessons/view")
    assert seen["ready"] is True
    assert [tile["name"] for tile in seen["tiles"]] == [*"123456789", "almighty", "back"]
    middles = [np.mean(tile["corners"], axis=0) for tile in seen["tiles"]]  # each is outlined where it lies
    assert [middle[0] for middle in middles[:6]] == sorted(middle[0] for middle in middles[:6])
    assert max(middle[1] for middle in middles[:6]) < min(middle[1] for middle in middles[6:])
    photo = cv2.imdecode(np.frombuffer(client.get("/api/lessons/photo.jpg").data, np.uint8), cv2.IMREAD_COLOR)
    assert photo.shape == laid_box.lesson().shape
    teach(client, photo)
    # Now that the tiles are known, each is named while one is missing.
    lay(laid, laid_box.lesson(without="8"))
    seen = get_json(client, "/api/lessons/view")
    assert [tile["name"] for tile in seen["tiles"]] == [*"12345679", "almighty", "back", "8"]


@pytest.mark.full
@pytest.mark.parametrize(("lesson", "said", "doubtful", "code"), [
    (partial(laid_box.twin_lesson, "2", "5"), "2 and 5 look very alike", {"2", "5"}, "teach.alike"),
    (laid_box.crooked_lesson, "The tiles do not lie in even rows", set(), "teach.no_rows"),
    (partial(laid_box.stray_lesson, "3"), "Not seen yet: 3.", {"3"}, "teach.tile_missing"),
])  # fmt: skip
def test_what_is_wrong_with_a_lesson_is_said_while_it_is_laid_and_it_teaches_nothing(
    laid: tuple[Box, LaidCamera], client: FlaskClient, lesson: Callable[[], Picture], said: str, doubtful: set[str],
    code: str,
) -> None:  # fmt: skip
    """A second 2 lies in the place of the 5; all lie in a circle; the 3 lies far from its place."""
    lay(laid, lesson())
    seen = get_json(client, "/api/lessons/view")
    assert any(said in sentence for sentence in seen["said"])
    assert {tile["name"] for tile in seen["tiles"] if not tile["sure"]} >= doubtful
    if code == "teach.tile_missing":  # it is ringed where it should lie, and what lies astray says so
        middles = [np.mean(tile["corners"], axis=0) for tile in seen["tiles"]]
        assert np.linalg.norm(middles[-1] - (middles[1] + middles[2]) / 2) < 6
        assert sum(bool(tile["why"]) for tile in seen["tiles"]) == 1
        assert not seen["ready"]
    refusal = send(client, "/api/lessons", lesson())
    assert (refusal.status_code, refusal.json["code"]) == (422, code)


# Wires


def test_buttons_light_up_and_do_nothing_at_the_table(box: Box, client: FlaskClient) -> None:
    client.post("/api/wiring/listen", json={"on": True})
    box.front.router.press("undo")  # the wire's end: what gpiozero calls
    box.front.router.press("ok_long")
    assert client.get("/api/wiring/presses").json == {"presses": {"undo": 1, "ok_long": 1}}
    box.table.post(Noticed(message("table.turned"))).result(PATIENCE_S)
    assert message("table.nothing_to_undo") not in box.table.snapshot.notices
    client.post("/api/wiring/listen", json={"on": False})
    box.front.router.press("undo")
    box.table.post(Noticed(message("table.turned"))).result(PATIENCE_S)
    assert message("table.nothing_to_undo") in box.table.snapshot.notices
    assert client.get("/api/wiring/presses").json == {"presses": {"undo": 1, "ok_long": 1}}
    assert LISTEN_S < 30  # a page that was closed gives the buttons back soon


def test_without_hardware_each_part_says_what_is_not_connected(box: Box, client: FlaskClient) -> None:
    page = client.get("/wiring").text
    assert page.count('class="problem"') >= 2
    assert "There are no buttons" in page
    assert "GPIO5" in page
    assert 'id="other_chip"' not in page
    codes = {"beep": "buzzer.no_pins", "pattern": "display.no_bus", "other_chip": "wiring_test.no_display"}
    assert {what: client.post(f"/api/wiring/{what}", json={}).json["code"] for what in codes} == codes
    assert not (box.settings.data / "wiring.toml").exists()
    # The page shows for a while what a display would.
    due = pattern().tobytes()
    eventually(lambda: Image.open(io.BytesIO(client.get("/api/screen.png").data)).tobytes() == due)
    edges = np.asarray(pattern())
    assert edges[[0, -1], :].all()
    assert edges[:, [0, -1]].all()


@pytest.mark.parametrize(("chip", "named"), [(SH1106, "ssd1306"), (SSD1306, "sh1106")])
def test_a_display_with_the_other_chip_than_wired_is_put_right_with_one_tap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chip: type[Chip], named: str
) -> None:
    bus = DisplayBus(chip)
    monkeypatch.setattr(smbus2, "SMBus", bus)
    monkeypatch.setattr(display, "bus_path", lambda _wiring: tmp_path)
    data = tmp_path / "data"
    data.mkdir()
    keep_display_kind(data, named)
    with laid_box.laid_box(tmp_path, None) as (box, _):
        client = from_own_page(carry_phone(app_of(box)))
        assert 'id="other_chip"' in client.get("/wiring").text
        client.post("/api/wiring/pattern", json={})
        eventually(lambda: box.hardware.display.last.tobytes() == pattern().tobytes())
        assert bus.picture() != pattern().tobytes()
        right = next(kind for kind in DISPLAY_KINDS if kind != named)
        answer = client.post("/api/wiring/other_chip", json={}).json
        assert (answer["code"], right in answer["sentence"]) == ("wiring_test.other_chip", True)
        eventually(lambda: bus.picture() == pattern().tobytes())
    assert wiring_in(data).display.kind == right


def test_a_knob_lights_up_where_next_back_and_ok_do_and_a_loose_button_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pins = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(Device, "pin_factory", pins)
    data = tmp_path / "data"
    data.mkdir()
    (data / "wiring.toml").write_text(DEFAULT.read_text() + "[encoder]\na = 23\nb = 24\npress = 25\n")
    with laid_box.laid_box(tmp_path, None) as (box, _):

        def is_said_to_be_loose() -> bool:
            for _ in range(MAX_PRESSES_A_SECOND + 1):
                pins.pin(19).drive_low()
                pins.pin(19).drive_high()
            box.supervisor.check()
            return message("buttons.loose", button="button/next") in box.table.snapshot.notices

        client = from_own_page(carry_phone(app_of(box)))
        page = client.get("/wiring").text
        assert "GPIO19" in page
        assert "knob turned right (GPIO23, GPIO24)" in page
        assert page.count("data-button=") == 4
        client.post("/api/wiring/listen", json={"on": True})
        for pin in (24, 23):
            pins.pin(pin).drive_low()
        for pin in (24, 23):
            pins.pin(pin).drive_high()
        assert get_json(client, "/api/wiring/presses") == {"presses": {"back": 1}}
        eventually(is_said_to_be_loose)
    pins.reset()


def test_a_blurred_picture_is_less_sharp(laid: tuple[Box, LaidCamera], client: FlaskClient) -> None:
    sharp = client.get("/api/wiring/focus").json["sharpness"]
    lay(laid, np.asarray(cv2.GaussianBlur(laid_box.nothing_laid()[0], (0, 0), 3), np.uint8))
    assert client.get("/api/wiring/focus").json["sharpness"] < sharp / 2


def test_a_phone_takes_along_what_the_doctor_says(box: Box, client: FlaskClient) -> None:
    (box.settings.data / "starts.json").write_text('{"failed": 1}')
    assert 'id="report"' in client.get("/wiring").text
    asked = client.get("/api/report.zip", buffered=False)
    assert client.get("/api/report.zip").json["code"] == "safe_mode.report_busy"
    with zipfile.ZipFile(io.BytesIO(asked.data)) as files:
        report = {name: files.read(name).decode() for name in files.namelist()}
    asked.close()
    assert "✓ Score sheet: " in report["doctor.txt"]
    assert report["doctor.txt"].splitlines()[-1].startswith(("Ready", "Not ready"))
    assert report["starts.json"] == '{"failed": 1}'
    assert "journal.db" not in report
    with client.get("/api/report.zip") as again:
        assert again.status_code == 200


def test_the_page_for_the_board_offers_corner_markers_to_print(asker: FlaskClient) -> None:
    page = asker.get("/calibrate", headers={"Accept-Language": "en"}).text
    assert 'href="/markers.pdf"' in page
    answer = asker.get("/markers.pdf")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert answer.data.startswith(b"%PDF")
