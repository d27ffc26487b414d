"""A game of cards at a simulated table, as a script of shots."""

from collections.abc import Iterator, Sequence

from engines.bots import Ply
from engines.vocabulary import Layout
from simulator.film.shots import CardShot
from simulator.people.card_stage import CardStage
from simulator.people.companion import Begun, Companion, StagedGame, until
from simulator.people.laid_cards import Heaps
from simulator.people.reaching import Rng
from simulator.people.tile_table import USUAL_PACE_S

_MIN_REST_S = 2.2  # at the usual pace, of the table after a move
_BUILD = "build/"  # prefix of the places of piles that are taken off when they are finished


def card_stage(rng: Rng, begun: Begun, plies: Sequence[Ply[object, object]], tempo: float = 1.0) -> CardStage:
    """The table for a game with these moves."""
    staged = begun.staged
    states = [state for state, _ in plies] or [begun.state]
    ends = [staged.game.play(*plies[-1])] if plies else []
    tables = (table_of(staged, state) for state in (*states, *ends))
    return CardStage(rng, staged, len(begun.players), tables, tempo)


def card_evening(
    stage: CardStage, begun: Begun, companion: Companion, plies: Sequence[Ply[object, object]]
) -> Iterator[CardShot]:
    """These moves of a game, and the table as it is where there are none."""
    staged = begun.staged
    yield from stage.set_up(*table_of(staged, plies[0][0] if plies else begun.state))
    yield from stage.rest(_MIN_REST_S * 1.5)
    for state, move in plies:
        heaps, layout = table_of(staged, staged.game.play(state, move))
        companion.tell(staged.game.observed(state, move, None))
        if staged.heaps(state) != heaps:  # else it is spoken, or of hands alone: nothing happens on the table
            heaps = with_finished(staged.heaps(state), heaps, move)
            yield from _brought(stage, staged.game.mover(state, move) or 0, heaps, layout)
        yield from until(companion.is_content, stage.rest)


def table_of(staged: StagedGame, state: object) -> tuple[Heaps, Layout]:
    """The cards on the table in a state, and its layout."""
    return staged.heaps(state), staged.layout(state)


def with_finished(before: Heaps, after: Heaps, move: object) -> Heaps:
    """The cards after a move, with a building pile that it has finished: it is taken off with the next move."""
    gone = {place: cards for place, cards in before.items() if place.startswith(_BUILD) and place not in after}
    return {**after, **{place: [*cards, getattr(move, "card", "")] for place, cards in gone.items()}}


def _brought(stage: CardStage, seat: int, heaps: Heaps, layout: Layout) -> Iterator[CardShot]:
    """Hands bring the table to a state and let it rest, at least for some seconds, until the pace is kept."""
    spent_s = 0.0
    for shot in stage.bring(seat, heaps, layout):
        spent_s += shot.seconds / stage.tempo
        yield shot
    yield from stage.rest(max(_MIN_REST_S, USUAL_PACE_S - spent_s))
