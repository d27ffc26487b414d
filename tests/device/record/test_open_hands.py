"""A misread winning hand is typed tile by tile: what it is worth is seen first, and all after it is rescored."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from device.games.listing import GAMES
from device.record.corrections import Correction, Preview, find_legal_moves, preview, with_hand
from device.record.journal import Entry, Journal
from device.record.open_hands import OpenHand
from device.record.replay import AnyReplay, CorrectionRefused, Replay
from engines.contract import IllegalMove
from engines.jarapon.moves import Show
from engines.messages import Refusal, message
from tests.support.device.misread_hand import GAME, Misread, misread
from tests.support.refusals import refused


def game_of(table: Misread, moves: Sequence[Any] = ()) -> tuple[AnyReplay, tuple[Entry, ...]]:
    """The game as a journal has it, with its moves or with others."""
    with Journal(Path(":memory:")) as journal:
        journal.start_game("jarapon", table.players, {})
        for move in moves or table.moves:
            journal.append("move", {"move": move, "picture": None, "by": "camera"})
        return Replay.of(journal.current(), GAMES), journal.current()


def played_move(played: AnyReplay, table: Misread) -> Any:
    return played.plies[played.ply_of(table.entry) - 1].move


def put_right(table: Misread, tiles: Sequence[str]) -> Preview:
    played, entries = game_of(table)
    typed = with_hand(played, Correction("change", table.entry), table.shown.seat, tiles)
    return preview(played, entries, typed)


def really(table: Misread) -> AnyReplay:
    """The game as it would have been, had the hand been read rightly."""
    right = list(table.moves)
    right[table.at] = GAME.move_to_json(table.shown)
    return game_of(table, right)[0]


# By self-draw and from a discard, with an open set and without, with a bonus tile to be turned up and without.
MISREAD = {
    "drawn, open set": (2, 9, 21, 22), "discard": (2, 9, 28, 29), "discard, open set": (3, 4, 43, 50),
    "riichi": (3, 11, 22, 24),
}  # fmt: skip


@pytest.mark.parametrize("name", MISREAD)
def test_the_right_tiles_make_the_game_what_it_would_have_been(name: str) -> None:
    table = misread(*MISREAD[name], wins=True)
    was, _ = game_of(table)
    seen = put_right(table, table.shown.tiles[::-1])
    assert seen.breaks is None
    assert seen.played.now == really(table).now
    assert played_move(seen.played, table) == table.shown
    assert seen.later == len(table.moves) - table.at - 1
    assert played_move(was, table) == table.read


def test_what_the_hand_is_worth_and_who_pays_whom_is_told_first() -> None:
    table = misread(3, 4, 43, 50, wins=True)
    seen = put_right(table, table.shown.tiles)
    told = {said.key: dict(said.facts) for said in seen.came_to}
    entry = next(one for one in really(table).now.match.account if one.kind == "won")
    winner, giver = table.players[table.shown.seat], table.players[entry.worth.giver]
    assert told["jarapon.won"] == {"player": winner}
    assert told["jarapon.worth.with_pon"]["points"] == entry.worth.points
    assert told["jarapon.chips.given"]["player"] == giver
    assert told["jarapon.chips.given"]["points"] == -entry.gained[entry.worth.giver]
    new = dict(zip(table.players, seen.played.now.match.purses, strict=True))
    old = dict(zip(table.players, game_of(table)[0].now.match.purses, strict=True))
    assert old[winner] != new[winner]


def test_a_false_win_that_was_none_is_won_and_nobody_pays_a_penalty() -> None:
    table = misread(2, 9, 21, 22, wins=False)
    before, _ = game_of(table)
    seen = put_right(table, table.shown.tiles)
    assert before.now.match.account[-1].kind == "false_win"
    assert (seen.breaks, seen.played.now.match.account[-1].kind) == (None, "won")
    assert seen.came_to[0].key == "jarapon.won"


def test_a_hand_that_was_none_is_told_with_its_penalty_and_with_what_is_no_longer_allowed() -> None:
    table = misread(3, 11, 22, 24, wins=True)
    wrong = misread(3, 11, 22, 24, wins=False).read
    seen = put_right(table, wrong.tiles)
    assert [said.key for said in seen.came_to][:1] == ["jarapon.false_win"]
    assert "jarapon.fine" in [said.key for said in seen.came_to]
    # The bonus tile is turned up by winners alone.
    assert seen.breaks is not None
    assert (seen.breaks.said.key, seen.without, seen.later) == ("jarapon.told.turn_up", (table.entry + 1,), 0)
    # While it is to be turned up, the worth without it is told, and nobody pays yet.
    table = misread(3, 11, 22, 23, wins=True)
    keys = [said.key for said in put_right(table, table.shown.tiles).came_to]
    assert keys[0] == "jarapon.won"
    assert {"jarapon.worth.hand", "jarapon.turn_up"} <= set(keys)
    assert not [key for key in keys if key.startswith("jarapon.gain")]


def test_a_hand_to_type_comes_with_what_was_read_and_with_what_belongs_to_it() -> None:
    table = misread(3, 4, 43, 50, wins=True)
    played, _ = game_of(table)
    (one,) = (one for one in find_legal_moves(played, Correction("change", table.entry)) if one.hand and one.hand.tiles)
    assert one.hand.tiles == table.read.tiles
    assert (one.player, one.hand.count) == (table.shown.seat, 5)
    state = played.states[played.ply_of(table.entry) - 1]
    assert one.hand.sets == (state.seats[table.shown.seat].sets[0].tiles,)
    assert one.hand.taken == state.taken


def test_a_hand_that_the_camera_cannot_read_is_typed_behind_the_move_that_laid_it_open() -> None:
    table = misread(2, 9, 21, 22, wins=True)
    moves = [*table.moves[: table.at], GAME.move_to_json(Show(table.shown.seat, "unknown"))]
    played, entries = game_of(table, moves)
    last = entries[-1].number
    (one,) = find_legal_moves(played, Correction("insert", last))
    assert one.hand == OpenHand(table.shown.seat, 6, (), one.hand.sets)
    typed = with_hand(played, Correction("insert", last), table.shown.seat, table.shown.tiles)
    assert preview(played, entries, typed).played.now.match.account[-1].kind == "won"
    # Or in the place of that move.
    unread = [
        one.hand for one in find_legal_moves(played, Correction("change", last)) if one.player == table.shown.seat
    ]
    assert any(hand and not hand.tiles for hand in unread)
    typed = with_hand(played, Correction("change", last), table.shown.seat, table.shown.tiles)
    assert preview(played, entries, typed).played.now.match.account[-1].kind == "won"


@pytest.mark.parametrize(
    "tiles", [[], ["3"] * 5, ["3"] * 7, ["3"] * 5 + ["0"], ["3"] * 5 + ["back"], [["3"]] * 6, [3] * 6]
)
def test_so_many_tiles_as_the_hand_has_or_nothing_is_done(tiles: list[Any]) -> None:
    with pytest.raises(Refusal) as refused:
        put_right(misread(2, 9, 21, 22, wins=True), tiles)
    assert refused.value.said == message("open_hand.count", count=6)


@pytest.mark.parametrize(("way", "player"), [("change", 1), ("change", 7), ("change", -1), ("strike", 0)])
def test_nobody_shows_a_hand_who_cannot_have_won(way: Any, player: int) -> None:
    table = misread(2, 9, 21, 22, wins=True)
    played, _ = game_of(table)
    with refused("keeping.not_allowed_there", CorrectionRefused):
        with_hand(played, Correction(way, table.entry), player, table.shown.tiles)


def test_tiles_that_lie_elsewhere_are_refused_in_words_and_other_moves_have_nothing_to_type() -> None:
    table = misread(2, 9, 21, 22, wins=True)
    with refused("jarapon.illegal.show_not_held", IllegalMove):
        put_right(table, ["wild"] * 6)
    assert not any(one.hand for one in find_legal_moves(game_of(table)[0], Correction("change", 3)))
