"""What is published of a table, as JSON; `docs/reference/asyncapi.json` is written from these types.

Everything comes from snapshots, which hold what everybody at the table may see, and from finished games. Whoever reads
it must ignore fields that it does not know.
"""

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from device.broker import Names
from web.api.fields import Count, Integer, Message, Ordinal, Points
from web.api.state import Prompt, Standing

Moment = Annotated[str, Meta(max_length=40)]  # local time in ISO 8601, with its zone
Name = Annotated[str, Meta(max_length=100)]
GameName = Annotated[str, Meta(pattern=r"^[\w.-]{1,64}(?!\n)$")]  # any: games may come from other packages
Seat = Annotated[int, Meta(ge=0, lt=20)]
JournalId = Annotated[str, Meta(pattern="^[0-9a-f]{1,64}$")]


class TableState(TypedDict):
    """The table now."""

    game: GameName
    title: str  # the game's, in the box's language
    players: list[Name]  # as the players allow: names, initials or seats
    names: Names
    turn: Seat | None  # whose turn it is
    prompts: list[Prompt]
    standings: list[Standing]
    problem: Message | None  # what is wrong with the table
    last_move: Message | None
    moves: Count
    over: bool
    seeing: Message  # what the camera does
    progress: Moment  # when the record or the problem last changed: a table that stands still needs help


class BoxHealth(TypedDict):
    """How the box is."""

    version: str  # of the program
    camera: Message | None  # what is wrong with it
    parts: list[Message]  # what is wrong with other parts
    celsius: float | None  # temperature of the processor, where it is measured


class ResultPlayer(TypedDict):
    """How a player did in a game."""

    seat: Seat
    name: Name | None  # None unless the players allow their whole names: nobody can be ranked by an initial
    shown: Name  # as they allow
    score: Points | None  # None where only somebody's word says who has won
    rank: Ordinal  # equals share it
    team: Seat | None  # mates have the same number; None where everybody plays alone


class GameResult(TypedDict):
    """The result of a game, its last version; `journal`, `entry` and `begun` identify the game."""

    journal: JournalId  # the branch of the journal in which the game began
    entry: Ordinal  # the number of its first entry
    begun: Moment
    revision: Annotated[list[Integer], Meta(min_length=2, max_length=2)]  # a greater one replaces a smaller one
    withdrawn: bool  # the game has been taken back, and is not over any more
    ended: Moment
    game: GameName
    title: Name
    players: Annotated[list[ResultPlayer], Meta(max_length=20)]


class ResultEvent(TypedDict):
    """A game has ended, or its result was corrected: for automations, once each time."""

    event_type: Literal["result", "correction"]
    title: str
    winners: list[Name]
    sentence: str  # in the box's language
