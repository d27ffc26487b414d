"""Skip-Bo before a camera that knows cards, but misses some: what is recorded, and what people are asked."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from device.games.listing import profile_of
from device.record.corrections import Correction
from device.texts import say
from engines import skip_bo
from engines.bots import NAMES
from engines.skip_bo import Discard, Draw, Lay, Move, Penalty, State, Turn
from engines.skip_bo.state import unseen
from engines.vocabulary import UNKNOWN, WILD
from tests.support.device.card_moves import play
from tools.films.card_games import MOST_LOOKS, CardGame, follow_cards
from tools.films.card_tables import PERFECT, USUAL, Noise
from tools.films.tiles import Match

pytestmark = pytest.mark.slow

OPENED = ExitStack()  # the games of a test
PROFILE = profile_of("skip_bo")


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    OPENED.close()


def game_of(folder: Path, players: int = 2, noise: Noise = PERFECT, **options: str) -> tuple[CardGame, State]:
    """A table with its stocks turned up, as it is dealt with a seed."""
    match = Match(PROFILE, NAMES[:players], {"short": "yes", **options})
    game = OPENED.enter_context(CardGame(folder, match, 3, noise))
    state = skip_bo.deal(match.players, match.options, 3)
    game.lay(state)
    assert players > 2 or state.stocks[0][-1] == "10"
    for seat in range(players):
        move = Turn(state.stocks[seat][-1])
        game.make(state, move)
        state = skip_bo.play(state, move)
    return game, state


def with_hand(state: State, cards: Sequence[str]) -> State:
    """The same with other cards in the hand of the player in turn."""
    hands = list(state.hands)
    hands[state.seat] = tuple(cards)
    return skip_bo.State(**{name: getattr(state, name) for name in State.__slots__} | {"hands": tuple(hands)})


def recorded(game: CardGame) -> list[Move]:
    return [ply.move for ply in game.box.played.plies if not isinstance(ply.move, Turn)]


@pytest.mark.parametrize(
    ("players", "options", "seed"), [(2, {"short": "yes"}, 3), (4, {"teams": "yes"}, 1), (5, {}, 6), (6, {}, 5)]
)
def test_a_game_is_followed_though_cards_are_missed_unread_and_laid_askew(
    players: int, options: dict[str, str], seed: int
) -> None:
    found = follow_cards(PROFILE, seed, 26, players, options)
    assert found.moves >= 24
    assert found.invented == found.missed == 0
    assert found.by_hand <= 2


def test_k2_a_hand_that_is_filled_is_no_question(tmp_path: Path) -> None:
    game, state = game_of(tmp_path)
    for _ in "ab":
        state = play(game, state, Discard(state.hands[state.seat][0], f"discard/{state.seat + 1}/1"))
    state = play(game, state, Draw(state.draw[-1:]), Discard(state.hands[0][0], "discard/1/2"))
    assert [type(move) for move in recorded(game)][:4] == [Discard, Discard, Draw, Discard]
    assert game.people.asked == game.people.said == 0


def test_k3_several_cards_laid_between_two_pictures_are_a_sequence(tmp_path: Path) -> None:
    game, state = game_of(tmp_path)
    state = with_hand(state, ["1", "2", "3", "5", "9"])
    lays = [Lay(number, "hand", "build/1") for number in ("1", "2", "3")]
    play(game, state, *lays, Discard("9", "discard/1/1"), unseen_until_last=True)
    assert recorded(game) == [
        Lay(UNKNOWN, "hand", "build/1"), Lay(UNKNOWN, "hand", "build/1"), lays[2], Discard("9", "discard/1/1"),
    ]  # fmt: skip
    assert game.people.asked == 1, "the 3 may have been laid where it does not fit"


def test_k3_a_wild_under_another_card_was_laid_though_nothing_showed_it(tmp_path: Path) -> None:
    game, state = game_of(tmp_path)
    state = with_hand(state, [WILD, WILD, "3", "5", "9"])
    first, second, third = (Lay(card, "hand", "build/1") for card in (WILD, WILD, "3"))
    play(game, state, first, second, third, unseen_until_last=True)
    assert recorded(game) == [Lay(UNKNOWN, "hand", "build/1"), Lay(UNKNOWN, "hand", "build/1"), third]


def test_k3_a_wild_is_not_recorded_alone_while_the_stock_is_not_read_of_which_it_may_cover_a_card(
    tmp_path: Path,
) -> None:
    game, state = game_of(tmp_path)
    hands = (("1", "2", "9", "9", "9"), (WILD, "9", "9", "9", "9"))
    state = skip_bo.State(**{name: getattr(state, name) for name in State.__slots__} | {"hands": hands})
    state = play(game, state, Lay("1", "hand", "build/1"), Lay("2", "hand", "build/1"), Discard("9", "discard/1/1"))
    before = recorded(game)
    made = [Lay("3", "stock/2", "build/1", state.stocks[1][-2]), Lay(WILD, "hand", "build/1")]
    game.table.unread = {"stock/2"}
    for move in made:
        state = skip_bo.play(state, move)
    game.table.set(PROFILE.filming.heaps(state), skip_bo.layout(state))
    game.look(MOST_LOOKS)
    assert recorded(game) == before
    assert [choice.moved.moves for choice in game.box.question] == [(made[1],)]
    game.table.unread = set()  # somebody straightens the card
    game.look()
    game.people.told = [*game.people.told, *made]
    game.people.answer()
    assert recorded(game) == [*before, *made]


def test_k5_who_laid_a_card_when_a_turn_ended_meanwhile_is_asked(tmp_path: Path) -> None:
    game, state = game_of(tmp_path)
    hands = (("9", "9", "9", "9", "9"), ("1", "9", "9", "9", "9"))
    state = skip_bo.State(**{name: getattr(state, name) for name in State.__slots__} | {"hands": hands})
    made = [Discard("9", "discard/1/1"), Lay("1", "hand", "build/1")]
    play(game, state, *made, unseen_until_last=True)
    assert recorded(game) == made
    assert game.people.asked == 1, "it may have been laid before the discard"


def test_k5_who_laid_a_card_after_a_discard_that_is_not_read_is_asked(tmp_path: Path) -> None:
    game, state = game_of(tmp_path)
    hands = (("9", "9", "9", "9", "9"), ("1", "9", "9", "9", "9"))
    state = skip_bo.State(**{name: getattr(state, name) for name in State.__slots__} | {"hands": hands})
    made = [Discard("9", "discard/1/1"), Lay("1", "hand", "build/1")]
    game.table.unread = {"discard/1/1/1"}
    for move in made:
        state = skip_bo.play(state, move)
        game.table.set(PROFILE.filming.heaps(state), skip_bo.layout(state))
        game.look(MOST_LOOKS)
        assert recorded(game) == [], "the 1 may have been laid by either player"
        assert game.box.problem is not None
        assert say(game.box.problem.message, "en").startswith("I cannot see card 1 of Aya's discard pile 1 well.")
    assert [choice.moved.moves for choice in game.box.question] == [(made[1],)]
    game.table.unread = set()  # somebody straightens the card
    game.look()
    game.people.told = [*game.people.told, *made]
    game.people.answer()
    assert recorded(game) == made
    assert game.box.problem is None


def test_a_discard_that_people_entered_is_not_taken_back_as_long_as_it_is_not_read(tmp_path: Path) -> None:
    game, state = game_of(tmp_path)
    hands = (("9", "9", "9", "9", "9"), ("8", "8", "8", "4", "4"))
    state = skip_bo.State(**{name: getattr(state, name) for name in State.__slots__} | {"hands": hands})
    game.table.unread = {"discard/1/1/1"}
    state = play(game, state, entered := Discard("9", "discard/1/1"))
    assert recorded(game) == [entered] and game.people.said == 1
    game.look(MOST_LOOKS)
    assert game.box.problem is None, "people have said what lies there"
    after = skip_bo.play(state, Discard("8", "discard/2/1"))
    missed = {**PROFILE.filming.heaps(after), "discard/1/2/1": ["9"]}
    missed.pop("discard/2/1/1")  # what Ben discarded no picture shows; Aya fills her hand and discards again
    game.table.set(missed, skip_bo.layout(after))
    game.look(MOST_LOOKS)
    assert recorded(game) == [entered]
    assert game.box.problem is not None


def test_k2_a_draw_pile_that_is_not_detected_spoils_nothing(tmp_path: Path) -> None:
    game, state = game_of(tmp_path)
    made = Discard(state.hands[0][0], "discard/1/1")
    state = skip_bo.play(state, made)
    heaps = {place: cards for place, cards in PROFILE.filming.heaps(state).items() if place != "draw"}
    game.table.set(heaps, skip_bo.layout(state))
    game.look()
    assert (game.box.problem, recorded(game)) == (None, [made])


def test_k3_a_card_that_came_up_on_a_stock_and_was_played_at_once_is_thought_of(tmp_path: Path) -> None:
    game, state = game_of(tmp_path)
    stocks = ((*state.stocks[0][:-2], "11", "10"), state.stocks[1])
    state = skip_bo.State(**{name: getattr(state, name) for name in State.__slots__} | {"stocks": stocks})
    state = with_hand(state, [WILD, "2", "3", "4", "5"])
    lays = [Lay(card, "hand", "build/1") for card in state.hands[0]]
    state = play(game, state, *lays, Draw(state.draw[-1:-6:-1]))
    state = with_hand(state, ["6", "7", "8", "9", "9"])
    state = play(game, state, *(Lay(card, "hand", "build/1") for card in state.hands[0][:4]))
    asked, top = game.people.asked, state.stocks[0][-3]
    made = [Lay("10", "stock/1", "build/1", "11"), Lay("11", "stock/1", "build/1", top)]
    play(game, state, *made, unseen_until_last=True)
    assert recorded(game)[-2:] == made
    assert game.people.asked == asked + 1, "the 11 may have come from the hand"


def test_k3_a_card_that_came_up_on_a_stock_and_finished_a_pile_is_thought_of(tmp_path: Path) -> None:
    game, state = game_of(tmp_path, noise=Noise(left=0.0))
    stocks = ((*state.stocks[0][:-3], "12", WILD, "10"), state.stocks[1])
    state = skip_bo.State(**{name: getattr(state, name) for name in State.__slots__} | {"stocks": stocks})
    for hand in (("1", "2", "3", "4", "5"), ("6", "7", "8", "9", "11")):
        state = with_hand(state, hand)
        lays = [Lay(card, "hand", "build/1") for card in hand]
        lays[4:4] = [Lay("10", "stock/1", "build/1", WILD)] if "9" in hand else []
        state = play(game, state, *lays, Draw(state.draw[-1:-6:-1]))
    state = with_hand(state, ["1", "9", "9", "9", "9"])
    state = play(game, state, Lay("1", "hand", "build/2"))
    made = [Lay(WILD, "stock/1", "build/2", "12"), Lay("12", "stock/1", "build/1", state.stocks[0][-3])]
    play(game, state, *made, unseen_until_last=True)
    assert recorded(game)[-2:] == made


@pytest.mark.parametrize("is_laid", [True, False])
def test_k3_a_wild_laid_on_a_wild_while_nobody_watched_is_asked(tmp_path: Path, is_laid: bool) -> None:
    game, state = game_of(tmp_path)
    state = with_hand(state, [WILD, WILD, "9", "9", "9"])
    lay, discard = Lay(WILD, "hand", "build/1"), Discard("9", "discard/1/1")
    state = play(game, state, lay)
    made = [lay, discard] if is_laid else [discard]
    game._is_unwatched = True
    play(game, state, *made, unseen_until_last=True)
    assert (recorded(game), game.people.asked) == ([lay, *made], 1)


@pytest.mark.parametrize("left", [0.0, 1.0])
@pytest.mark.parametrize("last", ["12", WILD])
def test_k4_a_finished_pile_may_be_taken_off_at_once_or_later(tmp_path: Path, left: float, last: str) -> None:
    game, state = game_of(tmp_path, noise=Noise(left=left))
    for low in (1, 6):
        state = with_hand(state, [str(number) for number in range(low, low + 5)])
        lays = [Lay(card, "hand", "build/2") for card in state.hands[0]]
        state = play(game, state, *lays, Draw(state.draw[-1:-6:-1]))
    state = with_hand(state, ["11", last, "1", WILD, "9"])
    state = play(game, state, Lay("11", "hand", "build/2"), Lay(last, "hand", "build/2"))
    state = play(game, state, Lay(WILD, "hand", "build/1"), Discard("9", "discard/1/1"))
    seen = last if left else UNKNOWN
    assert recorded(game)[-4:] == [
        Lay("11", "hand", "build/2"), Lay(seen, "hand", "build/2"), Lay(WILD, "hand", "build/1"),
        Discard("9", "discard/1/1"),
    ]  # fmt: skip
    # Only whether the 10 was the one on the stock, under which another one lay, is asked.
    assert (game.people.asked, game.people.said) == (1, 0)
    assert game.box.played.now.builds[1] == ()


def test_k4_a_card_that_is_read_with_some_doubt_is_no_pile_that_was_finished_and_taken_off(tmp_path: Path) -> None:
    game, state = game_of(tmp_path)
    for low in (1, 6):
        state = with_hand(state, [str(number) for number in range(low, low + 5)])
        lays = [Lay(card, "hand", "build/2") for card in state.hands[0]]
        state = play(game, state, *lays, Draw(state.draw[-1:-6:-1]))
    state = with_hand(state, ["11", "9", "9", "9", "9"])
    asked = game.people.asked
    game.table.sureness = 0.95
    play(game, state, Lay("11", "hand", "build/2"))
    assert recorded(game)[-1] == Lay("11", "hand", "build/2")
    assert game.people.asked == asked


def without_draws(moves: Sequence[Move]) -> list[Move]:
    return [move for move in moves if not isinstance(move, Draw)]


def test_k3_after_several_turns_that_nobody_saw_people_are_asked_from_the_first_one_on(tmp_path: Path) -> None:
    game, state = game_of(tmp_path)
    hands = (("8", "9", "2", "2", "2"), ("1", "7", "6", "11", "11"))
    state = skip_bo.State(**{name: getattr(state, name) for name in State.__slots__} | {"hands": hands})
    unknown = Draw(UNKNOWN)
    made = [
        Discard("8", "discard/1/1"), Lay("1", "hand", "build/1"), Discard("7", "discard/2/1"), unknown,
        Lay("2", "hand", "build/1"), Discard("9", "discard/1/2"), unknown, Discard("6", "discard/2/2"),
    ]  # fmt: skip
    for at, move in enumerate(made):
        real = Draw(state.draw[-1 : -1 - skip_bo.rules.to_draw(state) : -1]) if isinstance(move, Draw) else move
        assert game.people.asked == 0
        game.make(state, real, is_seen=at == len(made) - 1)
        state = skip_bo.play(state, real)
    assert without_draws(recorded(game)) == without_draws(made)
    assert game.people.asked >= 2


def test_k9_penalty_cards_are_asked_before_they_are_recorded(tmp_path: Path) -> None:
    game, state = game_of(tmp_path, players=4, teams="yes")
    play(game, state, Penalty(2, state.draw[-1:-3:-1]))
    assert game.people.asked == 1
    assert recorded(game)[0].seat == 2  # type: ignore[union-attr]


@pytest.mark.parametrize("seat", [0, 1])
def test_k9_penalty_cards_that_nobody_saw_are_asked_with_what_came_after_them(tmp_path: Path, seat: int) -> None:
    game, state = game_of(tmp_path, players=4, teams="yes")
    draw = (*state.draw[:-2], "11", state.draw[-1])
    state = skip_bo.State(**{name: getattr(state, name) for name in State.__slots__} | {"draw": draw})
    state = with_hand(state, ["1", "2", "9", "9", "9"])
    given = Penalty(seat, draw[-1:-3:-1])
    lays = [Lay(card, "hand", "build/1") for card in ("1", "2")]
    play(game, state, given, *lays, unseen_until_last=True)
    assert recorded(game) == [Lay(UNKNOWN, "hand", "build/1"), lays[1], Penalty(seat, (UNKNOWN, "11"))]
    assert game.people.asked == 1


def test_a_discard_that_is_undone_is_not_read_again_until_it_has_been_taken_back(tmp_path: Path) -> None:
    game, state = game_of(tmp_path)
    card, other = state.hands[0][:2]
    play(game, state, Discard(card, "discard/1/1"))
    game.box.undo("phone")
    game.look()
    assert recorded(game) == []
    assert game.box.problem is not None
    assert game.box.problem.places == ("discard/1/1/1",)
    game.table.set(PROFILE.filming.heaps(state), skip_bo.layout(state))
    game.look()
    assert game.box.problem is None
    play(game, state, Discard(other, "discard/1/2"))
    assert recorded(game) == [Discard(other, "discard/1/2")]


def test_a_discard_that_was_recorded_wrongly_is_corrected_while_it_lies_there(tmp_path: Path) -> None:
    game, state = game_of(tmp_path)
    card = state.hands[0][0]
    wrong = "12" if card != "12" else "11"
    after = skip_bo.play(state, Discard(card, "discard/1/1"))
    heaps = PROFILE.filming.heaps(after)
    game.table.set({**heaps, "discard/1/1/1": [wrong]}, skip_bo.layout(after))
    game.look()
    assert recorded(game) == [Discard(wrong, "discard/1/1")]
    entry = game.box.played.plies[-1].entry
    right = skip_bo.move_to_json(Discard(card, "discard/1/1"))
    game.box.correct(Correction("change", entry, right, "phone"))
    game.table.set(heaps, skip_bo.layout(after))  # the card is turned to the light
    game.look()
    assert (game.box.problem, recorded(game)) == (None, [Discard(card, "discard/1/1")])


def test_a_pushed_table_is_the_same_table(tmp_path: Path) -> None:
    game, state = game_of(tmp_path, players=4, noise=USUAL)
    for pushed in [(0.0, 0.0, 0.0), (30.0, -20.0, 2.0), (-10.0, 15.0, -3.0), (0.0, 0.0, 0.0)]:
        game.table.pushed = pushed
        game.look()
        if skip_bo.rules.to_draw(state):
            state = play(game, state, Draw(state.draw[-1 : -1 - skip_bo.rules.to_draw(state) : -1]))
        place = f"discard/{state.seat + 1}/{1 + state.seat % 4}"
        state = play(game, state, Discard(state.hands[state.seat][0], place))
    assert game.people.missing == [] and game.people.asked == 0


def test_k3_a_covered_card_counts_as_seen_by_nobody() -> None:
    state = skip_bo.start(["Aya", "Ben"], {"short": "yes"})
    for line in ("turn 7", "turn 9", "lay ? hand build/1", "lay 2 hand build/1", "lay ? hand build/1"):
        state = skip_bo.play(state, skip_bo.move_from_text(line))
    assert state.builds[0] == (UNKNOWN, "2", UNKNOWN)
    assert skip_bo.layout(state)["build/1"] == {"3", WILD}
    assert unseen(state)["3"] == 12 and unseen(state)[WILD] == 18
    assert skip_bo.move_to_text(skip_bo.move_from_text("lay ? hand build/1")) == "lay ? hand build/1"


def test_k3_a_card_that_does_not_fit_is_named_in_words(tmp_path: Path) -> None:
    game, state = game_of(tmp_path)
    game.table.set({**PROFILE.filming.heaps(state), "build/3": ["7"]}, skip_bo.layout(state))
    game.look()
    assert game.box.problem is not None
    assert say(game.box.problem.message, "en") == (
        "building pile 3: a different card belongs there. Please put the right one."
    )
    assert say(game.box.problem.message, "ja") == "場札3にあるのは別の札のはずです。正しい札を置いてください。"
