"""Stylesheets, scripts and icon: one stylesheet a page, kept for good, and never an old one after an update."""

import re
import shutil
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.support.paths import ROOT
from tests.support.web.fake_box import FakeBox, app_of
from web import static_files

PAGES = ["/", "/screen", "/hand", "/games", "/moves", "/teach", "/set-up", "/box", "/sheet", "/join", "/api", "/seat"]


def files_of(page: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', page)


@pytest.mark.parametrize("path", PAGES)
def test_all_that_a_page_names_is_there_and_kept_for_good(client: FlaskClient, path: str) -> None:
    named = files_of(client.get(path).text)
    assert len([address for address in named if address.endswith(".css")]) == 1
    for address in named:
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert answer.cache_control.max_age == 31_536_000
        assert client.get(address, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_the_stylesheets_of_a_page_come_in_their_order(client: FlaskClient) -> None:
    (address,) = [address for address in files_of(client.get("/").text) if address.endswith(".css")]
    sent = client.get(address)
    assert sent.mimetype == "text/css"
    names = ("style", "live", "forms", "score_line", "print")
    sheets = "".join((static_files.STATIC / f"{name}.css").read_text("utf-8") for name in names)
    assert rules(sent.text) == rules(re.sub(r"/\*.*?\*/", "", sheets, flags=re.DOTALL))
    assert len(sent.text) < len(sheets)


def rules(css: str) -> str:
    return "".join(css.split())


@pytest.mark.parametrize("names", ["nowhere", "style-style", "style-", "..-style", "%2e%2e%2fapp", "style-nowhere"])
def test_only_stylesheets_that_there_are_and_each_once(client: FlaskClient, names: str) -> None:
    answer = client.get(f"{client.application.static_url_path}/sheets/{names}.css")
    assert answer.status_code == 404
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("change", ["changed", "added", "renamed"])
def test_after_an_update_every_address_is_new_and_the_old_ones_lead_there(
    box: FakeBox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    static = shutil.copytree(static_files.STATIC, tmp_path / "static")
    monkeypatch.setattr(static_files, "STATIC", static)
    before = static_files.versioned_address()
    assert before == static_files.versioned_address()
    if change == "changed":
        (static / "style.css").write_text((static / "style.css").read_text("utf-8") + "\n", "utf-8")
    elif change == "added":
        (static / "zoo.css").touch()
    else:
        (static / "api.css").rename(static / "zoo.css")
    client = app_of(box).test_client()
    now = client.application.static_url_path
    assert now != before
    moved = client.get(f"{before}/pairing.js")
    assert (moved.status_code, moved.location) == (302, f"{now}/pairing.js")
    assert moved.headers["Cache-Control"] == "no-store"


def test_what_there_is_not_is_not_found_and_not_kept(client: FlaskClient) -> None:
    for path in (f"{client.application.static_url_path}/nowhere.js", "/static/nowhere.js"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert answer.headers["Cache-Control"] == "no-store"


def test_the_page_asks_at_once_for_every_module_that_its_script_needs(client: FlaskClient) -> None:
    static, needed, left = ROOT / "web" / "static", set(), ["live"]
    while left:
        found = re.findall(r'^import .*? from "\./(\w+)\.js";', (static / f"{left.pop()}.js").read_text("utf-8"), re.M)
        left += set(found) - needed
        needed |= set(found)
    asked = re.findall(r'<link rel="modulepreload" href="/static/\w+/(\w+)\.js">', client.get("/").text)
    assert len(needed) > 5
    assert sorted(asked) == sorted(needed)


def test_only_one_module_asks_the_browser_to_keep_something() -> None:
    files = [path for folder in ("static", "templates") for path in (ROOT / "web" / folder).rglob("*.[jh][st]*")]
    asking = {
        path.name for path in files if re.search(r"\b(local|session)Storage\b|\bindexedDB\b", path.read_text("utf-8"))
    }
    assert asking == {"storage.js"}


@pytest.mark.parametrize("path", PAGES)
def test_what_tells_an_old_browser_stands_before_the_scripts_that_it_may_not_understand(
    client: FlaskClient, path: str
) -> None:
    page = client.get(path).text
    scripts = re.findall(r'<script (defer|type="module") src="/static/\w+/(\w+)\.js"', page)
    assert scripts == [] or scripts[0] == ("defer", "old_browser")
    assert ("module" in str(scripts)) == ('id="waiting"' in page)


def test_every_browser_understands_what_tells_an_old_one() -> None:
    source = (ROOT / "web" / "static" / "old_browser.js").read_text("utf-8")
    assert not re.search(r"=>|[`#]|\?[.?]|\*\*|\.\.\.|\b(const|let|class|async|await|import|export|of)\b", source)


def test_no_script_imports_itself_by_a_detour() -> None:
    imported = {
        path.stem: set(re.findall(r'(?:from |import\()"\./(\w+)\.js"', path.read_text("utf-8")))
        for path in (ROOT / "web" / "static").glob("*.js")
    }
    while free := {name for name, needed in imported.items() if not needed}:
        imported = {name: needed - free for name, needed in imported.items() if name not in free}
    assert imported == {}


IMPORT = re.compile(r'import(?: \{([^}]*)\} from)? "\./([\w-]+\.js)"|import\("\./([\w-]+\.js)"\)')
EXPORT = re.compile(r"^export (?:(?:async )?(?:function|const|let|class) |\{ )(\w+)", re.M)


@pytest.mark.parametrize("script", sorted(static_files.STATIC.glob("*.js")), ids=lambda path: path.name)
def test_a_script_imports_what_others_export(script: Path) -> None:
    """A script that asks for a name that is not there does not run at all; its page blames the browser."""
    for names, static, dynamic in IMPORT.findall(script.read_text(encoding="utf-8")):
        exported = EXPORT.findall((static_files.STATIC / (static or dynamic)).read_text(encoding="utf-8"))
        asked = [name.split(" as ")[0].strip() for name in names.split(",") if name.strip()]
        assert set(asked) <= set(exported), (script.name, static)
