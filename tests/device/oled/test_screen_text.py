"""Words on the small screen: no sign is lost, and lines end where a reader pauses."""

import gzip

import pytest

from device.oled.fonts import load
from device.oled.text import fitted, readable, wrapped
from device.texts import LANGUAGES, catalogue
from tests.support.system_tools import needs
from tools import fonts

FONT = load("mplus10")
WIDTH = 122


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fonts_have_every_sign_that_the_box_can_say(language):
    for key, sentence in catalogue(language).items():
        for line in sentence.splitlines():  # the command line's help has several
            assert "〓" not in readable(line), key


@pytest.mark.parametrize("name", ["mplus10", "mplus10-bold", "mplus12-bold"])
def test_every_sign_that_counts_as_readable_is_in_the_fonts(name):
    font = load(name)
    missing = bytes(font.getmask("\U0010fffd"))
    blank = {" ", "\u3000", "〓"}
    signs = [sign for code in range(0x20, 0x10000) if readable(sign := chr(code)) == sign and sign not in blank]
    assert len(signs) > 7000
    for sign in signs:
        drawn = font.getmask(sign)
        assert drawn.getbbox() and bytes(drawn) != missing, sign


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("髙橋・﨑山・𠮷野", "高橋・崎山・吉野"),
        ("ｱﾔ ①", "アヤ 1"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("は\u3099", "ば"),
        ("🦊さん", "〓さん"),
        ("a\tb", "a b"),
    ],
)
def test_names_are_shown_as_well_as_the_fonts_can(text, shown):
    assert readable(text) == shown


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("おばあちゃんさんの番：裏を上にしておきます。", ["おばあちゃんさんの番：", "裏を上にしておきます。"]),
        ("Lay a tile on d4, then turn over e5.", ["Lay a tile on d4, then", "turn over e5."]),
        ("one\ntwo", ["one", "two"]),
        ("one\n\ntwo", ["one", "", "two"]),
        ("", []),
    ],
)
def test_lines_end_where_a_reader_pauses(text, lines):
    assert wrapped(text, FONT, WIDTH) == lines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [54, WIDTH])
def test_no_line_is_too_wide_none_ends_where_no_reader_pauses_and_no_sign_is_lost(language, width):
    for sentence in catalogue(language).values():
        lines = wrapped(sentence, FONT, width)
        assert all(FONT.getlength(line) <= width for line in lines)
        assert "".join("".join(lines).split()) == "".join(readable(sentence.replace("\n", "")).split())
        if (language, width) == ("ja", WIDTH):
            assert not any(line[0] in "、。）」ーっゃゅょ" for line in lines[1:] if line), lines
            assert not any(line[-1] in "（「" for line in lines if line), lines


def test_a_word_that_is_wider_than_the_screen_and_a_name_that_is_wider_than_its_place_are_cut():
    lines = wrapped("a" * 60, FONT, WIDTH)
    assert len(lines) > 1
    assert "".join(lines) == "a" * 60
    assert wrapped("字", FONT, 3) == ["字"]
    assert [fitted("おばあちゃん", FONT, 45), fitted("Aya", FONT, 45), fitted("Aya", FONT, 0)] == [
        "おばあち",
        "Aya",
        "",
    ]


@needs("/usr/share/fonts/X11/misc/mplus_j10r.pcf.gz")
def test_the_fonts_are_those_that_the_script_makes():
    kanji, latin, name = fonts.FONTS[0]
    made = fonts.build(kanji, latin).dump_to_bytes()
    assert made == gzip.decompress((fonts.MADE / name).read_bytes())
