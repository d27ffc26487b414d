"""Score sheets as players write them, every mistake with its file, row, key and what is allowed; what rows can be."""

from collections import Counter

import pytest

from device.config.sheets import load_sheet, load_tile_set
from engines.jarapon.hand import fitting_rows, score_hand
from engines.jarapon.sheet import BadSheet, ScoreSheet, check_sheet, parse_sheet, reaches
from engines.jarapon.tiles import PLAIN_TILES
from tests.engines.jarapon.test_every_hand import random_rows
from tests.support.engines.in_short import short
from tests.support.engines.jarapon_brute_force import every_hand, toml_of

HEADING = '[sheet]\nname = "ours"\n'
NINE = '[[hand]]\nen = "Nine"\ntiles = ["9 any"]\npoints = 600\n'
ODD = '[[hand]]\nen = "Odd"\ntiles = ["3 x 3 odd"]\npoints = 100\n'
SETS = '[[hand]]\nen = "Sets"\ntiles = ["3 x 3 any"]\npoints = 200\n'


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


def mistake(text: str) -> str:
    """What is wrong with a sheet's text, in short and without the name of the file, which is always said."""
    with pytest.raises(BadSheet) as refused:
        parse_sheet(text, "ours.toml", load_tile_set(None))
    assert dict(refused.value.said.facts)["file"] == "ours.toml"
    return short(refused.value.said).replace("ours.toml ", "")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[sheet]\nname = "ours\n' + NINE, "not_toml 2"),
        ("", "no_table [sheet]"),
        (HEADING, "no_table [[hand]]"),
        (HEADING + NINE.replace("[[hand]]", "[hand]"), "no_table [[hand]]"),
        (HEADING + "[rows]\n" + NINE, "unknown_table rows sheet words hand"),
        ("words = 3\n" + HEADING + NINE, "no_table [words]"),
        (HEADING + "colour = 1\n" + NINE, "unknown_key [sheet] colour name reconstruction bonuses"),
        (
            HEADING + 'bonuses = ["luck"]\n' + NINE,
            'not_bonuses [sheet] bonuses "almighty" "dora" "riichi" "bonus"',
        ),
        ("[sheet]\n" + NINE, "missing_key [sheet] name"),
        ("[sheet]\nname = 3\n" + NINE, "not_text [sheet] name 3"),
        (HEADING + "reconstruction = 1\n" + NINE, "not_allowed [sheet] reconstruction 1 true false"),
        (HEADING + NINE + "[words]\npilots = [10]", "not_numbers [words] pilots"),
        (HEADING + NINE + "[words]\nodd = [2]", "reserved [words] odd"),
        (HEADING + NINE + "tile = 1", "unknown_key [[hand]] 1 tile en ja section tiles rule points pon"),
        (HEADING + NINE + NINE.replace('en = "Nine"', ""), "missing_key [[hand]] 2 en"),
    ],
)
def test_a_mistake_is_named_with_file_table_key_and_what_is_allowed(text: str, why: str) -> None:
    assert mistake(text) == why


@pytest.mark.parametrize(
    ("old", "new", "key", "why"),
    [
        ("points = 600", "", "missing_key", "points"),
        ("600", "0", "not_a_number", "points 0 1 100000"),
        ("600", '"600"', "not_a_number", 'points "600" 1 100000'),
        ("600", "true", "not_a_number", "points true 1 100000"),
        ("600", "75", "half_is_broken", "pon 75"),
        ("600", '600\npon = "half"', "not_pon", "pon 100000 none"),
        ("600", '600\nsection = "extra"', "not_allowed", 'section "extra" "normal" "special"'),
        ("600", '600\nrule = "row"', "not_allowed", 'rule "row" "free" "different" "in a row"'),
        ('["9 any"]', '"9 any"', "not_texts", 'tiles "9 any"'),
        ('["9 any"]', "[]", "not_texts", "tiles []"),
        ('["9 any"]', "[9]", "not_texts", "tiles [9]"),
        ('["9 any"]', '["3 any", "3 any"]', "not_nine", "tiles 6"),
        ("9 any", "nine any", "not_a_group", "tiles nine any"),
        ("9 any", "9", "not_a_group", "tiles 9"),
        ('"9 any"', '"run of 8", "1 any", "run of wild"', "not_a_group", "tiles run of wild"),
        ('"9 any"', '"8 any", "run of 1 wild"', "not_a_group", "tiles run of 1 wild"),
        ('"9 any"', '"6 any", "3 wild"', "too_many_wild", "tiles 2"),
        ('["9 any"]', '["8 any", "1 wild"]\nrule = "in a row"', "only_sets_in_a_row", "tiles"),
    ],
)
def test_a_mistake_in_a_row_names_the_row_too(old: str, new: str, key: str, why: str) -> None:
    assert mistake(HEADING + NINE.replace(old, new)) == f'{key} [[hand]] 1 "Nine" {why}'


def test_a_word_that_names_no_numbers_is_answered_with_those_that_do() -> None:
    allowed = '"any" "captain phasma" "dark" "even" "finn"'
    assert mistake(HEADING + row('["9 Yoda"]')).startswith(f'unknown_word [[hand]] 1 "Row" tiles yoda {allowed}')


SETS = '[[hand]]\nen = "Sets"\ntiles = ["3 x 3 any"]\npoints = 200\n'


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([row('["3 x 3 odd"]', 'rule = "in a row"')], "impossible ours Row"),
        ([row('["3 x 3 odd"]'), NINE, SETS], "hidden ours Row Sets"),
        ([row('["3 x 3 odd"]'), SETS + 'pon = "none"'], "not_eleven ours 2 11"),  # it counts with pon
        ([NINE, NINE.replace("Nine", "Again")], "hidden ours Again Nine"),  # of equal rows the upper one counts
        ([row('["9 any"]', "pon = 55", points=110)], "not_in_chips ours Row 55 10"),
    ],
)
def test_what_is_odd_about_a_sheet_is_reported(rows: list[str], complaint: str) -> None:
    assert short(check_sheet(sheet_of(*rows))[0]) == complaint


def test_a_sheet_without_characters_needs_no_tile_set() -> None:
    assert parse_sheet(HEADING + NINE, "ours.toml", PLAIN_TILES).name == "ours"


@pytest.mark.parametrize("seed", [None, 1])
def test_rows_reach_just_the_hands_that_are_scored_as_them(seed: int | None) -> None:
    shipped = load_sheet(None, load_tile_set(None))
    sheet = shipped if seed is None else parse_sheet(toml_of(random_rows(seed)), "random.toml", PLAIN_TILES)
    fits: Counter[int] = Counter()
    counts: Counter[int] = Counter()
    for hand in every_hand():
        score = score_hand(hand, sheet)
        if score is not None:
            counts[id(score.row)] += 1
            fits.update(id(row) for row in fitting_rows(hand, sheet))
    reached = reaches(sheet)
    assert [one.fits for one in reached] == [fits[id(row)] for row in sheet.rows]
    assert [one.counts for one in reached] == [counts[id(row)] for row in sheet.rows]
    assert sum(counts.values()) > 300


def test_the_example_of_a_row_is_scored_as_that_row() -> None:
    sheet = load_sheet(None, load_tile_set(None))
    for row, reach in zip(sheet.rows, reaches(sheet), strict=True):
        assert reach.standing == "counts"
        score = score_hand(reach.example or (), sheet)
        assert score is not None
        assert (score.row, score.reading) == (row, reach.example)


@pytest.mark.parametrize(
    ("rows", "standing", "by"),
    [
        ([SETS, NINE, ODD], "hidden", "Sets"),
        ([SETS + 'pon = "none"\n', ODD], "only_pon", "Sets"),
        ([NINE, ODD + 'rule = "in a row"\n'], "impossible", None),
        ([NINE, NINE], "hidden", "Nine"),  # two rows with one name and the same tiles are told apart
    ],
)
def test_a_row_that_a_dearer_one_always_beats_says_which(rows: list[str], standing: str, by: str | None) -> None:
    *others, last = reaches(sheet_of(*rows))
    assert {other.standing for other in others} == {"counts"}
    assert (last.standing, last.counts, last.by and last.by.en) == (standing, 0, by)
    assert (last.fits > 0) is (last.example is not None) is (standing != "impossible")
