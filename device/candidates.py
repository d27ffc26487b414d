"""Everything that may have happened since the last look: the layouts that the referee lays over a reading."""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from device.habits import Habits
from device.open_moves import open_moves
from device.outcomes import Happened, Moved, Nothing, TakenBack, Turned
from device.passing import settled
from device.seen import Seen
from engines.contract import Game
from engines.messages import Fact
from engines.squares import INDEX, turned
from engines.vocabulary import NOTHING, Layout

ALL_TURNS = (0, 1, 2, 3)
SIDES = 4
# Places that go by the sides of the table: `river/2/7` is on the second, counter-clockwise from the camera's own.
OF_A_SIDE = ("wall", "river", "pon", "hand")
# Further back nobody takes moves back one by one; but all of them, for a new game.
TAKEN_BACK_WITHIN = 60
# Tiles that repeat a move without a trace, as far as they are thought of at once.
MOST_COUNTED = 4

Options = tuple[tuple[str, Fact], ...]


@dataclass(frozen=True)
class Candidate:
    """Something that may have happened, and how the table must then look.

    `layout` goes by the game's names of places, `looks` by the camera's, in the order of their names; `turn` leads from
    one to the other. `steps`: how many visible moves it takes. `rivals`: what else may have happened that leaves the
    same table in as many steps, but not the same game, or by other people's hands; beside another move instead of the
    last one, in more steps too. `named`: by the reading itself, so that it says most. `seats`: who made each of the
    moves.
    """

    happened: Happened
    state: Any
    layout: Layout
    looks: Layout
    turn: int
    steps: int = 0
    rivals: tuple["Candidate", ...] = ()
    named: bool = False
    seats: tuple[int | None, ...] = ()

    @cached_property
    def outcome(self) -> tuple[Any, frozenset[Any]]:
        """What two that are the same have in common: the state, and who did what, in whichever order."""
        moves = self.happened.moves if isinstance(self.happened, Moved) else ()
        return self.state, frozenset(Counter(zip(self.seats, moves, strict=False)).items())


@dataclass(frozen=True)
class Way:
    """Moves from a state, each visible or silent, and the state to which they lead before anything is forced.

    `seats`: who made each of them.
    """

    moves: tuple[Any, ...]
    state: Any
    steps: int = 0
    seats: tuple[int | None, ...] = ()

    def then(self, game: Game, move: Any, steps: int = 0) -> "Way":
        """The same and one move more, which is so many visible ones; raises `IllegalMove`."""
        seats = (*self.seats, game.mover(self.state, move))
        return Way((*self.moves, move), game.play(self.state, move), self.steps + steps, seats)


def camera_place(place: str, turn: int) -> str:
    """What the camera calls a place of a board that lies turned; places of neither squares nor sides keep their names.

    >>> camera_place("f5", 2), camera_place("river/2/7", 1), camera_place("river", 2)
    ('c4', 'river/1/7', 'river')
    """
    if place in INDEX:
        return turned(place, turn)
    kind, _, where = place.partition("/")
    if kind not in OF_A_SIDE or not where:
        return place
    side, _, at = where.partition("/")
    return f"{kind}/{(int(side) - 1 - turn) % SIDES + 1}/{at}"


def game_place(place: str, turn: int) -> str:
    """What the game calls a place that the camera names: the way back from `camera_place`.

    >>> game_place("c4", 2), game_place("river/1/7", 1)
    ('f5', 'river/2/7')
    """
    return camera_place(place, -turn)


def turns_of(layout: Layout) -> tuple[int, ...]:
    """In which ways a table may lie before the camera as far as the names of its places say."""
    return ALL_TURNS if any(camera_place(place, 1) != place for place in layout) else (0,)


class Candidates:
    """What may have happened, one candidate for each look that the table may have, in the order of likelihood.

    >>> from engines import reversi
    >>> found = Candidates(reversi, Habits(), reversi.layout(reversi.start(["Aya", "Ben"], {})))
    """

    def __init__(self, game: Game, habits: Habits, now: Layout) -> None:
        self._game, self._habits, self._now = game, habits, now
        self._found: dict[tuple[object, ...], Candidate] = {}

    def __iter__(self) -> Iterator[Candidate]:
        return iter(self._found.values())

    def __len__(self) -> int:
        return len(self._found)

    def copy(self) -> "Candidates":
        """The same, to be added to."""
        same = Candidates(self._game, self._habits, self._now)
        same._found = dict(self._found)
        return same

    def add(self, happened: Happened, state: Any, turn: int) -> None:
        """Think of something that may have happened, after all that is likelier."""
        self._add(Candidate(happened, state, {}, {}, turn))

    def add_way(self, way: Way, moved: Moved, named: bool = False) -> None:
        """Think of moves that may have been made, after all that is likelier."""
        self._add(Candidate(moved, way.state, {}, {}, moved.turn, way.steps, named=named, seats=way.seats))

    def _add(self, bare: Candidate) -> None:
        layout = self._game.layout(bare.state)
        looks = {camera: layout[place] for camera, place in _by_camera(tuple(layout), bare.turn)}
        self.merge(replace(bare, layout=layout, looks=looks), _pieces(looks))

    def merge(self, candidate: Candidate, key: tuple[object, ...]) -> None:
        """Add a candidate, or let it stand with the one that is known under the same key."""
        known = self._found.get(key)
        self._found[key] = candidate if known is None else self._of_two(known, candidate)

    def _of_two(self, one: Candidate, other: Candidate) -> Candidate:
        """Which of two candidates with the same look stands for both; `one` came first."""
        first, second = one.happened, other.happened
        if isinstance(first, TakenBack) and first.moves and isinstance(second, Moved):
            # Another move instead of the last one takes fewer steps than two moves, but is no likelier for that.
            return replace(one, rivals=_different((*one.rivals, replace(other, rivals=()))))
        if not isinstance(first, Moved) or not isinstance(second, Moved) or first.options != second.options:
            return one
        if one.turn != other.turn:
            # A start that looks the same from two sides: the first move is named as players write it, in the half of
            # the board with the higher numbers (f5, not c4).
            return max(one, other, key=lambda candidate: _last_filled(self._now, candidate.layout))
        if other.named and one.steps == other.steps:
            return other  # what no layout says, such as which tile was captured, the reading has shown
        if one.steps == other.steps and one.outcome != other.outcome:
            return replace(one, rivals=_different((*one.rivals, replace(other, rivals=()), *other.rivals)))
        return one

    def go_on(self, frontier: Sequence[Candidate], seen: Seen | None = None) -> None:
        """Think of one visible move more after each of these, and after what else they may be.

        What would leave a table on which the first move looks half done is left out: it probably is. Left out
        as well, where `seen` is given, is a move that changes one place alone which does not look otherwise.
        """
        for candidate in (one for known in frontier for one in (known, *known.rivals)):
            moved = candidate.happened
            if isinstance(moved, Moved):
                way = Way(moved.moves, candidate.state, candidate.steps, candidate.seats)
                done = changed(self._now, candidate.layout)
                for further in next_ways(self._game, self._habits, way, seen, candidate.turn):
                    if changed(self._now, self._game.layout(further.state)) < done:
                        continue
                    self.add_way(further, replace(moved, moves=further.moves))

    def as_seen(self, places: Mapping[str, Any]) -> "Candidates":
        """The same when only these places are looked at: what differs elsewhere cannot be told apart."""
        if all(place in places for candidate in self for place in candidate.looks):
            return self
        merged = Candidates(self._game, self._habits, self._now)
        for candidate in self:
            merged.merge(
                candidate, _pieces({place: candidate.looks[place] for place in candidate.looks if place in places})
            )
        return merged


def near_candidates(
    game: Game,
    habits: Habits,
    states: Sequence[Any],
    turn: int | None,
    starts: Mapping[Options, Any] | None = None,
) -> Candidates:
    """What may have happened in at most one visible move, or has been undone.

    `turn` None: the board may lie in any, as at a game's start. `starts`: other states that the game may have begun
    with, by the options that lead to them; the first move shows which.
    """
    now = states[-1]
    layout = game.layout(now)
    found = Candidates(game, habits, layout)
    open_turns = turns_of(layout) if turn is None else (turn,)
    for open_turn in open_turns:
        found.add(Nothing(open_turn), now, open_turn)
        for way in next_ways(game, habits, Way((), now)):
            found.add_way(way, Moved(way.moves, open_turn))
        if habits.taken_back:
            for happened, state in _taken_back(game, states):
                found.add(happened, state, open_turn)
        for options, start in (starts or {}).items():
            for way in next_ways(game, habits, Way((), start)):
                found.add_way(way, Moved(way.moves, open_turn, options))
    if turn is not None:
        for other in turns_of(layout):
            found.add(Turned(other), now, other)
    return found


def next_ways(game: Game, habits: Habits, way: Way, seen: Seen | None = None, turn: int = 0) -> Iterator[Way]:
    """One visible move further, with the silent ones before and after it that nobody announces.

    `seen`, on a board that lies so turned: a move is left out whose one place (`Habits.touches`) looks as before it, or
    was not looked at: the picture could not tell it from none.
    """
    way = replace(way, state=settled(game, way.state))
    before = game.layout(way.state)
    silent: list[Way] = []
    for move in open_moves(game, way.state):
        place = habits.touches(move)
        if seen and place and not seen.contradicts(camera_place(place, turn), before.get(place, NOTHING)):
            continue
        further = way.then(game, move, steps=1)
        if game.layout(further.state) != before:
            yield further
            yield from counted(game, habits, further)
        elif habits.assumes(way.state, move):
            silent.append(replace(further, steps=way.steps))
    for unseen in silent:
        yield from next_ways(game, habits, unseen, seen, turn)


def silent_ways(game: Game, habits: Habits, way: Way, looked_at: Container[str]) -> Iterator[Way]:
    """No further, and further by what nobody announces and nothing shows at the places that are looked at."""
    yield way
    before = game.layout(way.state)
    for move in open_moves(game, way.state) if habits.assumed else ():
        if habits.assumes(way.state, move):
            further = way.then(game, move)
            if not any(place in looked_at for place in changed(before, game.layout(further.state))):
                yield from silent_ways(game, habits, further, looked_at)


def counted(game: Game, habits: Habits, way: Way) -> Iterator[Way]:
    """The same with more tiles laid on top, of which nothing is seen."""
    for _ in range(MOST_COUNTED - 1 if habits.counted else 0):
        more = next((move for move in open_moves(game, way.state) if isinstance(move, habits.counted)), None)
        if more is None:
            return
        way = way.then(game, more)
        yield way


def _taken_back(game: Game, states: Sequence[Any]) -> Iterator[tuple[Happened, Any]]:
    """Earlier states, the latest first, and other moves from the one before the last visible move."""
    last = len(states) - 1
    plies = range(last - 1, max(last - 1 - TAKEN_BACK_WITHIN, 0), -1)
    for ply in (*plies, *((0,) if last else ())):
        yield TakenBack(ply), states[ply]
    # A move that its player has thought better of, while nobody looked.
    before = next((ply for ply in plies if game.layout(states[ply]) != game.layout(states[-1])), 0 if last else None)
    if before is not None:
        for move in open_moves(game, states[before]):
            yield TakenBack(before, (move,)), game.play(states[before], move)


def _pieces(looks: Layout) -> tuple[object, ...]:
    """Where pieces must lie; a place that must be empty need not be named."""
    return tuple(item for item in looks.items() if item[1] != NOTHING)


def changed(before: Layout, after: Layout) -> set[str]:
    """The places that look otherwise."""
    return {place for place in {**before, **after} if before.get(place, NOTHING) != after.get(place, NOTHING)}


def _different(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The first of those that come to the same."""
    return tuple({candidate.outcome: candidate for candidate in reversed(candidates)}.values())[::-1]


@lru_cache(maxsize=16)
def _by_camera(places: tuple[str, ...], turn: int) -> tuple[tuple[str, str], ...]:
    """The camera's name of each place and the game's, in the order of the camera's."""
    return tuple(sorted((camera_place(place, turn), place) for place in places))


def _last_filled(before: Layout, after: Layout) -> int:
    """The number of the last square on which a piece has come to lie."""
    return max(
        (INDEX[place] for place, look in after.items() if place in INDEX and look != NOTHING == before[place]),
        default=-1,
    )
