"""Plans of an evening in the database: who takes part, who sits where in each round, and how it stands.

A result is of a table of a plan if it is of the plan's game and has exactly the players of the table, and if its game
began after the round was made and ended within a month of the last round. That is looked up each time and never stored,
so whatever corrects a result corrects the standings: the table, whoever runs the evening, or two names that become one
player's.

Functions take a session, and leave it to the caller to commit.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

from sqlalchemy import select
from sqlalchemy.orm import Session

from club.models import Plan, Player, Result
from club.pairing import full_count, round_robin, swiss_round
from club.queries import Wanted, lock_plans, results
from club.results import ensure_players
from device.games.listing import GAMES
from engines.messages import Refusal, message
from engines.one_line import LONGEST_NAME, check_distinct, name_of

ROUND_ROBIN, SWISS = METHODS = ("round_robin", "swiss")
SIZES = range(2, 9)
MAX_PLAYERS, MAX_ROUNDS = 100, 60
MAX_NAME = 60  # letters of a plan's name
LATEST = timedelta(days=31)  # after the last round was made, in which its games end


@dataclass
class PlannedTable:
    """A table of a round, with the result of its game once there is one."""

    number: int
    made: datetime  # with its round, in UTC
    players: list[Player]
    result: Result | None = None
    points: dict[int, Fraction] = field(default_factory=dict)  # of each player with the result


@dataclass
class PlannedRound:
    """A round with what is known of its games."""

    number: int
    tables: list[PlannedTable]
    waiting: list[Player]

    @property
    def missing(self) -> list[PlannedTable]:
        """The tables without a result."""
        return [table for table in self.tables if table.result is None]


@dataclass
class PlanStanding:
    """How a player does in a plan."""

    place: int
    player: Player
    points: Fraction
    opponents: Fraction  # their points together (Buchholz), which decide between equal points
    games: int


def make_plan(
    session: Session, name: str, game: str, method: str, size: int, count: int, players: Collection[int]
) -> Plan:
    """Make a plan and its first round, or all `count` rounds of a round robin; 0: until all could have met.

    Raises `Refusal` where there are too few or too many players, or the game is not for so many at a table.
    """
    if not 0 < len(name := name_of(name)) <= MAX_NAME:
        raise Refusal(message("club_plans.error.name", most=MAX_NAME))
    if game not in GAMES or method not in METHODS:
        raise Refusal(message("club_plans.error.form", most=MAX_ROUNDS))
    fits = [fitting for fitting in GAMES[game].PLAYERS if fitting in SIZES]
    if size not in fits:
        raise Refusal(message("club_plans.error.size", counts=" ".join(map(str, fits))))
    plan = Plan(name=name, game=game, method=method, size=size, players=[], rounds=())
    session.add(plan)
    session.flush()
    _set_players(session, plan, players)
    _add_rounds(session, plan, count or min(full_count(len(plan.players), size), MAX_ROUNDS))
    return plan


def add_round(session: Session, plan: Plan, known: int, anyway: bool = False) -> None:
    """Add the next round to the `known` ones; does nothing where somebody else has added it, or deleted the plan.

    Raises `Refusal` where results of the last Swiss round are missing, unless the next one is wanted `anyway`.
    """
    if not lock_plans(session, Plan.id == plan.id) or len(plan.rounds) != known:
        return
    missing = planned_rounds(session, plan)[-1].missing
    if plan.method == SWISS and missing and not anyway:
        numbers = " ".join(str(table.number) for table in missing)
        raise Refusal(message("club_plans.error.missing", round=known, tables=numbers))
    _add_rounds(session, plan, 1)


def change_players(session: Session, plan: Plan, taking_part: Collection[int]) -> None:
    """Change who takes part from the next round on; rounds of a round robin after the current one are drawn anew.

    Does nothing where somebody else has deleted the plan.
    """
    if not lock_plans(session, Plan.id == plan.id):
        return
    _set_players(session, plan, taking_part)
    keep = current_round(plan, planned_rounds(session, plan)).number
    if again := len(plan.rounds) - keep:
        plan.rounds = plan.rounds[:keep]
        _add_rounds(session, plan, again)


def players_named(session: Session, names: Iterable[str]) -> list[int]:
    """The ids of the players with names that somebody has typed, new ones where they are not known yet."""
    typed = [name for name in map(name_of, names) if name]
    check_distinct(typed)
    if any(len(name) > LONGEST_NAME for name in typed):
        raise Refusal(message("club_plans.error.long_name", most=LONGEST_NAME))
    return list(ensure_players(session, typed).values())


def planned_rounds(session: Session, plan: Plan) -> list[PlannedRound]:
    """All rounds with the results of their games."""
    people = {one.id: one for one in session.scalars(select(Player).where(Player.id.in_(plan.everybody)))}
    rounds = []
    for number, one in enumerate(plan.rounds, start=1):
        tables = [
            PlannedTable(at, one.made, [people[who] for who in ids]) for at, ids in enumerate(one.tables, start=1)
        ]
        rounds.append(PlannedRound(number, tables, [people[who] for who in one.waiting]))
    by_players: dict[frozenset[int], list[PlannedTable]] = defaultdict(list)
    # The same players may meet again: a game is of the round made last, or the first of those made at once.
    for table in sorted((table for one in rounds for table in one.tables), key=lambda one: one.made, reverse=True):
        by_players[frozenset(player.id for player in table.players)].append(table)
    first, last = (one.made.replace(tzinfo=UTC).astimezone().date() for one in (plan.rounds[0], plan.rounds[-1]))
    found = results(session, Wanted(game=plan.game, first=first, last=last + LATEST, counting=True))
    for result in sorted(found, key=_begun):
        ranks = {seat.alias.player_id: seat.rank for seat in result.seats if seat.alias is not None}
        fitting = [one for one in by_players[frozenset(ranks)] if one.result is None and one.made <= _begun(result)]
        if fitting and len(ranks) == len(result.seats):
            fitting[0].result, fitting[0].points = result, _shares(ranks)
    return rounds


def current_round(plan: Plan, rounds: Sequence[PlannedRound]) -> PlannedRound:
    """The round that is played: the first in which most results are missing, else the last; of Swiss the last."""
    open_rounds = [one for one in rounds if 2 * len(one.missing) > len(one.tables)]
    return open_rounds[0] if open_rounds and plan.method == ROUND_ROBIN else rounds[-1]


def plan_standings(session: Session, plan: Plan, rounds: Sequence[PlannedRound]) -> list[PlanStanding]:
    """All players by points, then by those of their opponents.

    Whoever waits in a round up to the current one has half a point for it, and opponents as good as themselves.
    """
    waits = Counter(player.id for one in rounds[: current_round(plan, rounds).number] for player in one.waiting)
    games = [table.points for one in rounds for table in one.tables]
    points = {one: Fraction(waits[one], 2) + sum(game.get(one, 0) for game in games) for one in plan.everybody}
    opponents = {one: waits[one] * (plan.size - 1) * won for one, won in points.items()}
    for game in games:
        for one in game:
            opponents[one] += sum(points[other] for other in game) - points[one]
    scores = {one: (points[one], opponents[one]) for one in sorted(points)}
    found = []
    for one, score in scores.items():
        place, played = 1 + sum(other > score for other in scores.values()), sum(one in game for game in games)
        found.append(PlanStanding(place, session.get_one(Player, one), *score, played))
    return sorted(found, key=lambda one: (one.place, one.player.name))


def _set_players(session: Session, plan: Plan, players: Collection[int]) -> None:
    """Set who takes part from now on; raises `Refusal` where these are too few or too many."""
    # They are locked: until the plan is stored, none of them can become one with another.
    known = select(Player.id).where(Player.id.in_(players)).order_by(Player.id).with_for_update(read=True)
    plan.players = session.scalars(known).all()
    if not plan.size <= len(plan.players) <= MAX_PLAYERS:
        raise Refusal(message("club_plans.error.players", least=plan.size, most=MAX_PLAYERS))


def _add_rounds(session: Session, plan: Plan, count: int) -> None:
    """Draw the next rounds by the plan's method (of Swiss one), and add them; raises `Refusal` for too many."""
    if not 0 < count <= MAX_ROUNDS - len(plan.rounds):
        raise Refusal(message("club_plans.error.form", most=MAX_ROUNDS))
    seed = plan.id * (MAX_ROUNDS + 1) + len(plan.rounds)
    if plan.method == ROUND_ROBIN:
        drawn = round_robin(plan.players, plan.size, count, seed, plan.rounds)
    else:
        standings = plan_standings(session, plan, planned_rounds(session, plan)) if plan.rounds else []
        points = {one.player.id: one.points for one in standings}
        drawn = [swiss_round(plan.players, plan.size, plan.rounds, points, seed)]
    made = datetime.now(UTC).replace(tzinfo=None)
    plan.rounds += tuple(replace(one, made=made) for one in drawn)


def _shares(ranks: Mapping[int, int]) -> dict[int, Fraction]:
    """The share of the others whom each player has beaten, ties counting half.

    >>> [str(share) for share in _shares({7: 1, 8: 2, 9: 2}).values()]
    ['1', '1/4', '1/4']
    """
    halves = {rank: sum((rank < other) + (rank <= other) for other in ranks.values()) - 1 for rank in ranks.values()}
    return {player: Fraction(halves[rank], 2 * (len(ranks) - 1)) for player, rank in ranks.items()}


def _begun(result: Result) -> datetime:
    """When a game began, in UTC; a moment without a zone is one of the club's zone."""
    try:
        return datetime.fromisoformat(result.begun).astimezone(UTC).replace(tzinfo=None)
    except OverflowError:  # at an end of all years
        return datetime.min
