"""Whatever is sent to the API, right or wrong by its own document, is answered as the document says, and never fails.

Schemathesis makes the requests up, always the same ones; the box behind them is the real one.
"""

from collections.abc import Callable
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from device.box import Box
from device.table.events import Asked
from tests.support.waiting import PATIENCE_S
from tests.support.web.fake_box import FakeBox, app_of
from web.api.openapi import Endpoint, endpoints
from web.api.operation import STREAM
from web.security.guard import PHONE_COOKIE

MANY, FEW = 8, 2  # requests of each kind: few where nothing of them can differ but the language
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
# A stream never ends, so it is listened to in test_stream.py.
TRIED = [one for one in endpoints(app_of(FakeBox())) if one.operation.kind != STREAM]
load_all_checks()


@pytest.fixture(scope="module")
def api(full_app: Flask) -> Any:
    return schemathesis.openapi.from_wsgi("/api/openapi.json", full_app)


@pytest.fixture(scope="module")
def cookies(full: Box) -> Callable[[], dict[str, str]]:
    """What a paired phone sends; one that has just unpaired itself is paired again."""
    tokens: list[str] = []

    def give() -> dict[str, str]:
        if not tokens or full.front.pairing.phones.known(tokens[-1]) is None:
            tokens.append(full.front.pairing.phones.add("A phone in a test")[1])
        return {PHONE_COOKIE: tokens[-1]}

    return give


def still_there(full: Box) -> None:
    """A table that has fallen over what was sent never answers again."""
    assert full.table.post(Asked(lambda: "here")).result(PATIENCE_S) == "here"


@pytest.mark.full
@pytest.mark.parametrize("mode", list(GenerationMode), ids=["right", "wrong"])
@pytest.mark.parametrize("endpoint", TRIED, ids=lambda endpoint: endpoint.operation.name)
def test_the_box_answers_whatever_is_sent(
    api: Any, full: Box, cookies: Callable[[], dict[str, str]], endpoint: Endpoint, mode: GenerationMode
) -> None:
    seen: list[int] = []
    varies = endpoint.takes or endpoint.query or "{" in endpoint.path

    @given(case=api[endpoint.path][endpoint.method].as_strategy(generation_mode=mode))
    @settings(
        max_examples=MANY if varies else FEW,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Case) -> None:
        # Of what only paired phones may do, some requests leave the cookie out.
        is_phone = not endpoint.needs_pairing or PHONE_COOKIE in case.cookies
        headers = {"Origin": "http://localhost", "Accept-Encoding": "identity"}  # nothing unpacks it here
        response = case.call(headers=headers, cookies=cookies() if is_phone else None)
        seen.append(response.status_code)
        case.validate_response(response, checks=CHECKS)

    ask()
    assert seen
    still_there(full)


DEEP = "[" * 30_000 + "]" * 30_000
HUGE = "9" * 400
NINE = '"tiles": ["1", "1", "1", "1", "1", "1", "2", "2", "2"]'


@pytest.mark.parametrize(("path", "sent"), [
    ("/api/hand", f'{{"tiles": {DEEP}}}'),
    ("/api/hand", f'{{{NINE}, "chips": {HUGE}}}'),
    ("/api/hand", f'{{{NINE}, "chips": {"9" * 5000}}}'),
    ("/api/corrections", f'{{"way": "strike", "entry": {HUGE}, "without": [], "known": {HUGE}}}'),
    ("/api/corrections/preview", f'{{"way": "insert", "entry": 0, "move": {DEEP}}}'),
    ("/api/corrections/preview", '{"way": "insert", "entry": 0, "move": {"nested": [NaN, 1e999]}}'),
    ("/api/field", f'{{"corners": [[{HUGE}, 1], [2, 3], [4, 5], [6, 7]]}}'),
    ("/api/calibrate/read", f'{{"corners": [[0, 0], [{HUGE}, 0], [9, 9], [0, 9]], "size": [640, 480]}}'),
    ("/api/games", '{"game": "reversi", "players": ["Aya", "Ben"], "options": {"first": ["up"]}}'),
    ("/api/games", '{"game": "reversi", "players": ["Aya", "Ben"], "options": {"first": {"up": 1.5}}}'),
    ("/api/sheet/read", f'{{"file": "deep.toml", "toml": "a = {DEEP}"}}'),
    ("/api/sheet/read", f'{{"file": "huge.toml", "toml": "a = {"9" * 5000}"}}'),
])  # fmt: skip
def test_what_no_document_thinks_of_is_refused_in_words(
    full_app: Flask, full: Box, cookies: Callable[[], dict[str, str]], path: str, sent: str
) -> None:
    client = full_app.test_client()
    client.set_cookie(PHONE_COOKIE, cookies()[PHONE_COOKIE])
    answer = client.post(path, data=sent, content_type="application/json", headers={"Origin": "http://localhost"})
    assert answer.status_code in (400, 422)
    assert answer.json["sentence"]
    still_there(full)


@pytest.mark.parametrize("path", [
    f"/api/games/{HUGE}", f"/api/games/{HUGE}/report", f"/api/games?before={HUGE}", "/api/games?before=-1",
    f"/api/games/2/steps/{HUGE}", f"/api/moves/{HUGE}/choices?way=change", f"/games/{HUGE}", "/games/999",
    "/api/pictures/%00", "/api/pictures/..%2Fjournal.db", f"/api/moves/pictures/{'a' * 5000}",
])  # fmt: skip
def test_there_is_nothing_at_impossible_addresses(full_app: Flask, full: Box, path: str) -> None:
    assert full_app.test_client().get(path).status_code in (400, 404, 422)
    still_there(full)
