"""What the box knows of each player over all evenings: the best hand, streaks, and who is ahead of whom."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given

from device.games.listing import GAMES, profile_of
from device.games.profile import Achievement
from device.record.archive import GameArchive, KeptGame, Summary
from device.record.evenings import statistics
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.record.player_history import HeadToHead, PlayerHistory, history_of
from engines.messages import Fact, Refusal, message
from engines.winners import BY_WORD
from tests.support.device.seasons import FAMILY, finished, seasons
from tests.support.engines.bot_games import greedy_game


def winners(game: Summary) -> list[str]:
    return [game.start.data["players"][standing.player] for standing in game.standings if standing.rank == 1]


def history(name: str, games: Sequence[Summary]) -> PlayerHistory:
    return history_of(name, games[::-1])


@given(seasons)
def test_who_is_ahead_of_somebody_is_whom_that_one_is_behind(games: list[Summary]) -> None:
    histories = {player.name: history(player.name, games) for player in statistics(games)}
    for one, other in combinations(histories, 2):
        mine, theirs = histories[one].against.get(other, {}), histories[other].against.get(one, {})
        assert mine.keys() == theirs.keys()
        for kind, met in mine.items():
            assert (met.ahead, met.equal, met.behind) == (theirs[kind].behind, theirs[kind].equal, theirs[kind].ahead)


@given(seasons)
def test_wins_and_games_sum_up(games: list[Summary]) -> None:
    histories = [history(player.name, games) for player in statistics(games)]
    for one in histories:
        assert (len(one.games), sum(one.won)) == (one.totals.games.total(), one.totals.wins.total())
        assert one.streak <= one.longest_streak <= sum(one.won)
        met = [sum((met.ahead, met.equal, met.behind)) for by_game in one.against.values() for met in by_game.values()]
        assert sum(met) == sum(sum(name in FAMILY for name in game.start.data["players"]) - 1 for game in one.games)
    firsts = [name for game in games for name in winners(game) if name in FAMILY]
    assert sum(sum(one.won) for one in histories) == len(firsts)


def test_a_streak_goes_on_through_all_games_until_one_is_lost() -> None:
    won, lost = {"Aya": 1, "Ben": 2}, {"Ben": 1, "Aya": 2}
    played = [won, won, won, lost, won, {"Aya": 1, "Ben": 1}]  # a shared first place is won, too
    aya = history("Aya", [finished(number, "reversi", ranks) for number, ranks in enumerate(played, start=1)])
    assert (aya.longest_streak, aya.streak, aya.won) == (3, 2, (True, True, True, False, True, True))
    assert aya.against == {"Ben": {"reversi": HeadToHead(ahead=4, equal=1, behind=1)}}


def test_a_name_is_the_same_however_wide_and_large_it_is_written() -> None:
    games = [finished(1, "reversi", {"Aya": 1, "Ｂen": 2}), finished(2, "reversi", {"BEN": 1, "Aya": 2})]
    assert (history("ben", games).totals.name, history("ben", games).won) == ("BEN", (False, True))


def test_computer_players_are_nobody_whom_one_beats() -> None:
    games = [finished(1, "stop", {"Aya": 1, "Computer 2": 2, "プレイヤー3": 3, "Ben": 4})]
    assert list(history("Aya", games).against) == ["Ben"]
    for name in ("Computer 2", "プレイヤー3", "Nobody"):
        with pytest.raises(Refusal, match=r"players\.unknown"):
            history(name, games)


def test_where_only_the_winner_was_said_nobody_knows_who_of_the_others_was_better() -> None:
    game = finished(1, "doubt", {"Aya": 2, "Ben": 1, "Chie": 2}, reasons=(BY_WORD,))
    assert history("Aya", [game]).against == {"Ben": {"doubt": HeadToHead(behind=1)}}
    assert history("Ben", [game]).against == {name: {"doubt": HeadToHead(ahead=1)} for name in ("Aya", "Chie")}


def test_team_mates_do_not_play_against_each_other() -> None:
    team = finished(1, "drop_it", {"Aya": 1, "Ben": 2, "Chie": 1, "Dan": 2}, teams=((0, 2), (1, 3)))
    assert list(history("Aya", [team]).against) == ["Ben", "Dan"]


def kept(folder: Path, name: str, players: Sequence[str], options: Mapping[str, Fact]) -> KeptGame:
    """A whole game of simple players that the box has dealt, as far as it can, and keeps."""
    game, seed = GAMES[name], 1
    dealt = {"computers": ["easy"] * len(players), "seed": seed} if profile_of(name).is_dealt else None
    with Journal(folder / "journal.db") as journal:
        number = journal.start_game(name, players, options, more=dealt)
        for _, move in greedy_game(game, players, options, seed):
            journal.append("move", {"move": game.move_to_json(move), "picture": None})
        return GameArchive(journal, PictureStore(folder / "pictures"), lambda call: call()).game(number)


def test_the_best_hand_of_jarapon_is_the_dearest_of_the_account(tmp_path: Path) -> None:
    game = kept(tmp_path, "jarapon", FAMILY[:3], {})
    best, account = game.summary().best, game.played.now.match.account
    dues = [(entry.seat, entry.worth.due, entry.worth.hand) for entry in account if entry.worth is not None]
    assert len({seat for seat, _, _ in dues}) > 1
    assert {seat: one.achieved.points for seat, one in best.items()} == {
        seat: max(due for at, due, _ in dues if at == seat) for seat, _, _ in dues
    }
    dearest = max(best.values(), key=lambda one: one.achieved.points)
    assert ("hand", max(dues, key=lambda one: one[1])[2]) in dearest.achieved.said.facts
    assert history(FAMILY[0], [game.summary()]).best["jarapon"].best == best[0]


def test_the_best_hand_of_stop_is_what_the_others_paid_for_it(tmp_path: Path) -> None:
    game = kept(tmp_path, "stop", FAMILY, {"games": 5})
    best, played = game.summary().best, game.played
    assert best
    for seat, one in best.items():
        before, after = (played.states[ply].coins[seat] for ply in (one.ply - 1, one.ply))
        won = one.achieved.points + played.states[one.ply].showdown.prize
        assert after - before == won
        assert one.achieved.said.facts == (("coins", one.achieved.points),)


@pytest.mark.parametrize(("name", "key"), [("reversi", "reversi.best"), ("drop_it", "drop_it.best")])
def test_where_the_final_score_is_the_best_it_is_of_the_last_move(tmp_path: Path, name: str, key: str) -> None:
    game = kept(tmp_path, name, FAMILY[:2], {}).summary()
    for standing in game.standings:
        best = game.best[standing.player]
        assert best.achieved == Achievement(standing.player, standing.score, message(key, score=standing.score))
        assert best.ply == game.moves


def test_partners_share_what_their_team_achieves(tmp_path: Path) -> None:
    game = kept(tmp_path, "skip_bo", FAMILY[:4], {"teams": "yes"}).summary()
    assert game.teams == ((0, 2), (1, 3))
    assert {seat % 2 for seat in game.best} == {game.standings[0].rank != 1}
    assert all(best.achieved.points >= 25 for best in game.best.values())
