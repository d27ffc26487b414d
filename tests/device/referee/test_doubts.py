"""Later pictures put right what an earlier one has misread, while its move is open to doubt, and nothing else."""

from itertools import islice
from pathlib import Path

import pytest

from device.record.corrections import Correction
from device.texts import say
from engines.contract import IllegalMove
from engines.jarapon.moves import Discard
from engines.search import Turn
from engines.sevens import Lay
from engines.vocabulary import NUMBERS, changed
from tests.support.device.known_game import KnownGame, places_of
from tests.support.engines.bot_games import random_game

KINDS = {"jarapon": Discard, "sevens": Lay, "search": Turn}


def face_of(move) -> str:
    return getattr(move, "tile", None) if isinstance(move, Discard) else move.face


def with_face(move, face: str):
    name = "tile" if isinstance(move, Discard) else "face"
    return type(move)(**{slot: face if slot == name else getattr(move, slot) for slot in move.__slots__})


class Misread:
    """A game in which a move with a face was recorded as `wrong`, while it was `right`; `likely`: how it was read."""

    def __init__(self, folder: Path, name: str, after: int = 5, likely: float = 0.975) -> None:
        self.table = KnownGame(folder, name)
        self.seed, count, self.wrong = next(self._misreadable(KINDS[name], after))
        for state, move in islice(self.plies(), count):
            self.table.make(state, move)
        self.state, move = next(islice(self.plies(), count, None))
        self.right, self.box = self.table.game.observed(self.state, move, None), self.table.box
        state = self.state
        self.seen_wrong, self.seen_right = (self._shown(state, one) for one in (self.wrong, move))
        ((self.place, _),) = [
            (place, likely) for place, likely in self.seen_right.items() if likely != self.seen_wrong[place]
        ]
        self.seen_wrong[self.place] = {face_of(self.wrong): likely, face_of(move): 1 - likely - 0.01, "empty": 0.01}

    def plies(self):
        """The game move by move."""
        return random_game(self.table.game, self.table.players, self.table.options, self.seed)

    def _misreadable(self, kind: type, after: int):
        """Moves of a few games that could as well have been the same with another face, and the table shows which."""
        for self.seed in range(9):
            for count, (state, move) in enumerate(islice(self.plies(), 60)):
                for face in (*NUMBERS, "wild"):
                    if (
                        count > after
                        and isinstance(move, kind)
                        and face != face_of(move)
                        and self._may_be(state, move, face)
                    ):
                        yield self.seed, count, with_face(move, face)

    def _may_be(self, state, move, face: str) -> bool:
        game, view = self.table.game, self.table.game.view(state, None)
        try:
            wrong, right = (game.play(view, one) for one in (with_face(move, face), game.observed(state, move, None)))
        except IllegalMove:
            return False
        return len(changed(game.layout(wrong), game.layout(right))) == 1

    def _shown(self, state, move) -> dict:
        """What a camera that errs nowhere sees after a move."""
        view = self.table.game.view(state, None)
        return places_of(self.table.game, self.table.game.play(view, move))

    def see(self, places, **more) -> None:
        """A new picture."""
        self.box.see(dict(places) | more, None)

    def record(self, **more) -> None:
        """The wrong move is recorded: by the camera, or by people whom the box has asked and who err with it."""
        self.see(self.seen_wrong, **more)
        for choice in self.box.question:
            if choice.moved.moves[-1] == self.wrong:
                self.box.choose(choice.key, "phone")
                break

    def corrections(self) -> list:
        return [entry.data for entry in self.box.journal.current() if entry.kind == "change"]


@pytest.fixture
def misread(tmp_path: Path) -> Misread:
    misread = Misread(tmp_path, "jarapon")
    misread.record()
    assert misread.table.recorded()[-1] == misread.wrong
    return misread


@pytest.mark.parametrize("name", ["jarapon", "search"])
def test_what_two_pictures_show_for_certain_is_corrected_and_said(tmp_path: Path, name: str) -> None:
    misread = Misread(tmp_path, name)
    misread.record()
    misread.see(misread.seen_right)
    assert (misread.corrections(), misread.table.recorded()[-1]) == ([], misread.wrong)
    assert misread.box.problem is not None
    misread.see(misread.seen_right)
    assert misread.table.recorded()[-1] == misread.right
    assert [one["by"] for one in misread.corrections()] == ["camera"]
    assert misread.box.problem is None
    (notice,) = misread.box.notices
    for language in ("en", "ja"):
        assert face_of(misread.right).replace("wild", "") in say(notice, language)


def test_a_later_move_stays_and_is_recorded_after_the_corrected_one(misread: Misread) -> None:
    after = misread.table.game.play(misread.state, misread.right)
    later = next(islice(misread.plies(), len(misread.table.told) + 1, None))
    misread.see(misread.seen_right)
    misread.see(misread.seen_right)
    misread.table.told.append(misread.right)
    misread.table.make(*later)
    assert later[0] == after
    assert misread.table.recorded()[: len(misread.table.told)] == misread.table.told[: len(misread.table.recorded())]


def test_an_earlier_move_is_corrected_when_its_tile_is_seen_at_last(tmp_path: Path) -> None:
    misread = Misread(tmp_path, "jarapon", after=8)
    game, told, hazy = misread.table.game, misread.table.told, {misread.place: misread.seen_wrong[misread.place]}
    misread.record()
    told.append(misread.wrong)
    first = len(told)
    for state, move in islice(misread.plies(), first, first + 6):
        told.append(game.observed(state, move, None))
        misread.see(places_of(game, game.play(state, move)), **hazy)
        misread.table.people.answer()
        assert misread.table.recorded()[: len(told)] == told[: len(misread.table.recorded())]
    last = misread.table.recorded()
    assert len(last) >= first + 4
    for _ in range(2):
        assert misread.corrections() == []
        misread.see(places_of(game, game.play(state, move)))
    assert misread.table.recorded()[: len(last)] == [*last[: first - 1], misread.right, *last[first:]]
    assert [one["by"] for one in misread.corrections()] == ["camera"]


def test_a_picture_between_that_says_otherwise_begins_the_count_anew(misread: Misread) -> None:
    misread.see(misread.seen_right)
    misread.see(misread.seen_wrong)
    misread.see(misread.seen_right)
    assert misread.corrections() == []
    misread.see(misread.seen_right)
    assert len(misread.corrections()) == 1


def test_the_same_picture_judged_once_more_is_no_second_look(misread: Misread) -> None:
    misread.box.see(misread.seen_right, None)
    misread.box.see(misread.seen_right, None)
    assert misread.corrections() == []


def test_what_is_likely_and_not_certain_corrects_nothing(misread: Misread) -> None:
    likely = {face_of(misread.right): 0.96, face_of(misread.wrong): 0.03, "empty": 0.01}
    for _ in range(4):
        misread.see(misread.seen_right, **{misread.place: likely})
    assert misread.corrections() == []


def test_two_things_that_differ_correct_nothing(misread: Misread) -> None:
    other = next(
        place for place in misread.seen_right if place != misread.place and place.startswith(("river", "row", "tile"))
    )
    for _ in range(4):
        misread.see(misread.seen_right, **{other: {"upright": 1.0}})
    assert misread.corrections() == []


def test_a_move_that_was_seen_for_certain_is_no_longer_open_to_doubt(tmp_path: Path) -> None:
    misread = Misread(tmp_path, "jarapon")
    misread.record(**{misread.place: {face_of(misread.wrong): 1.0}})
    for _ in range(4):
        misread.see(misread.seen_right)
    assert misread.corrections() == []
    assert misread.box.problem is not None
    assert misread.box.problem.message.key == "referee.other_face"
    assert misread.box.problem.places == (misread.place,)


def test_what_people_have_corrected_the_camera_leaves_alone(misread: Misread) -> None:
    entry = misread.box.played.plies[-1].entry
    misread.box.correct(Correction("change", entry, misread.table.game.move_to_json(misread.wrong), "phone"))
    for _ in range(4):
        misread.see(misread.seen_right)
    assert [one["by"] for one in misread.corrections()] == ["phone"]


def test_a_correction_that_a_later_move_forbids_is_not_made(tmp_path: Path) -> None:
    misread = Misread(tmp_path, "jarapon")
    misread.see(misread.seen_wrong)
    box, game = misread.box, misread.table.game
    pon = [move for move in game.moves(box.played.now) if type(move).__name__ == "LaySet"]
    box.correct(Correction("insert", box.played.plies[-1].entry, game.move_to_json(pon[0]), "phone"))
    shows = places_of(game, box.played.now) | {misread.place: {face_of(misread.right): 1.0}}
    for _ in range(4):
        misread.see(shows)
    assert misread.corrections() == []


def test_in_sevens_a_tile_in_the_place_of_the_almighty_may_have_been_laid_there_and_is_asked_for(
    tmp_path: Path,
) -> None:
    misread = Misread(tmp_path, "sevens")
    game, told, hazy = misread.table.game, misread.table.told, {misread.place: misread.seen_wrong[misread.place]}
    misread.record()
    told.append(misread.wrong)
    for state, move in islice(misread.plies(), len(told), len(told) + 4):
        told.append(game.observed(state, move, None))
        misread.see(places_of(game, game.play(state, move)), **hazy)
        misread.table.people.answer()
    before = misread.table.recorded()
    for _ in range(4):
        misread.see(places_of(game, game.play(state, move)))
        assert misread.box.question
    assert (misread.corrections(), misread.table.recorded()) == ([], before)
