"""Everybody may watch; whoever runs the evening logs in."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine

from club.app import create_app
from club.login import FILE, Login, kept_login
from club.tables import LiveTables
from engines.messages import Refusal, message
from tests.club.pages.conftest import OWN
from tests.support.club.hall import Hall

pytestmark = pytest.mark.parametrize("new_url", ["sqlite"], indirect=True)  # of the database, it asks little


def log_in(browser: FlaskClient, password: str, address: str = "192.168.1.20") -> int:
    from_there = {"REMOTE_ADDR": address}
    return browser.post("/login", data={"password": password}, headers=OWN, environ_base=from_there).status_code


def is_logged_in(browser: FlaskClient) -> bool:
    return 'action="/logout"' in browser.get("/login").text


def test_the_password_that_was_made_up_lets_in(password: str, visitor: FlaskClient) -> None:
    assert len(password) == 12
    assert "Log in" in visitor.get("/login").text
    assert log_in(visitor, password[:-1]) == 403
    assert not is_logged_in(visitor)
    assert log_in(visitor, password) == 303
    assert is_logged_in(visitor)
    assert visitor.post("/logout", headers=OWN).status_code == 303
    assert not is_logged_in(visitor)


def test_password_and_login_outlive_a_restart(
    app: Flask, engine: Engine, login: Login, password: str, tmp_path: Path
) -> None:
    browser = app.test_client()
    assert log_in(browser, password) == 303
    carried = browser.get_cookie("organiser")
    assert carried is not None
    assert kept_login(tmp_path) == (login, None)
    after_restart = create_app(engine, LiveTables(), dict, login).test_client()
    after_restart.set_cookie("organiser", carried.value)
    assert is_logged_in(after_restart)


def test_whoever_forgets_the_password_deletes_its_file_and_everybody_logs_in_again(
    app: Flask, engine: Engine, password: str, tmp_path: Path
) -> None:
    browser = app.test_client()
    assert log_in(browser, password) == 303
    carried = browser.get_cookie("organiser")
    assert carried is not None
    (tmp_path / FILE).unlink()
    login, said = kept_login(tmp_path)
    assert said is not None
    after_restart = create_app(engine, LiveTables(), dict, login).test_client()
    after_restart.set_cookie("organiser", carried.value)
    assert not is_logged_in(after_restart)
    assert log_in(after_restart, password) == 403
    assert log_in(after_restart, str(dict(said.facts)["password"])) == 303


@pytest.mark.usefixtures("engine")
def test_the_file_of_the_password_is_for_its_owner_and_never_lost_silently(tmp_path: Path, login: Login) -> None:
    file = tmp_path / FILE
    assert file.stat().st_mode & 0o777 == 0o600
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(Refusal, match=r"club\.login\.damaged"):
        kept_login(tmp_path)
    new, said = kept_login(tmp_path)
    assert (new != login, said is not None) == (True, True)
    with pytest.raises(Refusal, match=r"club\.login\.not_kept"):
        kept_login(Path("/dev/null/club"))


def test_whoever_guesses_is_slowed_down_and_nobody_else(app: Flask, password: str) -> None:
    guesser, organiser = app.test_client(), app.test_client()
    said = [log_in(guesser, str(guess), "192.168.1.66") for guess in range(8)]
    assert said == [403] * 5 + [429] * 3
    assert log_in(guesser, password, "192.168.1.66") == 429
    assert log_in(organiser, password, "192.168.1.20") == 303


def test_the_cookie_is_kept_from_scripts_other_sites_and_where_possible_plain_networks(
    app: Flask, password: str
) -> None:
    plain = app.test_client().post("/login", data={"password": password}, headers=OWN)
    assert {"HttpOnly", "SameSite=Strict"} <= set(plain.headers["Set-Cookie"].split("; "))
    assert "Secure" not in plain.headers["Set-Cookie"].split("; ")
    for encrypted in ({"base_url": "https://localhost"}, {"headers": {"X-Forwarded-Proto": "https"}}):
        headers = {"Origin": "https://localhost", **encrypted.pop("headers", {})}
        answer = app.test_client().post("/login", data={"password": password}, headers=headers, **encrypted)
        assert "Secure" in answer.headers["Set-Cookie"].split("; ")


def test_another_site_or_name_changes_nothing(organiser: FlaskClient) -> None:
    for headers in ({}, {"Origin": "http://evil.example"}, {"Origin": "null"}, {**OWN, "Sec-Fetch-Site": "cross-site"}):
        refused = organiser.post("/logout", headers=headers)
        assert (refused.status_code, "own pages" in refused.text) == (403, True)
    assert organiser.get("/login", headers={"Host": "evil.example"}).status_code == 421
    assert is_logged_in(organiser)


def test_every_change_but_the_login_needs_it(app: Flask, visitor: FlaskClient) -> None:
    posts = [rule for rule in app.url_map.iter_rules() if rule.methods and rule.methods & {"POST", "PUT", "DELETE"}]
    assert {"/logout", "/seasons", "/plans"} <= {rule.rule for rule in posts}
    for rule in posts:
        _, path = rule.build(dict.fromkeys(rule.arguments, 1)) or ("", "")
        if path != "/login":
            refused = visitor.post(path, headers=OWN)
            assert (path, refused.status_code, "log in" in refused.text) == (path, 403, True)


def test_a_body_that_is_too_long_and_a_page_that_is_not_there_get_a_sentence(visitor: FlaskClient) -> None:
    too_long = visitor.post("/login", data={"password": "a" * 70_000}, headers=OWN)
    assert (too_long.status_code, "too long" in too_long.text) == (413, True)
    nowhere = visitor.get("/nowhere?language=ja")
    assert (nowhere.status_code, "ありません" in nowhere.text) == (404, True)
    assert visitor.get("/logout").status_code == 405


def test_the_organiser_sees_which_tables_send_what_cannot_be_read(
    hall: Hall, organiser: FlaskClient, visitor: FlaskClient
) -> None:
    assert "refused" not in organiser.get("/login").text
    hall.tables.refuse("<b>table3", message("club.bad_result.players"))
    page = organiser.get("/login").text
    assert "&lt;b&gt;table3" in page
    assert "seats or ranks of the players do not fit together" in page
    assert "プレイヤーの席か順位が正しくありません" in organiser.get("/login?language=ja").text
    assert "table3" not in visitor.get("/login").text
