"""The lineage of a journal: its identity and its branches.

A new journal gets an identity, its first branch. Each restore begins a new branch: the numbers of entries that the
restore removed are used again, and the two must never be confused.
"""

import json
from dataclasses import asdict, dataclass
from uuid import uuid4

from device.record.entries import checksum_of

LAST = (1 << 63) - 1


@dataclass(frozen=True)
class Branch:
    """A branch of a journal."""

    id: str  # a UUID in hexadecimal
    above: int  # entries numbered up to this are those of the branch before it


# In order from the first branch; empty where it is unknown, as in a file of an older program.
Lineage = tuple[Branch, ...]


def branch_off(lineage: Lineage = (), above: int = 0) -> Lineage:
    """A lineage with a new branch after the entry `above`; without arguments that of a new journal."""
    return (*lineage, Branch(uuid4().hex, above))


def shared_up_to(one: Lineage, other: Lineage) -> int:
    """The number up to which two journals hold the same entries; 0 for two that have nothing in common.

    >>> first = branch_off()
    >>> restored = branch_off(first, above=12)
    >>> other = branch_off(first, above=7)
    >>> shared_up_to(first, restored), shared_up_to(restored, other), shared_up_to(first, branch_off())
    (12, 7, 0)
    >>> shared_up_to(restored, restored) == LAST
    True
    """
    common = 0
    for ours, theirs in zip(one, other, strict=False):
        if ours != theirs:
            break
        common += 1
    if not common:
        return 0
    return min((branch.above for branch in (*one[common:], *other[common:])), default=LAST)


def lineage_text(lineage: Lineage) -> tuple[str, int]:
    """A lineage as JSON, and its checksum."""
    text = json.dumps([asdict(branch) for branch in lineage])
    return text, checksum_of(text)


def lineage_of(text: object, checksum: object) -> Lineage | None:
    """Parse a text of `lineage_text`; None where it does not fit its checksum.

    >>> ours = branch_off()
    >>> text, checksum = lineage_text(ours)
    >>> lineage_of(text, checksum) == ours, lineage_of(text.replace('"above": 0', '"above": 1'), checksum)
    (True, None)
    """
    if not isinstance(text, str) or checksum_of(text) != checksum:
        return None
    return tuple(Branch(**branch) for branch in json.loads(text))
