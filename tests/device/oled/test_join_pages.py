"""What the display shows to phones can be read by phones: the QR code is decoded from the display's own pixels."""

import cv2
import numpy as np
import pytest

from device.oled.pages.join import qr_page

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
