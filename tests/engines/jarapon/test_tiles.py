"""Tiles as people type them, and tile sets as data."""

import pytest

from device.config.sheets import SHIPPED_TILE_SET, load_tile_set
from engines.jarapon.tiles import PLAIN_TILES, BadTiles, BadTileSet, parse_tile_set, parse_tiles
from tests.support.engines.in_short import short

SHIPPED = SHIPPED_TILE_SET.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "text",
    [
        *("1 2 wild 3 3", "1,2,wild,3,3", " １  ２ WILD 3 3 ", "1 2 * 3 3", "1 2 オールマイティ 3 3"),
        *("12wild33", "12 *33", "１２オールマイティ３３", "1、2・almighty3 3", "12WILD33"),  # also without spaces
    ],
)
def test_tiles_may_be_typed_in_many_ways(text: str) -> None:
    assert parse_tiles(text, PLAIN_TILES) == ("1", "2", "wild", "3", "3")


@pytest.mark.parametrize("word", ["0", "10", "x", "-1", "back", "blank", "?", "1.0"])
def test_a_word_that_is_no_tile_is_named(word: str) -> None:
    with pytest.raises(BadTiles) as error:
        parse_tiles(f"1 2 {word}", PLAIN_TILES)
    assert short(error.value.said).startswith(f"unknown {word} 1 2 3")


def test_j_c1_there_are_two_almighty_tiles() -> None:
    with pytest.raises(BadTiles) as error:
        parse_tiles("wild wild wild", PLAIN_TILES)
    assert short(error.value.said) == "too_many_wild 3 2"


def test_the_shipped_set_knows_what_is_certain() -> None:
    tiles = load_tile_set(None)
    assert tiles.words()["kylo ren"] == tiles.words()["カイロ・レン"] == {"5"}
    assert tiles.words()["light"] == set("1234")
    assert tiles.words()["dark"] == set("5678")


def test_j_c3_a_number_may_have_several_faces() -> None:
    text = SHIPPED.replace('en = "Trooper"', 'en = "Trooper"\nfaces = ["storm", "flame", "snow"]')
    assert parse_tiles("storm Snow 7", parse_tile_set(text, "ours.toml")) == ("7", "7", "7")


@pytest.mark.parametrize(
    "text",
    [
        *("Rey Rey Kylo Ren wild 9", "rey, REY, kylo  ren, *, 9", "ReyReyKyloRen*9", "1 Ｒｅｙ 5 wild 9"),
        *(
            "レイ レイ カイロ・レン オールマイティ 9",
            "レイレイカイロ･レンオールマイティ9",
            "レイ、レイ、カイロ レン、wild、9",
        ),
    ],
)
def test_j_c3_characters_may_be_called_by_their_names(text: str) -> None:
    assert parse_tiles(text, load_tile_set(None)) == ("1", "1", "5", "wild", "9")


@pytest.mark.parametrize("word", ["light", "Kylo", "Reyna", "レイア"])
def test_what_is_part_of_a_name_or_a_side_is_no_tile(word: str) -> None:
    with pytest.raises(BadTiles) as error:
        parse_tiles(f"1 2 {word} 3", load_tile_set(None))
    assert short(error.value.said).startswith(f"unknown {word} 1 2 3")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("number = 9", "number = 8", "not_each_once ours.toml"),
        ("number = 9", "number = 10", "not_a_number ours.toml [[number]] 9 number 10 1 9"),
        ('"Finn"', '"Rey"', "two_meanings ours.toml 2 rey"),
        ('"Finn"', '"light"', "two_meanings ours.toml 2 light"),
        ('"Finn"', '"7"', "two_meanings ours.toml 2 7"),
        ('"Finn"', '"wild"', "two_meanings ours.toml 2 wild"),
        ('"Finn"', '""', 'not_text ours.toml [[number]] 2 en ""'),
        ('"light"', '"odd"', "reserved ours.toml odd"),
        ("number = 9", 'number = 9\nfaces = "storm"', 'not_texts ours.toml [[number]] 9 faces "storm"'),
        ("number = 9", "number = 9\nside = 1", "unknown_key ours.toml [[number]] 9 side number en ja faction faces"),
        ('name = "default"', "", "missing_key ours.toml [tile_set] name"),
    ],
)
def test_a_mistake_in_a_tile_set_is_named(old: str, new: str, why: str) -> None:
    with pytest.raises(BadTileSet) as error:
        parse_tile_set(SHIPPED.replace(old, new), "ours.toml")
    assert short(error.value.said) == why
