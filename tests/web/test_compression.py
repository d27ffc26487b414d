"""Texts are compressed for browsers that take them so; everything else stays as it is."""

import gzip

import pytest
from flask import Flask

from web.static_files import versioned_address

PAGE, SCRIPT, PICTURE = "/", f"{versioned_address()}/live.js", f"{versioned_address()}/icon-180.png"


@pytest.mark.parametrize("path", [PAGE, SCRIPT, "/api/state"])
def test_a_text_is_the_same_compressed_and_much_smaller(app: Flask, path: str) -> None:
    client = app.test_client()
    plain = client.get(path)
    packed = client.get(path, headers={"Accept-Encoding": "gzip, deflate, br"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert 2 * len(packed.data) < len(plain.data)
    assert packed.content_length == len(packed.data)
    assert plain.headers["Vary"] == packed.headers["Vary"]
    assert "Accept-Encoding" in plain.headers["Vary"]


@pytest.mark.parametrize(
    ("path", "accepted"), [(PICTURE, "gzip"), (PAGE, "identity"), (PAGE, "gzip;q=0, br"), ("/nothing", "gzip")]
)
def test_pictures_and_short_texts_are_not_nor_what_a_browser_does_not_take(
    app: Flask, path: str, accepted: str
) -> None:
    assert "Content-Encoding" not in app.test_client().get(path, headers={"Accept-Encoding": accepted}).headers


def test_a_script_that_the_browser_has_is_not_sent_again(app: Flask) -> None:
    client = app.test_client()
    etag = client.get(SCRIPT, headers={"Accept-Encoding": "gzip"}).headers["ETag"]
    again = client.get(SCRIPT, headers={"Accept-Encoding": "gzip", "If-None-Match": etag})
    assert (again.status_code, again.data) == (304, b"")
