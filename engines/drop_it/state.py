"""The state of a game of Drop It: order of play, pieces and score of each side, and the layout."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines.contract import BadOption, Option
from engines.drop_it.moves import EDGES_BY, LEVELS, MANY_LEVELS, Drop
from engines.drop_it.pieces import ALL, COLOURS_EACH, PIECES, Shares, colour_of, shape_of
from engines.messages import Fact, message
from engines.options import check_players, choose_options
from engines.vocabulary import NOTHING, UNKNOWN, Faces, Layout

NAME = "drop_it"
TEAM = 4  # players at most
PLAYERS = range(2, 2 * TEAM + 1)
OPTIONS: tuple[Option, ...] = (
    Option(
        "teams", ("no", "yes", *range(1, TEAM + 1))
    ),  # D-11: alternating, or the number of players named first in one team
    Option("colours", ("given", "first_drop"), former_default="first_drop"),  # D-4
    Option("edges", EDGES_BY),  # D-12, D-13
    Option("jokers", ("no", "yes")),  # D-14
    Option("levels", (LEVELS, *(levels for levels in MANY_LEVELS if levels != LEVELS))),  # of the frame (D-2, D-3)
    Option("frame", ("",), is_offered=False, is_chosen=True),  # the name of the frame, where it is known (D-3)
)
JOKER_WORTH = 3
TOKENS = (50, 25)
SIGNS = {"circle": "●", "square": "■", "diamond": "◆", "triangle": "▲"}


@dataclass(frozen=True, slots=True)
class Score:
    """A side's score by its sources."""

    levels: int  # points
    circles: int  # points
    scoreless: int  # number of drops that broke a rule
    jokers_used: int
    jokers_left: int  # 0 until the end, when they count

    @property
    def total(self) -> int:
        """All points (D-7, D-14)."""
        return self.levels + self.circles + JOKER_WORTH * self.jokers_left


@dataclass(frozen=True, slots=True)
class State:
    """All drops so far, and the jokers used; seat 0 drops first."""

    players: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]  # the seats of each player or team, in order of play
    are_given: bool  # whether colours are assigned at the start
    edges: str  # one of `EDGES_BY`
    jokers: bool  # whether jokers are played with
    levels: int = LEVELS  # of the frame
    drops: tuple[Drop, ...] = ()  # in order; how each landed never changes (D-8)
    saved: tuple[int, ...] = ()  # the numbers of the drops, from 0, whose breaches a joker cancels
    kept: bool = False  # whether the player of the very last drop has declined a joker

    @property
    def side_count(self) -> int:
        """The number of players, or of teams."""
        return len(self.sides)

    def side_of(self, drop: int) -> int:
        """The side that makes a drop, by its number from 0."""
        return drop % self.side_count

    def seat_of(self, drop: int) -> int:
        """The player who makes a drop: clockwise from the first, or teams in turn and their members in turn (D-5)."""
        members = self.sides[self.side_of(drop)]
        return members[drop // self.side_count % len(members)]

    def side_name(self, side: int) -> str:
        """The names of those who play together."""
        return " & ".join(self.players[seat] for seat in self.sides[side])

    def drops_of(self, side: int) -> range:
        """The numbers of the drops that a side has made."""
        return range(side, len(self.drops), self.side_count)

    def left_of(self, side: int) -> int:
        """The number of pieces that a side still has to drop (D-4)."""
        return ALL // self.side_count - len(self.drops_of(side))

    @property
    def shares(self) -> Shares:
        """The pieces that each side may still drop."""
        dropped = [[self.drops[drop].piece for drop in self.drops_of(side)] for side in range(self.side_count)]
        return Shares(dropped, self.are_given)

    def broken(self, drop: int) -> tuple[str, ...]:
        """The rules that a drop broke, none where a joker cancelled the breach."""
        return () if drop in self.saved else self.drops[drop].breaches(self.edges)

    def points_of(self, drop: int) -> int:
        """The points of a drop, 0 where it broke a rule (D-7)."""
        return 0 if self.broken(drop) else self.drops[drop].points

    def score_of(self, side: int) -> Score:
        """A side's points so far; jokers that are left count at the end (D-14)."""
        made = self.drops_of(side)
        counted = [self.drops[drop] for drop in made if not self.broken(drop)]
        return Score(
            levels=sum(drop.level for drop in counted),
            circles=sum(drop.bonus for drop in counted),
            scoreless=len(made) - len(counted),
            jokers_used=sum(self.side_of(drop) == side for drop in self.saved),
            jokers_left=self.jokers_left(side) if self.ended else 0,
        )

    @property
    def jokers_each(self) -> int:
        """The jokers of a side at the start: four for two players or teams, else two (D-14)."""
        return 0 if not self.jokers else 4 if self.side_count == 2 else 2

    def jokers_left(self, side: int) -> int:
        """The jokers that a side has not used."""
        return self.jokers_each - sum(self.side_of(drop) == side for drop in self.saved)

    @property
    def joker_open(self) -> bool:
        """Whether the player who has just dropped may use a joker: until the next piece is dropped (D-14)."""
        last = len(self.drops) - 1
        return last >= 0 and not self.kept and bool(self.broken(last)) and self.jokers_left(self.side_of(last)) > 0

    @property
    def all_dropped(self) -> bool:
        """Whether every piece has been dropped."""
        return len(self.drops) == ALL

    @property
    def ended(self) -> bool:
        """Whether all pieces are dropped (D-9) and no joker may be used any more."""
        return self.all_dropped and not self.joker_open

    def __str__(self) -> str:
        """What lies in the frame in order of dropping, then a line a side."""
        pieces = " ".join(_sign(drop.piece) for drop in self.drops)
        lines = [f"frame {len(self.drops)}: {pieces}".rstrip()]
        for side in range(self.side_count):
            jokers = f", jokers {self.jokers_left(side)}" if self.jokers else ""
            lines.append(f"{self.side_name(side)}: {self.score_of(side).total}, left {self.left_of(side)}{jokers}")
        return "\n".join(lines)


def start(players: Sequence[str], options: Mapping[str, Fact]) -> State:
    """An empty frame; raises `BadOption`."""
    names, values = check_players(players, PLAYERS), choose_options(options, OPTIONS)
    teams = values["teams"]
    if len(names) not in (may := _players_of(teams)):
        raise BadOption(message("drop_it.wrong_teams", players=len(names), fewest=may[0], most=may[-1]))
    sides = _sides(tuple(range(len(names))), teams)
    levels = values["levels"]
    assert isinstance(levels, int)
    return State(names, sides, values["colours"] == "given", str(values["edges"]), values["jokers"] == "yes", levels)


def _players_of(teams: Fact) -> range:
    """The allowed numbers of players: a team has one to four."""
    if isinstance(teams, int):
        return range(teams + 1, teams + TEAM + 1)
    return PLAYERS if teams == "yes" else range(min(COLOURS_EACH), max(COLOURS_EACH) + 1)


def _sides(seats: tuple[int, ...], teams: Fact) -> tuple[tuple[int, ...], ...]:
    """The seats of each side: alone, every other player in the same team, or those named first against the others."""
    if isinstance(teams, int):
        return seats[:teams], seats[teams:]
    return (seats[0::2], seats[1::2]) if teams == "yes" else tuple((seat,) for seat in seats)


def deal(players: Sequence[str], options: Mapping[str, Fact], seed: int) -> State:  # noqa: ARG001
    """The same start: nothing is hidden or shuffled."""
    return start(players, options)


def token(total: int) -> int:
    """The token that shows 25 or 50 points of a score, 0 for none (D-10)."""
    return next((worth for worth in TOKENS if total >= worth), 0)


def _sign(piece: str) -> str:
    if piece == UNKNOWN:
        return "?"
    return SIGNS[shape_of(piece)] + colour_of(piece)[0]


def _faces(piece: str) -> Faces:
    return frozenset(PIECES) if piece == UNKNOWN else frozenset({piece})


def layout(state: State) -> Layout:
    """The pieces in the frame, `frame/1` to `frame/36` in order of dropping: they may lie anywhere in it (D-8)."""
    dropped = {f"frame/{number}": _faces(drop.piece) for number, drop in enumerate(state.drops, start=1)}
    return dropped | {f"frame/{number}": NOTHING for number in range(len(state.drops) + 1, ALL + 1)}
