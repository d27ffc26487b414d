"""A third folder is a third language: everywhere, without a line of the program changed."""

import json
import re

import pytest

from tests.support.device.other_packages import install, python_with
from tests.support.paths import ROOT

ENGLISH = ROOT / "device" / "texts" / "en"
MARK = "¿"
PROGRAM = """
import json, sys
from cli.main import main
from device.hardware.display import SIZE
from device.oled.pages.join import boot_page
from device.referee.choices import Choice, choice_in_words
from device.referee.outcomes import Moved
from device.texts import LANGUAGES, catalogue, grammar, language_of, say
from engines.messages import message
from tests.support.web.fake_box import FakeBox
from web.app import create_app

client = create_app(FakeBox().services).test_client()
pages = [client.get(path + "?language=xx").text for path in ("/", "/hand", "/teach", "/set-up")]
english = client.get("/?language=en").text
client.get("/?language=xx")
json.dump({
    "languages": LANGUAGES,
    "machine": language_of({"LANG": "xx_YY.UTF-8"}),
    "list": say(message("referee.not_here", places="e4 f4 g4"), "xx"),
    "two": choice_in_words(Choice("", Moved(()), message("reversi.passed", player="Ben"), 0,
                       (message("reversi.passed", player="Aya"),)), "xx"),
    "keys": set(catalogue("xx")) == set(catalogue("en")),
    "oled": boot_page("http://192.168.1.23:8000", "xx") != boot_page("http://192.168.1.23:8000", "en"),
    "pages": pages,
    "english": english,
    "state": client.get("/api/state").json["language"],
}, sys.stdout)
"""


@pytest.fixture(scope="module")
def third(tmp_path_factory):
    """A package that holds one folder: English with a mark before every sentence, and a grammar of its own."""
    folder = tmp_path_factory.mktemp("third")
    texts = folder / "marked_texts"
    (texts / "xx").mkdir(parents=True)
    (texts / "__init__.py").touch()
    for part in ENGLISH.glob("*.toml"):
        marked = re.sub(r'^([\w"/]+ = "(?:"")?)', rf"\1{MARK}", part.read_text(encoding="utf-8"), flags=re.MULTILINE)
        (texts / "xx" / part.name).write_text(marked, encoding="utf-8")
    (texts / "xx" / "grammar.toml").write_text('own_name = "Xish"\nthings = ["; ", " xor "]\nsentences = " ¶ "\n')
    install(folder, "marked_texts", "jarapon.texts", "marked = marked_texts")
    return folder


@pytest.mark.full
def test_a_third_folder_is_a_third_language(third):
    said = json.loads(python_with(third, "-c", PROGRAM).stdout)
    assert said["languages"] == ["en", "ja", "xx"]
    assert said["machine"] == said["state"] == "xx"
    assert said["list"] == f"{MARK}Please clear e4; f4 xor g4: nothing should be there now."
    assert re.fullmatch(rf"{MARK}Aya .* ¶ {MARK}Ben .*", said["two"])
    assert said["keys"]
    assert said["oled"]
    for page in said["pages"]:
        assert '<html lang="xx"' in page
        assert page.count(MARK) > 10
        assert [f'hreflang="{other}"' in page for other in ("en", "ja", "xx")] == [True, True, False]
    assert MARK not in said["english"]
    assert ">Xish</a>" in said["english"]


def test_the_command_line_speaks_it(third):
    program = "from cli.main import main; main(['games', '--lang', 'xx'])"
    assert python_with(third, "-c", program).stdout.count(MARK) > 10
