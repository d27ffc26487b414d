"""Jarapon tiles (パイ): numbers, with characters and factions as data (J-c3), and parsing of typed tiles."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from engines.data_file import BadData, Table, many_tables, one_table, read_tables
from engines.messages import Refusal, message
from engines.plain_signs import plain_signs
from engines.vocabulary import NUMBERS, TILE_FACES, WILD

WILDS = 2  # J-c1: two almighty tiles (オールマイティ) are in play
_WILD_WORDS = frozenset({WILD, "*", "almighty", "オールマイティ"})
RESERVED_WORDS = _WILD_WORDS | set(NUMBERS) | {"any", "odd", "even"}


class BadTiles(Refusal):
    """Tiles that are not possible: a word that is no tile, a wrong count, a third almighty."""


class BadTileSet(BadData):
    """A tile-set file that cannot be used; its message names file, table, key and what is allowed."""


@dataclass(frozen=True)
class Character:
    """The character on the tiles of a number."""

    number: str
    names: tuple[str, ...]  # in English and Japanese; empty where unknown
    faction: str | None
    faces: tuple[str, ...]  # names of the pictures


@dataclass(frozen=True)
class TileSet:
    """The characters of a set of tiles by number."""

    name: str
    characters: tuple[Character, ...]

    def words(self) -> dict[str, frozenset[str]]:
        """The words for numbers on score sheets: each character and faction, folded, with its numbers."""
        found: dict[str, frozenset[str]] = {}
        for character in self.characters:
            for name in {*character.names, *filter(None, [character.faction])}:
                found[folded(name)] = found.get(folded(name), frozenset()) | {character.number}
        return found

    def numbers_of(self, word: str) -> tuple[str, ...]:
        """The numbers of a word that is a face or a name, or several without spaces; empty for any other word.

        >>> PLAIN_TILES.numbers_of("112"), PLAIN_TILES.numbers_of("3wild"), PLAIN_TILES.numbers_of("10")
        (('1', '1', '2'), ('3', 'wild'), ())
        """
        number, together = self.number_of(word), folded(word)
        if number is not None:
            return (number,)
        if not self._one_face.sub("", together):
            return tuple(self._faces[face] for face in self._one_face.findall(together))
        return ()

    def number_of(self, face: str) -> str | None:
        """The number of a picture or name, `"wild"` for the almighty; None for a face that this set does not have."""
        return self._faces.get(face) or self._faces.get(folded(face))

    def with_names_joined(self, text: str) -> str:
        """Typed tiles in which the words of a name are written together, as `number_of` knows them."""
        for name in self._long_names:
            text = re.sub(r"\s*".join(map(re.escape, name.split())), "".join(name.split()), text, flags=re.IGNORECASE)
        return text

    @cached_property
    def _faces(self) -> dict[str, str]:
        """The number of each word for a face, folded, and of each name without the blanks in it."""
        known = dict.fromkeys(_WILD_WORDS, WILD)
        for character in self.characters:
            names = ("".join(_spaced(name).casefold().split()) for name in character.names)
            known |= dict.fromkeys((character.number, *map(folded, character.faces), *names), character.number)
        return known

    @cached_property
    def _long_names(self) -> list[str]:
        """The names of several words, the longest first."""
        names = (_spaced(name) for character in self.characters for name in character.names)
        return sorted((name for name in names if len(name.split()) > 1), key=len, reverse=True)

    @cached_property
    def _one_face(self) -> re.Pattern[str]:
        """A pattern that matches the longest face."""
        return re.compile("|".join(map(re.escape, sorted(self._faces, key=len, reverse=True))))


def _spaced(text: str) -> str:
    """A text in plain signs with blanks for all that separates tiles, also the parts of a name."""
    return re.sub("[,\"']", " ", plain_signs(text))


def folded(word: str) -> str:
    """A word in lower case and plain signs, for comparison.

    >>> folded("Ｒｅｙ "), folded("１"), folded("カイロ･レン")
    ('rey', '1', 'カイロ・レン')
    """
    parts = re.split("[・･]", word)  # part of a name, which `plain_signs` would turn into a blank
    return " ".join("・".join(map(plain_signs, parts)).casefold().split())


def parse_tiles(text: str, tiles: TileSet) -> tuple[str, ...]:
    """Tiles typed with spaces, commas or nothing between them, in their order; raises `BadTiles` naming the word.

    The characters of a tile set may be called by their names: `Rey Rey "Kylo Ren" 7`.

    >>> parse_tiles("1 1 wild 9", PLAIN_TILES), parse_tiles("11wild9", PLAIN_TILES)
    (('1', '1', 'wild', '9'), ('1', '1', 'wild', '9'))
    """
    found: list[str] = []
    for word in tiles.with_names_joined(_spaced(text)).split():
        numbers = tiles.numbers_of(word)
        if not numbers:
            raise BadTiles(message("tiles.unknown", tile=word[:40], allowed=" ".join(TILE_FACES)))
        found += numbers
    check_supply(found)
    return tuple(found)


def check_supply(tiles: Sequence[str]) -> None:
    """Raises `BadTiles` for more than two almighty tiles (J-c1); there are nine of each number, enough for any hand."""
    if tiles.count(WILD) > WILDS:
        raise BadTiles(message("tiles.too_many_wild", count=tiles.count(WILD), most=WILDS))


def parse_tile_set(text: str, file: str) -> TileSet:
    """A tile set from TOML; raises `BadTileSet`.

    `[tile_set]` has `name`; each of nine `[[number]]` has `number` and optionally `en`, `ja`, `faction` and `faces`
    (names of its pictures).
    """
    try:
        data = read_tables(text, file, ("tile_set", "number"))
        name = one_table(data, "tile_set", file, ("name",)).text("name")
        keys = ("number", "en", "ja", "faction", "faces")
        characters = [_character(table) for table in many_tables(data, "number", file, keys)]
    except BadData as error:
        raise BadTileSet(error.said) from error
    if sorted(character.number for character in characters) != list(NUMBERS):
        raise BadTileSet(message("tile_set.not_each_once", file=file))
    tile_set = TileSet(name, tuple(sorted(characters, key=lambda character: character.number)))
    _check_words(tile_set, file)
    return tile_set


def _character(table: Table) -> Character:
    number = str(table.whole("number", 1, 9))
    names = tuple(table.text(language) for language in ("en", "ja") if language in table.values)
    faction = table.text("faction") if "faction" in table.values else None
    return Character(number, names, faction, tuple(table.texts("faces", default=[number])))


def _check_words(tile_set: TileSet, file: str) -> None:
    """Raises `BadTileSet` for a name with two meanings."""
    taken: dict[str, str] = {}
    factions = {folded(character.faction) for character in tile_set.characters if character.faction}
    if reserved := sorted(factions & RESERVED_WORDS):
        raise BadTileSet(message("tile_set.reserved", file=file, name=reserved[0]))
    for character in tile_set.characters:
        own = {folded(name) for name in character.names}
        for word in own | {folded(face) for face in character.faces}:
            taken_by_other = taken.setdefault(word, character.number) != character.number
            if taken_by_other or word in factions or word in RESERVED_WORDS - {character.number}:
                raise BadTileSet(message("tile_set.two_meanings", file=file, number=character.number, name=word))


PLAIN_TILES = TileSet("numbers", tuple(Character(number, (), None, (number,)) for number in NUMBERS))
