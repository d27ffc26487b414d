"""The tables of Stop, Drop It and Skip-Bo: drawn from what everybody has seen, and nothing else."""

from collections.abc import Sequence
from itertools import accumulate, islice, pairwise
from typing import Any

import pytest

from device.games.listing import GAMES
from device.record.replay import AnyReplay, Ply, Replay
from device.table.game_view import GameView, view_of
from engines.bots import NAMES
from tests.support.engines.bot_games import greedy_game, random_game
from tests.support.web.kept_tables import read, record_of, table_of
from tests.support.web.sent import board_sent
from tests.support.web.tables import KEPT
from web.diagrams.plan import width_of

LONG_NAMES = ("Konstantina Maria", "さくらこひめのみや", "Chie", "Maximilian-Alexander", "Emi", "Fumi")
STOP = "".join(f"# player: {name}\n" for name in NAMES[:5])
DROP_IT = "# player: Aya\n# player: Ben\n# jokers: yes\n"
SKIP_BO = "# player: Aya\n# player: Ben\n"


def cells_of(view: GameView, language: str = "en") -> dict[str, dict[str, Any]]:
    return {cell["place"]: cell for cell in board_sent(view, language)["cells"]}


def last_of(view: GameView) -> set[str]:
    return {place for place, cell in cells_of(view).items() if cell["last"]}


def as_played(name: str, states: Sequence[Any], moves: Sequence[Any]) -> AnyReplay:
    """A game in which every move was told, from all its states."""
    game, start = GAMES[name], states[0]
    plies = (
        Ply(at, game.mover(state, move), game.describe(state, move), move, after, rules=game)
        for at, (state, move, after) in enumerate(zip(states, moves, states[1:], strict=False), start=1)
    )
    return Replay(game, 1, start.players, {}, start, tuple(plies))


@pytest.mark.parametrize("name", ["stop", "skip_bo"])
@pytest.mark.parametrize("kind", [greedy_game, random_game])
def test_what_players_hide_from_each_other_is_on_no_board(name: str, kind: Any) -> None:
    """A box that knew every hand would draw the same as one that has only seen what all have seen."""
    game = GAMES[name]
    plies = list(islice(kind(game, NAMES[: KEPT[name][1]], {}, 4), 90))
    states, moves = [state for state, _ in plies], [move for _, move in plies]
    public = [game.observed(state, move, None) for state, move in plies]
    watched = list(accumulate(public[:-1], game.play, initial=game.view(states[0], None)))
    known, seen = as_played(name, states, moves), as_played(name, watched, public)
    assert known.now != seen.now
    for at in range(len(states)):
        drawn = [board_sent(view_of(played.until(at)), "en") for played in (known, seen)]
        assert drawn[0] == drawn[1]


def test_a_closed_hand_is_one_back_with_its_number_and_an_open_one_is_shown() -> None:
    lots = "turn 9H\nturn KS\nturn 4D\nturn 4C\nturn JH\n"
    assert cells_of(table_of("stop", STOP + lots))["lot/3"]["said"].startswith(
        "Chie's card for the deal: 4 of diamonds"
    )
    dealt = f"{STOP}{lots}deal\n"
    hand = cells_of(table_of("stop", dealt + "draw ?\n"))["hand/3"]
    assert (hand["look"], hand["count"], hand["said"]) == (
        "back", 8, "Chie's hand: 8 cards face down, last move",
    )  # fmt: skip
    shown = cells_of(table_of("stop", dealt + "3 70\n3 show KS KH QD QC JS JH 10H\n"))
    assert "hand/3" not in shown
    assert [shown[f"cards/3/{card}"]["look"] for card in (1, 7)] == ["10H", "KH"]
    assert shown["hand/4"]["look"] == "back"


def test_stop_shows_who_is_in_riichi_whose_melds_lie_there_and_what_was_discarded() -> None:
    view = table_of("stop", record_of("stop", list(islice(greedy_game(GAMES["stop"], NAMES[:5], {}, 6), 78))))
    board = board_sent(view, "en")
    cells = {cell["place"]: cell for cell in board["cells"]}
    state = view.state
    labels = [label["text"] for label in board["labels"]]
    riichi = [NAMES[at] for at, seat in enumerate(state.seats) if seat.riichi]
    assert riichi
    assert [label for label in labels if "· riichi" in label] == [f"{name} · riichi" for name in riichi]
    assert f"▶ {NAMES[state.turn]} · dealer" in labels
    river = [cells[f"river/{at}"]["look"] for at in range(1, len(state.river))] + [cells["river"]["look"]]
    assert tuple(river) == state.river
    for number, laid in enumerate(state.melds, start=1):
        meld = [cells[f"meld/{number}/{card}"] for card in range(1, len(laid.cards) + 1)]
        assert tuple(cell["look"] for cell in meld) == laid.cards
        assert all(NAMES[laid.seat] in cell["said"] for cell in meld)


def test_the_last_move_of_stop_is_marked_also_where_only_a_pile_has_become_smaller() -> None:
    lines = STOP + "turn 9H\nturn KS\nturn 4D\nturn 4C\nturn JH\ndeal\ndraw ?\n"
    assert last_of(table_of("stop", lines)) == {"stock", "hand/3"}
    assert last_of(table_of("stop", lines + "discard 7H\n")) == {"river", "hand/3"}
    assert last_of(table_of("stop", lines + "discard 7H\ntake\n")) == {"river", "hand/4"}


def test_skip_bo_says_what_each_pile_needs_and_what_a_wild_card_stands_for() -> None:
    lines = f"{SKIP_BO}turn 2\nturn 9\nlay 1 hand build/2\nlay wild hand build/2\n"
    board = board_sent(table_of("skip_bo", lines), "en")
    cells = {cell["place"]: cell for cell in board["cells"]}
    assert cells["build/2"]["said"] == "building pile 2: Skip-Bo as 2, next 3, last move"
    assert (cells["build/2"]["look"], cells["build/2"]["mark"]) == ("wild", "2")
    assert cells["build/1"]["said"] == "building pile 1: empty, next 1"
    assert [label["text"] for label in board["labels"] if label["text"].startswith("next")] == [
        "next 1", "next 3", "next 1", "next 1",
    ]  # fmt: skip
    assert cells["stock/1"]["said"] == "Aya's stock: 2 on top, 30 cards in all"
    assert cells["hand/1"]["said"] == "Aya's hand: 3 cards face down, last move"


def test_before_it_is_turned_up_a_stock_shows_its_back() -> None:
    cells = cells_of(table_of("skip_bo", f"{SKIP_BO}turn 2\n"))
    assert (cells["stock/1"]["look"], cells["stock/2"]["look"], cells["stock/2"]["count"]) == ("2", "back", 30)


def test_discard_piles_are_fanned_out_and_only_the_top_card_is_whole() -> None:
    plies = list(islice(greedy_game(GAMES["skip_bo"], NAMES[:2], {}, 7), 120))
    view = table_of("skip_bo", record_of("skip_bo", plies))
    cells = cells_of(view)
    piles = [(seat, pile, cards) for seat, own in enumerate(view.state.discards, start=1)
             for pile, cards in enumerate(own, start=1) if len(cards) > 1]  # fmt: skip
    assert piles
    for seat, pile, cards in piles:
        fan = [cells[f"discard/{seat}/{pile}/{at}"] for at in range(1, len(cards) + 1)]
        assert tuple(cell["look"] for cell in fan) == cards
        assert all(cell["covered"] for cell in fan[:-1])
        assert "covered" not in fan[-1]
        assert all(upper["y"] < lower["y"] for upper, lower in pairwise(fan))


def test_teams_of_skip_bo_are_told_apart() -> None:
    plies = list(islice(greedy_game(GAMES["skip_bo"], NAMES[:6], {"teams": "yes"}, 2), 20))
    labels = board_sent(table_of("skip_bo", record_of("skip_bo", plies, {"teams": "yes"})), "en")["labels"]
    teams = [label["text"].removeprefix("▶ ") for label in labels if "team" in label["text"]]
    assert teams == [f"{name} · team {at % 3 + 1}" for at, name in enumerate(NAMES[:6])]


def test_a_piece_lies_on_its_level_with_what_it_has_brought() -> None:
    lines = (
        DROP_IT + "drop circle/red level 3 circles small\ndrop square/blue level 1\ndrop triangle/red level 8 above\n"
    )
    board = board_sent(table_of("drop_it", lines), "en")
    cells = {cell["place"]: cell for cell in board["cells"]}
    levels = {label["text"]: label["y"] for label in board["labels"] if label["text"].isdecimal()}
    assert sorted(levels, key=lambda level: levels[level]) == list("87654321")
    for number, (level, points) in {1: ("3", "6"), 2: ("1", "1")}.items():
        assert abs(cells[f"frame/{number}"]["y"] - levels[level]) < 2
        assert cells[f"frame/{number}"]["mark"] == points
    assert cells["frame/3"]["y"] < levels["8"]
    assert (cells["frame/3"]["mark"], cells["frame/3"]["last"]) == ("0", True)
    assert "above the top line" in cells["frame/3"]["said"]


def test_what_the_last_piece_touches_is_shown_with_why_it_scores_or_not() -> None:
    lines = f"{DROP_IT}drop circle/red level 1\ndrop circle/blue level 1\ndrop square/red level 2\n"
    clean = board_sent(
        table_of("drop_it", f"{lines}drop diamond/blue level 2 circles large touches square/red\n"), "en"
    )
    assert [cell["mark"] for cell in clean["cells"] if cell["place"].startswith("touch/")] == ["✓"]
    assert "Ben: level 2 + circles 1 = 3" in [label["text"] for label in clean["labels"]]
    broken = f"{lines}drop triangle/blue level 2 touches circle/blue square/red\n"
    board = board_sent(table_of("drop_it", broken), "en")
    assert {cell["look"]: cell["mark"] for cell in board["cells"] if cell["place"].startswith("touch/")} == {
        "circle/blue": "×", "square/red": "✓",
    }  # fmt: skip
    assert "Ben: 0 points, the same colour" in [label["text"] for label in board["labels"]]
    assert "Aya: 16 left, red" in [label["text"] for label in board["labels"]]
    # A joker makes it good: it is the last move, and changes what the piece has brought.
    saved = cells_of(table_of("drop_it", f"{broken}joker\n"))["frame/4"]
    assert (saved["mark"], saved["last"]) == ("2", True)


def test_an_empty_frame_is_drawn_and_said() -> None:
    begun = read("drop_it", f"{DROP_IT}drop circle/red level 3\n").until(0)
    board = board_sent(view_of(begun), "ja")
    assert [cell["said"] for cell in board["cells"]] == ["フレーム：なし"]
    assert "wall" in {line["kind"] for line in board["lines"]}


def test_a_frame_has_room_for_all_pieces_on_one_level() -> None:
    shapes = [*["circle"] * 3, *["square"] * 2, *["diamond"] * 2, *["triangle"] * 2]
    own = [
        [f"{shape}/{colour}" for colour in pair for shape in shapes] for pair in (("red", "green"), ("blue", "yellow"))
    ]
    pieces = [piece for both in zip(*own, strict=True) for piece in both]
    for landing in ("level 1", "level 8 above"):
        lines = "# player: Aya\n# player: Ben\n" + "".join(f"drop {piece} {landing}\n" for piece in pieces)
        board = board_sent(table_of("drop_it", lines), "en")
        middles = {(cell["x"], cell["y"]) for cell in board["cells"] if cell["place"].startswith("frame/")}
        assert len(middles) == 36
        width, height = board["size"]
        assert all(5 < x < width - 5 and 4 < y < height - 5 for x, y in middles)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_short_names_are_whole_beside_all_that_is_said_of_a_player(language: str) -> None:
    plies = list(greedy_game(GAMES["stop"], NAMES[:5], {}, 3))
    played = read("stop", record_of("stop", plies, {}))
    said = set()
    for at in range(0, len(played.plies) + 1, 3):
        headings = [label["text"] for label in board_sent(view_of(played.until(at)), language)["labels"]]
        assert not [heading for heading in headings if "…" in heading]
        said |= {heading.count(" · ") for heading in headings}
    assert said == {0, 1, 2}


@pytest.mark.parametrize("name", KEPT)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_words_stay_on_the_board_however_long_names_are(name: str, language: str) -> None:
    options = {"teams": "yes"} if name == "skip_bo" else {}
    players = {"stop": 5, "drop_it": 4, "skip_bo": 6}[name]
    plies = list(islice(greedy_game(GAMES[name], LONG_NAMES[:players], options, 3), 60))
    played = read(name, record_of(name, plies, options))
    for at in range(0, len(played.plies) + 1, 6):
        board = board_sent(view_of(played.until(at)), language)
        for label in board["labels"]:
            wide = width_of(label["text"])
            left = label["x"] - {"start": 0, "middle": wide / 2, "end": wide}[label["from"]]
            assert left >= 0, label
            assert left + wide <= board["size"][0] + 0.5, label
