"""Nobody is shut out: axe-core looks over every page, light and dark, in both languages; and it fits at every size.

Where screenshots are wanted (see `tests.support.web.phones`), it leaves one of each.
"""

from typing import Any

import pytest

from tests.support.paths import TESTS
from tests.support.system_tools import lacking
from tests.support.web.phones import SIZES, Phone, in_both_languages
from web.server.http import WebServer

AXE = TESTS / "web" / "node_modules" / "axe-core" / "axe.min.js"
needs_axe = pytest.mark.skipif(not AXE.exists(), reason=lacking("npm"))  # `make axe` installs it
pytestmark = needs_axe
WALKED = ("/", "/hand", "/teach", "/set-up", "/by-hand", "/moves", "/games", "/games/1", "/campaigns", "/screen",
         "/box", "/check-set", "/sheet", "/calibrate", "/zones", "/frame", "/wiring", "/phones", "/join", "/seat",
         "/rules", "/rules/infiltration", "/practice")  # fmt: skip
OTHERS = ("/demo", "/api", "/teach/cards", "/nowhere", "/rules/jarapon")  # through which nothing else goes
LOOK = """async (rules) => {
  const found = await axe.run(document, { resultTypes: ["violations"], ...(rules && { runOnly: rules }) });
  const where = (node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`;
  return found.violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map(where) }));
}"""


@in_both_languages
@pytest.mark.parametrize("path", [*WALKED, *(pytest.param(path, marks=pytest.mark.walk) for path in OTHERS)])
def test_axe_finds_nothing_serious(full_server: WebServer, path: str, phone: Phone) -> None:
    page = phone.open(full_server, path)
    phone.settle()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    page.locator("main details").evaluate_all("all => [all[0], all.at(-1)].forEach((one) => one && (one.open = true))")
    for scheme, rules in (("light", None), ("dark", ["color-contrast"])):  # nothing else differs in the dark
        page.emulate_media(color_scheme=scheme)
        serious = [one for one in page.evaluate(LOOK, rules) if one["impact"] in ("serious", "critical")]
        assert serious == [], told(serious)
        for size in SIZES:
            phone.resize(size)
            phone.keep(f"{path.strip('/').replace('/', '-') or 'live'}-{phone.language}-{scheme}")


def told(found: list[dict[str, Any]]) -> str:
    return "\n".join(f"{one['impact']} {one['id']}: {where}" for one in found for where in one["where"][:4])
