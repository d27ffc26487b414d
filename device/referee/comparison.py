"""The comparison: each candidate's looks laid over the evidence of a reading, once."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Generic

from device.referee.candidates import Candidate
from device.referee.evidence import Evidence
from engines.contract import Move, State
from engines.vocabulary import NOTHING, straight

SEEN_WELL, CONFIDENT = 0.99, 0.98
LIKELIER = 0.5


@dataclass(frozen=True)
class Fit(Generic[State, Move]):
    """How a candidate fits the evidence."""

    candidate: Candidate[State, Move]
    evidence: Evidence

    @cached_property
    def weight(self) -> float:
        """Its log-likelihood."""
        return self.evidence.log_likelihood(self.candidate.looks)

    @cached_property
    def contradicted(self) -> list[str]:
        """The places that show something else than they would if this had happened."""
        return self.evidence.contradicted(self.candidate.looks)

    @property
    def is_certain(self) -> bool:
        """Whether every place shows with confidence what it would."""
        looks, evidence = self.candidate.looks, self.evidence
        return all(evidence.likelihood(place, looks.get(place, NOTHING)) > CONFIDENT for place in evidence.places)

    @cached_property
    def seen_well(self) -> frozenset[str]:
        """The places that clearly show what they would."""
        looks, evidence = self.candidate.looks, self.evidence
        shown = ((place, evidence.likelihood(place, looks.get(place, NOTHING))) for place in evidence.places)
        return frozenset(place for place, likelihood in shown if likelihood >= SEEN_WELL)

    @property
    def occupancy_apart(self) -> int:
        """At how many places a piece lies where none should, or none where one should."""
        return self.evidence.occupancy_apart(self.candidate.looks)

    def leaves_open(self, other: "Fit[State, Move]") -> bool:
        """Whether it leaves open what another says exactly, and differs in nothing else at the places looked at.

        An open set of 8 8 8 is just that, though one with an almighty would allow each of its places to show an 8.
        """
        looks, others = self.candidate.looks, other.candidate.looks
        return all(looks.get(place, NOTHING) >= others.get(place, NOTHING) for place in self.evidence.places)

    def is_just(self, other: "Fit[State, Move]") -> bool:
        """Whether it says exactly what another leaves open, and that is seen well: 8 8 8, where an almighty may be."""
        looks, others = self.candidate.looks, other.candidate.looks
        return other.leaves_open(self) and all(
            place in self.seen_well
            for place in self.evidence.places
            if looks.get(place, NOTHING) != others.get(place, NOTHING)
        )

    def hazy_beside(self, other: "Fit[State, Move]") -> tuple[str, ...]:
        """The places at which it was not told apart from another."""
        looks, others = self.candidate.looks, other.candidate.looks
        return tuple(place for place in looks if looks[place] != others.get(place) and place not in self.seen_well)

    def has_gone_on(self, unexplained: Iterable[str]) -> bool:
        """Whether all that it would have laid and that is gone lies at places that nothing else explains."""
        gone = set(self.contradicted).difference(unexplained)
        laid = (frozenset(map(straight, self.candidate.looks.get(place, NOTHING))) for place in gone)
        return all(any(self.evidence.likelihood(place, look) > LIKELIER for place in unexplained) for look in laid)


def compared(evidence: Evidence, candidates: Iterable[Candidate[State, Move]]) -> list[Fit[State, Move]]:
    """How candidates fit, the likeliest first; of equals the one that says most exactly what must be seen."""
    return sorted((Fit(candidate, evidence) for candidate in candidates), key=_order)


def _order(fit: Fit[State, Move]) -> tuple[float, bool, int]:
    return -fit.weight, not fit.candidate.named, sum(map(len, fit.candidate.looks.values()))
