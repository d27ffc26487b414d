"""Score sheets as players write them, and every mistake answered by file, row, key and what is allowed."""

import pytest

from device.config.sheets import load_tile_set
from device.texts import say
from engines.jarapon.hand import score_hand
from engines.jarapon.sheet import BadSheet, ScoreSheet, check_sheet, parse_sheet
from engines.jarapon.tiles import PLAIN_TILES

HEADING = '[sheet]\nname = "ours"\n'
NINE = '[[hand]]\nen = "Nine"\ntiles = ["9 any"]\npoints = 600\n'


def sheet_of(*rows: str) -> ScoreSheet:
    return parse_sheet(HEADING + "\n".join(rows), "ours.toml", load_tile_set(None))


def row(tiles: str, more: str = "", points: int = 100) -> str:
    return f'[[hand]]\nen = "Row"\ntiles = {tiles}\npoints = {points}\n{more}\n'


def is_hand(sheet: ScoreSheet, tiles: str) -> bool:
    return score_hand(tiles.split(), sheet) is not None


@pytest.mark.parametrize(
    ("tiles", "more", "hands", "others"),
    [
        ('["3 any", "3 any", "3 any"]', "", ["1 1 1 1 1 1 2 2 2", "1 1 1 2 2 2 9 9 9"], ["1 1 1 2 2 2 3 3 4"]),
        ('["3 x 3 any"]', "", ["1 1 1 1 1 1 1 1 1"], ["1 1 1 1 2 2 2 2 3"]),
        ('["3 × 3 any"]', 'rule = "different"', ["1 1 1 2 2 2 9 9 9"], ["1 1 1 1 1 1 2 2 2"]),
        ('["3 x 3 any"]', 'rule = "in a row"', ["7 7 7 8 8 8 9 9 9"], ["8 8 8 9 9 9 1 1 1", "1 1 1 2 2 2 4 4 4"]),
        ('["6 any", "3 any"]', 'rule = "in a row"', ["1 1 1 1 1 1 2 2 2"], ["1 1 1 2 2 2 2 2 2"]),
        ('["9 x 1 any"]', 'rule = "different"', ["9 8 7 6 5 4 3 2 1"], ["1 1 2 3 4 5 6 7 8"]),
        ('["run of 9"]', "", ["9 8 7 6 5 4 3 2 1"], ["1 1 2 3 4 5 6 7 8"]),
        ('["run of 3", "6 of 9"]', "", ["1 2 3 9 9 9 9 9 9", "7 8 9 9 9 9 9 9 9"], ["1 2 4 9 9 9 9 9 9"]),
        ('["run of 3 light", "6 of 9"]', "", ["2 3 4 9 9 9 9 9 9"], ["5 6 7 9 9 9 9 9 9"]),
        ('["4 Rey", "4 of kylo ren", "1 wild"]', "", ["1 1 1 1 5 5 5 5 wild"], ["1 1 1 1 5 5 5 5 9"]),
        ('["4 レイ", "5 カイロ・レン"]', "", ["1 1 1 1 5 5 5 5 5"], ["1 1 1 1 1 5 5 5 5"]),
        ('["9 x 1 dark"]', "", ["5 6 7 8 5 6 7 8 8", "5 5 5 5 5 5 5 5 5"], ["4 6 7 8 5 6 7 8 8"]),
        ('["9 of 2,4"]', "", ["2 2 2 2 2 2 2 2 2"], ["2 2 2 2 4 4 4 4 4"]),
        ('["9 pilots"]', "[words]\npilots = [3, 4]", ["3 3 3 3 3 3 3 3 3"], ["5 5 5 5 5 5 5 5 5"]),
    ],
)
def test_a_printed_row_is_copied_in_words(tiles: str, more: str, hands: list[str], others: list[str]) -> None:
    sheet = sheet_of(row(tiles, more))
    assert [hand for hand in hands if not is_hand(sheet, hand)] == []
    assert [hand for hand in others if is_hand(sheet, hand)] == []


def test_j7_15_pon_points_are_half_unless_the_sheet_prints_otherwise() -> None:
    sheet = sheet_of(NINE, NINE + "pon = 250\n", NINE + 'pon = "none"\n')
    assert [row.pon for row in sheet.rows] == [300, 250, None]


def test_one_name_is_enough_and_stands_for_both_languages() -> None:
    sheet = sheet_of(NINE.replace("en =", "ja ="))
    assert (sheet.rows[0].en, sheet.rows[0].ja, sheet.rows[0].title) == ("Nine", "Nine", "Nine")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[sheet]\nname = "ours\n' + NINE, "ours.toml: line 2 is not valid TOML"),
        ("", "ours.toml: the table [sheet] is missing"),
        (HEADING, "ours.toml: the table [[hand]] is missing"),
        (HEADING + NINE.replace("[[hand]]", "[hand]"), "ours.toml: the table [[hand]] is missing"),
        (HEADING + "[rows]\n" + NINE, "“rows” is not known at the top of the file; allowed are sheet, words and hand"),
        (HEADING + "colour = 1\n" + NINE, "[sheet] has the unknown key “colour”; allowed are name, reconstruction and"),
        (
            HEADING + 'bonuses = ["luck"]\n' + NINE,
            "“bonuses” in [sheet] must be a list of the bonuses that count, out of",
        ),
        ("[sheet]\n" + NINE, "[sheet] needs the key “name”."),
        ("[sheet]\nname = 3\n" + NINE, "“name” in [sheet] is 3, but must be a text between quotation marks."),
        (HEADING + "reconstruction = 1\n" + NINE, "“reconstruction” in [sheet] is 1, but must be one of: true false."),
        (HEADING + NINE + NINE.replace("tiles", "tile"), "[[hand]] 2 has the unknown key “tile”; allowed are en, ja,"),
        (HEADING + NINE.replace('en = "Nine"', ""), "[[hand]] 1 needs the key “en”."),
        (HEADING + NINE.replace("points = 600", ""), '[[hand]] 1 "Nine" needs the key “points”.'),
        (
            HEADING + NINE.replace("600", "0"),
            '“points” in [[hand]] 1 "Nine" is 0, but must be a whole number from 1 to',
        ),
        (HEADING + NINE.replace("600", '"600"'), '"Nine" is "600", but must be a whole number'),
        (HEADING + NINE.replace("600", "true"), '"Nine" is true, but must be a whole number'),
        (
            HEADING + NINE + 'pon = "half"',
            '“pon” in [[hand]] 1 "Nine" must be a whole number from 1 to 100000, or "none".',
        ),
        (HEADING + NINE.replace("600", "75"), "needs the key “pon”, since half of 75 is not a whole number."),
        (HEADING + NINE + 'section = "extra"', 'is "extra", but must be one of: "normal" "special".'),
        (HEADING + NINE + 'rule = "row"', 'is "row", but must be one of: "free" "different" "in a row".'),
        (HEADING + row('"9 any"'), "must be a list of texts such as"),
        (HEADING + row("[]"), "must be a list of texts such as"),
        (HEADING + row("[9]"), "must be a list of texts such as"),
        (
            HEADING + row('["3 any", "3 any"]'),
            '“tiles” in [[hand]] 1 "Row" must make nine tiles in all, but makes 6.',
        ),
        (HEADING + row('["nine any"]'), '“nine any” under “tiles” in [[hand]] 1 "Row" is not understood'),
        (HEADING + row('["9"]'), "“9” under “tiles”"),
        (HEADING + row('["run of 8", "1 any", "run of wild"]'), "“run of wild” under “tiles”"),
        (HEADING + row('["8 any", "run of 1 wild"]'), "“run of 1 wild” under “tiles”"),
        (
            HEADING + row('["9 Yoda"]'),
            '“yoda” under “tiles” in [[hand]] 1 "Row" names no numbers; allowed are "any" "captain',
        ),
        (HEADING + row('["6 any", "3 wild"]'), "asks for more almighty tiles than there are (2)."),
        (
            HEADING + row('["8 any", "1 wild"]', 'rule = "in a row"'),
            'the rule "in a row" needs groups of one number',
        ),
        (HEADING + row('["9 any"]', "[words]\npilots = [10]"), "“pilots” in [words] must be a list of numbers"),
        (
            HEADING + row('["9 any"]', "[words]\nodd = [2]"),
            "the word “odd” in [words] already has a meaning of its own",
        ),
        ("words = 3\n" + HEADING + NINE, "the table [words] is missing, or its brackets are not exactly these"),
    ],
)
def test_a_mistake_is_named_with_file_row_key_and_what_is_allowed(text: str, words: str) -> None:
    with pytest.raises(BadSheet) as refused:
        parse_sheet(text, "ours.toml", load_tile_set(None))
    sentence = say(refused.value.said, "en")
    assert sentence.startswith("ours.toml: ")
    assert words in sentence
    assert say(refused.value.said, "ja").startswith("ours.toml：")


def test_a_row_that_no_hand_can_be_is_reported() -> None:
    sheet = sheet_of(row('["3 x 3 odd"]', 'rule = "in a row"'))
    assert complaints(sheet)[0] == "ours: no nine tiles can be “Row”: check its tiles and its rule."


def test_a_row_hidden_by_a_dearer_one_is_reported_with_its_name() -> None:
    sheet = sheet_of(
        row('["3 x 3 odd"]', points=100), NINE, '[[hand]]\nen = "Sets"\ntiles = ["3 x 3 any"]\npoints = 200'
    )
    assert complaints(sheet)[0] == (
        "ours: “Row” never counts, because all its tiles also make “Sets”, which pays no less: check their points."
    )


def test_a_row_that_counts_only_with_pon_is_not_hidden() -> None:
    sets = '[[hand]]\nen = "Sets"\ntiles = ["3 x 3 any"]\npoints = 200\npon = "none"'
    assert not any("never counts" in sentence for sentence in complaints(sheet_of(row('["3 x 3 odd"]'), sets)))


def test_the_upper_one_of_two_equal_rows_hides_the_lower() -> None:
    sheet = sheet_of(NINE, NINE.replace("Nine", "Again"))
    assert "“Again” never counts" in complaints(sheet)[0]


def test_points_that_chips_cannot_pay_and_missing_rows_are_reported() -> None:
    assert complaints(sheet_of(row('["9 any"]', "pon = 55", points=110))) == [
        "ours: 55 points of “Row” cannot be paid with chips of 10.",
        "ours has 1 hand, but the printed sheet has 11: check that none is missing.",
    ]


def complaints(sheet: ScoreSheet) -> list[str]:
    return [say(said, "en") for said in check_sheet(sheet)]


def test_a_sheet_without_characters_needs_no_tile_set() -> None:
    assert parse_sheet(HEADING + NINE, "ours.toml", PLAIN_TILES).name == "ours"
