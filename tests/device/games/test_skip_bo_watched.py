"""Skip-Bo before a camera that knows cards, but misses some: what is recorded, and what people are asked."""

from contextlib import ExitStack
from typing import Protocol

import pytest

from device.games.listing import profile_of
from device.record.corrections import Correction
from device.texts import say
from engines import skip_bo
from engines.bots import NAMES
from engines.skip_bo import Discard, Draw, Lay, Move, Penalty, State, Turn, Won
from engines.vocabulary import UNKNOWN, WILD
from tests.support.device.cards_at_table import CardsAtTable, only
from tests.support.tiers import first
from tools.films.card_games import MAX_READINGS, CardGame, follow_cards
from tools.films.card_tables import PERFECT, USUAL, Noise
from tools.films.following import Match, people_at_box

PROFILE = profile_of("skip_bo")
NINES = ("9",) * 5
UNSEEN = Lay(UNKNOWN, "hand", "build/1")
DISCARD = Discard("9", "discard/1/1")


def lays(*cards: str, on: str = "build/1") -> list[Move]:
    """Cards of a hand are laid on a building pile."""
    return [Lay(card, "hand", on) for card in cards]


class SkipBoTable(CardsAtTable[State]):
    """A table with its stocks turned up, whose people really have what a test says."""

    def have(self, **more: object) -> None:
        """So it really is; `hands`, `stocks` and `draw` as in the state."""
        self.state = State(**{name: getattr(self.state, name) for name in State.__slots__} | more)

    def hold(self, *cards: str) -> None:
        """The player in turn has these cards."""
        hands = list(self.state.hands)
        hands[self.state.seat] = cards
        self.have(hands=tuple(hands))

    def lay_out(self, pile: str, *hands: str) -> None:
        """One hand after the other is laid on a building pile, and the next drawn."""
        for hand in hands:
            self.hold(*hand.split())
            self.play(*lays(*hand.split(), on=pile), self.draw(5))

    def draw(self, count: int) -> Draw:
        """The next cards of the draw pile."""
        return Draw(self.state.draw[-1 : -1 - count : -1])

    def straighten(self, *made: Move) -> None:
        """Somebody straightens the card that was not read, and people answer what they are asked then."""
        self.unread()
        self.look()
        self.people.made = [*self.people.made, *made]
        self.people.answer()

    @property
    def moves(self) -> list[Move]:
        return self.recorded(but=Turn)


class Dealer(Protocol):
    def __call__(self, players: int = 2, noise: Noise = PERFECT, **options: str) -> SkipBoTable: ...


@pytest.fixture
def deal(opened: ExitStack) -> Dealer:
    """Deals a short game, always the same."""

    def dealt(players: int = 2, noise: Noise = PERFECT, **options: str) -> SkipBoTable:
        match = Match(PROFILE, NAMES[:players], {"short": "yes", **options})
        game = CardGame(opened.enter_context(people_at_box(match)), 3, noise)
        table = SkipBoTable(game, skip_bo.deal(match.players, match.options, 3))
        assert players > 2 or table.state.stocks[0][-1] == "10"
        table.enter(*(Turn(stock[-1]) for stock in table.state.stocks))
        game.lay(table.state)
        return table

    return dealt


@pytest.mark.parametrize(
    ("players", "options", "seed"), first([(2, {"short": "yes"}, 3), (4, {"teams": "yes"}, 1), (5, {}, 6), (6, {}, 5)])
)
def test_a_game_is_followed_with_a_camera_that_errs(players: int, options: dict[str, str], seed: int) -> None:
    found = follow_cards(PROFILE, seed, 26, players, options)
    assert found.moves >= 24
    assert found.invented == found.missed == 0
    assert found.by_hand <= 2


def test_k2_a_hand_that_is_filled_is_no_question(deal: Dealer) -> None:
    table = deal()
    for _ in "ab":
        seat = table.state.seat
        table.play(Discard(table.state.hands[seat][0], f"discard/{seat + 1}/1"))
    table.play(table.draw(1), Discard(table.state.hands[0][0], "discard/1/2"))
    assert [type(move) for move in table.moves[:4]] == [Discard, Discard, Draw, Discard]
    assert table.by_people == (0, 0)


@pytest.mark.parametrize(
    ("hand", "made", "recorded", "asked"),
    [
        # the 3 may have been laid where it does not fit
        ("1 2 3 5 9", [*lays("1", "2", "3"), DISCARD], [UNSEEN, UNSEEN, *lays("3"), DISCARD], 1),
        (f"{WILD} {WILD} 3 5 9", lays(WILD, WILD, "3"), [UNSEEN, UNSEEN, *lays("3")], 1),
        # K5: the 1 may have been laid before the discard
        ("9 9 9 9 9", [DISCARD, *lays("1")], [DISCARD, *lays("1")], 1),
    ],
)
def test_k3_k5_several_at_once(deal: Dealer, hand: str, made: list[Move], recorded: list[Move], asked: int) -> None:
    table = deal()
    table.have(hands=(tuple(hand.split()), ("1", *NINES[1:])))
    table.play(*made, unseen_until_last=True)
    assert (table.moves, table.people.asked) == (recorded, asked)


def test_k3_a_wild_is_not_recorded_alone_while_a_stock_is_not_read_of_which_it_may_cover_a_card(deal: Dealer) -> None:
    table = deal()
    table.have(hands=(("1", "2", "9", "9", "9"), (WILD, "9", "9", "9", "9")))
    table.play(*lays("1", "2"), DISCARD)
    before = table.moves
    made = [Lay("3", "stock/2", "build/1", table.state.stocks[1][-2]), *lays(WILD)]
    table.unread("stock/2")
    table.play_unseen(*made)
    table.look(looks=MAX_READINGS)
    assert table.moves == before
    assert [choice.moved.moves for choice in table.box.question] == [(made[1],)]
    table.straighten(*made)
    assert table.moves == [*before, *made]


def test_k5_who_laid_a_card_after_a_discard_that_is_not_read_is_asked(deal: Dealer) -> None:
    table = deal()
    table.have(hands=(NINES, ("1", *NINES[1:])))
    table.unread("discard/1/1/1")
    made = [DISCARD, *lays("1")]
    for move in made:
        table.play_unseen(move)
        table.look(looks=MAX_READINGS)
        assert table.moves == [], "the 1 may have been laid by either player"
        assert table.box.problem is not None
        assert say(table.box.problem.message, "en").startswith("I cannot see card 1 of Aya's discard pile 1 well.")
    assert [choice.moved.moves for choice in table.box.question] == [tuple(made[1:])]
    table.straighten(*made)
    assert (table.moves, table.box.problem) == (made, None)


def test_a_discard_that_people_entered_is_not_taken_back_as_long_as_it_is_not_read(deal: Dealer) -> None:
    table = deal()
    table.have(hands=(NINES, ("8", "8", "8", "4", "4")))
    table.unread("discard/1/1/1")
    table.play(DISCARD)
    assert (table.moves, table.people.entered) == ([DISCARD], 1)
    table.look(looks=MAX_READINGS)
    assert table.box.problem is None, "people have said what lies there"
    table.play_unseen(Discard("8", "discard/2/1"))
    # What Ben discarded no picture shows; Aya fills her hand and discards again.
    table.look({"discard/1/2/1": ["9"]}, but=only("discard/2/1/1"), looks=MAX_READINGS)
    assert table.moves == [DISCARD]
    assert table.box.problem is not None


def test_k3_a_card_that_came_up_on_a_stock_and_was_played_at_once_is_thought_of(deal: Dealer) -> None:
    table = deal()
    table.have(stocks=((*table.state.stocks[0][:-2], "11", "10"), table.state.stocks[1]))
    table.lay_out("build/1", f"{WILD} 2 3 4 5")
    table.hold("6", "7", "8", "9", "9")
    table.play(*lays("6", "7", "8", "9"))
    asked, top = table.people.asked, table.state.stocks[0][-3]
    made = [Lay("10", "stock/1", "build/1", "11"), Lay("11", "stock/1", "build/1", top)]
    table.play(*made, unseen_until_last=True)
    assert table.moves[-2:] == made
    assert table.people.asked == asked + 1, "the 11 may have come from the hand"


def test_k3_a_card_that_came_up_on_a_stock_and_finished_a_pile_is_thought_of(deal: Dealer) -> None:
    table = deal(noise=Noise(left=0.0))
    table.have(stocks=((*table.state.stocks[0][:-3], "12", WILD, "10"), table.state.stocks[1]))
    table.lay_out("build/1", "1 2 3 4 5")
    table.hold("6", "7", "8", "9", "11")
    table.play(*lays("6", "7", "8", "9"), Lay("10", "stock/1", "build/1", WILD), *lays("11"), table.draw(5))
    table.hold("1", *NINES[1:])
    table.play(*lays("1", on="build/2"))
    made = [Lay(WILD, "stock/1", "build/2", "12"), Lay("12", "stock/1", "build/1", table.state.stocks[0][-3])]
    table.play(*made, unseen_until_last=True)
    assert table.moves[-2:] == made


@pytest.mark.parametrize("is_laid", [True, False])
def test_k3_a_wild_laid_on_a_wild_while_nobody_watched_is_asked(deal: Dealer, is_laid: bool) -> None:
    table = deal()
    table.hold(WILD, WILD, "9", "9", "9")
    table.play(*lays(WILD))
    made = [*lays(WILD), DISCARD] if is_laid else [DISCARD]
    table.game._is_unwatched = True
    table.play(*made, unseen_until_last=True)
    assert (table.moves, table.people.asked) == ([*lays(WILD), *made], 1)


@pytest.mark.parametrize(("left", "last"), first([(0.0, WILD), (1.0, "12"), (0.0, "12"), (1.0, WILD)], 2))
def test_k4_a_finished_pile_may_be_taken_off_at_once_or_later(deal: Dealer, left: float, last: str) -> None:
    table = deal(noise=Noise(left=left))
    table.lay_out("build/2", "1 2 3 4 5", "6 7 8 9 10")
    table.hold("11", last, "1", WILD, "9")
    table.play(*lays("11", last, on="build/2"), *lays(WILD), DISCARD)
    finished = lays("11", last if left else UNKNOWN, on="build/2")
    assert table.moves[-4:] == [*finished, *lays(WILD), DISCARD]
    # Only whether the 10 was the one on the stock, under which another one lay, is asked.
    assert table.by_people == (1, 0)
    assert table.box.played.now.builds[1] == ()


def test_k4_a_card_that_is_read_with_some_doubt_is_no_pile_that_was_finished_and_taken_off(deal: Dealer) -> None:
    table = deal()
    table.lay_out("build/2", "1 2 3 4 5", "6 7 8 9 10")
    table.hold("11", *NINES[1:])
    asked = table.people.asked
    table.camera.confidence = 0.95
    table.play(*lays("11", on="build/2"))
    assert (table.moves[-1:], table.people.asked) == (lays("11", on="build/2"), asked)


def test_k3_after_several_turns_that_nobody_saw_people_are_asked_from_the_first_one_on(deal: Dealer) -> None:
    table = deal()
    table.have(hands=(("8", "9", "2", "2", "2"), ("1", "7", "6", "11", "11")))
    made: list[Move] = [Discard("8", "discard/1/1"), *lays("1"), Discard("7", "discard/2/1")]
    made += [Draw(UNKNOWN), *lays("2"), Discard("9", "discard/1/2")]
    made += [Draw(UNKNOWN), Discard("6", "discard/2/2")]
    for at, move in enumerate(made):
        assert table.people.asked == 0
        real = table.draw(table.state.to_draw) if isinstance(move, Draw) else move
        table.game.make(table.state, real, is_pictured=at == len(made) - 1)
        table.play_unseen(real)
    assert table.recorded(but=(Turn, Draw)) == [move for move in made if not isinstance(move, Draw)]
    assert table.people.asked >= 2


def test_k9_penalty_cards_are_asked_before_they_are_recorded(deal: Dealer) -> None:
    table = deal(players=4, teams="yes")
    table.play(Penalty(2, table.draw(2).cards))
    assert table.people.asked == 1
    assert isinstance(table.moves[0], Penalty) and table.moves[0].seat == 2


@pytest.mark.parametrize("seat", [0, 1])
def test_k9_penalty_cards_that_nobody_saw_are_asked_with_what_came_after_them(deal: Dealer, seat: int) -> None:
    table = deal(players=4, teams="yes")
    table.have(draw=(*table.state.draw[:-2], "11", table.state.draw[-1]))
    table.hold("1", "2", "9", "9", "9")
    table.play(Penalty(seat, table.draw(2).cards), *lays("1", "2"), unseen_until_last=True)
    assert table.moves == [UNSEEN, *lays("2"), Penalty(seat, (UNKNOWN, "11"))]
    assert table.people.asked == 1


def test_a_discard_that_is_undone_is_not_read_again_until_it_has_been_taken_back(deal: Dealer) -> None:
    table = deal()
    before, (card, other, *_) = table.state, table.state.hands[0]
    table.play_unseen(Discard(card, "discard/1/1"))
    table.look(but=only("draw"))  # K2: a draw pile that is not detected spoils nothing
    assert (table.box.problem, table.moves) == (None, [Discard(card, "discard/1/1")])
    table.box.undo("phone")
    table.look()
    assert table.moves == []
    assert table.box.problem is not None
    assert table.box.problem.places == ("discard/1/1/1",)
    table.state = before
    table.look()
    assert table.box.problem is None
    table.play(Discard(other, "discard/1/2"))
    assert table.moves == [Discard(other, "discard/1/2")]


def test_a_discard_that_was_recorded_wrongly_is_corrected_while_it_lies_there(deal: Dealer) -> None:
    table = deal()
    card = table.state.hands[0][0]
    wrong, right = Discard("12" if card != "12" else "11", "discard/1/1"), Discard(card, "discard/1/1")
    table.play_unseen(right)
    table.look({"discard/1/1/1": [wrong.card]})
    assert table.moves == [wrong]
    entry = table.box.played.plies[-1].entry
    table.box.correct(Correction("change", entry, skip_bo.move_to_json(right), "phone"))
    table.look()  # the card is turned to the light
    assert (table.box.problem, table.moves) == (None, [right])


def test_a_pushed_table_is_the_same_table(deal: Dealer) -> None:
    table = deal(players=4, noise=USUAL)
    for pushed in [(0.0, 0.0, 0.0), (30.0, -20.0, 2.0), (-10.0, 15.0, -3.0), (0.0, 0.0, 0.0)]:
        table.camera.pushed = pushed
        table.look()
        if table.state.to_draw:
            table.play(table.draw(table.state.to_draw))
        seat = table.state.seat
        table.play(Discard(table.state.hands[seat][0], f"discard/{seat + 1}/{1 + seat % 4}"))
    assert (table.people.missing, table.people.asked) == ([], 0)


def test_k3_a_covered_card_counts_as_seen_by_nobody() -> None:
    state = skip_bo.start(["Aya", "Ben"], {"short": "yes"})
    for line in ("turn 7", "turn 9", "lay ? hand build/1", "lay 2 hand build/1", "lay ? hand build/1"):
        assert skip_bo.move_to_text(skip_bo.move_from_text(line)) == line
        state = skip_bo.play(state, skip_bo.move_from_text(line))
    assert state.builds[0] == (UNKNOWN, "2", UNKNOWN)
    assert skip_bo.layout(state)["build/1"] == {"3", WILD}
    assert (state.unseen["3"], state.unseen[WILD]) == (12, 18)


def test_k3_a_card_that_does_not_fit_is_named_in_words(deal: Dealer) -> None:
    table = deal()
    table.look({"build/3": ["7"]})
    assert table.box.problem is not None
    said = [say(table.box.problem.message, language) for language in ("en", "ja")]
    assert said[0] == "building pile 3: a different card belongs there. Please put the right one."
    assert said[1] == "場札3にあるのは別の札のはずです。正しい札を置いてください。"


def test_k7_cards_that_lie_there_after_a_result_are_no_fault_and_the_next_game_is_followed(deal: Dealer) -> None:
    table = deal(play="match")
    table.play(Discard(table.state.hands[0][0], "discard/1/1"))
    lying = table.state
    table.enter(Won(1, (4,)))
    table.state, won = lying, table.state
    table.look(looks=12)
    assert table.moves[-1] == Won(1, (4,))
    assert (table.box.problem, table.asked) == (None, [])
    table.state = won
    table.enter(*skip_bo.moves(table.state))
    table.enter(*(Turn(table.state.stocks[seat][-1]) for seat in (1, 0)))
    table.look()
    table.play(Discard(table.state.hands[1][0], "discard/2/1"))
    assert table.moves[-1] == Discard(table.state.discards[1][0][-1], "discard/2/1")
