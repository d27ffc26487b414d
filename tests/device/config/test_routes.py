"""The shipped route of the campaign, and one's own."""

from itertools import pairwise
from pathlib import Path

import pytest

from device.config.routes import SHIPPED_ROUTE, load_route, route_in
from device.texts import say
from engines.data_file import BadData
from engines.stop.campaign import CITIES


def test_s_26_the_shipped_route_goes_by_babylon_and_round_the_mediterranean_home_to_macedon() -> None:
    route = load_route(None)
    names = [city.en for city in route.cities]
    assert len(names) == len(set(names)) == CITIES
    assert len({city.ja for city in route.cities}) == CITIES
    assert route.home.en == "Pella"
    order = ["Sardis", "Gordion", "Tyre", "Memphis", "Persepolis", "Baktra", "Taxila", "Babylon"]
    order += ["Kyrene", "Carthage", "Gades", "Massalia", "Rome", "Syracuse", "Pella"]
    places = [names.index(name) for name in order]
    assert places == sorted(places)


def test_no_leg_of_the_route_is_longer_than_a_march_through_a_desert() -> None:
    """A city that stands out of its order, or has a mistyped degree, is further off than this."""
    passed = load_route(None).passed(CITIES)
    for one, other in pairwise(passed):
        far = max(abs(one.north - other.north), abs(one.east - other.east))
        assert far < 13, f"{one.en} to {other.en}"


def test_a_box_uses_the_route_of_its_data_folder(tmp_path: Path) -> None:
    assert route_in(tmp_path) == load_route(None)
    own = SHIPPED_ROUTE.read_text(encoding="utf-8").replace('name = "Alexander"', 'name = "ours"')
    (tmp_path / "route.toml").write_text(own, encoding="utf-8")
    assert route_in(tmp_path).name == "ours"


def test_a_wrong_route_in_the_data_folder_is_not_passed_over_in_silence(tmp_path: Path) -> None:
    (tmp_path / "route.toml").write_text('[route]\nname = "ours"\n', encoding="utf-8")
    with pytest.raises(BadData) as refused:
        route_in(tmp_path)
    assert str(tmp_path / "route.toml") in say(refused.value.said, "en")
