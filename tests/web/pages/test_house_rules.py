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
        if option.name == "sheet" or not option.is_offered:  # the sheet is chosen on a page of its own
            continue
        assert told[f"{name}.option.{option.name}"] in page
        for value in option.allowed:
            assert told[f"{name}.option.{option.name}_{value}"] in page
        usual = f'name="{option.name}" value="{option.allowed[0]}" checked'
        assert usual in page
    for rule in profile_of(name).fixed_rules:
        assert told[f"{name}.fixed.{rule}"] in page
