"""Moves as lines of a record, states as JSON data, and what is wrong with either."""

import json

import pytest

from engines import stop
from engines.contract import BadOption, BadRecord, IllegalMove
from engines.stop.moves import TAKE, Call, Deal, Discard, Draw, LayOff, Lot, Meld, Move, NoWinner, Pon, Show
from engines.stop.state import State
from engines.vocabulary import UNKNOWN
from tests.support.engines.records import read_record
from tests.support.engines.stop import AYA, BEN, NAMES, WAITING_FOR_5, after, english, refused, shown, table

LINES: dict[str, Move] = {
    "turn 10H": Lot("10H"),
    "deal": Deal(UNKNOWN, UNKNOWN),
    "deal AS 2S / ? / ? / ? / ? / ?": Deal((("AS", "2S"), *(UNKNOWN,) * 4), UNKNOWN),
    "draw joker": Draw("joker"),
    "draw ?": Draw(UNKNOWN),
    "take": TAKE,
    "meld 4H joker 6H": Meld(("4H", "joker", "6H")),
    "meld ? ? ?": Meld((UNKNOWN,) * 3),
    "lay 7H on 2": LayOff("7H", 1, "high"),
    "lay 3H on 2 low": LayOff("3H", 1, "low"),
    "discard KC": Discard("KC"),
    "4 pon 8S 8H 8C": Pon(3, ("8S", "8H", "8C")),
    "4 kan 8S 8H 8D 8C": Pon(3, ("8S", "8H", "8D", "8C")),
    "1 stop": Call(0, "stop"),
    "2 70": Call(1, "seventy"),
    "3 riichi": Call(2, "riichi"),
    "4 tsumo": Call(3, "tsumo"),
    "5 ron": Call(4, "ron"),
    "5 hit": Call(4, "hit"),
    "5 out": Call(4, "out"),
    "3 show 2D AH": Show(2, ("AH", "2D")),
    "3 show ?": Show(2, UNKNOWN),
    "no winner": NoWinner(),
}


@pytest.mark.parametrize("line", LINES)
def test_each_kind_of_move_has_its_line(line: str) -> None:
    assert stop.move_from_text(line) == LINES[line]
    assert stop.move_from_text(stop.move_to_text(LINES[line])) == LINES[line]
    assert stop.move_from_json(json.loads(json.dumps(stop.move_to_json(LINES[line])))) == LINES[line]


NO_MOVES = """|stop|6 stop|1 pass|draw 1H|draw|turn ?|take 5H|meld|meld 4H 5X 6H|meld ? ?|lay 7H|lay 7H on 0|
lay 7H on ²|lay 7H on 2 high|discard ?|4 pon 8S 8H|4 kan 8S 8H 8D|
3 show|deal AS|deal / / / / /|deal AS / ? / ? / ? / ? / XX|no"""


@pytest.mark.parametrize("line", NO_MOVES.replace("\n", "").split("|"))
def test_other_lines_are_no_moves(line: str) -> None:
    with pytest.raises(BadRecord) as error:
        stop.move_from_text(line)
    assert english(error.value.said).startswith(f"“{line}” is not a move in Stop: write for example “draw 5H”")


@pytest.mark.parametrize("data", [None, 7, ["take"], {"take": 1}, True])
def test_other_data_are_no_moves(data: object) -> None:
    with pytest.raises(BadRecord):
        stop.move_from_json(data)


RECORD = """# player: Aya
# player: Ben
# player: Chie
# player: Dan
# player: Emi
# jokers: 4
turn 9H
turn KS
turn 4D
turn 4C
turn JH
deal
3 stop
"""


def test_a_record_is_read_and_written_with_its_players_and_options() -> None:
    players, options, moves = read_record(stop, RECORD)
    assert (players, options, len(moves)) == (NAMES, {"jokers": 4, "own_discards": "ron"}, 7)
    assert stop.write_record(players, options, moves) == RECORD
    assert len(stop.read_records(RECORD + "\n" + RECORD)) == 2


@pytest.mark.parametrize(
    ("added", "line", "because"),
    [
        ("draw ?", 14, "First Chie must lay the hand open."),
        ("3 show AS AS 2S 3S 4S 5S 6S", 14, "Not all of these cards can be in the hand of Chie: look again."),
        ("castle", 14, "“castle” is not a move in Stop"),
    ],
)
def test_a_wrong_record_is_refused_by_line(added: str, line: int, because: str) -> None:
    with pytest.raises(BadRecord) as error:
        read_record(stop, RECORD + added + "\n")
    assert f"Line {line}, “{added}”" in english(error.value.said)
    assert error.value.because is not None
    assert english(error.value.because).startswith(because)


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (NAMES[:4], {}, "This game is for 5 players, but 4 names were given."),
        (NAMES, {"jokers": 3}, "The option jokers cannot be “3”: choose one of 2, 4 and 6."),
        (NAMES, {"course": 900}, "The option course cannot be “900”: choose one of none, 1000, 700, 500 and 300."),
    ],
)
def test_a_wrong_start_is_refused(players: tuple[str, ...], options: dict[str, str | int], sentence: str) -> None:
    with pytest.raises(BadOption) as error:
        stop.start(players, options)
    assert english(error.value.said) == sentence


def test_before_the_deal_only_lots_and_the_deal_are_due() -> None:
    state = stop.start(NAMES, {})
    assert refused(state, "draw ?") == "First everybody turns up a card to see who deals: it is Aya's turn."
    assert refused(after(state, "turn 9H"), "turn 9H") == (
        "That cannot be the 9 of hearts, which has been seen elsewhere. Look at the card again."
    )
    turned = after(state, "turn 9H", "turn KS", "turn 4D", "turn 4C", "turn JH")
    assert refused(turned, "1 stop") == "First Chie must shuffle and deal."
    assert refused(turned, "deal AS 2S / ? / ? / ? / ? / ?") == (
        "Deal 7 cards to each of five players; 19 stay in the stock."
    )
    twice = "AS 2S 3S 4S 5S 6S 7S"
    assert refused(turned, f"deal {twice} / {twice} / ? / ? / ? / ?") == (
        "The same card cannot be dealt twice. Look at the cards again."
    )
    assert after(turned, f"deal {twice} / ? / ? / ? / ? / ?").seats[AYA].hand == tuple(twice.split())


def test_in_a_known_game_cards_come_as_they_lie() -> None:
    state = stop.deal(NAMES, {}, seed=3)
    other = next(card for card in ("AS", "KS") if card != state.stock[0])
    assert refused(state, f"turn {other}").startswith("The next card of the stock is not the ")
    for _ in range(5):
        state = stop.play(state, stop.moves(state)[0])
    assert refused(state, "deal AS 2S 3S 4S 5S 6S 7S / ? / ? / ? / ? / ?") == (
        "These are not the cards that were dealt."
    )
    assert after(state, "deal") == stop.play(state, stop.moves(state)[0])
    dealt = after(state, "deal")
    assert after(dealt, "draw ?").drawn == dealt.stock[0]


@pytest.mark.parametrize("move", [Call(5, "stop"), Show(-1, UNKNOWN), Pon(7, ("8S", "8H", "8D")), Call(0, "castle")])
def test_calls_of_nobody_and_unknown_calls_are_refused(move: Move) -> None:
    state = table({BEN: "AS"}, river="3S")
    if isinstance(move, Show):
        state = after(state, "2 stop")
    with pytest.raises(IllegalMove) as error:
        stop.play(state, move)
    said = english(error.value.said)
    assert "players are 1 to 5" in said or said == "Nobody can call “castle” in this game."


def test_cards_that_do_not_exist_are_refused() -> None:
    state = after(table({AYA: "5H 6H 7S 8H 2S 3D 9C"}, stock="2C"), "draw 2C")
    for move in (Discard("1X"), Discard(UNKNOWN), Meld(("5H", "6H", "1X")), LayOff("1X", 0, "high")):
        with pytest.raises(IllegalMove) as error:
            stop.play(state, move)
        assert english(error.value.said).startswith("There is no card")
    with pytest.raises(IllegalMove) as error:
        stop.play(state, Meld((UNKNOWN,) * 3))
    assert english(error.value.said) == "Aya, say which cards you lay down."


SPOILT: list[tuple[str, object]] = [
    ("players", ["Aya"]),
    ("options", {"jokers": 9}),
    ("ledger", [[0] * 11] * 4),
    ("ledger", [[1] + [0] * 10] * 5),
    ("stock", ["AS"]),
    ("seats", []),
    ("phase", "tea"),
    ("phase", "out"),
    ("phase", "called"),
    ("phase", "show"),
    ("phase", "lots"),
    ("turn", True),
    ("turn", 5),
    ("last", 9),
    ("dealer", None),
    ("drawn", "AS"),
    ("declared", 1),
    ("river", ["?"]),
    ("melds", [[0, ["AS", "KD"]]]),
    ("claims", [[0, "stop"]]),
    ("pending", [1]),
    ("payments", [["stop", 0, 1, -3, "", 0]]),
    ("campaign", 3),
    ("stakes", -1),
    ("games", 1.5),
    ("seed", "seven"),
    ("lots", ["AS"]),
]


def states() -> list[State]:
    """One state of each phase."""
    lots = stop.start(NAMES, {})
    deal = after(lots, "turn 9H", "turn KS", "turn 4D", "turn 4C", "turn JH")
    turn = table({BEN: "8S 8H QC", AYA: WAITING_FOR_5}, river="8D 2D 4D 6D 7D", riichi=[AYA], stock="5C")
    out = after(table({AYA: "5D 7S 7H"}, stock="7D"), "draw 7D", "meld 7S 7H 7D", "discard 5D")
    last = after(table({}, river="3S", stock="5C", running_out=True), "draw 5C", "discard 5C")
    called = after(table({CHIE_SEAT: "8S 8H QC"}, river="8D"), "3 pon 8S 8H 8D")
    claimed = after(table({CHIE_SEAT: WAITING_FOR_5}, river="3S 5C"), "3 hit")
    over = shown(after(table({BEN: "AS"}, river="3S", options={"games": 1}), "2 stop"))
    show = after(table({BEN: "AS"}, river="3S"), "2 stop")
    return [lots, deal, turn, after(turn, "draw 5C"), called, out, last, claimed, show, over]


CHIE_SEAT = 2


def test_every_phase_goes_to_json_and_back_and_says_what_is_due() -> None:
    every = states()
    assert [state.phase for state in every] == [
        "lots", "deal", "turn", "discard", "called", "out", "last", "claimed", "show", "over",
    ]  # fmt: skip
    for state in every:
        assert stop.prompt(state)
        for line in ("turn AS", "deal", "draw ?", "take", "discard AS", "1 show ?", "no winner", "1 out"):
            try:
                stop.play(state, stop.move_from_text(line))
            except IllegalMove as error:
                assert english(error.said)
