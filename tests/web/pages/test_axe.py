"""Nobody is shut out: axe-core looks over every page, light and dark, in both languages; and it fits at every size.

Where screenshots are wanted (see `tests.support.web.phones`), it leaves one of each.
"""

import pytest

from tests.support.web.axe import assert_nothing_serious_and_it_fits, needs_axe
from tests.support.web.phones import Phone, in_both_languages
from web.server.http import WebServer

pytestmark = needs_axe
WALKED = ("/", "/hand", "/teach", "/set-up", "/by-hand", "/moves", "/games", "/games/1", "/campaigns", "/screen",
         "/box", "/check-set", "/sheet", "/calibrate", "/zones", "/frame", "/wiring", "/phones", "/join", "/seat",
         "/rules", "/rules/infiltration", "/practice")  # fmt: skip
OTHERS = ("/demo", "/api", "/teach/cards", "/nowhere", "/rules/jarapon")  # through which nothing else goes


@in_both_languages
@pytest.mark.parametrize("path", [*WALKED, *(pytest.param(path, marks=pytest.mark.walk) for path in OTHERS)])
def test_axe_finds_nothing_serious(full_server: WebServer, path: str, phone: Phone) -> None:
    page = phone.open(full_server, path)
    phone.settle()
    page.locator("main details").evaluate_all("all => [all[0], all.at(-1)].forEach((one) => one && (one.open = true))")
    name = f"{path.strip('/').replace('/', '-') or 'live'}-{phone.language}"
    assert_nothing_serious_and_it_fits(phone, page, name, ["color-contrast"])  # nothing else differs in the dark
