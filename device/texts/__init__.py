"""The texts of the box in every language: turns keys and facts into sentences, here and nowhere else.

A language is one folder here, named by its language code (`en`, `ja`); each part of the program keeps its sentences in
`<part>.toml` there, and `grammar.toml` holds what else differs. A fact that is a list of things (`"e4 f4"`) is written
`{places:list}` and read out as people would: "e4 and f4", 「e4・f4」. Things that have a name in each language, under
`[name]`, are written `{piece:name}`: `circle/red` is "red circle", 「赤の丸」. Places of a table are written
`{places:places}`: `row/2/7` is "row 2, place 7", 「2段目の7」. A number with its noun is written
`{tiles:# tile|# tiles}`, the form for one first; pages fill in some of these themselves (`text` in api_client.js). What
a sentence is about, where it has a name, stands before it as `{name:before}`: "hand.jpg: ", 「hand.jpg：」, or nothing.

Another package brings texts, or a whole language, by an entry point in the group `jarapon.texts` that names a package
with such folders. Where it lacks a language its English stands in, and a language of another package is English where
it lacks a sentence.
"""

import os
import string
import tomllib
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain
from pathlib import Path
from types import ModuleType

from device.extensions import extensions
from engines.messages import Message, Refusal, message

GROUP = "jarapon.texts"
FOLDER = Path(__file__).parent
USUAL = "en"
GRAMMAR = "grammar.toml"


@dataclass(frozen=True)
class Grammar:
    """The grammar of a language: how it joins lists, names and sentences."""

    own_name: str  # the language as those who speak it write it
    between: str  # joins the things of a list
    before_last: str  # joins the last thing to the others
    sentences: str  # joins two sentences
    titles: tuple[str, ...]  # what people put behind a name; sentences put the first one there
    before: str = ": "  # joins a name and what is said of it

    def joined(self, things: list[str]) -> str:
        """A list of things as people read it out.

        >>> grammar("en").joined(["e4", "f4", "g4"]), grammar("ja").joined(["e4", "f4"])
        ('e4, f4 and g4', 'e4とf4')
        """
        return self.before_last.join(part for part in (self.between.join(things[:-1]), *things[-1:]) if part)

    def with_one_title(self, sentence: str) -> str:
        """A sentence in which no name has two titles.

        >>> grammar("ja").with_one_title("おばあちゃんさんの番"), grammar("ja").with_one_title("あやさんの番")
        ('おばあちゃんの番', 'あやさんの番')
        """
        for title in self.titles:
            sentence = sentence.replace(title + self.titles[0], title)
        return sentence


def say(message: Message, language: str) -> str:
    """The sentence of a message in a language; a key or fact that is missing is a `KeyError`, never a gap."""
    sentence = _Sentence(language).vformat(catalogue(language)[message.key], (), dict(message.facts))
    return grammar(language).with_one_title(sentence)


def texts_under(prefix: str, language: str) -> Callable[..., str]:
    """What says the texts of a language whose keys have this prefix, by the rest of the key and its facts.

    >>> texts_under("web.set_up", "en")("play")
    'Play'
    """
    return lambda key, **facts: say(message(f"{prefix}.{key}", **facts), language)


def say_refusal(refusal: Refusal, language: str) -> str:
    """The sentences of a refusal: what is wrong, and the rule that it breaks."""
    parts = (refusal.said, refusal.because)
    return grammar(language).sentences.join(say(part, language) for part in parts if part is not None)


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the machine is set to, or English where the box does not speak it.

    >>> language_of({"LANG": "ja_JP.UTF-8"}), language_of({})
    ('ja', 'en')
    """
    chosen = environment.get("LC_ALL") or environment.get("LC_MESSAGES") or environment.get("LANG") or ""
    return next((language for language in LANGUAGES if chosen.startswith(language)), USUAL)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Every sentence of a language by its dotted key; a key that two of our own parts claim is a `ValueError`."""
    is_ours = (FOLDER / language).is_dir()
    sentences: dict[str, str] = {}
    for part in _parts(FOLDER / (language if is_ours else USUAL)):
        for key, sentence in _sentences(part):
            if key in sentences:
                raise ValueError(f"{part.name}: {key} stands in another part's texts already")
            sentences[key] = sentence
    for package in _PACKAGES:
        theirs = {**package.sentences.get(USUAL, {}), **package.sentences.get(language, {})}
        sentences = theirs | sentences if is_ours else sentences | theirs
    return sentences


@cache
def grammar(language: str) -> Grammar:
    """The grammar of a language, from its `grammar.toml`."""
    theirs = (package.grammars[language] for package in _PACKAGES if language in package.grammars)
    return _grammar(FOLDER / language) or next(theirs)


def _grammar(folder: Traversable) -> Grammar | None:
    """The grammar of a folder of texts, if it has one."""
    if not (folder / GRAMMAR).is_file():
        return None
    known = tomllib.loads((folder / GRAMMAR).read_text(encoding="utf-8"))
    between, before_last = known["things"]
    titles, before = tuple(known.get("titles", ())), known.get("before", ": ")
    return Grammar(known["own_name"], between, before_last, known["sentences"], titles, before)


def _parts(folder: Traversable) -> list[Traversable]:
    parts = [part for part in folder.iterdir() if part.name.endswith(".toml") and part.name != GRAMMAR]
    return sorted(parts, key=lambda part: part.name)


def _sentences(part: Traversable) -> list[tuple[str, str]]:
    return _flatten(tomllib.loads(part.read_text(encoding="utf-8")))


@dataclass(frozen=True)
class _Package:
    """The texts of another package."""

    sentences: Mapping[str, Mapping[str, str]]  # by language and key
    grammars: Mapping[str, Grammar]  # of its own languages


def _load_package(module: ModuleType) -> _Package:
    """Load all texts of another package, so that errors in them are found at the start."""
    folders = [folder for folder in files(module).iterdir() if folder.is_dir()]
    sentences = {folder.name: dict(chain.from_iterable(map(_sentences, _parts(folder)))) for folder in folders}
    for sentence in chain.from_iterable(said.values() for said in sentences.values()):
        deque(string.Formatter().parse(sentence), maxlen=0)  # raises `ValueError` where a brace is left open
    found = ((folder.name, _grammar(folder)) for folder in folders)
    return _Package(sentences, {language: grammar for language, grammar in found if grammar is not None})


def _flatten(table: Mapping[str, object], above: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name, value in table.items():
        found += _flatten(value, f"{above}{name}.") if isinstance(value, dict) else [(above + name, str(value))]
    return found


class _Sentence(string.Formatter):
    """`str.format` that also knows `{moves:list}`, `{pieces:name}`, `{places:places}` and what else stands above."""

    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: object, format_spec: str) -> str:
        if "|" in format_spec:
            return _counted(value, format_spec)
        if format_spec == "before":
            return f"{value}{grammar(self.language).before}" if value else ""
        if format_spec not in ("list", "name", "places"):
            return str(super().format_field(value, format_spec))
        things = [thing for thing in str(value).split(" ") if thing]
        if format_spec == "name":
            things = [catalogue(self.language)[f"name.{thing}"] for thing in things]
        if format_spec == "places":
            things = [self._place(thing) for thing in things]
        return grammar(self.language).joined(things)

    def _place(self, place: str) -> str:
        """A place in words; squares, and places that have no words, are called by their names."""
        kind, *where = place.replace("\N{NO-BREAK SPACE}", " ").split("/")
        named = catalogue(self.language).get(f"place.{kind}", place)
        counts = [int(field) for _, field, _, _ in self.parse(named) if field]
        return named.format(*where) if all(count < len(where) for count in counts) else place


def _counted(value: object, forms: str) -> str:
    """A number with its noun; a fact that the page fills in, given as `"{count}"`, keeps its forms."""
    if str(value).startswith("{"):
        return str(value).replace("}", f":{forms}}}")
    one, many = forms.split("|")
    return (one if str(value) == "1" else many).replace("#", str(value))


# At the end, since what other packages load here may itself want to say something.
_PACKAGES: tuple[_Package, ...] = tuple(extensions(GROUP, ModuleType, _load_package))
LANGUAGES = tuple(
    sorted(
        {folder.name for folder in FOLDER.iterdir() if (folder / GRAMMAR).is_file()}.union(
            *(package.grammars for package in _PACKAGES)
        )
    )
)
