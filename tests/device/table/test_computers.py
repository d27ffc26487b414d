"""Games that the box deals: computer players move by themselves, and people play from seats of their own."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from device.games.listing import GAMES, profile_of
from device.record.archive import kept_game
from device.record.corrections import check_unchanged
from device.record.entries import digest_of
from device.record.exports import game_json, record_text, scores_csv
from device.record.imports import read_games
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.record.replay import CorrectionRefused
from device.table.computers import PAUSE_S, Computers, OwnView
from device.table.events import LookFromSeat, NewGame, PlayFromSeat, TakeSeat
from device.table.game import BoardGame
from device.table.game_start import begin_game
from device.texts import say
from engines import stop
from engines.bots import NAMES
from engines.contract import BadOption
from tests.device.record.test_exports import NOW
from tests.support.refusals import refused

AYA, PHONE, OTHER = 0, "9c2e", "77ab"
GENERALS = ("", "strong", "medium", "easy", "strong")
MOST = 4000  # steps of a game


class DealtTable:
    """A game that the box deals, with a clock that stands still until somebody waits; Aya plays by phone."""

    def __init__(self, journal: Journal, folder: Path) -> None:
        self.now, self._pick = 0.0, random.Random(1)
        self.game = BoardGame(journal, PictureStore(folder / "pictures"))
        self.computers = Computers(self.game, lambda: self.now)
        self.computers.hear(TakeSeat(AYA, PHONE))

    def view(self, seat: int = AYA, phone: str = PHONE) -> OwnView:
        view = self.computers.hear(LookFromSeat(seat, phone))
        assert view is not None
        return view

    def wait(self) -> int:
        """Wait until no computer player moves; gives how many moves they made."""
        before = len(self.game.played.plies)
        for _ in range(MOST):
            made = len(self.game.played.plies)
            self.computers.go_on()
            self.now += self.computers.wait_s(PAUSE_S)
            self.computers.go_on()
            if len(self.game.played.plies) == made:
                return made - before
        raise AssertionError("the computer players never wait")

    def choose(self, number: int | None = 0) -> None:
        self.computers.hear(PlayFromSeat(AYA, PHONE, number, "phone"))

    def go_on(self) -> None:
        """Any move that Aya has, or none; then whatever the others do."""
        view = self.view()
        self.choose(None if view.may_pass else self._pick.randrange(len(view.moves)))
        self.wait()


@contextmanager
def dealt(folder: Path, name: str = "stop", players: int = 5, games: int = 5) -> Iterator[DealtTable]:
    """The same deal in every run: of those that chance gives, one in twenty never brings what a test waits for."""
    options = {"stop": {"games": games}, "skip_bo": {"short": "yes"}}.get(name, {})
    with Journal(folder / "journal.db") as journal:
        begin_game(journal, name, NAMES[:players], options, computers=GENERALS[:players], seed=1)
        yield DealtTable(journal, folder)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[DealtTable]:
    """Stop between Aya and four computer players."""
    with dealt(tmp_path) as table:
        yield table


ALL = [name for name in GAMES if profile_of(name).is_dealt]


@pytest.mark.parametrize("name", ALL)
def test_one_person_plays_every_game_that_the_box_can_deal_to_its_end(tmp_path: Path, name: str) -> None:
    with dealt(tmp_path, name, max(2, GAMES[name].PLAYERS[0])) as table:
        table.wait()
        for step in range(MOST):
            if table.game.played.is_over:
                break
            if step < 40:
                game, state, shown = table.game.played.game, table.game.played.now, table.view()
                assert bool(shown.hand or shown.faces) >= (game.view(state, AYA) != game.view(state, None))
                assert all(move.said.key.startswith("own_move.") for move in shown.moves)
                assert all(say(move.said, language) for move in shown.moves for language in ("en", "ja"))
            if step == 6:
                keeps_its_secrets(table)
            table.go_on()
        assert table.game.played.is_over and step > 6
        by = {entry.data.get("by") for entry in table.game.journal.current() if entry.kind == "move"}
        assert by == {"phone", "computer"}


def keeps_its_secrets(table: DealtTable) -> None:
    """Pages and files hold none while the game is played."""
    played = table.game.played
    kept = kept_game(table.game.journal.current())
    assert kept.last == table.game.journal.current()[-1].number
    assert kept.played is not None
    assert list(kept.played.states) == [played.game.view(state, None) for state in played.states]
    moves = [played.game.observed(at, ply.move, None) for at, ply in zip(played.states, played.plies, strict=False)]
    assert [ply.move for ply in kept.played.plies] == moves
    written = json.loads(game_json(kept))
    assert "seed" not in written["entries"][0]["data"]
    assert [entry["data"]["move"] for entry in written["entries"] if entry["kind"] == "move"] == [
        played.game.move_to_json(move) for move in moves
    ]
    assert scores_csv(kept, "en")


def test_infiltration_shows_a_player_the_roles_of_his_own_tiles_alone(tmp_path: Path) -> None:
    with dealt(tmp_path, "infiltration", 2) as table:
        table.wait()
        assert sorted(table.view().faces.values()) == ["finn"] * 4 + ["rey"] * 4
        own = {place for place, seat in GAMES["infiltration"].owners(table.game.played.now).items() if seat == AYA}
        assert set(table.view().faces) == own
        for _ in range(6):
            table.go_on()
        assert set(table.view().faces.values()) <= {"finn", "rey"}


def test_whoever_may_lie_chooses_the_tile_to_lay(tmp_path: Path) -> None:
    with dealt(tmp_path, "doubt", 3) as table:
        table.wait()
        while table.game.played.now.seat != AYA or table.view().may_pass:
            table.choose(None)
            table.wait()
        view = table.view()
        lays = [move for move in view.moves if move.said.key == "own_move.doubt.laid"]
        assert [move.pieces for move in lays] == [(tile,) for tile in dict.fromkeys(view.hand)]
        number = table.game.played.now.number
        tile = view.hand[-1].replace("wild", "★")
        assert say(lays[-1].said, "en") == f"Say {number} and lay {tile}"
        assert say(lays[-1].said, "ja") == f"「{number}」と言って{tile}を出す"


def test_somebody_plays_a_game_that_can_be_dealt_and_the_strengths_are_known(table: DealtTable) -> None:
    for computers in (("strong",) * 5, ("", "best", "easy", "easy", "easy"), ("", "easy")):
        with pytest.raises(BadOption):
            table.game.begin(NewGame("stop", NAMES[:5], {}, computers=computers))
    assert "drop_it" not in ALL
    with refused("computers.not_dealt", BadOption):
        table.game.begin(NewGame("drop_it", NAMES[:2], {}, computers=("", "easy")))


def test_computer_players_move_after_a_pause_and_wait_for_people(table: DealtTable) -> None:
    table.computers.go_on()
    assert table.computers.wait_s(100.0) == 100.0  # Aya turns up the first card
    (turn_up,) = table.view().moves
    assert [say(turn_up.said, language) for language in ("en", "ja")] == [
        "Turn up a card",
        "札を1枚めくる",
    ]
    table.choose()
    table.computers.go_on()
    assert len(table.game.played.plies) == 1
    assert table.computers.wait_s(100.0) == PAUSE_S
    assert table.wait() >= 4
    until_in_turn(table)
    view = table.view()
    assert view.hand == table.game.played.now.seats[AYA].hand
    assert {piece for move in view.moves for piece in move.pieces} <= set(view.hand)


def until_in_turn(table: DealtTable) -> None:
    """Until Aya may draw, or discards."""
    table.wait()
    for _ in range(MOST):
        state = table.game.played.now
        if state.turn == AYA and state.phase in ("turn", "discard"):
            return
        table.go_on()
    raise AssertionError("it is never Aya's turn")


def test_a_seat_belongs_to_one_phone_until_that_leaves_it(table: DealtTable) -> None:
    with pytest.raises(CorrectionRefused) as refusal:
        table.computers.hear(TakeSeat(AYA, OTHER))
    assert say(refusal.value.said, "en").startswith("Another phone holds the seat of Aya")
    nobodys = [TakeSeat(seat, PHONE) for seat in (1, 5, -1)]  # a computer player's, and no seats
    for event in (LookFromSeat(AYA, OTHER), PlayFromSeat(AYA, OTHER, 0, "phone"), *nobodys):
        with pytest.raises(CorrectionRefused):
            table.computers.hear(event)
    table.computers.hear(TakeSeat(None, PHONE))
    table.computers.hear(TakeSeat(AYA, OTHER))
    assert table.view(AYA, OTHER).moves
    with pytest.raises(CorrectionRefused):
        table.view()


def test_a_game_that_is_gone_on_with_still_shows_a_hand_to_nobody_but_the_phone_that_had_the_seat(
    tmp_path: Path,
) -> None:
    with dealt(tmp_path) as table:
        hand, number = table.view().hand, table.game.played.number
        table.game.begin(NewGame("reversi", NAMES[:2]))
        table.game.resume(number)
        with refused("computers.taken"):
            table.computers.hear(TakeSeat(AYA, OTHER))
        with refused("computers.not_yours"):
            table.view(AYA, OTHER)
        assert table.view().hand == hand
    with Journal(tmp_path / "journal.db") as journal:  # the box is started anew
        computers = Computers(BoardGame(journal, PictureStore(tmp_path / "pictures")))
        with refused("computers.taken"):
            computers.hear(TakeSeat(AYA, OTHER))
        view = computers.hear(LookFromSeat(AYA, PHONE))
        assert view is not None and view.hand == hand


def test_somebody_at_the_box_frees_a_seat_for_another_phone(table: DealtTable) -> None:
    table.computers.hear(TakeSeat(AYA, None))
    with refused("computers.freed"):
        table.view()
    table.computers.hear(TakeSeat(AYA, OTHER))
    assert table.view(AYA, OTHER).moves
    with refused("computers.not_yours"):
        table.view()


def test_who_sits_down_changes_nothing_that_others_were_about_to_do(table: DealtTable) -> None:
    until_in_turn(table)
    known = table.view().known
    table.computers.hear(TakeSeat(AYA, None))
    table.computers.hear(TakeSeat(AYA, PHONE))
    check_unchanged(known, table.game.journal.current())
    entries = table.game.journal.current()
    assert digest_of(entries) == digest_of([entry for entry in entries if entry.kind != "seat"])
    assert "seat" not in {entry["kind"] for entry in json.loads(game_json(kept_game(entries)))["entries"]}


def test_undo_goes_back_to_the_last_move_that_a_person_chose_also_in_files(table: DealtTable) -> None:
    until_in_turn(table)
    before, view = table.game.played.now, table.view()
    table.choose()
    assert table.wait() > 0 or table.game.played.now.turn == AYA
    table.game.undo("phone")
    assert (table.game.played.now, table.view().moves) == (before, view.moves)
    assert table.wait() == 0  # the person decides again
    entries = kept_game(table.game.journal.current()).entries
    assert entries[-1].data == {"entries": [], "by": "phone"}
    assert {ply.entry for ply in table.game.played.plies} <= {entry.number for entry in entries}
    assert len([entry for entry in entries if entry.kind == "move"]) == len(table.game.played.plies)
    table.choose(len(view.moves) - 1)


def test_the_others_wait_for_whoever_may_call_until_he_lets_them_go_on(tmp_path: Path) -> None:
    with dealt(tmp_path, games=20) as table:
        table.wait()
        for _ in range(MOST):
            view, state = table.view(), table.game.played.now
            if view.may_pass and view.moves and state.phase == "turn":
                break
            table.go_on()
        assert {stop.mover(state, own.move) for own in view.moves} == {AYA}
        assert state.turn != AYA
        assert table.wait() == 0
        table.choose(None)
        assert table.wait() > 0


def test_a_result_stays_until_somebody_has_read_it(table: DealtTable) -> None:
    table.wait()
    while not table.game.played.now.match.games:
        table.go_on()
    assert table.wait() == 0
    assert table.view().may_pass == (table.game.played.now.match.dealer != AYA)


def test_a_game_that_is_over_is_exported_with_its_deal_and_taken_back(tmp_path: Path) -> None:
    with dealt(tmp_path, games=1) as table:
        table.wait()
        while not table.game.played.is_over:
            table.go_on()
        kept = kept_game(table.game.journal.current())
        assert kept.played == table.game.played
        assert kept.entries[0].data["seed"] == 1, "the deal that was asked for"
        (read,) = read_games(game_json(kept).encode(), NOW, None, str)
        again = kept_game(read.entries)
        assert (again.trouble, record_text(again)) == (None, record_text(kept))
        assert again.played is not None
        assert again.played.states == table.game.played.states


def test_after_a_power_cut_the_game_goes_on_from_seats_alone_until_it_is_dealt_anew(tmp_path: Path) -> None:
    with dealt(tmp_path) as table:
        until_in_turn(table)
        before = table.game.played
    with Journal(tmp_path / "journal.db") as journal:
        again = DealtTable(journal, tmp_path)
        assert again.game.played.states == before.states
        assert again.view().hand == before.now.seats[AYA].hand
        with pytest.raises(CorrectionRefused) as refusal:
            again.game.enter("turn AS", "phone")
        assert say(refusal.value.said, "en") == "The box deals this game: everybody plays from their own seat."
        assert again.game.untold == ()
        same = again.game.same_game()
        again.game.begin(same)
        assert same.computers == again.game.computers == GENERALS
        assert again.game.played.start != before.start
        with pytest.raises(CorrectionRefused):  # another game: seats are chosen anew
            again.view()
