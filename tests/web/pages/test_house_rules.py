"""The form of a new game tells every house rule, and what is no option, in both languages."""

from html import unescape

import pytest
from flask.testing import FlaskClient

from device.games.listing import WATCHED, profile_of
from device.texts import LANGUAGES, catalogue


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WATCHED)
def test_every_option_and_every_fixed_rule_is_in_the_form(client: FlaskClient, name: str, language: str) -> None:
    page = unescape(client.get(f"/set-up?language={language}").text)
    told = catalogue(language)
    for option in WATCHED[name].OPTIONS:
        if option.name == "sheet" or not option.asked:  # the sheet is chosen on a page of its own
            continue
        assert told[f"{name}.option.{option.name}"] in page
        for value in option.allowed:
            assert told[f"{name}.option.{option.name}_{value}"] in page
        usual = f'name="{option.name}" value="{option.allowed[0]}" checked'
        assert usual in page
    for rule in profile_of(name).fixed_rules:
        assert told[f"{name}.fixed.{rule}"] in page


def test_the_limits_of_galaxy_jarapon_and_the_laying_of_expose_the_lie_are_told() -> None:
    """J7-7, J7-9, J7-17 and J7-10; J3-2."""
    assert profile_of("jarapon").fixed_rules == ("two_pons", "riichi_chip", "almighty", "furiten")
    assert profile_of("doubt").fixed_rules == ("any_tiles", "no_passing")
    fixed = [key for key in catalogue("en") if ".fixed." in key]
    assert fixed == [f"{name}.fixed.{rule}" for name in ("doubt", "jarapon") for rule in profile_of(name).fixed_rules]
