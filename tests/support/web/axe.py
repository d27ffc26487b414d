"""axe-core, which looks whether pages shut people out."""

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from tests.support.paths import TESTS
from tests.support.system_tools import lacking
from tests.support.web.phones import SIZES, Phone

_AXE = TESTS / "web" / "node_modules" / "axe-core" / "axe.min.js"
needs_axe = pytest.mark.skipif(not _AXE.exists(), reason=lacking("npm"))  # `make axe` installs it
_LOOK = """async (rules) => {
  const found = await axe.run(document, { resultTypes: ["violations"], ...(rules && { runOnly: rules }) });
  const where = (node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`;
  return found.violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map(where) }));
}"""


def assert_nothing_serious(page: Page) -> None:
    """Look over a page, light and dark."""
    for _ in _looked_over(page):
        pass


def assert_nothing_serious_and_it_fits(
    phone: Phone, page: Page, name: str, rules_in_the_dark: list[str] | None = None
) -> None:
    """Look over a page, light and dark, and show it at each size; where screenshots are wanted, leave one of each."""
    for scheme in _looked_over(page, rules_in_the_dark):
        for size in SIZES:
            phone.resize(size)
            phone.keep(f"{name}-{scheme}")


def _looked_over(page: Page, rules_in_the_dark: list[str] | None = None) -> Iterator[Literal["light", "dark"]]:
    """Yield each scheme as soon as nothing serious was found in it."""
    page.evaluate(_AXE.read_text(encoding="utf-8"))
    schemes: tuple[tuple[Literal["light", "dark"], list[str] | None], ...] = (
        ("light", None),
        ("dark", rules_in_the_dark),
    )
    for scheme, rules in schemes:
        page.emulate_media(color_scheme=scheme)
        serious = [one for one in page.evaluate(_LOOK, rules) if one["impact"] in ("serious", "critical")]
        assert serious == [], _told(serious)
        yield scheme


def _told(found: list[dict[str, Any]]) -> str:
    return "\n".join(f"{one['impact']} {one['id']}: {where}" for one in found for where in one["where"][:4])
