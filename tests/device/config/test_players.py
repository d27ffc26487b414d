"""Colours and tiles of players: remembered over a restart, and never alike where nobody has chosen them so."""

from pathlib import Path

import pytest

from device.config.players import COLOURS, Badge, PlayerBadges
from device.system.data_folder import PLAYERS
from engines.messages import Refusal


def test_what_a_player_has_chosen_is_there_after_a_restart_whatever_the_name_is_written_like(tmp_path: Path) -> None:
    PlayerBadges(tmp_path).choose('おばあちゃん "B"', Badge("pink", "wild"))
    PlayerBadges(tmp_path).choose("Ben", Badge("teal", "9"))
    badges = PlayerBadges(tmp_path)
    assert badges.trouble is None
    assert badges.of(["ＢＥＮ", 'おばあちゃん "B"']) == (Badge("teal", "9"), Badge("pink", "wild"))
    badges.choose("BEN", Badge("red", "1"))
    assert PlayerBadges(tmp_path).of(["Ben"]) == (Badge("red", "1"),)
    assert (tmp_path / PLAYERS).read_text(encoding="utf-8").count("[[player]]") == 2


def test_who_has_chosen_nothing_has_a_colour_and_a_tile_that_nobody_else_has() -> None:
    badges = PlayerBadges()
    badges.choose("Chie", Badge("blue", "2"))
    table = badges.of(["Aya", "Ben", "Chie", "Dai", "Emi"])
    assert len({one.colour for one in table}) == len({one.tile for one in table}) == 5
    assert len(set(badges.of([str(number) for number in range(8)]))) == len(COLOURS)


@pytest.mark.parametrize(("text", "key", "said"), [
    ('[[player]]\nname = "Aya"\ncolour = "gold"\ntile = "1"\n', "data.not_allowed", "colour"),
    ('[[player]]\nname = "Aya"\ncolour = "blue"\ntile = 7\n', "data.not_allowed", "tile"),
    ('[[player]]\ncolour = "blue"\n', "data.missing_key", "name"),
    ('[[player]]\nname = "Aya"\nhat = "big"\n', "data.unknown_key", "hat"),
])  # fmt: skip
def test_a_mistake_in_the_file_is_named_and_nothing_is_written_over_it(
    tmp_path: Path, text: str, key: str, said: str
) -> None:
    (tmp_path / PLAYERS).write_text(text, encoding="utf-8")
    badges = PlayerBadges(tmp_path)
    assert badges.trouble is not None
    assert (badges.trouble.key, dict(badges.trouble.facts)["name"]) == (key, said)
    assert badges.of(["Aya"]) == (Badge("blue", "1"),)
    with pytest.raises(Refusal) as refused:
        badges.choose("Aya", Badge("red", "2"))
    assert refused.value.said == badges.trouble
    assert (tmp_path / PLAYERS).read_text(encoding="utf-8") == text


def test_a_disk_that_takes_nothing_is_said_and_the_colour_holds_until_the_box_is_started_again(tmp_path: Path) -> None:
    badges = PlayerBadges(tmp_path)
    (tmp_path / PLAYERS).mkdir()
    with pytest.raises(Refusal, match=r"players\.not_kept"):
        badges.choose("Aya", Badge("red", "2"))
    assert badges.of(["Aya"]) == (Badge("red", "2"),)
    (tmp_path / PLAYERS).rmdir()
    badges.choose("Aya", Badge("green", "3"))
    assert badges.trouble is None
    assert PlayerBadges(tmp_path).of(["Aya"]) == (Badge("green", "3"),)
