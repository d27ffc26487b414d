"""What must hold in every game of Skip-Bo, whole games with penalties among them."""

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import chain, islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import skip_bo
from engines.bots import NAMES, greedy_move
from engines.contract import BadRecord, IllegalMove
from engines.skip_bo import END, Discard, Lay, Move, Penalty, State
from engines.skip_bo.state import BUILD, DISCARDS, FACES, HAND_PLACE, OF_EACH, STOCKS, in_order
from engines.vocabulary import UNKNOWN
from tests.support.engines.bot_games import greedy_game
from tests.support.engines.in_short import short
from tests.support.engines.records import read_record

TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (4, {"teams": "yes"}),
    (3, {"short": "yes", "play": "match"}),
    (6, {"teams": "yes", "short": "yes"}),
)
Ply = tuple[State, Move]


@cache
def whole_game(at: int) -> tuple[Ply, ...]:
    """A known game of simple players to its end, with a penalty now and then."""
    count, options = TABLES[at]
    pick = random.Random(at)
    state = skip_bo.deal(NAMES[:count], options, at)
    plies = []
    while not skip_bo.is_over(state):
        penalties = [move for move in skip_bo.moves(state) if isinstance(move, Penalty)]
        penalty = penalties and pick.random() < 0.02
        move = pick.choice(penalties) if penalty else greedy_move(skip_bo, state, state.seat, count)
        plies.append((state, move))
        state = skip_bo.play(state, move)
    return tuple(plies)


every_game = pytest.mark.parametrize("at", range(len(TABLES)))
seeds = st.integers(0, 2**32)
some_ply = st.sampled_from(range(len(TABLES))).flatmap(lambda at: st.sampled_from(whole_game(at)))


def cards_of(state: State) -> Counter[str]:
    piles = chain(state.hands, state.stocks, state.builds, chain.from_iterable(state.discards))
    return Counter(chain(state.draw, state.aside, chain.from_iterable(piles)))


def shuffled(state: State, seed: int) -> State:
    """Another known state that looks the same to the table: what nobody sees lies in another order."""
    public = skip_bo.view(state, None)
    hidden = [face for face, count in public.unseen.items() for _ in range(count)]
    random.Random(seed).shuffle(hidden)

    def filled(pile: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(hidden.pop() if card == UNKNOWN else card for card in pile)

    hands = tuple(in_order(filled(hand)) for hand in public.hands)
    return replace(public, draw=filled(public.draw), hands=hands, stocks=tuple(map(filled, public.stocks)), chance=seed)


@every_game
def test_no_card_is_lost_and_who_sees_less_knows_just_that_to_the_end(at: int) -> None:
    """Also where piles are finished, shuffled and dealt again."""
    plies = whole_game(at)
    for player in (None, 0):
        view = skip_bo.view(plies[0][0], player)
        for state, move in plies:
            assert cards_of(state) == OF_EACH
            assert view == skip_bo.view(state, player)
            assert cards_of(view).total() == 162
            assert all(cards_of(view)[face] <= OF_EACH[face] for face in FACES)
            seen = skip_bo.observed(state, move, player)
            assert player is not None or seen in skip_bo.moves(view)
            view = skip_bo.play(view, seen)
            assert short(skip_bo.describe(state, move))


@settings(max_examples=60)
@given(some_ply, seeds)
def test_nothing_that_is_told_depends_on_hidden_cards(ply: Ply, seed: int) -> None:
    state, _ = ply
    other = shuffled(state, seed)
    assert skip_bo.view(other, None) == skip_bo.view(state, None)
    assert skip_bo.layout(other) == skip_bo.layout(state)
    assert skip_bo.prompt(other) == skip_bo.prompt(state)
    assert skip_bo.standings(other) == skip_bo.standings(state)
    mine = replace(other, hands=(state.hands[0], *other.hands[1:]))
    assert skip_bo.view(mine, 0) == skip_bo.view(state, 0)


@every_game
def test_scores_are_what_the_games_were_worth_and_ranks_are_right_at_the_end(at: int) -> None:
    state = skip_bo.play(*whole_game(at)[-1])
    standings = skip_bo.standings(state)
    sharing = 2 if state.house.teams else 1
    assert sum(one.score for one in standings) == sharing * sum(result.points for result in state.results)
    won = state.results[-1].winner
    assert won is not None
    assert [one.player for one in standings if one.rank == 1] == sorted(state.team(won))
    for one in standings:
        assert one.rank == 1 + sum(other.rank < one.rank for other in standings)
        told = [dict(reason.facts).get("points", 0) for reason in one.reasons]
        assert sum(map(int, told)) == one.score


@settings(max_examples=6)
@given(some_ply)
def test_moves_lists_just_what_play_accepts(ply: Ply) -> None:
    state, _ = ply
    listed = skip_bo.moves(state)
    piles = [place for seat in DISCARDS for place in seat]
    turned = {stock[-2] for stock in state.stocks if len(stock) > 1}
    others: list[Move] = [END, *(Discard(card, place) for card in FACES for place in piles)]
    others += [Lay(card, source, to) for card in FACES for source in (HAND_PLACE, *piles) for to in BUILD]
    others += [Lay(card, source, to, under) for card in FACES for source in STOCKS for to in BUILD for under in turned]
    for move in others:
        try:
            skip_bo.play(state, move)
        except IllegalMove:
            assert move not in listed
        else:
            assert move in listed


def test_an_illegal_line_is_named() -> None:
    moves = [move for _, move in islice(greedy_game(skip_bo, NAMES[:2], {"short": "yes"}, 5), 40)]
    lines = skip_bo.write_record(NAMES[:2], {"short": "yes"}, moves).splitlines()
    lines.insert(6, "end")
    with pytest.raises(BadRecord) as refused:
        read_record(skip_bo, "\n".join(lines))
    assert dict(refused.value.said.facts) == {"line": 7, "text": "end"}
    assert refused.value.because is not None
    assert short(refused.value.because).startswith("must_discard")
