"""Later pictures put right what an earlier one has misread, while its move is open to doubt, and nothing else."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from device.games.listing import GAMES
from device.record.corrections import Correction
from device.texts import say
from engines.bots import Ply
from engines.contract import IllegalMove
from engines.jarapon.moves import Discard, LaySet
from engines.search import Turn
from engines.sevens import Lay
from engines.vocabulary import NUMBERS, changed
from tests.support.device.known_game import KnownGame, Places, places_of, plies_of
from tests.support.device.observing import observe

KINDS = {"jarapon": Discard, "sevens": Lay, "search": Turn}


def face_of(move: Any) -> str:
    face: str = move.tile if isinstance(move, Discard) else move.face
    return face


def with_face(move: Any, face: str) -> Any:
    return replace(move, **{"tile" if isinstance(move, Discard) else "face": face})


def differ_in_one_place(name: str, state: Any, move: Any, other: Any) -> bool:
    game = GAMES[name]
    view = game.view(state, None)
    try:
        after = [game.play(view, one) for one in (other, game.observed(state, move, None))]
    except IllegalMove:
        return False
    return len(changed(*map(game.layout, after))) == 1


@cache
def misreadable(name: str, after: int) -> tuple[list[Ply[Any, Any]], int, Any]:
    """A game, a move of it that could as well have been the same with another face, and that one."""
    for seed in range(9):
        plies = plies_of(name, seed, 60)
        for count, (state, move) in enumerate(plies):
            if count > after and isinstance(move, KINDS[name]):
                for face in (*NUMBERS, "wild"):
                    other = with_face(move, face)
                    if other != move and differ_in_one_place(name, state, move, other):
                        return plies, count, other
    raise AssertionError("no such game")


class Misread:
    """A game in which a move with a face was recorded as `wrong`, while it was `right`; `likely`: how it was read."""

    def __init__(self, folder: Path, name: str = "jarapon", after: int = 5, likely: float = 0.975) -> None:
        plies, self.count, self.wrong = misreadable(name, after)
        self.later = plies[self.count + 1 :]
        self.table = KnownGame(folder, name, plies[: self.count])
        game, (state, move) = self.table.game, plies[self.count]
        self.right, self.box = game.observed(state, move, None), self.table.box
        view = game.view(state, None)
        self.seen_wrong, self.seen_right = (places_of(game, game.play(view, one)) for one in (self.wrong, move))
        (self.place,) = (place for place, one in self.seen_right.items() if one != self.seen_wrong[place])
        self.seen_wrong[self.place] = {face_of(self.wrong): likely, face_of(move): 1 - likely - 0.01, "empty": 0.01}

    def see(self, places: Places, **more: dict[str, float]) -> None:
        """A new picture."""
        observe(self.box, places | more)

    def record(self, **more: dict[str, float]) -> None:
        """The wrong move is recorded: by the camera, or by people whom the box has asked and who err with it."""
        self.see(self.seen_wrong, **more)
        for choice in self.box.question:
            if choice.moved.moves[-1] == self.wrong:
                self.box.choose(choice.key, "phone")
                break

    def go_on(self, count: int) -> Places:
        """So many moves more are made, each before a camera that reads the wrong tile as before; the last table."""
        game, told = self.table.game, self.table.told
        hazy = {self.place: self.seen_wrong[self.place]}
        told.append(self.wrong)
        for state, move in self.later[:count]:
            told.append(game.observed(state, move, None))
            self.see(places_of(game, game.play(state, move)), **hazy)
            self.table.people.answer()
            assert self.table.recorded()[: len(told)] == told[: len(self.table.recorded())]
        return places_of(game, game.play(state, move))

    def correct(self, kind: str, move: Any) -> None:
        """People correct the record at the wrong move."""
        entry = self.box.played.plies[-1].entry
        self.box.correct(Correction(kind, entry, self.table.game.move_to_json(move), "phone"))

    def corrections(self) -> list[Any]:
        return [entry.data["by"] for entry in self.box.journal.current() if entry.kind == "change"]


@pytest.fixture
def misread(tmp_path: Path) -> Misread:
    misread = Misread(tmp_path)
    misread.record()
    assert misread.table.recorded()[-1] == misread.wrong
    return misread


@pytest.mark.parametrize("name", ["jarapon", "search"])
def test_what_two_pictures_show_for_certain_is_corrected_and_said(tmp_path: Path, name: str) -> None:
    misread = Misread(tmp_path, name)
    misread.record()
    for shown in (misread.seen_right, misread.seen_wrong, misread.seen_right):  # one that says otherwise: count anew
        misread.see(shown)
        assert (misread.corrections(), misread.table.recorded()[-1]) == ([], misread.wrong)
    assert misread.box.problem is not None
    misread.see(misread.seen_right)
    assert (misread.corrections(), misread.table.recorded()[-1]) == (["camera"], misread.right)
    assert misread.box.problem is None
    (notice,) = misread.box.notices
    for language in ("en", "ja"):
        assert face_of(misread.right).replace("wild", "") in say(notice, language)
    if name == "jarapon":  # the next move stays, and is recorded after the corrected one
        table = misread.table
        table.told.append(misread.right)
        table.make(*misread.later[0])
        assert table.recorded()[: len(table.told)] == table.told[: len(table.recorded())]


def test_an_earlier_move_is_corrected_when_its_tile_is_seen_at_last(tmp_path: Path) -> None:
    misread = Misread(tmp_path, after=8)
    misread.record()
    now, at = misread.go_on(6), misread.count
    last = misread.table.recorded()
    assert len(last) >= at + 5
    for _ in range(2):
        assert misread.corrections() == []
        misread.see(now)
    assert misread.table.recorded()[: len(last)] == [*last[:at], misread.right, *last[at + 1 :]]
    assert misread.corrections() == ["camera"]


def test_in_sevens_a_tile_in_the_place_of_the_almighty_may_have_been_laid_there(tmp_path: Path) -> None:
    misread = Misread(tmp_path, "sevens")
    misread.record()
    now, before = misread.go_on(4), misread.table.recorded()
    for _ in range(4):
        misread.see(now)
        assert misread.box.question
    assert (misread.corrections(), misread.table.recorded()) == ([], before)


def test_what_is_unsure_or_differs_in_more_or_is_judged_twice_corrects_nothing(misread: Misread) -> None:
    likely = {face_of(misread.right): 0.96, face_of(misread.wrong): 0.03, "empty": 0.01}
    other = next(place for place in misread.seen_right if place != misread.place and place.startswith("river"))
    for more in ({misread.place: likely}, {other: {"upright": 1.0}}):
        for _ in range(4):
            misread.see(misread.seen_right, **more)
        assert misread.corrections() == []
    misread.box.see(observe(misread.box, misread.seen_right))
    assert misread.corrections() == []


def test_a_move_that_was_seen_for_certain_is_no_longer_open_to_doubt(tmp_path: Path) -> None:
    misread = Misread(tmp_path)
    misread.record(**{misread.place: {face_of(misread.wrong): 1.0}})
    for _ in range(4):
        misread.see(misread.seen_right)
    assert misread.corrections() == []
    assert misread.box.problem is not None
    assert (misread.box.problem.message.key, misread.box.problem.places) == ("referee.other_face", (misread.place,))


def test_what_people_have_corrected_the_camera_leaves_alone(misread: Misread) -> None:
    misread.correct("change", misread.wrong)
    for _ in range(4):
        misread.see(misread.seen_right)
    assert misread.corrections() == ["phone"]


def test_a_correction_that_a_later_move_forbids_is_not_made(misread: Misread) -> None:
    box, game = misread.box, misread.table.game
    misread.correct("insert", next(move for move in game.moves(box.played.now) if isinstance(move, LaySet)))
    shows = places_of(game, box.played.now) | {misread.place: {face_of(misread.right): 1.0}}
    for _ in range(4):
        misread.see(shows)
    assert misread.corrections() == []
