"""The wiring as a drawing: which leg of the Pi's header goes to which terminal of which part, and where they stand.

The Pi lies with its header on the right and its USB sockets below; the parts stand right of it. A wire leaves the
header sideways (from the inner column between two legs of the outer one), goes up or down in a channel of its own, and
enters its part sideways: so wires cross, but never lie on each other. Units are those of the SVG; y goes down.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from device.hardware.header import GROUND, POWER, ROWS, leg_of, legs_with, row_of
from device.hardware.wiring import BUTTON_NAMES, Wiring
from device.texts import say
from engines.messages import message

PITCH = 26.0  # from row to row of the header, and from terminal to terminal of a part
LEG = 20.0  # the side of a leg
INNER, OUTER = 104.0, 130.0  # the columns of the header, x of their middles
TOP = 58.0  # the upper edge of its first row
PILL = 66.0  # the width of a leg's label
PART, TAG = 150.0, 26.0  # the width of a part, and of the number before each of its terminals
MARGIN = 10.0
_CHANNEL, _BEFORE_PART = 9.0, 16.0
_TITLE, _GAP = 39.0, 13.0
_TERMINALS_FROM = TOP + PITCH / 4  # so that no wire enters a part at the height at which another leaves the header

Point = tuple[float, float]


@dataclass(frozen=True)
class Terminal:
    """Where a wire ends at a part: its name there, and the leg at the other end, if it is known. `y` of its middle."""

    name: str
    leg: int | None
    y: float = 0.0


@dataclass(frozen=True)
class Part:
    """A part with its terminals, from top to bottom; `power`: the name of the one for 3.3 V, if it has one.

    `shares_ground`: its terminals are buttons at one ground wire.
    """

    name: str
    terminals: tuple[Terminal, ...]
    power: str = ""
    shares_ground: bool = False
    top: float = 0.0

    @property
    def height(self) -> float:
        """How high it is drawn."""
        return _TITLE + PITCH * len(self.terminals)


@dataclass(frozen=True)
class Wire:
    """A wire from a leg to a terminal, point by point."""

    leg: int
    part: str
    terminal: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class WiringPlan:
    """Everything that is drawn; `parts_x`: the left edge of the parts."""

    parts: tuple[Part, ...]
    wires: tuple[Wire, ...]
    parts_x: float
    width: float
    height: float


def wiring_plan(wiring: Wiring, language: str) -> WiringPlan:
    """The wires of a wiring, one to each terminal whose leg is known."""

    def words_of(key: str) -> str:
        return say(message(key), language)

    parts = _placed(_supplied([part for make in _PARTS for part in make(wiring, words_of)]))
    ends = [(part, end, end.leg) for part in parts for end in part.terminals if end.leg is not None]
    channels = _channels([(lane_of(leg), end.y) for _, end, leg in ends])
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
    """The legs of `/dev/i2c-0` and `/dev/i2c-1` are known; those of other buses, the system's settings say."""
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


# What is drawn. Another part of wiring.toml is one more function here.
_PARTS: tuple[Callable[[Wiring, _WordsOf], Iterator[Part]], ...] = (_display, _buttons, _knob, _buzzer)


def _terminals(pins: Mapping[str, int]) -> tuple[Terminal, ...]:
    """A terminal of each name at its pin."""
    return tuple(Terminal(name, leg_of(pin)) for name, pin in pins.items())


def _supplied(parts: Sequence[Part]) -> Iterator[Part]:
    """The parts with ground, and 3.3 V where they need it, from the legs that are nearest to their others and free."""
    free = {GROUND: legs_with(GROUND), POWER: legs_with(POWER)}
    for part in parts:
        legs = [end.leg for end in part.terminals if end.leg is not None]
        terminals = list(part.terminals)
        for signal, name in ((POWER, part.power), (GROUND, GROUND)):
            if name:
                leg = min(free[signal], key=lambda leg: (_away(leg, legs), leg))
                free[signal].remove(leg)
                terminals.append(Terminal(name, leg))
        yield replace(part, terminals=tuple(sorted(terminals, key=_height_of_leg)))


def _away(supply: int, legs: Sequence[int]) -> float:
    """How far a leg lies from others, in rows; the other column counts as half a row."""
    if not legs:
        return row_of(supply)
    rows = abs(row_of(supply) - sum(map(row_of, legs)) / len(legs))
    return rows + 0.5 * sum(leg % 2 != supply % 2 for leg in legs) / len(legs)


def _height_of_leg(terminal: Terminal) -> float:
    return TOP if terminal.leg is None else lane_of(terminal.leg)


def _placed(parts: Iterator[Part]) -> list[Part]:
    """The parts from top to bottom in the order of their legs, none on another."""
    placed: list[Part] = []
    free = _TERMINALS_FROM - PITCH
    for part in sorted(parts, key=_middle):
        wished = _middle(part) - (_TITLE + part.height) / 2
        top = free + PITCH / 2 * max(0, round((wished - free) / (PITCH / 2)))
        first = top + _TITLE + PITCH / 2
        terminals = (Terminal(end.name, end.leg, first + PITCH * at) for at, end in enumerate(part.terminals))
        placed.append(replace(part, terminals=tuple(terminals), top=top))
        free = top + placed[-1].height + _GAP
    return placed


def _middle(part: Part) -> float:
    """The y around which the wires of a part leave the header."""
    return sum(map(_height_of_leg, part.terminals)) / len(part.terminals)


def _channels(ends: Sequence[tuple[float, float]]) -> list[int]:
    """A channel of its own for each wire, given by where it leaves the header and where it enters its part.

    Of wires that go down the upper one turns last, of those that go up first: in one order they do not cross.
    """
    down = sorted((at for at, (start, end) in enumerate(ends) if end > start), key=lambda at: -ends[at][0])
    up = sorted((at for at, (start, end) in enumerate(ends) if end <= start), key=lambda at: ends[at][0])
    order = [*up, *down]
    return [order.index(at) for at in range(len(ends))]


def _route(leg: int, end: float, channel: float, parts_x: float) -> tuple[Point, ...]:
    lane = lane_of(leg)
    start = [leg_at(leg), ((INNER + OUTER) / 2, lane)] if leg % 2 else [(OUTER + LEG / 2 + PILL, lane)]
    return (*start, (channel, lane), (channel, end), (parts_x, end))
