"""Names as people write them all over the world pass; what would hide, turn or cover the text around it does not."""

import pytest
from emoji import EMOJI_DATA

from engines.one_line import BadName, check_distinct, name_of, one_line
from engines.options import check_players

SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize("name", [
    "Aya", "おばあちゃん", "葛󠄀城", "Zoë", "Zoe\u0308", "Nguyễn", "Нина", "שָׁלוֹם", "محمد", "می\u200cخواهم", "क्\u200dष",
    "ശ്രീ", "ไม้เอก", "བསྒྲུབས", "👩\u200d🚀", "👩🏽\u200d🚀", "🏳\ufe0f\u200d🌈", "👨\u200d👩\u200d👧",
    "❤\ufe0f", "O'Neill-Śmith", "<b>", "１番",
    f"{SCOTLAND} Ewan", "🇯🇵 Aya", "🙂\u200d↔\ufe0f Nia", "🐦\u200d🔥", "🏃🏽\u200d♀\ufe0f\u200d➡\ufe0f", "🫨 Mia",
    "7\ufe0f\u20e3", "വിജയന്\u200d", "വിജയന്\u200d നായര്\u200d", "র\u200d্যাম", "ක\u0dca\u200dෂ", "ಅರ\u200d್ಕ",
    "தமிழ்\u200cநாடு", "हटाउँछन्\u200c",
])  # fmt: skip
def test_names_of_many_languages_stay_as_they_are(name: str) -> None:
    assert name_of(name) == name
    assert check_players([name, "Ben"], range(2, 3)) == (name, "Ben")


def test_every_emoji_of_unicode_may_be_a_name() -> None:
    assert len(EMOJI_DATA) > 3000
    assert [emoji for emoji in EMOJI_DATA if name_of(f"Aya {emoji}") != f"Aya {emoji}"] == []


@pytest.mark.parametrize("sign", [
    *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c",  # direction
    *"\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e\u2800\u3164\uffa0\u115f\u034f\ufffc\U000e0041",  # nothing to see
    *"\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f",
    "\ud800",
])  # fmt: skip
@pytest.mark.parametrize("shape", ["Ben{}", "{}Ben", "B{}en", "{}"])
def test_signs_that_hide_or_turn_the_text_are_refused(sign: str, shape: str) -> None:
    with pytest.raises(BadName) as refused:
        name_of(shape.format(sign))
    assert refused.value.said.key == "names.hidden"
    assert one_line(shape.format(sign)).isprintable()  # in a game that was begun before


@pytest.mark.parametrize("name", [
    SCOTLAND + "\u200d", SCOTLAND[:-1], SCOTLAND[1:], "B" + SCOTLAND[1:], f"🏴\U000e0062\U000e0075{SCOTLAND[-1]}",
    "🙂\u200d", "\u200d🙂", "🙂\u200dB", "🙂\u202e", "ന്\u200d\u200d", "ന\u200dയ", "\u200d\u0dca",
    "നിജ\u200bയ", "ന്\u200d\u202e",
])  # fmt: skip
def test_nothing_hides_behind_an_emoji_or_a_joiner(name: str) -> None:
    with pytest.raises(BadName):
        name_of(name)
    assert len(one_line(name)) < len(name) or " " in one_line(name)


def test_nobody_is_told_apart_by_a_joiner() -> None:
    with pytest.raises(BadName):
        check_distinct(["വിജയന്\u200d", "വിജയന്"])


@pytest.mark.parametrize("name", ["A" + "\u0301" * 30, "Z" + "\u0335\u0489\u0316\u0317\u0318" + "algo"])
def test_marks_in_heaps_are_refused(name: str) -> None:
    with pytest.raises(BadName) as refused:
        name_of(name)
    assert refused.value.said.key == "names.marks"


def test_lines_and_controls_are_blanks() -> None:
    assert name_of(" Aya\n\x07\tMori\u2028\xa0") == "Aya Mori"
    assert name_of(" \n ") == ""


def test_a_joiner_that_joins_nothing_is_refused() -> None:
    assert one_line("👩" + "\u200d" * 250_000) == "👩"  # in no long time
    with pytest.raises(BadName):
        name_of("क\u200d ष")
    assert one_line("क\u200d ष") == "क ष"
