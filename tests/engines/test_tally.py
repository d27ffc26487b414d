"""Counting a set: what is said of it holds, whatever the pieces are that could not be named."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from device.games.listing import GAMES, profile_of
from engines.tally import Counts, Equipment, Kit, Tally

FACES = ("1", "2", "3", "wild")
COUNTS = st.dictionaries(st.sampled_from(FACES), st.integers(0, 4)).map(Counter)


@st.composite
def counted(draw: st.DrawFn) -> tuple[Tally, Counter[str]]:
    """A tally, and all pieces that truly lie there: some were overlooked, some not named, and some finds no pieces."""
    lying, due = draw(COUNTS), draw(COUNTS)
    unnamed = draw(st.lists(st.sampled_from(sorted(lying.elements()) or [""]), max_size=3)) if lying.total() else []
    named = lying - Counter(unnamed)
    false_finds, overlooked = draw(st.integers(0, 1)), draw(st.integers(0, 2))
    tally = Tally(due, named, (lying - named).total() + false_finds, ("wild",) if overlooked else ())
    return tally, lying + Counter(wild=overlooked)


@given(counted())
def test_no_more_is_missing_than_is_said_and_no_less_than_is_certain(case: tuple[Tally, Counter[str]]) -> None:
    tally, lying = case
    missing = Counter(tally.due) - lying
    assert missing <= Counter(tally.missing)
    assert missing.total() >= tally.fewest_missing


@given(counted())
def test_what_is_too_much_truly_is(case: tuple[Tally, Counter[str]]) -> None:
    tally, lying = case
    assert Counter(tally.surplus) <= lying - Counter(tally.due)


@given(counted())
def test_a_set_that_is_called_whole_or_not_is_so(case: tuple[Tally, Counter[str]]) -> None:
    tally, lying = case
    is_whole = +lying == +Counter(tally.due)
    if tally.is_whole and tally.elusive:
        assert Counter(tally.due) <= lying  # there may be more than was seen
    else:
        assert tally.is_whole in (is_whole, None)
    if not tally.unnamed and not tally.elusive:
        assert tally.is_whole is is_whole


@given(counted(), COUNTS, st.integers(0, 8))
def test_a_game_has_enough_pieces_where_that_is_said(
    case: tuple[Tally, Counter[str]], pieces: Counts, more: int
) -> None:
    tally, lying = case
    total = sum(pieces.values()) + more
    has_them = Counter(pieces) <= lying and lying.total() >= total
    assert Equipment(Kit(tally.due), pieces, total).is_enough(tally) in (has_them, None)


@given(counted(), st.integers(1, 3), st.permutations(FACES))
def test_what_a_game_takes_of_some_faces_is_enough_whichever_they_are(
    case: tuple[Tally, Counter[str]], each: int, faces: list[str]
) -> None:
    tally, lying = case
    enough = Equipment(Kit(tally.due), dict.fromkeys(FACES, each), chosen=2 * each).is_enough(tally)
    if enough:
        assert Counter(faces[:2] * each) <= lying
    if enough is False:
        assert lying.total() < 2 * each


@given(COUNTS, COUNTS, COUNTS)
def test_spare_pieces_are_never_missing_nor_too_many(pieces: Counts, spare: Counts, lying: Counts) -> None:
    tally, plain = Kit(pieces, spare).tally(lying), Tally(pieces, lying)
    assert tally.missing == plain.missing
    assert Counter(tally.surplus) == Counter(plain.surplus) - Counter(spare)


def test_what_each_game_takes_is_in_a_whole_set() -> None:
    totals = {}
    for name in GAMES:
        if equipment := profile_of(name).equipment:
            assert equipment.is_enough(equipment.kit.tally(equipment.kit.pieces)) is True
            totals[name] = equipment.total
    assert totals == {
        "search": 72, "sevens": 55, "doubt": 46, "infiltration": 16, "checkers": 24, "reversi": 64, "jarapon": 83,
        "stop": 54, "skip_bo": 162,
    }  # fmt: skip
