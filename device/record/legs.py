"""Which games of the journal are legs of a campaign."""

from device.record.entries import Entry, EntryData

LEG = "leg"  # the option of a leg: what it takes from the one before


def is_leg(start: EntryData) -> bool:
    """Whether a game is a leg of a campaign."""
    return bool(start["options"].get(LEG))


def first_of(start: Entry) -> int:
    """The number of the first leg of the campaign of which this is one."""
    return start.data.get("first_leg") or start.number
