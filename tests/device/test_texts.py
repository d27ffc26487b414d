"""Every sentence exists in both languages, and names just the facts that its message brings."""

import ast
import re
import string
from functools import cache

import pytest

from device.referee.outcomes import Problem
from device.table.named_places import named_by_player
from device.texts import LANGUAGES, catalogue, language_of, say
from engines.messages import message
from tests.support.paths import ROOT

SOURCES = [
    path
    for room in ("engines", "vision", "device", "web", "club", "cli", "simulator", "tools")
    for path in sorted((ROOT / room).rglob("*.py"))
]


def facts_in(sentence):
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@cache
def messages_made():
    """Where a message is made with its key and facts in place: (where, key, facts, None where they are given by **)."""
    made = []
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text if "message(" in text else "")):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "message" and node.args:
                facts = frozenset(str(keyword.arg) for keyword in node.keywords)
                for key in keys_of(node.args[0]):
                    where = f"{path.relative_to(ROOT)}:{node.lineno}"
                    made.append((where, key, None if "None" in facts else facts))
    return made


def keys_of(node):
    """The keys that an argument may be: a text, or one text or another."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    return [*keys_of(node.body), *keys_of(node.orelse)] if isinstance(node, ast.IfExp) else []


def test_both_languages_say_the_same_things():
    english, japanese = (catalogue(language) for language in ("en", "ja"))
    assert set(english) == set(japanese)
    differing = {key for key in english if facts_in(english[key]) != facts_in(japanese[key])}
    assert differing == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_in_the_program_has_its_sentence(language):
    sentences = catalogue(language)
    made = messages_made()
    assert len(made) > 50
    assert [f"{where} {key}" for where, key, _ in made if key not in sentences] == []
    lacking = [f"{where} {key}" for where, key, facts in made if facts is not None and facts_in(sentences[key]) - facts]
    assert lacking == []


def test_every_button_for_a_move_belongs_to_a_sentence_of_the_record_and_names_only_its_facts():
    sentences = catalogue("en")
    buttons = {key: key.removeprefix("own_move.") for key in sentences if key.startswith("own_move.")}
    assert len(buttons) > 60
    assert [own for own, told in buttons.items() if told not in sentences] == []
    facts = {own: facts_in(sentences[own]) - facts_in(sentences[told]) for own, told in buttons.items()}
    assert {own for own, more in facts.items() if more} == {"own_move.doubt.laid", "own_move.doubt.added"}
    assert facts["own_move.doubt.laid"] == facts["own_move.doubt.added"] == {"pieces"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_sentences(language):
    sentences = catalogue(language)
    assert [key for key, sentence in sentences.items() if not sentence or sentence.rstrip() != sentence] == []
    assert any(re.search(r"[぀-ヿ一-鿿]", sentence) for sentence in sentences.values()) == (language == "ja")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_refusal_ends_where_its_reason_should_begin(language):
    refusals = re.compile(r"(data|keeping|pdn|names|options|record)\.|\w+\.(record|illegal)\.")
    said = {key: sentence for key, sentence in catalogue(language).items() if refusals.match(key)}
    assert len(said) > 100
    assert [key for key, sentence in said.items() if sentence.rstrip().endswith((":", "："))] == []


def test_places_are_called_as_people_call_them_and_others_by_their_names_and_read_out_as_a_list():
    said = message("referee.lay", places="d4 row/2/7 stock hand/1 meld/1/1")
    assert "d4, row 2, place 7, stock, hand/1 and meld/1/1" in say(said, "en")
    assert "d4・2段目の7・stock・hand/1とmeld/1/1" in say(said, "ja")
    clear = message("referee.not_here", places="e4 f4 g4")
    assert say(clear, "en") == "Please clear e4, f4 and g4: nothing should be there now."
    assert "e4・f4とg4" in say(clear, "ja")
    for lacking in (message("no.such.key"), message("referee.not_here")):
        with pytest.raises(KeyError):
            say(lacking, "en")


def test_a_place_of_a_player_is_called_by_his_name():
    said = message("referee.not_here", places="river/3/1 river/1/2")
    problem = Problem(said, also=(message("referee.lay", places="dora"),))
    named = named_by_player(problem, {1: "Aya", 3: "Ben Ito"})
    english = "Please clear Ben Ito's discard 1 and Aya's discard 2: nothing should be there now."
    assert say(named.message, "en") == english
    assert "Ben Itoさんの1枚目の捨てパイ" in say(named.message, "ja").replace("\xa0", " ")
    assert named.also == problem.also


def test_a_number_has_its_noun_in_the_right_form():
    turned = [message("reversi.moved", player="Aya", square="f5", flipped=flipped) for flipped in (1, 2)]
    assert [say(one, "en") for one in turned] == [
        "Aya lays a tile on f5 and turns over 1 tile.",
        "Aya lays a tile on f5 and turns over 2 tiles.",
    ]
    assert say(message("moves.found", count="{count}"), "en") == "{count:# move|# moves}"  # filled in by the page


@pytest.mark.parametrize(
    ("name", "said"), [("あや", "あやさん"), ("おばあちゃん", "おばあちゃん"), ("森先生", "森先生")]
)
def test_a_name_has_one_title(name, said):
    assert say(message("reversi.move_passed", player=name), "ja") == f"{said}はパスしました。"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "ja_JP"}, "ja"),
    ],
)
def test_the_language_is_that_of_the_machine(environment, language):
    assert language_of(environment) == language
