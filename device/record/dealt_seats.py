"""Which phone plays for whom in a game that the box has dealt, as its entries in the journal say.

A seat shows a hidden hand, so it belongs to the game, also when that was put away and is gone on with: only the phone
that has it gives it back, or a person at the box.

>>> sits = [(0, "9c2e"), (1, "77ab"), (2, "9c2e"), (1, None)]
>>> held = holders(Entry(2, 1, "seat", {"seat": seat, "phone": phone}, "") for seat, phone in sits)
>>> sorted(held.items())
[(1, None), (2, '9c2e')]
"""

from collections.abc import Iterable

from device.record.entries import Entry


def holders(entries: Iterable[Entry]) -> dict[int, str | None]:
    """The key of the phone (`Phone.key`) at each seat that a phone holds; None where it was freed at the box."""
    held: dict[int, str | None] = {}
    for entry in entries:
        if entry.kind == "seat":
            seat, phone = entry.data["seat"], entry.data["phone"]
            held = {at: holder for at, holder in held.items() if at != seat and (holder is None or holder != phone)}
            if seat is not None:
                held[seat] = phone
    return held
