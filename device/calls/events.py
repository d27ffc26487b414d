"""Events of calls from phones, their outcome, and what each player may call now."""

from dataclasses import dataclass

from engines.messages import Message


@dataclass(frozen=True)
class MakeCall:
    """A player makes a call; the table's thread answers with the future of a `CallMade`."""

    name: str  # of a `device.games.profile.CallKind`
    player: int  # seat
    moves: int  # number of moves made when the button was pressed
    by: str
    ago_s: float  # seconds from pressing to sending, by the phone's clock
    arrived_s: float  # arrival, by the box's clock
    sent_s: float | None = None  # sending, by the phone's estimate of the box's clock


@dataclass(frozen=True)
class WithdrawCall:
    """A player withdraws an announcement; a recorded call is struck instead."""

    name: str
    player: int


@dataclass(frozen=True)
class CallMade:
    """A call that counts."""

    said: Message
    entry: int | None = None  # the journal's number; None where it only announces a move


@dataclass(frozen=True)
class SeatCall:
    """A call of a game, for one player."""

    player: int
    name: str
    possible: bool
    about: Message  # what is called, or why it is not possible now
    called: bool = False  # whether it was announced and its move is still to come
    choice: str = ""  # its key in `Choices.untold` of a snapshot
