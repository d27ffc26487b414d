"""Words on the small screen: no sign is lost, lines end where a reader pauses, and phones read the codes."""

import gzip

import cv2
import numpy as np
import pytest

from device.oled.canvas import HEIGHT, SMALL, WIDTH
from device.oled.fonts import load
from device.oled.pages.join import qr_page, wifi_page
from device.oled.text import fitted, readable, wrapped
from device.system.hotspot_profile import ADDRESS, HotspotAccess, access_of, new_profile
from device.texts import LANGUAGES, catalogue
from tests.support.system_tools import needs
from tools import fonts

FONT = load("mplus10")
LINE = 122


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
        ("おばあちゃんさんの番：裏を上にして置きます。", ["おばあちゃんさんの番：", "裏を上にして置きます。"]),
        ("Lay a tile on d4, then turn over e5.", ["Lay a tile on d4, then", "turn over e5."]),
        ("one\ntwo", ["one", "two"]),
        ("one\n\ntwo", ["one", "", "two"]),
        ("", []),
    ],
)
def test_lines_end_where_a_reader_pauses(text, lines):
    assert wrapped(text, FONT, LINE) == lines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [54, LINE])
def test_no_line_is_too_wide_none_ends_where_no_reader_pauses_and_no_sign_is_lost(language, width):
    for sentence in catalogue(language).values():
        lines = wrapped(sentence, FONT, width)
        assert all(FONT.getlength(line) <= width for line in lines)
        assert "".join("".join(lines).split()) == "".join(readable(sentence.replace("\n", "")).split())
        if (language, width) == ("ja", LINE):
            assert not any(line[0] in "、。）」ーっゃゅょ" for line in lines[1:] if line), lines
            assert not any(line[-1] in "（「" for line in lines if line), lines


def test_a_word_that_is_wider_than_the_screen_and_a_name_that_is_wider_than_its_place_are_cut():
    lines = wrapped("a" * 60, FONT, LINE)
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


AROUND = 40  # pixels of the dark case around the display


def photographed(page, size, blur=0):
    """The display as a phone's camera sees it, every point `size` pixels large, in its dark case."""
    lit = np.array(page.image.convert("L"))
    large = cv2.resize(lit, None, fx=size, fy=size, interpolation=cv2.INTER_NEAREST)
    framed = cv2.copyMakeBorder(large, AROUND, AROUND, AROUND, AROUND, cv2.BORDER_CONSTANT, value=12)
    return cv2.GaussianBlur(framed, (blur, blur), 0) if blur else framed


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("address", [
    "http://192.168.1.23:8000", "http://192.168.100.123:8000", "http://10.0.0.5", "http://169.254.123.234:65535",
])  # fmt: skip
def test_a_phone_reads_the_address_from_the_display(address, language):
    for picture in (photographed(qr_page(address, language), 4), photographed(qr_page(address, language), 6, blur=5)):
        assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == address


def test_every_address_in_numbers_leaves_an_edge_of_three_modules():
    lit = np.array(qr_page("http://192.168.100.123:65535", "en").image)[:, :64]
    assert all(edge.all() for edge in (lit[:7], lit[-7:], lit[:, :7], lit[:, -7:]))
    assert not lit[7, 7]


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize(("name", "password", "code"), [
    ("Jarapon-7K", "kimonasu-4827", "S:Jarapon-7K;P:kimonasu-4827"),
    ("Jarapon-7K", "mamumomu-9966", "S:Jarapon-7K;P:mamumomu-9966"),
    ("Jarapon-7K", "zitirisi-2345", "S:Jarapon-7K;P:zitirisi-2345"),
    ('Aya; "Ben"', "a:b,c\\d-e-1", r'S:Aya\; \"Ben\";P:a\:b\,c\\d-e-1'),  # as people have named it
])  # fmt: skip
def test_a_phone_joins_the_box_s_wifi_from_the_display(name, password, code, language):
    """Passwords as the installer makes them; of 1,500 of these OpenCV could not read 6 to 15 from such pictures."""
    page = wifi_page(HotspotAccess(name, password, ADDRESS), language)
    for picture in (photographed(page, 4), photographed(page, 6, blur=5)):
        assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == f"WIFI:T:WPA;{code};;"


def test_every_password_fits_beside_its_code_and_the_code_of_a_long_one_the_display():
    access = access_of(new_profile())
    for line in (access.ssid, *access.password.split("-")):
        assert SMALL.getlength(f"{line}-" if line.isalpha() else line) <= WIDTH - HEIGHT - 6
    lit = np.array(wifi_page(HotspotAccess("Jarapon", "long enough " * 5, ADDRESS), "en").image)
    assert lit[0, :HEIGHT].all() and not lit[:, :HEIGHT].all()
