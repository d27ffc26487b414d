"""What the display shows to phones can be read by phones: the QR code is decoded from the display's own pixels."""

import cv2
import numpy as np
import pytest

from device.oled.canvas import HEIGHT, SMALL, WIDTH
from device.oled.pages.join import qr_page, wifi_page
from device.system.hotspot_profile import ADDRESS, HotspotAccess, access_of, new_profile

AROUND = 40  # pixels of the dark case around the display


def photographed(page, size: int, blur: int = 0) -> np.ndarray:
    """The display as a phone's camera sees it, every point `size` pixels large, in its dark case."""
    lit = np.array(page.image.convert("L"))
    large = cv2.resize(lit, None, fx=size, fy=size, interpolation=cv2.INTER_NEAREST)
    framed = cv2.copyMakeBorder(large, AROUND, AROUND, AROUND, AROUND, cv2.BORDER_CONSTANT, value=12)
    return cv2.GaussianBlur(framed, (blur, blur), 0) if blur else framed


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("address", [
    "http://192.168.1.23:8000", "http://192.168.100.123:8000", "http://10.0.0.5", "http://169.254.123.234:65535",
])  # fmt: skip
def test_a_phone_reads_the_address_from_the_display(address: str, language: str) -> None:
    for picture in (photographed(qr_page(address, language), 4), photographed(qr_page(address, language), 6, blur=5)):
        assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == address


def test_every_address_in_numbers_leaves_an_edge_of_three_modules() -> None:
    longest = qr_page("http://192.168.100.123:65535", "en")
    lit = np.array(longest.image)[:, :64]
    assert lit[:7].all()
    assert lit[-7:].all()
    assert lit[:, :7].all()
    assert lit[:, -7:].all()
    assert not lit[7, 7]


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("password", ["kimonasu-4827", "mamumomu-9966", "zitirisi-2345"])
def test_a_phone_joins_the_box_s_wifi_from_the_display(password: str, language: str) -> None:
    """Passwords as the installer makes them; of 1,500 of these OpenCV could not read 6 to 15 from such pictures."""
    access = HotspotAccess("Jarapon-7K", password, ADDRESS)
    page = wifi_page(access, language)
    for picture in (photographed(page, 4), photographed(page, 6, blur=5)):
        read = cv2.QRCodeDetector().detectAndDecode(picture)[0]
        assert read == f"WIFI:T:WPA;S:{access.ssid};P:{access.password};;"


def test_every_password_fits_beside_its_code() -> None:
    access = access_of(new_profile())
    for line in (access.ssid, *access.password.split("-")):
        assert SMALL.getlength(f"{line}-" if line.isalpha() else line) <= WIDTH - HEIGHT - 6


def test_a_wifi_that_people_have_named_otherwise_is_read_as_well() -> None:
    access = HotspotAccess('Aya; "Ben"', "a:b,c\\d-e-1", "10.10.10.10")
    read = cv2.QRCodeDetector().detectAndDecode(photographed(wifi_page(access, "en"), 6))[0]
    assert read == 'WIFI:T:WPA;S:Aya\\; \\"Ben\\";P:a\\:b\\,c\\\\d-e-1;;'


def test_a_long_password_s_code_still_fits_the_display() -> None:
    lit = np.array(wifi_page(HotspotAccess("Jarapon", "long enough " * 5, "10.10.10.10"), "en").image)
    assert lit[0, :HEIGHT].all()
    assert not lit[:, :HEIGHT].all()
