"""Differences between the table and the expected layout, by place and in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from device.referee.candidates import MAX_CHOICES, Fit
from device.referee.evidence import Sight
from device.referee.orientation import game_place
from device.referee.outcomes import Moved, Nothing, Outcome, Problem, TakenBack, Turned, Unclear, Wrong
from engines.contract import Game, Move, State
from engines.messages import Message, message
from engines.vocabulary import BACK, EMPTY, NOTHING, UPRIGHT, Faces, Layout

# Number of differences beyond which they are not listed: more than a move or two could make.
MAX_LISTED = 16


@dataclass(frozen=True)
class Difference:
    """A place that shows something else than it should."""

    place: str  # by the game's name
    should: str
    before: str  # what was recorded there
    sight: Sight


def explain_differences(
    game: Game[State, Move], now: Layout, fits: Sequence[Fit[State, Move]], must_move: bool = False
) -> Outcome[Move]:
    """How the table differs from what the players most likely intend; `now` is the recorded layout.

    Where tiles lie says more than their sides, which are turned last. `must_move`: there is only one legal move; while
    it is half done, the players are assumed to be making it.
    """
    nearest = min(
        fits,
        key=lambda fit: (
            isinstance(fit.candidate.happened, Turned),
            fit.occupancy_differences,
            -fit.weight,
            must_move and isinstance(fit.candidate.happened, Nothing),
        ),
    )
    found = differences(nearest, now)
    places = tuple(one.place for one in found)
    hazy = tuple(one.place for one in found if not one.sight.is_clear)
    if hazy:
        return Unclear(Problem(message("referee.unclear", places=" ".join(hazy)), hazy))
    happened = nearest.candidate.happened
    if len(found) > MAX_LISTED:
        return Wrong(Problem(message("referee.quite_different"), places), happened)
    moves = happened.moves if isinstance(happened, Moved | TakenBack) else ()
    written = " ".join(str(game.move_to_json(move)) for move in moves)
    first, *also = in_words(found, written, taking_back=isinstance(happened, TakenBack) and not moves)
    return Wrong(Problem(first, places, tuple(also)), happened)


def not_distinguished(near: list[Fit[State, Move]]) -> Unclear[Move]:
    """The outcome where several explanations fit alike, with the places that fail to distinguish the first two."""
    best, other, *_ = near
    places = tuple(game_place(place, best.candidate.turn) for place in best.places_hazy_between(other))
    choices = tuple(moved for fit in near for moved in fit.candidate.choices)
    # The difference may be in what people said, such as whose hand it is, and not in the layout.
    said = message("referee.unclear", places=" ".join(places)) if places else message("referee.unclear_which")
    return Unclear(Problem(said, places), choices if len(choices) <= MAX_CHOICES else ())


def differences(fit: Fit[State, Move], before: Layout) -> tuple[Difference, ...]:
    """Where the table contradicts a candidate, in the order of the layout's places."""
    layout = fit.candidate.layout
    order = {place: at for at, place in enumerate(layout)}
    wrong = {game_place(camera, fit.candidate.turn): camera for camera in fit.contradicted}
    return tuple(
        Difference(
            place,
            shown_as(layout.get(place, NOTHING)),
            shown_as(before.get(place, NOTHING)),
            fit.evidence.at(wrong[place]),
        )
        for place in sorted(wrong, key=lambda place: order.get(place, len(order)))
    )


def in_words(found: tuple[Difference, ...], move: str, taking_back: bool) -> list[Message]:
    """One message for each kind of thing to correct, the most urgent first; `move` is in the players' notation."""
    by_kind: dict[str, list[str]] = {}
    for kind, place in sorted(_kinds(found), key=lambda named: _BY_URGENCY.index(named[0])):
        by_kind.setdefault(kind, []).append(place)
    return [_said(kind, " ".join(places), move, taking_back) for kind, places in by_kind.items()]


_BY_URGENCY = (
    "not_here", "lay_up", "lay_down", "lay", "other_face", "stand_up", "lay_flat", "wrong_side", "turn_back_down",
    "turn_back_up", "turn_too",
)  # fmt: skip


def _kinds(found: tuple[Difference, ...]) -> Iterator[tuple[str, str]]:
    for difference in found:
        yield _kind(difference), difference.place


def _kind(one: Difference) -> str:
    if one.should == EMPTY:
        return "not_here"
    if one.sight.shows == EMPTY:
        return {"up": "lay_up", BACK: "lay_down"}.get(one.should, "lay")
    if UPRIGHT in (one.should, one.sight.shows):
        return "stand_up" if one.should == UPRIGHT else "lay_flat"
    if one.sight.shows == "up" and one.should not in ("up", BACK):
        return "other_face"
    if one.before == EMPTY:
        return "wrong_side"
    turned_back = "turn_back_down" if one.should == BACK else "turn_back_up"
    return turned_back if one.before == one.should else "turn_too"


def _said(kind: str, places: str, move: str, taking_back: bool) -> Message:
    if kind != "turn_too":
        return message(f"referee.{kind}", places=places)
    if taking_back:
        return message("referee.taking_back", places=places)
    return message("referee.turn_too", places=places, move=move)


def shown_as(faces: Faces) -> str:
    """What a place shows in one word: a face, `"back"`, `"empty"`, or `"up"` for any face up.

    >>> from engines.vocabulary import FACE_UP
    >>> shown_as(FACE_UP), shown_as(frozenset({"5"}))
    ('up', '5')
    """
    return min(faces) if len(faces) == 1 else "up"
