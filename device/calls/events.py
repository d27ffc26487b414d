"""What players call from their phones, what comes of it, and what each of them may call now."""

from dataclasses import dataclass

from engines.messages import Message


@dataclass(frozen=True)
class MakeCall:
    """A player (his seat) calls something that his game knows (`device.games.profile.CallKind`), after so many `moves`.

    `ago_s`: how long before sending the button was pressed, as the phone says; `sent_s`: when it sent that, by the
    box's clock as the phone reckons it; `arrived_s`: when it came. The future has that of a
    `CallMade`.
    """

    name: str
    player: int
    moves: int
    by: str
    ago_s: float
    arrived_s: float
    sent_s: float | None = None


@dataclass(frozen=True)
class WithdrawCall:
    """A player has not called after all what announces a move to come; a call that was recorded is struck instead."""

    name: str
    player: int


@dataclass(frozen=True)
class CallMade:
    """A call that counts: what it is in words, and the journal's entry, None where it only announces a move."""

    said: Message
    entry: int | None = None


@dataclass(frozen=True)
class SeatCall:
    """A call that a game knows, for one player."""

    player: int
    name: str
    possible: bool
    about: Message  # what is called, or why it is not possible now
    called: bool = False  # it has been announced, and what follows is still to be seen
    choice: str = ""  # the key under which the call stands in `Choices.untold` of a snapshot, too
