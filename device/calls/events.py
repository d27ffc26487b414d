"""What players call from their phones, what comes of it, and what each of them may call now."""

from dataclasses import dataclass

from engines.messages import Message


@dataclass(frozen=True)
class MakeCall:
    """A player calls something; the table's thread answers with the future of a `CallMade`."""

    name: str  # of a `device.games.profile.CallKind`
    player: int  # seat
    moves: int  # that had been made when the button was pressed
    by: str
    ago_s: float  # how long before sending the button was pressed, as the phone says
    arrived_s: float  # when it came, by the box's clock
    sent_s: float | None = None  # when it was sent, by the box's clock as the phone reckons it


@dataclass(frozen=True)
class WithdrawCall:
    """A player has not called after all what announces a move to come; a call that was recorded is struck instead."""

    name: str
    player: int


@dataclass(frozen=True)
class CallMade:
    """A call that counts."""

    said: Message
    entry: int | None = None  # the journal's number; None where it only announces a move


@dataclass(frozen=True)
class SeatCall:
    """A call that a game knows, for one player."""

    player: int
    name: str
    possible: bool
    about: Message  # what is called, or why it is not possible now
    called: bool = False  # it has been announced, and what follows is still to be seen
    choice: str = ""  # the key under which the call stands in `Choices.untold` of a snapshot, too
