"""The Pi's 40-pin header: the signal of each leg. Legs count from 1; odd ones are in the inner column."""

POWER, GROUND = "3.3 V", "GND"
# As on every Pi with 40 legs; two per row, from the end with the memory card.
LEGS = (
    *(POWER, "5 V", "GPIO 2", "5 V", "GPIO 3", GROUND, "GPIO 4", "GPIO 14", GROUND, "GPIO 15"),
    *("GPIO 17", "GPIO 18", "GPIO 27", GROUND, "GPIO 22", "GPIO 23", POWER, "GPIO 24", "GPIO 10", GROUND),
    *("GPIO 9", "GPIO 25", "GPIO 11", "GPIO 8", GROUND, "GPIO 7", "GPIO 0", "GPIO 1", "GPIO 5", GROUND),
    *("GPIO 6", "GPIO 12", "GPIO 13", GROUND, "GPIO 19", "GPIO 16", "GPIO 26", "GPIO 20", GROUND, "GPIO 21"),
)
ROWS = len(LEGS) // 2


def leg_of(pin: int) -> int:
    """The leg of a pin with a BCM number from 0 to 27.

    >>> leg_of(2), leg_of(18)
    (3, 12)
    """
    return LEGS.index(f"GPIO {pin}") + 1


def legs_with(signal: str) -> list[int]:
    """All legs that carry a signal: `POWER` or `GROUND`.

    >>> legs_with(POWER)
    [1, 17]
    """
    return [leg for leg, carried in enumerate(LEGS, start=1) if carried == signal]


def row_of(leg: int) -> int:
    """The row of a leg, from 0 to 19."""
    return (leg - 1) // 2
