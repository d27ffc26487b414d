"""Every table is drawn whole, says where everything lies, and marks what is last and what is wrong.

The golden files hold what was to be drawn beside the drawing: `python -m tests.web.diagrams.test_boards` writes them
anew from games of straw players; read the difference.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from device.games.listing import GAMES
from device.table.game_view import GameView
from device.texts import LANGUAGES
from engines import drop_it
from engines.contract import Prompt
from engines.drop_it import Drop
from engines.jarapon.state import State
from engines.vocabulary import UNKNOWN
from tests.support.engines.jarapon import after, dealt
from tests.support.paths import GOLDEN
from tests.support.web.sent import board_sent
from tests.support.web.tables import KEPT, TABLES, played, table, view_after, view_of_state

DRAWINGS = GOLDEN / "diagrams"
STATES = ("state", "before")  # of games that are drawn from their states
FIELDS = ("game", "players", "layout", "turn", "last_places", "problem_places", "owners")
WRONG = {
    "search": "tile/7", "sevens": "row/3/8", "doubt": "turned/9", "infiltration": "d4", "checkers": "e5",
    "reversi": "h1", "jarapon": "river/2/9", "jarapon-three": "pon/3/2/1", "jarapon-two": "wall/4/1",
    "stop": "meld/1/2", "drop_it": "frame/3", "skip_bo": "discard/1/1/1",
}  # fmt: skip
DRAWN = (*TABLES, *KEPT)


def view_of(golden: dict[str, Any]) -> GameView:
    told = {**golden, **{name: tuple(golden[name]) for name in ("players", "last_places")}}
    del told["problem_places"]
    game = GAMES[golden["game"]]
    prompts: tuple[Prompt, ...] = ()
    if "played" in told:
        told["state"] = game.start(golden["players"], {})
        for move in map(game.move_from_json, told.pop("played")):
            told["before"], told["state"] = told["state"], game.play(told["state"], move)
        prompts = tuple(game.prompt(told["state"]))
    return GameView(prompts=prompts, standings=(), over=False, **told)


def written(view: GameView, wrong: list[str], moves: list[Any]) -> str:
    """A golden file: fields of a view, where it is wrong, moves of games that are drawn from states, and all cells."""
    shown = {field: wrong if field == "problem_places" else getattr(view, field) for field in FIELDS}
    if view.game in (*KEPT, "jarapon"):
        shown["played"] = moves
    board = board_sent(view, "en", wrong)
    cells = ",\n".join(json.dumps(cell) for cell in board.pop("cells"))
    return f'{{"snapshot": {json.dumps(shown)},\n"board": {json.dumps(board)[:-1]}, "cells": [\n{cells}\n]}}}}\n'


def public_moves(name: str) -> list[Any]:
    """The moves of a table as everybody saw them."""
    kind, players, count, seed = (TABLES | KEPT)[name]
    game = GAMES[kind]
    return [game.move_to_json(game.observed(state, move, None)) for state, move in played(kind, players, seed, count)]


def test_every_game_is_drawn() -> None:
    assert {game for game, *_ in (TABLES | KEPT).values()} == set(GAMES)


@pytest.mark.parametrize("name", DRAWN)
def test_a_table_is_drawn_as_it_was(name: str) -> None:
    text = (DRAWINGS / f"{name}.json").read_text(encoding="utf-8")
    golden = json.loads(text)
    view, wrong = view_of(golden["snapshot"]), golden["snapshot"]["problem_places"]
    assert board_sent(view, "en", wrong) == golden["board"]
    assert written(view, wrong, golden["snapshot"].get("played", [])) == text


def tables() -> Iterator[tuple[str, GameView]]:
    """Whole games of every kind, a look now and then."""
    for game, players in (
        ("search", 4), ("sevens", 2), ("doubt", 3), ("infiltration", 2), ("checkers", 2), ("reversi", 2),
        ("jarapon", 2), ("jarapon", 3), ("jarapon", 4), ("stop", 5), ("skip_bo", 2), ("skip_bo", 3), ("drop_it", 4),
    ):  # fmt: skip
        plies = played(game, players, 2, 150)
        for count in range(1, len(plies) + 1, 9):
            yield f"{game} {count}", view_after(game, plies[:count], turn=count % 4)


def drawn_tiles(board: dict[str, Any]) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of every tile that is drawn."""
    boxes = []
    for cell in board["cells"]:
        if cell["look"] != "empty" and not cell.get("covered"):
            size = 0.5 if cell.get("small") else 1.0
            wide, high = (10, 8) if cell.get("turned") else (8, 10)
            half, tall = size * wide / 2, size * high / 2
            boxes.append((cell["x"] - half, cell["y"] - tall, cell["x"] + half, cell["y"] + tall))
    return boxes


def test_nothing_is_left_out_lies_over_something_else_or_hangs_over_the_edge() -> None:
    for name, view in tables():
        board = board_sent(view, "ja")
        width, height = board["size"]
        places = {cell["place"] for cell in board["cells"]}
        lying = {place for place, look in view.layout.items() if look != "empty"}
        assert lying <= places, name
        assert len(places) == len(board["cells"]), name
        tiles = drawn_tiles(board)
        for left, top, right, bottom in tiles:
            assert left >= 0 <= top, name
            assert right <= width + 0.01, name
            assert bottom <= height + 0.01, name
        over = [
            (one, other)
            for one, other in combinations(tiles, 2)
            if one[0] < other[2] - 0.1
            and other[0] < one[2] - 0.1
            and one[1] < other[3] - 0.1
            and other[1] < one[3] - 0.1
        ]
        assert over == [], name


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_last_and_what_is_wrong_is_marked_and_said(name: str, language: str) -> None:
    cells = board_sent(table(name).view, language, (WRONG[name],))["cells"]
    wrong = [cell for cell in cells if cell["wrong"]]
    assert [cell["place"] for cell in wrong] == [WRONG[name]]
    assert {"en": "wrong", "ja": "まちがい"}[language] in wrong[0]["said"]
    last = [cell for cell in cells if cell["last"] and not cell["wrong"]]
    assert last
    assert all({"en": "last move", "ja": "最後の手"}[language] in cell["said"] for cell in last)


def said(name: str, place: str, language: str, **more: Any) -> str:
    cells = board_sent(replace(table(name).view, last_places=(), **more), language)["cells"]
    return next(str(cell["said"]) for cell in cells if cell["place"] == place)


@pytest.mark.parametrize(("name", "place", "look", "english", "japanese"), [
    ("sevens", "row/2/7", "7", "row 2, place 7: 7", "2段目の7：7"),
    ("search", "tile/31", "back", "tile 31: face down", "31番：裏"),
    ("doubt", "turned/1", "wild", "turned-up tile 1: almighty", "めくった1番目：オールマイティ"),
    ("infiltration", "captured/1/1", "phasma", "captured tile 1: Phasma", "取ったパイの1番目：ファズマ"),
    ("checkers", "b4", "upright", "b4: standing", "b4：立っている"),
    ("jarapon", "river/2/1", "5 across", "Ben's discard 1: 5, sideways", "Benさんの1枚目の捨てパイ：5（横向き）"),
    ("jarapon", "dora", "up", "the dora: face up", "ドラパイ：表"),
])  # fmt: skip
def test_a_place_is_said_in_words(name: str, place: str, look: str, english: str, japanese: str) -> None:
    layout = {**table(name).view.layout, place: look}
    assert said(name, place, "en", layout=layout) == english
    assert said(name, place, "ja", layout=layout) == japanese


def test_a_drop_of_an_unknown_piece_is_drawn_with_its_points_on_its_level() -> None:
    state = drop_it.start(["Aya", "Ben"], {})
    for move in (Drop(UNKNOWN, 3, ("small",)), Drop(UNKNOWN, 5, broke=True)):
        state, before = drop_it.play(state, move), state
    view = replace(table("drop_it").view, players=state.players, state=state, before=before, layout={}, last_places=())
    cells = {cell["place"]: cell for cell in board_sent(view, "en")["cells"]}
    assert [cells[place]["mark"] for place in ("frame/1", "frame/2")] == ["6", "0"]
    assert cells["frame/1"]["said"] == "drop 1, by Aya: piece on level 3, 6 points"
    assert cells["frame/1"]["y"] > cells["frame/2"]["y"]


def test_beside_a_small_field_the_whole_sheet_is_shown_where_something_wrongly_lies() -> None:
    small, whole = (board_sent(table("infiltration").view, "en", wrong) for wrong in (("b2",), ("b2", "a1")))
    assert sum(cell.get("ground") in ("light", "dark") for cell in small["cells"]) == 36
    assert sum(cell.get("ground") in ("light", "dark") for cell in whole["cells"]) == 64
    assert [cell["place"] for cell in whole["cells"] if cell["wrong"]] == ["a1", "b2"]
    assert len(whole["cells"]) == len(small["cells"]) + 28


def test_the_stock_lies_round_the_rows_and_leaves_a_gap_where_a_tile_was_drawn() -> None:
    view = table("sevens").view
    board = board_sent(view, "en")
    width, height = board["size"]
    stock = {cell["place"]: cell for cell in board["cells"] if cell["place"].startswith("stock/")}
    assert stock.keys() == {place for place in view.layout if place.startswith("stock/")}
    assert {place for place, cell in stock.items() if cell["look"] == "empty"} == {
        place for place, look in view.layout.items() if place.startswith("stock/") and look == "empty"
    }
    assert all(min(cell["x"] - 5, cell["y"], width - cell["x"], height - cell["y"]) < 12 for cell in stock.values())


def test_a_tile_across_its_row_lies_the_other_way_round_at_every_side() -> None:
    river = {f"river/{side}/{tile}": "5 across" if tile == 2 else "5" for side in range(1, 5) for tile in (1, 2, 3)}
    view = replace(table("jarapon").view, layout={"dora": "3", **river})
    turned = {cell["place"]: cell.get("turned", False) for cell in board_sent(view, "en")["cells"]}
    assert [turned[f"river/1/{tile}"] for tile in (1, 2, 3)] == [False, True, False]
    assert [turned[f"river/2/{tile}"] for tile in (1, 2, 3)] == [True, False, True]


@pytest.mark.parametrize("turn", range(4))
def test_the_side_of_a_player_is_where_the_camera_sees_it(turn: int) -> None:
    view = replace(table("jarapon").view, layout={"dora": "3", "river/1/1": "5"}, turn=turn, last_places=())
    board = board_sent(view, "en")
    width, height = board["size"]
    tile = next(cell for cell in board["cells"] if cell["place"] == "river/1/1")
    name = next(label for label in board["labels"] if label["text"] == "Aya")
    seen = [(one["x"] - width / 2, one["y"] - height / 2) for one in (tile, name)]
    # A quarter turn clockwise brings what lay at the bottom to the left.
    for x, y in seen:
        along = {0: y, 1: -x, 2: -y, 3: x}[turn]
        assert along > 15


if __name__ == "__main__":
    for name in DRAWN:
        (DRAWINGS / f"{name}.json").write_text(written(table(name).view, [], public_moves(name)), encoding="utf-8")


@pytest.mark.parametrize(("name", "language", "words"), [
    ("checkers", "en", "Aya's tile on d4"), ("infiltration", "ja", "にあるAyaさんのパイ"),
])  # fmt: skip
def test_where_tiles_look_alike_each_has_its_players_sign_and_says_whose_it_is(
    name: str, language: str, words: str
) -> None:
    view = table(name).view
    board = board_sent(view, language)
    signs = {cell["place"]: cell.get("owner") for cell in board["cells"] if cell["look"] != "empty"}
    own = {place: seat for place, seat in signs.items() if not place.startswith("captured")}
    assert own == dict(view.owners)
    assert set(own.values()) == {0, 1}
    assert {label["text"]: label["owner"] for label in board["labels"] if "owner" in label} == {"Aya": 0, "Ben": 1}
    said = {cell["said"] for cell in board["cells"] if cell.get("owner") == 0}
    assert all("Aya" in one for one in said)
    assert any(words.removesuffix(" on d4") in one for one in said)


@pytest.mark.parametrize("name", ["reversi", "search", "jarapon"])
def test_where_it_does_not_count_whose_a_tile_is_there_are_no_signs(name: str) -> None:
    board = board_sent(table(name).view, "en")
    assert not any("owner" in one for one in (*board["cells"], *board["labels"]))


def test_a_shown_hand_is_drawn_with_its_own_tiles() -> None:
    plies = played("jarapon", 4, 3, 130)
    shown = (at for at, (state, _) in enumerate(plies) if state.shown is not None)
    seen = set()
    for count in {*range(1, len(plies) + 1, 10), *shown}:
        view = view_after("jarapon", plies[:count])
        state = view.state
        assert isinstance(state, State)
        cells = [cell for cell in board_sent(view, "en")["cells"] if cell["place"].startswith("hand/")]
        if state.shown is not None:
            taken = [state.taken] if state.taken else []
            assert [cell["look"] for cell in cells] == [*state.seats[state.shown].hand, *taken]
            seen.add("read")
        elif cells:
            assert {cell["mark"] for cell in cells} == {"?"}
            seen.add("unread")
    assert "read" in seen


@pytest.mark.parametrize(("caller", "turned"), [(2, 1), (3, 2), (4, 3)])
def test_the_called_tile_of_a_pon_is_drawn_sideways_where_its_discarder_sits(caller: int, turned: int) -> None:
    state = after(f"1 draw; 1 discard 5; {caller} pon 5", dealt())
    cells = [cell for cell in board_sent(view_of_state("jarapon", state), "en")["cells"] if "pon/" in cell["place"]]
    beside = caller % 2 == 0  # there a tile that stands upright to its player lies on its side
    assert [cell.get("turned", False) != beside for cell in cells] == [at == turned for at in (1, 2, 3)]
    ahead = "y" if beside else "x"
    assert abs(cells[0][ahead] - cells[2][ahead]) > 18  # a tile that lies sideways takes more room
