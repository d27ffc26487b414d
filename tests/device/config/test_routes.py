"""The shipped route of the campaign, and one's own."""

from itertools import pairwise
from math import asin, cos, radians, sin, sqrt

import cv2
import numpy as np

from device.config.coast import SHIPPED_COAST, load_coast
from device.config.routes import load_route
from engines.stop.campaign import CITIES
from engines.stop.route import City


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


def kilometres(one: City, other: City) -> float:
    """The great-circle distance of two cities."""
    north, east = radians(other.north - one.north), radians(other.east - one.east)
    half = sin(north / 2) ** 2 + cos(radians(one.north)) * cos(radians(other.north)) * sin(east / 2) ** 2
    return 2 * 6371 * asin(sqrt(half))


def test_no_leg_of_the_route_is_longer_than_a_march_through_a_desert() -> None:
    """A city that stands out of its order, or has a mistyped degree, is further off than this, or too near."""
    for one, other in pairwise(load_route(None).passed(CITIES)):
        assert 1 < kilometres(one, other) < 1300, f"{one.en} to {other.en}"


def test_the_way_round_the_mediterranean_is_clockwise() -> None:
    """From Babylon to the Atlantic and home it encloses the sea on its right: its area counts as less than nothing."""
    cities = load_route(None).cities
    names = [city.en for city in cities]
    babylon, gades = names.index("Babylon"), names.index("Gades")
    ring = cities[babylon:]
    doubled = sum(a.east * b.north - b.east * a.north for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))
    assert doubled < -400
    assert [city.east for city in cities[babylon + 5 : gades]] == sorted(
        (city.east for city in cities[babylon + 5 : gades]), reverse=True
    )


def test_every_city_has_one_short_sentence_of_its_own() -> None:
    cities = load_route(None).cities
    for facts, full_stop, most in (
        ([city.fact_en for city in cities], ".", 90),
        ([city.fact_ja for city in cities], "。", 60),
    ):
        assert len(set(facts)) == CITIES
        for fact in facts:
            assert fact.endswith(full_stop), fact
            assert len(fact) <= most, fact


def test_every_city_lies_on_the_maps_land_or_on_a_small_island_close_to_it() -> None:
    coast = load_coast()
    assert all(words in coast.source for words in ("Natural Earth", "public domain"))
    assert SHIPPED_COAST.stat().st_size < 20_000  # it goes to phones
    rings = [np.array(ring, np.float32) for ring in coast.rings]
    for city in load_route(None).cities:
        inside = max(cv2.pointPolygonTest(ring, (city.east, city.north), measureDist=True) for ring in rings)
        assert inside > -0.15, city.en
