"""Plans of an evening in the database: who takes part, who sits where in each round, and how it stands.

A result is of a table of a plan if it is of the plan's game and has exactly the players of the table, and if its game
began after the round was made and ended within a month of the last round. That is looked up each time and never stored,
so whatever corrects a result corrects the standings: the table, whoever runs the evening, or two names that become one
player's.

Functions take a session, and leave it to the caller to commit.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from fractions import Fraction

from sqlalchemy.orm import Session

from club.models import Plan, PlanPlayer, PlanRound, PlanSeat, Player, Result
from club.pairing import Round, full_count, round_robin, swiss_round
from club.queries import Wanted, results
from club.results import ensure_players
from device.games.listing import GAMES
from engines.messages import Refusal, message
from engines.one_line import LONGEST_NAME, check_distinct, name_of

ROUND_ROBIN, SWISS = METHODS = ("round_robin", "swiss")
SIZES = range(2, 9)
MAX_PLAYERS, MAX_ROUNDS = 100, 60
MAX_NAME = 60  # letters of a plan's name
LATEST = timedelta(days=31)  # after the last round was made, in which its games end
_HALF = Fraction(1, 2)


@dataclass
class PlannedTable:
    """A table of a round, with the result of its game once there is one."""

    round: PlanRound
    number: int
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
    games: int
    has_left: bool


def make_plan(
    session: Session, name: str, game: str, method: str, size: int, count: int, players: Collection[int]
) -> Plan:
    """Make a plan and its first round, or all `count` rounds of a round robin; 0: until all could have met.

    Raises `Refusal` where there are too few or too many players, or the game is not for so many at a table.
    """
    if not 0 < len(name := name_of(name)) <= MAX_NAME:
        raise Refusal(message("club_plans.error.name", most=MAX_NAME))
    if game not in GAMES or method not in METHODS or not 0 <= count <= MAX_ROUNDS:
        raise Refusal(message("club_plans.error.form", most=MAX_ROUNDS))
    if size not in SIZES or size not in GAMES[game].PLAYERS:
        fits = [fitting for fitting in GAMES[game].PLAYERS if fitting in SIZES]
        raise Refusal(message("club_plans.error.size", counts=" ".join(map(str, fits))))
    plan = Plan(name=name, game=game, method=method, size=size, made=_now())
    plan.players = [PlanPlayer(player_id=player) for player in players]
    session.add(plan)
    session.flush()
    taking_part = _taking_part(plan)
    if method == SWISS:
        count = 1
    _add_rounds(session, plan, count or min(full_count(len(taking_part), size), MAX_ROUNDS))
    return plan


def add_round(session: Session, plan: Plan, known: int, anyway: bool = False) -> None:
    """Add the next round to the `known` ones; does nothing where somebody else has added it already.

    Raises `Refusal` where results of the last Swiss round are missing, unless the next one is wanted `anyway`.
    """
    session.refresh(plan, with_for_update=True)
    if len(plan.rounds) != known:
        return
    if known >= MAX_ROUNDS:
        raise Refusal(message("club_plans.error.form", most=MAX_ROUNDS))
    missing = planned_rounds(session, plan)[-1].missing
    if plan.method == SWISS and missing and not anyway:
        numbers = " ".join(str(table.number) for table in missing)
        raise Refusal(message("club_plans.error.missing", round=known, tables=numbers))
    _add_rounds(session, plan, 1)


def change_players(session: Session, plan: Plan, taking_part: Collection[int]) -> None:
    """Change who takes part from the next round on; rounds of a round robin after the current one are drawn anew."""
    session.refresh(plan, with_for_update=True)
    for entry in plan.players:
        entry.has_left = entry.player_id not in taking_part
    known = {entry.player_id for entry in plan.players}
    plan.players += [PlanPlayer(player_id=player) for player in taking_part if player not in known]
    session.flush()
    _taking_part(plan)
    keep = current_round(plan, planned_rounds(session, plan)).number
    again = len(plan.rounds) - keep
    del plan.rounds[keep:]
    session.flush()
    if again:
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
    rounds = [_planned(one) for one in plan.rounds]
    tables: dict[frozenset[int], list[PlannedTable]] = {}
    for table in (table for one in rounds for table in one.tables):
        tables.setdefault(frozenset(player.id for player in table.players), []).append(table)
    first, last = (at.replace(tzinfo=UTC).astimezone().date() for at in (plan.made, plan.rounds[-1].made))
    found = results(session, Wanted(game=plan.game, first=first, last=last + LATEST, counting=True))
    for result in sorted(found, key=_begun):
        ranks = {seat.alias.player_id: seat.rank for seat in result.seats if seat.alias is not None}
        fitting = tables.get(frozenset(ranks), ()) if len(ranks) == len(result.seats) else ()
        waiting = [table for table in fitting if table.result is None and table.round.made <= _begun(result)]
        if waiting:
            # The same players may meet again: a game is of the round made last, or the first of those made at once.
            table = max(waiting, key=lambda one: (one.round.made, -one.round.number))
            table.result, table.points = result, _shares(ranks)
    return rounds


def current_round(plan: Plan, rounds: Sequence[PlannedRound]) -> PlannedRound:
    """The round that is played: the first in which most results are missing, else the last; of Swiss the last."""
    open_rounds = [one for one in rounds if 2 * len(one.missing) > len(one.tables)]
    return open_rounds[0] if open_rounds and plan.method == ROUND_ROBIN else rounds[-1]


def plan_standings(plan: Plan, rounds: Sequence[PlannedRound]) -> list[PlanStanding]:
    """All players by points; whoever waits in a round up to the current one has half a point for it."""
    waits = Counter(player.id for one in rounds[: current_round(plan, rounds).number] for player in one.waiting)
    tables = [table.points for one in rounds for table in one.tables]
    everybody = [entry.player_id for entry in plan.players]
    points = {one: waits[one] * _HALF + sum(table.get(one, 0) for table in tables) for one in everybody}
    found = [
        PlanStanding(
            place=1 + sum(better > points[entry.player_id] for better in points.values()),
            player=entry.player,
            points=points[entry.player_id],
            games=sum(entry.player_id in table for table in tables),
            has_left=entry.has_left,
        )
        for entry in plan.players
    ]
    return sorted(found, key=lambda one: (one.place, one.player.name))


def _drawn(session: Session, plan: Plan, count: int) -> list[Round]:
    """The next rounds, by the plan's method."""
    past = [_as_drawn(one) for one in plan.rounds]
    players, seed = _taking_part(plan), plan.id * (MAX_ROUNDS + 1) + len(past)
    if plan.method == ROUND_ROBIN:
        return round_robin(players, plan.size, count, seed, past)
    points: dict[int, Fraction] = {}
    if past:
        points = {one.player.id: one.points for one in plan_standings(plan, planned_rounds(session, plan))}
    return [swiss_round(players, plan.size, past, points, seed)]


def _add_rounds(session: Session, plan: Plan, count: int) -> None:
    made = _now()
    for number, one in enumerate(_drawn(session, plan, count), start=len(plan.rounds) + 1):
        at = [(0, one.waiting), *enumerate(one.tables, start=1)]
        seats = [
            PlanSeat(player_id=player, table_number=table, seat=seat)
            for table, players in at
            for seat, player in enumerate(players)
        ]
        plan.rounds.append(PlanRound(number=number, made=made, seats=seats))
    session.flush()


def _taking_part(plan: Plan) -> list[int]:
    """The ids of who takes part now; raises `Refusal` where these are too few or too many."""
    players = [entry.player_id for entry in plan.players if not entry.has_left]
    if not plan.size <= len(players) <= MAX_PLAYERS:
        raise Refusal(message("club_plans.error.players", least=plan.size, most=MAX_PLAYERS))
    return players


def _shares(ranks: Mapping[int, int]) -> dict[int, Fraction]:
    """The share of the others whom each player has beaten, ties counting half.

    >>> [str(share) for share in _shares({7: 1, 8: 2, 9: 2}).values()]
    ['1', '1/4', '1/4']
    """
    halves = {rank: sum((rank < other) + (rank <= other) for other in ranks.values()) - 1 for rank in ranks.values()}
    return {player: Fraction(halves[rank], 2 * (len(ranks) - 1)) for player, rank in ranks.items()}


def _planned(one: PlanRound) -> PlannedRound:
    tables: dict[int, list[Player]] = {}
    for seat in one.seats:
        tables.setdefault(seat.table_number, []).append(seat.player)
    waiting = tables.pop(0, [])
    return PlannedRound(one.number, [PlannedTable(one, *table) for table in tables.items()], waiting)


def _as_drawn(one: PlanRound) -> Round:
    planned = _planned(one)
    tables = tuple(tuple(player.id for player in table.players) for table in planned.tables)
    return Round(tables, tuple(player.id for player in planned.waiting))


def _begun(result: Result) -> datetime:
    """When a game began, in UTC; a moment without a zone is one of the club's zone."""
    try:
        return datetime.fromisoformat(result.begun).astimezone(UTC).replace(tzinfo=None)
    except OverflowError:  # at an end of all years
        return datetime.min


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)
