"""What people put right: what they may choose, what would follow, who did it, and two people at once."""

from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from device.games.listing import GAMES
from device.record.corrections import Correction, find_legal_moves, preview
from device.record.history import history_of
from device.record.journal import Entry, Journal
from device.record.line import line_of
from device.record.replay import AnyReplay, CorrectionRefused, Replay
from device.table.events import NewGame, Undo
from engines.bots import NAMES
from tests.support.device.evening import Evening, moves
from tests.support.engines.bot_games import random_game
from tests.support.journals import begin
from tests.support.refusals import refused

GAME = ("f5", "d6", "c3", "d3", "c4")


def entries_of(*squares: str) -> tuple[Entry, ...]:
    """A game of reversi: entry 1 is its start, 2 its first move."""
    with Journal(Path(":memory:")) as journal:
        begin(journal, *squares)
        return journal.current()


def previewed(correction: Correction):
    entries = entries_of(*GAME)
    return preview(Replay.of(entries, GAMES), entries, correction)


def squares(played: AnyReplay) -> list[str]:
    return [ply.move.square for ply in played.plies if ply.entry]


def test_a_harmless_change_shows_the_new_score_and_changes_nothing() -> None:
    entries = entries_of("e6", "f6", "d3", "d6", "e7")
    played = Replay.of(entries, GAMES)
    seen = preview(played, entries, Correction("change", 4, "f5"))
    assert seen.breaks is None
    assert seen.without == ()
    assert squares(seen.played) == ["e6", "f6", "f5", "d6", "e7"]
    assert (played.plies[-1].scores, seen.played.plies[-1].scores) == ((7, 2), (5, 4))
    assert squares(played) == ["e6", "f6", "d3", "d6", "e7"]


def test_a_change_that_makes_a_later_move_impossible_names_the_first_one_and_all_after_it() -> None:
    seen = previewed(Correction("change", 2, "d3"))
    assert dict(seen.breaks.said.facts)["square"] == "d6"
    assert seen.without == (3, 4, 5, 6)
    assert squares(seen.played) == ["d3"]
    last = previewed(Correction("strike", 6))
    assert (last.breaks, squares(last.played)) == (None, list(GAME[:4]))


@pytest.mark.parametrize(("correction", "key"), [
    (Correction("change", 3, "a1"), "keeping.not_allowed_there"),
    (Correction("change", 3, {"square": "d6"}), "keeping.not_allowed_there"),
    (Correction("insert", 6, "h8"), "keeping.not_allowed_there"),
    (Correction("insert", 0, "a1"), "keeping.not_allowed_there"),
    (Correction("change", 99, "d6"), "table.no_such_move"),
    (Correction("strike", 0), "table.no_such_move"),
    (Correction("change", 0, "f5"), "table.no_such_move"),
])  # fmt: skip
def test_what_cannot_be_is_refused_before_anything_is_weighed(correction: Correction, key: str) -> None:
    with refused(key, CorrectionRefused):
        previewed(correction)


def test_the_moves_to_choose_from_are_the_legal_ones_at_that_point_but_for_the_one_that_stands_there() -> None:
    played = Replay.of(entries_of(*GAME), GAMES)
    assert {one.move for one in find_legal_moves(played, Correction("change", 3))} == {"f4", "f6"}
    first = {one.move for one in find_legal_moves(played, Correction("insert", 0))}
    assert first == {"d3", "c4", "f5", "e6"}
    (choice,) = (one for one in find_legal_moves(played, Correction("change", 3)) if one.move == "f4")
    assert choice.places == ("e4", "f4")
    assert choice.player == 1


@pytest.mark.parametrize("name", ["search", "sevens", "doubt", "infiltration", "checkers"])
def test_what_was_made_can_be_chosen_at_every_point_of_every_game_and_nothing_hidden_is_told(name: str) -> None:
    game = GAMES[name]
    players = NAMES[: max(game.PLAYERS.start, 2)]
    with Journal(Path(":memory:")) as journal:
        journal.start_game(name, players, {})
        for state, move in islice(random_game(game, players, {}, 3), 12):
            journal.append("move", {"move": game.move_to_json(game.observed(state, move, None)), "picture": None})
        played, _ = Replay.begun(journal.current(), GAMES).as_far_as(line_of(journal.current()))
    assert len(played.plies) >= 8
    for before, ply in zip(played.states, played.plies, strict=False):
        if not ply.entry:
            continue
        told = find_legal_moves(played, Correction("change", ply.entry))
        assert len(told) == len(game.moves(before)) - 1
        # What is offered leaves the table in a state that everybody may see.
        for one in told[:5]:
            after = game.play(before, game.move_from_json(one.move))
            assert game.view(after, None) == after


def test_a_change_and_what_it_makes_impossible_are_one_entry_so_that_a_power_cut_leaves_no_half(tmp_path: Path) -> None:
    with Evening(tmp_path) as evening:
        evening.play(*GAME)
        first, *rest = [line.entry for line in evening.now.moves]
        now = evening.do(Correction("change", first, "d3", "phone:Aya's phone", tuple(rest), known=rest[-1]))
        assert moves(now) == ["d3"]
        assert evening.journal.current()[-1].data["without"] == rest
    with Evening(tmp_path, start=False) as again:
        assert moves(again.now) == ["d3"]


@pytest.mark.parametrize("second", [
    lambda entry, known: Correction("change", entry, "f4", "phone:B", known=known),
    lambda entry, known: Correction("strike", entry, by="phone:B", known=known),
    lambda entry, known: Correction("insert", entry, "f4", "phone:B", known=known),
])  # fmt: skip
def test_of_two_people_who_correct_the_same_move_the_slower_is_told_and_nothing_is_lost(
    tmp_path: Path, second: Callable
) -> None:
    with Evening(tmp_path) as evening:
        evening.play("f5", "d6")
        entry = evening.now.moves[-1].entry
        evening.do(Correction("change", entry, "f6", "phone:A", known=entry))
        with refused("keeping.corrected_meanwhile", CorrectionRefused):
            evening.do(second(entry, entry))
        assert moves(evening.now) == ["f5", "f6"]


def test_moves_that_were_made_meanwhile_keep_nobody_from_correcting_but_another_game_does(tmp_path: Path) -> None:
    with Evening(tmp_path) as evening:
        evening.play("f5", "f6")
        known = evening.now.moves[-1].entry
        evening.lay("f5", "f6", "c4")
        assert moves(evening.do(Correction("change", known, "d6", "phone", known=known))) == ["f5", "d6", "c4"]
        evening.do(NewGame("reversi", ("Chie", "Dan")))
        with refused("keeping.other_game", CorrectionRefused):
            evening.do(Correction("strike", known, by="phone", known=known))


def test_who_corrected_what_stays_in_the_record(tmp_path: Path) -> None:
    with Evening(tmp_path) as evening:
        evening.play("f5", "f6", "c4")
        _, second, _ = (line.entry for line in evening.now.moves)
        evening.do(Correction("change", second, "d6", "phone:Aya's phone"))
        evening.do(Undo("button"))
        evening.do(Correction("insert", second, "c3", "phone"))
        told = history_of(evening.journal.current(), evening.game.played)
    said = [(dict(one.said.facts)["square"], one.ply, one.by, one.ended and one.ended.data["by"]) for one in told]
    assert said == [
        ("f5", 1, "camera", None),
        ("f6", 0, "camera", "phone:Aya's phone"),
        ("d6", 2, "phone:Aya's phone", None),
        ("c3", 3, "phone", None),
        ("c4", 0, "camera", "button"),
    ]
    assert told[0].picture is None or told[0].picture.startswith("1-")
    assert told[1].picture == told[2].picture


def test_a_move_put_in_before_the_first_one_is_in_the_history() -> None:
    with Journal(Path(":memory:")) as journal:
        begin(journal, "f5")
        journal.append("strike", {"entries": [2], "by": "phone"})
        journal.append("insert", {"after": 1, "move": "d3", "by": "phone", "without": []})
        entries = journal.current()
    told = history_of(entries, Replay.of(entries, GAMES))
    assert [(dict(one.said.facts)["square"], one.ply) for one in told] == [("d3", 1), ("f5", 0)]


def test_a_corrected_game_is_played_again_only_from_where_it_differs() -> None:
    played = Replay.of(entries_of(*GAME), GAMES)
    again = Replay.of((*entries_of(*GAME, "f4"),), GAMES, played)
    assert all(one is other for one, other in zip(played.plies, again.plies, strict=False))
    assert squares(again) == [*GAME, "f4"]
    assert Replay.of(entries_of(*GAME, "f4"), GAMES).plies == again.plies
