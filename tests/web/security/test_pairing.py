"""Who may change something, as scripts and strangers ask: paired phones only, by the box's own names, not too fast."""

from itertools import product
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from device.phones.paired import PairedPhones
from device.phones.pairing import Pairing
from device.table.events import Undo
from tests.support.web.fake_box import FakeBox, app_of, carry_phone, from_own_page, refused
from tests.web.security.test_guard import ASKED
from web.limits import CHANGE_EVERY_SECONDS, CHANGES_AT_ONCE, MAX_PHONE_NAME, UPLOADS_AT_ONCE
from web.places import PAGE_HOST
from web.security.guard import PHONE_COOKIE
from web.security.rate_limit import MAX_ADDRESSES, RateLimit

# Whoever opens a view to all has seen to it that it changes nothing, and adds it here.
OPEN = {
    "calibrating.try_field", "hands.book", "hands.check", "hands.read", "moves.preview_correction", "pairing.answer",
    "pairing.ask", "set_check.check", "set_check.count_pieces", "sheet_editor.check", "sheet_editor.read",
}  # fmt: skip

OWN_NAMES = ("localhost", "localhost:8000", "127.0.0.1:8000", "192.168.1.23", "[fe80::1]:8000", "box", "box.lan",
             "box.local.", "BOX.local:8000", "box-2.local", "Games.Home:8000")  # fmt: skip
STRANGERS_NAMES = ("evil.example", "evil.example:8000", "box.evil.example", "localhost.evil.example",
                   "192.168.1.23.evil.example", "evil-box.local", "boxer.local", "1921681.23.example",
                   "box.local.evil.example", "<b>")  # fmt: skip


@pytest.fixture
def stranger(app: Flask) -> FlaskClient:
    """Our own page on a phone that nobody has paired."""
    return from_own_page(app.test_client())


def another(code: str) -> str:
    return f"{(int(code) + 1) % 10**6:06}"


def test_every_view_that_is_not_asked_with_get_is_closed_but_for_those_that_change_nothing(
    app: Flask, stranger: FlaskClient, box: FakeBox
) -> None:
    tried = set()
    app.extensions["changes"] = RateLimit(1000, CHANGE_EVERY_SECONDS)  # nobody has to wait
    for rule in app.url_map.iter_rules():
        for method in rule.methods - {"GET", "HEAD", "OPTIONS"}:
            path = rule.rule
            for argument in rule.arguments:
                path = path.replace(f"<{argument}>", "1").replace(f"<int:{argument}>", "1")
            answer = stranger.open(path, method=method, json={})
            tried.add(rule.endpoint)
            assert (answer.json.get("code") == "not_paired") == (rule.endpoint not in OPEN), rule
    assert tried > OPEN
    assert box.table.posted == []


def test_anybody_may_watch_and_have_a_hand_checked(stranger: FlaskClient) -> None:
    for path in ("/", "/hand", "/teach", "/set-up", "/join", "/phones", "/api/state", "/api/screen.png", "/api/join"):
        assert stranger.get(path).status_code == 200, path
    assert stranger.post("/api/hand", json={"tiles": [*"444444777"]}).status_code == 200
    assert all(stranger.post(path, json={}).json.get("code") != "not_paired" for path in ASKED)


def test_a_phone_is_paired_by_the_code_and_known_from_then_on(stranger: FlaskClient, box: FakeBox) -> None:
    assert stranger.get("/api/pairing").json == {"paired": False, "phone": None}
    asked = stranger.post("/api/pairing", json={}).json
    assert (asked["digits"], asked["key"]) == (6, "pairing.on_display")
    assert 170 < asked["valid_s"] <= 180
    assert box.pairing.code not in str(asked)
    answer = stranger.post("/api/pairing/answer", json={"code": box.pairing.code, "name": " Aya's\tphone "})
    assert answer.status_code == 200
    assert answer.json["phone"]["name"] == "Aya's phone"
    cookie = answer.headers["Set-Cookie"]
    assert all(word in cookie for word in ("HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=34560000"))
    assert stranger.get("/api/pairing").json["phone"]["own"] is True
    assert stranger.post("/api/undo", json={}).json == {"done": True}
    assert box.table.posted == [Undo("phone:Aya's phone")]


def pair(box: FakeBox, phone: FlaskClient) -> tuple[str, str]:
    """Pair a phone by the code; gives the cookie that it has to carry, by name and value."""
    phone.post("/api/pairing", json={})
    answer = phone.post("/api/pairing/answer", json={"code": box.pairing.code, "name": "Aya's phone"})
    name, value = answer.headers["Set-Cookie"].split(";")[0].split("=")
    return name, value


def is_paired(phone: FlaskClient) -> bool:
    paired: bool = phone.get("/api/pairing").json["paired"]
    return paired


def test_boxes_at_one_address_leave_each_other_s_phones_alone() -> None:
    boxes = [FakeBox(), FakeBox()]
    for box in boxes:
        box.pairing = Pairing(PairedPhones())
    phones = [from_own_page(app_of(box).test_client()) for box in boxes]
    for box, phone in zip(boxes, phones, strict=True):
        name, value = pair(box, phone)
        for cookies in phones:  # it is one browser, for which both are the same host
            cookies.set_cookie(name, value)
    assert [is_paired(phone) for phone in phones] == [True, True]
    assert phones[1].post("/api/phones/revoke", json={"number": 0}).headers.getlist("Set-Cookie") == [
        f"{boxes[1].pairing.phones.box}-{PHONE_COOKIE}=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; HttpOnly; "
        "Path=/; SameSite=Strict"
    ]
    assert [is_paired(phone) for phone in phones] == [True, False]


def test_a_phone_that_carries_its_token_under_the_name_that_all_boxes_used_stays_paired_under_a_new_one(
    client: FlaskClient, box: FakeBox
) -> None:
    before = client.get_cookie(PHONE_COOKIE)
    assert is_paired(client)
    renewed = client.get_cookie(f"{box.pairing.phones.box}-{PHONE_COOKIE}")
    assert before is not None
    assert renewed is not None
    assert (renewed.value, renewed.http_only, renewed.same_site) == (before.value, True, "Strict")
    assert "Set-Cookie" not in client.get("/api/pairing").headers  # once is enough
    client.set_cookie(PHONE_COOKIE, "what another box gives under that name")
    assert client.post("/api/undo", json={}).json == {"done": True}


def test_a_box_without_a_display_says_where_the_code_is(
    stranger: FlaskClient, box: FakeBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(box.display), "is_visible", False)
    assert stranger.post("/api/pairing", json={}).json["key"] == "pairing.in_terminal"


@pytest.mark.parametrize(("sent", "status", "code"), [
    ({"code": "12345", "name": ""}, 422, "pairing.six_digits"),
    ({"code": "1" * 50_000, "name": ""}, 422, "pairing.six_digits"),
    ({"code": "123456", "name": "x" * (MAX_PHONE_NAME + 1)}, 400, "pairing.long_name"),
    ({"code": "123456", "name": "Aya\u202e"}, 422, "names.hidden"),
])  # fmt: skip
def test_what_is_no_answer_is_refused_before_the_code_is_looked_at(
    stranger: FlaskClient, box: FakeBox, sent: dict, status: int, code: str
) -> None:
    stranger.post("/api/pairing", json={})
    assert refused(stranger, "/api/pairing/answer", sent) == (status, code)
    assert box.pairing.code


@pytest.fixture
def visitor(box: FakeBox) -> FlaskClient:
    """Our own page, in a browser of the computer that plays the demo."""
    box.pairing = Pairing(PairedPhones(), is_free_here=True)
    return from_own_page(app_of(box).test_client())


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_the_computer_that_plays_the_demo_needs_no_code(visitor: FlaskClient, box: FakeBox, address: str) -> None:
    here = {"REMOTE_ADDR": address}
    assert visitor.post("/api/undo", json={}, environ_base=here).json["code"] == "not_paired", "until its page asks"
    answer = visitor.post("/api/pairing", json={}, environ_base=here)
    assert (answer.json["paired"], answer.json["key"]) == (True, "pairing.done")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert visitor.post("/api/undo", json={}, environ_base=here).json == {"done": True}
    assert box.pairing.code == "", "nothing is shown beside the table"


@pytest.mark.parametrize(("address", "headers"), [
    ("192.168.1.20", {}),
    ("::ffff:192.168.1.20", {}),
    ("192.168.1.20", {"Host": "127.0.0.1", "Origin": "http://127.0.0.1"}),
    ("192.168.1.20", {"X-Forwarded-For": "127.0.0.1", "X-Real-IP": "127.0.0.1", "Forwarded": "for=127.0.0.1"}),
    # Through a proxy on the same computer:
    ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}),
    ("127.0.0.1", {"Forwarded": "for=127.0.0.1"}),
    ("127.0.0.1", {"Via": "1.1 proxy"}),
    ("127.0.0.1", {"Host": "192.168.1.5", "Origin": "http://192.168.1.5"}),
    ("127.0.0.1", {"Origin": "https://games.example", "Sec-Fetch-Site": "same-origin"}),
    ("127.0.0.1", {"Origin": "http://localhost:8080", "Sec-Fetch-Site": "same-origin"}),
])  # fmt: skip
def test_anybody_else_needs_the_code_of_the_demo_too(
    visitor: FlaskClient, box: FakeBox, address: str, headers: dict[str, str]
) -> None:
    answer = visitor.post("/api/pairing", json={}, headers=headers, environ_base={"REMOTE_ADDR": address})
    assert (answer.status_code, answer.json["paired"]) == (200, False)
    assert "Set-Cookie" not in answer.headers
    assert box.pairing.code != ""
    assert not is_paired(visitor)


@pytest.mark.parametrize("headers", [
    {"Origin": "http://elsewhere.example"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Host": "elsewhere.example", "Origin": "http://elsewhere.example"},
])  # fmt: skip
def test_another_site_s_page_in_a_browser_of_that_computer_is_not_paired(
    visitor: FlaskClient, headers: dict[str, str]
) -> None:
    answer = visitor.post("/api/pairing", json={}, headers=headers)
    assert answer.status_code in (403, 421)
    assert "Set-Cookie" not in answer.headers


def test_a_box_at_a_real_table_gives_its_own_computer_no_way_round_the_code(
    stranger: FlaskClient, box: FakeBox
) -> None:
    assert not stranger.post("/api/pairing", json={}).json["paired"]
    assert box.pairing.code != ""


def test_a_wrong_code_is_said_and_soon_has_to_be_waited_for_whatever_address_a_header_makes_up(
    stranger: FlaskClient, box: FakeBox
) -> None:
    stranger.post("/api/pairing", json={})
    wrong = {"code": another(box.pairing.code), "name": "guess"}
    headers = [{"X-Forwarded-For": f"192.168.1.{at}", "Forwarded": f"for=192.168.1.{at}"} for at in range(4)]
    answers = [stranger.post("/api/pairing/answer", json=wrong, headers=made_up) for made_up in headers]
    assert [(answer.status_code, answer.json["code"]) for answer in answers] == [
        (422, "pairing.wrong"), (422, "pairing.wrong"), (422, "pairing.wrong"), (429, "pairing.wait"),
    ]  # fmt: skip
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 4
    assert answers[-1].headers["Retry-After"] in answers[-1].json["sentence"]
    assert "Set-Cookie" not in answers[-1].headers


def test_a_phone_without_a_name_gets_one(stranger: FlaskClient, box: FakeBox) -> None:
    stranger.post("/api/pairing", json={})
    answer = stranger.post("/api/pairing/answer", json={"code": box.pairing.code, "name": " \n "})
    assert answer.json["phone"]["name"] == "A phone"


def test_the_list_is_for_paired_phones_and_tells_nothing_of_tokens(client: FlaskClient, stranger: FlaskClient) -> None:
    refused = stranger.get("/api/phones")
    assert (refused.status_code, refused.json["code"]) == (403, "not_paired")
    told = client.get("/api/phones")
    assert [phone["own"] for phone in told.json["phones"]] == [False, True]
    assert set(told.json["phones"][0]) == {"number", "name", "since", "seen", "own"}


def test_a_removed_phone_is_told_that_it_was_paired_before(app: Flask, client: FlaskClient, box: FakeBox) -> None:
    other = from_own_page(carry_phone(app))
    number = max(phone.number for phone in box.pairing.phones.all())
    assert client.post("/api/phones/revoke", json={"number": 99}).json["code"] == "phones.no_such_phone"
    assert client.post("/api/phones/revoke", json={"number": number}).json == {"done": True}
    answer = other.post("/api/undo", json={})
    assert (answer.status_code, answer.json["code"]) == (403, "not_paired")
    assert "no longer" in answer.json["sentence"]
    assert client.post("/api/undo", json={}).status_code == 200
    gone = client.post("/api/phones/revoke", json={"number": 0})
    assert gone.headers["Set-Cookie"].startswith(f"{PHONE_COOKIE}=;")
    assert client.post("/api/undo", json={}).json["code"] == "not_paired"
    assert box.pairing.phones.all() == ()


def test_too_many_changes_at_once_have_to_wait_and_others_need_not(client: FlaskClient, box: FakeBox) -> None:
    at_one_time = RateLimit(CHANGES_AT_ONCE, CHANGE_EVERY_SECONDS, clock=lambda: 0.0)
    client.application.extensions["changes"] = at_one_time
    *answers, slow = [client.post("/api/look", json={}) for _ in range(CHANGES_AT_ONCE + 1)]
    assert all(answer.status_code == 200 for answer in answers)
    assert slow.status_code == 429
    assert int(slow.headers["Retry-After"]) >= 1
    assert slow.json["code"] == "pairing.wait"
    there = client.post("/api/look", json={}, environ_base={"REMOTE_ADDR": "192.168.1.99"})
    assert there.status_code == 200
    assert client.get("/api/state").status_code == 200


def test_however_many_addresses_come_little_is_remembered() -> None:
    limit = RateLimit(2, 3.0, clock=lambda: 0.0)
    for number in range(3 * MAX_ADDRESSES):
        assert limit.wait_s(str(number)) == 0
    last, forgotten = str(3 * MAX_ADDRESSES - 1), str(2 * MAX_ADDRESSES - 1)
    assert [limit.wait_s(last), limit.wait_s(last)] == [0, 3]
    assert [limit.wait_s(forgotten), limit.wait_s(forgotten), limit.wait_s(forgotten)] == [0, 0, 3]


def test_too_many_photographs_at_once_have_to_wait(stranger: FlaskClient) -> None:
    answers = [stranger.post("/api/hand/photo", data={}, content_type="multipart/form-data") for _ in range(40)]
    assert [answer.status_code for answer in answers[:UPLOADS_AT_ONCE]] == [400] * UPLOADS_AT_ONCE
    assert answers[-1].status_code == 429


def test_the_box_answers_to_its_names_and_to_every_address(box: FakeBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.security.hosts.socket.gethostname", lambda: "box.lan")
    client = app_of(box, ("games.home",)).test_client()
    for host in OWN_NAMES:
        assert client.get("/api/state", headers={"Host": host}).status_code == 200, host


def test_the_box_does_not_answer_to_strangers_names(box: FakeBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.security.hosts.socket.gethostname", lambda: "box")
    client = carry_phone(app_of(box))
    for host, path in product(STRANGERS_NAMES, ("/", "/api/state", f"{client.application.static_url_path}/live.js")):
        answer = client.get(path, headers={"Host": host})
        assert answer.status_code == 421, (host, path)
        assert "<b>" not in answer.text
    for host in STRANGERS_NAMES:
        changed = client.post("/api/undo", json={}, headers={"Host": host, "Origin": f"http://{host}"})
        assert changed.status_code == 421, host
    assert box.table.posted == []


def test_the_way_in_is_told_with_the_port_that_is_served(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.pages.join.own_addresses", lambda _: ["192.168.1.23", "10.0.0.5"])
    monkeypatch.setattr("web.pages.join.local_name", lambda _: "raspberrypi.local")
    assert client.get("/api/join", base_url="http://localhost:8000").json == {
        "address": "http://192.168.1.23:8000",
        "name": "http://raspberrypi.local:8000",
        "others": ["http://10.0.0.5:8000"],
    }
    monkeypatch.setattr("web.pages.join.own_addresses", lambda _: [])
    alone = client.get("/api/join", base_url="http://127.0.0.1:8000").json
    assert urlsplit(alone["address"]).netloc == "127.0.0.1:8000"
    assert alone["others"] == []


def test_a_page_at_one_address_of_ipv6_tells_that_one_in_brackets(client: FlaskClient) -> None:
    at = {PAGE_HOST: "2001:db8::7", "SERVER_PORT": "8000"}
    joined = client.get("/api/join", base_url="http://[2001:db8::7]:8000", environ_overrides=at).json
    assert joined == {"address": "http://[2001:db8::7]:8000", "name": "", "others": []}
    page = client.get("/join", base_url="http://[2001:db8::7]:8000", environ_overrides=at)
    assert "http://[2001:db8::7]:8000" in page.text
    assert "[" not in page.headers["Content-Security-Policy"], "browsers take no such address there"


def test_the_qr_code_is_a_picture_without_script_or_style(client: FlaskClient) -> None:
    answer = client.get("/join/qr.svg")
    assert answer.mimetype == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert "<script" not in answer.text
    assert "style=" not in answer.text
