"""A sheet goes into a form and comes back as it was, whatever people write."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.config.sheet_form import form_of, rows_of, sheet_of, toml_of
from device.config.sheets import SHIPPED_SHEET, load_tile_set
from engines.data_file import BadData
from engines.jarapon.shapes import RULES
from engines.jarapon.sheet import BONUSES, Row, parse_sheet
from engines.one_line import BLANKS, one_line
from tests.support.refusals import refused

TILES = load_tile_set(None)
SIGNS = st.characters(exclude_categories=("Cs", "Cf", "Mn", "Me"), exclude_characters=[chr(sign) for sign in BLANKS])
NAMES = st.text(SIGNS, min_size=1, max_size=60).filter(one_line)
OF = st.sampled_from(
    ["any", "odd", "even", "rey", "レイ", "kylo ren", "light", "dark", "pilots", "1", "2,7", "1,3,5,9"]
)


@st.composite
def groups(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Groups that make nine tiles together."""
    made, left = [], 9
    while left:
        count = draw(st.integers(1, left))
        times = draw(st.integers(1, left // count))
        left -= times * count
        made.append({"times": times, "run": count > 1 and draw(st.booleans()), "count": count, "of": draw(OF)})
    return made


@st.composite
def forms(draw: st.DrawFn) -> dict[str, Any]:
    rows = []
    for _ in range(draw(st.integers(1, 5))):
        laid = draw(groups())
        in_a_row = not any(group["run"] for group in laid)
        rule = draw(st.sampled_from(RULES if in_a_row else RULES[:2]))
        en, ja = draw(st.sampled_from([(True, True), (True, False), (False, True)]))
        rows.append({
            "en": draw(NAMES) if en else "", "ja": draw(NAMES) if ja else "",
            "section": draw(st.sampled_from(["normal", "special"])), "groups": laid, "rule": rule,
            "points": draw(st.integers(1, 100_000)), "pon": draw(st.none() | st.integers(1, 100_000)),
        })  # fmt: skip
    bonuses = draw(st.sets(st.sampled_from(BONUSES)))
    return {
        "name": draw(NAMES), "reconstruction": draw(st.booleans()), "words": {"pilots": ["3", "4"]},
        "bonuses": [kind for kind in BONUSES if kind in bonuses], "rows": rows,
    }  # fmt: skip


def plain(form: dict[str, Any]) -> dict[str, Any]:
    """A form with its names as a sheet keeps them."""
    rows = [row | {name: one_line(row[name]) for name in ("en", "ja")} for row in form["rows"]]
    return form | {"name": one_line(form["name"]), "rows": rows}


@settings(max_examples=60)
@given(forms())
def test_what_is_filled_in_comes_back_from_the_file(form: dict[str, Any]) -> None:
    text = toml_of(form)
    again = form_of(text, "ours.toml", TILES)
    assert again == plain(form)
    assert parse_sheet(toml_of(again), "ours.toml", TILES) == parse_sheet(text, "ours.toml", TILES)


def test_names_are_kept_on_one_line_in_signs_that_can_be_shown() -> None:
    form = form_with() | {"name": "our\x07 sheet\n"}
    form["rows"][0] |= {"en": "Nine\x1b[31m", "ja": "\u202e"}
    sheet = sheet_of(form, TILES)
    assert (sheet.name, sheet.rows[0].title) == ("our sheet", "Nine [31m")


def test_the_shipped_sheet_means_the_same_after_the_round_trip() -> None:
    text = SHIPPED_SHEET.read_text(encoding="utf-8")
    again = toml_of(form_of(text, "reconstruction.toml", TILES))
    assert parse_sheet(again, "x.toml", TILES) == parse_sheet(text, "x.toml", TILES)


def test_groups_are_kept_as_their_words_and_half_of_the_points_as_a_number() -> None:
    text = (
        '[sheet]\nname = "ours"\n[words]\npilots = [3, 4]\n'
        '[[hand]]\nja = "役"\ntiles = ["run of 3 Light", "2 × 3 Pilots"]\npoints = 80\n'
    )
    form = form_of(text, "ours.toml", TILES)
    assert form["words"] == {"pilots": ["3", "4"]}
    assert form["rows"] == [{
        "en": "", "ja": "役", "section": "normal", "rule": "free", "points": 80, "pon": 40,
        "groups": [{"times": 1, "run": True, "count": 3, "of": "light"},
                   {"times": 2, "run": False, "count": 3, "of": "pilots"}],
    }]  # fmt: skip


def form_with(**row: Any) -> dict[str, Any]:
    """A form with one good row, changed in some places."""
    good = {
        "en": "Nine", "ja": "", "section": "normal", "rule": "free", "points": 100, "pon": None,
        "groups": [{"times": 1, "run": False, "count": 9, "of": "any"}],
    }  # fmt: skip
    return {"name": "ours", "reconstruction": False, "words": {}, "bonuses": [], "rows": [good | row]}


def test_rows_are_understood_one_by_one_so_that_one_mistake_hides_none_of_them() -> None:
    eight = [{"times": 1, "run": False, "count": 8, "of": "any"}]
    good, bad = (form["rows"][0] for form in (form_with(), form_with(groups=eight)))
    found = rows_of(form_with() | {"name": "", "rows": [bad, good]}, TILES)
    assert isinstance(found[0], BadData)
    assert found[0].said.key == "data.not_nine"
    assert isinstance(found[1], Row)


@pytest.mark.parametrize(("wrong", "key"), [
    ({"points": 0}, "data.not_a_number"),
    ({"pon": 0}, "data.not_pon"),
    ({"en": "  "}, "data.missing_key"),
    ({"rule": "sometimes"}, "data.not_allowed"),
    ({"groups": []}, "data.not_texts"),
    ({"groups": [{"times": 1, "run": False, "count": 9, "of": "Yoda"}]}, "data.unknown_word"),
    ({"points": "100"}, "sheet_form.no_form"),
    ({"points": True}, "sheet_form.no_form"),
    ({"en": None}, "sheet_form.no_form"),
    ({"en": "x" * 61}, "sheet_form.too_long"),
    ({"groups": [3]}, "sheet_form.no_form"),
    ({"groups": [{"times": 10, "run": False, "count": 9, "of": "any"}]}, "sheet_form.no_form"),
    ({"groups": [{"times": 1, "run": False, "count": 1, "of": "any"}] * 10}, "sheet_form.no_form"),
])  # fmt: skip
def test_a_wrong_row_is_refused_in_words(wrong: dict[str, Any], key: str) -> None:
    with refused(key, BadData):
        sheet_of(form_with(**wrong), TILES)


@pytest.mark.parametrize(("wrong", "key"), [
    ({"name": ""}, "data.not_text"),
    ({"name": "\x07\u202e\n"}, "data.not_text"),
    ({"name": 3}, "sheet_form.no_form"),
    ({"rows": []}, "data.no_table"),
    ({"rows": "all"}, "sheet_form.no_form"),
    ({"rows": [3]}, "sheet_form.no_form"),
    ({"rows": form_with()["rows"] * 41}, "sheet_form.too_many_rows"),
    ({"bonuses": ["luck"]}, "data.not_bonuses"),
    ({"bonuses": [1]}, "sheet_form.no_form"),
    ({"words": {"pilots": 3}}, "sheet_form.no_form"),
    ({"words": {"odd": ["3"]}}, "data.reserved"),
])  # fmt: skip
def test_a_wrong_form_is_refused_in_words(wrong: dict[str, Any], key: str) -> None:
    with refused(key, BadData):
        sheet_of(form_with() | wrong, TILES)
