"""The route of the Alexander campaign: from the data folder, or the shipped one.

>>> route = load_route(None)
>>> route.home.en, route.reached(1).en, len(route.cities)
('Pella', 'Amphipolis', 100)
"""

from functools import cache
from pathlib import Path

from device.config.sheets import data_name
from device.system.data_folder import ROUTE
from device.system.outside_text import read_data
from device.system.whole_files import read_user_file
from engines.stop.route import Route, parse_route

SHIPPED_ROUTE = Path(__file__).parents[1] / "data" / "routes" / "alexander.toml"


@cache
def _shipped() -> Route:
    return parse_route(read_data(SHIPPED_ROUTE), data_name(SHIPPED_ROUTE))


def load_route(path: Path | None) -> Route:
    """The route of a file, or the shipped one; raises `BadData` naming file, city and key."""
    return _shipped() if path is None else parse_route(read_data(path), data_name(path))


def route_in(folder: Path) -> Route:
    """The route that a box uses: `route.toml` of its data folder, or the shipped one.

    Raises `BadData`; a damaged file is then set aside.
    """
    own = folder / ROUTE
    return read_user_file(own, lambda text: parse_route(text, str(own))) or load_route(None)
