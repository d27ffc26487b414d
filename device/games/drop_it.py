"""Watching Drop It: the pieces in the frame in the order in which they were dropped, and how the last one landed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import permutations, product

from device.drop_it.drop_reading import DropFacts, Landing, place_of
from device.drop_it.frame_table import FrameArrangement
from device.games.move_form import FormField, FormPart, MoveForm
from device.games.profile import Drawing, Filming, Habits, Interpretation, Profile, likeliest_face, scores_at_end
from device.games.table_reading import Places, TableReading
from device.texts import texts_under
from engines import drop_it
from engines.contract import IllegalMove, Json
from engines.drop_it import Drop, Move, State
from engines.drop_it.moves import BONUS, COLOUR, EDGES_BY, SHAPE
from engines.drop_it.pieces import ALL, COLOURS, SHAPES
from engines.drop_it.rules import MAX_CIRCLES, why_no_piece
from engines.messages import Message, message
from engines.vocabulary import EMPTY, UNKNOWN
from vision.facts import Probabilities

_FRAME = "frame/"
_MAX_MISSED_DROPS = 3  # maximum number of drops that may have been missed
_NOTHING: Probabilities = {EMPTY: 1.0}


def _named(state: State, reading: TableReading, _before: TableReading) -> TableReading:
    """Number a reading's pieces by the drops that brought them, followed by the pieces that no drop has brought.

    The reader lists pieces in the order in which they came into the frame, as far as it observed that, which
    distinguishes two of a kind. A drop whose piece is gone has no place in the reading. The last drops count as taken
    back, unless the new pieces can only have come after them: then people are asked.
    """
    places = reading.places
    dropped, visible = [drop.piece for drop in state.drops], list(_pieces(places))
    found = match_pieces(dropped, [face for face, _ in visible])
    last = max(found, default=-1)
    new = _in_turn(state, visible, [at for at in range(len(visible)) if at not in found.values()])
    is_gap = bool(new) and last + 1 < len(dropped) and _may_follow(state, [visible[at][0] for at in new])
    last = len(dropped) - 1 if is_gap else last
    numbers = {drop + 1: at for drop, at in found.items()} | {last + 2 + place: at for place, at in enumerate(new)}
    landings = {
        number: replace(landing, is_clear=landing.is_clear and not (is_gap and at in new))
        for number, at in numbers.items()
        if (landing := reading.facts_of(DropFacts).landings.get(at + 1))
    }
    named = (
        {place: likely for place, likely in places.items() if not place.startswith(_FRAME)}
        | {place_of(number): visible[at][1] for number, at in numbers.items()}
        | {place_of(number): _NOTHING for number in range(last + 2 + len(new), ALL + 1)}
    )
    return replace(reading, places=named, facts=DropFacts(landings))


def _in_turn(state: State, visible: Sequence[tuple[str, Probabilities]], new: list[int]) -> list[int]:
    """The new pieces in an order in which the players may have dropped them; unchanged where there is none."""
    orders = permutations(new) if len(new) <= _MAX_MISSED_DROPS else ()
    return next((list(order) for order in orders if _may_follow(state, [visible[at][0] for at in order])), new)


def _may_follow(state: State, pieces: Sequence[str]) -> bool:
    """Whether the players may drop these pieces one after the other."""
    with suppress(IllegalMove):
        for piece in pieces:
            state = drop_it.play(state, Drop(piece, 1))
        return True
    return False


def _pieces(places: Places) -> Iterator[tuple[str, Probabilities]]:
    """The pieces in the frame with their likelihoods, in the reader's order."""
    for number in range(1, 2 * ALL):
        shown = places.get(place_of(number))
        if shown is not None and (face := likeliest_face(shown)):
            yield face, shown


def match_pieces(dropped: Sequence[str], visible: Sequence[str]) -> dict[int, int]:
    """Match drops to visible pieces, by index: in order as far as possible, the rest anywhere, unknown ones last."""
    blocks = SequenceMatcher(None, dropped, visible, autojunk=False).get_matching_blocks()
    found = {block.a + at: block.b + at for block in blocks for at in range(block.size)}
    for at, piece in enumerate(visible):
        if at not in found.values():
            left = [drop for drop in range(len(dropped)) if drop not in found]
            drop = next((drop for one in (piece, UNKNOWN) for drop in left if dropped[drop] == one), None)
            found |= {} if drop is None else {drop: at}
    return dict(sorted(found.items()))


def _read(state: State, reading: TableReading) -> Iterator[Sequence[Move]]:
    """The drops that the new pieces may have been, for each combination of possible landings.

    Landings too close to call are only distinguished where they differ in value.
    """
    new, landings = _new(state, reading.places), reading.facts_of(DropFacts).landings
    if 0 < len(new) <= _MAX_MISSED_DROPS:
        each = (landings.get(len(state.drops) + 1 + at, Landing(())) for at in range(len(new)))
        yield from product(*(_possible_drops(state, landing, new[at + 1 :]) for at, landing in enumerate(each)))


def _possible_drops(state: State, landing: Landing, later: Sequence[str]) -> list[Move]:
    """How a new piece may have landed; it cannot have touched the pieces that came `later`."""
    found: dict[object, Move] = {}
    for drop in landing.drops:
        alone = replace(drop, touches=tuple((Counter(drop.touches) - Counter(later)).elements()))
        is_broken = bool(alone.breaches(state.edges))
        found.setdefault((is_broken, alone.points if state.jokers or not is_broken else 0), alone)
    return list(found.values())


def _must_be_asked(before: State, after: State, reading: TableReading) -> bool:
    """Whether a drop was observed badly or did not come alone, so that another piece may have moved or touched it."""
    landings = reading.facts_of(DropFacts).landings
    numbers = range(len(before.drops) + 1, len(after.drops) + 1)
    return any(number in landings and not landings[number].is_clear for number in numbers)


def _fault(state: State, reading: TableReading) -> tuple[Message, Sequence[str]] | None:
    """What is wrong with a frame that holds anything but the dropped pieces and one more, and at which places."""
    places = reading.places
    if not any(place.startswith(_FRAME) for place in places):
        return None
    dropped, new = [drop.piece for drop in state.drops], _new(state, places)
    faces = [likeliest_face(places.get(place_of(at), {})) for at in range(1, len(dropped) + 1)]
    numbers = range(len(dropped) + 1, len(dropped) + len(new) + 1)
    if len(new) > 1 and (len(new) > _MAX_MISSED_DROPS or not _may_follow(state, new)):
        return message("drop_it.amiss.many", pieces=" ".join(new)), [place_of(at) for at in numbers]
    for at, (face, piece) in enumerate(zip(faces, dropped, strict=True), start=1):
        if face and piece not in (face, UNKNOWN):
            return message("drop_it.amiss.instead", piece=face, before=piece), [place_of(at)]
    if new and (why := why_no_piece(state, new[0])) is not None:
        return why, [place_of(len(dropped) + 1)]
    gone = [piece for face, piece in zip(faces, dropped, strict=True) if not face and piece != UNKNOWN]
    return (message("drop_it.amiss.gone", pieces=" ".join(gone)), []) if gone else None


def _new(state: State, places: Places) -> list[str]:
    """The pieces in the frame that no drop has brought."""
    numbers = range(len(state.drops) + 1, 2 * ALL)
    return [face for at in numbers if (face := likeliest_face(places.get(place_of(at), {})))]


def _is_worth_the_same(made: Move, recorded: Move) -> bool:
    """Whether a recorded drop has the same value as the one made, with and without a joker."""
    return _worth(made) == _worth(recorded)


def _worth(move: Move) -> tuple[Move | str, int, bool]:
    """The piece, its points, and whether it breaks a rule under any edges; or the joker move."""
    if not isinstance(move, Drop):
        return move, 0, False
    return move.piece, move.points, any(move.breaches(edges_by) for edges_by in EDGES_BY)


def _landing_fields(state: State, language: str) -> tuple[FormField, FormField]:
    """How high a dropped piece lies, and which circles it covers."""
    words = texts_under("tables.drop_it.enter", language)

    levels = [FormPart(str(level), {"level": level}) for level in range(1, state.levels + 1)]
    levels.append(FormPart(words("above"), {"level": state.levels, "above": True}))
    circles = tuple(FormPart(words("size", size=f"size/{size}"), size, MAX_CIRCLES) for size in BONUS)
    return (
        FormField("level", words("level"), tuple(levels), 1, 1),
        FormField("circles", words("circles"), circles, 0, MAX_CIRCLES * len(BONUS)),
    )


def _form(state: State, move: Move, language: str) -> MoveForm | None:
    """The form for a dropped piece: which one, how high it lies, and what it covers and touches (D-8)."""
    if not isinstance(move, Drop):
        return None
    words = texts_under("tables.drop_it.enter", language)

    def piece_part(piece: str, brings: Json, most: int = 1) -> FormPart:
        return FormPart(words("piece", piece=piece), brings, most, piece, "shape")

    open_to = state.shares.open_to(state.side_of(len(state.drops)))
    lying = Counter(drop.piece for drop in state.drops if drop.piece != UNKNOWN)
    printed = {SHAPE: SHAPES, COLOUR: COLOURS}.get(state.edges, ())
    touched = tuple(piece_part(piece, piece, count) for piece, count in lying.items())
    edges = tuple(FormPart(words("edge", mark=f"edge/{mark}"), mark) for mark in printed)
    fields = [
        FormField("drop", words("drop"), tuple(piece_part(piece, {"drop": piece}) for piece in open_to), 1, 1),
        *_landing_fields(state, language),
        FormField("touches", words("touches"), touched, 0, len(state.drops)),
        FormField("edges", words("edges"), edges, 0, len(edges)),
    ]
    return MoveForm(words("title"), tuple(field for field in fields if field.parts))


def _results(state: State, language: str) -> tuple[MoveForm, ...]:
    """The forms for what a drop is worth, whichever piece it was, and for a joker (D-7, D-14)."""
    words = texts_under("results.drop_it", language)

    forms = [MoveForm(words("joker"), (), "joker")] if state.joker_open else []
    if state.joker_open and state.all_dropped:
        forms.append(MoveForm(words("keep"), (), "keep"))
    if not state.all_dropped:
        counts = FormPart(words("counts"), {"drop": "?"}, chosen=1)
        rules = FormField(
            "drop", words("rules"), (counts, FormPart(words("broke"), {"drop": "?", "broke": True})), 1, 1
        )
        forms.append(MoveForm(words("drop"), (*_landing_fields(state, language), rules)))
    return tuple(forms)


PROFILE: Profile[State, Move] = Profile(
    drop_it,
    drawing=Drawing("drop_it"),
    minutes=20,
    form=_form,
    results=_results,
    results_in_turn=True,
    arrangement=FrameArrangement(),
    habits=Habits(
        steps=1,
        confirmed=_must_be_asked,
        interpretation=Interpretation(named=_named, read=_read, read_only=(Drop,), fault=_fault),
        shows_options=False,
        changes=1,
    ),
    filming=Filming(says=_is_worth_the_same),
    achievements=scores_at_end(drop_it, "drop_it.best"),
    teams=lambda state: state.sides,
    is_dealt=False,
)
