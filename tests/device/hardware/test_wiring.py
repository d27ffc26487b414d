"""The wiring file: what people may write in it, and what they are told when it is wrong."""

import re

import pytest

from device.hardware.wiring import DEFAULT, EncoderWiring, keep_display_kind, load_wiring, parse_wiring, wiring_in
from device.texts import say
from engines.data_file import BadData

GOOD = DEFAULT.read_text(encoding="utf-8")
KNOB = re.sub(r"(?m)^# (\[encoder\]|a =|b =|press =)", r"\1", GOOD)
NAMES = ("ok", "back", "undo", "next")


def without_buttons(text):
    return "".join(line for line in text.splitlines(True) if line.split(" ")[0] not in NAMES)


def test_the_file_that_comes_with_the_box_may_be_changed_to_fewer_buttons_and_other_parts_or_none():
    wiring = load_wiring()
    assert (set(wiring.buttons), wiring.display.address, wiring.encoder) == (set(NAMES), 0x3C, None)
    wiring = parse_wiring(GOOD.replace("next = 19\n", "").replace('kind = "auto"', 'kind = "sh1106"'), "my.toml")
    assert (set(wiring.buttons), wiring.display.kind) == ({*NAMES} - {"next"}, "sh1106")
    wiring = parse_wiring(
        without_buttons(GOOD.replace('"auto"', '"none"', 1).replace('"tone"', '"none"', 1)), "my.toml"
    )
    assert (dict(wiring.buttons), wiring.display.kind, wiring.buzzer.kind) == ({}, "none", "none")


def test_the_knob_of_the_file_is_wired_when_its_signs_are_taken_away_and_may_stand_in_for_all_buttons():
    assert parse_wiring(KNOB, "my.toml").encoder == EncoderWiring(a=23, b=24, press=25)
    assert parse_wiring(KNOB.replace("press = 25", ""), "my.toml").encoder.press is None
    wiring = parse_wiring(without_buttons(KNOB), "my.toml")
    assert (dict(wiring.buttons), wiring.encoder.a) == ({}, 23)


def test_the_data_folder_may_hold_its_own(tmp_path):
    assert wiring_in(tmp_path) == load_wiring()
    (tmp_path / "wiring.toml").write_text(GOOD.replace("ok = 5", "ok = 22"), encoding="utf-8")
    assert wiring_in(tmp_path).buttons["ok"] == 22


def test_only_the_displays_kind_is_changed_in_the_file(tmp_path):
    keep_display_kind(tmp_path, "sh1106")
    kept = (tmp_path / "wiring.toml").read_text(encoding="utf-8")
    assert kept == GOOD.replace('kind = "auto"', 'kind = "sh1106"')
    assert wiring_in(tmp_path).display.kind == "sh1106"
    mine = '[buzzer]\nkind = "beep"\npin = 18\nmuted = false\n[buttons]\nok = 22\n' + kept[
        kept.index("[display]") : kept.index("[buttons]")
    ].replace("kind =", "upside_down = true\nkind =").replace("upside_down = false", "")
    (tmp_path / "wiring.toml").write_text(mine, encoding="utf-8")
    keep_display_kind(tmp_path, "ssd1306")
    assert (tmp_path / "wiring.toml").read_text(encoding="utf-8") == mine.replace('"sh1106"  ', '"ssd1306"  ', 1)


@pytest.mark.parametrize(
    ("good", "bad", "told"),
    [
        ('kind = "auto"', 'kind = "ssd1309"', ("kind", "ssd1309", "sh1106")),
        ("address = 0x3C", "address = 0x80", ("address", "128")),
        ("address = 0x3C", 'address = "0x3C"', ("address",)),
        ("bus = 1 ", "bux = 1 ", ("bux", "bus")),
        ("ok = 5", "ok = 2", ("ok", "4", "27")),
        ("ok = 5", "ok = true", ("ok", "true")),
        ("ok = 5", "okay = 5", ("okay", "back")),
        ("muted = false", 'muted = "no"', ("muted", "false")),
        ("[buzzer]", "[buzer]", ("buzer", "buzzer")),
        ("undo = 13", "undo = 5", ("5", "buttons.ok", "buttons.undo")),
        ("undo = 13", "undo = 18", ("18", "buttons.undo", "buzzer.pin")),
        ("undo = 13", "undo = = 13", ("line 13",)),
        ("b = 24", "b = 23", ("23", "encoder.a", "encoder.b")),
        ("press = 25", "press = 5", ("5", "buttons.ok", "encoder.press")),
        ("b = 24 ", "#", ("[encoder]", "b")),
        ("a = 23", "a = 2", ("a", "4", "27")),
        ("press = 25", "push = 25", ("push", "press")),
        (KNOB[KNOB.index("[buttons]") :], "", ("[buttons]",)),
    ],
)
def test_a_mistake_is_named_with_file_and_key_and_what_is_allowed(good, bad, told):
    assert good in KNOB
    with pytest.raises(BadData) as refusal:
        parse_wiring(KNOB.replace(good, bad), "my.toml")
    assert all(fact in say(refusal.value.said, "en") for fact in ("my.toml", *told))


def test_a_file_that_cannot_be_read_is_said(tmp_path):
    (tmp_path / "wiring.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadData) as refusal:
        wiring_in(tmp_path)
    assert "wiring.toml" in say(refusal.value.said, "en")
