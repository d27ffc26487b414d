"""Moves of Stop as lines of a record, and what is wrong with them."""

import pytest

from engines import stop
from engines.contract import BadRecord
from engines.stop.moves import TAKE, Call, Deal, Discard, Draw, LayOff, Lot, Meld, Move, NoWinner, Pon, Show
from engines.stop.state import Phase
from engines.vocabulary import UNKNOWN
from tests.support.engines.in_short import refusal, short
from tests.support.engines.records import read_record
from tests.support.engines.seats import AYA, BEN, CHIE
from tests.support.engines.stop import LOTS, NAMES, WAITING_FOR_5, after, refused, shown, table, told

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
    assert stop.move_from_json(stop.move_to_json(LINES[line])) == LINES[line]


NO_MOVES = """|stop|6 stop|1 pass|draw 1H|draw|turn ?|take 5H|meld|meld 4H 5X 6H|meld ? ?|lay 7H|lay 7H on 0|
lay 7H on ²|lay 7H on 2 high|discard ?|4 pon 8S 8H|4 kan 8S 8H 8D|
3 show|deal AS|deal / / / / /|deal AS / ? / ? / ? / ? / XX|no"""


@pytest.mark.parametrize("line", NO_MOVES.replace("\n", "").split("|"))
def test_other_lines_are_no_moves(line: str) -> None:
    with pytest.raises(BadRecord) as error:
        stop.move_from_text(line)
    assert short(error.value.said) == f"bad_move {line}"


RECORD = "\n".join([*(f"# player: {name}" for name in NAMES), "# jokers: 4", *LOTS, "deal", "3 stop", ""])


def test_a_record_is_read_and_written_with_its_players_and_options() -> None:
    players, options, moves = read_record(stop, RECORD)
    assert (players, options, len(moves)) == (NAMES, {"jokers": 4, "own_discards": "ron"}, 7)
    assert stop.write_record(players, options, moves) == RECORD
    assert len(stop.read_records(RECORD + "\n" + RECORD)) == 2


@pytest.mark.parametrize(
    ("added", "because"),
    [
        ("draw ?", "now_show Chie"),
        ("3 show AS AS 2S 3S 4S 5S 6S", "show_others Chie"),
        ("castle", "bad_move castle"),
    ],
)
def test_a_wrong_record_is_refused_by_line(added: str, because: str) -> None:
    with pytest.raises(BadRecord) as error:
        read_record(stop, RECORD + added + "\n")
    assert dict(error.value.said.facts) == {"line": 14, "text": added}
    assert error.value.because is not None
    assert short(error.value.because) == because


def test_a_deal_is_of_seven_cards_each_no_two_alike() -> None:
    begun = stop.start(NAMES, {})
    assert refused(after(begun, "turn 9H"), "turn 9H") == "seen_elsewhere 9H"
    turned = after(begun, *LOTS)
    assert refused(turned, "deal AS 2S / ? / ? / ? / ? / ?") == "dealt_wrong 7 19"
    hand = "AS 2S 3S 4S 5S 6S 7S"
    assert refused(turned, f"deal {hand} / {hand} / ? / ? / ? / ?") == "dealt_twice"
    assert after(turned, f"deal {hand} / ? / ? / ? / ? / ?").seats[AYA].hand == tuple(hand.split())


def test_in_a_known_game_cards_come_as_they_lie() -> None:
    state = stop.deal(NAMES, {}, seed=3)
    other = next(card for card in ("AS", "KS") if card != state.stock[0])
    assert refused(state, f"turn {other}") == f"not_drawn {other}"
    for _ in range(5):
        state = stop.play(state, stop.moves(state)[0])
    assert refused(state, "deal AS 2S 3S 4S 5S 6S 7S / ? / ? / ? / ? / ?") == "dealt_otherwise"
    dealt = after(state, "deal")
    assert dealt == stop.play(state, stop.moves(state)[0])
    assert after(dealt, "draw ?").drawn == dealt.stock[0]


@pytest.mark.parametrize(
    ("begun", "move", "why"),
    [
        ([], Call(5, "stop"), "no_player 6 5"),
        (["2 stop"], Show(-1, UNKNOWN), "no_player 0 5"),
        ([], Pon(7, ("8S", "8H", "8D")), "no_player 8 5"),
        ([], Call(0, "castle"), "no_call castle"),
        (["draw 2C"], Discard("1X"), "no_card 1X"),
        (["draw 2C"], Discard(UNKNOWN), "no_card unknown"),
        (["draw 2C"], Meld(("5H", "6H", "1X")), "no_card 1X"),
        (["draw 2C"], LayOff("1X", 0, "high"), "no_card 1X"),
        (["draw 2C"], Meld((UNKNOWN,) * 3), "name_cards Ben"),
    ],
)
def test_what_no_line_can_say_is_refused(begun: list[str], move: Move, why: str) -> None:
    state = after(table({BEN: "AS"}, river="3S", stock="2C"), *begun)
    assert refusal(stop, state, move) == why


def test_in_every_phase_it_is_said_what_is_due_instead() -> None:
    lots = stop.start(NAMES, {})
    turn = table({BEN: "8S 8H QC", AYA: WAITING_FOR_5}, river="8D 2D 4D 6D 7D", riichi=[AYA], stock="5C")
    states = [
        lots,
        after(lots, *LOTS),
        turn,
        after(turn, "draw 5C"),
        after(table({CHIE: "8S 8H QC"}, river="8D"), "3 pon 8S 8H 8D"),
        after(table({AYA: "5D 7S 7H"}, stock="7D"), "draw 7D", "meld 7S 7H 7D", "discard 5D"),
        after(table({}, river="3S", stock="5C", running_out=True), "draw 5C", "discard 5C"),
        after(table({CHIE: WAITING_FOR_5}, river="3S 5C"), "3 hit"),
        after(table({BEN: "AS"}, river="3S"), "2 stop"),
        shown(after(table({BEN: "AS"}, river="3S", options={"games": 1}), "2 stop")),
    ]
    assert tuple(state.phase for state in states) == tuple(Phase)
    for state in states:
        assert told(state)
        for line in ["turn AS"] * (state is not lots) + ["no winner"] * (state.phase != "last"):
            assert refused(state, line).split()[0] == f"now_{state.phase}"
