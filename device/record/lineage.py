"""Which journal a file holds, and from which entry on each of its branches is its own.

A journal gets an identity when it is made: the first branch. Each restore begins a new branch, so that the entries
which the restore took away, whose numbers are given again, are never taken for those of the journal that goes on.
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


# From the first branch on; empty where it is not known, as in a file that an older program wrote.
Lineage = tuple[Branch, ...]


def branch_off(lineage: Lineage = (), above: int = 0) -> Lineage:
    """A lineage with a new branch, behind the entry `above`; a new journal's without arguments."""
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
    """The lineage of a text of `lineage_text`; None where it does not fit its checksum.

    >>> ours = branch_off()
    >>> text, checksum = lineage_text(ours)
    >>> lineage_of(text, checksum) == ours, lineage_of(text.replace('"above": 0', '"above": 1'), checksum)
    (True, None)
    """
    if not isinstance(text, str) or checksum_of(text) != checksum:
        return None
    return tuple(Branch(**branch) for branch in json.loads(text))
