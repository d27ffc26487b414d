"""The layout of the wiring diagram: which leg of the Pi's header connects to which terminal, and the wires' routes.

The Pi lies with its header on the right and its USB sockets below; the parts are to its right. A wire leaves the header
sideways (from the inner column between two legs of the outer one), runs vertically in a channel of its own, and enters
its part sideways, so wires cross but never overlap. Units are those of the SVG; y points down.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from device.hardware.header import GROUND, POWER, ROWS, leg_of, legs_with, row_of
from device.hardware.wiring import BUTTON_NAMES, Wiring
from device.texts import say
from engines.messages import message

PITCH = 26.0  # of the header's rows, and of a part's terminals
LEG = 20.0  # the side of a leg
INNER, OUTER = 104.0, 130.0  # x of the header's columns
TOP = 58.0  # the upper edge of its first row
PILL = 66.0  # the width of a leg's label
PART, TAG = 150.0, 26.0  # the width of a part, and of the number before each of its terminals
MARGIN = 10.0
_CHANNEL, _BEFORE_PART = 9.0, 16.0
_TITLE, _GAP = 39.0, 13.0
_TERMINALS_FROM = TOP + PITCH / 4  # offset, so that no wire enters a part at the y of a lane

Point = tuple[float, float]


@dataclass(frozen=True)
class Terminal:
    """The end of a wire at a part."""

    name: str
    leg: int | None  # of the header, at the other end; None if unknown
    y: float = 0.0  # of its middle


@dataclass(frozen=True)
class Part:
    """A part of the box."""

    name: str
    terminals: tuple[Terminal, ...]  # from top to bottom
    power: str = ""  # the name of its 3.3 V terminal, if any
    shares_ground: bool = False  # its terminals are buttons on one ground wire
    top: float = 0.0  # y of its upper edge

    @property
    def height(self) -> float:
        """Its height in the drawing."""
        return _TITLE + PITCH * len(self.terminals)


@dataclass(frozen=True)
class Wire:
    """A wire from a leg to a terminal, as a polyline."""

    leg: int
    part: str
    terminal: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class WiringPlan:
    """The whole diagram; `parts_x` is the left edge of the parts."""

    parts: tuple[Part, ...]
    wires: tuple[Wire, ...]
    parts_x: float
    width: float
    height: float


def wiring_plan(wiring: Wiring, language: str) -> WiringPlan:
    """Lay out the diagram of a wiring, with a wire to each terminal whose leg is known."""

    def words_of(key: str) -> str:
        return say(message(key), language)

    parts = _place_parts(_add_supplies([part for parts_of in _PARTS for part in parts_of(wiring, words_of)]))
    ends = [(part, end, end.leg) for part in parts for end in part.terminals if end.leg is not None]
    channels = _assign_channels([(lane_of(leg), end.y) for _, end, leg in ends])
    first = OUTER + LEG / 2 + PILL + _CHANNEL
    parts_x = first + _CHANNEL * len(ends) + _BEFORE_PART
    wires = tuple(
        Wire(leg, part.name, end.name, _route(leg, end.y, first + _CHANNEL * channel, parts_x))
        for (part, end, leg), channel in zip(ends, channels, strict=True)
    )
    lowest = max([TOP + PITCH * (ROWS + 1), *(part.top + part.height for part in parts)])
    return WiringPlan(tuple(parts), wires, parts_x, parts_x + PART + MARGIN, lowest + 2 * MARGIN)


def leg_at(leg: int) -> Point:
    """The middle of a leg."""
    return (INNER if leg % 2 else OUTER, TOP + PITCH * (row_of(leg) + 0.5))


def lane_of(leg: int) -> float:
    """The y at which a leg's wire leaves the header."""
    return leg_at(leg)[1] + (PITCH / 2 if leg % 2 else 0.0)


_WordsOf = Callable[[str], str]


def _display(wiring: Wiring, words_of: _WordsOf) -> Iterator[Part]:
    """The display; its legs are known for `/dev/i2c-0` and `/dev/i2c-1` only: others depend on system settings."""
    display = wiring.display
    if display.kind == "none":
        return
    data, clock = {0: (leg_of(0), leg_of(1)), 1: (leg_of(2), leg_of(3))}.get(display.bus, (None, None))
    bus = "" if data else f" (i2c-{display.bus})"
    yield Part(words_of("web.wiring.display"), (Terminal(f"SDA{bus}", data), Terminal(f"SCL{bus}", clock)), "VCC")


def _buttons(wiring: Wiring, words_of: _WordsOf) -> Iterator[Part]:
    pins = {words_of(f"name.button/{name}"): wiring.buttons[name] for name in BUTTON_NAMES if name in wiring.buttons}
    if pins:
        yield Part(words_of("web.wiring.buttons"), _terminals(pins), shares_ground=True)


def _buzzer(wiring: Wiring, words_of: _WordsOf) -> Iterator[Part]:
    if wiring.buzzer.kind != "none":
        yield Part(words_of("web.wiring.buzzer"), _terminals({words_of("web.wiring.drawn.plus"): wiring.buzzer.pin}))


def _knob(wiring: Wiring, words_of: _WordsOf) -> Iterator[Part]:
    if knob := wiring.encoder:
        pins = {"CLK": knob.a, "DT": knob.b} | ({} if knob.press is None else {"SW": knob.press})
        yield Part(words_of("name.button/knob").capitalize(), _terminals(pins), "+")


# A further part of wiring.toml needs one more function here.
_PARTS: tuple[Callable[[Wiring, _WordsOf], Iterator[Part]], ...] = (_display, _buttons, _knob, _buzzer)


def _terminals(pins: Mapping[str, int]) -> tuple[Terminal, ...]:
    """One terminal for each name and GPIO pin."""
    return tuple(Terminal(name, leg_of(pin)) for name, pin in pins.items())


def _add_supplies(parts: Sequence[Part]) -> Iterator[Part]:
    """Add ground, and 3.3 V where needed, to the parts, from the nearest free legs."""
    free = {GROUND: legs_with(GROUND), POWER: legs_with(POWER)}
    for part in parts:
        legs = [end.leg for end in part.terminals if end.leg is not None]
        terminals = list(part.terminals)
        for signal, name in ((POWER, part.power), (GROUND, GROUND)):
            if name:
                leg = min(free[signal], key=lambda leg: (_distance(leg, legs), leg))
                free[signal].remove(leg)
                terminals.append(Terminal(name, leg))
        yield replace(part, terminals=tuple(sorted(terminals, key=_lane_or_top)))


def _distance(supply: int, legs: Sequence[int]) -> float:
    """The mean distance of a leg from others, in rows; the other column counts as half a row."""
    if not legs:
        return row_of(supply)
    rows = abs(row_of(supply) - sum(map(row_of, legs)) / len(legs))
    return rows + 0.5 * sum(leg % 2 != supply % 2 for leg in legs) / len(legs)


def _lane_or_top(terminal: Terminal) -> float:
    return TOP if terminal.leg is None else lane_of(terminal.leg)


def _place_parts(parts: Iterator[Part]) -> list[Part]:
    """Place the parts from top to bottom in the order of their legs, without overlap."""
    placed: list[Part] = []
    free = _TERMINALS_FROM - PITCH
    for part in sorted(parts, key=_middle):
        ideal = _middle(part) - (_TITLE + part.height) / 2
        top = free + PITCH / 2 * max(0, round((ideal - free) / (PITCH / 2)))
        first = top + _TITLE + PITCH / 2
        terminals = (Terminal(end.name, end.leg, first + PITCH * at) for at, end in enumerate(part.terminals))
        placed.append(replace(part, terminals=tuple(terminals), top=top))
        free = top + placed[-1].height + _GAP
    return placed


def _middle(part: Part) -> float:
    """The mean y at which the wires of a part leave the header."""
    return sum(map(_lane_or_top, part.terminals)) / len(part.terminals)


def _assign_channels(ends: Sequence[tuple[float, float]]) -> list[int]:
    """Assign each wire a channel; `ends` are the y at which it leaves the header and the y at which it enters its part.

    Of wires that go down the upper one turns last, of those that go up first: so wires of one direction do not cross.
    """
    down = sorted((at for at, (start, end) in enumerate(ends) if end > start), key=lambda at: -ends[at][0])
    up = sorted((at for at, (start, end) in enumerate(ends) if end <= start), key=lambda at: ends[at][0])
    order = [*up, *down]
    return [order.index(at) for at in range(len(ends))]


def _route(leg: int, end: float, channel: float, parts_x: float) -> tuple[Point, ...]:
    lane = lane_of(leg)
    start = [leg_at(leg), ((INNER + OUTER) / 2, lane)] if leg % 2 else [(OUTER + LEG / 2 + PILL, lane)]
    return (*start, (channel, lane), (channel, end), (parts_x, end))
