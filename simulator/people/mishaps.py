"""Mishaps of players: tables that no rule allows, made on the way to a move and then corrected.

Each kind of mishap is a function that gives the wrong table, or None where it cannot happen. Except in `takes_back`, no
legal move leads to that table, so that the box has to report it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from engines.vocabulary import BACK, FACE_DOWN, FACE_UP, NOTHING, UPRIGHT, Layout
from simulator.people.companion import StagedGame
from simulator.people.reaching import Rng

_SIDES = (NOTHING, FACE_UP, FACE_DOWN)
_MIN_PAUSE, _PAUSE_STOP = 4, 10  # moves between two mishaps


@dataclass(frozen=True)
class Step:
    """A move that is about to be made in a known state."""

    staged: StagedGame
    state: object
    move: object

    @property
    def seat(self) -> int:
        """The seat of the mover; 0 for a move of nobody in particular."""
        return self.staged.game.mover(self.state, self.move) or 0

    @cached_property
    def before(self) -> Layout:
        """The layout before the move, without places that are not on the table."""
        return self._shown(self.staged.layout(self.state))

    @cached_property
    def after(self) -> Layout:
        """The layout after the move."""
        return self._shown(self.staged.layout(self.staged.game.play(self.state, self.move)))

    @cached_property
    def others(self) -> list[Layout]:
        """The layouts after all other moves."""
        game = self.staged.game
        tables = (self._shown(self.staged.layout(game.play(self.state, other))) for other in game.moves(self.state))
        return [table for table in tables if table != self.after]

    @property
    def is_of_sides(self) -> bool:
        """Whether only the sides of tiles count, not their faces."""
        return all(faces in _SIDES for faces in (*self.before.values(), *self.after.values()))

    @property
    def laid(self) -> list[str]:
        """The places where the move lays a tile, in the order of the layout."""
        return [place for place in self.after if self.before.get(place, NOTHING) == NOTHING != self.after[place]]

    def _shown(self, layout: Layout) -> Layout:
        return {place: faces for place, faces in layout.items() if self.staged.lay(place, layout)}


Mishap = Callable[[Step, Rng], Layout | None]


def forgets(step: Step, _rng: Rng) -> Layout | None:
    """One of the tiles that the move turns is forgotten."""
    turned = [place for place in _lying(step) if step.before[place] != step.after[place]]
    if not step.is_of_sides or len(turned) < 2:
        return None
    return {**step.after, turned[-1]: step.before[turned[-1]]}


def turns_too_many(step: Step, rng: Rng) -> Layout | None:
    """A tile is turned that the move does not turn."""
    same = [place for place in _lying(step) if step.before[place] == step.after[place]]
    if not step.is_of_sides or not same:
        return None
    stray = str(rng.choice(same))
    return {**step.after, stray: FACE_UP if step.after[stray] == FACE_DOWN else FACE_DOWN}


def misplaces(step: Step, rng: Rng) -> Layout | None:
    """A tile is laid at a wrong place."""
    numbered = step.staged.numbered
    if step.is_of_sides or len(step.laid) != 1 or (numbered and step.laid[0].startswith(numbered)):
        return None
    meant = step.laid[0]
    kind = meant.split("/")[0] if "/" in meant else ""
    free = [
        place
        for place, faces in step.after.items()
        if faces == NOTHING and (place.startswith(f"{kind}/") if kind else "/" not in place) and place in step.before
    ]
    tables = [
        {**step.after, meant: NOTHING, place: step.after[meant]} for place in free if step.before[place] == NOTHING
    ]
    wrong = [table for table in tables if table not in step.others]
    return wrong[int(rng.integers(len(wrong)))] if wrong else None


def lays_face_down(step: Step, _rng: Rng) -> Layout | None:
    """A tile is laid with its picture down."""
    if step.is_of_sides or len(step.laid) != 1 or {BACK, UPRIGHT} & step.after[step.laid[0]]:
        return None
    table = {**step.after, step.laid[0]: frozenset({BACK})}
    return None if table in step.others else table


def turns_another(step: Step, rng: Rng) -> Layout | None:
    """A third tile is turned up where only two may be."""
    turned = [place for place in _lying(step) if step.before[place] == FACE_DOWN != step.after[place]]
    is_second = any(BACK not in faces for faces in step.before.values() if faces != NOTHING)
    if step.is_of_sides or len(turned) != 1 or not is_second:
        return None
    more = [(place, table[place]) for table in step.others for place in table if table[place] != step.before.get(place)]
    more = [(place, faces) for place, faces in more if step.after.get(place) == FACE_DOWN != faces]
    if not more:
        return None
    place, faces = more[int(rng.integers(len(more)))]
    return {**step.after, place: faces}


def takes_back(step: Step, rng: Rng) -> Layout | None:
    """Another legal move is made first, and taken back: the box records it and then removes it."""
    game = step.staged.game
    if not step.staged.taken_back or game.view(step.state, None) != step.state or not step.others:
        return None
    return step.others[int(rng.integers(len(step.others)))]


MISHAPS: Mapping[str, Mishap] = {
    mishap.__name__: mishap
    for mishap in (forgets, takes_back, turns_too_many, misplaces, turns_another, lays_face_down)
}
TAKES_BACK = takes_back.__name__


class Foreseen(NamedTuple):
    """The next mishap, if one is wanted now."""

    moves: int  # until it, itself included
    kind: str


class Mishaps:
    """Causes a mishap every few moves, of a different kind each time; where `wanted`, as soon as possible.

    `foreseen` is the mishap that would come then; None if there is none in the rest of a game. At some games there are
    none (`are_made`).
    """

    def __init__(self, rng: Rng) -> None:
        self.wanted, self.are_made = False, True
        self.foreseen: Foreseen | None = None
        self._rng, self._kinds = rng, [*MISHAPS]
        self._due = self._pause()

    def next(self, step: Step) -> tuple[str, Layout] | None:
        """The kind of mishap at a move, and the wrong layout; None where all goes well."""
        self._due -= 1
        if self._due > 0 and not self.wanted:
            return None
        found = self._first_possible(step, self._rng)
        if found is not None:
            last = self._kinds.index(found[0]) + 1
            self._kinds = self._kinds[last:] + self._kinds[:last]
            self._go_on()
        return found

    def foresee(self, steps: Iterable[Step]) -> None:
        """Look ahead over the moves that follow."""
        rng = np.random.default_rng(0)  # chance decides where a mishap happens, never whether it can
        visible = (step for step in steps if step.before != step.after)
        possible = ((moves, self._first_possible(step, rng)) for moves, step in enumerate(visible, start=1))
        self.foreseen = next((Foreseen(moves, found[0]) for moves, found in possible if found is not None), None)

    def _first_possible(self, step: Step, rng: Rng) -> tuple[str, Layout] | None:
        """The first kind of mishap that can happen at a move, and the wrong layout."""
        tries = ((kind, MISHAPS[kind](step, rng)) for kind in self._kinds)
        return next(((kind, wrong) for kind, wrong in tries if wrong is not None), None)

    def are_due(self) -> bool:
        """Whether a mishap is due at a move."""
        self._due -= 1
        if self._due > 0 and not self.wanted:
            return False
        self._go_on()
        return True

    def _go_on(self) -> None:
        self._due, self.wanted = self._pause(), False

    def _pause(self) -> int:
        return int(self._rng.integers(_MIN_PAUSE, _PAUSE_STOP))


def _lying(step: Step) -> list[str]:
    """The places where tiles lie before and after the move."""
    return [place for place in step.after if NOTHING not in (step.before.get(place, NOTHING), step.after[place])]
