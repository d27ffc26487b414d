"""The laws that every game keeps, as checks on a game's module; `test_laws.py` holds all games to them."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import pytest

from engines.bots import NAMES, Ply, matching_moves
from engines.contract import AnyGame, BadOption, BadRecord, Fallible, HasStatus, IllegalMove
from engines.drop_it import Drop
from engines.messages import Fact, message
from engines.options import unnamed
from tests.support.engines.bot_games import greedy_game, kept, random_game
from tests.support.engines.in_short import all_told, short
from tests.support.engines.records import read_record


def any_table(game: AnyGame, seed: int) -> tuple[tuple[str, ...], dict[str, Fact]]:
    """Players and options of some table that go together, chosen by the seed: every count and every value comes up."""
    pick = random.Random(seed)
    while True:
        players = NAMES[: pick.choice(game.PLAYERS)]
        options = {option.name: pick.choice(option.allowed) for option in game.OPTIONS}
        if can_play(game, players, options):
            return players, options


def can_play(game: AnyGame, players: Sequence[str], options: Mapping[str, Fact]) -> bool:
    """Whether so many can play by these options."""
    try:
        game.start(players, options)
    except BadOption:
        return False
    return True


def dealt(game: AnyGame, seed: int) -> Any:
    """A fully known start of some table."""
    players, options = any_table(game, seed)
    return game.deal(players, options, seed)


@kept
def played(game: AnyGame, seed: int, most: int) -> tuple[Ply[Any, Any], ...]:
    """Up to `most` states with the move that a random player makes there."""
    return tuple(islice(random_game(game, *any_table(game, seed), seed), most))


def states(game: AnyGame, seed: int, most: int) -> Iterator[Any]:
    """A known game with its public view at every step, to the end where it comes soon enough."""
    state = dealt(game, seed)
    for before, move in played(game, seed, most):
        yield before
        yield game.view(before, None)
        state = game.play(before, move)
    yield state


def a_second_engine_that_sees_only_the_table_knows_the_same(game: AnyGame, seed: int, most: int) -> None:
    """DESIGN's law: fed the public part of each move it is in `view(state, None)` at every step."""
    players, options = any_table(game, seed)
    seen = game.start(players, options)
    for state, move in played(game, seed, most):
        assert seen == game.view(state, None)
        assert game.view(seen, None) == seen
        seen = game.play(seen, game.observed(state, move, None))
        assert seen == game.view(game.play(state, move), None)


def each_player_learns_his_part_of_each_move(game: AnyGame, seed: int, most: int) -> None:
    """A player's own engine, fed his part of each move, is in `view(state, player)` at every step."""
    players, _ = any_table(game, seed)
    plies = played(game, seed, most)
    for seat in range(len(players)):
        own = game.view(dealt(game, seed), seat)
        for state, move in plies:
            assert own == game.view(state, seat)
            assert game.view(own, None) == game.view(state, None)
            own = game.play(own, game.observed(state, move, seat))


def nothing_on_the_table_depends_on_what_is_hidden(game: AnyGame, seed: int, most: int) -> None:
    """Layout, standings and what everybody is told are the same for who knows all and for who sees the table only."""
    for state, move in played(game, seed, most):
        public = game.view(state, None)
        assert game.layout(public) == game.layout(state)
        assert game.standings(public) == game.standings(state)
        assert game.is_over(public) == game.is_over(state)
        if isinstance(game, HasStatus):
            assert game.status(public) == game.status(state)
        assert [told for told in game.prompt(public) if told.player is None] == [
            told for told in game.prompt(state) if told.player is None
        ]
        assert game.mover(public, game.observed(state, move, None)) == game.mover(state, move)
        assert game.describe(public, game.observed(state, move, None)) == game.describe(state, move)


def there_is_a_move_until_the_game_is_over(game: AnyGame, seed: int, most: int) -> None:
    """No state without a legal move unless the game is over; always something to tell, and a score and rank a seat."""
    players, _ = any_table(game, seed)
    state = dealt(game, seed)
    for before, move in played(game, seed, most):
        assert not game.is_over(before)
        assert game.moves(game.view(before, None))
        state = game.play(before, move)
        assert game.prompt(state)
        ranks = {standing.player: standing.rank for standing in game.standings(state)}
        assert list(ranks) == list(range(len(players)))
        assert min(ranks.values()) == 1
        assert all(rank <= 1 + sum(other < rank for other in ranks.values()) for rank in ranks.values())
    assert game.is_over(state) is not bool(game.moves(state))


def states_are_hashed_and_moves_go_to_json_and_back(game: AnyGame, seed: int, most: int) -> None:
    """A move played twice leads to equal states that hash alike; legal moves differ; moves are read back."""
    for state, move in played(game, seed, most):
        after, again = game.play(state, move), game.play(state, move)
        assert after == again
        assert hash(after) == hash(again)
        legal = game.moves(state)
        assert len(set(legal)) == len(legal)
        for one in (move, game.observed(state, move, None)):
            assert game.move_from_json(json.loads(json.dumps(game.move_to_json(one)))) == one


def a_game_is_read_back_as_it_was_written(game: AnyGame, seed: int, most: int) -> None:
    """The full moves and the public ones, from the start that the table shows."""
    players, options = any_table(game, seed)
    plies = played(game, seed, most)
    for moves in ([move for _, move in plies], [game.observed(state, move, None) for state, move in plies]):
        assert same(read_record(game, game.write_record(players, options, moves)), players, options, moves)


def a_game_without_names_is_read_back_with_as_many_players(game: AnyGame, seed: int, most: int) -> None:
    """Where as few play as the options allow, also when nobody says how many."""
    players, options = any_table(game, seed)
    moves, numbers = [move for _, move in played(game, seed, most)], unnamed(len(players))
    assert same(read_record(game, game.write_record(numbers, options, moves)), numbers, options, moves)
    if len(players) == next(count for count in game.PLAYERS if can_play(game, unnamed(count), options)):
        none_named = numbers if len(players) > game.PLAYERS[0] else ()
        read = read_record(game, game.write_record((), options, moves))
        assert same(read, none_named, options, moves)


def same(record: Any, players: Sequence[str], options: Mapping[str, Fact], moves: Sequence[Any]) -> bool:
    """Whether a record holds this game; a forced pass that a notation does not write may follow the last move."""
    return bool(record[0] == players and record[1] == options and list(record[2][: len(moves)]) == list(moves))


def simple_players_finish_a_game(game: AnyGame, seed: int, most: int = 20_000) -> None:
    """The greedy players, who know their own views only, come to an end, after which nothing can be played."""
    players, options = any_table(game, seed)
    state, moves = dealt(game, seed), []
    for count, (before, move) in enumerate(greedy_game(game, players, options, seed)):
        assert count < most, f"no end after {most} moves"
        moves.append(move)
        state = game.play(before, move)
    assert game.is_over(state)
    for move in moves[-100:]:
        with pytest.raises(IllegalMove):
            game.play(state, move)


def just_the_listed_moves_are_played(game: AnyGame, seed: int, most: int) -> None:
    """Moves of another time in the same game are refused, unless they are listed now or do what a listed one does.

    The state stays as it was. Of Drop It's landings only some are listed, and nowhere is what the rules punish.
    """
    pick, plies = random.Random(seed), played(game, seed, most)
    pool = list(dict.fromkeys(move for state, _ in plies for move in game.moves(state)))
    for state, _ in plies:
        listed, before = game.moves(state), repr(state)
        others_too = isinstance(game, Fallible) and game.may_err(state)
        for move in (*pick.sample(pool, min(20, len(pool))), *pick.sample(listed, min(3, len(listed)))):
            try:
                after = game.play(state, move)
            except IllegalMove as refused:
                assert move not in listed
                assert refused.said.key.startswith(f"{game.NAME}.")
                assert short(refused.said)
            else:
                is_known = move in listed or others_too or isinstance(move, Drop)
                assert is_known or after in [game.play(state, one) for one in listed]
        assert repr(state) == before


def whoever_wants_to_move_may(game: AnyGame, seed: int, most: int) -> None:
    """Some simple player wants a legal move of his own, and nobody else does where one alone is in turn."""
    for state, _ in played(game, seed, most):
        seats = range(len(state.players))
        wishes = {seat: wish for seat in seats if (wish := game.greedy(game.view(state, seat), seat)) is not None}
        assert wishes
        for seat, wish in wishes.items():
            assert next(matching_moves(game, state, seat, wish), None) is not None
        movers = {game.mover(state, move) for move in game.moves(state)}
        assert movers <= {None, *seats}
        assert len(movers) > 1 or movers == {None} or set(wishes) == movers


def everything_told_has_its_words(game: AnyGame, seed: int, most: int) -> None:
    """Moves, prompts, scores and their reasons, in each language."""
    for state, move in played(game, seed, most):
        after = game.play(state, move)
        for public in (game.view(after, None), after):
            assert all(prompt.player in (None, *range(len(state.players))) for prompt in game.prompt(public))
            assert all(map(short, all_told(game, public)))
        assert short(game.describe(state, move))


def a_wrong_line_of_a_record_is_named(game: AnyGame, seed: int, most: int) -> None:
    """One that is no move and, where there is one, a move of the same game that is not legal there."""
    players, options = any_table(game, seed)
    moves = [move for _, move in played(game, seed, most)]
    lines = game.write_record(players, options, moves).splitlines()
    after = seed % len(moves)
    at = len(lines) - len(moves) + after
    state = game.start(players, options)
    for move in moves[:after]:
        state = game.play(state, move)
    wrong = [("no such move", f"{game.NAME}.bad_move")]
    for move in moves:
        try:
            game.play(state, move)
        except IllegalMove as refused:
            wrong.append((game.write_record((), options, [move]).splitlines()[-1], refused.said.key))
            break
    for line, because in wrong:
        with pytest.raises(BadRecord) as error:
            game.read_records("\n".join((*lines[:at], line, *lines[at:])))
        assert error.value.said == message("record.bad_line", line=at + 1, text=line[:60])
        assert error.value.because is not None
        assert error.value.because.key == because


def a_start_that_cannot_be_is_refused(game: AnyGame) -> None:
    """Too few or too many players, one without a name, an option or a value that the game does not know."""
    fewest, most = game.PLAYERS[0], game.PLAYERS[-1]
    names = unnamed(most + 1)
    allowed = str(most) if fewest == most else f"{fewest}–{most}"
    known = " ".join(option.name for option in game.OPTIONS)
    wrong: list[tuple[Sequence[str], dict[str, Fact], str]] = [
        (names[:count], {}, f"players {count} {fewest} {most} {allowed}") for count in (fewest - 1, most + 1)
    ]
    wrong.append((("Aya", " ", *names)[:fewest], {}, "no_name 2"))
    wrong.append((names[:fewest], {"size": 3}, f"unknown size {known}" if known else "none size"))
    for option in game.OPTIONS:
        if option.is_offered:
            values = " ".join(map(str, option.allowed))
            refusal = f"value {option.name} gold {values}"
            wrong.append((names[:fewest], {option.name: "gold"}, refusal))
    for players, options, why in wrong:
        for begin in (game.start, lambda players, options: game.deal(players, options, 1)):
            with pytest.raises(BadOption) as error:
                begin(players, options)
            assert short(error.value.said) == why
