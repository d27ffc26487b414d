"""What the display shows to phones can be read by phones: the QR code is decoded from the display's own pixels."""

import cv2
import numpy as np
import pytest

from device.oled.canvas import HEIGHT, SMALL, WIDTH
from device.oled.pages.join import qr_page, wifi_page
from device.system.hotspot_profile import ADDRESS, HotspotAccess, access_of, new_profile

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
