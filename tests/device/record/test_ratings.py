"""How strong the family's players are, as far as the journal can tell."""

from collections.abc import Mapping
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.record.archive import GameArchive, Summary
from device.record.evenings import counted
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.record.ratings import AVERAGE, Rating, ratings
from engines.winners import BY_WORD
from tests.support.device.seasons import finished, seasons


def strengths(*ranks: Mapping[str, int]) -> dict[str, float]:
    """The strengths after games of reversi with these ranks."""
    games = [finished(number, "reversi", of_game) for number, of_game in enumerate(ranks, start=1)]
    return {one.name: one.strength for one in ratings(games[::-1]).get("reversi", [])}


def test_whoever_wins_is_taken_for_stronger_and_more_games_make_it_surer() -> None:
    games = [finished(number, "reversi", {"Aya": 1, "Ben": 2}) for number in range(1, 31)]
    after_one, after_all = ratings(games[:1])["reversi"], ratings(games)["reversi"]
    assert [one.name for one in after_all] == ["Aya", "Ben"]
    assert after_all[0].strength > after_one[0].strength > AVERAGE > after_one[1].strength > after_all[1].strength
    assert [(one.games, one.is_vague) for one in (*after_one, *after_all)] == [
        (1, True),
        (1, True),
        (30, False),
        (30, False),
    ]
    assert after_all[0].margin < after_one[0].margin < 2 * AVERAGE / 3


def test_equal_ranks_are_a_tie() -> None:
    assert strengths({"Aya": 1, "Ben": 1, "Chie": 1}) == pytest.approx(dict.fromkeys(("Aya", "Ben", "Chie"), AVERAGE))
    tied = strengths({"Aya": 1, "Ben": 1, "Chie": 3})
    assert tied["Aya"] == tied["Ben"] > AVERAGE > tied["Chie"]


def test_a_draw_with_somebody_strong_is_worth_something() -> None:
    strong = [{"Aya": 1, "Chie": 2}] * 5
    assert strengths(*strong, {"Aya": 1, "Ben": 1})["Ben"] > AVERAGE


def test_where_people_sat_does_not_matter() -> None:
    ranks = {"Aya": 2, "Ben": 1, "Chie": 3, "Dan": 3}
    for seats in permutations(ranks):
        assert strengths({name: ranks[name] for name in seats}) == pytest.approx(strengths(ranks))


def test_games_count_in_the_order_in_which_they_were_played() -> None:
    first, then = {"Aya": 1, "Ben": 2}, {"Ben": 1, "Chie": 2}
    assert strengths(first, then) != pytest.approx(strengths(then, first))


@given(seasons)
def test_each_kind_of_game_has_its_own_ratings(games: list[Summary]) -> None:
    together = ratings(games[::-1])
    for kind in ("reversi", "stop"):
        assert together.get(kind) == ratings([game for game in games[::-1] if game.start.data["game"] == kind]).get(
            kind
        )


@given(st.permutations(["Aya", "Ben", "Chie", "Dan"]))
def test_turned_round_a_result_turns_strengths_round(order: list[str]) -> None:
    ranks = {name: rank for rank, name in enumerate(order, start=1)}
    forth, back = strengths(ranks), strengths({name: 5 - rank for name, rank in ranks.items()})
    assert {name: forth[name] - AVERAGE for name in forth} == pytest.approx(
        {name: AVERAGE - back[name] for name in back}
    )


def test_against_nobody_with_a_name_nothing_is_rated() -> None:
    assert strengths({"Aya": 1, "Computer 2": 2}) == {}
    assert strengths({"Aya": 1, "Player 2": 2, "Ben": 3}) == strengths({"Aya": 1, "Ben": 2})


def test_where_only_the_winner_of_three_was_said_the_game_is_not_rated() -> None:
    two = finished(1, "doubt", {"Aya": 2, "Ben": 1}, reasons=(BY_WORD,))
    three = finished(2, "doubt", {"Aya": 2, "Ben": 1, "Chie": 2}, reasons=(BY_WORD,))
    assert [one.games for one in ratings([three, two])["doubt"]] == [1, 1]


def test_mates_of_a_team_win_together() -> None:
    teams = ((0, 2), (1, 3))
    names = {"Aya": 1, "Ben": 2, "Chie": 1, "Dan": 2}
    one, mate, other, others_mate = ratings([finished(1, "skip_bo", names, teams)])["skip_bo"]
    assert {one.name, mate.name} == {"Aya", "Chie"}
    assert one.strength == mate.strength > AVERAGE > other.strength == others_mate.strength
    nameless = {"Aya": 1, "Ben": 2, "Player 3": 1, "Dan": 2}
    assert ratings([finished(1, "skip_bo", nameless, teams)]) == {}


def test_a_correction_of_an_old_game_changes_what_came_after(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        archive = GameArchive(journal, PictureStore(tmp_path / "pictures"), lambda call: call())
        old = journal.start_game("checkers", ("Aya", "Ben"), {})
        resigned = journal.append("move", {"move": "resign 1", "picture": None})
        journal.start_game("checkers", ("Ben", "Chie"), {})
        journal.append("move", {"move": "draw", "picture": None})
        before = by_name(archive)
        assert before["Aya"].strength > AVERAGE > before["Chie"].strength > before["Ben"].strength
        journal.resume(old)
        journal.append("change", {"entry": resigned.number, "move": "resign 0", "by": "phone"})
        after = by_name(archive)
        assert after["Aya"].strength < AVERAGE < after["Chie"].strength < after["Ben"].strength


def by_name(archive: GameArchive) -> dict[str, Rating]:
    games, _ = counted(archive)
    return {one.name: one for one in ratings(games)["checkers"]}
