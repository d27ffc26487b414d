"""Finished games of a family over many evenings, for what is worked out from their results."""

from collections.abc import Mapping

from hypothesis import strategies as st

from device.record.archive import Summary
from device.record.entries import Entry, EntryData
from engines.contract import Standing
from engines.messages import Message

FAMILY = ("Aya", "Ben", "Chie", "Dan", "Emi")
KINDS = ("reversi", "stop")


def finished(
    number: int,
    kind: str,
    ranks: Mapping[str, int],
    teams: tuple[tuple[int, ...], ...] = (),
    reasons: tuple[Message, ...] = (),
) -> Summary:
    """A finished game with these ranks; its scores are the ranks as well."""
    data: EntryData = {"game": kind, "players": list(ranks), "options": {}}
    start = Entry(number, number, "start", data, f"2026-01-{number % 27 + 1:02}T19:30:00")
    standings = tuple(Standing(seat, rank, rank, reasons) for seat, rank in enumerate(ranks.values()))
    return Summary(start, number, 9, standings, True, False, None, teams=teams)


tables = st.lists(st.sampled_from((*FAMILY, "Computer 2")), min_size=2, max_size=5, unique=True)
results = st.tuples(st.sampled_from(KINDS), tables.flatmap(lambda names: st.fixed_dictionaries(
    {name: st.integers(1, 3) for name in names}
)))  # fmt: skip
seasons = st.lists(results, min_size=1, max_size=12).map(
    lambda played: [finished(number, kind, ranks) for number, (kind, ranks) in enumerate(played, start=1)]
)
